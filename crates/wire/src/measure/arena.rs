//! Which bots are stronger: games between them, and what follows from the results.

use super::strength::{Sample, elo_of, exact, ratings};
use crate::format::Version;
use cardwright::{DynGame, Seat};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which bots are stronger, and by how much. Equal seeds give equal numbers, on any machine and for any number of
/// threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Arena {
    /// The version of the format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// The number of seats.
    pub players: u8,
    /// The number of sides: teams, or players who play alone.
    pub sides: u8,
    /// The bots.
    pub bots: Vec<String>,
    /// The first seed. Each pair of bots plays a seed once for every side that a bot can have.
    pub seed: u64,
    /// The number of seeds.
    pub seeds: u64,
    /// The options in force, as `name=value`.
    pub options: Vec<String>,
    /// The packs in play, as `id version digest`.
    pub packs: Vec<String>,
    /// The results of each bot against each other bot.
    pub pairings: Vec<Pairing>,
    /// The rating of each bot, best first; left out for two bots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<Rating>,
    /// The sequential test, if one was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<StrengthTest>,
    /// The digest of all final states, in hexadecimal.
    pub digest: String,
    /// The duration, in seconds.
    pub seconds: f64,
}

/// The results of a bot on one side against another bot on every other side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The bot on one side.
    pub bot: String,
    /// The bot on all other sides.
    pub against: String,
    /// The number of games.
    pub games: u64,
    /// The number of games that the bot's side won alone.
    pub wins: u64,
    /// The number of games with no winner or several; each counts as an even share of a win for every side.
    pub draws: u64,
    /// The sum over seeds of the square of (`sides` × wins + draws), from which the interval is calculated.
    pub squares: u64,
    /// The bot's share of wins, from 0 to 1.
    pub share: f64,
    /// The 95 % confidence interval of that share (Wilson): lower and upper end.
    pub interval: [f64; 2],
    /// How many Elo points the bot is stronger, then the lower and the upper end of the interval; null for a share
    /// of 0 or 1.
    pub elo: [Option<f64>; 3],
}

/// The rating of a bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The bot.
    pub bot: String,
    /// The bot's Elo points; the mean of all bots is 0.
    pub elo: f64,
    /// The 95 % confidence interval of the rating: lower and upper end.
    pub interval: [f64; 2],
}

/// A generalised sequential probability ratio test: whether the first bot is stronger than the second by at least `high`
/// Elo points, or by at most `low`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StrengthTest {
    /// The Elo points of the weaker hypothesis.
    pub low: f64,
    /// The Elo points of the stronger hypothesis.
    pub high: f64,
    /// The maximum probability of accepting a hypothesis although the other one is true.
    pub error: f64,
    /// The logarithm of the likelihood ratio: above 0 if the stronger hypothesis fits better.
    pub ratio: f64,
    /// The test ends when the ratio reaches this value, or minus this value.
    pub bound: f64,
    /// The accepted hypothesis, `high` or `low`; null until there is one.
    pub accepted: Option<String>,
}

/// The minimum number of seeds between two checks of the results.
const FEWEST: u64 = 16;
const MOST: u64 = 4096;

/// The results of the games of one seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    wins: u64,
    draws: u64,
    digest: u64,
}

impl StrengthTest {
    /// A test of two hypotheses, given in Elo points, with this maximum error.
    pub fn new(low: f64, high: f64, error: f64) -> Self {
        StrengthTest {
            low,
            high,
            error,
            ratio: 0.0,
            bound: exact(((1.0 - error) / error).ln()),
            accepted: None,
        }
    }
}

impl Arena {
    /// Results without games. The bots have names that the game knows.
    pub fn new(book: &dyn DynGame, bots: &[String], seed: u64, test: Option<StrengthTest>) -> Self {
        let about = book.about();
        let mut sides = sides(book);
        sides.sort_unstable();
        sides.dedup();
        let (options, packs) = crate::reports::conditions(&about);
        // With two sides, one game of a seed counts for the other bot too. For only two bots, just the first one
        // counts.
        let both = sides.len() > 2 && bots.len() > 2;
        let pairs = bots.iter().enumerate().flat_map(|(nth, one)| {
            let others = bots.iter().enumerate();
            others
                .filter(move |(other, _)| nth < *other || both && nth != *other)
                .map(move |(_, other)| Pairing::new(one, other))
        });
        let mut arena = Arena {
            version: Version,
            players: about.players,
            sides: sides.len() as u8,
            bots: bots.to_vec(),
            seed,
            seeds: 0,
            options,
            packs,
            pairings: pairs.collect(),
            ratings: Vec::new(),
            test,
            digest: hex(0),
            seconds: 0.0,
            game: about.game,
        };
        arena.conclude();
        arena
    }

    /// The number of seeds to play before the results are looked at again: 0 when there are `wanted` seeds, or the test
    /// has decided.
    pub fn next(&self, wanted: u64) -> u64 {
        let left = wanted.saturating_sub(self.seeds);
        let decided = self
            .test
            .as_ref()
            .is_some_and(|test| test.accepted.is_some());
        match decided {
            true => 0,
            false => (self.seeds / 4).clamp(FEWEST, MOST).min(left),
        }
    }

