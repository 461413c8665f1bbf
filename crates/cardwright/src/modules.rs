//! The entries of the games, by id.

use crate::setup::error::SetupError;
use cardwright_games::GAMES as MODULES;
use cardwright_games::module::GameModule;
use cardwright_kernel::meant;

/// The module of a game.
///
/// # Errors
/// [`SetupError::UnknownGame`] if there is no such game.
pub(crate) fn module(id: &str) -> Result<&'static dyn GameModule, SetupError> {
    let known: Vec<&str> = MODULES.iter().map(|module| module.info().id).collect();
    let unknown = || SetupError::UnknownGame {
        name: id.into(),
        help: meant(id, &known),
    };
    MODULES
        .iter()
        .copied()
        .find(|module| module.info().id == id)
        .ok_or_else(unknown)
}
