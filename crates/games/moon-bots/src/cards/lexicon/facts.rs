//! Facts of cards that words name: what raises their bounds.

use crate::rules::STANDING;
use cardwright_effects::{Fact, FactType};

pub(super) const CAP_FACT: Fact = Fact::new(
    "cap",
    FactType::Number { min: 0, max: 18 },
    "Energy that its robot can hold beyond 18.",
    "4",
    STANDING,
);

pub(super) const LIMIT_FACT: Fact = Fact::new(
    "limit",
    FactType::Number { min: 0, max: 18 },
    "Energy that its robot may gain in a turn of its own beyond 2.",
    "1",
    STANDING,
);
