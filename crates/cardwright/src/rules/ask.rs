//! Finds the clauses that answer questions in plain words.
//!
//! Texts are ranked by BM25. A mistyped word is replaced by the nearest known one. Words that players use as synonyms
//! (`docs/rules/synonyms.json`) also match, with a lower weight. A text that leads to a clause, such as a ruling or a
//! frequent question (`docs/rules/asked.json`), counts for that clause, and the words of its questions also belong to it.

use super::library::{Entry, EntryKind, Library, library};
use super::page;
use super::words::{stem, stems};
use cardwright_kernel::edit_distance;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The maximum number of search results.
const MOST: usize = 30;
/// The maximum length of a question in bytes; longer ones are cut.
const MAX_BYTES: usize = 1_000;
/// The weight of a word in a title, relative to a word in the text.
const TITLE: f64 = 2.5;
const CHAPTER: f64 = 0.6;
const KIN: f64 = 0.7;
const TYPING_ERROR: f64 = 0.8;
const BEGINNING: f64 = 0.7;
/// The weight of frequent questions for the clause they lead to.
const OFTEN: f64 = 0.9;
/// The weight of a word of the frequent questions that an entry answers first or second, as a part of the entry.
const ASKED: f64 = 0.6;
const RULING: f64 = 0.75;
const QUESTION: f64 = 0.9;
const CARD: f64 = 0.8;
/// The weight of rules that are rarely the answer unless they are named, such as those of options.
const ASIDE: f64 = 0.6;
/// How the clause of an option begins.
const OF_OPTION: &str = "With the option";
/// Words of questions about custom cards and rules.
const HOMEMADE: [&str; 16] = [
    "home",
    "house",
    "custom",
    "script",
    "option",
    "variant",
    "pack",
    "selfmade",
    "self-made",
    "fan made",
    "fan-made",
    "invent",
    "design",
    "made up",
    "make a card",
    "own card",
];
/// Words of questions about what goes wrong at a table, and about tournaments.
const AT_TABLE: [&str; 19] = [
    "forgot",
    "mistake",
    "wrong",
    "error",
    "illegal",
    "cheat",
    "early",
    "saw ",
    "peek",
    "agree",
    "give up",
    "gave up",
    "giving up",
    "concede",
    "resign",
    "quit",
    "leave",
    "tournament",
    "tie-break",
];
/// The weight of a number: it says less about the subject of a text than a word that is as rare.
const NUMBER: f64 = 0.5;
/// The weight of the second-best text that leads to an entry.
const SECOND: f64 = 0.6;
/// The fraction of its clause's score that a ruling must reach to answer instead of it.
const ANSWERS: f64 = 0.85;

/// The maximum length in bytes of a part of a clause that answers a question.
const PASSAGE: usize = 400;
/// The maximum number of words that a mistyped one may stand for.
const MEANT: usize = 4;

/// A search result that may answer a question.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Found<'l> {
    /// The clause, card or open question that was found.
    pub entry: &'l Entry,
    /// The answer in a few sentences: the situation of a ruling with what it decides, or the text of the entry itself.
    pub answer: String,
    /// The ruling or other entry that gives the answer; `None` if the found entry gives it itself.
    pub by: Option<&'l Entry>,
}

/// A text to be searched.
struct Text<'l> {
    /// The stems of the text with their weights.
    weights: BTreeMap<String, f64>,
    length: f64,
    game: &'l str,
    /// The entries that the text leads to, best first.
    leads: Vec<&'l Entry>,
    /// The weight of the text for these entries.
    weight: f64,
    /// The entry that the text belongs to.
    of: Option<&'l Entry>,
}

impl<'l> Text<'l> {
    fn new(parts: &[(&str, f64)], game: &'l str, leads: Vec<&'l Entry>, weight: f64) -> Self {
        let mut weights: BTreeMap<String, f64> = BTreeMap::new();
        let mut length = 0.0;
        for (text, counts) in parts {
            for word in stems(text) {
                length += 1.0;
                *weights.entry(word).or_default() += counts;
            }
        }
        Text {
            weights,
            length,
            game,
            leads,
            weight,
            of: None,
        }
    }
}

