//! Card scripts: each hook runs once on play-time values, and what it did is kept as a program.

mod bounds;
mod brackets;
mod chance;
mod fault;
mod foreign_syntax;
mod names;
mod ops;
mod split;
mod symbols;
mod syntax;
mod tokens;
pub(crate) mod trace;
mod value;
mod walk;
mod words;

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::limits;
use crate::lint::{self, Moments};
use cardwright_effects::tree::{Effect, Expr};
use cardwright_effects::{CardKind, Handler, Hook, Lexicon, Ty, compile, text};
pub(crate) use names::reserved;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage,
    BasicStringPackage, LogicPackage, Package,
};
use rhai::{AST, CallFnOptions, Dynamic, Engine, Scope};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use symbols::{Symbols, Unknown};
pub(crate) use trace::Script;
use trace::{Shared, Trace};
use value::Value;

/// All scripts of a load: one engine, and each file read once.
pub(crate) struct Scripts {
    engine: Engine,
    trace: Shared,
    lexicon: Lexicon,
    builtins: walk::Builtins,
    constants: Constants,
    read: BTreeMap<u16, Option<Rc<Read>>>,
    /// The id of the pack whose scripts come now.
    pack: String,
    /// The bytes of the scripts that are kept.
    kept: usize,
    /// The bytes that have been read.
    bytes: usize,
    /// The bytes that may still be read again behind breaks of the grammar.
    again: usize,
}

/// The card that uses a script.
pub(crate) struct User<'u> {
    /// Its kind.
    pub(crate) kind: &'u CardKind,
    /// When it is played, if it is a card that is played.
    pub(crate) moments: Option<&'u Moments>,
    /// Where it stands.
    pub(crate) place: Span,
}

/// The constants of the script that runs, which its functions see.
type Constants = Rc<RefCell<BTreeMap<String, Dynamic>>>;

/// A script that was read and looked through.
struct Read {
    ast: AST,
    script: Script,
    symbols: Symbols,
    constants: BTreeMap<String, Dynamic>,
}

impl Scripts {
    pub(crate) fn new(lexicon: &Lexicon) -> Scripts {
        let trace: Shared = Rc::new(RefCell::new(Trace::new(lexicon)));
        let mut engine = bare_engine();
        let constants = Constants::default();
        count_steps(&mut engine);
        show_constants(&mut engine, &constants);
        let builtins = walk::builtins(&engine);
        engine.register_type_with_name::<Value>(fault::PLAY_TIME);
        ops::register(&mut engine, &trace);
        words::register(&mut engine, &trace);
        syntax::register(&mut engine, &trace);
        let (lexicon, pack) = (lexicon.clone(), String::new());
        let (read, again) = (BTreeMap::new(), limits::READ_AGAIN);
        Scripts {
            engine,
            trace,
            lexicon,
            builtins,
            constants,
            read,
            pack,
            kept: 0,
            bytes: 0,
            again,
        }
    }

    /// The scripts that follow belong to this pack.
    pub(crate) fn of_pack(&mut self, id: &str) {
        id.clone_into(&mut self.pack);
    }

    /// The programs of the hooks that a script defines for a card.
    pub(crate) fn handlers(
        &mut self,
        file: u16,
        text: &Arc<str>,
        user: &User<'_>,
        report: &mut Report,
    ) -> Vec<Handler> {
        let kind = user.kind;
        let Some(read) = self.read(file, text, report) else {
            if let Some(moments) = user.moments {
                let place = |name: &str| split::head(file, text, name);
                lint::played(
                    &self.lexicon,
                    kind,
                    moments,
                    place,
                    (user.place, false),
                    report,
                );
            }
            return Vec::new();
        };
        symbols::check_hooks(&self.lexicon, &read.symbols, &read.script, kind, report);
        let told = |one: &Diagnostic| {
            one.severity == crate::Severity::Error && one.span.is_some_and(|span| span.file == file)
        };
        if let Some(moments) = user.moments {
            // An error may be why a function is not there.
            let sure = !report.found.list.iter().any(told);
            let place = |name: &str| read.symbols.place(name);
            lint::played(
                &self.lexicon,
                kind,
                moments,
                place,
                (user.place, sure),
                report,
            );
        }
        let mut handlers = Vec::new();
        let mut hooks = kind.hooks.to_vec();
        hooks.sort_unstable();
        for hook in hooks {
            let Some(about) = self.lexicon.hooks.get(usize::from(hook)) else {
                continue;
            };
            if read.symbols.has(about.name, about.params.len())
                && !read.symbols.damaged.contains(about.name)
            {
                handlers.extend(self.handler((hook, about), &read, user, report));
            }
        }
        // What a function with an error does is not known.
        if !report.found.list.iter().any(told) {
            lint::keeps(
                &self.lexicon,
                &handlers,
                |at| read.script.span_of(at),
                report,
            );
        }
        if let Some(moments) = user.moments.filter(|_| !report.found.list.iter().any(told)) {
            let place = |name: &str| read.symbols.place(name);
            lint::stays(&self.lexicon, moments, &handlers, place, report);
        }
        handlers
    }

