//! The session: its seats, bots that act, typed input, undo and saving.

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

/// A match together with the players and bots of its seats. Read access works as on a [`Match`]; changes go through the
/// session.
#[derive(Clone)]
pub struct Session {
    pub(super) play: Match,
    pub(super) seats: Vec<String>,
    pub(super) seed: Option<u64>,
    pub(super) told: Told,
    /// Whether everything may be undone.
    pub(super) free_undo: bool,
    /// The cards by name, loaded on first use.
    pub(super) names: OnceCell<CardNames>,
}

/// Prints the seats and the progress of the match, without the seed and hidden information.
impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("match", &self.play)
            .field("seats", &self.seats)
            .finish_non_exhaustive()
    }
}

/// What a session is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// A person has to act; see [`Session::play`].
    Person(Seat),
    /// A bot has to act; see [`Session::play_bot`].
    Bot(Seat),
    /// A person has to enter a result of chance with [`Session::play`], because a match without a seed has no dealer.
    Chance,
    /// Nothing: the match is over.
    Over(Outcome),
}

fn seats(named: usize) -> String {
    match named {
        1 => "there is 1 seat".into(),
        _ => format!("there are {named} seats"),
    }
}

/// Why a session cannot be created.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[serde(tag = "error", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SessionError {
    /// The number of named seats differs from the number of players.
    #[error("{} for {players} players", seats(*named))]
    Seats {
        /// The number of seats named.
        named: usize,
        /// The number of players.
        players: u8,
    },
    /// The game has no bot with that name.
    #[error("{game} has no bot `{name}`")]
    NoBot {
        /// The id of the game.
        game: String,
        /// The requested name.
        name: String,
        /// What to write instead.
        help: String,
    },
}

/// Why a saved session cannot be resumed.
#[derive(Clone, Debug, Error, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum SessionLoadError {
    /// The match cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The stored seats are not valid.
    #[error(transparent)]
    Seats(#[from] SessionError),
}

impl Session {
    /// Creates a session for a match. `seats` names who plays each seat: [`HUMAN`], or a bot of the game.
    ///
    /// # Errors
    /// If the number of seats differs from the number of players, or the game has no such bot.
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

    /// Starts a new match and its session, with the setup adapted to these seats ([`Setup::at_table`]).
    ///
    /// # Errors
    /// If the setup or the seats are not valid for the game.
    pub fn begin(
        game: &str,
        setup: &Setup,
        seed: u64,
        seats: Vec<String>,
    ) -> Result<Self, BeginSessionError> {
        let setup = setup.clone().at_table(game, &seats);
        Ok(Session::new(Match::new(game, &setup, seed)?, seats)?)
    }

    /// Resumes the session of a stored match, with its stored cards and seats.
    ///
    /// # Errors
    /// See [`SessionLoadError`].
    pub fn resume(replay: &Replay) -> Result<Self, SessionLoadError> {
        Ok(Session::new(Match::resume(replay)?, replay.seats.clone())?)
    }

    /// Resumes the session that [`Session::save`] wrote.
    ///
    /// # Errors
    /// See [`SessionLoadError`].
    pub fn load(text: &str) -> Result<Self, SessionLoadError> {
        Session::resume(&read_replay(text)?)
    }

    /// Writes the session as text. The text depends only on the actions played and taken back.
    pub fn save(&self) -> String {
        write_replay(&self.play.replay(self.seats.clone()))
    }

    /// The player or bot of each seat: [`HUMAN`], or the name of a bot.
    pub fn seats(&self) -> &[String] {
        &self.seats
    }

