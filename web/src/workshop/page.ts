// The workshop: a pack's files, the editor, and a panel with the card's picture, text, odds, rulings and a table to try
// it.
import "./workshop.css";
import { type TemplateResult, html, nothing } from "lit";
import type { CardText, Checked, Diagnostic, Odds, Verdicts } from "cardwright/index.js";
import { cardArt, cardName } from "../art/card.js";
import { icon } from "../art/icons.js";
import { bench } from "../engine.js";
import { type Label, now, shelf } from "../store.js";
import "../table/table.js";
import { Plain, download, kept, later, said } from "../util.js";
import { word } from "../words.js";
import "./balance.js";
import "./editor.js";
import type { Editor } from "./editor.js";
import "./gaps.js";
import { cardsOf, placeOf } from "./block.js";
import { type Fix, fixesOf, fixed } from "./fixes.js";
import "./form.js";
import { type Lexicon, lexiconOf } from "./lexicon.js";
import { type Files, asPack, gameOf, idOf, link, pack as packed, unlink, unpack } from "./pack.js";
import { rulingsView } from "./rulings.js";
import { type Sound, cardsAt, fileOf, soundOf } from "./sound.js";
import { idFrom, positionOf, startsOf, withCard } from "./starts.js";
import "./trial.js";
import { type Entry, moments, schemaWords, scriptWords } from "./words.js";

const tabs = ["card", "text", "odds", "rulings", "gaps", "try", "balance"] as const;
type Tab = (typeof tabs)[number];
const titles: Record<Tab, string> = { card: "Card", text: "Text", odds: "Odds", rulings: "Rulings", gaps: "Gaps", try: "Try it", balance: "Balance" };

export class Workshop extends Plain {
  static override properties = {
    shared: { attribute: false }, files: { state: true }, path: { state: true }, tab: { state: true }, checked: { state: true }, cards: { state: true },
    card: { state: true }, odds: { state: true }, verdicts: { state: true }, error: { state: true }, note: { state: true }, took: { state: true },
    lexicon: { state: true }, sound: { state: true }, trying: { state: true }, packs: { state: true }, key: { state: true }, unkept: { state: true }, gone: { state: true }, checking: { state: true }, judging: { state: true },
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
  declare error: string;
  /** Whether the displayed problems and cards, or the verdicts, are older than the last change of the pack. */
  declare checking: boolean;
  declare judging: boolean;
  declare note: string;
  declare took: number;
  /** The words of the game's cards, once they are loaded. */
  declare lexicon: Lexicon | null;
  /** The part of the pack that had no errors at the last check. */
  declare sound: Sound | null;
  /** The position in which a card is tried, if it comes from a ruling. */
  declare trying: { position: string; players: number; name: string } | null;
  /** The packs stored in this browser. */
  declare packs: Label[];
  /** The key under which the open pack is stored. */
  declare key: string;
  /** Why the pack is not stored. */
  declare unkept: string;
  /** The last deleted pack, while it can be restored. */
  declare gone: { what: string; back: () => void } | null;
  /** When each pack was last changed, as far as this tab knows. */
  #seen = new Map<string, number>();
  /** Packs that had to be stored under a different key than the one they were opened with. */
  #moved = new Map<string, string>();
  /** Files that are stored unchanged. */
  #lies = new WeakSet<Files>();
  #words: { toml: Entry[]; rhai: Entry[] } = { toml: [], rhai: [] };
  #wordsOf = "";
  #check = later(60, () => void this.#checkNow());
  #judge = later(400, () => void this.#judgeNow());
  #keepSoon = later(400, () => void this.#keep());
  #writing: Promise<void> = Promise.resolve();
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
    this.error = "";
    this.checking = true;
    this.judging = true;
    this.note = "";
    this.took = 0;
    this.lexicon = null;
    this.sound = null;
    this.trying = null;
    this.packs = [];
    this.key = "";
    this.unkept = "";
    this.gone = null;
  }

