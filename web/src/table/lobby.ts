// Before the table: which game, against whom, with which rules; saved games, and rooms of a server.
import { type TemplateResult, html, nothing } from "lit";
import type { Game, PackFiles, Save } from "cardwright/index.js";
import { icon, seatSign } from "../art/icons.js";
import { allGames, table, warm } from "../engine.js";
import { type MatchLabel, matches } from "../store.js";
import { Plain, kept, said } from "../util.js";
import { language, word } from "../words.js";
import { guides, minute } from "./guide.js";


/** What somebody wants to play. */
export interface Wish {
  game: string;
  seats: string[];
  options: Record<string, string>;
  seed?: number;
  packs?: PackFiles[];
}

/** A room that was made in this browser. */
interface Room {
  room: string;
  /** The token of whoever made it. */
  host: string;
  game: string;
  seats: { seat: number; who: string; link?: string }[];
}

/** So many rooms are remembered. */
const ROOMS = 8;

export class Lobby extends Plain {
  static override properties = { games: { state: true }, chosen: { state: true }, players: { state: true }, bot: { state: true }, error: { state: true }, server: { state: true }, rooms: { state: true }, saved: { state: true }, people: { state: true }, copied: { state: true } };
  declare games: Game[];
  declare chosen: string;
  declare players: number;
  declare bot: string;
  declare error: string;
  /** Whether this page comes from a server with rooms. */
  declare server: boolean;
  /** The rooms that were made in this browser, the newest first. */
  declare rooms: Room[];
  /** How many people sit at a room's table; bots take the other seats. */
  declare people: number;
  /** The link that was copied last. */
  declare copied: string;
  /** The matches that were played last in this browser. */
  declare saved: MatchLabel[];
  #options = new Map<string, string>();

  constructor() {
    super();
    this.games = [...allGames];
    this.chosen = kept.get("game", "moon-bots");
    this.players = 0;
    this.bot = "greedy";
    this.error = "";
    this.server = false;
    this.rooms = [];
    this.saved = [];
    this.people = 2;
    this.copied = "";
  }

  override async connectedCallback(): Promise<void> {
    super.connectedCallback();
    void this.#list();
    void warm().catch((error: unknown) => (this.error = said(error)));
    this.server = await fetch("api/games").then((answer) => answer.ok && (answer.headers.get("content-type") ?? "").includes("json"), () => false);
    if (this.server) await this.#findRooms();
  }

