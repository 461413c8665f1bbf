//! A rulebook of any game, and how a game becomes one.

use super::matches::DynMatch;
use crate::game::bot_of;
use crate::{
    About, Clause, Counting, Game, Match, RandomBot, Replay, ReplayError, Seat, Secret, Tally,
    TextError, perft, simulate_from,
};
use std::ops::Range;
use std::sync::Arc;

/// A rulebook of any game.
pub trait DynGame: Send + Sync {
    /// What this rulebook is.
    fn about(&self) -> About;
    /// The clauses its code cites.
    fn clauses(&self) -> &'static [Clause];
    /// The first steps of every action that seats can take; see [`Text::action_space`](crate::Text::action_space).
    fn action_space(&self) -> Vec<String>;
    /// Every action that seats can take in any game under this rulebook, in notation, each once, in a fixed order; `None`
    /// where an action takes two steps, see [`Text::is_flat`](crate::Text::is_flat).
    fn all_actions(&self) -> Option<Vec<String>>;
    /// The side a seat plays on; see [`Rules::side`](crate::Rules::side).
    fn side(&self, seat: Seat) -> u8;
    /// The names of its bots, `random` first.
    fn bots(&self) -> Vec<&'static str>;

    /// The clause that says what is hidden; `None` of a game in which everything lies open.
    fn secrecy(&self) -> Option<crate::RuleId>;

    /// Whether a bot goes by this name, one with a strength of its own (such as `search:3`) too.
    fn has_bot(&self, name: &str) -> bool;
    /// A new match; without a seed a person answers for chance.
    fn start(&self, seed: Option<u64>) -> Box<dyn DynMatch>;
    /// A match that starts from a written position.
    ///
    /// # Errors
    /// Every reason why the text is not a possible position.
    fn start_from(
        &self,
        position: &str,
        seed: Option<u64>,
    ) -> Result<Box<dyn DynMatch>, Vec<TextError>>;
    /// What an action of a seat shows of what it alone has seen; see [`Text::shows`](crate::Text::shows).
    fn shows(&self, action: &str) -> Option<String>;
    /// Actions of chance that may stand together; see [`Text::together`](crate::Text::together).
    fn together(&self) -> &'static [&'static str];
    /// Facts that people at a table look at in the end; see [`Positions::key_facts`](crate::Positions::key_facts).
    fn key_facts(&self) -> &'static [&'static str];
    /// What a text of a list of facts says; see [`Positions::stated`](crate::Positions::stated).
    fn stated(&self, key: &str, text: &str) -> Vec<String>;
    /// The same rules, but who is asked hangs on nothing hidden; none where it never does.
    fn open_rules(&self) -> Option<Arc<dyn DynGame>>;
    /// Whether the game hides something, although who is asked hangs on nothing hidden: whoever holds a hidden card is
    /// asked whenever somebody may have something to play.
    fn asks_every_holder(&self) -> bool;
    /// The cards that a written position leaves open; see [`Positions::left_open`](crate::Positions::left_open).
    fn left_open(&self, position: &str) -> Vec<(Range<usize>, Vec<Secret>)>;
    /// A match continued from its record.
    ///
    /// # Errors
    /// See [`Match::from_replay`].
    fn resume(&self, replay: &Replay) -> Result<Box<dyn DynMatch>, ReplayError>;
    /// One game for each seed, the same bot in every seat; `None` when no bot has that name.
    fn simulate(&self, bot: &str, seeds: Range<u64>) -> Option<Tally>;
    /// One game for each seed, a bot for each seat by name, all from a written position if there is one: the seed decides
    /// what is rolled and drawn from there on. `None` when a name is no bot's.
    ///
    /// # Errors
    /// Every reason why the text is not a possible position.
    fn simulate_between(
        &self,
        position: Option<&str>,
        bots: &[&str],
        seeds: Range<u64>,
    ) -> Result<Option<Tally>, Vec<TextError>>;
    /// The number of lines of play from the start, to a depth.
    fn perft(&self, depth: u32, counting: Counting) -> u64;
    /// The number of lines of play from a written position, to a depth.
    ///
    /// # Errors
    /// Every reason why the text is not a possible position.
    fn perft_from(
        &self,
        position: &str,
        depth: u32,
        counting: Counting,
    ) -> Result<u64, Vec<TextError>>;
    /// Plays one random game and checks every law of [`crate::laws`] on the way.
    ///
    /// # Errors
    /// The first law that is broken, and where.
    #[cfg(feature = "laws")]
    fn check_laws(&self, seed: u64) -> Result<(), String>;
    /// Checks the laws over a part of a random game; see [`crate::laws::check_part`].
    ///
    /// # Errors
    /// The first law that is broken, and where.
    #[cfg(feature = "laws")]
    fn check_part(&self, seed: u64, skip: u64, most: u64) -> Result<(), String>;
    /// Checks that a bot sees only what its seat may know; see [`crate::laws::check_bot`].
    ///
    /// # Errors
    /// The first law that is broken, and where.
    #[cfg(feature = "laws")]
    fn check_bot(&self, bot: &str, seed: u64, every: u32, most: u32) -> Result<u32, String>;
}

