//! The session: its data, how it starts, and taking lines back.

use super::events::{Correction, TableEvent};
use super::given::{Given, Open};
use super::hands;
use crate::judge::Who;
use crate::{CardNames, Setup, rulebook};
use cardwright_kernel::{Actor, DynGame, DynMatch, Line, Seat, TextError, Viewer};
use serde::Serialize;
use std::cell::OnceCell;
use std::sync::Arc;
use thiserror::Error;

/// The action for passing in a window.
pub(super) const PASS: &str = "pass";

/// The maximum number of windows that one action may skip: a turn has a few, and each asks at most eight players.
pub(super) const MAX_PASSES: usize = 64;

/// A game at a real table, entered action by action.
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
    /// The rulebook that the table plays under.
    pub(super) table: Arc<dyn DynGame>,
    /// The rulebook for the session, which asks every player with a hidden card.
    pub(super) book: Arc<dyn DynGame>,
    /// The game so far, with a placeholder for each unseen card.
    pub(super) play: Box<dyn DynMatch>,
    /// The cards in the open places of the position, then every action so far, one for each of the match.
    pub(super) given: Vec<Given>,
    /// The lines entered so far.
    pub(super) lines: Vec<Taken>,
    /// The corrected lines with their original texts.
    pub(super) corrections: Vec<Correction>,
    /// The number of log lines already shown.
    pub(super) told: usize,
    /// The viewer of the session; the host sees everything that was entered.
    pub(super) eyes: Viewer,
    /// The cards by name, loaded on first use.
    pub(super) names: OnceCell<CardNames>,
}

/// A line that was taken.
pub(super) struct Taken {
    pub(super) text: String,
    /// The number of actions before the line.
    pub(super) from: usize,
    /// The number of log lines before the line.
    pub(super) told: usize,
    /// The unseen cards that the line revealed, as indices in the list of actions.
    pub(super) shown: Vec<usize>,
    /// The table event, if the line is not a game action.
    pub(super) event: Option<TableEvent>,
}

/// Why a session cannot start.
#[derive(Clone, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum BeginError {
    /// No rulebook can be made for the setup.
    #[error(transparent)]
    Setup(#[from] crate::SetupError),
    /// The position is not possible, for all of these reasons.
    #[error("{}", .0.iter().map(|flaw| flaw.message.as_str()).collect::<Vec<_>>().join("\n"))]
    Position(Vec<TextError>),
}

impl Referee {
    /// Starts a session, from the start of a game or from a written position.
    ///
    /// # Errors
    /// If no rulebook can be made for the setup, or the position is not possible.
    pub fn new(game: &str, setup: Setup, position: Option<String>) -> Result<Self, BeginError> {
        Referee::new_with(rulebook(game, &setup)?, setup, position)
    }

    /// Like [`Referee::new`], with a rulebook already made for the setup, for callers that start many sessions.
    ///
    /// # Errors
    /// If the position is not possible.
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
            corrections: Vec::new(),
            told: 0,
            eyes: Viewer::Referee,
            names: OnceCell::new(),
        };
        session.settle();
        Ok(session)
    }

    /// The rulebook that the table plays under.
    pub fn rulebook(&self) -> &Arc<dyn DynGame> {
        &self.table
    }

    /// The cards of the game, to be found by name.
    pub fn names(&self) -> &CardNames {
        self.names.get_or_init(|| CardNames::of(&*self.table))
    }

    /// The lines entered so far.
    pub fn lines(&self) -> Vec<&str> {
        self.lines.iter().map(|line| line.text.as_str()).collect()
    }

    /// The log lines since the last call, limited to public knowledge.
    pub fn news(&mut self) -> Vec<Line> {
        let news = self.play.lines(Viewer::Spectator, self.told);
        self.told += news.len();
        news
    }

    /// The whole log, as far as the session's viewer may know it. The host sees everything that was entered.
    pub fn log(&self) -> Vec<Line> {
        self.lines_told(&*self.play)
    }

    /// The number of log lines so far, limited to public knowledge.
    pub(super) fn told_so_far(&self) -> usize {
        self.told + self.play.lines(Viewer::Spectator, self.told).len()
    }

    /// The scores of all seats in one line.
    pub fn standing(&self) -> String {
        self.play.standing()
    }

    /// How many turns have started.
    pub fn turns(&self) -> u32 {
        self.play.turns()
    }

    /// Takes back up to `count` of the last lines; returns how many were taken back.
    pub fn undo(&mut self, count: usize) -> usize {
        let mut taken = 0;
        while taken < count {
            let Some(line) = self.lines.pop() else { break };
            self.take_back(&line);
            taken += 1;
        }
        if taken > 0 {
            self.keep_corrections();
            self.replay();
        }
        taken
    }

    /// Removes the actions of a line; the match has to be replayed afterwards.
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
        self.told = self.told.min(line.told);
    }

    /// The number of a seat's unseen cards.
    pub(super) fn unseen_of(&self, seat: Seat) -> usize {
        self.given
            .iter()
            .filter_map(|given| given.unseen.as_ref())
            .filter(|it| it.is.is_none() && it.seat == seat)
            .count()
    }

    /// The seat that is asked in a window and may pass.
    pub(super) fn in_window(&self) -> Option<Seat> {
        let Actor::Seat(seat) = self.play.actor() else {
            return None;
        };
        matches!(self.play.why_not(PASS), Ok(None)).then_some(seat)
    }

    /// What the asked seat does if nobody enters anything for it: it passes in a window, and does nothing optional if
    /// its player has left (AT-3.3).
    pub(super) fn unsaid(&self) -> Option<(Seat, &'static str)> {
        let Actor::Seat(seat) = self.play.actor() else {
            return None;
        };
        let declines: &[&str] = match self.has_left(seat) {
            true => self.book.declines(),
            false => &[PASS],
        };
        let allowed = |action: &&&str| matches!(self.play.why_not(action), Ok(None));
        declines.iter().find(allowed).map(|action| (seat, *action))
    }

    /// Plays for players who have left, and passes for seats that could do nothing else, unless the table asks them
    /// anyway.
    pub(super) fn settle(&mut self) {
        let most = if self.table_end().is_some() {
            0
        } else {
            MAX_PASSES
        };
        for _ in 0..most {
            let Some((seat, action)) = self.unsaid() else {
                break;
            };
            let idle = !self.table.asks_every_holder()
                && self.unseen_of(seat) == 0
                && self.play.question().choices.len() == 1;
            if !idle && !self.has_left(seat) {
                break;
            }
            self.play_unsaid(seat, action);
        }
    }

    /// Plays what the asked seat does if nobody enters anything for it.
    pub(super) fn play_unsaid(&mut self, seat: Seat, action: &str) {
        if self.play.play(action).is_ok() {
            self.given.push(Given {
                who: Who::Seat(seat),
                action: action.into(),
                unseen: None,
            });
        }
    }
}

/// A written position with a possible card in each open place.
///
/// # Errors
/// If no card is left for an open place.
pub(crate) fn fill(book: &dyn DynGame, position: &str) -> Result<String, Vec<TextError>> {
    let open = book.left_open(position);
    let given = hands::dealt(&open)?;
    Ok(hands::filled(Some(position), &open, &given).unwrap_or_default())
}

/// Starts a match in which a person answers for chance.
pub(super) fn begin(
    book: &dyn DynGame,
    position: Option<&str>,
) -> Result<Box<dyn DynMatch>, Vec<TextError>> {
    match position {
        None => Ok(book.start(None)),
        Some(text) => book.start_from(text, None),
    }
}
