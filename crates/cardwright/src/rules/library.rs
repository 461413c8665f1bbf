//! All texts about the rules, by number or name.

use super::index::IndexedRuling;
use super::origin::Origin;
use super::page::{self, ids_in};
use crate::cards::{CardInfo, cards, check_packs};
use crate::judge::{is_ruling, read};
use crate::packs::text_of;
use crate::registry::{games, questions, rulebook};
use crate::setup::{Setup, SetupError};
use cardwright_cards::PackSource;
use cardwright_games::questions::Question as OpenQuestion;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The kind of an entry in the rules library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RuleKind"))]
#[serde(rename_all = "kebab-case")]
pub enum EntryKind {
    /// A clause of the rules, such as `MB-8.3`.
    Clause,
    /// A house ruling: named by its number in the rules, such as `R-MB-32`, or by the id of its file.
    Ruling,
    /// An open question, such as `Q-MB-21`.
    Question,
    /// An official card, or a card of a pack that was added.
    Card,
}

/// A text about the rules. Fields that do not apply to its kind are empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entry {
    /// Whether the entry is a clause, a ruling, an open question or a card.
    pub kind: EntryKind,
    /// The number or id of the entry.
    pub id: String,
    /// The id of the game; empty for clauses about play at a real table, which apply to all games.
    pub game: String,
    /// The subject in a few words.
    pub title: String,
    /// The text (Markdown), without its source.
    pub text: String,
    /// A short answer in a sentence or two: the answer of a ruling or question, or what a card does. Empty for a
    /// clause.
    pub answer: String,
    /// Where the rulebook states it; if the rulebook does not, the reason for the ruling.
    pub source: String,
    /// The title of the rulebook.
    pub book: String,
    /// Whether the clause is printed in the rulebook or is a house rule.
    pub origin: Option<Origin>,
    /// The clauses that the entry concerns.
    pub clauses: Vec<String>,
    /// The open questions that the entry concerns.
    pub questions: Vec<String>,
    /// The cards that the entry concerns.
    pub cards: Vec<String>,
    /// Whether numbers on the card are reconstructed, because no source states them.
    pub reconstructed: bool,
    /// The date of the ruling.
    pub date: String,
    /// The author of the ruling.
    pub author: String,
    /// The id of the ruling that replaces it.
    pub superseded_by: String,
    /// The path of the entry's file, relative to the project folder.
    pub file: String,
    /// Additional text for searching: the chapter of a clause, or other names of a card.
    #[serde(skip)]
    pub(super) beside: String,
}

impl Entry {
    fn new(kind: EntryKind, game: &str, id: &str, title: &str) -> Self {
        Entry {
            kind,
            id: id.into(),
            game: game.into(),
            title: title.into(),
            text: String::new(),
            answer: String::new(),
            source: String::new(),
            book: String::new(),
            origin: None,
            clauses: Vec::new(),
            questions: Vec::new(),
            cards: Vec::new(),
            reconstructed: false,
            date: String::new(),
            author: String::new(),
            superseded_by: String::new(),
            file: String::new(),
            beside: String::new(),
        }
    }

    /// The full text of the entry in Markdown, as the rules pages contain it.
    pub fn markdown(&self) -> String {
        match (self.text.is_empty(), self.source.is_empty()) {
            (_, true) => self.text.clone(),
            (true, false) => format!("*Source: {}*", self.source),
            (false, false) => format!("{}\n\n*Source: {}*", self.text, self.source),
        }
    }
}

/// An entry with the other entries related to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explained<'l> {
    /// The entry itself.
    pub entry: &'l Entry,
    /// The clauses that the entry concerns; for an open question, its clause.
    pub clauses: Vec<&'l Entry>,
    /// The rulings about the entry: numbered rulings first, then the others by date, latest first.
    pub rulings: Vec<&'l Entry>,
    /// The open questions about the entry.
    pub questions: Vec<&'l Entry>,
    /// The cards that the entry concerns.
    pub cards: Vec<&'l Entry>,
    /// The rulings of packs that cannot be read, and so are missing above: file, place, error and help.
    pub unread: &'l [String],
}

