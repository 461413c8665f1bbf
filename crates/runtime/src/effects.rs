//! Effects of cards in progress: a stack of frames in the game's state. They are started, run as far as possible, and
//! stored while they wait.

use crate::arrays;
use cardwright_effects::machine::{self, Host, Stop};
use cardwright_effects::{Frame, Program};
use cardwright_kernel::ProgramId;
use serde::{Deserialize, Serialize};

/// Whether the game continues without a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// The game continues.
    On,
    /// A player has to decide, or the game is over.
    Stop,
}

/// A stack of running and waiting effects, innermost last. Unused frames are cleared, so that equal games have equal
/// states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Effects<const N: usize> {
    /// The frames; only the first `depth` are in use.
    #[serde(with = "arrays")]
    pub frames: [Frame; N],
    /// The number of effects in progress.
    pub depth: u8,
    /// How many of these effects wait for something that the game does first, such as an attack. They do not run until
    /// then.
    pub floor: u8,
}

impl<const N: usize> Default for Effects<N> {
    fn default() -> Self {
        Effects {
            frames: [Frame::default(); N],
            depth: 0,
            floor: 0,
        }
    }
}

impl<const N: usize> Effects<N> {
    /// Whether another effect fits.
    #[inline]
    pub fn has_room(&self) -> bool {
        usize::from(self.depth) < N
    }

    /// Whether an effect is running or waiting for a choice.
    #[inline]
    pub fn runs(&self) -> bool {
        self.depth > self.floor
    }

    /// The effect that is running or waiting for a choice, if any.
    #[inline]
    pub fn top(&self) -> Option<&Frame> {
        if self.runs() {
            self.frames.get(usize::from(self.depth) - 1)
        } else {
            None
        }
    }

    /// All effects in progress, innermost last.
    #[inline]
    pub fn all(&self) -> &[Frame] {
        &self.frames[..usize::from(self.depth).min(N)]
    }

    /// Mutable access to the effects in progress.
    #[inline]
    pub fn all_mut(&mut self) -> &mut [Frame] {
        &mut self.frames[..usize::from(self.depth).min(N)]
    }

    /// Pushes an effect, to continue at its frame's current operation; returns `false` if there is no space.
    #[inline]
    pub fn put(&mut self, frame: Frame) -> bool {
        let room = self.frames.get_mut(usize::from(self.depth));
        let fits = room.is_some();
        if let Some(room) = room {
            *room = frame;
            self.depth += 1;
        }
        fits
    }

    /// Removes the innermost effect. There must be one.
    #[inline]
    pub fn pop(&mut self) {
        self.depth -= 1;
        self.frames[usize::from(self.depth)] = Frame::default();
    }

    /// Removes the innermost effect, which waits for the game and has nothing to do afterwards.
    #[inline]
    pub fn pop_waiting(&mut self) {
        self.pop();
        self.floor -= 1;
    }
}

