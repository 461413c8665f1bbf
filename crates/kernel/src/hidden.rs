//! Hidden information: chance actions that only one seat sees, and what an action depends on.

use crate::{Refusal, Seat};
use serde::Serialize;

/// A chance action that only one player sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Secret {
    /// The action in the game's notation.
    pub action: String,
    /// The player who sees it.
    pub seat: Seat,
    /// The weight of the action; for a card, the number of copies that it may be.
    pub copies: u32,
}

/// The hidden information that affects an action.
#[derive(Clone, Debug)]
pub enum Assumption<S> {
    /// No hidden information affects the action.
    Known,
    /// The action depends on hidden information. The state is one that the viewer cannot distinguish from the real one
    /// and in which the action's condition is met.
    If(S),
    /// The action needs hidden information that, as the viewer knows, does not exist.
    Not(Refusal),
}
