//! Whether what a card does makes sense: conditions that never hold, verbs where they do nothing, amounts that do
//! not count, loops and questions without a consequence.

pub(crate) mod bounds;
mod keeps;
pub(crate) mod range;
mod secret;
mod secrets;
mod sets;
mod stays;

use crate::codes::{self, Code};
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::near;
use crate::script::trace::Script;
use cardwright_effects::machine::MAX_NUMBERS;
use cardwright_effects::tree::{Effect, Expr, Members, Options, SourcePos, Stmt, StmtKind, Var};
use cardwright_effects::{BinOp, Bound, CardKind, FactType, FactValue, Lexicon, Noun, Ty, Verb, Windows};
pub(crate) use keeps::keeps;
use range::Ranges;
pub(crate) use stays::stays;
use std::collections::{BTreeMap, BTreeSet};

/// The moments in which a card is played.
pub(crate) struct Moments {
    pub(crate) windows: &'static Windows,
    /// The words of the windows it names; none for all of them.
    pub(crate) named: Option<Vec<&'static str>>,
}

impl Moments {
    /// The windows that a card of a kind names.
    pub(crate) fn of(lexicon: &Lexicon, kind: &CardKind, facts: &[(u8, FactValue)]) -> Option<Moments> {
        let is = |windows: &&Windows| {
            lexicon.kinds.get(usize::from(windows.kind)).is_some_and(|one| one.name == kind.name)
        };
        let windows = lexicon.windows.iter().find(is)?;
        let FactType::SomeOf(words) = kind.facts.get(usize::from(windows.fact))?.ty else { return None };
        let named = facts.iter().find(|(fact, _)| *fact == windows.fact).and_then(|(_, value)| match value {
            FactValue::Words(places) => Some(places),
            _ => None,
        });
        let named: Vec<&'static str> =
            named.into_iter().flatten().filter_map(|place| words.get(usize::from(*place)).copied()).collect();
        Some(Moments { windows, named: Some(named).filter(|named| !named.contains(&windows.any)) })
    }

    /// Whether the card names no window at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.named.as_ref().is_some_and(Vec::is_empty)
    }
}

/// Looks at the effect of one hook.
pub(crate) fn effect(
    lexicon: &Lexicon,
    hook: u8,
    effect: &Effect,
    moments: Option<&Moments>,
    script: &Script,
    report: &mut Report,
) {
    secrets::look(lexicon, effect, script, report);
    let mut look = Look {
        lexicon,
        hook,
        moments: moments.filter(|moments| moments.windows.hook == hook),
        script,
        report,
        ranges: Ranges::default(),
        usual: Ranges::default(),
        bound: None,
        sets: BTreeMap::new(),
        used: BTreeSet::new(),
        verbs: Vec::new(),
    };
    look.uses(&effect.body);
    effect.answer.iter().for_each(|answer| look.used_in(answer));
    look.block(&effect.body);
    secret::check(lexicon, &effect.body, |at| script.span_of(at), look.report);
    match &effect.answer {
        Some(answer) => look.answer(answer, effect.at, moments),
        None => look.acts(effect.at),
    }
}

