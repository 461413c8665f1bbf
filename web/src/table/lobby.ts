// Before the table: which game, against whom, with which rules; saved games, and rooms of a server.
import { type TemplateResult, html, nothing } from "lit";
import type { Game, PackFiles, Save } from "cardwright/index.js";
import { icon, seatSign } from "../art/icons.js";
import { allGames, table, warm } from "../engine.js";
import { lastMatch } from "../store.js";
import { Plain, kept, said } from "../util.js";
import { word } from "../words.js";


/** What somebody wants to play. */
export interface Wish {
  game: string;
  seats: string[];
  options: Record<string, string>;
  seed?: number;
  packs?: PackFiles[];
}

export class Lobby extends Plain {
  static override properties = { games: { state: true }, chosen: { state: true }, players: { state: true }, bot: { state: true }, error: { state: true }, server: { state: true }, links: { state: true }, saved: { state: true }, people: { state: true }, copied: { state: true } };
  declare games: Game[];
  declare chosen: string;
  declare players: number;
  declare bot: string;
  declare error: string;
  /** Whether this page comes from a server with rooms. */
  declare server: boolean;
  declare links: { seat: number; who: string; link?: string }[];
  /** The room of these links, and the token of whoever made it. */
  made: { room: string; host: string } | null = null;
  /** How many people sit at a room's table; bots take the other seats. */
  declare people: number;
  /** The seat whose link was copied last. */
  declare copied: number;
  /** The match that was played last in this browser. */
  declare saved: Save | null;
  #options = new Map<string, string>();

  constructor() {
    super();
    this.games = [...allGames];
    this.chosen = kept.get("game", "moon-bots");
    this.players = 0;
    this.bot = "greedy";
    this.error = "";
    this.server = false;
    this.links = [];
    this.saved = null;
    this.people = 2;
    this.copied = -1;
  }

  override async connectedCallback(): Promise<void> {
    super.connectedCallback();
    void lastMatch.get().then((saved) => (this.saved = saved), () => {});
    void warm().catch((error: unknown) => (this.error = said(error)));
    this.server = await fetch("api/games").then((answer) => answer.ok && (answer.headers.get("content-type") ?? "").includes("json"), () => false);
  }

  get game(): Game | undefined {
    return this.games.find((game) => game.id === this.chosen) ?? this.games[0];
  }

