//! Compiles a traced effect to flat operations.

use crate::analysis::fold::fold_effect;
use crate::tree::{Block, Effect, Expr, Only, Options, SourcePos, Stmt, StmtKind, Var};
use crate::{Arg, BinOp, ChoiceSource, MAX_OPS, Note, Op, Program, REGISTERS, Reg, Verb};
use thiserror::Error;

/// The maximum number of modes in one choice: they are bits of a 16-bit mask whose sign bit is not used.
pub const MAX_LABELS: usize = 15;

/// The maximum nesting of an effect's statements or expressions, which prevents a stack overflow.
pub const MAX_DEPTH: usize = 64;

/// Why an effect cannot be compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CompileError {
    /// The effect needs more values at once than a frame has registers.
    #[error("this effect needs more than {REGISTERS} values at the same time")]
    TooManyValues {
        /// The statement that exceeds the limit.
        at: SourcePos,
    },
    /// The program has too many operations.
    #[error("this effect has more than {MAX_OPS} operations")]
    TooLong {
        /// The statement that exceeds the limit.
        at: SourcePos,
    },
    /// One choice has too many modes, or all choices together do.
    #[error(
        "one choice may offer at most {MAX_LABELS} modes, and all choices of an effect together at most 255"
    )]
    TooManyLabels {
        /// The choice that exceeds the limit.
        at: SourcePos,
    },
    /// Statements or expressions are nested too deeply.
    #[error("this effect is nested more than {MAX_DEPTH} levels deep")]
    TooDeep {
        /// The statement that exceeds the limit.
        at: SourcePos,
    },
    /// A variable is used where it has no value.
    #[error("a value is used outside the block that it belongs to")]
    OutOfScope {
        /// The statement that uses the variable.
        at: SourcePos,
    },
}

impl CompileError {
    /// The position of the error.
    pub fn at(&self) -> SourcePos {
        match *self {
            CompileError::TooManyValues { at }
            | CompileError::TooLong { at }
            | CompileError::TooManyLabels { at }
            | CompileError::TooDeep { at }
            | CompileError::OutOfScope { at } => at,
        }
    }
}

/// Compiles an effect that uses these verbs of a lexicon. Constants are evaluated, registers are reused as soon as
/// their values are no longer needed, and every path ends in [`Op::End`].
pub fn compile(effect: &Effect, verbs: &[Verb]) -> Result<Program, CompileError> {
    crate::analysis::uses::check_depth(effect)?;
    let effect = fold_effect(effect);
    match flatten(&effect, verbs, false) {
        Err(CompileError::TooManyValues { .. }) => flatten(&effect, verbs, true),
        done => done,
    }
}

/// Compiles an effect; `late` says whether values are read only where they are needed, which takes fewer registers.
fn flatten(effect: &Effect, verbs: &[Verb], late: bool) -> Result<Program, CompileError> {
    let mut flat = Flat {
        late,
        ..Flat::new(effect, verbs)
    };
    flat.keep_notes(&effect.body);
    for reg in 0..effect.params {
        let place = flat.take()?;
        flat.bind(reg, place);
    }
    flat.stmts(&effect.body)?;
    let answer = match &effect.answer {
        Some(answer) => flat.operand(answer)?,
        None => Arg::ZERO,
    };
    flat.emit(Op::End { answer })?;
    crate::analysis::jumps::thread(&mut flat.program.ops);
    Ok(flat.program)
}

type Done<T = ()> = Result<T, CompileError>;

struct Flat<'v> {
    verbs: &'v [Verb],
    program: Program,
    /// The register of each variable.
    vars: Vec<Option<Reg>>,
    /// The remaining number of uses of each variable.
    uses: Vec<u32>,
    /// The registers in use, one bit each.
    taken: u16,
    /// The registers in use for parts of the current expression.
    temps: u16,
    /// The statement being compiled.
    at: SourcePos,
    /// Whether values are read only where they are needed.
    late: bool,
    /// The values that are still to be read.
    waiting: Vec<Waiting>,
    /// The variables of the choices around the statement being compiled.
    chosen: Vec<Var>,
    /// How many loops are around it.
    loops: u32,
}

