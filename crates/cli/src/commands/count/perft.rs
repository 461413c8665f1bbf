//! `cardwright perft`: counts the lines of play.

use crate::args::SetupArgs;
use crate::interrupt::Interrupt;
use crate::opened::Start;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::{Counting, game};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Count all lines of play to a depth, to check the rules and measure their speed.
///
/// Each depth is printed as soon as it is counted. Ctrl-C stops with exit code 130; what is already printed stays.
#[derive(Args)]
pub(crate) struct Perft {
    /// The game; see `cardwright games`.
    game: String,
    /// The number of actions in a line, including those of chance, from 1 to 100.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Also play the last action of every line instead of only counting it. The numbers are the same, but counting
    /// takes longer.
    #[arg(long)]
    no_bulk: bool,
    /// Start from a position (TOML) instead of the start of the game.
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    #[command(flatten)]
    setup: SetupArgs,
}

impl Perft {
    /// Counts the lines and prints the numbers.
    ///
    /// # Errors
    /// When the game cannot be played with this setup.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let info = game(&self.game)?;
        let start = self.position.as_deref().map(Start::read).transpose()?;
        let book = match &start {
            Some(start) => start.rulebook(Some(info), &self.setup)?,
            None => self.setup.rulebook(info)?,
        };
        let counting = if self.no_bulk {
            Counting::Walk
        } else {
            Counting::Bulk
        };
        let mut counts = Vec::new();
        let interrupt = Interrupt::watch();
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed} so far") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        for depth in 1..=self.depth {
            bar.set_message(format!("counting depth {depth} of {}", self.depth));
            let complete = depth - 1;
            interrupt.say(Some(format!(
                "stopped at depth {depth} of {}: {complete} complete",
                self.depth
            )));
            let begin = Instant::now();
            let nodes = match &start {
                Some(start) => book
                    .perft_from(&start.text, depth, counting)
                    .map_err(|flaws| start.impossible(&flaws))?,
                None => book.perft(depth, counting),
            };
            let seconds = begin.elapsed().as_secs_f64();
            let speed = nodes as f64 / seconds.max(f64::MIN_POSITIVE);
            match out.is_json() {
                true => counts.push(cardwright_wire::Depth {
                    depth,
                    nodes: nodes.into(),
                    seconds,
                    nodes_per_second: speed.round(),
                }),
                // Otherwise the spinner's line would stay above this one.
                false => bar.suspend(|| {
                    out.line(format!(
                        "depth {depth}: {nodes} lines of play in {seconds:.3} s ({speed:.0} a second)"
                    ))?;
                    out.flush()
                })?,
            }
        }
        bar.finish_and_clear();
        interrupt.say(None);
        if out.is_json() {
            let version = cardwright_wire::Version;
            out.json(&cardwright_wire::Perft {
                version,
                game: info.id.into(),
                depths: counts,
            })?;
        }
        Ok(Verdict::Good)
    }
}
