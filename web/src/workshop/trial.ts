// A table to try a card: against bots, or by hand with every seat and every die. The game can become a ruling.
import { html, nothing } from "lit";
import type { CardText, Save } from "cardwright/index.js";
import { icon } from "../art/icons.js";
import { cardName } from "../art/card.js";
import { LocalChair, bench } from "../engine.js";
import { type Given, narrowed, written } from "../judge/ruling.js";
import { Plain, said } from "../util.js";
import { type Files, asPack, gameOf, idOf } from "./pack.js";
import { rulingNumber, rulingPath, scriptOf, tryOut } from "./starts.js";

/** `ruling` has the path and the text of a new ruling. */
export class Trial extends Plain {
  static override properties = { files: { attribute: false }, card: { attribute: false }, from: { attribute: false }, chair: { state: true }, byHand: { state: true }, given: { state: true }, error: { state: true }, of: { state: true } };
  declare files: Files;
  declare card: CardText | undefined;
  /** The position of a ruling in which to try the card. */
  declare from: { position: string; players: number; name: string } | null;
  declare chair: LocalChair | null;
  /** Whether one person answers for everyone. */
  declare byHand: boolean;
  declare given: Given[];
  declare error: string;
  /** The pack as used at the table. */
  declare of: Files | null;

  constructor() {
    super();
    this.from = null;
    this.chair = null;
    this.byHand = false;
    this.given = [];
    this.error = "";
    this.of = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.chair?.close();
    this.chair = null;
  }

  override updated(changed: Map<string, unknown>): void {
    // The position of a ruling is played by hand at once, because its outcome was found that way.
    if (changed.has("from") && this.from) void this.#sit(true);
  }

  async #sit(byHand: boolean): Promise<void> {
    const { card, files } = this;
    const game = gameOf(files);
    this.chair?.close();
    this.chair = null;
    this.error = "";
    this.given = [];
    this.byHand = byHand;
    const { from } = this;
    const position = from?.position ?? (card && tryOut(card, game, scriptOf(files, card)));
    const players = from?.players || (game === "moon-bots" ? 4 : 2);
    const seats = ["human", ...Array.from({ length: players - 1 }, () => "greedy")];
    try {
      // By hand, one person answers for all, so no questions are needed to hide what a player holds.
      const alone = { players, by_hand: true, options: { ask: "when-playable" } };
      const begun = await bench.call("match/new", {
        game, packs: [asPack(files, idOf(files))], ...(position ? { position } : {}), ...(byHand ? alone : { seats }),
      });
      const packs = [{ id: idOf(files), version: "", digest: "", files: Object.entries(files) }] as never as Save["packs"];
      this.chair = new LocalChair(bench, begun.match, byHand ? "host" : 1, game, begun.seats, { packs });
      this.of = files;
    } catch (error) {
      this.error = said(error);
    }
  }

  async #write(): Promise<void> {
    const { card, files } = this;
    if (!card) return;
    const game = gameOf(files);
    try {
      const packs = [asPack(files, idOf(files))];
      const id = card.id.replace(/^[^:]*:/, "");
      const name = cardName(card);
      // Only what the card did, not how the table got there.
      const about = await narrowed(bench, {
        title: `${name} does what it says`, number: rulingNumber(files), id, source: "the card",
        game, players: this.chair!.seats.length, position: this.from?.position ?? tryOut(card, game, scriptOf(this.of ?? files, card)) ?? "", given: this.given, refused: [],
      }, packs, (line) => line.text.includes(name) || line.cites.some((cite) => cite.includes(`scripts/${id}.rhai`)));
      const text = await written(bench, about, packs);
      this.dispatchEvent(new CustomEvent("ruling", { detail: { path: rulingPath(files, card.id), text } }));
    } catch (error) {
      this.error = said(error);
    }
  }

  override render() {
    const stale = this.of && this.of !== this.files;
    return html`<div class="stack">
      <div class="row"><button class="main" id="try" @click=${() => void this.#sit(false)}>${icon("play", 18)}Against bots</button>
        <button id="try-by-hand" @click=${() => void this.#sit(true)}>By hand</button>
        <span class="small muted grow">By hand you answer for everybody, the dice too, and can keep what you played as a ruling.</span></div>
      ${this.from ? html`<p class="small" id="try-from">From the position of ${this.from.name}. <button type="button" class="link" @click=${() => {
        this.dispatchEvent(new CustomEvent("away"));
        this.chair?.close();
        this.chair = null;
      }}>Use the usual position</button></p>` : nothing}
      ${!this.card && !this.from ? html`<p class="small warn">This card has a problem: fix it to try it.</p>` : nothing}
      ${stale ? html`<p class="small warn">The pack was changed since: begin again to try it as it is now.</p>` : nothing}
      ${this.error ? html`<p class="bad" role="alert">${this.error}</p>` : nothing}
      ${this.chair && this.byHand && this.given.length ? html`<p class="row panel"><span class="grow small">${this.given.length} ${this.given.length === 1 ? "answer" : "answers"} given.</span>
        <button id="keep-ruling" ?disabled=${stale} @click=${() => void this.#write()}>Keep as a ruling</button></p>` : nothing}
      ${this.chair ? html`<cw-table compact .chair=${this.chair} .files=${new Map(Object.entries(this.files))}
        @answered=${(event: CustomEvent<Given>) => (this.given = [...this.given, event.detail])} @taken=${(event: CustomEvent<number>) => (this.given = this.given.slice(0, Math.max(0, this.given.length - event.detail)))}></cw-table>` : nothing}</div>`;
  }
}
customElements.define("cw-trial", Trial);
