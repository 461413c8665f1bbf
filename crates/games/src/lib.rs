//! The games. Each folder has the same files, in the order a turn meets them: `state` (plain data), `setup`, `turn`
//! (who is asked what), `actions` (what they are and which are allowed), `apply` (what an action does), `view`,
//! `lexicon` (words for cards), `rules` (numbered clauses), `notation` (text forms), `position` (written positions).
//!
//! This crate knows no Rhai and reads no files.

// What only games share that are left out is no fault.
#![cfg_attr(
    not(all(feature = "moon-bots", feature = "lunar-command", feature = "robot-empire")),
    allow(dead_code, unused_imports)
)]

use cardwright_kernel::TextError;
use cardwright_runtime::toml;
pub use cardwright_runtime::toml::OptionAt;

#[cfg(feature = "lunar-command")]
pub mod lunar_command;
pub mod module;
#[cfg(feature = "moon-bots")]
pub mod moon_bots;
pub mod odds;
pub mod questions;
#[cfg(feature = "robot-empire")]
pub mod robot_empire;
#[cfg(feature = "robotory")]
pub mod robotory;
pub mod shapes;

/// Name and value of each option in a TOML text: a table `[options]`, or the same keys at the top; lists as arrays or
/// with commas. Whether a game has such options is the game's question.
///
/// # Errors
/// Every reason why the text is no list of options, each with its place.
pub fn options(text: &str) -> Result<Vec<(String, String)>, Vec<TextError>> {
    Ok(toml::options(text)?.given)
}

/// The same, each with the bytes of its value in the text.
///
/// # Errors
/// See [`options`].
pub fn options_at(text: &str) -> Result<Vec<OptionAt>, Vec<TextError>> {
    Ok(toml::options(text)?.placed())
}

/// The options that a written position names in its table `[options]`, each with the bytes of its value; none where it
/// has no such table.
///
/// # Errors
/// Where the text is not TOML, or an option is no text, number or list of these.
pub fn position_options(text: &str) -> Result<Vec<OptionAt>, Vec<TextError>> {
    let root = toml::parse(text)?;
    match root.as_table().and_then(|top| top.get("options")) {
        Some(options) => Ok(toml::texts(options)?.placed()),
        None => Ok(Vec::new()),
    }
}

/// The games there are, in order of id: those whose feature is on. Nothing else in the workspace lists them.
pub static GAMES: &[&dyn module::GameModule] = &[
    #[cfg(feature = "lunar-command")]
    &lunar_command::Module,
    #[cfg(feature = "moon-bots")]
    &moon_bots::Module,
    #[cfg(feature = "robot-empire")]
    &robot_empire::Module,
    #[cfg(feature = "robotory")]
    &robotory::Module,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_listed_in_order_and_say_the_same_of_themselves() {
        let ids: Vec<_> = GAMES.iter().map(|game| game.info().id).collect();
        assert!(ids.is_sorted(), "{ids:?}");
        for game in GAMES {
            let info = game.info();
            assert_eq!((info.counts.first(), info.counts.last()), (Some(&info.least), Some(&info.most)));
            assert!(info.takes(info.usual), "{}", info.id);
            assert_eq!(info.cards, game.lexicon().is_some(), "{}", info.id);
            assert_eq!(info.cards, !game.packs().is_empty(), "{}", info.id);
            assert_eq!(info.cards, game.starter().is_some(), "{}", info.id);
            #[cfg(feature = "pages")]
            assert_eq!(game.questions().is_empty(), game.questions_page().is_none(), "{}", info.id);
        }
    }
}
