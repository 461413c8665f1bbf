//! Visible corrections: a line is changed, and the game is adjudicated again from there.

use super::enter::EntryError;
use super::events::Correction;
use super::keeping::Referee;
use cardwright_kernel::{Line, Viewer};
use serde::Serialize;
use thiserror::Error;

/// The effect of a correction.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Changed {
    /// The correction.
    pub correction: Correction,
    /// Log lines that are no longer valid.
    pub gone: Vec<Line>,
    /// Log lines that replace them.
    pub new: Vec<Line>,
}

/// Why a line cannot be changed. The session is unchanged.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ChangeError {
    /// No line has this number.
    #[error("there is no line {number}: the session has {lines}")]
    NoLine {
        /// The requested line number.
        number: usize,
        /// The number of lines in the session.
        lines: usize,
    },
    /// The new line is not allowed at that point.
    #[error("line {number} cannot be that: {why}")]
    NotAllowed {
        /// The number of the changed line.
        number: usize,
        /// Why the new line was refused.
        why: Box<EntryError>,
    },
    /// A later line would no longer be allowed.
    #[error("then line {number}, `{line}`, is no longer allowed: {why}")]
    Later {
        /// The number of the later line.
        number: usize,
        /// The text of the later line.
        line: String,
        /// Why the later line was refused.
        why: Box<EntryError>,
    },
}

impl Referee {
    /// The corrected lines, in the order in which they were corrected.
    pub fn corrections(&self) -> &[Correction] {
        &self.corrections
    }

    /// Replaces a line entered earlier, and plays all later lines again.
    ///
    /// # Errors
    /// If the new line or a later one is not allowed. The session is unchanged then.
    pub fn change(&mut self, number: usize, to: &str) -> Result<Changed, ChangeError> {
        let old: Vec<String> = self.lines().into_iter().map(String::from).collect();
        let Some(was) = number.checked_sub(1).and_then(|at| old.get(at)).cloned() else {
            let lines = old.len();
            return Err(ChangeError::NoLine { number, lines });
        };
        let (before, corrections) = (self.log(), self.corrections.clone());
        self.undo(old.len() + 1 - number);
        let mut fault = None;
        for (at, line) in
            (number..).zip(std::iter::once(to).chain(old[number..].iter().map(String::as_str)))
        {
            if let Err(why) = self.enter(line) {
                fault = Some(match at == number {
                    true => ChangeError::NotAllowed { number, why },
                    false => ChangeError::Later {
                        number: at,
                        line: line.into(),
                        why,
                    },
                });
                break;
            }
        }
        if let Some(fault) = fault {
            self.undo(self.lines.len() + 1 - number);
            for line in &old[number - 1..] {
                // The same lines were accepted in the same order before.
                let _ = self.enter(line);
            }
            self.corrections = corrections;
            self.told = self.play.lines(Viewer::Spectator, 0).len();
            return Err(fault);
        }
        let correction = Correction { line: number, was };
        self.corrections = corrections;
        self.corrections.push(correction.clone());
        self.told = self.play.lines(Viewer::Spectator, 0).len();
        let (gone, new) = differing(before, self.log());
        Ok(Changed {
            correction,
            gone,
            new,
        })
    }

    /// Removes corrections of lines that were taken back.
    pub(super) fn keep_corrections(&mut self) {
        let lines = self.lines.len();
        self.corrections.retain(|one| one.line <= lines);
    }

    /// The number of lines of [`Referee::log`] before a given line of the session.
    pub fn told_before(&self, number: usize) -> usize {
        let line = number.checked_sub(1).and_then(|at| self.lines.get(at));
        line.and_then(|line| self.played(&mut self.given[..line.from].to_vec(), None))
            .map_or(0, |(play, _)| self.lines_told(&*play).len())
    }
}

/// Two logs without their common beginning and end.
fn differing(mut old: Vec<Line>, mut new: Vec<Line>) -> (Vec<Line>, Vec<Line>) {
    while old.last().is_some() && old.last() == new.last() {
        old.pop();
        new.pop();
    }
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    (old.split_off(same), new.split_off(same))
}
