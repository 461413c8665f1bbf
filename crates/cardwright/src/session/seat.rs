//! A match as the client of one player has it.

use super::Session;
use crate::SeatCopy;
use crate::judge::Why;
use cardwright_kernel::{About, MatchError};
use cardwright_kernel::{
    Actor, Asking, Line, NotationError, Question, Refusal, Seat, Typed, Viewer,
};
use serde::Serialize;
use serde_json::Value;
use std::any::Any;
use std::ops::{Deref, DerefMut};
use thiserror::Error;

/// Everything that the client of one player or spectator may call. It gives no access to the state, the record, the
/// seed, a fingerprint, or anything else that this viewer may not know. Made by [`Session::seat`].
///
/// ```
/// use cardwright::{Seat, Session, Setup, game_crates};
///
/// let seats = vec!["human".into(), "greedy".into(), "greedy".into()];
/// let mut session = Session::begin("moon-bots", &Setup::players(3), 7, seats)?;
/// session.play_bots()?;
/// let mut mine = session.seat(Seat(0)).ok_or("no such seat")?;
/// assert!(mine.is_asked());
/// assert_eq!(mine.view()["viewer"], 1);
/// let view = mine.view_as::<game_crates::moon_bots::View>().ok_or("another game")?;
/// assert_eq!(view.robots[0].energy, 15);
/// mine.play("buy nothing")?;
/// assert!(session.seat(Seat(1)).ok_or("no such seat")?.play("pass").is_err(), "a bot sits there, and it is not asked");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// For several viewers at once, use [`Session::seen_by`], which borrows the session only for reading.
#[derive(Clone, Debug)]
pub struct SeatMatch<S> {
    session: S,
    viewer: Viewer,
}

/// The current question as a viewer knows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KnownQuestion {
    /// The question with the actions that the viewer may know to be allowed.
    #[serde(flatten)]
    pub question: Question,
    /// Whether other actions may be allowed too.
    pub more: bool,
}

impl Deref for KnownQuestion {
    type Target = Question;

    fn deref(&self) -> &Question {
        &self.question
    }
}

/// Why the action of a client was not taken.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SeatError {
    /// It is not this viewer's turn, or the game is over.
    #[error("{viewer} is not asked now")]
    NotAsked {
        /// The viewer who tried to act.
        viewer: Viewer,
        /// The player who has to decide.
        actor: Actor,
    },
    /// The line cannot be read.
    #[error("{0}")]
    Notation(#[from] NotationError),
    /// The rules do not allow the action.
    #[error("{refusal}")]
    Refused {
        /// The refusal with its reasons.
        #[serde(flatten)]
        refusal: Refusal,
        /// The citations of the refusal as text.
        cited: Vec<String>,
    },
}

impl Session {
    /// The match for the client of a seat; `None` if there is no such seat.
    pub fn seat(&mut self, seat: Seat) -> Option<SeatMatch<&mut Session>> {
        (seat.index() < self.seats.len()).then_some(SeatMatch {
            session: self,
            viewer: Viewer::Seat(seat),
        })
    }

    /// The match for a spectator, who sees public information and cannot act.
    pub fn spectator(&mut self) -> SeatMatch<&mut Session> {
        SeatMatch {
            session: self,
            viewer: Viewer::Spectator,
        }
    }

    /// The match as a viewer sees it, only for reading, so that several can be used at once. `None` if there is no such
    /// seat, and for the host.
    ///
    /// ```
    /// use cardwright::{Seat, Session, Setup, Viewer};
    ///
    /// let seats = vec!["human".into(), "human".into()];
    /// let session = Session::begin("moon-bots", &Setup::players(2), 7, seats)?;
    /// let both = [0, 1].map(|seat| session.seen_by(Viewer::Seat(Seat(seat))));
    /// let asked: Vec<bool> = both.iter().flatten().map(|seat| seat.is_asked()).collect();
    /// assert_eq!(asked, [true, false]);
    /// assert!(session.seen_by(Viewer::Referee).is_none(), "a host has the session itself");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seen_by(&self, viewer: Viewer) -> Option<SeatMatch<&Session>> {
        let is_there = match viewer {
            Viewer::Seat(seat) => seat.index() < self.seats.len(),
            Viewer::Spectator => true,
            Viewer::Referee => false,
        };
        is_there.then_some(SeatMatch {
            session: self,
            viewer,
        })
    }
}

