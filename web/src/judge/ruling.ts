// A position that was played on, as a ruling: the engine itself writes what comes out.
import type { Actor, Verdicts } from "cardwright/index.js";
import { type Engine } from "../engine.js";

/** An answer with who gave it. */
export interface Given {
  actor: Actor;
  action: string;
}

const who = (actor: Actor): string => (actor.kind === "seat" ? String(actor.seat) : "chance");

/** The text of a ruling (Markdown). Questions that must be refused are marked with `!`. */
export function ruling(about: { title: string; game: string; players: number; position: string; given: Given[]; refused: Given[] }, outcome: string[]): string {
  const id = about.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "ruling";
  const play = [...about.given.map((one) => `${who(one.actor)}: ${one.action}`), ...about.refused.map((one) => `! ${who(one.actor)}: ${one.action}`)];
  return `# J-1: ${about.title}\n\n- id: ${id}\n- game: ${about.game}\n- players: ${about.players}\n- status: house\n- source: a question at the table\n\n` +
    `## Position\n\n\`\`\`toml\n${about.position.trim()}\n\`\`\`\n\n## Play\n\n\`\`\`text\n${play.join("\n")}\n\`\`\`\n\n## Outcome\n\n\`\`\`text\n${outcome.join("\n")}\n\`\`\`\n`;
}

/** What came of it: the lines that the engine says must stand under `Outcome`, and its verdict on the whole. */
export async function judged(engine: Engine, about: Parameters<typeof ruling>[0]): Promise<{ text: string; verdicts: Verdicts }> {
  const ask = (text: string) => engine.call("judge/run", { rulings: [{ name: "ruling.md", text }] });
  const first = await ask(ruling(about, []));
  const outcome = (first.verdicts[0]?.cases ?? []).flatMap((one) => one.changes.filter((change) => change.sort === "extra").map((change) => change.text));
  const text = ruling(about, outcome);
  return { text, verdicts: await ask(text) };
}
