//! The games there are.

use crate::packs::with_official;
use crate::{DynGame, Setup, SetupError};
use cardwright_cards::load;
use cardwright_effects::{CardSet, Lexicon};
use cardwright_games::{moon_bots, robotory};
use cardwright_kernel::{erase, meant};
use serde::Serialize;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A game of this library.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameInfo {
    /// Its id.
    pub id: &'static str,
    /// Its name as printed on the box.
    pub title: &'static str,
    /// The fewest players.
    pub least: u8,
    /// The most players.
    pub most: u8,
    /// How many play when nobody says.
    pub usual: u8,
    /// Whether it is played with cards, so that packs can add to it.
    pub cards: bool,
    /// What it is, in one line.
    pub about: &'static str,
}

impl GameInfo {
    /// How many players it takes.
    pub fn players(&self) -> RangeInclusive<u8> {
        self.least..=self.most
    }
}

const GAMES: &[GameInfo] = &[
    GameInfo {
        id: "moon-bots",
        title: "Moon-Bots",
        least: 2,
        most: 4,
        usual: 4,
        cards: true,
        about: "build a robot from cards, roll its dice, knock the neighbours out",
    },
    GameInfo {
        id: "robotory",
        title: "Robotory",
        least: 2,
        most: 2,
        usual: 2,
        cards: false,
        about: "lead three common robots over energy discs into your own camp",
    },
];

/// The games there are, in order of name.
pub fn games() -> &'static [GameInfo] {
    GAMES
}

/// The printed editions of a game whose reading of its open questions the option `edition` takes; none for a game
/// without that option.
pub fn editions(id: &str) -> Vec<&'static str> {
    match id {
        "moon-bots" => moon_bots::questions::EDITIONS.iter().map(|edition| edition.name).collect(),
        _ => Vec::new(),
    }
}

/// The game of an id.
///
/// # Errors
/// [`SetupError::UnknownGame`].
pub fn game(id: &str) -> Result<&'static GameInfo, SetupError> {
    let known: Vec<&str> = GAMES.iter().map(|game| game.id).collect();
    let unknown = || SetupError::UnknownGame { name: id.into(), help: meant(id, &known) };
    GAMES.iter().find(|game| game.id == id).ok_or_else(unknown)
}

/// The rules of a game with its cards: immutable, and shared by as many matches and threads as one likes.
///
/// # Errors
/// See [`SetupError`].
pub fn rulebook(id: &str, setup: &Setup) -> Result<Arc<dyn DynGame>, SetupError> {
    let game = game(id)?;
    book_of(game, card_set(game, setup)?, setup.players, &setup.options)
}

/// The cards a game is played with.
///
/// # Errors
/// When the number of players or the packs make no game.
pub(crate) fn card_set(game: &GameInfo, setup: &Setup) -> Result<CardSet, SetupError> {
    if !game.players().contains(&setup.players) {
        return Err(SetupError::Players { game: game.id, players: setup.players, allowed: game.players() });
    }
    if !game.cards && !setup.packs.is_empty() {
        return Err(SetupError::NoCards { game: game.id });
    }
    match lexicon(game) {
        None => Ok(CardSet::default()),
        Some(lexicon) => load(&with_official(game.id, &setup.packs), lexicon)
            .map_err(|found| SetupError::Packs(Box::new(found))),
    }
}

/// The words a game offers to its cards.
pub(crate) fn lexicon(game: &GameInfo) -> Option<&'static Lexicon> {
    match game.id {
        "moon-bots" => Some(&moon_bots::lexicon::LEXICON),
        _ => None,
    }
}

/// The same words, with texts that say what cards do under these options.
pub(crate) fn lexicon_under(
    game: &GameInfo,
    options: &[(String, String)],
) -> Result<Option<Lexicon>, SetupError> {
    let Some(lexicon) = lexicon(game) else { return Ok(None) };
    let readings = match game.id {
        "moon-bots" => moon_bots::Options::parse(options).map_err(SetupError::Options)?.readings(),
        _ => 0,
    };
    #[allow(clippy::clone_on_copy, reason = "a lexicon need not stay so small that it is copied")]
    let mut lexicon = lexicon.clone();
    lexicon.phrases.readings = lexicon.phrases.readings.map(|(noun, _)| (noun, readings));
    Ok(Some(lexicon))
}

/// The rules of a game with these cards.
pub(crate) fn book_of(
    game: &GameInfo,
    set: CardSet,
    players: u8,
    options: &[(String, String)],
) -> Result<Arc<dyn DynGame>, SetupError> {
    match game.id {
        "moon-bots" => {
            Ok(erase(moon_bots::Rulebook::new(set, players, options).map_err(SetupError::Options)?))
        }
        _ => Ok(erase(robotory::Rulebook::new(options).map_err(SetupError::Options)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_plays_with_every_number_of_players() {
        for info in games() {
            for players in info.players() {
                let book = rulebook(info.id, &Setup::players(players)).unwrap();
                let about = book.about();
                assert_eq!((about.game.as_str(), about.players), (info.id, players));
                assert_eq!(about.packs.is_empty(), !info.cards);
            }
        }
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let check = |id: &str, players| rulebook(id, &Setup::players(players)).err().unwrap().to_string();
        assert_eq!(check("chess", 2), "there is no game `chess`");
        assert_eq!(check("robotory", 3), "robotory is for 2 players, not 3");
        assert_eq!(check("moon-bots", 5), "moon-bots is for 2 to 4 players, not 5");
    }

    #[test]
    fn a_game_without_cards_takes_no_pack() {
        let setup = Setup { packs: vec![Default::default()], ..Setup::players(2) };
        assert_eq!(rulebook("robotory", &setup).err(), Some(SetupError::NoCards { game: "robotory" }));
    }
}
