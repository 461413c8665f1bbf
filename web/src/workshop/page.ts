// The workshop: a pack's files, the editor, and beside it the card as drawn, its text, odds, rulings, a table to try it at.
import { type TemplateResult, html, nothing } from "lit";
import type { CardText, Checked, Diagnostic, Odds, Report, Verdicts } from "cardwright/index.js";
import { cardArt, cardName } from "../art/card.js";
import { icon } from "../art/icons.js";
import { LocalChair, bench } from "../engine.js";
import "../table/table.js";
import { Plain, download, kept, later, said } from "../util.js";
import { word } from "../words.js";
import "./editor.js";
import type { Editor } from "./editor.js";
import { type Files, asPack, gameOf, idOf, link, unlink, unzip, zip } from "./pack.js";
import { scriptWords, schemaWords, type Entry } from "./words.js";

const tabs = ["card", "text", "odds", "rulings", "try", "balance"] as const;
type Tab = (typeof tabs)[number];
const titles: Record<Tab, string> = { card: "Card", text: "Text", odds: "Odds", rulings: "Rulings", try: "Try it", balance: "Balance" };

export class Workshop extends Plain {
  static override properties = {
    shared: { attribute: false }, files: { state: true }, path: { state: true }, tab: { state: true }, checked: { state: true }, cards: { state: true },
    card: { state: true }, odds: { state: true }, verdicts: { state: true }, chair: { state: true }, report: { state: true }, error: { state: true }, note: { state: true }, took: { state: true },
  };
  declare shared: string;
  declare files: Files;
  declare path: string;
  declare tab: Tab;
  declare checked: Checked | null;
  declare cards: CardText[];
  declare card: string;
  declare odds: Odds | string | null;
  declare verdicts: Verdicts | null;
  declare chair: LocalChair | null;
  declare report: (Report | string)[];
  declare error: string;
  declare note: string;
  declare took: number;
  #words: { toml: Entry[]; rhai: Entry[] } = { toml: [], rhai: [] };
  #check = later(60, () => void this.#checkNow());
  #judge = later(400, () => void this.#judgeNow());
  #round = 0;
  #wish = 0;

  constructor() {
    super();
    this.shared = "";
    this.files = {};
    this.path = "cards.toml";
    this.tab = "card";
    this.checked = null;
    this.cards = [];
    this.card = "";
    this.odds = null;
    this.verdicts = null;
    this.chair = null;
    this.report = [];
    this.error = "";
    this.note = "";
    this.took = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const packed = /^p=(.+)$/.exec(this.shared)?.[1];
    const before = kept.get<Files | null>("pack", null);
    try {
      if (packed) this.#take(unlink(packed));
      else if (before && Object.keys(before).length) this.#take(before);
      else await this.#fresh("moon-bots", "My Pack");
    } catch (error) {
      this.error = said(error);
      if (!before) await this.#fresh("moon-bots", "My Pack");
      else this.#take(before);
    }
    await this.#lookUp();
  }

  /** A first pack from a template. */
  async #fresh(game: string, name: string): Promise<void> {
    const wish = ++this.#wish;
    try {
      const made = await bench.call("pack/new", { game, name }, 60_000);
      // Whoever opened something else meanwhile wants that.
      if (wish === this.#wish) this.#take(made.files as Files);
    } catch (error) {
      this.error = said(error);
    }
  }

