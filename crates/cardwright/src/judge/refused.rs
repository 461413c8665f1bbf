//! Why an action is not allowed: one answer for rulings, for "may I?" and for the referee.

use super::ruling::play::Who;
use crate::seat_name;
use cardwright_kernel::{Actor, DynGame, DynMatch, NotationError, Refusal, Viewer};

/// A refusal with its citations as text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Refused {
    /// One sentence that says why the action is not allowed.
    pub(crate) message: String,
    /// The clauses and card operations that decided it.
    pub(crate) cites: Vec<String>,
    /// The facts of the position that the refusal is based on.
    pub(crate) facts: Vec<String>,
    /// What would make the action legal, or what to do instead.
    pub(crate) help: String,
}

impl Refused {
    /// Converts a refusal of a match. Help that only repeats the present question is left out: the question is shown
    /// beside every refusal.
    pub(crate) fn of(play: &dyn DynMatch, refusal: Refusal) -> Refused {
        let repeats = refusal.help == play.question_text();
        Refused {
            cites: play.cites(&refusal),
            message: refusal.message,
            facts: refusal.facts,
            help: match repeats {
                true => String::new(),
                false => refusal.help,
            },
        }
    }
}

/// Why this player, or chance, may not take an action now; `None` if it is allowed. Uses all information, for rulings
/// and for the referee.
///
/// # Errors
/// If the line cannot be read, or no player has this number.
pub(crate) fn refusal(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    who: Who,
    action: &str,
) -> Result<Option<Refused>, NotationError> {
    let refused = match turned_down(book, play, Viewer::Referee, who, action)? {
        None => play
            .why_not(action)?
            .map(|refusal| Refused::of(play, refusal)),
        refused => refused,
    };
    Ok(refused.map(|now| as_written(play, Viewer::Referee, who, action).unwrap_or(now)))
}

/// Why an action was not possible in the step that the position names, if the game skipped that step: the reason of a
/// later moment would mislead.
pub(crate) fn as_written(
    play: &dyn DynMatch,
    viewer: Viewer,
    who: Who,
    action: &str,
) -> Option<Refused> {
    let refusal = play.refuse_as_written(who.seat()?, action, viewer).ok()??;
    let mut refused = Refused::of(play, refusal);
    refused
        .facts
        .push("nobody had a choice in this step, so it is over".into());
    if refused.help.is_empty() {
        refused.help = "answer the present question".into();
    }
    Some(refused)
}

/// Why a player who is not asked may not take an action, as far as the viewer may know; `None` if the player is asked,
/// or the game is over.
///
/// # Errors
/// If the line can be read in no position, or no player has this number.
pub(crate) fn turned_down(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    viewer: Viewer,
    who: Who,
    action: &str,
) -> Result<Option<Refused>, NotationError> {
    let seat = who.seat().map_or(Viewer::Spectator, Viewer::Seat);
    if let Some((message, help)) = no_such_player(book, seat) {
        return Err(NotationError::new(0, message, help).in_any_position());
    }
    let asked = play.actor();
    if who.is(asked) || matches!(asked, Actor::Over(_)) {
        return Ok(None);
    }
    let deciding = match who.seat() {
        Some(seat) => play.refuse_unasked(seat, action, viewer)?,
        None => None,
    };
    Ok(Some(match deciding {
        Some(refusal) => {
            let mut refused = Refused::of(play, refusal);
            refused.facts.push(now(play, asked));
            if refused.help.is_empty() {
                refused.help = later(play, viewer, who, action).unwrap_or_default();
            }
            refused
        }
        None => Refused {
            message: turned_away(play, who),
            cites: vec![play.asked_by().to_string()],
            facts: Vec::new(),
            help: match later(play, viewer, who, action) {
                Some(then) => joined(&instead(play, asked), &then),
                None => instead(play, asked),
            },
        },
    }))
}

/// Joins two sentences, or two halves of one if the first has no full stop.
fn joined(one: &str, then: &str) -> String {
    if !one.ends_with(['.', '?', '!']) {
        return format!("{one}; {then}");
    }
    let (first, rest) = then.split_at(then.chars().next().map_or(0, char::len_utf8));
    format!("{one} {}{rest}", first.to_uppercase())
}

/// Whether the action will be allowed after the players before have acted, as far as the viewer may know.
fn later(play: &dyn DynMatch, viewer: Viewer, who: Who, action: &str) -> Option<String> {
    let seat = who.seat()?;
    let later = play.later(seat, action, viewer)?;
    let when = match &later.after {
        None => "if they pass".to_string(),
        Some(answer) => format!("after `{answer}`, say"),
    };
    Some(match (later.asked, later.refusal) {
        (Actor::Seat(asked), _) if asked != seat => {
            let (asked, who) = (seat_name(play, asked), seat_name(play, seat));
            format!("{when}, {asked} is asked, not {who}")
        }
        (Actor::Chance, _) => format!("{when}, a roll or a draw comes next"),
        (Actor::Over(_), _) => format!("{when}, the game is over"),
        (_, None) if later.hidden => {
            format!("{when}, whether `{action}` is allowed depends on what {viewer} does not see")
        }
        (_, None) => format!("{when}, `{action}` is allowed"),
        (_, Some(refusal)) => format!("{when}, `{action}` is refused: {}", refusal.message),
    })
}

/// The message to a player who is not asked.
pub(crate) fn turned_away(play: &dyn DynMatch, who: Who) -> String {
    let who = match who {
        // The seat may not exist.
        Who::Seat(seat) => seat_name(play, seat),
        Who::Chance => who.to_string(),
    };
    match play.actor() {
        Actor::Seat(seat) => format!("{who} is not asked now: {} is", seat_name(play, seat)),
        Actor::Chance => format!("{who} is not asked now: a roll or a draw comes first"),
        Actor::Over(_) => format!("{who} is not asked now: the game is over"),
    }
}

fn now(play: &dyn DynMatch, asked: Actor) -> String {
    let question = play.question_text();
    match asked {
        Actor::Seat(seat) => format!("{} is asked now: {question}", seat_name(play, seat)),
        Actor::Chance => format!("a roll or a draw comes next: {question}"),
        Actor::Over(_) => "the game is over".into(),
    }
}

fn instead(play: &dyn DynMatch, asked: Actor) -> String {
    let question = play.question_text();
    match asked {
        Actor::Seat(seat) => {
            format!(
                "wait until {} has answered: {question}",
                seat_name(play, seat)
            )
        }
        Actor::Chance => format!("first give the result as `chance: …`: {question}"),
        Actor::Over(_) => "nothing more can be done".into(),
    }
}

/// The message to a player who is not at the table.
pub(crate) fn no_such_player(book: &dyn DynGame, viewer: Viewer) -> Option<(String, String)> {
    let players = book.players();
    match viewer {
        Viewer::Seat(seat) if seat.0 >= players => Some((
            format!("there is no player {seat}"),
            format!("the players are 1 to {players}"),
        )),
        _ => None,
    }
}
