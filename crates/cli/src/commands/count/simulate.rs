//! `cardwright simulate`: plays many games between bots.

use super::report::Report;
use crate::args::{self, SetupArgs};
use crate::interrupt;
use crate::opened::Start;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::{DynGame, Session, Tally, Viewer, game, parallel};
use clap::Args;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The maximum number of threads: more than any machine has, but too few to exhaust it.
pub(crate) const MAX_THREADS: u64 = 1024;

/// The number of games that are played again to see why they ended: about a second.
const LOOKED_AT: u64 = 50;
/// The number of lines at the end of a log that are searched for the reason of the end.
const LAST_LINES: usize = 8;
/// The beginning of the log line about cards in an endless loop.
const ENDLESS: &str = "Endless loop";

/// Play many games between bots and count who wins.
///
/// The k-th game, counted from 0, has the seed S + k. All numbers, including the digest, are the same for any
/// number of threads. Ctrl-C finishes the games in progress, prints the results so far, and exits with 130.
#[derive(Args)]
pub(crate) struct Simulate {
    /// The game; see `cardwright games`.
    game: String,
    /// The number of games.
    #[arg(long, value_name = "K", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The first seed.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Play the seeds from A up to, but not including, B, as a part of a larger run. `cardwright merge` adds up the
    /// parts.
    #[arg(long, value_name = "A..B", value_parser = args::seed_range, conflicts_with_all = ["games", "seed"])]
    seeds: Option<(u64, u64)>,
    /// The bot in every seat.
    #[arg(long, default_value = "random")]
    bot: String,
    /// A bot for each seat, such as `greedy,random,random,random`, instead of --bot.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "BOT,…",
        conflicts_with = "bot"
    )]
    seats: Option<Vec<String>>,
    /// The number of threads. Default: one for each processor.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    /// Start every game from a position (TOML) instead of the start of the game.
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    #[command(flatten)]
    setup: SetupArgs,
}

impl Simulate {
    /// Plays the games and prints the report.
    ///
    /// # Errors
    /// When the game cannot be played with this setup.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let start = self.position.as_deref().map(Start::read).transpose()?;
        let book = self.rulebook(start.as_ref())?;
        let seats = self
            .seats
            .clone()
            .unwrap_or_else(|| vec![self.bot.clone(); book.about().players.into()]);
        args::seats(&*book, &seats)?;
        let (from, to) = self.range()?;
        let threads = self.threads.unwrap_or_else(available).min(to - from) as usize;
        let begin = Instant::now();
        let position = start.map(|start| start.text);
        let wanted = to - from;
        let (tally, to) = played(&*book, position.as_deref(), &seats, from..to, threads);
        if to == from {
            let help = "no game was finished; the exit code is 130";
            return out
                .note(&format!("stopped after 0 of {wanted} games: {help}"))
                .map(|()| Verdict::Stopped);
        }
        let seconds = begin.elapsed().as_secs_f64();
        let endless = match position {
            None if tally.draws > 0 => self.endless(&seats, from..to),
            _ => Vec::new(),
        };
        let report = Report {
            position: position.unwrap_or_default(),
            endless,
            ..Report::new(&*book, &seats)
        };
        report
            .with(&[(from, to)], &tally, threads, seconds)
            .print(out)?;
        if to - from < wanted {
            let played = to - from;
            eprintln!("stopped after {played} of {wanted} games; the numbers are of these games");
            return Ok(Verdict::Stopped);
        }
        Ok(Verdict::Good)
    }

    /// The reasons why games ended in an endless loop of cards. Some games are played again with their logs.
    fn endless(&self, seats: &[String], seeds: Range<u64>) -> Vec<String> {
        if self.setup.with.packs.is_empty() {
            return Vec::new();
        }
        let Ok(setup) = self.setup.setup(seats.len() as u8) else {
            return Vec::new();
        };
        let looked = LOOKED_AT.min(seeds.end - seeds.start);
        let mut found: BTreeMap<String, u64> = BTreeMap::new();
        for seed in seeds.start..seeds.start + looked {
            let session = Session::begin(&self.game, &setup, seed, seats.to_vec());
            let Ok(mut session) = session else { break };
            // A bot that fails ends that game.
            let _ = session.play_bots();
            let news = session.news(Viewer::Referee);
            let last = news.iter().rev().take(LAST_LINES);
            let why = last
                .map(|line| line.text.clone())
                .find(|text| text.starts_with(ENDLESS));
            why.into_iter()
                .for_each(|why| *found.entry(why).or_default() += 1);
        }
        found
            .into_iter()
            .map(|(why, games)| {
                format!("{games} of the first {looked} games ended like this: {why}")
            })
            .collect()
    }

    /// The rulebook. Default number of players: the number of named seats.
    fn rulebook(&self, start: Option<&Start>) -> Result<Arc<dyn DynGame>, CommandError> {
        let info = game(&self.game)?;
        let named = self
            .seats
            .as_ref()
            .map(|seats| seats.len().try_into().unwrap_or(u8::MAX));
        let setup = SetupArgs {
            players: self.setup.players.or(named),
            ..self.setup.clone()
        };
        match start {
            Some(start) => start.rulebook(Some(info), &setup),
            None => setup.rulebook(info),
        }
    }

    fn range(&self) -> Result<(u64, u64), CommandError> {
        if let Some(seeds) = self.seeds {
            return Ok(seeds);
        }
        match self.seed.checked_add(self.games) {
            Some(end) => Ok((self.seed, end)),
            None => Err(CommandError::usage(
                "there are not enough seeds after --seed",
                "take a smaller --seed",
            )),
        }
    }
}

