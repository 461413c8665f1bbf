// Sheets over the table: a clause, a card, or a line of a card's file.
import { html, nothing } from "lit";
import type { CardText } from "cardwright/index.js";
import { cardName, cardWords } from "../art/card.js";
import { icon } from "../art/icons.js";
import { type Section, clause, isClause, officialFile } from "../rules/book.js";
import { markdown } from "../rules/markdown.js";
import { Plain } from "../util.js";
import { word } from "../words.js";

/** The data that a page needs to open citations. */
export interface Known {
  game: string;
  cards: Map<string, CardText>;
  /** The files of packs that are not official, by path. */
  files?: Map<string, string>;
}

/** A dialog for looking things up. `show` opens it for a citation or a card. */
export class Sheet extends Plain {
  static override properties = { title: { state: true }, body: { state: true } };
  declare title: string;
  declare body: unknown;

  constructor() {
    super();
    this.title = "";
    this.body = nothing;
  }

  /** Opens with a title and a text. */
  show(title: string, body: unknown): void {
    this.title = title;
    this.body = body;
    void this.updateComplete.then(() => {
      const dialog = this.querySelector("dialog")!;
      if (!dialog.open) dialog.showModal();
      dialog.scrollTop = 0;
    });
  }

  /** Opens a clause, or the line of a card's file. */
  async cite(cite: string, known: Known): Promise<void> {
    if (isClause(cite)) {
      const found = await clause(cite);
      this.show(cite, found ? this.#clause(found) : html`<p>${word("empty")}</p>`);
      return;
    }
    const place = /^(.*?):(\d+)(?::(\d+))?$/.exec(cite);
    const path = place?.[1] ?? cite;
    const at = Number(place?.[2] ?? 0);
    const inside = path.replace(/^[^/]*\/(?=scripts\/|rulings\/)/, "");
    const text = known.files?.get(path) ?? known.files?.get(inside) ?? (await officialFile(known.game, path))
      ?? (await officialFile(known.game, path.replace(`${known.game}/`, "")));
    this.show(cite, text === null ? html`<p>The file is not at hand.</p>` : this.#file(text, at));
  }

  /** Opens a card. */
  card(id: string, known: Known): void {
    const card = known.cards.get(id);
    if (card) this.show(cardName(card), cardWords(card));
  }

  #clause(found: Section): unknown {
    return html`<h3>${found.title}</h3><div class="prose">${markdown(found.text)}</div>
      <p><a href=${`#/rules/${found.id}`} @click=${() => this.querySelector("dialog")?.close()}>Read on in the rules book</a></p>`;
  }

  #file(text: string, at: number): unknown {
    const rows = text.split("\n");
    const from = Math.max(0, at - 9);
    return html`<pre class="scroll source" tabindex="0">${rows.slice(from, at + 8).map((row, place) =>
      html`<span class=${from + place + 1 === at ? "here" : ""}><span class="number">${from + place + 1}</span>${row}\n</span>`)}</pre>`;
  }

  override render() {
    return html`<dialog aria-labelledby="sheet-title" @click=${(event: MouseEvent) => {
      if (event.target === event.currentTarget) (event.currentTarget as HTMLDialogElement).close();
    }}><div class="sheet-head"><h2 id="sheet-title">${this.title}</h2>
      <button class="quiet" aria-label=${word("close")} @click=${() => this.querySelector("dialog")!.close()}>${icon("close")}</button></div>
      <div class="stack">${this.body}</div></dialog>`;
  }
}
customElements.define("cw-sheet", Sheet);
