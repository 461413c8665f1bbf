//! Phrases for values and conditions.

use super::listed;
use super::teller::{Teller, be, one};
use crate::say::{DENIED, Named, Said, fill};
use crate::tree::Expr;
use crate::{BinOp, Ty};

impl Teller<'_> {
    pub(super) fn expr(&self, expr: &Expr, ty: Option<Ty>) -> Said {
        match expr {
            Expr::Fixed(value) => self.fixed(*value, ty),
            _ if ty == Some(Ty::Number) && self.ty(expr) == Ty::Truth => {
                Said::one(format!("1 if {}, otherwise 0", self.truth(expr)))
            }
            Expr::Var(var) => self
                .known(*var)
                .map_or_else(Said::default, |known| known.said.clone()),
            Expr::BinOp(math, a, b) => self.math(*math, a, b),
        }
    }

    fn fixed(&self, value: i16, ty: Option<Ty>) -> Said {
        let word = match ty {
            Some(Ty::One(thing)) => self.lexicon.word_of(thing, value),
            _ => None,
        };
        match (word, ty) {
            (Some(word), _) => Said::one(word.replace('_', " ")).named(Named::Word),
            (None, Some(Ty::Truth)) => Said::one(if value == 0 {
                "it never holds"
            } else {
                "it always holds"
            }),
            (None, Some(Ty::Many(_))) if value == 0 => Said::one("nothing"),
            (None, Some(Ty::Many(thing))) => self.fixed_set(thing, value),
            _ => Said::new(value.to_string(), value != 1),
        }
    }

    /// A set of words: "left leg and right leg".
    fn fixed_set(&self, thing: u8, mask: i16) -> Said {
        let members = (0..15).filter(|member| mask >> member & 1 != 0);
        let word = |member| Some(self.lexicon.word_of(thing, member)?.replace('_', " "));
        let words: Option<Vec<_>> = members.map(word).collect();
        let text = words.map_or_else(|| mask.to_string(), |words| listed(&words, "and"));
        Said::new(text, mask.count_ones() != 1)
    }

    fn math(&self, math: BinOp, a: &Expr, b: &Expr) -> Said {
        let ty = match is_arithmetic(math) {
            true => Ty::Number,
            false => self.ty(a),
        };
        let member = matches!(math, BinOp::With | BinOp::Has).then(|| one(ty));
        let first = self.operand(math, a, ty, true);
        let second = self.operand(math, b, member.unwrap_or(ty), false);
        if let Some(text) = self.plainer(math, a, b) {
            return Said::one(text);
        }
        let text = match math {
            BinOp::Add => format!("{first} plus {second}"),
            BinOp::Sub => format!("{first} minus {second}"),
            BinOp::Mul => format!("{first} times {second}"),
            BinOp::Div => format!("{first} divided by {second} ({})", rounding(a, b)),
            BinOp::Rem => format!("the remainder of {first} divided by {second}"),
            BinOp::Min => bounded(a, b, [&first, &second], "at most", "the smaller of"),
            BinOp::Max => bounded(a, b, [&first, &second], "at least", "the larger of"),
            BinOp::Count => format!(
                "the number of {}",
                first.strip_prefix("the ").unwrap_or(&first)
            ),
            BinOp::With if *a == Expr::Fixed(0) => second,
            BinOp::With => format!("{first} and {second}"),
            BinOp::And if matches!(ty, Ty::Many(_)) => {
                format!("{first} that are also among {second}")
            }
            BinOp::Or if matches!(ty, Ty::Many(_)) => format!("{first} and {second}"),
            BinOp::Without if matches!(ty, Ty::Many(_)) => {
                let again = matches!(a, Expr::BinOp(BinOp::Without, ..));
                format!("{first} {} {second}", if again { "and" } else { "except" })
            }
            _ => {
                return Said::one(self.truth(&Expr::BinOp(
                    math,
                    Box::new(a.clone()),
                    Box::new(b.clone()),
                )));
            }
        };
        Said::new(
            text,
            matches!(math, BinOp::With | BinOp::And | BinOp::Or | BinOp::Without),
        )
    }

    /// A simpler phrase for unusual calculations: 0 minus something plus 5, and the larger of something and 0 minus it.
    fn plainer(&self, math: BinOp, a: &Expr, b: &Expr) -> Option<String> {
        let number = Ty::Number;
        if let Some(text) = self.one_of_two(math, a, b) {
            return Some(text);
        }
        match (math, a, b) {
            (BinOp::Add, Expr::BinOp(BinOp::Sub, zero, x), y) if **zero == Expr::Fixed(0) => {
                let (x, y) = (
                    self.operand(BinOp::Sub, x, number, false),
                    self.operand(BinOp::Sub, y, number, true),
                );
                Some(format!("{y} minus {x}"))
            }
            (BinOp::Max, Expr::BinOp(BinOp::Sub, x, y), Expr::BinOp(BinOp::Sub, zero, same))
                if **zero == Expr::Fixed(0) && **same == *a =>
            {
                let (x, y) = (
                    self.operand(math, x, number, true),
                    self.operand(math, y, number, false),
                );
                Some(format!("the difference between {x} and {y}"))
            }
            _ => None,
        }
    }

    /// A number that depends on a condition: something plus the condition times what is more if it is true.
    fn one_of_two(&self, math: BinOp, a: &Expr, b: &Expr) -> Option<String> {
        let (other, truth, more) = match (math, a, b) {
            (BinOp::Add, other, Expr::BinOp(BinOp::Mul, truth, more)) => (other, &**truth, &**more),
            // The factor 1 is omitted in the expression.
            (BinOp::Add, other, truth) => (other, truth, &Expr::Fixed(1)),
            (BinOp::Mul, truth, more) => (&Expr::Fixed(0), truth, more),
            _ => return None,
        };
        if self.ty(truth) != Ty::Truth {
            return None;
        }
        let then = match (other, more) {
            (Expr::Fixed(other), Expr::Fixed(more)) => Expr::Fixed(other.saturating_add(*more)),
            (other, Expr::BinOp(BinOp::Sub, then, same)) if **same == *other => (**then).clone(),
            (Expr::Fixed(0), more) => more.clone(),
            _ => return None,
        };
        let [then, other] = [&then, other].map(|expr| {
            let text = self.expr(expr, Some(Ty::Number)).text;
            bracketed(text, depends)
        });
        Some(format!(
            "{then} if {}, otherwise {other}",
            self.truth(truth)
        ))
    }

    /// An operand in words, in brackets if the words alone would be ambiguous.
    fn operand(&self, math: BinOp, expr: &Expr, ty: Ty, is_first: bool) -> String {
        let text = self.expr(expr, Some(ty)).text;
        let goes_on = match (math, expr) {
            (BinOp::Add, Expr::BinOp(BinOp::Add, ..))
            | (BinOp::Mul, Expr::BinOp(BinOp::Mul, ..)) => true,
            (BinOp::With | BinOp::Or, Expr::BinOp(BinOp::With | BinOp::Or, ..)) => true,
            // "a minus b plus c" might be taken for "a minus (b plus c)".
            (BinOp::Sub, Expr::BinOp(BinOp::Add | BinOp::Sub, ..)) => is_first,
            (BinOp::Without, Expr::BinOp(BinOp::Without, ..)) => is_first,
            // Nothing follows the counted thing.
            (BinOp::Count, _) => true,
            _ => false,
        };
        let joined = joins(expr) && !goes_on && self.ty(expr) != Ty::Truth;
        let counts = ty == Ty::Number && math != BinOp::Count;
        bracketed(text, |text| joined || counts && depends(text))
    }

    /// A condition as a part of a sentence.
    pub(super) fn truth(&self, truth: &Expr) -> String {
        let Expr::BinOp(math, a, b) = truth else {
            return self.expr(truth, Some(Ty::Truth)).text;
        };
        match math {
            BinOp::And => format!("{} and {}", self.side(*math, a), self.side(*math, b)),
            BinOp::Or => format!("{} or {}", self.side(*math, a), self.side(*math, b)),
            BinOp::Without if **a == Expr::Fixed(1) => match &**b {
                Expr::BinOp(BinOp::Has, set, member) => self.among(set, member, " not"),
                Expr::BinOp(BinOp::And | BinOp::Or, ..) => {
                    format!("{DENIED}({})", self.truth(b))
                }
                Expr::Var(var) => self
                    .known(*var)
                    .and_then(|known| known.not.clone())
                    .or_else(|| self.phrase(b, false))
                    .unwrap_or_else(|| self.denied(b)),
                _ => self.denied(b),
            },
            BinOp::Has => self.among(a, b, ""),
            _ => self.comparison(*math, a, b),
        }
    }

    /// The phrase for membership: "that robot is among your opponents".
    fn among(&self, set: &Expr, member: &Expr, not: &str) -> String {
        let ty = self.ty(set);
        let is_word = matches!(member, Expr::Fixed(_));
        let member = self.expr(member, Some(one(ty)));
        let among = match self.single(set) {
            Some(only) if is_word => return format!("{} is{not} {}", only.text, member.text),
            Some(only) => only.text,
            None => format!("among {}", self.expr(set, Some(ty)).text),
        };
        format!("{} {}{not} {among}", member.text, be(&member))
    }

    /// One side of "and" or "or", in brackets if its words join several parts, or negate all that follows.
    fn side(&self, math: BinOp, truth: &Expr) -> String {
        if let Some(truth) = parts_denied(truth) {
            return self.side(math, &truth);
        }
        let text = self.truth(truth);
        match truth {
            Expr::BinOp(inner @ (BinOp::And | BinOp::Or), ..) if *inner == math => text,
            _ if self.is_about_each(truth) || reaches_on(&text) => format!("({text})"),
            _ => text,
        }
    }

    /// Whether a condition is about the members of a set, so that a following one could be taken for one about them.
    fn is_about_each(&self, truth: &Expr) -> bool {
        match truth {
            Expr::Var(var) => self.known(*var).is_some_and(|known| known.about_each),
            Expr::BinOp(BinOp::Without, _, denied) => self.is_about_each(denied),
            _ => false,
        }
    }

    /// The negation of a condition that is neither "and" nor "or".
    fn denied(&self, truth: &Expr) -> String {
        let turned = match truth {
            Expr::BinOp(BinOp::Eq, a, b) => Some(Expr::BinOp(BinOp::Ne, a.clone(), b.clone())),
            Expr::BinOp(BinOp::Ne, a, b) => Some(Expr::BinOp(BinOp::Eq, a.clone(), b.clone())),
            Expr::BinOp(BinOp::Lt, a, b) => Some(Expr::BinOp(BinOp::Le, b.clone(), a.clone())),
            Expr::BinOp(BinOp::Le, a, b) => Some(Expr::BinOp(BinOp::Lt, b.clone(), a.clone())),
            _ => None,
        };
        if let Some(turned) = turned {
            return self.truth(&turned);
        }
        let text = self.truth(truth);
        match [" is ", " are ", " has ", " have "]
            .iter()
            .find(|verb| text.matches(**verb).count() == 1)
        {
            // Two negations cancel each other out.
            Some(verb) if text.contains(&format!("{verb}not ")) => {
                text.replacen(&format!("{verb}not "), verb, 1)
            }
            Some(verb) if matches!(verb.trim(), "is" | "are") => {
                text.replacen(verb, &format!("{verb}not "), 1)
            }
            _ if reaches_on(&text) => format!("{DENIED}({text})"),
            _ => format!("{DENIED}{text}"),
        }
    }

    /// A comparison in words, with the constant side last.
    fn comparison(&self, math: BinOp, a: &Expr, b: &Expr) -> String {
        let turned = matches!(a, Expr::Fixed(_)) && !matches!(b, Expr::Fixed(_));
        let (left, right) = if turned { (b, a) } else { (a, b) };
        let ty = if matches!(left, Expr::Fixed(_)) {
            self.ty(right)
        } else {
            self.ty(left)
        };
        if let Some(text) = self.emptiness(math, turned, left, right) {
            return text;
        }
        if let Some(text) = self.parity(math, left, right) {
            return text;
        }
        let (first, second) = (self.expr(left, Some(ty)), self.expr(right, Some(ty)));
        let how = match (math, turned) {
            (BinOp::Eq, _) => "",
            (BinOp::Ne, _) => " not",
            (BinOp::Lt, false) => " less than",
            (BinOp::Lt, true) => " more than",
            (BinOp::Le, false) => " at most",
            (BinOp::Le, true) => " at least",
            _ => "",
        };
        // A number is singular, whatever it counts.
        let is = if ty == Ty::Number { "is" } else { be(&first) };
        let [first, second] = [first, second].map(|said| bracketed(said.text, depends));
        format!("{first} {is}{how} {second}")
    }

    /// "Is even" and "is odd".
    fn parity(&self, math: BinOp, left: &Expr, right: &Expr) -> Option<String> {
        let word = match (math, right) {
            (BinOp::Eq, Expr::Fixed(0)) => "even",
            (BinOp::Ne, Expr::Fixed(0)) | (BinOp::Eq, Expr::Fixed(1)) => "odd",
            _ => return None,
        };
        let Expr::BinOp(BinOp::Rem, of, by) = left else {
            return None;
        };
        let of = (**by == Expr::Fixed(2)).then(|| self.expr(of, Some(self.ty(of))))?;
        Some(format!("{} {} {word}", of.text, be(&of)))
    }

    /// The phrase "there are some of …" for a number or a set's count compared with 0.
    fn emptiness(&self, math: BinOp, turned: bool, left: &Expr, right: &Expr) -> Option<String> {
        let some = match (math, turned, right) {
            (BinOp::Ne, _, Expr::Fixed(0)) | (BinOp::Lt, true, Expr::Fixed(0)) => true,
            (BinOp::Le, true, Expr::Fixed(1)) => true,
            (BinOp::Eq, _, Expr::Fixed(0)) | (BinOp::Lt, false, Expr::Fixed(1)) => false,
            (BinOp::Le, false, Expr::Fixed(0)) => false,
            _ => return None,
        };
        let (of, counted) = match left {
            Expr::BinOp(BinOp::Count, set, _) => (&**set, true),
            Expr::Var(_) => (left, matches!(self.ty(left), Ty::Many(_))),
            Expr::BinOp(..) if matches!(self.ty(left), Ty::Many(_)) => (left, true),
            _ => return None,
        };
        if let Some(phrase) = self.phrase(of, some) {
            return Some(phrase);
        }
        let set = counted.then(|| self.expr(of, None).text)?;
        Some(format!(
            "there is {} of {set}",
            if some { "at least one" } else { "none" }
        ))
    }

    /// The game's own phrase for the existence or absence of what a variable was read from.
    fn phrase(&self, of: &Expr, some: bool) -> Option<String> {
        let Expr::Var(var) = of else { return None };
        let (noun, args) = self.known(*var)?.read.as_ref()?;
        let (_, yes, no) = self
            .lexicon
            .phrases
            .some
            .iter()
            .find(|(place, ..)| place == noun)?;
        Some(fill(if some { yes } else { no }, args))
    }

    pub(super) fn ty(&self, expr: &Expr) -> Ty {
        match expr {
            Expr::Fixed(_) => Ty::Number,
            Expr::Var(var) => self.known(*var).map_or(Ty::Number, |known| known.ty),
            Expr::BinOp(math, a, b) => match math {
                BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Has => Ty::Truth,
                BinOp::Count => Ty::Number,
                math if is_arithmetic(*math) => Ty::Number,
                _ if matches!(**a, Expr::Fixed(_)) => self.ty(b),
                _ => self.ty(a),
            },
        }
    }
}

