//! The contents of a pack: files, manifest, dependencies, declarations, decks and translations.

pub(crate) mod decks;
pub(crate) mod declare;
pub(crate) mod files;
pub(crate) mod join;
pub(crate) mod lang;
pub(crate) mod manifest;
