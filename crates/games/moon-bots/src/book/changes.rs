//! The standing changes of one card: those that apply while it is on a robot.

use crate::book::card_facts::number;
use crate::lexicon::{part, upgrade};
use cardwright_effects::{Card, FactValue};

/// The standing changes of one card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Changes {
    /// The energy that its robot can have above 18. It is at most 18, so that the sum over a dozen cards fits a byte.
    pub cap: u8,
    /// The energy that the robot may gain in its turn above 2.
    pub limit: u8,
    /// The discount in energy for parts, upgrades and secret weapons.
    pub discount: [u8; 3],
    /// The kinds of cards that its discounts apply to.
    pub sorts: [bool; 3],
}

impl Changes {
    /// Whether the card has any standing change without its scripts.
    pub(crate) fn changes(&self) -> bool {
        self.cap > 0 || self.limit > 0 || self.discount != [0; 3]
    }

    /// Reads the standing changes from the card's facts.
    pub(crate) fn of(card: &Card, is_part: bool) -> Changes {
        let facts = match is_part {
            true => [part::CAP, part::LIMIT, part::DISCOUNT, part::DISCOUNT_ON],
            false => [
                upgrade::CAP,
                upgrade::LIMIT,
                upgrade::DISCOUNT,
                upgrade::DISCOUNT_ON,
            ],
        };
        let [cap, limit, discount] =
            [facts[0], facts[1], facts[2]].map(|fact| number(card, fact, 0));
        let on = |kind: usize| match card.fact(facts[3]) {
            Some(FactValue::Words(sorts)) => sorts.contains(&(kind as u8)),
            _ => true,
        };
        let sorts = std::array::from_fn(on);
        let discount = sorts.map(|on| if on { discount } else { 0 });
        Changes {
            cap,
            limit,
            discount,
            sorts,
        }
    }
}
