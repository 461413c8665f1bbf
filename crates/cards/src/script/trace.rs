//! Records what a script does while it runs once on play-time values.

use super::chance::Roll;
use super::value::{Operand, Since, Value, name, operand};
use crate::codes::{self, Code};
use crate::diagnostics::{Diagnostic, Span};
use crate::limits;
use crate::lint::range::Ranges;
use crate::reference::signature;
use cardwright_effects::tree::{Block, Expr, SourcePos, Stmt, StmtKind, Var};
use cardwright_effects::{Lexicon, Param, Ty};
use rhai::{Dynamic, Position};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The recorder, shared by all functions of an engine.
pub(crate) type Shared = Rc<RefCell<Trace>>;

/// A loop around the running code.
struct Loop {
    /// The number of verbs performed before it.
    acts: usize,
    /// Where the body uses large sets that were named before the loop.
    uses: Vec<(u8, Position)>,
}

/// What is known about a variable.
struct Variable {
    alive: bool,
    at: SourcePos,
    uses: u32,
}

/// The recording of one hook.
pub(crate) struct Trace {
    pub(crate) lexicon: Lexicon,
    pub(crate) source: Script,
    /// Whether the hook only answers a question.
    pub(crate) answers: bool,
    pub(crate) found: Vec<Diagnostic>,
    /// The verbs that the hook performs, including those with invalid arguments: index in the lexicon, and position.
    pub(crate) tried: Vec<(u8, SourcePos)>,
    /// The number of questions about members of sets around the running code; nothing may be done inside them.
    pub(crate) asking: usize,
    /// Whether `or none` was at the end of the last question about members of a set.
    pub(crate) or_none: bool,
    /// The known ranges of variables.
    pub(crate) ranges: Ranges,
    /// The hook's parameters; empty outside functions.
    pub(crate) params: &'static [Param],
    /// The number of verbs performed that may change a set, and the last of them.
    acts: usize,
    last: &'static str,
    /// The loops around the running code.
    loops: Vec<Loop>,
    blocks: Vec<Block>,
    /// For each block, the variables that end with it.
    owned: Vec<Vec<Var>>,
    variables: Vec<Variable>,
    statements: usize,
}

/// The text of a script, for converting Rhai's positions to spans.
#[derive(Clone, Default)]
pub(crate) struct Script {
    pub(crate) file: u16,
    pub(crate) text: Arc<str>,
    /// For each line, the byte at which it begins, and whether all of its characters are single bytes.
    lines: Vec<(usize, bool)>,
}

impl Script {
    pub(crate) fn new(file: u16, text: Arc<str>) -> Script {
        let mut start = 0;
        let mut lines = Vec::new();
        for line in text.split('\n') {
            lines.push((start, line.is_ascii()));
            start += line.len() + 1;
        }
        Script { file, text, lines }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The byte of a position; the end of the text for no position.
    pub(crate) fn byte(&self, position: Position) -> usize {
        let Some((start, plain)) = position.line().and_then(|line| self.lines.get(line - 1)) else {
            return self.text.len();
        };
        let column = position.position().unwrap_or(1).saturating_sub(1);
        if *plain {
            return (start + column).min(self.text.len());
        }
        let rest = self.text.get(*start..).unwrap_or_default();
        start
            + rest
                .char_indices()
                .nth(column)
                .map_or(rest.len(), |(at, _)| at)
    }

    /// The span of the token at a position.
    pub(crate) fn span(&self, position: Position) -> Span {
        let start = self.byte(position);
        Span {
            file: self.file,
            start,
            end: start + token(self.text.get(start..).unwrap_or_default()),
        }
    }

    /// The position of a word directly before a position; otherwise that position itself.
    pub(crate) fn word_before(&self, word: &str, behind: Position) -> Position {
        let before = self.text.get(..self.byte(behind)).unwrap_or_default();
        match before
            .trim_end_matches(|c: char| c.is_whitespace() || c == '(')
            .strip_suffix(word)
        {
            Some(rest) => self.position(rest.len()),
            None => behind,
        }
    }

    /// The span of the token at a recorded position.
    pub(crate) fn span_of(&self, at: SourcePos) -> Span {
        let position = u16::try_from(at.line)
            .ok()
            .filter(|line| *line > 0)
            .map(|line| Position::new(line, u16::try_from(at.column).unwrap_or(u16::MAX)));
        self.span(position.unwrap_or(Position::NONE))
    }

    /// The position of a byte.
    pub(crate) fn position(&self, byte: usize) -> Position {
        let line = self.lines.partition_point(|(start, _)| *start <= byte);
        let (start, plain) = self
            .lines
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or_default();
        let letters = |before: &str| {
            if plain {
                before.len()
            } else {
                before.chars().count()
            }
        };
        let column = self.text.get(start..byte).map_or(0, letters) + 1;
        match (u16::try_from(line), u16::try_from(column)) {
            (Ok(line), Ok(column)) if line > 0 => Position::new(line, column),
            _ => Position::NONE,
        }
    }

    pub(crate) fn at(&self, position: Position) -> SourcePos {
        SourcePos {
            file: self.file,
            line: position.line().unwrap_or(0) as u32,
            column: position.position().unwrap_or(0) as u32,
        }
    }
}

/// The length of the token at the start of a text.
fn token(text: &str) -> usize {
    let mut letters = text.char_indices();
    let Some((_, first)) = letters.next() else {
        return 0;
    };
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let sign = |c: char| "=!<>&|+-*/%?.".contains(c);
    let same: &dyn Fn(char) -> bool = match first {
        c if word(c) => &word,
        c if sign(c) => &sign,
        '"' => {
            let end = text.get(1..).and_then(|rest| rest.find(['"', '\n']));
            return end.map_or(text.len(), |end| end + 2).min(text.len());
        }
        other => return other.len_utf8(),
    };
    letters
        .find(|(_, letter)| !same(*letter))
        .map_or(text.len(), |(at, _)| at)
}

impl Trace {
    pub(crate) fn new(lexicon: &Lexicon) -> Trace {
        Trace {
            lexicon: lexicon.clone(),
            source: Script::default(),
            answers: false,
            found: Vec::new(),
            tried: Vec::new(),
            asking: 0,
            or_none: false,
            ranges: Ranges::default(),
            params: &[],
            acts: 0,
            last: "",
            loops: Vec::new(),
            blocks: Vec::new(),
            owned: Vec::new(),
            variables: Vec::new(),
            statements: 0,
        }
    }

