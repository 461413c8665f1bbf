//! The stack of effects: putting effects on it and removing them, and chance events for a card.

use crate::engine::context::Engine;
use crate::events::Event;
use crate::rules::TOO_DEEP;
use crate::state::ids::RobotId;
use crate::state::{Attack, PendingChance, TYPES};
use cardwright_effects::Frame;
use cardwright_effects::machine::Act;
use cardwright_kernel::{Log, ProgramId};
use cardwright_runtime::effects::EffectDriver;
use cardwright_runtime::ids::Id;

impl<L: Log<Event>> Engine<'_, L> {
    /// Makes the effect wait for chance.
    pub(crate) fn cast(&mut self, pending_chance: PendingChance) -> Act {
        self.s.pending_chance = pending_chance;
        Act::Wait
    }

    /// Puts an effect on top of the others without running it. It will continue at the given operation after any
    /// effects put on top of it.
    pub(crate) fn put_by(&mut self, program: ProgramId, owner: RobotId, cause: u8, pc: u16) {
        self.put_effect(Frame {
            pc,
            ..Frame::new(program, owner.n(), cause, &[owner.into()])
        });
    }

    #[cold]
    pub(crate) fn lapse(&mut self, program: ProgramId, robot: RobotId) {
        let card = self.book.bound[program].card;
        self.emit(TOO_DEEP, || Event::Lapsed { robot, card });
    }

    /// Ends the innermost effect.
    pub(crate) fn pop(&mut self) {
        self.s.effects.pop();
        self.wipe_aim();
    }

    /// Clears damage that was aimed without a strike, so that it does not affect the next card.
    #[inline]
    pub(crate) fn wipe_aim(&mut self) {
        if self.s.effects.depth == 0 && !self.s.attacking && self.s.attack.aimed != [0; TYPES] {
            self.s.attack = Attack::default();
        }
    }

    /// Counts a repetition: cards are checked again in an attack, or an effect waits again. It counts like a reaction
    /// (MB-12.3).
    pub(crate) fn count_again(&mut self) {
        self.s.reactions = self.s.reactions.saturating_add(1);
    }
}