    /// Reads a script, looks through all of its code, and runs what stands outside of functions; once for each file,
    /// as long as it is kept.
    fn read(&mut self, file: u16, text: &Arc<str>, report: &mut Report) -> Option<Rc<Read>> {
        if let Some(known) = self.read.get(&file) {
            return known.clone();
        }
        let within = self.bytes <= limits::ALL_SCRIPT_BYTES;
        self.bytes += text.len();
        if self.bytes > limits::ALL_SCRIPT_BYTES {
            if within {
                let message = format!(
                    "the scripts have more than {} bytes in all",
                    limits::ALL_SCRIPT_BYTES
                );
                let span = Span {
                    file,
                    start: 0,
                    end: 0,
                };
                let big = Diagnostic::error(codes::TOO_BIG, span, message);
                report.add(big.help("make them shorter, or let cards share a script"));
            }
            return None;
        }
        let read = self.read_anew(file, text, report).map(Rc::new);
        self.kept += text.len();
        if self.kept > limits::KEPT_SCRIPTS {
            self.read.clear();
            self.kept = text.len();
        }
        self.read.insert(file, read.clone());
        read
    }

    fn read_anew(&mut self, file: u16, text: &Arc<str>, report: &mut Report) -> Option<Read> {
        let all = tokens::tokens(text);
        let large = bounds::too_large(file, text, &all);
        if !large.is_empty() {
            large.into_iter().for_each(|one| report.add(one));
            return None;
        }
        let hints = foreign_syntax::hints(text, &all, &self.lexicon);
        let text = if hints.is_empty() {
            text.clone()
        } else {
            foreign_syntax::mended(text, &hints).into()
        };
        let script = Script::new(file, text);
        let broken: Vec<usize> = hints
            .iter()
            .filter(|hint| hint.breaks)
            .map(|hint| hint.span.start)
            .collect();
        let mut whole = hints.is_empty();
        let hinted: Vec<_> = hints
            .iter()
            .filter(|hint| hint.stays())
            .map(|hint| line_of(&script.text, hint.span.start))
            .collect();
        for hint in hints {
            let span = Span {
                file,
                start: hint.span.start,
                end: hint.span.end,
            };
            report.add(match hint.forbidden {
                Some(word) => fault::forbidden(word, span),
                None => Diagnostic::error(hint.code, span, hint.message).help(hint.help),
            });
        }
        let (mut ast, mut damaged) = (self.engine.compile(&*script.text), Default::default());
        if !broken.is_empty() || ast.is_err() {
            let mended = split::mended(&self.engine, &script, &broken, &mut self.again);
            if mended.damaged.is_empty() && mended.readable {
                ast.as_ref()
                    .err()
                    .into_iter()
                    .for_each(|error| report.add(fault::parse(error, &script)));
                return None;
            }
            // What a mistake leaves broken on its line is that mistake.
            let told = |one: &Diagnostic| {
                one.span
                    .is_some_and(|span| hinted.iter().any(|line| line.contains(&span.start)))
            };
            mended
                .found
                .into_iter()
                .filter(|one| !told(one))
                .for_each(|one| report.add(one));
            if !mended.readable {
                return None;
            }
            (ast, damaged, whole) = (self.engine.compile(&mended.text), mended.damaged, false);
        }
        let ast = ast.ok()?;
        let mut symbols = walk::symbols(
            &ast,
            &script,
            &self.lexicon,
            &self.pack,
            &self.builtins,
            damaged,
            report,
        );
        symbols.whole &= whole;
        let mut constants = self.top_level(&ast, &script, &symbols, report);
        constants.extend(self.recover(&symbols));
        Some(Read {
            ast,
            script,
            symbols,
            constants,
        })
    }

