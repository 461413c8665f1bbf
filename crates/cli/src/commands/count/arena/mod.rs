//! `cardwright arena`: measures which bot is stronger, and by how much.

mod pace;
mod print;

use super::simulate::{MAX_THREADS, available, bar};
use crate::args::{self, SetupArgs};
use crate::files::{self, Kind};
use crate::interrupt;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::{DynGame, game, parallel};
use cardwright_wire::{Arena as Results, StrengthTest};
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Find out which bot is stronger, and by how much.
///
/// Each seed is played once for every seat of a bot, so that neither seat nor luck favours a bot. With two bots and
/// more than two seats, the first bot plays alone against copies of the second, and the other way around on every
/// other seed. Three or more bots play against each other in this way and get a rating. The same seeds give the
/// same numbers for any number of threads.
#[derive(Args)]
pub(crate) struct Arena {
    /// The game; see `cardwright games`.
    game: String,
    /// The bots, separated by commas, such as `search,greedy`.
    #[arg(long, required = true, value_delimiter = ',', value_name = "BOT,…")]
    bots: Vec<String>,
    /// How long each bot named `search` may think about an action, such as 50ms, up to 60s. First, it measures how
    /// many games fit into that time on this machine; then it plays with `search:NUMBER`. The results depend only
    /// on that number.
    #[arg(long, value_name = "TIME", value_parser = pace::time)]
    time: Option<std::time::Duration>,
    /// The number of games of each bot against each other bot, rounded up to whole seeds.
    #[arg(long, value_name = "K", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The first seed.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Stop as soon as it is clear whether the first of two bots is stronger by at least HIGH Elo points, or by at
    /// most LOW (a sequential test). If LOW is accepted, the exit code is 1.
    #[arg(long, value_name = "LOW..HIGH", value_parser = elo_range, allow_hyphen_values = true)]
    test: Option<(f64, f64)>,
    /// The maximum share of tests that accept the wrong result.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, requires = "test")]
    error: f64,
    /// Save the results in this file, and resume from it if it exists.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Draw the shares of wins and the ratings, with their intervals, into this file (SVG).
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The number of threads. Default: one for each processor.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    #[command(flatten)]
    setup: SetupArgs,
}

