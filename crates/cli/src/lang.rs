//! Languages of names and texts.

use crate::stop::CommandError;
use cardwright::CardInfo;
use clap::Args;
use std::collections::BTreeSet;

/// The language of a command that shows names and texts of cards.
#[derive(Args, Clone, Debug)]
pub(crate) struct LangArgs {
    /// The language of names and texts of cards, such as `fr`; English where a card does not have it.
    #[arg(long, default_value = "en")]
    pub(crate) lang: String,
}

/// The English name, where there is one, or else the id; in another language, that one first.
pub(crate) fn name<'a>(card: &'a CardInfo, lang: &str) -> &'a str {
    card.names
        .get(lang)
        .or_else(|| card.names.get("en"))
        .unwrap_or(&card.id)
}

/// What a card does: in English the generated line, which is there for every card; in another language what its author says
/// in it, where he does.
pub(crate) fn text<'a>(card: &'a CardInfo, lang: &str) -> &'a str {
    card.texts
        .get(lang)
        .filter(|_| lang != "en")
        .unwrap_or(&card.text)
}

/// Whether any of these cards says something in a language.
///
/// # Errors
/// When none does: the language is misspelt, or nobody has translated them.
pub(crate) fn check(lang: &str, cards: &[CardInfo]) -> Result<(), CommandError> {
    let said = cards
        .iter()
        .flat_map(|card| card.names.keys().chain(card.texts.keys()));
    let known: BTreeSet<&str> = said.map(String::as_str).chain(["en"]).collect();
    match known.contains(lang) || cards.is_empty() {
        true => Ok(()),
        false => {
            let known: Vec<&str> = known.into_iter().collect();
            Err(CommandError::usage(
                format!("no card is in the language `{lang}`"),
                cardwright::meant(lang, &known),
            ))
        }
    }
}