/// A value that is read where it is needed, once.
struct Waiting {
    var: Var,
    noun: u8,
    args: Vec<Expr>,
    at: SourcePos,
}

impl<'v> Flat<'v> {
    fn new(effect: &Effect, verbs: &'v [Verb]) -> Self {
        let uses = crate::analysis::uses::count(effect);
        let vars = vec![None; uses.len()];
        Flat {
            verbs,
            program: Program::default(),
            vars,
            uses,
            taken: 0,
            temps: 0,
            at: effect.at,
            late: false,
            waiting: Vec::new(),
            chosen: Vec::new(),
            loops: 0,
        }
    }

    fn emit(&mut self, op: Op) -> Done {
        if self.program.ops.len() >= MAX_OPS {
            return Err(CompileError::TooLong { at: self.at });
        }
        self.program.ops.push(op);
        self.program.places.push(self.at);
        Ok(())
    }

    fn here(&self) -> u16 {
        self.program.ops.len() as u16
    }

    /// Allocates the lowest free register.
    fn take(&mut self) -> Done<Reg> {
        let reg = self.taken.trailing_ones() as usize;
        if reg >= REGISTERS {
            return Err(CompileError::TooManyValues { at: self.at });
        }
        self.taken |= 1 << reg;
        Ok(reg as Reg)
    }

    fn free(&mut self, reg: Reg) {
        self.taken &= !(1 << reg);
        self.temps &= !(1 << reg);
    }

    /// Frees the registers with parts of an expression, which are not needed after the operation being emitted.
    fn release(&mut self) {
        self.taken &= !self.temps;
        self.temps = 0;
    }

    fn bind(&mut self, var: Var, reg: Reg) {
        if let Some(place) = self.vars.get_mut(usize::from(var)) {
            *place = Some(reg);
        }
    }

    fn unbind(&mut self, var: Var) {
        if let Some(reg) = self.vars.get_mut(usize::from(var)).and_then(Option::take) {
            self.free(reg);
        }
    }

    fn left(&self, var: Var) -> u32 {
        self.uses.get(usize::from(var)).copied().unwrap_or(0)
    }

    /// Compiles a block; its variables end with it.
    fn body(&mut self, block: &Block) -> Done {
        let own = self.stmts(block)?;
        own.into_iter().for_each(|var| self.unbind(var));
        Ok(())
    }

    /// Compiles statements and returns the variables that are still needed. A variable is freed after its last use,
    /// except inside the body of a loop: there, variables from outside are kept for the next round.
    fn stmts(&mut self, block: &Block) -> Done<Vec<Var>> {
        let mut own: Vec<Var> = Vec::new();
        for (place, stmt) in block.iter().enumerate() {
            self.at = stmt.at;
            if self.late && self.waits(stmt, &block[place + 1..]) {
                continue;
            }
            let repeats = u32::from(repeats(stmt));
            self.loops += repeats;
            self.stmt(stmt, &mut own)?;
            self.loops -= repeats;
            self.release();
            if self.late && self.loops == 0 {
                self.forget_choices();
            }
            let (dead, alive) = own.into_iter().partition(|var| self.left(*var) == 0);
            own = alive;
            Vec::into_iter(dead).for_each(|var| self.unbind(var));
        }
        Ok(own)
    }

    /// Frees the registers of choices that are not used any more.
    fn forget_choices(&mut self) {
        for place in (0..self.chosen.len()).rev() {
            if self.left(self.chosen[place]) == 0 {
                let var = self.chosen.swap_remove(place);
                self.unbind(var);
            }
        }
    }

