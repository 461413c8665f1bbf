//! A match: questions, answers, lines, views, refusals.

use crate::format::{Broken, Version};
use crate::verdicts::Cited;
use crate::views::{Answer, View};
use crate::who::Who;
use crate::wired::{Wired, fields, object};
use cardwright::shapes::{Actor, Viewer};
use cardwright::{DynMatch, Match, Typed};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The present question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Question {
    /// The format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// For whom it is.
    pub viewer: Viewer,
    /// How many answers were given before, of seats and of chance.
    pub answered: usize,
    /// Who is asked, or how the game ended.
    pub actor: Actor,
    /// What kind of question it is, one of the game's list, such as `buy`.
    pub kind: String,
    /// What it is about where the kind does not say it, such as `robot` for a card that asks which.
    pub about: Option<String>,
    /// The id of the card that asks.
    pub card: Option<String>,
    /// What is asked, as a sentence.
    pub text: String,
    /// The clause that says who is asked.
    pub clause: String,
    /// Every allowed answer that the viewer may know, in order; nothing where the game is over.
    pub choices: Vec<Choice>,
    /// Whether others may be allowed that the viewer may not know.
    pub others: bool,
    /// Where `choices` is a page of a longer list: how many choices come before it. Left out where it is 0.
    #[serde(default, skip_serializing_if = "is_none")]
    pub from: usize,
    /// Where more choices follow: the `from` to ask for them with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<usize>,
}

/// An allowed answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Choice {
    /// The answer in notation: this is what is played.
    pub action: String,
    /// The answer as a phrase.
    pub text: String,
    /// The answer as data.
    pub answer: Answer,
    /// Of a seat's answer: the number of its first step, its place in [`Actions::steps`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    /// Its place among the answers of this list with the same first step; left out where it is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rank: u32,
    /// Of an answer of chance: its weight, 1 or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<u32>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_none(number: &usize) -> bool {
    *number == 0
}

/// Every answer that seats can give under a rulebook, numbered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Actions {
    /// The format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// Whether a step is a whole answer in notation. Where it is not, an answer is a step and a rank.
    pub whole: bool,
    /// The steps; a number is a place in this list, from 0.
    pub steps: Vec<String>,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Line {
    /// As one sentence.
    pub text: String,
    /// What decided it: clauses, and cards' files with line and column.
    pub cites: Vec<String>,
    /// As data: `kind` says what happened, the rest is the game's.
    pub event: Map<String, Value>,
}

/// What a viewer was told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Lines {
    /// The format.
    pub version: Version,
    /// For whom.
    pub viewer: Viewer,
    /// How many lines came before the first of these.
    pub from: usize,
    /// The lines.
    pub lines: Vec<Line>,
    /// Where more lines follow: the `from` to ask for them with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<usize>,
}

/// What came of an answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Played {
    /// The format.
    pub version: Version,
    /// How many answers were given so far, those of bots and chance counted.
    pub answered: usize,
    /// Who is asked now, or how the game ended.
    pub actor: Actor,
    /// What happened since this viewer was told last.
    pub lines: Vec<Line>,
}

/// The table as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Table {
    /// The format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// For whom.
    pub viewer: Viewer,
    /// How many answers were given so far.
    pub answered: usize,
    /// Who is asked, or how the game ended.
    pub actor: Actor,
    /// How the seats stand, in one line.
    pub standing: String,
    /// The table as data.
    pub view: View,
    /// The table as text.
    pub text: String,
}

/// Where a match stands, as a position that can be played on from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Position {
    /// The format.
    pub version: Version,
    /// For whom; what this viewer does not see is `?`.
    pub viewer: Viewer,
    /// The position (TOML); null where there is none.
    pub position: Option<String>,
    /// Why there is none.
    pub why: Option<String>,
}

/// Why an answer was not taken.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Refusal {
    /// The format.
    pub version: Version,
    /// One sentence: what is wrong.
    pub message: String,
    /// The clauses and card operations that decide it.
    pub cites: Vec<String>,
    /// The facts of the position that were looked at.
    pub facts: Vec<String>,
    /// What would make it legal, or what to do instead.
    pub help: String,
}

/// A line that names no answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Unreadable {
    /// The format.
    pub version: Version,
    /// Where the trouble starts, in bytes from 0.
    pub at: usize,
    /// What is wrong.
    pub message: String,
    /// What could stand there.
    pub help: String,
}

/// Something that happened or would happen, with what decided it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Said {
    /// As one sentence.
    pub text: String,
    /// What decided it.
    pub cites: Vec<String>,
    /// In a ruling: the line of the file that it comes from.
    pub from: Option<usize>,
    /// The facts behind a refusal.
    pub facts: Vec<String>,
    /// What would make it legal.
    pub help: String,
}

