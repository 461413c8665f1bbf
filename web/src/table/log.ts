// The log, with the newest line at the bottom and a subtle link to the citation in each line. Past turns are collapsed.
import { type TemplateResult, html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { Line } from "cardwright/index.js";
import type { Play } from "../play.js";
import { Plain } from "../util.js";
import { word } from "../words.js";

/** The number of lines shown at once; earlier ones are shown on request. */
const MOST = 240;

/** A line with its number. */
interface Told {
  line: Line;
  at: number;
}

export class Log extends Plain {
  static override properties = { play: { attribute: false }, lines: { attribute: false }, fresh: { type: Number }, all: { state: true } };
  declare play: Play | undefined;
  declare lines: Line[];
  declare fresh: number;
  declare all: boolean;

  constructor() {
    super();
    this.lines = [];
    this.fresh = 0;
    this.all = false;
  }

  /** Whether the reader has scrolled up: then no lines are collapsed. */
  #reading = false;
  /** The line from which turns are expanded. */
  #open = 0;

  override willUpdate(): void {
    if (!this.#reading) this.#open = this.fresh;
  }

  #said(line: Line): string {
    return this.play?.say(line.text) ?? line.text;
  }

  #cites(line: Line): TemplateResult[] {
    return line.cites.map((cite) => html`<button type="button" class="link cite" data-cite=${cite}>${cite}</button> `);
  }

  #line({ line, at }: Told): TemplateResult {
    return html`${guard([line, at >= this.fresh], () => html`<p class=${at >= this.fresh ? "fresh" : ""}>${this.#said(line)} ${this.#cites(line)}</p>`)}`;
  }

  /** A turn: complete if it is news or the newest; otherwise its first line, which can be expanded. */
  #turn(turn: Told[], newest: boolean): TemplateResult {
    const [head, ...rest] = turn as [Told, ...Told[]];
    if (!rest.length) return html`<div class="turn">${this.#line(head)}</div>`;
    return html`<details class="turn" ?open=${newest || turn.at(-1)!.at >= this.#open}><summary>${this.#said(head.line)} <span class="muted small">${rest.length}</span></summary>
      <div class="cites">${this.#cites(head.line)}</div>${repeat(rest, (one) => one.at, (one) => this.#line(one))}</details>`;
  }

  override render() {
    const from = this.all ? 0 : Math.max(0, this.lines.length - MOST);
    const turns: Told[][] = [];
    this.lines.slice(from).forEach((line, nth) => {
      const one = { line, at: from + nth };
      if (this.play?.face.repeated?.(line, this.lines[one.at + 1])) return;
      if (!turns.length || this.play?.face.turn(line)) turns.push([one]);
      else turns.at(-1)!.push(one);
    });
    return html`<h3 id="log-head">${word("log")}</h3>
      <div class="log-lines" tabindex="0" role="log" aria-labelledby="log-head" aria-live="polite" @scroll=${(event: Event) => (this.#reading = (event.target as Element).scrollTop < -8)}><div>
        ${from ? html`<button class="small quiet" @click=${() => (this.all = true)}>… ${from}</button>` : nothing}
        ${repeat(turns, (turn) => turn[0]!.at, (turn, nth) => this.#turn(turn, nth === turns.length - 1))}
      </div></div>`;
  }
}
customElements.define("cw-log", Log);