  #take(files: Files): void {
    this.#wish += 1;
    this.files = files;
    this.path = "cards.toml" in files ? "cards.toml" : Object.keys(files).find((path) => path.endsWith(".toml") && path !== "pack.toml") ?? Object.keys(files)[0] ?? "";
    this.#changed();
    this.verdicts = null;
  }

  /** The words of the game, for completion. */
  async #lookUp(): Promise<void> {
    try {
      const { files } = await bench.call("pack/new", { game: gameOf(this.files), name: "Words", editor: true }, 60_000);
      const schema = Object.entries(files).find(([path]) => path.endsWith("-cards.json"))?.[1];
      const definitions = Object.entries(files).find(([path]) => path.endsWith(".d.rhai"))?.[1];
      this.#words = { toml: schema ? schemaWords(JSON.parse(schema)) : [], rhai: definitions ? scriptWords(definitions) : [] };
      this.#wordsForFile();
    } catch {
      // Without completion the editor still works.
    }
  }

  get #editor(): Editor | null {
    return this.querySelector<Editor>("cw-editor");
  }

  #wordsForFile(): void {
    const editor = this.#editor;
    if (editor) editor.words = this.path.endsWith(".rhai") ? this.#words.rhai : this.#words.toml;
  }

  override updated(changed: Map<string, unknown>): void {
    if (changed.has("files") || changed.has("path")) {
      this.#editor?.open(this.path, this.files[this.path] ?? "");
      this.#wordsForFile();
    }
    if (changed.has("checked") || changed.has("path")) this.#editor?.mark((this.checked?.diagnostics ?? []).filter((one) => this.#inPack(one) === this.path));
    if (changed.has("shared") && changed.get("shared") !== undefined && /^p=/.test(this.shared)) void this.#begin();
  }

  #inPack(one: Diagnostic): string {
    const name = `${idOf(this.files)}/`;
    return one.file?.startsWith(name) ? one.file.slice(name.length) : one.file ?? "";
  }

  #changed(): void {
    kept.set("pack", this.files);
    this.#check();
    this.#judge();
  }

  #edited(text: string): void {
    if (text === this.files[this.path]) return;
    this.files = { ...this.files, [this.path]: text };
    this.#changed();
  }

  get #pack() {
    return asPack(this.files, idOf(this.files));
  }

  /** A pack that takes too long has its worker ended; that is said, and the page lives on. */
  #trouble(error: unknown): void {
    this.error = error instanceof Error && error.name === "TimeLimit" ? "This pack takes too long: it was stopped. Change it, and it is tried again." : said(error);
  }

  async #checkNow(): Promise<void> {
    const round = ++this.#round;
    const from = performance.now();
    try {
      const checked = await bench.call("pack/check", { packs: [this.#pack] });
      if (round !== this.#round) return;
      this.took = performance.now() - from;
      this.checked = checked;
      this.error = "";
      if (!checked.good) return;
      const id = idOf(this.files);
      const found = await bench.call("pack/text", { game: gameOf(this.files), packs: [this.#pack] });
      if (round !== this.#round) return;
      this.cards = found.cards.filter((card) => card.pack === id);
      if (!this.cards.some((card) => card.id === this.card)) this.card = this.cards[0]?.id ?? "";
      if (this.tab === "odds") void this.#oddsNow();
    } catch (error) {
      if (round === this.#round) this.#trouble(error);
    }
  }

  async #judgeNow(): Promise<void> {
    try {
      this.verdicts = await bench.call("pack/test", { packs: [this.#pack] });
    } catch (error) {
      this.verdicts = null;
      if (!(error instanceof Error && "code" in error)) this.#trouble(error);
    }
  }

  async #oddsNow(): Promise<void> {
    this.odds = null;
    try {
      this.odds = await bench.call("pack/odds", { game: gameOf(this.files), packs: [this.#pack], cards: [this.card] });
    } catch (error) {
      this.odds = said(error);
    }
  }

  get #shown(): CardText | undefined {
    return this.cards.find((card) => card.id === this.card);
  }

  /** The card in whose lines the cursor is. */
  #cursor(line: number): void {
    const script = this.path.endsWith(".rhai");
    const here = this.cards.filter((card) => (script ? card.facts["script"] === this.path : card.file === this.path && card.line <= line));
    const card = here.at(-1);
    if (card && card.id !== this.card) this.card = card.id;
  }

  /** A table at which the card is in the reader's hand. */
  async #try(): Promise<void> {
    const card = this.#shown;
    const game = gameOf(this.files);
    this.chair?.close();
    this.chair = null;
    this.error = "";
    try {
      const position = game === "moon-bots" && card ? tryOut(card) : undefined;
      const players = game === "moon-bots" ? 4 : 2;
      const seats = ["human", ...Array.from({ length: players - 1 }, () => "greedy")];
      const begun = await bench.call("match/new", { game, seats, packs: [this.#pack], ...(position ? { position } : {}) });
      this.chair = new LocalChair(bench, begun.match, 1, game, begun.seats, { packs: [{ id: idOf(this.files), version: "", digest: "", files: Object.entries(this.files) }] as never });
    } catch (error) {
      this.#trouble(error);
    }
  }

  /** Games with and without the pack, a bot in every seat. */
  async #balance(): Promise<void> {
    this.report = [word("thinking")];
    const game = gameOf(this.files);
    const run = (packs: typeof this.files | null) => bench.call("simulate/run", { game, bot: "greedy", games: 2000, ...(packs ? { packs: [this.#pack] } : {}) }, 120_000);
    try {
      this.report = [await run(this.files), await run(null)];
    } catch (error) {
      this.report = [said(error)];
    }
  }

  #new(event: Event): void {
    const game = (event.target as HTMLSelectElement).value;
    if (!game) return;
    (event.target as HTMLSelectElement).value = "";
    void this.#fresh(game, "My Pack").then(() => this.#lookUp());
  }

  #import = async (event: Event) => {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (!file) return;
    try {
      this.#take(unzip(new Uint8Array(await file.arrayBuffer())));
      await this.#lookUp();
    } catch (error) {
      this.error = `${file.name}: ${said(error)}`;
    }
  };

  async #share(): Promise<void> {
    const address = `${location.origin}${location.pathname}#/workshop/p=${link(this.files)}`;
    history.replaceState(null, "", address);
    await navigator.clipboard?.writeText(address).catch(() => {});
    this.note = `The link is in the address bar (${address.length} letters) and, where the browser allows it, copied.`;
  }

  #addFile(): void {
    const input = this.querySelector<HTMLInputElement>("#new-file")!;
    const path = input.value.trim();
    if (!/^[\w-]+(\/[\w.-]+)*\.(toml|rhai|md)$/.test(path) || path in this.files) {
      this.note = "Write a path such as scripts/my-card.rhai or rulings/my-card.md.";
      return;
    }
    input.value = "";
    this.note = "";
    this.files = { ...this.files, [path]: "" };
    this.path = path;
    this.#changed();
  }

  #removeFile(): void {
    const { [this.path]: _, ...rest } = this.files;
    this.files = rest;
    this.path = Object.keys(rest)[0] ?? "";
    this.#changed();
  }

  #tree(): TemplateResult {
    const wrong = new Set((this.checked?.diagnostics ?? []).map((one) => this.#inPack(one)));
    return html`<nav class="tree" aria-label="Files of the pack"><ul>${Object.keys(this.files).filter((path) => !path.startsWith(".")).sort().map((path) => html`<li><button type="button" class="quiet file" aria-pressed=${path === this.path}
        @click=${() => (this.path = path)}>${wrong.has(path) ? html`<span class="bad" title="has problems">●</span>` : nothing}${path}</button></li>`)}</ul>
      <div class="row"><input id="new-file" aria-label="Path of a new file" placeholder="scripts/new.rhai" size="14"><button class="small" @click=${() => this.#addFile()}>Add</button></div>
      <button class="small quiet" ?disabled=${this.path === "pack.toml"} @click=${() => this.#removeFile()}>Remove ${this.path}</button></nav>`;
  }

  #problems(): TemplateResult {
    const found = this.checked?.diagnostics ?? [];
    const other = this.checked?.unplayable ?? [];
    return html`<section class="problems" aria-label="Problems" role="status">
      ${this.error ? html`<p class="bad" role="alert">${this.error}</p>` : nothing}
      ${this.checked && !found.length && !other.length ? html`<p class="good">${icon("shield", 16)} No problem. ${this.cards.length} cards. <span class="muted small">checked in ${this.took.toFixed(0)} ms</span></p>` : nothing}
      <ul>${found.map((one) => html`<li class=${one.severity === "error" ? "bad" : "warn"}><button type="button" class="link" @click=${() => {
        this.path = this.#inPack(one) in this.files ? this.#inPack(one) : this.path;
        void this.updateComplete.then(() => this.#editor?.goto(one.line ?? 1));
      }}>${this.#inPack(one)}:${one.line ?? ""}</button> ${one.message}${one.help ? html` <span class="muted">${one.help}</span>` : nothing} <code>${one.code}</code></li>`)}
      ${other.map((one) => html`<li class="bad">${one}</li>`)}</ul></section>`;
  }

  #tabBody(): TemplateResult {
    const card = this.#shown;
    const choose = html`<label>Card<select id="card" @change=${(event: Event) => {
      this.card = (event.target as HTMLSelectElement).value;
      if (this.tab === "odds") void this.#oddsNow();
    }}>${this.cards.map((one) => html`<option .value=${one.id} ?selected=${one.id === this.card}>${cardName(one)}</option>`)}</select></label>`;
    switch (this.tab) {
      case "card": return html`${choose}${card ? html`<div class="card-show">${cardArt(card)}</div><p class="generated">${card.text || html`<span class="muted">Its figures say it all.</span>`}</p>` : html`<p class="muted">${word("empty")}</p>`}`;
      case "text": return html`${choose}${card ? html`<h3>What it does</h3><p class="generated">${card.text}</p><h3>What its author says</h3>${Object.entries(card.texts).map(([code, text]) => html`<p><span class="badge">${code}</span> ${text}</p>`)}` : nothing}`;
      case "odds": return html`${choose}${this.#oddsView()}`;
      case "rulings": return this.#rulingsView();
      case "try": return html`${choose}<button class="main" id="try" @click=${() => void this.#try()}>${icon("play", 18)}A table with this card</button>
        ${this.chair ? html`<cw-table compact .chair=${this.chair} .files=${new Map(Object.entries(this.files))}></cw-table>` : nothing}`;
      case "balance": return this.#balanceView();
    }
  }

  #oddsView(): TemplateResult {
    if (typeof this.odds === "string") return html`<p class="muted">${this.odds}</p>`;
    const found = this.odds?.cards?.[0];
    if (!found) return html`<p class="muted">${word("thinking")}</p>`;
    return html`<table id="odds"><caption class="sr">${word("odds")}</caption><thead><tr><th>${word("dice")}</th><th>re-rolls</th><th>works with</th></tr></thead><tbody>${found.dice.map((one) => html`<tr><td>${one.dice}</td><td>${one.reroll}</td>
      <td><meter min="0" max="1" .value=${one.chance.decimal}></meter> ${(one.chance.decimal * 100).toFixed(1)} % <span class="muted small">${one.chance.num}/${one.chance.den}</span></td></tr>`)}</tbody></table>`;
  }

  #rulingsView(): TemplateResult {
    if (!this.verdicts) return html`<p class="muted">The rulings are run once the pack has no problem.</p>`;
    return html`<p class=${this.verdicts.good ? "good" : "bad"} id="rulings-good" role="status">${this.verdicts.good ? "Every ruling holds." : "Not every ruling holds."}</p>
      ${this.verdicts.verdicts.map((one) => html`<details ?open=${one.finding !== "holds"}><summary><span class=${one.finding === "holds" ? "good" : "bad"}>${one.finding === "holds" ? "✓" : "✗"}</span> ${one.title || one.name}</summary>
        ${one.faults.map((fault) => html`<p class="bad small">${one.name}:${fault.line}: ${fault.message} <span class="muted">${fault.help}</span></p>`)}
        ${one.cases.map((each) => html`${each.faults.map((fault) => html`<p class="bad small">${fault.line}: ${fault.message} <span class="muted">${fault.help}</span></p>`)}
          ${each.unexpected.map((fault) => html`<p class="bad small">${fault.line}: ${fault.action}: ${fault.message} ${fault.help}</p>`)}
          <pre class="scroll diff" tabindex="0">${each.changes.map((change) => html`<span class=${`d-${change.sort}`}>${change.sort === "same" ? "  " : change.sort === "missing" ? "- " : "+ "}${change.text}\n</span>`)}</pre>`)}
      </details>`)}`;
  }

  #balanceView(): TemplateResult {
    const bars = (report: Report, title: string) => html`<h3>${title}</h3><table><caption class="sr">${title}</caption><tbody>${report.wins.map((wins, seat) => {
      const [low, high] = wilson(wins, report.games);
      return html`<tr><td>seat ${seat + 1}</td><td><meter min="0" max="1" .value=${wins / report.games}></meter></td><td>${((wins / report.games) * 100).toFixed(1)} % <span class="muted small">${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)}</span></td></tr>`;
    })}</tbody></table><p class="small muted">${report.games} games, ${(report.turns / report.games).toFixed(1)} turns each, bot ${report.bot}</p>`;
    return html`<p class="small muted">2,000 games of the greedy bot with the pack, and as many without it. Intervals hold the true share with 95 % confidence.</p>
      <button class="main" id="balance" @click=${() => void this.#balance()}>Play them</button>
      ${this.report.map((one, at) => (typeof one === "string" ? html`<p>${one}</p>` : bars(one, at ? "Official cards alone" : "With this pack")))}`;
  }

  override render() {
    return html`<div class="workshop">
      <div class="row shop-head"><h1 class="grow">${word("workshop")} <span class="muted mono small">${idOf(this.files)}</span></h1>
        <label><span class="sr">New pack</span><select id="new-pack" @change=${(event: Event) => this.#new(event)}><option value="">New pack …</option><option value="moon-bots">Moon-Bots</option><option value="robot-empire">Robot Empire</option></select></label>
        <label class="button small">Import<input class="sr" type="file" accept=".zip" @change=${this.#import}></label>
        <button class="small" id="export" @click=${() => download(`${idOf(this.files)}.zip`, zip(this.files, idOf(this.files)), "application/zip")}>${icon("save", 16)}Export</button>
        <button class="small" id="share" @click=${() => void this.#share()}>Share</button></div>
      <p class="muted small shop-note" role="status">${this.note || "Change a number on the left and look at the right."}</p>
      ${this.#tree()}
      <div class="edit"><cw-editor @change=${(event: CustomEvent<string>) => this.#edited(event.detail)} @cursor=${(event: CustomEvent<number>) => this.#cursor(event.detail)}></cw-editor>${this.#problems()}</div>
      <section class="side"><div class="tabs row" role="tablist" aria-label=${word("workshop")}>${tabs.map((tab) => html`<button type="button" role="tab" class="small" id=${`tab-${tab}`} aria-selected=${tab === this.tab} aria-controls="tab-body"
          @click=${() => {
            this.tab = tab;
            if (tab === "odds") void this.#oddsNow();
          }}>${titles[tab]}${tab === "rulings" && this.verdicts ? html` <span class=${this.verdicts.good ? "good" : "bad"}>${this.verdicts.good ? "✓" : "✗"}</span>` : nothing}</button>`)}</div>
        <div id="tab-body" class="stack" role="tabpanel" aria-labelledby=${`tab-${this.tab}`}>${this.#tabBody()}</div></section>
    </div>`;
  }
}
customElements.define("cw-workshop", Workshop);

/** A position of Moon-Bots in which the first player has a card. */
function tryOut(card: CardText): string {
  const has = card.kind === "weapon" ? `weapons = ["${card.id}"]` : card.kind === "upgrade" ? `upgrades = ["${card.id}"]` : `parts = ["${card.id}"]`;
  const step = card.kind === "weapon" ? "turn-start" : "activate";
  return `step = "${step}"\n\n[[robot]]\n${has}\n`;
}

/** The interval that holds a share with 95 % confidence (Wilson). */
function wilson(wins: number, games: number): [number, number] {
  const z = 1.96;
  const share = wins / games;
  const middle = share + (z * z) / (2 * games);
  const half = z * Math.sqrt((share * (1 - share)) / games + (z * z) / (4 * games * games));
  const below = 1 + (z * z) / games;
  return [(middle - half) / below, (middle + half) / below];
}
