// A position of Robot Empire, built by hand.
import { type TemplateResult, html } from "lit";
import { cardName } from "../../art/card.js";
import type { CardText } from "cardwright/index.js";
import { having, havingOne, number, tables, text, texts, written } from "../position.js";
import { type Bench, amount, choice, picker, playersChoice } from "./form.js";

/** The moments of a turn, as a written position names them. */
const steps = ["turn-start", "play", "before-mining", "mining", "before-combat", "fire", "attack", "attackers", "block", "blocks", "collect", "draw", "discard", "turn-end"];

/** A position to start with: everybody has some cards in hand and in play. */
export function empireStart(players: number, cards: CardText[]): string {
  const of = (kind: string, at: number) => cards.filter((card) => card.kind === kind)[at]?.id ?? [];
  const player = Array.from({ length: players }, (_, at) => ({
    vault: 6, hand: [of("robot", at + 3), of("agent", at)].flat(), units: [of("robot", at), of("monster", at), of("equipment", at)].flat(),
  }));
  return written({ active: "1", step: "play", player });
}

/** The form. */
export function empireForm(bench: Bench): TemplateResult {
  const { doc } = bench;
  const names = Array.from({ length: bench.players }, (_, at) => String(at + 1));
  const players = tables(doc, "player");
  const inHand = bench.cards.filter((card) => card.kind !== "moon");
  const onTable = bench.cards.filter((card) => ["robot", "monster", "equipment", "mega-top", "mega-legs"].includes(card.kind));
  const moons = bench.cards.filter((card) => card.kind === "moon");
  return html`<div class="row">${playersChoice(bench)}
      ${choice("Active player", names, text(doc, "active", "1"), (active) => bench.change(having(doc, "active", active)))}
      ${choice("Moment", steps, text(doc, "step", "play"), (step) => bench.change(having(doc, "step", step)), "step")}</div>
    <div class="row">Moons ${picker(bench, "Add a Moon", "Moon", texts(doc, "moons").map((one) => one.split(" ")[0]!), moons,
      (chosen) => bench.change(having(doc, "moons", chosen.map((id) => texts(doc, "moons").find((one) => one.split(" ")[0] === id) ?? `${id} 6`))))}</div>
    <div class="seat-forms">${names.map((name, at) => {
      const player = players[at] ?? {};
      const put = (key: string, value: unknown) => bench.change(havingOne(doc, "player", at, (one) => having(one, key, value)));
      const units = texts(player, "units");
      return html`<fieldset class="seat-form"><legend>Player ${name}</legend>
        <div class="row">${amount("Battery", number(player, "battery", 20), 0, 20, (value) => put("battery", value))}${amount("Vault", number(player, "vault", 6), 0, 80, (value) => put("vault", value))}</div>
        <div class="small muted">In hand</div>${picker(bench, `Add to the hand of player ${name}`, "card", texts(player, "hand"), inHand, (chosen) => put("hand", chosen))}
        <div class="small muted">On the table; words behind a card say how it stands: new recharging damage=1 permanent moon=helix jump-jets</div>
        ${units.map((unit, place) => {
          const [id = "", ...words] = unit.split(" ");
          const card = cardName(bench.cards.find((one) => one.id === id), id);
          return html`<div class="row unit-form"><b class="small">${card}</b><input class="grow" aria-label=${`how ${card} stands`} placeholder="ready" .value=${words.join(" ")}
              @change=${(event: Event) => put("units", units.map((one, other) => (other === place ? [id, (event.target as HTMLInputElement).value.trim()].filter(Boolean).join(" ") : one)))}>
            <button type="button" class="chip" aria-label=${`take ${card} away`} @click=${() => put("units", units.filter((_, other) => other !== place))}>×</button></div>`;
        })}
        ${picker(bench, `Add to the table of player ${name}`, "to the table", [], onTable, (chosen) => put("units", [...units, ...chosen]))}</fieldset>`;
    })}</div>`;
}
