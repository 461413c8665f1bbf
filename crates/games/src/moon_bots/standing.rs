//! Standing changes: what parts and upgrades change as long as they are there (MB-12.9).

use super::book::{Rulebook, Sort};
use super::events::Event;
use super::lexicon::{SORTS_BY_NAME, part, upgrade};
use super::rules::STANDING;
use super::state::{CAP, LIMIT, Laid, Lies, Robot};
use super::table::Table;
use cardwright_effects::{Card, FactValue};
use cardwright_kernel::Log;

/// What one card changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Standing {
    /// Energy its robot can hold beyond 18, at most 18: a dozen cards stay within a byte.
    pub cap: u8,
    /// Energy it may gain in its turn beyond 2.
    pub limit: u8,
    /// Energy a part, an upgrade, a secret weapon costs less.
    pub discount: [u8; 3],
}

impl Standing {
    /// What a card states.
    pub(super) fn of(card: &Card, is_part: bool) -> Standing {
        let facts = match is_part {
            true => [part::CAP, part::LIMIT, part::DISCOUNT, part::DISCOUNT_ON],
            false => [upgrade::CAP, upgrade::LIMIT, upgrade::DISCOUNT, upgrade::DISCOUNT_ON],
        };
        let [cap, limit, discount] =
            [facts[0], facts[1], facts[2]].map(|fact| super::facts::number(card, fact, 0));
        let on = |sort: usize| match card.fact(facts[3]) {
            Some(FactValue::Words(sorts)) => sorts.contains(&(sort as u8)),
            _ => true,
        };
        let discount = std::array::from_fn(|sort| if on(sort) { discount } else { 0 });
        Standing { cap, limit, discount }
    }
}

impl Rulebook {
    /// What the cards of a robot add up to, for one sort of change.
    fn changed(&self, robot: &Robot, by: impl Fn(&Standing) -> u8) -> u8 {
        let cards = robot.parts.iter().chain(&robot.upgrades).filter(|number| **number != 0);
        cards.fold(0, |sum: u8, number| sum.saturating_add(by(&self.open[usize::from(*number) - 1].standing)))
    }

    /// Energy that a robot can hold (MB-3.1, MB-12.9).
    #[inline]
    pub(super) fn cap(&self, robot: &Robot) -> u8 {
        if self.standing { CAP.saturating_add(self.changed(robot, |card| card.cap)) } else { CAP }
    }

    /// Energy that a robot may gain in its own turn (MB-3.2, MB-12.9).
    #[inline]
    pub(super) fn limit(&self, robot: &Robot) -> u8 {
        if self.standing { LIMIT.saturating_add(self.changed(robot, |card| card.limit)) } else { LIMIT }
    }

    /// What a robot pays less for what lies on a place of the market (MB-12.9).
    #[inline]
    pub(super) fn discount(&self, robot: &Robot, laid: Laid) -> u8 {
        if self.standing { self.changed(robot, |card| card.discount[self.sort_of(laid)]) } else { 0 }
    }

    /// The sort of what lies there: its place in [`SORTS_BY_NAME`].
    fn sort_of(&self, laid: Laid) -> usize {
        match laid.lies() {
            Lies::Open(card) => match self.open[usize::from(card)].sort {
                Sort::Part { .. } => 0,
                Sort::Upgrade { .. } => 1,
            },
            _ => SORTS_BY_NAME.len() - 1,
        }
    }
}

impl<L: Log<Event>> Table<'_, L> {
    /// A robot that can hold less than it has drops the rest; that is no loss.
    pub(super) fn spill(&mut self, index: u8) {
        let cap = self.book.cap(&self.s.robots[usize::from(index)]);
        let robot = &mut self.s.robots[usize::from(index)];
        let over = robot.energy.saturating_sub(cap);
        if over > 0 {
            robot.energy = cap;
            self.tell(STANDING, || Event::Spilled { robot: index, points: over, energy: cap });
        }
    }
}

const _: () = assert!(CAP as usize * (1 + super::state::SLOTS + super::state::UPGRADES) <= u8::MAX as usize);
