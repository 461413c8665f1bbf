//! The available games, by id. The data about each game is in its module (`cardwright_games::module`); no code here
//! depends on a particular game.

use crate::modules::module;
use crate::packs::with_official;
use crate::{PackSource, Setup, SetupError};
use cardwright_cards::load;
use cardwright_effects::{CardSet, Lexicon};
use cardwright_games::GAMES as MODULES;
pub use cardwright_games::module::GameInfo;
use cardwright_games::questions::Question;
use cardwright_kernel::DynGame;
use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// All games, in order of name.
pub fn games() -> &'static [GameInfo] {
    static GAMES: LazyLock<Vec<GameInfo>> =
        LazyLock::new(|| MODULES.iter().map(|module| module.info().clone()).collect());
    &GAMES
}

/// The printed editions of a game, as the option `edition` accepts them; empty for a game without that option.
pub fn editions(id: &str) -> Vec<&'static str> {
    let editions = module(id).map_or(&[][..], |module| module.editions());
    editions.iter().map(|edition| edition.name).collect()
}

/// Finds a game by its id.
///
/// # Errors
/// [`SetupError::UnknownGame`] if there is no such game.
pub fn game(id: &str) -> Result<&'static GameInfo, SetupError> {
    Ok(module(id)?.info())
}

/// The open questions about a game's rules; empty if the game does not exist.
pub fn questions(id: &str) -> &'static [Question] {
    module(id).map_or(&[], |module| module.questions())
}

/// The rules of a game with its cards. A rulebook is immutable and can be shared by any number of matches and threads.
///
/// ```
/// use cardwright::{Match, Setup, rulebook};
///
/// let book = rulebook("moon-bots", &Setup::players(4))?;
/// assert!(book.bots().contains(&"greedy"));
/// let all = book.all_actions().ok_or("an action takes two steps")?;
/// assert!(all.iter().any(|action| action == "buy top-left"));
/// let (one, other) = (Match::start(book.clone(), Some(1)), Match::start(book, Some(2)));
/// assert_ne!(one.fingerprint(), other.fingerprint());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`SetupError`].
pub fn rulebook(id: &str, setup: &Setup) -> Result<Arc<dyn DynGame>, SetupError> {
    let game = game(id)?;
    bounded(&setup.options)?;
    book_of(game, card_set(game, setup)?, setup.players, &setup.options)
}

/// The number of card sets that are kept, because reading packs takes much longer than copying what was read.
const KEPT: usize = 8;

/// The last card sets that were read: the game, the packs beside its official ones, and the cards.
type Kept = VecDeque<(&'static str, Vec<PackSource>, CardSet)>;

static READ: Mutex<Kept> = Mutex::new(VecDeque::new());

/// The cards that a game is played with. The last few sets are kept, so repeated calls are cheap.
///
/// # Errors
/// If the number of players or the packs are not valid.
pub(crate) fn card_set(game: &GameInfo, setup: &Setup) -> Result<CardSet, SetupError> {
    if !game.takes(setup.players) {
        return Err(SetupError::Players {
            game: game.id,
            players: setup.players,
            allowed: game.counts,
        });
    }
    if !game.cards && !setup.packs.is_empty() {
        return Err(SetupError::NoCards { game: game.id });
    }
    let Some(lexicon) = lexicon(game) else {
        return Ok(CardSet::default());
    };
    // The lock is not held while packs are read, so that callers with other packs need not wait.
    let kept = || READ.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |(id, packs, _): &&(_, _, _)| *id == game.id && *packs == setup.packs;
    if let Some((_, _, cards)) = kept().iter().find(same) {
        return Ok(cards.clone());
    }
    let cards = load(&with_official(game.id, &setup.packs), lexicon)
        .map_err(|found| SetupError::Packs(Box::new(found)))?;
    let mut kept = kept();
    kept.truncate(KEPT - 1);
    kept.push_front((game.id, setup.packs.clone(), cards.clone()));
    Ok(cards)
}

/// The words for a game's cards.
pub(crate) fn lexicon(game: &GameInfo) -> Option<&'static Lexicon> {
    module(game.id).ok()?.lexicon()
}

