//! The session itself: who sits where, bots that answer, what people type, undo and saving.

use super::continued::{Continued, continued};
use super::numbers;
use super::told::Told;
use crate::bots::{Bot, Observation};
use crate::judge::{Why, split_who, why_for};
use crate::{
    CardInfo, CardNames, HUMAN, LoadError, Match, Setup, SetupError, read_replay, write_replay,
};
use cardwright_kernel::Replay;
use cardwright_kernel::{
    Actor, DynGame, Line, MatchError, NotationError, Outcome, Question, Room, Seat, Viewer, meant,
};
use serde::Serialize;
use std::cell::OnceCell;
use std::fmt;
use std::ops::Deref;
use thiserror::Error;

/// A match with who sits where. Everything that looks at a [`Match`] works on it; what changes the match goes through the
/// session.
#[derive(Clone)]
pub struct Session {
    pub(super) play: Match,
    pub(super) seats: Vec<String>,
    pub(super) seed: Option<u64>,
    pub(super) told: Told,
    /// Whether everything may be taken back.
    pub(super) free_undo: bool,
    /// The cards by name, once somebody has written one.
    pub(super) names: OnceCell<CardNames>,
}

/// Who sits where and how far the match has come; no seed and nothing that is hidden.
impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("match", &self.play)
            .field("seats", &self.seats)
            .finish_non_exhaustive()
    }
}

/// What a session waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// The action of a person; see [`Session::answer`].
    Person(Seat),
    /// The action of a bot; see [`Session::play_bot`].
    Bot(Seat),
    /// An action of chance, which somebody enters: a match without a seed has no dealer. [`Session::answer`] takes it.
    Chance,
    /// Nothing: the match is over.
    Over(Outcome),
}

/// Why there is no session.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[serde(tag = "error", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SessionError {
    /// Not as many seats are named as there are players.
    #[error("{named} seats are named for {players} players")]
    Seats {
        /// How many are named.
        named: usize,
        /// How many play.
        players: u8,
    },
    /// The game has no bot of that name.
    #[error("{game} has no bot `{name}`")]
    NoBot {
        /// The game's id.
        game: String,
        /// What was asked for.
        name: String,
        /// What to write instead.
        help: String,
    },
}

/// Why a saved session cannot be taken up again.
#[derive(Clone, Debug, Error, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum SessionLoadError {
    /// Its match cannot be.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Nobody can sit as it says.
    #[error(transparent)]
    Seats(#[from] SessionError),
}

impl Session {
    /// A session of a match; `seats` names who sits where: [`HUMAN`], or a bot of the game.
    ///
    /// # Errors
    /// When not as many seats are named as there are players, or the game has no such bot.
    pub fn new(play: Match, seats: Vec<String>) -> Result<Self, SessionError> {
        check_seats(&**play.rulebook(), &seats)?;
        let seed = play.replay(Vec::new()).seed;
        Ok(Session {
            play,
            seats,
            seed,
            told: Told::default(),
            free_undo: false,
            names: OnceCell::new(),
        })
    }

    /// A new match of a game and its session, under the setup for a table with these seats ([`Setup::at_table`]).
    ///
    /// # Errors
    /// When the game cannot be played so, or nobody can sit so.
    pub fn begin(
        game: &str,
        setup: &Setup,
        seed: u64,
        seats: Vec<String>,
    ) -> Result<Self, BeginSessionError> {
        let setup = setup.clone().at_table(game, &seats);
        Ok(Session::new(Match::new(game, &setup, seed)?, seats)?)
    }

    /// The session of a stored match, with the cards and the seats it was stored with.
    ///
    /// # Errors
    /// See [`SessionLoadError`].
    pub fn resume(replay: &Replay) -> Result<Self, SessionLoadError> {
        Ok(Session::new(Match::resume(replay)?, replay.seats.clone())?)
    }

    /// The session that [`Session::save`] wrote.
    ///
    /// # Errors
    /// See [`SessionLoadError`].
    pub fn load(text: &str) -> Result<Self, SessionLoadError> {
        Session::resume(&read_replay(text)?)
    }

    /// The session as text. It changes with every action taken and taken back, and with nothing else.
    pub fn save(&self) -> String {
        write_replay(&self.play.replay(self.seats.clone()))
    }

