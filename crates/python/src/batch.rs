//! Many matches side by side, for machine learning: rows of bytes in, rows of bytes out.

use crate::error::raised;
use crate::simulate::book_of;
use cardwright::{DynBatch, NotAllowed, Stepped};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Mutex, PoisonError};

/// The maximum number of matches. More would not fit in memory in rows of a kilobyte.
const MOST: usize = 1 << 20;

type Rows<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
);

/// Many matches of one game, each waiting for a seat. A match that ends is started again.
#[pyclass(frozen, module = "cardwright._native")]
pub(crate) struct Batch {
    matches: Mutex<Box<dyn DynBatch>>,
}

impl Batch {
    fn with<T: Send>(&self, py: Python<'_>, work: impl Send + FnOnce(&mut dyn DynBatch) -> T) -> T {
        py.detach(|| {
            let mut matches = self.matches.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut **matches)
        })
    }
}

#[pymethods]
impl Batch {
    /// Creates this many matches; `given` is JSON with the keys of `match/new`.
    ///
    /// Raises `CardwrightError` if the game cannot be set up, and `ValueError` if its views are not numbered.
    #[new]
    fn new(py: Python<'_>, given: &str, count: usize) -> PyResult<Self> {
        if !(1..=MOST).contains(&count) {
            return Err(PyValueError::new_err(format!(
                "matches are 1 to {MOST}, not {count}"
            )));
        }
        let given = serde_json::from_str(given)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let book = py
            .detach(|| book_of(given, true))
            .map_err(|fault| raised(py, &fault))?;
        let game = book.about().game;
        let matches = book.batch(count).ok_or_else(|| {
            PyValueError::new_err(format!(
                "views of {game} are not numbered; use `cardwright.env`, which takes every game"
            ))
        })?;
        Ok(Batch {
            matches: Mutex::new(matches),
        })
    }

    /// The meaning of each number of an observation.
    fn features(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |matches| matches.features())
    }

    /// The number of seats and of steps, which is the width of a mask.
    fn sizes(&self, py: Python<'_>) -> (usize, usize) {
        self.with(py, |matches| (matches.players(), matches.steps()))
    }

    /// Starts all matches, the first with `seed` and the others with the following seeds.
    fn reset(&self, py: Python<'_>, seed: u64) {
        self.with(py, |matches| matches.reset(seed));
    }

    /// For each match, what the seat that is asked may know, its mask, and its number, one byte each.
    fn observe<'py>(&self, py: Python<'py>) -> Rows<'py> {
        let (rows, mask, seats) = self.with(py, |matches| {
            let [mut rows, mut mask, mut seats] = [const { Vec::new() }; 3];
            matches.observe(&mut rows, &mut mask, &mut seats);
            (rows, mask, seats)
        });
        let [rows, mask, seats] = [rows, mask, seats].map(|bytes| PyBytes::new(py, &bytes));
        (rows, mask, seats)
    }

    /// Plays an action in each match, given as 32-bit numbers in native byte order. Returns rewards (signed), which
    /// matches ended, and which were cut off after `most` steps, one byte each. Raises `ValueError` if an action is not
    /// allowed; then nothing has changed.
    fn step<'py>(&self, py: Python<'py>, actions: &[u8], most: u32) -> PyResult<Rows<'py>> {
        let numbers = actions
            .chunks_exact(4)
            .map(|four| u32::from_ne_bytes([four[0], four[1], four[2], four[3]]));
        let numbers: Vec<u32> = numbers.collect();
        let done = self.with(py, |matches| matches.step(&numbers, most));
        let Stepped {
            rewards,
            over,
            broken_off,
        } = done.map_err(|NotAllowed { at, step }| {
            PyValueError::new_err(format!(
                "match {at}: number {} is not allowed; see the mask",
                step as i32
            ))
        })?;
        let rewards: Vec<u8> = rewards.into_iter().map(i8::cast_unsigned).collect();
        let [rewards, over, broken_off] =
            [rewards, over, broken_off].map(|bytes| PyBytes::new(py, &bytes));
        Ok((rewards, over, broken_off))
    }

    /// A random allowed action for each match, as 32-bit numbers in native byte order.
    fn sample<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let numbers = self.with(py, |matches| matches.sample());
        let bytes: Vec<u8> = numbers
            .iter()
            .flat_map(|number| number.to_ne_bytes())
            .collect();
        PyBytes::new(py, &bytes)
    }
}
