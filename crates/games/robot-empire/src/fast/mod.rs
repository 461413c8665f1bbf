//! Speed: what is printed on a sort of card in a few bytes, what a seat has to answer with, conditions of cards looked at
//! instead of run, draws by words, and random play that lists the answers to a question once. The game is whole without this room; laws hold it to the
//! rest.

pub(crate) mod glance;
pub(crate) mod means;
pub(crate) mod print;
pub(crate) mod random;
pub(crate) mod select;
