// A place in a room of a server, which connects again by itself, and says in plain words how things stand.
import { Client, TimeLimit, overSocket } from "cardwright/client.js";
import { CardwrightError } from "cardwright/errors.js";
import type { CardText, Methods, Viewer } from "cardwright/index.js";
import type { Chair } from "./engine.js";
import { word } from "./words.js";

/** A seat of a room as everybody may know it. */
export interface RoomSeat {
  seat: number;
  /** `human`, or the bot that plays there. */
  who: string;
  connected?: boolean;
  /** Seconds that were left when the server told. */
  clock?: number;
}

/** How the connection stands: on the way in, there, lost and tried again, or over for good. */
export type Standing = "coming" | "there" | "lost" | "over";

/** Close codes after which it is no use to come again: the token is nobody's, there is no such room. */
const FINAL = [4401, 4404];
/** Faults of the server's moment; whatever else it says to somebody who comes in, it will say again. */
const PASSING = ["limit", "internal"];
/** How long an answer of the server may take before the connection counts as lost, in milliseconds. */
const PATIENCE = 20_000;
/** The longest pause between two tries, in milliseconds. */
const PAUSE = 8_000;

export class RoomChair extends EventTarget implements Chair {
  viewer: Viewer = "spectator";
  game = "";
  seats: string[] = [];
  onNews?: () => void;
  onLink?: (stands: boolean, reason: string) => void;
  standing: Standing = "coming";
  /** Why the room is left for good, in a sentence. */
  reason = "";
  /** Who sits where, who is there, and the clocks, as they were told last. */
  present: RoomSeat[] = [];
  /** How many people watch. */
  watching = 0;
  /** When the clocks were told, on the clock of this page in milliseconds. */
  told = 0;
  #client: Client | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wake = () => {
    if (this.#timer === undefined || document.visibilityState === "hidden") return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.enter();
  };

  /** The machine has no connection: nobody waits for an answer that cannot come. */
  #cut = () => {
    this.#client?.close();
    this.#again();
  };

  constructor(readonly room: string, readonly token: string | null) {
    super();
    window.addEventListener("online", this.#wake);
    window.addEventListener("offline", this.#cut);
    document.addEventListener("visibilitychange", this.#wake);
  }

  /** Enters the room, or comes back to it; goes on trying while it is of any use. */
  async enter(): Promise<void> {
    this.#client?.close();
    const address = new URL(`api/rooms/${encodeURIComponent(this.room)}/ws`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    const client = new Client(overSocket(socket));
    this.#client = client;
    client.onNotification = ({ method, params }) => {
      if (this.#client !== client) return;
      if (method === "match/news") this.onNews?.();
      if (method === "room/presence") this.#present(params.seats, params.watching);
      // A server that stops comes back, and the room with it; a room that the host closes does not.
      if (method === "room/closed" && !/server/.test(params?.reason ?? "")) this.#end(`${word("roomClosed")} (${params?.reason ?? ""})`);
    };
    socket.addEventListener("close", ({ code, reason }) => {
      if (this.#client !== client) return;
      if (FINAL.includes(code)) this.#end(this.#refused(reason));
      else this.#again();
    });
    try {
      const entered = await client.other("room/enter", { ...(this.token ? { token: this.token } : {}), from: 0 }, { timeout: 10_000 });
      if (this.#client !== client) return;
      this.viewer = entered.viewer;
      this.game = entered.game;
      this.seats = entered.seats.map((seat: RoomSeat) => seat.who);
      this.#tries = 0;
      this.standing = "there";
      this.#present(entered.seats, entered.watching ?? this.watching);
      this.onLink?.(true, "");
      this.onNews?.();
    } catch (error) {
      if (this.#client !== client) return;
      if (error instanceof CardwrightError && !PASSING.includes(error.data?.kind ?? "")) this.#end(this.#refused(error.message));
      else {
        socket.close();
        this.#again();
      }
    }
  }

  #refused(why: string): string {
    return `${word(this.token ? "linkUnknown" : "roomUnknown")} (${why})`;
  }

  #present(seats: RoomSeat[], watching: number): void {
    this.present = seats;
    this.watching = watching;
    this.told = performance.now();
    this.dispatchEvent(new Event("change"));
  }

  /** It is over for good, and why. */
  #end(reason: string): void {
    if (this.standing === "over") return;
    this.standing = "over";
    this.reason = reason;
    this.#quiet();
    this.onLink?.(false, reason);
    this.dispatchEvent(new Event("change"));
  }

  #again(): void {
    if (this.standing === "over") return;
    if (this.standing === "there") this.standing = "lost";
    this.onLink?.(false, word("lost"));
    this.dispatchEvent(new Event("change"));
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.enter();
    }, Math.min(500 * 2 ** this.#tries++, PAUSE));
  }

  #quiet(): void {
    clearTimeout(this.#timer);
    window.removeEventListener("online", this.#wake);
    window.removeEventListener("offline", this.#cut);
    document.removeEventListener("visibilitychange", this.#wake);
  }

  /** How often it was tried in vain since the connection was there. */
  get tries(): number {
    return this.#tries;
  }

  async #call<M extends keyof Methods>(method: M, params: object): Promise<Methods[M]["result"]> {
    try {
      return await this.#client!.other(method, params, { timeout: PATIENCE });
    } catch (error) {
      // What the engine says is an answer; anything else is the connection.
      if (error instanceof CardwrightError) throw error;
      if (error instanceof TimeLimit) this.#cut();
      throw new Error(this.standing === "over" ? this.reason : word("notSent"));
    }
  }
  async question(): Promise<Methods["match/question"]["result"]> {
    const question = await this.#call("match/question", {});
    // A long list comes in pages, all of them of one question.
    for (let next = question.next; next != null; ) {
      const page = await this.#call("match/question", { from: next });
      if (page.answered !== question.answered) return this.question();
      question.choices.push(...page.choices);
      next = page.next;
    }
    delete question.next;
    return question;
  }
  view() {
    return this.#call("match/view", {});
  }
  async scene() {
    return this.#call("match/scene", {}).catch(() => null);
  }
  async lines(from: number) {
    const told = await this.#call("match/lines", { from });
    for (let next = told.next; next != null; ) {
      const page = await this.#call("match/lines", { from: next });
      told.lines.push(...page.lines);
      next = page.next;
    }
    delete told.next;
    return told;
  }
  play(action: string) {
    return this.#call("match/play", { action });
  }
  why(action: string) {
    return this.#call("match/why", { action });
  }
  position() {
    return this.#call("match/position", {});
  }
  async cards() {
    const found = await fetch(new URL(`api/rooms/${encodeURIComponent(this.room)}/cards`, location.href));
    return found.ok ? ((await found.json()).cards as CardText[]) : [];
  }
  close() {
    this.standing = "over";
    this.#quiet();
    this.#client?.close();
  }
}
