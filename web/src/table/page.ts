// The page "Play": the lobby, the table, and the replay of a save.
import { html, nothing } from "lit";
import type { Save } from "cardwright/index.js";
import { icon, seatSign } from "../art/icons.js";
import { type Chair, LocalChair, allGames, table } from "../engine.js";
import { arriving } from "../module.js";
import type { Play } from "../play.js";
import { RoomChair } from "../room.js";
import { joined, namesIn } from "./my-rooms.js";
import { type MatchLabel, type Place, matches } from "../store.js";
import { Plain, later, said } from "../util.js";
import { word } from "../words.js";
import { fetching } from "./fetching.js";
import "./lobby.js";
import type { Wish } from "./lobby.js";
import { LONGEST, linkedMatch, matchLink } from "./share.js";
import "./table.js";
import { faceOf } from "./faces.js";

export class PlayPage extends Plain {
  static override properties = { chair: { state: true }, error: { state: true }, replay: { state: true }, at: { state: true }, wish: { attribute: false }, waiting: { state: true }, room: { state: true }, turns: { state: true }, shared: { state: true }, curtain: { state: true } };
  declare chair: Chair | null;
  declare error: string;
  /** The save that is being replayed. */
  declare replay: Save | null;
  declare at: number;
  declare wish: Wish | null;
  /** Whether a match is starting: the first time, the engine may still be loading. */
  declare waiting: boolean;
  /** The room that the address leads to. */
  declare room: RoomChair | null;
  /** The number of answers before each turn of the replay; null until it is known. */
  declare turns: number[] | null;
  /** The last link, or why there is none. */
  declare shared: { link: string; copied: boolean } | { why: string } | null;
  /** The seat whose player is called to the screen; meanwhile no cards are shown. */
  declare curtain: number;
  #last: Wish | null = null;
  /** The seats of several people at this screen. */
  #chairs = new Map<number, LocalChair>();
  /** The key of the stored match; none until somebody has played. */
  #place: Place | null = null;

  constructor() {
    super();
    this.chair = null;
    this.error = "";
    this.replay = null;
    this.at = 0;
    this.waiting = false;
    this.room = null;
    this.turns = null;
    this.shared = null;
    this.curtain = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    arriving.addEventListener("change", () => this.waiting && this.requestUpdate());
    window.addEventListener("hashchange", () => this.#arrive());
    this.#arrive();
  }

  /** Opens the room or the match of the address, after a link was opened or touched in this page. */
  #arrive(): void {
    const to = new URLSearchParams(location.hash.slice(1));
    const packed = to.get("match");
    if (packed) return void this.#watch(packed, Number(to.get("at")));
    const [name, token] = [to.get("room"), to.get("token")];
    if (!name || this.room?.room === name && this.room.token === token && this.room.standing !== "over") return;
    this.chair?.close();
    this.chair = null;
    this.replay = null;
    this.room?.close();
    void this.#enter(name, token, namesIn(to.get("names")));
  }

