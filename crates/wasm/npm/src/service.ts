import { type Progress, long } from "./client.js";
import { CardwrightError } from "./errors.js";
import type { Begun } from "./results.js";
import type {
  Explained, Found, Hint, Lines, MatchNewParams, Methods, Mutations, PackMutateParams, Played, Position, Question, Report, Save, Saved, SimulateRunParams,
  Table, Viewer, Why,
} from "./wire.js";

/** The maximum time that a simulation blocks the thread, in milliseconds. */
const SLICE = 12;

/** The module: lines in, lines out. */
export interface Raw {
  handle(line: string): string[];
  work(): string[];
  readonly busy: boolean;
  free(): void;
}

/** The synchronous methods. */
export type Direct = Exclude<keyof Methods, keyof typeof long>;

/** A service in this thread: the matches of one client. Its methods are synchronous and throw {@link CardwrightError}. */
export class Service {
  #raw: Raw;
  #id = 0;

  constructor(raw: Raw) {
    this.#raw = raw;
  }

  /** Handles a line of the protocol and returns the lines to send back. Never throws. */
  handle(line: string): string[] {
    return this.#raw.handle(line);
  }

  /** While long work is in progress: does some of it and returns the lines to send. */
  work(): string[] {
    return this.#raw.work();
  }

  /** Whether long work is in progress. */
  get busy(): boolean {
    return this.#raw.busy;
  }

  /** Calls a method of the protocol. */
  call<M extends Direct>(method: M, params: Methods[M]["params"]): Methods[M]["result"] {
    const id = ++this.#id;
    const [line] = this.#raw.handle(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    const reply = JSON.parse(line ?? "null");
    if (reply?.error) throw new CardwrightError(reply.error);
    return reply.result;
  }

  /** Starts a match. */
  begin(params: MatchNewParams): Match {
    return new Match(this, this.call("match/new", params));
  }

  /** Loads a match that {@link Match.save} returned, as an object or as text. */
  load(save: Save | string): Match {
    return new Match(this, this.call("match/load", { save }));
  }

  /** Takes the texts of the rules, as `rules()` of this package gives them, for {@link ask} and {@link explain}. */
  learn(files: Record<string, string>): void {
    this.call("rules/texts", { files });
  }

  /** What answers a question about the rules in a person's own words, best first; of all games if none is named. */
  ask(question: string, how: { game?: string; limit?: number } = {}): Found {
    return this.call("rules/ask", { question, ...how });
  }

  /** A clause, a ruling, an open question or a card, by its number or name, with everything that belongs to it. */
  explain(name: string): Explained {
    return this.call("rules/explain", { name });
  }

  /** Plays games between bots. Other calls can be made meanwhile. */
  simulate(params: SimulateRunParams, progress?: (at: Progress) => void): Promise<Report> {
    return this.#long("simulate/run", params, progress);
  }

  /** Changes cards of packs and lists the rulings that notice each change. Other calls can be made meanwhile. */
  mutate(params: PackMutateParams, progress?: (at: Progress) => void): Promise<Mutations> {
    return this.#long("pack/mutate", params, progress);
  }

  async #long(method: keyof typeof long, params: object, progress?: (at: Progress) => void): Promise<any> {
    const id = ++this.#id;
    let lines = this.#raw.handle(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    for (;;) {
      for (const line of lines) {
        const reply = JSON.parse(line);
        if (reply.method && reply.params.id === id) progress?.(reply.params);
        if (reply.id !== id) continue;
        if (reply.error) throw new CardwrightError(reply.error);
        return reply.result;
      }
      // Play for a moment, then let other tasks of this thread run.
      await new Promise((go) => setTimeout(go, 0));
      const until = performance.now() + SLICE;
      do lines = this.#raw.work();
      while (!lines.length && this.#raw.busy && performance.now() < until);
    }
  }

  /** Frees the memory. */
  close(): void {
    this.#raw.free();
  }
}

/** A match as one viewer sees it: a seat, a spectator, or the host, who sees everything. */
export class Seat {
  readonly #service: Service;
  readonly #of: { match: string; seat?: Viewer };

  constructor(service: Service, match: string, seat?: Viewer) {
    this.#service = service;
    this.#of = seat === undefined ? { match } : { match, seat };
  }

  /** The question, with every allowed action that this viewer may know. */
  question(): Question {
    return this.#service.call("match/question", this.#of);
  }

  /** The table. */
  view(): Table {
    return this.#service.call("match/view", this.#of);
  }

  /** The lines for this viewer, from a number on. */
  lines(from = 0): Lines {
    return this.#service.call("match/lines", { ...this.#of, from });
  }

  /** Plays the `action` of a choice. Bots and dice follow. */
  play(action: string): Played {
    return this.#service.call("match/play", { ...this.#of, action });
  }

  /** Whether an action is allowed, why, and what follows. */
  why(action: string): Why {
    return this.#service.call("match/why", { ...this.#of, action });
  }

  /** What a bot would do for the seat that is asked, and how often the actions won in the games that it tried. */
  hint(): Hint {
    return this.#service.call("match/hint", { match: this.#of.match });
  }

  /** The current position, from which a match can start. */
  position(): Position {
    return this.#service.call("match/position", this.#of);
  }

  /** The saved match: a copy for a seat, the complete file for the host. */
  saved(): Saved {
    return this.#service.call("match/save", this.#of);
  }
}

/** A match for the host, who sees everything. Give players the result of {@link Match.seat}. */
export class Match extends Seat {
  readonly #service: Service;
  /** The game, the players and the seats. */
  readonly about: Begun;

  constructor(service: Service, about: Begun) {
    super(service, about.match);
    this.#service = service;
    this.about = about;
  }

  /** The match as a seat (from 1) or a spectator sees it, without anything hidden from them. */
  seat(viewer: Viewer): Seat {
    return new Seat(this.#service, this.about.match, viewer);
  }

  /** The host's file, for {@link Service.load}. */
  save(): Save {
    return this.saved().save as Save;
  }

  /** Undoes people's actions. */
  undo(count = 1): Methods["match/undo"]["result"] {
    return this.#service.call("match/undo", { match: this.about.match, count });
  }

  /** Closes the match. */
  close(): void {
    this.#service.call("match/close", { match: this.about.match });
  }
}
