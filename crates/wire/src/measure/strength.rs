//! Statistics of a number of games: shares with intervals, Elo points, a sequential test.

/// The standard deviations to either side that contain 95 % of a normal distribution.
pub(super) const Z: f64 = 1.959_964;
/// Elo points for a factor e in the odds of winning.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Wilson's score interval, which contains the true share with 95 % confidence; it stays within 0 and 1 even for
/// few games.
pub fn wilson(share: f64, games: f64) -> [f64; 2] {
    if games <= 0.0 {
        return [0.0, 1.0];
    }
    let middle = (share + Z * Z / (2.0 * games)) / (1.0 + Z * Z / games);
    let half = Z / (1.0 + Z * Z / games)
        * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
    [middle - half, middle + half].map(|end| exact(end.clamp(0.0, 1.0)))
}

/// A number rounded to six decimal places, as it is printed.
pub(super) fn exact(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// Games of one bot on one side against others, in blocks of games with the same seed, one game for each side. A
/// won game is worth `sides` points, and a drawn game 1 point.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Sample {
    /// The number of sides of a game.
    pub(super) sides: u64,
    /// The number of blocks; each has `sides` games.
    pub(super) blocks: u64,
    /// The sum of all points.
    pub(super) points: u64,
    /// The sum of the squares of the points of each block.
    pub(super) squares: u64,
}

impl Sample {
    pub(super) fn games(&self) -> f64 {
        (self.blocks * self.sides) as f64
    }

    /// The maximum points of a block.
    fn most(&self) -> f64 {
        (self.sides * self.sides) as f64
    }

    /// The share of wins.
    pub(super) fn share(&self) -> f64 {
        match self.blocks {
            0 => 1.0 / self.sides.max(1) as f64,
            blocks => self.points as f64 / (blocks as f64 * self.most()),
        }
    }

    /// The interval of the share. Games of one seed are alike. If they contain less information than independent
    /// games, the interval is as wide as for fewer games (Kish's design effect); if they contain more, it is not
    /// narrower.
    pub(super) fn interval(&self) -> [f64; 2] {
        wilson(self.share(), self.games() / self.effect())
    }

    /// The design effect, at least 1.
    pub(super) fn effect(&self) -> f64 {
        let (share, games) = (self.share(), self.games());
        let alone = share * (1.0 - share) / games;
        if self.blocks < 2 || alone <= 0.0 {
            return 1.0;
        }
        let blocks = self.blocks as f64;
        let mean_square = self.squares as f64 / (self.most() * self.most() * blocks);
        let variance = (mean_square - share * share) * blocks / (blocks - 1.0);
        (variance / blocks / alone).max(1.0)
    }

    /// The logarithm of how much better the share fits a bot that is `high` Elo points stronger than one that is
    /// `low` stronger, by the normal approximation of the generalised sequential probability ratio test. The
    /// variance is that of the blocks and of two more, one won and one lost, so that a few games without a loss do
    /// not decide.
    pub(super) fn ratio(&self, low: f64, high: f64) -> f64 {
        let blocks = self.blocks as f64;
        let sum = self.points as f64 / self.most();
        let square = self.squares as f64 / (self.most() * self.most());
        let mean = (sum + 1.0) / (blocks + 2.0);
        let variance = (square + 1.0) / (blocks + 2.0) - mean * mean;
        let [low, high] = [low, high].map(|elo| share_of(elo, self.sides));
        blocks * (high - low) * (2.0 * self.share() - low - high) / (2.0 * variance)
    }
}

/// The expected share of wins of a bot that is stronger than every other side by this number of Elo points.
pub(super) fn share_of(elo: f64, sides: u64) -> f64 {
    let strength = (elo / ELO).exp();
    strength / (strength + sides as f64 - 1.0)
}

/// The Elo points of a share; `None` for 0 and 1.
pub(super) fn elo_of(share: f64, sides: u64) -> Option<f64> {
    (share > 0.0 && share < 1.0)
        .then(|| exact(ELO * (share / (1.0 - share) * (sides as f64 - 1.0)).ln()))
}