fn is_arithmetic(math: BinOp) -> bool {
    use BinOp::{Add, Div, Max, Min, Mul, Rem, Sub};
    matches!(math, Add | Sub | Mul | Div | Rem | Min | Max)
}

/// "Not a, and not b" for "not (a or b)", and "not a, or not b" for "not (a and b)".
fn parts_denied(truth: &Expr) -> Option<Expr> {
    let Expr::BinOp(BinOp::Without, all, joined) = truth else {
        return None;
    };
    let (Expr::Fixed(1), Expr::BinOp(math, a, b)) = (&**all, &**joined) else {
        return None;
    };
    let other = match math {
        BinOp::And => BinOp::Or,
        BinOp::Or => BinOp::And,
        _ => return None,
    };
    let denied = |side: &Expr| match side {
        Expr::BinOp(BinOp::Without, one, inner) if **one == Expr::Fixed(1) => inner.clone(),
        side => Box::new(Expr::BinOp(
            BinOp::Without,
            all.clone(),
            Box::new(side.clone()),
        )),
    };
    Some(Expr::BinOp(other, denied(a), denied(b)))
}

/// Whether following text could be read as a part of a condition, because it joins or negates several parts outside
/// brackets.
fn reaches_on(text: &str) -> bool {
    let mut depth = 0_usize;
    let outside: String = text
        .chars()
        .filter(|letter| {
            depth += usize::from(*letter == '(');
            let outside = depth == 0;
            depth -= usize::from(*letter == ')').min(depth);
            outside
        })
        .collect();
    let denies = outside.trim_end().len() > DENIED.len() && outside.starts_with(DENIED);
    denies
        || outside.starts_with("not ")
        || [" and ", " or "].iter().any(|word| outside.contains(word))
}

