//! What happens at the table, one function for each kind of change: coins, damage, destruction, announcements, the
//! queue of triggers. Effects run only in the rooms above.

pub(crate) mod compact;
pub(crate) mod components;
pub(crate) mod context;
pub(crate) mod destroy;
pub(crate) mod effects;
pub(crate) mod raise;
pub(crate) mod stack;
