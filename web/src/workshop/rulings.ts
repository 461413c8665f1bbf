// The rulings of a pack: which ones hold, and the differences in the others.
import { type TemplateResult, html, nothing } from "lit";
import type { Verdicts } from "cardwright/index.js";

/** The actions in the list of rulings. */
interface Doors {
  /** Opens a file. */
  open(path: string): void;
  /** Writes the outcome into a ruling. */
  write(path: string): void;
  /** Tries the card in a ruling's position. */
  tryFrom(path: string): void;
  /** Opens the place where a card is tried. */
  toTry(): void;
}

/** The rulings of a pack with their results; `old` means that the pack has changed since. */
export function rulingsView(paths: string[], verdicts: Verdicts | null, old: boolean, doors: Doors): TemplateResult {
  const none = !paths.some((path) => path.startsWith("rulings/"));
  if (none) return html`<p class="muted">No ruling yet. Play the card <b>by hand</b> under <button type="button" class="link" @click=${() => doors.toTry()}>Try it</button> and keep what you played: that is one.</p>`;
  if (!verdicts) return html`<p class="muted">The rulings are run once the pack has no problem.</p>`;
  return html`<p class=${verdicts.good ? "good" : "bad"} id="rulings-good" role="status" aria-busy=${old}>${verdicts.good ? "Every ruling holds." : "Not every ruling holds."}</p>
    ${verdicts.verdicts.map((one) => html`<div class="ruling"><details ?open=${one.finding !== "holds"}><summary><span class=${one.finding === "holds" ? "good" : "bad"}>${one.finding === "holds" ? "✓" : "✗"}</span> ${one.title || one.name}</summary>
      <div class="row"><button type="button" class="small" @click=${() => doors.open(one.name ?? "")}>Open ${one.name}</button>
        ${one.finding === "differs" ? html`<button type="button" class="small write-ruling" @click=${() => doors.write(one.name ?? "")}>Write the result</button>` : nothing}</div>
      ${one.faults.map((fault) => html`<p class="bad small">${one.name}:${fault.line}: ${fault.message} <span class="muted">${fault.help}</span></p>`)}
      ${one.cases.map((each) => html`${each.faults.map((fault) => html`<p class="bad small">${fault.line}: ${fault.message} <span class="muted">${fault.help}</span></p>`)}
        ${each.unexpected.map((fault) => html`<p class="bad small">${fault.line}: ${fault.action}: ${fault.message} ${fault.help}</p>`)}
        <pre class="scroll diff" tabindex="0">${each.changes.map((change) => html`<span class=${`d-${change.kind}`}>${change.kind === "same" ? "  " : change.kind === "missing" ? "- " : "+ "}${change.text}\n</span>`)}</pre>`)}
    </details><button type="button" class="small try-ruling" @click=${() => doors.tryFrom(one.name ?? "")}>Try it from here</button></div>`)}`;
}