/// A game in progress in which effects run: what a game must provide in addition to its `Host`. `'a` is the lifetime of
/// the rulebook, which owns the programs.
pub trait EffectDriver<'a, const N: usize>: Host + Sized {
    /// The program with a number.
    fn program(&self, program: ProgramId) -> &'a Program;

    /// The effects in progress.
    fn effects(&mut self) -> &mut Effects<N>;

    /// Whether the game has ended, possibly because of an effect.
    fn is_over(&self) -> bool;

    /// Called when there was no space for an effect, so that it does nothing.
    fn lapsed(&mut self, frame: &Frame);

    /// Called when an effect has ended and was removed from the stack.
    fn ended(&mut self);

    /// Called when an effect waits for a choice, so that the game can record who is asked.
    fn asked(&mut self, program: &'a Program, frame: &Frame);

    /// Whether an effect that waits for the game has nothing to do afterwards, so that it can be removed.
    fn waits_in_vain(&self, _program: &Program, _frame: &Frame) -> bool {
        false
    }

    /// Called when an effect waits or asks again in a loop, so that the game can count it. Returns whether a limit is
    /// reached.
    fn goes_round(&mut self) -> bool;

    /// Called when an effect would continue forever, so that the game can end.
    fn endless(&mut self, frame: &Frame);

    /// Starts an effect on top of the others and runs it until it waits or ends. Without space on the stack it does
    /// nothing.
    #[inline]
    fn start_effect(&mut self, frame: Frame) -> Flow {
        if !self.effects().has_room() {
            self.lapsed(&frame);
            return Flow::On;
        }
        self.effects().depth += 1;
        self.run_effect(frame)
    }

    /// Pushes an effect that continues at its frame's current operation after the effects above it have ended.
    #[inline]
    fn put_effect(&mut self, frame: Frame) {
        if !self.effects().put(frame) {
            self.lapsed(&frame);
        }
    }

    /// Resumes the innermost effect after it has waited.
    #[inline]
    fn resume_effect(&mut self) -> Flow {
        let effects = self.effects();
        let frame = effects.frames[usize::from(effects.depth) - 1];
        self.run_effect(frame)
    }

    /// Runs the innermost effect, given as its frame.
    #[inline]
    fn run_effect(&mut self, mut frame: Frame) -> Flow {
        let place = usize::from(self.effects().depth) - 1;
        let (program, from) = (self.program(frame.program), frame.pc);
        let stop = machine::run(program, &mut frame, self);
        if self.is_over() {
            return Flow::Stop;
        }
        // The frame is back at or before where it was. A waiting frame points past its operation, an asking one at it.
        let looped = matches!(stop, Stop::Asks if frame.pc < from)
            || stop == Stop::Waits && frame.pc <= from;
        if looped && self.goes_round() {
            self.endless(&frame);
            return Flow::Stop;
        }
        match stop {
            Stop::Ended(_) => {
                self.effects().pop();
                self.ended();
            }
            Stop::Waits if self.waits_in_vain(program, &frame) => self.effects().pop_waiting(),
            Stop::Waits => self.effects().frames[place] = frame,
            Stop::Asks => {
                self.effects().frames[place] = frame;
                self.asked(program, &frame);
                return Flow::Stop;
            }
            Stop::RanAway => {
                self.endless(&frame);
                return Flow::Stop;
            }
        }
        Flow::On
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_effects::machine::Act;
    use cardwright_effects::{Arg, ChoiceSource, Op};

    /// A game whose only verb (0) notes its first argument, and (1) waits.
    struct Toy {
        programs: &'static [Program],
        effects: Effects<2>,
        done: Vec<String>,
        rounds: u8,
    }

    impl Host for Toy {
        fn read(&self, _: &Frame, _: u8, _: [i16; 2]) -> i16 {
            0
        }

        fn act(&mut self, frame: &Frame, verb: u8, args: [Arg; 3]) -> Act {
            self.done.push(format!("does {}", args[0].value(frame)));
            if verb == 1 { Act::Wait } else { Act::Done }
        }

        fn list(&self, _: &Frame, _: u8, _: [i16; 2], _: &mut dyn FnMut(i16) -> bool) {}
    }

    impl EffectDriver<'static, 2> for Toy {
        fn program(&self, program: ProgramId) -> &'static Program {
            &self.programs[program.index()]
        }

        fn effects(&mut self) -> &mut Effects<2> {
            &mut self.effects
        }

        fn is_over(&self) -> bool {
            self.done.iter().any(|done| done == "endless")
        }

        fn lapsed(&mut self, frame: &Frame) {
            self.done.push(format!("{} lapses", frame.program));
        }

        fn ended(&mut self) {
            self.done.push("ended".into());
        }

        fn asked(&mut self, program: &'static Program, frame: &Frame) {
            self.done
                .push(format!("asks {}", machine::asked(program, frame)));
        }

        fn goes_round(&mut self) -> bool {
            self.rounds += 1;
            self.rounds > 2
        }

        fn endless(&mut self, _: &Frame) {
            self.done.push("endless".into());
        }
    }

    fn toy(programs: Vec<Vec<Op>>) -> Toy {
        let programs: Vec<Program> = programs
            .into_iter()
            .map(|ops| Program {
                ops,
                ..Program::default()
            })
            .collect();
        Toy {
            programs: programs.leak(),
            effects: Effects::default(),
            done: Vec::new(),
            rounds: 0,
        }
    }

    const END: Op = Op::End { answer: Arg::ZERO };

    fn act(verb: u8) -> Op {
        Op::Do {
            verb,
            args: [Arg::reg(0), Arg::ZERO, Arg::ZERO],
        }
    }

    #[test]
    fn an_effect_waits_asks_and_ends() {
        let by = Arg::reg(0);
        let from = ChoiceSource::Numbers(Arg::ZERO, Arg::fixed(3).unwrap());
        let choose = Op::Choose {
            to: 1,
            from,
            by,
            optional: false,
            skip: 3,
        };
        let mut toy = toy(vec![vec![act(0), act(1), choose, END]]);
        assert_eq!(
            toy.start_effect(Frame::new(ProgramId(0), 7, 0, &[7])),
            Flow::On
        );
        assert_eq!(
            (toy.effects.depth, toy.effects.top().map(|frame| frame.pc)),
            (1, Some(2))
        );
        assert_eq!(toy.resume_effect(), Flow::Stop);
        machine::choose(&toy.programs[0], &mut toy.effects.frames[0], Some(2));
        assert_eq!(toy.resume_effect(), Flow::On);
        assert_eq!(toy.done, ["does 7", "does 7", "asks 7", "ended"]);
        assert_eq!(toy.effects, Effects::default());
    }

    #[test]
    fn without_room_an_effect_lapses() {
        let mut toy = toy(vec![vec![act(1), END]]);
        for _ in 0..3 {
            assert_eq!(
                toy.start_effect(Frame::new(ProgramId(0), 0, 0, &[])),
                Flow::On
            );
        }
        toy.put_effect(Frame::new(ProgramId(0), 0, 0, &[]));
        assert_eq!(toy.done, ["does 0", "does 0", "0 lapses", "0 lapses"]);
    }

    #[test]
    fn an_effect_that_goes_round_ends_the_game() {
        let mut toy = toy(vec![vec![act(1), Op::Go { to: 0 }], vec![Op::Go { to: 0 }]]);
        toy.start_effect(Frame::new(ProgramId(0), 0, 0, &[]));
        let flows: Vec<_> = (0..3).map(|_| toy.resume_effect()).collect();
        assert_eq!(flows, [Flow::On, Flow::On, Flow::Stop]);
        assert_eq!(toy.done.last().map(String::as_str), Some("endless"));
        toy.done.clear();
        assert_eq!(
            toy.start_effect(Frame::new(ProgramId(1), 0, 0, &[])),
            Flow::Stop
        );
        assert_eq!(toy.done, ["endless"]);
    }

    #[test]
    fn what_waits_for_the_game_does_not_run() {
        let mut effects = Effects::<2>::default();
        assert!(effects.put(Frame::new(ProgramId(5), 0, 0, &[])));
        effects.floor = 1;
        assert!(!effects.runs() && effects.top().is_none());
        effects.pop_waiting();
        assert_eq!(effects, Effects::default());
    }
}
