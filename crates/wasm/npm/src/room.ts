import { Client, TimeLimit, overSocket } from "./client.js";
import { CardwrightError } from "./errors.js";
import type { Actor, Line, Methods, Question, Viewer } from "./wire.js";

/** The public data of a seat in a room. */
export interface RoomSeat {
  seat: number;
  /** `human`, or the name of a bot. */
  who: string;
  connected?: boolean;
  /** Seconds left on its clock when the server sent them; see {@link Room.told}. */
  clock?: number;
}

/** The state of the connection: connecting, connected, lost and retrying, or closed for good. */
export type RoomStanding = "coming" | "there" | "lost" | "over";

/** Why a room was left for good: the server does not know its link or the room, or the room was closed. */
export type Ending = "refused" | "closed";

/** News from a room. */
export interface News {
  actor: Actor;
  /** The new lines for this viewer. */
  lines: Line[];
  /** The number of the first of them. */
  from: number;
}

/** The options for entering a room. */
export interface Entering {
  /** The seat's token; a spectator has none. */
  token?: string | null;
  /** The number of lines that you already have. */
  from?: number;
  /** The time for an answer before the connection counts as lost, in milliseconds. */
  patience?: number;
  /** Creates the socket if there is no global `WebSocket` (Node 20 without `--experimental-websocket`). */
  socket?: (address: URL) => WebSocket;
}

/** Close codes after which reconnecting is useless: the token or the room is unknown. */
const FINAL = [4401, 4404];
/** Temporary errors. The server would return any other error again. */
const PASSING = ["limit", "internal"];
/** The first and the longest pause between two attempts, in milliseconds. */
const PAUSES = [500, 8_000] as const;

/** Methods that a seat of a room may call. */
export type RoomMethod = "match/question" | "match/view" | "match/lines" | "match/play" | "match/why" | "match/scene" | "match/position"
  | "match/actions" | "match/save" | "initialize";

/**
 * A connection to a room of a server. It reconnects by itself, with pauses that double up to eight seconds.
 *
 * It sends the event `change` when the connection, the people or the clocks change, and calls {@link Room.onNews} for news.
 */
export class Room extends EventTarget {
  viewer: Viewer = "spectator";
  game = "";
  /** The player in each seat: `human` or a bot. */
  seats: string[] = [];
  standing: RoomStanding = "coming";
  /** Why the room was left for good, if it was, with the server's message. */
  ending: { kind: Ending; reason: string } | null = null;
  /** The seats, their connections and clocks, as last sent by the server. */
  present: RoomSeat[] = [];
  /** The number of spectators. */
  watching = 0;
  /** When {@link Room.present} was received, in milliseconds of `performance.now()`. */
  told = 0;
  /** The number of failed attempts since the connection was lost. */
  tries = 0;
  /** Called with news, and with `null` after entering, when anything may have happened. */
  onNews: (news: News | null) => void = () => {};
  readonly #address: URL;
  readonly #how: Entering;
  #lines: number;
  #client: Client | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `address` is the URL of the room, such as `http://127.0.0.1:8080/api/rooms/ROOM`. */
  constructor(address: string | URL, how: Entering = {}) {
    super();
    this.#address = new URL(address);
    this.#how = how;
    this.#lines = how.from ?? 0;
  }

