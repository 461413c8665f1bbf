//! Players that are programs, written outside this library.

use crate::Match;
use cardwright_kernel::{About, Actor, MatchError, Outcome, Question, Typed, Viewer};
use cardwright_kernel::{DynMatch, Line, Seat};
use serde_json::Value;

/// A player that is a program. It is given what its seat may know and has no way to anything else.
///
/// ```
/// use cardwright::{Bot, HUMAN, Match, Next, Observation, Session, Setup};
///
/// /// Takes whatever stands last in the list.
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
    /// The place, from 0, of its action in the question's list; one past the end counts as the last.
    fn choose(&mut self, seen: &Observation<'_>) -> usize;
}

impl<B: Bot + ?Sized> Bot for Box<B> {
    fn choose(&mut self, seen: &Observation<'_>) -> usize {
        (**self).choose(seen)
    }
}

/// What a seat may know when it is asked.
#[derive(Debug)]
pub struct Observation<'a> {
    play: &'a Match,
    seat: Seat,
    question: Question,
}

impl<'a> Observation<'a> {
    /// What the seat that is asked may know; `None` where no seat is asked.
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

    /// The seat that is asked.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The question with every allowed action; there is at least one.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The actions as data and with their numbers, in the same order.
    pub fn typed(&self) -> Vec<Typed> {
        self.play.typed_for(Viewer::Seat(self.seat)).0
    }

    /// What the seat sees.
    pub fn view(&self) -> Value {
        self.play.view(Viewer::Seat(self.seat))
    }

    /// What the seat was told, from the `from`-th line on.
    pub fn lines(&self, from: usize) -> Vec<Line> {
        self.play.lines(Viewer::Seat(self.seat), from)
    }

    /// What is played: game, options, packs.
    pub fn about(&self) -> About {
        self.play.rulebook().about()
    }

    /// Whether two seats are on one side.
    pub fn is_partner(&self, other: Seat) -> bool {
        self.play.side(self.seat) == self.play.side(other)
    }

    /// A game that the seat cannot tell from the real one, to try actions in: hidden cards lie somehow, and the dice are
    /// its own. Another `luck` gives another world, the same the same. The real match is not touched.
    pub fn world(&self, luck: u64) -> World {
        World {
            play: self.play.determinize(self.seat, luck),
        }
    }
}

/// A game that may be the real one, to look ahead in; see [`Observation::world`].
#[derive(Clone, Debug)]
pub struct World {
    play: Box<dyn DynMatch>,
}

impl World {
    /// Who is asked in it; never chance.
    pub fn actor(&self) -> Actor {
        self.play.actor()
    }

    /// How many actions are allowed; at the start as many as in the real game, in the same order.
    pub fn answers(&self) -> usize {
        self.play.count()
    }

    /// The question of whoever is asked in it.
    pub fn question(&self) -> Question {
        self.play.question()
    }

    /// Takes the `nth` allowed action, from 0; returns whether there is one.
    pub fn play_nth(&mut self, nth: usize) -> bool {
        self.play.play_nth(nth)
    }

    /// Takes an action in notation.
    ///
    /// # Errors
    /// Where it cannot be read, or why it is not allowed; nothing has changed then.
    pub fn play(&mut self, action: &str) -> Result<(), MatchError> {
        self.play.play(action)
    }

    /// What a viewer sees in it.
    pub fn view(&self, viewer: Viewer) -> Value {
        self.play.view(viewer)
    }

    /// How it ends when a bot of the game (`random`, `greedy`) sits in every seat; the world stays as it is. `None` where
    /// the game has no such bot.
    pub fn play_out(&self, bot: &str, luck: u64) -> Option<Outcome> {
        self.play.play_out(bot, luck)
    }
}
