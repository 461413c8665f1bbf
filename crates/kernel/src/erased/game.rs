//! The rulebook of any game, and how a game is turned into one.

use super::matches::DynMatch;
use crate::game::bot_of;
use crate::play::batch::{Batch, DynBatch};
use crate::{
    About, CardGame, CardSample, Clause, Counting, Game, Lesson, Match, Meter, RandomBot, Replay,
    ReplayError, Seat, Secret, Tally, TextError, perft, simulate_from,
};
use std::ops::Range;
use std::sync::Arc;

/// The rulebook of any game, with the game's own types erased.
pub trait DynGame: Send + Sync {
    /// The game, options and packs of the rulebook.
    fn about(&self) -> About;
    /// The number of players.
    fn players(&self) -> u8;
    /// The clauses that the game's code cites.
    fn clauses(&self) -> &'static [Clause];
    /// The meters of the cards' programs; see [`Rules::meters`](crate::Rules::meters).
    fn meters(&self) -> Vec<(String, &Meter)>;
    /// The first steps of all actions that players can take; see [`Text::action_space`](crate::Text::action_space).
    fn action_space(&self) -> Vec<String>;
    /// Every action that players can take in any game under this rulebook, in notation, each once, in a fixed order;
    /// `None` if actions take two steps, see [`Text::is_flat`](crate::Text::is_flat).
    fn all_actions(&self) -> Option<Vec<String>>;
    /// The side a seat plays on; see [`Rules::side`](crate::Rules::side).
    fn side(&self, seat: Seat) -> u8;
    /// The names of the game's bots, `random` first.
    fn bots(&self) -> Vec<&'static str>;

    /// The clause about hidden information; `None` for a game in which everything is public.
    fn secrecy(&self) -> Option<crate::RuleId>;

    /// Whether a bot has this name. Names with a strength, such as `search:3`, count too.
    fn has_bot(&self, name: &str) -> bool;
    /// Starts a new match. Without a seed, a person answers for chance.
    fn start(&self, seed: Option<u64>) -> Box<dyn DynMatch>;
    /// Starts a match from a written position.
    ///
    /// # Errors
    /// Every reason why the position is not possible.
    fn start_from(
        &self,
        position: &str,
        seed: Option<u64>,
    ) -> Result<Box<dyn DynMatch>, Vec<TextError>>;
    /// The hidden information that a player's action reveals; see [`Text::shows`](crate::Text::shows).
    fn shows(&self, action: &str) -> Option<String>;
    /// Chance actions that may be combined on one line; see [`Text::together`](crate::Text::together).
    fn together(&self) -> &'static [&'static str];
    /// The actions by which a player does nothing optional; see [`Text::declines`](crate::Text::declines).
    fn declines(&self) -> &'static [&'static str];
    /// The facts that matter at the end of a game; see [`Positions::key_facts`](crate::Positions::key_facts).
    fn key_facts(&self) -> &'static [&'static str];
    /// The meaning of a text in a list of facts; see [`Positions::stated`](crate::Positions::stated).
    fn stated(&self, key: &str, text: &str) -> Vec<String>;
    /// The same rules, changed so that who is asked never depends on hidden information; `None` if it never does
    /// anyway.
    fn open_rules(&self) -> Option<Arc<dyn DynGame>>;
    /// Whether the game has hidden information but asks independently of it: every player with a hidden card is asked
    /// whenever somebody may have something to play.
    fn asks_every_holder(&self) -> bool;
    /// The cards that a written position does not specify; see [`Positions::left_open`](crate::Positions::left_open).
    fn left_open(&self, position: &str) -> Vec<(Range<usize>, Vec<Secret>)>;
    /// Resumes a match from its replay.
    ///
    /// # Errors
    /// See [`Match::from_replay`].
    fn resume(&self, replay: &Replay) -> Result<Box<dyn DynMatch>, ReplayError>;
    /// Plays one game per seed with the same bot in every seat; `None` if no bot has that name.
    fn simulate(&self, bot: &str, seeds: Range<u64>) -> Option<Tally>;
    /// Plays one game per seed with the named bot in each seat, starting from a written position if one is given. The
    /// seed decides all later rolls and draws. Returns `None` if a bot name is unknown.
    ///
    /// # Errors
    /// Every reason why the position is not possible.
    fn simulate_between(
        &self,
        position: Option<&str>,
        bots: &[&str],
        seeds: Range<u64>,
    ) -> Result<Option<Tally>, Vec<TextError>>;
    /// Plays one game with the named bot in each seat, and replays it without cards that were taken; see
    /// [`card_game`](crate::card_game). Returns `None` if a bot name is unknown.
    fn card_game(&self, bots: &[&str], seed: u64, sample: CardSample<'_>) -> Option<CardGame>;
    /// Games to learn an evaluation of positions from; see [`Game::lessons`].
    fn lessons(&self, seeds: Range<u64>) -> Vec<Lesson>;
    /// Runs `count` matches side by side, for machine learning; `None` if the game has no numeric views, see
    /// [`Text::features`](crate::Text::features).
    fn batch(&self, count: usize) -> Option<Box<dyn DynBatch>>;
    /// Counts the sequences of `depth` actions from the start of a game.
    fn perft(&self, depth: u32, counting: Counting) -> u64;
    /// Counts the sequences of `depth` actions from a written position.
    ///
    /// # Errors
    /// Every reason why the position is not possible.
    fn perft_from(
        &self,
        position: &str,
        depth: u32,
        counting: Counting,
    ) -> Result<u64, Vec<TextError>>;
    /// Plays one random game and checks every law of [`crate::laws`] during it.
    ///
    /// # Errors
    /// The first violation, and where it occurred.
    #[cfg(feature = "laws")]
    fn check_laws(&self, seed: u64) -> Result<(), String>;
    /// Checks the laws during a part of a random game; see [`crate::laws::check_part`].
    ///
    /// # Errors
    /// The first violation, and where it occurred.
    #[cfg(feature = "laws")]
    fn check_part(&self, seed: u64, skip: u64, most: u64) -> Result<(), String>;
    /// Checks that a bot uses only what its seat may know; see [`crate::laws::check_bot`].
    ///
    /// # Errors
    /// The first violation, and where it occurred.
    #[cfg(feature = "laws")]
    fn check_bot(&self, bot: &str, seed: u64, every: u32, most: u32) -> Result<u32, String>;
}

