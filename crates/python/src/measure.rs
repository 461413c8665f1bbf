//! Measurements over many games: arena, balance, learning. Each is a run: `part` plays some games, here or on another
//! machine, `merge` adds what a part gives, and `document` is the result so far, as JSON.

use crate::error::{internal, raised};
use crate::simulate::{book_of, slice, threads_of};
use cardwright::{CardGame, DynGame, Lesson, Match, PackSource, Session, check_packs, parallel};
use cardwright_wire::rpc::{NewMatch, RpcError};
use cardwright_wire::{Block, StrengthTest};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

type Book = Arc<dyn DynGame>;

fn read<T: DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn written(py: Python<'_>, document: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(document).map_err(|error| internal(py, &error.to_string()))
}

/// The rulebook, and an error if a bot is unknown.
fn opened(py: Python<'_>, given: NewMatch, bots: &[String]) -> PyResult<Book> {
    let open = || -> Result<Book, RpcError> {
        let book = book_of(given, false)?;
        for bot in bots {
            let seats = vec![bot.clone(); book.about().players.into()];
            Session::new(Match::start(book.clone(), Some(0)), seats)?;
        }
        Ok(book)
    };
    py.detach(open).map_err(|fault| raised(py, &fault))
}

/// Some numbers from a first one on.
fn range(first: u64, number: u64) -> PyResult<Range<u64>> {
    let end = first.checked_add(number);
    end.map(|end| first..end)
        .ok_or_else(|| PyValueError::new_err("there are not enough seeds below 2**64"))
}

/// Does the work for each number on threads, some at a time, so that the caller may interrupt.
fn mapped<T: Send>(
    py: Python<'_>,
    numbers: Range<u64>,
    threads: Option<usize>,
    work: &(dyn Fn(u64) -> T + Sync),
) -> PyResult<Vec<T>> {
    let threads = threads_of(threads)?;
    let mut all = Vec::new();
    let (mut next, mut some) = (numbers.start, threads as u64);
    while next < numbers.end {
        let (end, since) = (numbers.end.min(next.saturating_add(some)), Instant::now());
        all.extend(py.detach(|| parallel::map(next..end, threads, work)));
        some = slice(some, since.elapsed(), threads);
        py.check_signals()?;
        next = end;
    }
    Ok(all)
}

/// Which of several bots is stronger; see `cardwright_wire::Arena`.
#[pyclass(module = "cardwright._native", frozen)]
pub(crate) struct Arena {
    book: Book,
    results: std::sync::Mutex<cardwright_wire::Arena>,
}

/// A lock that no panic can have poisoned: nothing panics while it is held.
fn held<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[pymethods]
impl Arena {
    /// `given` is JSON with the keys of `match/new`; `test` is two numbers of Elo points and an error rate.
    #[new]
    #[pyo3(signature = (given, bots, seed, test=None))]
    fn new(
        py: Python<'_>,
        given: &str,
        bots: Vec<String>,
        seed: u64,
        test: Option<(f64, f64, f64)>,
    ) -> PyResult<Self> {
        let twice = (1..bots.len()).any(|at| bots[..at].contains(&bots[at]));
        if bots.len() < 2 || twice || test.is_some() && bots.len() > 2 {
            let what = "name two bots or more, each once, and two for a test";
            return Err(PyValueError::new_err(what));
        }
        if test.is_some_and(|(low, high, error)| {
            !(low < high && low.is_finite() && high.is_finite() && error > 0.0 && error < 0.5)
        }) {
            let what =
                "a test has a lower and a higher number of Elo points, and an error below 0.5";
            return Err(PyValueError::new_err(what));
        }
        let book = opened(py, read(given)?, &bots)?;
        let test = test.map(|(low, high, error)| StrengthTest::new(low, high, error));
        let results = cardwright_wire::Arena::new(&*book, &bots, seed, test);
        Ok(Arena {
            book,
            results: results.into(),
        })
    }