  async #list(): Promise<void> {
    this.saved = await matches.list().catch(() => []);
  }

  async #forget({ key }: MatchLabel): Promise<void> {
    await matches.remove(key).catch(() => {});
    await this.#list();
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
    const own = Number(this.querySelector<HTMLSelectElement>("#seat")?.value ?? 0);
    const seats = Array.from({ length: this.players || game.usual }, (_, seat) => (seat === own ? "human" : this.bot));
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
        this.#remember([{ room: made.room, host: made.host, game: game.id, seats: made.seats }, ...this.rooms].slice(0, ROOMS));
      }
    } catch {
      this.error = word("serverAway");
    }
  }

  /** Ends the room for everybody in it. */
  async #closeRoom({ room, host }: Room): Promise<void> {
    const done = await fetch(`api/rooms/${encodeURIComponent(room)}`, { method: "DELETE", headers: { authorization: `Bearer ${host}` } }).then((answer) => answer.ok || answer.status === 404, () => false);
    this.error = done ? "" : word("serverAway");
    if (done) this.#remember(this.rooms.filter((one) => one.room !== room));
  }

  #remember(rooms: Room[]): void {
    this.rooms = rooms;
    kept.set("rooms", rooms);
  }

  /** The rooms that are there still. */
  async #findRooms(): Promise<void> {
    const rooms = kept.get<Room[]>("rooms", []);
    const there = await Promise.all(rooms.map(({ room }) => fetch(`api/rooms/${encodeURIComponent(room)}`).then((answer) => answer.status !== 404, () => true)));
    this.#remember(rooms.filter((_, at) => there[at]));
  }

  async #copy(link: string): Promise<void> {
    await navigator.clipboard?.writeText(addressOf(link)).then(() => (this.copied = link), () => {});
  }

  #title(game: string): string {
    return this.games.find((one) => one.id === game)?.title ?? game;
  }

  /** A room with the link of each seat. */
  #roomLinks(made: Room): TemplateResult {
    const copy = (link: string, text: string, look: string) => html`<button type="button" class=${`small ${look}`} @click=${() => void this.#copy(link)}>${this.copied === link ? word("copied") : text}</button>`;
    return html`<section class="panel stack links" aria-label=${`${word("room")}: ${this.#title(made.game)}`}><h2>${word("room")}: ${this.#title(made.game)}</h2><ul class="stack">
      ${made.seats.map(({ seat, who, link }) => html`<li class="row"><svg width="16" height="16" viewBox="0 0 14 14" aria-hidden="true" class=${`seat${seat}`}>${seatSign(seat)}</svg>
        <span class="grow">${word("seat")} ${seat}${link ? "" : ` · ${who}`}</span>
        ${link ? html`${copy(link, word("copyLink"), "copy-link")}<a class="button small" href=${addressOf(link)}>${word("sitDown")}</a>` : nothing}</li>`)}
      <li class="row"><span class="grow small muted">${word("linksNote")} ${word("roomNote")}</span>
        ${copy(`/#room=${made.room}`, word("watchLink"), "quiet copy-watch")}
        <button type="button" class="small quiet close-room" @click=${() => void this.#closeRoom(made)}>${word("closeRoom")}</button></li></ul></section>`;
  }

  #savedMatch(one: MatchLabel): TemplateResult {
    const when = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
    const about = `${this.#title(one.game)}, ${one.seats.length} ${word("players")}`;
    return html`<li class="row"><span class="grow">${about} <span class="small muted varies">${one.changed ? when.format(one.changed) : ""}</span></span>
      <button class="small resume" aria-label=${`${word("resume")}: ${about}`} @click=${() => this.dispatchEvent(new CustomEvent<MatchLabel>("resume", { detail: one, bubbles: true }))}>${icon("play", 16)}${word("resume")}</button>
      <button class="small quiet forget" aria-label=${`${word("forget")}: ${about}`} @click=${() => void this.#forget(one)}>${icon("close", 16)}</button></li>`;
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
    return html`<div class="page lobby">
      <h1>${word("newGame")}</h1>
      ${this.error ? html`<p class="bad" role="alert">${this.error}</p>` : nothing}
      ${this.saved.length ? html`<section class="panel stack" aria-labelledby="saved-head"><h2 id="saved-head">${word("saved")}</h2>
        <ul class="stack" id="saved">${this.saved.map((one) => this.#savedMatch(one))}</ul></section>` : nothing}
      ${this.rooms.map((one) => this.#roomLinks(one))}
      ${!this.games.length && !this.error ? html`<p class="muted" role="status">${word("thinking")}</p>` : nothing}
      <form @submit=${(event: Event) => this.#begin(event)}>
        <div class="game-cards" role="radiogroup" aria-label=${word("newGame")}>${this.games.map((one) => html`
          <label class=${`game-card ${one.id === game?.id ? "chosen" : ""}`}><input type="radio" name="game" .value=${one.id} .checked=${one.id === game?.id}
            @change=${() => { this.chosen = one.id; this.players = 0; this.#options.clear(); }}>
            <span class="game-sign" aria-hidden="true">${icon({ "moon-bots": "head", "robot-empire": "sword", "lunar-command": "moon" }[one.id] ?? "target", 30)}</span>
            <strong>${one.title}</strong><span class="small muted">${one.about}</span>${guides[one.id] ? html`<span class="small muted">${guides[one.id]!.minutes} ${word("minutes")}</span>` : nothing}</label>`)}</div>
        ${game ? html`<div class="row lobby-line">
          <label>${word("players")}<select id="players" @change=${(event: Event) => (this.players = Number((event.target as HTMLSelectElement).value))}>
            ${game.players.map((many) => html`<option .value=${String(many)} ?selected=${many === (this.players || game.usual)}>${many}</option>`)}</select></label>
          <label>${word("against")}<select id="bot" @change=${(event: Event) => (this.bot = (event.target as HTMLSelectElement).value)}>
            ${game.bots.map((bot) => html`<option .value=${bot} ?selected=${bot === this.bot}>${bot === "easy" || bot === "medium" || bot === "hard" ? word(bot) : bot}</option>`)}</select></label>
          <label>${word("yourSeat")}<select id="seat">${Array.from({ length: this.players || game.usual }, (_, at) => html`<option .value=${String(at)}>${at + 1}</option>`)}</select></label>
          <button class="main" id="begin" type="submit">${icon("play", 18)}${word("begin")}</button>
          ${this.server ? html`<span class="row together"><button type="button" id="room" @click=${() => void this.#room()}>${word("together")}</button>
            <label class="row">${word("people")}<select id="people" @change=${(event: Event) => (this.people = Number((event.target as HTMLSelectElement).value))}>${Array.from({ length: (this.players || game.usual) - 1 }, (_, at) => at + 2).map((many) => html`<option .value=${String(many)} ?selected=${many === this.people}>${many}</option>`)}</select></label>
            <label class="row">${word("clock")}<select id="room-clock"><option value="">${word("noClock")}</option>${["300+3", "600+5", "1800+10"].map((one) => html`<option .value=${one}>${Number(one.split("+")[0]) / 60} min + ${one.split("+")[1]} s</option>`)}</select></label></span>` : nothing}
        </div>
        ${guides[game.id] ? html`<details class="panel how"><summary>${word("minute")}: ${game.title}</summary>${minute(game.id)}</details>` : nothing}
        <details id="more"><summary>${word("more")}: ${word("options")}</summary><div class="options">
          <label>${word("seed")}<input id="seed" inputmode="numeric" pattern="[0-9]*" size="8"></label>
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