/// Prints the game, the number of players, and the packs.
impl std::fmt::Debug for dyn DynGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let About {
            game,
            players,
            packs,
            ..
        } = self.about();
        let packs: Vec<String> = packs
            .iter()
            .map(|pack| format!("{} {}", pack.id, pack.version))
            .collect();
        f.debug_struct("Rulebook")
            .field("game", &game)
            .field("players", &players)
            .field("packs", &packs)
            .finish_non_exhaustive()
    }
}

/// Erases the game's own types, so that its rulebook can be used like any other.
pub fn erase<G: Game>(game: G) -> Arc<dyn DynGame> {
    Arc::new(Erased(Arc::new(game)))
}

struct Erased<G: Game>(Arc<G>);

impl<G: Game> Erased<G> {
    /// Plays one game per seed from a state; `None` if no bot has that name.
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

    fn players(&self) -> u8 {
        self.0.players()
    }

    fn meters(&self) -> Vec<(String, &Meter)> {
        self.0.meters()
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

    fn declines(&self) -> &'static [&'static str] {
        self.0.declines()
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
        // With one bot for all seats there is no need to look up whose turn it is.
        if let [first, rest @ ..] = bots
            && rest.iter().all(|other| other == first)
        {
            return Ok(self.simulate_state(&opening, first, seeds));
        }
        let named = bots.iter().map(|name| bot_of(&*self.0, name));
        let bots = named.collect::<Option<Vec<_>>>();
        Ok(bots.map(|mut bots| crate::simulate_between(&*self.0, &opening, &mut bots, seeds)))
    }

    fn card_game(&self, bots: &[&str], seed: u64, sample: CardSample<'_>) -> Option<CardGame> {
        let named = bots.iter().map(|name| bot_of(&*self.0, name));
        let mut bots = named.collect::<Option<Vec<_>>>()?;
        Some(crate::card_game(&*self.0, &mut bots, seed, sample))
    }

    fn lessons(&self, seeds: Range<u64>) -> Vec<Lesson> {
        self.0.lessons(seeds)
    }

    fn batch(&self, count: usize) -> Option<Box<dyn DynBatch>> {
        Some(Box::new(Batch::new(self.0.clone(), count)?))
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
