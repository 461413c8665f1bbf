// A position of Moon-Bots that is put together in a form, and its text.

/** A robot of the form. */
export interface Seat {
  energy: number;
  parts: string[];
  upgrades: string[];
  weapons: string[];
}

/** What the form holds. */
export interface Model {
  players: number;
  active: number;
  step: string;
  dice: number[];
  seats: Seat[];
}

/** The moments of a turn, as a written position names them. */
export const steps = ["turn-start", "buy", "activate", "rolled", "re-roll", "parts", "before-refill", "turn-end"];

export const empty = (): Model => ({
  players: 4, active: 1, step: "turn-start", dice: [],
  seats: Array.from({ length: 4 }, () => ({ energy: 12, parts: [], upgrades: [], weapons: [] })),
});

const list = (words: string[]): string => `[${words.map((one) => `"${one}"`).join(", ")}]`;

/** The robots of a game: with two players each has two. */
export const robotsOf = (players: number): string[] => (players === 2 ? ["1L", "2L", "1R", "2R"] : Array.from({ length: players }, (_, at) => String(at + 1)));

/** The position as text (TOML); what it does not say is as at the beginning. */
export function written(model: Model): string {
  const names = robotsOf(model.players);
  const head = [`active = "${names[model.active - 1] ?? names[0]}"`, `step = "${model.step}"`];
  if (model.dice.length) head.push(`dice = [${model.dice.join(", ")}]`);
  const robots = model.seats.slice(0, names.length).map((seat) => [
    "[[robot]]", `energy = ${seat.energy}`,
    ...(seat.parts.length ? [`parts = ${list(seat.parts)}`] : []),
    ...(seat.upgrades.length ? [`upgrades = ${list(seat.upgrades)}`] : []),
    ...(seat.weapons.length ? [`weapons = ${list(seat.weapons)}`] : []),
  ].join("\n"));
  return `${head.join("\n")}\n\n${robots.join("\n\n")}\n`;
}
