//! Checks that an effect does not reveal what only one player may know. The consequences of a hidden thing are public.
//! Therefore it may only be acted on itself, in the hand that contains it: it must not affect a comparison with
//! anything else, a number, a condition or another hand.
//!
//! The analysis records which hidden thing each variable contains. It visits every statement and every operand.
//! Functions, `let` and sets cannot bypass it, because tracing a script removes them.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report};
use crate::script::trace::Script;
use cardwright_effects::tree::{Effect, Expr, Members, Options, SourcePos, Stmt, StmtKind, Var};
use cardwright_effects::{BinOp, Lexicon, Ty, Verb};
use std::collections::BTreeMap;

/// The origin of a hidden thing.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Origin {
    /// The index in the lexicon of the noun that lists it.
    noun: u8,
    /// The arguments of the noun; the first is the owner.
    args: Vec<Expr>,
    /// Whether a verb may have moved it to another owner since.
    moved: bool,
}

/// Checks the effect of a hook.
pub(super) fn look(lexicon: &Lexicon, effect: &Effect, script: &Script, report: &mut Report) {
    let mut look = Secrets {
        lexicon,
        script,
        report,
        held: BTreeMap::new(),
    };
    look.block(&effect.body);
    if let Some(answer) = &effect.answer {
        look.open(answer, effect.at);
    }
}

struct Secrets<'l> {
    lexicon: &'l Lexicon,
    script: &'l Script,
    report: &'l mut Report,
    /// The variables that contain something hidden.
    held: BTreeMap<Var, Origin>,
}

