//! Many games on several threads, and merged reports.

use crate::error::raised;
use cardwright::{DynGame, HUMAN, Match, Session, Setup, Tally, game, parallel, rulebook};
use cardwright_wire::Report;
use cardwright_wire::rpc::{NewMatch, RpcError, codes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time between progress reports, at which the caller may interrupt.
const SLICE: Duration = Duration::from_millis(400);
/// The maximum number of threads; no machine has more.
const MAX_THREADS: usize = 1024;

/// Plays games between bots on several threads without holding the GIL, and returns a report as JSON.
///
/// `given` is JSON with the keys of `match/new`: `seats` names a bot for each seat, `seed` is the first seed. `told`,
/// if given, is called about twice a second with the number of games done.
///
/// Raises `CardwrightError` if the game cannot be set up, and anything that `told` raises.
#[pyfunction]
#[pyo3(signature = (given, bot, games, threads=None, told=None))]
pub(crate) fn simulate(
    py: Python<'_>,
    given: &str,
    bot: Option<&str>,
    games: u64,
    threads: Option<usize>,
    told: Option<Py<PyAny>>,
) -> PyResult<String> {
    let given: NewMatch =
        serde_json::from_str(given).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let threads = threads_of(threads)?;
    let from = given.seed.unwrap_or(0);
    let Some(to) = from.checked_add(games) else {
        return Err(PyValueError::new_err(
            "there are not enough seeds below 2**64",
        ));
    };
    let run = py
        .detach(|| Run::new(given, bot))
        .map_err(|fault| raised(py, &fault))?;
    let begun = Instant::now();
    let mut tally = Tally::new(run.book.about().players);
    let mut some = threads as u64;
    while tally.games < games {
        let next = from + tally.games;
        let end = next.saturating_add(some).min(to);
        let since = Instant::now();
        let more = py
            .detach(|| run.play(next..end, threads))
            .map_err(|fault| raised(py, &fault))?;
        tally.add(&more);
        some = slice(some, since.elapsed(), threads);
        py.check_signals()?;
        if let Some(told) = &told {
            told.call1(py, (tally.games, games))?;
        }
    }
    Ok(run.report((from, to), &tally, threads, begun.elapsed()))
}

/// The number of threads; by default, one for each processor.
pub(crate) fn threads_of(threads: Option<usize>) -> PyResult<usize> {
    let threads =
        threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    match threads {
        1..=MAX_THREADS => Ok(threads),
        _ => Err(PyValueError::new_err(format!(
            "the number of threads must be 1 to {MAX_THREADS}, not {threads}"
        ))),
    }
}

/// The number of games to play next, if this many took this long: as many as fill the time, at most eight times as
/// many, and enough to keep every thread busy.
pub(crate) fn slice(games: u64, took: Duration, threads: usize) -> u64 {
    let fit = games as f64 * SLICE.as_secs_f64() / took.as_secs_f64().max(1e-6);
    let fewest = 4 * threads as u64;
    (fit as u64).clamp(fewest, games.saturating_mul(8).max(fewest))
}

/// The rulebook of the setup. With `people`, the one of a match with people in every seat, as `match/new` creates it.
pub(crate) fn book_of(given: NewMatch, people: bool) -> Result<Arc<dyn DynGame>, RpcError> {
    let info = game(&given.game)?;
    let players = given.players_named(info)?.unwrap_or(info.usual);
    let packs = given.packs.into_iter().map(Into::into).collect();
    let setup = Setup {
        players,
        options: given.options.into_iter().collect(),
        packs,
    };
    let seats = vec![HUMAN.to_string(); if people { usize::from(players) } else { 0 }];
    Ok(rulebook(info.id, &setup.at_table(info.id, &seats))?)
}

/// The setup.
struct Run {
    book: Arc<dyn DynGame>,
    position: Option<String>,
    seats: Vec<String>,
}

impl Run {
    fn new(given: NewMatch, bot: Option<&str>) -> Result<Self, RpcError> {
        let (seats, position) = (given.seats.clone(), given.position.clone());
        let book = book_of(given, false)?;
        let players = book.about().players;
        let same = || vec![bot.unwrap_or("random").into(); usize::from(players)];
        let seats = seats.unwrap_or_else(same);
        // A session reports errors in the seats.
        Session::new(Match::start(book.clone(), Some(0)), seats.clone())?;
        Ok(Run {
            book,
            position,
            seats,
        })
    }

    fn play(&self, seeds: std::ops::Range<u64>, threads: usize) -> Result<Tally, RpcError> {
        let bots: Vec<&str> = self.seats.iter().map(String::as_str).collect();
        let tally = parallel::simulate(
            &*self.book,
            self.position.as_deref(),
            &bots,
            seeds,
            threads,
            &|_| {},
        );
        tally
            .map_err(|flaws| RpcError::from(cardwright::PositionError::TextErrors(flaws)))?
            .ok_or_else(|| RpcError {
                code: codes::SETUP,
                message: "a simulation needs a bot in every seat".into(),
                data: json!({ "kind": "setup", "help": self.book.bots() }),
            })
    }

    fn report(&self, seeds: (u64, u64), tally: &Tally, threads: usize, took: Duration) -> String {
        let same = self.seats.windows(2).all(|two| two[0] == two[1]);
        let bot = if same {
            self.seats.first().cloned().unwrap_or_default()
        } else {
            self.seats.join(",")
        };
        let seconds = took.as_secs_f64();
        let report = Report {
            position: self.position.clone().unwrap_or_default(),
            threads: Some(threads),
            seconds: Some(seconds),
            games_per_second: Some((tally.games as f64 / seconds.max(1e-9)).round()),
            ..Report::of(&*self.book, &bot, seeds, tally)
        };
        json!(report).to_string()
    }
}

/// Merges reports of parts of one run, given and returned as JSON. The totals, including the digest, equal those of one
/// run over all their seeds.
///
/// Raises `ValueError` if one is not a report, two are of different runs, or a seed was played twice.
#[pyfunction]
pub(crate) fn merge(reports: Vec<String>) -> PyResult<String> {
    merged(&reports).map_err(PyValueError::new_err)
}

fn merged(texts: &[String]) -> Result<String, String> {
    let read = |text: &String| {
        serde_json::from_str::<Report>(text).map_err(|error| format!("no report: {error}"))
    };
    let reports = texts.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = reports.first() else {
        return Err("there are no reports to add up".into());
    };
    let (mut tally, mut seeds) = (Tally::new(first.players), Vec::new());
    for report in &reports {
        if let Some(what) = different(first, report) {
            return Err(format!(
                "these reports are from different runs: {what} differs"
            ));
        }
        seeds.extend(ranges(report)?);
    }
    // No seed occurs twice, so there are at most as many games as seeds, and their totals fit.
    let seeds = joined(seeds)?;
    for report in &reports {
        let more = tally_of(report)?;
        let fits = |one: u64, two: u64| {
            one.checked_add(two)
                .ok_or("the numbers are impossibly large")
        };
        fits(tally.decisions, more.decisions)?;
        fits(tally.turns, more.turns)?;
        tally.add(&more);
    }
    Ok(json!(Report {
        games: tally.games,
        seed: seeds.first().map_or(0, |(from, _)| *from),
        seeds: seeds
            .iter()
            .map(|(from, to)| format!("{from}..{to}"))
            .collect(),
        decisions: tally.decisions,
        turns: tally.turns,
        wins: tally.wins.clone(),
        draws: tally.draws,
        digest: format!("{:016x}", tally.digest),
        intervals: Vec::new(),
        threads: None,
        seconds: None,
        games_per_second: None,
        ns_per_decision: None,
        ..first.clone()
    })
    .to_string())
}

fn different(one: &Report, two: &Report) -> Option<&'static str> {
    let same = [
        ("the game", one.game == two.game),
        (
            "the number of players",
            one.players == two.players && one.wins.len() == two.wins.len(),
        ),
        ("the bot", one.bot == two.bot),
        ("an option", one.options == two.options),
        ("a pack", one.packs == two.packs),
        ("the position", one.position == two.position),
    ];
    same.into_iter()
        .find(|(_, same)| !same)
        .map(|(what, _)| what)
}

