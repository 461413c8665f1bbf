declare module "virtual:games" {
  import type { Game } from "cardwright/index.js";
  const games: Game[];
  export default games;
}
