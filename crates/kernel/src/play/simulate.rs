//! Fast simulation of many games between bots.

use crate::{Actor, Bot, Game, NoLog, Observation, Rng, SeatSet, fingerprint, stream};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Totals over a number of games. Tallies of disjoint seeds can be added in any order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The number of games played.
    pub games: u64,
    /// The number of decisions made, by players and by chance.
    pub decisions: u64,
    /// The number of turns started.
    pub turns: u64,
    /// The number of games won alone by each seat's side; a team's win counts for each of its seats.
    pub wins: Vec<u64>,
    /// The number of games won by nobody or by several sides.
    pub draws: u64,
    /// A digest of all final states; it is equal for the same games in any order.
    pub digest: u64,
}

impl Tally {
    /// A tally of no games.
    pub fn new(players: u8) -> Self {
        Tally {
            wins: vec![0; usize::from(players)],
            ..Tally::default()
        }
    }

    /// Adds another tally for the same game.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.turns += other.turns;
        self.draws += other.draws;
        self.digest = self.digest.wrapping_add(other.digest);
        for (mine, theirs) in self.wins.iter_mut().zip(&other.wins) {
            *mine += theirs;
        }
    }
}

/// Plays one game from `state` to its end with one bot for all seats; returns the number of actions played.
///
/// `legal` is a buffer that can be reused for many games.
#[inline]
pub fn playout<G: Game, B: Bot<G> + ?Sized>(
    game: &G,
    state: &mut G::State,
    bot: &mut B,
    dealer: &mut Rng,
    luck: &mut Rng,
    legal: &mut Vec<G::Action>,
) -> u64 {
    if bot.at_random() {
        return game.play_at_random(state, dealer, luck, legal, u64::MAX);
    }
    let mut decisions = 0;
    loop {
        let action = match game.actor(state) {
            Actor::Over(_) => return decisions,
            Actor::Chance => game.deal(state, dealer),
            Actor::Seat(seat) => {
                legal.clear();
                game.legal(state, legal);
                legal[bot
                    .choose(&Observation::new(game, state, seat), legal, luck)
                    .min(legal.len() - 1)]
            }
        };
        decisions += 1;
        game.apply_unchecked(state, action, &mut NoLog);
    }
}

/// Plays one game from `state` to its end with a bot for each seat; returns the number of actions played. A seat
/// without a bot takes the first allowed action.
pub fn playout_between<G: Game>(
    game: &G,
    state: &mut G::State,
    bots: &mut [Box<dyn Bot<G>>],
    (dealer, luck): (&mut Rng, &mut Rng),
    legal: &mut Vec<G::Action>,
) -> u64 {
    let mut decisions = 0;
    loop {
        let action = match game.actor(state) {
            Actor::Over(_) => return decisions,
            Actor::Chance => game.deal(state, dealer),
            Actor::Seat(seat) => {
                legal.clear();
                game.legal(state, legal);
                let observation = Observation::new(game, state, seat);
                let chosen = bots
                    .get_mut(seat.index())
                    .map_or(0, |bot| bot.choose(&observation, legal, luck));
                legal[chosen.min(legal.len() - 1)]
            }
        };
        decisions += 1;
        game.apply_unchecked(state, action, &mut NoLog);
    }
}

/// Plays one game per seed of the range, with the same bot in every seat.
pub fn simulate<G: Game, B: Bot<G> + ?Sized>(game: &G, bot: &mut B, seeds: Range<u64>) -> Tally {
    simulate_from(game, &game.start(&mut NoLog), bot, seeds)
}

/// Like [`simulate`], but every game starts from a given state.
pub fn simulate_from<G: Game, B: Bot<G> + ?Sized>(
    game: &G,
    opening: &G::State,
    bot: &mut B,
    seeds: Range<u64>,
) -> Tally {
    tally(game, opening, seeds, |state, dealer, luck, legal| {
        playout(game, state, bot, dealer, luck, legal)
    })
}

/// Plays one game per seed of the range, with a bot for each seat, starting from a given state.
pub fn simulate_between<G: Game>(
    game: &G,
    opening: &G::State,
    bots: &mut [Box<dyn Bot<G>>],
    seeds: Range<u64>,
) -> Tally {
    tally(game, opening, seeds, |state, dealer, luck, legal| {
        playout_between(game, state, bots, (dealer, luck), legal)
    })
}

/// Plays one game per seed of the range and adds up the results.
fn tally<G: Game>(
    game: &G,
    opening: &G::State,
    seeds: Range<u64>,
    mut play: impl FnMut(&mut G::State, &mut Rng, &mut Rng, &mut Vec<G::Action>) -> u64,
) -> Tally {
    let mut tally = Tally::new(game.players());
    let mut legal = Vec::new();
    for seed in seeds {
        let mut state = opening.clone();
        let (mut dealer, mut luck) = (stream(seed, 0), stream(seed, 1));
        tally.decisions += play(&mut state, &mut dealer, &mut luck, &mut legal);
        tally.games += 1;
        tally.turns += u64::from(game.turns(&state));
        tally.digest = tally.digest.wrapping_add(fingerprint(&(seed, &state)));
        let winners = winners(game, &state);
        if winners.is_empty() {
            tally.draws += 1;
        }
        winners
            .iter()
            .for_each(|seat| tally.wins[seat.index()] += 1);
    }
    tally
}

/// The seats of the side that won alone; empty if several sides share the win or nobody won.
fn winners<G: Game>(game: &G, state: &G::State) -> SeatSet {
    let Actor::Over(outcome) = game.actor(state) else {
        return SeatSet::default();
    };
    let mut sides = outcome.winners.iter().map(|seat| game.side(seat));
    match sides.next() {
        Some(first) if sides.all(|side| side == first) => outcome.winners,
        _ => SeatSet::default(),
    }
}
