//! Why somebody may not take an action now: one answer for rulings, for "may I?" and for the referee.

use super::ruling::play::Who;
use cardwright_kernel::{Actor, DynGame, DynMatch, NotationError, Refusal, Viewer};

/// A refusal with its citations as text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Refused {
    /// One sentence: what is wrong.
    pub(crate) message: String,
    /// The clauses and card operations that decide it.
    pub(crate) cites: Vec<String>,
    /// The facts of the position that were looked at.
    pub(crate) facts: Vec<String>,
    /// What would make it legal, or what to do instead.
    pub(crate) help: String,
}

impl Refused {
    /// A refusal of a match.
    pub(crate) fn of(play: &dyn DynMatch, refusal: Refusal) -> Refused {
        Refused {
            cites: play.cites(&refusal),
            message: refusal.message,
            facts: refusal.facts,
            help: refusal.help,
        }
    }
}

/// Why this player, or chance, may not take an action now; nothing when it is allowed. Everything that is determined is
/// told: for rulings and for the referee.
///
/// # Errors
/// When the line cannot be read, or nobody of that number plays.
pub(crate) fn refusal(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    who: Who,
    action: &str,
) -> Result<Option<Refused>, NotationError> {
    match turned_down(book, play, Viewer::Referee, who, action)? {
        None => Ok(play
            .why_not(action)?
            .map(|refusal| Refused::of(play, refusal))),
        refused => Ok(refused),
    }
}

/// Why somebody who is not asked may not take an action, as far as the viewer may know; nothing when it is asked, or the
/// game is over.
///
/// # Errors
/// When the line can be read in no position, or nobody of that number plays.
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
            refused.facts.push(now(asked, &play.question().text));
            refused
        }
        None => Refused {
            message: turned_away(who, asked),
            cites: vec![play.asked_by().to_string()],
            facts: Vec::new(),
            help: match later(play, viewer, who, action) {
                Some(then) => joined(&instead(asked, &play.question().text), &then),
                None => instead(asked, &play.question().text),
            },
        },
    }))
}

/// Two sentences, or halves of one where the first has no end.
fn joined(one: &str, then: &str) -> String {
    if !one.ends_with(['.', '?', '!']) {
        return format!("{one}; {then}");
    }
    let (first, rest) = then.split_at(then.chars().next().map_or(0, char::len_utf8));
    format!("{one} {}{rest}", first.to_uppercase())
}

/// Whether the action is allowed once whoever is asked before has answered, as far as the viewer may know.
fn later(play: &dyn DynMatch, viewer: Viewer, who: Who, action: &str) -> Option<String> {
    let seat = who.seat()?;
    let later = play.later(seat, action, viewer)?;
    let when = match &later.after {
        None => "if they pass".to_string(),
        Some(answer) => format!("after `{answer}`, say"),
    };
    Some(match (later.asked, later.refusal) {
        (Actor::Seat(asked), _) if asked != seat => format!("{when}, player {asked} is asked"),
        (Actor::Chance, _) => format!("{when}, dice or a draw come"),
        (Actor::Over(_), _) => format!("{when}, the game is over"),
        (_, None) if later.hidden => {
            format!("{when}, whether `{action}` is allowed hangs on what {viewer} does not see")
        }
        (_, None) => format!("{when}, `{action}` is allowed"),
        (_, Some(refusal)) => format!("{when}, `{action}` is refused: {}", refusal.message),
    })
}

/// What somebody is told who is not asked.
pub(crate) fn turned_away(who: Who, asked: Actor) -> String {
    match asked {
        Actor::Seat(seat) => format!("{who} is not asked now: player {seat} is"),
        Actor::Chance => format!("{who} is not asked now: dice or a draw are to come first"),
        Actor::Over(_) => format!("{who} is not asked now: the game is over"),
    }
}

fn now(asked: Actor, question: &str) -> String {
    match asked {
        Actor::Seat(seat) => format!("player {seat} is asked now: {question}"),
        Actor::Chance => format!("dice or a draw are asked now: {question}"),
        Actor::Over(_) => "the game is over".into(),
    }
}

fn instead(asked: Actor, question: &str) -> String {
    match asked {
        Actor::Seat(seat) => format!("wait until player {seat} has answered: {question}"),
        Actor::Chance => format!("give chance's answer first, as `chance: …`: {question}"),
        Actor::Over(_) => "nothing more can be done".into(),
    }
}

/// What to say to a player who is not at the table, if it is one.
pub(crate) fn no_such_player(book: &dyn DynGame, viewer: Viewer) -> Option<(String, String)> {
    let players = book.about().players;
    match viewer {
        Viewer::Seat(seat) if seat.0 >= players => Some((
            format!("there is no player {seat}"),
            format!("the players are 1 to {players}"),
        )),
        _ => None,
    }
}
