// The engine: a worker with the module in it, or a room of a server. What is asked of either is the same protocol.
import type { Standing } from "./room.js";
import games from "virtual:games";
import { Client, TimeLimit, overWorker } from "cardwright/client.js";
import { compiled } from "./module.js";
import type {
  CardText, Game, Lines, Methods, Played, Position, Question, Save, Scene, Table, Viewer, Why,
} from "cardwright/index.js";

/** Longest that a question to the worker may take before a pack is taken for one that never ends, in milliseconds. */
const LIMIT = 8_000;

/** A worker with the module in it. It is ended and begun anew when a pack in it takes too long. */
export class Engine {
  #client: Client | null = null;

  /** The client of the worker that runs now. */
  get client(): Client {
    return (this.#client ??= this.#begin());
  }

  #begin(): Client {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "cardwright" });
    const client = new Client(overWorker(worker));
    // Calls wait in the worker until the module is there; where it cannot be fetched, they fail.
    compiled().then((module) => worker.postMessage(module), () => {
      if (this.#client === client) this.stop();
    });
    return client;
  }

  /** Calls a method; gives up after some seconds, and then everything that this worker held is gone. */
  async call<M extends keyof Methods>(method: M, params: Methods[M]["params"], timeout = LIMIT): Promise<Methods[M]["result"]> {
    const { client } = this;
    // The time it takes to fetch the engine is no pack's fault.
    await compiled();
    try {
      return await client.call(method, params, { timeout });
    } catch (error) {
      if (error instanceof TimeLimit && this.#client === client) this.stop();
      throw error;
    }
  }

  /** Ends the worker. */
  stop(): void {
    this.#client?.close();
    this.#client = null;
  }
}

/** The worker in which matches are played. */
export const table = new Engine();
/** The worker in which strangers' packs are checked and tried; it may be ended at any moment. */
export const bench = new Engine();

/** The games there are, as the engine said when the page was built. */
export const allGames: readonly Game[] = games;

/** Fetches the engine, so that it is there when a game begins; gives an error where it cannot run. */
export async function warm(): Promise<void> {
  await table.call("initialize", { client: "web" }, 120_000);
}

/** Somebody's place at a match, wherever the match is. */
export interface Chair {
  readonly viewer: Viewer;
  readonly game: string;
  /** Who sits where: `human` or a bot. */
  readonly seats: string[];
  question(): Promise<Question>;
  view(): Promise<Table>;
  scene(): Promise<Scene | null>;
  lines(from: number): Promise<Lines>;
  play(action: string): Promise<Played>;
  why(action: string): Promise<Why>;
  position(): Promise<Position>;
  cards(): Promise<CardText[]>;
  /** How the connection stands, where there is one. */
  readonly standing?: Standing;
  /** The host's file, where this page is the host. */
  save?(): Promise<Save>;
  /** Takes an answer back, where the table allows it. */
  undo?(count: number): Promise<number>;
  /** Is told when something happened without this chair's doing. */
  onNews?: () => void;
  /** Is told of the connection: whether it stands. */
  onLink?: (stands: boolean, reason: string) => void;
  close(): void;
}

/** A place at a match in the worker. */
export class LocalChair implements Chair {
  constructor(
    readonly engine: Engine,
    readonly match: string,
    readonly viewer: Viewer,
    readonly game: string,
    readonly seats: string[],
    readonly under: { packs?: Save["packs"]; options?: Record<string, string> },
  ) {}

  #of() {
    return { match: this.match, seat: this.viewer };
  }
  question() {
    return this.engine.call("match/question", this.#of());
  }
  view() {
    return this.engine.call("match/view", this.#of());
  }
  scene() {
    return this.engine.call("match/scene", this.#of());
  }
  lines(from: number) {
    return this.engine.call("match/lines", { ...this.#of(), from });
  }
  play(action: string) {
    return this.engine.call("match/play", { ...this.#of(), action }, 60_000);
  }
  why(action: string) {
    return this.engine.call("match/why", { ...this.#of(), action });
  }
  position() {
    return this.engine.call("match/position", this.#of());
  }
  async cards() {
    const { packs = [], options = {} } = this.under;
    const files = packs.map((pack) => ({ name: pack.id, files: Object.fromEntries(pack.files) }));
    return (await this.engine.call("pack/text", { game: this.game, packs: files, options })).cards;
  }
  async save() {
    return (await this.engine.call("match/save", { match: this.match })).save as Save;
  }
  async undo(count: number) {
    return (await this.engine.call("match/undo", { match: this.match, count })).taken;
  }
  /** What a bot would answer here, seen through the same eyes: the match goes on in a copy with the bot in this seat. */
  async hint(): Promise<string | null> {
    const save = await this.save();
    const at = save.actions.length;
    const seats = save.seats.map((_, seat) => (seat + 1 === this.viewer ? "greedy" : "human"));
    const copy = await this.engine.call("match/load", { save: { ...save, seats } as never });
    const after = (await this.engine.call("match/save", { match: copy.match })).save as Save;
    await this.engine.call("match/close", { match: copy.match });
    return after.actions[at] ?? null;
  }
  close() {
    void this.engine.call("match/close", { match: this.match }).catch(() => {});
  }
}
