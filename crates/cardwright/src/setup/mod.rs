//! The setup of a game, as a frontend gives it.

pub(crate) mod error;

pub use error::SetupError;

use crate::modules::module;
use crate::packs::{PackSource, source};
use cardwright_kernel::Replay;

/// The seat name for a person. Any other seat name is the name of a bot.
pub const HUMAN: &str = "human";

/// The settings of a game, chosen before it starts.
///
/// ```
/// use cardwright::{PackSource, Setup};
///
/// let setup = Setup::players(2).option("edition", "en").pack(PackSource::from_texts("mine", [("pack.toml", "…")]));
/// assert_eq!((setup.players, setup.packs.len()), (2, 1));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Setup {
    /// The number of players.
    pub players: u8,
    /// Options by name and value; all others have their default.
    pub options: Vec<(String, String)>,
    /// Packs in addition to the official ones. A pack with an official pack's id replaces that pack.
    pub packs: Vec<PackSource>,
}

impl Setup {
    /// The default settings for a number of players.
    pub fn players(players: u8) -> Self {
        Setup {
            players,
            ..Setup::default()
        }
    }

    /// Adds an option.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.push((name.into(), value.into()));
        self
    }

    /// Adds a pack.
    #[must_use]
    pub fn pack(mut self, pack: PackSource) -> Self {
        self.packs.push(pack);
        self
    }

    /// Adapts the setup to a table with these seats. With two or more people, a game with hidden hands sets
    /// `ask = when-holding` unless the options already set it: being asked must not tell others that somebody holds a
    /// playable card. [`crate::Session::begin`] calls this itself.
    ///
    /// ```
    /// use cardwright::Setup;
    ///
    /// let seats = |of: &[&str]| of.iter().map(ToString::to_string).collect::<Vec<_>>();
    /// let asks = ("ask".to_string(), "when-holding".to_string());
    /// let people = Setup::players(3).at_table("moon-bots", &seats(&["human", "human", "greedy"]));
    /// assert_eq!(people.options, [asks]);
    /// let alone = Setup::players(3).at_table("moon-bots", &seats(&["human", "greedy", "greedy"]));
    /// assert_eq!(alone, Setup::players(3));
    /// ```
    #[must_use]
    pub fn at_table(mut self, game: &str, seats: &[String]) -> Self {
        let people = seats.iter().filter(|who| *who == HUMAN).count();
        let all = module(game).map_or(&[][..], |module| module.table_options());
        let unset = |(name, _): &&(&str, &str)| self.options.iter().all(|(set, _)| set != name);
        let more: Vec<_> = all.iter().filter(unset).collect();
        for (name, value) in more.into_iter().filter(|_| people > 1) {
            self = self.option(*name, *value);
        }
        self
    }

    /// The setup of a replay, with the cards stored in it.
    pub fn of(replay: &Replay) -> Self {
        let packs = replay.packs.iter().map(source).collect();
        Setup {
            players: replay.players,
            options: replay.options.clone(),
            packs,
        }
    }
}
