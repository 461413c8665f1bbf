//! The entry of Lunar Command in the list of games.

use super::{Rulebook, questions};
use cardwright_effects::CardSet;
use cardwright_kernel::{DynGame, erase};
use cardwright_runtime::module::{GameInfo, GameModule, Given};
use cardwright_runtime::questions::{Edition, Question};
use std::sync::Arc;

/// The game module for Lunar Command.
pub struct Module;

static INFO: GameInfo = GameInfo {
    id: "lunar-command",
    title: "Lunar Command",
    least: 2,
    most: 4,
    counts: &[2, 4],
    usual: 2,
    cards: false,
    about: "wall in robots and astronauts on the moon, and have the majority in the wall",
};

impl GameModule for Module {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    #[cfg(feature = "schema")]
    fn shapes(&self) -> Option<cardwright_runtime::shapes::Shapes> {
        Some(cardwright_runtime::shapes::Shapes::of::<
            super::View,
            super::LunarCommandAction,
        >())
    }

    fn build(
        &self,
        _cards: CardSet,
        players: u8,
        options: &Given,
    ) -> Result<Arc<dyn DynGame>, Vec<String>> {
        Ok(erase(Rulebook::new(players, options)?))
    }

    fn questions(&self) -> &'static [Question] {
        questions::QUESTIONS
    }

    #[cfg(feature = "pages")]
    fn questions_page(&self) -> Option<String> {
        Some(questions::markdown())
    }

    fn editions(&self) -> &'static [Edition] {
        questions::EDITIONS
    }
}