/// The ratings of `bots` bots, each with half the width of its interval, by maximum likelihood in the model of
/// Bradley, Terry and Luce; the mean is 0. `results` names two bots and their games. One drawn game is added for
/// each pair: otherwise a bot that always wins would have no rating.
pub(super) fn ratings(bots: usize, results: &[(usize, usize, Sample)]) -> Vec<(f64, f64)> {
    let mut strengths: Vec<f64> = vec![0.0; bots];
    let mut information = Vec::new();
    for _ in 0..STEPS {
        information = vec![vec![1.0 / bots as f64; bots]; bots];
        let mut slope = vec![0.0; bots];
        let drawn = |one, other, sides| {
            let sample = Sample {
                sides,
                blocks: 1,
                points: sides,
                squares: 0,
            };
            (one, other, 1.0, sample)
        };
        let all = results.iter().flat_map(|(one, other, sample)| {
            let games = sample.games() / sample.effect();
            [
                (*one, *other, games, *sample),
                drawn(*one, *other, sample.sides),
            ]
        });
        for (one, other, games, sample) in all {
            let odds = (strengths[one] - strengths[other]).exp();
            let expected = odds / (odds + sample.sides as f64 - 1.0);
            let (missing, weight) = (
                games * (sample.share() - expected),
                games * expected * (1.0 - expected),
            );
            slope[one] += missing;
            slope[other] -= missing;
            for (row, column, sign) in [
                (one, one, 1.0),
                (other, other, 1.0),
                (one, other, -1.0),
                (other, one, -1.0),
            ] {
                information[row][column] += sign * weight;
            }
        }
        let step = solve(&information, &slope);
        // At most half a step at a time, because a whole step may overshoot.
        let longest = step.iter().fold(1.0, |most: f64, one| most.max(one.abs()));
        for (strength, step) in strengths.iter_mut().zip(step) {
            *strength += step / longest;
        }
    }
    let half = |bot: usize| {
        let unit: Vec<f64> = (0..bots).map(|at| f64::from(u8::from(at == bot))).collect();
        let variance = solve(&information, &unit)[bot] - 1.0 / bots as f64;
        exact(Z * ELO * variance.max(0.0).sqrt())
    };
    (0..bots)
        .map(|bot| (exact(ELO * strengths[bot]), half(bot)))
        .collect()
}

/// The maximum number of steps of Newton's method. A step is at most one power of e; near the solution, each step
/// doubles the number of exact digits.
const STEPS: usize = 60;