/// Searches clauses, open questions and cards for the best answers to a question, the best first, each once. Searches
/// one game; if `game` is `None`, the game that the question names, or all games.
pub fn ask(question: &str, game: Option<&str>, limit: usize) -> Vec<Found<'static>> {
    let question = cut(question);
    let (named, rest) = named(question);
    let question = rest.as_deref().unwrap_or(question);
    let game = game.or(named);
    let Some(scope) = scope(game) else {
        return Vec::new();
    };
    let wanted: Vec<String> = {
        let mut seen = BTreeSet::new();
        stems(question)
            .into_iter()
            .filter(|word| seen.insert(word.clone()))
            .collect()
    };
    let asked = Asked::new(scope, &wanted);
    let says = |words: &[&str]| {
        let question = question.to_lowercase();
        words.iter().any(|word| question.contains(word))
    };
    let (homemade, at_table) = (says(&HOMEMADE), says(&AT_TABLE));
    let mut best: BTreeMap<(&str, &str), ([f64; 2], &'static Entry)> = BTreeMap::new();
    let mut answers: BTreeMap<(&str, &str), (f64, &'static Entry)> = BTreeMap::new();
    for (score, text) in asked.scores(scope) {
        for (place, entry) in (0u8..).zip(&text.leads) {
            let chapter = entry.beside.to_lowercase();
            let own_cards = chapter.contains("homebrew") || chapter.contains("house rules");
            let option = entry.text.starts_with(OF_OPTION);
            let aside = !homemade && (own_cards || option) || !at_table && entry.game.is_empty();
            let score = score * text.weight * if aside { ASIDE } else { 1.0 }
                / (1.0 + f64::from(place) / 4.0);
            let key = (entry.game.as_str(), entry.id.as_str());
            let known = best.entry(key).or_insert(([0.0; 2], *entry));
            let [first, second] = &mut known.0;
            match score > *first {
                true => (*first, *second) = (score, *first),
                false => *second = second.max(score),
            }
            let from = text.of.filter(|of| {
                of.kind == EntryKind::Ruling && of.superseded_by.is_empty() && !of.answer.is_empty()
            });
            if let Some(of) = from.filter(|_| place == 0) {
                let answer = answers.entry(key).or_insert((0.0, of));
                if answer.0 < score {
                    *answer = (score, of);
                }
            }
        }
    }
    let mut found: Vec<(f64, &'static Entry)> = best
        .into_values()
        .map(|([first, second], entry)| (first + second * SECOND, entry))
        .filter(|(score, _)| *score > 0.0)
        .collect();
    found.sort_by(|one, other| {
        other
            .0
            .total_cmp(&one.0)
            .then_with(|| one.1.id.cmp(&other.1.id))
    });
    found.truncate(limit.clamp(1, MOST));
    let mut list = Vec::new();
    for (score, entry) in found {
        let by = answers.get(&(entry.game.as_str(), entry.id.as_str()));
        let by = by
            .filter(|(own, _)| *own >= score * ANSWERS)
            .map(|(_, by)| *by);
        let answer = answer(entry, by, &asked);
        list.push(Found { entry, answer, by });
    }
    list
}

/// Whether one text has at least half of what a question is about. Rare words count more than common ones, unknown words
/// like the rarest, and a word that is only similar counts less, a short one half. Otherwise, the answers to the question
/// are guesses.
pub fn fits(question: &str, game: Option<&str>) -> bool {
    let question = cut(question);
    let (named, rest) = named(question);
    let wanted = stems(rest.as_deref().unwrap_or(question));
    let Some(scope) = scope(game.or(named)) else {
        return false;
    };
    let asked = Asked::new(scope, &wanted);
    let unknown = rarity(1, scope.texts.len());
    let says = |(alike, says): &(BTreeMap<String, f64>, f64)| match alike.is_empty() {
        true => unknown,
        false => *says,
    };
    let all: f64 = asked.words.iter().map(says).sum();
    let known = |word: &str| {
        let next = scope.with.range(word..).next();
        next.is_some_and(|(one, _)| one.starts_with(word))
            || kin().iter().flatten().any(|one| one == word)
    };
    let weights: Vec<f64> = wanted
        .iter()
        .map(|word| match word.len() {
            _ if known(word) => 1.0,
            0..=4 => 0.5,
            _ => 0.75,
        })
        .collect();
    let best = scope.texts.iter().map(|text| {
        let has = |alike: &BTreeMap<String, f64>| {
            alike.keys().any(|word| text.weights.contains_key(word))
        };
        let words = asked.words.iter().zip(&weights);
        let met = words.filter(|((alike, _), _)| has(alike));
        met.map(|((_, says), weight)| says * weight).sum::<f64>()
    });
    2.0 * best.fold(0.0, f64::max) > all
}

/// The texts of one game, or of all games.
struct Scope {
    texts: Vec<&'static Text<'static>>,
    /// For each word, the indices of the texts that contain it.
    with: BTreeMap<&'static str, Vec<usize>>,
    /// The average length of a text.
    average: f64,
}

impl Scope {
    fn new(texts: Vec<&'static Text<'static>>) -> Self {
        let mut with: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, text) in texts.iter().enumerate() {
            for word in text.weights.keys() {
                with.entry(word).or_default().push(at);
            }
        }
        let length: f64 = texts.iter().map(|text| text.length).sum();
        #[expect(clippy::cast_precision_loss, reason = "a few thousand texts")]
        let average = length / (texts.len().max(1) as f64);
        Scope {
            texts,
            with,
            average,
        }
    }

    fn with(&self, word: &str) -> &[usize] {
        self.with.get(word).map_or(&[], Vec::as_slice)
    }
}

/// The texts to search for questions about a game, or about all games; `None` if the game does not exist. Cached.
fn scope(game: Option<&str>) -> Option<&'static Scope> {
    static TEXTS: LazyLock<Vec<Text<'static>>> = LazyLock::new(|| texts(library()));
    static SCOPES: LazyLock<Vec<(Option<&str>, Scope)>> = LazyLock::new(|| {
        let games = crate::games().iter().map(|game| Some(game.id));
        let scope = |game: Option<&'static str>| {
            let here = |text: &&Text<'_>| {
                game.is_none_or(|game| text.game == game || text.game.is_empty())
            };
            (game, Scope::new(TEXTS.iter().filter(here).collect()))
        };
        games.chain([None]).map(scope).collect()
    });
    let found = SCOPES.iter().find(|(own, _)| *own == game);
    found.map(|(_, scope)| scope)
}

