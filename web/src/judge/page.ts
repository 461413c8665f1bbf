// The judge: find clauses for a question in plain words, or build a position, ask "may I?", play on, and save a ruling.
import { type TemplateResult, html, nothing } from "lit";
import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import type { CardText, Drawing, Game, Verdicts, Why } from "cardwright/index.js";
import { LocalChair, allGames, bench } from "../engine.js";
import { markdown } from "../rules/markdown.js";
import { type Answer, after, findClauses } from "../rules/search.js";
import { sharing } from "../play.js";
import { Sheet } from "../table/sheet.js";
import { verdictView } from "../table/prompt.js";
import "../table/table.js";
import type { TableElement } from "../table/table.js";
import { Plain, download, fromLink, kept, later, said, toLink } from "../util.js";
import { word } from "../words.js";
import { lunarForm, robotoryForm } from "./forms/boards.js";
import { empireForm, empireStart } from "./forms/empire.js";
import type { Bench } from "./forms/form.js";
import { moonBotsForm, moonBotsStart } from "./forms/moonbots.js";
import { type Doc, having, read, written } from "./position.js";
import { type Given, judged } from "./ruling.js";

/** Why a position is not possible. */
interface TextError {
  message: string;
  help?: string;
}

/** The stored data, which a link can also contain. */
interface Case {
  game: string;
  players: number;
  text: string;
  asked: string;
}

/** The maximum length of a link's unpacked text: positions are short. */
const LONGEST = 200_000;

function unpacked(link: string): Case {
  const bytes = inflateSync(fromLink(link), { out: new Uint8Array(LONGEST) });
  const found = JSON.parse(strFromU8(bytes).replace(/\0+$/, "")) as Partial<Case>;
  if (typeof found.game !== "string" || typeof found.text !== "string") throw new Error("there is no position in the link");
  return { game: found.game, text: found.text, players: Number(found.players) || 2, asked: typeof found.asked === "string" ? found.asked : "" };
}

/** The part of an address that contains a case. */
export const caseLink = (one: Case): string => toLink(deflateSync(strToU8(JSON.stringify(one)), { level: 9 }));

export class Judge extends Plain {
  static override properties = {
    shared: { attribute: false }, games: { state: true }, game: { state: true }, players: { state: true }, text: { state: true }, cards: { state: true }, chair: { state: true },
    error: { state: true }, errors: { state: true }, why: { state: true }, asked: { state: true }, given: { state: true }, ruling: { state: true }, verdicts: { state: true },
    question: { state: true }, found: { state: true }, brush: { state: true }, drawing: { state: true }, note: { state: true },
  };
  declare shared: string;
  declare games: Game[];
  declare game: string;
  declare players: number;
  /** The position as text; the form is derived from it. */
  declare text: string;
  declare cards: CardText[];
  declare chair: LocalChair | null;
  declare error: string;
  declare errors: TextError[];
  declare why: { why: Why } | { message: string } | null;
  declare asked: string;
  declare given: Given[];
  declare ruling: string;
  declare verdicts: Verdicts | null;
  /** A question in plain words, and the clauses it is about. */
  declare question: string;
  declare found: Answer[];
  declare brush: string;
  declare drawing: Drawing | null;
  declare note: string;
  #before: string[] = [];
  #chances: string[] = [];
  #refused: Given[] = [];
  #sheet = new Sheet();
  /** Whether the table shows an older position. */
  #stale = false;
  #soon = later(180, () => void (this.#stale && this.#setUp()));
  #search = later(80, () => void this.#find());
  #round = 0;
  #asking = 0;

  constructor() {
    super();
    this.shared = "";
    this.games = [];
    this.game = "moon-bots";
    this.players = 4;
    this.text = "";
    this.cards = [];
    this.chair = null;
    this.error = "";
    this.errors = [];
    this.why = null;
    this.asked = "";
    this.given = [];
    this.ruling = "";
    this.verdicts = null;
    this.question = "";
    this.found = [];
    this.brush = "";
    this.drawing = null;
    this.note = "";
  }

