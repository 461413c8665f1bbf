//! A match: questions, actions, log lines, views, refusals.

use crate::format::{Broken, Version, object};
use crate::verdicts::Cited;
use crate::views::{ActionData, View};
pub use cardwright::Choice as WhyChoice;
pub use cardwright::judge::{Said, Who};
use cardwright::shapes::{Actor, Viewer};
use cardwright::{DynMatch, Match, Typed};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The current question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Question {
    /// The version of the format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// The viewer who gets this document.
    pub viewer: Viewer,
    /// The number of actions played so far, including those of bots and chance.
    pub actions_played: usize,
    /// Who has to act, or how the game ended.
    pub actor: Actor,
    /// The kind of question; each game has its own list, with words such as `buy`.
    pub kind: String,
    /// The subject of the question if the kind does not say it, such as `robot` for a card that asks which robot.
    pub about: Option<String>,
    /// The id of the card that asks.
    pub card: Option<String>,
    /// The question as a sentence.
    pub text: String,
    /// If the viewer is asked: the question as the viewer reads it, such as `Buy a card?` for `Robot 1: buy a card?`.
    /// Left out if it is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_you: Option<String>,
    /// The clause that says who has to act.
    pub clause: String,
    /// All legal actions that the viewer may know, in order; empty if the game is over.
    pub choices: Vec<Choice>,
    /// Whether there may be more legal actions, which the viewer may not know.
    pub others: bool,
    /// If `choices` is a page of a longer list, the number of choices before it. Left out if it is 0.
    #[serde(default, skip_serializing_if = "is_none")]
    pub from: usize,
    /// If more choices follow, the value of `from` for the next page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<usize>,
}

/// A legal action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Choice {
    /// The action in notation, as `match/play` takes it.
    pub action: String,
    /// The action as a phrase.
    pub text: String,
    /// The action as data.
    pub data: ActionData,
    /// For an action of a seat: the number of its first step, an index into [`Actions::steps`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    /// The index among the actions of this list with the same first step. Left out if it is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rank: u32,
    /// For an outcome of chance: its weight, at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<u32>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_none(number: &usize) -> bool {
    *number == 0
}

/// Every action that a seat can take under a rulebook, numbered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Actions {
    /// The version of the format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// Whether a step is a complete action in notation. If not, an action is a step and a rank.
    pub whole: bool,
    /// The steps; the number of a step is its index in this list, from 0.
    pub steps: Vec<String>,
}

/// An event, as a line of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Line {
    /// The event as one sentence.
    pub text: String,
    /// The rules that decided it: clauses, and card files with line and column.
    pub cites: Vec<String>,
    /// The event as data: `kind` names the event, and the other keys depend on the game.
    pub event: Map<String, Value>,
}

/// Log lines that a viewer saw.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Lines {
    /// The version of the format.
    pub version: Version,
    /// The viewer who gets this document.
    pub viewer: Viewer,
    /// The number of log lines before the first of these.
    pub from: usize,
    /// The lines.
    pub lines: Vec<Line>,
    /// If more lines follow, the value of `from` for the next page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<usize>,
}

/// The result of an action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Played {
    /// The version of the format.
    pub version: Version,
    /// The number of actions played so far, including those of bots and chance.
    pub actions_played: usize,
    /// Who has to act now, or how the game ended.
    pub actor: Actor,
    /// The events since this viewer last looked.
    pub lines: Vec<Line>,
}

/// The table as a viewer sees it. `game` says which game's view it contains.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(transform = crate::views::told_apart))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Table {
    /// The version of the format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// The viewer who gets this document.
    pub viewer: Viewer,
    /// The number of actions played so far, including those of bots and chance.
    pub actions_played: usize,
    /// Who has to act, or how the game ended.
    pub actor: Actor,
    /// The standing of all seats, in one line.
    pub standing: String,
    /// The table as data.
    pub view: View,
    /// The table as text.
    pub text: String,
}

/// The state of a match as a position, from which a new match can start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Position {
    /// The version of the format.
    pub version: Version,
    /// The viewer who gets this document; whatever this viewer may not see is written as `?`.
    pub viewer: Viewer,
    /// The position (TOML); null if it cannot be written as one.
    pub position: Option<String>,
    /// Why there is no position.
    pub why: Option<String>,
}