  /** Enters the room, or retries at once. Resolves when the first attempt has ended. */
  async enter(): Promise<void> {
    if (this.standing === "over") return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const before = this.#client;
    this.#client = null;
    before?.close();
    const address = new URL(`${this.#address.href.replace(/\/$/, "")}/ws`);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = this.#how.socket?.(address) ?? new WebSocket(address);
    const client = new Client(overSocket(socket));
    this.#client = client;
    client.onNotification = ({ method, params }) => {
      if (this.#client === client) this.#hear(method, params);
    };
    socket.addEventListener("close", ({ code, reason }) => {
      if (this.#client !== client) return;
      if (FINAL.includes(code)) this.#end("refused", reason);
      else this.#again();
    });
    try {
      const token = this.#how.token ? { token: this.#how.token } : {};
      const entered = await client.other("room/enter", { ...token, from: this.#lines }, { timeout: 10_000 });
      if (this.#client !== client) return;
      this.viewer = entered.viewer;
      this.game = entered.game;
      this.seats = entered.seats.map((seat: RoomSeat) => seat.who);
      this.tries = 0;
      this.standing = "there";
      this.#present(entered.seats, entered.watching ?? this.watching);
      this.onNews(null);
    } catch (error) {
      if (this.#client !== client) return;
      if (error instanceof CardwrightError && !PASSING.includes(error.kind)) this.#end("refused", error.message);
      else this.cut();
    }
  }

  /** Closes the connection and reconnects after a pause, for hosts that learn that the machine is offline. */
  cut(): void {
    const before = this.#client;
    this.#client = null;
    before?.close();
    this.#again();
  }

  /** Retries at once, if it is waiting. */
  wake(): void {
    if (this.#timer !== undefined) void this.enter();
  }

  /** Calls a method as this seat. Throws {@link CardwrightError} if the engine refuses, and others for the connection. */
  async call<M extends RoomMethod>(
    method: M, params: Omit<Methods[M]["params"], "match" | "seat">,
  ): Promise<Methods[M]["result"]> {
    if (this.#client === null) throw new Error(this.ending?.reason ?? "the connection is lost");
    try {
      return await this.#client.other(method, params, { timeout: this.#how.patience ?? 20_000 });
    } catch (error) {
      if (error instanceof TimeLimit) this.cut();
      throw error;
    }
  }

  /** Plays an action in notation. */
  act(action: string): Promise<Methods["match/play"]["result"]> {
    return this.call("match/play", { action });
  }

  /** The question with all choices. Combines the pages of a long list. */
  async question(): Promise<Question> {
    const question = await this.call("match/question", {});
    for (let next = question.next; next != null; ) {
      const page = await this.call("match/question", { from: next });
      if (page.actions_played !== question.actions_played) return this.question();
      question.choices.push(...page.choices);
      next = page.next;
    }
    delete question.next;
    return question;
  }

  /** All lines for this viewer from a number on. */
  async lines(from = 0): Promise<Methods["match/lines"]["result"]> {
    const told = await this.call("match/lines", { from });
    for (let next = told.next; next != null; ) {
      const page = await this.call("match/lines", { from: next });
      told.lines.push(...page.lines);
      next = page.next;
    }
    delete told.next;
    return told;
  }

  /** Closes the connection. The seat stays yours: enter again with the same token. */
  close(): void {
    this.standing = "over";
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const before = this.#client;
    this.#client = null;
    before?.close();
  }

  #hear(method: string, params: any): void {
    if (method === "match/news") {
      this.#lines = params.from + params.lines.length;
      this.onNews(params);
    }
    if (method === "room/presence") this.#present(params.seats, params.watching);
    // A stopped server may come back with its rooms, but a room closed by its host does not.
    if (method === "room/closed" && !/server/.test(params?.reason ?? "")) this.#end("closed", params?.reason ?? "");
  }

  #present(seats: RoomSeat[], watching: number): void {
    this.present = seats;
    this.watching = watching;
    this.told = performance.now();
    this.dispatchEvent(new Event("change"));
  }

  #end(kind: Ending, reason: string): void {
    if (this.standing === "over") return;
    this.ending = { kind, reason };
    this.close();
    this.dispatchEvent(new Event("change"));
  }

  #again(): void {
    if (this.standing === "over") return;
    if (this.standing === "there") this.standing = "lost";
    if (this.#timer === undefined) {
      const [first, longest] = PAUSES;
      this.#timer = setTimeout(() => void this.enter(), Math.min(first * 2 ** this.tries++, longest));
    }
    this.dispatchEvent(new Event("change"));
  }
}
