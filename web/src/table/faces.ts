// How the answers of each game relate to things on the table. A game without an entry is played with the list of
// answers.
import type { Face } from "../play.js";
import { lunarCommand, robotory } from "./boards.js";
import { robotEmpire } from "./empire.js";
import { moonBots } from "./moonbots-face.js";

const faces: Record<string, Face> = {
  "moon-bots": moonBots, "robotory": robotory, "lunar-command": lunarCommand, "robot-empire": robotEmpire,
};

export const faceOf = (game: string): Face => faces[game] ?? { targets: () => [], attempts: () => [], seat: (seat) => `Player ${seat}`, step: () => ({ weight: 1 }), turn: () => false };
