//! The play-time words: `each`, `when … otherwise`, `choose`, `random`, `repeat`. Those that calculate a value from a
//! set are in [`sets`].
//!
//! While a script is traced, their bodies run once, whatever happens in play. Outside variables are constants there: a
//! change would silently happen exactly once.

mod choose;
mod forms;
pub(super) mod sets;

use super::fault;
use super::trace::{Shared, Trace};
use super::value::{Operand, Value, name, operand};
use crate::codes;
use crate::diagnostics::Diagnostic;
use cardwright_effects::tree::{Expr, Gather, Members, StmtKind, Var};
use cardwright_effects::{MAX_TIMES, Ty};
use forms::{choose_next, each_next, repeat_next, when_next};
use rhai::{
    Dynamic, Engine, EvalAltResult, EvalContext, Expression, ImmutableString, NativeCallContext,
    ParseError, Position,
};
use sets::Set;

type Failure = Box<EvalAltResult>;
pub(super) type Done<T = ()> = Result<T, Failure>;

/// The keywords of the play-time words, which cannot be names of variables.
pub(crate) const KEYS: &[&str] = &[
    "each", "when", "choose", "random", "repeat", "those", "any", "all", "most", "least",
    "highest", "lowest", "sum",
];

/// Registers the play-time words.
pub(crate) fn register(engine: &mut Engine, trace: &Shared) {
    word(engine, trace, "each", each_next, |it, inputs| {
        it.each(inputs).map(done)
    });
    word(engine, trace, "when", when_next, |it, inputs| {
        it.when(inputs.all).map(done)
    });
    word(engine, trace, "choose", choose_next, |it, inputs| {
        it.choose("choose", inputs).map(done)
    });
    word(engine, trace, "random", choose_next, |it, inputs| {
        it.choose("random", inputs).map(done)
    });
    word(engine, trace, "repeat", repeat_next, |it, inputs| {
        it.repeat(inputs).map(done)
    });
    for (key, how) in sets::BY_CONDITION.iter().copied() {
        word(
            engine,
            trace,
            key,
            sets::condition_next,
            move |it, inputs| it.gather(key, how, inputs),
        );
    }
    for (key, how) in sets::BY_NUMBER.iter().copied() {
        word(engine, trace, key, sets::number_next, move |it, inputs| {
            it.gather(key, how, inputs)
        });
    }
    let trace = trace.clone();
    engine.register_fn("coin", move |context: NativeCallContext| {
        trace.borrow_mut().coin(context.call_position())
    });
}

/// The result of a word that only does something.
fn done((): ()) -> Dynamic {
    Dynamic::UNIT
}

/// The inputs of a word, each identified by a letter.
pub(super) struct Inputs<'i> {
    all: &'i [Expression<'i>],
    form: String,
}

impl<'i> Inputs<'i> {
    fn lettered(&self) -> impl Iterator<Item = (char, &'i Expression<'i>)> {
        self.form
            .chars()
            .filter(char::is_ascii_lowercase)
            .zip(self.all)
    }

    /// The input with a letter.
    pub(super) fn find(&self, letter: char) -> Option<&'i Expression<'i>> {
        self.lettered()
            .find(|(one, _)| *one == letter)
            .map(|(_, input)| input)
    }
}

/// Registers a word. `next` determines what may follow, from the letters of what was read so far: capital letters are
/// fixed words, small letters are inputs.
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
            let Some((letter, symbol)) = next(&form, ahead) else {
                return Ok(None);
            };
            form.push(letter);
            *state = form.into();
            Ok(Some(symbol.into()))
        },
        true,
        move |context, inputs, state| {
            let form = state.clone().into_string().unwrap_or_default();
            run(
                &mut Tracer {
                    context,
                    trace: &trace,
                },
                &Inputs { all: inputs, form },
            )
        },
    );
}

pub(super) struct Tracer<'x, 'a, 's, 'ps, 'g, 'c, 't> {
    context: &'x mut EvalContext<'a, 's, 'ps, 'g, 'c, 't>,
    pub(super) trace: &'x Shared,
}

