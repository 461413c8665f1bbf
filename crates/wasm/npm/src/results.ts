// Results that the OpenRPC document leaves open.
import type { Actor, Game } from "./wire.js";

/** A match that was begun or taken up again. */
export interface Begun {
  version: 1;
  /** Its name, for the other methods. */
  match: string;
  game: string;
  players: number;
  seats: string[];
  actor: Actor;
  answered: number;
}

/** What there is: games, methods, limits. */
export interface Initialized {
  version: 1;
  protocol: number;
  name: string;
  release: string;
  games: Game[];
  methods: string[];
  limits: Record<string, number>;
}

/** What was taken back. */
export interface Undone {
  version: 1;
  /** How many answers, those of bots and chance counted. */
  taken: number;
  answered: number;
  actor: Actor;
}

/** The results of methods that give no document. */
export interface Results {
  "initialize": Initialized;
  "match/new": Begun;
  "match/load": Begun;
  "match/cancel": { version: 1; cancelled: boolean };
  "match/close": { version: 1 };
  "match/undo": Undone;
  "match/world": Begun;
  "pack/cancel": { version: 1; cancelled: boolean };
  "shutdown": Record<string, never>;
  "simulate/cancel": { version: 1; cancelled: boolean };
}