    /// Starts a hook, whose parameters are the first variables.
    pub(crate) fn begin(
        &mut self,
        source: Script,
        params: &'static [Param],
        answers: bool,
    ) -> Vec<Dynamic> {
        self.source = source;
        self.answers = answers;
        self.params = params;
        self.blocks = vec![Block::new()];
        self.owned = vec![Vec::new()];
        self.variables.clear();
        self.tried.clear();
        self.statements = 0;
        (self.asking, self.or_none, self.ranges) = (0, false, Ranges::default());
        self.acts = 0;
        self.loops.clear();
        params
            .iter()
            .map(|param| {
                Dynamic::from(Value::known(
                    Expr::Var(self.variable(SourcePos::default())),
                    param.ty,
                ))
            })
            .collect()
    }

    /// Starts the code outside functions.
    pub(crate) fn outside(&mut self, source: Script) {
        self.begin(source, &[], false);
        self.blocks.clear();
    }

    /// Whether a hook is running; otherwise `what` is reported.
    pub(crate) fn in_hook(&mut self, what: &str, at: Position) -> bool {
        if self.blocks.is_empty() {
            let message = format!("`{what}` is outside a function");
            self.error(
                codes::OUTSIDE,
                at,
                message,
                "put it into a function; outside, only `const` is allowed",
            );
        }
        !self.blocks.is_empty()
    }

    /// Ends the recording and returns it.
    pub(crate) fn end(&mut self) -> Block {
        self.owned.clear();
        let mut blocks = std::mem::take(&mut self.blocks);
        blocks.truncate(1);
        blocks.pop().unwrap_or_default()
    }

    pub(crate) fn report(&mut self, one: Diagnostic) {
        if self.found.len() <= limits::MISTAKES {
            self.found.push(one);
        }
    }

    pub(crate) fn error(
        &mut self,
        code: Code,
        at: Position,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let one = Diagnostic::error(code, self.source.span(at), message).help(help);
        self.report(one);
    }

    /// A new variable of the current block.
    pub(crate) fn variable(&mut self, at: SourcePos) -> Var {
        let var = self.variables.len() as Var;
        self.variables.push(Variable {
            alive: true,
            at,
            uses: 0,
        });
        if let Some(owned) = self.owned.last_mut() {
            owned.push(var);
        }
        var
    }

    /// The number of uses of a variable.
    pub(crate) fn uses(&self, var: Var) -> u32 {
        self.variables
            .get(usize::from(var))
            .map_or(0, |variable| variable.uses)
    }

    /// Whether the effect has the maximum number of statements, so that further tracing finds nothing new.
    pub(crate) fn full(&self) -> bool {
        self.statements > limits::STATEMENTS
    }

    /// Starts a block; returns `false` if blocks are nested too deeply.
    pub(crate) fn open(&mut self) -> bool {
        self.blocks.push(Block::new());
        self.owned.push(Vec::new());
        self.blocks.len() <= limits::BLOCKS
    }

