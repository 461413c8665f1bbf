//! Many matches of one game side by side, as rows of small numbers, for machine learning.

use crate::{Actor, Game, NoLog, Rng, Seat, Viewer, below, stream};
use std::collections::HashMap;
use std::sync::Arc;

/// The random stream with which a match samples actions; see [`stream`]. Seat numbers are far lower, so it is never a
/// bot's stream.
const SAMPLES: u64 = 254;

/// Many matches of one game, each waiting for a player. A match that ends is started again with its next seed.
pub trait DynBatch: Send {
    /// The number of matches.
    fn len(&self) -> usize;
    /// Whether there are no matches.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The meaning of each number in a row of [`DynBatch::observe`].
    fn features(&self) -> Vec<String>;
    /// The number of first steps of actions, which is the width of a mask.
    fn steps(&self) -> usize;
    /// The number of seats in a match.
    fn players(&self) -> usize;
    /// Starts all matches: match `n`, from 0, with the seed `seed + n`. When a match ends, its seed increases by the
    /// number of matches.
    fn reset(&mut self, seed: u64);
    /// Writes, for each match in turn: the features known to the player to act, a mask with 1 for each first step that
    /// is allowed, and the player's number, from 1.
    fn observe(&mut self, rows: &mut Vec<u8>, mask: &mut Vec<u8>, seats: &mut Vec<u8>);
    /// Plays one action in each match, given by its first step. If several allowed actions have that first step, one is
    /// drawn at random.
    ///
    /// # Errors
    /// The first match whose action is not allowed. Nothing has changed then.
    fn step(&mut self, steps: &[u32], most: u32) -> Result<Stepped, NotAllowed>;
    /// Draws at random an allowed action for each match and returns its first step.
    fn sample(&mut self) -> Vec<u32>;
}

/// Which matches ended in a step, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stepped {
    /// For each match, a number per seat: 1 if the seat won, -1 if it lost, 0 if the match continues, all won or nobody
    /// won.
    pub rewards: Vec<i8>,
    /// For each match, 1 if it ended.
    pub over: Vec<u8>,
    /// For each match, 1 if it was stopped because it reached the maximum number of steps.
    pub broken_off: Vec<u8>,
}

/// An action that is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAllowed {
    /// The index of the match, from 0.
    pub at: usize,
    /// The first step that is not allowed.
    pub step: u32,
}

struct Table<G: Game> {
    state: G::State,
    seed: u64,
    dealer: Rng,
    luck: Rng,
    taken: u32,
    /// The allowed actions with their first steps.
    allowed: Vec<(u32, G::Action)>,
}

pub(crate) struct Batch<G: Game> {
    game: Arc<G>,
    opening: G::State,
    steps: usize,
    width: usize,
    players: u8,
    tables: Vec<Table<G>>,
    known: HashMap<[u64; 2], u32>,
    legal: Vec<G::Action>,
}

impl<G: Game> Batch<G> {
    /// Makes a number of matches; `None` if the game has no numeric views.
    pub(crate) fn new(game: Arc<G>, count: usize) -> Option<Self> {
        let width = game.features().len();
        let opening = game.start(&mut NoLog);
        let table = || Table {
            state: opening.clone(),
            seed: 0,
            dealer: stream(0, 0),
            luck: stream(0, SAMPLES),
            taken: 0,
            allowed: Vec::new(),
        };
        let tables = (0..count).map(|_| table()).collect();
        let mut batch = Batch {
            steps: game.action_space().len(),
            players: game.players(),
            width,
            tables,
            known: HashMap::new(),
            legal: Vec::new(),
            opening,
            game,
        };
        batch.reset(0);
        (width > 0).then_some(batch)
    }

    fn begin(&mut self, at: usize, seed: u64) {
        let table = &mut self.tables[at];
        table.state.clone_from(&self.opening);
        table.seed = seed;
        table.dealer = stream(seed, 0);
        table.luck = stream(seed, SAMPLES);
        table.taken = 0;
        self.go_on(at);
    }

