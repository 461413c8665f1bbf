//! Commands for designers: create packs, check them, print their texts, test them, and find gaps in their rulings.

pub(crate) mod check;
pub(crate) mod compat;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod mutate;
pub(crate) mod new;
mod new_card;
pub(crate) mod pack;
pub(crate) mod test;
pub(crate) mod text;
mod words;
