//! Written positions.
use super::Rulebook;
use super::state::State;
use cardwright_kernel::Flaw;

impl Rulebook {
    pub(super) fn position(&self, _text: &str) -> Result<State, Vec<Flaw>> {
        Err(Vec::new())
    }

    pub(super) fn as_position(&self, _state: &State) -> Option<String> {
        None
    }
}
