//! A ruling as it is written: its file, facts, plays and what it states, with everything that is wrong with them.

pub(crate) mod block;
pub(crate) mod facts;
pub(crate) mod file;
pub(crate) mod play;
pub(crate) mod stated;
