// The judge: a position built by hand, "may I?", the clauses; then played on, and saved as a ruling.
import { type TemplateResult, html, nothing } from "lit";
import type { CardText, Game, Verdicts, Why } from "cardwright/index.js";
import { cardName } from "../art/card.js";
import { LocalChair, allGames, bench } from "../engine.js";
import { verdictView } from "../table/prompt.js";
import "../table/table.js";
import type { TableElement } from "../table/table.js";
import { Sheet } from "../table/sheet.js";
import { Plain, download, kept, said } from "../util.js";
import { word } from "../words.js";
import { type Model, type Seat, empty, robotsOf, steps, written } from "./position.js";
import { type Given, judged } from "./ruling.js";

/** Why a position is not possible. */
interface Flaw {
  message: string;
  help?: string;
}

export class Judge extends Plain {
  static override properties = {
    shared: { attribute: false }, games: { state: true }, game: { state: true }, model: { state: true }, text: { state: true }, byHand: { state: true }, cards: { state: true },
    chair: { state: true }, error: { state: true }, flaws: { state: true }, why: { state: true }, asked: { state: true }, given: { state: true }, ruling: { state: true }, verdicts: { state: true },
  };
  declare shared: string;
  declare games: Game[];
  declare game: string;
  declare model: Model;
  declare text: string;
  /** Whether the text was changed by hand, so that the form does not say the same any more. */
  declare byHand: boolean;
  declare cards: CardText[];
  declare chair: LocalChair | null;
  declare error: string;
  declare flaws: Flaw[];
  declare why: { why: Why } | { message: string } | null;
  declare asked: string;
  declare given: Given[];
  declare ruling: string;
  declare verdicts: Verdicts | null;
  #refused: Given[] = [];
  #sheet = new Sheet();

  constructor() {
    super();
    const before = kept.get<{ game: string; model: Model; text: string; byHand: boolean } | null>("judge", null);
    this.shared = "";
    this.games = [];
    this.game = before?.game ?? "moon-bots";
    this.model = before?.model ?? empty();
    this.text = before?.text ?? written(this.model);
    this.byHand = before?.byHand ?? false;
    this.cards = [];
    this.chair = null;
    this.error = "";
    this.flaws = [];
    this.why = null;
    this.asked = "";
    this.given = [];
    this.ruling = "";
    this.verdicts = null;
  }

  override async connectedCallback(): Promise<void> {
    super.connectedCallback();
    document.body.append(this.#sheet);
    this.addEventListener("click", (event) => {
      const cite = (event.target as Element).closest<HTMLElement>("[data-cite]");
      if (cite && !cite.closest("cw-table")) void this.#sheet.cite(cite.dataset["cite"]!, { game: this.game, cards: new Map() });
    });
    this.games = await allGames().catch(() => []);
    await this.#choose(this.game);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sheet.remove();
  }

  async #choose(game: string): Promise<void> {
    this.game = game;
    this.chair?.close();
    this.chair = null;
    try {
      this.cards = this.games.find((one) => one.id === game)?.cards ? (await bench.call("pack/text", { game }, 60_000)).cards : [];
      if (game !== "moon-bots" && !this.byHand) {
        const begun = await bench.call("match/new", { game }, 60_000);
        this.text = (await bench.call("match/position", { match: begun.match })).position ?? "";
        await bench.call("match/close", { match: begun.match });
      } else if (!this.byHand) this.text = written(this.model);
    } catch (error) {
      this.error = said(error);
    }
  }

