//! What the words for home-made cards do, a file for each sort of thing they touch.

pub(crate) mod hands;
pub(crate) mod homemade;
pub(crate) mod lasting;
pub(crate) mod memo;
pub(crate) mod memory;
pub(crate) mod pieces;
pub(crate) mod pool;
pub(crate) mod secret;
pub(crate) mod silence;
pub(crate) mod top;