    /// Postpones a read whose value is used once, by what follows in the same block before anything can change.
    fn waits(&mut self, stmt: &Stmt, rest: &[Stmt]) -> bool {
        let StmtKind::Read { var, noun, args } = &stmt.what else {
            return false;
        };
        let mut user = rest.iter().map(|next| match &next.what {
            StmtKind::Read { args, .. } => (mentions(args, *var), false),
            StmtKind::Gather {
                of, body, value, ..
            } => {
                let inside = mentions(std::slice::from_ref(value), *var)
                    || crate::analysis::uses::mentions(body, *var);
                let of = of.exprs();
                let by = of
                    .iter()
                    .any(|expr| mentions(std::slice::from_ref(expr), *var));
                (by && !inside, inside)
            }
            StmtKind::Do { args, .. } => (mentions(args, *var), true),
            StmtKind::When { truth, .. } => (mentions(std::slice::from_ref(truth), *var), true),
            _ => (false, true),
        });
        let used = user.find(|(uses, stops)| *uses || *stops);
        let waits = self.left(*var) == 1 && used.is_none_or(|(uses, _)| uses);
        if waits {
            self.waiting.push(Waiting {
                var: *var,
                noun: *noun,
                args: args.clone(),
                at: stmt.at,
            });
        }
        waits
    }

    /// Reads a postponed value; what the effect itself keeps is in a register already.
    fn read_now(&mut self, waiting: Waiting) -> Done<Arg> {
        if let Some(note) = self.note_read_by(waiting.noun) {
            return Ok(Arg::reg(note.reg()));
        }
        let at = std::mem::replace(&mut self.at, waiting.at);
        let [first, second, _] = self.operands(&waiting.args)?;
        self.drop_temp(first);
        self.drop_temp(second);
        let to = self.temp()?;
        self.emit(Op::Read {
            to,
            noun: waiting.noun,
            args: [first, second],
        })?;
        self.at = at;
        Ok(Arg::reg(to))
    }

    fn stmt(&mut self, stmt: &Stmt, own: &mut Vec<Var>) -> Done {
        match &stmt.what {
            StmtKind::Read { var, .. } if self.left(*var) == 0 => Ok(()),
            StmtKind::Read { var, noun, args } => match self.note_read_by(*noun) {
                Some(note) => self.read_note(*var, note, own),
                None => self.read(*var, *noun, args, own),
            },
            StmtKind::Do { verb, args } => {
                let args = self.operands(args)?;
                if let Some(note) = self.note_of(*verb) {
                    let a = if note.anew {
                        Arg::ZERO
                    } else {
                        Arg::reg(note.reg())
                    };
                    let (to, math, [b, ..]) = (note.reg(), note.how, args);
                    return self.emit(Op::BinOp { to, math, a, b });
                }
                self.ask_before(*verb, args)?;
                self.emit(Op::Do { verb: *verb, args })
            }
            StmtKind::Each {
                var,
                of,
                turn,
                body,
            } => self.each(*var, of, turn, body, own),
            StmtKind::ChooseSome { .. } => self.choose_some(&stmt.what, own),
            StmtKind::Repeat { times, body } => self.repeat(times, body),
            StmtKind::Gather { var, .. } | StmtKind::Toss { var } if self.left(*var) == 0 => Ok(()),
            StmtKind::Gather {
                var,
                item,
                of,
                how,
                body,
                value,
            } => self.gather([*var, *item], of, *how, (body, value), own),
            StmtKind::Toss { var } => self.toss(*var, own),
            StmtKind::When {
                truth,
                then,
                otherwise,
            } => self.when(truth, then, otherwise),
            StmtKind::Choose {
                var,
                by,
                from,
                optional,
                body,
            } => self.choose(*var, by, from, *optional, body),
        }
    }

    /// What a verb changes, if the effect itself keeps it.
    fn note_of(&self, verb: u8) -> Option<Note> {
        self.verbs.get(usize::from(verb))?.sense.note
    }

    /// What a noun reads, if the effect itself keeps it.
    fn note_read_by(&self, noun: u8) -> Option<Note> {
        let mut notes = self.verbs.iter().filter_map(|verb| verb.sense.note);
        notes.find(|note| note.noun == noun)
    }

