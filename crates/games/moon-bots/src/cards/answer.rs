//! Responses to a secret weapon that is being played. Before the weapon takes effect, cards may cancel it, or make it
//! have the same effect for another robot afterwards (MB-12.15). Weapons may do so from the hand, before the cards on
//! the table (MB-12.20).

use crate::engine::context::{Engine, Flow};
use crate::events::Event;
use crate::facts::{reactions, windows};
use crate::lexicon::HookId;
use crate::rules::ANSWERED;
use crate::state::ids::{CopyId, RobotId, WindowId};
use crate::state::{Asked, FROM_HANDS, PendingChance};
use cardwright_kernel::{Log, ProgramId};
use cardwright_runtime::ids::Id;
use cardwright_runtime::windows::Window;

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
        let next = windows::first_to_ask(self.book, self.s, WindowId::WeaponPlayed);
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
            |robot, place| {
                reactions::reaction(book, state, RobotId::packed(robot), place, HookId::OnPlay)
            },
        );
        self.s.answering = cursor + 1;
        next.map(|(robot, answer)| (RobotId::packed(robot), answer))
    }
}