impl Tracer<'_, '_, '_, '_, '_, '_, '_> {
    fn each(&mut self, inputs: &Inputs<'_>) -> Done {
        let (Some(name), Some(set), Some(body)) =
            (inputs.find('i'), inputs.find('s'), inputs.find('b'))
        else {
            return Ok(());
        };
        let at = self.keyword("each", name.position());
        let value = self.value(set)?;
        self.refuse_in_answer("each", at);
        let mut of = self
            .trace
            .borrow_mut()
            .members("each", &value, set.position());
        // The members of a large set are checked one by one as they are reached.
        let mut asked = inputs.find('h');
        if let Some((Members::Set(small), thing)) = &of
            && let Some(condition) = asked.take()
        {
            let narrowed = self.narrowed(Some((small.clone(), *thing)), name, condition)?;
            of = narrowed.map(|(set, thing)| (Members::Set(set), thing));
            self.trace.borrow_mut().refuse_none(condition.position());
        }
        let turn = self
            .trace
            .borrow_mut()
            .turns(&of, inputs.form.contains('U'), at);
        self.open(at)?;
        self.trace.borrow_mut().enter_loop();
        let (var, item) = self
            .trace
            .borrow_mut()
            .item(at, of.as_ref().map(|(_, thing)| Ty::One(*thing)));
        match asked {
            Some(condition) => self.body_where(name, &item, condition, body)?,
            None => self.body(Some((name, item)), body)?,
        }
        let mut trace = self.trace.borrow_mut();
        trace.leave_loop();
        let body = trace.close();
        if let Some((of, _)) = of {
            trace.push(
                at,
                StmtKind::Each {
                    var,
                    of,
                    turn,
                    body,
                },
            );
        }
        Ok(())
    }

    /// A body that runs if a condition on its variable holds.
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
            trace.push(
                at,
                StmtKind::When {
                    truth,
                    then,
                    otherwise: Vec::new(),
                },
            );
        }
        Ok(())
    }

    fn repeat(&mut self, inputs: &Inputs<'_>) -> Done {
        let (Some(number), Some(body)) = (inputs.find('k'), inputs.find('b')) else {
            return Ok(());
        };
        let at = self.keyword("repeat", start(number));
        self.refuse_in_answer("repeat", at);
        let value = self.value(number)?;
        let times = self
            .trace
            .borrow_mut()
            .times("repeat", &value, number.position());
        self.open(at)?;
        self.trace.borrow_mut().enter_loop();
        self.body(None, body)?;
        let mut trace = self.trace.borrow_mut();
        trace.leave_loop();
        let body = trace.close();
        if let Some(times) = times {
            trace.push(at, StmtKind::Repeat { times, body });
        }
        Ok(())
    }

    fn when(&mut self, inputs: &[Expression<'_>]) -> Done {
        let [condition, then, rest @ ..] = inputs else {
            return Ok(());
        };
        let at = self.keyword("when", start(condition));
        self.refuse_in_answer("when", at);
        let value = self.value(condition)?;
        let truth = self
            .trace
            .borrow_mut()
            .condition(&value, condition.position());
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
            trace.push(
                at,
                StmtKind::When {
                    truth,
                    then,
                    otherwise,
                },
            );
        }
        Ok(())
    }

    /// Evaluates an input. Errors are reported here, and tracing continues with a value that is valid everywhere.
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

    /// Starts a body.
    pub(super) fn open(&mut self, at: Position) -> Done {
        if self.trace.borrow().full() {
            return Err(EvalAltResult::ErrorTerminated(Dynamic::UNIT, at).into());
        }
        if self.trace.borrow_mut().open() {
            return Ok(());
        }
        let message = format!("blocks are nested more than {} deep", crate::limits::BLOCKS);
        Err(EvalAltResult::ErrorDataTooLarge(message, at).into())
    }

    /// Runs a body with its variable; all other variables are constants.
    fn body(&mut self, binding: Option<(&Expression<'_>, Dynamic)>, body: &Expression<'_>) -> Done {
        self.inside(binding, body).map(|_| ())
    }

    /// Evaluates an input with its variable; all other variables are constants.
    pub(super) fn inside(
        &mut self,
        binding: Option<(&Expression<'_>, Dynamic)>,
        body: &Expression<'_>,
    ) -> Done<Dynamic> {
        let scope = self.context.scope_mut();
        let outside: Vec<(String, bool, Dynamic)> = scope
            .iter()
            .map(|(name, constant, value)| (name.to_owned(), constant, value))
            .collect();
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

    /// The position of a play-time word, given that of the first thing after it.
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

/// The start of an expression: Rhai's position of an operation is that of its operator.
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
    /// A new variable of the current block, and its value for the script.
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
                let message = format!("`when` needs a condition, but this is {is}");
                let example = self.lexicon.phrases.examples.condition();
                let help = format!("write a condition, such as `{example}`");
                self.error(codes::WRONG_ARGUMENT, at, message, help);
                None
            }
        }
    }

    /// The members that a loop visits, which are a set of any size, and their kind.
    pub(super) fn members(
        &mut self,
        word: &str,
        value: &Dynamic,
        at: Position,
    ) -> Option<(Members, u8)> {
        match operand(value) {
            Operand::Large {
                noun,
                args,
                thing,
                since,
            } => {
                self.check_kept(noun, since, at);
                let alive = args.iter().all(|arg| self.check(arg, at));
                alive.then_some((Members::Listed { noun, args }, thing))
            }
            _ => self
                .small_set(word, value, at)
                .map(|(set, thing)| (Members::Set(set), thing)),
        }
    }

    pub(super) fn small_set(&mut self, word: &str, value: &Dynamic, at: Position) -> Option<Set> {
        match operand(value) {
            Operand::Typed(expr, Ty::Many(thing)) => self.check(&expr, at).then_some((expr, thing)),
            Operand::Poison => None,
            set @ Operand::Large { .. } if word == "choose" => {
                self.report_large_choice(&set, at);
                None
            }
            set @ Operand::Large { .. } => {
                self.report_large(word, &set, at);
                None
            }
            Operand::None => {
                let message = format!("`none` has no meaning after `{word}`");
                self.error(
                    codes::NONE_MISPLACED,
                    at,
                    message,
                    format!("write `{word} x in … {{ }}`"),
                );
                None
            }
            other => {
                let is = name(&other, &self.lexicon);
                let (message, help) = match word {
                    "each" => (
                        format!("`each` loops over a set, but this is {is}"),
                        match other {
                            Operand::Typed(_, Ty::One(_)) => {
                                "leave out `each`, and write what follows `in` in the place of the name"
                            }
                            _ => {
                                "for a list or numbers that are known while the card loads, write `for x in … { }`"
                            }
                        }
                        .to_owned(),
                    ),
                    _ => (
                        format!("`{word}` needs a set, but this is {is}"),
                        "write a set after `in`, such as `opponents(me)`".to_owned(),
                    ),
                };
                self.error(codes::WRONG_ARGUMENT, at, message, help);
                None
            }
        }
    }

    /// The nouns that lead to the player whose turn it is, if the members of a set take turns and are visited in that
    /// order.
    fn turns(
        &mut self,
        of: &Option<(Members, u8)>,
        by_number: bool,
        at: Position,
    ) -> &'static [u8] {
        let Some((_, thing)) = of else { return &[] };
        let turn = self
            .lexicon
            .things
            .get(usize::from(*thing))
            .map_or(&[][..], |thing| thing.turn);
        if by_number && turn.is_empty() {
            let things = self.lexicon.thing_names(*thing);
            let span = self.source.span(at);
            let found =
                Diagnostic::warning(codes::CONSTANT, span, "`by number` has no effect here");
            self.report(found.help(format!(
                "{things} have no turns and always come in this order: remove it"
            )));
        }
        if by_number { &[] } else { turn }
    }

    /// The number of repetitions, or of things chosen.
    fn times(&mut self, word: &str, value: &Dynamic, at: Position) -> Option<Expr> {
        let number = match self.typed(value, Ty::Number, at) {
            Ok(number) => number,
            Err(None) => return None,
            Err(Some(is)) => {
                let message = format!("`{word}` needs a number, but this is {is}");
                self.error(
                    codes::WRONG_ARGUMENT,
                    at,
                    message,
                    format!("write `{word} 2 …`"),
                );
                return None;
            }
        };
        if self.ranges.range(&number).0 > MAX_TIMES {
            let message = format!("`{word}` repeats at most {MAX_TIMES} times");
            self.error(codes::EFFECT_LIMIT, at, message, "write a smaller number");
            return None;
        }
        Some(number)
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

    /// Refuses a word that acts where only a question is allowed; returns whether it was refused.
    fn refuse_if_asking(&mut self, word: &str, at: Position) -> bool {
        let (message, help) = match (self.asking > 0, self.answers) {
            (true, _) => (
                format!("`{word}` is inside a condition or a number"),
                "test first, and write this after it",
            ),
            (_, true) => (
                format!(
                    "`{word}` needs a function that changes the game, but this one only returns a value"
                ),
                "combine conditions with `and`, `or` and `not( )`; for a number, write `value_if(condition, 2, 1)`",
            ),
            _ => return false,
        };
        self.error(codes::ACTS_IN_ANSWER, at, message, help);
        true
    }
}