    /// Ends a block; its variables do not exist outside.
    pub(crate) fn close(&mut self) -> Block {
        for var in self.owned.pop().unwrap_or_default() {
            if let Some(variable) = self.variables.get_mut(usize::from(var)) {
                variable.alive = false;
            }
        }
        self.blocks.pop().unwrap_or_default()
    }

    /// The present moment, for a large set that is named now.
    pub(crate) fn now(&self) -> Since {
        Since {
            acts: self.acts,
            loops: self.loops.len(),
        }
    }

    /// Counts a verb that may change sets.
    pub(crate) fn acted(&mut self, verb: &'static str) {
        self.acts += 1;
        self.last = verb;
    }

    /// Begins the body of a loop.
    pub(crate) fn enter_loop(&mut self) {
        self.loops.push(Loop {
            acts: self.acts,
            uses: Vec::new(),
        });
    }

    /// Ends the body of a loop. If it acts, a set that was named before it has changed in the second round.
    pub(crate) fn leave_loop(&mut self) {
        let ended = self.loops.pop();
        let Some(ended) = ended.filter(|ended| ended.acts < self.acts) else {
            return;
        };
        for (noun, at) in ended.uses {
            self.not_kept(noun, at, " in an earlier round of the loop");
        }
    }

    /// Reports the use of a large set that was named before something happened: it is looked up only now.
    pub(crate) fn check_kept(&mut self, noun: u8, since: Since, at: Position) {
        if since.acts < self.acts {
            self.not_kept(noun, at, "");
        } else if let Some(outer) = self.loops.get_mut(since.loops) {
            outer.uses.push((noun, at));
        }
    }

    fn not_kept(&mut self, noun: u8, at: Position, place: &str) {
        let Some(noun) = self.lexicon.nouns.get(usize::from(noun)) else {
            return;
        };
        let params: Vec<&str> = noun.params.iter().map(|param| param.name).collect();
        let call = format!("{}({})", noun.name, params.join(", "));
        let message = format!(
            "the members of this set may have changed since it got its name: `{}` has run{place}",
            self.last
        );
        let help = format!(
            "a name does not keep the members of a set that can be large: write `{call}` again here; to keep their number, write `let n = {call}.count;` before the change"
        );
        self.error(codes::LARGE_SET, at, message, help);
    }

    /// Records a statement.
    pub(crate) fn push(&mut self, at: Position, what: StmtKind) {
        self.statements += 1;
        if self.statements == limits::STATEMENTS + 1 {
            let message = format!(
                "this effect has more than {} statements",
                limits::STATEMENTS
            );
            self.error(
                codes::EFFECT_LIMIT,
                at,
                message,
                "split it into several cards, or use `each`",
            );
        }
        let stmt = Stmt {
            at: self.source.at(at),
            what,
        };
        if self.statements <= limits::STATEMENTS
            && let Some(block) = self.blocks.last_mut()
        {
            block.push(stmt);
        }
    }

    /// Counts the variables of an expression as used; reports an ended variable and returns `false`.
    pub(crate) fn check(&mut self, expr: &Expr, at: Position) -> bool {
        match expr {
            Expr::Fixed(_) => true,
            Expr::BinOp(_, a, b) => self.check(a, at) && self.check(b, at),
            Expr::Var(var) => {
                let Some(variable) = self.variables.get_mut(usize::from(*var)) else {
                    return false;
                };
                variable.uses += 1;
                let (alive, line) = (variable.alive, variable.at.line);
                if !alive {
                    // Names end with their blocks and values are copied, so this is only a second safeguard.
                    let message = "this value exists only inside its block";
                    let help = format!("it comes from the block at line {line}: use it there");
                    self.error(codes::SCRIPT_FAILED, at, message, help);
                }
                alive
            }
        }
    }

    /// The expression of a value with a required type; otherwise a description of the value.
    pub(crate) fn typed(
        &mut self,
        value: &Dynamic,
        wanted: Ty,
        at: Position,
    ) -> Result<Expr, Option<String>> {
        match operand(value) {
            Operand::Typed(expr, ty) if ty == wanted => {
                if self.check(&expr, at) {
                    Ok(expr)
                } else {
                    Err(None)
                }
            }
            Operand::Typed(expr, ty)
                if wanted == Ty::Number && self.lexicon.numbers_of(ty).is_some() =>
            {
                if self.check(&expr, at) {
                    Ok(expr)
                } else {
                    Err(None)
                }
            }
            Operand::Typed(expr, Ty::Number) if self.lexicon.numbers_of(wanted).is_some() => {
                if self.check(&expr, at) {
                    self.numbered(expr, wanted)
                } else {
                    Err(None)
                }
            }
            Operand::Poison => Err(None),
            other => Err(Some(name(&other, &self.lexicon))),
        }
    }