  #begin(event: Event): void {
    event.preventDefault();
    const game = this.game;
    if (!game) return;
    this.error = "";
    kept.set("game", game.id);
    const seats = Array.from({ length: this.players || game.usual }, (_, seat) => (seat === 0 ? "human" : this.bot));
    const seed = (this.querySelector<HTMLInputElement>("#seed")?.value ?? "").trim();
    this.#wish({ game: game.id, seats, options: Object.fromEntries(this.#options), ...(seed ? { seed: Number(seed) } : {}) });
  }

  #wish(wish: Wish): void {
    this.dispatchEvent(new CustomEvent<Wish>("begin", { detail: wish, bubbles: true }));
  }

  #load = async (event: Event) => {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (!file) return;
    try {
      const save = JSON.parse(await file.text()) as Save;
      await table.call("match/load", { save }, 60_000).then((found) => table.call("match/close", { match: found.match }));
      this.dispatchEvent(new CustomEvent("open-save", { detail: save, bubbles: true }));
    } catch (error) {
      this.error = `${file.name}: ${said(error)}`;
    }
  };

  async #room(): Promise<void> {
    const game = this.game!;
    const players = this.players || game.usual;
    const [seconds = 0, increment = 0] = (this.querySelector<HTMLSelectElement>("#room-clock")?.value ?? "").split("+").map(Number);
    this.error = "";
    try {
      const asked = await fetch("api/rooms", { method: "POST", headers: { "content-type": "application/json" },
        body: JSON.stringify({ game: game.id, seats: Array.from({ length: players }, (_, seat) => (seat < this.people ? "human" : this.bot)), options: Object.fromEntries(this.#options), ...(seconds ? { clock: { seconds, increment } } : {}) }) });
      const made = await asked.json();
      if (!asked.ok) this.error = made.error?.message ?? String(asked.status);
      else {
        this.links = made.seats;
        this.made = { room: made.room, host: made.host };
      }
    } catch {
      this.error = word("serverAway");
    }
  }

  /** Ends the room for everybody in it. */
  async #closeRoom(): Promise<void> {
    const { room, host } = this.made!;
    const done = await fetch(`api/rooms/${encodeURIComponent(room)}`, { method: "DELETE", headers: { authorization: `Bearer ${host}` } }).then((answer) => answer.ok || answer.status === 404, () => false);
    this.error = done ? "" : word("serverAway");
    if (done) this.links = [];
  }

  async #copy(seat: number, link: string): Promise<void> {
    await navigator.clipboard?.writeText(addressOf(link)).then(() => (this.copied = seat), () => {});
  }

  #option(name: string, usual: string): TemplateResult {
    return html`<label>${name}<input .value=${this.#options.get(name) ?? usual} @change=${(event: Event) => {
      const value = (event.target as HTMLInputElement).value.trim();
      if (value === usual || !value) this.#options.delete(name);
      else this.#options.set(name, value);
    }}></label>`;
  }

  override render() {
    const game = this.game;
    const saved = this.saved;
    return html`<div class="page lobby">
      <h1>${word("newGame")}</h1>
      ${this.error ? html`<p class="bad" role="alert">${this.error}</p>` : nothing}
      ${saved ? html`<p class="panel row"><span class="grow">${this.games.find((one) => one.id === saved.game)?.title ?? saved.game}: ${saved.actions.length}</span>
        <button class="main" id="resume" @click=${() => this.dispatchEvent(new CustomEvent("open-save", { detail: saved, bubbles: true }))}>${icon("play", 18)}${word("resume")}</button></p>` : nothing}
      ${!this.games.length && !this.error ? html`<p class="muted" role="status">${word("thinking")}</p>` : nothing}
      <form @submit=${(event: Event) => this.#begin(event)}>
        <div class="game-cards" role="radiogroup" aria-label=${word("newGame")}>${this.games.map((one) => html`
          <label class=${`game-card ${one.id === game?.id ? "chosen" : ""}`}><input type="radio" name="game" .value=${one.id} .checked=${one.id === game?.id}
            @change=${() => { this.chosen = one.id; this.players = 0; this.#options.clear(); this.links = []; }}>
            <span class="game-sign" aria-hidden="true">${icon({ "moon-bots": "head", "robot-empire": "sword", "lunar-command": "moon" }[one.id] ?? "target", 30)}</span>
            <strong>${one.title}</strong><span class="small muted">${one.about}</span></label>`)}</div>
        ${game ? html`<div class="row lobby-line">
          <label>${word("players")}<select id="players" @change=${(event: Event) => (this.players = Number((event.target as HTMLSelectElement).value))}>
            ${game.players.map((many) => html`<option .value=${String(many)} ?selected=${many === (this.players || game.usual)}>${many}</option>`)}</select></label>
          <label>${word("against")}<select id="bot" @change=${(event: Event) => (this.bot = (event.target as HTMLSelectElement).value)}>
            ${game.bots.map((bot) => html`<option .value=${bot} ?selected=${bot === this.bot}>${bot}</option>`)}</select></label>
          <label>${word("seed")}<input id="seed" inputmode="numeric" pattern="[0-9]*" size="8"></label>
          <button class="main" id="begin" type="submit">${icon("play", 18)}${word("begin")}</button>
          ${this.server ? html`<span class="row together"><button type="button" id="room" @click=${() => void this.#room()}>${word("together")}</button>
            <label class="row">${word("people")}<select id="people" @change=${(event: Event) => (this.people = Number((event.target as HTMLSelectElement).value))}>${Array.from({ length: (this.players || game.usual) - 1 }, (_, at) => at + 2).map((many) => html`<option .value=${String(many)} ?selected=${many === this.people}>${many}</option>`)}</select></label>
            <label class="row">${word("clock")}<select id="room-clock"><option value="">${word("noClock")}</option>${["300+3", "600+5", "1800+10"].map((one) => html`<option .value=${one}>${Number(one.split("+")[0]) / 60} min + ${one.split("+")[1]} s</option>`)}</select></label></span>` : nothing}
        </div>
        ${this.links.length ? html`<ul class="panel stack" id="links">${this.links.map((one) => html`<li class="row"><svg width="16" height="16" viewBox="0 0 14 14" aria-hidden="true" class=${`seat${one.seat}`}>${seatSign(one.seat)}</svg>
            <span class="grow">${word("seat")} ${one.seat}${one.link ? "" : ` · ${one.who}`}</span>
            ${one.link ? html`<button type="button" class="small copy-link" @click=${() => void this.#copy(one.seat, one.link!)}>${this.copied === one.seat ? word("copied") : word("copyLink")}</button><a class="button small" href=${addressOf(one.link)}>${word("sitDown")}</a>` : nothing}</li>`)}
            <li class="row"><span class="grow small muted">${word("linksNote")} ${word("roomNote")}</span>
              <button type="button" class="small quiet" id="copy-watch" @click=${() => void this.#copy(0, `/#room=${this.made!.room}`)}>${this.copied === 0 ? word("copied") : word("watchLink")}</button>
              <button type="button" class="small quiet" id="close-room" @click=${() => void this.#closeRoom()}>${word("closeRoom")}</button></li></ul>` : nothing}
        <details><summary>${word("options")}</summary><div class="options">
          ${game.editions.length ? html`<label>${word("edition")}<select @change=${(event: Event) => {
            const value = (event.target as HTMLSelectElement).value;
            if (value) this.#options.set("edition", value);
            else this.#options.delete("edition");
          }}><option value="">—</option>${game.editions.map((one) => html`<option .value=${one}>${one}</option>`)}</select></label>` : nothing}
          ${Object.entries(game.options).map(([name, usual]) => this.#option(name, String(usual)))}</div></details>` : nothing}
      </form>
      <p><label>${word("load")}<input type="file" accept=".json,application/json" @change=${this.#load}></label></p>
    </div>`;
  }
}
customElements.define("cw-lobby", Lobby);

/** The whole address of a seat's link. */
const addressOf = (link: string): string => new URL(link.replace(/^\//, ""), location.href).href;
