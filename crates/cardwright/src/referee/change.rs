//! Visible corrections: a line is changed, and the game is adjudicated again from there.

use super::enter::EntryError;
use super::events::{Correction, TableEvent};
use super::given::Given;
use super::house;
use super::keeping::Referee;
use crate::judge::Who;
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
    /// Takes back up to `count` of the last lines, like [`Referee::undo`], but keeps their texts among the corrections.
    /// Returns how many were taken back.
    pub fn undo_visibly(&mut self, count: usize) -> usize {
        let lines: Vec<String> = self.lines().into_iter().map(String::from).collect();
        let mut corrections = self.corrections.clone();
        let taken = self.undo(count);
        let gone = (1..).zip(lines).skip(self.lines.len());
        corrections.extend(gone.map(|(line, was)| Correction { line, was }));
        self.corrections = corrections;
        taken
    }

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
        let shown = self.shown_in(number);
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
        let fault = fault.or_else(|| {
            let why = self.plays_too_late(number, &shown)?;
            Some(ChangeError::NotAllowed { number, why })
        });
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

    /// The actions of a line by which players show cards, with their places among all actions.
    fn shown_in(&self, number: usize) -> Vec<(usize, Given)> {
        let from = |number: usize| self.lines.get(number).map(|line| line.from);
        let (first, next) = (from(number - 1), from(number).unwrap_or(self.given.len()));
        let places = first.map_or(0..0, |first| first..next);
        let shows = |at: &usize| {
            let given = &self.given[*at];
            given.who != Who::Chance && self.book.shows(&given.action).is_some()
        };
        places
            .filter(shows)
            .map(|at| (at, self.given[at].clone()))
            .collect()
    }

    /// Refuses a card that a line did not play before, if its player has noticed in a later line that the moment was
    /// missed, and a die or a card has been seen between the two (AT-2.1).
    fn plays_too_late(&self, number: usize, before: &[(usize, Given)]) -> Option<Box<EntryError>> {
        let missed = |who: Who| {
            self.table_events().find_map(|(line, event)| match event {
                TableEvent::Irregular { irregularity, seat } => (line > number
                    && irregularity.id == house::MISSED
                    && seat.is_none_or(|seat| who == Who::Seat(seat)))
                .then_some(line),
                _ => None,
            })
        };
        let known = |given: &Given| {
            let same = |(_, old): &(usize, Given)| {
                old.who == given.who && self.book.shows(&old.action) == self.book.shows(&given.action)
            };
            before.iter().any(same)
        };
        let added = self.shown_in(number).into_iter();
        let mut added = added.filter(|(_, given)| !known(given));
        added.find_map(|(at, given)| {
            let noticed = missed(given.who)?;
            let until = self.lines.get(noticed - 1)?.from;
            let mut between = self.given[at..until].iter();
            between.find(|given| given.who == Who::Chance)?;
            let message =
                format!("a die or a card has been seen since, and line {noticed} says that the moment was missed");
            let help = format!(
                "the card stays in the hand; if it was played in time and only not entered, change line {noticed} first"
            );
            Some(Box::new(EntryError {
                action: given.action.clone(),
                unreadable: false,
                message,
                cites: vec![house::TOO_LATE.into()],
                facts: Vec::new(),
                help,
            }))
        })
    }

    /// Removes corrections of lines that were taken back without a trace.
    pub(super) fn keep_corrections(&mut self) {
        let lines = self.lines.len();
        self.corrections.retain(|one| one.line <= lines);
    }

    /// The number of lines of [`Referee::log`] before a given line of the session.
    pub fn told_before(&self, number: usize) -> usize {
        if number > self.lines.len() {
            return self.log().len();
        }
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
