// How much of the engine is here, while somebody waits for it.
import { type TemplateResult, html } from "lit";
import { arrived } from "../module.js";
import { word } from "../words.js";

export const fetching = (): TemplateResult => html`<div class="fetching" role="status"><p>${word("fetching")} ${arrived() < 1 ? `${Math.floor(arrived() * 100)} %` : ""}</p>
  ${arrived() < 1 ? html`<progress aria-label=${word("fetching")} max="1" .value=${arrived()}></progress>` : html`<progress aria-label=${word("fetching")}></progress>`}</div>`;