  #changed(model: Model): void {
    this.model = { ...model };
    this.text = written(this.model);
    this.byHand = false;
    this.#keep();
  }

  #keep(): void {
    kept.set("judge", { game: this.game, model: this.model, text: this.text, byHand: this.byHand });
  }

  #seat(at: number, change: Partial<Seat>): void {
    this.#changed({ ...this.model, seats: this.model.seats.map((seat, one) => (one === at ? { ...seat, ...change } : seat)) });
  }

  get #players(): number {
    return this.game === "moon-bots" ? this.model.players : this.games.find((one) => one.id === this.game)?.usual ?? 2;
  }

  async #setUp(): Promise<void> {
    this.error = "";
    this.flaws = [];
    this.why = null;
    this.given = [];
    this.#refused = [];
    this.ruling = "";
    this.verdicts = null;
    this.chair?.close();
    this.chair = null;
    try {
      const begun = await bench.call("match/new", { game: this.game, players: this.#players, position: this.text, by_hand: true }, 60_000);
      this.chair = new LocalChair(bench, begun.match, "host", this.game, begun.seats, {});
    } catch (error) {
      this.error = said(error);
      const data = (error as { data?: { flaws?: Flaw[] } }).data;
      this.flaws = data?.flaws ?? [];
    }
  }

  async #ask(event: Event): Promise<void> {
    event.preventDefault();
    if (!this.chair) await this.#setUp();
    if (!this.chair || !this.asked.trim()) return;
    try {
      const why = await this.chair.why(this.asked.trim());
      this.why = { why };
      if (!why.legal) this.#refused = [{ actor: typeof why.who === "object" && "seat" in why.who ? { kind: "seat", seat: why.who.seat } : { kind: "chance" }, action: why.action }];
    } catch (error) {
      const data = (error as { data?: { unreadable?: { message: string; help: string } } }).data?.unreadable;
      this.why = { message: data ? `${data.message}. ${data.help}` : said(error) };
    }
  }

  async #write(): Promise<void> {
    const title = this.querySelector<HTMLInputElement>("#ruling-title")!.value.trim() || "may I?";
    try {
      const { text, verdicts } = await judged(bench, { title, game: this.game, players: this.#players, position: this.text, given: this.given, refused: this.#refused });
      this.ruling = text;
      this.verdicts = verdicts;
    } catch (error) {
      this.error = said(error);
    }
  }

  #picker(at: number, kind: "parts" | "upgrades" | "weapons"): TemplateResult {
    const chosen = this.model.seats[at]![kind];
    const of = this.cards.filter((card) => card.kind === kind.slice(0, -1));
    const name = (id: string) => cardName(this.cards.find((card) => card.id === id), id);
    return html`<div class="picker">${chosen.map((id, place) => html`<button type="button" class="chip" aria-label=${`remove ${name(id)}`} @click=${() => this.#seat(at, { [kind]: chosen.filter((_, one) => one !== place) })}>${name(id)} ×</button>`)}
      <label><span class="sr">Add to ${kind} of robot ${at + 1}</span><select class="add" @change=${(event: Event) => {
        const select = event.target as HTMLSelectElement;
        if (select.value) this.#seat(at, { [kind]: [...chosen, select.value] });
        select.value = "";
      }}><option value="">+ ${kind}</option>${of.map((card) => html`<option .value=${card.id}>${cardName(card)}</option>`)}</select></label></div>`;
  }

  #form(): TemplateResult {
    const { model } = this;
    const names = robotsOf(model.players);
    return html`<div class="row">
      <label>${word("players")}<select @change=${(event: Event) => this.#changed({ ...model, players: Number((event.target as HTMLSelectElement).value), active: 1 })}>${[2, 3, 4].map((many) => html`<option ?selected=${many === model.players}>${many}</option>`)}</select></label>
      <label>Active robot<select @change=${(event: Event) => this.#changed({ ...model, active: (event.target as HTMLSelectElement).selectedIndex + 1 })}>${names.map((name, at) => html`<option ?selected=${at + 1 === model.active}>${name}</option>`)}</select></label>
      <label>Moment<select id="step" @change=${(event: Event) => this.#changed({ ...model, step: (event.target as HTMLSelectElement).value })}>${steps.map((step) => html`<option ?selected=${step === model.step}>${step}</option>`)}</select></label>
      <label>Dice<input size="8" placeholder="3 5" .value=${model.dice.join(" ")} @change=${(event: Event) => this.#changed({ ...model, dice: (event.target as HTMLInputElement).value.split(/\D+/).map(Number).filter((face) => face >= 1 && face <= 6) })}></label></div>
      <div class="seat-forms">${names.map((name, at) => html`<fieldset class="seat-form"><legend>Robot ${name}</legend>
        <label class="row">${word("energy")}<input type="range" min="1" max="18" .value=${String(model.seats[at]!.energy)} @input=${(event: Event) => this.#seat(at, { energy: Number((event.target as HTMLInputElement).value) })}><output>${model.seats[at]!.energy}</output></label>
        <div class="row">${this.#picker(at, "parts")}${this.#picker(at, "upgrades")}${this.#picker(at, "weapons")}</div></fieldset>`)}</div>`;
  }

  #answer(): TemplateResult {
    const choices = this.querySelector<TableElement>("cw-table")?.play?.question?.choices ?? [];
    const actor = this.querySelector<TableElement>("cw-table")?.play?.question?.actor;
    const seat = actor?.kind === "seat" ? `${actor.seat}: ` : "";
    return html`<form class="may-answer" @submit=${(event: Event) => void this.#ask(event)}>
      <label>May somebody …<input id="may" list="may-list" placeholder="2: play dodge" autocomplete="off" .value=${this.asked} @input=${(event: Event) => (this.asked = (event.target as HTMLInputElement).value)}></label>
      <datalist id="may-list">${choices.slice(0, 200).map((choice) => html`<option value=${seat + choice.action}>${choice.text}</option>`)}
        ${this.model.seats.flatMap((one, at) => one.weapons.map((weapon) => html`<option value=${`${at + 1}: play ${weapon}`}></option>`))}</datalist>
      <button class="main" id="ask">Ask</button></form>
      ${this.why ? verdictView(this.why) : nothing}`;
  }

  override render() {
    return html`<div class="page wide-page"><div class="row"><h1 class="grow">${word("judge")}</h1>
        <label><span class="sr">Game</span><select id="judge-game" @change=${(event: Event) => {
          this.byHand = false;
          void this.#choose((event.target as HTMLSelectElement).value);
        }}>${this.games.map((one) => html`<option .value=${one.id} ?selected=${one.id === this.game}>${one.title}</option>`)}</select></label></div>
      <p class="muted">Build the position, then ask. The answer is the rule itself, with its clause.</p>
      <div class="judge"><section class="stack" aria-label="Position">
          ${this.game === "moon-bots" ? this.#form() : nothing}
          <label>The position as text${this.byHand && this.game === "moon-bots" ? html` <span class="warn small">changed by hand: the form above is older</span>` : nothing}
            <textarea id="position" spellcheck="false" .value=${this.text} @input=${(event: Event) => {
              this.text = (event.target as HTMLTextAreaElement).value;
              this.byHand = true;
              this.#keep();
            }}></textarea></label>
          <button class="main" id="set-up" @click=${() => void this.#setUp()}>Set the table</button>
          ${this.error ? html`<div class="bad" role="alert"><p>${this.error}</p><ul>${this.flaws.map((one) => html`<li>${one.message} <span class="muted">${one.help ?? ""}</span></li>`)}</ul></div>` : nothing}
        </section>
        <section class="stack" aria-label="Answer">${this.#answer()}
          ${this.chair ? html`<cw-table compact .chair=${this.chair} @answered=${(event: CustomEvent<Given>) => (this.given = [...this.given, event.detail])} @played=${() => this.requestUpdate()}></cw-table>
            <div class="row"><label class="grow">Question in a sentence<input id="ruling-title" value="may I?"></label><button id="write" @click=${() => void this.#write()}>Save as a ruling</button></div>` : nothing}
          ${this.ruling ? html`<p class=${this.verdicts?.good ? "good" : "bad"} role="status">${this.verdicts?.good ? "It holds." : this.verdicts?.verdicts[0]?.faults.map((one) => one.message).join("; ") || "It differs."}</p>
            <label>The ruling<textarea id="ruling" readonly .value=${this.ruling}></textarea></label>
            <button @click=${() => download("ruling.md", this.ruling, "text/markdown")}>${word("save")}</button>` : nothing}
        </section></div></div>`;
  }
}
customElements.define("cw-judge", Judge);
