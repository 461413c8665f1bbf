// Questions in plain words: the engine's search answers them, using the texts of the page's rules book.
import type { Found } from "cardwright/index.js";
import { bench } from "../engine.js";
import { files } from "./book.js";

/** What answers a question: a clause, a card or an open question, with the answer in a few sentences. */
export type Answer = Found["found"][number];

/** The maximum time to load the texts, in milliseconds. */
const READING = 30_000;

/** The answers to a question about a game, best first. */
export async function findClauses(game: string, question: string, limit = 8): Promise<Answer[]> {
  if (!question.trim()) return [];
  const ask = async () => (await bench.call("rules/ask", { question, game, limit }, READING)).found;
  try {
    return await ask();
  } catch (error) {
    // A newly started engine has no texts yet.
    if ((error as { data?: { kind?: string } }).data?.kind !== "texts") throw error;
    await bench.call("rules/texts", { files: await files() }, READING);
    return ask();
  }
}

/** The text without the answer, if it begins with it: line breaks may differ. */
export function after(answer: string, text: string): string {
  const words = answer.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text.replace(new RegExp(`^\\s*${words.join("\\s+")}\\s*`), "");
}
