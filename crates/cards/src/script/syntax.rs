//! The play-time words: `each`, `when … otherwise`, `choose`, `random`, `repeat`; those that make a value of a set stand
//! in [`super::sets`].
//!
//! While a script is traced their bodies run once, whatever happens in play. Variables from outside are constants in
//! there: changing one would happen exactly once, silently.

use super::fault;
use super::sets::{self, Set};
use super::trace::{Shared, Trace};
use super::value::{Kind, Operand, Value, name, operand};
use crate::codes;
use crate::diagnostics::{Diagnostic, Report};
use cardwright_effects::tree::{Expr, Gather, Members, Options, Stmt, StmtKind, Var};
use cardwright_effects::{BinOp, CHANCE, MAX_LABELS, MAX_TIMES, Ty};
use rhai::{
    Dynamic, Engine, EvalAltResult, EvalContext, Expression, ImmutableString, NativeCallContext, ParseError,
    Position,
};

type Failure = Box<EvalAltResult>;
pub(super) type Done<T = ()> = Result<T, Failure>;

/// The keys under which the play-time words are known; no variable may be called so.
pub(crate) const KEYS: &[&str] = &[
    "each", "when", "choose", "random", "repeat", "those", "any", "all", "most", "least", "highest",
    "lowest", "sum",
];

/// Registers the play-time words.
pub(crate) fn register(engine: &mut Engine, trace: &Shared) {
    word(engine, trace, "each", each_next, |it, inputs| it.each(inputs).map(done));
    word(engine, trace, "when", when_next, |it, inputs| it.when(inputs.all).map(done));
    word(engine, trace, "choose", choose_next, |it, inputs| it.choose("choose", inputs).map(done));
    word(engine, trace, "random", choose_next, |it, inputs| it.choose("random", inputs).map(done));
    word(engine, trace, "repeat", repeat_next, |it, inputs| it.repeat(inputs).map(done));
    for (key, how) in sets::BY_CONDITION.iter().copied() {
        word(engine, trace, key, sets::condition_next, move |it, inputs| it.gather(key, how, inputs));
    }
    for (key, how) in sets::BY_NUMBER.iter().copied() {
        word(engine, trace, key, sets::number_next, move |it, inputs| it.gather(key, how, inputs));
    }
    let trace = trace.clone();
    engine.register_fn("coin", move |context: NativeCallContext| {
        trace.borrow_mut().coin(context.call_position())
    });
}

/// What a word gives that only does something.
fn done((): ()) -> Dynamic {
    Dynamic::UNIT
}

/// The inputs of a word, each with its letter.
pub(super) struct Inputs<'i> {
    all: &'i [Expression<'i>],
    form: String,
}

impl<'i> Inputs<'i> {
    fn lettered(&self) -> impl Iterator<Item = (char, &'i Expression<'i>)> {
        self.form.chars().filter(char::is_ascii_lowercase).zip(self.all)
    }

    /// The input of a letter.
    pub(super) fn find(&self, letter: char) -> Option<&'i Expression<'i>> {
        self.lettered().find(|(one, _)| *one == letter).map(|(_, input)| input)
    }
}

/// Registers one word. `next` says what may follow, from the letters of what was read so far: capital letters are
/// fixed words, small ones leave an input.
fn word(
    engine: &mut Engine,
    trace: &Shared,
    key: &str,
    next: fn(&str, &str) -> Option<(char, &'static str)>,
    run: impl Fn(&mut Tracer<'_, '_, '_, '_, '_, '_, '_>, &Inputs<'_>) -> Done<Dynamic> + 'static,
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
            run(&mut Tracer { context, trace: &trace }, &Inputs { all: inputs, form })
        },
    );
}

pub(super) const EXPR: &str = "$expr$";
const BLOCK: &str = "$block$";

/// `each x in SET [where C] [by number] { … }`
fn each_next(form: &str, ahead: &str) -> Option<(char, &'static str)> {
    Some(match form.chars().last() {
        None => ('i', "$ident$"),
        Some('i') => ('N', "in"),
        Some('N') => ('s', EXPR),
        Some('s') if ahead == "where" => ('H', "where"),
        Some('H') => ('h', EXPR),
        Some('s' | 'h') if ahead == "by" => ('Y', "by"),
        Some('Y') => ('U', "number"),
        Some('s' | 'h' | 'U') => ('b', BLOCK),
        _ => return None,
    })
}

