//! Undo and what prevents it: nobody may get the same dice again for a different action, or undo a look at hidden
//! information.

use super::{Next, Session};
use cardwright_kernel::{DynMatch, LastAction};
use std::fmt;

/// Why an action cannot be undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InTheWay {
    /// Dice were rolled or cards were drawn after it.
    Chance,
    /// Hidden information was revealed after it: another seat has answered, or a hidden card became known.
    Hidden,
}

impl fmt::Display for InTheWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InTheWay::Chance => "there has been a roll or a draw since",
            InTheWay::Hidden => "something hidden has been revealed since",
        })
    }
}

impl Session {
    /// Allows undoing everything, whatever was revealed since: for learning, and for tables that agree on it. Without
    /// this call, [`Session::undo`] stops at the last dice roll, draw or revealed secret.
    #[must_use]
    pub fn with_free_undo(self) -> Self {
        Session {
            free_undo: true,
            ..self
        }
    }

    /// Takes back up to `count` of the last actions of people, including what bots and chance did after each, as far as
    /// nothing is [in the way](Session::in_the_way). Returns how many were taken back; if 0, nothing changes. Events
    /// that were undone no longer count as shown.
    pub fn undo(&mut self, count: usize) -> usize {
        let taken = match self.free_undo {
            true => self.take_back(count),
            false => self.take_back(self.free(count).0),
        };
        let Session { play, told, .. } = self;
        told.rewind(|viewer| play.lines(viewer, 0).len());
        taken
    }

    /// Why the last action of a person cannot be undone; `None` if it can, or if there is no action.
    pub fn in_the_way(&self) -> Option<InTheWay> {
        if self.free_undo { None } else { self.free(1).1 }
    }

    fn take_back(&mut self, count: usize) -> usize {
        let mut taken = 0;
        while taken < count && self.play.undo() {
            taken += usize::from(matches!(self.next(), Next::Person(_) | Next::Chance));
        }
        // If bots moved first, their actions were taken back too, and are played again.
        while taken == 0 && count > 0 && matches!(self.play_bot(), Ok(Some(_))) {}
        taken
    }

    /// How many of the last actions of people can be undone, at most `count`, and what blocks the next one.
    fn free(&self, count: usize) -> (usize, Option<InTheWay>) {
        let (secret, mut free, mut giver) = (self.play.secrecy().is_some(), 0, None);
        let Ok(mut back) = self.play.rulebook().resume(&self.play.replay(Vec::new())) else {
            return (0, None);
        };
        while free < count {
            let Some(LastAction {
                seat,
                chance,
                hidden,
            }) = back.last_action()
            else {
                break;
            };
            let others = seat.is_some() && *giver.get_or_insert(seat) != seat;
            let bots = seat.is_some_and(|seat| !self.is_person(seat));
            let stands = match (chance, hidden || (secret && (others || bots))) {
                (true, _) => Some(InTheWay::Chance),
                (false, true) => Some(InTheWay::Hidden),
                (false, false) => None,
            };
            if stands.is_some() {
                return (free, stands.filter(|_| self.has_persons_action(&mut *back)));
            }
            back.undo();
            free += usize::from(!bots);
        }
        (free, None)
    }

    /// Whether the match contains any action of a person; the match is taken back to find out.
    fn has_persons_action(&self, back: &mut dyn DynMatch) -> bool {
        while let Some(LastAction { seat, .. }) = back.last_action() {
            if seat.is_none_or(|seat| self.is_person(seat)) {
                return true;
            }
            back.undo();
        }
        false
    }
}
