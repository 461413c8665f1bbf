//! Many games on several threads: the only code of this library that starts threads (feature `parallel`).

use cardwright_kernel::{DynGame, Tally, TextError};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::ops::Range;

/// The maximum number of games per work item: small enough for frequent progress reports, large enough to cost nothing.
const MAX_AT_A_TIME: u64 = 256;

/// Simulates one game per seed with the named bot in each seat, on several threads, starting from a written position if
/// one is given. The results, including the digest, do not depend on the number of threads. If no thread can be
/// started, the calling thread does all the work. `told` is called with the number of newly finished games. Returns
/// `None` if a bot name is unknown.
///
/// ```
/// use cardwright::{Setup, parallel, rulebook};
///
/// let book = rulebook("robotory", &Setup::players(2))?;
/// let bots = ["greedy", "random"];
/// let tally = parallel::simulate(&*book, None, &bots, 0..40, 2, &|_| {}).map_err(|flaws| format!("{flaws:?}"))?;
/// assert_eq!(tally, book.simulate_between(None, &bots, 0..40).unwrap_or_default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Every reason why the text is not a possible position.
pub fn simulate(
    book: &dyn DynGame,
    position: Option<&str>,
    bots: &[&str],
    seeds: Range<u64>,
    threads: usize,
    told: &(dyn Fn(u64) + Sync),
) -> Result<Option<Tally>, Vec<TextError>> {
    // Check names and position once, before any thread starts.
    if book.simulate_between(position, bots, 0..0)?.is_none() {
        return Ok(None);
    }
    let shares = Shares::new(seeds, threads);
    let none = || Tally::new(book.about().players);
    let both = |mut one: Tally, other: Tally| {
        one.add(&other);
        one
    };
    let play = |nth| {
        let seeds = shares.nth(nth);
        let games = seeds.end - seeds.start;
        let tally = book
            .simulate_between(position, bots, seeds)
            .ok()
            .flatten()
            .unwrap_or_default();
        told(games);
        tally
    };
    let tallies = map(0..shares.count(), threads, &play);
    Ok(Some(tallies.into_iter().fold(none(), both)))
}

/// Applies `work` to each number on several threads and returns the results in order. If no thread can be started, the
/// calling thread does all the work.
pub fn map<T: Send>(
    numbers: Range<u64>,
    threads: usize,
    work: &(dyn Fn(u64) -> T + Sync),
) -> Vec<T> {
    match ThreadPoolBuilder::new().num_threads(threads.max(1)).build() {
        Ok(pool) => pool.install(|| numbers.into_par_iter().map(work).collect()),
        Err(_) => numbers.map(work).collect(),
    }
}

/// Seeds divided among threads.
struct Shares {
    seeds: Range<u64>,
    at_a_time: u64,
}

impl Shares {
    fn new(seeds: Range<u64>, threads: usize) -> Self {
        let games = seeds.end.saturating_sub(seeds.start);
        // Shares are small enough that all threads end at about the same time.
        let at_a_time = (games / (8 * threads.max(1) as u64)).clamp(1, MAX_AT_A_TIME);
        Shares { seeds, at_a_time }
    }

    fn count(&self) -> u64 {
        self.seeds
            .end
            .saturating_sub(self.seeds.start)
            .div_ceil(self.at_a_time)
    }

    /// The seeds of a share.
    fn nth(&self, nth: u64) -> Range<u64> {
        let from = self.seeds.start + nth * self.at_a_time;
        from..self.seeds.end.min(from.saturating_add(self.at_a_time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Setup, rulebook};
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    #[cfg(feature = "robotory")]
    fn every_number_of_threads_gives_the_same_tally() {
        let book = rulebook("robotory", &Setup::players(2)).unwrap();
        let told = AtomicU64::new(0);
        let add = |games| {
            told.fetch_add(games, Ordering::Relaxed);
        };
        let tally = |threads| {
            simulate(&*book, None, &["random"; 2], 5..25, threads, &add)
                .unwrap()
                .unwrap()
        };
        assert_eq!(tally(1).games, 20);
        assert_eq!(tally(1), tally(2));
        assert_eq!(tally(1), tally(20));
        assert_eq!(told.load(Ordering::Relaxed), 100);
        assert_eq!(
            simulate(&*book, None, &["random", "best"], 0..3, 2, &add),
            Ok(None)
        );
        assert!(simulate(&*book, Some("nonsense = 1"), &["random"; 2], 0..3, 2, &add).is_err());
    }

    #[test]
    fn every_seed_is_taken_once_up_to_the_last_there_is() {
        let shares = Shares::new(u64::MAX - 20..u64::MAX, 1);
        let ranges: Vec<_> = (0..shares.count()).map(|nth| shares.nth(nth)).collect();
        assert_eq!(
            ranges
                .iter()
                .map(|range| range.end - range.start)
                .sum::<u64>(),
            20
        );
        assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start));
    }
}
