//! Whether a card that lets numbers be written in secret gives none of them away before they are shown.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use cardwright_effects::tree::{Expr, Options, SourcePos, Stmt, StmtKind, Var};
use cardwright_effects::{CHANCE, Lexicon, Secrecy};

/// A walk through an effect, in the order in which it is carried out.
struct Trail {
    secrecy: Secrecy,
    /// Where numbers began to be written in secret, as long as they are.
    since: Option<SourcePos>,
    /// The variables that hold them.
    hidden: Vec<Var>,
    /// What gives something away.
    found: Vec<(SourcePos, &'static str)>,
}

/// Looks at an effect.
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
        walk.found
            .push((since, "the numbers written in secret here are never shown"));
    }
    let verb = |place: u8| {
        lexicon
            .verbs
            .get(usize::from(place))
            .map_or("", |verb| verb.name)
    };
    let (begins, ends) = (verb(secrecy.begins), verb(secrecy.ends));
    for (at, message) in walk.found {
        let help = format!(
            "write `{begins}();`, then only nested `choose x from A to B` with two fixed numbers, then `{ends}` for each"
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

    /// A statement while nothing is secret.
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

    /// A block that may be left out or repeated: it shows what it lets write.
    fn inside(&mut self, body: &[Stmt]) {
        self.block(body);
        if let Some(since) = self.since.take() {
            self.found
                .push((since, "the numbers written in secret here are never shown"));
        }
    }

    /// A statement while numbers are written in secret.
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
                // What chance chooses is seen by everybody.
                if !fixed || self.tells(by) || *by == Expr::Fixed(CHANCE) {
                    self.found.push((
                        stmt.at,
                        "this choice would reveal something about the secret numbers",
                    ));
                }
                self.hidden.push(*var);
                self.block(body);
            }
            _ => self.found.push((
                stmt.at,
                "while players write numbers in secret, a card may only ask for numbers",
            )),
        }
    }

    /// Whether a value follows from a number that was written in secret.
    fn tells(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Fixed(_) => false,
            Expr::Var(var) => self.hidden.contains(var),
            Expr::BinOp(_, a, b) => self.tells(a) || self.tells(b),
        }
    }
}
