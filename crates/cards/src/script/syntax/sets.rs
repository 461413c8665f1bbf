//! Words that evaluate something for each member of a set: `those`, `any`, `all`, `most`, `least`, `highest`, `lowest`,
//! `sum`; and `where`, which narrows any set after `in`.

use super::super::trace::Trace;
use super::super::value::{Value, give};
use super::forms::EXPR;
use super::{Done, Inputs, Tracer};
use crate::codes;
use cardwright_effects::tree::{Expr, Gather, Members, StmtKind, Var};
use cardwright_effects::{BinOp, Ty};
use rhai::{Dynamic, Expression, Position};

/// The words with a condition, and how each combines the answers.
pub(super) const BY_CONDITION: &[(&str, Gather)] = &[
    ("those", Gather::Those),
    ("any", Gather::Any),
    ("all", Gather::All),
];

/// The words with a number, and how each combines the answers.
pub(super) const BY_NUMBER: &[(&str, Gather)] = &[
    ("most", Gather::Most),
    ("least", Gather::Least),
    ("highest", Gather::Highest),
    ("lowest", Gather::Lowest),
    ("sum", Gather::Sum),
];

/// `those x in SET where C`
pub(super) fn condition_next(form: &str, _: &str) -> Option<(char, &'static str)> {
    Some(match form {
        "" => ('i', "$ident$"),
        "i" => ('N', "in"),
        "iN" => ('s', EXPR),
        "iNs" => ('H', "where"),
        "iNsH" => ('h', EXPR),
        _ => return None,
    })
}

/// `most x in SET [where C] of NUMBER`
pub(super) fn number_next(form: &str, ahead: &str) -> Option<(char, &'static str)> {
    Some(match form.chars().last() {
        None => ('i', "$ident$"),
        Some('i') => ('N', "in"),
        Some('N') => ('s', EXPR),
        Some('s') if ahead == "where" => ('H', "where"),
        Some('H') => ('h', EXPR),
        Some('s' | 'h') => ('O', "of"),
        Some('O') => ('e', EXPR),
        _ => return None,
    })
}

/// A small set: its expression, and the kind of its members.
pub(super) type Set = (Expr, u8);

/// A small set as the members of a loop.
fn in_mask((set, thing): Set) -> (Members, u8) {
    (Members::Set(set), thing)
}

impl Tracer<'_, '_, '_, '_, '_, '_, '_> {
    /// Evaluates a word that calculates a value from a set.
    pub(super) fn gather(
        &mut self,
        word: &'static str,
        how: Gather,
        inputs: &Inputs<'_>,
    ) -> Done<Dynamic> {
        let (Some(name), Some(set)) = (inputs.find('i'), inputs.find('s')) else {
            return Ok(super::super::ops::poison());
        };
        let at = self.keyword(word, name.position());
        if !self.trace.borrow_mut().in_hook(word, at) {
            return Ok(super::super::ops::poison());
        }
        let value = self.value(set)?;
        let small = || {
            self.trace
                .borrow_mut()
                .small_set(word, &value, set.position())
        };
        let (of, asked) = match (inputs.find('h'), inputs.find('e')) {
            (Some(condition), Some(number)) => (
                self.narrowed(small(), name, condition)?.map(in_mask),
                number,
            ),
            (Some(only), None) | (None, Some(only)) => {
                let of = match how {
                    // The results are sets of members, and only bit masks can store them.
                    Gather::Those | Gather::Most | Gather::Least => small().map(in_mask),
                    _ => self
                        .trace
                        .borrow_mut()
                        .members(word, &value, set.position()),
                };
                (of, only)
            }
            (None, None) => return Ok(super::super::ops::poison()),
        };
        let made = self.gathered(how, of, name, asked, at)?;
        self.trace.borrow_mut().refuse_none(asked.position());
        Ok(made.map_or_else(super::super::ops::poison, |(expr, ty)| give(expr, ty)))
    }

    /// The members of a set that meet the condition after `where`.
    pub(super) fn narrowed(
        &mut self,
        of: Option<Set>,
        name: &Expression<'_>,
        condition: &Expression<'_>,
    ) -> Done<Option<Set>> {
        let thing = of.as_ref().map_or(0, |(_, thing)| *thing);
        let at = self.keyword("where", super::start(condition));
        let made = self.gathered(Gather::Those, of.map(in_mask), name, condition, at)?;
        Ok(made.map(|(expr, _)| (expr, thing)))
    }

    /// Evaluates something for each member of a set.
    fn gathered(
        &mut self,
        how: Gather,
        of: Option<(Members, u8)>,
        name: &Expression<'_>,
        asked: &Expression<'_>,
        at: Position,
    ) -> Done<Option<(Expr, Ty)>> {
        self.open(at)?;
        let ty = of.as_ref().map(|(_, thing)| Ty::One(*thing));
        let (item, value) = self.trace.borrow_mut().item(at, ty);
        let value = self.asked_of(how, name, value, asked)?;
        let mut trace = self.trace.borrow_mut();
        let range = value.as_ref().map(|value| trace.ranges.range(value));
        let body = trace.close();
        let (Some((of, thing)), Some(value)) = (of, value) else {
            return Ok(None);
        };
        let ty = match how {
            Gather::Those | Gather::Most | Gather::Least => Ty::Many(thing),
            Gather::Any | Gather::All => Ty::Truth,
            Gather::Highest | Gather::Lowest | Gather::Sum => Ty::Number,
        };
        let here = trace.source.at(at);
        let var = trace.variable(here);
        if let Some(range) = range {
            trace.ranges.set_gathered(var, how, range);
        }
        trace.push(
            at,
            StmtKind::Gather {
                var,
                item,
                of,
                how,
                body,
                value,
            },
        );
        Ok(Some((Expr::Var(var), ty)))
    }

    /// The question about a single member.
    pub(super) fn asked_of(
        &mut self,
        how: Gather,
        name: &Expression<'_>,
        member: Dynamic,
        asked: &Expression<'_>,
    ) -> Done<Option<Expr>> {
        self.trace.borrow_mut().asking += 1;
        let answer = self.inside(Some((name, member)), asked);
        let mut trace = self.trace.borrow_mut();
        trace.asking -= 1;
        let mut answer = answer?;
        // `or none` at the end of a line belongs to the choice before it.
        if let Some(mut value) = answer.write_lock::<Value>() {
            trace.or_none |= std::mem::take(&mut value.or_none);
        }
        Ok(trace.asked_of_each(how, &answer, asked.position()))
    }
}