impl<S: Deref<Target = Session>> SeatMatch<S> {
    /// The viewer: a seat or a spectator.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Which game is played, with which options and packs.
    pub fn about(&self) -> About {
        self.session.rulebook().about()
    }

    /// The player or bot of each seat: [`HUMAN`](crate::HUMAN), or the name of a bot.
    pub fn seats(&self) -> &[String] {
        self.session.seats()
    }

    /// The player who has to decide, or how the game ended.
    pub fn actor(&self) -> Actor {
        self.session.actor()
    }

    /// Whether this seat has to decide.
    pub fn is_asked(&self) -> bool {
        matches!((self.actor(), self.viewer), (Actor::Seat(asked), Viewer::Seat(seat)) if asked == seat)
    }

    /// The current question with the actions that this viewer may know.
    pub fn question(&self) -> KnownQuestion {
        let (question, more) = self.session.question_for(self.viewer);
        KnownQuestion { question, more }
    }

    /// The kind of the current question.
    pub fn asking(&self) -> Asking {
        self.session.asking()
    }

    /// The actions of [`SeatMatch::question`] as structured data.
    pub fn typed(&self) -> Vec<Typed> {
        self.session.typed_for(self.viewer).0
    }

    /// The table as JSON, as this viewer sees it.
    pub fn view(&self) -> Value {
        self.session.view(self.viewer)
    }

    /// The table as the game's own type, such as the `View` of a crate in
    /// [`game_crates`](crate::game_crates); `None` in another game.
    pub fn view_as<V: Any>(&self) -> Option<V> {
        self.session.view_as(self.viewer)
    }

    /// The table as text, as this viewer sees it.
    pub fn draw(&self) -> String {
        self.session.draw(self.viewer)
    }

    /// The scores of all seats in one line.
    pub fn standing(&self) -> String {
        self.session.standing()
    }

    /// The log lines that this viewer saw, starting with line number `from`.
    pub fn lines(&self, from: usize) -> Vec<Line> {
        self.session.lines(self.viewer, from)
    }

    /// "May I?", with everything that decides it, as far as this viewer may know.
    ///
    /// # Errors
    /// If the line cannot be read.
    pub fn why(&self, line: &str) -> Result<Why, NotationError> {
        self.session.why_as(line, self.viewer)
    }

    /// The copy of the match that this viewer may keep.
    pub fn copy(&self) -> SeatCopy {
        self.session.copy_for(self.viewer)
    }

    fn refused(&self, refusal: Refusal) -> SeatError {
        SeatError::Refused {
            cited: self.session.cites(&refusal),
            refusal,
        }
    }
}

impl<S: DerefMut<Target = Session>> SeatMatch<S> {
    /// The log lines since this viewer's last call. They count as shown afterwards.
    pub fn news(&mut self) -> Vec<Line> {
        self.session.news(self.viewer)
    }

    /// Takes this seat's action, in notation or by its number in the list. What is said of a refusal follows from what
    /// the viewer may know.
    ///
    /// # Errors
    /// See [`SeatError`]; nothing has changed then.
    pub fn play(&mut self, text: &str) -> Result<(), SeatError> {
        if !self.is_asked() {
            return Err(SeatError::NotAsked {
                viewer: self.viewer,
                actor: self.actor(),
            });
        }
        let action = self.session.read(text)?;
        let known = match self.session.consider(self.viewer, &action) {
            Ok(preview) => preview.refusal,
            // The action may contain printed names of cards.
            Err(error) => {
                let written = self.session.names().in_notation(&action);
                self.session
                    .consider(self.viewer, &written)
                    .map_err(|_| error)?
                    .refusal
            }
        };
        if let Some(refusal) = known {
            return Err(self.refused(refusal));
        }
        self.session.play(text).map_err(|error| match error {
            MatchError::Refused(refusal) => self.refused(refusal),
            MatchError::Notation(error) => SeatError::Notation(error),
        })
    }
}
