//! Rulings as written: files, facts, plays and statements, with all problems in them.

pub(crate) mod block;
pub(crate) mod facts;
pub(crate) mod file;
pub(crate) mod play;
pub(crate) mod stated;
