//! The minimum and maximum of play-time values, as far as the lexicon and the arithmetic determine them.

use cardwright_effects::tree::{Expr, Gather, Var};
use cardwright_effects::{BinOp, Lexicon, Noun, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// The minimum and maximum of a value.
pub(crate) type Range = (i16, i16);

const FULL: Range = (i16::MIN, i16::MAX);
const TRUTH: Range = (0, 1);
/// The number of members of a set, up to the number of bits in a mask.
const MEMBERS: Range = (0, 16);

/// The known ranges of an effect's variables.
#[derive(Default)]
pub(crate) struct Ranges {
    of: BTreeMap<Var, Range>,
    /// Pairs of things that are never the same, the smaller first.
    apart: BTreeSet<(Var, Var)>,
    /// The things that a set never contains.
    without: BTreeMap<Var, Vec<Var>>,
}

impl Ranges {
    pub(crate) fn set(&mut self, var: Var, range: Range) {
        self.of.insert(var, range);
    }

    /// Records that two things are never the same.
    pub(crate) fn set_apart(&mut self, a: Var, b: Var) {
        self.apart.insert((a.min(b), a.max(b)));
    }

    /// Records things that a set never contains.
    pub(crate) fn set_without(&mut self, set: Var, others: Vec<Var>) {
        self.without.insert(set, others);
    }

    /// The things that a set never contains.
    pub(crate) fn without(&self, set: &Expr) -> Vec<Var> {
        match set {
            Expr::Var(var) => self.without.get(var).cloned().unwrap_or_default(),
            Expr::BinOp(BinOp::Without, a, b) => {
                let mut others = self.without(a);
                if let Expr::BinOp(BinOp::With, none, one) = &**b
                    && let (Expr::Fixed(0), Expr::Var(one)) = (&**none, &**one)
                {
                    others.push(*one);
                }
                others
            }
            Expr::BinOp(BinOp::And, a, b) => [self.without(a), self.without(b)].concat(),
            Expr::BinOp(BinOp::Or, a, b) => {
                let second = self.without(b);
                let mut others = self.without(a);
                others.retain(|one| second.contains(one));
                others
            }
            _ => Vec::new(),
        }
    }

    fn is_apart(&self, a: &Expr, b: &Expr) -> bool {
        matches!((a, b), (Expr::Var(a), Expr::Var(b)) if self.apart.contains(&(*a.min(b), *a.max(b))))
    }

    /// The range of a noun's value.
    pub(crate) fn of_noun(lexicon: &Lexicon, noun: &Noun) -> Range {
        match noun.gives {
            Ty::Truth => TRUTH,
            ty => noun.range.or(lexicon.numbers_of(ty)).unwrap_or(FULL),
        }
    }

    /// Sets the range of an aggregate of a set, from the range of its members' values.
    pub(crate) fn set_gathered(&mut self, var: Var, how: Gather, asked: Range) {
        let range = match how {
            // An aggregate of an empty set is 0.
            Gather::Highest | Gather::Lowest => (asked.0.min(0), asked.1.max(0)),
            Gather::Sum => (
                asked.0.min(0).saturating_mul(MEMBERS.1),
                asked.1.max(0).saturating_mul(MEMBERS.1),
            ),
            Gather::Any | Gather::All => TRUTH,
            Gather::Those | Gather::Most | Gather::Least => FULL,
        };
        self.set(var, range);
    }

    /// The range of a value, which it never leaves.
    pub(crate) fn range(&self, expr: &Expr) -> Range {
        match expr {
            Expr::Fixed(value) => (*value, *value),
            Expr::Var(var) => self.of.get(var).copied().unwrap_or(FULL),
            Expr::BinOp(math, a, b) if a == b => {
                same(*math).unwrap_or_else(|| self.math(*math, a, b))
            }
            Expr::BinOp(math, a, b) => self.math(*math, a, b),
        }
    }

    fn math(&self, math: BinOp, a: &Expr, b: &Expr) -> Range {
        match math {
            BinOp::Eq if self.is_apart(a, b) => return (0, 0),
            BinOp::Ne if self.is_apart(a, b) => return (1, 1),
            BinOp::Has if matches!(b, Expr::Var(b) if self.without(a).contains(b)) => {
                return (0, 0);
            }
            _ => {}
        }
        let (a, b) = (self.range(a), self.range(b));
        match math {
            // The operations are monotonic in both operands, so their bounds give the bounds of the result.
            BinOp::Add | BinOp::Min | BinOp::Max => (math.of(a.0, b.0), math.of(a.1, b.1)),
            BinOp::Sub => (math.of(a.0, b.1), math.of(a.1, b.0)),
            BinOp::Mul => corners(math, a, b),
            BinOp::Div if b.0 > 0 => corners(math, a, b),
            BinOp::Rem if a.0 >= 0 && b.0 > 0 => (0, a.1.min(b.1 - 1)),
            BinOp::Eq => equal(a, b),
            BinOp::Ne => turned(equal(a, b)),
            BinOp::Lt => less(a, b),
            BinOp::Le => turned(less(b, a)),
            BinOp::And if truths(a, b) => (a.0.min(b.0), a.1.min(b.1)),
            BinOp::Or if truths(a, b) => (a.0.max(b.0), a.1.max(b.1)),
            BinOp::Without if truths(a, b) => (a.0.min(1 - b.1), a.1.min(1 - b.0)),
            BinOp::Has if a == (0, 0) => (0, 0),
            BinOp::Has => TRUTH,
            BinOp::Count if a == (0, 0) => (0, 0),
            BinOp::Count => MEMBERS,
            _ => FULL,
        }
    }
}

/// The result of an operation on two equal values, for any value.
fn same(math: BinOp) -> Option<Range> {
    match math {
        BinOp::Eq | BinOp::Le => Some((1, 1)),
        BinOp::Ne | BinOp::Lt | BinOp::Sub => Some((0, 0)),
        _ => None,
    }
}

/// The extremes of an operation that is monotonic in both operands.
fn corners(math: BinOp, a: Range, b: Range) -> Range {
    let all = [
        math.of(a.0, b.0),
        math.of(a.0, b.1),
        math.of(a.1, b.0),
        math.of(a.1, b.1),
    ];
    (
        all.into_iter().min().unwrap_or(i16::MIN),
        all.into_iter().max().unwrap_or(i16::MAX),
    )
}

fn equal(a: Range, b: Range) -> Range {
    match () {
        () if a.0 == a.1 && a == b => (1, 1),
        () if a.1 < b.0 || b.1 < a.0 => (0, 0),
        () => TRUTH,
    }
}

fn less(a: Range, b: Range) -> Range {
    match () {
        () if a.1 < b.0 => (1, 1),
        () if a.0 >= b.1 => (0, 0),
        () => TRUTH,
    }
}

fn turned(range: Range) -> Range {
    (1 - range.1, 1 - range.0)
}

fn truths(a: Range, b: Range) -> bool {
    a.0 >= 0 && a.1 <= 1 && b.0 >= 0 && b.1 <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expr(math: BinOp, a: Expr, b: Expr) -> Expr {
        Expr::BinOp(math, Box::new(a), Box::new(b))
    }

    /// Checks the range of an operation on two variables with these ranges.
    fn check(math: BinOp, a: Range, b: Range, wanted: Range) {
        let mut ranges = Ranges::default();
        ranges.set(0, a);
        ranges.set(1, b);
        assert_eq!(
            ranges.range(&expr(math, Expr::Var(0), Expr::Var(1))),
            wanted,
            "{math:?} {a:?} {b:?}"
        );
    }

    #[test]
    fn bounds_make_bounds() {
        check(BinOp::Add, (0, 18), (1, 2), (1, 20));
        check(BinOp::Sub, (0, 18), (1, 2), (-2, 17));
        check(BinOp::Mul, (-2, 3), (4, 5), (-10, 15));
        check(BinOp::Div, (0, 18), (2, 3), (0, 9));
        check(BinOp::Div, (0, 18), (0, 3), FULL);
        check(BinOp::Rem, (0, 18), (1, 3), (0, 2));
        check(BinOp::Lt, (0, 18), (19, 19), (1, 1));
        check(BinOp::Lt, (5, 18), (3, 5), (0, 0));
        check(BinOp::Le, (5, 18), (3, 5), (0, 1));
        check(BinOp::Eq, (0, 18), (19, 30), (0, 0));
        check(BinOp::Ne, (0, 18), (19, 30), (1, 1));
        check(BinOp::And, (0, 1), (0, 0), (0, 0));
        check(BinOp::Or, (0, 1), (1, 1), (1, 1));
        check(BinOp::Without, (1, 1), (0, 0), (1, 1));
        check(BinOp::Count, FULL, (0, 0), (0, 16));
    }

    /// The result of an operation is always in the range calculated from the ranges of its operands.
    #[test]
    fn no_value_is_outside() {
        let all = [
            BinOp::Add,
            BinOp::Sub,
            BinOp::Mul,
            BinOp::Div,
            BinOp::Rem,
            BinOp::Min,
            BinOp::Max,
            BinOp::Eq,
            BinOp::Ne,
            BinOp::Lt,
            BinOp::Le,
            BinOp::And,
            BinOp::Or,
            BinOp::Without,
            BinOp::With,
            BinOp::Drop,
            BinOp::Has,
            BinOp::Count,
        ];
        let bounds = [-32768, -300, -1, 0, 1, 2, 300, 32767];
        let pairs = || {
            bounds
                .iter()
                .flat_map(|low| bounds.iter().map(move |high| (*low, *high)))
        };
        let ranges: Vec<Range> = pairs().filter(|(low, high)| low <= high).collect();
        for math in all {
            for (a, b) in ranges
                .iter()
                .flat_map(|a| ranges.iter().map(move |b| (*a, *b)))
            {
                let mut known = Ranges::default();
                known.set(0, a);
                known.set(1, b);
                let (least, most) = known.range(&expr(math, Expr::Var(0), Expr::Var(1)));
                for (x, y) in
                    pairs().filter(|(x, y)| a.0 <= *x && *x <= a.1 && b.0 <= *y && *y <= b.1)
                {
                    let value = math.of(x, y);
                    assert!(
                        least <= value && value <= most,
                        "{math:?} {x} {y}: {value} in {least}..{most}"
                    );
                }
            }
        }
    }
}
