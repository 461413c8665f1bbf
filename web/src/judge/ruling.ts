// A position that was played on, as a ruling: the engine itself writes what comes out.
import type { Actor, PackFiles, Verdicts } from "cardwright/index.js";
import { type Engine } from "../engine.js";

/** An answer with who gave it. */
export interface Given {
  actor: Actor;
  action: string;
}

/** What a ruling is made of. */
export interface About {
  title: string;
  /** Its number among the rulings that lie beside it, from 1. */
  number?: number;
  /** Its id; made of the title where it is left out. */
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

/** The ruling with what comes out. */
export async function written(engine: Engine, about: About, packs: PackFiles[] = []): Promise<string> {
  const found = await engine.call("judge/write", { rulings: [{ name: "ruling.md", text: ruling(about) }], packs });
  return found.rulings[0]!.text;
}

/** The ruling with what comes out, and the verdict on it. */
export async function judged(engine: Engine, about: About): Promise<{ text: string; verdicts: Verdicts }> {
  const text = await written(engine, about);
  return { text, verdicts: await engine.call("judge/run", { rulings: [{ name: "ruling.md", text }] }) };
}
