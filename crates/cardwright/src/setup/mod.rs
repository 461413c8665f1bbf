//! What a frontend says before a game starts.

pub(crate) mod error;

pub use error::SetupError;

use crate::packs::{PackSource, source};
use cardwright_kernel::Replay;

/// What a frontend says before a game starts.
///
/// ```
/// use cardwright::{PackSource, Setup};
///
/// let setup = Setup::players(2).option("edition", "en").pack(PackSource::from_texts("mine", [("pack.toml", "…")]));
/// assert_eq!((setup.players, setup.packs.len()), (2, 1));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Setup {
    /// How many players.
    pub players: u8,
    /// Options by name and value; what is not named is as usual.
    pub options: Vec<(String, String)>,
    /// Packs beside the official ones. A pack with an official pack's id replaces it.
    pub packs: Vec<PackSource>,
}

impl Setup {
    /// The usual game for a number of players.
    pub fn players(players: u8) -> Self {
        Setup { players, ..Setup::default() }
    }

    /// The same with one more option.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.push((name.into(), value.into()));
        self
    }

    /// The same with one more pack.
    #[must_use]
    pub fn pack(mut self, pack: PackSource) -> Self {
        self.packs.push(pack);
        self
    }

    /// The setup a replay was played under, with the cards it carries.
    pub fn of(replay: &Replay) -> Self {
        let packs = replay.packs.iter().map(source).collect();
        Setup { players: replay.players, options: replay.options.clone(), packs }
    }
}
