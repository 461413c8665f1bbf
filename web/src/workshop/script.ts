// Converts a script to blocks and back. It reads the shape that the form writes; any other shape remains code.

/** What a function of a script does, in order. */
export type Block =
  | { is: "note"; text: string }
  /** A verb with its arguments. */
  | { is: "do"; verb: string; args: string[] }
  /** Any other single-line statement, kept as written. */
  | { is: "line"; code: string }
  /** `choose`, `each` or `random` over a set, or over a range of numbers. */
  | { is: "over"; word: Over; count: string; name: string; set: string; from: string; to: string; where: string; order: boolean; by: string; none: boolean; body: Block[] }
  /** A choice between named options. */
  | { is: "either"; word: "choose" | "random"; by: string; options: { name: string; when: string; body: Block[] }[] }
  | { is: "when"; condition: string; body: Block[]; otherwise: Block[] | null }
  | { is: "repeat"; times: string; body: Block[] };
export type Over = "choose" | "each" | "random";

export interface Fn {
  name: string;
  params: string[];
  /** The comments before it. */
  notes: string[];
  body: Block[];
  /** The expression that it returns, if it only returns one. */
  value: string | null;
}

/** Why a script does not have the form's shape, and on which line. */
export class OtherShape extends Error {
  line: number;
  constructor(why: string, line: number) {
    super(why);
    this.line = line;
  }
}

class Reader {
  at = 0;
  text: string;
  constructor(text: string) {
    this.text = text;
  }
  get line(): number {
    return this.text.slice(0, this.at).split("\n").length;
  }
  fail(why: string): never {
    throw new OtherShape(why, this.line);
  }
  space(): void {
    while (/\s/.test(this.text[this.at] ?? "")) this.at += 1;
  }
  get end(): boolean {
    this.space();
    return this.at >= this.text.length;
  }
  /** Reads what a pattern matches here, if it matches. */
  take(pattern: RegExp): RegExpExecArray | null {
    this.space();
    const sticky = new RegExp(pattern.source, "y");
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found) this.at = sticky.lastIndex;
    return found;
  }
  /** Reads code up to one of some characters outside brackets and strings; that character is not read. */
  until(stops: string): string {
    const from = this.at;
    let depth = 0;
    for (; this.at < this.text.length; this.at += 1) {
      const letter = this.text[this.at]!;
      if (letter === '"') {
        const close = this.text.indexOf('"', this.at + 1);
        if (close < 0) this.fail("a quotation mark is missing");
        this.at = close;
      } else if (this.text.startsWith("//", this.at)) this.fail("a remark is within a line");
      else if (depth === 0 && stops.includes(letter)) return this.text.slice(from, this.at).trim();
      else if ("([".includes(letter)) depth += 1;
      else if (")]".includes(letter)) depth -= 1;
      if (depth < 0) this.fail("a bracket is closed that was not opened");
    }
    return this.fail(`\`${stops[0]}\` is missing`);
  }
}

const tidy = (code: string): string => code.trim().replaceAll(/\s+/g, " ");

/** Splits at a word outside brackets and strings. */
function cut(text: string, word: string): [string, string | null] {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === '"') quoted = !quoted;
    if (quoted) continue;
    if ("([{".includes(letter)) depth += 1;
    if (")]}".includes(letter)) depth -= 1;
    if (depth === 0 && text.startsWith(word, at)) return [text.slice(0, at).trim(), text.slice(at + word.length).trim()];
  }
  return [text.trim(), null];
}

/** The parts between commas outside brackets. */
export function parts(text: string): string[] {
  const [first, rest] = cut(text, ",");
  return rest === null ? (first ? [first] : []) : [first, ...parts(rest)];
}

/** Reads a script. Throws `OtherShape` if the form cannot show it. */
export function read(text: string): Fn[] {
  const reader = new Reader(text);
  const found: Fn[] = [];
  while (!reader.end) {
    const notes: string[] = [];
    for (let note; (note = reader.take(/\/\/([^\n]*)/)); ) notes.push(note[1]!.trim());
    if (reader.end && notes.length) reader.fail("a remark is after the last function");
    const head = reader.take(/fn\s+(\w+)\s*\(([^)]*)\)\s*\{/) ?? reader.fail("only functions can be at the outermost level");
    const start = reader.at;
    const fn: Fn = { name: head[1]!, params: parts(head[2]!), notes, body: [], value: null };
    try {
      fn.body = blocks(reader);
    } catch (error) {
      // A function that returns a value is a single expression.
      const failed = reader.at;
      reader.at = start;
      try {
        fn.value = tidy(reader.until("{};"));
      } catch {
        throw error;
      }
      if (!fn.value || !reader.take(/\}/)) {
        reader.at = failed;
        throw error;
      }
    }
    found.push(fn);
  }
  if (tight(write(found)) !== tight(text)) throw new OtherShape("it is written in a way that the form would change", 1);
  return found;
}

/** Removes white space, and semicolons that are optional before a closing brace. */
const tight = (text: string): string => text.replaceAll(/\s+/g, "").replaceAll(";}", "}");

function block(reader: Reader): Block[] {
  if (!reader.take(/\{/)) reader.fail("`{` is missing");
  return blocks(reader);
}

function blocks(reader: Reader): Block[] {
  const found: Block[] = [];
  for (;;) {
    if (reader.end) reader.fail("`}` is missing");
    if (reader.take(/\}/)) return found;
    found.push(statement(reader));
  }
}

