//! Card scripts: each hook runs once on play-time values, and what it does is recorded as a program.

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
use cardwright_effects::{
    About, AliasUse, CardKind, CompileError, FactValue, Handler, Hook, Lexicon, Ty, compile, text,
};
pub(crate) use names::reserved;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage,
    BasicStringPackage, LogicPackage, Package,
};
use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, Scope, Token};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use symbols::{Symbols, Unknown};
pub(crate) use trace::Script;
use trace::{Shared, Trace};
use value::Value;

/// All scripts of a load, with one engine; each file is parsed once.
pub(crate) struct Scripts {
    engine: Engine,
    trace: Shared,
    lexicon: Lexicon,
    builtins: walk::Builtins,
    constants: Constants,
    read: BTreeMap<u16, Option<Rc<Read>>>,
    /// The old words in the current script, each with its replacement.
    renamed: Renamed,
    /// The id of the pack whose scripts are read.
    pack: String,
    /// The bytes of cached scripts.
    kept: usize,
    /// The bytes read so far.
    bytes: usize,
    /// The bytes that may still be parsed again after syntax errors.
    again: usize,
}

/// The card that uses a script.
pub(crate) struct User<'u> {
    /// The kind of the card.
    pub(crate) kind: &'u CardKind,
    /// The moments at which the card can be played, if it is playable.
    pub(crate) moments: Option<&'u Moments>,
    /// The facts of the card.
    pub(crate) facts: &'u [(u8, FactValue)],
    /// The place of the card.
    pub(crate) place: Span,
}

/// The constants of the running script, which are visible in its functions.
type Constants = Rc<RefCell<BTreeMap<String, Dynamic>>>;

/// Old words and their replacements, substituted by the parser.
type Renamed = Rc<RefCell<Vec<(&'static str, &'static str)>>>;

