// Results that the OpenRPC document does not describe.
import type { Actor, Game } from "./wire.js";

/** A match that was started or loaded. */
export interface Begun {
  version: 1;
  /** Its name, for the other methods. */
  match: string;
  game: string;
  players: number;
  seats: string[];
  actor: Actor;
  actions_played: number;
}

/** The games, methods and limits. */
export interface Initialized {
  version: 1;
  protocol: number;
  name: string;
  release: string;
  games: Game[];
  methods: string[];
  limits: Record<string, number>;
}

/** The result of an undo. */
export interface Undone {
  version: 1;
  /** The number of undone actions, including those of bots and chance. */
  taken: number;
  actions_played: number;
  actor: Actor;
}

/** The results of methods that return no document. */
export interface Results {
  "initialize": Initialized;
  "match/new": Begun;
  "match/load": Begun;
  "match/cancel": { version: 1; cancelled: boolean };
  "match/close": { version: 1 };
  "match/undo": Undone;
  "match/world": Begun;
  "pack/archive": { version: 1; base64: string };
  "pack/cancel": { version: 1; cancelled: boolean };
  "rules/texts": { version: 1; entries: number };
  "shutdown": Record<string, never>;
  "simulate/cancel": { version: 1; cancelled: boolean };
}
