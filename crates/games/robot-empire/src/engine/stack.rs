//! Announcements that are cancelled.

use crate::engine::context::Engine;
use crate::events::{Event, tell};
use crate::facts::costs;
use crate::facts::nouns::{def_of, owner_of};
use crate::facts::values::is_shot;
use crate::options::CancelledCost;
use crate::rules::STAYS_PAID;
use cardwright_kernel::Log;

impl<L: Log<Event>> Engine<'_, L> {
    /// Cancels the announcement below the running effect (clause RE-6.7).
    pub(crate) fn cancel(&mut self) {
        if self.s.waiting.last().is_none_or(is_shot) {
            return;
        }
        self.s.waiting.cancel_last();
        let Some(top) = self.s.waiting.take_last() else {
            return;
        };
        if self.book.options.cancelled_cost == CancelledCost::Returned {
            let (owner, stated) = (owner_of(&top), self.book.def(def_of(&top)).cost);
            let cost = owner.map_or(stated, |owner| {
                costs::cost(self.book, self.s, owner, def_of(&top))
            });
            let back = self.draw_chest(cost);
            match owner {
                Some(owner) => self.bank(owner, back.into()),
                None => self.fill_chest(back.into()),
            }
        }
        self.emit(STAYS_PAID, "cancelled", |book, _| {
            tell(format!(
                "{} of player {} is cancelled",
                book.def(def_of(&top)).name,
                top.owner + 1
            ))
            .card(book, def_of(&top))
        });
    }
}
