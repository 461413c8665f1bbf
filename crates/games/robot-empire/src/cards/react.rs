//! Reactions: events on the table are stored as triggers, and cards react once no effect is in progress (clause
//! RE-6.13). The queue and the order are part of the runtime (`cardwright_runtime::triggers`, `order`).

use super::book::Rulebook;
use super::effects::REACTIONS;
use super::lexicon::HookId;
use crate::options::Recharging;
use crate::play::Engine;
use crate::play::event::Event;
use crate::play::event::tell;
use crate::rules::REACTS;
use crate::state::{
    CardDefId, GONE, MAX_UNITS, PlaceId, PlayerId, RECHARGING, Spot, State, Trigger, Unit,
};
use cardwright_effects::Frame;
use cardwright_kernel::{Log, ProgramId};
use cardwright_runtime::effects::EffectDriver;
use cardwright_runtime::ids::Id;
use cardwright_runtime::turn_order::TurnOrder;

/// A card on the table has hooks of its own, and those of its legs and Components.
const HALVES: u8 = 2;

impl Rulebook {
    /// The program for a hook of the upper or only half of a card on the table, or of the first of its legs and
    /// Components that has the hook.
    fn half_does(&self, unit: &Unit, half: u8, hook: HookId) -> Option<ProgramId> {
        let program = |def: CardDefId| self.def(def).program(hook);
        if half == 0 {
            return program(unit.card);
        }
        let legs = self.legs_of(unit).into_iter();
        legs.chain(self.parts_of(unit)).find_map(program)
    }

    /// Whether the hooks of a card on the table work.
    pub(super) fn hooks_work(&self, unit: &Unit) -> bool {
        let off = unit.is(RECHARGING) && self.options.recharging == Recharging::All;
        !off && !self.is_half(unit)
    }

    /// Whether a card on the table has a working hook.
    pub(crate) fn has_hook(&self, unit: &Unit, hook: HookId) -> bool {
        self.hooks_work(unit) && (0..HALVES).any(|half| self.half_does(unit, half, hook).is_some())
    }

    /// The reaction of a card on the table, given by place and half, to a trigger.
    fn reaction(
        &self,
        s: &State,
        spot: Spot,
        half: u8,
        trigger: Trigger,
    ) -> Option<(ProgramId, Spot)> {
        let hook = HookId::of(trigger.hook)?;
        let unit = s
            .unit_or_gone(spot)
            .filter(|unit| trigger.is_for(spot) && self.has_hook(unit, hook))?;
        let others = matches!(
            hook,
            HookId::OnOwnDestroyed
                | HookId::OnOwnAttack
                | HookId::OnOwnBlock
                | HookId::OnOwnDamaged
                | HookId::OnOwnOut
        );
        let itself = others && trigger.other == spot.n();
        if itself || unit.is(GONE) && hook != HookId::OnDestroyed {
            return None;
        }
        self.half_does(unit, half, hook)
            .map(|program| (program, spot))
    }

    /// Whether a condition of a card on the table holds for something; true if it has none (clause RE-6.16).
    pub(crate) fn asks_unit(&self, s: &State, spot: Spot, hook: HookId, other: i16) -> bool {
        let Some(unit) = s.unit(spot).filter(|unit| self.has_hook(unit, hook)) else {
            return true;
        };
        (0..HALVES)
            .filter_map(|half| self.half_does(unit, half, hook))
            .all(|program| self.holds(s, program, spot.seat, spot.n(), other))
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Raises a trigger for a card on the table. This costs one comparison if no card has the hook.
    #[inline(always)]
    pub(crate) fn raise(&mut self, hook: HookId, spot: Spot, other: u8) {
        if self.book.listens(hook) {
            self.tell(hook, spot, other);
        }
    }

    #[inline(never)]
    fn tell(&mut self, hook: HookId, spot: Spot, other: u8) {
        if self
            .s
            .unit_or_gone(spot)
            .is_some_and(|unit| self.book.has_hook(unit, hook))
        {
            self.queue(Trigger {
                hook: hook.n(),
                who: spot.n(),
                other,
            });
        }
    }

    /// Raises a trigger that any card of a player may react to.
    #[inline(always)]
    pub(crate) fn raise_all(&mut self, hook: HookId, seat: PlayerId, other: u8) {
        if self.book.listens(hook) {
            self.tell_all(hook, seat, other);
        }
    }

    #[inline(never)]
    fn tell_all(&mut self, hook: HookId, seat: PlayerId, other: u8) {
        if !self.s.side(seat).out
            && self
                .s
                .side(seat)
                .present()
                .any(|(_, unit)| self.book.has_hook(unit, hook))
        {
            self.queue(Trigger {
                hook: hook.n(),
                who: Trigger::ALL + seat.n(),
                other,
            });
        }
    }

    fn queue(&mut self, trigger: Trigger) {
        if self.s.triggers.push(trigger) {
            return;
        }
        let program = HookId::of(trigger.hook).and_then(|hook| {
            let unit = self.s.unit_or_gone(Spot::of(trigger.who)?)?;
            (0..HALVES).find_map(|half| self.book.half_does(unit, half, hook))
        });
        self.lapse(program.unwrap_or(super::card_defs::NO_PROGRAM));
    }

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
                book.reaction(s, spot, half, trigger)
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
        let other = self.s.triggers.queue[0].other;
        self.emit(REACTS, "reacts", |book, s| {
            tell(format!("{} reacts", book.spot_phrase(s, spot))).unit(book, s, spot)
        });
        self.start_effect(Frame::new(
            program,
            owner,
            spot.n(),
            &[owner.into(), other.into()],
        ));
    }
}
