// The words that a card may use, out of the schema and the definitions that come with every first pack.

/** A word with what it means. */
export interface Entry {
  word: string;
  kind: "key" | "value" | "function" | "constant" | "property" | "phrase";
  about: string;
  /** What is written instead of the word, with places to fill in (`${name}`), where it is more than the word. */
  template?: string;
}

/** Whole phrases of scripts, each offered where the words it needs are words of the game. */
const phrases: [needs: string[], label: string, about: string, template: string][] = [
  [["opponents"], "choose an opponent", "whoever plays the card chooses one opponent", "choose ${foe} in opponents(me) {\n    ${}\n}"],
  [[], "choose either … or", "somebody chooses between two courses; behind `by` stands who, and `when` behind a name says when it is offered: \"one\" when foe.energy > 3 { … }", "choose by ${foe} either \"${one}\" {\n    ${}\n} or \"${other}\" {\n    ${}\n}"],
  [["hand", "discard"], "choose a weapon in a hand", "only the robot itself may choose from its hand, so `by` names it", "choose ${weapon} in hand(${foe}) by ${foe} {\n    discard(${foe}, ${weapon});\n}"],
  [["opponents"], "each opponent", "the same for every opponent, in turn order", "each ${foe} in opponents(me) {\n    ${}\n}"],
  [[], "when … otherwise", "asks the game, when the card is played", "when ${me.energy > 5} {\n    ${}\n} otherwise {\n    ${}\n}"],
];

/** Keys and values of a card file (JSON schema), each once. */
export function schemaWords(schema: unknown): Entry[] {
  const found = new Map<string, Entry>();
  const put = (entry: Entry) => {
    const known = found.get(entry.word);
    if (!known || (!known.about && entry.about)) found.set(entry.word, entry);
  };
  const walk = (node: unknown, name: string): void => {
    if (Array.isArray(node)) node.forEach((one) => walk(one, name));
    if (typeof node !== "object" || node === null || Array.isArray(node)) return;
    const { properties, enum: values, const: value, description, ...rest } = node as Record<string, any>;
    for (const one of [...(Array.isArray(values) ? values : []), ...(typeof value === "string" ? [value] : [])]) {
      if (typeof one === "string") put({ word: one, kind: "value", about: description ? String(description) : `a value of ${name}` });
    }
    for (const [key, inner] of Object.entries(properties ?? {})) {
      put({ word: key, kind: "key", about: String((inner as { description?: string }).description ?? "") });
      walk(inner, key);
    }
    Object.values(rest).forEach((inner) => walk(inner, name));
  };
  walk(schema, "");
  return [...found.values()];
}

/** Functions and constants of scripts (a Rhai definition file). */
export function scriptWords(text: string): Entry[] {
  const found = new Map<string, Entry>();
  let about: string[] = [];
  for (const line of text.split("\n").map((one) => one.trim())) {
    const remark = /^\/\/\/ ?(.*)$/.exec(line);
    if (remark) about.push(remark[1]!);
    const named = /^(fn|const|let) (?:get |set )?([a-z_]\w*)/.exec(line);
    if (named && !found.has(named[2]!)) {
      const signature = line.replace(/;$/, "");
      found.set(named[2]!, { word: named[2]!, kind: named[1] === "fn" ? "function" : "constant", about: `${signature}\n${about.join(" ")}` });
    }
    if (!remark) about = [];
  }
  for (const word of ["choose", "each", "any", "all", "sum", "highest", "lowest", "when", "otherwise", "where", "in", "fn", "let"]) {
    if (!found.has(word)) found.set(word, { word, kind: "constant", about: "a word of the language; the guide has an example" });
  }
  for (const [needs, word, about, template] of phrases) {
    if (needs.every((one) => found.has(one))) found.set(word, { word, kind: "phrase", about, template });
  }
  return [...found.values()];
}
