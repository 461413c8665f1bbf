//! Checks what a card offers to choose from.

use super::Look;
use crate::codes;
use crate::diagnostics::Diagnostic;
use cardwright_effects::machine::MAX_NUMBERS;
use cardwright_effects::tree::{Expr, Options, SourcePos, Stmt, StmtKind, Var};

impl Look<'_> {
    pub(super) fn choose(
        &mut self,
        var: Var,
        (from, optional): (&Options, bool),
        body: &[Stmt],
        at: SourcePos,
    ) {
        match from {
            Options::Set(set, _) => {
                self.expr(set, at);
                self.member(var, set);
            }
            Options::Numbers(low, high) => self.numbers(var, low, high, at),
            Options::Listed { noun, args, only } => {
                args.iter().for_each(|arg| self.expr(arg, at));
                self.read_of_gone(*noun, args, at);
                if let Some(only) = only {
                    self.block(&only.body);
                    self.expr(&only.truth, at);
                }
            }
            Options::Labels(labels) => {
                self.labels(labels, optional, at);
                // The conditions that select the mode are generated; nobody wrote them, so they are not checked.
                return self.modes(body);
            }
        }
        self.block(body);
    }

    fn numbers(&mut self, var: Var, low: &Expr, high: &Expr, at: SourcePos) {
        self.expr(low, at);
        self.expr(high, at);
        let (low, high) = (self.ranges.range(low), self.ranges.range(high));
        if low.0 > high.1 {
            let message = format!("there is no number from {} to {}", low.0, high.1);
            self.warn(
                codes::CONSTANT,
                at,
                message,
                "write the smaller number first",
            );
        } else if low.0 == high.1 {
            let message = format!("only {} can be chosen here", low.0);
            self.warn(
                codes::CONSTANT,
                at,
                message,
                "correct the numbers, or remove the choice",
            );
        }
        self.too_many(low.1, high.0, at);
        let range = (low.0.min(high.1), high.1.max(low.0));
        self.ranges.set(var, range);
        self.usual.set(var, range);
    }

    /// Reports a choice between more numbers than are ever offered, for any values of its limits.
    fn too_many(&mut self, low: i16, high: i16, at: SourcePos) {
        let numbers = i32::from(high) - i32::from(low) + 1;
        if numbers > MAX_NUMBERS.into() {
            let message = format!("this offers {numbers} numbers to choose from");
            let found = Diagnostic::error(codes::EFFECT_LIMIT, self.span(at), message);
            self.add(found, format!("offer at most {MAX_NUMBERS}"));
        }
    }

    pub(super) fn labels(&mut self, labels: &[(String, Expr)], optional: bool, at: SourcePos) {
        for (label, open) in labels {
            self.expr(open, at);
            if self.truth_range(open) == (0, 0) {
                let message = format!(
                    "the option \"{}\" can never be chosen",
                    crate::fields::short(label)
                );
                self.warn(
                    codes::CONSTANT,
                    at,
                    message,
                    "correct its condition, or remove the option",
                );
            }
        }
        if let ([(label, _)], false) = (labels, optional) {
            let message = format!(
                "\"{}\" is the only option, so nobody is asked",
                crate::fields::short(label)
            );
            self.warn(
                codes::CONSTANT,
                at,
                message,
                "write a second option with `or`, or remove the choice",
            );
        }
    }

    /// The bodies of several modes, each behind a condition of its own.
    pub(super) fn several_modes(&mut self, body: &[Stmt]) {
        for stmt in body {
            if let StmtKind::When { then, .. } = &stmt.what {
                self.block(then);
            }
        }
    }

    fn modes(&mut self, body: &[Stmt]) {
        for stmt in body {
            if let StmtKind::When {
                then, otherwise, ..
            } = &stmt.what
            {
                self.block(then);
                self.modes(otherwise);
            }
        }
    }
}
