// Each game's way of saying which answers belong to which things. A game without one is played from the list.
import type { Face } from "../play.js";
import { lunarCommand, robotory } from "./boards.js";
import { robotEmpire } from "./empire.js";
import { moonBots } from "./moonbots-face.js";

const faces: Record<string, Face> = {
  "moon-bots": moonBots, "robotory": robotory, "lunar-command": lunarCommand, "robot-empire": robotEmpire,
};

export const faceOf = (game: string): Face => faces[game] ?? { targets: () => [], attempts: () => [], seat: (seat) => `Player ${seat}`, step: () => ({ weight: 1 }), turn: () => false };
