//! The entry of Skeleton in the list of games, and its bot.

use crate::actions::Action;
use crate::rules::Rulebook;
use cardwright_effects::CardSet;
use cardwright_kernel::{Bot, DynGame, Game, Observation, Rng, erase};
use cardwright_runtime::module::{GameInfo, GameModule, Given, no_options};
use std::sync::Arc;

/// Skeleton.
pub struct Module;

static INFO: GameInfo = GameInfo {
    id: "skeleton",
    title: "Skeleton",
    least: 2,
    most: 2,
    counts: &[2],
    usual: 2,
    cards: false,
    about: "roll for points, bank them, and reach your secret goal",
};

impl GameModule for Module {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    #[cfg(feature = "schema")]
    fn shapes(&self) -> Option<cardwright_runtime::shapes::Shapes> {
        Some(cardwright_runtime::shapes::Shapes::of_forms::<
            Rulebook,
            crate::State,
            Action,
        >())
    }

    fn build(&self, _: CardSet, _: u8, options: &Given) -> Result<Arc<dyn DynGame>, Vec<String>> {
        no_options(options)?;
        Ok(erase(Rulebook))
    }
}

impl Game for Rulebook {
    fn bot(&self, name: &str) -> Option<Box<dyn Bot<Self>>> {
        (name == "greedy").then(|| Box::new(Greedy) as _)
    }

    fn bots(&self) -> &'static [&'static str] {
        &["greedy"]
    }
}

/// A bot that claims the game when it can, and banks from 18 points on.
#[derive(Clone, Copy, Default, Debug)]
pub struct Greedy;

impl Bot<Rulebook> for Greedy {
    fn choose(&mut self, seen: &Observation<'_, Rulebook>, legal: &[Action], _: &mut Rng) -> usize {
        let enough = seen.view().pot >= 18;
        let wanted = |action: &Action| match action {
            Action::Claim { .. } => 2,
            Action::Bank => {
                if enough {
                    1
                } else {
                    -1
                }
            }
            _ => 0,
        };
        let best = (0..legal.len()).max_by_key(|at| wanted(&legal[*at]));
        best.unwrap_or(0)
    }
}