  /** Opens the match of a link at its answer. */
  async #watch(packed: string, at: number): Promise<void> {
    this.error = "";
    this.room?.close();
    this.room = null;
    this.waiting = true;
    try {
      const save = await linkedMatch(packed);
      await this.#beginReplay(save, Number.isInteger(at) && at >= 0 ? Math.min(at, save.actions.length) : save.actions.length);
    } catch (error) {
      this.error = `${word("badLink")}: ${said(error)}`;
    }
    this.waiting = false;
  }

  async #enter(name: string, token: string | null, names: Record<number, string>): Promise<void> {
    const chair = new RoomChair(name, token, names);
    this.room = chair;
    chair.addEventListener("change", () => {
      if (this.room !== chair) return;
      if (chair.standing === "there" && !this.chair) {
        this.chair = chair;
        if (token) joined.add({ room: name, game: chair.game, hash: location.hash });
      }
      if (!this.chair) this.requestUpdate();
    });
    await chair.enter();
  }

  /** The message until one has a seat in a room: that it takes a while, or why it failed. */
  #way(room: RoomChair) {
    const over = room.standing === "over";
    return html`<div class="page room-way"><section class="panel stack"><h1>${word("room")}</h1>
      <p class=${over ? "bad" : ""} role=${over ? "alert" : "status"}>${over ? `${room.reason}.` : word(room.tries > 1 ? "noAnswer" : "comingIn")}</p>
      ${over ? html`<p class="small muted">${room.ending?.reason}</p>` : html`<progress aria-label=${word("comingIn")}></progress>`}
      <p><button id="to-lobby" class=${over ? "main" : ""} @click=${() => this.#leave()}>${word("toLobby")}</button></p></section></div>`;
  }

  async #begin(wish: Wish): Promise<void> {
    this.error = "";
    this.#last = wish;
    this.#place = null;
    this.waiting = true;
    try {
      const packs = wish.packs ?? [];
      const match = await table.opened({ game: wish.game, seats: wish.seats, options: wish.options, packs, ...(wish.seed === undefined ? {} : { seed: wish.seed }) });
      const begun = await table.call("match/new", match, 60_000);
      this.#sit(begun.match, begun.game, begun.seats, wish.options, packs.map((pack) => ({ id: pack.name ?? "", version: "", digest: "", files: Object.entries(pack.files) })) as never, wish.names);
    } catch (error) {
      this.error = said(error);
    }
    this.waiting = false;
  }

  #sit(match: string, game: string, seats: string[], options: Record<string, string>, packs: Save["packs"], names: Record<number, string> = {}): void {
    this.chair?.close();
    this.#chairs.clear();
    this.curtain = 0;
    this.shared = null;
    const people = seats.flatMap((who, at) => (who === "human" ? [at + 1] : []));
    for (const seat of people) this.#chairs.set(seat, new LocalChair(table, match, seat, game, seats, { options, packs }, names));
    this.chair = this.#chairs.get(people[0] ?? 0) ?? new LocalChair(table, match, "spectator", game, seats, { options, packs });
  }

  /**
   * For several people at one screen: calls the player who is asked. If there are hidden cards, a curtain is drawn
   * until that player is there.
   */
  #passOn(play: Play | null): void {
    const actor = play?.question?.actor;
    if (this.replay || this.#chairs.size < 2 || !play || play.chair !== this.chair || actor?.kind !== "seat" || actor.seat === this.chair?.viewer || !this.#chairs.has(actor.seat)) return;
    if (allGames.find((game) => game.id === this.chair!.game)?.cards) this.curtain = actor.seat;
    else this.chair = this.#chairs.get(actor.seat)!;
  }

  /** Continues when the player who was called is there. */
  #uncover(): void {
    this.chair = this.#chairs.get(this.curtain) ?? this.chair;
    this.curtain = 0;
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

  /** The packs of a save, without the official one that every game includes. */
  #home(save: Save): Save["packs"] {
    return save.packs.filter((pack) => pack.id !== save.game);
  }

  /** Replays a save up to a number of answers, with people in every seat, and with the same dice. Returns the match. */
  async #upTo(save: Save, at: number): Promise<string> {
    const packs = this.#home(save).map((pack) => ({ name: pack.id, files: Object.fromEntries(pack.files) }));
    const { match } = await table.call("match/new", { game: save.game, seats: save.seats.map(() => "human"), options: Object.fromEntries(save.options as [string, string][]), packs, seed: save.seed, ...(save.position ? { position: save.position } : {}) } as never, 60_000);
    let { actions_played } = await table.call("match/view", { match, seat: "host" });
    while (actions_played < at) ({ actions_played } = await table.call("match/play", { match, seat: "host", action: save.actions[actions_played]! }));
    return match;
  }

  /** Shows a save after a number of answers: the later ones are removed, and nobody continues. */
  async #look(save: Save, at: number): Promise<void> {
    this.at = at;
    try {
      const begun = { match: await this.#upTo(save, at), game: save.game };
      if (this.at !== at) return void table.call("match/close", { match: begun.match });
      this.chair?.close();
      const seat = save.seats.indexOf("human") + 1;
      const chair = new LocalChair(table, begun.match, seat || 1, begun.game, save.seats, { options: Object.fromEntries(save.options as [string, string][]), packs: this.#home(save) });
      chair.undo = undefined as never;
      chair.past = true;
      this.#chairs.clear();
      this.chair = chair;
    } catch (error) {
      this.error = said(error);
    }
  }

  #playing: ReturnType<typeof setInterval> | undefined;

  /** Moves the replay by one answer, forward or back. */
  #go(by: number): void {
    if (this.replay) void this.#look(this.replay, Math.max(0, Math.min(this.replay.actions.length, this.at + by)));
  }

  /** Moves the replay to the start of the previous or next turn. */
  #goTurn(by: 1 | -1): void {
    const turns = this.turns ?? [];
    const to = by > 0 ? turns.find((at) => at > this.at) ?? this.replay!.actions.length : turns.findLast((at) => at < this.at) ?? 0;
    this.#go(to - this.at);
  }

  /** The number of answers before each turn, found by playing the match once from the start. */
  async #findTurns(save: Save): Promise<number[]> {
    const face = faceOf(save.game);
    const match = await this.#upTo(save, 0);
    const found: number[] = [];
    try {
      let { actions_played: played } = await table.call("match/view", { match, seat: "host" });
      while (played < save.actions.length) {
        const now = await table.call("match/play", { match, seat: "host", action: save.actions[played]! });
        played = now.actions_played;
        if (now.lines.some((line) => face.turn(line))) found.push(played);
        if (this.replay !== save) break;
      }
    } finally {
      void table.call("match/close", { match }).catch(() => {});
    }
    return found;
  }

  async #beginReplay(save: Save, at: number): Promise<void> {
    this.shared = null;
    this.curtain = 0;
    this.turns = null;
    this.replay = save;
    await this.#look(save, at);
    void this.#findTurns(save).then((turns) => this.replay === save && (this.turns = turns), () => {});
  }

  /** Makes a link to the current view. */
  async #share(): Promise<void> {
    const save = this.replay ?? (await this.chair?.save?.());
    if (!save) return;
    const link = await matchLink(save, this.replay ? this.at : save.actions.length);
    if (!link) return void (this.shared = { why: word("tooLong").replace("{}", LONGEST.toLocaleString("en")) });
    const address = new URL(link, location.href.split("#")[0]).href;
    const copied = await Promise.resolve(navigator.clipboard?.writeText(address)).then(() => navigator.clipboard !== undefined, () => false);
    this.shared = { link: address, copied };
  }

  /** Starts or stops automatic replay. */
  #run(): void {
    if (this.#playing !== undefined) clearInterval(this.#playing);
    this.#playing = this.#playing === undefined ? setInterval(() => {
      if (!this.replay || this.at >= this.replay.actions.length) this.#run();
      else this.#go(1);
    }, 700) : undefined;
    this.requestUpdate();
  }

  /** Continues playing from the current moment, as a new match. */
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
    await this.#beginReplay(save, save.actions.length);
  }

  /** Stores the game, so that a reload loses nothing; after the table is drawn. */
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
    this.shared = null;
    this.curtain = 0;
    if (/^#(room|match)/.test(location.hash)) location.hash = "#/play";
  }

  override render() {
    if (!this.chair && this.room) return this.#way(this.room);
    if (!this.chair) {
      return html`${this.error ? html`<p class="page bad" role="alert">${this.error}</p>` : nothing}
        ${this.waiting ? html`<div class="page">${fetching()}</div>` : nothing}
        <cw-lobby @begin=${(event: CustomEvent<Wish>) => void this.#begin(event.detail)} @open-save=${(event: CustomEvent<Save>) => {
          this.#place = null;
          void this.#open(event.detail);
        }} @resume=${(event: CustomEvent<MatchLabel>) => void this.#resume(event.detail)}></cw-lobby>`;
    }
    const covered = this.curtain > 0;
    return html`${covered ? this.#drawCurtain() : this.#matchLine(this.chair)}
      <cw-table ?hidden=${covered} .chair=${covered ? null : this.chair} @answered=${() => (this.#place ??= { key: crypto.randomUUID(), changed: 0 })} @played=${(event: CustomEvent<Play>) => {
          this.#keep();
          this.#passOn(event.detail);
        }} @taken=${() => this.#forgetOthers()} @leave=${() => this.#leave()}
        @again=${() => (this.#last ? void this.#begin(again(this.#last)) : this.#leave())} @replay=${() => void this.#startReplay()} @share=${() => void this.#share()}></cw-table>`;
  }

  /** The actions for the whole match: leave, play again, replay, share. */
  #matchLine(chair: Chair) {
    const replay = this.replay;
    return html`${this.error ? html`<p class="bad" role="alert">${this.error}</p>` : nothing}
      <h1 class="sr">${allGames.find((game) => game.id === chair.game)?.title ?? chair.game}</h1>
      <div class="match-line row"><button class="small quiet" id="leave" @click=${() => this.#leave()}>← ${word("leave")}</button>
        ${this.#last ? html`<button class="small quiet" id="again" title=${word("again")} @click=${() => void this.#begin(again(this.#last!))}>${icon("again", 16)}<span class="wide">${word("again")}</span></button>` : nothing}
        ${replay ? html`<label class="row replay grow">${word("replay")}
            <input type="range" id="replay-at" min="0" max=${replay.actions.length} .value=${String(this.at)} @input=${(event: Event) => void this.#look(replay, Number((event.target as HTMLInputElement).value))}>
            <output>${this.at} / ${replay.actions.length}</output></label>
          <button class="small quiet" id="replay-turn-back" title=${word("turnBefore")} aria-label=${word("turnBefore")} ?disabled=${!this.turns || this.at === 0} @click=${() => this.#goTurn(-1)}>${icon("turn", 16)}</button>
          <button class="small quiet" id="replay-back" aria-label=${word("previous")} ?disabled=${this.at === 0} @click=${() => this.#go(-1)}>${icon("step", 16)}</button>
          <button class="small quiet" id="replay-play" aria-pressed=${this.#playing !== undefined} aria-label=${word("replay")} @click=${() => this.#run()}>${icon("play", 16)}</button>
          <button class="small quiet" id="replay-next" aria-label=${word("next")} ?disabled=${this.at === replay.actions.length} @click=${() => this.#go(1)}>${icon("step", 16)}</button>
          <button class="small quiet" id="replay-turn-next" title=${word("turnNext")} aria-label=${word("turnNext")} ?disabled=${!this.turns || this.at === replay.actions.length} @click=${() => this.#goTurn(1)}>${icon("turn", 16)}</button>
          <button class="small" id="go-on" @click=${() => void this.#goOn(replay)}>${word("goOn")}</button>
          <button class="small" id="replay-close" @click=${() => (replay.fingerprints.length ? void this.#open(replay) : this.#leave())}>${word("close")}</button>`
        : chair.save ? html`<button class="small quiet" id="replay" title=${word("replay")} @click=${() => void this.#startReplay()}>${icon("play", 16)}<span class="wide">${word("replay")}</span></button>` : nothing}
        ${chair.save ? html`<button class="small quiet" id="share-match" title=${word("share")} @click=${() => void this.#share()}>${icon("share", 16)}<span class="wide">${word("share")}</span></button>` : nothing}
      </div>${this.#sharedLine()}`;
  }

  /** After an undo, the views of others at this screen are out of date, so they are reloaded. */
  #forgetOthers(): void {
    for (const [seat, { match, game, seats, under, names }] of this.#chairs) {
      if (seat !== this.chair?.viewer) this.#chairs.set(seat, new LocalChair(table, match, seat, game, seats, under, names));
    }
  }

  /** The link to the match, or why there is none. */
  #sharedLine() {
    const { shared } = this;
    if (!shared) return nothing;
    return html`<p class="shared row small" role="status">${"why" in shared ? html`<span class="bad">${shared.why}</span>`
      : html`<label class="row grow">${shared.copied ? word("linkCopied") : word("link")}<input id="share-link" class="grow" readonly .value=${shared.link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()}></label>`}
      <button class="small quiet" aria-label=${word("close")} @click=${() => (this.shared = null)}>${icon("close", 16)}</button></p>`;
  }

  /** Between two players' hands: nothing of the table is in the page. */
  #drawCurtain() {
    const { curtain: seat, chair } = this;
    const name = (chair as LocalChair).names[seat] || faceOf(chair!.game).seat(seat);
    return html`<section class="curtain" aria-labelledby="curtain-head"><svg width="64" height="64" viewBox="0 0 14 14" aria-hidden="true" class=${`seat${seat}`}>${seatSign(seat)}</svg>
      <h1 id="curtain-head">${name}</h1><p>${word("handOver")}</p>
      <button class="main" id="uncover" @click=${() => this.#uncover()}>${word("iAmHere")}</button></section>`;
  }
}
customElements.define("cw-play", PlayPage);

/** The same match settings with a new seed. */
function again({ seed: _, ...wish }: Wish): Wish {
  return wish;
}