/// "May I?": whether an answer is allowed, and why, as far as a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Why {
    /// The format.
    #[serde(default)]
    pub version: Version,
    /// Who would give it.
    pub who: Who,
    /// The answer in notation.
    pub action: String,
    /// For whom this is worked out.
    pub viewer: Viewer,
    /// Whether it is allowed now, as far as the viewer may know.
    pub legal: bool,
    /// Whether that hangs on something the viewer may not know.
    pub hidden: bool,
    /// What is wrong; empty when nothing is.
    pub message: String,
    /// What decides it.
    pub cited: Vec<Cited>,
    /// The facts of the position that were looked at.
    pub facts: Vec<String>,
    /// What would make it legal, or what to do instead.
    pub help: String,
    /// What would happen, up to the next question or answer of chance.
    pub follows: Vec<Said>,
    /// Whether more would happen that hangs on something hidden.
    pub more: bool,
    /// Who is asked now.
    pub asked: Actor,
    /// What is asked.
    pub question: String,
    /// The first 100 actions that are allowed now.
    pub choices: Vec<WhyChoice>,
    /// How many more are allowed. Left out where it is 0.
    #[serde(default, skip_serializing_if = "is_none")]
    pub more_choices: usize,
    /// Whether others may be allowed.
    pub other_choices: bool,
}

/// An allowed answer, for people.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct WhyChoice {
    /// In notation.
    pub action: String,
    /// As a phrase.
    pub text: String,
}

/// The present question for a viewer.
///
/// # Errors
/// Never, unless this library is at fault.
pub fn question(play: &Match, viewer: cardwright::Viewer) -> Result<Question, Broken> {
    question_page(play, viewer, 0, usize::MAX)
}

/// The present question for a viewer, with at most `most` of its choices, from the `from`-th on.
///
/// # Errors
/// Never, unless this library is at fault.
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
    Ok(Question {
        version: Version,
        viewer: Viewer(viewer),
        answered: play.answered(),
        actor: play.actor().into(),
        kind: asking.kind.into(),
        about: asking.about,
        card: asking.card,
        text: play.question_text(),
        clause: play.asked_by().to_string(),
        choices: typed.into_iter().map(choice).collect(),
        others,
        from,
        next: (end < all && end > from).then_some(end),
        game,
    })
}

/// At most `most` of what a viewer was told, from the `from`-th line on.
///
/// # Errors
/// Never, unless this library is at fault.
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
        answer: Answer(data),
        step,
        rank,
        weight,
    }
}

/// Every answer that seats can give.
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

/// Lines for the wire.
///
/// # Errors
/// Never, unless this library is at fault.
pub fn lines(lines: Vec<cardwright::Line>) -> Result<Vec<Line>, Broken> {
    lines.iter().map(line).collect()
}

/// The table as a viewer sees it.
///
/// # Errors
/// Never, unless this library is at fault.
pub fn table(play: &Match, viewer: cardwright::Viewer) -> Result<Table, Broken> {
    let game = play.rulebook().about().game;
    Ok(Table {
        version: Version,
        viewer: Viewer(viewer),
        answered: play.answered(),
        actor: play.actor().into(),
        standing: play.standing(),
        view: View(object("a view", &play.view(viewer))?),
        text: play.draw(viewer),
        game,
    })
}

/// Where the match stands, as far as a viewer knows.
pub fn position(play: &Match, viewer: cardwright::Viewer) -> Position {
    let position = match viewer {
        cardwright::Viewer::Referee => play.position(),
        _ => play.known_position(viewer),
    };
    let none =
        "in the middle of something that no position can say, such as a card's effect or an attack";
    let why = position.is_none().then(|| none.into());
    Position {
        version: Version,
        viewer: Viewer(viewer),
        position,
        why,
    }
}

/// A refusal with its citations as text.
pub fn refusal(play: &dyn DynMatch, refusal: &cardwright::Refusal) -> Refusal {
    Refusal {
        version: Version,
        message: refusal.message.clone(),
        cites: play.cites(refusal),
        facts: refusal.facts.clone(),
        help: refusal.help.clone(),
    }
}

/// A line that names no answer.
pub fn unreadable(error: &cardwright::NotationError) -> Unreadable {
    Unreadable {
        version: Version,
        at: error.at,
        message: error.message.clone(),
        help: error.help.clone(),
    }
}

/// "May I?"
///
/// # Errors
/// Never, unless this library is at fault.
pub fn why(why: &cardwright::judge::Why) -> Result<Why, Broken> {
    Ok(why.wired())
}

fields! {
    cardwright::judge::Said => Said { text, cites, from, facts, help };
    cardwright::judge::Why => Why {
        who, action, viewer, legal, hidden, message, cited, facts, help, follows, more, asked, question, choices,
        more_choices, other_choices
    } version: Version;
    cardwright::Choice => WhyChoice { action, text };
}

/// A line for the wire.
pub(crate) fn line(line: &cardwright::Line) -> Result<Line, Broken> {
    Ok(Line {
        text: line.text.clone(),
        cites: line.cites.clone(),
        event: object("a line", &line.event)?,
    })
}
