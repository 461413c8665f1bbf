//! The session itself: what it keeps, how it begins, and taking back.

use super::given::{Given, Open};
use super::hands;
use crate::judge::Who;
use crate::{CardNames, Setup, rulebook};
use cardwright_kernel::{Actor, DynGame, DynMatch, Line, Seat, TextError, Viewer};
use serde::Serialize;
use std::cell::OnceCell;
use std::sync::Arc;
use thiserror::Error;

/// The action by which a seat lets a window go by.
pub(super) const PASS: &str = "pass";

/// A game at a real table.
///
/// ```
/// use cardwright::{Referee, Setup};
///
/// let mut table = Referee::new("robotory", Setup::players(2), None)?;
/// table.enter("place white a1")?;
/// let refused = table.enter("place white a1").unwrap_err();
/// assert!(!refused.message.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Referee {
    pub(super) game: String,
    pub(super) setup: Setup,
    pub(super) position: Option<String>,
    /// The cards that the position leaves open.
    pub(super) open: Vec<Open>,
    /// The rulebook as the table plays it.
    pub(super) table: Arc<dyn DynGame>,
    /// The same, asking every holder of a card.
    pub(super) book: Arc<dyn DynGame>,
    /// The game so far, with some card in the place of each unseen one.
    pub(super) play: Box<dyn DynMatch>,
    /// What is in the open places of the position, then every action so far, one for each of the match.
    pub(super) given: Vec<Given>,
    /// The lines that were taken.
    pub(super) lines: Vec<Taken>,
    /// Lines of the log that were told.
    pub(super) told: usize,
    /// For whom the session is told; the host is told everything that was entered.
    pub(super) eyes: Viewer,
    /// The cards by name, once somebody has written one.
    pub(super) names: OnceCell<CardNames>,
}

/// A line that was taken.
pub(super) struct Taken {
    pub(super) text: String,
    /// Actions taken before it.
    pub(super) from: usize,
    /// Lines of the log told before it.
    pub(super) told: usize,
    /// Unseen cards, as places in the list of actions, that it brought to light.
    pub(super) shown: Vec<usize>,
}

/// Why no session can begin.
#[derive(Clone, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum BeginError {
    /// There is no rulebook.
    #[error(transparent)]
    Setup(#[from] crate::SetupError),
    /// The position is not possible: every reason.
    #[error("{}", .0.iter().map(|flaw| flaw.message.as_str()).collect::<Vec<_>>().join("\n"))]
    Position(Vec<TextError>),
}

impl Referee {
    /// A session, from the start of a game or from a written position.
    ///
    /// # Errors
    /// When there is no rulebook for the setup, or the position is not possible.
    pub fn new(game: &str, setup: Setup, position: Option<String>) -> Result<Self, BeginError> {
        Referee::new_with(rulebook(game, &setup)?, setup, position)
    }

    /// The same under a rulebook that has been made of this setup, for whoever begins many sessions.
    ///
    /// # Errors
    /// When the position is not possible.
    pub fn new_with(
        table: Arc<dyn DynGame>,
        setup: Setup,
        position: Option<String>,
    ) -> Result<Self, BeginError> {
        let book = table.open_rules().unwrap_or_else(|| table.clone());
        let open = position
            .as_deref()
            .map(|text| book.left_open(text))
            .unwrap_or_default();
        let given = hands::dealt(&open).map_err(BeginError::Position)?;
        let text = hands::filled(position.as_deref(), &open, &given);
        let play = begin(&*book, text.as_deref())
            .map_err(|flaws| BeginError::Position(hands::as_written(flaws, &open, &given)))?;
        let (game, lines) = (table.about().game, Vec::new());
        let mut session = Referee {
            game,
            setup,
            position,
            open,
            table,
            book,
            play,
            given,
            lines,
            told: 0,
            eyes: Viewer::Referee,
            names: OnceCell::new(),
        };
        session.pass_the_idle();
        Ok(session)
    }

    /// The rulebook as the table plays it.
    pub fn rulebook(&self) -> &Arc<dyn DynGame> {
        &self.table
    }

    /// The cards of the game by name.
    pub fn names(&self) -> &CardNames {
        self.names.get_or_init(|| CardNames::of(&*self.table))
    }

    /// The lines taken so far.
    pub fn lines(&self) -> Vec<&str> {
        self.lines.iter().map(|line| line.text.as_str()).collect()
    }

    /// What has happened since it was last told, as everybody at the table may know it.
    pub fn news(&mut self) -> Vec<Line> {
        let news = self.play.lines(Viewer::Spectator, self.told);
        self.told += news.len();
        news
    }

    /// Everything that has happened, as everybody at the table may know it, or the viewer of the session.
    pub fn log(&self) -> Vec<Line> {
        self.lines_told()
    }

    /// How the seats stand, in one line.
    pub fn standing(&self) -> String {
        self.play.standing()
    }

    /// How many turns have begun.
    pub fn turns(&self) -> u32 {
        self.play.turns()
    }

    /// Takes back the last lines, at most `count`; returns how many.
    pub fn undo(&mut self, count: usize) -> usize {
        let mut taken = 0;
        while taken < count {
            let Some(line) = self.lines.pop() else { break };
            self.take_back(&line);
            taken += 1;
        }
        if taken > 0 {
            self.replay();
        }
        taken
    }

    /// Forgets the actions of a line; the match is still to be played anew.
    pub(super) fn take_back(&mut self, line: &Taken) {
        self.given.truncate(line.from);
        for at in &line.shown {
            if let Some(unseen) = self
                .given
                .get_mut(*at)
                .and_then(|given| given.unseen.as_mut())
            {
                unseen.is = None;
            }
        }
        self.told = line.told;
    }

    /// How many of a seat's cards are unseen.
    pub(super) fn unseen_of(&self, seat: Seat) -> usize {
        self.given
            .iter()
            .filter_map(|given| given.unseen.as_ref())
            .filter(|it| it.is.is_none() && it.seat == seat)
            .count()
    }

    /// Whether a seat may let the present question go by: it is asked in a window.
    pub(super) fn in_window(&self) -> Option<Seat> {
        let Actor::Seat(seat) = self.play.actor() else {
            return None;
        };
        matches!(self.play.why_not(PASS), Ok(None)).then_some(seat)
    }

    /// Lets those pass who could do nothing else, unless the table asks them all the same.
    pub(super) fn pass_the_idle(&mut self) {
        if self.table.asks_every_holder() {
            return;
        }
        while let Some(seat) = self.in_window() {
            if self.unseen_of(seat) > 0 || self.play.question().choices.len() > 1 {
                break;
            }
            self.pass(seat);
        }
    }

    /// The seat that is asked passes.
    pub(super) fn pass(&mut self, seat: Seat) {
        if self.play.play(PASS).is_ok() {
            self.given.push(Given {
                who: Who::Seat(seat),
                action: PASS.into(),
                unseen: None,
            });
        }
    }
}

/// A written position with some card in the place of each that it leaves open.
///
/// # Errors
/// Where none is left that could stand there.
pub(crate) fn fill(book: &dyn DynGame, position: &str) -> Result<String, Vec<TextError>> {
    let open = book.left_open(position);
    let given = hands::dealt(&open)?;
    Ok(hands::filled(Some(position), &open, &given).unwrap_or_default())
}

/// A match in which a person answers for chance.
pub(super) fn begin(
    book: &dyn DynGame,
    position: Option<&str>,
) -> Result<Box<dyn DynMatch>, Vec<TextError>> {
    match position {
        None => Ok(book.start(None)),
        Some(text) => book.start_from(text, None),
    }
}
