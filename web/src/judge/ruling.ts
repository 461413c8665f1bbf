// Makes a ruling from a position that was played on; the engine writes the outcome.
import type { Actor, Line, PackFiles, Verdicts } from "cardwright/index.js";
import { type Engine } from "../engine.js";

/** An answer and the player who gave it. */
export interface Given {
  actor: Actor;
  action: string;
}

/** The contents of a ruling. */
export interface About {
  title: string;
  /** Its number among the neighbouring rulings, from 1. */
  number?: number;
  /** Its id; by default, it is made from the title. */
  id?: string;
  source?: string;
  game: string;
  players: number;
  position: string;
  given: Given[];
  /** Questions that must be refused. */
  refused: Given[];
}

const who = (actor: Actor): string => (actor.kind === "seat" ? String(actor.seat) : "chance");

/** The text of a ruling (Markdown) without its outcome. Questions that must be refused are marked with `!`. */
export function ruling(about: About): string {
  const id = about.id ?? (about.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "ruling");
  const play = [...about.given.map((one) => `${who(one.actor)}: ${one.action}`), ...about.refused.map((one) => `! ${who(one.actor)}: ${one.action}`)];
  return `# J-${about.number ?? 1}: ${about.title.replaceAll("\n", " ")}\n\n- id: ${id}\n- game: ${about.game}\n- players: ${about.players}\n- status: house\n- source: ${about.source ?? "a question at the table"}\n\n` +
    `## Position\n\n\`\`\`toml\n${about.position.trim()}\n\`\`\`\n\n## Play\n\n\`\`\`text\n${play.join("\n")}\n\`\`\`\n\n## Outcome\n\n\`\`\`text\n\`\`\`\n`;
}

/** The ruling with its outcome. */
export async function written(engine: Engine, about: About, packs: PackFiles[] = []): Promise<string> {
  const found = await engine.call("judge/write", { rulings: [{ name: "ruling.md", text: ruling(about) }], packs });
  return found.rulings[0]!.text;
}

/** The ruling with its outcome and its verdict. */
export async function judged(engine: Engine, about: About): Promise<{ text: string; verdicts: Verdicts }> {
  const text = await written(engine, about);
  return { text, verdicts: await engine.call("judge/run", { rulings: [{ name: "ruling.md", text }] }) };
}

/**
 * The part of a game that log lines of interest belong to: from the last position before it that can be written, up to
 * the last of those lines. The whole game if there are no such lines.
 */
export async function narrowed(engine: Engine, about: About, packs: PackFiles[], concerns: (line: Line) => boolean): Promise<About> {
  const begin = async (position: string) => (await engine.call("match/new", {
    game: about.game, packs, players: about.players, by_hand: true, options: { ask: "when-playable" }, ...(position.trim() ? { position } : {}),
  })).match;
  const close = (match: string) => void engine.call("match/close", { match }).catch(() => {});
  /** Plays actions; returns the position before each and the lines that it caused. */
  const run = async (position: string, given: Given[]) => {
    const match = await begin(position);
    const steps: { position: string; lines: Line[] }[] = [];
    try {
      let told = (await engine.call("match/lines", { match, seat: "host", from: 0 })).lines.length;
      for (const one of given) {
        const before = await engine.call("match/position", { match, seat: "host" });
        await engine.call("match/play", { match, seat: "host", action: one.action });
        const { lines } = await engine.call("match/lines", { match, seat: "host", from: told });
        told += lines.length;
        steps.push({ position: before.position ?? "", lines });
      }
    } finally {
      close(match);
    }
    return steps;
  };
  const steps = await run(about.position, about.given);
  const mine = steps.map((step, at) => (step.lines.some(concerns) ? at : -1)).filter((at) => at >= 0);
  const [first, last] = [mine[0], mine.at(-1)];
  if (first === undefined || last === undefined) return about;
  const text = (lines: Line[]) => lines.map((line) => line.text).join("\n");
  for (let from = first; from > 0; from -= 1) {
    const given = about.given.slice(from, last + 1);
    const again = steps[from]!.position && (await run(steps[from]!.position, given).catch(() => null));
    // In the middle of an attack or an effect no position can be written, so start at an earlier action.
    if (again && again.every((step, at) => text(step.lines) === text(steps[from + at]!.lines))) return { ...about, position: steps[from]!.position, given };
  }
  return { ...about, given: about.given.slice(0, last + 1) };
}
