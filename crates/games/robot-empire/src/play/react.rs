//! Reactions of cards to the oldest trigger.

use crate::engine::context::Engine;
use crate::engine::effects::REACTIONS;
use crate::events::{Event, tell};
use crate::facts::names;
use crate::facts::reactions::{self, PIECES, PLACES};
use crate::lexicon::HookId;
use crate::rules::{LASTS, MOON_REACTS, REACTS};
use crate::state::{CardDefId, PlaceId, Shown, Spot, Trigger};
use cardwright_effects::Frame;
use cardwright_kernel::Log;
use cardwright_runtime::effects::EffectDriver;
use cardwright_runtime::ids::Id;
use cardwright_runtime::turn_order::TurnOrder;

/// A card that reacts.
enum Reacting {
    /// A card on the table.
    Unit(Spot),
    /// A card that lasts until the turn ends.
    Lasting(CardDefId),
    /// A Moon, to a robot.
    Moon(CardDefId, Spot),
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Lets the next card react to the oldest trigger; when all cards have been checked, the trigger is removed.
    pub(crate) fn react(&mut self) {
        let book = self.book;
        // Each trigger is for one player's cards.
        let order = TurnOrder {
            first: 0,
            owners: 1,
            places: PLACES,
        };
        let mut triggers = self.s.triggers;
        let s = &*self.s;
        let next = triggers.next_answer(
            order,
            |_, trigger| !s.side(trigger.seat()).out,
            |_, place, trigger| {
                let seat = trigger.seat();
                if place + 1 == usize::from(PLACES) {
                    let hook = HookId::of(trigger.hook).filter(|_| trigger.is_for_all())?;
                    let (program, card) = reactions::of_lasting(book, s, seat, hook)?;
                    return Some((program, Reacting::Lasting(card)));
                }
                let (at, piece) = (place / usize::from(PIECES), place as u8 % PIECES);
                let at = PlaceId::of(at)?;
                let spot = Spot { seat, at };
                if let Some((program, moon)) = reactions::of_moon(book, trigger) {
                    let there = piece == 0 && trigger.is_for(spot) && s.unit(spot).is_some();
                    return there.then_some((program, Reacting::Moon(moon, spot)));
                }
                let (program, spot) = reactions::reaction(book, s, spot, piece, trigger)?;
                Some((program, Reacting::Unit(spot)))
            },
        );
        self.s.triggers.heard = triggers.heard;
        let Some((_, (program, reacting))) = next else {
            return self.s.triggers.drop_first();
        };
        if self.s.reactions >= REACTIONS {
            return self.lapse(program);
        }
        self.s.reactions += 1;
        let trigger = self.s.triggers.queue[0];
        let owner = trigger.seat().n();
        let hook = HookId::of(trigger.hook);
        if matches!(hook, Some(HookId::OnShown | HookId::OnOwnShown)) {
            let announced = self.s.last_announced();
            let card = announced.and_then(|announced| CardDefId::of(announced.cause.into()));
            self.s.shown = card.map_or_else(Shown::default, Shown::of);
        }
        let [other, points] = match hook {
            Some(HookId::OnBatteryDamageDealt) => Trigger::of_hit(trigger.other),
            _ => [trigger.other, 0],
        };
        let cause = match reacting {
            Reacting::Unit(spot) => {
                self.emit(REACTS, "reacts", |book, s| {
                    tell(format!("{} reacts", names::spot_name(book, s, spot))).unit(book, s, spot)
                });
                spot.n()
            }
            Reacting::Lasting(card) => {
                self.emit(LASTS, "reacts", |book, _| {
                    tell(format!(
                        "{} of player {} reacts",
                        book.def(card).name,
                        owner + 1
                    ))
                    .card(book, card)
                });
                card.n()
            }
            Reacting::Moon(moon, spot) => {
                self.emit(MOON_REACTS, "reacts", |book, _| {
                    tell(format!("{} reacts", book.def(moon).name)).card(book, moon)
                });
                spot.n()
            }
        };
        self.start_effect(Frame::new(
            program,
            owner,
            cause,
            &[owner.into(), other.into(), points.into()],
        ));
    }
}
