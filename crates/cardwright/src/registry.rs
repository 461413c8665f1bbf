//! The games there are: one entry each, and nothing else in the library asks for a game by its name.

use crate::packs::{MOON_BOTS, ROBOT_EMPIRE, with_official};
use crate::{DynGame, Setup, SetupError};
use cardwright_cards::load;
use cardwright_effects::{CardSet, Lexicon};
use cardwright_games::questions::{Edition, Question};
use cardwright_games::{lunar_command, moon_bots, robot_empire, robotory};
use cardwright_kernel::{erase, meant};
use include_dir::Dir;
use serde::Serialize;
use std::sync::{Arc, LazyLock};

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
    /// Every number of players it takes, in rising order.
    pub counts: &'static [u8],
    /// How many play when nobody says.
    pub usual: u8,
    /// Whether it is played with cards, so that packs can add to it.
    pub cards: bool,
    /// What it is, in one line.
    pub about: &'static str,
}

impl GameInfo {
    /// The numbers of players it takes.
    pub fn players(&self) -> impl ExactSizeIterator<Item = u8> + use<> {
        self.counts.iter().copied()
    }

    /// Whether so many can play it.
    pub fn takes(&self, players: u8) -> bool {
        self.counts.contains(&players)
    }

    /// The numbers of players as people say them: `2`, `2 to 4`, `2 or 4`.
    pub fn seats(&self) -> String {
        crate::setup::seats(self.counts)
    }
}

/// Options by name and value.
type Given = [(String, String)];

/// Makes a rulebook of cards, a number of players and options, or tells every reason why not.
type Build = fn(CardSet, u8, &Given) -> Result<Arc<dyn DynGame>, Vec<String>>;

/// Everything the library must know of a game.
pub(crate) struct Module {
    /// What frontends list.
    pub(crate) info: GameInfo,
    /// The words it offers to its cards; none without cards.
    pub(crate) lexicon: Option<&'static Lexicon>,
    /// The folders of its official packs, by name.
    pub(crate) packs: &'static [(&'static str, &'static Dir<'static>)],
    /// Its open questions.
    pub(crate) questions: &'static [Question],
    /// The language editions of its rulebook.
    pub(crate) editions: &'static [Edition],
    /// Which texts of cards options choose; see [`lexicon_under`].
    readings: fn(&Given) -> Result<u64, Vec<String>>,
    /// The rulebook with these cards for so many players under these options.
    build: Build,
}

const MODULES: &[Module] = &[
    Module {
        info: GameInfo {
            id: "lunar-command",
            title: "Lunar Command",
            least: 2,
            most: 4,
            counts: &[2, 4],
            usual: 2,
            cards: false,
            about: "wall in robots and astronauts on the moon, and have the majority in the wall",
        },
        lexicon: None,
        packs: &[],
        questions: lunar_command::questions::QUESTIONS,
        editions: lunar_command::questions::EDITIONS,
        readings: |_| Ok(0),
        build: |_, players, options| Ok(erase(lunar_command::Rulebook::new(players, options)?)),
    },
    Module {
        info: GameInfo {
            id: "moon-bots",
            title: "Moon-Bots",
            least: 2,
            most: 4,
            counts: &[2, 3, 4],
            usual: 4,
            cards: true,
            about: "build a robot from cards, roll its dice, knock the neighbours out",
        },
        lexicon: Some(&moon_bots::lexicon::LEXICON),
        packs: &[("moon-bots", &MOON_BOTS)],
        questions: moon_bots::questions::QUESTIONS,
        editions: moon_bots::questions::EDITIONS,
        readings: |options| Ok(moon_bots::Options::parse(options)?.readings()),
        build: |set, players, options| Ok(erase(moon_bots::Rulebook::new(set, players, options)?)),
    },
    Module {
        info: GameInfo {
            id: "robot-empire",
            title: "Robot Empire",
            least: 2,
            most: 3,
            counts: &[2, 3],
            usual: 2,
            cards: true,
            about: "raise an army of robots with coins and empty the other Batteries",
        },
        lexicon: Some(&robot_empire::lexicon::LEXICON),
        packs: &[("robot-empire", &ROBOT_EMPIRE)],
        questions: robot_empire::questions::QUESTIONS,
        editions: robot_empire::questions::EDITIONS,
        readings: |_| Ok(0),
        build: |set, players, options| Ok(erase(robot_empire::Rulebook::new(set, players, options)?)),
    },
    Module {
        info: GameInfo {
            id: "robotory",
            title: "Robotory",
            least: 2,
            most: 2,
            counts: &[2],
            usual: 2,
            cards: false,
            about: "lead three common robots over energy discs into your own camp",
        },
        lexicon: None,
        packs: &[],
        questions: &[],
        editions: &[],
        readings: |_| Ok(0),
        build: |_, _, options| Ok(erase(robotory::Rulebook::new(options)?)),
    },
];

/// The games there are, in order of name.
pub fn games() -> &'static [GameInfo] {
    static GAMES: LazyLock<Vec<GameInfo>> =
        LazyLock::new(|| MODULES.iter().map(|module| module.info.clone()).collect());
    &GAMES
}

/// The printed editions of a game whose reading of its open questions the option `edition` takes; none for a game
/// without that option.
pub fn editions(id: &str) -> Vec<&'static str> {
    let editions = module(id).map_or(&[][..], |module| module.editions);
    editions.iter().map(|edition| edition.name).collect()
}

/// The game of an id.
///
/// # Errors
/// [`SetupError::UnknownGame`].
pub fn game(id: &str) -> Result<&'static GameInfo, SetupError> {
    Ok(&module(id)?.info)
}

/// The entry of a game.
///
/// # Errors
/// [`SetupError::UnknownGame`].
pub(crate) fn module(id: &str) -> Result<&'static Module, SetupError> {
    let known: Vec<&str> = MODULES.iter().map(|module| module.info.id).collect();
    let unknown = || SetupError::UnknownGame { name: id.into(), help: meant(id, &known) };
    MODULES.iter().find(|module| module.info.id == id).ok_or_else(unknown)
}

/// The open questions of a game; none where there is no such game.
pub fn questions(id: &str) -> &'static [Question] {
    module(id).map_or(&[], |module| module.questions)
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
    if !game.takes(setup.players) {
        return Err(SetupError::Players { game: game.id, players: setup.players, allowed: game.counts });
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
    module(game.id).ok()?.lexicon
}

/// The same words, with texts that say what cards do under these options.
pub(crate) fn lexicon_under(
    game: &GameInfo,
    options: &[(String, String)],
) -> Result<Option<Lexicon>, SetupError> {
    let Some(lexicon) = lexicon(game) else { return Ok(None) };
    let readings = (module(game.id)?.readings)(options).map_err(SetupError::Options)?;
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
    (module(game.id)?.build)(set, players, options).map_err(SetupError::Options)
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
        assert_eq!(check("lunar-command", 3), "lunar-command is for 2 or 4 players, not 3");
    }

    #[test]
    fn a_game_without_cards_takes_no_pack() {
        let setup = Setup { packs: vec![Default::default()], ..Setup::players(2) };
        assert_eq!(rulebook("robotory", &setup).err(), Some(SetupError::NoCards { game: "robotory" }));
    }
}
