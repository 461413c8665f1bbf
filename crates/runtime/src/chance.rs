//! Chance in the middle of an effect: a question of a card that dice or a draw answers.

use cardwright_effects::machine::{self, Host};
use cardwright_effects::{Frame, Program};
use cardwright_kernel::Draw;

/// Calls `each` with every possible result of the chance choice that the frame is waiting for, and its weight. All
/// things are equally likely; equal neighbours are counted together.
pub fn odds<H: Host>(program: &Program, frame: &Frame, host: &H, each: &mut dyn FnMut(i16, u32)) {
    let mut last: Option<(i16, u32)> = None;
    machine::choices(program, frame, host, &mut |value| {
        last = match last {
            Some((before, weight)) if before == value => Some((value, weight + 1)),
            before => {
                before
                    .into_iter()
                    .for_each(|(value, weight)| each(value, weight));
                Some((value, 1))
            }
        };
        true
    });
    last.into_iter()
        .for_each(|(value, weight)| each(value, weight));
}

/// Draws a result of the chance choice that the frame is waiting for, weighted as in [`odds`]; 0 if there is none.
pub fn draw<H: Host>(program: &Program, frame: &Frame, host: &H, drawn: Draw<'_>) -> i16 {
    let mut number = 0;
    machine::choices(program, frame, host, &mut |_| {
        number += 1;
        true
    });
    let (mut left, mut decided) = (drawn.below(number.max(1)), 0);
    machine::choices(program, frame, host, &mut |value| {
        decided = value;
        left = left.wrapping_sub(1);
        left != u32::MAX
    });
    decided
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_effects::machine::Act;
    use cardwright_effects::{Arg, ChoiceSource, Op};
    use cardwright_kernel::stream;

    struct Pile(&'static [i16]);

    impl Host for Pile {
        fn read(&self, _: &Frame, _: u8, _: [i16; 2]) -> i16 {
            0
        }

        fn act(&mut self, _: &Frame, _: u8, _: [Arg; 3]) -> Act {
            Act::Done
        }

        fn list(&self, _: &Frame, _: u8, _: [i16; 2], each: &mut dyn FnMut(i16) -> bool) {
            let _ = self.0.iter().all(|card| each(*card));
        }
    }

    #[test]
    fn equal_things_count_together_and_are_drawn_so() {
        let from = ChoiceSource::Listed(0, Arg::ZERO, Arg::ZERO);
        let ops = vec![Op::Choose {
            to: 0,
            from,
            by: Arg::CHANCE,
            optional: false,
            skip: 1,
        }];
        let (program, pile) = (
            Program {
                ops,
                ..Program::default()
            },
            Pile(&[4, 4, 4, 9]),
        );
        let frame = Frame::default();
        let mut weights = Vec::new();
        odds(&program, &frame, &pile, &mut |value, weight| {
            weights.push((value, weight))
        });
        assert_eq!(weights, [(4, 3), (9, 1)]);
        let mut rng = stream(1, 1);
        let nines = (0..400)
            .filter(|_| draw(&program, &frame, &pile, rng.draw()) == 9)
            .count();
        assert!((70..130).contains(&nines), "{nines} of 400");
        assert_eq!(draw(&program, &frame, &Pile(&[]), rng.draw()), 0);
    }
}