impl Arena {
    /// Plays the games and prints the results.
    ///
    /// # Errors
    /// When the game cannot be played with this setup, or the file is about other games.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let book = self.setup.rulebook(game(&self.game)?)?;
        self.check(&*book)?;
        let test = self.test;
        let test = test.map(|(low, high)| StrengthTest::new(low, high, self.error));
        let bots = match self.time {
            None => self.bots.clone(),
            Some(time) => pace::named(&*book, &self.bots, time)?,
        };
        let mut results = Results::new(&*book, &bots, self.seed, test);
        if let Some(file) = self.file.as_deref().filter(|file| file.exists()) {
            resume(&mut results, file)?;
        }
        let wanted = self.play(&*book, &mut results)?;
        if results.seeds == 0 && interrupt::is_stopped() {
            let help = "no seed was finished; the exit code is 130";
            return out
                .note(&format!("stopped after 0 of {wanted} seeds: {help}"))
                .map(|()| Verdict::Stopped);
        }
        if let Some(file) = &self.svg {
            files::replace(file, &print::svg(&results))?;
        }
        print::print(out, &results)?;
        if interrupt::is_stopped() && results.next(wanted) > 0 {
            let played = results.seeds;
            eprintln!("stopped after {played} of {wanted} seeds; the numbers are of these seeds");
            return Ok(Verdict::Stopped);
        }
        let accepted = results.test.and_then(|test| test.accepted);
        Ok(match accepted.as_deref() {
            Some("low") => Verdict::No,
            _ => Verdict::Good,
        })
    }

    fn check(&self, book: &dyn DynGame) -> Result<(), CommandError> {
        self.bots
            .iter()
            .try_for_each(|name| args::bot(book, name))?;
        if let Some(twice) =
            (1..self.bots.len()).find(|at| self.bots[..*at].contains(&self.bots[*at]))
        {
            let what = format!("the bot `{}` is named twice", self.bots[twice]);
            return Err(CommandError::usage(what, "name each bot once"));
        }
        if self.bots.len() < 2 {
            let help = "name two bots or more, such as `--bots search,greedy`";
            return Err(CommandError::usage("there is only one bot", help));
        }
        if self.test.is_some() && self.bots.len() > 2 {
            let what = format!(
                "`--test` compares two bots, but {} are named",
                self.bots.len()
            );
            return Err(CommandError::usage(
                what,
                "name two bots, or leave `--test` out",
            ));
        }
        Ok(())
    }

    /// Plays until there are enough games, until the test has decided, or until Ctrl-C. Returns the number of seeds
    /// to play.
    fn play(&self, book: &dyn DynGame, results: &mut Results) -> Result<u64, CommandError> {
        interrupt::stop_on_request();
        let wanted = self.games.div_ceil(results.sides.into());
        if self.seed.checked_add(wanted).is_none() {
            let help = "take a smaller --seed";
            return Err(CommandError::usage(
                "there are not enough seeds after --seed",
                help,
            ));
        }
        let threads = self.threads.unwrap_or_else(available) as usize;
        let pairings = results.pairings.len() as u64;
        let each = u64::from(results.sides) * pairings;
        let bar = bar(wanted.max(results.seeds).saturating_mul(each), "games");
        bar.inc(results.seeds.saturating_mul(each));
        loop {
            let more = results.next(wanted);
            if more == 0 || interrupt::is_stopped() {
                break;
            }
            let begin = Instant::now();
            let from = self.seed + results.seeds;
            let told = |games| bar.inc(games);
            let played = parallel::map(0..more * pairings, threads, &|task| {
                let (pairing, seed) = (task / more, from + task % more);
                let wanted = !interrupt::is_stopped();
                wanted.then(|| results.block(book, pairing as usize, seed, &told))
            });
            // After Ctrl-C, only the seeds count up to the first one that is not finished.
            let each = played.chunks(more as usize);
            let finished =
                each.map(|blocks| blocks.iter().take_while(|block| block.is_some()).count());
            let finished = finished.min().unwrap_or(0);
            let each = played.chunks(more as usize);
            let blocks: Vec<_> = each
                .flat_map(|blocks| blocks.iter().take(finished).flatten().cloned())
                .collect();
            results.add(finished as u64, &blocks, begin.elapsed().as_secs_f64());
            if let Some(file) = &self.file {
                let text = serde_json::to_string_pretty(results).map_err(std::io::Error::from)?;
                files::replace(file, &(text + "\n"))?;
            }
        }
        bar.finish_and_clear();
        Ok(wanted)
    }
}

/// Adds the results in a file.
///
/// # Errors
/// When the file cannot be read, or has no results of this run.
fn resume(results: &mut Results, file: &Path) -> Result<(), CommandError> {
    let text = files::read(file, Kind::Arena)?;
    let found: Results = serde_json::from_str(&text).map_err(|error| {
        let what = format!(
            "{}: this is not a file from `arena`: {}",
            file.display(),
            cardwright::json_fault(&error)
        );
        CommandError::usage(
            what,
            "give a file that `cardwright arena --file` wrote, or a new name",
        )
    })?;
    results.merge(&found).map_err(|what| {
        CommandError::refused(
            format!("{}: {what}", file.display()),
            "use the same game, bots, seed, options and packs, or name a new file",
        )
    })
}

/// Parses `LOW..HIGH`.
fn elo_range(text: &str) -> Result<(f64, f64), String> {
    let wrong =
        || "write two numbers of Elo points with `..` between them, such as `0..20`".to_string();
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| {
        let number: f64 = text.parse().map_err(|_| wrong())?;
        if number.abs() <= MOST_ELO {
            Ok(number)
        } else {
            Err(wrong())
        }
    };
    match (number(low)?, number(high)?) {
        (low, high) if low < high => Ok((low, high)),
        _ => Err(wrong()),
    }
}

/// The largest number of Elo points allowed; real differences between bots are smaller.
const MOST_ELO: f64 = 5000.0;

/// Parses an error rate of a test.
fn share(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|share| (0.0001..0.5).contains(share))
        .ok_or_else(|| "write a number from 0.0001 to below 0.5, such as 0.05".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_test_are_read() {
        assert_eq!(elo_range("0..20"), Ok((0.0, 20.0)));
        assert_eq!(elo_range("-10..0.5"), Ok((-10.0, 0.5)));
        for wrong in [
            "", "5", "5..5", "9..1", "NaN..1", "0..inf", "0..9999", "a..b",
        ] {
            assert!(elo_range(wrong).is_err(), "{wrong}");
        }
        assert_eq!(share("0.05"), Ok(0.05));
        for wrong in ["", "0", "0.5", "-0.1", "NaN", "x"] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
    }
}
