//! Closes the gaps that cards leave on the table, and updates everything that refers to places.

use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::fights::{Target, blocks, met_by};
use crate::facts::nouns;
use crate::state::{GONE, MAX_UNITS, PlaceId, PlayerId, SEATS, SHOT, Spot, Step};
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

/// For each side, the new place of each of its places; `None` if its card has left.
type Moved = [[Option<PlaceId>; MAX_UNITS]; SEATS];

impl<L: Log<Event>> Engine<'_, L> {
    /// Closes the gaps, unless an effect or a reaction may still refer to places.
    #[inline]
    pub(crate) fn compact(&mut self) {
        if self.gaps {
            self.tidy_gaps();
        }
    }

    fn tidy_gaps(&mut self) {
        if self.s.busy() || self.s.step == Step::Marks {
            return;
        }
        self.gaps = false;
        if self
            .s
            .sides
            .iter()
            .any(|side| side.units.iter().any(|unit| unit.is(GONE)))
        {
            self.close_gaps();
        }
    }

    /// Closes the gaps. A reference to a card that has left becomes empty, or refers to the rest of its chain.
    pub(crate) fn close_gaps(&mut self) {
        let mut moved: Moved = [[None; MAX_UNITS]; SEATS];
        for (side, moved) in self.s.sides.iter().zip(&mut moved) {
            for (to, (at, _)) in PlaceId::all().zip(side.present()) {
                moved[usize::from(at)] = Some(to);
            }
        }
        let fights = self
            .s
            .sides
            .iter()
            .flat_map(|side| &side.units)
            .any(|unit| unit.fight != 0);
        let led = if fights {
            self.led_by(&moved)
        } else {
            [None; MAX_UNITS]
        };
        self.move_chains(&moved);
        self.move_fights(&moved, &led);
        self.move_names(&moved);
        self.move_cursor(&moved);
        for side in &mut self.s.sides {
            side.units.retain(|unit| !unit.is(GONE));
        }
    }

    /// Updates chains: the first remaining member leads the chain.
    fn move_chains(&mut self, moved: &Moved) {
        for (side, moved) in self.s.sides.iter_mut().zip(moved) {
            let before: arrayvec::ArrayVec<(u8, bool), MAX_UNITS> = side
                .units
                .iter()
                .map(|unit| (unit.chain(), unit.is(GONE)))
                .collect();
            for unit in side
                .units
                .iter_mut()
                .filter(|unit| unit.chain() != 0 && !unit.is(GONE))
            {
                let chain = unit.chain();
                let first = before
                    .iter()
                    .position(|(other, gone)| *other == chain && !gone);
                unit.join(first.and_then(|first| moved[first]));
            }
        }
    }

    /// For each place of the active side, the new place of the card that leads the rest of its group.
    fn led_by(&self, moved: &Moved) -> [Option<PlaceId>; MAX_UNITS] {
        let side = self.s.side(self.s.active);
        let moved = &moved[usize::from(self.s.active)];
        PlaceId::by_each(|first| {
            // The first card may have left the chain and still be on the table.
            let mut units = side.present();
            let led = units.find(|(_, unit)| unit.led_by() == Some(first));
            moved[usize::from(led.map_or(first, |(at, _)| at))]
        })
    }

    /// Updates fights. Blockers of a group block what remains of it. If attacked Equipment is gone, its player
    /// remains attacked.
    fn move_fights(&mut self, moved: &Moved, led: &[Option<PlaceId>; MAX_UNITS]) {
        let active = self.s.active;
        for (seat, side) in PlayerId::all().zip(&mut self.s.sides) {
            for unit in side.units.iter_mut().filter(|unit| unit.fight != 0) {
                unit.fight = match Target::of(unit.fight) {
                    _ if seat != active => met_by(unit)
                        .and_then(|met| led[usize::from(met)])
                        .map_or(0, blocks),
                    Some(Target::Equipment(spot)) => place(moved, spot)
                        .map_or(Target::Lost(spot.seat), Target::Equipment)
                        .fight(),
                    _ => unit.fight,
                };
            }
        }
    }

    /// Updates announcements: those whose target has left have no target.
    fn move_names(&mut self, moved: &Moved) {
        let book = self.book;
        self.s.waiting.all_mut().iter_mut().for_each(|waiting| {
            let names_unit =
                waiting.program == SHOT || nouns::names_unit(book, nouns::def_of(waiting));
            if names_unit && (0..nouns::BATTERIES_FROM).contains(&waiting.named[0]) {
                let spot = nouns::spot_of(waiting.named[0]);
                let now = spot.and_then(|spot| place(moved, spot));
                waiting.named[0] = now.map_or(nouns::NOBODY, |spot| spot.n().into());
            }
        });
    }

    fn move_cursor(&mut self, moved: &Moved) {
        let seat = match self.s.step {
            Step::Attack | Step::Order => self.s.active,
            Step::Block | Step::AttackDie | Step::DefenceDie => self.s.blocking,
            _ => return,
        };
        let before = moved[usize::from(seat)]
            .iter()
            .zip(&self.s.side(seat).units);
        let gone = before
            .take(self.s.cursor.passed())
            .filter(|(to, _)| to.is_none())
            .count();
        self.s.cursor = self.s.cursor.back(gone);
    }
}

/// The new spot of a card.
fn place(moved: &Moved, spot: Spot) -> Option<Spot> {
    let at = (*moved
        .get(usize::from(spot.seat))?
        .get(usize::from(spot.at))?)?;
    Some(Spot { at, ..spot })
}
