//! What happens, as the log has it.

use crate::state::PlayerId;
use serde::Serialize;

/// Something that happened.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Event {
    /// What it is, in one word of a fixed list such as `destroyed`.
    pub what: &'static str,
    /// The same as a sentence for a person.
    pub text: String,
    /// Of damage, coins lost from a Battery and destroyed cards: whose it is, from 0.
    #[serde(skip)]
    pub seat: PlayerId,
    /// How many points of damage, or how many coins; of a destroyed card its cost, 1d6 as 4.
    #[serde(skip)]
    pub points: u8,
}
