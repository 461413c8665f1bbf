//! Reactions of cards to the oldest trigger.

use crate::engine::context::Engine;
use crate::engine::effects::REACTIONS;
use crate::events::{Event, tell};
use crate::facts::names;
use crate::facts::reactions::{self, HALVES};
use crate::lexicon::HookId;
use crate::rules::REACTS;
use crate::state::{MAX_UNITS, PlaceId, PlayerId, Spot, Trigger};
use cardwright_effects::Frame;
use cardwright_kernel::Log;
use cardwright_runtime::effects::EffectDriver;
use cardwright_runtime::ids::Id;
use cardwright_runtime::turn_order::TurnOrder;

impl<L: Log<Event>> Engine<'_, L> {
    /// Lets the next card react to the oldest trigger; when all cards have been checked, the trigger is removed.
    pub(crate) fn react(&mut self) {
        let (book, places) = (self.book, MAX_UNITS as u8 * HALVES);
        let order = TurnOrder {
            first: self.s.active.n(),
            owners: book.players,
            places,
        };
        let mut triggers = self.s.triggers;
        let s = &*self.s;
        let next = triggers.next_answer(
            order,
            |owner, trigger| owner == trigger.seat().n() && !s.side(trigger.seat()).out,
            |owner, place, trigger| {
                let (at, half) = (place / usize::from(HALVES), place as u8 % HALVES);
                let spot = Spot {
                    seat: PlayerId::of(owner.into())?,
                    at: PlaceId::of(at)?,
                };
                reactions::reaction(book, s, spot, half, trigger)
            },
        );
        self.s.triggers.heard = triggers.heard;
        let Some((owner, (program, spot))) = next else {
            return self.s.triggers.drop_first();
        };
        if self.s.reactions >= REACTIONS {
            return self.lapse(program);
        }
        self.s.reactions += 1;
        let trigger = self.s.triggers.queue[0];
        let [other, points] = match HookId::of(trigger.hook) {
            Some(HookId::OnBatteryDamageDealt) => Trigger::of_hit(trigger.other),
            _ => [trigger.other, 0],
        };
        self.emit(REACTS, "reacts", |book, s| {
            tell(format!("{} reacts", names::spot_phrase(book, s, spot))).unit(book, s, spot)
        });
        self.start_effect(Frame::new(
            program,
            owner,
            spot.n(),
            &[owner.into(), other.into(), points.into()],
        ));
    }
}
