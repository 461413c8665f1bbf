//! What the judge says of rulings.

use crate::format::{Broken, Version};
use crate::play::{Said, Why};
use crate::wired::{Wired, fields, words};
use cardwright::judge;
use cardwright::shapes::Viewer;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What came of rulings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Verdicts {
    /// The format.
    pub version: Version,
    /// Whether every one holds.
    pub good: bool,
    /// Each ruling's, in the order they were given.
    pub verdicts: Vec<Verdict>,
    /// Where packs are tested: the ids of their cards that no ruling names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards_without_ruling: Vec<String>,
}

/// What came of a ruling, a case, or all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// What must come out came out.
    Holds,
    /// Something else came out.
    Differs,
    /// It could not be played to its end, or not be read.
    Faulty,
}

/// Who says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The publisher's rules say so.
    Official,
    /// This house reads them so.
    House,
}

/// What came of a ruling.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Verdict {
    /// How it was named when it was given.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its id; empty when it cannot be read.
    pub ruling: String,
    /// Its heading.
    pub title: String,
    /// The game.
    pub game: String,
    /// Who says so.
    pub status: Option<Standing>,
    /// The open questions it bears on.
    pub questions: Vec<String>,
    /// Clauses it is about beside those it cites.
    pub clauses: Vec<String>,
    /// What came of the whole.
    pub finding: Finding,
    /// What is wrong with the file.
    pub faults: Vec<Fault>,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// What is wrong with a ruling's file. Lines and columns count from 1.
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
    /// What to do.
    pub help: String,
}

/// What came of one case of a ruling.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Case {
    /// The options of its heading.
    pub under: Vec<(String, String)>,
    /// What came of it.
    pub finding: Finding,
    /// Every line that came out.
    pub transcript: Vec<Said>,
    /// The comparison with what must come out.
    pub changes: Vec<Change>,
    /// Lines of the play that went otherwise than the ruling says.
    pub unexpected: Vec<Unexpected>,
    /// What is otherwise at the end, field by field.
    pub differences: Vec<Difference>,
    /// How it is at the end, as far as the ruling states anything of it.
    pub end: End,
    /// What viewers were told otherwise.
    pub seen: Vec<SeenChanges>,
    /// Why it could not be played to its end.
    pub faults: Vec<Fault>,
    /// The clauses cited, each once.
    pub cited: Vec<Cited>,
}

/// A citation, with what the clause is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Cited {
    /// The clause's number, or the card's file, line and column.
    pub cite: String,
    /// What the clause is about; empty for a card's.
    pub title: String,
}

/// Whether a line of a comparison is in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ChangeSort {
    /// In both.
    Same,
    /// It must come out and does not.
    Missing,
    /// It came out and must not.
    Extra,
}

/// A line of a comparison.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Change {
    /// Where it is.
    pub sort: ChangeSort,
    /// Its text.
    pub text: String,
    /// The line of the file.
    pub line: usize,
}

/// A line of the play that went otherwise than the ruling says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Unexpected {
    /// The line of the file.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The answer.
    pub action: String,
    /// Whether it was refused.
    pub refused: bool,
    /// What is wrong.
    pub message: String,
    /// What decides it.
    pub cites: Vec<String>,
    /// The facts of the position.
    pub facts: Vec<String>,
    /// What to do.
    pub help: String,
}

/// Something that a ruling states and that is otherwise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Difference {
    /// The section.
    pub section: String,
    /// The field.
    pub field: String,
    /// What it says.
    pub expected: Value,
    /// What is so.
    pub found: Value,
    /// The line of the file.
    pub line: usize,
}

/// How it is at the end of a case.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct End {
    /// The position.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub after: Map<String, Value>,
    /// The answers that are offered.
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
    /// Who.
    pub eyes: Eyes,
    /// What it was told.
    pub lines: Vec<String>,
    /// The position as it knows it.
    pub facts: Map<String, Value>,
}

/// Whose eyes: `{"player": 2}` or `"everybody"`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Eyes {
    /// A player's, from 1.
    Player(u8),
    /// Those of somebody who sees only what lies open.
    Everybody,
}

/// What a viewer was told otherwise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SeenChanges {
    /// The section.
    pub section: String,
    /// The comparison.
    pub changes: Vec<Change>,
}

/// Rulings with what comes out written into them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Written {
    /// The format.
    pub version: Version,
    /// Each, in the order they were given.
    pub rulings: Vec<RulingWritten>,
}

/// A ruling with what comes out written into it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RulingWritten {
    /// How the ruling was named when it was given.
    pub name: String,
    /// Whether anything was written.
    pub changed: bool,
    /// Its text (Markdown). Cases that cannot be played to their end stay as they were.
    pub text: String,
}

/// What one viewer may know of rulings that were played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Accounts {
    /// The format.
    pub version: Version,
    /// Whether every one holds, as far as the viewer may know.
    pub good: bool,
    /// Each ruling's, in the order they were given.
    pub accounts: Vec<Account>,
}

/// What a viewer may know of a ruling that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Account {
    /// How the ruling was named when it was given.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its id; empty when it cannot be read.
    pub ruling: String,
    /// The game.
    pub game: String,
    /// For whom.
    pub viewer: Viewer,
    /// What came of the whole, as far as the viewer may know.
    pub finding: Finding,
    /// What is wrong with the file.
    pub faults: Vec<Fault>,
    /// Its cases.
    pub cases: Vec<CaseAccount>,
}

/// What a viewer may know of one case of a ruling.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CaseAccount {
    /// The options of its heading.
    pub under: Vec<(String, String)>,
    /// What came of it, as far as the viewer may know.
    pub finding: Finding,
    /// Every line that the viewer was told, and what is asked in the end.
    pub told: Vec<Said>,
    /// Lines that the viewer was told and that the outcome does not say.
    pub changes: Vec<Change>,
    /// What this viewer was told otherwise than the ruling says.
    pub seen: Vec<SeenChanges>,
    /// What this viewer sees otherwise than the ruling says.
    pub differences: Vec<Difference>,
    /// The keys of a written position at the end, as far as the viewer may know them.
    pub facts: Map<String, Value>,
    /// Why it could not be played to its end.
    pub faults: Vec<Fault>,
    /// The clauses cited, in order, each once.
    pub cited: Vec<Cited>,
}

/// What a viewer may know of rulings, each with the name it was given by, for the wire.
///
/// # Errors
/// Never, unless this library is at fault.
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

/// What came of rulings, each with the name it was given by, for the wire.
///
/// # Errors
/// Never, unless this library is at fault.
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
    judge::Cited => Cited { cite, title };
    judge::RulingError => Fault { line, column, message, help };
    judge::Change => Change { sort, text, line };
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
    judge::ChangeKind => ChangeSort { Same, Missing, Extra };
    judge::Finding => Finding { Holds, Differs, Faulty };
    judge::RulingStatus => Standing { Official, House };
}

impl Wired<Eyes> for judge::Eyes {
    fn wired(&self) -> Eyes {
        match self {
            judge::Eyes::Player(seat) => Eyes::Player((*seat).into()),
            judge::Eyes::Everybody => Eyes::Everybody,
        }
    }
}
