//! `cardwright simulate`: many games between bots.

use super::report::Report;
use crate::args::{self, SetupArgs};
use crate::opened::Start;
use crate::output::Out;
use crate::stop::{Stop, Verdict};
use cardwright::{DynGame, Tally, game};
use clap::Args;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// The most games of a share: often enough for the progress bar, seldom enough to cost nothing.
const MAX_AT_A_TIME: u64 = 256;
/// The most threads; more than any machine has, fewer than would exhaust it.
const MAX_THREADS: u64 = 1024;

/// Play many games between bots and count who wins.
///
/// Game number k is played with seed S + k. The numbers, the digest included, are the same for any number of threads.
#[derive(Args)]
pub(crate) struct Simulate {
    /// Which game; see `cardwright games`.
    game: String,
    /// How many games.
    #[arg(long, value_name = "K", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The first seed.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The seeds from A to below B, for a share of a larger run; `cardwright merge` adds the shares up.
    #[arg(long, value_name = "A..B", value_parser = args::seed_range, conflicts_with_all = ["games", "seed"])]
    seeds: Option<(u64, u64)>,
    /// The bot in every seat.
    #[arg(long, default_value = "random")]
    bot: String,
    /// A bot for each seat, such as `greedy,random,random,random`, in place of --bot.
    #[arg(long, value_delimiter = ',', value_name = "BOT,…", conflicts_with = "bot")]
    seats: Option<Vec<String>>,
    /// How many threads. Default: one for each processor.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    /// Begin every game from a position (TOML) instead of the game's start.
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    #[command(flatten)]
    setup: SetupArgs,
}

impl Simulate {
    /// Plays and prints.
    ///
    /// # Errors
    /// When the game cannot be played so.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, Stop> {
        let start = self.position.as_deref().map(Start::read).transpose()?;
        let book = self.rulebook(start.as_ref())?;
        let seats = self.seats.clone().unwrap_or_else(|| vec![self.bot.clone(); book.about().players.into()]);
        args::seats(&*book, &seats)?;
        let (from, to) = self.range()?;
        let threads = self.threads.unwrap_or_else(available).min(to - from) as usize;
        let begin = Instant::now();
        let position = start.map(|start| start.text);
        let work = Work::new(&*book, &seats, from..to, threads);
        let tally = Work { position: position.as_deref(), ..work }.run(threads)?;
        let seconds = begin.elapsed().as_secs_f64();
        let report = Report { position: position.unwrap_or_default(), ..Report::new(&*book, &seats) };
        report.with(&[(from, to)], &tally, threads, seconds).print(out)?;
        Ok(Verdict::Good)
    }

    /// The rules, for as many players as seats are named where nobody says.
    fn rulebook(&self, start: Option<&Start>) -> Result<Arc<dyn DynGame>, Stop> {
        let info = game(&self.game)?;
        let named = self.seats.as_ref().map(|seats| seats.len().try_into().unwrap_or(u8::MAX));
        let setup = SetupArgs { players: self.setup.players.or(named), ..self.setup.clone() };
        match start {
            Some(start) => start.rulebook(Some(info), &setup),
            None => setup.rulebook(info),
        }
    }

    fn range(&self) -> Result<(u64, u64), Stop> {
        if let Some(seeds) = self.seeds {
            return Ok(seeds);
        }
        match self.seed.checked_add(self.games) {
            Some(end) => Ok((self.seed, end)),
            None => Err(Stop::usage("there are not so many seeds after --seed", "take a smaller --seed")),
        }
    }
}

fn available() -> u64 {
    std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64)
}

/// Games to be played, shared among threads.
struct Work<'a> {
    book: &'a dyn DynGame,
    /// Where every game begins, where that is not the game's start.
    position: Option<&'a str>,
    /// The bot of each seat.
    seats: Vec<&'a str>,
    seeds: Range<u64>,
    /// Games of a share.
    at_a_time: u64,
    bar: ProgressBar,
}

impl<'a> Work<'a> {
    fn new(book: &'a dyn DynGame, seats: &'a [String], seeds: Range<u64>, threads: usize) -> Self {
        let games = seeds.end - seeds.start;
        // Small enough that the threads end at about the same time.
        let at_a_time = (games / (8 * threads as u64)).clamp(1, MAX_AT_A_TIME);
        let seats = seats.iter().map(String::as_str).collect();
        Work { book, position: None, seats, seeds, at_a_time, bar: bar(games) }
    }

    /// Plays them all. Sums are the same in whichever order shares are added, so the numbers are those of one thread.
    ///
    /// # Errors
    /// When the system gives no threads.
    fn run(&self, threads: usize) -> Result<Tally, Stop> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Stop::usage(error.to_string(), "take fewer --threads"))?;
        let none = || Tally::new(self.book.about().players);
        let both = |mut one: Tally, other: Tally| {
            one.add(&other);
            one
        };
        let shares = (self.seeds.end - self.seeds.start).div_ceil(self.at_a_time);
        let sum = pool.install(|| (0..shares).into_par_iter().map(|nth| self.play(nth)).reduce(none, both));
        self.bar.finish_and_clear();
        Ok(sum)
    }

    /// Plays one share.
    fn play(&self, nth: u64) -> Tally {
        let seeds = self.share(nth);
        let games = seeds.end - seeds.start;
        // The position and the bots' names were checked before.
        let tally = self.book.simulate_between(self.position, &self.seats, seeds);
        self.bar.inc(games);
        tally.ok().flatten().unwrap_or_default()
    }

    /// The seeds of a share.
    fn share(&self, nth: u64) -> Range<u64> {
        let from = self.seeds.start + nth * self.at_a_time;
        from..self.seeds.end.min(from.saturating_add(self.at_a_time))
    }
}

/// A bar on standard error; it draws itself on a terminal only.
fn bar(games: u64) -> ProgressBar {
    let speed = |state: &ProgressState, text: &mut dyn Write| {
        // A bar that cannot be drawn is no reason to stop.
        let _ = write!(text, "{:.0} a second", state.per_sec());
    };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {speed}, {eta} left")
        .map(|style| style.with_key("speed", speed));
    let bar = ProgressBar::new(games);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::{Setup, rulebook};

    #[test]
    fn every_number_of_threads_gives_the_same_tally() {
        let book = rulebook("robotory", &Setup::players(2)).unwrap();
        let seats = vec!["random".to_string(); 2];
        let tally = |threads| Work::new(&*book, &seats, 5..25, threads).run(threads).unwrap();
        assert_eq!(tally(1).games, 20);
        assert_eq!(tally(1), tally(2));
        assert_eq!(tally(1), tally(20));
    }

    #[test]
    fn every_seed_is_taken_once_up_to_the_last_there_is() {
        let book = rulebook("robotory", &Setup::players(2)).unwrap();
        let seats = vec!["random".to_string(); 2];
        let work = Work::new(&*book, &seats, u64::MAX - 20..u64::MAX, 1);
        let ranges: Vec<_> = (0..20_u64.div_ceil(work.at_a_time)).map(|nth| work.share(nth)).collect();
        assert_eq!((ranges[0].start, ranges[ranges.len() - 1].end), (u64::MAX - 20, u64::MAX));
        assert_eq!(ranges.iter().map(|range| range.end - range.start).sum::<u64>(), 20);
        assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start));
    }
}
