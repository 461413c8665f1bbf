// The engine: a worker with the module, or a room of a server. Both use the same protocol.
import type { News } from "cardwright/room.js";
import type { Standing } from "./room.js";
import games, { openings } from "virtual:games";
import { Client, TimeLimit, overWorker } from "cardwright/client.js";
import { arrived, compiled, underWay } from "./module.js";
import { type Opening, keyOf } from "./opening.js";
import type {
  CardText, Game, Lines, Methods, Played, Position, Question, Save, Scene, Table, Viewer, Why,
} from "cardwright/index.js";

/** The maximum time for a call to the worker, in milliseconds; after that, a pack is assumed to never end. */
const LIMIT = 8_000;

/** A worker with the module. It is ended and restarted if a pack in it takes too long. */
export class Engine {
  #client: Client | null = null;
  /** Recorded replies, which stand in until the module is here, and the calls among them that it still has to carry out. */
  #recorded: Record<string, unknown> = {};
  #owed: Methods["match/new"]["params"][] = [];
  /** Whether no match was begun here yet. */
  #unused = true;

  /** The client of the current worker. */
  get client(): Client {
    return (this.#client ??= this.#begin());
  }

  #begin(): Client {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "cardwright" });
    const client = new Client(overWorker(worker));
    // Calls wait in the worker until the module is loaded; if it cannot be fetched, they fail.
    compiled().then((module) => worker.postMessage(module), () => {
      if (this.#client === client) this.stop();
    });
    return client;
  }

  /** Calls a method. It gives up after some seconds; then all data of this worker is lost. */
  async call<M extends keyof Methods>(method: M, params: Methods[M]["params"], timeout = LIMIT): Promise<Methods[M]["result"]> {
    if (method === "match/new" || method === "match/load") this.#unused = false;
    const key = arrived() < 1 ? keyOf(method, params) : "";
    if (key in this.#recorded) {
      const reply = this.#recorded[key] as Methods[M]["result"];
      if (method === "match/new") {
        this.#owed.push(params as Methods["match/new"]["params"]);
        delete this.#recorded[key];
      }
      return reply;
    }
    // The worker starts while the engine is fetched, and the time needed for that does not count.
    void this.client;
    await compiled();
    const { client } = this;
    for (const match of this.#owed.splice(0)) void client.call("match/new", match).catch(() => {});
    try {
      return await client.call(method, params, { timeout });
    } catch (error) {
      if (error instanceof TimeLimit && this.#client === client) this.stop();
      throw error;
    }
  }

  /** Openings on their way, by game. */
  #openings = new Map<string, Promise<Opening | undefined>>();

  /** Fetches an opening of a game in advance, if its first match can be shown from one. */
  prepare(game: string): Promise<Opening | undefined> {
    const some = this.#unused && underWay() ? openings[game] ?? [] : [];
    const known = this.#openings.get(game) ?? some[Math.floor(Math.random() * some.length)]?.().then((found) => found.default, () => void this.#openings.delete(game));
    if (known) this.#openings.set(game, known);
    return known ?? Promise.resolve(undefined);
  }

  /**
   * The parameters of a new match. While the module is on its way, the first match gets a seed with a recorded opening, if
   * there is one for it and no seed was chosen.
   */
  async opened(match: Methods["match/new"]["params"]): Promise<Methods["match/new"]["params"]> {
    const opening = this.#unused && match.seed === undefined && underWay() ? await this.prepare(match.game) : undefined;
    const dealt = { ...match, seed: opening?.seed };
    if (!opening || !this.#unused || !(keyOf("match/new", dealt) in opening.replies)) return match;
    this.#recorded = { ...opening.replies };
    return dealt;
  }

  /** Ends the worker. */
  stop(): void {
    this.#client?.close();
    this.#client = null;
  }
}

/** The worker for matches. */
export const table = new Engine();
/** The worker in which packs of others are checked and tried; it may be ended at any time. */
export const bench = new Engine();

/** The available games, as reported by the engine when the page was built. */
export const allGames: readonly Game[] = games;

/** Fetches the engine in advance; returns an error if it cannot run. */
export async function warm(): Promise<void> {
  await table.call("initialize", { client: "web" }, 120_000);
}

/** A seat at a match, wherever the match runs. */
export interface Chair {
  readonly viewer: Viewer;
  readonly game: string;
  /** The player of each seat: `human` or a bot. */
  readonly seats: string[];
  /** The names chosen for seats. */
  readonly names?: Readonly<Record<number, string>>;
  question(): Promise<Question>;
  view(): Promise<Table>;
  scene(): Promise<Scene | null>;
  lines(from: number): Promise<Lines>;
  play(action: string): Promise<Played>;
  why(action: string): Promise<Why>;
  position(): Promise<Position>;
  cards(): Promise<CardText[]>;
  /** The state of the connection, if there is one. */
  readonly standing?: Standing;
  /** The host's save, if this page is the host. */
  save?(): Promise<Save>;
  /** Takes an answer back, if the table allows it. */
  undo?(count: number): Promise<number>;
  /** Whether the last answer of a person can be taken back. */
  undoable?(): Promise<boolean>;
  /** Called when something happened that this seat did not do. */
  onNews?: (news: News | null) => void;
  /** Called when the connection is lost or restored. */
  onLink?: (stands: boolean, reason: string) => void;
  /** Whether a finished match is shown, in which nobody answers. */
  readonly past?: boolean;
  /** Whether several people play at this screen. */
  readonly shared?: boolean;
  close(): void;
}

/** A seat at a match in the worker. */
export class LocalChair implements Chair {
  past = false;
  constructor(
    readonly engine: Engine,
    readonly match: string,
    readonly viewer: Viewer,
    readonly game: string,
    readonly seats: string[],
    readonly under: { packs?: Save["packs"]; options?: Record<string, string> },
    readonly names: Readonly<Record<number, string>> = {},
  ) {}

  get shared() {
    return this.seats.filter((who) => who === "human").length > 1;
  }

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
    if (!allGames.find((game) => game.id === this.game)?.cards) return [];
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
  /** Only the engine knows what an undo would reveal, so it is tried on a copy of the match. */
  async undoable() {
    const copy = await this.engine.call("match/load", { save: await this.save() });
    const { taken } = await this.engine.call("match/undo", { match: copy.match, count: 1 });
    void this.engine.call("match/close", { match: copy.match }).catch(() => {});
    return taken > 0;
  }
  /** What a bot would do for the seat that is asked, and how often the actions won in the games that it tried. */
  hint() {
    return this.engine.call("match/hint", { match: this.match }, 60_000);
  }
  close() {
    void this.engine.call("match/close", { match: this.match }).catch(() => {});
  }
}
