//! Chains that are formed in the Play phase and last (clause RE-9.17).

use super::actions::{Action, Each, More};
use super::combat::MAX_CHAIN;
use crate::cards::book::Rulebook;
use crate::state::{PlayerId, Spot, State};

impl Rulebook {
    /// Chains that may be formed in the Play phase (clause RE-9.17).
    pub(super) fn links(&self, s: &State, seat: PlayerId, each: &mut impl Each) -> More {
        if !self.chains_last() {
            return More::Continue(());
        }
        for (at, _) in s.side(seat).present() {
            for (with, _) in s.side(seat).present() {
                let (spot, with) = (Spot { seat, at }, Spot { seat, at: with });
                if self.link_flaw(s, spot, with).is_none() {
                    each(Action::Link(spot, with))?;
                }
            }
        }
        More::Continue(())
    }

    /// Why a Monster may not join another in the Play phase.
    pub(crate) fn link_flaw(&self, s: &State, spot: Spot, with: Spot) -> Option<&'static str> {
        let (Some(unit), Some(other)) = (s.unit(spot), s.unit(with)) else {
            return Some("is no card that is there");
        };
        let members = s
            .side(with.seat)
            .present()
            .filter(|(_, one)| one.chain() == other.chain());
        match () {
            () if spot == with || spot.seat != with.seat => Some("joins another of its side"),
            () if !self.chains(unit) || !self.chains(other) => Some("and the other need Chaining"),
            () if !unit.ready() || !other.ready() => Some("and the other must not be recharging"),
            () if unit.chain() != 0 => Some("is in a chain already"),
            // Two that are both alone come to the same in either order: the later joins the earlier.
            () if other.chain() == 0 && with.at > spot.at => {
                Some("joins one that came before it, or a chain")
            }
            () if other.chain() != 0 && members.count() >= MAX_CHAIN => {
                Some("finds three Monsters there")
            }
            () => None,
        }
    }
}
