//! Automatic play: dealers, random play, perft, replays.

pub(crate) mod batch;
pub(crate) mod dealer;
pub(crate) mod fingerprint;
pub(crate) mod perft;
pub(crate) mod replay;
pub(crate) mod restricted;
pub(crate) mod simulate;