/// Clauses, rulings, open questions and official cards of all games.
#[derive(Clone, Debug)]
pub struct Library {
    entries: Vec<Entry>,
    /// The rulings of packs that cannot be read.
    unread: Vec<String>,
}

/// The library, built on first use.
pub fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(Library::new);
    &LIBRARY
}

impl Library {
    fn new() -> Self {
        let mut entries = Vec::new();
        for info in games() {
            let page = page::page(&format!("{}.md", info.id)).unwrap_or_default();
            let book = page::rulebook(page);
            entries.extend(clauses(info.id, info.usual, page, &book));
            entries.extend(
                page::rulings(page)
                    .into_iter()
                    .map(|[id, ruled, clauses, reason]| Entry {
                        answer: sentence(&ruled),
                        text: format!("{} Reason: {}", sentence(&ruled), sentence(&reason)),
                        clauses: ids_in(&clauses),
                        origin: Some(Origin::House),
                        ..Entry::new(EntryKind::Ruling, info.id, &id, &ruled)
                    }),
            );
            entries.extend(
                questions(info.id)
                    .iter()
                    .map(|one| of_question(info.id, one)),
            );
            let official = cards(info.id, &[]).unwrap_or_default();
            let folder = format!("cards/{}", info.id);
            entries.extend(of_cards(info.id, &official, &folder));
        }
        let table = page::page("at-the-table.md").unwrap_or_default();
        entries.extend(clauses("", 0, table, ""));
        let rulings = page::page(page::RULINGS).unwrap_or_default().lines();
        entries.extend(
            rulings
                .filter_map(|line| serde_json::from_str(line).ok())
                .map(of_ruling),
        );
        Library {
            entries,
            unread: Vec::new(),
        }
    }

