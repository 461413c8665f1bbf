//! "May I?": one action, allowed or not, and why.

use super::cited::Cited;
use super::refused::{Refused, as_written, no_such_player, turned_down};
use super::ruling::play::{PlayedAction, Who, read_line, split_who};
use super::run::Said;
use crate::CardNames;
use cardwright_kernel::{
    Actor, Choice, DynGame, DynMatch, Line, NotationError, Preview, Seat, Viewer,
};
use serde::Serialize;
use thiserror::Error;

/// The number of allowed actions listed in a hint.
const INSTEAD: usize = 3;
/// The maximum number of allowed actions in an answer: some questions have tens of thousands.
const MAX_CHOICES: usize = 100;

/// Whether an action is allowed, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Why {
    /// The player who would take the action.
    pub who: Who,
    /// The action in the game's notation.
    pub action: String,
    /// The viewer the answer is for: it reveals nothing that this viewer may not know.
    pub viewer: Viewer,
    /// Whether the action is allowed now, as far as the viewer may know.
    pub legal: bool,
    /// Whether the answer depends on something that the viewer may not know.
    pub hidden: bool,
    /// One sentence that says why the action is not allowed; empty if it is allowed.
    pub message: String,
    /// The clauses and card operations behind the answer: those behind a refusal, or those that allow the action and
    /// those behind its effects.
    pub cited: Vec<Cited>,
    /// The names of cards in the answer whose numbers are reconstructed, because no source states them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reconstructed: Vec<String>,
    /// The facts of the position that the answer is based on.
    pub facts: Vec<String>,
    /// What would make the action legal, or what to do instead.
    pub help: String,
    /// If the action is allowed: what would happen up to the next question or chance event.
    pub follows: Vec<Said>,
    /// Whether more would happen that depends on something the viewer may not know.
    pub more: bool,
    /// The player who has to decide now.
    pub asked: Actor,
    /// The text of the current question.
    pub question: String,
    /// The first 100 actions that are allowed now, as far as the viewer may know.
    pub choices: Vec<Choice>,
    /// How many allowed actions are not listed in `choices`.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_choices: usize,
    /// Whether there may be other allowed actions that the viewer may not know.
    pub other_choices: bool,
}

