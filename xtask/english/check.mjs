// Checks the English of the pages, the messages and the public doc comments with Harper: `node check.mjs [FILE …]`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Dialect, LocalLinter } from "harper.js";
import { binaryInlined } from "harper.js/binaryInlined";

/** Rules that are wrong about this project more often than right. */
const OFF = [
  // Names of cards, clauses, programs and formats, and quoted titles in other languages.
  "SpellCheck", "CompoundNouns", "DisjointPrefixes", "SplitWords", "OrthographicConsistency", "MassNouns", "AnA", "OkToOkay",
  "WrongNegative", "PhrasalVerbAsCompoundNoun", "CompaniesProductsAndTrademarks", "SimplePastToPastParticiple",
  // Cells of tables and parts of messages begin in lower case; headings are sentences; lists of keys are set in columns.
  "SentenceCapitalization", "UseTitleCase", "Spaces", "EllipsisLength", "UnclosedQuotes", "NumericRangeEnDash",
  // A matter of taste.
  "OxfordComma", "DiscourseMarkers", "ExpandMemoryShorthands", "ExpandTimeShorthands", "ExpandControl",
  "ExpandConfiguration", "Dashes", "FindOut", "AvoidAndAlso", "CondenseAllThe",
  // Wrong about sentences that are right, such as "whom may my robot attack" and "each 1 coin".
  "NounVerbConfusion", "MissingPreposition", "MissingTo", "AsHow", "ItsContraction", "TheirToTheyre", "TheirToThere",
  "ThereToTheir", "ThatThan", "ThenThan", "OneOfTheSingular", "WhomSubjectOfVerb", "Overall", "QuantifierNumeralConflict",
  "SingleBe", "PronounInflectionBe", "PronounVerbAgreement", "YourPredicateAdjective", "MergeWords", "APart", "AWhile",
  "AdjectiveOfA", "Nothing", "ToTwoToo", "DoToDueTo", "ByOnesOwn", "AskNoPreposition", "AllowTo", "NoMatchFor", "Everybody",
];

const root = new URL("../../", import.meta.url);
const listed = process.argv.slice(2);
const files = listed.length ? listed
  : execFileSync("git", ["ls-files", "*.md", "crates/**/*.rs"], { cwd: root, encoding: "utf8" }).trim().split("\n")
    .filter((file) => !/^(tests|cards)\/|\/tests?[./]|\/rulings\.md$|^docs\/reference\/rulings/.test(file));

/** A text as Markdown whose code Harper ignores. */
const prose = (text) => text.replace(/\{[^{}]*\}/g, "`x`");

/** The sentences of a Rust file, with their lines: string literals of several words, and public doc comments. */
function sentences(code) {
  const own = code.split("#[cfg(test)]")[0];
  const line = (at) => own.slice(0, at).split("\n").length;
  const found = [];
  for (const { 0: whole, index } of own.matchAll(/(?:^[ \t]*\/\/[/!] ?.*\n)+/gm)) {
    found.push([line(index), whole.replace(/^[ \t]*\/\/[/!] ?/gm, "")]);
  }
  for (const { 1: text, index } of own.replace(/^[ \t]*\/\/.*$/gm, (whole) => " ".repeat(whole.length)).matchAll(/"((?:[^"\\]|\\[^])*)"/g)) {
    const plain = text.replace(/\\\n\s*/g, "").replaceAll('\\"', '"');
    const columns = /\S {2,}\S/.test(plain), list = !/[.,;:?!]/.test(plain) && plain.length > 200;
    if (/[a-z]{3} [a-z]{2,} [a-z]{2,}/.test(plain) && !columns && !list && !/\\n|fn |SELECT|=>/.test(plain)) found.push([line(index), prose(plain)]);
  }
  return found;
}

const linter = new LocalLinter({ binary: binaryInlined, dialect: Dialect.British });
await linter.setLintConfig({ ...await linter.getLintConfig(), ...Object.fromEntries(OFF.map((rule) => [rule, false])) });
let wrong = 0;
for (const file of files) {
  const text = readFileSync(listed.length ? file : new URL(file, root), "utf8");
  for (const [first, part] of file.endsWith(".rs") ? sentences(text) : [[1, text]]) {
    for (const [rule, lints] of Object.entries(await linter.organizedLints(part, { language: "markdown" }))) {
      for (const lint of lints) {
        wrong += 1;
        const line = first + part.slice(0, lint.span().start).split("\n").length - 1;
        console.log(`${file}:${line}: ${lint.message()} (${rule}): ${JSON.stringify(lint.get_problem_text())}`);
      }
    }
  }
}
console.log(`${files.length} files, ${wrong} mistakes`);
process.exitCode = wrong ? 1 : 0;
