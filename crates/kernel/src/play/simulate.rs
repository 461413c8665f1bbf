//! Many games between bots, as fast as the game goes.

use crate::{Actor, Bot, Game, NoLog, Observation, Rng, SeatSet, fingerprint, stream};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Sums over a number of games. Two tallies of disjoint seeds add up to the tally of all of them, in any order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Questions answered, by seats and by chance.
    pub decisions: u64,
    /// Turns begun.
    pub turns: u64,
    /// Games that a seat's side won alone, by seat: a win of a team counts for each of its seats.
    pub wins: Vec<u64>,
    /// Games won by nobody or by several.
    pub draws: u64,
    /// A digest of all final states; equal for equal games in any order.
    pub digest: u64,
}

impl Tally {
    /// The tally of no game.
    pub fn new(players: u8) -> Self {
        Tally {
            wins: vec![0; usize::from(players)],
            ..Tally::default()
        }
    }

    /// Adds another tally of the same game.
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

/// Plays one game from `state` to its end with one bot for all seats; returns the number of actions taken.
///
/// `legal` is a buffer that is reused from game to game.
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

/// Plays one game from `state` to its end with a bot for each seat; returns the number of actions taken. A seat without a
/// bot takes the first action of its list.
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

/// Plays one game for each seed of the range, with the same bot in every seat.
pub fn simulate<G: Game, B: Bot<G> + ?Sized>(game: &G, bot: &mut B, seeds: Range<u64>) -> Tally {
    simulate_from(game, &game.start(&mut NoLog), bot, seeds)
}

/// The same, every game from a state of the caller's choice.
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

/// Plays one game for each seed of the range, with a bot for each seat, from a state of the caller's choice.
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

/// Plays one game for each seed of the range and adds up.
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

/// The seats of the side that won alone; none where several sides share the game or nobody won it.
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
