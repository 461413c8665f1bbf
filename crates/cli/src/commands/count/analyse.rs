//! `cardwright analyse`: where the win of a finished game was lost.

use super::simulate::{MAX_THREADS, available, bar};
use crate::args;
use crate::commands::replay::resume;
use crate::files;
use crate::interrupt;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use crate::table::table;
use cardwright::{Actor, Analyst, Seat, decisions, parallel, seat_name};
use cardwright_wire::{Analysis, Missed, TurnChances};
use clap::Args;
use std::path::PathBuf;

/// How many of the missed actions are printed as text.
const SHOWN: usize = 10;
/// The width of the curve of chances, in columns.
const WIDE: usize = 60;
/// The signs of the curve, for chances from 0 to 1.
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Find out where the win of a finished game was lost.
///
/// At each decision, the strongest bot says what it would have done, knowing no more than the player. If that is another
/// action, both are tried in many games, in worlds that the player could not tell from the real one. A bot plays these
/// games to the end. It prints the actions that lost most, with a 95 % interval, and how the chances changed from turn
/// to turn. The numbers are the same for any number of threads. A game of Lunar Command takes minutes; try `--games 20`.
#[derive(Args)]
pub(crate) struct Analyse {
    /// A saved match that is over.
    file: PathBuf,
    /// The number of games for each action.
    #[arg(long, value_name = "K", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// The bot that plays these games to the end.
    #[arg(long, default_value = "greedy")]
    bot: String,
    /// The bot whose actions are compared with those that were taken.
    #[arg(long, value_name = "BOT", default_value = "search")]
    adviser: String,
    /// The number of threads. Default: one for each processor.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
}

impl Analyse {
    /// Analyses the match and prints what was found.
    ///
    /// # Errors
    /// When the file cannot be read, or the match is not over.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let replay = files::saved_match(&self.file)?;
        let play = resume(&self.file, &replay, &[])?;
        if !matches!(play.actor(), Actor::Over(_)) {
            return Err(CommandError::refused(
                format!("the match in {} is not over", self.file.display()),
                "`cardwright play FILE` continues it; write `hint` there",
            ));
        }
        for bot in [&self.bot, &self.adviser] {
            args::bot(&**play.rulebook(), bot)?;
        }
        let analyst = Analyst {
            adviser: &self.adviser,
            player: &self.bot,
            games: self.games,
        };
        let all = decisions(&play);
        interrupt::stop_on_request();
        let bar = bar(all.len() as u64, "decisions");
        let threads = self.threads.unwrap_or_else(available) as usize;
        let found = parallel::map(0..all.len() as u64, threads, &|nth| {
            if interrupt::is_stopped() {
                return None;
            }
            let found = analyst.analyse(&all, nth as usize);
            bar.inc(1);
            Some(found)
        });
        bar.finish_and_clear();
        let found: Vec<_> = found.into_iter().flatten().collect();
        let analysis = Analysis::new(&play, &analyst, &found);
        if out.is_json() {
            out.json(&analysis)?;
        } else {
            let seats = (0..analysis.players).map(|seat| seat_name(&*play, Seat(seat)));
            print(out, &analysis, &seats.collect::<Vec<_>>())?;
        }
        if found.len() < all.len() {
            let (played, all) = (found.len(), all.len());
            eprintln!(
                "stopped after {played} of {all} decisions; the numbers are of these decisions"
            );
            return Ok(Verdict::Stopped);
        }
        Ok(Verdict::Good)
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

fn print(out: &mut Out, analysis: &Analysis, seats: &[String]) -> Result<(), CommandError> {
    let Analysis {
        games,
        bot,
        adviser,
        decisions,
        missed,
        ..
    } = analysis;
    out.prose(&format!(
        "{decisions} decisions; chances from {games} games for each action, played to the end by `{bot}`"
    ))?;
    if missed.is_empty() {
        out.prose(&format!(
            "No action of `{adviser}` would surely have been better."
        ))?;
    }
    // The same chance is often missed again and again: the worst time of each turn is enough.
    let mut worst: Vec<&Missed> = Vec::new();
    for one in missed {
        let here = |other: &&Missed| (other.turn, other.seat) == (one.turn, one.seat);
        if !worst.iter().any(here) {
            worst.push(one);
        }
    }
    for one in worst.iter().take(SHOWN) {
        out.prose(&format!(
            "\nturn {}, {}: {} ({})\n  better: {} ({}), {:+.1} ± {:.1} points",
            one.turn,
            one.player,
            one.text,
            percent(one.chance),
            one.better_text,
            percent(one.better_chance),
            one.lost() * 100.0,
            one.error * 100.0,
        ))?;
    }
    if missed.len() > worst.len().min(SHOWN) {
        let all = missed.len();
        out.prose(&format!(
            "\nThese are the worst of {all} missed actions; `--format json` has them all."
        ))?;
    }
    out.line("")?;
    let row = |(seat, name): (usize, &String)| {
        let own = || {
            missed
                .iter()
                .filter(|one| usize::from(one.seat) == seat + 1)
        };
        vec![
            name.clone(),
            own().count().to_string(),
            curve(analysis, seat),
        ]
    };
    let body: Vec<Vec<String>> = seats.iter().enumerate().map(row).collect();
    out.text(table(
        &["player", "missed", "chance to win, turn by turn"],
        &body,
    ))
}

/// The chances of a seat, one column for each turn, or for several.
fn curve(analysis: &Analysis, seat: usize) -> String {
    let each = analysis.turns.len().div_ceil(WIDE).max(1);
    let column = |turns: &[TurnChances]| {
        let chances = turns.iter().filter_map(|turn| turn.chances.get(seat));
        let mean = chances.sum::<f64>() / turns.len() as f64;
        HEIGHTS[((mean * 8.0) as usize).min(7)]
    };
    analysis.turns.chunks(each).map(column).collect()
}
