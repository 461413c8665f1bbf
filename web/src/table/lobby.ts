// The lobby: choose a game, opponents and rules; saved games and rooms of a server.
import { type TemplateResult, html, nothing } from "lit";
import type { Game, PackFiles, Save } from "cardwright/index.js";
import { guard } from "lit/directives/guard.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { repeat } from "lit/directives/repeat.js";
import { scene } from "../art/scenes.js";
import { icon, seatSign } from "../art/icons.js";
import { allGames, table, warm } from "../engine.js";
import { type MatchLabel, matches } from "../store.js";
import { USUAL_BOT } from "../opening.js";
import { Plain, kept, said } from "../util.js";
import { language, word } from "../words.js";
import { type RuleQuestion, ruleQuestions } from "../rules/register.js";
import { guides, minute } from "./guide.js";
import { type JoinedRoom, type MadeRoom, addressOf, joined, made, makeRoom, namesIn } from "./my-rooms.js";

/** The choices for a new match. */
export interface Wish {
  game: string;
  seats: string[];
  options: Record<string, string>;
  seed?: number;
  packs?: PackFiles[];
  /** Names of the people at this screen, by seat. */
  names?: Record<number, string>;
}

export class Lobby extends Plain {
  static override properties = { games: { state: true }, chosen: { state: true }, players: { state: true }, bot: { state: true }, error: { state: true }, server: { state: true }, rooms: { state: true }, mine: { state: true }, saved: { state: true }, here: { state: true }, questions: { state: true }, people: { state: true }, copied: { state: true }, picture: { state: true } };
  declare games: Game[];
  declare chosen: string;
  declare players: number;
  declare bot: string;
  declare error: string;
  /** Whether this page comes from a server with rooms. */
  declare server: boolean;
  /** The rooms made in this browser, the newest first. */
  declare rooms: MadeRoom[];
  /** The rooms in which somebody took a seat in this browser. */
  declare mine: JoinedRoom[];
  /** The number of people who share this screen. */
  declare here: number;
  /** The open questions of the chosen game's rules. */
  declare questions: RuleQuestion[];
  /** The number of people in a room; bots take the other seats. */
  declare people: number;
  /** The last copied link. */
  declare copied: string;
  /** The link that is shown as a picture, and the picture. */
  declare picture: { link: string; svg: string } | null;
  /** The matches last played in this browser. */
  declare saved: MatchLabel[];
  #options = new Map<string, string>();

  constructor() {
    super();
    this.games = [...allGames];
    this.chosen = kept.get("game", "moon-bots");
    this.players = 0;
    this.bot = USUAL_BOT;
    this.error = "";
    this.server = false;
    this.rooms = [];
    this.mine = [];
    this.saved = [];
    this.people = 2;
    this.here = 1;
    this.questions = [];
    this.copied = "";
    this.picture = null;
  }

  override async connectedCallback(): Promise<void> {
    super.connectedCallback();
    void this.#list();
    void warm().catch((error: unknown) => (this.error = said(error)));
    this.#prepare();
    this.server = await fetch("api/games").then((answer) => answer.ok && (answer.headers.get("content-type") ?? "").includes("json"), () => false);
    if (this.server) await this.#findRooms();
  }

