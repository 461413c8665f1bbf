//! Rulings as files: what an index says of each.

use super::library::{EntryKind, Library};
use super::page::ids_in;
use crate::cards::CardInfo;
use crate::judge::Ruling;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A ruling file, as listed in the index of `tests/rulings` that `cargo xtask generate` writes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IndexedRuling {
    /// The id of the ruling.
    pub id: String,
    /// The id of the game.
    pub game: String,
    /// The title of the ruling.
    pub title: String,
    /// Who decided it: `official` or `house`.
    pub status: String,
    /// Where the rule comes from.
    pub source: String,
    /// What happened, and the question.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub situation: String,
    /// The answer that the ruling gives.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub answer: String,
    /// The clauses that the ruling concerns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// The open questions that the ruling concerns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<String>,
    /// The official cards that the ruling concerns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<String>,
    /// The date of the ruling.
    pub date: String,
    /// The author of the ruling.
    pub author: String,
    /// The id of the ruling that replaces it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub superseded_by: String,
    /// The path of the ruling's file, relative to the project folder.
    pub file: String,
}

impl IndexedRuling {
    /// What the index says of a ruling: `cards` are the cards that it may name, and the library has the clauses. Date and
    /// author are empty if the ruling does not state them.
    pub fn new(library: &Library, ruling: &Ruling, cards: &[CardInfo], file: &str) -> Self {
        let prose = format!("{} {} {}", ruling.title, ruling.situation, ruling.answer);
        let status = serde_json::to_value(ruling.status).unwrap_or_default();
        IndexedRuling {
            id: ruling.id.clone(),
            game: ruling.game.clone(),
            title: ruling.title.clone(),
            status: status.as_str().unwrap_or_default().into(),
            source: ruling.source.clone(),
            situation: ruling.situation.clone(),
            answer: ruling.answer.clone(),
            clauses: clauses(library, ruling, &prose),
            questions: ruling.questions.clone(),
            cards: about(ruling, cards, &prose),
            date: ruling.date.clone().unwrap_or_default(),
            author: ruling.author.clone().unwrap_or_default(),
            superseded_by: ruling.superseded_by.clone().unwrap_or_default(),
            file: file.into(),
        }
    }
}

/// The clauses that the ruling names. If it names none, those that its outcome cites, refusals before events.
fn clauses(library: &Library, ruling: &Ruling, prose: &str) -> Vec<String> {
    let mut named = ruling.clauses.clone();
    let known = |id: &String| {
        library
            .find(id)
            .is_some_and(|entry| entry.kind == EntryKind::Clause)
    };
    named.extend(ids_in(prose).into_iter().filter(known));
    if named.is_empty() {
        let outcomes: Vec<&str> = ruling
            .cases
            .iter()
            .filter_map(|case| case.outcome.as_ref())
            .map(|block| block.text.as_str())
            .collect();
        let refused: Vec<&str> = outcomes
            .iter()
            .flat_map(|text| text.lines())
            .filter(|line| line.starts_with("refused"))
            .collect();
        let text = if refused.is_empty() {
            outcomes.join("\n")
        } else {
            refused.join("\n")
        };
        let cited: Vec<String> = ids_in(&text).into_iter().filter(known).collect();
        // If there are many, only those with the ruling's own number.
        let number = ids_in(&format!("{} {}", ruling.title, ruling.source));
        let own = |id: &&String| {
            library
                .find(id)
                .is_some_and(|clause| ids_in(&clause.source).iter().any(|id| number.contains(id)))
        };
        let owned: Vec<String> = cited.iter().filter(own).cloned().collect();
        named = if owned.is_empty() { cited } else { owned };
    }
    let mut seen = BTreeSet::new();
    named.retain(|id| seen.insert(id.clone()));
    named
}

/// The cards that the ruling names: by name in its facts, title and texts, or by id in a line of its play.
fn about(ruling: &Ruling, cards: &[CardInfo], prose: &str) -> Vec<String> {
    let played: Vec<&str> = ruling
        .cases
        .iter()
        .flat_map(|case| &case.played)
        .map(|answer| answer.action.as_str())
        .collect();
    let played = played.join("\n");
    let words = |text: &str, word: &str| {
        let inside = |c: char| c.is_alphanumeric() || c == '-' || c == ':';
        text.match_indices(word).any(|(at, _)| {
            !text[..at].ends_with(inside) && !text[at + word.len()..].starts_with(inside)
        })
    };
    let named = |card: &&CardInfo| {
        ruling.cards.contains(&card.id)
            || words(&played, &card.id)
            || card.names.get("en").is_some_and(|name| words(prose, name))
    };
    cards
        .iter()
        .filter(named)
        .map(|card| card.id.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::library;

    /// Only clauses of the rules count: no id that no page has, and no open question.
    #[test]
    #[cfg(all(feature = "texts", feature = "robotory"))]
    fn a_ruling_names_the_clauses_that_exist() {
        let text = "# A move (RB-3.3)\n\n*As RB-99.9 says, and Q-RB-1.*\n\nRB-3.1 allows it.\n\n- id: t\n- game: robotory\n- players: 2\n- status: house\n- source: here\n- date: 2026-11-28\n- author: A\n\n## Position\n\n```toml\n```\n\n## Play\n\n```text\n```\n\n## Outcome\n\n```text\n```\n";
        let ruling = crate::judge::read(text).unwrap();
        let indexed = IndexedRuling::new(library(), &ruling, &[], "t.md");
        assert_eq!(indexed.clauses, ["RB-3.3", "RB-3.1"]);
    }
}
