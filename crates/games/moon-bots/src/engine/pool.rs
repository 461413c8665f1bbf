//! Dice that cards add, remove and roll (MB-13.10, MB-13.11).

use crate::engine::context::{Engine, Flow};
use crate::events::Event;
use crate::rules::{CARD_ROLL, FORBID, MORE_DICE};
use crate::state::{ADDED, Asked, DiceLimits, POOL, PendingChance, dice};
use cardwright_effects::machine::Act;
use cardwright_kernel::Log;

/// A face from a program's value, limited to 1 to 6.
fn face(value: i16) -> u8 {
    value.clamp(1, 6) as u8
}

impl<L: Log<Event>> Engine<'_, L> {
    /// How many more dice can be added, given the limits for the dice and for the turn.
    fn room(&self) -> u8 {
        let market_card_name = dice::faces(self.s.turn.dice).count() as u8 + self.s.turn.to_roll;
        let active = self.s.plays(self.s.active);
        if active {
            POOL.saturating_sub(market_card_name)
                .min(ADDED.saturating_sub(self.s.turn.added))
        } else {
            0
        }
    }

    pub(crate) fn add_die(&mut self, value: i16) {
        let face = face(value);
        if self.room() > 0 {
            self.s.turn.dice += dice::one(face);
            self.s.turn.added += 1;
            self.emit(MORE_DICE, || Event::DieAdded { face });
        }
    }

    pub(crate) fn remove_die(&mut self, value: i16) {
        let face = face(value);
        if dice::count(self.s.turn.dice, face) > 0 {
            self.s.turn.dice -= dice::one(face);
            self.emit(MORE_DICE, || Event::DieRemoved { face });
        }
    }

    pub(crate) fn roll_more(&mut self, number: i16) -> Act {
        let more = number.clamp(0, i16::from(self.room())) as u8;
        if more == 0 {
            return Act::Done;
        }
        self.s.turn.added += more;
        self.s.turn.to_roll += more;
        self.cast(PendingChance::Roll)
    }

    pub(crate) fn reroll_die(&mut self, value: i16) -> Act {
        let face = face(value);
        if dice::count(self.s.turn.dice, face) == 0 {
            return Act::Done;
        }
        self.s.turn.dice -= dice::one(face);
        self.s.turn.to_roll += 1;
        self.emit(CARD_ROLL, || Event::DieTakenUp { face });
        self.cast(PendingChance::Roll)
    }

    /// MB-13.16: dice that show the face cannot be used this turn.
    pub(crate) fn forbid_face(&mut self, value: i16) {
        let face = face(value);
        if !self.s.limits.barred().any(|barred| barred == face) {
            self.s.limits.bar(face);
            self.emit(FORBID, || Event::ForbadeFace { face });
        }
    }

    /// MB-13.10: fewer dice are rolled this turn.
    pub(crate) fn roll_fewer(&mut self, dice: u8) {
        let (robot, before) = (self.s.active, self.s.limits.fewer());
        let fewer = before.saturating_add(dice).min(DiceLimits::FEWER);
        if fewer > before {
            self.s.limits.set_fewer(fewer);
            self.emit(MORE_DICE, || Event::FewerDice { robot, fewer });
        }
    }

    /// The roll that begins has fewer dice, but the robot has at least one die.
    #[cold]
    pub(crate) fn shrink_roll(&mut self) {
        let fewer = self.s.limits.fewer();
        let turn = &mut self.s.turn;
        let least = if turn.dice == 0 {
            turn.to_roll.min(1)
        } else {
            0
        };
        turn.to_roll = turn.to_roll.saturating_sub(fewer).max(least);
    }

    /// Chance rolls the next die, if one is left.
    #[inline]
    pub(crate) fn next_die(&mut self) -> Flow {
        if self.s.turn.to_roll == 0 {
            return Flow::On;
        }
        self.s.asked = Asked::Chance;
        Flow::Stop
    }
}
