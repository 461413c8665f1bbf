// One-click fixes: the word that the problem's help suggests, or the line that it says to write.
import type { Diagnostic } from "cardwright/index.js";
import { cardsOf } from "./block.js";

/** A change of a file's text. */
export interface Fix {
  title: string;
  from: number;
  to: number;
  write: string;
}

/** The offset of a line and column in a text. Columns count characters. */
export function offset(text: string, line: number, column: number): number {
  const rows = text.split("\n");
  const before = rows.slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0);
  return before + [...(rows[line - 1] ?? "")].slice(0, column - 1).join("").length;
}

/** The fixes of a problem, in the text of its file. */
export function fixesOf(one: Diagnostic, text: string): Fix[] {
  if (!one.line) return [];
  const from = offset(text, one.line, one.column ?? 1);
  const to = offset(text, one.end_line ?? one.line, one.end_column ?? (one.column ?? 1) + 1);
  const meant = /did you mean `([^`]+)`/.exec(one.help ?? "")?.[1];
  if (meant) {
    // The message names the wrong word, which may be only a part of the range.
    const there = text.slice(from, to);
    const wrong = [...one.message.matchAll(/`([^`]+)`/g)].map(([, word]) => word!).find((word) => there.includes(word));
    if (!wrong) return [];
    const at = from + there.indexOf(wrong);
    return [{ title: `Change to ${meant}`, from: at, to: at + wrong.length, write: meant }];
  }
  // A missing key of a card is written at the end of its block.
  const line = /^write `(\w[\w-]* = [^`…]+)`$/.exec(one.help ?? "")?.[1];
  const card = line && /^`[\w-]+` is missing$/.test(one.message) ? cardsOf(text).find(({ place }) => place.from < one.line! && one.line! <= place.to) : undefined;
  if (!line || !card) return [];
  const rows = text.split("\n");
  let last = card.place.to;
  while (last > card.place.from + 1 && !rows[last - 1]!.trim()) last -= 1;
  const end = rows.slice(0, last).join("\n").length;
  return [{ title: `Write ${line}`, from: end, to: end, write: `\n${line}` }];
}

/** The text with a fix applied. */
export const fixed = (text: string, fix: Fix): string => text.slice(0, fix.from) + fix.write + text.slice(fix.to);
