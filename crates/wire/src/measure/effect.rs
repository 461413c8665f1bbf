//! Means over games with intervals, and corrections for testing many cards at once.

use super::strength::{Z, exact};

/// The number of units of a win: any number of winners can share it evenly.
pub(super) const WHOLE: f64 = 840.0;
/// The share of findings that may be due to chance.
const FALSE: f64 = 0.05;

/// A number and its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Estimate {
    pub(super) value: f64,
    pub(super) error: f64,
}

impl Estimate {
    /// The mean gain in each of `trials` games, which come in clusters. `sums` contains, over the clusters, the
    /// square of the gain, its product with the number of trials, and the square of the number of trials. One won
    /// or lost trial is added, because a few trials with the same result are no certainty.
    pub(super) fn clustered(trials: u64, gained: i64, sums: [i64; 3]) -> Option<Self> {
        let number = trials as f64;
        if trials == 0 {
            return None;
        }
        let mean = gained as f64 / number;
        let [squares, products, sizes] = sums.map(|sum| sum as f64);
        let rest = squares - 2.0 * mean * products + mean * mean * sizes;
        let variance = (rest.max(0.0) + WHOLE * WHOLE) / (number * number);
        Some(Estimate {
            value: mean / WHOLE,
            error: variance.sqrt() / WHOLE,
        })
    }

    /// The mean of independent numbers.
    pub(super) fn mean(number: u64, sum: f64, squares: f64) -> Self {
        let many = number.max(1) as f64;
        let mean = sum / many;
        let variance = (squares / many - mean * mean).max(0.0) / (many - 1.0).max(1.0);
        Estimate {
            value: mean,
            error: variance.sqrt(),
        }
    }

    pub(super) fn minus(self, other: Estimate) -> Self {
        Estimate {
            value: self.value - other.value,
            error: self.error.hypot(other.error),
        }
    }

    /// The 95 % confidence interval.
    pub(super) fn interval(self) -> [f64; 2] {
        [-Z, Z].map(|ends| exact(self.value + ends * self.error))
    }

    /// The p-value: how often chance alone would give a number this far from the usual one.
    pub(super) fn chance_of(self, usual: f64) -> f64 {
        match self.error > 0.0 {
            true => exact(two_tails((self.value - usual).abs() / self.error)),
            false => 1.0,
        }
    }
}

/// The part of a normal distribution that is farther from its mean than this number of standard deviations
/// (Abramowitz and Stegun 7.1.26, with an error below 0.0000002).
fn two_tails(deviations: f64) -> f64 {
    let x = deviations / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let terms = [
        0.254_829_592,
        -0.284_496_736,
        1.421_413_741,
        -1.453_152_027,
        1.061_405_429,
    ];
    let sum = terms.iter().rev().fold(0.0, |sum, term| t * (term + sum));
    (sum * (-x * x).exp()).clamp(0.0, 1.0)
}

/// Which findings are accepted so that at most 5 % of the accepted ones are due to chance (Benjamini and Hochberg,
/// 1995).
pub(super) fn discoveries(chances: &[f64]) -> Vec<bool> {
    let mut sorted: Vec<f64> = chances.to_vec();
    sorted.sort_by(f64::total_cmp);
    let many = chances.len() as f64;
    let holds = |(nth, chance): (usize, &f64)| {
        (*chance <= FALSE * (nth + 1) as f64 / many).then_some(*chance)
    };
    let last = sorted.iter().enumerate().filter_map(holds).next_back();
    chances
        .iter()
        .map(|chance| last.is_some_and(|last| *chance <= last))
        .collect()
}

/// The median of a list; 0 if it is empty.
pub(super) fn median(mut list: Vec<f64>) -> f64 {
    list.sort_by(f64::total_cmp);
    match list.len() {
        0 => 0.0,
        many if many % 2 == 1 => list[many / 2],
        many => exact((list[many / 2 - 1] + list[many / 2]) / 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_books() {
        for (deviations, share) in [(0.0, 1.0), (1.0, 0.3173), (1.96, 0.05), (2.576, 0.01)] {
            assert!(
                (two_tails(deviations) - share).abs() < 0.0001,
                "{deviations}"
            );
        }
    }

    /// Benjamini and Hochberg (1995), section 3.2: 15 p-values, 4 of which are discoveries.
    #[test]
    fn discoveries_are_those_of_the_paper() {
        let chances = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
            0.5719, 0.6528, 0.7590, 1.0,
        ];
        let found = discoveries(&chances);
        assert_eq!(found.iter().filter(|found| **found).count(), 4);
        assert!(found[..4].iter().all(|found| *found));
        assert!(discoveries(&[]).is_empty());
    }

    /// Trials within one game are alike: together they count as one.
    #[test]
    fn trials_of_one_game_count_as_one() {
        let won = WHOLE as i64;
        let alone = Estimate::clustered(100, 20 * won, [20 * won * won, 20 * won, 100]).unwrap();
        let pairs = Estimate::clustered(100, 20 * won, [40 * won * won, 40 * won, 200]).unwrap();
        assert_eq!(alone.value, 0.2);
        assert!(
            (alone.error - (0.17f64 / 100.0).sqrt()).abs() < 0.0001,
            "{alone:?}"
        );
        assert!(pairs.error > 1.35 * alone.error, "{pairs:?}");
        assert_eq!(Estimate::clustered(0, 0, [0; 3]), None);
    }

    /// 1 to 4 have the mean 2.5 and the variance 5/3; 6 to 9 have the same variance.
    #[test]
    fn a_mean_has_its_standard_error() {
        let mean = Estimate::mean(4, 10.0, 30.0);
        assert_eq!(mean.value, 2.5);
        assert!((mean.error - (5.0f64 / 12.0).sqrt()).abs() < 1e-9);
        let apart = Estimate::mean(4, 30.0, 230.0).minus(mean);
        assert_eq!(apart.value, 5.0);
        assert!((apart.error - (10.0f64 / 12.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn the_middle_is_the_median() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(Vec::new()), 0.0);
    }
}
