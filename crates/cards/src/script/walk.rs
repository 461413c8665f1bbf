//! Looks through all code of a script, also what never runs: names, functions, properties, jumps, changes.

use super::fault::{self, OFF};
use super::syntax::KEYS;
use super::trace::{Script, signature};
use crate::codes::{self, Code};
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::fields::short;
use crate::near;
use cardwright_effects::{CardKind, Lexicon};
use rhai::{AST, ASTFlags, Engine, Expr, FnCallExpr, Position, Stmt};
use std::collections::{BTreeMap, BTreeSet};

/// The load-time functions: the numbers of arguments each takes, by name.
pub(crate) type Builtins = BTreeMap<String, BTreeSet<usize>>;

/// The functions an engine has before the game's words come in.
pub(crate) fn builtins(engine: &Engine) -> Builtins {
    let found = engine.collect_fn_metadata(
        None,
        |info| Some((info.metadata.name.to_string(), info.metadata.num_params)),
        true,
    );
    let mut builtins = Builtins::new();
    for (name, params) in found {
        builtins.entry(name).or_default().insert(params);
    }
    for (name, params) in [("not", 1), ("min", 2), ("max", 2), ("has", 2)] {
        builtins.entry(name.into()).or_default().insert(params);
    }
    builtins
}

/// A function of a script.
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) params: usize,
    pub(crate) place: Span,
}

/// What a script consists of.
#[derive(Default)]
pub(crate) struct Outline {
    pub(crate) functions: Vec<Function>,
    /// Functions that are called somewhere in the script.
    called: BTreeSet<String>,
    /// Where mistakes were told already.
    pub(crate) mistakes: Vec<Span>,
}

impl Outline {
    pub(crate) fn has(&self, name: &str, params: usize) -> bool {
        self.functions.iter().any(|function| function.name == name && function.params == params)
    }

    pub(crate) fn place(&self, name: &str) -> Option<Span> {
        self.functions.iter().find(|function| function.name == name).map(|function| function.place)
    }
}

/// Checks the functions of a script against what the game calls for a kind of card.
pub(crate) fn check_hooks(
    lexicon: &Lexicon,
    outline: &Outline,
    script: &Script,
    kind: &CardKind,
    report: &mut Report,
) {
    let hooks: Vec<&str> = kind
        .hooks
        .iter()
        .filter_map(|hook| lexicon.hooks.get(usize::from(*hook)))
        .map(|hook| hook.name)
        .collect();
    for function in &outline.functions {
        let Some(place) = lexicon.hooks.iter().position(|hook| hook.name == function.name) else {
            if !outline.called.contains(&function.name) {
                let message = format!("nothing calls the function `{}`", short(&function.name));
                let help = near::meant(&function.name, "for this kind of card the game calls", &hooks);
                report.add(Diagnostic::error(codes::UNUSED_FUNCTION, function.place, message).help(help));
            }
            continue;
        };
        let hook = &lexicon.hooks[place];
        if !kind.hooks.contains(&(place as u8)) {
            let message =
                format!("the game does not call `{}` for cards of the kind `{}`", hook.name, kind.name);
            let help = format!("for this kind of card the game calls: {}", near::list(&hooks));
            report.add(Diagnostic::error(codes::HOOK_NOT_HERE, function.place, message).help(help));
        } else if hook.params.len() != function.params {
            let message = format!(
                "`{}` has {} parameters here, and the game gives it {}",
                hook.name,
                function.params,
                hook.params.len()
            );
            let names: Vec<&str> = hook.params.iter().map(|param| param.name).collect();
            let help = format!("write `fn {}({})`", hook.name, names.join(", "));
            report.add(Diagnostic::error(codes::HOOK_PARAMS, function.place, message).help(help));
        }
    }
    for hook in kind.needs.iter().filter_map(|hook| lexicon.hooks.get(usize::from(*hook))) {
        if !outline.functions.iter().any(|function| function.name == hook.name) {
            let span = Span { file: script.file, start: 0, end: 0 };
            let message = format!("a card of the kind `{}` needs the function `{}`", kind.name, hook.name);
            let help = format!("write {}", signature(lexicon, hook.name, hook.params));
            report.add(Diagnostic::error(codes::MISSING_HOOK, span, message).help(help));
        }
    }
}

