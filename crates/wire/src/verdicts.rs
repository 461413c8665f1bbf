//! Verdicts on rulings.

use crate::format::{Broken, Version};
use crate::play::{Said, Why};
use cardwright::judge;
pub use cardwright::judge::{
    CaseAccount, Change, ChangeKind, Cited, Difference, Eyes, Finding, RulingError as Fault,
    RulingStatus, SeenChanges, Sees, Unexpected,
};
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

/// Converts what a viewer may know of rulings, each with the name it was requested by.
///
/// # Errors
/// Only if this library has a bug.
pub fn accounts(all: &[(String, cardwright::judge::Account)]) -> Result<Accounts, Broken> {
    let one = |(name, account): &(String, cardwright::judge::Account)| Account {
        name: name.clone(),
        ..account.into()
    };
    Ok(Accounts {
        version: Version,
        good: all.iter().all(|(_, account)| account.holds()),
        accounts: all.iter().map(one).collect(),
    })
}

/// Converts the verdicts on rulings, each with the name it was requested by.
///
/// # Errors
/// Only if this library has a bug.
pub fn verdicts(all: &[(String, cardwright::judge::Verdict)]) -> Result<Verdicts, Broken> {
    let one = |(name, verdict): &(String, cardwright::judge::Verdict)| Verdict {
        name: name.clone(),
        ..verdict.into()
    };
    Ok(Verdicts {
        version: Version,
        good: all.iter().all(|(_, verdict)| verdict.holds()),
        verdicts: all.iter().map(one).collect(),
        cards_without_ruling: Vec::new(),
    })
}

impl From<&judge::Verdict> for Verdict {
    fn from(verdict: &judge::Verdict) -> Self {
        Verdict {
            name: String::new(),
            ruling: verdict.ruling.clone(),
            title: verdict.title.clone(),
            game: verdict.game.clone(),
            status: verdict.status,
            questions: verdict.questions.clone(),
            clauses: verdict.clauses.clone(),
            finding: verdict.finding,
            faults: verdict.faults.clone(),
            cases: verdict.cases.iter().map(Case::from).collect(),
        }
    }
}

impl From<&judge::CaseVerdict> for Case {
    fn from(case: &judge::CaseVerdict) -> Self {
        Case {
            under: case.under.clone(),
            finding: case.finding,
            transcript: case.transcript.clone(),
            changes: case.changes.clone(),
            unexpected: case.unexpected.clone(),
            differences: case.differences.clone(),
            end: End {
                after: case.end.after.clone(),
                offered: case.end.offered.clone(),
                seen: case.end.seen.clone(),
                why: case.end.why.iter().map(Why::from).collect(),
            },
            seen: case.seen.clone(),
            faults: case.faults.clone(),
            cited: case.cited.clone(),
        }
    }
}

impl From<&judge::Account> for Account {
    fn from(account: &judge::Account) -> Self {
        Account {
            name: String::new(),
            ruling: account.ruling.clone(),
            game: account.game.clone(),
            viewer: Viewer(account.viewer),
            finding: account.finding,
            faults: account.faults.clone(),
            cases: account.cases.clone(),
        }
    }
}
