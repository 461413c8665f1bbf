//! The play-time words: `each`, `when … otherwise`, `choose`.
//!
//! While a script is traced their bodies run once, whatever happens in play. Variables from outside are constants in
//! there: changing one would happen exactly once, silently.

use super::fault;
use super::trace::{Shared, Trace};
use super::value::{Kind, Operand, Value, name, operand};
use crate::codes;
use crate::diagnostics::{Diagnostic, Report};
use cardwright_effects::tree::{Expr, Options, Stmt, Var, What};
use cardwright_effects::{MAX_LABELS, Math, Ty};
use rhai::{Dynamic, Engine, EvalAltResult, EvalContext, Expression, ImmutableString, ParseError, Position};

type Failure = Box<EvalAltResult>;
type Done<T = ()> = Result<T, Failure>;

/// The keys under which the play-time words are known; no variable may be called so.
pub(crate) const KEYS: &[&str] = &["each", "when", "choose"];

/// Registers the play-time words.
pub(crate) fn register(engine: &mut Engine, trace: &Shared) {
    word(engine, trace, "each", each_next, |it, inputs, _| it.each(inputs));
    word(engine, trace, "when", when_next, |it, inputs, _| it.when(inputs));
    word(engine, trace, "choose", choose_next, |it, inputs, form| it.choose(inputs, form));
}

/// Registers one word. `next` says what may follow, from the letters of what was read so far: capital letters are
/// fixed words, small ones leave an input.
fn word(
    engine: &mut Engine,
    trace: &Shared,
    key: &str,
    next: fn(&str, &str) -> Option<(char, &'static str)>,
    run: fn(&mut Tracer<'_, '_, '_, '_, '_, '_, '_>, &[Expression<'_>], &str) -> Done,
) {
    let trace = trace.clone();
    engine.register_custom_syntax_with_state_raw(
        key,
        move |_, ahead, state| -> Result<Option<ImmutableString>, ParseError> {
            let mut form = state.clone().into_string().unwrap_or_default();
            let Some((letter, symbol)) = next(&form, ahead) else { return Ok(None) };
            form.push(letter);
            *state = form.into();
            Ok(Some(symbol.into()))
        },
        true,
        move |context, inputs, state| {
            let form = state.clone().into_string().unwrap_or_default();
            run(&mut Tracer { context, trace: &trace }, inputs, &form)?;
            Ok(Dynamic::UNIT)
        },
    );
}

const EXPR: &str = "$expr$";
const BLOCK: &str = "$block$";

/// `each x in SET { … }`
fn each_next(form: &str, _: &str) -> Option<(char, &'static str)> {
    Some(match form {
        "" => ('i', "$ident$"),
        "i" => ('N', "in"),
        "iN" => ('s', EXPR),
        "iNs" => ('b', BLOCK),
        _ => return None,
    })
}

/// `when C { … } [otherwise when C { … }] [otherwise { … }]`
fn when_next(form: &str, ahead: &str) -> Option<(char, &'static str)> {
    Some(match form.chars().last() {
        None | Some('W') => ('c', EXPR),
        Some('c') => ('b', BLOCK),
        Some('b') if ahead == "otherwise" => ('O', "otherwise"),
        Some('O') if ahead == "when" => ('W', "when"),
        Some('O') => ('z', BLOCK),
        _ => return None,
    })
}

/// `choose x in SET [by WHO] { … }`, `choose n from A to B [by WHO] { … }`,
/// `choose [by WHO] either "…" [when C] { … } or "…" [when C] { … }`
fn choose_next(form: &str, ahead: &str) -> Option<(char, &'static str)> {
    let named = form.contains('i');
    Some(match form.chars().last() {
        None if ahead == "either" => ('E', "either"),
        None | Some('s' | 't') if ahead == "by" => ('Y', "by"),
        None => ('i', "$ident$"),
        Some('i') if ahead == "from" => ('F', "from"),
        Some('i') => ('N', "in"),
        Some('N') => ('s', EXPR),
        Some('F') => ('f', EXPR),
        Some('f') => ('T', "to"),
        Some('T') => ('t', EXPR),
        Some('Y') => ('w', EXPR),
        Some('w') if !named => ('E', "either"),
        Some('E' | 'O') => ('l', "$string$"),
        Some('l') if ahead == "when" => ('W', "when"),
        Some('W') => ('c', EXPR),
        Some('s' | 't' | 'w' | 'l' | 'c') => ('b', BLOCK),
        Some('b') if ahead == "or" && !named => ('O', "or"),
        _ => return None,
    })
}