    /// The seed of the match; `None` if a person answers for chance.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Whether a person plays the seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|who| who == HUMAN)
    }

    /// The seats played by people, in order.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.seats.len())
            .map(|seat| Seat(seat as u8))
            .filter(|seat| self.is_person(*seat))
    }

    /// What the session is waiting for.
    pub fn next(&self) -> Next {
        match self.play.actor() {
            Actor::Over(outcome) => Next::Over(outcome),
            Actor::Chance => Next::Chance,
            Actor::Seat(seat) if self.is_person(seat) => Next::Person(seat),
            Actor::Seat(seat) => Next::Bot(seat),
        }
    }

    /// Lets a bot act if it is the bot's turn; returns its seat and action. With the same seed, a bot always answers
    /// the same, even after an undo.
    ///
    /// # Errors
    /// If the rules refuse the action, which is an error in the bot.
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

    /// Lets bots act until something else is required; returns how many actions they took.
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

    /// Lets the given bot act for the seat that is asked, no matter who plays that seat; returns the seat and the
    /// action.
    ///
    /// # Errors
    /// If the rules refuse the action, which does not happen for a listed action.
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

    /// The cards of the match, to be found by name.
    pub fn names(&self) -> &CardNames {
        let book = self.play.rulebook();
        self.names.get_or_init(|| CardNames::of(&**book))
    }

    /// Plays an action for the player who is asked: its number in the list (see [`numbers`]), or in notation. Cards may
    /// be named as printed, see [`CardNames`].
    ///
    /// # Errors
    /// If the action cannot be read or is not allowed. Nothing has changed then.
    pub fn play(&mut self, text: &str) -> Result<(), MatchError> {
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

    /// Answers "May I?" with all reasons, for the player named in the line (`2: pass`) or else for the player who is
    /// asked, as far as `viewer` may know.
    ///
    /// # Errors
    /// If the line cannot be read.
    pub fn why(&self, text: &str, viewer: Viewer) -> Result<Why, NotationError> {
        let asked = match self.next() {
            Next::Person(seat) | Next::Bot(seat) if names_nobody(text) => format!("{seat}: "),
            _ => String::new(),
        };
        // A number refers to the actions that the viewer sees; the complete list would reveal the cards of others.
        let action = match asked.is_empty() {
            true => text.to_string(),
            false => numbers::read(|| self.play.question_for(viewer).0, text)?,
        };
        let book = self.play.rulebook().clone();
        let line = format!("{asked}{action}");
        why_for(&*book, &*self.play, &line, viewer).map_err(|error| {
            // The player's number before the action was added, not typed.
            let at = error.column.saturating_sub(1 + asked.len());
            NotationError::new(at, error.message, error.help)
        })
    }

    /// Like [`Session::why`], but a line without a player is about this viewer's seat.
    pub(crate) fn why_as(&self, text: &str, viewer: Viewer) -> Result<Why, NotationError> {
        match viewer {
            Viewer::Seat(seat) if names_nobody(text) && self.play.actor() != Actor::Seat(seat) => {
                let line = format!("{seat}: {text}");
                let book = self.play.rulebook().clone();
                let before = line.len() - text.len();
                why_for(&*book, &*self.play, &line, viewer).map_err(|error| {
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

    /// The card that an action is about, as far as the viewer may know it: the card at the place that the action names,
    /// or a card that the action names.
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

    /// The notation of an action given by its number in the list; text that is already notation is returned as it is.
    ///
    /// # Errors
    /// If the list has no action with that number.
    pub fn read(&self, text: &str) -> Result<String, NotationError> {
        numbers::read(|| self.play.question(), text)
    }

    /// The current question.
    pub fn question(&self) -> Question {
        self.play.question()
    }

    /// The actions that start with a text, their number, and the ways to continue; see [`continued`].
    pub fn continued(&self, prefix: &str) -> Continued {
        continued(&self.play.question(), prefix)
    }

    /// The log lines since the viewer's last call, as far as the viewer may know them. They count as shown afterwards.
    pub fn news(&mut self, viewer: Viewer) -> Vec<Line> {
        let news = self.play.lines(viewer, self.told.of(viewer));
        self.told.add(viewer, news.len());
        news
    }

    /// How many of the viewer's log lines were shown.
    pub fn told(&self, viewer: Viewer) -> usize {
        self.told.of(viewer)
    }

    /// Sets how many log lines count as shown, for hosts whose clients report how many they have.
    pub fn set_told(&mut self, viewer: Viewer, lines: usize) {
        self.told.set(viewer, lines);
    }

    /// Counts all log lines but the last `but` as shown, for a viewer who returns to a match.
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

/// Why a session cannot start.
#[derive(Clone, Debug, Error, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum BeginSessionError {
    /// The setup is not valid for the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The seats are not valid.
    #[error(transparent)]
    Seats(#[from] SessionError),
}

/// Whether a line names no player; a colon may belong to the action.
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
