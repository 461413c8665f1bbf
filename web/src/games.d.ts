declare module "virtual:games" {
  import type { Game } from "cardwright/index.js";
  const games: Game[];
  export default games;
  /** Bytes of the engine's module, not compressed. */
  export const size: number;
}
