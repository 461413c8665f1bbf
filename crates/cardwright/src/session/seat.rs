//! A match as one player's client has it.

use super::Session;
use crate::SeatCopy;
use crate::judge::Why;
use cardwright_kernel::{About, MatchError};
use cardwright_kernel::{
    Actor, Asking, Line, NotationError, Question, Refusal, Seat, Typed, Viewer,
};
use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

/// All that the client of one player, or of a spectator, may call: there is no way from here to the state, the record, the
/// seed, a fingerprint, or anything that this viewer may not know. [`Session::seat`] gives it.
///
/// ```
/// use cardwright::{Seat, Session, Setup};
///
/// let seats = vec!["human".into(), "greedy".into(), "greedy".into()];
/// let mut session = Session::begin("moon-bots", &Setup::players(3), 7, seats)?;
/// session.play_bots()?;
/// let mut mine = session.seat(Seat(0)).ok_or("no such seat")?;
/// assert!(mine.is_asked());
/// assert_eq!(mine.view()["viewer"], 1);
/// mine.play("buy nothing")?;
/// assert!(session.seat(Seat(1)).ok_or("no such seat")?.play("pass").is_err(), "a bot sits there, and it is not asked");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SeatMatch<'a> {
    session: &'a mut Session,
    viewer: Viewer,
}

/// Why the action of a client was not taken.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SeatError {
    /// Somebody else is asked, or the game is over.
    #[error("{viewer} is not asked now")]
    NotAsked {
        /// Who wanted to answer.
        viewer: Viewer,
        /// Who is asked.
        actor: Actor,
    },
    /// The line cannot be read.
    #[error("{0}")]
    Notation(#[from] NotationError),
    /// The rules do not allow it.
    #[error("{refusal}")]
    Refused {
        /// Why.
        #[serde(flatten)]
        refusal: Refusal,
        /// Its citations as text.
        cited: Vec<String>,
    },
}

impl Session {
    /// The match as the client of a seat has it; `None` where there is no such seat.
    pub fn seat(&mut self, seat: Seat) -> Option<SeatMatch<'_>> {
        (seat.index() < self.seats.len()).then_some(SeatMatch {
            session: self,
            viewer: Viewer::Seat(seat),
        })
    }

    /// The match as a spectator has it, who sees what lies open and answers nothing.
    pub fn spectator(&mut self) -> SeatMatch<'_> {
        SeatMatch {
            session: self,
            viewer: Viewer::Spectator,
        }
    }
}

impl SeatMatch<'_> {
    /// Whose eyes it is for: a seat or a spectator.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// What is played: game, options, packs.
    pub fn about(&self) -> About {
        self.session.rulebook().about()
    }

    /// Who sits where.
    pub fn seats(&self) -> &[String] {
        self.session.seats()
    }

    /// Who is asked, or how the game ended.
    pub fn actor(&self) -> Actor {
        self.session.actor()
    }

    /// Whether this seat is asked.
    pub fn is_asked(&self) -> bool {
        matches!((self.actor(), self.viewer), (Actor::Seat(asked), Viewer::Seat(seat)) if asked == seat)
    }

    /// The present question with the actions that this viewer may know, and whether there may be others.
    pub fn question(&self) -> (Question, bool) {
        self.session.question_for(self.viewer)
    }

    /// What kind of question it is.
    pub fn asking(&self) -> Asking {
        self.session.asking()
    }

    /// The actions of [`SeatMatch::question`] as data.
    pub fn typed(&self) -> Vec<Typed> {
        self.session.typed_for(self.viewer).0
    }

    /// What this viewer sees.
    pub fn view(&self) -> Value {
        self.session.view(self.viewer)
    }

    /// The same as text.
    pub fn draw(&self) -> String {
        self.session.draw(self.viewer)
    }

    /// How the seats stand, in one line.
    pub fn standing(&self) -> String {
        self.session.standing()
    }

    /// What this viewer was told, from the `from`-th line on.
    pub fn lines(&self, from: usize) -> Vec<Line> {
        self.session.lines(self.viewer, from)
    }

    /// What happened since this viewer was told last; it counts as told now.
    pub fn news(&mut self) -> Vec<Line> {
        self.session.news(self.viewer)
    }

    /// "May I?", with everything that decides it, as far as this viewer may know.
    ///
    /// # Errors
    /// Where the line cannot be read.
    pub fn why(&self, line: &str) -> Result<Why, NotationError> {
        self.session.why_as(line, self.viewer)
    }

    /// The copy of the match that this viewer may keep.
    pub fn copy(&self) -> SeatCopy {
        self.session.copy_for(self.viewer)
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
            // It may be written with the printed names of cards.
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
        self.session.answer(text).map_err(|error| match error {
            MatchError::Refused(refusal) => self.refused(refusal),
            MatchError::Notation(error) => SeatError::Notation(error),
        })
    }

    fn refused(&self, refusal: Refusal) -> SeatError {
        SeatError::Refused {
            cited: self.session.cites(&refusal),
            refusal,
        }
    }
}
