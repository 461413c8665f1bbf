//! Card packs to checked cards.

mod codes;
mod diagnostics;
mod dice_fact;
mod facts;
mod fields;
mod files;
mod limits;
mod lower;
mod near;
mod pack;
mod script;

use cardwright_effects::{CardSet, Lexicon};
pub use codes::{CODES, Code, explain};
pub use diagnostics::{Diagnostic, Diagnostics, Label, Severity, Source, Span};
pub use files::PackSource;

/// Loads packs, the official one first. With any error there is no card at all, and every mistake is told.
pub fn load(packs: &[PackSource], lexicon: &Lexicon) -> Result<CardSet, Diagnostics> {
    let (set, found) = check(packs, lexicon);
    set.ok_or(found)
}

/// Loads packs and gives the warnings too. Without errors there are cards.
pub fn check(packs: &[PackSource], lexicon: &Lexicon) -> (Option<CardSet>, Diagnostics) {
    let mut loader = lower::Loader::new(lexicon);
    packs.iter().for_each(|pack| loader.pack(pack));
    let found = loader.report.finish();
    (Some(loader.set).filter(|_| !found.has_errors()), found)
}
