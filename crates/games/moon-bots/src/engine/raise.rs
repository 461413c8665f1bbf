//! Triggers: events that cards may react to are put into a queue.

use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::reactions;
use crate::lexicon::HookId;
use crate::state::ids::{RobotId, Robots};
use crate::state::{Step, Trigger};
use cardwright_kernel::Log;

impl<L: Log<Event>> Engine<'_, L> {
    /// Raises a trigger. This costs one comparison if no card of the packs has the hook.
    #[inline]
    pub(crate) fn raise(&mut self, hook: HookId, who: RobotId, other: RobotId, amount: u8) {
        if self.book.listened & (1 << hook.n()) != 0 {
            self.queue(Trigger::new(hook, who, other, amount));
        }
    }

    /// Raises the trigger of a weapon that is played. The weapon may stay, so whether anybody hears is known only when its
    /// effect is over.
    #[inline]
    pub(crate) fn raise_played(&mut self, robot: RobotId) {
        if self.book.listened & (1 << HookId::OnWeaponPlayed.n()) != 0 {
            self.push(Trigger::new(
                HookId::OnWeaponPlayed,
                robot,
                RobotId::First,
                0,
            ));
        }
    }

    #[cold]
    pub(crate) fn queue(&mut self, trigger: Trigger) {
        if reactions::anybody_hears(self.book, self.s, trigger) {
            self.push(trigger);
        }
    }

    #[cold]
    fn push(&mut self, trigger: Trigger) {
        if !self.s.triggers.push(trigger) {
            // This is reported when cards react next: the game must not end in the middle of an effect.
            self.s.reactions = u8::MAX;
        }
    }

    /// Raises the triggers of a loss of energy, by damage or otherwise.
    #[inline]
    pub(crate) fn raise_loss(&mut self, robot: RobotId, points: u8) {
        if self.book.listened != 0 {
            self.queue_loss(robot, points);
        }
    }

    #[cold]
    fn queue_loss(&mut self, robot: RobotId, points: u8) {
        self.raise(HookId::OnLost, robot, RobotId::First, points);
        self.raise(HookId::OnFoeLost, robot, RobotId::First, points);
    }

    /// Raises the triggers of the beginning of a turn.
    #[inline]
    pub(crate) fn raise_turn(&mut self, robot: RobotId) {
        if self.book.listened != 0 {
            self.queue_turn(robot);
        }
    }

    #[cold]
    fn queue_turn(&mut self, robot: RobotId) {
        self.raise(HookId::OnTurnStart, robot, RobotId::First, 0);
        self.raise(HookId::OnAnyTurnStart, robot, RobotId::First, 0);
    }

    /// Raises the triggers of a roll or reroll.
    #[inline]
    pub(crate) fn raise_roll(&mut self, robot: RobotId) {
        if self.book.listened & (1 << HookId::OnRolled.n() | 1 << HookId::OnAnyRolled.n()) != 0 {
            self.raise(HookId::OnRolled, robot, RobotId::First, 0);
            self.raise(HookId::OnAnyRolled, robot, RobotId::First, 0);
        }
    }

    /// Raises the triggers of the use of a part or built-in ability.
    #[inline]
    pub(crate) fn raise_part_used(&mut self) {
        if self.book.listened & (1 << HookId::OnPartUsed.n() | 1 << HookId::OnFoePartUsed.n()) != 0
        {
            self.queue_part_used();
        }
    }

    #[cold]
    fn queue_part_used(&mut self) {
        self.raise(HookId::OnPartUsed, self.s.active, RobotId::First, 0);
        self.raise(HookId::OnFoePartUsed, self.s.active, RobotId::First, 0);
    }

    /// Raises the triggers of the end of a turn, once the market is full.
    #[inline]
    pub(crate) fn raise_turn_end(&mut self) {
        let heard = 1 << HookId::OnTurnEnd.n() | 1 << HookId::OnAnyTurnEnd.n();
        if self.book.listened & heard != 0 && self.s.step == Step::TurnEnd {
            self.queue_turn_end();
        }
    }

    #[cold]
    fn queue_turn_end(&mut self) {
        self.raise(HookId::OnTurnEnd, self.s.active, RobotId::First, 0);
        self.raise(HookId::OnAnyTurnEnd, self.s.active, RobotId::First, 0);
    }

    /// Raises the triggers of eliminated robots.
    pub(crate) fn raise_falls(&mut self, fallen: Robots) {
        fallen
            .iter()
            .for_each(|robot| self.raise(HookId::OnFallen, robot, RobotId::First, 0));
    }

    /// Removes all triggers.
    pub(crate) fn forget_triggers(&mut self) {
        self.s.triggers = Default::default();
        self.s.struck = Default::default();
    }
}
