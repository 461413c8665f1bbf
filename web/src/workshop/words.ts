// The words that a card may use, from the schema and the definitions in every first pack.

/** A word and its meaning. */
export interface Entry {
  word: string;
  kind: "key" | "value" | "function" | "constant" | "property" | "phrase";
  about: string;
  /** The text to insert instead of the word, with placeholders (`${name}`), if it is longer than the word. */
  template?: string;
  /** Where it may be used: outside functions or inside them; both if undefined. */
  where?: "outside" | "inside";
  /** A short description for the list. */
  brief?: string;
}

/** The contents of the reference pages, which the engine generates: read at build time, fetched when needed. */
const references = import.meta.glob("../../../docs/reference/*-cards.md", { query: "?raw", import: "default" }) as Record<string, () => Promise<string>>;

/** The functions that a script of a game may define: when something happens, whether something may be done. */
export async function moments(game: string): Promise<Entry[]> {
  const text = await references[`../../../docs/reference/${game}-cards.md`]?.().catch(() => "");
  return [...(text ?? "").matchAll(/^- `(\w+)\(([^)]*)\)`: (.*?)(?: \(([A-Z]{2}-[\d.]+)\))?$/gm)].map(([, word = "", given = "", about = "", clause = ""]) => {
    const names = given.split(",").map((one) => one.split(":")[0]!.trim()).join(", ");
    return { word, kind: "phrase", where: "outside", brief: about, about: `fn ${word}(${names})\n${about} ${clause}`, template: `fn ${word}(${names}) {\n    \${}\n}` };
  });
}

/** Words that users of other languages type, and the corresponding word here. */
const other: Record<string, string> = { if: "when", else: "otherwise", for: "each", foreach: "each", chance: "random", function: "fn", when: "on_", whenever: "on_", trigger: "on_" };

/** The words that the typed text may mean, best first: words with this start, words with such a part, related words. */
export function meant(words: readonly Entry[], typed: string): Entry[] {
  const wanted = typed.toLowerCase();
  const rank = ({ word, about, kind }: Entry): number => {
    const own = word.toLowerCase();
    const phrase = kind === "phrase" ? 0 : 0.5;
    if (own.startsWith(wanted)) return phrase;
    if (own.split(/[\s_-]+/).some((part) => part.startsWith(wanted))) return 1 + phrase;
    if (other[wanted] && own.startsWith(other[wanted])) return 2;
    if (wanted.length > 2 && about.toLowerCase().split(/[^\p{L}]+/u).some((part) => part.startsWith(wanted))) return 3 + phrase;
    return wanted.length > 2 && own.includes(wanted) ? 4 : Infinity;
  };
  return words.map((one, at) => ({ one, at, rank: rank(one) })).filter((each) => each.rank < Infinity)
    .sort((a, b) => a.rank - b.rank || a.at - b.at).map((each) => each.one);
}

/** Whole phrases of scripts; each is offered if the game has the words that it needs. */
const phrases: [needs: string[], label: string, about: string, template: string][] = [
  [["opponents"], "choose an opponent", "the player of the card chooses an opponent", "choose ${foe} in opponents(me) {\n    ${}\n}"],
  [[], "choose either … or", "a player chooses between two options; `by` says which player, and `when` after a name says when that option is offered: \"one\" when foe.energy > 3 { … }", "choose by ${foe} either \"${one}\" {\n    ${}\n} or \"${other}\" {\n    ${}\n}"],
  [["hand", "discard"], "choose a weapon in a hand", "only the robot itself may choose from its hand, so `by` names it", "choose ${weapon} in hand(${foe}) by ${foe} {\n    discard(${foe}, ${weapon});\n}"],
  [["opponents"], "each opponent", "the same for every opponent, in turn order", "each ${foe} in opponents(me) {\n    ${}\n}"],
  [["random"], "roll a die", "rolls a new die; what happens depends on its number", "random ${number} from 1 to 6 {\n    when ${number} >= 5 {\n        ${}\n    } otherwise {\n        ${}\n    }\n}"],
  [["random"], "random either … or", "chance decides between two options; both are equally likely", "random either \"${one}\" {\n    ${}\n} or \"${other}\" {\n    ${}\n}"],
  [[], "when … otherwise", "the condition is checked when the card is played", "when ${me.energy > 5} {\n    ${}\n} otherwise {\n    ${}\n}"],
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
  for (const word of ["choose", "each", "any", "all", "random", "sum", "highest", "lowest", "when", "otherwise", "where", "in", "fn", "let"]) {
    if (!found.has(word)) found.set(word, { word, kind: "constant", about: "a word of the language; the guide has an example" });
  }
  for (const [needs, word, about, template] of phrases) {
    if (needs.every((one) => found.has(one))) found.set(word, { word, kind: "phrase", about, template, where: "inside" });
  }
  return [...found.values()];
}
