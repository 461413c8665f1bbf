//! Effects of cards: started, run as far as they go, kept in the state while they wait.

use crate::moon_bots::play::events::Event;
use crate::moon_bots::play::table::{Flow, Table};
use crate::moon_bots::rules::{NUMBERS, TOO_DEEP};
use crate::moon_bots::state::{Asked, Attack, FRAMES, Lots, REACTIONS, ROBOTS, Step, TYPES};
use cardwright_effects::machine::{self, Stop};
use cardwright_effects::{Frame, Op, Program};
use cardwright_kernel::Log;

impl<L: Log<Event>> Table<'_, L> {
    /// Starts an effect on top of the others and runs it as far as it goes.
    pub(crate) fn start(&mut self, program: u16, owner: u8, cause: u8) -> Flow {
        self.start_with(program, owner, cause, &[owner.into()])
    }

    /// The same with the parameters of its hook. With no room left the effect lapses (MB-12.4).
    #[inline]
    pub(crate) fn start_with(&mut self, program: u16, owner: u8, cause: u8, params: &[i16]) -> Flow {
        if usize::from(self.s.depth) >= FRAMES {
            return self.lapse(program, owner);
        }
        self.s.depth += 1;
        self.go_on_with(Frame::new(program, owner, cause, params))
    }

    /// Puts an effect on top of the others that will go on from an operation, after what comes on top of it.
    pub(crate) fn put_by(&mut self, program: u16, owner: u8, cause: u8, pc: u16) {
        if let Some(free) = self.s.frames.get_mut(usize::from(self.s.depth)) {
            *free = Frame { pc, ..Frame::new(program, owner, cause, &[owner.into()]) };
            self.s.depth += 1;
        } else {
            self.lapse(program, owner);
        }
    }

    #[cold]
    pub(crate) fn lapse(&mut self, program: u16, robot: u8) -> Flow {
        let card = self.book.programs[usize::from(program)].card;
        self.tell(TOO_DEEP, || Event::Lapsed { robot, card });
        Flow::On
    }

    /// Goes on with the innermost effect, which has waited.
    pub(crate) fn resume(&mut self) -> Flow {
        self.go_on_with(self.s.frames[usize::from(self.s.depth) - 1])
    }

    /// Runs the innermost effect.
    fn go_on_with(&mut self, mut frame: Frame) -> Flow {
        let place = usize::from(self.s.depth) - 1;
        let book = self.book;
        let (owned, from) = (&book.programs[usize::from(frame.program)], frame.pc);
        let stop = machine::run(&owned.program, &mut frame, self);
        if self.s.step == Step::Over {
            return Flow::Stop;
        }
        // It stands where it stood before, or earlier: what it waits for lies behind it, what it asks does not.
        let looped = matches!(stop, Stop::Asks if frame.pc < from) || stop == Stop::Waits && frame.pc <= from;
        if looped && self.goes_round() {
            self.no_end(vec![owned.card]);
            return Flow::Stop;
        }
        match stop {
            Stop::Ended(_) => {
                self.pop();
                self.settle();
            }
            Stop::Waits if self.only_attacks(&owned.program, &frame) => {
                // Nothing is left to do once the attack is over, so nothing waits for it.
                self.s.frames[place] = Frame::default();
                self.s.depth -= 1;
                self.s.floor -= 1;
            }
            Stop::Waits => self.s.frames[place] = frame,
            Stop::Asks => {
                self.s.frames[place] = frame;
                if machine::is_cut(&owned.program, &frame) {
                    let robot = frame.owner;
                    self.tell(NUMBERS, || Event::NumbersCut { robot, card: owned.card });
                }
                if machine::by_chance(&owned.program, &frame) {
                    (self.s.asked, self.s.lots) = (Asked::Chance, Lots::Choice);
                    return Flow::Stop;
                }
                let player = book.owner(machine::asked(&owned.program, &frame) as u8 % ROBOTS as u8);
                self.s.asked = Asked::Seat(player);
                return Flow::Stop;
            }
            Stop::RanAway => {
                self.no_end(vec![owned.card]);
                return Flow::Stop;
            }
        }
        Flow::On
    }

    /// An effect waits or asks once more in a loop; whether it has done so too often in this turn (MB-12.3). A single run
    /// is bounded by its steps, and each wait begins another one.
    fn goes_round(&mut self) -> bool {
        self.count_again();
        self.s.reactions >= REACTIONS
    }

    /// Whether the innermost effect waits for the attack it has made, with nothing to do afterwards.
    fn only_attacks(&self, program: &Program, frame: &Frame) -> bool {
        let over = matches!(program.ops.get(usize::from(frame.pc)), Some(Op::End { .. }));
        over && self.s.attacking && self.s.floor == self.s.depth
    }

    /// Ends the innermost effect. Ended frames are wiped, so that equal games have equal states.
    pub(crate) fn pop(&mut self) {
        self.s.depth -= 1;
        self.s.frames[usize::from(self.s.depth)] = Frame::default();
        if self.s.depth == 0 && !self.s.attacking && self.s.attack.aimed != [0; TYPES] {
            // Points that were aimed and never struck with do not wait for the next card.
            self.s.attack = Attack::default();
        }
    }
}
