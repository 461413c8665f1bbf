// The page "Play": the lobby, the table, and the replay of a save.
import { html, nothing } from "lit";
import type { Save } from "cardwright/index.js";
import { icon } from "../art/icons.js";
import { type Chair, LocalChair, allGames, table } from "../engine.js";
import { arrived, arriving } from "../module.js";
import { RoomChair } from "../room.js";
import { type MatchLabel, type Place, matches } from "../store.js";
import { Plain, later, said } from "../util.js";
import { word } from "../words.js";
import "./lobby.js";
import type { Wish } from "./lobby.js";
import "./table.js";

export class PlayPage extends Plain {
  static override properties = { chair: { state: true }, error: { state: true }, replay: { state: true }, at: { state: true }, wish: { attribute: false }, waiting: { state: true }, room: { state: true } };
  declare chair: Chair | null;
  declare error: string;
  /** The save that is looked at, move by move. */
  declare replay: Save | null;
  declare at: number;
  declare wish: Wish | null;
  /** Whether a match is being begun: the first time the engine may still be on its way. */
  declare waiting: boolean;
  /** The room that the address leads to. */
  declare room: RoomChair | null;
  #last: Wish | null = null;
  /** Where the match is kept; nowhere until somebody has played in it. */
  #place: Place | null = null;

  constructor() {
    super();
    this.chair = null;
    this.error = "";
    this.replay = null;
    this.at = 0;
    this.waiting = false;
    this.room = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    arriving.addEventListener("change", () => this.waiting && this.requestUpdate());
    window.addEventListener("hashchange", () => this.#arrive());
    this.#arrive();
  }

  /** Goes where the address leads, if that is a room: a link that is opened, or touched in this page. */
  #arrive(): void {
    const to = new URLSearchParams(location.hash.slice(1));
    const [name, token] = [to.get("room"), to.get("token")];
    if (!name || this.room?.room === name && this.room.token === token && this.room.standing !== "over") return;
    this.chair?.close();
    this.chair = null;
    this.replay = null;
    this.room?.close();
    void this.#enter(name, token);
  }