  override async connectedCallback(): Promise<void> {
    super.connectedCallback();
    document.body.append(this.#sheet);
    this.addEventListener("click", this.#cite);
    this.games = [...allGames];
    await this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener("click", this.#cite);
    this.#sheet.remove();
    this.chair?.close();
  }

  override updated(changed: Map<string, unknown>): void {
    if (changed.has("shared") && changed.get("shared") !== undefined && this.shared.startsWith("j=")) void this.#begin();
  }

  #cite = (event: Event) => {
    const cite = (event.target as Element).closest<HTMLElement>("[data-cite]");
    if (cite && !cite.closest("cw-table")) void this.#sheet.cite(cite.dataset["cite"]!, { game: this.game, cards: new Map() });
  };

  /** Loads the case of a link, or the last one of this page. */
  async #begin(): Promise<void> {
    const link = /^j=(.+)$/.exec(this.shared)?.[1];
    try {
      const before = link ? unpacked(link) : kept.get<Case | null>("judge", null);
      if (link) history.replaceState(null, "", "#/judge");
      if (!before || !this.games.some((one) => one.id === before.game)) return await this.#choose("moon-bots");
      await this.#choose(before.game, before);
    } catch (error) {
      await this.#choose("moon-bots");
      this.error = said(error);
    }
  }

  get #info(): Game | undefined {
    return this.games.find((one) => one.id === this.game);
  }

  async #choose(game: string, with_?: Case): Promise<void> {
    this.game = game;
    this.brush = "";
    this.drawing = null;
    this.#before = [];
    this.players = with_?.players ?? this.#info?.usual ?? 2;
    this.asked = with_?.asked ?? "";
    try {
      this.cards = this.#info?.cards ? (await bench.call("pack/text", { game }, 60_000)).cards : [];
      this.text = with_?.text ?? (await this.#start(game));
    } catch (error) {
      this.error = said(error);
    }
    this.#search();
    await this.#setUp();
    if (this.asked) await this.#ask();
  }

