//! The value of a condition, and whether an effect does anything, when only some of what it reads is known. This is
//! evaluated at load time, so that effects that do nothing need not run.

use crate::{Arg, BinOp, Op, Program, REGISTERS};

/// The maximum number of operations followed before a condition counts as open.
const MOST: u32 = 4_096;
/// The numbers that are distinguished are 0 to this minus one.
const TOLD: i16 = 63;

/// A set of possible values: any of the numbers from 0 to 62, and whether other numbers are possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Values(u64);

impl Values {
    /// All values are possible.
    pub const ANY: Values = Values(u64::MAX);
    /// All values except 0.
    pub const SOME: Values = Values(!1);
    const ELSE: u64 = 1 << TOLD;
    const TRUTH: Values = Values(0b11);

    /// A single number.
    pub fn one(value: i16) -> Values {
        Values(if (0..TOLD).contains(&value) {
            1 << value
        } else {
            Values::ELSE
        })
    }

    /// The members of a small set, as numbers.
    pub fn members(mask: u8) -> Values {
        Values(mask.into())
    }

    /// The number, if only one is possible.
    pub fn only(self) -> Option<i16> {
        (self.0.is_power_of_two() && self.0 != Values::ELSE).then(|| self.0.trailing_zeros() as i16)
    }

    fn may_be_zero(self) -> bool {
        self.0 & 1 != 0
    }

    fn may_be_more(self) -> bool {
        self.0 & !1 != 0
    }

    fn numbers(self) -> impl Iterator<Item = i16> {
        (0..TOLD).filter(move |value| self.0 >> value & 1 != 0)
    }

    /// The possible results of an operation on two values.
    fn math(math: BinOp, a: Values, b: Values) -> Values {
        if (a.0 | b.0) & Values::ELSE == 0 {
            let pairs = a
                .numbers()
                .flat_map(|a| b.numbers().map(move |b| math.of(a, b)));
            return Values(pairs.fold(0, |all, value| all | Values::one(value).0));
        }
        match math {
            BinOp::And if a.only() == Some(0) || b.only() == Some(0) => Values::one(0),
            BinOp::Or if !a.may_be_zero() || !b.may_be_zero() => Values::SOME,
            // A set that is not empty has 1 to 16 members.
            BinOp::Count if !a.may_be_zero() => Values(0x1_fffe),
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Has => Values::TRUTH,
            _ => Values::ANY,
        }
    }
}

/// The result of a condition, as far as it is known without running it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StaticVerdict {
    /// The condition is always false.
    Never,
    /// The condition is always true.
    Always,
    /// The condition has to be run.
    Open,
}

/// A function that returns the possible values of a noun, given the possible values of its arguments.
pub type Known<'a> = &'a dyn Fn(u8, [Values; 2]) -> Values;

/// Evaluates a condition for an owner statically. A condition that asks, acts or loops is open.
pub fn outlook(program: &Program, owner: u8, known: Known<'_>) -> StaticVerdict {
    let mut walk = Paths {
        program,
        known,
        does: &|_, _| true,
        left: MOST,
        holds: false,
        fails: false,
    };
    match (walk.follow(0, params(owner)), walk.holds, walk.fails) {
        (Some(()), true, false) => StaticVerdict::Always,
        (Some(()), false, true) => StaticVerdict::Never,
        _ => StaticVerdict::Open,
    }
}

/// Whether an effect of an owner certainly does nothing. `does` returns whether a verb with such arguments may have an
/// effect.
pub fn is_idle(
    program: &Program,
    owner: u8,
    known: Known<'_>,
    does: &dyn Fn(u8, [Values; 3]) -> bool,
) -> bool {
    let mut walk = Paths {
        program,
        known,
        does,
        left: MOST,
        holds: false,
        fails: false,
    };
    walk.follow(0, params(owner)).is_some()
}

fn params(owner: u8) -> [Values; REGISTERS] {
    let mut regs = [Values::one(0); REGISTERS];
    regs[0] = Values::one(owner.into());
    regs
}

struct Paths<'a> {
    program: &'a Program,
    known: Known<'a>,
    does: &'a dyn Fn(u8, [Values; 3]) -> bool,
    left: u32,
    holds: bool,
    fails: bool,
}

