//! Speed: what is printed on a card definition in a few bytes, what a seat has to answer with, conditions of cards looked at
//! instead of run, draws by words, and random play that lists the answers to a question once. The game is whole without this room; laws hold it to the
//! rest.

pub(crate) mod condition_feature;
pub(crate) mod print;
pub(crate) mod random;
pub(crate) mod response_cache;
pub(crate) mod select;
