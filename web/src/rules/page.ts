// The rules book and the register of open questions, with search.
import { html, nothing } from "lit";
import { minute } from "../table/guide.js";
import { Plain } from "../util.js";
import { word } from "../words.js";
import { type Book, type Section, book, gameOf } from "./book.js";
import { markdown } from "./markdown.js";

const games: [string, string][] = [["moon-bots", "Moon-Bots"], ["robotory", "Robotory"], ["lunar-command", "Lunar Command"], ["robot-empire", "Robot Empire"]];

export class RulesPage extends Plain {
  static override properties = { at: { attribute: false }, game: { state: true }, books: { state: true }, search: { state: true } };
  declare at: string;
  declare game: string;
  declare books: Book[];
  declare search: string;

  constructor() {
    super();
    this.at = "";
    this.game = "moon-bots";
    this.books = [];
    this.search = "";
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("at")) this.game = gameOf(this.at) ?? games.find(([id]) => id === this.at)?.[0] ?? this.game;
    if (changed.has("at") || changed.has("game")) void this.#load();
  }

  async #load(): Promise<void> {
    const found = await Promise.all([book(this.game), book(this.game, true)]);
    this.books = found.filter((one) => one !== null);
    await this.updateComplete;
    const place = this.at && this.querySelector(`#${CSS.escape(`c-${this.at}`)}`);
    if (place) place.scrollIntoView({ block: "start" });
  }

  #goto = (event: Event) => {
    const cite = (event.target as Element).closest<HTMLElement>("[data-cite]")?.dataset["cite"];
    if (!cite) return;
    this.search = "";
    location.hash = `#/rules/${cite}`;
  };

  #matches(section: Section): boolean {
    const wanted = this.search.trim().toLowerCase();
    const text = `${section.id} ${section.title} ${section.text}`.toLowerCase();
    return wanted.split(/\s+/).every((one) => text.includes(one));
  }

  override render() {
    const found = this.books.flatMap((one) => one.sections.filter((section) => !this.search.trim() || (section.id && this.#matches(section))));
    return html`<div class="page rules" @click=${this.#goto}>
      <div class="row rules-head"><h1 class="grow">${word("rules")}</h1>
        <label><span class="sr">Game</span><select id="rules-game" @change=${(event: Event) => (location.hash = `#/rules/${(event.target as HTMLSelectElement).value}`)}>
          ${games.map(([id, title]) => html`<option .value=${id} ?selected=${id === this.game}>${title}</option>`)}</select></label>
        <label><span class="sr">Search</span><input type="search" id="rules-search" placeholder="weapon refill, MB-7 …" .value=${this.search}
          @input=${(event: Event) => (this.search = (event.target as HTMLInputElement).value)}></label></div>
      ${this.search.trim() ? html`<p class="muted small" role="status">${found.length} clauses</p>` : nothing}
      ${this.search.trim() ? nothing : html`<section class="panel" aria-label=${word("minute")}><h2>${word("minute")}</h2>${minute(this.game)}</section>`}
      ${found.map((section) => (section.id
        ? html`<article id=${`c-${section.id}`} class=${section.id === this.at ? "here" : ""}><h3><a class="mono" href=${`#/rules/${section.id}`}>${section.id}</a> ${section.title}</h3><div class="prose">${markdown(section.text)}</div></article>`
        : html`<section><h2>${section.title}</h2><div class="prose muted">${markdown(section.text)}</div></section>`))}
    </div>`;
  }
}
customElements.define("cw-rules", RulesPage);
