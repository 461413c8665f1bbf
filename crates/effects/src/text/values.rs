//! Words for values and conditions.

use super::teller::{Teller, one};
use crate::say::{Said, fill};
use crate::tree::Expr;
use crate::{Math, Ty};

impl Teller<'_> {
    pub(super) fn expr(&self, expr: &Expr, ty: Option<Ty>) -> Said {
        match expr {
            Expr::Fixed(value) => self.fixed(*value, ty),
            Expr::Var(var) => self.known(*var).map_or_else(Said::default, |known| known.said.clone()),
            Expr::Math(math, a, b) => self.math(*math, a, b),
        }
    }

    fn fixed(&self, value: i16, ty: Option<Ty>) -> Said {
        let word = match ty {
            Some(Ty::One(thing)) => self.lexicon.word_of(thing, value),
            _ => None,
        };
        match (word, ty) {
            (Some(word), _) => Said::one(word.replace('_', " ")),
            (None, Some(Ty::Truth)) => {
                Said::one(if value == 0 { "it never holds" } else { "it always holds" })
            }
            (None, Some(Ty::Many(_))) if value == 0 => Said::one("nothing"),
            _ => Said { text: value.to_string(), several: value != 1 },
        }
    }

    fn math(&self, math: Math, a: &Expr, b: &Expr) -> Said {
        let ty = self.ty(a);
        let member = matches!(math, Math::With | Math::Has).then(|| one(ty));
        let first = self.operand(math, a, ty, true);
        let second = self.operand(math, b, member.unwrap_or(ty), false);
        if let Some(text) = self.plainer(math, a, b) {
            return Said::one(text);
        }
        let text = match math {
            Math::Add => format!("{first} plus {second}"),
            Math::Sub => format!("{first} minus {second}"),
            Math::Mul => format!("{first} times {second}"),
            Math::Div => format!("{first} divided by {second}"),
            Math::Rem => format!("the remainder of {first} divided by {second}"),
            Math::Min => bounded(a, b, [&first, &second], "at most", "the smaller of"),
            Math::Max => bounded(a, b, [&first, &second], "at least", "the larger of"),
            Math::Count => format!("the number of {}", first.strip_prefix("the ").unwrap_or(&first)),
            Math::With if *a == Expr::Fixed(0) => second,
            Math::With => format!("{first} and {second}"),
            Math::And if matches!(ty, Ty::Many(_)) => {
                format!("{first} that are also among {second}")
            }
            Math::Or if matches!(ty, Ty::Many(_)) => format!("{first} and {second}"),
            Math::Without if matches!(ty, Ty::Many(_)) => format!("{first} except {second}"),
            _ => return Said::one(self.truth(&Expr::Math(math, Box::new(a.clone()), Box::new(b.clone())))),
        };
        Said { text, several: matches!(math, Math::With | Math::And | Math::Or | Math::Without) }
    }

    /// What nobody would say as it is worked out: 0 minus something plus 5, and the larger of something and 0 minus it.
    fn plainer(&self, math: Math, a: &Expr, b: &Expr) -> Option<String> {
        let number = Ty::Number;
        match (math, a, b) {
            (Math::Add, Expr::Math(Math::Sub, zero, x), y) if **zero == Expr::Fixed(0) => {
                let (x, y) =
                    (self.operand(Math::Sub, x, number, false), self.operand(Math::Sub, y, number, true));
                Some(format!("{y} minus {x}"))
            }
            (Math::Max, Expr::Math(Math::Sub, x, y), Expr::Math(Math::Sub, zero, same))
                if **zero == Expr::Fixed(0) && **same == *a =>
            {
                let (x, y) = (self.operand(math, x, number, true), self.operand(math, y, number, false));
                Some(format!("the difference between {x} and {y}"))
            }
            _ => None,
        }
    }

    /// What an operation is done with: in brackets where the words alone would not say what belongs together.
    fn operand(&self, math: Math, expr: &Expr, ty: Ty, is_first: bool) -> String {
        let text = self.expr(expr, Some(ty)).text;
        let goes_on = match (math, expr) {
            (Math::Add, Expr::Math(Math::Add, ..)) | (Math::Mul, Expr::Math(Math::Mul, ..)) => true,
            (Math::With | Math::Or, Expr::Math(Math::With | Math::Or, ..)) => true,
            // "a minus b plus c" might be taken for "a minus (b plus c)".
            (Math::Sub, Expr::Math(Math::Add | Math::Sub, ..)) => is_first,
            (Math::Without, Expr::Math(Math::Without, ..)) => is_first,
            // Nothing stands behind what is counted.
            (Math::Count, _) => true,
            _ => false,
        };
        if joins(expr) && !goes_on && self.ty(expr) != Ty::Truth { format!("({text})") } else { text }
    }

    /// A condition as half a sentence.
    pub(super) fn truth(&self, truth: &Expr) -> String {
        let Expr::Math(math, a, b) = truth else { return self.expr(truth, Some(Ty::Truth)).text };
        match math {
            Math::And => format!("{} and {}", self.side(*math, a), self.side(*math, b)),
            Math::Or => format!("{} or {}", self.side(*math, a), self.side(*math, b)),
            Math::Without if **a == Expr::Fixed(1) => match &**b {
                Expr::Math(Math::Has, set, member) => self.among(set, member, " not"),
                Expr::Math(Math::And | Math::Or, ..) => format!("it is not so that ({})", self.truth(b)),
                _ => self.denied(b),
            },
            Math::Has => self.among(a, b, ""),
            _ => self.comparison(*math, a, b),
        }
    }

    /// "that robot is among your opponents"
    fn among(&self, set: &Expr, member: &Expr, not: &str) -> String {
        let ty = self.ty(set);
        let member = self.expr(member, Some(one(ty)));
        format!("{} {}{not} among {}", member.text, be(&member), self.expr(set, Some(ty)).text)
    }

    /// One side of "and" or "or": the other of the two stands in brackets.
    fn side(&self, math: Math, truth: &Expr) -> String {
        let text = self.truth(truth);
        match truth {
            Expr::Math(Math::And, ..) if math == Math::Or => format!("({text})"),
            Expr::Math(Math::Or, ..) if math == Math::And => format!("({text})"),
            _ => text,
        }
    }

    /// The contrary of a condition that is no "and" and no "or".
    fn denied(&self, truth: &Expr) -> String {
        let turned = match truth {
            Expr::Math(Math::Eq, a, b) => Some(Expr::Math(Math::Ne, a.clone(), b.clone())),
            Expr::Math(Math::Ne, a, b) => Some(Expr::Math(Math::Eq, a.clone(), b.clone())),
            Expr::Math(Math::Lt, a, b) => Some(Expr::Math(Math::Le, b.clone(), a.clone())),
            Expr::Math(Math::Le, a, b) => Some(Expr::Math(Math::Lt, b.clone(), a.clone())),
            _ => None,
        };
        if let Some(turned) = turned {
            return self.truth(&turned);
        }
        let text = self.truth(truth);
        match [" is ", " are ", " has ", " have "].iter().find(|verb| text.matches(**verb).count() == 1) {
            Some(verb) if matches!(verb.trim(), "is" | "are") => {
                text.replacen(verb, &format!("{verb}not "), 1)
            }
            _ => format!("it is not so that {text}"),
        }
    }

    /// A comparison, with the fixed side last.
    fn comparison(&self, math: Math, a: &Expr, b: &Expr) -> String {
        let turned = matches!(a, Expr::Fixed(_)) && !matches!(b, Expr::Fixed(_));
        let (left, right) = if turned { (b, a) } else { (a, b) };
        let ty = if matches!(left, Expr::Fixed(_)) { self.ty(right) } else { self.ty(left) };
        if let Some(text) = self.emptiness(math, turned, left, right) {
            return text;
        }
        let (first, second) = (self.expr(left, Some(ty)), self.expr(right, Some(ty)));
        let how = match (math, turned) {
            (Math::Eq, _) => "",
            (Math::Ne, _) => " not",
            (Math::Lt, false) => " less than",
            (Math::Lt, true) => " more than",
            (Math::Le, false) => " at most",
            (Math::Le, true) => " at least",
            _ => "",
        };
        // A number is one, whatever it counts.
        let is = if ty == Ty::Number { "is" } else { be(&first) };
        format!("{} {is}{how} {}", first.text, second.text)
    }

    /// "there are some of …", where a number or a set's count is compared with 0.
    fn emptiness(&self, math: Math, turned: bool, left: &Expr, right: &Expr) -> Option<String> {
        let some = match (math, turned, right) {
            (Math::Ne, _, Expr::Fixed(0)) | (Math::Lt, true, Expr::Fixed(0)) => true,
            (Math::Le, true, Expr::Fixed(1)) => true,
            (Math::Eq, _, Expr::Fixed(0)) | (Math::Lt, false, Expr::Fixed(1)) => false,
            (Math::Le, false, Expr::Fixed(0)) => false,
            _ => return None,
        };
        let (of, counted) = match left {
            Expr::Math(Math::Count, set, _) => (&**set, true),
            Expr::Var(_) => (left, matches!(self.ty(left), Ty::Many(_))),
            _ => return None,
        };
        if let Some(phrase) = self.phrase(of, some) {
            return Some(phrase);
        }
        let set = counted.then(|| self.expr(of, None).text)?;
        Some(format!("there is {} of {set}", if some { "at least one" } else { "none" }))
    }

    /// The game's own phrase for there being something, or nothing, of what a variable was read from.
    fn phrase(&self, of: &Expr, some: bool) -> Option<String> {
        let Expr::Var(var) = of else { return None };
        let (noun, args) = self.known(*var)?.read.as_ref()?;
        let (_, yes, no) = self.lexicon.phrases.some.iter().find(|(place, ..)| place == noun)?;
        Some(fill(if some { yes } else { no }, args))
    }

    pub(super) fn ty(&self, expr: &Expr) -> Ty {
        match expr {
            Expr::Fixed(_) => Ty::Number,
            Expr::Var(var) => self.known(*var).map_or(Ty::Number, |known| known.ty),
            Expr::Math(math, a, b) => match math {
                Math::Eq | Math::Ne | Math::Lt | Math::Le | Math::Has => Ty::Truth,
                Math::Count => Ty::Number,
                _ if matches!(**a, Expr::Fixed(_)) => self.ty(b),
                _ => self.ty(a),
            },
        }
    }
}

