//! What the library needs to know of a game: one entry for each game, in one list.

use crate::odds::Odds;
use crate::questions::{Edition, Question};
use cardwright_effects::{CardSet, Lexicon};
use cardwright_kernel::DynGame;
use include_dir::Dir;
use serde::Serialize;
use std::sync::Arc;

/// The description of a game for frontends.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameInfo {
    /// The id of the game.
    pub id: &'static str,
    /// The name as printed on the box.
    pub title: &'static str,
    /// The minimum number of players.
    pub least: u8,
    /// The maximum number of players.
    pub most: u8,
    /// All supported numbers of players, ascending.
    pub counts: &'static [u8],
    /// The default number of players.
    pub usual: u8,
    /// Whether the game has cards, so that packs can add more.
    pub cards: bool,
    /// A description in one line.
    pub about: &'static str,
}

impl GameInfo {
    /// The supported numbers of players.
    pub fn players(&self) -> impl ExactSizeIterator<Item = u8> + use<> {
        self.counts.iter().copied()
    }

    /// Whether the game supports this number of players.
    pub fn takes(&self, players: u8) -> bool {
        self.counts.contains(&players)
    }

    /// The supported numbers of players as text: `2`, `2 to 4`, `2 or 4`.
    pub fn seats(&self) -> String {
        seats(self.counts)
    }
}

/// Formats numbers of players as text: `2`, `2 to 4`, `2 or 4`.
pub fn seats(numbers: &[u8]) -> String {
    match numbers {
        [] => "no".into(),
        [one] => one.to_string(),
        [first, .., last] if usize::from(last - first) + 1 == numbers.len() => {
            format!("{first} to {last}")
        }
        several => several
            .iter()
            .map(u8::to_string)
            .collect::<Vec<_>>()
            .join(" or "),
    }
}

/// Options as pairs of name and value.
pub type Given = [(String, String)];

/// Refuses all options, for a game that has none.
///
/// # Errors
/// A sentence for each given option.
pub fn no_options(given: &Given) -> Result<(), Vec<String>> {
    let refuse =
        |(name, _): &(String, String)| format!("option `{name}`: this game has no options");
    match given {
        [] => Ok(()),
        given => Err(given.iter().map(refuse).collect()),
    }
}

/// A folder of files embedded in the library.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The folder's name in messages.
    pub name: &'static str,
    /// The files in the folder.
    pub files: &'static Dir<'static>,
}

/// Everything that the library needs from a game. A game without cards only has to provide its description, its
/// rulebook and its schemas; everything else has a default.
pub trait GameModule: Sync {
    /// The description for frontends.
    fn info(&self) -> &'static GameInfo;

    /// Makes the rulebook for these cards, players and options; without cards for a game that has none.
    ///
    /// # Errors
    /// Every reason why no rulebook can be made.
    fn build(
        &self,
        cards: CardSet,
        players: u8,
        options: &Given,
    ) -> Result<Arc<dyn DynGame>, Vec<String>>;

    /// The schemas of the game's views and actions, for data exchanged with other programs. `None`, the default, in a
    /// game that is built without them.
    #[cfg(feature = "schema")]
    fn shapes(&self) -> Option<crate::shapes::Shapes> {
        None
    }

    /// The words available to the game's cards; `None` for a game without cards.
    fn lexicon(&self) -> Option<&'static Lexicon> {
        None
    }

    /// The official packs.
    fn packs(&self) -> &'static [Embedded] {
        &[]
    }

    /// A template for a first pack: a normal pack with the id `my-pack` and the name My Pack.
    fn starter(&self) -> Option<Embedded> {
        None
    }

    /// Options that are set for a table of two or more people, unless the table sets them itself: with the defaults,
    /// the questions would reveal cards in other players' hands.
    fn table_options(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The open questions about the game's rules.
    fn questions(&self) -> &'static [Question] {
        &[]
    }

    /// A documentation page about the open questions and the answers of language editions; `None` without open
    /// questions.
    #[cfg(feature = "pages")]
    fn questions_page(&self) -> Option<String> {
        None
    }

    /// The language editions of its rulebook.
    fn editions(&self) -> &'static [Edition] {
        &[]
    }

    /// The rule variants that these options select for the texts of cards, as a bit mask numbered by the lexicon.
    ///
    /// # Errors
    /// Every reason why the options are not valid.
    fn variants(&self, _options: &Given) -> Result<u64, Vec<String>> {
        Ok(0)
    }

    /// Prepares the cards and rules for calculating odds; `None` if the game offers no odds.
    fn odds(
        &self,
        _cards: CardSet,
        _players: u8,
        _options: &Given,
    ) -> Option<Result<Box<dyn Odds>, Vec<String>>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_players_are_said_as_people_say_them() {
        let said: Vec<_> = [&[2][..], &[2, 3, 4], &[2, 4], &[]].map(seats).into();
        assert_eq!(said, ["2", "2 to 4", "2 or 4", "no"]);
    }
}
