//! Verdicts on rulings.

use crate::format::{Broken, Version};
use crate::play::{Said, Why};
use crate::wired::{Wired, fields, words};
use cardwright::judge;
use cardwright::shapes::Viewer;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The verdicts on rulings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Verdicts {
    /// The version of the format.
    pub version: Version,
    /// Whether every ruling holds.
    pub good: bool,
    /// The verdict on each ruling, in the order of the request.
    pub verdicts: Vec<Verdict>,
    /// When packs are tested: the ids of their cards that no ruling names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards_without_ruling: Vec<String>,
}

/// The result of a ruling or of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// The outcome is as expected.
    Holds,
    /// The outcome is different.
    Differs,
    /// The ruling or case cannot be read, or cannot be played to its end.
    Faulty,
}

/// Whose rule a ruling states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RulingStatus {
    /// The publisher's rules say so.
    Official,
    /// It is a house ruling.
    House,
}

/// The verdict on a ruling.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Verdict {
    /// The name of the ruling in the request.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The id; empty if it cannot be read.
    pub ruling: String,
    /// The heading.
    pub title: String,
    /// The id of the game.
    pub game: String,
    /// Whose rule it is; null if it cannot be read.
    pub status: Option<RulingStatus>,
    /// The open questions that it answers.
    pub questions: Vec<String>,
    /// The clauses that it is about, in addition to those it cites.
    pub clauses: Vec<String>,
    /// The result of all cases together.
    pub finding: Finding,
    /// The errors in the file.
    pub faults: Vec<Fault>,
    /// The cases, in order.
    pub cases: Vec<Case>,
}

/// An error in a ruling's file. Lines and columns count from 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Fault {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub help: String,
}

/// The verdict on one case of a ruling.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Case {
    /// The options in its heading.
    pub under: Vec<(String, String)>,
    /// The result of the case.
    pub finding: Finding,
    /// Every line of the actual outcome.
    pub transcript: Vec<Said>,
    /// The comparison of the actual outcome with the expected one.
    pub changes: Vec<Change>,
    /// Lines of the play whose result differs from what the ruling says.
    pub unexpected: Vec<Unexpected>,
    /// The values at the end that differ from what the ruling says.
    pub differences: Vec<Difference>,
    /// The state at the end, as far as the ruling says anything about it.
    pub end: End,
    /// What viewers saw that differs from what the ruling says.
    pub seen: Vec<SeenChanges>,
    /// Why the case cannot be played to its end.
    pub faults: Vec<Fault>,
    /// The clauses cited, each once.
    pub cited: Vec<Cited>,
}

/// The origin of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It is printed in the rulebook.
    Printed,
    /// It is a house ruling or a reconstruction, because the rulebook is silent or lost.
    House,
    /// It is partly printed in the rulebook, and partly a house ruling.
    Mixed,
}

/// A citation, with the title of its clause.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Cited {
    /// The number of the clause, or the card's file, line and column.
    pub cite: String,
    /// The title of the clause; empty for a card.
    pub title: String,
    /// The origin of the clause; left out for a card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

/// Whether a line is in the expected outcome, in the actual one, or in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// The line is in both.
    Same,
    /// The line is expected, but missing.
    Missing,
    /// The line is not expected.
    Extra,
}

/// A line of a comparison.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Change {
    /// In which of the two outcomes the line is.
    pub kind: ChangeKind,
    /// Its text.
    pub text: String,
    /// The line number in the file.
    pub line: usize,
}

/// A line of the play whose result differs from what the ruling says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Unexpected {
    /// The line number in the file.
    pub line: usize,
    /// The column in that line.
    pub column: usize,
    /// The action in notation.
    pub action: String,
    /// Whether the action was refused.
    pub refused: bool,
    /// What is wrong.
    pub message: String,
    /// The rules that decide it.
    pub cites: Vec<String>,
    /// The facts of the position that matter.
    pub facts: Vec<String>,
    /// How to fix the ruling.
    pub help: String,
}

/// A value that differs from what the ruling says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Difference {
    /// The section of the ruling.
    pub section: String,
    /// The field in that section.
    pub field: String,
    /// The value in the ruling.
    pub expected: Value,
    /// The actual value.
    pub found: Value,
    /// The line number in the file.
    pub line: usize,
}

/// The state at the end of a case.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct End {
    /// The position.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub after: Map<String, Value>,
    /// The legal actions, if the ruling lists them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offered: Vec<String>,
    /// What viewers see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<Sees>,
    /// Whether answers are allowed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<Why>,
}

/// What a viewer sees at the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Sees {
    /// The viewer.
    pub eyes: Eyes,
    /// The log lines that the viewer saw.
    pub lines: Vec<String>,
    /// The values of the position that the viewer knows.
    pub facts: Map<String, Value>,
}

/// A viewer: `{"player": 2}` or `"everybody"`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Eyes {
    /// A player, from 1.
    Player(u8),
    /// A spectator, who sees only public information.
    Everybody,
}

/// What a viewer saw that differs from what the ruling says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SeenChanges {
    /// The section of the ruling.
    pub section: String,
    /// The comparison of the log lines.
    pub changes: Vec<Change>,
}