/// All texts to search.
fn texts(library: &Library) -> Vec<Text<'_>> {
    let entry = |id: &str| library.entries().iter().find(|one| one.id == id);
    let often = often();
    let mut asked: BTreeMap<&str, String> = BTreeMap::new();
    for (question, ids) in &often {
        for id in ids.split(' ').take(2) {
            *asked.entry(id).or_default() += &format!(" {question}");
        }
    }
    let asked = |id: &str| (asked.get(id).map_or("", String::as_str), ASKED);
    let mut texts: Vec<Text<'_>> = Vec::new();
    for one in library.entries() {
        let led = || -> Vec<&Entry> { one.clauses.iter().filter_map(|id| entry(id)).collect() };
        let (parts, leads, weight): (Vec<(&str, f64)>, Vec<&Entry>, f64) = match one.kind {
            EntryKind::Clause => (
                vec![
                    (&one.title, TITLE),
                    (&one.text, 1.0),
                    (&one.beside, CHAPTER),
                    asked(&one.id),
                ],
                vec![one],
                1.0,
            ),
            EntryKind::Question => (
                vec![(&one.title, TITLE), (&one.text, 1.0), asked(&one.id)],
                vec![one],
                QUESTION,
            ),
            EntryKind::Card => (
                vec![(&one.beside, TITLE), (&one.answer, 1.0)],
                vec![one],
                CARD,
            ),
            EntryKind::Ruling => (
                vec![(&one.title, 1.5), (&one.text, 1.0), (&one.answer, 1.0)],
                led(),
                RULING,
            ),
        };
        let of = (one.kind == EntryKind::Ruling).then_some(one);
        texts.push(Text {
            of,
            ..Text::new(&parts, &one.game, leads, weight)
        });
    }
    for (question, ids) in &often {
        let leads: Vec<&Entry> = ids.split(' ').filter_map(entry).collect();
        if let Some(first) = leads.first() {
            let game = first.game.as_str();
            texts.push(Text::new(&[(question, TITLE)], game, leads, OFTEN));
        }
    }
    texts
}

/// A parsed question, with the weight of each matching word.
struct Asked {
    /// For each word of the question: the matching words with their weights, and its importance.
    words: Vec<(BTreeMap<String, f64>, f64)>,
    /// The total importance of all words.
    known: f64,
    average: f64,
}