impl Secrets<'_> {
    fn block(&mut self, body: &[Stmt]) {
        body.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let at = stmt.at;
        match &stmt.what {
            StmtKind::Read { var, args, .. } => {
                let from = args.iter().filter_map(|arg| self.value(arg)).next();
                if let Some(origin) = from {
                    self.held.insert(*var, origin);
                }
            }
            StmtKind::Do { verb, args } => self.verb(*verb, args, at),
            StmtKind::Each { var, of, body, .. } => {
                // In the second round, the actions of the body have already happened.
                if self.moves(body) {
                    self.all_moved();
                }
                self.members(*var, of, at);
                self.block(body);
            }
            StmtKind::When {
                truth,
                then,
                otherwise,
            } => {
                self.open(truth, at);
                self.block(then);
                self.block(otherwise);
            }
            StmtKind::Choose {
                var,
                by,
                from,
                body,
                ..
            } => {
                self.open(by, at);
                self.options(*var, from, at);
                self.block(body);
            }
            StmtKind::ChooseSome {
                var,
                by,
                of,
                count,
                body,
                ..
            } => {
                [by, count].into_iter().for_each(|expr| self.open(expr, at));
                self.options(*var, of, at);
                self.block(body);
            }
            StmtKind::Repeat { times, body } => {
                self.open(times, at);
                if self.moves(body) {
                    self.all_moved();
                }
                self.block(body);
            }
            StmtKind::Gather {
                item,
                of,
                body,
                value,
                ..
            } => {
                self.members(*item, of, at);
                self.block(body);
                self.open(value, at);
            }
            StmtKind::Toss { .. } => {}
        }
    }

    fn options(&mut self, var: Var, from: &Options, at: SourcePos) {
        match from {
            Options::Set(set, _) => self.open(set, at),
            Options::Numbers(low, high) => [low, high].iter().for_each(|end| self.open(end, at)),
            Options::Labels(labels) => labels.iter().for_each(|(_, truth)| self.open(truth, at)),
            Options::Listed { noun, args, only } => {
                self.listed(var, *noun, args, at);
                if let Some(only) = only {
                    self.block(&only.body);
                    self.open(&only.truth, at);
                }
            }
        }
    }

    /// Visits the members of a loop: their number is public, but the members may be hidden.
    fn members(&mut self, var: Var, of: &Members, at: SourcePos) {
        match of {
            Members::Set(set) => self.open(set, at),
            Members::Listed { noun, args } => self.listed(var, *noun, args, at),
        }
    }

    /// Visits a member of a set that the game lists.
    fn listed(&mut self, var: Var, noun: u8, args: &[Expr], at: SourcePos) {
        args.iter().for_each(|arg| self.open(arg, at));
        if self
            .lexicon
            .nouns
            .get(usize::from(noun))
            .is_some_and(|noun| noun.secret.is_some())
        {
            self.held.insert(
                var,
                Origin {
                    noun,
                    args: args.to_vec(),
                    moved: false,
                },
            );
        }
    }

    /// Checks a verb, which may be given a hidden thing if it acts on the hand that contains it.
    fn verb(&mut self, place: u8, args: &[Expr], at: SourcePos) {
        let Some(verb) = self.lexicon.verbs.get(usize::from(place)).copied() else {
            return;
        };
        for (param, arg) in verb.params.iter().zip(args) {
            let Some(origin) = self.value(arg) else {
                continue;
            };
            let Some(noun) = self.lexicon.nouns.get(usize::from(origin.noun)) else {
                continue;
            };
            let (Ty::Many(thing) | Ty::One(thing)) = noun.gives else {
                continue;
            };
            let of = noun.params.first().map(|param| param.ty);
            let whose = verb
                .params
                .iter()
                .zip(args)
                .find(|(param, _)| Some(param.ty) == of)
                .map(|(_, arg)| arg);
            if param.ty != Ty::One(thing) || whose.is_some() && whose != origin.args.first() {
                self.tells(at, &format!("`{}` would tell", verb.name));
            } else if origin.moved {
                self.tells(
                    at,
                    &format!(
                        "it may be in another hand now, and `{}` would tell",
                        verb.name
                    ),
                );
            }
        }
        if verb.sense.moves_secrets {
            self.all_moved();
        }
    }

    fn all_moved(&mut self) {
        self.held
            .values_mut()
            .for_each(|origin| origin.moved = true);
    }

    /// Whether a body moves hidden things between owners.
    fn moves(&self, body: &[Stmt]) -> bool {
        let verb = |verb: u8| self.lexicon.verbs.get(usize::from(verb));
        body.iter().any(|stmt| match &stmt.what {
            StmtKind::Read { .. } | StmtKind::Gather { .. } | StmtKind::Toss { .. } => false,
            StmtKind::Do { verb: place, .. } => {
                verb(*place).is_some_and(|verb: &Verb| verb.sense.moves_secrets)
            }
            StmtKind::Each { body, .. }
            | StmtKind::Choose { body, .. }
            | StmtKind::ChooseSome { body, .. }
            | StmtKind::Repeat { body, .. } => self.moves(body),
            StmtKind::When {
                then, otherwise, ..
            } => self.moves(then) || self.moves(otherwise),
        })
    }

    /// Checks a value whose consequences are public.
    fn open(&mut self, expr: &Expr, at: SourcePos) {
        if self.value(expr).is_some() {
            self.tells(at, "what follows would tell");
        }
    }

    /// The hidden thing that a value is, or is derived from. Two things that the same player chose from the same hand
    /// may be compared, because that player determines whether they are the same.
    fn value(&self, expr: &Expr) -> Option<Origin> {
        match expr {
            Expr::Fixed(_) => None,
            Expr::Var(var) => self.held.get(var).cloned(),
            Expr::BinOp(math, a, b) => {
                let (one, other) = (self.value(a), self.value(b));
                match (math, &one, &other) {
                    (_, None, None) => None,
                    (BinOp::Eq | BinOp::Ne, Some(one), Some(other))
                        if one == other && !one.moved =>
                    {
                        None
                    }
                    _ => one.or(other),
                }
            }
        }
    }

    fn tells(&mut self, at: SourcePos, how: &str) {
        let message = format!("this depends on a hidden card: {how} everybody which card it is");
        let help = "use the chosen card only with verbs for the hand that it came from; to compare it, show or discard it first";
        let found = Diagnostic::error(codes::TELLS_SECRET, self.script.span_of(at), message);
        self.report.add(found.help(help));
    }
}
