//! Works out at load what does not depend on the game, so that play need not.

use crate::tree::{Block, Effect, Expr, Members, Options, Stmt, What};
use crate::{Math, tree};

/// The effect with every constant part worked out and every branch that cannot be taken left out.
pub(crate) fn fold_effect(effect: &Effect) -> Effect {
    Effect {
        at: effect.at,
        params: effect.params,
        body: fold_block(&effect.body),
        answer: effect.answer.as_ref().map(fold),
    }
}

fn fold_block(block: &Block) -> Block {
    let mut out = Block::new();
    for stmt in block {
        fold_stmt(stmt, &mut out);
    }
    out
}

fn fold_stmt(stmt: &Stmt, out: &mut Block) {
    let all = |args: &[Expr]| args.iter().map(fold).collect::<Vec<_>>();
    let what = match &stmt.what {
        What::Read { var, noun, args } => What::Read { var: *var, noun: *noun, args: all(args) },
        What::Do { verb, args } => What::Do { verb: *verb, args: all(args) },
        What::Each { var, of, turn, body } => match of.map(fold) {
            Members::Set(Expr::Fixed(0)) => return,
            of => What::Each { var: *var, of, turn, body: fold_block(body) },
        },
        What::ChooseSome { var, by, of, thing, count, up_to, body } => What::ChooseSome {
            var: *var,
            by: fold(by),
            of: fold(of),
            thing: *thing,
            count: fold(count),
            up_to: *up_to,
            body: fold_block(body),
        },
        What::Repeat { times, body } => match (fold(times), fold_block(body)) {
            (Expr::Fixed(..=0), _) => return,
            (Expr::Fixed(1), body) => return out.extend(body),
            (times, body) => What::Repeat { times, body },
        },
        What::Gather { var, item, of, how, body, value } => What::Gather {
            var: *var,
            item: *item,
            of: of.map(fold),
            how: *how,
            body: fold_block(body),
            value: fold(value),
        },
        What::Toss { var } => What::Toss { var: *var },
        What::When { truth, then, otherwise } => match fold_when(fold(truth), then, otherwise, out) {
            Some(what) => what,
            None => return,
        },
        What::Choose { var, by, from, optional, body } => What::Choose {
            var: *var,
            by: fold(by),
            from: fold_options(from),
            optional: *optional,
            body: fold_block(body),
        },
    };
    out.push(Stmt { at: stmt.at, what });
}

/// A branch whose condition is known is put in place of the whole; an empty first branch trades places.
fn fold_when(truth: Expr, then: &Block, otherwise: &Block, out: &mut Block) -> Option<What> {
    match truth {
        Expr::Fixed(0) => out.extend(fold_block(otherwise)),
        Expr::Fixed(_) => out.extend(fold_block(then)),
        truth => {
            let (then, otherwise) = (fold_block(then), fold_block(otherwise));
            return match (then.is_empty(), otherwise.is_empty()) {
                (true, true) => None,
                (true, false) => Some(What::When { truth: negate(truth), then: otherwise, otherwise: then }),
                _ => Some(What::When { truth, then, otherwise }),
            };
        }
    }
    None
}

fn fold_options(from: &Options) -> Options {
    match from {
        Options::Set(set, thing) => Options::Set(fold(set), *thing),
        Options::Numbers(low, high) => Options::Numbers(fold(low), fold(high)),
        Options::Listed { noun, args } => {
            Options::Listed { noun: *noun, args: args.iter().map(fold).collect() }
        }
        Options::Labels(labels) => {
            Options::Labels(labels.iter().map(|(name, open)| (name.clone(), fold(open))).collect())
        }
    }
}

/// The opposite of a condition.
fn negate(truth: Expr) -> Expr {
    match truth {
        // Only a yes-or-no stands where this is called, so two times "not" is nothing.
        Expr::Math(Math::Without, one, inner) if *one == Expr::Fixed(1) => *inner,
        truth => combine(Math::Without, Expr::Fixed(1), truth),
    }
}

/// The expression with its constant parts worked out.
pub(crate) fn fold(expr: &Expr) -> Expr {
    match expr {
        Expr::Math(math, a, b) => combine(*math, fold(a), fold(b)),
        other => other.clone(),
    }
}

fn combine(math: Math, a: Expr, b: Expr) -> Expr {
    match (math, &a, &b) {
        (_, Expr::Fixed(x), Expr::Fixed(y)) => Expr::Fixed(math.of(*x, *y)),
        (Math::Add | Math::Or, Expr::Fixed(0), _) => b,
        (Math::Add | Math::Or | Math::Sub | Math::Without, _, Expr::Fixed(0)) => a,
        (Math::Mul, Expr::Fixed(1), _) => b,
        (Math::Mul | Math::Div, _, Expr::Fixed(1)) => a,
        (Math::And | Math::Mul, Expr::Fixed(0), _) | (Math::And | Math::Mul, _, Expr::Fixed(0)) => {
            Expr::Fixed(0)
        }
        (Math::And | Math::Or | Math::Min | Math::Max, ..) if a == b => a,
        (Math::Without, Expr::Fixed(1), Expr::Math(inner, x, y)) => match opposite(*inner) {
            Some((math, false)) => Expr::Math(math, x.clone(), y.clone()),
            Some((math, true)) => Expr::Math(math, y.clone(), x.clone()),
            None => keep(math, a, b),
        },
        _ => emptiness(math, &a, &b).unwrap_or_else(|| keep(math, a, b)),
    }
}

fn keep(math: Math, a: Expr, b: Expr) -> Expr {
    Expr::Math(math, Box::new(a), Box::new(b))
}

/// The comparison that holds when this one does not, and whether its operands trade places.
fn opposite(math: Math) -> Option<(Math, bool)> {
    match math {
        Math::Eq => Some((Math::Ne, false)),
        Math::Ne => Some((Math::Eq, false)),
        Math::Lt => Some((Math::Le, true)),
        Math::Le => Some((Math::Lt, true)),
        _ => None,
    }
}

/// Whether a set has members is asked of the set itself; nobody needs to count them for that.
fn emptiness(math: Math, a: &Expr, b: &Expr) -> Option<Expr> {
    let set = |expr: &tree::Expr| match expr {
        Expr::Math(Math::Count, set, _) => Some((**set).clone()),
        _ => None,
    };
    let compare = |math, set| Some(keep(math, set, Expr::Fixed(0)));
    match (math, a, b) {
        (Math::Eq | Math::Ne, counted, Expr::Fixed(0)) | (Math::Eq | Math::Ne, Expr::Fixed(0), counted) => {
            compare(math, set(counted)?)
        }
        (Math::Lt, Expr::Fixed(0), counted) | (Math::Le, Expr::Fixed(1), counted) => {
            compare(Math::Ne, set(counted)?)
        }
        (Math::Lt, counted, Expr::Fixed(1)) | (Math::Le, counted, Expr::Fixed(0)) => {
            compare(Math::Eq, set(counted)?)
        }
        _ => None,
    }
}