    /// Keeps the registers of what the effect itself keeps, from its start to its end.
    fn keep_notes(&mut self, block: &Block) {
        for stmt in block {
            let note = match &stmt.what {
                StmtKind::Do { verb, .. } => self.note_of(*verb),
                StmtKind::Read { noun, .. } => self.note_read_by(*noun),
                StmtKind::Choose { from, body, .. } => {
                    if let Options::Listed {
                        only: Some(only), ..
                    } = from
                    {
                        self.keep_notes(&only.body);
                    }
                    self.keep_notes(body);
                    None
                }
                StmtKind::Each { body, .. }
                | StmtKind::ChooseSome { body, .. }
                | StmtKind::Gather { body, .. }
                | StmtKind::Repeat { body, .. } => {
                    self.keep_notes(body);
                    None
                }
                StmtKind::When {
                    then, otherwise, ..
                } => {
                    self.keep_notes(then);
                    self.keep_notes(otherwise);
                    None
                }
                StmtKind::Toss { .. } => None,
            };
            self.taken |= note.map_or(0, |note| 1 << note.reg());
        }
    }

    fn read_note(&mut self, var: Var, note: Note, own: &mut Vec<Var>) -> Done {
        self.release();
        let to = self.take()?;
        self.bind(var, to);
        own.push(var);
        let a = Arg::reg(note.reg());
        self.emit(Op::BinOp {
            to,
            math: BinOp::Or,
            a,
            b: Arg::ZERO,
        })
    }

    /// Emits the question to the owner right before a verb, which is the next operation; the arguments keep their
    /// registers.
    fn ask_before(&mut self, verb: u8, args: [Arg; 3]) -> Done {
        let Some(asks) = self
            .verbs
            .get(usize::from(verb))
            .and_then(|verb| verb.sense.asks)
        else {
            return Ok(());
        };
        let [a, b] = asks
            .args
            .map(|place| args.get(usize::from(place)).copied().unwrap_or(Arg::ZERO));
        let to = self.temp()?;
        self.emit(Op::Choose {
            by: Arg::reg(0),
            to,
            from: ChoiceSource::Listed(asks.noun, a, b),
            optional: false,
            skip: self.here() + 2,
        })
    }

    fn read(&mut self, var: Var, noun: u8, args: &[Expr], own: &mut Vec<Var>) -> Done {
        let args = self.operands(args)?;
        self.release();
        let to = self.take()?;
        self.bind(var, to);
        own.push(var);
        let [first, second, _] = args;
        self.emit(Op::Read {
            to,
            noun,
            args: [first, second],
        })
    }

    /// A register with a set that the loop may consume: that of a variable not needed afterwards, or a copy.
    fn own_set(&mut self, of: &Expr, own: &[Var]) -> Done<Reg> {
        if let Expr::Var(var) = of
            && self.left(*var) == 1
            && own.contains(var)
            && let Some(reg) = self.vars.get_mut(usize::from(*var)).and_then(Option::take)
        {
            return Ok(reg);
        }
        let set = self.operand(of)?;
        if let Some(reg) = set.register()
            && self.temps & (1 << reg) != 0
        {
            self.temps &= !(1 << reg);
            self.release();
            return Ok(reg);
        }
        self.release();
        let to = self.take()?;
        self.emit(Op::BinOp {
            to,
            math: BinOp::Or,
            a: set,
            b: Arg::ZERO,
        })?;
        Ok(to)
    }

    fn when(&mut self, truth: &Expr, then: &Block, otherwise: &Block) -> Done {
        let mut exits = Vec::new();
        self.test(truth, &mut exits)?;
        self.body(then)?;
        if otherwise.is_empty() {
            let end = self.here();
            exits.into_iter().for_each(|exit| self.aim(exit, end));
            return Ok(());
        }
        let skip = self.here();
        self.emit(Op::Go { to: 0 })?;
        let other = self.here();
        exits.into_iter().for_each(|exit| self.aim(exit, other));
        self.body(otherwise)?;
        let end = self.here();
        self.aim(skip, end);
        Ok(())
    }

