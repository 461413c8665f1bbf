//! What one card changes as long as it is there.

use crate::cards::facts::number;
use crate::cards::lexicon::{part, upgrade};
use cardwright_effects::{Card, FactValue};

/// What one card changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Changes {
    /// Energy its robot can hold beyond 18, at most 18: a dozen cards stay within a byte.
    pub cap: u8,
    /// Energy it may gain in its turn beyond 2.
    pub limit: u8,
    /// Energy a part, an upgrade, a secret weapon costs less.
    pub discount: [u8; 3],
    /// The sorts of cards that its discounts are for.
    pub sorts: [bool; 3],
}

impl Changes {
    /// Whether it changes anything by itself.
    pub(crate) fn changes(&self) -> bool {
        self.cap > 0 || self.limit > 0 || self.discount != [0; 3]
    }

    /// What a card states.
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
