//! The number of robots or players in a written position.

use crate::{GameInfo, Setup, rulebook};
use cardwright_kernel::{DynGame, Viewer};
use std::fmt;

/// The tables of a written position that describe robots or players (`[[robot]]`), compared with the number that the
/// rules need. The judge needs no such check, because a ruling states its number of players; elsewhere the number has
/// to be inferred.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// The key of the tables: `robot` or `player`.
    pub key: String,
    /// The byte offset of the first table in the text.
    pub at: usize,
    /// How many tables the text contains.
    pub written: usize,
    /// How many tables the rules need.
    pub needed: usize,
    /// The number of players of the rules.
    pub players: u8,
}

impl Tables {
    /// The tables of a written position; `None` if it has none for the game, or is not TOML.
    pub fn of(book: &dyn DynGame, position: &str) -> Option<Tables> {
        let root = toml_span::parse(position).ok()?;
        let facts = book.start(None).facts(Viewer::Spectator);
        root.as_table()?.iter().find_map(|(key, value)| {
            let needed = facts.get(key.name.as_ref())?.as_object()?.len();
            let list = value.as_array()?;
            let written = list.len();
            // A list of anything else is in the wrong place, which the position itself reports.
            let tables = list.iter().all(|one| one.as_table().is_some());
            (tables && written > 0).then(|| Tables {
                key: key.name.to_string(),
                at: key.span.start,
                written,
                needed,
                players: book.about().players,
            })
        })
    }

    /// The number of players of a written position: the first number, starting with the usual one, for which the
    /// position has a table for each robot or player.
    ///
    /// # Errors
    /// The tables, if they fit no number of players.
    pub fn players(game: &GameInfo, position: &str) -> Result<u8, Tables> {
        let others = game.players().filter(|players| *players != game.usual);
        let mut other = None;
        for players in std::iter::once(game.usual).chain(others) {
            let book = rulebook(game.id, &Setup::players(players)).ok();
            match book.and_then(|book| Tables::of(&*book, position)) {
                Some(tables) if !tables.fit() => other = other.or(Some(tables)),
                _ => return Ok(players),
            }
        }
        other.map_or(Ok(game.usual), Err)
    }

    /// Whether the position has as many tables as the rules need.
    pub fn fit(&self) -> bool {
        self.written == self.needed
    }

    /// How to correct the number of tables.
    pub fn help(&self) -> String {
        format!(
            "write one `[[{}]]` for each; an empty one is as at the start of the game",
            self.key
        )
    }
}

/// States how many tables there are, and how many the rules need.
impl fmt::Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tables {
            key,
            written,
            needed,
            players,
            ..
        } = self;
        let are = if *written == 1 { "is" } else { "are" };
        write!(
            f,
            "there {are} {written} `[[{key}]]`, but a game of {players} players has {needed}"
        )
    }
}
