//! What happens, as the log has it.

use serde::Serialize;

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Event {
    /// What it is, in one word of a fixed list such as `destroyed`.
    pub what: &'static str,
    /// The same as a sentence for a person.
    pub text: String,
}