impl Asked {
    fn new(scope: &Scope, wanted: &[String]) -> Self {
        let (kin, all) = (kin(), scope.texts.len());
        let many = |word: &str| scope.with(word).len();
        let mut words = Vec::new();
        for word in wanted {
            let mut alike: BTreeMap<String, f64> = BTreeMap::new();
            let mut put = |word: &str, counts: f64| {
                let known = alike.entry(word.into()).or_default();
                *known = known.max(counts);
            };
            let in_table = |word: &str| kin.iter().any(|group| group.iter().any(|one| one == word));
            let (meant, whole) = match many(word) > 0 || in_table(word) {
                true => (vec![word.as_str()], 1.0),
                false => {
                    let table = kin.iter().flatten().map(String::as_str);
                    let known = scope.with.keys().copied().chain(table).collect();
                    (near(word, known), TYPING_ERROR)
                }
            };
            for meant in &meant {
                put(meant, whole);
                if meant.len() > 3 {
                    let from = scope.with.range(*meant..).map(|(word, _)| *word);
                    let longer = from.take_while(|one| one.starts_with(meant));
                    longer
                        .filter(|one| one != meant)
                        .for_each(|one| put(one, whole * BEGINNING));
                    // `attacker` contains `attack`.
                    let ends = meant.char_indices().map(|(at, _)| at).filter(|at| *at > 3);
                    ends.filter(|at| many(&meant[..*at]) > 0)
                        .for_each(|at| put(&meant[..at], whole * BEGINNING));
                }
                let groups = kin.iter();
                for group in groups.filter(|group| group.iter().any(|one| one == meant)) {
                    group
                        .iter()
                        .filter(|one| one != meant)
                        .for_each(|one| put(one, whole * KIN));
                }
            }
            // A rare synonym is not more specific than its common form: the words of a group are weighted as one.
            let together: BTreeSet<&usize> = alike.keys().flat_map(|one| scope.with(one)).collect();
            let together = together.len();
            let says = if together == 0 {
                0.0
            } else {
                rarity(together, all)
            };
            for (one, counts) in &mut alike {
                let rare = rarity(many(one), all);
                if one.bytes().all(|byte| byte.is_ascii_digit()) {
                    *counts *= NUMBER;
                }
                *counts *= if meant.contains(&one.as_str()) {
                    rare
                } else {
                    rare.min(says.max(0.01))
                };
            }
            words.push((alike, says));
        }
        let known = words.iter().map(|(_, says)| says).sum();
        Asked {
            words,
            known,
            average: scope.average,
        }
    }

    /// The matching texts with their scores. A text scores for each word of the question it contains.
    fn scores(&self, scope: &Scope) -> Vec<(f64, &'static Text<'static>)> {
        // For each text, the score of the words and the total weight of those it contains.
        let mut scores: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for (alike, says) in &self.words {
            let mut best: BTreeMap<usize, f64> = BTreeMap::new();
            for (word, counts) in alike {
                for at in scope.with(word) {
                    let text = scope.texts[*at];
                    let weight = text.weights.get(word).copied().unwrap_or_default();
                    let score = counts * self.often(weight, text.length);
                    let known = best.entry(*at).or_default();
                    *known = known.max(score);
                }
            }
            for (at, score) in best.into_iter().filter(|(_, score)| *score > 0.0) {
                let known = scores.entry(at).or_default();
                *known = (known.0 + score, known.1 + says);
            }
        }
        let whole = |(at, (sum, met)): (usize, (f64, f64))| {
            // `known` is not 0, because a word contained in a text has a weight.
            (sum * met / self.known, scope.texts[at])
        };
        scores.into_iter().map(whole).collect()
    }

    /// The BM25 weight of a word by its frequency in a text.
    fn often(&self, weight: f64, length: f64) -> f64 {
        const K: f64 = 1.2;
        const B: f64 = 0.5;
        weight * (K + 1.0) / (weight + K * (1.0 - B + B * length / self.average.max(1.0)))
    }
}

/// The BM25 weight of a word by its rarity among all texts.
#[expect(clippy::cast_precision_loss, reason = "a few thousand texts")]
fn rarity(many: usize, all: usize) -> f64 {
    let (many, all) = (many as f64, all as f64);
    (1.0 + (all - many + 0.5) / (many + 0.5)).ln()
}

/// The known words that were probably meant. They differ in as few letters as possible, and in fewer for a short word;
/// words with the same start come first. Empty if none is similar.
fn near<'w>(word: &str, known: BTreeSet<&'w str>) -> Vec<&'w str> {
    let letters = word.chars().count();
    let allowed = match letters {
        _ if !word.chars().all(char::is_alphabetic) => 0,
        0..=2 => 0,
        3..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    let first = word.chars().next();
    let mut alike: Vec<((usize, bool), &str)> = known
        .into_iter()
        .filter(|one| one.chars().count().abs_diff(letters) <= allowed && one.len() > 2)
        .map(|one| ((edit_distance(word, one), one.chars().next() != first), one))
        .filter(|((away, _), _)| (1..=allowed).contains(away))
        .collect();
    let best = alike.iter().map(|(away, _)| *away).min();
    alike.retain(|(away, _)| Some(*away) == best);
    alike.into_iter().map(|(_, one)| one).take(MEANT).collect()
}

