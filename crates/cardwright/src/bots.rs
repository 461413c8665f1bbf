//! Bots written outside this library.

use crate::Match;
use cardwright_kernel::{About, Actor, MatchError, Outcome, Question, Typed, Viewer};
use cardwright_kernel::{DynMatch, Line, Seat};
use serde_json::Value;

/// A computer player. It gets only what its seat may know and has no access to anything else.
///
/// ```
/// use cardwright::{Bot, HUMAN, Match, Next, Observation, Session, Setup};
///
/// /// Always chooses the last action in the list.
/// struct Last;
///
/// impl Bot for Last {
///     fn choose(&mut self, seen: &Observation<'_>) -> usize {
///         seen.question().choices.len() - 1
///     }
/// }
///
/// let play = Match::new("robotory", &Setup::players(2), 7)?;
/// let mut session = Session::new(play, vec![HUMAN.into(), "greedy".into()])?;
/// while !matches!(session.next(), Next::Over(_)) {
///     if session.play_bot()?.is_none() {
///         session.let_choose(&mut Last)?;
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot {
    /// Returns the index, from 0, of the chosen action in the question's list. An index past the end counts as the last
    /// action.
    fn choose(&mut self, seen: &Observation<'_>) -> usize;
}

impl<B: Bot + ?Sized> Bot for Box<B> {
    fn choose(&mut self, seen: &Observation<'_>) -> usize {
        (**self).choose(seen)
    }
}

/// What a seat may know when it has to decide.
#[derive(Debug)]
pub struct Observation<'a> {
    play: &'a Match,
    seat: Seat,
    question: Question,
}

impl<'a> Observation<'a> {
    /// What the seat to act may know; `None` if no seat has to act.
    pub(crate) fn of(play: &'a Match) -> Option<Self> {
        let Actor::Seat(seat) = play.actor() else {
            return None;
        };
        Some(Observation {
            play,
            seat,
            question: play.question_for(Viewer::Seat(seat)).0,
        })
    }

    /// The seat that has to decide.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The question with every allowed action; there is at least one.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The allowed actions as structured data with their numbers, in the question's order.
    pub fn typed(&self) -> Vec<Typed> {
        self.play.typed_for(Viewer::Seat(self.seat)).0
    }

    /// The table as JSON, as the seat sees it.
    pub fn view(&self) -> Value {
        self.play.view(Viewer::Seat(self.seat))
    }

    /// The log lines that the seat saw, starting with line number `from`.
    pub fn lines(&self, from: usize) -> Vec<Line> {
        self.play.lines(Viewer::Seat(self.seat), from)
    }

    /// Which game is played, with which options and packs.
    pub fn about(&self) -> About {
        self.play.rulebook().about()
    }

    /// Whether the asked seat and `other` are on the same side.
    pub fn is_partner(&self, other: Seat) -> bool {
        self.play.side(self.seat) == self.play.side(other)
    }

    /// A game that the seat cannot distinguish from the real one, for trying out actions. Hidden cards are placed at
    /// random, and dice are rolled independently. The same `luck` always gives the same world, another `luck` gives
    /// another. The real match does not change.
    pub fn world(&self, luck: u64) -> World {
        World {
            play: self.play.determinize(self.seat, luck),
        }
    }
}

/// A possible version of the real game, for looking ahead; see [`Observation::world`].
#[derive(Clone, Debug)]
pub struct World {
    play: Box<dyn DynMatch>,
}

impl World {
    /// The player to decide in this world; never chance.
    pub fn actor(&self) -> Actor {
        self.play.actor()
    }

    /// The number of allowed actions. At first it is the same as in the real game, in the same order.
    pub fn answers(&self) -> usize {
        self.play.count()
    }

    /// The question that the player to decide has to answer.
    pub fn question(&self) -> Question {
        self.play.question()
    }

    /// Plays the `nth` allowed action, counted from 0. Returns `false` if there is no such action.
    pub fn play_nth(&mut self, nth: usize) -> bool {
        self.play.play_nth(nth)
    }

    /// Plays an action given in notation.
    ///
    /// # Errors
    /// If the action cannot be read or is not allowed. The world is unchanged then.
    pub fn play(&mut self, action: &str) -> Result<(), MatchError> {
        self.play.play(action)
    }

    /// The table of this world as JSON, as a viewer sees it.
    pub fn view(&self, viewer: Viewer) -> Value {
        self.play.view(viewer)
    }

    /// The outcome if a bot of the game (`random`, `greedy`) plays every seat to the end; the world itself does not
    /// change. Returns `None` if the game has no such bot.
    pub fn play_out(&self, bot: &str, luck: u64) -> Option<Outcome> {
        self.play.play_out(bot, luck)
    }
}
