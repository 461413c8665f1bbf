// The people in the room: the player of each seat, whether a person is present, and the clock.
import { html, nothing } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { icon, seatSign } from "../art/icons.js";
import type { RoomChair, RoomSeat } from "../room.js";
import { Plain, said } from "../util.js";
import { word } from "../words.js";
import { type MadeRoom, addressOf, made, makeRoom } from "./my-rooms.js";
import { faceOf } from "./faces.js";

/** Minutes and seconds. */
const time = (seconds: number): string => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

export class RoomBar extends Plain {
  static override properties = { chair: { attribute: false }, asked: { type: Number }, over: { type: Boolean }, invites: { state: true }, picture: { state: true }, copied: { state: true }, error: { state: true } };
  declare chair: RoomChair;
  /** The seat whose clock runs, or 0. */
  declare asked: number;
  /** Whether the match is over. */
  declare over: boolean;
  /** Whether the links are shown. */
  declare invites: boolean;
  /** The link that is shown as a picture, and the picture. */
  declare picture: { link: string; svg: string } | null;
  declare copied: string;
  declare error: string;
  #tick: ReturnType<typeof setInterval> | undefined;
  #news = () => this.requestUpdate();

  constructor() {
    super();
    this.invites = false;
    this.picture = null;
    this.copied = "";
    this.error = "";
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("chair")) return;
    (changed.get("chair") as RoomChair | undefined)?.removeEventListener("change", this.#news);
    this.chair.addEventListener("change", this.#news);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#tick = setInterval(() => this.chair?.present.some((seat) => seat.clock !== undefined) && this.requestUpdate(), 500);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#tick);
    this.chair?.removeEventListener("change", this.#news);
  }

  /** The time left on a clock now; a running clock has continued since the server's last report. */
  #left(seat: RoomSeat): number {
    const runs = seat.seat === this.asked && this.chair.standing === "there";
    return Math.max(0, (seat.clock ?? 0) - (runs ? (performance.now() - this.chair.told) / 1000 : 0));
  }

  #seat(seat: RoomSeat) {
    const mine = seat.seat === this.chair.viewer;
    const away = !mine && seat.connected === false;
    const left = seat.clock === undefined ? null : this.#left(seat);
    return html`<li class=${`${seat.seat === this.asked ? "asked" : ""} ${away ? "away" : ""}`}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" class=${`seat${seat.seat}`}>${seatSign(seat.seat)}</svg>
      <span>${mine ? word("you") : this.#name(seat.seat)}</span>
      ${away ? html`<span class="muted not-here">${word("notHere")}</span>` : nothing}
      ${left === null ? nothing : html`<span class=${`clock ${left < 20 ? "bad" : ""}`} title=${word("clock")}>${time(left)}</span>${left === 0 ? html` <span class="bad">${word("timeUp")}</span>` : nothing}`}</li>`;
  }

  #name(seat: number): string {
    return this.chair.names[seat] || faceOf(this.chair.game).seat(seat);
  }

  async #show(link: string): Promise<void> {
    if (this.picture?.link === link) return void (this.picture = null);
    const { qr } = await import("./qr.js");
    this.picture = { link, svg: qr(link) };
  }

  /** Makes another room like this one; the person who made this one joins it and sends the links to the others. */
  async #rematch({ wish, names }: MadeRoom): Promise<void> {
    try {
      const next = await makeRoom(wish!, names);
      const own = next.seats.find(({ seat, link }) => link && seat === this.chair.viewer) ?? next.seats.find(({ link }) => link);
      if (own?.link) location.href = addressOf(own.link, names);
    } catch (error) {
      this.error = said(error);
    }
  }

  #invite(text: string, link: string, seat?: number) {
    return html`<li class="row">${seat ? html`<svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" class=${`seat${seat}`}>${seatSign(seat)}</svg>` : icon("eye", 16)}<span class="grow">${text}</span>
      <button type="button" class="small" @click=${() => void navigator.clipboard?.writeText(link).then(() => (this.copied = link), () => {})}>${word(this.copied === link ? "copied" : "copyLink")}</button>
      <button type="button" class="small quiet show-qr" aria-pressed=${this.picture?.link === link} @click=${() => void this.#show(link)}>QR</button></li>
      ${this.picture?.link === link ? html`<li><div class="qr lit" role="img" aria-label=${`QR: ${text}`}>${unsafeHTML(this.picture.svg)}</div></li>` : nothing}`;
  }

  /** The links of this room, for the person who made it, and the link for spectators, for everybody. */
  #links(own: MadeRoom | undefined) {
    const others = (own?.seats ?? []).filter(({ seat, link }) => link && seat !== this.chair.viewer);
    return html`<section class="panel stack invites" aria-labelledby="invites-head" @keydown=${(event: KeyboardEvent) => event.key === "Escape" && this.#close()}>
      <div class="row"><h2 class="grow" id="invites-head">${word("links")}</h2><button type="button" class="small quiet" id="invites-close" aria-label=${word("close")} @click=${() => this.#close()}>${icon("close", 18)}</button></div>
      ${others.length ? html`<p class="small muted">${word("linksNote")}</p>` : nothing}
      <ul class="stack">${others.map(({ seat, link }) => this.#invite(this.#name(seat), addressOf(link!, own!.names), seat))}
      ${this.#invite(word("watchLink"), addressOf(`/#room=${this.chair.room}`, this.chair.names))}</ul></section>`;
  }

  #close(): void {
    this.invites = false;
    this.querySelector<HTMLElement>("#invite")?.focus();
  }

  override render() {
    const { chair } = this;
    if (!chair) return nothing;
    const own = made.of(chair.room);
    const missing = chair.present.filter((seat) => seat.who === "human" && seat.connected === false && seat.seat !== chair.viewer);
    const lost = chair.standing === "lost" || chair.standing === "coming";
    // Bots are on the table, and never away.
    return html`<ul class="room-bar small" aria-label=${word("people")}>${chair.present.filter((seat) => seat.who === "human").map((seat) => this.#seat(seat))}
      ${chair.viewer === "spectator" ? html`<li class="badge">${icon("eye", 14)} ${word("youWatch")}</li>` : nothing}
      ${chair.watching > (chair.viewer === "spectator" ? 1 : 0) ? html`<li class="muted">${chair.watching} ${word("watching")}</li>` : nothing}
      <li><button type="button" class=${`small ${missing.length && own ? "" : "quiet"}`} id="invite" aria-expanded=${this.invites} @click=${() => (this.invites = !this.invites)}>${icon("share", 16)}${word("links")}</button></li>
      ${this.over && own?.wish ? html`<li><button type="button" class="small main" id="rematch" @click=${() => void this.#rematch(own)}>${icon("again", 16)}${word("rematch")}</button></li>` : nothing}
      ${this.over && !own && chair.viewer !== "spectator" ? html`<li class="muted">${word("rematchNote")}</li>` : nothing}</ul>
      ${lost ? html`<p class="room-note bad" role="status"><progress aria-hidden="true"></progress> ${word("reconnecting")}</p>`
        : missing.length && !this.over && chair.standing === "there" ? html`<p class="room-note" role="status">${word("waitFor")} ${missing.map((seat) => this.#name(seat.seat)).join(", ")}</p>` : nothing}
      ${this.error ? html`<p class="bad" role="alert">${this.error}</p>` : nothing}
      ${this.invites ? this.#links(own) : nothing}`;
  }
}
customElements.define("cw-room", RoomBar);
