// What happened, newest at the foot, each line with its citation as a quiet link.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { Line } from "cardwright/index.js";
import type { Play } from "../play.js";
import { Plain } from "../util.js";
import { word } from "../words.js";

/** Lines shown at once; earlier ones come on request. */
const MOST = 120;

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

  override render() {
    const from = this.all ? 0 : Math.max(0, this.lines.length - MOST);
    const shown = this.lines.slice(from).map((line, at) => ({ line, at: from + at }));
    return html`<h3 id="log-head">${word("log")}</h3>
      <div class="log-lines" tabindex="0" role="log" aria-labelledby="log-head" aria-live="polite"><div>
        ${from ? html`<button class="small quiet" @click=${() => (this.all = true)}>… ${from}</button>` : nothing}
        ${repeat(shown, (one) => one.at, ({ line, at }) => guard([line, at >= this.fresh], () => html`<p class=${`${at >= this.fresh ? "fresh" : ""} ${this.play?.face.turn(line) ? "begins" : ""}`}>${this.play?.say(line.text) ?? line.text}
          ${line.cites.map((cite) => html`<button type="button" class="link cite" data-cite=${cite}>${cite}</button> `)}</p>`))}
      </div></div>`;
  }
}
customElements.define("cw-log", Log);