    /// Runs what stands outside of functions and gives its constants.
    fn top_level(
        &mut self,
        ast: &AST,
        script: &Script,
        symbols: &Symbols,
        report: &mut Report,
    ) -> BTreeMap<String, Dynamic> {
        let mut scope = Scope::new();
        self.trace.borrow_mut().outside(script.clone());
        self.constants.borrow_mut().clear();
        if let Err(error) = self.engine.run_ast_with_scope(&mut scope, ast) {
            let found = fault::runtime(
                &error,
                script,
                Span {
                    file: script.file,
                    start: 0,
                    end: 0,
                },
            );
            self.trace.borrow_mut().report(found);
        }
        self.take_found(report, symbols, &script.text);
        scope
            .iter()
            .filter(|(_, constant, _)| *constant)
            .map(|(name, _, value)| (name.to_owned(), value))
            .collect()
    }

    /// Gives unknown words a value that goes with everything, so that one such word does not hide
    /// the errors behind it. They have been told; no script that has one is loaded.
    fn recover(&mut self, symbols: &Symbols) -> BTreeMap<String, Dynamic> {
        let mut variables = BTreeMap::new();
        for unknown in &symbols.unknown {
            match unknown {
                Unknown::Variable(name) => {
                    variables.insert(name.clone(), ops::poison());
                }
                Unknown::Property(name) => {
                    self.engine
                        .register_get(name, |_: &mut Value| ops::poison());
                }
                Unknown::Function(name, count) => words::swallow(&mut self.engine, name, *count),
            }
        }
        variables
    }

    fn handler(
        &mut self,
        (hook, about): (u8, &Hook),
        read: &Read,
        user: &User<'_>,
        report: &mut Report,
    ) -> Option<Handler> {
        let before = report.found.list.len();
        let effect = self.trace(about, read, user.kind.this, report);
        let errors = report.found.list.get(before..).unwrap_or_default();
        let failed = errors
            .iter()
            .any(|one| one.severity == crate::Severity::Error);
        // Unknown words were left out of the effect, so it says nothing then; only of the verbs it is
        // known when they do something.
        if failed || effect.is_none() || !read.symbols.is_sure() {
            let tried = std::mem::take(&mut self.trace.borrow_mut().tried);
            let sure = !read
                .symbols
                .unknown
                .iter()
                .any(|one| matches!(one, Unknown::Function(..)));
            lint::verbs(
                &self.lexicon,
                hook,
                (&tried, sure),
                user.moments,
                &read.script,
                report,
            );
            return None;
        }
        let effect = effect?;
        lint::effect(
            &self.lexicon,
            hook,
            &effect,
            user.moments,
            &read.script,
            report,
        );
        match compile(&effect, self.lexicon.verbs) {
            Ok(program) => {
                let text = text(&self.lexicon, hook, &effect);
                Some(Handler {
                    hook,
                    program,
                    effect: Some(effect),
                    text,
                })
            }
            Err(error) => {
                let span = read.script.span_of(error.at());
                report.add(Diagnostic::error(
                    codes::EFFECT_LIMIT,
                    span,
                    error.to_string(),
                ));
                None
            }
        }
    }

    /// Runs a hook once and gives what it did.
    fn trace(
        &mut self,
        about: &Hook,
        read: &Read,
        this: Option<u8>,
        report: &mut Report,
    ) -> Option<Effect> {
        let args = self
            .trace
            .borrow_mut()
            .begin(read.script.clone(), about.params, about.answers);
        let mut this = this.filter(|_| read.symbols.this).map(|noun| {
            self.trace
                .borrow_mut()
                .noun(noun, &[], read.script.position(0))
        });
        *self.constants.borrow_mut() = read.constants.clone();
        let mut options = CallFnOptions::new().eval_ast(false);
        if let Some(this) = &mut this {
            options = options.bind_this_ptr(this);
        }
        let mut scope = Scope::new();
        let result = self
            .engine
            .call_fn_with_options::<Dynamic>(options, &mut scope, &read.ast, about.name, args);
        let place = read.symbols.place(about.name).unwrap_or(Span {
            file: read.script.file,
            start: 0,
            end: 0,
        });
        let answer = match result {
            Ok(value) if about.answers => self.answer(&value, about.number, place),
            Ok(_) => None,
            // That the effect is too big has been told.
            Err(_) if self.trace.borrow().full() => None,
            Err(error) => {
                let found = fault::runtime(&error, &read.script, place);
                self.trace.borrow_mut().report(found);
                None
            }
        };
        let body = self.trace.borrow_mut().end();
        self.take_found(report, &read.symbols, &read.script.text);
        let params = about.params.len() as u16;
        (answer.is_some() == about.answers).then_some(Effect {
            at: report.at(place),
            params,
            body,
            answer,
        })
    }