/// Why an action was refused.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Refusal {
    /// The version of the format.
    pub version: Version,
    /// What is wrong, as one sentence.
    pub message: String,
    /// The clauses and card operations that forbid it.
    pub cites: Vec<String>,
    /// The facts of the position that matter.
    pub facts: Vec<String>,
    /// What would make the action legal, or what to do instead.
    pub help: String,
}

/// The error for a line that cannot be read as an action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Unreadable {
    /// The version of the format.
    pub version: Version,
    /// The position of the error in the line, in bytes from 0.
    pub at: usize,
    /// What is wrong.
    pub message: String,
    /// What could be written there.
    pub help: String,
}

/// The answer to "May I?": whether an action is allowed, and why, as far as a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Why {
    /// The version of the format.
    #[serde(default)]
    pub version: Version,
    /// Who would act.
    pub who: Who,
    /// The action in notation.
    pub action: String,
    /// The viewer who asks.
    pub viewer: Viewer,
    /// Whether the action is allowed now, as far as the viewer may know.
    pub legal: bool,
    /// Whether the answer depends on something that the viewer may not know.
    pub hidden: bool,
    /// What is wrong; empty if nothing is.
    pub message: String,
    /// The rules that decide it.
    pub cited: Vec<Cited>,
    /// The names of cards in the action that have reconstructed numbers. Left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reconstructed: Vec<String>,
    /// The facts of the position that matter.
    pub facts: Vec<String>,
    /// What would make the action legal, or what to do instead.
    pub help: String,
    /// What would happen, up to the next question, roll or draw.
    pub follows: Vec<Said>,
    /// Whether more would happen that depends on something hidden.
    pub more: bool,
    /// Who has to act now.
    pub asked: Actor,
    /// The current question.
    pub question: String,
    /// The first 100 actions that are legal now.
    pub choices: Vec<WhyChoice>,
    /// The number of further legal actions. Left out if it is 0.
    #[serde(default, skip_serializing_if = "is_none")]
    pub more_choices: usize,
    /// Whether there may be more legal actions, which the viewer may not know.
    pub other_choices: bool,
}

/// What a bot would do for the seat that is asked, with the knowledge of that seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Hint {
    /// The version of the format.
    #[serde(default)]
    pub version: Version,
    /// The action in notation; `null` if no seat is asked.
    pub action: Option<String>,
    /// The actions that the bot played games with, those with the most games first. Empty if it counts no games.
    pub weighed: Vec<Weighed>,
}

/// An action that a bot played games with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Weighed {
    /// The action in notation.
    pub action: String,
    /// The number of games.
    pub games: u32,
    /// The seat's share of wins in these games, from 0 to 1.
    pub share: f64,
}

/// The current question for a viewer.
///
/// # Errors
/// Only if this library has a bug.
pub fn question(play: &Match, viewer: cardwright::Viewer) -> Result<Question, Broken> {
    question_page(play, viewer, 0, usize::MAX)
}

/// The current question for a viewer, with at most `most` of its choices, starting with number `from`.
///
/// # Errors
/// Only if this library has a bug.
pub fn question_page(
    play: &Match,
    viewer: cardwright::Viewer,
    from: usize,
    most: usize,
) -> Result<Question, Broken> {
    let game = play.rulebook().about().game;
    let (typed, others, all) = play.typed_page(viewer, from, most);
    let end = from.saturating_add(typed.len());
    let asking = play.asking();
    let text = play.question_text();
    let to_you = match viewer {
        cardwright::Viewer::Seat(seat) => Some(play.question_to(seat)),
        cardwright::Viewer::Spectator | cardwright::Viewer::Referee => None,
    };
    Ok(Question {
        version: Version,
        viewer: Viewer(viewer),
        actions_played: play.actions_played(),
        actor: play.actor().into(),
        kind: asking.kind.into(),
        about: asking.about,
        card: asking.card,
        to_you: to_you.filter(|to_you| *to_you != text),
        text,
        clause: play.asked_by().to_string(),
        choices: typed.into_iter().map(choice).collect(),
        others,
        from,
        next: (end < all && end > from).then_some(end),
        game,
    })
}

/// At most `most` of the log lines that a viewer saw, starting with line number `from`.
///
/// # Errors
/// Only if this library has a bug.
pub fn lines_page(
    session: &cardwright::Session,
    viewer: cardwright::Viewer,
    from: usize,
    most: usize,
) -> Result<Lines, Broken> {
    let mut told = session.lines(viewer, from);
    let more = told.len() > most;
    told.truncate(most);
    let next = (more && most > 0).then_some(from.saturating_add(most));
    Ok(Lines {
        version: Version,
        viewer: Viewer(viewer),
        from,
        lines: lines(told)?,
        next,
    })
}