/// `repeat N { … }`
fn repeat_next(form: &str, _: &str) -> Option<(char, &'static str)> {
    Some(match form {
        "" => ('k', EXPR),
        "k" => ('b', BLOCK),
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

/// `choose x in SET [where C] [by WHO] { … }`, `choose n from A to B [by WHO] { … }`,
/// `choose N xs in SET …`, `choose up to N xs in SET …`,
/// `choose [by WHO] either "…" [when C] { … } or "…" [when C] { … }`
fn choose_next(form: &str, ahead: &str) -> Option<(char, &'static str)> {
    let named = form.contains(['i', 'j']);
    Some(match form.chars().last() {
        None if ahead == "either" => ('E', "either"),
        None | Some('s' | 't' | 'h') if ahead == "by" => ('Y', "by"),
        None if ahead.starts_with(|c: char| c.is_ascii_digit() || "(-".contains(c)) => ('k', EXPR),
        None => ('i', "$ident$"),
        Some('i') if ahead == "from" => ('F', "from"),
        // `up` was read like a name.
        Some('i') if ahead == "to" => ('P', "to"),
        Some('P') => ('k', EXPR),
        Some('i') if ahead != "in" && ahead.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
            ('j', "$ident$")
        }
        Some('k') => ('j', "$ident$"),
        Some('i' | 'j') => ('N', "in"),
        Some('N') => ('s', EXPR),
        Some('s') if ahead == "where" => ('H', "where"),
        Some('H') => ('h', EXPR),
        Some('F') => ('f', EXPR),
        Some('f') => ('T', "to"),
        Some('T') => ('t', EXPR),
        Some('Y') => ('w', EXPR),
        Some('w') if !named => ('E', "either"),
        Some('E' | 'O') => ('l', "$string$"),
        Some('l') if ahead == "when" => ('W', "when"),
        Some('W') => ('c', EXPR),
        Some('s' | 't' | 'h' | 'w' | 'l' | 'c') => ('b', BLOCK),
        Some('b') if ahead == "or" && !named => ('O', "or"),
        _ => return None,
    })
}

pub(super) struct Tracer<'x, 'a, 's, 'ps, 'g, 'c, 't> {
    context: &'x mut EvalContext<'a, 's, 'ps, 'g, 'c, 't>,
    pub(super) trace: &'x Shared,
}

impl Tracer<'_, '_, '_, '_, '_, '_, '_> {
    fn each(&mut self, inputs: &Inputs<'_>) -> Done {
        let (Some(name), Some(set), Some(body)) = (inputs.find('i'), inputs.find('s'), inputs.find('b'))
        else {
            return Ok(());
        };
        let at = self.keyword("each", name.position());
        let value = self.value(set)?;
        self.refuse_in_answer("each", at);
        let mut of = self.trace.borrow_mut().members("each", &value, set.position());
        // The members of a large set are asked one by one, when each comes.
        let mut asked = inputs.find('h');
        if let Some((Members::Set(small), thing)) = &of
            && let Some(condition) = asked.take()
        {
            let narrowed = self.narrowed(Some((small.clone(), *thing)), name, condition)?;
            of = narrowed.map(|(set, thing)| (Members::Set(set), thing));
            self.trace.borrow_mut().refuse_none(condition.position());
        }
        let turn = self.trace.borrow_mut().turns(&of, inputs.form.contains('U'), at);
        self.open(at)?;
        let (var, item) = self.trace.borrow_mut().item(at, of.as_ref().map(|(_, thing)| Ty::One(*thing)));
        match asked {
            Some(condition) => self.body_where(name, &item, condition, body)?,
            None => self.body(Some((name, item)), body)?,
        }
        let mut trace = self.trace.borrow_mut();
        let body = trace.close();
        if let Some((of, _)) = of {
            trace.push(at, StmtKind::Each { var, of, turn, body });
        }
        Ok(())
    }

    /// A body that is done where a condition on its variable holds.
    fn body_where(
        &mut self,
        name: &Expression<'_>,
        item: &Dynamic,
        condition: &Expression<'_>,
        body: &Expression<'_>,
    ) -> Done {
        let at = self.keyword("where", start(condition));
        let truth = self.asked_of(Gather::Any, name, item.clone(), condition)?;
        self.trace.borrow_mut().refuse_none(condition.position());
        self.open(at)?;
        self.body(Some((name, item.clone())), body)?;
        let mut trace = self.trace.borrow_mut();
        let then = trace.close();
        if let Some(truth) = truth {
            trace.push(at, StmtKind::When { truth, then, otherwise: Vec::new() });
        }
        Ok(())
    }

    fn repeat(&mut self, inputs: &Inputs<'_>) -> Done {
        let (Some(number), Some(body)) = (inputs.find('k'), inputs.find('b')) else { return Ok(()) };
        let at = self.keyword("repeat", start(number));
        self.refuse_in_answer("repeat", at);
        let value = self.value(number)?;
        let times = self.trace.borrow_mut().times("repeat", &value, number.position());
        self.open(at)?;
        self.body(None, body)?;
        let mut trace = self.trace.borrow_mut();
        let body = trace.close();
        if let Some(times) = times {
            trace.push(at, StmtKind::Repeat { times, body });
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
            trace.push(at, StmtKind::When { truth, then, otherwise });
        }
        Ok(())
    }

    /// `choose`, and `random`, which is the same by chance.
    fn choose(&mut self, word: &str, inputs: &Inputs<'_>) -> Done {
        let Some((_, first)) = inputs.lettered().next() else { return Ok(()) };
        let at = self.keyword("either", start(first));
        let at = self.keyword("by", at);
        let at = self.keyword(word, at);
        self.refuse_in_answer(word, at);
        if word == "random" {
            self.trace.borrow_mut().check_random(&inputs.form, at);
        }
        match &inputs.form {
            form if form.contains('E') => self.either(word, inputs, at),
            form if form.contains('j') => self.choose_some(word, inputs, at),
            _ => self.choose_one(word, inputs, at),
        }
    }

    fn choose_one(&mut self, word: &str, inputs: &Inputs<'_>, at: Position) -> Done {
        let find = |letter: char| inputs.find(letter);
        let (Some(name), Some(body)) = (find('i'), find('b')) else { return Ok(()) };
        let mut or_none = false;
        let (from, ty) = match (find('s'), find('f'), find('t')) {
            (Some(set), ..) => {
                let value = self.choice(set, &mut or_none)?;
                match find('h') {
                    None => self.trace.borrow_mut().options(&value, set.position()),
                    Some(condition) => self.narrowed_options(&value, set, (name, condition), &mut or_none)?,
                }
            }
            (_, Some(low), Some(high)) => {
                let low = self.number(low, &mut or_none)?;
                let high = self.number(high, &mut or_none)?;
                (low.zip(high).map(|(low, high)| Options::Numbers(low, high)), Ty::Number)
            }
            _ => return Ok(()),
        };
        let by = self.chooser(word, find('w'), &mut or_none, at)?;
        if let (Some(from), Some(by), Some(set)) = (&from, &by, find('s')) {
            self.trace.borrow_mut().check_secret(from, by, set.position());
        }
        let before = self.trace.borrow().found.len();
        self.open(at)?;
        let (var, item) = self.trace.borrow_mut().item(at, from.is_some().then_some(ty));
        self.trace.borrow_mut().bound_choice(var, from.as_ref());
        self.body(Some((name, item)), body)?;
        let mut trace = self.trace.borrow_mut();
        let body = trace.close();
        if let (Some(from), Some(by)) = (from, by) {
            // A mistake in the body may be why.
            if trace.found.len() == before {
                trace.check_used(var, name.position());
            }
            trace.push(at, StmtKind::Choose { var, by, from, optional: or_none, body });
        }
        Ok(())
    }

    /// What is chosen from, narrowed by the condition behind `where`; `or none` may stand at its end.
    fn narrowed_options(
        &mut self,
        value: &Dynamic,
        set: &Expression<'_>,
        (name, condition): (&Expression<'_>, &Expression<'_>),
        or_none: &mut bool,
    ) -> Done<(Option<Options>, Ty)> {
        let of = self.trace.borrow_mut().small_set("where", value, set.position());
        let thing = of.as_ref().map_or(0, |(_, thing)| *thing);
        let of = self.narrowed(of, name, condition)?;
        *or_none |= std::mem::take(&mut self.trace.borrow_mut().or_none);
        Ok((of.map(|(set, thing)| Options::Set(set, thing)), Ty::One(thing)))
    }

    /// Several members of a set, in one variable.
    fn choose_some(&mut self, word: &str, inputs: &Inputs<'_>, at: Position) -> Done {
        let find = |letter: char| inputs.find(letter);
        let (Some(name), Some(set), Some(body)) = (find('j'), find('s'), find('b')) else { return Ok(()) };
        let up_to = inputs.form.contains('P');
        let Some(number) = find('k').or(find('i')) else { return Ok(()) };
        let count = self.value(number)?;
        let count = self.trace.borrow_mut().times("choose", &count, number.position());
        let mut or_none = false;
        let value = self.choice(set, &mut or_none)?;
        let of = self.trace.borrow_mut().small_set("choose", &value, set.position());
        if let Some(condition) = find('h') {
            let at = self.keyword("where", start(condition));
            let message = "`where` asks one at a time, and this name stands for several";
            let help = "write `in those x in … where …`, with a name of its own for each";
            self.trace.borrow_mut().error(codes::WRONG_ARGUMENT, at, message, help);
            return Ok(());
        }
        let by = self.chooser(word, find('w'), &mut or_none, at)?;
        if or_none {
            let help = "write `choose up to 2 x in … { }`; `or none` goes with a single one";
            let message = "`or none` does not go with several";
            self.trace.borrow_mut().error(codes::NONE_MISPLACED, at, message, help);
        }
        let before = self.trace.borrow().found.len();
        self.open(at)?;
        let many = of.as_ref().map(|(_, thing)| Ty::Many(*thing));
        let (var, item) = self.trace.borrow_mut().item(at, many);
        self.body(Some((name, item)), body)?;
        let mut trace = self.trace.borrow_mut();
        let body = trace.close();
        if let (Some((of, thing)), Some(by), Some(count)) = (of, by, count) {
            if trace.found.len() == before {
                trace.check_used(var, name.position());
            }
            trace.push(at, StmtKind::ChooseSome { var, by, of, thing, count, up_to, body });
        }
        Ok(())
    }

    /// Named courses: a choice of a number, and a chain of conditions on it.
    fn either(&mut self, word: &str, inputs: &Inputs<'_>, at: Position) -> Done {
        let mut or_none = false;
        let by = self.chooser(word, inputs.find('w'), &mut or_none, at)?;
        let mut labels: Vec<(String, Expr)> = Vec::new();
        let mut bodies = Vec::new();
        let (var, _) = self.trace.borrow_mut().item(at, Some(Ty::Number));
        for (letter, input) in inputs.lettered() {
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
            let is = Expr::BinOp(BinOp::Eq, Box::new(Expr::Var(var)), Box::new(Expr::Fixed(place as i16)));
            vec![Stmt { at: at_stmt, what: StmtKind::When { truth: is, then, otherwise } }]
        });
        if let Some(by) = by {
            trace.push(
                at,
                StmtKind::Choose { var, by, from: Options::Labels(labels), optional: or_none, body },
            );
        }
        Ok(())
    }

    /// Who answers: chance, or who is asked.
    fn chooser(
        &mut self,
        word: &str,
        who: Option<&Expression<'_>>,
        or_none: &mut bool,
        at: Position,
    ) -> Done<Option<Expr>> {
        let by = self.who(who, or_none)?;
        if word != "random" {
            return Ok(by);
        }
        if *or_none {
            let message = "chance always chooses something";
            self.trace.borrow_mut().error(codes::NONE_MISPLACED, at, message, "leave `or none` out");
        }
        Ok(by.map(|_| Expr::Fixed(CHANCE)))
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
    pub(super) fn value(&mut self, input: &Expression<'_>) -> Done<Dynamic> {
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
    pub(super) fn open(&mut self, at: Position) -> Done {
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
        self.inside(binding, body).map(|_| ())
    }

    /// What an input comes to with its variable, and with every other variable constant.
    pub(super) fn inside(
        &mut self,
        binding: Option<(&Expression<'_>, Dynamic)>,
        body: &Expression<'_>,
    ) -> Done<Dynamic> {
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
            Ok(value) => Ok(value),
            Err(error) => {
                self.fail(error)?;
                Ok(super::ops::poison())
            }
        }
    }

    /// Where a play-time word stands, when the first thing behind it is known.
    pub(super) fn keyword(&self, word: &str, behind: Position) -> Position {
        self.trace.borrow().source.word_before(word, behind)
    }

    fn refuse_in_answer(&mut self, word: &str, at: Position) {
        let mut trace = self.trace.borrow_mut();
        if trace.in_hook(word, at) {
            trace.refuse_if_asking(word, at);
        }
    }
}

/// Where an expression begins: Rhai's position of an operator is that of its sign.
pub(super) fn start(expr: &rhai::Expr) -> Position {
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
    pub(super) fn item(&mut self, at: Position, ty: Option<Ty>) -> (Var, Dynamic) {
        let here = self.source.at(at);
        let var = self.variable(here);
        if let Some(range) = ty.and_then(|ty| self.lexicon.numbers_of(ty)) {
            self.ranges.set(var, range);
        }
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

    /// What a loop goes through: a set of any size, and the sort of its members.
    pub(super) fn members(&mut self, word: &str, value: &Dynamic, at: Position) -> Option<(Members, u8)> {
        match operand(value) {
            Operand::Large { noun, args, thing } => {
                let alive = args.iter().all(|arg| self.check(arg, at));
                alive.then_some((Members::Listed { noun, args }, thing))
            }
            _ => self.small_set(word, value, at).map(|(set, thing)| (Members::Set(set), thing)),
        }
    }

    pub(super) fn small_set(&mut self, word: &str, value: &Dynamic, at: Position) -> Option<Set> {
        match operand(value) {
            Operand::Typed(expr, Ty::Many(thing)) => self.check(&expr, at).then_some((expr, thing)),
            Operand::Poison => None,
            set @ Operand::Large { .. } => {
                self.report_large(&set, at);
                None
            }
            Operand::None => {
                let message = format!("`none` has no meaning behind `{word}`");
                self.error(codes::NONE_MISPLACED, at, message, format!("write `{word} x in … {{ }}`"));
                None
            }
            other => {
                let is = name(&other, &self.lexicon);
                let (message, help) = match word {
                    "each" => (
                        format!("`each` walks through a set, and this is {is}"),
                        "for a list or numbers that are known now, write `for x in … { }`".to_owned(),
                    ),
                    _ => (
                        format!("`{word}` goes with a set, and this is {is}"),
                        "write a set behind `in`, such as `opponents(me)`".to_owned(),
                    ),
                };
                self.error(codes::WRONG_ARGUMENT, at, message, help);
                None
            }
        }
    }

    /// What leads to whoever's turn it is, where the members of a set have turns and come in that order.
    fn turns(&mut self, of: &Option<(Members, u8)>, by_number: bool, at: Position) -> &'static [u8] {
        let Some((_, thing)) = of else { return &[] };
        let turn = self.lexicon.things.get(usize::from(*thing)).map_or(&[][..], |thing| thing.turn);
        if by_number && turn.is_empty() {
            let things = self.lexicon.thing_names(*thing);
            let span = self.source.span(at);
            let found = Diagnostic::warning(codes::CONSTANT, span, "`by number` changes nothing here");
            self.report(
                found.help(format!("{things} have no turns, and come in this order anyway; leave it out")),
            );
        }
        if by_number { &[] } else { turn }
    }

    /// How often something is done, or how many are chosen.
    fn times(&mut self, word: &str, value: &Dynamic, at: Position) -> Option<Expr> {
        let number = match self.typed(value, Ty::Number, at) {
            Ok(number) => number,
            Err(None) => return None,
            Err(Some(is)) => {
                let message = format!("`{word}` wants a number, and this is {is}");
                self.error(codes::WRONG_ARGUMENT, at, message, format!("write `{word} 2 …`"));
                return None;
            }
        };
        if self.ranges.range(&number).0 > MAX_TIMES {
            let message = format!("`{word}` goes up to {MAX_TIMES}, and this is more");
            self.error(codes::EFFECT_LIMIT, at, message, "write a smaller number");
            return None;
        }
        Some(number)
    }

    /// Notes what a chosen number can be.
    fn bound_choice(&mut self, var: Var, from: Option<&Options>) {
        if let Some(Options::Numbers(low, high)) = from {
            let (low, high) = (self.ranges.range(low), self.ranges.range(high));
            self.ranges.set(var, (low.0.min(high.1), high.1.max(low.0)));
        }
    }

    /// Warns of a choice that nothing uses.
    fn check_used(&mut self, var: Var, at: Position) {
        if self.uses(var) == 0 {
            let span = self.source.span(at);
            let unused = Diagnostic::warning(codes::UNUSED_CHOICE, span, "nothing uses what is chosen here");
            self.report(unused.help("use the variable inside the braces, or leave the choice out"));
        }
    }

    /// Nobody is asked where chance chooses, and it never chooses fewer.
    fn check_random(&mut self, form: &str, at: Position) {
        let (word, help) = match () {
            () if form.contains('Y') => ("by", "nobody is asked; leave `by …` out, or write `choose`"),
            () if form.contains('P') => ("up to", "write the number alone, such as `random 2 x in … { }`"),
            () => return,
        };
        let message = format!("`{word}` does not go with `random`");
        self.error(codes::WRONG_ARGUMENT, at, message, help);
    }

    /// Tosses a coin.
    fn coin(&mut self, at: Position) -> Dynamic {
        if !self.in_hook("coin", at) || self.refuse_if_asking("coin", at) {
            return super::ops::poison();
        }
        let here = self.source.at(at);
        let var = self.variable(here);
        self.ranges.set(var, (0, 1));
        self.push(at, StmtKind::Toss { var });
        Dynamic::from(Value::known(Expr::Var(var), Ty::Truth))
    }

    /// Refuses what does something where something is only asked; says whether it did.
    fn refuse_if_asking(&mut self, word: &str, at: Position) -> bool {
        let (message, help) = match (self.asking > 0, self.answers) {
            (true, _) => (
                format!("`{word}` stands in a condition or number that is only asked"),
                "ask first, and do it behind that",
            ),
            (_, true) => (
                format!("`{word}` belongs to functions that act, and this one only answers"),
                "put conditions together with `and`, `or` and `not( )`",
            ),
            _ => return false,
        };
        self.error(codes::ACTS_IN_ANSWER, at, message, help);
        true
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
        let help = match by {
            // What chance takes out of a secret set, a verb of the game takes, and shows no more than it must.
            Expr::Fixed(CHANCE) => {
                self.verbs_of_chance(noun.gives).unwrap_or_else(|| "leave it to the player".into())
            }
            _ => format!("write the same variable behind `by`, for example: {}", noun.example),
        };
        self.error(codes::SECRET_SET, at, message, help);
    }

    /// The verbs that do something at random with the things that a noun gives, each as it is written.
    fn verbs_of_chance(&self, gives: Ty) -> Option<String> {
        let Ty::Many(thing) = gives else { return None };
        let thing = self.lexicon.things.get(usize::from(thing))?.name;
        let random =
            |verb: &&cardwright_effects::Verb| verb.say.contains("at random") && verb.say.contains(thing);
        let all: Vec<_> =
            self.lexicon.verbs.iter().filter(random).map(|verb| format!("`{}`", verb.example)).collect();
        (!all.is_empty()).then(|| format!("for chance there are verbs: {}", all.join(", ")))
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
