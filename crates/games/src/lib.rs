//! The list of games, [`GAMES`], each a crate of its own behind a feature of the same name.
//!
//! A game's crate has the same modules everywhere: `state` (plain data), `play` (set-up, questions, allowed actions, what an action does),
//! `cards` (words for cards), `text` (notation, positions, views), `rules` (numbered clauses), `options`, `bots`, `fast` (random play).
//!
//! Most programs use the crate `cardwright`, which adds packs, matches, sessions and the judge. This crate runs no scripts and reads no
//! files.

use cardwright_kernel::TextError;
use cardwright_runtime::toml;
pub use cardwright_runtime::toml::OptionAt;

#[cfg(feature = "lunar-command")]
pub use cardwright_lunar_command as lunar_command;
#[cfg(feature = "moon-bots")]
pub use cardwright_moon_bots as moon_bots;
#[cfg(feature = "robot-empire")]
pub use cardwright_robot_empire as robot_empire;
#[cfg(feature = "robotory")]
pub use cardwright_robotory as robotory;
pub use cardwright_runtime::{module, odds, questions, shapes};

/// Reads the options in a TOML text: a table `[options]`, or the same keys at the top level, with lists as arrays or
/// separated by commas. It does not check whether a game has these options.
///
/// # Errors
/// Every problem in the text, each with its place.
pub fn options(text: &str) -> Result<Vec<(String, String)>, Vec<TextError>> {
    Ok(toml::options(text)?.given)
}

/// Like [`options`], with the byte range of each value in the text.
///
/// # Errors
/// See [`options`].
pub fn options_at(text: &str) -> Result<Vec<OptionAt>, Vec<TextError>> {
    Ok(toml::options(text)?.placed())
}

/// The options in the table `[options]` of a written position, each with the byte range of its value; empty if there is
/// no such table.
///
/// # Errors
/// If the text is not TOML, or an option is not a string, number or list of these.
pub fn position_options(text: &str) -> Result<Vec<OptionAt>, Vec<TextError>> {
    let root = toml::parse(text)?;
    match root.as_table().and_then(|top| top.get("options")) {
        Some(options) => Ok(toml::texts(options)?.placed()),
        None => Ok(Vec::new()),
    }
}

/// The games whose feature is enabled, in order of id. This is the only list of games in the workspace.
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
            assert_eq!(
                (info.counts.first(), info.counts.last()),
                (Some(&info.least), Some(&info.most))
            );
            assert!(info.takes(info.usual), "{}", info.id);
            assert_eq!(info.cards, game.lexicon().is_some(), "{}", info.id);
            assert_eq!(info.cards, !game.packs().is_empty(), "{}", info.id);
            assert_eq!(info.cards, game.starter().is_some(), "{}", info.id);
            #[cfg(feature = "pages")]
            assert_eq!(
                game.questions().is_empty(),
                game.questions_page().is_none(),
                "{}",
                info.id
            );
        }
    }
}
