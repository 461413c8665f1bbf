//! Finds conditions that contradict each other: `energy > 10 and energy < 5`.

use super::range::{Range, Ranges};
use cardwright_effects::BinOp;
use cardwright_effects::tree::Expr;

/// A fact about a value that follows from a condition.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Fact {
    /// The value is between two numbers.
    Between(Expr, (i32, i32)),
    /// The value is not equal to a number.
    Not(Expr, i32),
}

const MANY: i32 = i32::MAX / 4;

/// The facts that follow from a condition being true, or false.
pub(crate) fn facts(truth: &Expr, holds: bool) -> Vec<Fact> {
    let mut facts = Vec::new();
    note(truth, holds, &mut facts);
    facts
}

fn note(truth: &Expr, holds: bool, facts: &mut Vec<Fact>) {
    let Expr::BinOp(math, a, b) = truth else {
        return facts.push(Fact::Between(truth.clone(), as_range(holds)));
    };
    let bound = |least: i32, most: i32| between(a, b, least, most);
    match (math, holds) {
        (BinOp::And, true) | (BinOp::Or, false) => {
            note(a, holds, facts);
            note(b, holds, facts);
        }
        (BinOp::Without, _) if **a == Expr::Fixed(1) => note(b, !holds, facts),
        (BinOp::Lt, true) => facts.push(bound(-MANY, -1)),
        (BinOp::Lt, false) => facts.push(bound(0, MANY)),
        (BinOp::Le, true) => facts.push(bound(-MANY, 0)),
        (BinOp::Le, false) => facts.push(bound(1, MANY)),
        (BinOp::Eq, true) | (BinOp::Ne, false) => facts.push(bound(0, 0)),
        (BinOp::Eq, false) | (BinOp::Ne, true) => {
            if let Fact::Between(term, (at, _)) = bound(0, 0) {
                facts.push(Fact::Not(term, at));
            }
        }
        (BinOp::Has, _) => facts.push(Fact::Between(truth.clone(), as_range(holds))),
        _ => {}
    }
}

fn as_range(holds: bool) -> (i32, i32) {
    (i32::from(holds), i32::from(holds))
}

/// The fact that the difference of two values is between two numbers, stated about the one that is not constant.
fn between(a: &Expr, b: &Expr, least: i32, most: i32) -> Fact {
    match (a, b) {
        (term, Expr::Fixed(number)) => {
            let number = i32::from(*number);
            Fact::Between(term.clone(), (least + number, most + number))
        }
        (Expr::Fixed(number), term) => {
            let number = i32::from(*number);
            Fact::Between(term.clone(), (number - most, number - least))
        }
        (a, b) if format!("{a:?}") <= format!("{b:?}") => {
            Fact::Between(difference(a, b), (least, most))
        }
        (a, b) => Fact::Between(difference(b, a), (-most, -least)),
    }
}

fn difference(a: &Expr, b: &Expr) -> Expr {
    Expr::BinOp(BinOp::Sub, Box::new(a.clone()), Box::new(b.clone()))
}

/// Whether facts are compatible, as far as their numbers show.
pub(crate) fn possible(facts: &[Fact], ranges: &Ranges) -> bool {
    facts.iter().all(|fact| {
        let (Fact::Between(term, _) | Fact::Not(term, _)) = fact;
        let (least, most): Range = ranges.range(term);
        let all = facts.iter().filter_map(|fact| match fact {
            Fact::Between(of, bounds) if of == term => Some(*bounds),
            _ => None,
        });
        let (mut least, mut most) = all.fold((i32::from(least), i32::from(most)), |known, more| {
            (known.0.max(more.0), known.1.min(more.1))
        });
        let not = |number: i32| facts.contains(&Fact::Not(term.clone(), number));
        while least <= most && not(least) {
            least += 1;
        }
        while least <= most && not(most) {
            most -= 1;
        }
        least <= most
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(math: BinOp, a: Expr, b: Expr) -> Expr {
        Expr::BinOp(math, Box::new(a), Box::new(b))
    }

    fn both(math: BinOp, a: (BinOp, i16), b: (BinOp, i16)) -> bool {
        let side = |(math, number)| compared(math, Expr::Var(1), Expr::Fixed(number));
        let truth = compared(math, side(a), side(b));
        let mut ranges = Ranges::default();
        ranges.set(1, (0, 18));
        possible(&facts(&truth, math == BinOp::And), &ranges)
    }

    #[test]
    fn what_cannot_hold_together_is_found() {
        use BinOp::{And, Eq, Le, Lt, Ne, Or};
        assert!(!both(And, (Lt, 5), (Eq, 5)));
        assert!(!both(And, (Eq, 4), (Eq, 5)));
        assert!(!both(And, (Eq, 4), (Ne, 4)));
        assert!(!both(And, (Lt, 1), (Ne, 0)));
        assert!(both(And, (Lt, 5), (Ne, 4)));
        assert!(both(And, (Le, 5), (Eq, 5)));
        // For `or`, the check is whether both sides can be false.
        assert!(!both(Or, (Ne, 4), (Ne, 5)));
        assert!(both(Or, (Lt, 4), (Eq, 5)));
    }
}