    /// This library with the cards of packs, and with the rulings in their folders `rulings`.
    ///
    /// # Errors
    /// If the packs have errors, or are for an unknown game or one without cards.
    pub fn with_packs(&self, packs: &[PackSource]) -> Result<Cow<'_, Library>, SetupError> {
        if packs.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let checked = check_packs(packs)?;
        if checked.found.has_errors() {
            return Err(SetupError::Packs(Box::new(checked.found)));
        }
        let mut all = self.clone();
        let cards = cards(checked.game, packs)?;
        for pack in packs {
            let id = text_of(pack, "id");
            let own = cards.iter().filter(|card| Some(&card.pack) == id.as_ref());
            let ids: BTreeSet<&str> = own.clone().map(|card| card.id.as_str()).collect();
            all.entries
                .retain(|known| known.kind != EntryKind::Card || !ids.contains(known.id.as_str()));
            all.entries.extend(of_cards(checked.game, own, &pack.name));
        }
        for pack in packs {
            for (path, bytes) in pack.files.iter().filter(|(path, _)| is_ruling(path)) {
                let file = format!("{}/{path}", pack.name);
                match read(&String::from_utf8_lossy(bytes)) {
                    Ok(ruling) => {
                        let ruling = IndexedRuling::new(&all, &ruling, &cards, &file);
                        all.entries.push(of_ruling(ruling));
                    }
                    Err(errors) => all.unread.extend(errors.first().map(|error| {
                        let place = format!("{file}:{}:{}", error.line, error.column);
                        format!("{place}: {} ({})", error.message, error.help)
                    })),
                }
            }
        }
        Ok(Cow::Owned(all))
    }

    /// Every entry: for each game its clauses, numbered rulings, open questions and cards; then the rulings from files.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Finds an entry by number, id, or the name of a card in any language, ignoring case. The id of a card of a pack may
    /// leave out the pack.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        let name = name.trim();
        let small = name.to_lowercase();
        let by_id = |entry: &&Entry| entry.id.eq_ignore_ascii_case(name);
        let by_name = |entry: &&Entry| {
            let mut names = entry.beside.lines().chain([plain(&entry.id)]);
            entry.kind == EntryKind::Card && names.any(|known| known.to_lowercase() == small)
        };
        let mut entries = self.entries.iter();
        entries
            .find(by_id)
            .or_else(|| self.entries.iter().find(by_name))
    }

    /// The existing name most similar to an unknown one, for "did you mean" hints.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        let small = name.trim().to_lowercase();
        let known: Vec<(String, &str)> = self
            .entries
            .iter()
            .flat_map(|entry| {
                [entry.id.as_str(), plain(&entry.id)]
                    .map(|name| (name.to_lowercase(), entry.id.as_str()))
            })
            .collect();
        let ids: Vec<&str> = known.iter().map(|(small, _)| small.as_str()).collect();
        let near = cardwright_kernel::nearest(&small, &ids)?;
        let found = known.iter().find(|(small, _)| small == near)?;
        Some(found.1)
    }

    /// Finds an entry, with the rulings, questions, clauses and cards related to it.
    pub fn explain(&self, name: &str) -> Option<Explained<'_>> {
        let entry = self.find(name)?;
        let all = |kind: EntryKind, belongs: &dyn Fn(&Entry) -> bool| -> Vec<&Entry> {
            let here = |other: &&Entry| {
                other.kind == kind
                    && other.game == entry.game
                    && other.id != entry.id
                    && belongs(other)
            };
            self.entries.iter().filter(here).collect()
        };
        let has = |list: &[String], id: &str| list.iter().any(|known| known == id);
        let id = entry.id.as_str();
        let (clauses, rulings, questions, cards) = match entry.kind {
            EntryKind::Clause => (
                Vec::new(),
                all(EntryKind::Ruling, &|one| has(&one.clauses, id)),
                all(EntryKind::Question, &|one| {
                    has(&one.clauses, id) || has(&entry.questions, &one.id)
                }),
                all(EntryKind::Card, &|one| has(&one.clauses, id)),
            ),
            EntryKind::Ruling => (
                all(EntryKind::Clause, &|one| {
                    has(&entry.clauses, &one.id) || ids_in(&one.source).contains(&entry.id)
                }),
                all(EntryKind::Ruling, &|one| {
                    ids_in(&one.source).contains(&entry.id)
                }),
                all(EntryKind::Question, &|one| has(&entry.questions, &one.id)),
                all(EntryKind::Card, &|one| has(&entry.cards, &one.id)),
            ),
            EntryKind::Question => (
                all(EntryKind::Clause, &|one| has(&entry.clauses, &one.id)),
                all(EntryKind::Ruling, &|one| has(&one.questions, id)),
                Vec::new(),
                Vec::new(),
            ),
            EntryKind::Card => (
                all(EntryKind::Clause, &|one| has(&entry.clauses, &one.id)),
                all(EntryKind::Ruling, &|one| has(&one.cards, id)),
                all(EntryKind::Question, &|one| {
                    entry.clauses.iter().any(|clause| has(&one.clauses, clause))
                }),
                Vec::new(),
            ),
        };
        let mut rulings = rulings;
        rulings.sort_by_key(|one| (!one.date.is_empty(), Reverse(one.date.clone())));
        Some(Explained {
            entry,
            clauses,
            rulings,
            questions,
            cards,
            unread: &self.unread,
        })
    }

    /// One line per clause with its [`Origin`], in order: the content of `origins.txt`.
    ///
    /// # Errors
    /// The clauses whose source names neither the rulebook nor a house ruling.
    pub fn origins(&self) -> Result<String, String> {
        let clauses = || {
            self.entries
                .iter()
                .filter(|entry| entry.kind == EntryKind::Clause)
        };
        let silent: Vec<&str> = clauses()
            .filter(|one| one.origin.is_none())
            .map(|one| one.id.as_str())
            .collect();
        if !silent.is_empty() {
            return Err(format!(
                "the source of {} does not say whose rule it is",
                silent.join(", ")
            ));
        }
        let line = |one: &Entry| {
            let word = match one.origin {
                Some(Origin::Printed) => "printed",
                Some(Origin::House) => "house",
                _ => "mixed",
            };
            format!("{} {word}\n", one.id)
        };
        Ok(clauses().map(line).collect())
    }
}