/// A script that was parsed and checked.
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
        let renamed = Renamed::default();
        rename_words(&mut engine, &renamed);
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
            renamed,
            pack,
            kept: 0,
            bytes: 0,
            again,
        }
    }

    /// Sets the pack that the following scripts belong to.
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
            // An error may be the reason why a function is missing.
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
            if read.symbols.params(about).is_some() && !read.symbols.damaged.contains(about.name) {
                handlers.extend(self.handler((hook, about), &read, user, report));
            }
        }
        // It is unknown what a function with an error does.
        if !report.found.list.iter().any(told) {
            lint::keeps(
                &self.lexicon,
                &handlers,
                |at| read.script.span_of(at),
                report,
            );
        }
        if let Some(how) = kind.stays.filter(|_| !report.found.list.iter().any(told)) {
            let place = |name: &str| read.symbols.place(name);
            let span = |at| read.script.span_of(at);
            lint::stays(&self.lexicon, how, &handlers, place, span, report);
        }
        handlers
    }

    /// Parses a script, checks all of its code, and runs the code outside functions; once per file, as long as it is
    /// cached.
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
        self.old_words(file, &text, report);
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
            // A syntax error on the line of a mistake is caused by that mistake.
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

    /// Warns about old words that a script calls or defines, and makes the parser replace them.
    fn old_words(&self, file: u16, text: &str, report: &mut Report) {
        let mut renamed = self.renamed.borrow_mut();
        renamed.clear();
        if self.lexicon.aliases.is_empty() {
            return;
        }
        let all = tokens::tokens(text);
        for pair in all.windows(2) {
            let [word, bracket] = pair else { continue };
            let name = text.get(word.start..word.end);
            let called = word.kind == tokens::Kind::Word
                && text.get(bracket.start..bracket.end) == Some("(");
            let alias = name
                .filter(|_| called)
                .and_then(|name| Some((name, self.lexicon.alias(AliasUse::Function, name)?)));
            let Some((old, new)) = alias else { continue };
            let (start, end) = (word.start, word.end);
            report.add(crate::aliases::warning(old, new, Span { file, start, end }));
            let known = self.lexicon.aliases.iter().find(|alias| alias.old == old);
            renamed.extend(known.map(|alias| (alias.old, alias.new)));
        }
    }

    /// Runs the code outside functions and returns its constants.
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

    /// Gives unknown words a value that is valid everywhere, so that one such word does not hide later errors. The
    /// words have been reported, and a script with unknown words is not loaded.
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
        let effect = self.trace(about, read, user.kind, report);
        let errors = report.found.list.get(before..).unwrap_or_default();
        let failed = errors
            .iter()
            .any(|one| one.severity == crate::Severity::Error);
        // The effect lacks everything with unknown words, so it is not checked as a whole. Only its verbs are checked:
        // whether they do anything at these moments.
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
                let mut kinds = self.lexicon.kinds.iter();
                let kind = kinds.position(|kind| kind.name == user.kind.name);
                let calls = |verb: &str| read.symbols.called.contains(verb);
                let kind = kind.unwrap_or_default() as u8;
                let about = About::new(&self.lexicon, kind, hook, calls).naming(
                    &self.lexicon,
                    kind,
                    user.facts,
                );
                let text = text(&self.lexicon, hook, &effect, about);
                Some(Handler {
                    hook,
                    program,
                    effect: Some(effect),
                    text,
                })
            }
            Err(error) => {
                let span = read.script.span_of(error.at());
                let found = Diagnostic::error(codes::EFFECT_LIMIT, span, error.to_string());
                report.add(match error {
                    CompileError::TooManyValues { .. } => found.help(
                        "a value is kept from the line that names it to its last use: use fewer names at the same time",
                    ),
                    _ => found,
                });
                None
            }
        }
    }

    /// Runs a hook once and returns what it did.
    fn trace(
        &mut self,
        about: &Hook,
        read: &Read,
        kind: &CardKind,
        report: &mut Report,
    ) -> Option<Effect> {
        let (this, has_this) = (kind.this, kind.this.is_some());
        let mut args =
            self.trace
                .borrow_mut()
                .begin(read.script.clone(), about.params, about.answers);
        args.truncate(read.symbols.params(about)?);
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
            // That the effect is too large has already been reported.
            Err(_) if self.trace.borrow().full() => None,
            Err(error) => {
                let found = match error.unwrap_inner() {
                    // A kind of card that is never on the table.
                    EvalAltResult::ErrorUnboundThis(at) if !has_this => {
                        fault::never_this(read.script.span(*at), kind.name)
                    }
                    _ => fault::runtime(&error, &read.script, place),
                };
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
        let examples = trace.lexicon.phrases.examples;
        let (ty, what, help) = match number {
            true => (
                Ty::Number,
                "a number",
                format!("end it with a number, such as `me.{}`", examples.number),
            ),
            false => (
                Ty::Truth,
                "yes or no",
                format!(
                    "end it with a condition, such as `{}`",
                    examples.condition()
                ),
            ),
        };
        match trace.typed(value, ty, rhai::Position::NONE) {
            Ok(expr) => Some(expr),
            Err(None) => None,
            // Any other error may be the cause.
            Err(Some(_)) if !trace.found.is_empty() => None,
            Err(Some(is)) => {
                let message =
                    format!("this function must return {what}, but its last expression is {is}");
                trace.report(Diagnostic::error(codes::NO_ANSWER, place, message).help(help));
                None
            }
        }
    }

    /// Reports the errors of a run, except those already found by checking the code.
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
            // A misspelt word may be what uses the choice.
            let unused = one.code == codes::UNUSED_CHOICE.id && !symbols.is_sure();
            // Errors inside the arguments of something unknown follow from that.
            let inside = one.code == codes::WRONG_OPERANDS.id && symbols.tells_line_of(start, text);
            if follows || known || unused || inside || one.span.as_ref().is_some_and(told) {
                continue;
            }
            places.push((start, one.code));
            if let Some((word, place)) = symbols
                .asked
                .get(&start)
                .filter(|_| one.code == codes::ASKED_AT_LOAD.id)
            {
                one = fault::asked_by(word, *place, one);
            }
            report.add(one);
        }
    }
}

/// The byte range of the line around a byte.
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

/// Makes the parser read old words as their replacements. Positions still refer to the original text.
fn rename_words(engine: &mut Engine, renamed: &Renamed) {
    let renamed = Rc::clone(renamed);
    #[allow(
        deprecated,
        reason = "the library marks it as likely to change, not as going"
    )]
    engine.on_parse_token(move |token, _, _| match &token {
        Token::Identifier(name) => {
            let renamed = renamed.borrow();
            let new = renamed.iter().find(|(old, _)| *old == &***name);
            new.map_or(token.clone(), |(_, new)| {
                Token::Identifier(Box::new((*new).into()))
            })
        }
        _ => token,
    });
}

fn bare_engine() -> Engine {
    let mut engine = Engine::new_raw();
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicMathPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    // Rhai is built without its optimiser, so that code that never runs is still there to be checked.
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
    // Like the precedence of `
    //
    // ` and `&&`.
    for (word, precedence) in [("or", 30), ("and", 60)] {
        let known = engine.register_custom_operator(word, precedence);
        assert!(known.is_ok(), "{word} is a free word");
    }
    engine
}

/// Limits the total number of steps of all scripts.
fn count_steps(engine: &mut Engine) {
    let (all, last) = (Cell::new(0_u64), Cell::new(0_u64));
    engine.on_progress(move |steps| {
        // The count restarts with each run.
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

/// Makes constants outside functions visible in functions.
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