    /// The first seed to play next, and how many; none when there are enough games or the test has decided.
    fn next(&self, games: u64) -> (u64, u64) {
        let results = held(&self.results);
        let wanted = games.div_ceil(results.sides.into());
        (
            results.seed.saturating_add(results.seeds),
            results.next(wanted),
        )
    }

    /// The results of some seeds.
    #[pyo3(signature = (first, seeds, threads=None))]
    fn part(
        &self,
        py: Python<'_>,
        first: u64,
        seeds: u64,
        threads: Option<usize>,
    ) -> PyResult<String> {
        range(first, seeds)?;
        let (bots, begun) = (held(&self.results).bots.clone(), Instant::now());
        let mut part = cardwright_wire::Arena::new(&*self.book, &bots, first, None);
        let tasks = seeds.checked_mul(part.pairings.len() as u64);
        let tasks = range(0, tasks.unwrap_or(u64::MAX))?;
        let blocks: Vec<Block> = mapped(py, tasks, threads, &|task| {
            part.block(
                &*self.book,
                (task / seeds) as usize,
                first + task % seeds,
                &|_| {},
            )
        })?;
        part.add(seeds, &blocks, begun.elapsed().as_secs_f64());
        written(py, &part)
    }

    /// Adds the results of the next seeds.
    fn merge(&self, part: &str) -> PyResult<()> {
        let merged = held(&self.results).merge(&read(part)?);
        merged.map_err(PyValueError::new_err)
    }

    /// The results so far.
    fn document(&self, py: Python<'_>) -> PyResult<String> {
        written(py, &*held(&self.results))
    }
}

/// What the cards of packs are worth; see `cardwright_wire::Balance`.
#[pyclass(module = "cardwright._native", frozen)]
pub(crate) struct Balance {
    book: Book,
    cards: Vec<String>,
    trials: usize,
    results: std::sync::Mutex<cardwright_wire::Balance>,
}

#[pymethods]
impl Balance {
    /// `given` is JSON with the keys of `match/new`. Its first `measured` packs are measured: all their cards, or some.
    #[new]
    #[pyo3(signature = (given, measured, panel, seed, trials, cards=None))]
    fn new(
        py: Python<'_>,
        given: &str,
        measured: usize,
        panel: Vec<String>,
        seed: u64,
        trials: usize,
        cards: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let mut given: NewMatch = read(given)?;
        let packs = given.packs.iter().cloned().map(PackSource::from);
        let mut packs: Vec<PackSource> = packs.collect();
        let beside = packs.split_off(measured.min(packs.len()));
        let all = [packs.clone(), beside.clone()].concat();
        let own = || -> Result<(String, Vec<String>), RpcError> {
            let game = check_packs(&all)?.game;
            Ok((
                game.into(),
                cardwright_wire::Balance::own_cards(game, &packs, &beside)?,
            ))
        };
        let (game, own) = py.detach(own).map_err(|fault| raised(py, &fault))?;
        let unknown = cards.iter().flatten().find(|card| !own.contains(card));
        if let Some(card) = unknown {
            return Err(PyValueError::new_err(format!(
                "the packs have no card `{card}`"
            )));
        }
        let twice = (1..panel.len()).any(|at| panel[..at].contains(&panel[at]));
        if panel.is_empty() || twice || !(1..=1000).contains(&trials) {
            let what = "name one bot or more, each once, and 1 to 1000 trials";
            return Err(PyValueError::new_err(what));
        }
        given.game = game;
        let book = opened(py, given, &panel)?;
        let results = cardwright_wire::Balance::new(&*book, &panel, seed);
        Ok(Balance {
            book,
            cards: cards.unwrap_or(own),
            trials,
            results: results.into(),
        })
    }

