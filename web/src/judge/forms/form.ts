// What the forms of all games share.
import { type TemplateResult, html, nothing } from "lit";
import type { CardText, Drawing } from "cardwright/index.js";
import { cardName } from "../../art/card.js";
import type { Doc } from "../position.js";

/** The input of a form. */
export interface Bench {
  doc: Doc;
  players: number;
  /** The possible numbers of players. */
  many: number[];
  cards: CardText[];
  /** The board as last drawn by the engine. */
  drawing: Drawing | null;
  /** The piece in hand, which the next touch of the board places. */
  brush: string;
  /** Results of chance that are possible at the start, such as the faces of a die. */
  chances: string[];
  change(doc: Doc): void;
  setPlayers(players: number): void;
  take(brush: string): void;
}

/** A list of cards with a box to add one. `from` are the cards that can be added. */
export function picker(bench: Bench, label: string, title: string, chosen: string[], from: CardText[], change: (chosen: string[]) => void): TemplateResult {
  const name = (id: string) => cardName(bench.cards.find((card) => card.id === id), id);
  return html`<div class="picker">${chosen.map((id, place) => html`<button type="button" class="chip" aria-label=${`remove ${name(id)}`} @click=${() => change(chosen.filter((_, one) => one !== place))}>${name(id)} ×</button>`)}
    <label><span class="sr">${label}</span><select class="add" @change=${(event: Event) => {
      const select = event.target as HTMLSelectElement;
      if (select.value) change([...chosen, select.value]);
      select.value = "";
    }}><option value="">+ ${title}</option>${from.map((card) => html`<option .value=${card.id}>${cardName(card)}</option>`)}</select></label></div>`;
}

/** A choice between several words. */
export function choice(label: string, words: readonly string[], now: string, change: (word: string) => void, id = ""): TemplateResult {
  return html`<label>${label}<select id=${id || nothing} @change=${(event: Event) => change((event.target as HTMLSelectElement).value)}>${words.map((one) => html`<option .value=${one} ?selected=${one === now}>${one || "—"}</option>`)}</select></label>`;
}

/** A whole number. */
export function amount(label: string, now: number, least: number, most: number, change: (value: number) => void): TemplateResult {
  return html`<label>${label}<input type="number" min=${least} max=${most} .value=${String(now)} @change=${(event: Event) => {
    const value = Number((event.target as HTMLInputElement).value);
    if (Number.isInteger(value)) change(Math.min(most, Math.max(least, value)));
  }}></label>`;
}

/** The number of players. */
export function playersChoice(bench: Bench): TemplateResult | typeof nothing {
  if (bench.many.length < 2) return nothing;
  return choice("Players", bench.many.map(String), String(bench.players), (many) => bench.setPlayers(Number(many)), "judge-players");
}

/** The pieces that can be placed on a board, one of them in hand. */
export function palette(bench: Bench, brushes: [id: string, name: string][]): TemplateResult {
  return html`<div class="palette" role="radiogroup" aria-label="What to lay on the board">${brushes.map(([id, name]) => html`<button type="button" role="radio" class="small" data-brush=${id}
    aria-checked=${id === bench.brush} aria-selected=${nothing} @click=${() => bench.take(id)}>${name}</button>`)}</div>`;
}
