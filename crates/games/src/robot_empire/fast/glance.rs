//! Conditions of cards that read one value of what they are asked about and compare it with a fixed number: these need no
//! frame and no machine.

use crate::robot_empire::cards::lexicon::NounId;
use cardwright_effects::{Arg, BinOp, Op, Program};

/// The register of the second parameter of a condition: what it is asked about.
const ASKED_ABOUT: u8 = 1;

/// A noun of what a condition is asked about, compared with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Glance {
    pub(crate) noun: NounId,
    math: BinOp,
    number: i16,
    /// Whether the number comes first.
    first: bool,
}

impl Glance {
    /// What a condition comes to, where it is so plain.
    pub(crate) fn of(program: &Program) -> Option<Glance> {
        let Some((Op::Read { to, noun, args: [about, Arg::ZERO] }, rest)) = program.ops.split_first() else {
            return None;
        };
        let noun = NounId::of(*noun).filter(|_| about.register() == Some(ASKED_ABOUT))?;
        let truth = |arg: &Arg, reg: u8| arg.register() == Some(reg);
        match rest {
            [Op::End { answer }, ..] if truth(answer, *to) => {
                Some(Glance { noun, math: BinOp::Ne, number: 0, first: false })
            }
            [Op::BinOp { to: result, math, a, b }, Op::End { answer }, ..] if truth(answer, *result) => {
                match (a.register() == Some(*to), b.number(), a.number(), b.register() == Some(*to)) {
                    (true, Some(number), ..) => Some(Glance { noun, math: *math, number, first: false }),
                    (_, _, Some(number), true) => Some(Glance { noun, math: *math, number, first: true }),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether the condition holds of a value.
    #[inline]
    pub(crate) fn holds(self, value: i16) -> bool {
        let (a, b) = if self.first { (self.number, value) } else { (value, self.number) };
        self.math.of(a, b) != 0
    }
}
