// Games between bots with and without a pack.
import { type TemplateResult, html, nothing } from "lit";
import type { Report } from "cardwright/index.js";
import { bench } from "../engine.js";
import { Plain, said } from "../util.js";
import { type Files, asPack, gameOf, idOf } from "./pack.js";

/** The number of games on each side. */
const GAMES = 2000;

export class Balance extends Plain {
  static override properties = { files: { attribute: false }, reports: { state: true }, at: { state: true }, error: { state: true } };
  declare files: Files;
  declare reports: Report[];
  declare at: number | null;
  declare error: string;
  #stop: AbortController | null = null;

  constructor() {
    super();
    this.reports = [];
    this.at = null;
    this.error = "";
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.abort();
  }

  async #play(): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    this.reports = [];
    this.error = "";
    this.at = 0;
    const game = gameOf(this.files);
    const run = (packs: ReturnType<typeof asPack>[], before: number) => bench.client.call("simulate/run", { game, bot: "greedy", games: GAMES, packs }, {
      signal: stop.signal, progress: ({ done }) => (this.at = before + done),
    });
    try {
      this.reports = [await run([asPack(this.files, idOf(this.files))], 0)];
      this.reports = [...this.reports, await run([], GAMES)];
    } catch (error) {
      if (!stop.signal.aborted) this.error = said(error);
    }
    this.at = null;
  }

  #bars(report: Report, title: string): TemplateResult {
    return html`<h3>${title}</h3><table class="bars"><caption class="sr">${title}</caption><tbody>${report.wins.map((wins, seat) => {
      const [low, high] = wilson(wins, report.games);
      return html`<tr><td>seat ${seat + 1}</td><td><meter min="0" max="1" .value=${wins / report.games}></meter></td><td>${((wins / report.games) * 100).toFixed(1)} % <span class="muted small">${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)}</span></td></tr>`;
    })}</tbody></table><p class="small muted">${report.games} games, ${(report.turns / report.games).toFixed(1)} turns each, bot ${report.bot}</p>`;
  }

  override render() {
    return html`<div class="stack"><p class="small muted">${GAMES.toLocaleString("en")} games of the greedy bot with the pack, and as many without it. Intervals hold the true share with 95 % confidence.</p>
      ${this.at === null ? html`<button class="main" id="balance" @click=${() => void this.#play()}>Play them</button>`
        : html`<div class="row"><progress max=${2 * GAMES} value=${this.at} aria-label="games played"></progress><button class="small" @click=${() => this.#stop?.abort()}>Stop</button></div>`}
      ${this.error ? html`<p class="bad" role="alert">${this.error}</p>` : nothing}
      ${this.reports.map((one, at) => this.#bars(one, at ? "Official cards alone" : "With this pack"))}</div>`;
  }
}
customElements.define("cw-balance", Balance);

/** The 95 % confidence interval of a share (Wilson). */
function wilson(wins: number, games: number): [number, number] {
  const z = 1.96;
  const share = wins / games;
  const middle = share + (z * z) / (2 * games);
  const half = z * Math.sqrt((share * (1 - share)) / games + (z * z) / (4 * games * games));
  const below = 1 + (z * z) / games;
  return [(middle - half) / below, (middle + half) / below];
}
