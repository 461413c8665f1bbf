//! What the tools of designers say: codes of diagnostics, changes that no ruling notices, stored games played again; and
//! a table that a file leaves.

use crate::format::{Broken, Version};
use crate::play::{Question, Table, question, table};
use crate::scenes::Drawing;
use crate::verdicts::Change;
use crate::wired::{Wired, fields, words};
use cardwright::Match;
use cardwright::mutate::Mutant;
use cardwright::shapes::Actor;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What codes of diagnostics mean.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Codes {
    /// The format.
    pub version: Version,
    /// The codes that were asked for, or all.
    pub codes: Vec<Code>,
}

/// What a code of diagnostics means.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Code {
    /// The code, such as `CW0102`.
    pub code: String,
    /// What it is called.
    pub title: String,
    /// What it means, and what to do.
    pub text: String,
}

/// Changes of one number or one condition of a card, and which ruling notices each.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Mutations {
    /// The format.
    pub version: Version,
    /// How many a ruling notices.
    pub noticed: usize,
    /// How many none does.
    pub unnoticed: usize,
    /// Each, in order of the cards.
    pub changes: Vec<Mutation>,
}

/// A change of a card.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Mutation {
    /// The card's id.
    pub card: String,
    /// The file in its pack.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// What was changed, such as `extra_cost: 1 -> 2`.
    pub change: String,
    /// The id of the first ruling that comes out otherwise; null where none does.
    pub noticed_by: Option<String>,
}

/// Stored games played again under other cards or options.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Rejudged {
    /// The format.
    pub version: Version,
    /// Each game's, in the order they were given.
    pub games: Vec<PlayedAgain>,
}

/// What came of a stored game played again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PlayedAgain {
    /// Its file.
    pub name: String,
    /// Whether it comes out the same to its end.
    pub same: bool,
    /// How many answers it holds, chance's included.
    pub answers: usize,
    /// The first decision where it comes out differently; null where it does not.
    pub difference: Option<Parting>,
}

/// The first decision where a stored game comes out differently.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Parting {
    /// Its number, from 1; 0 for the start of the game.
    pub decision: usize,
    /// Who was asked.
    pub who: Option<Actor>,
    /// What was asked.
    pub question: String,
    /// What was answered.
    pub answer: String,
    /// What differs.
    pub sort: PartingSort,
    /// Why the answer is not taken now, or who is asked instead; empty when the events say it all.
    pub why: String,
    /// What decides a refusal.
    pub cites: Vec<String>,
    /// What happens after the answer: what came out then is `missing` now, what comes out now is `extra`.
    pub events: Vec<Change>,
}

/// What differs in a stored game that is played again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PartingSort {
    /// Other things happen.
    Events,
    /// The same things happen, but somebody else, or something else, is asked next.
    Asked,
    /// The answer is not allowed.
    Refused,
    /// The answer cannot be read: a card it names is gone, say.
    Unreadable,
    /// The position it starts from is not possible.
    Position,
}

/// The table as a position, a ruling or a saved match leaves it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Shown {
    /// The format.
    pub version: Version,
    /// The table.
    pub table: Table,
    /// What is asked there.
    pub question: Question,
    /// The board as shapes; null of games that have none.
    pub drawing: Option<Drawing>,
}

/// What codes mean.
pub fn codes<'c>(codes: impl IntoIterator<Item = &'c cardwright::Code>) -> Codes {
    let one = |code: &cardwright::Code| Code {
        code: code.id.into(),
        title: code.title.into(),
        text: code.text.into(),
    };
    Codes {
        version: Version,
        codes: codes.into_iter().map(one).collect(),
    }
}

/// Changes of cards, each with the ruling that notices it.
pub fn mutations<'m>(found: impl IntoIterator<Item = (&'m Mutant, Option<&'m str>)>) -> Mutations {
    let one = |(mutant, by): (&Mutant, Option<&str>)| Mutation {
        card: mutant.card.clone(),
        file: mutant.file.clone(),
        line: mutant.line,
        column: mutant.column,
        change: mutant.change.clone(),
        noticed_by: by.map(String::from),
    };
    let changes: Vec<Mutation> = found.into_iter().map(one).collect();
    let noticed = changes
        .iter()
        .filter(|change| change.noticed_by.is_some())
        .count();
    Mutations {
        version: Version,
        noticed,
        unnoticed: changes.len() - noticed,
        changes,
    }
}

/// Stored games played again, each with the name of its file.
///
/// # Errors
/// Never, unless this library is at fault.
pub fn rejudged<'g>(
    games: impl IntoIterator<Item = (String, &'g cardwright::Rejudged)>,
) -> Result<Rejudged, Broken> {
    let one = |(name, found): (String, &cardwright::Rejudged)| {
        let difference = found.difference.wired();
        Ok(PlayedAgain {
            name,
            same: found.same,
            answers: found.answers,
            difference,
        })
    };
    let games: Result<_, Broken> = games.into_iter().map(one).collect();
    Ok(Rejudged {
        version: Version,
        games: games?,
    })
}

/// A match as a viewer sees it: the table, the question, and the board where there is one.
///
/// # Errors
/// Never, unless this library is at fault.
pub fn shown(play: &Match, viewer: cardwright::Viewer) -> Result<Shown, Broken> {
    let drawing = play.scene(viewer).wired();
    Ok(Shown {
        version: Version,
        table: table(play, viewer)?,
        question: question(play, viewer)?,
        drawing,
    })
}

fields! {
    cardwright::Difference => Parting { decision, who, question, answer, sort, why, cites, events };
}

words! {
    cardwright::DifferenceKind => PartingSort { Events, Asked, Refused, Unreadable, Position };
}