function statement(reader: Reader): Block {
  const note = reader.take(/\/\/([^\n]*)/);
  if (note) return { is: "note", text: note[1]!.trim() };
  const either = reader.take(/(choose|random)\b(?:\s+by\s+([^"{;]+?))?\s+either\b/);
  if (either) return options(reader, either[1] as "choose" | "random", tidy(either[2] ?? ""));
  const over = reader.take(/(choose|each|random)\b/);
  if (over) return overSet(reader, over[1] as Over);
  if (reader.take(/when\b/)) {
    const condition = tidy(reader.until("{"));
    const body = block(reader);
    if (!reader.take(/otherwise\b/)) return { is: "when", condition, body, otherwise: null };
    const again = /\s*when\b/y;
    again.lastIndex = reader.at;
    return { is: "when", condition, body, otherwise: again.test(reader.text) ? [statement(reader)] : block(reader) };
  }
  if (reader.take(/repeat\b/)) {
    const times = tidy(reader.until("{"));
    return { is: "repeat", times, body: block(reader) };
  }
  if (/^\s*(let|if|for|while|loop|switch|fn|return|do)\b/.test(reader.text.slice(reader.at))) {
    reader.fail(`\`${/\w+/.exec(reader.text.slice(reader.at))![0]}\` has no block in the form`);
  }
  const code = tidy(reader.until(";{}"));
  const stop = reader.text[reader.at];
  if (stop === "{") reader.fail("this has no block in the form");
  const call = /^(\w+)\((.*)\)$/s.exec(code);
  // A last line without a semicolon is a statement only if it is a call; otherwise it is a value.
  if (stop === "}" && !call) reader.fail("this value is within a function that does something");
  reader.take(/;/);
  return call && balanced(call[2]!) ? { is: "do", verb: call[1]!, args: parts(call[2]!) } : { is: "line", code };
}

function balanced(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function overSet(reader: Reader, word: Over): Block {
  const head = tidy(reader.until("{"));
  const [kept, none] = head.endsWith(" or none") ? [head.slice(0, -8), true] : [head, false];
  const [most, byAll] = cut(kept, " by ");
  const order = word === "each" && byAll === "number";
  const [range, where] = cut(most, " where ");
  const set = /^(?:(up to \S+|\d+|\(.*?\)) )?(\w+) in (.+)$/s.exec(range);
  const numbers = /^(\w+) from (.+) to (.+)$/s.exec(range);
  const made = { is: "over" as const, word, where: where ?? "", order, by: order ? "" : byAll ?? "", none };
  if (set) return { ...made, count: set[1] ?? "", name: set[2]!, set: tidy(set[3]!), from: "", to: "", body: block(reader) };
  if (numbers && where === null) return { ...made, count: "", name: numbers[1]!, set: "", from: tidy(numbers[2]!), to: tidy(numbers[3]!), body: block(reader) };
  return reader.fail(`this \`${word}\` has no block in the form`);
}

function options(reader: Reader, word: "choose" | "random", by: string): Block {
  const found: { name: string; when: string; body: Block[] }[] = [];
  do {
    const name = reader.take(/"([^"\n]*)"/) ?? reader.fail("an option has no name in quotation marks");
    const when = reader.take(/when\b/) ? tidy(reader.until("{")) : "";
    found.push({ name: name[1]!, when, body: block(reader) });
  } while (reader.take(/or\b/));
  return { is: "either", word, by, options: found };
}

/** The text of a script. */
export function write(fns: Fn[]): string {
  return fns.map((fn) => {
    const notes = fn.notes.map((note) => `//${note && " "}${note}\n`).join("");
    const head = `${notes}fn ${fn.name}(${fn.params.join(", ")})`;
    return fn.value === null ? `${head} {\n${body(fn.body, 1)}}\n` : `${head} { ${fn.value} }\n`;
  }).join("\n");
}

const body = (blocks: Block[], depth: number): string => blocks.map((one) => `${"    ".repeat(depth)}${lines(one, depth)}\n`).join("");

function lines(one: Block, depth: number): string {
  const inner = (blocks: Block[]) => `{\n${body(blocks, depth + 1)}${"    ".repeat(depth)}}`;
  switch (one.is) {
    case "note": return `//${one.text && " "}${one.text}`;
    case "do": return `${one.verb}(${one.args.join(", ")});`;
    case "line": return `${one.code};`;
    case "repeat": return `repeat ${one.times} ${inner(one.body)}`;
    case "when": {
      const next = one.otherwise;
      const chained = next?.length === 1 && next[0]!.is === "when";
      return `when ${one.condition} ${inner(one.body)}${next ? ` otherwise ${chained ? lines(next[0]!, depth) : inner(next)}` : ""}`;
    }
    case "over": {
      const range = one.set ? `${one.count && `${one.count} `}${one.name} in ${one.set}` : `${one.name} from ${one.from} to ${one.to}`;
      const tail = `${one.where && ` where ${one.where}`}${one.order ? " by number" : one.by && ` by ${one.by}`}${one.none ? " or none" : ""}`;
      return `${one.word} ${range}${tail} ${inner(one.body)}`;
    }
    case "either": return `${one.word}${one.by && ` by ${one.by}`} either ${one.options.map((option) => `"${option.name}"${option.when && ` when ${option.when}`} ${inner(option.body)}`).join(" or ")}`;
  }
}