    /// Emits the test of a condition; the jumps at `exits` are taken if it is false.
    fn test(&mut self, truth: &Expr, exits: &mut Vec<u16>) -> Done {
        if let Expr::BinOp(BinOp::And, a, b) = truth {
            self.test(a, exits)?;
            return self.test(b, exits);
        }
        // Any number except 0 counts as true here, so "is not 0" needs no operation.
        let truth = match truth {
            Expr::BinOp(BinOp::Ne, a, zero) if **zero == Expr::Fixed(0) => a,
            other => other,
        };
        let truth = self.operand(truth)?;
        self.release();
        exits.push(self.here());
        self.emit(Op::Unless { truth, go: 0 })
    }

    fn choose(
        &mut self,
        var: Var,
        by: &Expr,
        from: &Options,
        optional: bool,
        body: &Block,
    ) -> Done {
        let by = self.operand(by)?;
        let source = self.options(from)?;
        self.release();
        let to = self.take()?;
        self.bind(var, to);
        let at = self.here();
        self.emit(Op::Choose {
            by,
            to,
            from: source,
            optional,
            skip: 0,
        })?;
        if let Options::Listed {
            only: Some(only), ..
        } = from
        {
            self.only(only, to)?;
        }
        self.chosen.push(var);
        self.body(body)?;
        let end = self.here();
        self.aim(at, end);
        self.chosen.retain(|own| *own != var);
        self.unbind(var);
        Ok(())
    }

    /// Emits the condition on the members that are offered, which are in the register of the choice.
    fn only(&mut self, only: &Only, member: Reg) -> Done {
        let at = self.here();
        self.emit(Op::Only { then: 0 })?;
        self.bind(only.item, member);
        let read = self.stmts(&only.body)?;
        let answer = self.operand(&only.truth)?;
        self.emit(Op::End { answer })?;
        self.release();
        read.into_iter().for_each(|var| self.unbind(var));
        // The register belongs to the choice.
        if let Some(item) = self.vars.get_mut(usize::from(only.item)) {
            *item = None;
        }
        let then = self.here();
        self.aim(at, then);
        Ok(())
    }

    fn options(&mut self, from: &Options) -> Done<ChoiceSource> {
        Ok(match from {
            Options::Set(set, thing) => ChoiceSource::Set(self.operand(set)?, *thing),
            Options::Numbers(low, high) => {
                ChoiceSource::Numbers(self.operand(low)?, self.operand(high)?)
            }
            Options::Listed { noun, args, .. } => {
                let [a, b, _] = self.operands(args)?;
                ChoiceSource::Listed(*noun, a, b)
            }
            Options::Labels(labels) => self.labels(labels)?,
        })
    }

    fn labels(&mut self, labels: &[(String, Expr)]) -> Done<ChoiceSource> {
        let (open, first) = self.open_labels(labels)?;
        let open = self.operand(&open)?;
        Ok(ChoiceSource::Labels { open, first })
    }

    /// The set of the labels that are allowed, and the index of the first.
    fn open_labels(&mut self, labels: &[(String, Expr)]) -> Done<(Expr, u8)> {
        let fault = CompileError::TooManyLabels { at: self.at };
        let first = u8::try_from(self.program.labels.len()).map_err(|_| fault)?;
        if labels.len() > MAX_LABELS {
            return Err(fault);
        }
        let mut open = Expr::Fixed(0);
        for (place, (name, truth)) in labels.iter().enumerate() {
            self.program.labels.push(name.clone());
            let bit = Expr::BinOp(
                BinOp::Mul,
                Box::new(truth.clone()),
                Box::new(Expr::Fixed(1 << place)),
            );
            open = Expr::BinOp(BinOp::Or, Box::new(open), Box::new(bit));
        }
        Ok((crate::analysis::fold::fold(&open), first))
    }

    fn operands(&mut self, args: &[Expr]) -> Done<[Arg; 3]> {
        let mut out = [Arg::ZERO; 3];
        for (slot, arg) in out.iter_mut().zip(args) {
            *slot = self.operand(arg)?;
        }
        Ok(out)
    }

