//! `cardwright learn`: learns the value of positions from self-play.

use super::simulate::{MAX_THREADS, available, bar};
use crate::args::SetupArgs;
use crate::files;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::{game, parallel};
use cardwright_wire::Learning;
use clap::Args;
use std::path::PathBuf;

/// The number of games that a thread plays at a time, and that are played between two looks at the progress.
const SHARE: u64 = 32;
const AT_A_TIME: u64 = 1024;

/// Learn what positions are worth, from games that a bot plays against itself.
///
/// The features of a seat are read from the position and from the programs of its cards, so your own cards count
/// too. It prints one weight for each feature. The same seed and number of games give the same weights on every
/// machine.
#[derive(Args)]
pub(crate) struct Learn {
    /// The game; see `cardwright games`.
    game: String,
    /// The number of games.
    #[arg(long, value_name = "K", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The first seed.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Write the weights to this file.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// The number of threads. Default: one for each processor.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    #[command(flatten)]
    setup: SetupArgs,
}

impl Learn {
    /// Plays, learns, and prints the weights.
    ///
    /// # Errors
    /// When the game cannot be played with this setup, or has no features to learn from.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let book = self.setup.rulebook(game(&self.game)?)?;
        let threads = self.threads.unwrap_or_else(available) as usize;
        let Some(end) = self.seed.checked_add(self.games) else {
            let what = "there are not enough seeds after --seed";
            return Err(CommandError::usage(what, "take a smaller --seed"));
        };
        let bar = bar(self.games, "games");
        let mut learning = Learning::new(&self.game, self.games, self.seed);
        let mut next = self.seed;
        while next < end {
            let shares = 0..(end - next).min(AT_A_TIME).div_ceil(SHARE);
            let first = |share: u64| (next + share * SHARE).min(end);
            let lessons = parallel::map(shares.clone(), threads, &|share| {
                book.lessons(first(share)..first(share + 1))
            });
            if lessons.iter().all(Vec::is_empty) {
                return Err(CommandError::usage(
                    format!("{} has no value that is learned", self.game),
                    "see `cardwright learn --help`",
                ));
            }
            lessons.iter().flatten().for_each(|game| learning.add(game));
            bar.inc(first(shares.end) - next);
            next = first(shares.end);
        }
        bar.finish_and_clear();
        let learned = learning.learned();
        let list: Vec<String> = learned
            .weights
            .iter()
            .map(|one| format!("{one:.4}"))
            .collect();
        if let Some(file) = &self.file {
            files::replace(file, &(list.join("\n") + "\n"))?;
        }
        if out.is_json() {
            out.json(&learned)?;
            return Ok(Verdict::Good);
        }
        out.line("games  surprise in bits")?;
        for (games, surprise) in &learned.curve {
            out.line(format!("{games:>5}  {surprise:.4}"))?;
        }
        out.line(format!("\nweights: {}", list.join(", ")))?;
        Ok(Verdict::Good)
    }
}
