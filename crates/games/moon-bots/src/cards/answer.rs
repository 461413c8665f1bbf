//! Responses to a secret weapon that is being played. Before the weapon takes effect, cards may cancel it, or make it
//! have the same effect for another robot afterwards (MB-12.15). Weapons may do so from the hand, before the cards on
//! the table (MB-12.20).

use crate::cards::lexicon::HookId;
use crate::cards::rulebook::Rulebook;
use crate::play::engine::{Engine, Flow};
use crate::play::events::Event;
use crate::rules::ANSWERED;
use crate::state::ids::{CopyId, RobotId, Robots, WindowId};
use crate::state::{Asked, FRAMES, FROM_HANDS, FRONT, PendingChance, ROBOTS, State};
use cardwright_effects::Frame;
use cardwright_kernel::{Log, ProgramId};
use cardwright_runtime::ids::Id;
use cardwright_runtime::windows::Window;

/// The cause in the frame of a weapon that repeats its effect for another robot. It is no copy of a weapon, so this
/// weapon cannot stay.
pub(crate) const COPIED: u8 = u8::MAX;
/// The operation where an effect continues that does nothing more: behind the end of every program.
const NOTHING_MORE: u16 = u16::MAX;

impl Rulebook {
    /// The effect of the secret weapon that is being played and can still be responded to.
    pub(crate) fn announced(state: &State) -> Option<&Frame> {
        let asked = state.pending_chance == PendingChance::Answers;
        let place = usize::from(state.effects.floor).checked_sub(usize::from(asked))?;
        let frames = state.effects.all();
        frames.get(place).filter(|_| state.answering != 0)
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// A secret weapon is being played: cards may respond before it takes effect. Nothing can respond to a response.
    #[cold]
    pub(crate) fn put_weapon(&mut self, program: ProgramId, robot: RobotId, copy: CopyId) -> Flow {
        if self.s.pending_chance == PendingChance::Answers {
            self.end_asking();
            return self.start(program, robot, copy.n());
        }
        self.s.answering = match self.s.effects.has_room() {
            true if self.book.answered_from_hands() => FROM_HANDS,
            room => u8::from(room),
        };
        self.put_by(program, robot, copy.n(), 0);
        Flow::On
    }

    /// A player who was asked for a response from the hand has passed.
    #[cold]
    pub(crate) fn passed_answers(&mut self) -> Flow {
        self.end_asking();
        self.answer_weapon()
    }

    /// Ends the questions for responses: the weapon that is being played no longer waits.
    fn end_asking(&mut self) {
        self.s.pending_chance = PendingChance::Nothing;
        self.s.effects.floor -= 1;
    }

    /// Asks the next player who may respond to the weapon from the hand; meanwhile the weapon waits. Returns whether
    /// there is one.
    fn ask_hands(&mut self) -> bool {
        let next = self.book.first_to_ask(self.s, WindowId::WeaponPlayed);
        if let Some((player, copies)) = next {
            self.s.pending_chance = PendingChance::Answers;
            self.s.effects.floor += 1;
            self.s.asked = Asked::Seat(player);
            self.s.derived.offered = copies;
        }
        next.is_some()
    }

    /// Continues the response of a card, asks the next card, or lets the weapon take effect.
    #[cold]
    pub(crate) fn answer_weapon(&mut self) -> Flow {
        let depth = usize::from(self.s.effects.depth);
        // A response is in progress, or the final effects of a robot that a response eliminates come first.
        if depth > usize::from(self.s.effects.floor) + 1 {
            return self.resume();
        }
        let owner = RobotId::owner_of(&self.s.effects.frames[depth - 1]);
        if self.s.answering == FROM_HANDS {
            if self.s.plays(owner) && self.ask_hands() {
                return Flow::Stop;
            }
            (self.s.window, self.s.answering) = (Window::default(), 1);
        }
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

    /// The next card that responds to the weapon: its robot, and its program and cause.
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

    /// Cancels the weapon, whose effect is the innermost one.
    fn stop_weapon(&mut self) {
        if let Some(weapon) = usize::from(self.s.effects.depth).checked_sub(1) {
            self.s.effects.frames[weapon].pc = NOTHING_MORE;
            self.s.copying = Robots::EMPTY;
        }
    }

    /// Puts the weapon's effects for other robots below its own effect, so that they follow it.
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