    /// Plays the games of a seed, with the bot of a pairing on each side in turn. `told` hears of each game.
    pub fn block(
        &self,
        book: &dyn DynGame,
        pairing: usize,
        seed: u64,
        told: &dyn Fn(u64),
    ) -> Block {
        let sides = sides(book);
        let pairing = &self.pairings[pairing];
        let mut block = Block {
            wins: 0,
            draws: 0,
            digest: 0,
        };
        let mut played: Vec<u8> = Vec::new();
        for (seat, side) in sides.iter().enumerate() {
            if played.contains(side) {
                continue;
            }
            played.push(*side);
            let bot = |of: &u8| {
                if of == side {
                    &pairing.bot
                } else {
                    &pairing.against
                }
            };
            let bots: Vec<&str> = sides.iter().map(|of| bot(of).as_str()).collect();
            // The bots' names have been checked already.
            let tally = book.simulate_between(None, &bots, seed..seed.saturating_add(1));
            let tally = tally.ok().flatten().unwrap_or_default();
            block.wins += tally.wins.get(seat).copied().unwrap_or_default();
            block.draws += tally.draws;
            block.digest = block.digest.wrapping_add(tally.digest);
            told(1);
        }
        block
    }

    /// Adds the blocks of the next seeds, those of the first pairing first.
    pub fn add(&mut self, seeds: u64, blocks: &[Block], seconds: f64) {
        let sides = u64::from(self.sides);
        let mut digest = digest_of(self).unwrap_or_default();
        let of_each = blocks.chunks(usize::try_from(seeds).unwrap_or(usize::MAX).max(1));
        for (pairing, blocks) in self.pairings.iter_mut().zip(of_each) {
            for block in blocks {
                let points = sides * block.wins + block.draws;
                pairing.games += sides;
                pairing.wins += block.wins;
                pairing.draws += block.draws;
                pairing.squares += points * points;
                digest = digest.wrapping_add(block.digest);
            }
        }
        self.seeds += seeds;
        self.seconds = exact(self.seconds + seconds);
        self.digest = hex(digest);
        self.conclude();
    }

    /// Adds the results of the next seeds, which were played elsewhere or earlier.
    ///
    /// # Errors
    /// What differs, if they are of another run or of other seeds, or that the numbers are not possible.
    pub fn merge(&mut self, part: &Arena) -> Result<(), &'static str> {
        let names = |arena: &Arena| {
            let names = |one: &Pairing| (one.bot.clone(), one.against.clone());
            arena.pairings.iter().map(names).collect::<Vec<_>>()
        };
        for (what, same) in [
            ("the game is different", part.game == self.game),
            (
                "the number of players is different",
                (part.players, part.sides) == (self.players, self.sides),
            ),
            (
                "the bots are different",
                part.bots == self.bots && names(part) == names(self),
            ),
            (
                "the first seed is different",
                Some(part.seed) == self.seed.checked_add(self.seeds),
            ),
            ("the options are different", part.options == self.options),
            ("the packs are different", part.packs == self.packs),
        ] {
            if !same {
                return Err(what);
            }
        }
        let sides = u64::from(part.sides);
        let games = part.seeds.checked_mul(sides);
        let fits = |one: &Pairing| {
            let results = one.wins.checked_add(one.draws);
            let most = u128::from(part.seeds) * u128::from(sides).pow(4);
            games == Some(one.games)
                && results.is_some_and(|results| results <= one.games)
                && u128::from(one.squares) <= most
        };
        let seeds = self.seeds.checked_add(part.seeds);
        let (true, Some(more), Some(digest), Some(seeds)) = (
            part.pairings.iter().all(fits),
            digest_of(part),
            digest_of(self),
            seeds.filter(|seeds| seeds.checked_mul(sides.pow(4)).is_some()),
        ) else {
            return Err("the numbers are not possible");
        };
        for (own, more) in self.pairings.iter_mut().zip(&part.pairings) {
            own.games += more.games;
            own.wins += more.wins;
            own.draws += more.draws;
            own.squares += more.squares;
        }
        self.seeds = seeds;
        self.seconds = exact(self.seconds + part.seconds.max(0.0));
        self.digest = hex(digest.wrapping_add(more));
        self.conclude();
        Ok(())
    }

    /// Calculates shares, Elo points, ratings and the test from the sums.
    fn conclude(&mut self) {
        let sides = u64::from(self.sides);
        let sample = |pairing: &Pairing| Sample {
            sides,
            blocks: self.seeds,
            points: sides * pairing.wins + pairing.draws,
            squares: pairing.squares,
        };
        let samples: Vec<Sample> = self.pairings.iter().map(sample).collect();
        for (pairing, sample) in self.pairings.iter_mut().zip(&samples) {
            pairing.share = exact(sample.share());
            pairing.interval = sample.interval();
            let [low, high] = pairing.interval;
            pairing.elo = [sample.share(), low, high].map(|share| elo_of(share, sides));
        }
        if let (Some(test), Some(sample)) = (&mut self.test, samples.first()) {
            test.ratio = exact(sample.ratio(test.low, test.high));
            test.accepted = match test.ratio {
                ratio if ratio >= test.bound => Some("high".into()),
                ratio if ratio <= -test.bound => Some("low".into()),
                _ => None,
            };
        }
        if self.bots.len() > 2 {
            let number = |name: &str| self.bots.iter().position(|bot| bot == name);
            let results: Vec<_> = self
                .pairings
                .iter()
                .zip(samples)
                .filter_map(|(one, sample)| {
                    Some((number(&one.bot)?, number(&one.against)?, sample))
                })
                .collect();
            let rated = ratings(self.bots.len(), &results);
            let rating = |(bot, (elo, half)): (&String, (f64, f64))| Rating {
                bot: bot.clone(),
                elo,
                interval: [exact(elo - half), exact(elo + half)],
            };
            self.ratings = self.bots.iter().zip(rated).map(rating).collect();
            self.ratings
                .sort_by(|one, other| other.elo.total_cmp(&one.elo));
        }
    }
}

