//! What happens, as data.

use crate::state::{Colour, HexName, Pile, Robot};
use cardwright_kernel::Seat;
use serde::Serialize;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// The game begins.
    Began {
        /// The seat that has the first turn.
        first: Seat,
    },
    /// The robots stand on their starts.
    Stood {
        /// The white robot's.
        white: HexName,
        /// The black robot's.
        black: HexName,
        /// The red robot's.
        red: HexName,
    },
    /// The discs lie where they begin.
    Dealt {
        /// Each player's supply.
        hand: Pile,
        /// The reserve.
        reserve: Pile,
    },
    /// A disc was placed.
    Placed {
        /// By whom.
        seat: Seat,
        /// Its colour.
        colour: Colour,
        /// Where.
        hex: HexName,
    },
    /// A robot was moved.
    Moved {
        /// By whom.
        seat: Seat,
        /// Which robot.
        robot: Robot,
        /// Its way, from where it stood.
        path: Vec<HexName>,
        /// The discs it burned.
        burned: Pile,
    },
    /// A supply was refilled.
    Refilled {
        /// Whose.
        seat: Seat,
        /// The discs taken from the reserve.
        take: Pile,
    },
    /// The game is over.
    Over {
        /// Who has won.
        winner: Seat,
        /// Robots in light's camp.
        light: u8,
        /// Robots in dark's camp.
        dark: u8,
    },
}
