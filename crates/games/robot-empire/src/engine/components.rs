//! Components that cards move or discard (clause RE-6.32).

use crate::engine::context::Engine;
use crate::events::{Event, tell};
use crate::facts::{auras, names, values};
use crate::legal::list;
use crate::rules::PARTS_MOVED;
use crate::state::{CardDefId, Spot};
use cardwright_kernel::Log;

impl<L: Log<Event>> Engine<'_, L> {
    /// The Component of this kind on a card goes to the discard pile.
    pub(crate) fn discard_component(&mut self, spot: Spot, port: i16) {
        let Some(card) = self.component_at(spot, port) else {
            return;
        };
        self.emit(PARTS_MOVED, "component-lost", |book, s| {
            let name = names::spot_name(book, s, spot);
            tell(format!("{name} loses {}", book.def(card).name))
                .card(book, card)
                .unit(book, s, spot)
        });
        self.s.piles.discard(card, 1);
        self.take_off(spot, card);
    }

    /// The Component of this kind moves from one card to another, if it could be installed there.
    pub(crate) fn move_component(&mut self, from: Spot, to: Spot, port: i16) {
        let Some(card) = self.component_at(from, port) else {
            return;
        };
        let takes = |unit| list::takes_part(self.book, unit, card);
        if !self.s.unit(to).is_some_and(takes) {
            return;
        }
        self.emit(PARTS_MOVED, "component-moved", |book, s| {
            let [from, to] = [from, to].map(|spot| names::spot_name(book, s, spot));
            tell(format!("{from} loses {} to {to}", book.def(card).name)).card(book, card)
        });
        if let Some(unit) = self.s.unit_mut(to) {
            values::install(self.book, unit, card);
        }
        self.side_changed(to.seat);
        self.take_off(from, card);
    }

    fn component_at(&self, spot: Spot, port: i16) -> Option<CardDefId> {
        let unit = self.s.unit(spot)?;
        values::parts_of(self.book, unit).find(|part| i16::from(self.book.def(*part).port) == port)
    }

    /// Takes a Component off a card, which may be destroyed if its defence falls.
    fn take_off(&mut self, spot: Spot, card: CardDefId) {
        let Some(unit) = self.s.unit(spot) else {
            return;
        };
        let before = auras::defence_at(self.book, self.s, spot, unit);
        if let Some(unit) = self.s.unit_mut(spot) {
            values::uninstall(self.book, unit, card);
        }
        self.side_changed(spot.seat);
        self.defence_fell(spot, before);
    }
}
