//! Checks that a card which has numbers written in secret reveals none of them too early.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use cardwright_effects::tree::{Expr, Options, SourcePos, Stmt, StmtKind, Var};
use cardwright_effects::{CHANCE, Lexicon, Secrecy};

const NEVER_SHOWN: &str = "the numbers written in secret here are never shown";

/// A walk through an effect in the order of execution.
struct Trail {
    secrecy: Secrecy,
    /// The start of writing numbers in secret, while it lasts.
    since: Option<SourcePos>,
    /// The variables that contain secret numbers.
    hidden: Vec<Var>,
    /// The places that reveal a secret, and whether a loop is there.
    found: Vec<(SourcePos, &'static str, bool)>,
}

/// Checks an effect.
pub(super) fn check(
    lexicon: &Lexicon,
    body: &[Stmt],
    span: impl Fn(SourcePos) -> Span,
    report: &mut Report,
) {
    let Some(secrecy) = lexicon.secrecy else {
        return;
    };
    let mut walk = Trail {
        secrecy,
        since: None,
        hidden: Vec::new(),
        found: Vec::new(),
    };
    walk.block(body);
    if let Some(since) = walk.since {
        walk.found.push((since, NEVER_SHOWN, false));
    }
    let verb = |place: u8| {
        lexicon
            .verbs
            .get(usize::from(place))
            .map_or("", |verb| verb.name)
    };
    let (begins, ends) = (verb(secrecy.begins), verb(secrecy.ends));
    for (at, message, in_loop) in walk.found {
        let instead = match in_loop {
            true => "no loop can ask in secret: write a `choose … by` for each player".to_owned(),
            false => format!("a `when` goes before `{begins}()`"),
        };
        let help = format!(
            "write `{begins}();`, then only nested `choose x from A to B` with two fixed numbers, then `{ends}` for each; {instead}"
        );
        report.add(Diagnostic::error(codes::NOT_SECRET, span(at), message).help(help));
    }
}

impl Trail {
    fn block(&mut self, body: &[Stmt]) {
        for stmt in body {
            match self.since {
                None => self.open(stmt),
                Some(_) => self.secret(stmt),
            }
        }
    }

    /// Visits a statement while nothing is secret.
    fn open(&mut self, stmt: &Stmt) {
        match &stmt.what {
            StmtKind::Do { verb, .. } if *verb == self.secrecy.begins => {
                self.since = Some(stmt.at);
                self.hidden.clear();
            }
            StmtKind::Read { .. }
            | StmtKind::Do { .. }
            | StmtKind::Gather { .. }
            | StmtKind::Toss { .. } => {}
            StmtKind::Each { body, .. }
            | StmtKind::Choose { body, .. }
            | StmtKind::ChooseSome { body, .. }
            | StmtKind::Repeat { body, .. } => self.inside(body),
            StmtKind::When {
                then, otherwise, ..
            } => {
                self.inside(then);
                self.inside(otherwise);
            }
        }
    }

    /// Visits a block that may be skipped or repeated: it must reveal the numbers that it asks for.
    fn inside(&mut self, body: &[Stmt]) {
        self.block(body);
        if let Some(since) = self.since.take() {
            self.found.push((since, NEVER_SHOWN, false));
        }
    }

    /// Visits a statement while numbers are written in secret.
    fn secret(&mut self, stmt: &Stmt) {
        match &stmt.what {
            StmtKind::Do { verb, .. } if *verb == self.secrecy.ends => self.since = None,
            StmtKind::Read { args, .. } if !args.iter().any(|arg| self.tells(arg)) => {}
            StmtKind::Choose {
                var,
                by,
                from: Options::Numbers(low, high),
                optional: false,
                body,
            } => {
                let fixed = matches!((low, high), (Expr::Fixed(0..=127), Expr::Fixed(0..=127)));
                // The results of chance are public.
                if !fixed || self.tells(by) || *by == Expr::Fixed(CHANCE) {
                    self.found.push((
                        stmt.at,
                        "this choice would reveal something about the secret numbers",
                        false,
                    ));
                }
                self.hidden.push(*var);
                self.block(body);
            }
            what => {
                self.found.push((
                    stmt.at,
                    "while players write numbers in secret, a card may only ask for numbers",
                    matches!(what, StmtKind::Each { .. } | StmtKind::Repeat { .. }),
                ));
                // What follows is no longer secret, and one error is enough.
                self.since = None;
            }
        }
    }

    /// Whether a value depends on a number written in secret.
    fn tells(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Fixed(_) => false,
            Expr::Var(var) => self.hidden.contains(var),
            Expr::BinOp(_, a, b) => self.tells(a) || self.tells(b),
        }
    }
}
