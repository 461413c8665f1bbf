//! What the library must know of a game: one entry each, in one list.

use crate::odds::Odds;
use crate::questions::{Edition, Question};
use cardwright_effects::{CardSet, Lexicon};
use cardwright_kernel::DynGame;
use include_dir::Dir;
use serde::Serialize;
use std::sync::Arc;

/// A game as frontends list it.
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
        seats(self.counts)
    }
}

/// Numbers of players as people say them: `2`, `2 to 4`, `2 or 4`.
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

/// Options by name and value.
pub type Given = [(String, String)];

/// A folder of files that is part of the library.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// What messages call it.
    pub name: &'static str,
    /// Its files.
    pub files: &'static Dir<'static>,
}

/// Everything the library must know of a game. A game without cards says what it is and how its rulebook is made; all
/// else has a default.
pub trait GameModule: Sync {
    /// What frontends list.
    fn info(&self) -> &'static GameInfo;

    /// The rulebook with these cards for so many players under these options; no cards for a game without.
    ///
    /// # Errors
    /// Every reason why this makes no game.
    fn build(
        &self,
        cards: CardSet,
        players: u8,
        options: &Given,
    ) -> Result<Arc<dyn DynGame>, Vec<String>>;

    /// What its views and actions look like where they cross a border.
    #[cfg(feature = "schema")]
    fn shapes(&self) -> crate::shapes::Shapes;

    /// The words it offers to its cards; none without cards.
    fn lexicon(&self) -> Option<&'static Lexicon> {
        None
    }

    /// Its official packs.
    fn packs(&self) -> &'static [Embedded] {
        &[]
    }

    /// A first pack for somebody who has none: an ordinary pack that calls itself `my-pack`, My Pack.
    fn starter(&self) -> Option<Embedded> {
        None
    }

    /// Options that are set at a table of two or more people, unless the table sets them: what is asked by default would
    /// tell one person what another holds.
    fn table_options(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Its open questions.
    fn questions(&self) -> &'static [Question] {
        &[]
    }

    /// Its open questions as a page of the docs, with what language editions say; none where it has none.
    #[cfg(feature = "pages")]
    fn questions_page(&self) -> Option<String> {
        None
    }

    /// The language editions of its rulebook.
    fn editions(&self) -> &'static [Edition] {
        &[]
    }

    /// Which texts of its cards these options choose: the variants that hold, a bit each, as the lexicon numbers them.
    ///
    /// # Errors
    /// Every reason why these are no options.
    fn variants(&self, _options: &Given) -> Result<u64, Vec<String>> {
        Ok(0)
    }

    /// Its cards and rules, ready to be asked for odds; none for a game that has none.
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
