//! Stepping through a match that was played before.

use super::panes::list::Step;
use crate::stop::CommandError;
use cardwright::{HUMAN, Match, Session, SessionError};

/// A recorded match, and the action at which it is shown.
pub(super) struct Tape {
    whole: Match,
    seats: Vec<String>,
    /// The turn number after each number of actions.
    turns: Vec<u32>,
    at: usize,
}

impl Tape {
    /// The tape of a match, at its start, and a session to show it.
    pub(super) fn of(whole: Match) -> Result<(Self, Session), CommandError> {
        let mut back = whole.clone();
        let mut turns = vec![back.turns()];
        while back.undo() {
            turns.push(back.turns());
        }
        turns.reverse();
        let players = whole.rulebook().about().players;
        let tape = Tape {
            whole,
            // Nobody has to act; the screen shows every seat as it shows a person.
            seats: vec![HUMAN.to_string(); players.into()],
            turns,
            at: 0,
        };
        let session = tape.session()?;
        Ok((tape, session))
    }

    pub(super) fn session(&self) -> Result<Session, SessionError> {
        let mut play = self.whole.clone();
        for _ in self.at..self.last() {
            play.undo();
        }
        Session::new(play, self.seats.clone())
    }

    fn last(&self) -> usize {
        self.turns.len().saturating_sub(1)
    }

    /// The start of the next or previous turn.
    fn turn(&self, forward: bool) -> usize {
        let here = self.turns.get(self.at);
        let other = |at: &usize| self.turns.get(*at) != here;
        match forward {
            true => (self.at..=self.last()).find(other).unwrap_or(self.last()),
            false => {
                let end = (0..self.at).rev().find(other).unwrap_or(0);
                let of_end = self.turns.get(end);
                (0..end)
                    .rev()
                    .take_while(|at| self.turns.get(*at) == of_end)
                    .last()
                    .unwrap_or(end)
            }
        }
    }

    /// Moves to another moment.
    pub(super) fn step(&mut self, step: Step) {
        self.at = match step {
            Step::On => (self.at + 1).min(self.last()),
            Step::Back => self.at.saturating_sub(1),
            Step::NextTurn => self.turn(true),
            Step::LastTurn => self.turn(false),
            Step::Start => 0,
            Step::End => self.last(),
        };
    }

    /// Whether the last action is shown.
    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.last()
    }

    /// The heading above the actions.
    pub(super) fn heading(&self) -> String {
        let turn = self.turns.get(self.at).copied().unwrap_or_default();
        format!("Action {} of {}, turn {turn}", self.at, self.last())
    }
}