    /// Who sits where.
    pub fn seats(&self) -> &[String] {
        &self.seats
    }

    /// The match's seed; none where a person answers for chance.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Whether a person sits there.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|who| who == HUMAN)
    }

    /// The seats with people, in order.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.seats.len())
            .map(|seat| Seat(seat as u8))
            .filter(|seat| self.is_person(*seat))
    }

    /// What the session waits for.
    pub fn next(&self) -> Next {
        match self.play.actor() {
            Actor::Over(outcome) => Next::Over(outcome),
            Actor::Chance => Next::Chance,
            Actor::Seat(seat) if self.is_person(seat) => Next::Person(seat),
            Actor::Seat(seat) => Next::Bot(seat),
        }
    }

    /// Lets a bot answer, if one is asked; returns who and what. A bot answers the same each time from the same seed,
    /// also after its action was taken back.
    ///
    /// # Errors
    /// When the rules refuse its action: then the bot is at fault.
    pub fn play_bot(&mut self) -> Result<Option<(Seat, String)>, MatchError> {
        let Next::Bot(seat) = self.next() else {
            return Ok(None);
        };
        let action = self
            .seats
            .get(seat.index())
            .and_then(|bot| self.play.ask_bot(bot))
            .unwrap_or_default();
        self.play.play(&action)?;
        Ok(Some((seat, action)))
    }

    /// Lets bots answer until something else is waited for; returns how many actions they took.
    ///
    /// # Errors
    /// See [`Session::play_bot`].
    pub fn play_bots(&mut self) -> Result<usize, MatchError> {
        let mut taken = 0;
        while self.play_bot()?.is_some() {
            taken += 1;
        }
        Ok(taken)
    }

    /// Lets a bot of the caller's answer for the seat that is asked, whoever sits there; returns who and what.
    ///
    /// # Errors
    /// When the rules refuse its action, which they do not of a listed one.
    pub fn let_choose(&mut self, bot: &mut dyn Bot) -> Result<Option<(Seat, String)>, MatchError> {
        let Some(seen) = Observation::of(&self.play) else {
            return Ok(None);
        };
        let (seat, nth) = (seen.seat(), bot.choose(&seen));
        let choices = &seen.question().choices;
        let Some(choice) = choices.get(nth).or(choices.last()) else {
            return Ok(None);
        };
        let action = choice.action.clone();
        self.play.play(&action)?;
        Ok(Some((seat, action)))
    }

    /// The cards of the match by name.
    pub fn names(&self) -> &CardNames {
        let book = self.play.rulebook();
        self.names.get_or_init(|| CardNames::of(&**book))
    }

    /// Takes the action of whoever is asked: its number in the list (see [`numbers`]), or in notation. Cards may go by
    /// their printed names, see [`CardNames`].
    ///
    /// # Errors
    /// Where it cannot be read, or why it is not allowed; nothing has changed then.
    pub fn answer(&mut self, text: &str) -> Result<(), MatchError> {
        let action = self.read(text)?;
        match self.play.play(&action) {
            Err(MatchError::Notation(error)) => {
                let written = self.names().in_notation(&action);
                let again = if written == action {
                    None
                } else {
                    Some(self.play.play(&written))
                };
                match again {
                    None | Some(Err(MatchError::Notation(_))) => Err(error.into()),
                    Some(taken) => taken,
                }
            }
            taken => taken,
        }
    }

    /// "May I?", with everything that decides it, for whoever the line names (`2: pass`), or else for who is asked, as far
    /// as the viewer who reads it may know.
    ///
    /// # Errors
    /// Where the line cannot be read.
    pub fn why(&self, text: &str, viewer: Viewer) -> Result<Why, NotationError> {
        let asked = match self.next() {
            Next::Person(seat) | Next::Bot(seat) if names_nobody(text) => format!("{seat}: "),
            _ => String::new(),
        };
        // A number is one of the actions that the viewer sees; the real list would tell what another holds.
        let action = match asked.is_empty() {
            true => text.to_string(),
            false => numbers::read(&self.play.question_for(viewer).0, text)?,
        };
        let book = self.play.rulebook().clone();
        let line = format!("{asked}{action}");
        why_for(&*book, &*self.play, &line, viewer, &self.names).map_err(|error| {
            // Nobody typed the number of the player that stands before the action.
            let at = error.column.saturating_sub(1 + asked.len());
            NotationError::new(at, error.message, error.help)
        })
    }

    /// The same as whoever reads it asks it: a line that names nobody is about this viewer's seat.
    pub(crate) fn why_as(&self, text: &str, viewer: Viewer) -> Result<Why, NotationError> {
        match viewer {
            Viewer::Seat(seat) if names_nobody(text) && self.play.actor() != Actor::Seat(seat) => {
                let line = format!("{seat}: {text}");
                let book = self.play.rulebook().clone();
                let before = line.len() - text.len();
                why_for(&*book, &*self.play, &line, viewer, &self.names).map_err(|error| {
                    NotationError::new(
                        error.column.saturating_sub(1 + before),
                        error.message,
                        error.help,
                    )
                })
            }
            _ => self.why(text, viewer),
        }
    }

    /// The card that an action is about, as far as the viewer may know it: the one that lies where the action says, or one
    /// that it names.
    pub fn card_of(&mut self, action: &str, viewer: Viewer) -> Option<&CardInfo> {
        let picture = self.play.picture(
            viewer,
            Room {
                columns: usize::MAX,
                rows: usize::MAX,
            },
        );
        let lying = picture
            .spots_in(action)
            .into_iter()
            .find_map(|at| picture.spots.get(at)?.card.clone());
        let names = self.names();
        match lying {
            Some(id) => names.find(&id),
            None => action.split(' ').skip(1).find_map(|word| names.find(word)),
        }
    }

    /// The notation of an action that is named by its number, or in notation already.
    ///
    /// # Errors
    /// When the list has no action of that number.
    pub fn read(&self, text: &str) -> Result<String, NotationError> {
        numbers::read(&self.play.question(), text)
    }

    /// The present question.
    pub fn question(&self) -> Question {
        self.play.question()
    }

    /// The actions that begin with some text, counted, and how they go on; see [`continued`].
    pub fn continued(&self, prefix: &str) -> Continued {
        continued(&self.play.question(), prefix)
    }

    /// What has happened since the viewer was told last, as far as the viewer may know it. It counts as told now.
    pub fn news(&mut self, viewer: Viewer) -> Vec<Line> {
        let news = self.play.lines(viewer, self.told.of(viewer));
        self.told.add(viewer, news.len());
        news
    }

    /// How many lines of what it may know the viewer has been told.
    pub fn told(&self, viewer: Viewer) -> usize {
        self.told.of(viewer)
    }

    /// Takes so many lines as told: for hosts whose clients say how many they have.
    pub fn set_told(&mut self, viewer: Viewer, lines: usize) {
        self.told.set(viewer, lines);
    }

    /// Takes everything but the last lines as told: whoever comes back to a match wants to know how it stands.
    pub fn skip(&mut self, viewer: Viewer, but: usize) {
        let all = self.play.lines(viewer, 0).len();
        self.told.set(viewer, all.saturating_sub(but));
    }
}

impl Deref for Session {
    type Target = Match;

    fn deref(&self) -> &Match {
        &self.play
    }
}

/// Why a session cannot begin.
#[derive(Clone, Debug, Error, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum BeginSessionError {
    /// The game cannot be played so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Nobody can sit so.
    #[error(transparent)]
    Seats(#[from] SessionError),
}

/// Whether a line does not say who answers; a colon may be the action's own.
fn names_nobody(line: &str) -> bool {
    matches!(split_who(line), Ok((None, _)))
}

fn check_seats(book: &dyn DynGame, seats: &[String]) -> Result<(), SessionError> {
    let about = book.about();
    if seats.len() != usize::from(about.players) {
        return Err(SessionError::Seats {
            named: seats.len(),
            players: about.players,
        });
    }
    match seats.iter().find(|who| *who != HUMAN && !book.has_bot(who)) {
        None => Ok(()),
        Some(name) => {
            let help = meant(name, &book.bots());
            Err(SessionError::NoBot {
                game: about.game,
                name: name.clone(),
                help,
            })
        }
    }
}
