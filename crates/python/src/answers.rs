//! Allowed actions by number: a step, and a rank among the actions with that step.

use cardwright::Typed;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The allowed actions of one question, by number.
#[pyclass(frozen, module = "cardwright._native")]
pub(crate) struct Answers {
    /// Step, rank and notation, sorted by step and rank.
    by_number: Vec<(u32, u32, String)>,
}

impl Answers {
    /// The actions of a seat; chance outcomes have no number.
    pub(crate) fn new(typed: Vec<Typed>) -> Self {
        let numbered = |one: Typed| one.step.map(|step| (step, one.rank, one.action));
        let mut by_number: Vec<_> = typed.into_iter().filter_map(numbered).collect();
        by_number.sort_by_key(|(step, rank, _)| (*step, *rank));
        Answers { by_number }
    }

    fn with_step(&self, step: u32) -> &[(u32, u32, String)] {
        let from = self.by_number.partition_point(|(other, ..)| *other < step);
        let to = self.by_number.partition_point(|(other, ..)| *other <= step);
        &self.by_number[from..to]
    }
}

#[pymethods]
impl Answers {
    /// The number of allowed actions.
    fn __len__(&self) -> usize {
        self.by_number.len()
    }

    /// A byte for each of this many steps: 1 if an allowed action has the step, otherwise 0.
    ///
    /// Raises `IndexError` if an action has a larger step: nothing is left out silently.
    fn mask<'py>(&self, py: Python<'py>, steps: usize) -> PyResult<Bound<'py, PyBytes>> {
        let mut mask = vec![0_u8; steps];
        for (step, _, action) in &self.by_number {
            let Some(place) = mask.get_mut(*step as usize) else {
                let text = format!("`{action}` has step {step}, and the mask holds {steps}");
                return Err(PyIndexError::new_err(text));
            };
            *place = 1;
        }
        Ok(PyBytes::new(py, &mask))
    }

    /// The number of allowed actions with a step.
    fn count(&self, step: u32) -> usize {
        self.with_step(step).len()
    }

    /// The notation of the allowed action with a step and a rank (from 0); `None` if there is none.
    fn action(&self, step: u32, rank: usize) -> Option<&str> {
        self.with_step(step)
            .get(rank)
            .map(|(.., action)| action.as_str())
    }

    /// The notation of every allowed action, sorted by step and rank.
    fn actions(&self) -> Vec<&str> {
        self.by_number
            .iter()
            .map(|(.., action)| action.as_str())
            .collect()
    }
}