  /** A position to start with. */
  async #start(game: string): Promise<string> {
    if (game === "moon-bots") return moonBotsStart(this.players, this.cards);
    if (game === "robot-empire") return empireStart(this.players, this.cards);
    const begun = await bench.call("match/new", { game, by_hand: true }, 60_000);
    const question = await bench.call("match/question", { match: begun.match });
    this.#chances = question.actor.kind === "chance" ? question.choices.map((one) => one.action) : [];
    const { position } = await bench.call("match/position", { match: begun.match });
    await bench.call("match/close", { match: begun.match });
    const doc = read(position ?? "");
    // Keys that are not written follow from the rest, and so remain correct while pieces are placed.
    return doc ? written(having(doc, "reserve", undefined)) : position ?? "";
  }

  #changed(text: string): void {
    if (text === this.text) return;
    this.#before.push(this.text);
    this.text = text;
    this.#stale = true;
    this.#keep();
    this.#soon();
  }

  #keep(): void {
    kept.set("judge", { game: this.game, players: this.players, text: this.text, asked: this.asked } satisfies Case);
  }

  /** Loads the position to the table, or says why it is not possible. */
  async #setUp(): Promise<void> {
    const round = ++this.#round;
    this.#stale = false;
    this.#keep();
    const old = this.chair;
    try {
      const begun = await bench.call("match/new", { game: this.game, players: this.players, position: this.text, by_hand: true }, 60_000);
      const chair = new LocalChair(bench, begun.match, "host", this.game, begun.seats, {});
      const scene = await chair.scene().catch(() => null);
      if (round !== this.#round) return chair.close();
      this.chair = chair;
      this.drawing = sharing(this.drawing, scene?.drawing ?? null);
      this.error = "";
      this.errors = [];
    } catch (error) {
      if (round !== this.#round) return;
      this.chair = null;
      this.error = said(error);
      this.errors = (error as { data?: { errors?: TextError[] } }).data?.errors ?? [];
    }
    old?.close();
    this.why = null;
    this.given = [];
    this.#refused = [];
    this.ruling = "";
    this.verdicts = null;
  }

  async #find(): Promise<void> {
    const question = this.question;
    const found = await findClauses(this.game, question, 5);
    if (question === this.question) this.found = found;
  }

  async #ask(): Promise<void> {
    // The answer to an earlier question must not be shown for this one.
    this.why = null;
    const asking = ++this.#asking;
    // The question is about the latest position.
    if (this.#stale) await this.#setUp();
    if (!this.chair || !this.asked.trim() || asking !== this.#asking) return;
    this.#keep();
    try {
      const why = await this.chair.why(this.asked.trim());
      if (asking !== this.#asking) return;
      this.why = { why };
      if (!why.legal) this.#refused = [{ actor: typeof why.who === "object" && "seat" in why.who ? { kind: "seat", seat: why.who.seat } : { kind: "chance" }, action: why.action }];
    } catch (error) {
      if (asking !== this.#asking) return;
      const data = (error as { data?: { unreadable?: { message: string; help: string } } }).data?.unreadable;
      this.why = { message: data ? `${data.message}. ${data.help}` : said(error) };
    }
  }

  async #write(): Promise<void> {
    const title = this.querySelector<HTMLInputElement>("#ruling-title")!.value.trim() || "may I?";
    try {
      const { text, verdicts } = await judged(bench, { title, game: this.game, players: this.players, position: this.text, given: this.given, refused: this.#refused });
      this.ruling = text;
      this.verdicts = verdicts;
    } catch (error) {
      this.error = said(error);
    }
  }

  async #share(): Promise<void> {
    const address = `${location.origin}${location.pathname}#/judge/j=${caseLink({ game: this.game, players: this.players, text: this.text, asked: this.asked })}`;
    history.replaceState(null, "", address);
    await navigator.clipboard?.writeText(address).catch(() => {});
    this.note = "The link is in the address bar and, where the browser allows it, copied. It carries the position and your question.";
  }

  #form(): TemplateResult {
    const doc = read(this.text);
    if (!doc) return html`<p class="warn small">The text below cannot be read as it stands: mend it there, and the form is back.</p>`;
    const with_: Bench = {
      doc, players: this.players, many: this.#info?.players ?? [2], cards: this.cards, drawing: this.drawing, brush: this.brush, chances: this.#chances,
      change: (to: Doc) => this.#changed(written(to)),
      setPlayers: (many) => {
        this.players = many;
        this.#changed(this.game === "moon-bots" ? moonBotsStart(many, this.cards) : empireStart(many, this.cards));
      },
      take: (brush) => (this.brush = brush),
    };
    switch (this.game) {
      case "moon-bots": return moonBotsForm(with_);
      case "robot-empire": return empireForm(with_);
      case "robotory": return robotoryForm(with_);
      case "lunar-command": return lunarForm(with_);
      default: return html``;
    }
  }

  /** The clauses for a question in plain words. */
  #rules(): TemplateResult {
    return html`<section class="stack panel ask-rules" aria-label="Ask the rules"><label class="ask-box">What is the question?
        <input id="question" type="search" placeholder=${placeholders[this.game] ?? ""} .value=${this.question} @input=${(event: Event) => {
          this.question = (event.target as HTMLInputElement).value;
          this.#search();
        }}></label>
      ${this.question.trim() && !this.found.length ? html`<p class="muted" role="status">No clause has these words: try others, or build the position below and ask about it.</p>` : nothing}
      <p class="sr" role="status">${this.found.length ? `${this.found.length} clauses, first ${this.found[0]!.entry.id}` : ""}</p>
      ${this.found.length ? html`<ol class="clauses" aria-label="Clauses">${this.found.map((one, at) => html`<li><details ?open=${at === 0}><summary><span class="mono">${one.entry.id}</span> ${one.entry.title}</summary>
        <div class="prose"><p><strong>${one.says}</strong></p>${markdown(after(one.says, one.entry.text ?? ""))}${/^(Q-)?[A-Z]{2}-\d/.test(one.entry.id) ? html`<p class="small"><a class="to-rules" href=${`#/rules/${one.entry.id}`}>${one.entry.id} in the rules</a></p>` : nothing}</div></details></li>`)}</ol>` : nothing}</section>`;
  }

  #answer(): TemplateResult {
    const question = this.querySelector<TableElement>("cw-table")?.play?.question;
    const seat = question?.actor.kind === "seat" ? `${question.actor.seat}: ` : "";
    return html`<form class="may-answer" @submit=${(event: Event) => {
        event.preventDefault();
        void this.#ask();
      }}>
      <label>May somebody …<input id="may" list="may-list" placeholder=${examples[this.game] ?? ""} autocomplete="off" .value=${this.asked} @input=${(event: Event) => {
        this.asked = (event.target as HTMLInputElement).value;
        this.why = null;
      }}></label>
      <datalist id="may-list">${(question?.choices ?? []).slice(0, 200).map((choice) => html`<option value=${seat + choice.action}>${choice.text}</option>`)}</datalist>
      <button class="main" id="ask">Ask</button></form>
      <p class="small muted">Or touch what you mean on the table: what may not be done says why.</p>
      ${this.why ? verdictView(this.why) : nothing}`;
  }

  override render() {
    return html`<div class="page wide-page"><div class="row"><h1 class="grow">${word("judge")}</h1>
        <label><span class="sr">Game</span><select id="judge-game" @change=${(event: Event) => void this.#choose((event.target as HTMLSelectElement).value)}>${this.games.map((one) => html`<option .value=${one.id} ?selected=${one.id === this.game}>${one.title}</option>`)}</select></label>
        <button class="small" id="share-case" @click=${() => void this.#share()}>Share</button></div>
      ${this.note ? html`<p class="small muted" role="status">${this.note}</p>` : nothing}
      ${this.#rules()}
      <h2>Or ask about a position</h2>
      <div class="judge"><section class="stack" aria-label="Position">
          ${this.#form()}
          <div class="row"><button class="small" id="set-up" @click=${() => void this.#setUp()}>Lay it out anew</button>
            <button class="small" id="back" ?disabled=${!this.#before.length} @click=${() => {
              this.text = this.#before.pop()!;
              this.#stale = true;
              this.#soon();
            }}>Take the last change back</button>
            <button class="small" id="clear" @click=${() => void this.#choose(this.game)}>From the beginning</button></div>
          ${this.error ? html`<div class="bad" role="alert"><p>${this.error}</p><ul>${this.errors.map((one) => html`<li>${one.message} <span class="muted">${one.help ?? ""}</span></li>`)}</ul></div>` : nothing}
          <details><summary>The position as text</summary><label><span class="sr">The position as text</span><textarea id="position" spellcheck="false" .value=${this.text} @input=${(event: Event) => this.#changed((event.target as HTMLTextAreaElement).value)}></textarea></label></details>
        </section>
        <section class="stack" aria-label="Answer">${this.#answer()}
          ${this.chair ? html`<cw-table compact .chair=${this.chair} @answered=${(event: CustomEvent<Given>) => (this.given = [...this.given, event.detail])}
              @taken=${(event: CustomEvent<number>) => (this.given = this.given.slice(0, Math.max(0, this.given.length - event.detail)))} @played=${() => this.requestUpdate()}></cw-table>
            <div class="row"><label class="grow">Question in a sentence<input id="ruling-title" value="may I?"></label><button id="write" @click=${() => void this.#write()}>Save as a ruling</button></div>` : nothing}
          ${this.ruling ? html`<p class=${this.verdicts?.good ? "good" : "bad"} role="status">${this.verdicts?.good ? "It holds." : this.verdicts?.verdicts[0]?.faults.map((one) => one.message).join("; ") || "It differs."}</p>
            <label>The ruling<textarea id="ruling" readonly .value=${this.ruling}></textarea></label>
            <button @click=${() => download("ruling.md", this.ruling, "text/markdown")}>${word("save")}</button>` : nothing}
        </section></div></div>`;
  }
}
customElements.define("cw-judge", Judge);

const placeholders: Record<string, string> = {
  "moon-bots": "May I buy a part I cannot pay for?", "robotory": "May a robot come back to where it started?",
  "lunar-command": "May I build on to the other player's wall?", "robot-empire": "May a new fighter attack?",
};
const examples: Record<string, string> = { "moon-bots": "2: play dodge", "robotory": "1: move white b3-b4", "lunar-command": "1: square 12,7", "robot-empire": "1: attack 2" };