/// Solves a system of linear equations (Gaussian elimination with the largest pivot).
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let mut rows: Vec<Vec<f64>> = matrix
        .iter()
        .zip(right)
        .map(|(row, right)| row.iter().copied().chain([*right]).collect())
        .collect();
    let size = rows.len();
    for column in 0..size {
        let largest = (column..size).max_by(|one, other| {
            rows[*one][column]
                .abs()
                .total_cmp(&rows[*other][column].abs())
        });
        rows.swap(column, largest.unwrap_or(column));
        let pivot = rows[column].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            if at != column {
                let factor = row[column] / pivot[column];
                row.iter_mut()
                    .zip(&pivot)
                    .for_each(|(cell, pivot)| *cell -= factor * pivot);
            }
        }
    }
    (0..size).map(|at| rows[at][size] / rows[at][at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(sides: u64, blocks: &[u64]) -> Sample {
        Sample {
            sides,
            blocks: blocks.len() as u64,
            points: blocks.iter().sum(),
            squares: blocks.iter().map(|points| points * points).sum(),
        }
    }

    #[test]
    fn intervals_are_those_of_the_books() {
        // Newcombe (1998), table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (wins, games, expected) in [
            (81.0, 263.0, [0.2553, 0.3662]),
            (15.0, 148.0, [0.0624, 0.1605]),
            (0.0, 20.0, [0.0, 0.1611]),
            (1.0, 29.0, [0.0061, 0.1718]),
        ] {
            let found = wilson(wins / games, games);
            let near = found
                .iter()
                .zip(expected)
                .all(|(found, expected)| (found - expected).abs() < 0.00006);
            assert!(near, "{wins} of {games}: {found:?}");
        }
        assert_eq!(wilson(0.0, 0.0), [0.0, 1.0]);
    }

    /// Games of a seed that always end alike are worth one game; games that cancel out are worth no more than
    /// independent games.
    #[test]
    fn games_of_a_seed_count_for_no_more_than_they_say() {
        let alike = sample(2, &[4, 0].repeat(50));
        assert!((alike.effect() - 2.0).abs() < 0.05, "{}", alike.effect());
        assert_eq!(sample(2, &[2; 100]).effect(), 1.0);
        assert_eq!(sample(2, &[2; 100]).share(), 0.5);
        assert_eq!(sample(4, &[16; 10]).share(), 1.0);
        assert_eq!(sample(4, &[16; 10]).interval()[1], 1.0);
    }

    #[test]
    fn shares_and_elo_points_say_the_same() {
        for (elo, sides, share) in [
            (0.0, 2, 0.5),
            (0.0, 4, 0.25),
            (400.0, 2, 10.0 / 11.0),
            (400.0, 4, 10.0 / 13.0),
        ] {
            assert!((share_of(elo, sides) - share).abs() < 1e-9);
            assert!((elo_of(share, sides).unwrap() - elo).abs() < 1e-5);
        }
        assert_eq!(elo_of(1.0, 2), None);
    }

    /// With many games, the ratings are the differences from which the games were generated, for any number of
    /// sides.
    #[test]
    fn ratings_find_the_strengths_that_made_the_games() {
        let truth = [150.0, 0.0, -150.0];
        for sides in [2, 4] {
            let mut results = Vec::new();
            for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                let share = share_of(truth[one] - truth[other], sides);
                let (blocks, most) = (1_000_000, sides * sides);
                let points = (share * (blocks * most) as f64) as u64;
                // As if each game had its own seed.
                let squares = points * points / blocks;
                results.push((
                    one,
                    other,
                    Sample {
                        sides,
                        blocks,
                        points,
                        squares,
                    },
                ));
            }
            for ((elo, half), truth) in ratings(3, &results).into_iter().zip(truth) {
                assert!((elo - truth).abs() < 0.1, "{sides}: {elo}");
                assert!(half > 0.0 && half < 1.0, "{half}");
            }
        }
    }

    #[test]
    fn a_bot_that_always_wins_has_a_rating() {
        let all = [(0, 1, sample(2, &[4; 10])), (1, 2, sample(2, &[4; 10]))];
        let found = ratings(3, &all);
        assert!(found[0].0 > found[1].0 && found[1].0 > found[2].0);
        assert!(
            found
                .iter()
                .all(|(elo, half)| elo.is_finite() && half.is_finite())
        );
    }

    /// The test accepts the right hypothesis at least as often as its error rate promises. The games come from a
    /// generator of known strength.
    #[test]
    fn the_sequential_test_keeps_its_errors() {
        let bound = (0.95f64 / 0.05).ln();
        // SplitMix64.
        let mut state = 7u64;
        let mut luck = move || {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            (mixed ^ mixed >> 31) as f64 / 2f64.powi(64)
        };
        let mut wrong = 0;
        for (nth, elo) in [0.0, 60.0].repeat(150).into_iter().enumerate() {
            let chance = share_of(elo, 2);
            let mut games = sample(2, &[]);
            let accepted = loop {
                let mut game = || u64::from(luck() < chance);
                let points = 2 * (game() + game());
                games.blocks += 1;
                games.points += points;
                games.squares += points * points;
                let ratio = games.ratio(0.0, 60.0);
                if ratio.abs() >= bound {
                    break ratio > 0.0;
                }
                assert!(games.blocks < 100_000, "{nth}");
            };
            wrong += u32::from(accepted != (elo > 0.0));
        }
        // 5 % of 300 is 15; 27 or more would occur in one of 400 runs.
        assert!(wrong < 27, "{wrong}");
    }
}
