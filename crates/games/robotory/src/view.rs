//! What a viewer sees: everything, because nothing is hidden (clause RB-1.6).

use crate::board::Board;
use crate::play::over;
use crate::rulebook::Rulebook;
use crate::state::{DARK, LIGHT, Pile, State, side};
use cardwright_kernel::{Actor, Seat};
use cardwright_runtime::fields;
use cardwright_runtime::form::{Form, List};
use serde::{Serialize, Serializer};

/// The table, all of which is public.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The player who has to act, or how the game ended.
    pub actor: Actor,
    /// The complete state.
    pub state: State,
    /// The discs that were burned.
    pub burned: Pile,
    /// The number of robots in the camps of light and dark.
    pub camps: [u32; 2],
    board: Board,
}

fields! {
    /// A game of Robotory. Nothing in it is hidden.
    View as "Robotory", in Board {
        /// Who has to act, or how the game ended.
        actor: actor,
        /// The seat whose turn it is (1 light, 2 dark); when the game is over, the seat whose turn it was.
        to_move: state.to_move,
        /// The number of the turn, from 1.
        turn: state.turn,
        /// The hexes of the robots.
        robots: state.robots,
        /// The hexes of the discs.
        discs: state.discs,
        /// The supplies of light and dark.
        supplies: state.hands as List<Pile, 2>,
        /// The discs on the lid of the box.
        reserve: state.reserve,
        /// The discs that were burned.
        burned: burned,
        /// The number of robots in the camps of light and dark.
        camps: camps as List<u32, 2>,
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.show(&self.board).serialize(serializer)
    }
}

impl View {
    pub(crate) fn of(rules: &Rulebook, state: &State) -> Self {
        let left = |colour| u32::from(rules.discs()).saturating_sub(state.left(colour));
        View {
            actor: over::actor(rules, state),
            state: *state,
            burned: Pile::by(|colour| left(colour) as u8),
            camps: [LIGHT, DARK].map(|seat| over::robots_in_camp(rules, state, seat)),
            board: rules.board().clone(),
        }
    }

    /// The supply of a seat.
    pub(crate) fn supply(&self, seat: Seat) -> Pile {
        self.state.hands[seat.index() & 1]
    }

    /// The number of robots in a seat's camp.
    pub(crate) fn camp(&self, seat: Seat) -> u32 {
        self.camps[seat.index() & 1]
    }

    /// The supplies and the robots in each camp, in one line.
    pub(crate) fn stock(&self) -> String {
        let told = [LIGHT, DARK].map(|seat| {
            let (supply, camp) = (self.supply(seat), self.camp(seat));
            format!("{} holds {supply} ({camp} in its camp)", side(seat))
        });
        format!("{}; reserve: {}", told.join(", "), self.state.reserve)
    }

    /// Whose turn it is, as a sentence.
    pub(crate) fn heading(&self) -> String {
        let turn = self.state.turn;
        match self.actor {
            Actor::Over(_) => format!("The game is over after {turn} turns."),
            _ => format!("Turn {turn}: {} moves.", side(self.state.to_move)),
        }
    }
}
