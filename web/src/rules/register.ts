// Open questions of the rules as data: the register of each game, generated from its module.
import { book } from "./book.js";

/** A question that the printed rules leave open, with its answers, which are values of an option. */
export interface RuleQuestion {
  /** An id such as `Q-MB-3`. */
  id: string;
  title: string;
  option: string;
  choices: { value: string; meaning: string }[];
  /** The default value: the first one in the register. */
  usual: string;
}

/** The questions of a game. */
export async function ruleQuestions(game: string): Promise<RuleQuestion[]> {
  const found = await book(game, true);
  return (found?.sections ?? []).flatMap(({ id, title, text }) => {
    const option = /^Option `([a-z_]+)`/m.exec(text)?.[1];
    const choices = [...text.matchAll(/^\| `([^`|]+)` \| ([^|]+?) \|/gm)].map(([, value, meaning]) => ({ value: value!, meaning: meaning!.replaceAll("`", "") }));
    return option && choices.length > 1 ? [{ id, title, option, choices, usual: choices[0]!.value }] : [];
  });
}
