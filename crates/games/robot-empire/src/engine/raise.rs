//! Triggers: events that cards may react to are put into a queue.

use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::engagement;
use crate::facts::reactions::{self, PIECES};
use crate::lexicon::HookId;
use crate::state::{CardDefId, PlayerId, Spot, Trigger};
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

impl<L: Log<Event>> Engine<'_, L> {
    /// Raises a trigger for a card on the table. This costs one comparison if no card has the hook.
    #[inline(always)]
    pub(crate) fn raise(&mut self, hook: HookId, spot: Spot, other: u8) {
        if self.book.listens(hook) {
            self.tell(hook, spot, other);
        }
    }

    #[inline(never)]
    pub(crate) fn tell(&mut self, hook: HookId, spot: Spot, other: u8) {
        if self
            .s
            .unit_or_gone(spot)
            .is_some_and(|unit| reactions::has_hook(self.book, unit, hook))
        {
            self.queue(Trigger {
                hook: hook.n(),
                who: spot.n(),
                other,
            });
        }
    }

    /// Raises a trigger for a Moon on which a robot has landed or from which it has returned (clause RE-6.31).
    pub(crate) fn raise_moon(&mut self, hook: HookId, robot: Spot, moon: CardDefId) {
        if self.book.def(moon).program(hook).is_some() {
            self.queue(Trigger {
                hook: hook.n(),
                who: robot.n(),
                other: moon.n(),
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

    /// Raises a trigger about a player that any card may react to.
    #[inline(always)]
    pub(crate) fn raise_each(&mut self, hook: HookId, about: PlayerId) {
        if self.book.listens(hook) {
            for owner in engagement::in_turn_order(self.book, self.s) {
                self.tell_all(hook, owner, about.n());
            }
        }
    }

    /// Raises the triggers of a card for the cards of all players: one for those of its player, one for the others.
    pub(crate) fn raise_about(&mut self, spot: Spot, own: HookId, foes: HookId) {
        if !self.book.listens(own) && !self.book.listens(foes) {
            return;
        }
        for seat in engagement::in_turn_order(self.book, self.s) {
            let hook = if seat == spot.seat { own } else { foes };
            self.raise_all(hook, seat, spot.n());
        }
    }

    #[inline(never)]
    fn tell_all(&mut self, hook: HookId, seat: PlayerId, other: u8) {
        let units = || self.s.side(seat).present();
        let hears = !self.s.side(seat).out
            && (units().any(|(_, unit)| reactions::has_hook(self.book, unit, hook))
                || reactions::of_lasting(self.book, self.s, seat, hook).is_some());
        if hears {
            self.queue(Trigger {
                hook: hook.n(),
                who: Trigger::ALL + seat.n(),
                other,
            });
        }
    }

    /// Raises the triggers of a card that has entered play.
    pub(crate) fn tell_out(&mut self, spot: Spot) {
        self.raise(HookId::OnOut, spot, 0);
        self.raise_about(spot, HookId::OnOwnOut, HookId::OnFoeOut);
    }

    pub(crate) fn queue(&mut self, trigger: Trigger) {
        if self.s.triggers.push(trigger) {
            return;
        }
        let program = HookId::of(trigger.hook).and_then(|hook| {
            if let Some((program, _)) = reactions::of_moon(self.book, trigger) {
                return Some(program);
            }
            let unit = self.s.unit_or_gone(Spot::of(trigger.who)?)?;
            (0..PIECES).find_map(|piece| reactions::piece_does(self.book, unit, piece, hook))
        });
        self.lapse(program.unwrap_or(crate::book::card_defs::NO_PROGRAM));
    }
}
