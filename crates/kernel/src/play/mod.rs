//! Matches played by machine: dealers, random play, counting, records.

pub(crate) mod dealer;
pub(crate) mod fingerprint;
pub(crate) mod perft;
pub(crate) mod replay;
pub(crate) mod simulate;
