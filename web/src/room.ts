// A seat in a server's room: the room client of the package, with the page's texts and network status.
import { CardwrightError } from "cardwright/errors.js";
import { Room, type RoomMethod } from "cardwright/room.js";
import type { CardText, Methods } from "cardwright/index.js";
import type { Chair } from "./engine.js";
import { word } from "./words.js";

export type { RoomSeat, RoomStanding as Standing } from "cardwright/room.js";

const addressOf = (room: string): URL => new URL(`api/rooms/${encodeURIComponent(room)}`, location.href);

export class RoomChair extends Room implements Chair {
  onLink?: (stands: boolean, reason: string) => void;
  /** The last reported state of the connection. */
  #stood = "";
  #wake = () => {
    if (document.visibilityState !== "hidden") this.wake();
  };
  /** The device is offline: stop waiting for an answer that cannot come. */
  #cut = () => this.cut();

  constructor(readonly room: string, readonly token: string | null, readonly names: Readonly<Record<number, string>> = {}) {
    super(addressOf(room), { token });
    window.addEventListener("online", this.#wake);
    window.addEventListener("offline", this.#cut);
    document.addEventListener("visibilitychange", this.#wake);
    this.addEventListener("change", () => {
      if (this.standing === this.#stood) return;
      this.#stood = this.standing;
      if (this.standing === "there") this.onLink?.(true, "");
      if (this.standing === "lost") this.onLink?.(false, word("lost"));
      if (this.standing === "over") this.onLink?.(false, this.reason);
    });
  }

  /** Why the room was left for good, in a sentence. */
  get reason(): string {
    if (this.ending === null) return "";
    return word(this.ending.kind === "closed" ? "roomClosed" : this.token ? "linkUnknown" : "roomUnknown");
  }

  override async call<M extends RoomMethod>(
    method: M, params: Omit<Methods[M]["params"], "match" | "seat">,
  ): Promise<Methods[M]["result"]> {
    try {
      return await super.call(method, params);
    } catch (error) {
      // An error of the engine is an answer; any other error is about the connection.
      if (error instanceof CardwrightError) throw error;
      throw new Error(this.standing === "over" ? this.reason : word("notSent"));
    }
  }

  view() {
    return this.call("match/view", {});
  }
  async scene() {
    return this.call("match/scene", {}).catch(() => null);
  }
  play(action: string) {
    return this.act(action);
  }
  why(action: string) {
    return this.call("match/why", { action });
  }
  position() {
    return this.call("match/position", {});
  }
  async cards() {
    const found = await fetch(new URL(`${addressOf(this.room).href}/cards`));
    return found.ok ? ((await found.json()).cards as CardText[]) : [];
  }
  override close() {
    window.removeEventListener("online", this.#wake);
    window.removeEventListener("offline", this.#cut);
    document.removeEventListener("visibilitychange", this.#wake);
    super.close();
  }
}