  async #enter(name: string, token: string | null): Promise<void> {
    const chair = new RoomChair(name, token);
    this.room = chair;
    chair.addEventListener("change", () => {
      if (this.room !== chair) return;
      if (chair.standing === "there") this.chair ??= chair;
      if (!this.chair) this.requestUpdate();
    });
    await chair.enter();
  }

  /** The way into a room, until one sits: that it takes a while, or why it leads nowhere. */
  #way(room: RoomChair) {
    const over = room.standing === "over";
    return html`<div class="page stack room-way"><p class=${over ? "bad" : ""} role=${over ? "alert" : "status"}>${over ? `${room.reason}.` : word(room.tries > 1 ? "noAnswer" : "comingIn")}</p>
      ${over ? nothing : html`<progress aria-label=${word("comingIn")}></progress>`}
      <p><button id="to-lobby" class=${over ? "main" : ""} @click=${() => this.#leave()}>${word("toLobby")}</button></p></div>`;
  }

  async #begin(wish: Wish): Promise<void> {
    this.error = "";
    this.#last = wish;
    this.#place = null;
    this.waiting = true;
    try {
      const packs = wish.packs ?? [];
      const begun = await table.call("match/new", { game: wish.game, seats: wish.seats, options: wish.options, packs, ...(wish.seed === undefined ? {} : { seed: wish.seed }) }, 60_000);
      this.#sit(begun.match, begun.game, begun.seats, wish.options, packs.map((pack) => ({ id: pack.name ?? "", version: "", digest: "", files: Object.entries(pack.files) })) as never);
    } catch (error) {
      this.error = said(error);
    }
    this.waiting = false;
  }

  #sit(match: string, game: string, seats: string[], options: Record<string, string>, packs: Save["packs"]): void {
    this.chair?.close();
    const seat = seats.indexOf("human") + 1;
    this.chair = new LocalChair(table, match, seat || "spectator", game, seats, { options, packs });
  }

  async #resume({ key, changed }: MatchLabel): Promise<void> {
    const save = await matches.take(key).catch(() => null);
    if (!save) return;
    await this.#open(save);
    this.#place = { key, changed };
  }

  async #open(save: Save): Promise<void> {
    this.error = "";
    this.replay = null;
    try {
      const begun = await table.call("match/load", { save }, 60_000);
      this.#sit(begun.match, begun.game, begun.seats, Object.fromEntries(save.options as [string, string][]), this.#home(save));
    } catch (error) {
      this.error = said(error);
    }
  }

  /** The packs of a save that are not the official one, which every game has anyway. */
  #home(save: Save): Save["packs"] {
    return save.packs.filter((pack) => pack.id !== save.game);
  }

  /** Plays a save again up to so many answers, with people in every seat: its dice fall as they fell. Gives the match. */
  async #upTo(save: Save, at: number): Promise<string> {
    const packs = this.#home(save).map((pack) => ({ name: pack.id, files: Object.fromEntries(pack.files) }));
    const { match } = await table.call("match/new", { game: save.game, seats: save.seats.map(() => "human"), options: Object.fromEntries(save.options as [string, string][]), packs, seed: save.seed }, 60_000);
    let { answered } = await table.call("match/view", { match, seat: "host" });
    while (answered < at) ({ answered } = await table.call("match/play", { match, seat: "host", action: save.actions[answered]! }));
    return match;
  }

  /** Looks at a save after so many answers: the answers are cut, and nobody goes on. */
  async #look(save: Save, at: number): Promise<void> {
    this.at = at;
    try {
      const begun = { match: await this.#upTo(save, at), game: save.game };
      if (this.at !== at) return void table.call("match/close", { match: begun.match });
      this.chair?.close();
      const seat = save.seats.indexOf("human") + 1;
      const chair = new LocalChair(table, begun.match, seat || 1, begun.game, save.seats, { options: Object.fromEntries(save.options as [string, string][]), packs: this.#home(save) });
      chair.undo = undefined as never;
      this.chair = chair;
    } catch (error) {
      this.error = said(error);
    }
  }

  #playing: ReturnType<typeof setInterval> | undefined;

  /** One answer on or back in the replay. */
  #go(by: number): void {
    if (this.replay) void this.#look(this.replay, Math.max(0, Math.min(this.replay.actions.length, this.at + by)));
  }

  /** Lets the replay run, or stops it. */
  #run(): void {
    if (this.#playing !== undefined) clearInterval(this.#playing);
    this.#playing = this.#playing === undefined ? setInterval(() => {
      if (!this.replay || this.at >= this.replay.actions.length) this.#run();
      else this.#go(1);
    }, 700) : undefined;
    this.requestUpdate();
  }

  /** Plays on from the moment that is looked at, as a match of its own. */
  async #goOn(save: Save): Promise<void> {
    if (this.#playing !== undefined) this.#run();
    const { at } = this;
    this.#place = null;
    const match = await this.#upTo(save, at);
    const cut = (await table.call("match/save", { match })).save as Save;
    void table.call("match/close", { match }).catch(() => {});
    await this.#open({ ...cut, seats: save.seats });
  }

  async #startReplay(): Promise<void> {
    const save = await this.chair?.save?.();
    if (!save) return;
    this.replay = save;
    await this.#look(save, save.actions.length);
  }

  /** What was played is kept, so that a reload loses nothing; after the table is drawn. */
  #keep = later(50, () => void this.#keepNow());

  async #keepNow(): Promise<void> {
    const [chair, place] = [this.chair, this.#place];
    if (!(chair instanceof LocalChair) || !place || this.replay) return;
    const save = await chair.save().catch(() => null);
    if (save) await matches.keep(place, save).catch(() => {});
  }

  #leave(): void {
    void this.#keepNow();
    this.chair?.close();
    this.chair = null;
    this.room?.close();
    this.room = null;
    this.replay = null;
    if (location.hash.startsWith("#room")) location.hash = "#/play";
  }

  override render() {
    if (!this.chair && this.room) return this.#way(this.room);
    if (!this.chair) {
      return html`${this.error ? html`<p class="page bad" role="alert">${this.error}</p>` : nothing}
        ${this.waiting ? html`<div class="page fetching" role="status"><p>${word("fetching")} ${arrived() < 1 ? `${Math.floor(arrived() * 100)} %` : ""}</p>
            ${arrived() < 1 ? html`<progress aria-label=${word("fetching")} max="1" .value=${arrived()}></progress>` : html`<progress aria-label=${word("fetching")}></progress>`}</div>` : nothing}
        <cw-lobby @begin=${(event: CustomEvent<Wish>) => void this.#begin(event.detail)} @open-save=${(event: CustomEvent<Save>) => {
          this.#place = null;
          void this.#open(event.detail);
        }} @resume=${(event: CustomEvent<MatchLabel>) => void this.#resume(event.detail)}></cw-lobby>`;
    }
    const replay = this.replay;
    return html`${this.error ? html`<p class="bad" role="alert">${this.error}</p>` : nothing}
      <h1 class="sr">${allGames.find((game) => game.id === this.chair!.game)?.title ?? this.chair.game}</h1>
      <div class="match-line row"><button class="small quiet" id="leave" @click=${() => this.#leave()}>← ${word("leave")}</button>
        ${this.#last ? html`<button class="small quiet" id="again" @click=${() => void this.#begin(again(this.#last!))}>${icon("again", 16)}${word("again")}</button>` : nothing}
        ${replay ? html`<label class="row replay grow">${word("replay")}
            <input type="range" id="replay-at" min="0" max=${replay.actions.length} .value=${String(this.at)} @input=${(event: Event) => void this.#look(replay, Number((event.target as HTMLInputElement).value))}>
            <output>${this.at} / ${replay.actions.length}</output></label>
          <button class="small quiet" id="replay-back" aria-label=${word("previous")} ?disabled=${this.at === 0} @click=${() => this.#go(-1)}>◀</button>
          <button class="small quiet" id="replay-play" aria-pressed=${this.#playing !== undefined} aria-label=${word("replay")} @click=${() => this.#run()}>${icon("play", 16)}</button>
          <button class="small quiet" id="replay-next" aria-label=${word("next")} ?disabled=${this.at === replay.actions.length} @click=${() => this.#go(1)}>▶</button>
          <button class="small" id="go-on" @click=${() => void this.#goOn(replay)}>${word("goOn")}</button>
          <button class="small" @click=${() => void this.#open(replay)}>${word("close")}</button>`
        : this.chair.save ? html`<button class="small quiet" id="replay" @click=${() => void this.#startReplay()}>${icon("play", 16)}${word("replay")}</button>` : nothing}
      </div>
      <cw-table .chair=${this.chair} @answered=${() => (this.#place ??= { key: crypto.randomUUID(), changed: 0 })} @played=${this.#keep}
        @again=${() => (this.#last ? void this.#begin(again(this.#last)) : this.#leave())} @replay=${() => void this.#startReplay()}></cw-table>`;
  }
}
customElements.define("cw-play", PlayPage);

/** The same wish with other luck. */
function again({ seed: _, ...wish }: Wish): Wish {
  return wish;
}