/// An answer to read: a ruling's situation with what it decides, or the entry's own text.
fn answer(entry: &Entry, by: Option<&Entry>, asked: &Asked) -> String {
    match by {
        // The answer of a numbered ruling is complete.
        Some(by) if by.date.is_empty() => by.answer.clone(),
        Some(by) => format!("{} {}", by.text, by.answer),
        None if entry.kind == EntryKind::Clause => match passage(&entry.text, asked) {
            // The text is a table.
            none if none.is_empty() => entry.title.clone(),
            passage => passage,
        },
        None => format!("{}: {}", entry.title, entry.answer),
    }
}

/// A short text, or the sentences of a long one around the sentence that matches the question best.
fn passage(text: &str, asked: &Asked) -> String {
    let plain: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with(['|', '#']) && !line.starts_with("```"))
        .flat_map(str::split_whitespace)
        .collect();
    let plain = plain.join(" ");
    if plain.len() <= PASSAGE {
        return plain;
    }
    let mut sentences: Vec<String> = Vec::new();
    for part in plain.split_inclusive(". ") {
        // `e.g. ` and `1. ` do not end a sentence.
        match sentences.last_mut().filter(|last| last.trim().len() < 8) {
            Some(last) => last.push_str(part),
            None => sentences.push(part.into()),
        }
    }
    let says = |sentence: &str| -> f64 {
        let own: BTreeSet<String> = stems(sentence).into_iter().collect();
        let word = |(alike, _): &(BTreeMap<String, f64>, f64)| {
            alike
                .iter()
                .filter(|(word, _)| own.contains(*word))
                .map(|(_, counts)| *counts)
                .fold(0.0, f64::max)
        };
        asked.words.iter().map(word).sum()
    };
    let (mut from, mut most) = (0, -1.0);
    for (at, sentence) in sentences.iter().enumerate() {
        let score = says(sentence);
        if score > most {
            (from, most) = (at, score);
        }
    }
    // The sentence after it explains it; the sentence before it introduces the subject.
    let mut to = from + 1;
    let length =
        |from: usize, to: usize| sentences[from..to].iter().map(String::len).sum::<usize>();
    loop {
        if from > 0 && length(from - 1, to) <= PASSAGE {
            from -= 1;
        } else if to < sentences.len() && length(from, to + 1) <= PASSAGE {
            to += 1;
        } else {
            return sentences[from..to].concat().trim().into();
        }
    }
}

/// Groups of synonyms used by players, as stems. A word may be in several groups.
fn kin() -> &'static [Vec<String>] {
    static GROUPS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
        let table = page::page("synonyms.json").unwrap_or_default();
        let groups: Vec<String> = serde_json::from_str(table).unwrap_or_default();
        let stems = |group: &String| group.split(' ').map(stem).collect();
        groups.iter().map(stems).collect()
    });
    &GROUPS
}

/// Frequently asked questions, with the clauses that answer them.
fn often() -> Vec<(String, String)> {
    let table = page::page("asked.json").unwrap_or_default();
    let games: BTreeMap<String, Vec<(String, String)>> =
        serde_json::from_str(table).unwrap_or_default();
    games.into_values().flatten().collect()
}

/// The game that a question names, if it names one only, and the question without names of games; `None` if nothing
/// else is left of it.
fn named(question: &str) -> (Option<&'static str>, Option<String>) {
    let letters = |words: &[&str]| -> String {
        let letters = words.iter().flat_map(|word| word.chars());
        letters
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    let mut words: Vec<&str> = question.split_whitespace().collect();
    let mut found = Vec::new();
    for game in crate::games() {
        let name = letters(&[game.id]);
        let places = (0..words.len()).flat_map(|from| [from..from + 1, from..from + 2]);
        let at = places.into_iter().find(|at| {
            words
                .get(at.clone())
                .is_some_and(|words| letters(words) == name)
        });
        if let Some(at) = at {
            words.drain(at);
            found.push(game.id);
        }
    }
    let rest = (!found.is_empty() && !words.is_empty()).then(|| words.join(" "));
    (found.pop().filter(|_| found.is_empty()), rest)
}

/// The question, cut to the maximum length.
fn cut(question: &str) -> &str {
    let mut end = question.len().min(MAX_BYTES);
    while !question.is_char_boundary(end) {
        end -= 1;
    }
    &question[..end]
}
