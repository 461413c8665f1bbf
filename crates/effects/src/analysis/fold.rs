//! Evaluates at load time what does not depend on the game.

use crate::tree::{Block, Effect, Expr, Members, Only, Options, Stmt, StmtKind};
use crate::{BinOp, tree};

/// The effect with constants evaluated and unreachable branches removed.
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
        StmtKind::Read { var, noun, args } => StmtKind::Read {
            var: *var,
            noun: *noun,
            args: all(args),
        },
        StmtKind::Do { verb, args } => StmtKind::Do {
            verb: *verb,
            args: all(args),
        },
        StmtKind::Each {
            var,
            of,
            turn,
            body,
        } => match of.map(fold) {
            Members::Set(Expr::Fixed(0)) => return,
            of => StmtKind::Each {
                var: *var,
                of,
                turn,
                body: fold_block(body),
            },
        },
        StmtKind::ChooseSome {
            var,
            by,
            of,
            count,
            up_to,
            body,
        } => StmtKind::ChooseSome {
            var: *var,
            by: fold(by),
            of: fold_options(of),
            count: fold(count),
            up_to: *up_to,
            body: fold_block(body),
        },
        StmtKind::Repeat { times, body } => match (fold(times), fold_block(body)) {
            (Expr::Fixed(..=0), _) => return,
            (Expr::Fixed(1), body) => return out.extend(body),
            (times, body) => StmtKind::Repeat { times, body },
        },
        StmtKind::Gather {
            var,
            item,
            of,
            how,
            body,
            value,
        } => StmtKind::Gather {
            var: *var,
            item: *item,
            of: of.map(fold),
            how: *how,
            body: fold_block(body),
            value: fold(value),
        },
        StmtKind::Toss { var } => StmtKind::Toss { var: *var },
        StmtKind::When {
            truth,
            then,
            otherwise,
        } => match fold_when(fold(truth), then, otherwise, out) {
            Some(what) => what,
            None => return,
        },
        StmtKind::Choose {
            var,
            by,
            from,
            optional,
            body,
        } => StmtKind::Choose {
            var: *var,
            by: fold(by),
            from: fold_options(from),
            optional: *optional,
            body: fold_block(body),
        },
    };
    out.push(Stmt { at: stmt.at, what });
}

/// Replaces a branch whose condition is constant by its body, and swaps the branches if the first one is empty.
fn fold_when(truth: Expr, then: &Block, otherwise: &Block, out: &mut Block) -> Option<StmtKind> {
    match truth {
        Expr::Fixed(0) => out.extend(fold_block(otherwise)),
        Expr::Fixed(_) => out.extend(fold_block(then)),
        truth => {
            let (then, otherwise) = (fold_block(then), fold_block(otherwise));
            return match (then.is_empty(), otherwise.is_empty()) {
                (true, true) => None,
                (true, false) => Some(StmtKind::When {
                    truth: negate(truth),
                    then: otherwise,
                    otherwise: then,
                }),
                _ => Some(StmtKind::When {
                    truth,
                    then,
                    otherwise,
                }),
            };
        }
    }
    None
}

fn fold_options(from: &Options) -> Options {
    match from {
        Options::Set(set, thing) => Options::Set(fold(set), *thing),
        Options::Numbers(low, high) => Options::Numbers(fold(low), fold(high)),
        Options::Listed { noun, args, only } => Options::Listed {
            noun: *noun,
            args: args.iter().map(fold).collect(),
            only: only.as_ref().map(|only| Only {
                item: only.item,
                body: fold_block(&only.body),
                truth: fold(&only.truth),
            }),
        },
        Options::Labels(labels) => Options::Labels(
            labels
                .iter()
                .map(|(name, open)| (name.clone(), fold(open)))
                .collect(),
        ),
    }
}

/// The negation of a condition.
fn negate(truth: Expr) -> Expr {
    match truth {
        // The operand is always a condition here, so a double negation can be removed.
        Expr::BinOp(BinOp::Without, one, inner) if *one == Expr::Fixed(1) => *inner,
        truth => combine(BinOp::Without, Expr::Fixed(1), truth),
    }
}

/// The expression with its constant parts evaluated.
pub(crate) fn fold(expr: &Expr) -> Expr {
    match expr {
        Expr::BinOp(math, a, b) => combine(*math, fold(a), fold(b)),
        other => other.clone(),
    }
}

fn combine(math: BinOp, a: Expr, b: Expr) -> Expr {
    match (math, &a, &b) {
        (_, Expr::Fixed(x), Expr::Fixed(y)) => Expr::Fixed(math.of(*x, *y)),
        (BinOp::Add | BinOp::Or, Expr::Fixed(0), _) => b,
        (BinOp::Add | BinOp::Or | BinOp::Sub | BinOp::Without, _, Expr::Fixed(0)) => a,
        (BinOp::Mul, Expr::Fixed(1), _) => b,
        (BinOp::Mul | BinOp::Div, _, Expr::Fixed(1)) => a,
        (BinOp::And | BinOp::Mul, Expr::Fixed(0), _)
        | (BinOp::And | BinOp::Mul, _, Expr::Fixed(0)) => Expr::Fixed(0),
        (BinOp::And | BinOp::Or | BinOp::Min | BinOp::Max, ..) if a == b => a,
        (BinOp::Without, Expr::Fixed(1), Expr::BinOp(inner, x, y)) => match opposite(*inner) {
            Some((math, false)) => Expr::BinOp(math, x.clone(), y.clone()),
            Some((math, true)) => Expr::BinOp(math, y.clone(), x.clone()),
            None => keep(math, a, b),
        },
        _ => emptiness(math, &a, &b).unwrap_or_else(|| keep(math, a, b)),
    }
}

fn keep(math: BinOp, a: Expr, b: Expr) -> Expr {
    Expr::BinOp(math, Box::new(a), Box::new(b))
}

/// The negated comparison, and whether its operands are swapped.
fn opposite(math: BinOp) -> Option<(BinOp, bool)> {
    match math {
        BinOp::Eq => Some((BinOp::Ne, false)),
        BinOp::Ne => Some((BinOp::Eq, false)),
        BinOp::Lt => Some((BinOp::Le, true)),
        BinOp::Le => Some((BinOp::Lt, true)),
        _ => None,
    }
}

/// Simplifies a comparison of a set's member count with 0 to a test of the set itself.
fn emptiness(math: BinOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let set = |expr: &tree::Expr| match expr {
        Expr::BinOp(BinOp::Count, set, _) => Some((**set).clone()),
        _ => None,
    };
    let compare = |math, set| Some(keep(math, set, Expr::Fixed(0)));
    match (math, a, b) {
        (BinOp::Eq | BinOp::Ne, counted, Expr::Fixed(0))
        | (BinOp::Eq | BinOp::Ne, Expr::Fixed(0), counted) => compare(math, set(counted)?),
        (BinOp::Lt, Expr::Fixed(0), counted) | (BinOp::Le, Expr::Fixed(1), counted) => {
            compare(BinOp::Ne, set(counted)?)
        }
        (BinOp::Lt, counted, Expr::Fixed(1)) | (BinOp::Le, counted, Expr::Fixed(0)) => {
            compare(BinOp::Eq, set(counted)?)
        }
        _ => None,
    }
}
