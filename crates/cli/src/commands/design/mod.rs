//! For designers of cards: first pack, check, texts, rulings of a pack, and whether they notice changes.

pub(crate) mod check;
pub(crate) mod explain;
pub(crate) mod mutate;
pub(crate) mod new;
pub(crate) mod test;
pub(crate) mod text;
