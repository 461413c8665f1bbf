//! A pack as it comes in: its files and manifest, what it needs and declares, its decks and translations.

pub(crate) mod decks;
pub(crate) mod declare;
pub(crate) mod files;
pub(crate) mod join;
pub(crate) mod lang;
pub(crate) mod manifest;
