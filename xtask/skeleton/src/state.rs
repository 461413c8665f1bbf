//! One game in progress, and the words and keys of its parts.

use crate::rules::Rulebook;
use cardwright_kernel::Seat;
use cardwright_runtime::form::List;
use cardwright_runtime::{fields, words};
use serde::{Deserialize, Serialize};

/// The number of the last turn (clause SK-3.2).
pub const LAST_TURN: u8 = 40;
/// With so many points in the pot nobody rolls (clause SK-2.3).
pub const FULL_POT: u8 = 30;

words! {
    /// A goal card.
    Card, "a goal card" { None = "none", Unknown = "?", Twenty = "20", TwentyFive = "25", Thirty = "30" }
    /// What the die shows.
    Face, "a face of the die" { One = "1", Two = "2", Three = "3", Four = "4", Five = "5", Six = "6" }
    /// What happens next; `won` and `spent` are the two ends of the game.
    Step, "a step" { Deal = "deal", Turn = "turn", Die = "die", Won = "won", Spent = "spent" }
}

/// The goals in the deck of each player.
pub(crate) const GOALS: [Card; 3] = [Card::Twenty, Card::TwentyFive, Card::Thirty];

/// One game in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// What happens next.
    pub step: Step,
    /// Whose turn it is; when the game is over, whose it was.
    pub active: Seat,
    /// The number of the turn, from 1.
    pub turn: u8,
    /// The points of this turn.
    pub pot: u8,
    /// The points banked by each player.
    pub scores: [u8; 2],
    /// The goal card of each player; `Unknown` where somebody who may not see it looks at the state.
    pub goals: [Card; 2],
}

fields! {
    /// A game of Skeleton.
    State as "Skeleton", in Rulebook {
        /// What happens next.
        step: step,
        /// Whose turn it is; when the game is over, whose it was.
        active: active,
        /// The number of the turn, from 1.
        turn: turn,
        /// The points of this turn.
        pot: pot,
        /// The points banked by each player.
        scores: scores as List<u8, 2>,
        /// The goal card of each player; `?` is one that the viewer does not see.
        goals: goals as List<Card, 2>,
    }
}

impl State {
    /// The points of the active player with the pot.
    pub(crate) fn reached(&self) -> u8 {
        self.scores[self.active.index() & 1].saturating_add(self.pot)
    }

    /// The goal card of the active player.
    pub(crate) fn goal(&self) -> Card {
        self.goals[self.active.index() & 1]
    }
}
