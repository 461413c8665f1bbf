// The words of a game's cards, from the editor files that the engine writes into every first pack.

/** A word with the types of its parameters. */
export interface Word {
  name: string;
  params: { name: string; type: string }[];
  about: string;
}

/** What a card can do, and in which functions of its script. */
export interface Verb extends Word {
  /** The functions it is limited to; empty if there is no limit. */
  only: string[];
}

/** What a card can read: `name(…)`, or `x.name` for its only parameter. */
export interface Noun extends Word {
  gives: string;
  property: boolean;
  /** The name that its example uses for a member of the returned set. */
  member: string;
}

/** A function that a script may define. */
export interface Moment extends Word {
  /** What it returns, if it returns a value instead of doing something. */
  gives: "" | "bool" | "int";
}

/** A key of a card file, as its JSON schema describes it. */
export interface Fact {
  name: string;
  about: string;
  needed: boolean;
  /** An example line for a card file. */
  example: string;
  schema: Schema;
}

export interface Kind {
  name: string;
  about: string;
  facts: Fact[];
  /** The functions that the scripts of its cards may define; empty if it has no script. */
  moments: string[];
}

export interface Lexicon {
  kinds: Kind[];
  moments: Map<string, Moment>;
  verbs: Map<string, Verb>;
  nouns: Noun[];
  constants: { name: string; type: string; about: string }[];
  /** What `this` can be: its type, and a sentence that says for which cards. */
  own: { type: string; about: string }[];
}