/// How a division is rounded: towards zero; division by zero gives zero.
fn rounding(a: &Expr, b: &Expr) -> String {
    let down = if may_be_negative(a) || may_be_negative(b) {
        "rounded towards 0"
    } else {
        "rounded down"
    };
    match b {
        Expr::Fixed(_) => down.into(),
        _ => format!("{down}; 0 if divided by 0"),
    }
}

/// Whether a number may be negative, as far as its expression shows.
fn may_be_negative(expr: &Expr) -> bool {
    match expr {
        Expr::Fixed(value) => *value < 0,
        Expr::Var(_) => false,
        Expr::BinOp(BinOp::Sub, ..) => true,
        Expr::BinOp(BinOp::Min, a, b) => may_be_negative(a) || may_be_negative(b),
        Expr::BinOp(BinOp::Max, a, b) => may_be_negative(a) && may_be_negative(b),
        Expr::BinOp(BinOp::Count, ..) => false,
        Expr::BinOp(_, a, b) => may_be_negative(a) || may_be_negative(b),
    }
}

/// Whether the words for a number name two, so that words behind them would belong to the last one.
fn depends(text: &str) -> bool {
    text.contains(", otherwise ") && !text.starts_with('(')
}

fn bracketed(text: String, needed: impl Fn(&str) -> bool) -> String {
    if needed(&text) {
        format!("({text})")
    } else {
        text
    }
}

