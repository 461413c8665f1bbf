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
  "might and or that this these with for from by one some any there their they them he she his her him has have had not no was were will would we us our as " +
  "into than then so too very am somebody someone player players game rule rules exactly actually allowed still something thing things want wants wanted like likes ok okay right wrong legal say says said think just also let lets really").split(" "));

/** Words that players use for each other: each group counts as any of its words, though less. A word may be in several. */
const kin = kindred.map((group) => group.split(" ").map(stem));

/** The stem of a word, roughly: enough that `pays`, `paying` and `pay` are one. */
function stem(word: string): string {
  let left = word.replace(/['’]s$/, "");
  const endings: [RegExp, string][] = [[/ies$/, "y"], [/(ss|sh|ch|x)es$/, "$1"], [/([^s])s$/, "$1"], [/(..[^e])ing$/, "$1"], [/(...)ed$/, "$1"], [/e$/, ""]];
  for (const [ending, instead] of endings) if (left.length > 3) left = left.replace(ending, instead);
  return left;
}

/** Turns of speech whose words mean nothing, or something else, one by one; each is one word of the search. */
const phrases: [RegExp, string][] = [
  [/\b(?:have|has|had|need|needs|forced|obliged) to\b/g, "must"],
  [/\bwho (?:starts?|begins?|goes first|plays first|is first)\b/g, "whobegins"],
  [/\b(?:same number|as many|equally many|just as much)\b/g, "tie"],
  [/\b(?:at the same time|at once together|both at once)\b/g, "together"],
  [/\b(my|your|his|her|their|other's|opponent's) go\b/g, "$1 turn"],
  [/\b(?:across the table|sitting across|across from)\b/g, "opposite"],
];

/** Numbers are one thing, in letters and in digits. */
const numbers = new Map("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(" ").map((word, at) => [word, String(at + 1)]));

const words = (text: string): string[] => phrases.reduce((left, [said, meant]) => left.replaceAll(said, meant), text.toLowerCase()).split(/[^\p{L}\p{N}'’.-]+/u).map((one) => one.replace(/^[.'-]+|[.'-]+$/g, "")).filter(Boolean).map((one) => numbers.get(one) ?? one);

/** Questions that are asked at every table, with the clauses that answer them. */
const often = asked as unknown as Record<string, [question: string, clauses: string][]>;
/** Chapters about cards and rules of one's own, which are asked about by name or not at all; and what they count otherwise. */
const aside = /homebrew|house rules|your rules/i;
const ASIDE = 0.6;
/** What another word for the same counts. */
const KIN = 0.6;

/** How much it says that a word stands in so many of all texts (as BM25 has it). */
const rarity = (many: number, all: number): number => Math.log(1 + (all - many + 0.5) / (many + 0.5));

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
    const hits = [...new Set([term, ...group])].map((word) => {
      const own = word === term;
      return { own, hits: index.search(word, { boost: { title: 2.5, chapter: 0.6 }, bm25: { k: 1.2, b: 0.5, d: 0.4 }, prefix: own && term.length > 3, fuzzy: own && term.length > 5 ? 0.15 : 0, processTerm: (one) => one }) };
    });
    // A rare word for a common thing is no rarer than the thing: words of a group weigh as if they were one.
    const together = rarity(new Set(hits.flatMap((one) => one.hits.map(({ id }) => id))).size, index.documentCount);
    for (const { own, hits: some } of hits) {
      const weight = own ? 1 : KIN * Math.min(1, together / rarity(some.length, index.documentCount));
      for (const { id, score } of some) best.set(id, Math.max(best.get(id) ?? 0, score * weight));
    }
    // A word that nothing in the book knows does not tell against what the others find.
    const says = best.size ? together : 0;
    known += says;
    for (const [id, score] of best) {
      const so = scores.get(id) ?? { score: 0, met: 0 };
      scores.set(id, { score: so.score + score, met: so.met + says });
    }
  }
  const homemade = /home|house|custom|script|option|variant/i.test(question);
  const found = new Map<string, Found>();
  const put = (section: Section | undefined, score: number) => {
    if (section && (found.get(section.id)?.score ?? 0) < score) found.set(section.id, { ...section, score });
  };
  for (const [at, { score, met }] of scores) {
    const whole = score * (met / known);
    const section = sections[at];
    if (section) put(section, aside.test(section.chapter) && !homemade ? whole * ASIDE : whole);
    const clauses = often[game]?.[at - sections.length]?.[1].split(" ") ?? [];
    clauses.forEach((id, place) => put(sections.find((one) => one.id === id), (whole * OFTEN) / (1 + place / 4)));
  }
  return [...found.values()].sort((one, other) => other.score - one.score).slice(0, most);
}