    /// The answer of a hook that answers yes or no, or a number.
    fn answer(&mut self, value: &Dynamic, number: bool, place: Span) -> Option<Expr> {
        let mut trace = self.trace.borrow_mut();
        let (ty, what, help) = match number {
            true => (
                Ty::Number,
                "a number",
                "end it with a number, such as `me.upgrade_count`",
            ),
            false => (
                Ty::Truth,
                "yes or no",
                "end it with a condition, such as `me.energy > 3`",
            ),
        };
        match trace.typed(value, ty, rhai::Position::NONE) {
            Ok(expr) => Some(expr),
            Err(None) => None,
            // Whatever else is wrong may be why.
            Err(Some(_)) if !trace.found.is_empty() => None,
            Err(Some(is)) => {
                let message =
                    format!("this function must return {what}, but its last expression is {is}");
                trace.report(Diagnostic::error(codes::NO_ANSWER, place, message).help(help));
                None
            }
        }
    }

    /// Hands over the errors of a run. What looking through the code has told already is not told again.
    fn take_found(&mut self, report: &mut Report, symbols: &Symbols, text: &str) {
        let found = std::mem::take(&mut self.trace.borrow_mut().found);
        let told = |span: &Span| symbols.errors.iter().any(|told| told.start == span.start);
        let unknown = [codes::UNKNOWN_VARIABLE.id, codes::UNKNOWN_FUNCTION.id];
        let mut places: Vec<(usize, &str)> = Vec::new();
        for mut one in found {
            let start = one.span.map_or(0, |span| span.start);
            let follows = one.code == codes::ASKED_AT_LOAD.id
                && places.iter().any(|(place, _)| *place == start);
            let known = unknown.contains(&one.code) && !symbols.errors.is_empty();
            // What is misspelt may be what uses the choice.
            let unused = one.code == codes::UNUSED_CHOICE.id && !symbols.is_sure();
            // What is wrong with an argument of something unknown follows from that.
            let inside = one.code == codes::WRONG_OPERANDS.id && symbols.tells_line_of(start, text);
            if follows || known || unused || inside || one.span.as_ref().is_some_and(told) {
                continue;
            }
            places.push((start, one.code));
            if let Some(word) = symbols
                .asked
                .get(&start)
                .filter(|_| one.code == codes::ASKED_AT_LOAD.id)
            {
                one = fault::asked_by(word, one);
            }
            report.add(one);
        }
    }
}

/// The bytes of the line that a byte lies on.
fn line_of(text: &str, at: usize) -> std::ops::Range<usize> {
    let start = text
        .get(..at)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |at| at + 1);
    let end = text
        .get(at..)
        .and_then(|rest| rest.find('\n'))
        .map_or(text.len(), |length| at + length);
    start..end + 1
}

/// An engine that knows load-time values and nothing that reaches outside.
fn bare_engine() -> Engine {
    let mut engine = Engine::new_raw();
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicMathPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    // Rhai is built without its optimiser, so that code which never runs is still there to be looked through.
    engine.set_allow_anonymous_fn(false);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_max_operations(limits::STEPS);
    engine.set_max_call_levels(limits::CALLS);
    engine.set_max_expr_depths(limits::NESTING, limits::NESTING);
    engine.set_max_string_size(limits::TEXT);
    engine.set_max_array_size(limits::MEMBERS);
    engine.set_max_map_size(limits::KEYS);
    engine.set_max_variables(limits::VARIABLES);
    engine.set_max_functions(limits::FUNCTIONS);
    engine.set_max_modules(0);
    for (word, _) in fault::OFF {
        engine.disable_symbol(*word);
    }
    // The precedence of `||` and `&&`.
    for (word, precedence) in [("or", 30), ("and", 60)] {
        let known = engine.register_custom_operator(word, precedence);
        assert!(known.is_ok(), "{word} is a free word");
    }
    engine
}

/// Bounds the steps of all scripts together.
fn count_steps(engine: &mut Engine) {
    let (all, last) = (Cell::new(0_u64), Cell::new(0_u64));
    engine.on_progress(move |steps| {
        // The count begins anew with each run.
        let new = if steps < last.get() {
            steps
        } else {
            steps - last.get()
        };
        last.set(steps);
        all.set(all.get() + new);
        (all.get() > limits::ALL_STEPS).then(|| Dynamic::from("all scripts together"))
    });
}

/// Lets functions see the constants that stand outside of functions.
fn show_constants(engine: &mut Engine, constants: &Constants) {
    let constants = constants.clone();
    #[allow(
        deprecated,
        reason = "volatile in Rhai's words, and the only way to show constants to functions"
    )]
    engine.on_var(move |name, index, context| {
        if index > 0 || context.scope().contains(name) {
            return Ok(None);
        }
        Ok(constants.borrow().get(name).cloned())
    });
}

#[cfg(test)]
mod tests;
