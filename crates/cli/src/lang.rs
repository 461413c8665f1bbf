//! Languages of names and texts.

use crate::stop::Stop;
use cardwright::CardInfo;
use std::collections::BTreeSet;

/// Whether any of these cards says something in a language.
///
/// # Errors
/// When none does: the language is misspelt, or nobody has translated them.
pub(crate) fn check(lang: &str, cards: &[CardInfo]) -> Result<(), Stop> {
    let said = cards.iter().flat_map(|card| card.names.keys().chain(card.texts.keys()));
    let known: BTreeSet<&str> = said.map(String::as_str).chain(["en"]).collect();
    match known.contains(lang) || cards.is_empty() {
        true => Ok(()),
        false => {
            let known: Vec<&str> = known.into_iter().collect();
            Err(Stop::usage(format!("no card is in the language `{lang}`"), cardwright::meant(lang, &known)))
        }
    }
}