    /// Evaluates an expression; the result may be in a register that [`Flat::release`] frees.
    fn operand(&mut self, expr: &Expr) -> Done<Arg> {
        match expr {
            Expr::Fixed(value) => match Arg::fixed(*value) {
                Some(arg) => Ok(arg),
                None => self.put(*value),
            },
            Expr::Var(var) => self.var(*var),
            Expr::BinOp(math, a, b) => self.math(*math, a, b),
        }
    }

    fn put(&mut self, value: i16) -> Done<Arg> {
        let to = self.temp()?;
        self.emit(Op::Put { to, value })?;
        Ok(Arg::reg(to))
    }

    fn temp(&mut self) -> Done<Reg> {
        let to = self.take()?;
        self.temps |= 1 << to;
        Ok(to)
    }

    /// The register that a variable is in.
    fn place_of(&self, var: Var) -> Done<Reg> {
        let reg = self.vars.get(usize::from(var)).copied().flatten();
        reg.ok_or(CompileError::OutOfScope { at: self.at })
    }

    fn var(&mut self, var: Var) -> Done<Arg> {
        let waits = self.waiting.iter().position(|waiting| waiting.var == var);
        if let Some(place) = waits {
            let waiting = self.waiting.swap_remove(place);
            return self.read_now(waiting);
        }
        let reg = self.place_of(var)?;
        if let Some(left) = self.uses.get_mut(usize::from(var)) {
            *left = left.saturating_sub(1);
        }
        Ok(Arg::reg(reg))
    }

    /// Evaluates the side that needs more registers first, so that the other side can reuse them.
    fn math(&mut self, math: BinOp, a: &Expr, b: &Expr) -> Done<Arg> {
        let (a, b) = if crate::analysis::uses::need(a) >= crate::analysis::uses::need(b) {
            let a = self.operand(a)?;
            (a, self.operand(b)?)
        } else {
            let b = self.operand(b)?;
            (self.operand(a)?, b)
        };
        self.drop_temp(a);
        self.drop_temp(b);
        let to = self.temp()?;
        self.emit(Op::BinOp { to, math, a, b })?;
        Ok(Arg::reg(to))
    }

    fn drop_temp(&mut self, arg: Arg) {
        if let Some(reg) = arg.register()
            && self.temps & (1 << reg) != 0
        {
            self.free(reg);
        }
    }

    fn aim(&mut self, op: u16, target: u16) {
        match self.program.ops.get_mut(usize::from(op)) {
            Some(Op::Unless { go, .. }) => *go = target,
            Some(Op::Go { to }) => *to = target,
            Some(Op::Next { done, .. } | Op::NextListed { done, .. }) => *done = target,
            Some(Op::Again { done, .. } | Op::More { done, .. }) => *done = target,
            Some(Op::Empty { go, .. }) => *go = target,
            Some(Op::Only { then }) => *then = target,
            Some(Op::Choose { skip, .. }) => *skip = target,
            _ => {}
        }
    }
}

/// Whether a part of a statement may run several times.
fn repeats(stmt: &Stmt) -> bool {
    match &stmt.what {
        StmtKind::Each { .. }
        | StmtKind::ChooseSome { .. }
        | StmtKind::Repeat { .. }
        | StmtKind::Gather { .. } => true,
        StmtKind::Choose { from, .. } => {
            matches!(from, Options::Listed { only: Some(_), .. })
        }
        StmtKind::Read { .. }
        | StmtKind::Do { .. }
        | StmtKind::When { .. }
        | StmtKind::Toss { .. } => false,
    }
}

/// Whether an expression uses a variable.
fn mentions(exprs: &[Expr], var: Var) -> bool {
    exprs.iter().any(|expr| match expr {
        Expr::Fixed(_) => false,
        Expr::Var(own) => *own == var,
        Expr::BinOp(_, a, b) => {
            mentions(std::slice::from_ref(&**a), var) || mentions(std::slice::from_ref(&**b), var)
        }
    })
}

mod loops;

#[cfg(test)]
mod tests;