fn tally_of(report: &Report) -> Result<Tally, String> {
    let digest = u64::from_str_radix(&report.digest, 16)
        .map_err(|_| format!("`{}` is not a digest", report.digest))?;
    let Report {
        games,
        decisions,
        turns,
        draws,
        ..
    } = *report;
    if report
        .wins
        .iter()
        .chain([&draws])
        .any(|results| *results > games)
    {
        return Err(format!("more results than {games} games have"));
    }
    Ok(Tally {
        games,
        decisions,
        turns,
        wins: report.wins.clone(),
        draws,
        digest,
    })
}

fn ranges(report: &Report) -> Result<Vec<(u64, u64)>, String> {
    let range = |text: &String| {
        let (from, to) = text.split_once("..")?;
        Some((from.parse().ok()?, to.parse().ok()?)).filter(|(from, to): &(u64, u64)| from <= to)
    };
    let all = report
        .seeds
        .iter()
        .map(|text| range(text).ok_or_else(|| format!("`{text}` is not a range of seeds")));
    let all = all.collect::<Result<Vec<_>, _>>()?;
    let games: u64 = all
        .iter()
        .fold(0, |sum, (from, to)| sum.saturating_add(to - from));
    match games == report.games {
        true => Ok(all),
        false => Err(format!("{} games, and {games} seeds", report.games)),
    }
}

/// Ranges in order, with adjacent ones merged.
fn joined(mut all: Vec<(u64, u64)>) -> Result<Vec<(u64, u64)>, String> {
    all.sort_unstable();
    let mut joined: Vec<(u64, u64)> = Vec::new();
    for (from, to) in all.into_iter().filter(|(from, to)| from < to) {
        match joined.last_mut() {
            Some((_, end)) if from < *end => return Err(format!("seed {from} was played twice")),
            Some((_, end)) if from == *end => *end = to,
            _ => joined.push((from, to)),
        }
    }
    Ok(joined)
}