impl Pairing {
    fn new(bot: &str, against: &str) -> Self {
        Pairing {
            bot: bot.into(),
            against: against.into(),
            games: 0,
            wins: 0,
            draws: 0,
            squares: 0,
            share: 0.0,
            interval: [0.0, 1.0],
            elo: [None; 3],
        }
    }
}

/// The side of each seat.
fn sides(book: &dyn DynGame) -> Vec<u8> {
    (0..book.about().players)
        .map(|seat| book.side(Seat(seat)))
        .collect()
}

fn hex(digest: u64) -> String {
    format!("{digest:016x}")
}

fn digest_of(arena: &Arena) -> Option<u64> {
    u64::from_str_radix(&arena.digest, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::{Setup, rulebook};

    fn played(bots: &[&str], players: u8, seed: u64, seeds: u64) -> Arena {
        let book = rulebook("robotory", &Setup::players(players)).unwrap();
        let bots: Vec<String> = bots.iter().map(ToString::to_string).collect();
        let mut arena = Arena::new(
            &*book,
            &bots,
            seed,
            Some(StrengthTest::new(0.0, 20.0, 0.05)),
        );
        let tasks =
            (0..arena.pairings.len()).flat_map(|pairing| (0..seeds).map(move |at| (pairing, at)));
        let blocks: Vec<Block> = tasks
            .map(|(pairing, at)| arena.block(&*book, pairing, seed + at, &|_| {}))
            .collect();
        arena.add(seeds, &blocks, 0.0);
        arena
    }

    /// Adding parts one after another gives the same as playing all seeds at once.
    #[test]
    fn parts_make_the_whole() {
        let whole = played(&["random", "greedy", "search:20"], 2, 5, 12);
        let mut parts = played(&["random", "greedy", "search:20"], 2, 5, 0);
        for (seed, seeds) in [(5, 4), (9, 7), (16, 1)] {
            assert_eq!(
                parts.merge(&played(&["random", "greedy", "search:20"], 2, seed, seeds)),
                Ok(())
            );
        }
        assert_eq!(parts, whole);
    }

    /// No seed is counted twice or left out, and no other run is counted.
    #[test]
    fn parts_of_other_runs_are_refused() {
        let begun = played(&["random", "greedy"], 2, 0, 4);
        for (part, why) in [
            (
                played(&["random", "greedy"], 2, 3, 2),
                "the first seed is different",
            ),
            (
                played(&["random", "greedy"], 2, 5, 2),
                "the first seed is different",
            ),
            (
                played(&["greedy", "random"], 2, 4, 2),
                "the bots are different",
            ),
            (
                Arena {
                    digest: "?".into(),
                    ..played(&["random", "greedy"], 2, 4, 2)
                },
                "the numbers are not possible",
            ),
            (
                Arena {
                    seeds: 3,
                    ..played(&["random", "greedy"], 2, 4, 2)
                },
                "the numbers are not possible",
            ),
            (
                Arena {
                    packs: vec!["x 1 0".into()],
                    ..played(&["random", "greedy"], 2, 4, 2)
                },
                "the packs are different",
            ),
        ] {
            let mut arena = begun.clone();
            assert_eq!(arena.merge(&part), Err(why));
            assert_eq!(arena, begun);
        }
    }

    /// A test looks at the results after these numbers of seeds, however they were played.
    #[test]
    fn batches_grow_with_what_is_played() {
        let mut arena = played(&["random", "greedy"], 2, 0, 0);
        for (seeds, next) in [
            (0, 16),
            (16, 16),
            (64, 16),
            (100, 25),
            (90_000, 4096),
            (99_999, 1),
        ] {
            arena.seeds = seeds;
            assert_eq!(arena.next(100_000), next, "{seeds}");
        }
        assert_eq!(arena.next(99_999), 0);
        arena.seeds = 0;
        arena.test.as_mut().unwrap().accepted = Some("low".into());
        assert_eq!(arena.next(100), 0);
    }
}
