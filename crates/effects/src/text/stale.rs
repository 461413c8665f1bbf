//! Finds values that are used after something has changed since they were read. A text must say that it means the
//! earlier values.

use crate::tree::{Block, Effect, Expr, Options, Stmt, StmtKind, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The variables of an effect that are used after a verb which follows their reading.
pub(super) fn stale(effect: &Effect) -> BTreeSet<Var> {
    let mut look = Look {
        done: 0,
        read: BTreeMap::new(),
        stale: BTreeSet::new(),
    };
    look.block(&effect.body);
    effect.answer.iter().for_each(|answer| look.expr(answer));
    look.stale
}

struct Look {
    /// The number of verbs performed so far.
    done: usize,
    /// The number of verbs performed before each variable was read.
    read: BTreeMap<Var, usize>,
    stale: BTreeSet<Var>,
}

impl Look {
    fn block(&mut self, block: &Block) {
        block.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.what {
            StmtKind::Read { var, args, .. } => {
                args.iter().for_each(|arg| self.expr(arg));
                self.read.insert(*var, self.done);
            }
            StmtKind::Do { args, .. } => {
                args.iter().for_each(|arg| self.expr(arg));
                self.done += 1;
            }
            StmtKind::Each { of, body, .. } => {
                of.exprs().iter().for_each(|expr| self.expr(expr));
                // In the second round, the actions of the first have already happened.
                self.done += usize::from(acts(body));
                self.block(body);
            }
            StmtKind::When {
                truth,
                then,
                otherwise,
            } => {
                self.expr(truth);
                self.block(then);
                self.block(otherwise);
            }
            StmtKind::Choose { by, from, body, .. } => {
                self.expr(by);
                self.options(from);
                self.block(body);
            }
            StmtKind::ChooseSome {
                by,
                of,
                count,
                body,
                ..
            } => {
                [by, count].into_iter().for_each(|expr| self.expr(expr));
                self.options(of);
                self.block(body);
            }
            StmtKind::Repeat { times, body } => {
                self.expr(times);
                self.done += usize::from(acts(body));
                self.block(body);
            }
            StmtKind::Gather {
                var,
                of,
                body,
                value,
                ..
            } => {
                of.exprs().iter().for_each(|expr| self.expr(expr));
                self.block(body);
                self.expr(value);
                self.read.insert(*var, self.done);
            }
            StmtKind::Toss { .. } => {}
        }
    }

    fn options(&mut self, from: &Options) {
        match from {
            Options::Set(set, _) => self.expr(set),
            Options::Numbers(low, high) => [low, high].into_iter().for_each(|end| self.expr(end)),
            Options::Listed { args, only, .. } => {
                args.iter().for_each(|arg| self.expr(arg));
                if let Some(only) = only {
                    self.block(&only.body);
                    self.expr(&only.truth);
                }
            }
            Options::Labels(labels) => labels.iter().for_each(|(_, open)| self.expr(open)),
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Fixed(_) => {}
            Expr::Var(var) if self.read.get(var).is_some_and(|done| *done < self.done) => {
                self.stale.insert(*var);
            }
            Expr::Var(_) => {}
            Expr::BinOp(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
        }
    }
}

/// Whether a block performs a verb.
fn acts(block: &Block) -> bool {
    block.iter().any(|stmt| match &stmt.what {
        StmtKind::Do { .. } => true,
        StmtKind::Each { body, .. }
        | StmtKind::Choose { body, .. }
        | StmtKind::ChooseSome { body, .. }
        | StmtKind::Repeat { body, .. } => acts(body),
        StmtKind::When {
            then, otherwise, ..
        } => acts(then) || acts(otherwise),
        StmtKind::Read { .. } | StmtKind::Gather { .. } | StmtKind::Toss { .. } => false,
    })
}