impl Paths<'_> {
    /// Follows every path from an operation; `None` if that is not possible, or if the program acts.
    fn follow(&mut self, mut pc: u16, mut regs: [Values; REGISTERS]) -> Option<()> {
        loop {
            self.left = self.left.checked_sub(1)?;
            let value = |arg: Arg| match (arg.number(), arg.register()) {
                (Some(number), _) => Values::one(number),
                (None, reg) => regs
                    .get(usize::from(reg.unwrap_or(0)))
                    .copied()
                    .unwrap_or(Values::ANY),
            };
            let (to, result) = match *self.program.ops.get(usize::from(pc))? {
                Op::Put { to, value } => (to, Values::one(value)),
                Op::Read { to, noun, args } => (to, (self.known)(noun, args.map(value))),
                Op::BinOp { to, math, a, b } => (to, Values::math(math, value(a), value(b))),
                Op::Go { to } if to > pc => {
                    pc = to;
                    continue;
                }
                Op::Unless { truth, go } => {
                    let truth = value(truth);
                    if truth.may_be_zero() {
                        self.follow(go, regs)?;
                    }
                    if !truth.may_be_more() {
                        return Some(());
                    }
                    pc += 1;
                    continue;
                }
                Op::End { answer } => {
                    self.holds |= value(answer).may_be_more();
                    self.fails |= value(answer).may_be_zero();
                    return Some(());
                }
                Op::Do { verb, args } if !(self.does)(verb, args.map(value)) => {
                    pc += 1;
                    continue;
                }
                // The program loops, asks or performs a verb.
                Op::Go { .. }
                | Op::Next { .. }
                | Op::NextListed { .. }
                | Op::Choose { .. }
                | Op::Only { .. }
                | Op::Times { .. }
                | Op::Again { .. }
                | Op::More { .. }
                | Op::Move { .. }
                | Op::Empty { .. }
                | Op::Gather { .. }
                | Op::Do { .. } => return None,
            };
            *regs.get_mut(usize::from(to))? = result;
            pc += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOUN: u8 = 7;

    /// `me == noun() and (noun(1) > 0 or noun(2) > 0)`, with the jumps of a program.
    fn program() -> Program {
        let fixed = |value| Arg::fixed(value).expect("a small number");
        let read = |to, arg| Op::Read {
            to,
            noun: NOUN,
            args: [fixed(arg), Arg::ZERO],
        };
        let more = |to| Op::BinOp {
            to,
            math: BinOp::Lt,
            a: Arg::ZERO,
            b: Arg::reg(to),
        };
        let ops = vec![
            read(1, 0),
            Op::BinOp {
                to: 1,
                math: BinOp::Eq,
                a: Arg::reg(0),
                b: Arg::reg(1),
            },
            Op::Unless {
                truth: Arg::reg(1),
                go: 8,
            },
            read(2, 1),
            more(2),
            read(3, 2),
            more(3),
            Op::BinOp {
                to: 1,
                math: BinOp::Or,
                a: Arg::reg(2),
                b: Arg::reg(3),
            },
            Op::End {
                answer: Arg::reg(1),
            },
        ];
        Program {
            ops,
            ..Program::default()
        }
    }

    /// `noun().count > 0`.
    #[test]
    fn a_set_that_is_not_empty_has_members() {
        let ops = vec![
            Op::Read {
                to: 1,
                noun: NOUN,
                args: [Arg::ZERO; 2],
            },
            Op::BinOp {
                to: 1,
                math: BinOp::Count,
                a: Arg::reg(1),
                b: Arg::ZERO,
            },
            Op::BinOp {
                to: 1,
                math: BinOp::Lt,
                a: Arg::ZERO,
                b: Arg::reg(1),
            },
            Op::End {
                answer: Arg::reg(1),
            },
        ];
        let program = Program {
            ops,
            ..Program::default()
        };
        let seen = |values| outlook(&program, 2, &|_, _| values);
        assert_eq!(seen(Values::SOME), StaticVerdict::Always);
        assert_eq!(seen(Values::one(0)), StaticVerdict::Never);
        assert_eq!(seen(Values::ANY), StaticVerdict::Open);
    }

    fn seen(values: [Values; 3]) -> StaticVerdict {
        outlook(&program(), 2, &|noun, [arg, _]| match (noun, arg.only()) {
            (NOUN, Some(arg)) => values[arg as usize],
            _ => Values::ANY,
        })
    }

    #[test]
    fn what_is_known_settles_what_it_can() {
        let (zero, two, some) = (Values::one(0), Values::one(2), Values::ANY);
        assert_eq!(
            seen([Values::members(0b1011), some, some]),
            StaticVerdict::Never
        );
        assert_eq!(seen([two, zero, zero]), StaticVerdict::Never);
        assert_eq!(seen([two, zero, some]), StaticVerdict::Open);
        assert_eq!(seen([two, some, two]), StaticVerdict::Always);
        assert_eq!(seen([some, two, two]), StaticVerdict::Open);
        assert_eq!(
            seen([Values::members(0b0111), two, two]),
            StaticVerdict::Open
        );
    }

    #[test]
    fn an_effect_is_idle_when_no_path_does_anything() {
        let fixed = |value| Arg::fixed(value).expect("a small number");
        let ops = vec![
            Op::Read {
                to: 1,
                noun: NOUN,
                args: [Arg::ZERO; 2],
            },
            Op::Unless {
                truth: Arg::reg(1),
                go: 3,
            },
            Op::Do {
                verb: 1,
                args: [Arg::reg(0), fixed(4), Arg::ZERO],
            },
            Op::End { answer: Arg::ZERO },
        ];
        let program = Program {
            ops,
            ..Program::default()
        };
        let idle = |value, of| {
            is_idle(&program, 2, &|_, _| value, &|_, args| {
                args[1] == Values::one(of)
            })
        };
        assert!(idle(Values::one(0), 4));
        assert!(idle(Values::ANY, 5));
        assert!(!idle(Values::ANY, 4));
        assert!(!idle(Values::one(1), 4));
    }

    #[test]
    fn what_loops_or_asks_is_open() {
        let back = Program {
            ops: vec![Op::Go { to: 0 }],
            ..Program::default()
        };
        assert_eq!(outlook(&back, 0, &|_, _| Values::ANY), StaticVerdict::Open);
        assert_eq!(
            outlook(&Program::default(), 0, &|_, _| Values::ANY),
            StaticVerdict::Open
        );
    }
}
