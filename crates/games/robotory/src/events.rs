//! What happens, as data and as sentences.

use crate::hex::{HexName, dashed};
use crate::state::{Colour, Pile, Robot, side};
use cardwright_kernel::Seat;
use cardwright_runtime::events;

events! {
    /// Something that happened.
    Event {
        /// The game begins.
        Began {
            /// The seat that has the first turn.
            first: Seat,
        } = "the game begins, and {} moves first", side(*first);
        /// The robots stand on their starts.
        Stood {
            /// The white robot's.
            white: HexName,
            /// The black robot's.
            black: HexName,
            /// The red robot's.
            red: HexName,
        } = "white stands on {white}, black on {black}, red on {red}";
        /// The discs lie where they begin.
        Dealt {
            /// Each player's supply.
            hand: Pile,
            /// The reserve.
            reserve: Pile,
        } = "each player holds {hand}; the reserve holds {reserve}";
        /// A disc was placed.
        Placed {
            /// By whom.
            seat: Seat,
            /// Its colour.
            colour: Colour,
            /// Where.
            hex: HexName,
        } = "{} places {colour} on {hex}", side(*seat);
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
        } = "{} moves {robot} {}, burning {burned}", side(*seat), dashed(path);
        /// A supply was refilled.
        Refilled {
            /// Whose.
            seat: Seat,
            /// The discs taken from the reserve.
            take: Pile,
        } = "{} takes {take} from the reserve", side(*seat);
        /// The game is over.
        Over {
            /// Who has won.
            winner: Seat,
            /// Robots in light's camp.
            light: u8,
            /// Robots in dark's camp.
            dark: u8,
        } = "the game is over: {} wins with {} robots in its camp to {}", side(*winner), light.max(dark), light.min(dark);
    }
}
