//! Effects of cards: the parts that are specific to this game. How effects start, run and wait is part of the runtime
//! (`cardwright_runtime::effects`).

use crate::engine::context::{Engine, Flow};
use crate::events::Event;
use crate::rules::NUMBERS;
use crate::state::ids::RobotId;
use crate::state::values::chooser;
use crate::state::{Asked, FRAMES, PendingChance, REACTIONS, Step};
use cardwright_effects::{Frame, Op, Program, machine};
use cardwright_kernel::{Log, ProgramId};
use cardwright_runtime::effects::{EffectDriver, Effects};
use cardwright_runtime::ids::Id;

impl<'a, L: Log<Event>> EffectDriver<'a, FRAMES> for Engine<'a, L> {
    #[inline]
    fn program(&self, program: ProgramId) -> &'a Program {
        &self.book.bound[program].program
    }

    #[inline]
    fn effects(&mut self) -> &mut Effects<FRAMES> {
        &mut self.s.effects
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.s.step == Step::Over
    }

    /// Logs that the effect lapses (MB-12.4).
    #[cold]
    fn lapsed(&mut self, frame: &Frame) {
        self.lapse(frame.program, RobotId::owner_of(frame));
    }

    #[inline]
    fn ended(&mut self) {
        self.wipe_aim();
        self.settle();
    }

    fn asked(&mut self, program: &'a Program, frame: &Frame) {
        if machine::is_cut(program, frame) {
            let (robot, card) = (
                RobotId::owner_of(frame),
                self.book.bound[frame.program].card,
            );
            self.emit(NUMBERS, || Event::NumbersCut { robot, card });
        }
        if machine::by_chance(program, frame) {
            (self.s.asked, self.s.pending_chance) = (Asked::Chance, PendingChance::Choice);
            return;
        }
        let player = self.book.owner(chooser(program, frame));
        self.s.asked = Asked::Seat(player);
    }

    /// Whether nothing is left to do once the attack is over.
    #[inline]
    fn waits_in_vain(&self, program: &Program, frame: &Frame) -> bool {
        let over = matches!(program.ops.get(usize::from(frame.pc)), Some(Op::End { .. }));
        over && self.s.attacking && self.s.effects.floor == self.s.effects.depth
    }

    /// Whether an effect may wait or ask once more in a loop; the number of repetitions in a turn is limited
    /// (MB-12.3). A single run is bounded by its steps, but each wait begins a new run.
    fn goes_round(&mut self) -> bool {
        self.count_again();
        self.s.reactions >= REACTIONS
    }

    #[cold]
    fn endless(&mut self, frame: &Frame) {
        self.no_end(vec![self.book.bound[frame.program].card]);
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Starts an effect on top of the others and runs it until it waits or ends.
    pub(crate) fn start(&mut self, program: ProgramId, owner: RobotId, cause: u8) -> Flow {
        self.start_with(program, owner, cause, &[owner.into()])
    }

    /// The same with the parameters of its hook. If there is no room, the effect lapses (MB-12.4).
    #[inline]
    pub(crate) fn start_with(
        &mut self,
        program: ProgramId,
        owner: RobotId,
        cause: u8,
        params: &[i16],
    ) -> Flow {
        self.start_effect(Frame::new(program, owner.n(), cause, params))
    }

    /// Continues the innermost effect, which was waiting.
    pub(crate) fn resume(&mut self) -> Flow {
        self.resume_effect()
    }
}
