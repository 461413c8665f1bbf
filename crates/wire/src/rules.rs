//! The rules as text: what a clause, a ruling, an open question or a card says, and answers to questions about the
//! rules.

use crate::format::{Broken, Version};
use crate::play::Why;
use crate::verdicts::Verdict;
pub use cardwright::rules::EntryKind as RuleKind;
use cardwright::rules::{self, Origin};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A clause, a ruling, an open question or a card, with everything related to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Explained {
    /// The version of the format.
    pub version: Version,
    /// The entry.
    pub entry: RuleEntry,
    /// The clauses it is about.
    pub clauses: Vec<RuleReference>,
    /// The rulings about it: those with a number first, then the others, latest first.
    pub rulings: Vec<RuleReference>,
    /// The open questions about it.
    pub questions: Vec<RuleReference>,
    /// The cards it is about.
    pub cards: Vec<RuleReference>,
    /// The rulings of the packs that cannot be read, and so are missing above: file, place, error and help.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<String>,
}

/// Possible answers to a question in plain words, best first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Found {
    /// The version of the format.
    pub version: Version,
    /// The question.
    pub question: String,
    /// The possible answers, best first.
    pub found: Vec<FoundRule>,
}

/// A possible answer to a question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct FoundRule {
    /// The answer in a few sentences: the situation of a ruling with what it decides, or the text of the entry itself.
    pub says: String,
    /// The clause, card or open question that gives the answer.
    pub entry: RuleEntry,
    /// The ruling that the words are from, if they are not from the entry itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<RuleReference>,
}

/// An answer under the requested rules, and under others: whether an action is allowed, or what a ruling gives.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Readings {
    /// The version of the format.
    pub version: Version,
    /// Whether the answer is the same under all of them.
    pub same: bool,
    /// The answer under the requested rules, then under each edition; for a game without editions, under each
    /// variant of its open questions.
    pub readings: Vec<Reading>,
}

/// An answer under one edition or variant of the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Reading {
    /// The option and its value; left out for the requested rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<(String, String)>,
    /// Whether the answer is the same as under the requested rules.
    pub same: bool,
    /// The lines of the answer that differ: with `-` if they are missing, with `+` if they are new.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<String>,
    /// Whether an action is allowed; left out where there is an error, and of a ruling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// What came of a ruling; left out where an action was asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Why there is no answer, such as a position that is impossible under this variant.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub error: String,
}

/// Rulings under every edition or variant of the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RulingReadings {
    /// The format.
    pub version: Version,
    /// Whether every ruling has the same outcome under all of them.
    pub same: bool,
    /// Each ruling, in the order they were given.
    pub rulings: Vec<RulingUnder>,
}

/// A ruling under every edition or variant of the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RulingUnder {
    /// How the ruling was named when it was given.
    pub name: String,
    /// Whether the outcome is the same under all of them.
    pub same: bool,
    /// The outcome under the rules that were asked for, then under each edition; of a game without editions, under each
    /// variant of its open questions.
    pub readings: Vec<Reading>,
}

impl Reading {
    /// The name of the edition, or the option with its value.
    pub fn name(&self) -> String {
        match &self.under {
            Some((name, value)) if name == "edition" => value.clone(),
            Some((name, value)) => format!("{name}={value}"),
            None => String::new(),
        }
    }
}

/// The answer under one edition or variant, with the lines that differ.
///
/// # Errors
/// Only if this library has a bug.
pub fn reading(
    under: Option<(String, String)>,
    why: Result<&cardwright::judge::Why, &str>,
    differences: Vec<String>,
) -> Result<Reading, Broken> {
    Ok(Reading {
        under,
        same: differences.is_empty() && why.is_ok(),
        differences,
        error: why.err().unwrap_or_default().into(),
        why: why.ok().map(crate::play::why).transpose()?,
        verdict: None,
    })
}

/// What came of a ruling under one edition or variant, with the lines that differ.
///
/// # Errors
/// Only if this library has a bug.
pub fn ruling_reading(
    under: Option<(String, String)>,
    verdict: Result<&cardwright::judge::Verdict, &str>,
    differences: Vec<String>,
) -> Result<Reading, Broken> {
    Ok(Reading {
        verdict: verdict.ok().map(Into::into),
        under,
        same: differences.is_empty() && verdict.is_ok(),
        differences,
        error: verdict.err().unwrap_or_default().into(),
        why: None,
    })
}

/// Combines rulings under several editions or variants, each with the name it was requested by.
pub fn ruling_readings(all: Vec<(String, Vec<Reading>)>) -> RulingReadings {
    let one = |(name, readings): (String, Vec<Reading>)| RulingUnder {
        name,
        same: readings.iter().all(|one| one.same),
        readings,
    };
    let rulings: Vec<RulingUnder> = all.into_iter().map(one).collect();
    RulingReadings {
        version: Version,
        same: rulings.iter().all(|one| one.same),
        rulings,
    }
}

