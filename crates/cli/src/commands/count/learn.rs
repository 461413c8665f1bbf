//! `cardwright learn`: learns the value of positions from self-play.

use super::simulate::bar;
use crate::args::SetupArgs;
use crate::files;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::game;
use clap::Args;
use std::path::PathBuf;

/// The number of games for each line of the learning curve.
const CURVE: u64 = 10;

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
        let bar = bar(self.games, "games");
        let mut curve: Vec<(u64, f64)> = Vec::new();
        let each = self.games.div_ceil(CURVE);
        let (mut sum, mut since) = (0.0, 0);
        let weights = book.learn(self.games, self.seed, &mut |games, surprise| {
            bar.inc(1);
            sum += surprise;
            since += 1;
            if games % each == 0 || games == self.games {
                curve.push((games, sum / f64::from(since)));
                (sum, since) = (0.0, 0);
            }
        });
        bar.finish_and_clear();
        if weights.is_empty() {
            return Err(CommandError::usage(
                format!("{} has no value that is learned", self.game),
                "see `cardwright learn --help`",
            ));
        }
        let list: Vec<String> = weights.iter().map(|one| format!("{one:.4}")).collect();
        if let Some(file) = &self.file {
            files::replace(file, &(list.join("\n") + "\n"))?;
        }
        if out.is_json() {
            let document = serde_json::json!({
                "game": self.game, "games": self.games, "seed": self.seed,
                "weights": weights, "curve": curve,
            });
            out.json(&document)?;
            return Ok(Verdict::Good);
        }
        out.line("games  surprise in bits")?;
        for (games, surprise) in curve {
            out.line(format!("{games:>5}  {surprise:.4}"))?;
        }
        out.line(format!("\nweights: {}", list.join(", ")))?;
        Ok(Verdict::Good)
    }
}