/// What is played, by how many, and with which packs.
impl std::fmt::Debug for dyn DynGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let About {
            game,
            players,
            packs,
            ..
        } = self.about();
        let packs: Vec<String> = packs
            .into_iter()
            .map(|pack| format!("{} {}", pack.id, pack.version))
            .collect();
        f.debug_struct("Rulebook")
            .field("game", &game)
            .field("players", &players)
            .field("packs", &packs)
            .finish_non_exhaustive()
    }
}

/// A rulebook behind the type that every game shares.
pub fn erase<G: Game>(game: G) -> Arc<dyn DynGame> {
    Arc::new(Erased(Arc::new(game)))
}

struct Erased<G: Game>(Arc<G>);

impl<G: Game> Erased<G> {
    /// One game for each seed from a state; `None` when no bot has that name.
    fn simulate_state(&self, opening: &G::State, bot: &str, seeds: Range<u64>) -> Option<Tally> {
        if bot == "random" {
            return Some(simulate_from(&*self.0, opening, &mut RandomBot, seeds));
        }
        let mut bot = bot_of(&*self.0, bot)?;
        Some(simulate_from(&*self.0, opening, &mut *bot, seeds))
    }
}

impl<G: Game> DynGame for Erased<G> {
    fn about(&self) -> About {
        self.0.about()
    }

    fn clauses(&self) -> &'static [Clause] {
        self.0.clauses()
    }

    fn action_space(&self) -> Vec<String> {
        self.0.action_space()
    }

    fn all_actions(&self) -> Option<Vec<String>> {
        self.0.is_flat().then(|| self.0.action_space())
    }

    fn side(&self, seat: Seat) -> u8 {
        self.0.side(seat)
    }

    fn secrecy(&self) -> Option<crate::RuleId> {
        self.0.secrecy()
    }

    fn has_bot(&self, name: &str) -> bool {
        bot_of(&*self.0, name).is_some()
    }

    fn bots(&self) -> Vec<&'static str> {
        std::iter::once("random")
            .chain(self.0.bots().iter().copied())
            .chain(self.0.levels().iter().map(|(level, _)| *level))
            .collect()
    }

    fn start(&self, seed: Option<u64>) -> Box<dyn DynMatch> {
        Box::new(Match::new(self.0.clone(), seed))
    }

    fn start_from(
        &self,
        position: &str,
        seed: Option<u64>,
    ) -> Result<Box<dyn DynMatch>, Vec<TextError>> {
        Ok(Box::new(Match::from_position(
            self.0.clone(),
            position,
            seed,
        )?))
    }

    fn shows(&self, action: &str) -> Option<String> {
        self.0.shows(action)
    }

    fn together(&self) -> &'static [&'static str] {
        self.0.together()
    }

    fn key_facts(&self) -> &'static [&'static str] {
        self.0.key_facts()
    }

    fn stated(&self, key: &str, text: &str) -> Vec<String> {
        self.0.stated(key, text)
    }

    fn open_rules(&self) -> Option<Arc<dyn DynGame>> {
        self.0.open_rules().map(erase)
    }

    fn asks_every_holder(&self) -> bool {
        self.0.secrecy().is_some() && self.0.open_rules().is_none()
    }

    fn left_open(&self, position: &str) -> Vec<(Range<usize>, Vec<Secret>)> {
        self.0.left_open(position)
    }

    fn resume(&self, replay: &Replay) -> Result<Box<dyn DynMatch>, ReplayError> {
        Ok(Box::new(Match::from_replay(self.0.clone(), replay)?))
    }

    fn simulate(&self, bot: &str, seeds: Range<u64>) -> Option<Tally> {
        self.simulate_state(&self.0.start(&mut crate::NoLog), bot, seeds)
    }

    fn perft_from(
        &self,
        position: &str,
        depth: u32,
        counting: Counting,
    ) -> Result<u64, Vec<TextError>> {
        Ok(perft(
            &*self.0,
            &self.0.read_position(position)?,
            depth,
            counting,
        ))
    }

    fn simulate_between(
        &self,
        position: Option<&str>,
        bots: &[&str],
        seeds: Range<u64>,
    ) -> Result<Option<Tally>, Vec<TextError>> {
        let opening = match position {
            Some(position) => self.0.read_position(position)?,
            None => self.0.start(&mut crate::NoLog),
        };
        // The same bot in every seat is asked without looking up whose turn it is.
        if let [first, rest @ ..] = bots
            && rest.iter().all(|other| other == first)
        {
            return Ok(self.simulate_state(&opening, first, seeds));
        }
        let named = bots.iter().map(|name| bot_of(&*self.0, name));
        let bots = named.collect::<Option<Vec<_>>>();
        Ok(bots.map(|mut bots| crate::simulate_between(&*self.0, &opening, &mut bots, seeds)))
    }

    fn perft(&self, depth: u32, counting: Counting) -> u64 {
        perft(&*self.0, &self.0.start(&mut crate::NoLog), depth, counting)
    }

    #[cfg(feature = "laws")]
    fn check_laws(&self, seed: u64) -> Result<(), String> {
        crate::laws::check_match(&self.0, seed)
    }

    #[cfg(feature = "laws")]
    fn check_part(&self, seed: u64, skip: u64, most: u64) -> Result<(), String> {
        crate::laws::check_part(&self.0, seed, skip, most)
    }

    #[cfg(feature = "laws")]
    fn check_bot(&self, bot: &str, seed: u64, every: u32, most: u32) -> Result<u32, String> {
        crate::laws::check_bot(&*self.0, bot, seed, every, most)
    }
}
