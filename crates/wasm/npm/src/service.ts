import { type Progress, long } from "./client.js";
import { CardwrightError } from "./errors.js";
import type { Begun } from "./results.js";
import type {
  Lines, MatchNewParams, Methods, Mutations, PackMutateParams, Played, Position, Question, Report, Save, Saved, SimulateRunParams,
  Table, Viewer, Why,
} from "./wire.js";

/** How long simulations keep the thread at a time, in milliseconds. */
const SLICE = 12;

/** The module: lines in, lines out. */
export interface Raw {
  handle(line: string): string[];
  work(): string[];
  readonly busy: boolean;
  free(): void;
}

/** The methods that answer at once. */
export type Direct = Exclude<keyof Methods, keyof typeof long>;

/** A service in this thread: the matches of one client. Its methods answer at once and throw {@link CardwrightError}. */
export class Service {
  #raw: Raw;
  #id = 0;

  constructor(raw: Raw) {
    this.#raw = raw;
  }

  /** Takes a line of the protocol and gives the lines that come back. Never throws. */
  handle(line: string): string[] {
    return this.#raw.handle(line);
  }

  /** While long work is under way: does some of it and gives the lines that are due. */
  work(): string[] {
    return this.#raw.work();
  }

  /** Whether long work is under way. */
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

  /** Begins a match. */
  begin(params: MatchNewParams): Match {
    return new Match(this, this.call("match/new", params));
  }

  /** Takes a saved match up again: what {@link Match.save} gave, as an object or as text. */
  load(save: Save | string): Match {
    return new Match(this, this.call("match/load", { save }));
  }

  /** Plays games between bots; other calls are answered meanwhile. */
  simulate(params: SimulateRunParams, progress?: (at: Progress) => void): Promise<Report> {
    return this.#long("simulate/run", params, progress);
  }

  /** Changes cards of packs and lists which ruling notices each change; other calls are answered meanwhile. */
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
      // A moment of play, then whoever else waits for this thread.
      await new Promise((go) => setTimeout(go, 0));
      const until = performance.now() + SLICE;
      do lines = this.#raw.work();
      while (!lines.length && this.#raw.busy && performance.now() < until);
    }
  }

  /** Gives the memory back. */
  close(): void {
    this.#raw.free();
  }
}

/** A match as somebody sees it: a seat, a spectator, or the host who sees everything. */
export class Seat {
  readonly #service: Service;
  readonly #of: { match: string; seat?: Viewer };

  constructor(service: Service, match: string, seat?: Viewer) {
    this.#service = service;
    this.#of = seat === undefined ? { match } : { match, seat };
  }

  /** Who is asked what, with every allowed answer that this viewer may know. */
  question(): Question {
    return this.#service.call("match/question", this.#of);
  }

  /** The table. */
  view(): Table {
    return this.#service.call("match/view", this.#of);
  }

  /** What was told, from a line on. */
  lines(from = 0): Lines {
    return this.#service.call("match/lines", { ...this.#of, from });
  }

  /** Gives an answer: the `action` of a choice. Bots and dice answer after it. */
  play(action: string): Played {
    return this.#service.call("match/play", { ...this.#of, action });
  }

  /** Whether an answer is allowed, why, and what follows. */
  why(action: string): Why {
    return this.#service.call("match/why", { ...this.#of, action });
  }

  /** Where the match stands, as a position that can be played on from. */
  position(): Position {
    return this.#service.call("match/position", this.#of);
  }

  /** The match written down: for a seat its copy, for the host the file. */
  saved(): Saved {
    return this.#service.call("match/save", this.#of);
  }
}

/** A match. It is the host's: it sees everything. Give players what {@link Match.seat} gives. */
export class Match extends Seat {
  readonly #service: Service;
  /** What was begun: game, players, seats. */
  readonly about: Begun;

  constructor(service: Service, about: Begun) {
    super(service, about.match);
    this.#service = service;
    this.about = about;
  }

  /** The match through the eyes of a seat (from 1) or of a spectator; nothing in it says more than they may know. */
  seat(viewer: Viewer): Seat {
    return new Seat(this.#service, this.about.match, viewer);
  }

  /** The host's file; {@link Service.load} takes it up again. */
  save(): Save {
    return this.saved().save as Save;
  }

  /** Takes answers of people back. */
  undo(count = 1): Methods["match/undo"]["result"] {
    return this.#service.call("match/undo", { match: this.about.match, count });
  }

  /** Forgets the match. */
  close(): void {
    this.#service.call("match/close", { match: this.about.match });
  }
}
