//! The language of card names and texts.

use crate::stop::CommandError;
use cardwright::CardInfo;
use clap::Args;
use std::collections::BTreeSet;

/// The language for a command that shows cards.
#[derive(Args, Clone, Debug)]
pub(crate) struct LangArgs {
    /// The language of card names and texts, such as `fr`; English for cards without it.
    #[arg(long, default_value = "en")]
    pub(crate) lang: String,
}

/// The name in the language if there is one, otherwise the English name, otherwise the id.
pub(crate) fn name<'a>(card: &'a CardInfo, lang: &str) -> &'a str {
    card.names
        .get(lang)
        .or_else(|| card.names.get("en"))
        .unwrap_or(&card.id)
}

/// What a card does: in English the generated line, which exists for every card; in another language the author's
/// text, if there is one.
pub(crate) fn text<'a>(card: &'a CardInfo, lang: &str) -> &'a str {
    card.texts
        .get(lang)
        .filter(|_| lang != "en")
        .unwrap_or(&card.text)
}

/// Checks that at least one card has a name or text in the language.
///
/// # Errors
/// When none has: the language is misspelt, or nobody has translated the cards.
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