fn be(said: &Said) -> &'static str {
    if said.several { "are" } else { "is" }
}

/// Whether the words for a number or a set join several things, so that what stands beside them might be taken for one
/// more.
fn joins(expr: &Expr) -> bool {
    let Expr::Math(math, a, b) = expr else { return false };
    match math {
        Math::Add | Math::Sub | Math::Mul | Math::Div | Math::Rem => true,
        Math::And | Math::Or | Math::Without => true,
        Math::With => **a != Expr::Fixed(0),
        Math::Min | Math::Max => !is_bound(a, b) && !is_bound(b, a),
        Math::Count => joins(a),
        _ => false,
    }
}

/// Whether a fixed number bounds a value whose words join nothing.
fn is_bound(bound: &Expr, value: &Expr) -> bool {
    matches!(bound, Expr::Fixed(_)) && !joins(value)
}

/// "your energy (at most 3)", or "the smaller of your energy and its energy".
fn bounded(a: &Expr, b: &Expr, [first, second]: [&str; 2], bound: &str, choice: &str) -> String {
    match () {
        () if is_bound(a, b) => format!("{second} ({bound} {first})"),
        () if is_bound(b, a) => format!("{first} ({bound} {second})"),
        () => format!("{choice} {first} and {second}"),
    }
}