/// The number of processors, which is the default number of threads.
pub(crate) fn available() -> u64 {
    std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64)
}

/// The minimum time between two checks whether to stop.
const STRETCH: Duration = Duration::from_millis(250);

/// Plays the games with a progress bar, until Ctrl-C. Returns the results and the seed after the last one.
fn played(
    book: &dyn DynGame,
    position: Option<&str>,
    seats: &[String],
    seeds: Range<u64>,
    threads: usize,
) -> (Tally, u64) {
    interrupt::stop_on_request();
    let bar = bar(seeds.end - seeds.start, "games");
    let bots: Vec<&str> = seats.iter().map(String::as_str).collect();
    let mut all = Tally::new(book.about().players);
    let (mut next, mut games) = (seeds.start, threads.max(1) as u64);
    while next < seeds.end && !interrupt::is_stopped() {
        let begin = Instant::now();
        let end = seeds.end.min(next.saturating_add(games));
        let told = |games| bar.inc(games);
        let tally = parallel::simulate(book, position, &bots, next..end, threads, &told);
        // The position and the bots' names have been checked already.
        all.add(&tally.ok().flatten().unwrap_or_default());
        next = end;
        // Each stretch starts threads again. So from the second on, a stretch is as long as the speed of the first
        // allows.
        let took = begin.elapsed();
        if took < STRETCH {
            let more = STRETCH.as_micros() / took.as_micros().max(1);
            games = games.saturating_mul((more as u64).max(2));
        }
    }
    bar.finish_and_clear();
    (all, next)
}

/// A progress bar on standard error; it is shown only at a terminal.
pub(crate) fn bar(count: u64, things: &str) -> ProgressBar {
    let speed = |state: &ProgressState, text: &mut dyn Write| {
        // A bar that cannot be drawn is no reason to stop.
        let _ = write!(text, "{:.0} a second", state.per_sec());
    };
    let style = ProgressStyle::with_template(&format!(
        "{{wide_bar}} {{pos}}/{{len}} {things}, {{speed}}, {{eta}} left"
    ))
    .map(|style| style.with_key("speed", speed));
    let bar = ProgressBar::new(count);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