/// The id of a card without that of its pack.
fn plain(id: &str) -> &str {
    id.rsplit(':').next().unwrap_or(id)
}

/// The clauses of a page; titles missing on the page come from the program.
fn clauses(game: &str, players: u8, page: &str, book: &str) -> Vec<Entry> {
    let made = rulebook(game, &Setup::players(players)).ok();
    let known = made.map_or(&[][..], |book| book.clauses());
    let titled = |clause: &page::Clause| match clause.title.is_empty() {
        false => clause.title.clone(),
        true => {
            let named = known.iter().find(|one| one.id.0 == clause.id);
            named.map_or(String::new(), |one| one.title.into())
        }
    };
    let one = |clause: page::Clause| Entry {
        origin: clause.origin(),
        book: book.into(),
        questions: ids_in(&clause.source)
            .into_iter()
            .filter(|id| id.starts_with("Q-"))
            .collect(),
        ..Entry {
            beside: clause.chapter.clone(),
            text: clause.text.clone(),
            source: clause.source.clone(),
            ..Entry::new(EntryKind::Clause, game, &clause.id, &titled(&clause))
        }
    };
    page::clauses(page).into_iter().map(one).collect()
}

fn of_question(game: &str, question: &OpenQuestion) -> Entry {
    let mut text = format!(
        "Option `{}`, clause {}.\n",
        question.option, question.clause.0
    );
    let mut answer = String::new();
    for variant in question.variants {
        let ours = if variant.value == question.default {
            " (ours)"
        } else {
            ""
        };
        let editions = match variant.editions {
            [] => String::new(),
            editions => format!(" Printed so: {}.", editions.join(", ")),
        };
        text += &format!(
            "\n- `{}`{ours}: {}{editions}",
            variant.value, variant.meaning
        );
        if variant.value == question.default {
            answer = variant.meaning.into();
        }
    }
    text += &format!("\n\nWhy ours: {}", question.why);
    Entry {
        text,
        answer,
        clauses: vec![question.clause.0.into()],
        ..Entry::new(EntryKind::Question, game, question.id, question.title)
    }
}

/// The cards whose files are in this folder.
fn of_cards<'c>(
    game: &str,
    cards: impl IntoIterator<Item = &'c CardInfo>,
    folder: &str,
) -> Vec<Entry> {
    // Read once: a pack may have thousands of cards.
    let clauses = page::clauses(page::page(&format!("{game}.md")).unwrap_or_default());
    let cards = cards.into_iter();
    cards
        .map(|card| of_card(game, card, folder, &clauses))
        .collect()
}

fn of_card(game: &str, card: &CardInfo, folder: &str, clauses: &[page::Clause]) -> Entry {
    let name = card.names.get("en").or_else(|| card.names.values().next());
    let name = name.map_or(card.id.as_str(), String::as_str);
    let names: Vec<&str> = card.names.values().map(String::as_str).collect();
    // A card with special rules has a clause with its name.
    let own = clauses.iter().filter(|clause| clause.title == name);
    Entry {
        answer: card.texts.get("en").unwrap_or(&card.text).clone(),
        text: card.text.clone(),
        clauses: own.map(|clause| clause.id.clone()).collect(),
        reconstructed: card.reconstructed,
        file: format!("{folder}/{}", card.file),
        beside: names.join("\n"),
        ..Entry::new(EntryKind::Card, game, &card.id, name)
    }
}

fn of_ruling(ruling: IndexedRuling) -> Entry {
    Entry {
        text: ruling.situation,
        answer: ruling.answer,
        source: ruling.source,
        origin: Some(if ruling.status == "official" {
            Origin::Printed
        } else {
            Origin::House
        }),
        clauses: ruling.clauses,
        questions: ruling.questions,
        cards: ruling.cards,
        date: ruling.date,
        author: ruling.author,
        superseded_by: ruling.superseded_by,
        file: ruling.file,
        ..Entry::new(EntryKind::Ruling, &ruling.game, &ruling.id, &ruling.title)
    }
}

