//! Events, as data and as sentences.

use crate::hex::{HexName, dashed};
use crate::state::{Colour, Pile, Robot, side};
use cardwright_kernel::Seat;
use cardwright_runtime::events;

events! {
    /// An event of the game.
    Event {
        /// The game begins.
        Began {
            /// The seat that has the first turn.
            first: Seat,
        } = "the game begins, and {} moves first", side(*first);
        /// The robots were placed on their starting hexes.
        Stood {
            /// The hex of the white robot.
            white: HexName,
            /// The hex of the black robot.
            black: HexName,
            /// The hex of the red robot.
            red: HexName,
        } = "white stands on {white}, black on {black}, red on {red}";
        /// The discs were dealt.
        Dealt {
            /// The supply of each player.
            hand: Pile,
            /// The discs in the reserve.
            reserve: Pile,
        } = "each player holds {hand}; the reserve holds {reserve}";
        /// A disc was placed.
        Placed {
            /// The seat that placed the disc.
            seat: Seat,
            /// The colour of the disc.
            colour: Colour,
            /// The hex of the disc.
            hex: HexName,
        } = "{} places {colour} on {hex}", side(*seat);
        /// A robot was moved.
        Moved {
            /// The seat that moved the robot.
            seat: Seat,
            /// The robot that was moved.
            robot: Robot,
            /// The path of the robot, including its start.
            path: Vec<HexName>,
            /// The discs that the robot burned.
            burned: Pile,
        } = "{} moves {robot} {}, burning {burned}", side(*seat), dashed(path);
        /// A supply was refilled.
        Refilled {
            /// The seat whose supply was refilled.
            seat: Seat,
            /// The discs taken from the reserve.
            take: Pile,
        } = "{} takes {take} from the reserve", side(*seat);
        /// The game is over.
        Over {
            /// The seat that won.
            winner: Seat,
            /// The number of robots in light's camp.
            light: u8,
            /// The number of robots in dark's camp.
            dark: u8,
        } = "the game is over: {} wins with {} robots in its camp to {}", side(*winner), light.max(dark), light.min(dark);
    }
}
