//! Who decides, who watches, and how a game ends.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A player's place at the table, counted from 0 in turn order. People see it counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-seat tables.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A set of up to 8 seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct SeatSet(pub u8);

impl SeatSet {
    /// The set that holds one seat.
    pub fn one(seat: Seat) -> Self {
        SeatSet(1 << seat.0)
    }

    /// Whether the seat is in the set.
    #[inline]
    pub fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// How many seats the set holds.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether nobody is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in turn order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |seat| self.has(*seat))
    }
}

/// Who answers the present question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Actor {
    /// A player decides.
    Seat(Seat),
    /// Dice or a draw decide; see [`crate::Rules::odds`].
    Chance,
    /// Nobody: the game has ended.
    Over(Outcome),
}

/// How a game ended. One winner is a win; several share it; none is a draw among all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The seats that won or share the win.
    pub winners: SeatSet,
}

impl Outcome {
    /// The single winner, if there is exactly one.
    pub fn winner(self) -> Option<Seat> {
        if self.winners.len() == 1 { self.winners.iter().next() } else { None }
    }
}

/// Whose eyes a view is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Viewer {
    /// A player: what is public and what that seat may know.
    Seat(Seat),
    /// Somebody who sees only what lies open.
    Onlooker,
    /// The referee, who sees everything that is determined.
    Referee,
}

impl Viewer {
    /// The viewer of a word: `spectator`, `host`, or a player's number from 1 to 8.
    pub fn named(word: &str) -> Option<Viewer> {
        match (word, word.parse::<u8>()) {
            ("spectator", _) => Some(Viewer::Onlooker),
            ("host", _) => Some(Viewer::Referee),
            (_, Ok(number @ 1..=8)) => Some(Viewer::Seat(Seat(number - 1))),
            _ => None,
        }
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Seat(seat) => write!(f, "player {seat}"),
            Viewer::Onlooker => f.write_str("a spectator"),
            Viewer::Referee => f.write_str("the host"),
        }
    }
}
