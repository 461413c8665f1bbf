//! Checks whether a card's effects make sense: conditions that never hold, verbs without an effect, amounts above a
//! limit, and loops and questions without consequences.

pub(crate) mod bounds;
mod choices;
mod conflict;
mod keeps;
pub(crate) mod range;
mod secret;
mod secrets;
mod sets;
mod stays;
mod windows;

use crate::codes::{self, Code};
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::script::trace::Script;
use cardwright_effects::tree::{Effect, Expr, Members, Options, SourcePos, Stmt, StmtKind, Var};
use cardwright_effects::{BinOp, Bound, Gone, GoneOf, Lexicon, Noun, Thing, Ty, Verb};
use conflict::{Fact, facts, possible};
pub(crate) use keeps::{keeps, never_read};
use range::Ranges;
pub(crate) use stays::stays;
use std::collections::{BTreeMap, BTreeSet};
pub(crate) use windows::{Moments, played};

/// Checks the effect of a hook.
pub(crate) fn effect(
    lexicon: &Lexicon,
    hook: u8,
    effect: &Effect,
    moments: Option<&Moments>,
    script: &Script,
    report: &mut Report,
) {
    secrets::look(lexicon, effect, script, report);
    let mut look = Look::new(lexicon, hook, moments, script, report);
    look.within = moments
        .filter(|moments| !moments.more)
        .filter(|moments| moments.windows.hook == hook || moments.windows.can == Some(hook))
        .and_then(|moments| moments.named.as_deref())
        .unwrap_or_default();
    if lexicon.idle.others.contains(&hook) {
        look.apart(1, 0);
    }
    look.uses(&effect.body);
    effect.answer.iter().for_each(|answer| look.used_in(answer));
    look.block(&effect.body);
    secret::check(lexicon, &effect.body, |at| script.span_of(at), look.report);
    match &effect.answer {
        Some(answer) => look.answer(answer, effect.at, moments),
        None => look.acts(&effect.body, effect.at),
    }
}

/// Checks the verbs of a hook that is only partly known: whether they have an effect when it runs. `sure` tells whether
/// all verbs are known.
pub(crate) fn verbs(
    lexicon: &Lexicon,
    hook: u8,
    (tried, sure): (&[(u8, SourcePos)], bool),
    moments: Option<&Moments>,
    script: &Script,
    report: &mut Report,
) {
    let mut look = Look::new(lexicon, hook, moments, script, report);
    for (verb, at) in tried {
        let Some(verb) = lexicon.verbs.get(usize::from(*verb)) else {
            continue;
        };
        look.moment(verb, *at);
    }
    look.windows(sure);
}

struct Look<'l> {
    lexicon: &'l Lexicon,
    hook: u8,
    moments: Option<&'l Moments>,
    script: &'l Script,
    report: &'l mut Report,
    ranges: Ranges,
    /// The ranges if no card raises a limit.
    usual: Ranges,
    /// The limit that makes the default ranges narrower.
    bound: Option<Bound>,
    /// The windows in which the hook runs, if all are known.
    within: &'l [&'static str],
    /// Variables with the same value as another variable.
    same: BTreeMap<Var, Var>,
    /// The reads since the last action, each with its variable.
    read: Vec<(u8, Vec<Expr>, Var)>,
    /// The facts known at the current statement.
    known: Vec<Fact>,
    /// The reasons why variables are 0 here.
    whys: BTreeMap<Var, &'static str>,
    /// The reasons why variables name nothing here.
    absent: BTreeMap<Var, &'static str>,
    /// The kind of members of each variable that is a set.
    sets: BTreeMap<Var, u8>,
    /// The sets whose members a condition chose.
    chosen: Vec<Var>,
    /// The nouns without parameters that variables were read from.
    named: BTreeMap<Var, u8>,
    /// The variables that are used.
    used: BTreeSet<Var>,
    /// The verbs of the effect, with their positions.
    verbs: Vec<(&'static Verb, SourcePos)>,
}