/** The part of JSON schema that the engine's schemas use. */
export interface Schema {
  type?: string;
  description?: string;
  enum?: string[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  items?: Schema;
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Keys that all cards have; they have their own fields in the form. */
const common = new Set(["id", "kind", "name", "text", "copies", "script", "reconstructed", "cite"]);

/** Makes the lexicon from the files of a first pack that includes its editor files. */
export function lexiconOf(files: Record<string, string>): Lexicon {
  const text = (end: string) => Object.entries(files).find(([path]) => path.startsWith("editor/") && path.endsWith(end))?.[1] ?? "";
  const definitions = text(".d.rhai");
  const words = text("words.md");
  const { constants, nouns, verbs } = definitionsOf(definitions);
  const types = new Map([["a number", "int"], ["a yes-or-no", "bool"]]);
  // The reference describes types in words and the definitions use their names; the same verb connects the two.
  for (const [, name = "", given = "", about = ""] of words.matchAll(/^\| `(\w+)\(([^)]*)\)` \| (.*?) \| `/gm)) {
    const verb = verbs.get(name);
    if (!verb) continue;
    given.split(", ").forEach((one, at) => {
      const type = one.split(": ")[1];
      if (type && verb.params[at]) types.set(type, verb.params[at].type);
    });
    // Verbs that are only for effect symbols belong to no function.
    verb.only = about.includes("For effect symbols only.") ? [""] : [...(/Only in (`[^.]*`)\./.exec(about)?.[1] ?? "").matchAll(/`(\w+)`/g)].map(([, moment]) => moment!);
  }
  const moments = new Map<string, Moment>();
  for (const [, name = "", given = "", about = ""] of words.matchAll(/^- `(\w+)\(([^)]*)\)`: (.*?)(?: \([A-Z]{2}-[\d.]+\))?$/gm)) {
    const params = given.split(", ").filter(Boolean).map((one) => {
      const [param = "", type = ""] = one.split(": ");
      return { name: param, type: types.get(type) ?? type };
    });
    const gives = about.includes("It returns yes or no") ? "bool" : about.includes("It returns a number") ? "int" : "";
    moments.set(name, { name, params, about: about.replace(/ It returns .*$/, ""), gives });
  }
  const own = [...words.matchAll(/^\| `this` \| ([^|]*?) \| ([^|]*?) \|/gm)].filter(([, type = ""]) => types.has(type)).map(([, type = "", about = ""]) => ({ type: types.get(type)!, about }));
  return { kinds: kindsOf(text("-cards.json"), words, moments), moments, verbs, nouns, constants, own };
}

function kindsOf(schema: string, words: string, moments: Map<string, Moment>): Kind[] {
  if (!schema) return [];
  const all: { if: { properties: { kind: Schema } }; then: Schema }[] = JSON.parse(schema).properties.card.items.allOf;
  return all.map((one) => {
    const name = String(one.if.properties.kind.const);
    const head = new RegExp(`^### \`kind = "${name}"\`\\n\\n(.*)$`, "m").exec(words)?.[1] ?? "";
    const [about = "", scripts = ""] = head.split(" Its script may define ");
    const needed = new Set(one.then.required);
    const facts = Object.entries(one.then.properties ?? {}).filter(([key]) => !common.has(key)).map(([key, schema]) => ({
      name: key, about: (schema.description ?? "").split(" For example:")[0]!, example: (schema.description ?? "").split("For example: ")[1] ?? "", needed: needed.has(key) || exampleNeeded(words, name, key), schema,
    }));
    return { name, about: about.replace(/ It has no script\.$/, ""), facts, moments: [...scripts.matchAll(/`(\w+)`/g)].map(([, moment]) => moment!).filter((moment) => moments.has(moment)) };
  });
}

/** Whether the reference says that a kind requires a key: a schema cannot express this for a key with two spellings. */
function exampleNeeded(words: string, kind: string, key: string): boolean {
  const from = words.indexOf(`### \`kind = "${kind}"\``);
  const rest = words.slice(from + 4);
  const end = rest.search(/^##/m);
  return new RegExp(`^\\| \`${key}\` \\| .*? \\| yes \\|`, "m").test(end < 0 ? rest : rest.slice(0, end));
}

function definitionsOf(text: string) {
  const constants: Lexicon["constants"] = [];
  const nouns: Noun[] = [];
  const verbs = new Map<string, Verb>();
  let about: string[] = [];
  for (const line of text.split("\n")) {
    const remark = /^\/\/\/ ?(.*)$/.exec(line);
    if (remark) {
      about.push(remark[1]!);
      continue;
    }
    const doc = (about.join("\n").split("\n\n")[0] ?? "").replaceAll("\n", " ");
    const constant = /^const (\w+): (\w+);/.exec(line);
    if (constant) constants.push({ name: constant[1]!, type: constant[2]!, about: doc });
    const made = /^fn (get )?(\w+)\(([^)]*)\)(?: -> (\w+))?;/.exec(line);
    if (made) {
      const params = made[3]!.split(", ").filter(Boolean).map((one) => {
        const [name = "", type = ""] = one.split(": ");
        return { name, type };
      });
      if (made[4]) nouns.push({ name: made[2]!, params, about: doc, gives: made[4], property: Boolean(made[1]), member: new RegExp(`(\\w+) in ${made[2]}\\(`).exec(about.join("\n"))?.[1] ?? "" });
      else if (!verbs.has(made[2]!)) verbs.set(made[2]!, { name: made[2]!, params, about: doc, only: [] });
    }
    if (line.trim()) about = [];
    else if (!made && !constant && about.length) about = [];
  }
  return { constants, nouns, verbs };
}

/** A variable available at a place of a script. */
export interface Variable {
  name: string;
  type: string;
}

/** All expressions of a type that can be used at a place without writing code, with their meanings. */
export function candidates(lexicon: Lexicon, type: string, scope: Variable[]): { code: string; about: string }[] {
  const simple = (wanted: string) => [
    ...scope.filter((one) => one.type === wanted).map((one) => one.name),
    ...lexicon.constants.filter((one) => one.type === wanted).map((one) => one.name),
  ];
  const found = [
    ...scope.filter((one) => one.type === type).map((one) => ({ code: one.name, about: one.name === "me" ? "the owner of this card" : one.name === "this" ? "this card" : "" })),
    ...lexicon.constants.filter((one) => one.type === type).map((one) => ({ code: one.name, about: one.about })),
  ];
  for (const noun of lexicon.nouns.filter((one) => one.gives === type)) {
    let given: string[][] = [[]];
    for (const param of noun.params) given = given.flatMap((before) => simple(param.type).map((one) => [...before, one])).slice(0, 24);
    for (const args of given) found.push({ code: noun.property ? `${args[0]}.${noun.name}` : `${noun.name}(${args.join(", ")})`, about: noun.about });
  }
  return found.slice(0, 120);
}

/** The type of an expression, as far as its words determine it. */
export function typeOf(lexicon: Lexicon, code: string, scope: Variable[]): string {
  const text = code.trim();
  if (/^-?\d+$/.test(text)) return "int";
  const simple = scope.find((one) => one.name === text) ?? lexicon.constants.find((one) => one.name === text);
  if (simple) return simple.type;
  const name = /^(?:\w+\.)?(\w+)(?:\([^()]*\))?$/.exec(text)?.[1];
  return lexicon.nouns.find((one) => one.name === name)?.gives ?? "";
}

/** The type of an expression's members: those of the first set in it. */
export function membersOf(lexicon: Lexicon, code: string, scope: Variable[]): string {
  for (const [, name = ""] of code.matchAll(/(\w+)/g)) {
    const type = scope.find((one) => one.name === name)?.type ?? lexicon.nouns.find((one) => one.name === name && !one.property)?.gives ?? "";
    if (type.endsWith("Set")) return type.replace(/Set$/, "");
  }
  return "";
}

/** The variables at the start of a function in a script of a kind. */
export function scopeOf(lexicon: Lexicon, kind: string, moment: string, params: string[]): Variable[] {
  const known = lexicon.moments.get(moment)?.params ?? [];
  const own = lexicon.own.length > 1 ? lexicon.own.find((one) => one.about.toLowerCase().includes(kind)) : lexicon.own[0];
  return [...params.map((name, at) => ({ name, type: known[at]?.type ?? "" })), ...(own ? [{ name: "this", type: own.type }] : [])];
}