    /// The results of some games of a bot of the panel, by its place from 0.
    #[pyo3(signature = (place, first, games, threads=None))]
    fn part(
        &self,
        py: Python<'_>,
        place: usize,
        first: u64,
        games: u64,
        threads: Option<usize>,
    ) -> PyResult<String> {
        let seeds = range(first, games)?;
        let panel: Vec<String> = held(&self.results)
            .panel
            .iter()
            .map(|one| one.bot.clone())
            .collect();
        let Some(bot) = panel.get(place) else {
            return Err(PyValueError::new_err("there is no such place in the panel"));
        };
        let begun = Instant::now();
        let bots = vec![bot.as_str(); self.book.about().players.into()];
        let sample = cardwright_wire::Balance::sample(&self.cards, self.trials);
        let played: Vec<CardGame> = mapped(py, seeds, threads, &|seed| {
            self.book.card_game(&bots, seed, sample).unwrap_or_default()
        })?;
        let mut part = cardwright_wire::Balance::new(&*self.book, &panel, first);
        part.add(place, &played, begun.elapsed().as_secs_f64());
        written(py, &part)
    }

    /// Adds the results of the next games.
    fn merge(&self, part: &str) -> PyResult<()> {
        let merged = held(&self.results).merge(&read(part)?);
        merged.map_err(PyValueError::new_err)
    }

    /// The results so far, with the differences from an older document.
    #[pyo3(signature = (before=None))]
    fn document(&self, py: Python<'_>, before: Option<&str>) -> PyResult<String> {
        let mut results = held(&self.results).clone();
        results.conclude(&self.cards);
        if let Some(before) = before {
            results.compare(&read(before)?);
        }
        written(py, &results)
    }
}

/// What positions are worth, from self-play; see `cardwright_wire::Learning`.
#[pyclass(module = "cardwright._native", frozen)]
pub(crate) struct Learning {
    book: Book,
    learning: std::sync::Mutex<cardwright_wire::Learning>,
}

#[pymethods]
impl Learning {
    /// `given` is JSON with the keys of `match/new`; `games` is the number that will be added.
    #[new]
    fn new(py: Python<'_>, given: &str, games: u64, seed: u64) -> PyResult<Self> {
        let given: NewMatch = read(given)?;
        let game = given.game.clone();
        range(seed, games)?;
        let book = opened(py, given, &[])?;
        if book.lessons(seed..seed.saturating_add(1)).is_empty() {
            return Err(PyValueError::new_err(format!(
                "{game} has no value that is learned"
            )));
        }
        Ok(Learning {
            book,
            learning: cardwright_wire::Learning::new(&game, games, seed).into(),
        })
    }

    /// Some games to learn from.
    #[pyo3(signature = (first, games, threads=None))]
    fn part<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        games: u64,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let lessons = mapped(py, range(first, games)?, threads, &|seed| {
            self.book.lessons(seed..seed + 1)
        })?;
        let mut bytes = Vec::new();
        for lesson in lessons.iter().flatten() {
            for numbers in [&lesson.shares, &lesson.features] {
                bytes.extend((numbers.len() as u64).to_le_bytes());
                bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
        Ok(PyBytes::new(py, &bytes))
    }

    /// Learns from the next games.
    fn merge(&self, mut part: &[u8]) -> PyResult<()> {
        let mut lessons = Vec::new();
        while !part.is_empty() {
            let wrong = || PyValueError::new_err("these are no games to learn from");
            let shares = numbers(&mut part).ok_or_else(wrong)?;
            let features = numbers(&mut part).ok_or_else(wrong)?;
            lessons.push(Lesson { shares, features });
        }
        let mut learning = held(&self.learning);
        lessons.iter().for_each(|lesson| learning.add(lesson));
        Ok(())
    }

    /// What is learned so far.
    fn document(&self, py: Python<'_>) -> PyResult<String> {
        written(py, &held(&self.learning).learned())
    }
}

/// Reads a list of numbers from the front of the bytes; `None` if they are cut off.
fn numbers(bytes: &mut &[u8]) -> Option<Vec<f64>> {
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (numbers, rest) = rest.split_at_checked(length.checked_mul(8)?)?;
    *bytes = rest;
    let (numbers, _) = numbers.as_chunks::<8>();
    Some(
        numbers
            .iter()
            .map(|number| f64::from_le_bytes(*number))
            .collect(),
    )
}
