//! Facts of cards that raise the bounds of words.

use crate::rules::STANDING;
use cardwright_effects::{Fact, FactType};

pub(super) const CAP_FACT: Fact = Fact::new(
    "extra_capacity",
    FactType::Number { min: 0, max: 18 },
    "Energy that its robot can hold beyond 18.",
    "4",
    STANDING,
);

pub(super) const LIMIT_FACT: Fact = Fact::new(
    "extra_gain",
    FactType::Number { min: 0, max: 18 },
    "Energy that its robot may gain on its own turn beyond the limit of 2.",
    "1",
    STANDING,
);