/// Converts the text of a table cell to a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clause_that_the_program_cites_is_explained() {
        for info in games() {
            let book = rulebook(info.id, &Setup::players(info.usual)).unwrap();
            for clause in book.clauses() {
                let found = library().explain(clause.id.0).unwrap();
                let entry = found.entry;
                assert!(
                    !entry.title.is_empty() && entry.text.len() > 10,
                    "{entry:?}"
                );
                assert!(
                    !entry.book.is_empty() && !entry.source.is_empty(),
                    "{entry:?}"
                );
                assert!(
                    entry.origin.is_some() && entry.origin == crate::rules::origin(&entry.id),
                    "{entry:?}"
                );
            }
            for question in questions(info.id) {
                let found = library().explain(question.id).unwrap();
                assert_eq!(found.clauses[0].id, question.clause.0);
                let listed = found
                    .entry
                    .text
                    .lines()
                    .filter(|line| line.starts_with("- "));
                assert_eq!(listed.count(), question.variants.len());
                assert!(found.entry.text.ends_with(question.why));
                for variant in question.variants {
                    let ours = if variant.value == question.default {
                        " (ours)"
                    } else {
                        ""
                    };
                    let line = format!("\n- `{}`{ours}: {}", variant.value, variant.meaning);
                    assert!(found.entry.text.contains(&line), "{line}");
                }
            }
        }
        assert!(
            library()
                .origins()
                .is_ok_and(|lines| lines == include_str!("origins.txt"))
        );
        assert!(library().find("MB-99.9").is_none());
        let table = library().explain("at-1.1").unwrap().entry;
        assert_eq!(
            (table.game.as_str(), table.origin),
            ("", Some(Origin::House))
        );
    }

    #[test]
    fn what_belongs_together_is_found_from_each_side() {
        let deflection = library().explain("mb-8.3").unwrap();
        let ids = |list: &[&Entry]| list.iter().map(|one| one.id.clone()).collect::<Vec<_>>();
        assert!(ids(&deflection.rulings).contains(&"R-MB-32".into()));
        assert!(ids(&deflection.questions).contains(&"Q-MB-21".into()));
        assert_eq!(ids(&deflection.cards), ["deflection"]);
        let dates: Vec<&str> = deflection
            .rulings
            .iter()
            .map(|one| one.date.as_str())
            .filter(|date| !date.is_empty())
            .collect();
        assert!(
            dates.len() > 3 && dates.is_sorted_by(|one, next| one >= next),
            "{dates:?}"
        );
        let card = library().explain("déflecteur").unwrap();
        assert_eq!(
            (card.entry.id.as_str(), card.entry.reconstructed),
            ("deflection", false)
        );
        assert!(!card.rulings.is_empty());
        assert!(
            library()
                .explain("Base Punch")
                .is_none_or(|card| card.entry.reconstructed)
        );
        assert_eq!(library().nearest("MB-83"), Some("MB-8.3"));
        let ruling = library().explain("R-MB-32").unwrap();
        assert_eq!(ids(&ruling.clauses), ["MB-8.3"]);
        assert!(!ruling.rulings.is_empty());
    }

    #[test]
    fn rulings_point_to_what_there_is() {
        let files: Vec<&Entry> = library()
            .entries()
            .iter()
            .filter(|one| !one.date.is_empty())
            .collect();
        assert!(files.len() > 900);
        for one in files {
            for id in one.clauses.iter().chain(&one.questions).chain(&one.cards) {
                assert!(
                    library().find(id).is_some(),
                    "{}: there is no {id}",
                    one.file
                );
            }
            let next = &one.superseded_by;
            assert!(
                next.is_empty()
                    || library()
                        .find(next)
                        .is_some_and(|next| next.game == one.game),
                "{}",
                one.file
            );
        }
    }
}
