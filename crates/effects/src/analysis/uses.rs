//! The requirements of an effect: the uses of each variable, the number of registers, the depth of nesting.

use crate::CompileError;
use crate::compile::MAX_DEPTH;
use crate::tree::{Block, Effect, Expr, Only, Options, SourcePos, StmtKind};

/// The number of uses of each variable.
pub(crate) fn count(effect: &Effect) -> Vec<u32> {
    let mut uses = vec![0; usize::from(effect.params)];
    in_block(&effect.body, &mut uses);
    effect
        .answer
        .iter()
        .for_each(|answer| in_expr(answer, &mut uses));
    uses
}

impl Effect {
    /// Whether it uses a parameter of its hook, counted from 0.
    pub fn uses_param(&self, param: usize) -> bool {
        count(self).get(param).is_some_and(|uses| *uses > 0)
    }
}

/// Whether a block uses a variable.
pub(crate) fn mentions(block: &Block, var: u16) -> bool {
    let mut uses = Vec::new();
    in_block(block, &mut uses);
    uses.get(usize::from(var)).is_some_and(|uses| *uses > 0)
}

fn in_block(block: &Block, uses: &mut Vec<u32>) {
    for stmt in block {
        match &stmt.what {
            StmtKind::Read { var, args, .. } => {
                defined(*var, uses);
                args.iter().for_each(|arg| in_expr(arg, uses));
            }
            StmtKind::Do { args, .. } => args.iter().for_each(|arg| in_expr(arg, uses)),
            StmtKind::Each { var, of, body, .. } => {
                defined(*var, uses);
                of.exprs().iter().for_each(|expr| in_expr(expr, uses));
                in_block(body, uses);
            }
            StmtKind::ChooseSome {
                var,
                by,
                of,
                count,
                body,
                ..
            } => {
                defined(*var, uses);
                [by, count]
                    .into_iter()
                    .chain(options(of))
                    .for_each(|expr| in_expr(expr, uses));
                in_block(body, uses);
            }
            StmtKind::Repeat { times, body } => {
                in_expr(times, uses);
                in_block(body, uses);
            }
            StmtKind::Gather {
                var,
                item,
                of,
                body,
                value,
                ..
            } => {
                defined((*var).max(*item), uses);
                of.exprs().iter().for_each(|expr| in_expr(expr, uses));
                in_block(body, uses);
                in_expr(value, uses);
            }
            StmtKind::Toss { var } => defined(*var, uses),
            StmtKind::When {
                truth,
                then,
                otherwise,
            } => {
                in_expr(truth, uses);
                in_block(then, uses);
                in_block(otherwise, uses);
            }
            StmtKind::Choose {
                var,
                by,
                from,
                body,
                ..
            } => {
                defined(*var, uses);
                in_expr(by, uses);
                if let Some(only) = only(from) {
                    defined(only.item, uses);
                    in_block(&only.body, uses);
                }
                options(from)
                    .into_iter()
                    .for_each(|expr| in_expr(expr, uses));
                in_block(body, uses);
            }
        }
    }
}

fn options(from: &Options) -> Vec<&Expr> {
    match from {
        Options::Set(set, _) => vec![set],
        Options::Numbers(low, high) => vec![low, high],
        Options::Listed { args, only, .. } => args
            .iter()
            .chain(only.iter().map(|only| &only.truth))
            .collect(),
        Options::Labels(labels) => labels.iter().map(|(_, open)| open).collect(),
    }
}

/// The condition on the members that are offered.
fn only(from: &Options) -> Option<&Only> {
    match from {
        Options::Listed { only, .. } => only.as_ref(),
        _ => None,
    }
}

fn defined(var: u16, uses: &mut Vec<u32>) {
    let length = usize::from(var) + 1;
    if uses.len() < length {
        uses.resize(length, 0);
    }
}

fn in_expr(expr: &Expr, uses: &mut Vec<u32>) {
    match expr {
        Expr::Fixed(_) => {}
        Expr::Var(var) => {
            defined(*var, uses);
            uses[usize::from(*var)] += 1;
        }
        Expr::BinOp(_, a, b) => {
            in_expr(a, uses);
            in_expr(b, uses);
        }
    }
}

/// The maximum number of registers needed to evaluate an expression, besides its variables.
pub(crate) fn need(expr: &Expr) -> u32 {
    match expr {
        Expr::Var(_) => 0,
        Expr::Fixed(value) => u32::from(!(0..128).contains(value)),
        Expr::BinOp(_, a, b) => {
            let (a, b) = (need(a), need(b));
            if a == b { a + 1 } else { a.max(b) }.max(1)
        }
    }
}

/// Refuses effects that are nested too deeply to be processed safely.
pub(crate) fn check_depth(effect: &Effect) -> Result<(), CompileError> {
    block_depth(&effect.body, effect.at, MAX_DEPTH)?;
    effect
        .answer
        .iter()
        .try_for_each(|answer| expr_depth(answer, effect.at, MAX_DEPTH))
}

fn block_depth(block: &Block, at: SourcePos, left: usize) -> Result<(), CompileError> {
    let deeper = left.checked_sub(1).ok_or(CompileError::TooDeep { at })?;
    for stmt in block {
        let mut bodies: [&Block; 2] = [const { &Block::new() }; 2];
        let exprs: Vec<&Expr> = match &stmt.what {
            StmtKind::Read { args, .. } | StmtKind::Do { args, .. } => args.iter().collect(),
            StmtKind::Each { of, body, .. } => {
                bodies[0] = body;
                of.exprs().iter().collect()
            }
            StmtKind::ChooseSome {
                by,
                of,
                count,
                body,
                ..
            } => {
                bodies[0] = body;
                let mut exprs = options(of);
                exprs.extend([by, count]);
                exprs
            }
            StmtKind::Repeat { times, body } => {
                bodies[0] = body;
                vec![times]
            }
            StmtKind::Gather {
                of, body, value, ..
            } => {
                bodies[0] = body;
                of.exprs().iter().chain([value]).collect()
            }
            StmtKind::Toss { .. } => Vec::new(),
            StmtKind::When {
                truth,
                then,
                otherwise,
            } => {
                bodies = [then, otherwise];
                vec![truth]
            }
            StmtKind::Choose { by, from, body, .. } => {
                bodies[0] = body;
                if let Some(only) = only(from) {
                    bodies[1] = &only.body;
                }
                let mut exprs = options(from);
                exprs.push(by);
                exprs
            }
        };
        exprs
            .into_iter()
            .try_for_each(|expr| expr_depth(expr, stmt.at, MAX_DEPTH))?;
        bodies
            .into_iter()
            .try_for_each(|body| block_depth(body, stmt.at, deeper))?;
    }
    Ok(())
}

fn expr_depth(expr: &Expr, at: SourcePos, left: usize) -> Result<(), CompileError> {
    let Expr::BinOp(_, a, b) = expr else {
        return Ok(());
    };
    let deeper = left.checked_sub(1).ok_or(CompileError::TooDeep { at })?;
    expr_depth(a, at, deeper)?;
    expr_depth(b, at, deeper)
}