impl Trace {
    /// The number of members of a large set: `set.count`.
    pub(crate) fn count_listed(&mut self, noun: u8, args: Vec<Expr>, at: Position) -> Dynamic {
        self.over_listed((noun, args), Gather::Sum, |_| Expr::Fixed(1), at)
    }

    /// Whether a large set contains a member: `set.has(x)`.
    pub(crate) fn listed_has(
        &mut self,
        noun: u8,
        args: Vec<Expr>,
        one: Expr,
        at: Position,
    ) -> Dynamic {
        let is = |item| Expr::BinOp(BinOp::Eq, Box::new(Expr::Var(item)), Box::new(one));
        self.over_listed((noun, args), Gather::Any, is, at)
    }

    fn over_listed(
        &mut self,
        (noun, args): (u8, Vec<Expr>),
        how: Gather,
        value: impl FnOnce(Var) -> Expr,
        at: Position,
    ) -> Dynamic {
        if !args.iter().all(|arg| self.check(arg, at)) {
            return super::super::ops::poison();
        }
        let here = self.source.at(at);
        let (item, var) = (self.variable(here), self.variable(here));
        let (most, ty) = if how == Gather::Sum {
            (i16::MAX, Ty::Number)
        } else {
            (1, Ty::Truth)
        };
        self.ranges.set(var, (0, most));
        let of = Members::Listed { noun, args };
        self.push(
            at,
            StmtKind::Gather {
                var,
                item,
                of,
                how,
                body: Vec::new(),
                value: value(item),
            },
        );
        give(Expr::Var(var), ty)
    }

    /// Refuses `or none` without a choice that it could belong to.
    pub(super) fn refuse_none(&mut self, at: Position) {
        if std::mem::take(&mut self.or_none) {
            let _ = self.none_misplaced(at);
        }
    }

    /// The question about each member: a condition or a number.
    fn asked_of_each(&mut self, how: Gather, answer: &Dynamic, at: Position) -> Option<Expr> {
        let examples = self.lexicon.phrases.examples;
        let (wanted, word, help) = match how {
            Gather::Those | Gather::Any | Gather::All => (
                Ty::Truth,
                "where",
                format!("write a condition, such as `{}`", examples.member()),
            ),
            _ => (
                Ty::Number,
                "of",
                format!("write a number, such as `foe.{}`", examples.number),
            ),
        };
        match self.typed(answer, wanted, at) {
            Ok(expr) => Some(expr),
            Err(None) => None,
            Err(Some(is)) => {
                let wanted = self.lexicon.type_name(wanted);
                let message = format!("`{word}` needs {wanted}, but this is {is}");
                self.error(codes::WRONG_ARGUMENT, at, message, help);
                None
            }
        }
    }
}
