//! `cardwright perft`: how many lines of play there are.

use crate::args::SetupArgs;
use crate::opened::Start;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::{Counting, game};
use clap::Args;
use std::path::PathBuf;
use std::time::Instant;

/// Count all lines of play to a depth: a check of the rules, and a measure of their speed.
#[derive(Args)]
pub(crate) struct Perft {
    /// Which game; see `cardwright games`.
    game: String,
    /// How many actions, of players and of chance, make a line.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Carry out the last action of every line too instead of counting it: the same number, more slowly.
    #[arg(long)]
    no_bulk: bool,
    /// Count from a position (TOML) instead of the game's start.
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    #[command(flatten)]
    setup: SetupArgs,
}

impl Perft {
    /// Counts and prints.
    ///
    /// # Errors
    /// When the game cannot be played so.
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
        for depth in 1..=self.depth {
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
                false => out.line(format!(
                    "depth {depth}: {nodes} lines of play in {seconds:.3} s ({speed:.0} a second)"
                ))?,
            }
        }
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