  /** Fetches the opening of the chosen game on a first visit; later the engine is there at once. */
  #prepare(): void {
    if (!navigator.serviceWorker?.controller) void table.prepare(this.chosen);
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
    const many = this.players || game.usual;
    const people = this.#peopleHere(own, many);
    const seats = Array.from({ length: many }, (_, seat) => (people.includes(seat) ? "human" : this.bot));
    const names = Object.fromEntries(people.flatMap((seat) => {
      const name = this.querySelector<HTMLInputElement>(`#name-${seat}`)?.value.trim();
      return name ? [[seat + 1, name]] : [];
    }));
    const seed = (this.querySelector<HTMLInputElement>("#seed")?.value ?? "").trim();
    this.#wish({ game: game.id, seats, options: Object.fromEntries(this.#options), ...(people.length > 1 ? { names } : {}), ...(seed ? { seed: Number(seed) } : {}) });
  }

  /** The seats of the people at this screen: the chosen one and those after it. */
  #peopleHere(own: number, many: number): number[] {
    return Array.from({ length: Math.min(this.here, many) }, (_, nth) => (own + nth) % many).sort((one, other) => one - other);
  }

  /** The open questions of the rules, loaded when they are opened. */
  async #ask(game: string): Promise<void> {
    const found = await ruleQuestions(game).catch(() => []);
    if (this.game?.id === game) this.questions = found;
  }

  /** A question that the rules leave open, with its answers as choices. */
  #question(one: RuleQuestion): TemplateResult {
    const chosen = this.#options.get(one.option) ?? one.usual;
    return html`<fieldset class="rule-question"><legend>${one.title} <a class="cite" href=${`#/rules/${one.id}`}>${one.id}</a></legend>
      ${one.choices.map(({ value, meaning }) => html`<label class="row"><input type="radio" name=${`option-${one.option}`} .value=${value} .checked=${value === chosen} @change=${() => this.#set(one.option, value, one.usual)}>
        <span>${meaning}${value === one.usual ? html` <span class="muted">(${word("ourRule")})</span>` : nothing}</span></label>`)}</fieldset>`;
  }

  #set(option: string, value: string, usual: string): void {
    if (!value || value === usual) this.#options.delete(option);
    else this.#options.set(option, value);
  }

  #choose(game: string): void {
    this.chosen = game;
    this.#prepare();
    this.players = 0;
    this.here = 1;
    this.#options.clear();
    this.questions = [];
    if (this.querySelector<HTMLDetailsElement>("#house-rules")?.open) void this.#ask(game);
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
      const seats = Array.from({ length: players }, (_, seat) => (seat < this.people ? "human" : this.bot));
      await makeRoom({ game: game.id, seats, options: Object.fromEntries(this.#options), ...(seconds ? { clock: { seconds, increment } } : {}) });
      this.rooms = made.all();
    } catch (error) {
      this.error = said(error);
    }
  }

  /** Ends the room for everybody in it. */
  async #closeRoom({ room, host }: MadeRoom): Promise<void> {
    const done = await fetch(`api/rooms/${encodeURIComponent(room)}`, { method: "DELETE", headers: { authorization: `Bearer ${host}` } }).then((answer) => answer.ok || answer.status === 404, () => false);
    this.error = done ? "" : word("serverAway");
    if (done) this.#remember(this.rooms.filter((one) => one.room !== room));
  }

  #remember(rooms: MadeRoom[]): void {
    this.rooms = rooms;
    made.keep(rooms);
  }

  /** The rooms that still exist. */
  async #findRooms(): Promise<void> {
    const there = async <T extends { room: string }>(rooms: T[]): Promise<T[]> => {
      const found = await Promise.all(rooms.map(({ room }) => fetch(`api/rooms/${encodeURIComponent(room)}`).then((answer) => answer.status !== 404, () => true)));
      return rooms.filter((_, at) => found[at]);
    };
    const [own, mine] = await Promise.all([there(made.all()), there(joined.all())]);
    this.#remember(own);
    this.mine = mine;
    joined.keep(mine);
  }

  /** Sets the name of a player in a room, which becomes part of every link. */
  #rename(room: MadeRoom, seat: number, name: string): void {
    this.#remember(this.rooms.map((one) => (one.room === room.room ? { ...one, names: { ...one.names, [seat]: name.trim() } } : one)));
  }

  async #copy(link: string, names?: Record<number, string>): Promise<void> {
    await navigator.clipboard?.writeText(addressOf(link, names)).then(() => (this.copied = link), () => {});
  }

  async #qr(link: string, names?: Record<number, string>): Promise<void> {
    if (this.picture?.link === link) return void (this.picture = null);
    const { qr } = await import("./qr.js");
    this.picture = { link, svg: qr(addressOf(link, names)) };
  }

  #title(game: string): string {
    return this.games.find((one) => one.id === game)?.title ?? game;
  }

  /** A room with the link of each seat. */
  #roomLinks(made: MadeRoom): TemplateResult {
    const copy = (link: string, text: string, look: string) => html`<button type="button" class=${`small ${look}`} @click=${() => void this.#copy(link, made.names)}>${this.copied === link ? word("copied") : text}</button>`;
    // A player who sat down here resumes there; otherwise, the first free seat is suggested.
    const hash = this.mine.find(({ room }) => room === made.room)?.hash;
    const token = new URLSearchParams(hash?.slice(1)).get("token");
    const own = token ? made.seats.find(({ link }) => link?.includes(token)) : made.seats.find(({ link }) => link);
    return html`<section class="panel stack links" aria-label=${`${word("room")}: ${this.#title(made.game)}`}>
      <div class="row"><h2 class="grow">${word("room")}: ${this.#title(made.game)}</h2>
        <button type="button" class="small quiet close-room" @click=${() => void this.#closeRoom(made)}>${icon("close", 16)}${word("closeRoom")}</button></div>
      <p class="small muted">${word("linksNote")} ${word("roomNote")}</p>
      <ul class="stack">
      ${made.seats.map(({ seat, who, link }) => html`<li class=${`row ${link ? "seat-line" : ""}`}><svg width="16" height="16" viewBox="0 0 14 14" aria-hidden="true" class=${`seat${seat}`}>${seatSign(seat)}</svg>
        ${link ? html`<input class="room-name" maxlength="20" aria-label=${`${word("playerName")} ${seat}`} placeholder=${`${word("playerName")} ${seat}`} .value=${made.names?.[seat] ?? ""} @change=${(event: Event) => this.#rename(made, seat, (event.target as HTMLInputElement).value)}>
        <span class="row seat-links"><a class=${`button small ${seat === own?.seat ? "main" : ""}`} href=${addressOf(link, made.names)}>${word(token && seat === own?.seat ? "resume" : "sitDown")}</a>${copy(link, word("copyLink"), "copy-link")}
          <button type="button" class="small quiet show-qr" aria-pressed=${this.picture?.link === link} aria-label=${`QR: ${word("seat")} ${seat}`} @click=${() => void this.#qr(link, made.names)}>QR</button></span>` : html`<span>${word("seat")} ${seat} · ${who}</span>`}</li>
        ${link && this.picture?.link === link ? html`<li><div class="qr lit" role="img" aria-label=${`QR: ${word("seat")} ${seat}`}>${unsafeHTML(this.picture.svg)}</div></li>` : nothing}`)}
      <li class="row">${icon("eye", 16)}<span class="grow">${word("spectators")}</span>${copy(`/#room=${made.room}`, word("copyLink"), "copy-watch")}</li></ul></section>`;
  }

  #savedMatch(one: MatchLabel): TemplateResult {
    const when = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
    const about = `${this.#title(one.game)}, ${one.seats.length} ${word("players")}`;
    return html`<li class="row"><span class="grow">${about} <span class="small muted varies">${one.changed ? when.format(one.changed) : ""}</span></span>
      <button class="small resume" aria-label=${`${word("resume")}: ${about}`} @click=${() => this.dispatchEvent(new CustomEvent<MatchLabel>("resume", { detail: one, bubbles: true }))}>${icon("play", 16)}${word("resume")}</button>
      <button class="small quiet forget" aria-label=${`${word("forget")}: ${about}`} @click=${() => void this.#forget(one)}>${icon("close", 16)}</button></li>`;
  }

  #option(name: string, usual: string): TemplateResult {
    return html`<label>${name.replaceAll("_", " ")}<input .value=${this.#options.get(name) ?? usual} @change=${(event: Event) => this.#set(name, (event.target as HTMLInputElement).value.trim(), usual)}></label>`;
  }

  /** The people at this screen, each with a name. */
  #names(many: number): TemplateResult {
    const own = Number(this.querySelector<HTMLSelectElement>("#seat")?.value ?? 0);
    return html`<div class="row" id="names">${this.#peopleHere(own, many).map((seat) => html`<label class="row"><svg width="16" height="16" viewBox="0 0 14 14" aria-hidden="true" class=${`seat${seat + 1}`}>${seatSign(seat + 1)}</svg>
      <span class="sr">${word("playerName")} ${seat + 1}</span><input id=${`name-${seat}`} maxlength="20" placeholder=${`${word("playerName")} ${seat + 1}`}></label>`)}</div>`;
  }

  override render() {
    const game = this.game;
    // A room made here is shown with its links.
    const others = this.mine.filter(({ room }) => !this.rooms.some((one) => one.room === room));
    return html`<div class="page lobby">
      <h1>${word("newGame")}</h1>
      ${this.error ? html`<p class="bad" role="alert">${this.error}</p>` : nothing}
      ${this.saved.length ? html`<section class="panel stack" aria-labelledby="saved-head"><h2 id="saved-head">${word("saved")}</h2>
        <ul class="stack" id="saved">${this.saved.map((one) => this.#savedMatch(one))}</ul></section>` : nothing}
      ${this.rooms.map((one) => this.#roomLinks(one))}
      ${others.length ? html`<section class="panel stack" aria-labelledby="mine-head"><h2 id="mine-head">${word("myRooms")}</h2><ul class="stack" id="my-rooms">${others.map((one) => html`<li class="row"><span class="grow">${this.#title(one.game)} <span class="small muted">${Object.values(namesIn(new URLSearchParams(one.hash.slice(1)).get("names"))).join(", ")}</span></span>
        <a class="button small" href=${one.hash}>${word("resume")}</a></li>`)}</ul></section>` : nothing}
      ${!this.games.length && !this.error ? html`<p class="muted" role="status">${word("thinking")}</p>` : nothing}
      <form @submit=${(event: Event) => this.#begin(event)}>
        <div class="game-cards" role="radiogroup" aria-label=${word("newGame")}>${this.games.map((one) => html`
          <label class=${`game-card ${one.id === game?.id ? "chosen" : ""}`}><input type="radio" name="game" .value=${one.id} .checked=${one.id === game?.id}
            @change=${() => this.#choose(one.id)}>
            <span class="game-sign" aria-hidden="true">${guard([one.id], () => scene(one.id))}</span>
            <strong>${one.title}</strong><span class="small muted about">${one.about}</span>${guides[one.id] ? html`<span class="small muted">${guides[one.id]!.minutes} ${word("minutes")}</span>` : nothing}</label>`)}</div>
        ${game ? html`<div class="row lobby-line">
          <label>${word("players")}<select id="players" @change=${(event: Event) => (this.players = Number((event.target as HTMLSelectElement).value))}>
            ${game.players.map((many) => html`<option .value=${String(many)} ?selected=${many === (this.players || game.usual)}>${many}</option>`)}</select></label>
          <label>${word("against")}<select id="bot" @change=${(event: Event) => (this.bot = (event.target as HTMLSelectElement).value)}>
            ${[...game.bots.slice(-3), ...game.bots.slice(0, -3)].map((bot) => html`<option .value=${bot} ?selected=${bot === this.bot}>${bot === "easy" || bot === "medium" || bot === "hard" ? word(bot) : bot}</option>`)}</select></label>
          <label>${word("yourSeat")}<select id="seat" @change=${() => this.requestUpdate()}>${Array.from({ length: this.players || game.usual }, (_, at) => html`<option .value=${String(at)}>${at + 1}</option>`)}</select></label>
          <label>${word("here")}<select id="here" @change=${(event: Event) => (this.here = Number((event.target as HTMLSelectElement).value))}>${Array.from({ length: this.players || game.usual }, (_, at) => at + 1).map((many) => html`<option .value=${String(many)} ?selected=${many === this.here}>${many} ${word(many === 1 ? "person" : "people")}</option>`)}</select></label>
          <button class="main" id="begin" type="submit">${icon("play", 18)}${word("begin")}</button>
          ${this.server ? html`<fieldset class="row together"><legend class="sr">${word("withOthers")}</legend>
            <label>${word("peopleInRoom")}<select id="people" @change=${(event: Event) => (this.people = Number((event.target as HTMLSelectElement).value))}>${Array.from({ length: (this.players || game.usual) - 1 }, (_, at) => at + 2).map((many) => html`<option .value=${String(many)} ?selected=${many === this.people}>${many}</option>`)}</select></label>
            <label>${word("clock")}<select id="room-clock"><option value="">${word("noClock")}</option>${["300+3", "600+5", "1800+10"].map((one) => html`<option .value=${one}>${Number(one.split("+")[0]) / 60} min + ${one.split("+")[1]} s</option>`)}</select></label>
            <button type="button" id="room" @click=${() => void this.#room()}>${icon("share", 18)}${word("together")}</button></fieldset>` : nothing}
        </div>
        ${this.here > 1 ? this.#names(this.players || game.usual) : nothing}
        ${guides[game.id] ? html`<details class="panel how"><summary>${word("minute")}: ${game.title}</summary>${minute(game.id)}</details>` : nothing}
        <details class="panel how" id="house-rules" @toggle=${(event: Event) => (event.target as HTMLDetailsElement).open && void this.#ask(game.id)}><summary>${word("houseRules")}</summary>
          ${game.editions.length ? html`<label class="row">${word("edition")}<select @change=${(event: Event) => this.#set("edition", (event.target as HTMLSelectElement).value, "")}><option value="">${word("ourRule")}</option>${game.editions.map((one) => html`<option .value=${one}>${one}</option>`)}</select></label>` : nothing}
          <div class="rule-questions">${repeat(this.questions, (one) => `${game.id} ${one.id}`, (one) => this.#question(one))}</div></details>
        <details class="panel how" id="more"><summary>${word("more")}</summary><div class="options">
          <label>${word("seed")}<input id="seed" inputmode="numeric" pattern="[0-9]*" size="8"></label>
          ${repeat(Object.entries(game.options).filter(([name]) => name !== "edition" && !this.questions.some((one) => one.option === name)), ([name]) => `${game.id} ${name}`, ([name, usual]) => this.#option(name, String(usual)))}</div></details>` : nothing}
      </form>
      <p><label>${word("load")}<input type="file" accept=".json,application/json" @change=${this.#load}></label></p>
    </div>`;
  }
}
customElements.define("cw-lobby", Lobby);