/// Rulings with the actual outcomes written into them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Written {
    /// The version of the format.
    pub version: Version,
    /// The rulings, in the order of the request.
    pub rulings: Vec<RulingWritten>,
}

/// A ruling with the actual outcome written into it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RulingWritten {
    /// The name of the ruling in the request.
    pub name: String,
    /// Whether the text changed.
    pub changed: bool,
    /// The new text (Markdown). Cases that cannot be played to their end stay unchanged.
    pub text: String,
}

/// What one viewer may know of the results of rulings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Accounts {
    /// The version of the format.
    pub version: Version,
    /// Whether every ruling holds, as far as the viewer may know.
    pub good: bool,
    /// The result of each ruling, in the order of the request.
    pub accounts: Vec<Account>,
}

/// What a viewer may know of the result of a ruling.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Account {
    /// The name of the ruling in the request.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The id; empty if it cannot be read.
    pub ruling: String,
    /// The id of the game.
    pub game: String,
    /// The viewer who gets this document.
    pub viewer: Viewer,
    /// The result of all cases together, as far as the viewer may know.
    pub finding: Finding,
    /// The errors in the file.
    pub faults: Vec<Fault>,
    /// The cases, in order.
    pub cases: Vec<CaseAccount>,
}

/// What a viewer may know of one case of a ruling.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CaseAccount {
    /// The options in its heading.
    pub under: Vec<(String, String)>,
    /// The result of the case, as far as the viewer may know.
    pub finding: Finding,
    /// Every log line that the viewer saw, and the question at the end.
    pub told: Vec<Said>,
    /// Log lines that the viewer saw and that are not in the expected outcome.
    pub changes: Vec<Change>,
    /// What this viewer saw that differs from what the ruling says.
    pub seen: Vec<SeenChanges>,
    /// The values that this viewer sees differently from what the ruling says.
    pub differences: Vec<Difference>,
    /// The keys of a written position at the end, as far as the viewer may know them.
    pub facts: Map<String, Value>,
    /// Why the case cannot be played to its end.
    pub faults: Vec<Fault>,
    /// The clauses cited, in order, each once.
    pub cited: Vec<Cited>,
}

/// Converts what a viewer may know of rulings, each with the name it was requested by.
///
/// # Errors
/// Only if this library has a bug.
pub fn accounts(all: &[(String, cardwright::judge::Account)]) -> Result<Accounts, Broken> {
    let one = |(name, account): &(String, cardwright::judge::Account)| {
        let account: Account = account.wired();
        Ok(Account {
            name: name.clone(),
            ..account
        })
    };
    Ok(Accounts {
        version: Version,
        good: all.iter().all(|(_, account)| account.holds()),
        accounts: all.iter().map(one).collect::<Result<_, Broken>>()?,
    })
}

/// Converts the verdicts on rulings, each with the name it was requested by.
///
/// # Errors
/// Only if this library has a bug.
pub fn verdicts(all: &[(String, cardwright::judge::Verdict)]) -> Result<Verdicts, Broken> {
    let one = |(name, verdict): &(String, cardwright::judge::Verdict)| {
        let verdict: Verdict = verdict.wired();
        Ok(Verdict {
            name: name.clone(),
            ..verdict
        })
    };
    Ok(Verdicts {
        version: Version,
        good: all.iter().all(|(_, verdict)| verdict.holds()),
        verdicts: all.iter().map(one).collect::<Result<_, Broken>>()?,
        cards_without_ruling: Vec::new(),
    })
}

fields! {
    judge::Cited => Cited { cite, title, origin };
    judge::RulingError => Fault { line, column, message, help };
    judge::Change => Change { kind, text, line };
    judge::SeenChanges => SeenChanges { section, changes };
    judge::Difference => Difference { section, field, expected, found, line };
    judge::Unexpected => Unexpected { line, column, action, refused, message, cites, facts, help };
    judge::Sees => Sees { eyes, lines, facts };
    judge::End => End { after, offered, seen, why };
    judge::CaseVerdict => Case {
        under, finding, transcript, changes, unexpected, differences, end, seen, faults, cited
    };
    judge::Verdict => Verdict { ruling, title, game, status, questions, clauses, finding, faults, cases }
        name: String::new();
    judge::CaseAccount => CaseAccount {
        under, finding, told, changes, seen, differences, facts, faults, cited
    };
    judge::Account => Account { ruling, game, viewer, finding, faults, cases } name: String::new();
}

words! {
    judge::ChangeKind => ChangeKind { Same, Missing, Extra };
    judge::Finding => Finding { Holds, Differs, Faulty };
    judge::RulingStatus => RulingStatus { Official, House };
    cardwright::rules::Origin => Origin { Printed, House, Mixed };
}

impl Wired<Eyes> for judge::Eyes {
    fn wired(&self) -> Eyes {
        match self {
            judge::Eyes::Player(seat) => Eyes::Player((*seat).into()),
            judge::Eyes::Everybody => Eyes::Everybody,
        }
    }
}