/// Combines answers under several editions or variants.
pub fn readings(readings: Vec<Reading>) -> Readings {
    Readings {
        version: Version,
        same: readings.iter().all(|one| one.same),
        readings,
    }
}

/// A clause, a ruling, an open question or a card. Fields that its kind does not have are left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RuleEntry {
    /// The kind of the entry.
    pub kind: RuleKind,
    /// The number or id of the entry.
    pub id: String,
    /// The id of the game.
    pub game: String,
    /// The subject, in a few words.
    pub title: String,
    /// The text (Markdown), without its source.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The short answer, in a sentence or two: the result of a ruling, our reading of a question, the effect of a
    /// card.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// The place in the rulebook, or the reason for the ruling.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// The name of the rulebook.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub book: String,
    /// Whether the rule is printed or a house rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Whether some of the card's numbers are reconstructed, because no source states them.
    #[serde(default, skip_serializing_if = "no")]
    pub reconstructed: bool,
    /// The date of a ruling.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// The author of a ruling.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The id of the ruling that replaces this one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub superseded_by: String,
    /// The path of the file, from the project's folder.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
}

/// A reference to a clause, a ruling, an open question or a card.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RuleReference {
    /// The kind of the entry.
    pub kind: RuleKind,
    /// The number or id of the entry.
    pub id: String,
    /// The subject, in a few words.
    pub title: String,
    /// The short answer, in a sentence or two.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// Whether the rule is printed or a house rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Whether some of the card's numbers are reconstructed.
    #[serde(default, skip_serializing_if = "no")]
    pub reconstructed: bool,
    /// The date of a ruling.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// The author of a ruling.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The id of the ruling that replaces this one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub superseded_by: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
fn no(flag: &bool) -> bool {
    !flag
}

/// Converts an entry and its related entries to their document.
pub fn explained(found: &rules::Explained<'_>) -> Explained {
    let refer = |list: &[&rules::Entry]| list.iter().map(|one| (*one).into()).collect();
    Explained {
        version: Version,
        entry: found.entry.into(),
        clauses: refer(&found.clauses),
        rulings: refer(&found.rulings),
        questions: refer(&found.questions),
        cards: refer(&found.cards),
        unread: found.unread.to_vec(),
    }
}

/// Converts an entry to its document.
pub fn rule_entry(entry: &rules::Entry) -> RuleEntry {
    entry.into()
}

/// Converts the answers found for a question to their document.
pub fn found(question: &str, found: &[rules::Found<'_>]) -> Found {
    let one = |found: &rules::Found<'_>| FoundRule {
        says: found.answer.clone(),
        entry: found.entry.into(),
        by: found.by.map(Into::into),
    };
    Found {
        version: Version,
        question: question.into(),
        found: found.iter().map(one).collect(),
    }
}

impl From<&rules::Entry> for RuleEntry {
    fn from(entry: &rules::Entry) -> Self {
        let RuleReference {
            kind,
            id,
            title,
            says,
            origin,
            reconstructed,
            date,
            author,
            superseded_by,
        } = entry.into();
        RuleEntry {
            kind,
            id,
            game: entry.game.clone(),
            title,
            text: entry.text.clone(),
            says,
            source: entry.source.clone(),
            book: entry.book.clone(),
            origin,
            reconstructed,
            date,
            author,
            superseded_by,
            file: entry.file.clone(),
        }
    }
}

impl From<&rules::Entry> for RuleReference {
    fn from(entry: &rules::Entry) -> Self {
        RuleReference {
            kind: entry.kind,
            id: entry.id.clone(),
            title: entry.title.clone(),
            says: entry.answer.clone(),
            origin: entry.origin,
            reconstructed: entry.reconstructed,
            date: entry.date.clone(),
            author: entry.author.clone(),
            superseded_by: entry.superseded_by.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only a flag that is set is written.
    #[test]
    fn flags_are_written_if_they_are_set() {
        for reconstructed in [false, true] {
            let reference = RuleReference {
                kind: RuleKind::Card,
                id: "x".into(),
                title: "X".into(),
                says: String::new(),
                origin: None,
                reconstructed,
                date: String::new(),
                author: String::new(),
                superseded_by: String::new(),
            };
            let mut expected = serde_json::json!({ "kind": "card", "id": "x", "title": "X" });
            if reconstructed {
                expected["reconstructed"] = true.into();
            }
            assert_eq!(serde_json::json!(reference), expected);
        }
    }
}
