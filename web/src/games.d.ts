declare module "virtual:games" {
  import type { Game } from "cardwright/index.js";
  const games: Game[];
  export default games;
  /** Bytes of the engine's module, not compressed. */
  export const size: number;
  /** Recorded openings of each game, each fetched alone. */
  export const openings: Record<string, (() => Promise<{ default: import("./opening.js").Opening }>)[]>;
}
