//! Responses to a secret weapon that is being played: what they change.

use crate::engine::context::Engine;
use crate::events::Event;
use crate::lexicon::HookId;
use crate::rules::ANSWERED;
use crate::state::ids::{RobotId, Robots};
use crate::state::{FRAMES, FROM_HANDS, FRONT, ROBOTS};
use cardwright_effects::Frame;
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

/// The cause in the frame of a weapon that repeats its effect for another robot. It is no copy of a weapon, so this
/// weapon cannot stay.
pub(crate) const COPIED: u8 = u8::MAX;

/// The operation where an effect continues that does nothing more: behind the end of every program.
const NOTHING_MORE: u16 = u16::MAX;

impl<L: Log<Event>> Engine<'_, L> {
    /// Cancels the weapon, whose effect is the innermost one.
    pub(crate) fn stop_weapon(&mut self) {
        if let Some(weapon) = usize::from(self.s.effects.depth).checked_sub(1) {
            self.s.effects.frames[weapon].pc = NOTHING_MORE;
            self.s.copying = Robots::EMPTY;
        }
    }

    /// Puts the weapon's effects for other robots below its own effect, so that they follow it.
    pub(crate) fn put_copies(&mut self) {
        let copying = std::mem::take(&mut self.s.copying);
        let Some(weapon) = usize::from(self.s.effects.depth)
            .checked_sub(1)
            .filter(|_| !copying.is_empty())
        else {
            return;
        };
        let own = self.s.effects.frames[weapon];
        self.s.effects.depth -= 1;
        for robot in self.s.active.round().rev() {
            // The last place is for the weapon itself.
            let room = usize::from(self.s.effects.depth) + 1 < FRAMES;
            if room && copying.contains(robot) && self.s.plays(robot) {
                self.put_by(own.program, robot, COPIED, 0);
            }
        }
        self.s.effects.frames[usize::from(self.s.effects.depth)] = own;
        self.s.effects.depth += 1;
    }

    /// Cancels the weapon that is being played; no other card responds to it.
    pub(crate) fn cancel_weapon(&mut self, frame: &Frame) {
        let Some(weapon) = self.answered(frame) else {
            return;
        };
        let stopped = self.s.effects.frames[weapon];
        let (robot, card) = (
            RobotId::owner_of(&stopped),
            self.book.bound[stopped.program].card,
        );
        self.s.effects.frames[weapon].pc = NOTHING_MORE;
        self.s.answering = (ROBOTS * FRONT + 1) as u8;
        self.s.copying = Robots::EMPTY;
        self.emit(ANSWERED, || Event::Cancelled { robot, card });
    }

    /// Makes the weapon that is being played have the same effect for another robot afterwards.
    pub(crate) fn copy_weapon(&mut self, frame: &Frame, robot: RobotId) {
        let Some(weapon) = self.answered(frame).filter(|_| self.s.plays(robot)) else {
            return;
        };
        let Frame { program, pc, .. } = self.s.effects.frames[weapon];
        // Several copies for one robot count once; each uses one place among the effects in progress.
        let places = self.s.copying.len() + weapon + 1;
        if pc == NOTHING_MORE || self.s.copying.contains(robot) {
            return;
        }
        let card = self.book.bound[program].card;
        if places >= FRAMES {
            self.lapse(program, robot);
            return;
        }
        self.s.copying.insert(robot);
        self.emit(ANSWERED, || Event::Copies { robot, card });
    }

    /// The place of the effect of the weapon that a card responds to.
    fn answered(&self, frame: &Frame) -> Option<usize> {
        let hook = self.book.bound[frame.program].hook.and_then(HookId::of);
        let answers = match self.s.answering {
            0 => false,
            FROM_HANDS => hook == Some(HookId::Play),
            _ => hook == Some(HookId::OnPlay),
        };
        usize::from(self.s.effects.depth)
            .checked_sub(2)
            .filter(|_| answers)
    }

    /// Adjusts the check after the cards of these robots behind a place, up to another, have moved down by one.
    pub(crate) fn answering_moved_up(&mut self, robots: Robots, behind: usize, to: usize) {
        let Some(mut cursor) = self.s.answering.checked_sub(1) else {
            return;
        };
        if self.s.answering == FROM_HANDS {
            return;
        }
        if self
            .s
            .turn_order()
            .moved_up(&mut cursor, robots.bits(), behind, to)
        {
            self.s.answering -= 1;
        }
    }

    /// Drops the effects that a weapon would have for eliminated robots.
    pub(crate) fn drop_copies(&mut self, fallen: Robots) {
        for frame in self.s.effects.all_mut() {
            if frame.cause == COPIED && frame.pc == 0 && fallen.contains(RobotId::owner_of(frame)) {
                frame.pc = NOTHING_MORE;
            }
        }
    }
}

const _: () = assert!(ROBOTS * FRONT + 1 < FROM_HANDS as usize);