/// Looks through a script.
pub(crate) fn outline(
    ast: &AST,
    script: &Script,
    lexicon: &Lexicon,
    builtins: &Builtins,
    report: &mut Report,
) -> Outline {
    let mut walk = Walk::new(ast, script, lexicon, builtins, report);
    walk.scope(|walk| {
        walk.block(ast.statements());
        walk.globals = walk.scopes.concat().into_iter().filter(|local| local.constant).collect();
    });
    for info in ast.iter_functions() {
        walk.function(ast, info.name, &info.params);
    }
    walk.outline
}

/// A variable in sight.
#[derive(Clone)]
struct Local {
    name: String,
    constant: bool,
    /// How many play-time blocks stand around it.
    depth: usize,
}

struct Walk<'w> {
    script: &'w Script,
    lexicon: &'w Lexicon,
    builtins: &'w Builtins,
    report: &'w mut Report,
    outline: Outline,
    own: BTreeMap<String, BTreeSet<usize>>,
    globals: Vec<Local>,
    scopes: Vec<Vec<Local>>,
    map_keys: BTreeSet<String>,
    /// How many play-time blocks stand around the present place.
    depth: usize,
    /// How many load-time loops stand around it, within the innermost play-time block.
    loops: usize,
}

impl<'w> Walk<'w> {
    fn new(
        ast: &AST,
        script: &'w Script,
        lexicon: &'w Lexicon,
        builtins: &'w Builtins,
        report: &'w mut Report,
    ) -> Walk<'w> {
        let mut own = BTreeMap::<String, BTreeSet<usize>>::new();
        for function in ast.iter_functions() {
            own.entry(function.name.into()).or_default().insert(function.params.len());
        }
        Walk {
            script,
            lexicon,
            builtins,
            report,
            outline: Outline::default(),
            own,
            globals: Vec::new(),
            scopes: Vec::new(),
            map_keys: map_keys(ast),
            depth: 0,
            loops: 0,
        }
    }

    fn error(&mut self, code: Code, at: Position, message: String, help: String) {
        let span = self.script.span(at);
        self.outline.mistakes.push(span);
        self.report.add(Diagnostic::error(code, span, message).help(help));
    }

    fn function(&mut self, ast: &AST, name: &str, params: &[&str]) {
        let place = self.head(name);
        self.outline.functions.push(Function { name: name.to_owned(), params: params.len(), place });
        let verb = self.lexicon.verbs.iter().any(|verb| verb.name == name);
        if verb || self.lexicon.nouns.iter().any(|noun| noun.name == name && !noun.property) {
            let message = format!("`{name}` is a function of the game");
            self.outline.mistakes.push(place);
            self.report.add(
                Diagnostic::error(codes::SHADOWS, place, message).help("give this function another name"),
            );
        }
        let mut alone = ast.clone_functions_only();
        alone.retain_functions(|_, _, one, count| one == name && count == params.len());
        self.scope(|walk| {
            let at = walk.script.position(place.start);
            params.iter().for_each(|param| walk.declare(param, false, at));
            // Rhai shows a function's body through its walk alone; the statements with nothing above them are it.
            alone.walk(&mut |path| {
                if let [rhai::ASTNode::Stmt(stmt)] = path {
                    walk.stmt(stmt);
                }
                true
            });
        });
    }

    /// Where a function's name stands.
    fn head(&self, name: &str) -> Span {
        let head = format!("fn {name}");
        let text = &self.script.text;
        let fits = |at: &usize| {
            let line = text.get(..*at).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
            let behind = text.get(at + head.len()..).unwrap_or_default().trim_start();
            !line.contains("//") && behind.starts_with('(')
        };
        let start = text.match_indices(&head).map(|(at, _)| at).find(fits).map_or(0, |at| at + 3);
        Span { file: self.script.file, start, end: start + name.len() }
    }

    fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        self.scopes.push(Vec::new());
        inside(self);
        self.scopes.pop();
    }

    fn declare(&mut self, name: &str, constant: bool, at: Position) {
        let word = self.lexicon.words.iter().any(|word| word.name == name);
        if word || name == "none" || KEYS.contains(&name) {
            let message = format!("`{}` is a word of the game", short(name));
            self.error(codes::SHADOWS, at, message, "give the variable another name".into());
        }
        let local = Local { name: name.to_owned(), constant, depth: self.depth };
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(local);
        }
    }

    fn find(&self, name: &str) -> Option<&Local> {
        self.scopes
            .iter()
            .rev()
            .flat_map(|scope| scope.iter().rev())
            .chain(&self.globals)
            .find(|local| local.name == name)
    }

    fn block(&mut self, statements: &[Stmt]) {
        statements.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn inner(&mut self, statements: &[Stmt]) {
        self.scope(|walk| walk.block(statements));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::If(flow, _) | Stmt::While(flow, _) | Stmt::Do(flow, ..) | Stmt::TryCatch(flow, _) => {
                self.expr(&flow.expr);
                self.inner(flow.body.statements());
                self.inner(flow.branch.statements());
            }
            Stmt::For(parts, at) => {
                let (name, counter, flow) = &**parts;
                self.expr(&flow.expr);
                self.loops += 1;
                self.scope(|walk| {
                    walk.declare(&name.name, false, name.pos);
                    counter.iter().for_each(|counter| walk.declare(&counter.name, false, *at));
                    walk.block(flow.body.statements());
                });
                self.loops -= 1;
            }
            Stmt::Var(parts, flags, _) => {
                self.expr(&parts.1);
                self.declare(&parts.0.name, flags.intersects(ASTFlags::CONSTANT), parts.0.pos);
            }
            Stmt::Assignment(parts) => {
                self.expr(&parts.1.rhs);
                self.expr(&parts.1.lhs);
                self.assigned(&parts.1.lhs);
            }
            Stmt::FnCall(call, at) => self.call(call, *at),
            Stmt::Block(block) => self.inner(block.statements()),
            Stmt::Expr(expr) => self.expr(expr),
            Stmt::BreakLoop(value, _, at) => {
                value.iter().for_each(|value| self.expr(value));
                self.jump(*at);
            }
            Stmt::Return(value, _, at) => {
                value.iter().for_each(|value| self.expr(value));
                self.forbidden("return", *at);
            }
            Stmt::Switch(parts, at) => {
                self.expr(&parts.0);
                self.forbidden("switch", *at);
            }
            Stmt::Import(_, at) => self.forbidden("import", *at),
            Stmt::Export(_, at) => self.forbidden("export", *at),
            _ => {}
        }
    }

    fn forbidden(&mut self, word: &str, at: Position) {
        let span = self.script.span(at);
        self.outline.mistakes.push(span);
        self.report.add(fault::forbidden(word, span));
    }

    fn jump(&mut self, at: Position) {
        if self.loops == 0 && self.depth > 0 {
            let message = "this would leave a block that happens during play".into();
            let help = "put a `when` around what shall not happen".into();
            self.error(codes::JUMP_OUT, at, message, help);
        }
    }

    /// Reports a change of a variable that stands outside of the present play-time block.
    fn assigned(&mut self, target: &Expr) {
        let property = match target {
            Expr::Dot(parts, ..) => property(&parts.rhs),
            _ => None,
        };
        if let Some((name, at)) = property
            && self.lexicon.nouns.iter().any(|noun| noun.property && noun.name == name)
        {
            let message = format!("`.{name}` is a fact of the game and cannot be set");
            let verbs: Vec<&str> = self.lexicon.verbs.iter().map(|verb| verb.name).collect();
            self.error(
                codes::NOUN_CHANGED,
                at,
                message,
                format!("change the game with a verb: {}", near::list(&verbs)),
            );
            return;
        }
        let Some((name, at)) = root(target) else { return };
        let outer = self.find(name).is_some_and(|local| local.depth < self.depth);
        if outer {
            let message =
                format!("`{}` stands outside of this block and cannot be changed in here", short(name));
            let help = "what stands in here happens during play; make the variable inside the block, or use `+` and `min` on what the game knows";
            self.error(codes::OUTER_CHANGED, at, message, help.into());
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Variable(parts, _, at) => self.variable(&parts.1, !parts.2.is_empty(), *at),
            Expr::FnCall(call, at) => self.call(call, *at),
            Expr::MethodCall(call, at) => self.method(call, *at),
            Expr::Property(parts, at) => self.property(&parts.2, *at),
            Expr::Dot(parts, ..) | Expr::Index(parts, ..) => {
                self.expr(&parts.lhs);
                self.expr(&parts.rhs);
            }
            Expr::And(parts, _) | Expr::Or(parts, _) | Expr::Coalesce(parts, _) => {
                parts.iter().for_each(|part| self.expr(part));
            }
            Expr::Array(parts, _) | Expr::InterpolatedString(parts, _) => {
                parts.iter().for_each(|part| self.expr(part));
            }
            Expr::Map(parts, _) => parts.0.iter().for_each(|(_, value)| self.expr(value)),
            Expr::Stmt(block) => self.inner(block.statements()),
            Expr::ThisPtr(at) => self.forbidden("this", *at),
            Expr::Custom(custom, _) => self.custom(&custom.tokens, &custom.inputs),
            _ => {}
        }
    }

    /// A play-time word with its inputs: a name in it is the variable of its last block.
    fn custom(&mut self, tokens: &[rhai::ImmutableString], inputs: &[Expr]) {
        let kinds = tokens.iter().filter(|token| token.starts_with('$'));
        let mut named = None;
        for (kind, input) in kinds.zip(inputs) {
            match (kind.as_str(), input) {
                ("$ident$", Expr::Variable(parts, _, at)) => named = Some((parts.1.to_string(), *at)),
                ("$block$", Expr::Stmt(block)) => self.body(named.clone(), block.statements()),
                ("$expr$", input) => self.expr(input),
                _ => {}
            }
        }
    }

    fn body(&mut self, named: Option<(String, Position)>, statements: &[Stmt]) {
        let loops = std::mem::take(&mut self.loops);
        self.depth += 1;
        self.scope(|walk| {
            if let Some((name, at)) = named {
                walk.declare(&name, true, at);
            }
            walk.block(statements);
        });
        self.depth -= 1;
        self.loops = loops;
    }

    fn variable(&mut self, name: &str, qualified: bool, at: Position) {
        if qualified {
            let help = "write the name alone".into();
            self.error(codes::UNKNOWN_VARIABLE, at, "names have no `::` in card scripts".into(), help);
            return;
        }
        let word = |word: &&cardwright_effects::Word| word.name == name;
        if self.find(name).is_some() || name == "none" || self.lexicon.words.iter().any(|one| word(&one)) {
            return;
        }
        let message = format!("nothing is known of the name `{}`", short(name));
        let help = if self.function_names().contains(&name) {
            format!("it is a function: write `{name}(…)`")
        } else {
            let local = self.scopes.iter().flatten().chain(&self.globals).map(|local| local.name.as_str());
            let known: Vec<&str> = local.chain(self.lexicon.words.iter().map(|word| word.name)).collect();
            near::meant(name, "known here are", &known)
        };
        self.error(codes::UNKNOWN_VARIABLE, at, message, help);
    }

    /// The names of all functions a script may call.
    fn function_names(&self) -> Vec<&str> {
        let nouns = self.lexicon.nouns.iter().filter(|noun| !noun.property).map(|noun| noun.name);
        let verbs = self.lexicon.verbs.iter().map(|verb| verb.name);
        nouns.chain(verbs).chain(self.own.keys().map(String::as_str)).chain(["not", "min", "max"]).collect()
    }

    fn call(&mut self, call: &FnCallExpr, at: Position) {
        call.args.iter().for_each(|arg| self.expr(arg));
        if call.is_operator_call() || !call.name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return;
        }
        if matches!(call.name.as_str(), "and" | "or") {
            return;
        }
        self.known_call(&call.name, call.args.len(), None, at);
    }

    fn method(&mut self, call: &FnCallExpr, at: Position) {
        call.args.iter().for_each(|arg| self.expr(arg));
        self.known_call(&call.name, call.args.len() + 1, Some(call.args.len()), at);
    }

    /// Checks name and number of arguments of a call. `method` is the number in brackets of a call with a point.
    fn known_call(&mut self, name: &str, count: usize, method: Option<usize>, at: Position) {
        self.outline.called.insert(name.to_owned());
        if OFF.iter().any(|(off, _)| *off == name) {
            return self.forbidden(name, at);
        }
        let params = self.game_function(name);
        if let Some((params, function)) = params {
            if params.len() != count {
                let help = format!("it is written {}", signature(self.lexicon, function, params));
                self.error(codes::WRONG_COUNT, at, counts(name, count, &[params.len()]), help);
            }
            return;
        }
        let counts_known: BTreeSet<usize> = match (self.own.get(name), self.builtins.get(name)) {
            (Some(own), _) if method.is_none() => own.clone(),
            (_, Some(builtin)) => builtin.clone(),
            _ => return self.unknown_function(name, at),
        };
        if !counts_known.contains(&count) {
            let known: Vec<usize> = counts_known.into_iter().collect();
            self.error(codes::WRONG_COUNT, at, counts(name, count, &known), "correct the arguments".into());
        }
    }

    fn game_function(&self, name: &str) -> Option<(&'static [cardwright_effects::Param], &'static str)> {
        let noun = self.lexicon.nouns.iter().find(|noun| noun.name == name && !noun.property);
        let verb = self.lexicon.verbs.iter().find(|verb| verb.name == name);
        noun.map(|noun| (noun.params, noun.name)).or(verb.map(|verb| (verb.params, verb.name)))
    }

    fn unknown_function(&mut self, name: &str, at: Position) {
        let property =
            name == "count" || self.lexicon.nouns.iter().any(|noun| noun.name == name && noun.property);
        let message = format!("nothing is known of the function `{}`", short(name));
        let help = match property {
            true => format!("it is a property: write `x.{name}` without brackets"),
            false => {
                let known = self.function_names();
                match near::near(name, known.iter().copied().chain(self.builtins.keys().map(String::as_str)))
                {
                    Some(close) => format!("did you mean `{close}`?"),
                    None => format!("functions are: {}", near::list(&known)),
                }
            }
        };
        self.error(codes::UNKNOWN_FUNCTION, at, message, help);
    }

    fn property(&mut self, name: &str, at: Position) {
        let mut known: Vec<&str> =
            self.lexicon.nouns.iter().filter(|noun| noun.property).map(|noun| noun.name).collect();
        known.push("count");
        let of_map = self.map_keys.contains(name) || matches!(name, "len" | "is_empty");
        if known.contains(&name) || of_map {
            return;
        }
        let message = format!("nothing is known of the property `{}`", short(name));
        let help = match self.game_function(name) {
            Some((params, function)) => {
                format!("it is a function: write {}", signature(self.lexicon, function, params))
            }
            None => near::meant(name, "properties are", &known),
        };
        self.error(codes::UNKNOWN_PROPERTY, at, message, help);
    }
}

fn counts(name: &str, count: usize, known: &[usize]) -> String {
    let known: Vec<String> = known.iter().map(usize::to_string).collect();
    format!("`{}` takes {} arguments, and here are {count}", short(name), known.join(" or "))
}

/// The last property of a chain of points.
fn property(expr: &Expr) -> Option<(&str, Position)> {
    match expr {
        Expr::Property(parts, at) => Some((&parts.2, *at)),
        Expr::Dot(parts, ..) => property(&parts.rhs),
        _ => None,
    }
}

/// The variable that an assignment changes.
fn root(expr: &Expr) -> Option<(&str, Position)> {
    match expr {
        Expr::Variable(parts, _, at) => Some((&parts.1, *at)),
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => root(&parts.lhs),
        _ => None,
    }
}

/// The keys of all maps that a script writes down: they are properties too.
fn map_keys(ast: &AST) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    ast.walk(&mut |path| {
        if let Some(rhai::ASTNode::Expr(Expr::Map(parts, _))) = path.last() {
            keys.extend(parts.0.iter().map(|(key, _)| key.name.to_string()));
        }
        true
    });
    keys
}
