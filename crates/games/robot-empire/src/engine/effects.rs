//! The maximum of reactions in a turn, and effects that do not happen (clause RE-6.14).

use crate::engine::context::Engine;
use crate::events::Event;
use crate::rules::LAPSES;
use cardwright_kernel::{Log, ProgramId};

/// The maximum number of reactions, and of rounds of a waiting loop, in one turn (clause RE-6.14).
pub(crate) const REACTIONS: u8 = 100;

impl<L: Log<Event>> Engine<'_, L> {
    /// Logs that an effect of a card does not happen (clause RE-6.14).
    #[cold]
    pub(crate) fn lapse(&mut self, program: ProgramId) {
        self.emit(LAPSES, "lapses", |book, _| {
            let card = book
                .bound
                .get(program)
                .map_or("a card", |owned| book.bound.card(owned.card).name("en"));
            format!("the effect of {card} lapses")
        });
    }
}