    /// Lets chance act until a seat has to act or the match is over, and lists the allowed actions.
    fn go_on(&mut self, at: usize) {
        let Batch {
            game,
            tables,
            known,
            legal,
            ..
        } = self;
        let Table {
            state,
            dealer,
            allowed,
            ..
        } = &mut tables[at];
        while game.actor(state) == Actor::Chance {
            let action = game.deal(state, dealer);
            game.apply_unchecked(state, action, &mut NoLog);
        }
        allowed.clear();
        legal.clear();
        game.legal(state, legal);
        for action in legal.drain(..) {
            let step = || game.action_ids(state, &[action])[0];
            let step = match game.step_key(state, action) {
                Some(key) => known.get(&key).copied().or_else(|| {
                    let step = step()?;
                    known.insert(key, step);
                    Some(step)
                }),
                None => step(),
            };
            // A law checks that every action has a first step.
            allowed.extend(step.map(|step| (step, action)));
        }
    }
}

impl<G: Game> DynBatch for Batch<G> {
    fn len(&self) -> usize {
        self.tables.len()
    }

    fn features(&self) -> Vec<String> {
        self.game.features()
    }

    fn steps(&self) -> usize {
        self.steps
    }

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn reset(&mut self, seed: u64) {
        for at in 0..self.tables.len() {
            self.begin(at, seed.wrapping_add(at as u64));
        }
    }

    fn observe(&mut self, rows: &mut Vec<u8>, mask: &mut Vec<u8>, seats: &mut Vec<u8>) {
        let count = self.tables.len();
        for (buffer, width) in [(&mut *rows, self.width), (&mut *mask, self.steps)] {
            buffer.clear();
            buffer.resize(count * width, 0);
        }
        seats.clear();
        let rows = rows.chunks_exact_mut(self.width);
        let masks = mask.chunks_exact_mut(self.steps);
        for ((table, row), mask) in self.tables.iter().zip(rows).zip(masks) {
            let seat = match self.game.actor(&table.state) {
                Actor::Seat(seat) => seat,
                _ => Seat(0),
            };
            seats.push(seat.into());
            let view = self.game.view(&table.state, Viewer::Seat(seat));
            self.game.write_features(&view, row);
            for (step, _) in &table.allowed {
                if let Some(allowed) = mask.get_mut(*step as usize) {
                    *allowed = 1;
                }
            }
        }
    }

    fn step(&mut self, steps: &[u32], most: u32) -> Result<Stepped, NotAllowed> {
        let count = self.tables.len();
        for (at, table) in self.tables.iter().enumerate() {
            let step = steps.get(at).copied().unwrap_or(u32::MAX);
            if !table.allowed.iter().any(|(other, _)| *other == step) {
                return Err(NotAllowed { at, step });
            }
        }
        let players = usize::from(self.players);
        let mut done = Stepped {
            rewards: vec![0; count * players],
            over: vec![0; count],
            broken_off: vec![0; count],
        };
        for (at, step) in steps.iter().enumerate().take(count) {
            let table = &mut self.tables[at];
            let mut such = table.allowed.iter().filter(|(other, _)| other == step);
            let many = such.clone().count() as u32;
            let nth = if many > 1 {
                below(&mut table.luck, many)
            } else {
                0
            };
            let Some(&(_, action)) = such.nth(nth as usize) else {
                continue;
            };
            self.game
                .apply_unchecked(&mut table.state, action, &mut NoLog);
            table.taken += 1;
            let (taken, seed) = (table.taken, table.seed);
            self.go_on(at);
            let over = match self.game.actor(&self.tables[at].state) {
                Actor::Over(outcome) => {
                    let won = outcome.winners.iter().count();
                    let row = &mut done.rewards[at * players..][..players];
                    if won != 0 && won != players {
                        row.fill(-1);
                        outcome
                            .winners
                            .iter()
                            .for_each(|seat| row[seat.index()] = 1);
                    }
                    done.over[at] = 1;
                    true
                }
                _ => taken >= most,
            };
            if over {
                done.broken_off[at] = 1 - done.over[at];
                self.begin(at, seed.wrapping_add(count as u64));
            }
        }
        Ok(done)
    }

    fn sample(&mut self) -> Vec<u32> {
        let drawn = |table: &mut Table<G>| {
            let nth = below(&mut table.luck, (table.allowed.len() as u32).max(1));
            table.allowed.get(nth as usize).map_or(0, |(step, _)| *step)
        };
        self.tables.iter_mut().map(drawn).collect()
    }
}
