// Finding the clause for a question in plain words: ranked by how many of its words a clause has, and how rare they are.
import MiniSearch from "minisearch";
import asked from "./asked.json";
import kindred from "./kin.json";
import { type Section, book } from "./book.js";

/** A clause that may answer a question. */
export interface Found extends Section {
  score: number;
}

/** Words that say nothing about what is asked. */
const empty = new Set(("a an the may i my me mine you your who what which when how is are be to of on in at it its if do does did can cannot can't could " +
  "might must and or that this these with for from by one some any there their they them he she his her him has have had not no was were will would we us our as " +
  "into than then so too very am somebody someone player players game rule rules exactly actually allowed still").split(" "));

/** Words that players use for each other: each group counts as any of its words, though less. A word may be in several. */
const kin = kindred.map((group) => group.split(" ").map(stem));

/** The stem of a word, roughly: enough that `pays`, `paying` and `pay` are one. */
function stem(word: string): string {
  let left = word.replace(/['’]s$/, "");
  const endings: [RegExp, string][] = [[/ies$/, "y"], [/(ss|sh|ch|x)es$/, "$1"], [/([^s])s$/, "$1"], [/(..[^e])ing$/, "$1"], [/(...)ed$/, "$1"], [/e$/, ""]];
  for (const [ending, instead] of endings) if (left.length > 3) left = left.replace(ending, instead);
  return left;
}

const words = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}'’.-]+/u).map((one) => one.replace(/^[.'-]+|[.'-]+$/g, "")).filter(Boolean);

/** Questions that are asked at every table, with the clauses that answer them. */
const often = asked as unknown as Record<string, [question: string, clauses: string][]>;
/** A question that is asked often says what it is about better than a clause does. */
const OFTEN = 1.5;

const made = new Map<string, Promise<{ index: MiniSearch; sections: Section[] }>>();

function indexOf(game: string) {
  let found = made.get(game);
  if (!found) {
    found = Promise.all([book(game), book(game, true)]).then((books) => {
      const sections = books.flatMap((one) => one?.sections ?? []).filter((one) => one.id);
      const index = new MiniSearch({ fields: ["title", "text", "chapter"], tokenize: words, processTerm: (term) => (empty.has(term) ? null : stem(term)) });
      index.addAll(sections.map(({ id, title, text, chapter }, at) => ({ id: at, title, chapter, text: `${id} ${text.replaceAll(/\*[^*]*(?:Source|Ruling)[^*]*\*/g, "")}` })));
      // After the sections, and found by their place like them.
      index.addAll((often[game] ?? []).map(([question], at) => ({ id: sections.length + at, title: question, chapter: "", text: "" })));
      return { index, sections };
    });
    made.set(game, found);
  }
  return found;
}

/** The clauses and questions of a game that a question in plain words is about, best first. */
export async function findClauses(game: string, question: string, most = 8): Promise<Found[]> {
  const { index, sections } = await indexOf(game);
  const asked = [...new Set(words(question).filter((one) => !empty.has(one)).map(stem))];
  if (!asked.length) return [];
  const scores = new Map<number, { score: number; met: number }>();
  let known = 0;
  for (const term of asked) {
    const group = kin.filter((one) => one.includes(term)).flat();
    const best = new Map<number, number>();
    for (const word of new Set([term, ...group])) {
      const own = word === term;
      for (const { id, score } of index.search(word, { boost: { title: 2.5, chapter: 0.6 }, bm25: { k: 1.2, b: 0.5, d: 0.4 }, prefix: own && term.length > 3, fuzzy: own && term.length > 5 ? 0.15 : 0, processTerm: (one) => one })) {
        best.set(id, Math.max(best.get(id) ?? 0, score * (own ? 1 : 0.55)));
      }
    }
    // A word that nothing in the book knows does not tell against what the others find.
    if (best.size) known += 1;
    for (const [id, score] of best) {
      const so = scores.get(id) ?? { score: 0, met: 0 };
      scores.set(id, { score: so.score + score, met: so.met + 1 });
    }
  }
  const found = new Map<string, Found>();
  const put = (section: Section | undefined, score: number) => {
    if (section && (found.get(section.id)?.score ?? 0) < score) found.set(section.id, { ...section, score });
  };
  for (const [at, { score, met }] of scores) {
    const whole = score * (met / known) ** 1.5;
    if (at < sections.length) put(sections[at], whole);
    const clauses = often[game]?.[at - sections.length]?.[1].split(" ") ?? [];
    clauses.forEach((id, place) => put(sections.find((one) => one.id === id), (whole * OFTEN) / (1 + place / 4)));
  }
  return [...found.values()].sort((one, other) => other.score - one.score).slice(0, most);
}