/// Whether the words for a number or a set join several things, so that a following phrase could be read as one more.
fn joins(expr: &Expr) -> bool {
    let Expr::BinOp(math, a, b) = expr else {
        return false;
    };
    match math {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => true,
        BinOp::And | BinOp::Or | BinOp::Without => true,
        BinOp::With => **a != Expr::Fixed(0),
        BinOp::Min | BinOp::Max => !is_bound(a, b) && !is_bound(b, a),
        BinOp::Count => joins(a),
        _ => false,
    }
}

/// Whether a constant limits a value whose words join nothing.
fn is_bound(bound: &Expr, value: &Expr) -> bool {
    matches!(bound, Expr::Fixed(_)) && !joins(value)
}

/// "your energy (at most 3)", or "the smaller of your energy and its energy".
fn bounded(a: &Expr, b: &Expr, [first, second]: [&str; 2], bound: &str, choice: &str) -> String {
    // A value with both bounds has them in the same brackets.
    let limited = |value: &str, limit: &str| match value.rsplit_once(" (at ") {
        Some((value, other)) => format!("{value} ({bound} {limit}, at {other}"),
        None => format!("{value} ({bound} {limit})"),
    };
    match () {
        () if is_bound(a, b) => limited(second, first),
        () if is_bound(b, a) => limited(first, second),
        () => format!("{choice} {first} and {second}"),
    }
}
