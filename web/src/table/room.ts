// Who is in the room: each seat with who plays there, whether the person is here, and the clock.
import { html, nothing } from "lit";
import { icon, seatSign } from "../art/icons.js";
import type { RoomChair, RoomSeat } from "../room.js";
import { Plain } from "../util.js";
import { word } from "../words.js";
import { faceOf } from "./faces.js";

/** Minutes and seconds. */
const time = (seconds: number): string => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

export class RoomBar extends Plain {
  static override properties = { chair: { attribute: false }, asked: { type: Number } };
  declare chair: RoomChair;
  /** The seat whose clock runs, or 0. */
  declare asked: number;
  #tick: ReturnType<typeof setInterval> | undefined;
  #news = () => this.requestUpdate();

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

  /** What is left on a clock now: the one that runs has run on since the server told. */
  #left(seat: RoomSeat): number {
    const runs = seat.seat === this.asked && this.chair.standing === "there";
    return Math.max(0, (seat.clock ?? 0) - (runs ? (performance.now() - this.chair.told) / 1000 : 0));
  }

  #seat(seat: RoomSeat) {
    const mine = seat.seat === this.chair.viewer;
    const human = seat.who === "human";
    const away = human && !mine && seat.connected === false;
    const left = seat.clock === undefined ? null : this.#left(seat);
    return html`<li class=${`${seat.seat === this.asked ? "asked" : ""} ${away ? "away" : ""}`}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" class=${`seat${seat.seat}`}>${seatSign(seat.seat)}</svg>
      <span>${mine ? word("you") : faceOf(this.chair.game).seat(seat.seat)}${human ? nothing : ` · ${seat.who}`}</span>
      ${away ? html`<span class="muted">${word("notHere")}</span>` : nothing}
      ${left === null ? nothing : html`<span class=${`clock ${left < 20 ? "bad" : ""}`} title=${word("clock")}>${time(left)}</span>${left === 0 ? html` <span class="bad">${word("timeUp")}</span>` : nothing}`}</li>`;
  }

  override render() {
    const { chair } = this;
    if (!chair) return nothing;
    return html`<ul class="room-bar small" aria-label=${word("people")}>${chair.present.map((seat) => this.#seat(seat))}
      ${chair.viewer === "spectator" ? html`<li class="badge">${icon("play", 14)} ${word("youWatch")}</li>` : nothing}
      ${chair.watching > (chair.viewer === "spectator" ? 1 : 0) ? html`<li class="muted">${chair.watching} ${word("watching")}</li>` : nothing}</ul>`;
  }
}
customElements.define("cw-room", RoomBar);