  #flush = () => void this.#keep();

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("pagehide", this.#flush);
    void this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("pagehide", this.#flush);
    void this.#keep();
  }

  async #begin(): Promise<void> {
    const shared = /^p=(.+)$/.exec(this.shared)?.[1];
    try {
      await this.#listPacks();
      if (shared) this.#takeShared(shared);
      else if (!(await this.#open(kept.get("open", ""))) && !(await this.#open(this.packs[0]?.key ?? ""))) await this.#fresh("moon-bots", "My Pack");
    } catch (error) {
      this.error = said(error);
      if (!this.key) await this.#fresh("moon-bots", "My Pack");
    }
  }

  /** A pack from a link is added to the existing ones. */
  #takeShared(shared: string): void {
    this.#take(unlink(shared));
    this.note = "This pack came with the link. It lies beside your own packs now.";
    // Reloading must open the edited pack, not the link again.
    history.replaceState(null, "", "#/workshop");
  }

  async #listPacks(): Promise<void> {
    this.packs = await shelf.list();
  }

  /** Opens a stored pack. */
  async #open(key: string): Promise<boolean> {
    if (!key) return false;
    await this.#keep();
    const found = await shelf.take(key);
    if (!found) return false;
    this.#take(found.files, key, found.changed);
    return true;
  }

  /** Stores the open pack as it is now; only one write runs at a time. */
  #keep(): Promise<void> {
    const { key, files } = this;
    if (!key || this.#lies.has(files)) return this.#writing;
    this.#lies.add(files);
    const changed = now();
    return (this.#writing = this.#writing.then(async () => {
      const under = this.#moved.get(key) ?? key;
      try {
        const own = await shelf.keep(under, { files, changed }, this.#seen.get(under) ?? 0);
        this.#seen.set(own, changed);
        this.unkept = "";
        if (own !== under) this.#beside(key, own);
        await this.#listPacks();
      } catch (error) {
        this.#lies.delete(files);
        this.unkept = `This browser does not keep the pack (${said(error)}): export it before you leave.`;
      }
    }));
  }

  /** Another tab changed the pack too, so changes made here are stored as a separate pack from now on. */
  #beside(key: string, own: string): void {
    this.#moved.set(key, own);
    if (this.key !== key) return;
    this.key = own;
    kept.set("open", own);
    if (!this.#lies.has(this.files)) shelf.draft(own, this.files);
    this.note = "This pack was changed in another tab too: what you make here is kept beside it, as a pack of its own.";
  }

  /** A first pack from a template. */
  async #fresh(game: string, name: string): Promise<void> {
    const wish = ++this.#wish;
    try {
      const made = await bench.call("pack/new", { game, name }, 60_000);
      // If something else was opened meanwhile, it stays open.
      if (wish === this.#wish) this.#take(made.files as Files);
    } catch (error) {
      this.error = said(error);
    }
  }

  /** Opens files in the workshop: of a pack stored under a key, or of a new one. */
  #take(files: Files, key: string = crypto.randomUUID(), changed = 0): void {
    this.#wish += 1;
    void this.#keep();
    this.files = files;
    this.key = key;
    if (changed) {
      this.#seen.set(key, changed);
      this.#lies.add(files);
    } else {
      shelf.draft(key, files);
      void this.#keep();
    }
    this.path = "cards.toml" in files ? "cards.toml" : Object.keys(files).find((path) => path.endsWith(".toml") && path !== "pack.toml") ?? Object.keys(files)[0] ?? "";
    this.checked = null;
    this.cards = [];
    this.verdicts = null;
    this.sound = null;
    this.trying = null;
    this.note = "";
    this.gone = null;
    kept.set("open", key);
    this.#look();
    void this.#lookUp();
  }

  /** Loads the words of the game, for completion. */
  async #lookUp(): Promise<void> {
    const game = gameOf(this.files);
    if (this.#wordsOf === game) return;
    this.lexicon = null;
    try {
      const { files } = await bench.call("pack/new", { game, name: "Words", editor: true }, 60_000);
      const schema = Object.entries(files).find(([path]) => path.endsWith("-cards.json"))?.[1];
      const definitions = Object.entries(files).find(([path]) => path.endsWith(".d.rhai"))?.[1];
      this.#words = { toml: schema ? schemaWords(JSON.parse(schema)) : [], rhai: [...(await moments(game)), ...(definitions ? scriptWords(definitions) : [])] };
      this.lexicon = lexiconOf(files as Files);
      this.#wordsOf = game;
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
    return fileOf(one, idOf(this.files));
  }

  /** After every change: a draft is written at once, the pack is stored soon, and then checked. */
  #changed(path?: string): void {
    if (this.key) shelf.draft(this.key, this.files, path);
    this.#keepSoon();
    this.#look();
  }

  #look(): void {
    this.checking = true;
    this.judging = true;
    this.#check();
    this.#judge();
  }

  #edited(text: string): void {
    if (text === this.files[this.path]) return;
    this.files = { ...this.files, [this.path]: text };
    this.#changed(this.path);
  }

  get #pack() {
    return asPack(this.files, idOf(this.files));
  }

  /** If a pack takes too long, its worker is ended and a message says so; the page continues. */
  #trouble(error: unknown): void {
    this.error = error instanceof Error && error.name === "TimeLimit" ? "This pack takes too long: it was stopped. Change it, and it is tried again." : said(error);
  }

  async #checkNow(): Promise<void> {
    const round = ++this.#round;
    const { files } = this;
    const from = performance.now();
    try {
      const checked = await bench.call("pack/check", { packs: [this.#pack] });
      if (round !== this.#round) return;
      this.took = performance.now() - from;
      this.checked = checked;
      this.error = "";
      const id = idOf(this.files);
      const sound = await soundOf(files, checked, id, (left) => bench.call("pack/check", { packs: [asPack(left, id)] }));
      if (round !== this.#round) return;
      if (!sound) {
        this.sound = null;
        return;
      }
      const found = await bench.call("pack/text", { game: gameOf(this.files), packs: [asPack(sound.files, id)] });
      if (round !== this.#round) return;
      // The last valid state of a broken card is still shown, marked as old.
      const out = new Set(sound.out.map((one) => `${id}:${one}`));
      this.cards = [...found.cards.filter((card) => card.pack === id), ...this.cards.filter((card) => out.has(card.id))];
      this.sound = sound;
      if (!this.cards.some((card) => card.id === this.card) && !out.has(this.card)) this.card = this.cards[0]?.id ?? "";
      this.#judge();
      if (this.tab === "odds") void this.#oddsNow();
    } catch (error) {
      if (round === this.#round) this.#trouble(error);
    } finally {
      if (files === this.files) this.checking = false;
    }
  }

  async #judgeNow(): Promise<void> {
    const { files, sound } = this;
    try {
      const verdicts = await bench.call("pack/test", { packs: [asPack(sound && !this.checking ? sound.files : files, idOf(files))] });
      if (files === this.files) this.verdicts = verdicts;
    } catch (error) {
      if (files !== this.files) return;
      this.verdicts = null;
      if (!(error instanceof Error && "code" in error)) this.#trouble(error);
    } finally {
      if (files === this.files) this.judging = false;
    }
  }

  async #oddsNow(): Promise<void> {
    this.odds = null;
    try {
      this.odds = await bench.call("pack/odds", { game: gameOf(this.files), packs: [asPack(this.sound?.files ?? this.files, idOf(this.files))], cards: [this.card] });
    } catch (error) {
      this.odds = said(error);
    }
  }

  get #shown(): CardText | undefined {
    return this.cards.find((card) => card.id === this.card);
  }

  /** The card whose block or script contains the cursor. */
  #cursor(line: number): void {
    const here = cardsAt(this.files, this.path, line).at(-1);
    if (here && here !== this.#cardId) this.card = `${idOf(this.files)}:${here}`;
  }

  #new(event: Event): void {
    const game = (event.target as HTMLSelectElement).value;
    if (!game) return;
    (event.target as HTMLSelectElement).value = "";
    const ids = new Set([idOf(this.files), ...this.packs.map((one) => one.id)]);
    let name = "My Pack";
    for (let next = 2; ids.has(idFrom(name)); next += 1) name = `My Pack ${next}`;
    void this.#fresh(game, name);
  }

  #import = async (event: Event) => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (!file) return;
    try {
      this.#take(unpack(new Uint8Array(await file.arrayBuffer())));
    } catch (error) {
      this.error = `${file.name}: ${said(error)}`;
    }
    input.value = "";
  };

  /** Deletes the open pack; it can be restored until something else is opened. */
  async #throwAway(): Promise<void> {
    const { files, key } = this;
    const name = idOf(files);
    await this.#keep();
    this.key = "";
    await shelf.remove(key);
    await this.#listPacks();
    if (!(await this.#open(this.packs[0]?.key ?? ""))) await this.#fresh("moon-bots", "My Pack");
    this.gone = { what: `${name} was thrown away.`, back: () => this.#take({ ...files }) };
  }

  async #export(): Promise<void> {
    const id = idOf(this.files);
    try {
      download(`${id}.cwpack`, await packed(this.files, id), "application/zip");
    } catch (error) {
      this.note = said(error);
    }
  }

  async #share(): Promise<void> {
    let address;
    try {
      address = `${location.origin}${location.pathname}#/workshop/p=${link(this.files)}`;
    } catch (error) {
      this.note = said(error);
      return;
    }
    history.replaceState(null, "", address);
    await navigator.clipboard?.writeText(address).catch(() => {});
    this.note = `The link is in the address bar (${address.length} letters) and, where the browser allows it, copied.`;
  }

  /** Adds a file to the pack and opens it. */
  #put(path: string, text: string): void {
    this.files = { ...this.files, [path]: text };
    this.path = path;
    this.#changed();
  }

  #addFile(): void {
    const input = this.querySelector<HTMLInputElement>("#new-file")!;
    const path = input.value.trim();
    if (!/^[\w-]+(\/[\w.-]+)*\.(toml|rhai|md)$/.test(path) || path in this.files) {
      this.note = path in this.files ? `There is a file ${path} already.` : "Write a path such as scripts/my-card.rhai or rulings/my-card.md.";
      return;
    }
    input.value = "";
    this.note = "";
    this.#put(path, "");
  }

  #addCard(event: Event): void {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const name = form.querySelector<HTMLInputElement>("#card-name")!;
    const start = startsOf(this.files, this.lexicon)[form.querySelector<HTMLSelectElement>("#card-kind")!.selectedIndex];
    if (!start) return;
    const says = form.querySelector<HTMLTextAreaElement>("#card-text")!;
    const called = name.value.trim();
    const made = withCard(this.files, start, called, says.value.trim());
    says.value = "";
    name.value = "";
    this.files = made.files;
    this.path = made.path;
    this.card = `${idOf(this.files)}:${made.id}`;
    this.tab = "card";
    this.note = `The form on the right says what ${called} does; its code is beside the form.`;
    this.#changed();
    void this.updateComplete.then(() => this.#editor?.goto(made.path.endsWith(".rhai") ? 2 : Infinity));
  }

  #removeFile(): void {
    const { [this.path]: text, ...rest } = this.files;
    const path = this.path;
    this.files = rest;
    this.path = Object.keys(rest).sort()[0] ?? "";
    this.gone = { what: `${path} was removed.`, back: () => this.#put(path, text ?? "") };
    this.#changed();
  }

  #tree(): TemplateResult {
    const wrong = new Set((this.checked?.diagnostics ?? []).map((one) => this.#inPack(one)));
    return html`<nav class="tree" aria-label="Files of the pack"><ul>${Object.keys(this.files).filter((path) => !path.startsWith(".")).sort().map((path) => html`<li><button type="button" class="quiet file" aria-pressed=${path === this.path}
        @click=${() => (this.path = path)}>${wrong.has(path) ? html`<span class="bad" title="has problems">●</span>` : nothing}${path}</button></li>`)}</ul>
      <details class="add-card" ?open=${innerWidth > 900}><summary>A new card</summary><form class="stack" aria-label="A new card" @submit=${(event: Event) => this.#addCard(event)}>
        <label>Name<input id="card-name" placeholder="Shakedown" required maxlength="60"></label>
        <label>What it says<textarea id="card-text" rows="3" placeholder="Choose an opponent. It …" maxlength="400"></textarea></label>
        <label>Kind<select id="card-kind">${startsOf(this.files, this.lexicon).map((one) => html`<option>${one.title}</option>`)}</select></label>
        <button class="small" id="add-card">Begin it</button></form></details>
      <details><summary class="small">Files</summary><div class="stack"><div class="row"><input id="new-file" aria-label="Path of a new file" placeholder="scripts/new.rhai" size="14"><button class="small" @click=${() => this.#addFile()}>Add</button></div>
        <button class="small quiet" ?disabled=${this.path === "pack.toml"} @click=${() => this.#removeFile()}>Remove ${this.path}</button></div></details></nav>`;
  }

  /** Opens a file at a line. */
  #goto(path: string, line: number): void {
    if (path in this.files) this.path = path;
    void this.updateComplete.then(() => this.#editor?.goto(line));
  }

  /** Writes the outcome into one ruling or into all. */
  async #writeRulings(only?: string): Promise<void> {
    const paths = Object.keys(this.files).filter((path) => path.startsWith("rulings/") && path.endsWith(".md") && (!only || path === only));
    try {
      const found = await bench.call("judge/write", { rulings: paths.map((name) => ({ name, text: this.files[name]! })), packs: [this.#pack] });
      const changed = found.rulings.filter((one) => one.changed);
      this.files = { ...this.files, ...Object.fromEntries(changed.map((one) => [one.name, one.text])) };
      this.note = changed.length ? `Written into ${changed.map((one) => one.name).join(", ")}. Read it: is it what you want?` : "There was nothing to write: mend what is said below first.";
      if (changed[0]) this.path = changed[0].name;
      this.#changed();
    } catch (error) {
      this.#trouble(error);
    }
  }

  /** Applies the fix that a problem suggests. */
  #fix(path: string, fix: Fix): void {
    this.files = { ...this.files, [path]: fixed(this.files[path] ?? "", fix) };
    this.path = path;
    this.#changed(path);
  }

  /** Accepts what the form wrote. */
  #formed(files: Files, path: string): void {
    this.files = files;
    // The changed code is shown next to the form.
    if (path in files) this.path = path;
    this.#changed();
    const place = placeOf(files[path] ?? "", this.#cardId);
    if (place) void this.updateComplete.then(() => this.#editor?.reveal(place.to));
  }

  /** Whether the displayed card is older than its files. */
  get #stale(): boolean {
    return this.checking || !this.sound || this.sound.out.includes(this.#cardId);
  }

  /** The chosen card's id in its pack. */
  get #cardId(): string {
    return this.card.replace(/^[^:]*:/, "");
  }

  /** The card files with their cards, broken or not. */
  get #cardList(): { id: string; path: string }[] {
    return Object.entries(this.files).filter(([path]) => path.endsWith(".toml") && path !== "pack.toml").flatMap(([path, text]) => cardsOf(text).map(({ id }) => ({ id, path })));
  }

  /** Tries the card that a ruling is about, in the ruling's position. */
  #tryRuling(path: string): void {
    const found = positionOf(this.files[path] ?? "");
    if (!found) {
      this.note = `${path} has no position that could be played.`;
      return;
    }
    this.trying = { ...found, name: path };
    this.tab = "try";
  }

  #problems(): TemplateResult {
    const found = this.checked?.diagnostics ?? [];
    const other = this.checked?.unplayable ?? [];
    return html`<section class="problems" aria-label="Problems" role="status" aria-busy=${this.checking}>
      ${this.error ? html`<p class="bad" role="alert">${this.error}</p>` : nothing}
      ${this.checked && !found.length && !other.length ? html`<p class="good">${icon("shield", 16)} No problem. ${this.cards.length} cards. <span class="muted small varies">checked in ${this.took.toFixed(0)} ms</span></p>` : nothing}
      ${this.sound?.out.length ? html`<p class="warn small" id="left-out">Left out until fixed: ${this.sound.out.join(", ")}. All other cards work: they are shown, tried and judged.</p>` : nothing}
      <ul>${found.map((one) => html`<li class=${one.severity === "error" ? "bad" : "warn"}><button type="button" class="link" @click=${() => this.#goto(this.#inPack(one), one.line ?? 1)}>${this.#inPack(one)}:${one.line ?? ""}</button> ${one.message}${one.help ? html` <span class="muted">${one.help}</span>` : nothing} <code>${one.code}</code>
        ${this.checking ? nothing : fixesOf(one, this.files[this.#inPack(one)] ?? "").map((fix) => html`<button type="button" class="small fix" @click=${() => this.#fix(this.#inPack(one), fix)}>${fix.title}</button>`)}</li>`)}
      ${other.map((one) => html`<li class="bad">${one}</li>`)}</ul></section>`;
  }

  #tabBody(): TemplateResult {
    const card = this.#shown;
    const pack = idOf(this.files);
    const listed = this.#cardList;
    const named = (id: string) => this.cards.find((one) => one.id === `${pack}:${id}`);
    const choose = html`<label>Card<select id="card" @change=${(event: Event) => {
      this.card = (event.target as HTMLSelectElement).value;
      if (this.tab === "odds") void this.#oddsNow();
    }}>${listed.map(({ id }) => html`<option .value=${`${pack}:${id}`} ?selected=${`${pack}:${id}` === this.card}>${named(id) ? cardName(named(id)!) : id}${this.sound?.out.includes(id) ? " (has a problem)" : ""}</option>`)}</select></label>`;
    const stale = this.#stale && !this.checking;
    const old = stale ? html`<p class="warn small" id="stale" role="status">${card ? "Shown as it was before the problem." : "It is shown once its problem is fixed."}</p>` : nothing;
    switch (this.tab) {
      case "card": {
        const place = listed.find((one) => one.id === this.#cardId);
        return html`${choose}${old}${card ? html`<div class=${this.#stale ? "card-live stale" : "card-live"} aria-busy=${this.checking}><div class="card-show">${cardArt(card)}</div>
            <div><p class="small muted">What it does, as the program understands it:</p><p class="generated">${card.text || html`<span class="muted">Its figures say it all.</span>`}</p></div></div>` : stale ? nothing : html`<p class="muted">${word("empty")}</p>`}
          ${place && this.lexicon ? html`<cw-card-form .files=${this.files} .lexicon=${this.lexicon} .path=${place.path} .card=${place.id}
            @files=${(event: CustomEvent<{ files: Files; path: string }>) => this.#formed(event.detail.files, event.detail.path)}></cw-card-form>` : nothing}`;
      }
      case "text": return html`${choose}${old}${card ? html`<div class=${this.#stale ? "stale" : ""}><h3>What it does</h3><p class="generated">${card.text}</p><h3>What its author says</h3>${Object.entries(card.texts).map(([code, text]) => html`<p><span class="badge">${code}</span> ${text}</p>`)}</div>` : nothing}`;
      case "odds": return html`${choose}${this.#oddsView()}`;
      case "rulings": return rulingsView(Object.keys(this.files), this.verdicts, this.judging, {
        open: (path) => this.#goto(path, 1), write: (path) => void this.#writeRulings(path), toTry: () => (this.tab = "try"), tryFrom: (path) => this.#tryRuling(path),
      });
      case "gaps": return html`<cw-gaps .files=${this.files} @goto=${(event: CustomEvent<{ path: string; line: number }>) => this.#goto(event.detail.path, event.detail.line)}></cw-gaps>`;
      case "try": return html`${choose}<cw-trial .files=${this.sound?.files ?? this.files} .card=${this.sound?.out.includes(this.#cardId) ? undefined : card} .from=${this.trying} @away=${() => (this.trying = null)} @ruling=${(event: CustomEvent<{ path: string; text: string }>) => {
        this.#put(event.detail.path, event.detail.text);
        this.tab = "rulings";
        this.note = `${event.detail.path} holds what you played. Read its outcome: is it what you want?`;
      }}></cw-trial>`;
      case "balance": return html`<cw-balance .files=${this.files}></cw-balance>`;
    }
  }

  #oddsView(): TemplateResult {
    if (typeof this.odds === "string") return html`<p class="muted">${this.odds}</p>`;
    const found = this.odds?.cards?.[0];
    if (!found) return html`<p class="muted">${word("thinking")}</p>`;
    return html`<table id="odds"><caption class="sr">${word("odds")}</caption><thead><tr><th>${word("dice")}</th><th>re-rolls</th><th>works with</th></tr></thead><tbody>${found.dice.map((one) => html`<tr><td>${one.dice}</td><td>${one.reroll}</td>
      <td><meter min="0" max="1" .value=${one.chance.decimal}></meter> ${(one.chance.decimal * 100).toFixed(1)} % <span class="muted small">${one.chance.num}/${one.chance.den}</span></td></tr>`)}</tbody></table>`;
  }

  override render() {
    return html`<div class="workshop">
      <div class="row shop-head"><h1 class="grow">${word("workshop")} <span class="muted mono small">${idOf(this.files)}</span></h1>
        <label><span class="sr">My packs</span><select id="my-packs" class="varies" @change=${(event: Event) => void this.#open((event.target as HTMLSelectElement).value)}>
          ${!this.key || this.packs.some((one) => one.key === this.key) ? nothing : html`<option .value=${this.key} selected>${idOf(this.files)}</option>`}
          ${this.packs.map((one) => html`<option .value=${one.key} ?selected=${one.key === this.key}>${one.id} · ${new Date(one.changed).toLocaleDateString()}</option>`)}</select></label>
        <label><span class="sr">New pack</span><select id="new-pack" @change=${(event: Event) => this.#new(event)}><option value="">New pack …</option><option value="moon-bots">Moon-Bots</option><option value="robot-empire">Robot Empire</option></select></label>
        <label class="button small">Import<input class="sr" type="file" accept=".cwpack,.zip" @change=${this.#import}></label>
        <button class="small" id="export" @click=${() => void this.#export()}>${icon("save", 16)}Export</button>
        <button class="small" id="share" @click=${() => void this.#share()}>Share</button>
        <button class="small quiet" id="throw-away" @click=${() => void this.#throwAway()}>Delete pack</button></div>
      ${this.unkept ? html`<p class="bad shop-note" role="alert">${this.unkept}</p>` : nothing}
      <p class="muted small shop-note" role="status">${this.gone ? html`${this.gone.what} <button type="button" class="link" id="bring-back" @click=${() => {
        this.gone!.back();
        this.gone = null;
      }}>Bring it back</button>` : this.note || "Change a number on the left and look at the right."}</p>
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

