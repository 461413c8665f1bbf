//! How many robots or players a written position is for.

use crate::{GameInfo, Setup, rulebook};
use cardwright_kernel::{DynGame, Viewer};
use std::fmt;

/// The tables of a written position that stand for robots or players (`[[robot]]`), and how many the rules have. The judge
/// takes another number, as a ruling says itself how many play; where nobody says it, what is meant is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// Their key: `robot`, `player`.
    pub key: String,
    /// Where they begin in the text, in bytes.
    pub at: usize,
    /// How many there are in the text.
    pub written: usize,
    /// How many the rules have.
    pub needed: usize,
    /// For how many players the rules are.
    pub players: u8,
}

impl Tables {
    /// The tables of a written position; none where it has none for the game, or is no TOML.
    pub fn of(book: &dyn DynGame, position: &str) -> Option<Tables> {
        let root = toml_span::parse(position).ok()?;
        let facts = book.start(None).facts(Viewer::Spectator);
        root.as_table()?.iter().find_map(|(key, value)| {
            let needed = facts.get(key.name.as_ref())?.as_object()?.len();
            let written = value.as_array()?.len();
            (written > 0).then(|| Tables {
                key: key.name.to_string(),
                at: key.span.start,
                written,
                needed,
                players: book.about().players,
            })
        })
    }

    /// For how many players a written position of a game is: the usual number first of those for which it has a table for
    /// each robot or player.
    ///
    /// # Errors
    /// Its tables, where they fit no number.
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

    /// Whether there are as many as the rules have.
    pub fn fit(&self) -> bool {
        self.written == self.needed
    }

    /// What to write instead of another number.
    pub fn help(&self) -> String {
        format!(
            "write one `[[{}]]` for each, an empty one for one that stands as at the start",
            self.key
        )
    }
}

/// That there are so many, and how many the rules have.
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
            "there {are} {written} `[[{key}]]`, and a game of {players} players has {needed}"
        )
    }
}