/// Looks at the verbs of a hook of which not all is known: whether they do something when it runs. `sure` says whether
/// no other verb may be among what is not known.
pub(crate) fn verbs(
    lexicon: &Lexicon,
    hook: u8,
    (tried, sure): (&[(u8, SourcePos)], bool),
    moments: Option<&Moments>,
    script: &Script,
    report: &mut Report,
) {
    let moments = moments.filter(|moments| moments.windows.hook == hook);
    let (ranges, usual, used, verbs) = (Ranges::default(), Ranges::default(), BTreeSet::new(), Vec::new());
    let sets = BTreeMap::new();
    let mut look =
        Look { lexicon, hook, moments, script, report, ranges, usual, bound: None, sets, used, verbs };
    for (verb, at) in tried {
        let Some(verb) = lexicon.verbs.get(usize::from(*verb)) else { continue };
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
    /// The same where no card raises a bound.
    usual: Ranges,
    /// A bound that says why the usual ranges are narrower.
    bound: Option<Bound>,
    /// The sort of the members of each variable that is a set.
    sets: BTreeMap<Var, u8>,
    /// Variables that something uses.
    used: BTreeSet<Var>,
    /// The verbs it does, and where.
    verbs: Vec<(&'static Verb, SourcePos)>,
}

impl Look<'_> {
    fn add(&mut self, found: Diagnostic, help: impl Into<String>) {
        self.report.add(found.help(help));
    }

    fn span(&self, at: SourcePos) -> Span {
        self.script.span_of(at)
    }

    fn warn(&mut self, code: Code, at: SourcePos, message: impl Into<String>, help: impl Into<String>) {
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
                StmtKind::ChooseSome { by, of, count, body, .. } => {
                    [by, of, count].into_iter().for_each(|expr| self.used_in(expr));
                    self.uses(body);
                }
                StmtKind::Repeat { times, body } => {
                    self.used_in(times);
                    self.uses(body);
                }
                StmtKind::Gather { of, body, value, .. } => {
                    of.exprs().iter().for_each(|expr| self.used_in(expr));
                    self.uses(body);
                    self.used_in(value);
                }
                StmtKind::Toss { .. } => {}
                StmtKind::When { truth, then, otherwise } => {
                    self.used_in(truth);
                    self.uses(then);
                    self.uses(otherwise);
                }
                StmtKind::Choose { by, from, body, .. } => {
                    self.used_in(by);
                    match from {
                        Options::Set(set, _) => self.used_in(set),
                        Options::Numbers(low, high) => [low, high].iter().for_each(|end| self.used_in(end)),
                        Options::Listed { args, .. } => args.iter().for_each(|arg| self.used_in(arg)),
                        Options::Labels(labels) => labels.iter().for_each(|(_, open)| self.used_in(open)),
                    }
                    self.uses(body);
                }
            }
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
            StmtKind::Read { var, noun, args } => {
                args.iter().for_each(|arg| self.expr(arg, *at));
                if let Some(noun) = self.lexicon.nouns.get(usize::from(*noun)) {
                    self.asks_itself(noun, *at);
                    self.read(*var, noun, args);
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
            }
            StmtKind::Each { var, of, body, .. } => self.each(*var, of, body, *at),
            StmtKind::ChooseSome { of, count, up_to, body, .. } => {
                self.expr(of, *at);
                self.choose_some(count, *up_to, *at);
                self.block(body);
            }
            StmtKind::Repeat { times, body } => self.repeat(times, body, *at),
            StmtKind::Gather { .. } => self.gather(what, *at),
            StmtKind::Toss { var } => self.toss(*var, *at),
            StmtKind::When { truth, then, otherwise } => self.when(truth, then, otherwise, *at),
            StmtKind::Choose { var, from, body, .. } => self.choose(*var, from, body, *at),
        }
    }

    /// A noun that asks for what this hook answers.
    fn asks_itself(&mut self, noun: &Noun, at: SourcePos) {
        let hook = self.lexicon.hooks.get(usize::from(self.hook)).map_or("", |hook| hook.name);
        if noun.asks.contains(&self.hook) {
            let span = self.span(at);
            let message =
                format!("`{}` asks for what `{hook}` answers, so it cannot be read here", noun.name);
            let help = "work the answer out from something else";
            self.add(Diagnostic::error(codes::WRONG_MOMENT, span, message), help);
        }
    }

    /// What a value that is read can be.
    fn read(&mut self, var: Var, noun: &Noun, args: &[Expr]) {
        let holds = noun.holds_in.contains(&self.hook) && args == [Expr::Var(0)];
        let range = if holds { (1, 1) } else { Ranges::of_noun(self.lexicon, noun) };
        self.ranges.set(var, range);
        self.usual.set(var, (range.0, noun.bound.map_or(range.1, |bound| range.1.min(bound.most))));
        self.bound = self.bound.or(noun.bound);
    }

    /// Tells of a condition that never holds unless cards raise a bound.
    fn usually_never(&mut self, truth: &Expr, at: SourcePos) {
        let never = self.usual.range(truth) == (0, 0) && self.ranges.range(truth) != (0, 0);
        let Some(bound) = self.bound.filter(|_| never) else { return };
        let message = format!("this condition never holds: {}", bound.why);
        let found = Diagnostic::warning(codes::CONSTANT, self.span(at), message);
        self.report.hold(vec![(bound.raised_by, found.help("correct the condition"))]);
    }

    /// A part of an expression that cannot be meant.
    fn expr(&mut self, expr: &Expr, at: SourcePos) {
        let Expr::BinOp(math, a, b) = expr else { return };
        self.expr(a, at);
        self.expr(b, at);
        if matches!(math, BinOp::Div | BinOp::Rem) && self.ranges.range(b) == (0, 0) {
            self.warn(
                codes::CONSTANT,
                at,
                "this divides by 0, and so is always 0",
                "divide by another number",
            );
        }
    }

    fn each(&mut self, var: Var, of: &Members, body: &[Stmt], at: SourcePos) {
        of.exprs().iter().for_each(|expr| self.expr(expr, at));
        self.one_of(var, of);
        if body.is_empty() {
            self.warn(codes::NOTHING_DONE, at, "nothing is done for each of these", "leave `each` out");
        } else if !self.used.contains(&var) && !self.is_silenced(at) {
            let help = "use the variable, or begin its name with `_` if the same is meant for each";
            self.warn(codes::UNUSED_LOOP, at, "the same is done for each, whichever it is", help);
        }
        self.block(body);
    }

    /// Whether the variable behind the word at a place begins with `_`.
    fn is_silenced(&self, at: SourcePos) -> bool {
        let behind = self.script.text().get(self.span(at).end..).unwrap_or_default();
        behind.trim_start().starts_with('_')
    }

    fn when(&mut self, truth: &Expr, then: &[Stmt], otherwise: &[Stmt], at: SourcePos) {
        self.expr(truth, at);
        self.usually_never(truth, at);
        match self.ranges.range(truth) {
            (0, 0) => {
                let help = match otherwise {
                    [] => "correct the condition, or leave the whole out",
                    _ => "correct the condition, or leave only what stands behind `otherwise`",
                };
                self.warn(codes::CONSTANT, at, "this condition never holds", help);
            }
            (1, 1) => {
                let help = match otherwise {
                    [] => "correct the condition, or leave `when` out",
                    _ => "correct the condition; what stands behind `otherwise` is never done",
                };
                self.warn(codes::CONSTANT, at, "this condition always holds", help);
            }
            _ if then.is_empty() && otherwise.is_empty() => {
                self.warn(
                    codes::NOTHING_DONE,
                    at,
                    "nothing is done, whether this holds or not",
                    "leave it out",
                );
            }
            _ => {}
        }
        self.block(then);
        self.block(otherwise);
    }

    fn choose(&mut self, var: Var, from: &Options, body: &[Stmt], at: SourcePos) {
        match from {
            Options::Set(set, _) => {
                self.expr(set, at);
                self.member(var, set);
            }
            Options::Numbers(low, high) => self.numbers(var, low, high, at),
            Options::Listed { args, .. } => args.iter().for_each(|arg| self.expr(arg, at)),
            Options::Labels(labels) => {
                self.labels(labels, at);
                // The chain of conditions under it asks which course was taken; nobody wrote it.
                return self.courses(body);
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
            self.warn(codes::CONSTANT, at, message, "the smaller number stands first");
        } else if low.0 == high.1 {
            let message = format!("only {} can be chosen here", low.0);
            self.warn(codes::CONSTANT, at, message, "correct the bounds, or leave the choice out");
        }
        self.too_many(low.1, high.0, at);
        let range = (low.0.min(high.1), high.1.max(low.0));
        self.ranges.set(var, range);
        self.usual.set(var, range);
    }

    /// A choice between more numbers than are ever offered, whatever the two ends come to.
    fn too_many(&mut self, low: i16, high: i16, at: SourcePos) {
        let numbers = i32::from(high) - i32::from(low) + 1;
        if numbers > MAX_NUMBERS.into() {
            let message = format!("these are {numbers} numbers to choose from");
            let found = Diagnostic::error(codes::EFFECT_LIMIT, self.span(at), message);
            self.add(found, format!("offer at most {MAX_NUMBERS}"));
        }
    }

    fn labels(&mut self, labels: &[(String, Expr)], at: SourcePos) {
        for (label, open) in labels {
            self.expr(open, at);
            if self.ranges.range(open) == (0, 0) {
                let message = format!("the course \"{}\" can never be chosen", crate::fields::short(label));
                self.warn(codes::CONSTANT, at, message, "correct its condition, or leave the course out");
            }
        }
        if let [(label, _)] = labels {
            let message =
                format!("\"{}\" is the only course, so nobody is asked", crate::fields::short(label));
            self.warn(
                codes::CONSTANT,
                at,
                message,
                "write a second course with `or`, or leave the choice out",
            );
        }
    }

    fn courses(&mut self, body: &[Stmt]) {
        for stmt in body {
            if let StmtKind::When { then, otherwise, .. } = &stmt.what {
                self.block(then);
                self.courses(otherwise);
            }
        }
    }

    fn verb(&mut self, verb: &'static Verb, args: &[Expr], at: SourcePos) {
        self.moment(verb, at);
        let Some(amount) = verb.sense.amount else { return };
        let Some(arg) = args.get(usize::from(amount.param)) else { return };
        let range = self.ranges.range(arg);
        if range.1 <= 0 {
            let message = format!("`{}` does nothing with {}", verb.name, range.1);
            self.warn(codes::VOID_AMOUNT, at, message, "write a number of 1 or more, or leave it out");
        } else {
            let own = amount.own.filter(|(hooks, _)| hooks.contains(&self.hook));
            let exceeded = bounds::exceeded(&amount, own.is_some(), range.0, self.span(at));
            self.report.hold(exceeded);
        }
    }

    /// Whether a verb does something in this hook.
    fn moment(&mut self, verb: &'static Verb, at: SourcePos) {
        self.verbs.push((verb, at));
        if let Some(hooks) = verb.sense.hooks
            && !hooks.contains(&self.hook)
        {
            self.wrong_hook(verb, hooks, at);
        }
    }

    fn wrong_hook(&mut self, verb: &Verb, hooks: &[u8], at: SourcePos) {
        let hook_name = |place: &u8| self.lexicon.hooks.get(usize::from(*place)).map(|hook| hook.name);
        let here = hook_name(&self.hook).unwrap_or_default();
        let names: Vec<&str> = hooks.iter().filter_map(hook_name).collect();
        let help = match names.as_slice() {
            [] => "only effect symbols in a card file do it".to_owned(),
            names => format!("it does something in: {}", near::list(names)),
        };
        let span = self.span(at);
        let message = format!("`{}` does nothing in `{here}`", verb.name);
        self.add(Diagnostic::error(codes::WRONG_MOMENT, span, message), help);
    }

    /// A hook that acts must do something, in one of its windows at least.
    fn acts(&mut self, at: SourcePos) {
        if self.verbs.is_empty() {
            self.warn(
                codes::NOTHING_DONE,
                at,
                "this function does nothing",
                "do something with a verb, or leave it out",
            );
        }
        self.windows(true);
    }

    /// The verbs must do something in one of the windows that the card names.
    fn windows(&mut self, sure: bool) {
        let verbs = std::mem::take(&mut self.verbs);
        let Some(named) = self.moments.and_then(|moments| moments.named.as_ref()) else { return };
        let idle = |verb: &Verb| {
            verb.sense.windows.filter(|useful| !named.iter().any(|window| useful.contains(window)))
        };
        let all = sure && !named.is_empty() && verbs.iter().all(|(verb, _)| idle(verb).is_some());
        for (verb, at) in verbs.iter().filter(|_| !named.is_empty()) {
            let Some(useful) = idle(verb) else { continue };
            let windows = if named.len() == 1 { "window" } else { "windows" };
            let message = format!("`{}` does nothing in the {windows} {}", verb.name, near::list(named));
            let found = match all {
                true => Diagnostic::error(codes::WRONG_MOMENT, self.span(*at), message),
                false => Diagnostic::warning(codes::WRONG_MOMENT, self.span(*at), message),
            };
            self.add(found, format!("it does something in: {}", near::list(useful)));
        }
    }

    /// An answer that is always the same.
    fn answer(&mut self, answer: &Expr, at: SourcePos, moments: Option<&Moments>) {
        self.expr(answer, at);
        self.usually_never(answer, at);
        let is_can = moments.is_some_and(|moments| moments.windows.can == Some(self.hook));
        let span = self.span(at);
        if self.lexicon.hooks.get(usize::from(self.hook)).is_some_and(|hook| hook.number) {
            if self.ranges.range(answer).1 <= 0 {
                let message = "this number is never more than 0, so it changes nothing";
                self.warn(codes::CONSTANT, at, message, "correct it, or leave the function out");
            }
            return;
        }
        match self.ranges.range(answer) {
            (0, 0) if is_can => {
                let never = Diagnostic::error(
                    codes::NEVER_PLAYED,
                    span,
                    "this is never true, so the card can never be played",
                );
                self.add(never, "correct the condition");
            }
            (0, 0) => self.warn(codes::CONSTANT, at, "this answer is always no", "correct the condition"),
            (1, 1) => {
                let help = "correct the condition, or leave the function out";
                self.warn(codes::CONSTANT, at, "this answer is always yes", help);
            }
            _ => {}
        }
    }
}

/// Whether a card that is played in windows has both: windows, and something that is done in them. `card` is where it
/// stands, and whether all functions of its script are known.
pub(crate) fn played(
    lexicon: &Lexicon,
    kind: &CardKind,
    moments: &Moments,
    place: impl Fn(&str) -> Option<Span>,
    (card, sure): (Span, bool),
    report: &mut Report,
) {
    let name = |hook: u8| lexicon.hooks.get(usize::from(hook)).map_or("", |hook| hook.name);
    let (play, fact) = (name(moments.windows.hook), kind.facts.get(usize::from(moments.windows.fact)));
    let Some(fact) = fact else { return };
    let help = format!("write `{} = {}` in the card file", fact.name, fact.example);
    match place(play) {
        Some(span) if moments.is_empty() => {
            let message = "this card can never be played: it names no window";
            report.add(
                Diagnostic::error(codes::NEVER_PLAYED, span, message).label(card, "the card").help(help),
            );
        }
        None if !moments.is_empty() && sure => {
            let message = format!("this card names windows, and has no function `{play}` to be done in them");
            let never = Diagnostic::error(codes::NEVER_PLAYED, card, message);
            report.add(
                never.help(format!(
                    "write `fn {play}(me) {{ … }}` in its script, or leave `{}` out",
                    fact.name
                )),
            );
        }
        _ => {}
    }
    if let Some(can) = moments.windows.can.filter(|_| sure)
        && let (None, Some(span)) = (place(play), place(name(can)))
    {
        let message = format!("nobody asks this: the card has no function `{play}`");
        report.add(Diagnostic::warning(codes::UNUSED_FUNCTION, span, message).help("leave it out"));
    }
}
