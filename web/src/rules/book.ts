// The rules and the register of open questions, from the documentation: read at build time, never copied.
const texts = import.meta.glob("../../../docs/rules/*.md", { query: "?raw", import: "default" }) as Record<string, () => Promise<string>>;
const rulings = () => import("../../../crates/cardwright/src/rules/rulings.jsonl?raw");
const lists = import.meta.glob("../../../docs/rules/*.json", { query: "?raw", import: "default" }) as Record<string, () => Promise<string>>;
const cards = import.meta.glob(["../../../cards/*/**/*.{toml,rhai}", "!../../../cards/examples/**"], { query: "?raw", import: "default" }) as Record<string, () => Promise<string>>;

/** A clause, a question, or a chapter's introduction. */
export interface Section {
  /** An id such as `MB-4.1` or `Q-MB-3`; empty for introductions. */
  id: string;
  title: string;
  /** Its text (Markdown). */
  text: string;
  level: number;
  /** The title of its chapter. */
  chapter: string;
}

/** The book of a game: the rules, or the register. */
export interface Book {
  game: string;
  register: boolean;
  sections: Section[];
}

const known = new Map<string, Promise<Book | null>>();
const id = /^((?:Q-)?[A-Z]{2}-\d+(?:\.\d+)*)[:.]?\s*(.*)$/;

function read(game: string, register: boolean, text: string): Book {
  const sections: Section[] = [];
  let chapter = "";
  for (const line of text.replaceAll(/<!--[^]*?-->/g, "").split("\n")) {
    const heading = /^(#{1,4})\s+(.*)$/.exec(line);
    if (!heading) {
      const last = sections.at(-1);
      if (last) last.text += `${line}\n`;
      continue;
    }
    const title = heading[2]!.replaceAll("**", "");
    const named = id.exec(title);
    if (!named) chapter = title.replace(/^\d+\.?\s*/, "");
    sections.push({ id: named?.[1] ?? "", title: named?.[2] ?? title, text: "", level: heading[1]!.length, chapter });
  }
  return { game, register, sections: sections.flatMap(clausesInside) };
}

/** Clauses that start with bold text in a paragraph instead of a heading. */
function clausesInside(section: Section): Section[] {
  const parts = section.text.split(/\n(?=\*\*(?:Q-)?[A-Z]{2}-\d+(?:\.\d+)*)/);
  if (parts.length < 2 && !/^\*\*(?:Q-)?[A-Z]{2}-\d/.test(section.text.trim())) return [section];
  const [first = "", ...rest] = /^\*\*/.test(section.text.trim()) ? ["", ...section.text.trim().split(/\n(?=\*\*(?:Q-)?[A-Z]{2}-\d+)/)] : parts;
  const clauses = rest.map((text) => {
    const found = /^\*\*([A-Z-]+\d+(?:\.\d+)*)[.:]?\s*([^*]*)\*\*\.?\s*/.exec(text);
    return { id: found?.[1] ?? "", title: found?.[2] ?? "", text: text.slice(found?.[0].length ?? 0), level: 3, chapter: section.chapter };
  });
  return [{ ...section, text: first }, ...clauses];
}

/** The book of a game. */
export function book(game: string, register = false): Promise<Book | null> {
  const name = `${game}${register ? "-questions" : ""}`;
  let found = known.get(name);
  if (!found) {
    const load = texts[`../../../docs/rules/${name}.md`];
    found = load ? load().then((text) => read(game, register, text)) : Promise.resolve(null);
    known.set(name, found);
  }
  return found;
}

const prefix: Record<string, string> = { MB: "moon-bots", RB: "robotory", LC: "lunar-command", RE: "robot-empire", RS: "robot-empire" };

/** The game of a clause, from the letters of its id. */
export const gameOf = (cite: string): string | null => prefix[/(?:Q-)?([A-Z]{2})-/.exec(cite)?.[1] ?? ""] ?? null;

/** Whether a citation is a clause of the rules; otherwise it is a line of a card. */
export const isClause = (cite: string): boolean => /^(Q-)?[A-Z]{2}-\d/.test(cite);

/** A clause with its text. */
export async function clause(cite: string): Promise<Section | null> {
  const game = gameOf(cite);
  if (!game) return null;
  const found = await book(game, cite.startsWith("Q-"));
  return found?.sections.find((section) => section.id === cite) ?? null;
}

/** The text of a file of an official pack. */
export async function officialFile(game: string, path: string): Promise<string | null> {
  const load = cards[`../../../cards/${game}/${path}`];
  return load ? load() : null;
}

/** All texts of the rules by file name, as the engine needs them to answer questions. */
export async function files(): Promise<Record<string, string>> {
  const named = Object.entries({ ...texts, ...lists }).map(async ([path, load]) => [path.split("/").at(-1)!, await load()] as const);
  return { ...Object.fromEntries(await Promise.all(named)), "rulings.jsonl": (await rulings()).default };
}
