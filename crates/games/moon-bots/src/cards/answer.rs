//! Cards that answer a secret weapon while it is being played: before it does anything, they may make it do nothing, or
//! do the same for another robot afterwards (MB-12.15).

use crate::cards::lexicon::HookId;
use crate::play::engine::{Engine, Flow};
use crate::play::events::Event;
use crate::rules::ANSWERED;
use crate::state::ids::{CopyId, RobotId, Robots};
use crate::state::{FRAMES, FRONT, ROBOTS};
use cardwright_effects::Frame;
use cardwright_kernel::{Log, ProgramId};
use cardwright_runtime::ids::Id;

/// What the frame of a weapon remembers that does the same for another robot: no copy of a weapon, so it cannot stay.
pub(crate) const COPIED: u8 = u8::MAX;
/// Where an effect goes on that does nothing more: behind the end of every program.
const NOTHING_MORE: u16 = u16::MAX;

impl<L: Log<Event>> Engine<'_, L> {
    /// A secret weapon is being played: cards may answer it before it does anything.
    #[cold]
    pub(crate) fn put_weapon(&mut self, program: ProgramId, robot: RobotId, copy: CopyId) -> Flow {
        self.s.answering = u8::from(self.s.effects.has_room());
        self.put_by(program, robot, copy.n(), 0);
        Flow::On
    }

    /// Goes on with a card that answers the weapon, asks the next one, or lets the weapon do what it does.
    #[cold]
    pub(crate) fn answer_weapon(&mut self) -> Flow {
        let depth = usize::from(self.s.effects.depth);
        // A robot may fall in an answer, and its cards have their say first.
        let answers = |frame: &Frame| {
            let hook = self.book.bound[frame.program].hook.and_then(HookId::of);
            matches!(hook, Some(HookId::OnPlay | HookId::OnFall))
        };
        if self.s.effects.all().iter().any(answers) {
            return self.resume();
        }
        let owner = RobotId::owner_of(&self.s.effects.frames[depth - 1]);
        if self.s.plays(owner)
            && let Some((robot, (program, cause))) = self.next_answer_to_weapon()
        {
            let card = self.book.bound[program].card;
            self.emit(ANSWERED, || Event::Reacted { robot, card });
            return self.start_with(program, robot, cause, &[robot.into(), owner.into()]);
        }
        if !self.s.plays(owner) {
            self.stop_weapon();
        }
        self.s.answering = 0;
        self.put_copies();
        self.resume()
    }

    /// The next card that answers the weapon: its robot, and its program and cause.
    fn next_answer_to_weapon(&mut self) -> Option<(RobotId, (ProgramId, u8))> {
        let (book, state) = (self.book, &*self.s);
        let mut cursor = state.answering - 1;
        let next = state.turn_order().next(
            &mut cursor,
            |robot| state.plays(RobotId::packed(robot)),
            |robot, place| book.reaction(state, RobotId::packed(robot), place, HookId::OnPlay),
        );
        self.s.answering = cursor + 1;
        next.map(|(robot, answer)| (RobotId::packed(robot), answer))
    }

    /// The weapon, whose effect is the innermost one, does nothing.
    fn stop_weapon(&mut self) {
        if let Some(weapon) = usize::from(self.s.effects.depth).checked_sub(1) {
            self.s.effects.frames[weapon].pc = NOTHING_MORE;
            self.s.copying = Robots::EMPTY;
        }
    }

    /// Puts what the weapon does for other robots beneath its own effect, so that it follows.
    fn put_copies(&mut self) {
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
            // The weapon itself needs the last place.
            let room = usize::from(self.s.effects.depth) + 1 < FRAMES;
            if room && copying.contains(robot) && self.s.plays(robot) {
                self.put_by(own.program, robot, COPIED, 0);
            }
        }
        self.s.effects.frames[usize::from(self.s.effects.depth)] = own;
        self.s.effects.depth += 1;
    }

    /// The weapon that is being played does nothing, and no other card answers it.
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

    /// The weapon that is being played does the same for another robot afterwards.
    pub(crate) fn copy_weapon(&mut self, frame: &Frame, robot: RobotId) {
        let Some(weapon) = self.answered(frame).filter(|_| self.s.plays(robot)) else {
            return;
        };
        let Frame { program, pc, .. } = self.s.effects.frames[weapon];
        // Several copies for one robot are one; each takes a place among the effects in progress.
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

    /// The place of the effect of the weapon that a card answers.
    fn answered(&self, frame: &Frame) -> Option<usize> {
        let answers = self.book.bound[frame.program].hook == Some(HookId::OnPlay.n());
        usize::from(self.s.effects.depth)
            .checked_sub(2)
            .filter(|_| answers && self.s.answering != 0)
    }

    /// The cards of these robots behind a place, up to another, have moved up by one.
    pub(crate) fn answering_moved_up(&mut self, robots: Robots, behind: usize, to: usize) {
        let Some(mut cursor) = self.s.answering.checked_sub(1) else {
            return;
        };
        if self
            .s
            .turn_order()
            .moved_up(&mut cursor, robots.bits(), behind, to)
        {
            self.s.answering -= 1;
        }
    }

    /// What a weapon would do for robots that fell is not done.
    pub(crate) fn drop_copies(&mut self, fallen: Robots) {
        for frame in self.s.effects.all_mut() {
            if frame.cause == COPIED && frame.pc == 0 && fallen.contains(RobotId::owner_of(frame)) {
                frame.pc = NOTHING_MORE;
            }
        }
    }
}

const _: () = assert!(ROBOTS * FRONT + 1 < u8::MAX as usize);
