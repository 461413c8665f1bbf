//! What happens at the table, one function for each kind of change: energy, attacks, cards, dice, the market, the
//! queue of triggers. Card effects are put on a stack here, but run only in the rooms above.

pub(crate) mod answers;
pub(crate) mod attack;
pub(crate) mod context;
pub(crate) mod effects;
pub(crate) mod energy;
pub(crate) mod falling;
pub(crate) mod hands;
pub(crate) mod market;
pub(crate) mod memory;
pub(crate) mod permanents;
pub(crate) mod pieces;
pub(crate) mod pile;
pub(crate) mod pool;
pub(crate) mod raise;
pub(crate) mod silence;
pub(crate) mod spill;
