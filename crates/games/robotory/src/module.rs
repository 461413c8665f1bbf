//! The entry of Robotory in the list of games.

use super::Rulebook;
use cardwright_effects::CardSet;
use cardwright_kernel::{DynGame, erase};
use cardwright_runtime::module::{GameInfo, GameModule, Given};
use std::sync::Arc;

/// Robotory.
pub struct Module;

static INFO: GameInfo = GameInfo {
    id: "robotory",
    title: "Robotory",
    least: 2,
    most: 2,
    counts: &[2],
    usual: 2,
    cards: false,
    about: "lead three common robots over energy discs into your own camp",
};

impl GameModule for Module {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    #[cfg(feature = "schema")]
    fn shapes(&self) -> cardwright_runtime::shapes::Shapes {
        cardwright_runtime::shapes::Shapes::of::<super::wire::Robotory, super::wire::RobotoryAnswer>(
        )
    }

    fn build(
        &self,
        _cards: CardSet,
        _players: u8,
        options: &Given,
    ) -> Result<Arc<dyn DynGame>, Vec<String>> {
        Ok(erase(Rulebook::new(options)?))
    }
}