impl<'l> Look<'l> {
    fn new(
        lexicon: &'l Lexicon,
        hook: u8,
        moments: Option<&'l Moments>,
        script: &'l Script,
        report: &'l mut Report,
    ) -> Look<'l> {
        Look {
            lexicon,
            hook,
            moments: moments.filter(|moments| moments.windows.hook == hook),
            script,
            report,
            ranges: Ranges::default(),
            usual: Ranges::default(),
            bound: None,
            within: &[],
            same: BTreeMap::new(),
            read: Vec::new(),
            known: Vec::new(),
            whys: BTreeMap::new(),
            absent: BTreeMap::new(),
            sets: BTreeMap::new(),
            chosen: Vec::new(),
            named: BTreeMap::new(),
            used: BTreeSet::new(),
            verbs: Vec::new(),
        }
    }
}

impl Look<'_> {
    fn add(&mut self, found: Diagnostic, help: impl Into<String>) {
        self.report.add(found.help(help));
    }

    fn span(&self, at: SourcePos) -> Span {
        self.script.span_of(at)
    }

    fn warn(
        &mut self,
        code: Code,
        at: SourcePos,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let span = self.span(at);
        self.add(Diagnostic::warning(code, span, message), help);
    }

    fn uses(&mut self, body: &[Stmt]) {
        for stmt in body {
            match &stmt.what {
                StmtKind::Read { args, .. } | StmtKind::Do { args, .. } => {
                    args.iter().for_each(|arg| self.used_in(arg));
                }
                StmtKind::Each { of, body, .. } => {
                    of.exprs().iter().for_each(|expr| self.used_in(expr));
                    self.uses(body);
                }
                StmtKind::ChooseSome {
                    by,
                    of,
                    count,
                    body,
                    ..
                } => {
                    [by, count].into_iter().for_each(|expr| self.used_in(expr));
                    self.used_in_options(of);
                    self.uses(body);
                }
                StmtKind::Repeat { times, body } => {
                    self.used_in(times);
                    self.uses(body);
                }
                StmtKind::Gather {
                    of, body, value, ..
                } => {
                    of.exprs().iter().for_each(|expr| self.used_in(expr));
                    self.uses(body);
                    self.used_in(value);
                }
                StmtKind::Toss { .. } => {}
                StmtKind::When {
                    truth,
                    then,
                    otherwise,
                } => {
                    self.used_in(truth);
                    self.uses(then);
                    self.uses(otherwise);
                }
                StmtKind::Choose { by, from, body, .. } => {
                    self.used_in(by);
                    self.used_in_options(from);
                    self.uses(body);
                }
            }
        }
    }

    fn used_in_options(&mut self, from: &Options) {
        match from {
            Options::Set(set, _) => self.used_in(set),
            Options::Numbers(low, high) => [low, high].iter().for_each(|end| self.used_in(end)),
            Options::Listed { args, only, .. } => {
                args.iter().for_each(|arg| self.used_in(arg));
                if let Some(only) = only {
                    self.uses(&only.body);
                    self.used_in(&only.truth);
                }
            }
            Options::Labels(labels) => labels.iter().for_each(|(_, open)| self.used_in(open)),
        }
    }

    fn used_in(&mut self, expr: &Expr) {
        match expr {
            Expr::Fixed(_) => {}
            Expr::Var(var) => {
                self.used.insert(*var);
            }
            Expr::BinOp(_, a, b) => {
                self.used_in(a);
                self.used_in(b);
            }
        }
    }

    fn block(&mut self, body: &[Stmt]) {
        body.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, Stmt { at, what }: &Stmt) {
        match what {
            StmtKind::Read {
                var,
                noun: place,
                args,
            } => {
                args.iter().for_each(|arg| self.expr(arg, *at));
                self.read_of_gone(*place, args, *at);
                if args.is_empty() {
                    self.named.insert(*var, *place);
                }
                if let Some(noun) = self.lexicon.nouns.get(usize::from(*place)) {
                    self.asks_itself(noun, *at);
                    self.read(*var, noun, args);
                    self.read_again(*var, *place, args);
                    if let Ty::Many(thing) = noun.gives {
                        self.sets.insert(*var, thing);
                    }
                }
            }
            StmtKind::Do { verb, args } => {
                args.iter().for_each(|arg| self.expr(arg, *at));
                if let Some(verb) = self.lexicon.verbs.get(usize::from(*verb)) {
                    self.verb(verb, args, *at);
                }
                self.read.clear();
            }
            StmtKind::Each { var, of, body, .. } => self.each(*var, of, body, *at),
            StmtKind::ChooseSome {
                of,
                count,
                up_to,
                body,
                ..
            } => {
                self.choose_some(of, count, *up_to, *at);
                match of {
                    // The conditions that select the modes are generated.
                    Options::Labels(_) => self.several_modes(body),
                    _ => self.block(body),
                }
            }
            StmtKind::Repeat { times, body } => self.repeat(times, body, *at),
            StmtKind::Gather { .. } => self.gather(what, *at),
            StmtKind::Toss { var } => self.toss(*var, *at),
            StmtKind::When {
                truth,
                then,
                otherwise,
            } => self.when(truth, then, otherwise, *at),
            StmtKind::Choose {
                var,
                from,
                optional,
                body,
                ..
            } => self.choose(*var, (from, *optional), body, *at),
        }
    }

    /// Reports a noun that evaluates this hook's own answers.
    fn asks_itself(&mut self, noun: &Noun, at: SourcePos) {
        let hook = self
            .lexicon
            .hooks
            .get(usize::from(self.hook))
            .map_or("", |hook| hook.name);
        if noun.asks.contains(&self.hook) {
            let span = self.span(at);
            let message = format!(
                "`{}` depends on the result of `{hook}`, so you cannot use it here",
                noun.name
            );
            let help = "calculate the result from something else";
            self.add(Diagnostic::error(codes::WRONG_MOMENT, span, message), help);
        }
    }

    /// Whether a place in the lexicon is that of a noun. Properties of several sorts of things may have the same name.
    fn is_noun(&self, place: u8, noun: &Noun) -> bool {
        let of = |noun: &Noun| noun.params.first().map(|param| param.ty);
        let known = self.lexicon.nouns.get(usize::from(place));
        known.is_some_and(|known| {
            (known.name, known.property, of(known)) == (noun.name, noun.property, of(noun))
        })
    }

    /// Why a noun is always empty, 0 or nothing here, if it is.
    fn gives_nothing(&self, noun: &Noun, args: &[Expr]) -> Option<&'static str> {
        let is = |place: u8| self.is_noun(place, noun);
        let idle = &self.lexicon.idle;
        let by_hook = idle
            .in_hooks
            .iter()
            .find(|(place, hooks, _)| is(*place) && hooks.contains(&self.hook));
        let in_all = |windows: &[&str]| {
            !self.within.is_empty() && self.within.iter().all(|one| windows.contains(one))
        };
        let by_window = idle
            .in_windows
            .iter()
            .find(|(place, windows, _)| is(*place) && in_all(windows));
        // A hook that answers performs no verbs.
        let answers = self
            .lexicon
            .hooks
            .get(usize::from(self.hook))
            .is_some_and(|hook| hook.answers);
        let by_verbs = idle
            .by_verbs
            .iter()
            .find(|(place, _)| answers && is(*place));
        let of_nothing = args.iter().find_map(|arg| match self.plain(arg) {
            Expr::Var(var) => self.absent.get(&var).copied(),
            _ => None,
        });
        // Earlier verbs may have changed it.
        by_hook
            .map(|(.., why)| *why)
            .or(by_window.map(|(.., why)| *why))
            .or(by_verbs.map(|(_, why)| *why))
            .or(of_nothing)
            .filter(|_| self.verbs.is_empty())
    }

    /// Records the possible values of a read.
    fn read(&mut self, var: Var, noun: &Noun, args: &[Expr]) {
        let holds = noun.holds_in.contains(&self.hook) && args == [Expr::Var(0)];
        let mut nothing = self.gives_nothing(noun, args);
        if let Ty::One(_) = noun.gives {
            self.absent.extend(nothing.take().map(|why| (var, why)));
        }
        let range = match nothing {
            Some(_) => (0, 0),
            None if holds => (1, 1),
            None => Ranges::of_noun(self.lexicon, noun),
        };
        if let Some(why) = nothing {
            self.whys.insert(var, why);
        }
        self.never_holds(var, noun, args);
        self.ranges.set(var, range);
        self.usual.set(
            var,
            (
                range.0,
                noun.bound.map_or(range.1, |bound| range.1.min(bound.most)),
            ),
        );
        self.bound = self.bound.or(noun.bound);
    }

    /// Records which of its arguments a set never contains.
    fn never_holds(&mut self, var: Var, noun: &Noun, args: &[Expr]) {
        let is = |place: u8| self.is_noun(place, noun);
        let all = self
            .lexicon
            .idle
            .without
            .iter()
            .filter(|(place, _)| is(*place));
        let others: Vec<Var> = all
            .filter_map(|(_, param)| {
                match args.get(usize::from(*param)).map(|arg| self.plain(arg)) {
                    Some(Expr::Var(one)) => Some(one),
                    _ => None,
                }
            })
            .collect();
        if !others.is_empty() {
            self.ranges.set_without(var, others);
        }
    }

    /// Reports a condition that is never true unless cards raise a limit.
    fn usually_never(&mut self, truth: &Expr, at: SourcePos) {
        let never = self.usual.range(truth) == (0, 0) && self.ranges.range(truth) != (0, 0);
        let Some(bound) = self.bound.filter(|_| never) else {
            return;
        };
        let message = format!("this condition is never true: {}", bound.why);
        let found = Diagnostic::warning(codes::CONSTANT, self.span(at), message);
        self.report
            .hold(vec![(bound.raised_by, found.help("correct the condition"))]);
    }

    /// Reports a part of an expression that is probably a mistake.
    fn expr(&mut self, expr: &Expr, at: SourcePos) {
        let Expr::BinOp(math, a, b) = expr else {
            return;
        };
        self.expr(a, at);
        self.expr(b, at);
        if matches!(math, BinOp::Div | BinOp::Rem) && self.ranges.range(b) == (0, 0) {
            self.warn(
                codes::CONSTANT,
                at,
                "this divides by 0, so it is always 0",
                "divide by another number",
            );
        }
    }

    fn each(&mut self, var: Var, of: &Members, body: &[Stmt], at: SourcePos) {
        of.exprs().iter().for_each(|expr| self.expr(expr, at));
        self.one_of(var, of);
        self.listed_of_gone(of, at);
        self.anew(body);
        if body.is_empty() {
            self.warn(
                codes::NOTHING_DONE,
                at,
                "this `each` does nothing",
                "remove `each`",
            );
        } else if !self.used.contains(&var) && !self.is_silenced(at) && !self.is_chosen(of) {
            let help =
                "use the variable, or begin its name with `_` if you mean to do the same for each";
            self.warn(
                codes::UNUSED_LOOP,
                at,
                "this does the same for each member of the set",
                help,
            );
        }
        self.block(body);
    }

    /// Whether a condition chose the members of a set, as in `each x in … where …`.
    fn is_chosen(&self, of: &Members) -> bool {
        matches!(of, Members::Set(Expr::Var(var)) if self.chosen.contains(var))
    }

    /// Prepares for the second round of a loop's body, which sees the changes of the first.
    fn anew(&mut self, body: &[Stmt]) {
        if acts(self.lexicon, body) {
            self.read.clear();
        }
    }

    /// Whether the variable after the word at a position starts with `_`.
    fn is_silenced(&self, at: SourcePos) -> bool {
        let behind = self
            .script
            .text()
            .get(self.span(at).end..)
            .unwrap_or_default();
        behind.trim_start().starts_with('_')
    }

    fn when(&mut self, truth: &Expr, then: &[Stmt], otherwise: &[Stmt], at: SourcePos) {
        self.expr(truth, at);
        self.usually_never(truth, at);
        match self.truth_range(truth) {
            (0, 0) => {
                let help = match otherwise {
                    [] => "correct the condition, or remove the whole block",
                    _ => "correct the condition, or keep only the block after `otherwise`",
                };
                let message = self.because("this condition is never true", truth);
                self.warn(codes::CONSTANT, at, message, help);
            }
            (1, 1) => {
                let help = match otherwise {
                    [] => "correct the condition, or remove `when`",
                    _ => "correct the condition: the block after `otherwise` never runs",
                };
                let message = self.because("this condition is always true", truth);
                self.warn(codes::CONSTANT, at, message, help);
            }
            _ if then.is_empty() && otherwise.is_empty() => {
                self.warn(
                    codes::NOTHING_DONE,
                    at,
                    "nothing happens, whether this is true or not",
                    "remove it",
                );
            }
            _ => self.sides(truth, at),
        }
        self.under(truth, true, then);
        self.under(truth, false, otherwise);
    }

    /// Checks a body under the assumption that a condition is true, or false.
    fn under(&mut self, truth: &Expr, holds: bool, body: &[Stmt]) {
        let before = self.known.len();
        let read = self.read.clone();
        self.known.extend(facts(&self.plain(truth), holds));
        self.block(body);
        self.known.truncate(before);
        // The other branch may have been taken.
        self.read = if acts(self.lexicon, body) {
            Vec::new()
        } else {
            read
        };
    }

    /// The expression with a single variable for each value that is read several times.
    fn plain(&self, expr: &Expr) -> Expr {
        match expr {
            Expr::Fixed(_) => expr.clone(),
            Expr::Var(var) => Expr::Var(self.same.get(var).copied().unwrap_or(*var)),
            Expr::BinOp(math, a, b) => {
                Expr::BinOp(*math, Box::new(self.plain(a)), Box::new(self.plain(b)))
            }
        }
    }

    /// The possible results of a condition at its position.
    fn truth_range(&self, truth: &Expr) -> range::Range {
        let truth = self.plain(truth);
        let range = self.ranges.range(&truth);
        let can = |holds: bool| {
            let facts: Vec<Fact> = self
                .known
                .iter()
                .cloned()
                .chain(facts(&truth, holds))
                .collect();
            possible(&facts, &self.ranges)
        };
        match range {
            (0, 1) if !possible(&self.known, &self.ranges) => range,
            (0, 1) if !can(true) => (0, 0),
            (0, 1) if !can(false) => (1, 1),
            range => range,
        }
    }

    /// Reports sides of `or` that are never true.
    fn sides(&mut self, truth: &Expr, at: SourcePos) {
        let Expr::BinOp(math @ (BinOp::And | BinOp::Or), a, b) = truth else {
            return;
        };
        for side in [a, b] {
            self.sides(side, at);
            if *math == BinOp::Or && self.truth_range(side) == (0, 0) {
                let message = self.because("one side of this `or` is never true", side);
                self.warn(codes::CONSTANT, at, message, "correct it, or remove it");
            }
        }
    }

    /// A message with the reason why a value in it is 0 here.
    fn because(&self, message: &str, truth: &Expr) -> String {
        match why(&self.whys, truth) {
            Some(why) => format!("{message}: {why}"),
            None => message.to_owned(),
        }
    }

    /// Records a value that was read before and is unchanged.
    fn read_again(&mut self, var: Var, noun: u8, args: &[Expr]) {
        let args: Vec<Expr> = args.iter().map(|arg| self.plain(arg)).collect();
        let own_turn = self.lexicon.phrases.own_turn.contains(&self.hook);
        let turn = |thing: &Thing| thing.turn == [noun];
        if own_turn && self.lexicon.things.iter().any(turn) {
            self.same.insert(var, 0);
            return;
        }
        let before = self
            .read
            .iter()
            .find(|(of, with, _)| (*of, with) == (noun, &args));
        match before {
            Some((.., first)) => {
                self.same.insert(var, *first);
            }
            None => self.read.push((noun, args, var)),
        }
    }

    /// Records that two things are never the same.
    fn apart(&mut self, a: Var, b: Var) {
        self.ranges.set_apart(a, b);
        self.usual.set_apart(a, b);
    }

    /// Reports verbs whose required other verb is missing.
    fn halves(&mut self) {
        let mut told: Vec<&str> = Vec::new();
        for (verb, at) in self.verbs.clone() {
            let is = |place: u8, verb: &Verb| {
                self.lexicon
                    .verbs
                    .get(usize::from(place))
                    .is_some_and(|known| known.name == verb.name)
            };
            let half = self
                .lexicon
                .idle
                .halves
                .iter()
                .find(|(place, _)| is(*place, verb));
            let Some((_, others)) = half else { continue };
            let has = |(verb, _): &(&Verb, SourcePos)| others.iter().any(|place| is(*place, verb));
            if self.verbs.iter().any(has) || told.contains(&verb.name) {
                continue;
            }
            told.push(verb.name);
            let whole = others.len() == 1 && verb.example.contains(';');
            let own = whole.then_some(verb.example);
            let names = others
                .iter()
                .filter(|_| !whole)
                .filter_map(|place| self.lexicon.verbs.get(usize::from(*place)))
                .map(|verb| verb.example)
                .chain(own)
                .collect::<Vec<_>>();
            let message = format!(
                "`{}` alone does nothing: its partner is missing in this function",
                verb.name
            );
            self.warn(
                codes::HALF,
                at,
                message,
                format!("write, for example, `{}`", names.join("` or `")),
            );
        }
    }

    fn verb(&mut self, verb: &'static Verb, args: &[Expr], at: SourcePos) {
        self.moment(verb, at);
        self.for_owner(verb, args, at);
        self.done_to_gone(verb, args, at);
        let Some(amount) = verb.sense.amount else {
            return;
        };
        let Some(arg) = args.get(usize::from(amount.param)) else {
            return;
        };
        let range = self.ranges.range(arg);
        if range.1 <= 0 {
            let message = format!("`{}` does nothing with {}", verb.name, range.1);
            self.warn(
                codes::VOID_AMOUNT,
                at,
                message,
                "write a number of 1 or more, or remove it",
            );
        } else {
            let own = amount.own.filter(|(hooks, _)| hooks.contains(&self.hook));
            let exceeded = bounds::exceeded(&amount, own.is_some(), range.0, self.span(at));
            self.report.hold(exceeded);
        }
    }

    /// Reports a verb that has no effect on the owner in this hook.
    fn for_owner(&mut self, verb: &Verb, args: &[Expr], at: SourcePos) {
        let is = |place: u8| {
            let known = self.lexicon.verbs.get(usize::from(place));
            known.is_some_and(|known| known.name == verb.name)
        };
        let all = self.lexicon.idle.for_owner.iter();
        let idle = all.copied().find(|(place, param, hook, _)| {
            is(*place) && *hook == self.hook && args.get(usize::from(*param)) == Some(&Expr::Var(0))
        });
        let Some((_, param, hook, why)) = idle else {
            return;
        };
        let hook = self.lexicon.hooks.get(usize::from(hook));
        let owner = hook
            .and_then(|hook| hook.params.first())
            .map_or("me", |param| param.name);
        let message = format!(
            "`{}` does nothing for `{owner}` in `{}`: {why}",
            verb.name,
            hook.map_or("", |hook| hook.name)
        );
        let ty = verb.params.get(usize::from(param)).map(|param| param.ty);
        let thing = ty.map_or_else(String::new, |ty| self.lexicon.type_name(ty));
        let thing = thing.trim_start_matches("a ");
        let help = format!("name another {thing}, or do it in an earlier function");
        self.warn(codes::WRONG_MOMENT, at, message, help);
    }

    /// Whether an argument is what is gone in a hook.
    fn is_gone(&self, gone: &Gone, arg: Option<&Expr>) -> bool {
        match (gone.of, arg) {
            (GoneOf::Param(param), Some(Expr::Var(var))) => *var == Var::from(param),
            (GoneOf::Noun(noun), Some(Expr::Var(var))) => self.named.get(var) == Some(&noun),
            _ => false,
        }
    }

    /// Reports a verb that does nothing because something is already gone in this hook.
    fn done_to_gone(&mut self, verb: &Verb, args: &[Expr], at: SourcePos) {
        let is = |place: u8| {
            let known = self.lexicon.verbs.get(usize::from(place));
            known.is_some_and(|known| known.name == verb.name)
        };
        let names = |gone: &Gone, arg: u8| self.is_gone(gone, args.get(usize::from(arg)));
        let gone = self.lexicon.idle.gone.iter().find(|gone| {
            let mut verbs = gone.verbs.iter();
            gone.hook == self.hook && verbs.any(|(place, arg)| is(*place) && names(gone, *arg))
        });
        if let Some(gone) = gone {
            self.warn_of_gone(gone, format!("`{}` does nothing for", verb.name), at);
        }
    }

    /// Reports a value that is 0 or empty because something is already gone in this hook.
    pub(super) fn read_of_gone(&mut self, place: u8, args: &[Expr], at: SourcePos) {
        let gone = self.lexicon.idle.gone.iter().find(|gone| {
            let named = self.is_gone(gone, args.first());
            gone.hook == self.hook && named && gone.nouns.contains(&place)
        });
        let noun = self.lexicon.nouns.get(usize::from(place));
        if let Some((gone, noun)) = gone.zip(noun) {
            let nothing = if matches!(noun.gives, Ty::Many(_)) {
                "empty"
            } else {
                "0"
            };
            self.warn_of_gone(gone, format!("`{}` is {nothing} for", noun.name), at);
        }
    }

    fn warn_of_gone(&mut self, gone: &Gone, what: String, at: SourcePos) {
        let hook = self.lexicon.hooks.get(usize::from(gone.hook));
        let name = match gone.of {
            GoneOf::Param(param) => hook
                .and_then(|hook| hook.params.get(usize::from(param)))
                .map(|param| param.name),
            GoneOf::Noun(noun) => self
                .lexicon
                .nouns
                .get(usize::from(noun))
                .map(|noun| noun.name),
        };
        let message = format!(
            "{what} `{}` in `{}`: {}",
            name.unwrap_or_default(),
            hook.map_or("", |hook| hook.name),
            gone.why
        );
        self.warn(codes::WRONG_MOMENT, at, message, gone.help);
    }

    /// Checks that an acting hook has an effect in at least one of its windows.
    fn acts(&mut self, body: &[Stmt], at: SourcePos) {
        if self.verbs.is_empty() && !acts(self.lexicon, body) {
            self.warn(
                codes::NOTHING_DONE,
                at,
                "this function does nothing",
                "use a verb, or remove it",
            );
        }
        self.halves();
        self.windows(true);
    }

    /// Reports an answer that is always the same.
    fn answer(&mut self, answer: &Expr, at: SourcePos, moments: Option<&Moments>) {
        self.expr(answer, at);
        self.usually_never(answer, at);
        let is_can = moments.is_some_and(|moments| moments.windows.can == Some(self.hook));
        let span = self.span(at);
        if let Some(hook) = self.lexicon.hooks.get(usize::from(self.hook))
            && hook.number
        {
            let (least, most) = self.ranges.range(answer);
            if most <= 0 && (!hook.signed || (least, most) == (0, 0)) {
                let message = match hook.signed {
                    true => "this number is always 0, so it has no effect",
                    false => "this number is never above 0, so it has no effect",
                };
                self.warn(
                    codes::CONSTANT,
                    at,
                    message,
                    "correct it, or remove the function",
                );
            }
            return;
        }
        let always = self.lexicon.hooks.get(usize::from(self.hook));
        let always = always.and_then(|hook| hook.always);
        match self.truth_range(answer) {
            (least, most)
                if least == most
                    && always.is_some_and(|(yes, _)| i16::from(yes) == least)
                    && why(&self.whys, answer).is_none() => {}
            (0, 0) if is_can => {
                let message = "this is never true, so the card can never be played";
                let never =
                    Diagnostic::error(codes::NEVER_PLAYED, span, self.because(message, answer));
                self.add(never, "correct the condition");
            }
            (0, 0) => {
                let message = self.because("this result is always no", answer);
                self.warn(codes::CONSTANT, at, message, "correct the condition");
            }
            (1, 1) => {
                let help = "correct the condition, or remove the function";
                self.warn(codes::CONSTANT, at, "this result is always yes", help);
            }
            _ => self.sides(answer, at),
        }
    }
}

/// The reason why a variable of an expression is 0, if there is one.
fn why(whys: &BTreeMap<Var, &'static str>, expr: &Expr) -> Option<&'static str> {
    match expr {
        Expr::Fixed(_) => None,
        Expr::Var(var) => whys.get(var).copied(),
        Expr::BinOp(_, a, b) => why(whys, a).or_else(|| why(whys, b)),
    }
}

/// Whether a block performs a verb or shows somebody a hand.
fn acts(lexicon: &Lexicon, body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.what {
        StmtKind::Do { .. } => true,
        StmtKind::Choose { from, body, .. } => lexicon.shows_a_hand(from) || acts(lexicon, body),
        StmtKind::Each { body, .. }
        | StmtKind::ChooseSome { body, .. }
        | StmtKind::Repeat { body, .. } => acts(lexicon, body),
        StmtKind::When {
            then, otherwise, ..
        } => acts(lexicon, then) || acts(lexicon, otherwise),
        StmtKind::Read { .. } | StmtKind::Gather { .. } | StmtKind::Toss { .. } => false,
    })
}
