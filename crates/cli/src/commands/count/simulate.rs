//! `cardwright simulate`: many games between bots.

use super::report::Report;
use crate::args::{self, SetupArgs};
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
use std::time::Instant;

/// The most threads; more than any machine has, fewer than would exhaust it.
pub(crate) const MAX_THREADS: u64 = 1024;

/// Games that are played again to see why they ended: about a second.
const LOOKED_AT: u64 = 50;
/// Lines at the end of a game among which stands why it ended.
const LAST_LINES: usize = 8;
/// How the line begins that tells of cards without an end.
const ENDLESS: &str = "Endless loop";

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
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "BOT,…",
        conflicts_with = "bot"
    )]
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
        let tally = played(&*book, position.as_deref(), &seats, from..to, threads);
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
        Ok(Verdict::Good)
    }

    /// Why games ended in which cards went on without end: some games are played again, with all that happens.
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
            // What a bot cannot answer ends that game.
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
            .map(|(why, games)| format!("{games} of the first {looked} games ended so: {why}"))
            .collect()
    }

    /// The rules, for as many players as seats are named where nobody says.
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
                "there are not so many seeds after --seed",
                "take a smaller --seed",
            )),
        }
    }
}

/// One thread for each processor.
pub(crate) fn available() -> u64 {
    std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64)
}

/// The games, with a bar that tells how many are played.
fn played(
    book: &dyn DynGame,
    position: Option<&str>,
    seats: &[String],
    seeds: Range<u64>,
    threads: usize,
) -> Tally {
    let bar = bar(seeds.end - seeds.start);
    let bots: Vec<&str> = seats.iter().map(String::as_str).collect();
    let tally = parallel::simulate(book, position, &bots, seeds, threads, &|games| {
        bar.inc(games)
    });
    bar.finish_and_clear();
    // The position and the bots' names were checked before.
    tally.ok().flatten().unwrap_or_default()
}

/// A bar on standard error; it draws itself on a terminal only.
pub(crate) fn bar(games: u64) -> ProgressBar {
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
