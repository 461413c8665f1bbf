// What a pack's rulings do not notice: cards are changed on purpose, one number or one condition at a time.
import { type TemplateResult, html, nothing } from "lit";
import type { Mutations } from "cardwright/index.js";
import { bench } from "../engine.js";
import { Plain, said } from "../util.js";
import { type Files, asPack, idOf } from "./pack.js";

/** `goto` has the file and the line of a change. */
export class Gaps extends Plain {
  static override properties = { files: { attribute: false }, found: { state: true }, at: { state: true }, error: { state: true }, of: { state: true } };
  declare files: Files;
  declare found: Mutations | null;
  /** The progress: the number of changes tried, and of all changes. */
  declare at: [number, number] | null;
  declare error: string;
  /** The files that were searched. */
  declare of: Files | null;
  #stop: AbortController | null = null;

  constructor() {
    super();
    this.found = null;
    this.at = null;
    this.error = "";
    this.of = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.abort();
  }

  async #look(): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    this.found = null;
    this.error = "";
    this.at = [0, 0];
    const files = this.files;
    try {
      const found = await bench.client.call("pack/mutate", { packs: [asPack(files, idOf(files))] }, {
        signal: stop.signal, progress: ({ done, changes = 0 }) => (this.at = [done, changes]),
      });
      this.found = found;
      this.of = files;
    } catch (error) {
      const help = (error as { data?: { help?: string } }).data?.help;
      if (!stop.signal.aborted) this.error = `${said(error)}${help ? `: ${help}` : ""}`;
    }
    this.at = null;
  }

  #list(found: Mutations): TemplateResult {
    const missed = found.changes.filter((one) => !one.noticed_by);
    const name = `${idOf(this.files)}/`;
    return html`<p id="gaps-found" role="status" class=${missed.length ? "warn" : "good"}>${found.changes.length} changes tried: ${found.noticed} noticed${missed.length ? html`, <b>${found.unnoticed} not</b>` : ""}.</p>
      ${this.of !== this.files ? html`<p class="muted small">The pack was changed since.</p>` : nothing}
      ${missed.length ? html`<p class="small muted">Nothing in your rulings would tell if a card were changed so. A ruling about it closes the gap.</p>` : nothing}
      <ul class="gaps">${missed.map((one) => {
        const path = one.file.startsWith(name) ? one.file.slice(name.length) : one.file;
        return html`<li><button type="button" class="link" @click=${() => this.dispatchEvent(new CustomEvent("goto", { detail: { path, line: one.line } }))}>${path}:${one.line}</button>
          <b>${one.card.replace(/^[^:]*:/, "")}</b> ${one.change}</li>`;
      })}</ul>`;
  }

  override render() {
    return html`<div class="stack"><p class="small muted">Every number of your cards goes up and down by one, every condition is left out, and your rulings are played.
        What none of them notices, they do not say.</p>
      ${this.at ? html`<div class="row"><progress max=${this.at[1] || 1} value=${this.at[0]} aria-label="changes tried"></progress><span class="small muted">${this.at[0]} of ${this.at[1] || "…"}</span>
          <button class="small" id="gaps-stop" @click=${() => this.#stop?.abort()}>Stop</button></div>`
        : html`<button class="main" id="gaps" @click=${() => void this.#look()}>Look for gaps</button>`}
      ${this.error ? html`<p class="bad" role="alert">${this.error}</p>` : nothing}
      ${this.found ? this.#list(this.found) : nothing}</div>`;
  }
}
customElements.define("cw-gaps", Gaps);
