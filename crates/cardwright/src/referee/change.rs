//! Visible corrections: a line is changed, and the game is adjudicated again from there.

use super::enter::EntryError;
use super::events::{Correction, TableEvent};
use super::given::Given;
use super::house;
use super::keeping::{Referee, Taken};
use crate::judge::Who;
use cardwright_kernel::{Line, Seat, Viewer};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use thiserror::Error;

/// The text of a line that a correction has emptied.
const NOTHING: &str = "-";

/// The effect of a correction.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Changed {
    /// The corrected lines, in order.
    pub corrections: Vec<Correction>,
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

/// A line before its correction.
struct Before {
    /// The number of the line, from 1.
    number: usize,
    /// The cards that players showed in it.
    shown: Vec<(usize, Given)>,
    /// The later lines in which a player noticed a missed moment, and whether a die, a card or a hand had been seen by
    /// then.
    noticed: Vec<(usize, Option<Seat>, bool)>,
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
        self.correct(&[(number..=number, to)])
    }

    /// Replaces several lines at once, and plays all later lines again. The first line of a range gets the new text, and
    /// the others have no action any more; neither has the first if its new text is empty. The numbers of the other lines
    /// stay the same.
    ///
    /// # Errors
    /// If a new line or a later one is not allowed. The session is unchanged then.
    pub fn correct(
        &mut self,
        changes: &[(RangeInclusive<usize>, &str)],
    ) -> Result<Changed, ChangeError> {
        let old: Vec<String> = self.lines().into_iter().map(String::from).collect();
        let mut new: BTreeMap<usize, &str> = BTreeMap::new();
        for (numbers, to) in changes {
            let ends = [*numbers.start(), *numbers.end()];
            let none = ends
                .into_iter()
                .find(|number| !(1..=old.len()).contains(number));
            if let Some(number) = none.or(numbers.is_empty().then_some(ends[1])) {
                let lines = old.len();
                return Err(ChangeError::NoLine { number, lines });
            }
            new.extend(numbers.clone().map(|number| (number, NOTHING)));
            if !to.trim().is_empty() {
                new.insert(ends[0], to);
            }
        }
        let Some(first) = new.keys().next().copied() else {
            let (number, lines) = (0, old.len());
            return Err(ChangeError::NoLine { number, lines });
        };
        let (before, mut corrections) = (self.log(), self.corrections.clone());
        let shown: Vec<_> = new.keys().map(|at| self.before_change(*at)).collect();
        self.undo(old.len() + 1 - first);
        let changed = self.enter_again(first, &old, &new).and_then(|()| {
            let late = |before: &Before| {
                let why = self.plays_too_late(before)?;
                let number = before.number;
                Some(ChangeError::NotAllowed { number, why })
            };
            shown.iter().find_map(late).map_or(Ok(()), Err)
        });
        if let Err(fault) = changed {
            self.undo(self.lines.len() + 1 - first);
            for line in &old[first - 1..] {
                // The same lines were accepted in the same order before.
                let _ = self.enter_kept(line);
            }
            self.corrections = corrections;
            self.told = self.play.lines(Viewer::Spectator, 0).len();
            return Err(fault);
        }
        let made = new.keys().map(|line| Correction {
            line: *line,
            was: old[line - 1].clone(),
        });
        let made: Vec<Correction> = made.filter(|one| one.was != NOTHING).collect();
        corrections.extend(made.iter().cloned());
        self.corrections = corrections;
        self.told = self.play.lines(Viewer::Spectator, 0).len();
        let (gone, new) = differing(before, self.log());
        Ok(Changed {
            corrections: made,
            gone,
            new,
        })
    }

    /// Enters the lines from a number on, with the new texts of some.
    fn enter_again(
        &mut self,
        first: usize,
        old: &[String],
        new: &BTreeMap<usize, &str>,
    ) -> Result<(), ChangeError> {
        for (number, line) in (first..).zip(&old[first - 1..]) {
            let to = new.get(&number).copied();
            let entered = self.enter_kept(to.unwrap_or(line));
            entered.map_err(|why| match to {
                Some(_) => ChangeError::NotAllowed { number, why },
                None => ChangeError::Later {
                    number,
                    line: line.clone(),
                    why,
                },
            })?;
        }
        Ok(())
    }

    /// Enters a line of the record; one that a correction has emptied has no action.
    pub(super) fn enter_kept(&mut self, line: &str) -> Result<(), Box<EntryError>> {
        if line != NOTHING {
            return self.enter(line).map(|_| ());
        }
        self.lines.push(Taken {
            text: line.into(),
            from: self.given.len(),
            told: self.told_so_far(),
            shown: Vec::new(),
            event: None,
        });
        Ok(())
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

    /// What a line contains before it is corrected, and what has been seen since.
    fn before_change(&self, number: usize) -> Before {
        let next = self
            .lines
            .get(number)
            .map_or(self.given.len(), |line| line.from);
        let noticed = self.table_events().filter_map(|(line, event)| match event {
            TableEvent::Irregular { irregularity, seat } => {
                (line > number && irregularity.id == house::MISSED).then_some((line, seat))
            }
            _ => None,
        });
        let noticed = noticed.map(|(line, seat)| {
            let seen = self.seen_in(next..self.lines[line - 1].from).is_some();
            (line, seat, seen)
        });
        Before {
            number,
            shown: self.shown_in(number),
            noticed: noticed.collect(),
        }
    }

    /// Refuses a card that a line did not play before, if its player has noticed in a later line that the moment was
    /// missed, and a die, a card or a hand has been seen between the two (AT-2.1).
    fn plays_too_late(&self, before: &Before) -> Option<Box<EntryError>> {
        let known = |given: &Given| {
            let same = |(_, old): &(usize, Given)| {
                old.who == given.who
                    && self.book.shows(&old.action) == self.book.shows(&given.action)
            };
            before.shown.iter().any(same)
        };
        let next = self
            .lines
            .get(before.number)
            .map_or(self.given.len(), |line| line.from);
        let added = self.shown_in(before.number).into_iter();
        let mut added = added.filter(|(_, given)| !known(given));
        added.find_map(|(at, given)| {
            let about = |seat: &Option<Seat>| seat.is_none_or(|seat| given.who == Who::Seat(seat));
            let noticed = before.noticed.iter().find(|(_, seat, _)| about(seat));
            let (noticed, _, seen) = noticed?;
            (*seen || self.seen_in(at + 1..next).is_some()).then_some(())?;
            let message = format!(
                "a die, a card or a hand has been seen since, and line {noticed} says that the moment was missed"
            );
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

/// The lines of a log that another does not have, in order, and the other way round.
fn differing(mut old: Vec<Line>, mut new: Vec<Line>) -> (Vec<Line>, Vec<Line>) {
    while old.last().is_some() && old.last() == new.last() {
        old.pop();
        new.pop();
    }
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old, new) = (old.split_off(same), new.split_off(same));
    // The lengths of the longest common subsequences of the rests of both.
    let mut common = vec![vec![0u32; new.len() + 1]; old.len() + 1];
    for (a, one) in old.iter().enumerate().rev() {
        for (b, other) in new.iter().enumerate().rev() {
            common[a][b] = match one == other {
                true => common[a + 1][b + 1] + 1,
                false => common[a + 1][b].max(common[a][b + 1]),
            };
        }
    }
    let (mut a, mut b) = (0, 0);
    let (mut gone, mut added) = (Vec::new(), Vec::new());
    while a < old.len() || b < new.len() {
        if a < old.len() && b < new.len() && old[a] == new[b] {
            (a, b) = (a + 1, b + 1);
        } else if b == new.len() || a < old.len() && common[a + 1][b] >= common[a][b + 1] {
            gone.push(old[a].clone());
            a += 1;
        } else {
            added.push(new[b].clone());
            b += 1;
        }
    }
    (gone, added)
}
