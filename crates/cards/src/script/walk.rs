//! Checks all code of a script, including code that never runs: names, functions, properties, jumps, assignments.

use super::fault;
use super::symbols::{Function, Symbols, Unknown};
use super::syntax::KEYS;
use super::tokens::{Token, tokens};
use super::trace::Script;
use crate::codes::{self, Code};
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::fields::short;
use cardwright_effects::{BinOp, Hook, Lexicon, Note, Verb};
use rhai::{AST, ASTFlags, Engine, Expr, Position, Stmt};
use std::collections::{BTreeMap, BTreeSet};

/// The load-time functions: the numbers of arguments each takes, by name.
pub(crate) type Builtins = BTreeMap<String, BTreeSet<usize>>;

/// The functions of an engine before the game's words are registered.
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
    for (name, params) in [
        ("not", 1),
        ("min", 2),
        ("max", 2),
        ("abs", 1),
        ("clamp", 3),
        ("value_if", 3),
        ("has", 2),
        ("coin", 0),
    ] {
        builtins.entry(name.into()).or_default().insert(params);
    }
    builtins
}

/// Methods that modify the list, map or text before the dot.
const CHANGES: &[&str] = &[
    "append",
    "chop",
    "clear",
    "dedup",
    "drain",
    "extend",
    "fill_with",
    "insert",
    "mixin",
    "pad",
    "pop",
    "push",
    "remove",
    "retain",
    "reverse",
    "set",
    "shift",
    "sort",
    "splice",
    "truncate",
];

/// Checks a script.
pub(crate) fn symbols(
    ast: &AST,
    script: &Script,
    lexicon: &Lexicon,
    pack: &str,
    builtins: &Builtins,
    damaged: BTreeSet<String>,
    report: &mut Report,
) -> Symbols {
    let mut walk = Walk::new(ast, script, lexicon, pack, builtins, report);
    (walk.symbols.whole, walk.symbols.damaged) = (true, damaged);
    walk.scope(|walk| {
        walk.block(ast.statements());
        let (globals, top) = walk
            .scopes
            .concat()
            .into_iter()
            .partition(|local| local.constant);
        walk.globals = globals;
        walk.top = Vec::into_iter(top).map(|local: Local| local.name).collect();
    });
    for info in ast.iter_functions() {
        walk.function(ast, info.name, &info.params);
    }
    // It is unknown what a function that could not be parsed uses.
    if walk.symbols.damaged.is_empty() {
        walk.unused();
    }
    walk.symbols
}

/// A variable in scope.
#[derive(Clone)]
pub(super) struct Local {
    pub(super) name: String,
    pub(super) constant: bool,
    /// The number of play-time blocks around the variable.
    pub(super) depth: usize,
}

pub(super) struct Walk<'w> {
    pub(super) script: &'w Script,
    pub(super) lexicon: &'w Lexicon,
    /// The id of the script's pack.
    pack: &'w str,
    pub(super) builtins: &'w Builtins,
    pub(super) report: &'w mut Report,
    pub(super) symbols: Symbols,
    pub(super) own: BTreeMap<String, BTreeSet<usize>>,
    pub(super) globals: Vec<Local>,
    /// Variables outside functions, which are not visible in functions.
    pub(super) top: BTreeSet<String>,
    pub(super) scopes: Vec<Vec<Local>>,
    pub(super) map_keys: BTreeSet<String>,
    /// The names declared by `let` and `const`, with their places.
    said: Vec<(String, Position)>,
    /// The places of the functions' names.
    heads: BTreeMap<&'w str, usize>,
    /// The name of the current function's first parameter.
    pub(super) owner: String,
    /// The variable before the dot of the property that is read next.
    pub(super) dotted: String,
    /// The parameters that the game passes to the current function.
    params: Vec<String>,
    /// The game's description of the current function.
    pub(super) hook: Option<&'w Hook>,
    /// The names that are used.
    pub(super) used: BTreeSet<String>,
    /// The start of the checked code, in bytes.
    pub(super) here: usize,
    /// The arguments of the current call, if all are constant numbers.
    pub(super) numbers: Option<Vec<i64>>,
    /// The number of play-time blocks around the current place.
    pub(super) depth: usize,
    /// The number of load-time loops around the current place, within the innermost play-time block.
    pub(super) loops: usize,
}

