// The frame of the page: navigation and appearance.
import { html, nothing, svg } from "lit";
import "./style.css";
import "./table.css";
import "./table/empire.css";
import "./tools.css";
import { icon } from "./art/icons.js";
import "./table/page.js";
import "./rules/page.js";
import { compiled } from "./module.js";
import { type Pace, pace, paces, sound } from "./show.js";
import { Plain, kept } from "./util.js";
import { type Language, language, languages, speak, word } from "./words.js";

type Place = "play" | "workshop" | "judge" | "rules";
const places: Place[] = ["play", "workshop", "judge", "rules"];

/** The target of the address: `#/rules/MB-4.1`, or `#room=…` of an invitation. */
function placeNow(): { place: Place; rest: string } {
  const [, first = "", ...rest] = location.hash.split("/");
  return { place: places.find((one) => one === first) ?? "play", rest: rest.join("/") };
}

function dress(): void {
  const theme = kept.get("theme", "system");
  const root = document.documentElement;
  if (theme === "system") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", theme);
  root.toggleAttribute("data-still", kept.get("still", false));
  root.lang = language();
}

class App extends Plain {
  static override properties = { place: { state: true }, rest: { state: true }, ready: { state: true } };
  declare place: Place;
  declare rest: string;
  declare ready: Set<Place>;

  constructor() {
    super();
    this.ready = new Set();
    this.#go();
    window.addEventListener("hashchange", () => this.#go());
    dress();
  }

  #go(): void {
    const { place, rest } = placeNow();
    this.place = place;
    this.rest = rest;
    if (place === "workshop") void import("./workshop/page.js").then(() => this.#loaded(place));
    if (place === "judge") void import("./judge/page.js").then(() => this.#loaded(place));
  }

  #loaded(place: Place): void {
    this.ready = new Set([...this.ready, place]);
  }

  #body() {
    switch (this.place) {
      case "play": return nothing;
      case "rules": return html`<cw-rules .at=${this.rest}></cw-rules>`;
      case "workshop": return this.ready.has("workshop") ? html`<cw-workshop .shared=${this.rest}></cw-workshop>` : html`<p class="page muted">${word("thinking")}</p>`;
      case "judge": return this.ready.has("judge") ? html`<cw-judge .shared=${this.rest}></cw-judge>` : html`<p class="page muted">${word("thinking")}</p>`;
    }
  }

  #settings() {
    return html`<dialog id="settings" aria-labelledby="settings-head">
      <div class="sheet-head"><h2 id="settings-head">${word("settings")}</h2>
        <button class="quiet" aria-label=${word("close")} @click=${() => this.querySelector<HTMLDialogElement>("#settings")!.close()}>${icon("close")}</button></div>
      <div class="stack">
        <label>${word("language")}<select id="language" @change=${(event: Event) => {
          speak((event.target as HTMLSelectElement).value as Language);
          this.#redraw();
        }}>${Object.entries(languages).map(([code, [name]]) => html`<option .value=${code} ?selected=${code === language()}>${name}</option>`)}</select></label>
        <label>${word("theme")}<select id="theme" @change=${(event: Event) => {
          kept.set("theme", (event.target as HTMLSelectElement).value);
          dress();
        }}>${(["system", "light", "dark"] as const).map((one) => html`<option .value=${one} ?selected=${kept.get("theme", "system") === one}>${word(one)}</option>`)}</select></label>
        <label>${word("pace")}<select id="pace" @change=${(event: Event) => kept.set("pace", (event.target as HTMLSelectElement).value)}>
          ${(Object.keys(paces) as Pace[]).map((one) => html`<option .value=${one} ?selected=${one === pace()}>${word(one)}</option>`)}</select></label>
        <label>${word("yourName")}<input id="name" maxlength="20" .value=${kept.get("name", "")} @change=${(event: Event) => kept.set("name", (event.target as HTMLInputElement).value.trim())}></label>
        <label class="row"><input type="checkbox" id="sounds" .checked=${kept.get("sound", false)} @change=${(event: Event) => {
          kept.set("sound", (event.target as HTMLInputElement).checked);
          sound("buy");
        }}>${word("sounds")}</label>
        <label class="row"><input type="checkbox" id="still" .checked=${kept.get("still", false)} @change=${(event: Event) => {
          kept.set("still", (event.target as HTMLInputElement).checked);
          dress();
        }}>${word("still")}</label>
      </div></dialog>`;
  }

  /** Redraws everything, for another language. */
  #redraw(): void {
    document.querySelectorAll("*").forEach((one) => {
      if (one instanceof Plain) one.requestUpdate();
    });
  }

  override render() {
    return html`<a class="sr skip" href="#main" @click=${(event: Event) => {
        event.preventDefault();
        this.querySelector<HTMLElement>("main")!.focus();
      }}>Skip to the content</a>
      <header class="top"><a class="brand" href="#/play"><svg viewBox="0 0 32 32" aria-hidden="true">${svg`<rect x="3" y="2" width="26" height="28" rx="5" class="brand-card"/><rect x="9" y="9" width="14" height="11" rx="3" fill="#fff"/><circle cx="13" cy="14.5" r="1.8" class="brand-card"/><circle cx="19" cy="14.5" r="1.8" class="brand-card"/><path d="M16 9V5M12 24h8" stroke="#fff" stroke-width="2" stroke-linecap="round"/>`}</svg>Cardwright</a>
        <nav aria-label="Cardwright">${places.map((place) => html`<a href=${`#/${place}`} aria-current=${place === this.place ? "page" : nothing}>${word(place)}</a>`)}</nav>
        <span class="grow"></span>
        <button class="quiet" id="open-settings" aria-label=${word("settings")} @click=${() => this.querySelector<HTMLDialogElement>("#settings")!.showModal()}>${icon("gear")}</button></header>
      <main tabindex="-1"><cw-play ?hidden=${this.place !== "play"}></cw-play>${this.#body()}</main>${this.#settings()}`;
  }
}
customElements.define("cw-app", App);

// Start loading the engine before it is needed; a room uses the engine of its server.
if (!location.hash.startsWith("#room")) void compiled().catch(() => {}).finally(keepPage);
else keepPage();

/** Stores the page's files for the next visit, after everything for this one is loaded. */
function keepPage(): void {
  if (import.meta.env.PROD) void navigator.serviceWorker?.register("sw.js").catch(() => {});
}
