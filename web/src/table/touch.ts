// A thing on the table that may be touched.
import { type TemplateResult, html } from "lit";
import type { Play } from "../play.js";

/**
 * A button that looks like the thing it is. Its state is shown by outline and elevation, and described for screen
 * readers.
 */
export function touchable(play: Play, target: string, label: string, body: unknown, kind = ""): TemplateResult {
  const state = play.state(target);
  const says = state === "may" ? `${label}: may be chosen` : state === "picked" ? `${label}: chosen` : label;
  return html`<button type="button" class=${`thing ${kind} ${state}`} data-target=${target}
    aria-pressed=${state === "picked"} @click=${() => void play.touch(target)}><span class="sr">${says}</span><span class="face" aria-hidden="true">${body}</span></button>`;
}
