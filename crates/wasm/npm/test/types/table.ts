// Compiles under `tsc --strict`: the game of a table determines its type.
import type { Table } from "cardwright";

export function energies(table: Table): number[] {
  if (table.game === "moon-bots") return table.view.robots.map((robot) => robot.energy);
  // @ts-expect-error -- no other game's view has the robots of Moon-Bots
  return table.game === "robotory" ? table.view.shown_weapons : [];
}