struct Tracer<'x, 'a, 's, 'ps, 'g, 'c, 't> {
    context: &'x mut EvalContext<'a, 's, 'ps, 'g, 'c, 't>,
    trace: &'x Shared,
}

impl Tracer<'_, '_, '_, '_, '_, '_, '_> {
    fn each(&mut self, inputs: &[Expression<'_>]) -> Done {
        let [name, set, body] = inputs else { return Ok(()) };
        let at = self.keyword("each", name.position());
        let value = self.value(set)?;
        self.refuse_in_answer("each", at);
        let (of, thing) = self.trace.borrow_mut().small_set(&value, set.position());
        self.open(at)?;
        let (var, item) = self.trace.borrow_mut().item(at, of.is_some().then_some(Ty::One(thing)));
        self.body(Some((name, item)), body)?;
        let mut trace = self.trace.borrow_mut();
        let body = trace.close();
        if let Some(of) = of {
            trace.push(at, What::Each { var, of, body });
        }
        Ok(())
    }

    fn when(&mut self, inputs: &[Expression<'_>]) -> Done {
        let [condition, then, rest @ ..] = inputs else { return Ok(()) };
        let at = self.keyword("when", start(condition));
        self.refuse_in_answer("when", at);
        let value = self.value(condition)?;
        let truth = self.trace.borrow_mut().condition(&value, condition.position());
        self.open(at)?;
        self.body(None, then)?;
        let then = self.trace.borrow_mut().close();
        self.open(at)?;
        match rest {
            [] => {}
            [last] => self.body(None, last)?,
            chain => self.when(chain)?,
        }
        let mut trace = self.trace.borrow_mut();
        let otherwise = trace.close();
        if let Some(truth) = truth {
            trace.push(at, What::When { truth, then, otherwise });
        }
        Ok(())
    }

    fn choose(&mut self, inputs: &[Expression<'_>], form: &str) -> Done {
        let letters: Vec<char> = form.chars().filter(char::is_ascii_lowercase).collect();
        let all: Vec<(char, &Expression<'_>)> = letters.into_iter().zip(inputs).collect();
        let Some((_, first)) = all.first() else { return Ok(()) };
        let at = self.keyword("either", first.position());
        let at = self.keyword("by", at);
        let at = self.keyword("choose", at);
        self.refuse_in_answer("choose", at);
        if form.contains('E') { self.either(&all, at) } else { self.choose_one(&all, at) }
    }

    fn choose_one(&mut self, all: &[(char, &Expression<'_>)], at: Position) -> Done {
        let find = |letter: char| all.iter().find(|(one, _)| *one == letter).map(|(_, input)| *input);
        let (Some(name), Some(body)) = (find('i'), find('b')) else { return Ok(()) };
        let mut or_none = false;
        let (from, ty) = match (find('s'), find('f'), find('t')) {
            (Some(set), ..) => {
                let value = self.choice(set, &mut or_none)?;
                self.trace.borrow_mut().options(&value, set.position())
            }
            (_, Some(low), Some(high)) => {
                let low = self.number(low, &mut or_none)?;
                let high = self.number(high, &mut or_none)?;
                (low.zip(high).map(|(low, high)| Options::Numbers(low, high)), Ty::Number)
            }
            _ => return Ok(()),
        };
        let by = self.who(find('w'), &mut or_none)?;
        if let (Some(from), Some(by), Some(set)) = (&from, &by, find('s')) {
            self.trace.borrow_mut().check_secret(from, by, set.position());
        }
        let before = self.trace.borrow().found.len();
        self.open(at)?;
        let (var, item) = self.trace.borrow_mut().item(at, from.is_some().then_some(ty));
        self.body(Some((name, item)), body)?;
        let mut trace = self.trace.borrow_mut();
        let body = trace.close();
        if let (Some(from), Some(by)) = (from, by) {
            // A mistake in the body may be why.
            if trace.uses(var) == 0 && trace.found.len() == before {
                let unused = Diagnostic::warning(
                    codes::UNUSED_CHOICE,
                    trace.source.span(name.position()),
                    "nothing uses what is chosen here",
                );
                trace.report(unused.help("use the variable inside the braces, or leave the choice out"));
            }
            trace.push(at, What::Choose { var, by, from, optional: or_none, body });
        }
        Ok(())
    }

    /// Named courses: a choice of a number, and a chain of conditions on it.
    fn either(&mut self, all: &[(char, &Expression<'_>)], at: Position) -> Done {
        let mut or_none = false;
        let who = all.iter().find(|(letter, _)| *letter == 'w').map(|(_, who)| *who);
        let by = self.who(who, &mut or_none)?;
        let mut labels: Vec<(String, Expr)> = Vec::new();
        let mut bodies = Vec::new();
        let (var, _) = self.trace.borrow_mut().item(at, Some(Ty::Number));
        for (letter, input) in all {
            match letter {
                'l' => labels.push((input.get_string_value().unwrap_or_default().to_owned(), Expr::Fixed(1))),
                'c' => {
                    let value = self.value(input)?;
                    let truth = self.trace.borrow_mut().condition(&value, input.position());
                    if let (Some((_, open)), Some(truth)) = (labels.last_mut(), truth) {
                        *open = truth;
                    }
                }
                'b' => {
                    self.open(at)?;
                    self.body(None, input)?;
                    bodies.push(self.trace.borrow_mut().close());
                }
                _ => {}
            }
        }
        let mut trace = self.trace.borrow_mut();
        trace.check_labels(&labels, at);
        let at_stmt = trace.source.at(at);
        let body = bodies.into_iter().enumerate().rev().fold(Vec::new(), |otherwise, (place, then)| {
            let is = Expr::Math(Math::Eq, Box::new(Expr::Var(var)), Box::new(Expr::Fixed(place as i16)));
            vec![Stmt { at: at_stmt, what: What::When { truth: is, then, otherwise } }]
        });
        if let Some(by) = by {
            trace.push(at, What::Choose { var, by, from: Options::Labels(labels), optional: or_none, body });
        }
        Ok(())
    }

    /// Who is asked: the owner, if nobody is named.
    fn who(&mut self, who: Option<&Expression<'_>>, or_none: &mut bool) -> Done<Option<Expr>> {
        let Some(who) = who else { return Ok(Some(Expr::Var(0))) };
        let value = self.choice(who, or_none)?;
        let mut trace = self.trace.borrow_mut();
        let at = who.position();
        match operand(&value) {
            Operand::Typed(expr, ty) if Some(ty) == trace.owner_type() => {
                Ok(trace.check(&expr, at).then_some(expr))
            }
            Operand::Poison => Ok(None),
            other => {
                let (is, wanted) = (name(&other, &trace.lexicon), trace.owner_type());
                let wanted = wanted.map_or_else(String::new, |ty| trace.lexicon.type_name(ty));
                let message = format!("{wanted} chooses, and this is {is}");
                trace.error(codes::WRONG_ARGUMENT, at, message, "write `choose … by x { }`");
                Ok(None)
            }
        }
    }

    fn number(&mut self, input: &Expression<'_>, or_none: &mut bool) -> Done<Option<Expr>> {
        let value = self.choice(input, or_none)?;
        let mut trace = self.trace.borrow_mut();
        match trace.typed(&value, Ty::Number, input.position()) {
            Ok(expr) => Ok(Some(expr)),
            Err(None) => Ok(None),
            Err(Some(is)) => {
                let message = format!("a number is chosen between two numbers, and this is {is}");
                trace.error(
                    codes::WRONG_ARGUMENT,
                    input.position(),
                    message,
                    "write `choose n from 1 to 3 { }`",
                );
                Ok(None)
            }
        }
    }

    /// A value that `or none` may stand behind; it is taken off and noted.
    fn choice(&mut self, input: &Expression<'_>, or_none: &mut bool) -> Done<Dynamic> {
        let value = self.value(input)?;
        let kind = value.read_lock::<Value>().filter(|value| value.or_none).map(|value| value.kind.clone());
        Ok(match kind {
            None => value,
            Some(kind) => {
                *or_none = true;
                Dynamic::from(Value { kind, or_none: false })
            }
        })
    }

    /// Works an input out. A failure is reported here, and the rest is traced with a value that goes with all.
    fn value(&mut self, input: &Expression<'_>) -> Done<Dynamic> {
        let result = self.context.eval_expression_tree(input);
        match result {
            Ok(value) => Ok(value),
            Err(error) => {
                self.fail(error)?;
                Ok(super::ops::poison())
            }
        }
    }

    fn fail(&mut self, error: Failure) -> Done {
        if fault::is_limit(&error) {
            return Err(error);
        }
        let mut trace = self.trace.borrow_mut();
        let none = trace.source.span(Position::NONE);
        let found = fault::runtime(&error, &trace.source, none);
        trace.report(found);
        Ok(())
    }

    /// Begins a body.
    fn open(&mut self, at: Position) -> Done {
        if self.trace.borrow().full() {
            return Err(EvalAltResult::ErrorTerminated(Dynamic::UNIT, at).into());
        }
        if self.trace.borrow_mut().open() {
            return Ok(());
        }
        let message = format!("more than {} blocks inside each other", crate::limits::BLOCKS);
        Err(EvalAltResult::ErrorDataTooLarge(message, at).into())
    }

    /// Runs a body with its variable, and with every other variable constant.
    fn body(&mut self, binding: Option<(&Expression<'_>, Dynamic)>, body: &Expression<'_>) -> Done {
        let scope = self.context.scope_mut();
        let outside: Vec<(String, bool, Dynamic)> =
            scope.iter().map(|(name, constant, value)| (name.to_owned(), constant, value)).collect();
        scope.rewind(0);
        for (name, _, value) in &outside {
            scope.push_constant_dynamic(name.as_str(), value.clone());
        }
        if let Some((name, value)) = binding {
            scope.push_constant_dynamic(name.get_string_value().unwrap_or_default(), value);
        }
        let result = self.context.eval_expression_tree(body);
        let scope = self.context.scope_mut();
        scope.rewind(0);
        for (name, constant, value) in outside {
            match constant {
                true => scope.push_constant_dynamic(name, value),
                false => scope.push_dynamic(name, value),
            };
        }
        match result {
            Ok(_) => Ok(()),
            Err(error) => self.fail(error),
        }
    }

    /// Where a play-time word stands, when the first thing behind it is known.
    fn keyword(&self, word: &str, behind: Position) -> Position {
        self.trace.borrow().source.word_before(word, behind)
    }

    fn refuse_in_answer(&mut self, word: &str, at: Position) {
        let mut trace = self.trace.borrow_mut();
        if trace.in_hook(word, at) && trace.answers {
            let message = format!("`{word}` belongs to functions that act, and this one only answers");
            trace.error(
                codes::ACTS_IN_ANSWER,
                at,
                message,
                "put conditions together with `and`, `or` and `not( )`",
            );
        }
    }
}

/// Where an expression begins: Rhai's position of an operator is that of its sign.
fn start(expr: &rhai::Expr) -> Position {
    match expr {
        rhai::Expr::FnCall(call, _)
            if call.is_operator_call() || matches!(call.name.as_str(), "and" | "or") =>
        {
            call.args.first().map_or(Position::NONE, start)
        }
        rhai::Expr::Dot(parts, ..) | rhai::Expr::Index(parts, ..) => start(&parts.lhs),
        other => other.start_position(),
    }
}

impl Trace {
    /// The type of the first parameter: who owns the card.
    fn owner_type(&self) -> Option<Ty> {
        self.params.first().map(|param| param.ty)
    }

    /// A new variable of the present block, and what a script gets for it.
    fn item(&mut self, at: Position, ty: Option<Ty>) -> (Var, Dynamic) {
        let here = self.source.at(at);
        let var = self.variable(here);
        let value = ty.map_or_else(Value::poison, |ty| Value::known(Expr::Var(var), ty));
        (var, Dynamic::from(value))
    }

    fn condition(&mut self, value: &Dynamic, at: Position) -> Option<Expr> {
        match self.typed(value, Ty::Truth, at) {
            Ok(expr) => Some(expr),
            Err(None) => None,
            Err(Some(is)) => {
                let message = format!("`when` wants a yes-or-no, and this is {is}");
                self.error(codes::WRONG_ARGUMENT, at, message, "write a condition, such as `me.energy > 3`");
                None
            }
        }
    }

    fn small_set(&mut self, value: &Dynamic, at: Position) -> (Option<Expr>, u8) {
        match operand(value) {
            Operand::Typed(expr, Ty::Many(thing)) => (self.check(&expr, at).then_some(expr), thing),
            Operand::Poison => (None, 0),
            set @ Operand::Large { .. } => {
                self.report_large(&set, at);
                (None, 0)
            }
            Operand::None => {
                let message = "`none` has no meaning behind `each`";
                self.error(codes::NONE_MISPLACED, at, message, "write `each x in … { }`");
                (None, 0)
            }
            other => {
                let message =
                    format!("`each` walks through a set, and this is {}", name(&other, &self.lexicon));
                let help = "for a list or numbers that are known now, write `for x in … { }`";
                self.error(codes::WRONG_ARGUMENT, at, message, help);
                (None, 0)
            }
        }
    }

    /// What a choice is made from, and the type of what is chosen.
    fn options(&mut self, value: &Dynamic, at: Position) -> (Option<Options>, Ty) {
        match value.read_lock::<Value>().map(|value| value.kind.clone()) {
            Some(Kind::Large { noun, args, thing }) => {
                let alive = args.iter().all(|arg| self.check(arg, at));
                (alive.then_some(Options::Listed { noun, args }), Ty::One(thing))
            }
            Some(Kind::Poison) => (None, Ty::Number),
            Some(Kind::Known(expr, Ty::Many(thing))) => {
                (self.check(&expr, at).then_some(Options::Set(expr, thing)), Ty::One(thing))
            }
            _ => {
                let message = format!(
                    "`choose … in` wants a set, and this is {}",
                    name(&operand(value), &self.lexicon)
                );
                self.error(
                    codes::WRONG_ARGUMENT,
                    at,
                    message,
                    "for a number write `choose n from 1 to 3 { }`",
                );
                (None, Ty::Number)
            }
        }
    }

    /// Refuses to show a secret set to somebody who may not know its members.
    fn check_secret(&mut self, from: &Options, by: &Expr, at: Position) {
        let Options::Listed { noun, args } = from else { return };
        let Some(noun) = self.lexicon.nouns.get(usize::from(*noun)).copied() else { return };
        let Some(place) = noun.secret.map(usize::from) else { return };
        if args.get(place) == Some(by) {
            return;
        }
        let param = noun.params.get(place).map_or("robot", |param| param.name);
        let message = format!("`{}` is secret: only its `{param}` may choose from it", noun.name);
        let help = format!("write the same variable behind `by`, for example: {}", noun.example);
        self.error(codes::SECRET_SET, at, message, help);
    }

    fn check_labels(&mut self, labels: &[(String, Expr)], at: Position) {
        if labels.len() > MAX_LABELS {
            let message = format!("this choice has more than {MAX_LABELS} courses");
            self.error(codes::EFFECT_LIMIT, at, message, "share them out to several choices");
        }
        for (label, _) in labels {
            let mut found = Report::default();
            crate::fields::check_shown(label, "course", self.source.span(at), &mut found);
            found.found.list.into_iter().for_each(|one| self.report(one));
        }
        let twice = labels
            .iter()
            .enumerate()
            .find(|(place, (label, _))| labels.iter().take(*place).any(|(l, _)| l == label));
        if let Some((_, (label, _))) = twice {
            let message = format!("the course \"{}\" stands twice", crate::fields::short(label));
            self.error(codes::SHADOWS, at, message, "give each course a name of its own");
        }
    }
}
