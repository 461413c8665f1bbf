//! Simple conditions of cards: they compare one value of the thing they are asked about with a fixed number. These
//! are evaluated without a frame and without the machine.

use crate::lexicon::NounId;
use cardwright_effects::{Arg, BinOp, Op, Program};

/// The register of a condition's second parameter: the thing it is asked about.
const ASKED_ABOUT: u8 = 1;

/// A noun about that thing, and the range to compare its value with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ConditionFeature {
    pub(crate) noun: NounId,
    least: i16,
    most: i16,
    /// Whether the value must be inside the range; otherwise it must be outside.
    within: bool,
}

impl ConditionFeature {
    /// The feature that a condition tests, if it is simple enough.
    pub(crate) fn of(program: &Program) -> Option<ConditionFeature> {
        let Some((
            Op::Read {
                to,
                noun,
                args: [about, Arg::ZERO],
            },
            rest,
        )) = program.ops.split_first()
        else {
            return None;
        };
        let noun = NounId::of(*noun).filter(|_| about.register() == Some(ASKED_ABOUT))?;
        let truth = |arg: &Arg, reg: u8| arg.register() == Some(reg);
        match rest {
            [Op::End { answer }, ..] if truth(answer, *to) => Some(ConditionFeature {
                noun,
                least: 0,
                most: 0,
                within: false,
            }),
            [
                Op::BinOp {
                    to: result,
                    math,
                    a,
                    b,
                },
                Op::End { answer },
                ..,
            ] if truth(answer, *result) => {
                let range = match (
                    a.register() == Some(*to),
                    b.number(),
                    a.number(),
                    b.register() == Some(*to),
                ) {
                    (true, Some(number), ..) => range(*math, number, false),
                    (_, _, Some(number), true) => range(*math, number, true),
                    _ => None,
                };
                let (least, most, within) = range?;
                Some(ConditionFeature {
                    noun,
                    least,
                    most,
                    within,
                })
            }
            _ => None,
        }
    }

    /// Whether the condition holds for a value.
    #[inline]
    pub(crate) fn holds(self, value: i16) -> bool {
        ((self.least <= value) & (value <= self.most)) == self.within
    }
}

/// The range that a comparison with a number stands for, and whether the value must be inside it; `first` says
/// whether the number is the first operand. `None` for an operation that is not a comparison.
fn range(math: BinOp, number: i16, first: bool) -> Option<(i16, i16, bool)> {
    Some(match (math, first) {
        (BinOp::Eq, _) => (number, number, true),
        (BinOp::Ne, _) => (number, number, false),
        (BinOp::Le, false) => (i16::MIN, number, true),
        (BinOp::Le, true) => (number, i16::MAX, true),
        // Everything that is not below the number.
        (BinOp::Lt, false) => (number, i16::MAX, false),
        (BinOp::Lt, true) => (i16::MIN, number, false),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_says_what_the_comparison_says() {
        let numbers = [i16::MIN, i16::MIN + 1, -1, 0, 1, 3, i16::MAX - 1, i16::MAX];
        for math in [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le] {
            for (number, first) in numbers
                .iter()
                .flat_map(|number| [(*number, false), (*number, true)])
            {
                let (least, most, within) = range(math, number, first).unwrap();
                for value in numbers {
                    let (a, b) = if first {
                        (number, value)
                    } else {
                        (value, number)
                    };
                    let feature = ConditionFeature {
                        noun: NounId::Ready,
                        least,
                        most,
                        within,
                    };
                    assert_eq!(
                        feature.holds(value),
                        math.of(a, b) != 0,
                        "{math:?} {number} {first} {value}"
                    );
                }
            }
        }
        assert_eq!(range(BinOp::Add, 1, false), None);
    }
}
