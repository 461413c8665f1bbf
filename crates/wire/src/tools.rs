//! Results of the tools for designers: explanations of error codes, changes that no ruling notices, replayed saved
//! games; and the table of a file.

use crate::format::{Broken, Version};
use crate::play::{Question, Table, question, table};
use crate::scenes::Drawing;
use cardwright::Match;
use cardwright::mutate::Mutant;
pub use cardwright::{Difference as GameDifference, DifferenceKind};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Explanations of error codes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Codes {
    /// The version of the format.
    pub version: Version,
    /// The requested codes, or all codes.
    pub codes: Vec<Code>,
}

/// The explanation of an error code.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Code {
    /// The code, such as `CW0102`.
    pub code: String,
    /// The name of the error.
    pub title: String,
    /// What the code means, and how to fix the error.
    pub text: String,
}

/// The result of mutation testing: changes of one number or one condition of a card, and which ruling notices each.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Mutations {
    /// The version of the format.
    pub version: Version,
    /// The number of changes that a ruling notices.
    pub noticed: usize,
    /// The number of changes that no ruling notices.
    pub unnoticed: usize,
    /// All changes, in the order of the cards.
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
    /// The path of the file in its pack.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// What was changed, such as `extra_cost: 1 -> 2`.
    pub change: String,
    /// The id of the first ruling whose outcome changes; null if there is none.
    pub noticed_by: Option<String>,
}

/// The results of replaying saved games under other cards or options.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Rejudged {
    /// The version of the format.
    pub version: Version,
    /// The result of each game, in the order of the request.
    pub games: Vec<PlayedAgain>,
}

/// The result of replaying a saved game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PlayedAgain {
    /// The name of the game's file.
    pub name: String,
    /// Whether the game stays the same to the end.
    pub same: bool,
    /// The number of actions in it, including those of chance.
    pub actions_played: usize,
    /// The first decision that differs; null if none does.
    pub difference: Option<GameDifference>,
}

/// The table of a position, a ruling or a saved match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Shown {
    /// The version of the format.
    pub version: Version,
    /// The table.
    pub table: Table,
    /// The current question.
    pub question: Question,
    /// The board as shapes; null if the game has none.
    pub drawing: Option<Drawing>,
}

/// Converts the explanations of error codes to their document.
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

/// Converts changes of cards, each with the ruling that notices it.
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

/// Converts the results of replaying stored games, each with the name of its file.
///
/// # Errors
/// Only if this library has a bug.
pub fn rejudged<'g>(
    games: impl IntoIterator<Item = (String, &'g cardwright::Rejudged)>,
) -> Result<Rejudged, Broken> {
    let one = |(name, found): (String, &cardwright::Rejudged)| {
        Ok(PlayedAgain {
            name,
            same: found.same,
            actions_played: found.actions_played,
            difference: found.difference.clone(),
        })
    };
    let games: Result<_, Broken> = games.into_iter().map(one).collect();
    Ok(Rejudged {
        version: Version,
        games: games?,
    })
}

/// A match as a viewer sees it: the table, the question, and the board if the game has one.
///
/// # Errors
/// Only if this library has a bug.
pub fn shown(play: &Match, viewer: cardwright::Viewer) -> Result<Shown, Broken> {
    let drawing = play.scene(viewer);
    Ok(Shown {
        version: Version,
        table: table(play, viewer)?,
        question: question(play, viewer)?,
        drawing,
    })
}