/// The words for a game's cards, with texts for these options.
pub(crate) fn lexicon_under(
    game: &GameInfo,
    options: &[(String, String)],
) -> Result<Option<Lexicon>, SetupError> {
    let Some(lexicon) = lexicon(game) else {
        return Ok(None);
    };
    bounded(options)?;
    let variants = module(game.id)?
        .variants(options)
        .map_err(SetupError::Options)?;
    #[allow(
        clippy::clone_on_copy,
        reason = "a lexicon need not stay so small that it is copied"
    )]
    let mut lexicon = lexicon.clone();
    lexicon.phrases.variants = lexicon.phrases.variants.map(|(noun, _)| (noun, variants));
    Ok(Some(lexicon))
}

/// The maximum number of options in a setup, and the maximum bytes of a name and of a value; all far above what any
/// game needs.
const OPTIONS: usize = 100;
const NAME_BYTES: usize = 100;
const VALUE_BYTES: usize = 4_096;

/// Refuses too many or too long options before they are processed, because a game compares each with all of its own.
pub(crate) fn bounded(options: &[(String, String)]) -> Result<(), SetupError> {
    let refuse = |what: String| Err(SetupError::Options(vec![what]));
    if options.len() > OPTIONS {
        return refuse(format!(
            "{} options are given; give {OPTIONS} at most",
            options.len()
        ));
    }
    for (nth, (name, value)) in (1..).zip(options) {
        if name.len() > NAME_BYTES {
            return refuse(format!(
                "the name of option {nth} has {} bytes; a name has {NAME_BYTES} at most",
                name.len()
            ));
        }
        if value.len() > VALUE_BYTES {
            return refuse(format!(
                "option `{name}`: the value has {} bytes; a value has {VALUE_BYTES} at most",
                value.len()
            ));
        }
    }
    Ok(())
}

/// The rules of a game with these cards.
pub(crate) fn book_of(
    game: &GameInfo,
    set: CardSet,
    players: u8,
    options: &[(String, String)],
) -> Result<Arc<dyn DynGame>, SetupError> {
    module(game.id)?
        .build(set, players, options)
        .map_err(SetupError::Options)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The maximum number and length of options is accepted, and one more is refused with a short message.
    #[test]
    fn options_have_a_bound() {
        let option = |name: usize, value: usize| ("n".repeat(name), "v".repeat(value));
        let many = |count: usize| vec![option(1, 1); count];
        for (options, refused) in [
            (many(OPTIONS), false),
            (many(OPTIONS + 1), true),
            (many(400_000), true),
            (vec![option(NAME_BYTES, VALUE_BYTES)], false),
            (vec![option(NAME_BYTES + 1, 1)], true),
            (vec![option(1, VALUE_BYTES + 1)], true),
        ] {
            assert_eq!(bounded(&options).is_err(), refused);
            for info in games() {
                let setup = Setup {
                    options: options.clone(),
                    ..Setup::players(info.usual)
                };
                let told = rulebook(info.id, &setup).unwrap_err().to_string();
                assert!(!refused || told.len() < 300, "{told}");
            }
        }
    }

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
        let check = |id: &str, players| {
            rulebook(id, &Setup::players(players))
                .err()
                .unwrap()
                .to_string()
        };
        assert_eq!(check("chess", 2), "there is no game `chess`");
        assert_eq!(check("robotory", 3), "robotory is for 2 players, not 3");
        assert_eq!(
            check("moon-bots", 5),
            "moon-bots is for 2 to 4 players, not 5"
        );
        assert_eq!(
            check("lunar-command", 3),
            "lunar-command is for 2 or 4 players, not 3"
        );
    }

    #[test]
    fn a_game_without_cards_takes_no_pack() {
        let setup = Setup {
            packs: vec![Default::default()],
            ..Setup::players(2)
        };
        assert_eq!(
            rulebook("robotory", &setup).err(),
            Some(SetupError::NoCards { game: "robotory" })
        );
    }
}