    /// A number used as a thing; an error message if it may not be such a thing.
    fn numbered(&self, number: Expr, wanted: Ty) -> Result<Expr, Option<String>> {
        let Some((least, most)) = self.lexicon.numbers_of(wanted) else {
            return Err(None);
        };
        let (low, high) = self.ranges.range(&number);
        if least <= low && high <= most {
            return Ok(number);
        }
        let thing = self.lexicon.type_name(wanted);
        Err(Some(match low == high {
            true => format!("the number {low}, but {thing} is a number from {least} to {most}"),
            false => format!(
                "a number that may not be a {}; write `clamp(n, {least}, {most})`",
                thing.split_once(' ').map_or("thing", |(_, name)| name)
            ),
        }))
    }

    /// The arguments for parameters; `None` if one of them has the wrong type, which is reported.
    pub(crate) fn arguments(
        &mut self,
        function: &str,
        params: &[Param],
        args: &[Dynamic],
        at: Position,
    ) -> Option<Vec<Expr>> {
        let mut exprs = Vec::with_capacity(args.len());
        let mut wrong = Vec::new();
        let mut fits = true;
        for (place, (param, arg)) in params.iter().zip(args).enumerate() {
            match self.typed(arg, param.ty, at) {
                Ok(expr) => exprs.push(expr),
                Err(None) => fits = false,
                Err(Some(is)) => wrong.push((place, is)),
            }
        }
        if let Some(order) = self.order(params, args).filter(|_| wrong.len() > 1) {
            let message = format!("the arguments of `{function}` have another order: {order}");
            let help = format!("write {}", signature(&self.lexicon, function, params));
            self.error(codes::WRONG_ARGUMENT, at, message, help);
            return None;
        }
        for (place, is) in &wrong {
            let (Some(param), Some(arg)) = (params.get(*place), args.get(*place)) else {
                continue;
            };
            self.wrong_argument(function, params, (param, arg), is, at);
        }
        fits &= wrong.is_empty();
        fits.then_some(exprs)
    }
}

impl Trace {
    fn wrong_argument(
        &mut self,
        function: &str,
        params: &[Param],
        (param, arg): (&Param, &Dynamic),
        is: &str,
        at: Position,
    ) {
        if let (Operand::TooLarge(number), Ty::Number) = (operand(arg), param.ty) {
            let message = format!("the number {number} is too large");
            return self.error(
                codes::TOO_LARGE_NUMBER,
                at,
                message,
                "numbers must be between -32768 and 32767",
            );
        }
        let wanted = self.lexicon.type_name(param.ty);
        let message = format!(
            "`{}` of `{function}` must be {wanted}, but this is {is}",
            param.name
        );
        let signature = signature(&self.lexicon, function, params);
        let rolled = match arg.read_lock::<rhai::ImmutableString>() {
            Some(text) if param.ty == Ty::Number => self.rolled(&text, at),
            _ => None,
        };
        let set = match (operand(arg), param.ty) {
            (Operand::Typed(_, Ty::Many(of)), Ty::One(one)) => of == one,
            (Operand::Large { thing, .. }, Ty::One(one)) => thing == one,
            _ => false,
        };
        let meant = self.lexicon.phrases.meant(&format!("{function}({is})"));
        let help = match arg.is_string() {
            _ if meant.is_some() => meant.unwrap_or_default().to_owned(),
            _ if rolled.is_some() => rolled.unwrap_or_default(),
            _ if set => {
                let (one, names) = (param.name, params.iter().map(|param| param.name));
                let call = format!("{function}({})", names.collect::<Vec<_>>().join(", "));
                format!("write `each {one} in … {{ … {call} … }}`, or `choose {one} in …`")
            }
            true => format!("write it without quotes: {signature}"),
            false => format!("write {signature}"),
        };
        self.error(codes::WRONG_ARGUMENT, at, message, help);
    }

    /// What to write for dice in quotes in a call.
    fn rolled(&self, dice: &str, at: Position) -> Option<String> {
        let roll = Roll::parse(dice)?;
        let (call, text) = (self.source.byte(at), &self.source.text);
        let quoted = format!("\"{dice}\"");
        let start = call + text.get(call..)?.find(&quoted)?;
        Some(roll.instead(text, start..start + quoted.len()))
    }

    /// The names of the parameters in the order of the arguments, if these match in exactly one other order.
    fn order(&mut self, params: &[Param], args: &[Dynamic]) -> Option<String> {
        let mut free: Vec<&Param> = params.iter().collect();
        let mut names = Vec::new();
        for arg in args {
            let Operand::Typed(_, ty) = operand(arg) else {
                return None;
            };
            let place = free.iter().position(|param| param.ty == ty)?;
            names.push(free.remove(place).name);
        }
        (free.is_empty()).then(|| format!("here they are ({})", names.join(", ")))
    }
}
