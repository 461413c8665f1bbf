//! Effects of the words for homebrew cards, with one module for each kind of thing they change.

pub(crate) mod custom;
pub(crate) mod hands;
pub(crate) mod memo;
pub(crate) mod memory;
pub(crate) mod permanents;
pub(crate) mod pieces;
pub(crate) mod pool;
pub(crate) mod secret;
pub(crate) mod silence;
pub(crate) mod top;