/// Why a line could not be read as an action.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[error("column {column}: {message} ({help})")]
pub struct WhyError {
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

/// Answers whether an action such as `2: play dodge` is allowed now, and why. Without a player it is an action of the
/// one who is asked. The answer says only what the player of that line may know, or for a chance event what the host may
/// know; [`why_for`] answers for another viewer. The match does not change.
///
/// # Errors
/// If the line cannot be read.
pub fn why(book: &dyn DynGame, play: &mut dyn DynMatch, line: &str) -> Result<Why, WhyError> {
    let asker = named_or_asked(book, play, line).and_then(Who::seat);
    why_for(
        book,
        play,
        line,
        asker.map_or(Viewer::Referee, Viewer::Seat),
    )
}

/// Answers whether an action such as `2: play dodge` is allowed now, and why, as far as the viewer may know. Future
/// results of chance are never revealed. Cards may be named as printed.
///
/// # Errors
/// If the line cannot be read.
pub fn why_for(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    line: &str,
    viewer: Viewer,
) -> Result<Why, WhyError> {
    let mut why = why_as_written(book, play, line, viewer).or_else(|error| {
        let written = CardNames::of(book).in_notation(line);
        match written == line {
            true => Err(error),
            false => why_as_written(book, play, &written, viewer).map_err(|_| error),
        }
    })?;
    why.reconstructed = CardNames::of(book).reconstructed(&why.mentions());
    Ok(why)
}

fn why_as_written(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    line: &str,
    viewer: Viewer,
) -> Result<Why, WhyError> {
    let read = match (split_who(line), named_or_asked(book, play, line)) {
        (Ok((None, action)), Some(who)) if !action.is_empty() => Ok(PlayedAction {
            who,
            action: action.into(),
            refused: false,
            line: 0,
            column: 1 + line.len() - line.trim_start().len(),
        }),
        _ => read_line(line),
    };
    let PlayedAction {
        who,
        action,
        column,
        ..
    } = read.map_err(|(column, message, help)| WhyError {
        column,
        message,
        help: help.into(),
    })?;
    let unreadable = |error: NotationError| WhyError {
        column: column + error.at,
        message: error.message,
        help: error.help,
    };
    if let Some((message, help)) =
        no_such_player(book, who.seat().map_or(Viewer::Spectator, Viewer::Seat))
    {
        let column = 1 + line.len() - line.trim_start().len();
        return Err(WhyError {
            column,
            message,
            help,
        });
    }
    // If nothing is hidden, everybody gets the host's answer.
    let eyes = if play.secrecy().is_some() {
        viewer
    } else {
        Viewer::Referee
    };
    let (question, hides, all) = play.question_page(eyes, MAX_CHOICES);
    let mut why = Why {
        who,
        action,
        viewer,
        legal: false,
        hidden: false,
        message: String::new(),
        cited: Vec::new(),
        reconstructed: Vec::new(),
        facts: Vec::new(),
        help: String::new(),
        follows: Vec::new(),
        more: false,
        asked: play.actor(),
        question: question.text,
        more_choices: all - question.choices.len(),
        choices: question.choices,
        other_choices: hides,
    };
    let preview = match turned_down(book, play, eyes, who, &why.action).map_err(unreadable)? {
        Some(now) => {
            let refused = as_written(play, eyes, who, &why.action).unwrap_or(now);
            return Ok(why.refused(book, refused));
        }
        None => play.consider(eyes, &why.action).map_err(unreadable)?,
    };
    match preview.refusal {
        Some(refusal) => {
            let now = Refused::of(play, refusal);
            let refused = as_written(play, eyes, who, &why.action).unwrap_or(now);
            Ok(why.refused(book, refused))
        }
        None => {
            why.look_ahead(book, play, preview);
            Ok(why)
        }
    }
}

/// Whose action a line is: the player it names, or the one who is asked, or would be in the step that the position names
/// if chance is asked because that step was skipped. `None` if the line cannot be read, or nobody is asked.
fn named_or_asked(book: &dyn DynGame, play: &dyn DynMatch, line: &str) -> Option<Who> {
    let (named, action) = split_who(line)
        .ok()
        .filter(|_| !line.trim_start().starts_with('!'))?;
    let skipped = |seat: &Seat| {
        let refused = play.refuse_as_written(*seat, action, Viewer::Spectator);
        matches!(refused, Ok(Some(_)))
    };
    named.or_else(|| match play.actor() {
        Actor::Seat(seat) => Some(Who::Seat(seat)),
        Actor::Chance => {
            let verb = |action: &str| action.split(' ').next().map(str::to_owned);
            let result = |choice: &Choice| verb(&choice.action) == verb(action);
            let mut seats = (0..book.players()).map(Seat);
            let seat = match play.question().choices.iter().any(result) {
                true => None,
                false => seats.find(skipped),
            };
            Some(seat.map_or(Who::Chance, Who::Seat))
        }
        Actor::Over(_) => None,
    })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Why {
    /// All texts of the answer together.
    fn mentions(&self) -> String {
        let mut all = vec![self.action.as_str(), &self.message, &self.help];
        all.extend(self.facts.iter().map(String::as_str));
        all.extend(self.follows.iter().map(|said| said.text.as_str()));
        all.join("\n")
    }

    fn refused(mut self, book: &dyn DynGame, refused: Refused) -> Why {
        let Refused {
            message,
            cites,
            facts,
            help,
        } = refused;
        self.cited = named(book, cites);
        self.help = match help.is_empty() {
            true => instead(&self.choices, self.more_choices),
            false => help,
        };
        (self.message, self.facts) = (message, facts);
        self
    }

    /// Records what would happen.
    fn look_ahead(&mut self, book: &dyn DynGame, play: &dyn DynMatch, preview: Preview) {
        (self.legal, self.hidden, self.more) = (!preview.hidden, preview.hidden, preview.more);
        self.facts = preview.facts;
        if preview.chance {
            self.facts.push("a roll or a draw comes next".into());
        }
        let said = |line: Line| Said {
            text: line.text,
            cites: line.cites,
            ..Said::default()
        };
        self.follows = preview.lines.into_iter().map(said).collect();
        let mut cites = preview.cites;
        if self.hidden {
            self.message = format!(
                "whether this is allowed depends on what {} does not see",
                self.viewer
            );
            self.help = "ask as somebody who sees it, or as the host".into();
            cites.splice(0..0, play.secrecy().map(|rule| rule.to_string()));
        }
        for cite in self.follows.iter().flat_map(|said| &said.cites) {
            if !cites.contains(cite) {
                cites.push(cite.clone());
            }
        }
        self.cited = named(book, cites);
    }
}

/// A hint with the first allowed actions, for a refusal without its own hint.
fn instead(choices: &[Choice], more: usize) -> String {
    let shown: Vec<_> = choices
        .iter()
        .take(INSTEAD)
        .map(|choice| format!("`{}`", choice.action))
        .collect();
    match (shown.is_empty(), more + choices.len() - shown.len()) {
        (true, _) => String::new(),
        (_, 0) => format!("allowed now: {}", shown.join(", ")),
        (_, more) => format!("allowed now: {} and {more} more", shown.join(", ")),
    }
}

/// The events since a line of the log.
pub(crate) fn told_after(play: &dyn DynMatch, viewer: Viewer, from: usize) -> Vec<Said> {
    let lines = play.lines(viewer, from).into_iter();
    lines
        .map(|line| Said {
            text: line.text,
            cites: line.cites,
            ..Said::default()
        })
        .collect()
}

/// Citations with their titles.
pub(crate) fn named(book: &dyn DynGame, cites: Vec<String>) -> Vec<Cited> {
    cites
        .into_iter()
        .map(|cite| Cited::new(book, cite))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a long list of actions, the first are listed and the others counted.
    #[test]
    #[cfg(feature = "lunar-command")]
    fn a_long_list_of_actions_is_cut() {
        let book = crate::rulebook("lunar-command", &crate::Setup::players(2)).unwrap();
        let mut play = book.start(Some(1));
        while play.count() <= MAX_CHOICES {
            assert!(play.play_nth(0));
        }
        let (all, question) = (play.count(), play.question());
        let told = why(&*book, &mut *play, &question.choices[0].action).unwrap();
        assert_eq!(told.choices[..], question.choices[..MAX_CHOICES]);
        assert_eq!(told.more_choices, all - MAX_CHOICES);
    }

    /// A line without a player is of the player whose step was skipped, and not of the draw that comes next.
    #[test]
    #[cfg(feature = "robot-empire")]
    fn a_line_without_a_player_is_of_the_step_that_the_position_names() {
        let book = crate::rulebook("robot-empire", &crate::Setup::players(2)).unwrap();
        let text =
            "active = '1'\nstep = 'attack'\n[[player]]\nunits = ['gearhound new']\n[[player]]\n";
        let mut play = book.start_from(text, None).unwrap();
        assert_eq!(play.actor(), Actor::Chance);
        let named = why(&*book, &mut *play, "1: attack 2").unwrap();
        assert_eq!(named.cited[0].cite, "RE-9.2");
        assert!(why(&*book, &mut *play, "attack 2").unwrap() == named);
        let draw = why(&*book, &mut *play, "draw mint").unwrap();
        assert_eq!((draw.who, draw.legal), (Who::Chance, true));
    }

    /// The reason is that of the step which the position names, also if nobody has a choice there: the game skips the
    /// step, and a later moment has other reasons.
    #[test]
    #[cfg(feature = "robot-empire")]
    fn a_reason_is_that_of_the_step_that_the_position_names() {
        let book = crate::rulebook("robot-empire", &crate::Setup::players(2)).unwrap();
        let hand = "hand = ['mint', 'rockets', 'power-technician', 'meteor-strike', 'sniper']";
        let units = "units = ['gearhound new recharging', 'cave-brute recharging']";
        // The step, what player 1 and 2 have, the line, and what it cites first.
        let cases = [
            ("play", "vault = 1", "1: play mint", "RE-3.4"),
            (
                "play",
                "vault = 1",
                "1: install rockets on 1:gearhound",
                "RE-4.1",
            ),
            (
                "play",
                "vault = 1",
                "1: show meteor-strike at 2:gearhound",
                "RE-6.3",
            ),
            (
                "play",
                "vault = 1",
                "2: show meteor-strike at 1:gearhound",
                "RE-6.2",
            ),
            ("play", "vault = 1", "1: permanent 1:gearhound", "RE-4.3"),
            (
                "play",
                "vault = 1",
                "1: assemble 1:gearhound 1:cave-brute",
                "RE-5.2",
            ),
            ("play", "vault = 1", "1: attack 2", "RE-9.2"),
            (
                "mining",
                "vault = 0",
                "1: land 1:gearhound on helix",
                "RE-4.8",
            ),
            ("mining", "vault = 0", "1: return 1:gearhound", "RE-8.3"),
            (
                "fire",
                "vault = 0",
                "1: fire 1:gearhound at 2:gearhound",
                "RE-4.8",
            ),
            (
                "fire",
                "vault = 0",
                "1: show sniper at 2:gearhound",
                "RE-6.3",
            ),
            ("attack", "", "1: attack 2", "RE-9.2"),
            ("attack", "", "1: attack 1", "RE-9.2"),
            ("attack", "", "1: stay", "RE-9.2"),
            ("attack", "", "1: chain with 1:cave-brute", "RE-9.6"),
            ("block", "", "2: block 1:gearhound", "RE-4.8"),
            ("block", "", "2: stay", "RE-9.3"),
            (
                "turn-start",
                "vault = 0",
                "2: show sniper at 1:gearhound",
                "RE-6.3",
            ),
        ];
        let later = ["RE-3.7", "RE-3.8", "RE-9.9", "RE-9.10", "RE-9.15"];
        for (step, vault, line, cite) in cases {
            let text = format!(
                "active = '1'\nstep = '{step}'\nmoons = ['helix 6']\n[[player]]\n{vault}\n{hand}\n{units}\n[[player]]\nvault = 0\nhand = ['meteor-strike', 'sniper']\n{units}\n"
            );
            let mut play = book.start_from(&text, None).unwrap();
            let told = why(&*book, &mut *play, line).unwrap();
            let cited: Vec<_> = told.cited.iter().map(|cited| cited.cite.as_str()).collect();
            let all = format!(
                "{step}, {line}: {}\n{cited:?}\n{:?}",
                told.message, told.facts
            );
            assert!(!told.legal, "{all}");
            assert_eq!(cited.first(), Some(&cite), "{all}");
            assert!(cited.iter().all(|one| !later.contains(one)), "{all}");
            assert!(!told.message.contains("is not asked now"), "{all}");
            assert!(!told.help.contains("chance:"), "{all}");
        }
    }
}
