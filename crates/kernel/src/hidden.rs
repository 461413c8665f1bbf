//! What somebody may not know: an action of chance that one seat saw, and what an action may hang on.

use crate::{Refusal, Seat};
use serde::Serialize;

/// An action of chance that one seat alone sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Secret {
    /// The action in the game's notation.
    pub action: String,
    /// Who sees it.
    pub seat: Seat,
    /// Its weight: of a card, how many copies it may be.
    pub copies: u32,
}

/// What bears on an action that the viewer may not know.
#[derive(Clone, Debug)]
pub enum Assumption<S> {
    /// Nothing.
    Known,
    /// Whether something hidden is there. In this state, which the viewer cannot tell from the real one, it is.
    If(S),
    /// Something hidden that, as the viewer knows, is not there.
    Not(Refusal),
}
