//! Taking actions back, and what stands in the way: nobody gets the same dice once more with another action, and nobody
//! looks at what is hidden and then has never looked.

use super::{Next, Session};
use cardwright_kernel::{DynMatch, LastAction};
use std::fmt;

/// Why an action stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InTheWay {
    /// A dealer has rolled or drawn since.
    Chance,
    /// Something was learned since that was hidden: another seat has answered, or it became plain what one holds.
    Hidden,
}

impl fmt::Display for InTheWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InTheWay::Chance => "dice or cards have come since",
            InTheWay::Hidden => "something hidden has come to light since",
        })
    }
}

impl Session {
    /// A session in which everything may be taken back, whatever came to light: for learning, and for tables that agree on
    /// it. Without this, [`Session::undo`] goes back no further than the last dice, draw or hidden thing that was learned.
    #[must_use]
    pub fn with_free_undo(self) -> Self {
        Session {
            free_undo: true,
            ..self
        }
    }

    /// Takes back the last actions of people, at most `count`, and what bots and chance did after each, as far as nothing
    /// is [in the way](Session::in_the_way); returns how many. Where none is taken back, nothing changes. What no longer
    /// happened was not told either.
    pub fn undo(&mut self, count: usize) -> usize {
        let taken = match self.free_undo {
            true => self.take_back(count),
            false => self.take_back(self.free(count).0),
        };
        let Session { play, told, .. } = self;
        told.rewind(|viewer| play.lines(viewer, 0).len());
        taken
    }

    /// Why the last action of a person stands; none where it may be taken back, or there is none.
    pub fn in_the_way(&self) -> Option<InTheWay> {
        if self.free_undo { None } else { self.free(1).1 }
    }

    fn take_back(&mut self, count: usize) -> usize {
        let mut taken = 0;
        while taken < count && self.play.undo() {
            taken += usize::from(matches!(self.next(), Next::Person(_) | Next::Chance));
        }
        // Where bots began, their actions have gone too, and come again.
        while taken == 0 && count > 0 && matches!(self.play_bot(), Ok(Some(_))) {}
        taken
    }

    /// How many of the last actions of people may be taken back, at most `count`, and what is in the way of the next.
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

    /// Whether a person has answered at all in the match, which is taken back meanwhile.
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