impl<'w> Walk<'w> {
    fn new(
        ast: &AST,
        script: &'w Script,
        lexicon: &'w Lexicon,
        pack: &'w str,
        builtins: &'w Builtins,
        report: &'w mut Report,
    ) -> Walk<'w> {
        let mut own = BTreeMap::<String, BTreeSet<usize>>::new();
        for function in ast.iter_functions() {
            own.entry(function.name.into())
                .or_default()
                .insert(function.params.len());
        }
        Walk {
            script,
            lexicon,
            pack,
            builtins,
            report,
            symbols: Symbols::default(),
            own,
            globals: Vec::new(),
            top: BTreeSet::new(),
            scopes: Vec::new(),
            map_keys: map_keys(ast),
            said: Vec::new(),
            heads: heads(&script.text),
            owner: "me".into(),
            dotted: String::new(),
            params: Vec::new(),
            hook: None,
            used: BTreeSet::new(),
            here: 0,
            numbers: None,
            depth: 0,
            loops: 0,
        }
    }

    pub(super) fn error(&mut self, code: Code, at: Position, message: String, help: String) {
        let span = self.script.span(at);
        self.symbols.errors.push(span);
        self.report
            .add(Diagnostic::error(code, span, message).help(help));
    }

    fn function(&mut self, ast: &AST, name: &str, params: &[&str]) {
        let place = self.head(name);
        self.symbols.functions.push(Function {
            name: name.to_owned(),
            params: params.len(),
            names: params.iter().map(|param| (*param).to_owned()).collect(),
            place,
        });
        let verb = self.lexicon.verbs.iter().any(|verb| verb.name == name);
        if verb
            || self
                .lexicon
                .nouns
                .iter()
                .any(|noun| noun.name == name && !noun.property)
        {
            let message = format!("`{name}` is a function of the game");
            self.symbols.errors.push(place);
            self.report.add(
                Diagnostic::error(codes::SHADOWS, place, message).help("rename this function"),
            );
        }
        let hook = self.lexicon.hooks.iter().find(|hook| hook.name == name);
        // The wrong number of parameters was already reported; the game's names replace the missing ones.
        let missing = hook
            .filter(|hook| !hook.accepts(params.len()))
            .map_or(&[][..], |hook| hook.params);
        self.hook = hook;
        self.owner = params.first().map_or("me", |first| *first).to_owned();
        let mut alone = ast.clone_functions_only();
        alone.retain_functions(|_, _, one, count| one == name && count == params.len());
        self.scope(|walk| {
            let at = walk.script.position(place.start);
            params
                .iter()
                .for_each(|param| walk.declare(param, false, at));
            for param in missing.iter().filter(|param| !params.contains(&param.name)) {
                walk.declare(param.name, false, at);
            }
            if hook.is_some() {
                walk.params = params.iter().map(|param| (*param).to_owned()).collect();
            }
            // Rhai gives access to a function's body only by a walk; the body consists of the statements without a
            // parent.
            alone.walk(&mut |path| {
                if let [rhai::ASTNode::Stmt(stmt)] = path {
                    walk.stmt(stmt);
                }
                true
            });
            walk.params.clear();
        });
    }

    /// The place of a function's name.
    fn head(&self, name: &str) -> Span {
        let start = self.heads.get(name).copied().unwrap_or(0);
        Span {
            file: self.script.file,
            start,
            end: start + name.len(),
        }
    }

    fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        self.scopes.push(Vec::new());
        inside(self);
        self.scopes.pop();
    }

    fn declare(&mut self, name: &str, constant: bool, at: Position) {
        // Words that other packs declare do not affect this one, so its own variable is meant.
        let mut own = self
            .lexicon
            .declared
            .iter()
            .filter(|word| word.pack == self.pack);
        let word = self.lexicon.words.iter().any(|word| word.name == name)
            || own.any(|word| word.name == name);
        if word || name == "none" || KEYS.contains(&name) {
            let message = format!("`{}` is a word of the game", short(name));
            self.error(codes::SHADOWS, at, message, "rename the variable".into());
        } else if self.params.iter().any(|param| *param == name) {
            let what = if name == self.owner {
                "the owner of the card"
            } else {
                "passed by the game"
            };
            let message = format!("`{}` is already {what}", short(name));
            self.error(codes::SHADOWS, at, message, "rename the variable".into());
        }
        let local = Local {
            name: name.to_owned(),
            constant,
            depth: self.depth,
        };
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(local);
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<&Local> {
        self.scopes
            .iter()
            .rev()
            .flat_map(|scope| scope.iter().rev())
            .chain(&self.globals)
            .find(|local| local.name == name)
    }

    /// Reports unused names. Blocks are not distinguished, so that no report is wrong.
    fn unused(&mut self) {
        for (name, at) in std::mem::take(&mut self.said) {
            if self.used.contains(&name) || name.starts_with('_') {
                continue;
            }
            let message = format!("nothing uses `{}`", short(&name));
            let unused = Diagnostic::warning(codes::UNUSED_NAME, self.script.span(at), message);
            self.report
                .add(unused.help("remove it, or begin its name with `_`"));
        }
    }

    fn block(&mut self, statements: &[Stmt]) {
        statements.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn inner(&mut self, statements: &[Stmt]) {
        self.scope(|walk| walk.block(statements));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            _ if self.report.full() => {}
            Stmt::If(flow, _)
            | Stmt::While(flow, _)
            | Stmt::Do(flow, ..)
            | Stmt::TryCatch(flow, _) => {
                self.asks("if", &flow.expr, stmt.position());
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
                    counter
                        .iter()
                        .for_each(|counter| walk.declare(&counter.name, false, *at));
                    walk.block(flow.body.statements());
                });
                self.loops -= 1;
            }
            Stmt::Var(parts, flags, _) => {
                self.expr(&parts.1);
                self.declare(
                    &parts.0.name,
                    flags.intersects(ASTFlags::CONSTANT),
                    parts.0.pos,
                );
                self.said.push((parts.0.name.to_string(), parts.0.pos));
            }
            Stmt::Assignment(parts) if self.is_new(&parts.1.lhs) => {
                self.expr(&parts.1.rhs);
                self.without_let(&parts.1.lhs);
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

    /// Whether the target of an assignment is an unknown name.
    fn is_new(&self, target: &Expr) -> bool {
        let Expr::Variable(parts, ..) = target else {
            return false;
        };
        let known = self.lexicon.all_words().any(|word| word.name == &*parts.1)
            || self.top.contains(&*parts.1);
        self.find(&parts.1).is_none() && !known
    }

    /// `bonus = 2;` without a variable `bonus`; the name is known afterwards.
    fn without_let(&mut self, target: &Expr) {
        let Expr::Variable(parts, _, at) = target else {
            return;
        };
        self.symbols
            .unknown
            .insert(Unknown::Variable(parts.1.to_string()));
        let message = format!("there is no variable `{}` yet", short(&parts.1));
        self.error(
            codes::UNKNOWN_VARIABLE,
            *at,
            message,
            format!("write `let {} = …;`", short(&parts.1)),
        );
        self.declare(&parts.1, false, *at);
    }

    /// Records what a load-time question asks, for a hint if the value is only known during play.
    fn asks(&mut self, word: &'static str, expr: &Expr, at: Position) {
        let byte = self.script.byte(expr.position());
        self.symbols
            .asked
            .insert(byte, (word, self.script.span(at)));
    }

    pub(super) fn forbidden(&mut self, word: &str, at: Position) {
        let span = self.script.span(at);
        self.symbols.errors.push(span);
        self.report.add(fault::forbidden(word, span));
    }

    fn jump(&mut self, at: Position) {
        if self.loops == 0 && self.depth > 0 {
            let message = "this would leave a block that happens during play".into();
            let help = "put a `when` around what must not happen".into();
            self.error(codes::JUMP_OUT, at, message, help);
        }
    }

    /// How to change what a property tells: what the game says of it, or a verb of the same name for the same sort of
    /// thing, or else any verb that changes a number of the first parameter of hooks.
    fn changing(&self, property: &str) -> String {
        if let Some(help) = self.lexicon.phrases.meant(&format!("{property} =")) {
            return help.into();
        }
        let named = |verb: &&Verb| verb.name.split('_').any(|word| word == property);
        match self.lexicon.verbs.iter().find(named) {
            Some(verb) => format!("use a verb, such as `{}`", verb.example),
            None => "use the verbs in the reference, “Verbs”: none sets this itself".into(),
        }
    }

    /// How an effect counts during play.
    fn counting(&self) -> String {
        let mut verbs = self.lexicon.verbs.iter();
        let counts = |verb: &&Verb| {
            let note = verb.sense.note;
            note.is_some_and(|note| !note.anew && note.how == BinOp::Add)
        };
        let noun = |note: Note| self.lexicon.nouns.get(usize::from(note.noun));
        let counted = verbs
            .find(counts)
            .and_then(|verb| Some((verb, noun(verb.sense.note?)?)));
        match counted {
            Some((verb, noun)) => format!(
                "count with `{};`: `{}()` is the sum so far",
                verb.example, noun.name
            ),
            None => "calculate with the game's own values".into(),
        }
    }

    /// Reports an assignment to a variable outside the current play-time block.
    fn assigned(&mut self, target: &Expr) {
        let property = match target {
            Expr::Dot(parts, ..) => property(&parts.rhs),
            _ => None,
        };
        if let Some((name, at)) = property
            && self
                .lexicon
                .nouns
                .iter()
                .any(|noun| noun.property && noun.name == name)
        {
            let message = format!("`.{name}` is a fact of the game and cannot be set");
            let help = format!(
                "to compare write `==`; to change the game {}",
                self.changing(name)
            );
            return self.error(codes::NOUN_CHANGED, at, message, help);
        }
        if let Expr::ThisPtr(at) = target {
            let message = "`this` is the card whose script runs, and cannot be changed".into();
            return self.error(
                codes::OUTER_CHANGED,
                *at,
                message,
                "declare your own variable with `let`".into(),
            );
        }
        let Some((name, at)) = root(target) else {
            return;
        };
        let found = self.find(name).cloned();
        if found
            .as_ref()
            .is_some_and(|local| local.constant && local.depth == self.depth)
        {
            let message = format!("`{}` cannot be changed", short(name));
            self.error(
                codes::OUTER_CHANGED,
                at,
                message,
                "declare your own variable with `let`".into(),
            );
        } else if found.is_some_and(|local| local.depth < self.depth) {
            let message = format!(
                "`{}` is declared outside this block, so you cannot change it here",
                short(name)
            );
            let help = format!(
                "this block happens during play: declare the variable inside it, or {}",
                self.counting()
            );
            self.error(codes::OUTER_CHANGED, at, message, help);
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        match expr {
            _ if self.report.full() => {}
            Expr::Variable(parts, _, at) => self.variable(&parts.1, !parts.2.is_empty(), *at),
            Expr::FnCall(call, at) => self.call(call, *at),
            Expr::MethodCall(call, at) => self.method(call, *at),
            Expr::Property(parts, at) => self.property(&parts.2, *at),
            Expr::Dot(parts, ..) => {
                self.expr(&parts.lhs);
                self.dotted = match &parts.lhs {
                    Expr::Variable(name, ..) => name.1.to_string(),
                    Expr::ThisPtr(_) => "this".into(),
                    _ => String::new(),
                };
                self.expr(&parts.rhs);
                if matches!(&parts.rhs, Expr::MethodCall(call, _) if CHANGES.contains(&call.name.as_str()))
                {
                    self.assigned(expr);
                }
            }
            Expr::Index(parts, ..) => {
                self.expr(&parts.lhs);
                self.expr(&parts.rhs);
            }
            Expr::And(parts, at) | Expr::Or(parts, at) => {
                let sign = if matches!(expr, Expr::And(..)) {
                    "&&"
                } else {
                    "||"
                };
                for part in parts.iter() {
                    self.asks(sign, part, *at);
                    self.expr(part);
                }
            }
            Expr::Coalesce(parts, _) => parts.iter().for_each(|part| self.expr(part)),
            Expr::Array(parts, _) | Expr::InterpolatedString(parts, _) => {
                parts.iter().for_each(|part| self.expr(part));
            }
            Expr::Map(parts, _) => parts.0.iter().for_each(|(_, value)| self.expr(value)),
            Expr::Stmt(block) => self.inner(block.statements()),
            Expr::ThisPtr(_) => self.symbols.this = true,
            Expr::Custom(custom, _) => self.custom(&custom.tokens, &custom.inputs),
            _ => {}
        }
    }

    /// A play-time word with its inputs. The last name in it is the variable of its block, and of what follows `where`
    /// and `of`.
    fn custom(&mut self, tokens: &[rhai::ImmutableString], inputs: &[Expr]) {
        let mut inputs = inputs.iter();
        let (mut named, mut word): (Option<(String, Position)>, &str) = (None, "");
        let (mut counted, mut several) = (false, false);
        for token in tokens {
            if !token.starts_with('$') {
                word = token;
                // In `choose n of either …` the name is that of a number.
                if let Some((number, at)) = named.take_if(|_| word == "either") {
                    self.variable(&number, false, at);
                }
                continue;
            }
            match (token.as_str(), inputs.next()) {
                ("$ident$", Some(Expr::Variable(parts, _, at))) => {
                    // The name before it was that of a number.
                    let number = named.replace((parts.1.to_string(), *at));
                    several = counted || number.is_some();
                    if let Some((number, at)) = number {
                        self.variable(&number, false, at);
                    }
                }
                ("$block$", Some(Expr::Stmt(block))) => {
                    self.body(named.clone(), block.statements())
                }
                // A condition on several members is refused, whatever its names mean.
                ("$expr$", Some(_)) if word == "where" && several => {}
                ("$expr$", Some(input)) if matches!(word, "where" | "of") => {
                    self.within(named.clone(), |walk| walk.expr(input));
                }
                ("$expr$", Some(input)) => {
                    // In `choose up to 2 …` the first name is not a variable.
                    if word == "to" && named.as_ref().is_some_and(|(name, _)| name == "up") {
                        named = None;
                    }
                    counted = true;
                    self.expr(input);
                }
                _ => {}
            }
        }
    }

    fn body(&mut self, named: Option<(String, Position)>, statements: &[Stmt]) {
        self.within(named, |walk| walk.block(statements));
    }

    /// Checks play-time code with its variable.
    fn within(&mut self, named: Option<(String, Position)>, inside: impl FnOnce(&mut Self)) {
        let loops = std::mem::take(&mut self.loops);
        self.depth += 1;
        self.scope(|walk| {
            if let Some((name, at)) = named {
                walk.declare(&name, true, at);
            }
            inside(walk);
        });
        self.depth -= 1;
        self.loops = loops;
    }
}

/// The position of the name after each `fn`; the first position of a name counts.
fn heads(text: &str) -> BTreeMap<&str, usize> {
    let all = tokens(text);
    let word = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let mut heads = BTreeMap::new();
    for pair in all.windows(2) {
        if let [first, name] = pair
            && word(first) == "fn"
        {
            heads.entry(word(name)).or_insert(name.start);
        }
    }
    heads
}

/// The last property in a chain of dots.
fn property(expr: &Expr) -> Option<(&str, Position)> {
    match expr {
        Expr::Property(parts, at) => Some((&parts.2, *at)),
        Expr::Dot(parts, ..) => property(&parts.rhs),
        _ => None,
    }
}

/// The variable modified by an assignment.
fn root(expr: &Expr) -> Option<(&str, Position)> {
    match expr {
        Expr::Variable(parts, _, at) => Some((&parts.1, *at)),
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => root(&parts.lhs),
        _ => None,
    }
}

/// The keys of all map literals in a script, which are properties too.
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