fn choice(typed: Typed) -> Choice {
    let Typed {
        action,
        text,
        data,
        step,
        rank,
        weight,
        ..
    } = typed;
    Choice {
        action,
        text,
        data: ActionData(data),
        step,
        rank,
        weight,
    }
}

/// Every action that players can take in the match.
pub fn actions(play: &Match) -> Actions {
    let book = play.rulebook();
    let whole = book.all_actions();
    Actions {
        version: Version,
        game: book.about().game,
        whole: whole.is_some(),
        steps: whole.unwrap_or_else(|| book.action_space()),
    }
}

/// Converts log lines to their document.
///
/// # Errors
/// Only if this library has a bug.
pub fn lines(lines: Vec<cardwright::Line>) -> Result<Vec<Line>, Broken> {
    lines.iter().map(line).collect()
}

/// The table as a viewer sees it.
///
/// # Errors
/// Only if this library has a bug.
pub fn table(play: &Match, viewer: cardwright::Viewer) -> Result<Table, Broken> {
    let game = play.rulebook().about().game;
    Ok(Table {
        version: Version,
        viewer: Viewer(viewer),
        actions_played: play.actions_played(),
        actor: play.actor().into(),
        standing: play.standing(),
        view: View(object("a view", &play.view(viewer))?),
        text: play.draw(viewer),
        game,
    })
}

/// The position of the match, as far as a viewer knows it.
pub fn position(play: &Match, viewer: cardwright::Viewer) -> Position {
    let position = match viewer {
        cardwright::Viewer::Referee => play.position(),
        _ => play.known_position(viewer),
    };
    let none = "in the middle of a step that no position can describe, such as a card's effect or an attack";
    let why = position.is_none().then(|| none.into());
    Position {
        version: Version,
        viewer: Viewer(viewer),
        position,
        why,
    }
}

/// What the bot `search` would do for the seat that is asked.
pub fn hint(play: &Match) -> Hint {
    let advice = play.advice("search");
    let weighed = advice.iter().flat_map(|advice| &advice.weighed);
    Hint {
        version: Version,
        weighed: weighed
            .map(|(action, one)| Weighed {
                action: action.clone(),
                games: one.games,
                share: one.share,
            })
            .collect(),
        action: advice.map(|advice| advice.action),
    }
}

/// Converts a refusal, with its citations as text.
pub fn refusal(play: &dyn DynMatch, refusal: &cardwright::Refusal) -> Refusal {
    Refusal {
        version: Version,
        message: refusal.message.clone(),
        cites: play.cites(refusal),
        facts: refusal.facts.clone(),
        help: refusal.help.clone(),
    }
}

/// Converts the error for a line that could not be read as an action.
pub fn unreadable(error: &cardwright::NotationError) -> Unreadable {
    Unreadable {
        version: Version,
        at: error.at,
        message: error.message.clone(),
        help: error.help.clone(),
    }
}

/// Converts the answer to a "May I?" question.
///
/// # Errors
/// Only if this library has a bug.
pub fn why(why: &cardwright::judge::Why) -> Result<Why, Broken> {
    Ok(Why::from(why))
}

impl From<&cardwright::judge::Why> for Why {
    fn from(why: &cardwright::judge::Why) -> Self {
        Why {
            version: Version,
            who: why.who,
            action: why.action.clone(),
            viewer: Viewer(why.viewer),
            legal: why.legal,
            hidden: why.hidden,
            message: why.message.clone(),
            cited: why.cited.clone(),
            reconstructed: why.reconstructed.clone(),
            facts: why.facts.clone(),
            help: why.help.clone(),
            follows: why.follows.clone(),
            more: why.more,
            asked: why.asked.into(),
            question: why.question.clone(),
            choices: why.choices.clone(),
            more_choices: why.more_choices,
            other_choices: why.other_choices,
        }
    }
}

/// Converts a log line to its document.
pub(crate) fn line(line: &cardwright::Line) -> Result<Line, Broken> {
    Ok(Line {
        text: line.text.clone(),
        cites: line.cites.clone(),
        event: object("a line", &line.event)?,
    })
}
