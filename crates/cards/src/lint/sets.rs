//! Checks questions about members of sets, repetition and chance.

use super::Look;
use crate::codes;
use cardwright_effects::Ty;
use cardwright_effects::tree::{Expr, Gather, Members, Options, SourcePos, Stmt, StmtKind, Var};

impl Look<'_> {
    /// Checks that the value of each member of a set depends on the member and is not constant.
    pub(super) fn gather(&mut self, what: &StmtKind, at: SourcePos) {
        let StmtKind::Gather {
            var,
            item,
            of,
            how,
            body,
            value,
        } = what
        else {
            return;
        };
        of.exprs().iter().for_each(|expr| self.expr(expr, at));
        self.one_of(*item, of);
        self.listed_of_gone(of, at);
        if let (Members::Set(set), Gather::Those | Gather::Most | Gather::Least) = (of, how)
            && let Some(thing) = self.thing_of(set)
        {
            self.sets.insert(*var, thing);
            self.chosen.push(*var);
            let others = self.ranges.without(&self.plain(set));
            self.ranges.set_without(*var, others);
        }
        if counts(of, *how, value) {
            self.counted_once(of, at);
            return self.ranges.set(*var, (0, i16::MAX));
        }
        let before = self.report.found.list.len();
        self.block(body);
        self.expr(value, at);
        let asks = matches!(how, Gather::Those | Gather::Any | Gather::All);
        let range = match asks {
            true => self.truth_range(value),
            false => self.ranges.range(value),
        };
        self.ranges.set_gathered(*var, *how, range);
        if asks && range.0 != range.1 {
            self.usually_never(value, at);
            self.sides(value, at);
        }
        if self.report.found.list.len() > before {
            return;
        }
        if asks && range.0 == range.1 {
            let (holds, help) = match range.0 {
                0 => ("this condition is never true", "correct the condition"),
                _ => (
                    "this condition is always true",
                    "correct the condition, or remove it",
                ),
            };
            self.warn(codes::CONSTANT, at, holds, help);
        } else if !self.used.contains(item) && !self.is_silenced(at) {
            let help =
                "use the variable, or begin its name with `_` if you mean to do the same for each";
            self.warn(
                codes::UNUSED_LOOP,
                at,
                "this asks the same for each member of the set",
                help,
            );
        }
    }

    /// Reports that equal members of a set are counted once.
    fn counted_once(&mut self, of: &Members, at: SourcePos) {
        let Members::Listed { noun, .. } = of else {
            return;
        };
        let once = self.lexicon.idle.once.iter();
        let help = once
            .copied()
            .find_map(|(place, help)| (place == *noun).then_some(help));
        let noun = self.lexicon.nouns.get(usize::from(*noun));
        if let Some((noun, help)) = noun.zip(help)
            && !self.is_silenced(at)
        {
            let message = format!("this counts equal cards of `{}` once", noun.name);
            self.warn(codes::UNUSED_LOOP, at, message, help);
        }
    }

    /// Reports a set that is empty because a player's things are already gone.
    pub(super) fn listed_of_gone(&mut self, of: &Members, at: SourcePos) {
        if let Members::Listed { noun, args } = of {
            self.read_of_gone(*noun, args, at);
        }
    }

    /// Records the possible values of a member, if its kind is a number.
    pub(super) fn one_of(&mut self, item: Var, of: &Members) {
        match of {
            Members::Set(set) => self.member(item, set),
            Members::Listed { noun, .. } => {
                let gives = self
                    .lexicon
                    .nouns
                    .get(usize::from(*noun))
                    .map(|noun| noun.gives);
                if let Some(Ty::Many(thing)) = gives
                    && let Some(range) = self.lexicon.numbers_of(Ty::One(thing))
                {
                    self.ranges.set(item, range);
                }
            }
        }
    }

    /// Records the possible values of a member of a set, if its kind is a number.
    pub(super) fn member(&mut self, item: Var, of: &Expr) {
        for other in self.ranges.without(&self.plain(of)) {
            self.apart(item, other);
        }
        let thing = self.thing_of(of).map(Ty::One);
        if let Some(range) = thing.and_then(|ty| self.lexicon.numbers_of(ty)) {
            self.ranges.set(item, range);
        }
    }

    /// The kind of members of a set, if a variable in it shows it.
    fn thing_of(&self, of: &Expr) -> Option<u8> {
        match of {
            Expr::Fixed(_) => None,
            Expr::Var(var) => self.sets.get(var).copied(),
            Expr::BinOp(_, a, b) => self.thing_of(a).or_else(|| self.thing_of(b)),
        }
    }

    pub(super) fn choose_some(&mut self, of: &Options, count: &Expr, up_to: bool, at: SourcePos) {
        match of {
            Options::Set(set, _) => self.expr(set, at),
            Options::Labels(labels) => self.labels(labels, up_to, at),
            Options::Numbers(..) | Options::Listed { .. } => {}
        }
        self.expr(count, at);
        let options = match of {
            Options::Labels(labels) => labels.len() as i16,
            _ => i16::MAX,
        };
        match self.ranges.range(count) {
            (1, 1) if options < i16::MAX => {
                let help = match up_to {
                    true => "write `choose either … or … or none`",
                    false => "write `choose either … or …`",
                };
                self.warn(codes::CONSTANT, at, "this chooses one option", help);
            }
            (low, _) if low >= options && !up_to => self.warn(
                codes::CONSTANT,
                at,
                "all options are chosen, so nobody is asked",
                "write a smaller number, or remove the choice",
            ),
            (_, ..=0) => self.warn(
                codes::CONSTANT,
                at,
                "this chooses nothing",
                "write a number of 1 or more",
            ),
            (1, 1) if up_to => {
                let help = "write `choose x in … or none { }`";
                self.warn(codes::CONSTANT, at, "`up to 1` means one or none", help);
            }
            (1, 1) => {
                let help = "write `choose x in … { }`";
                self.warn(codes::CONSTANT, at, "this is a set with one member", help);
            }
            _ => {}
        }
    }

    pub(super) fn repeat(&mut self, times: &Expr, body: &[Stmt], at: SourcePos) {
        self.expr(times, at);
        self.anew(body);
        match self.ranges.range(times) {
            _ if body.is_empty() => {
                self.warn(
                    codes::NOTHING_DONE,
                    at,
                    "this repeats nothing",
                    "remove `repeat`",
                );
            }
            (_, ..=0) => {
                self.warn(
                    codes::CONSTANT,
                    at,
                    "this never happens",
                    "write a number of 1 or more",
                );
            }
            (1, 1) => self.warn(
                codes::CONSTANT,
                at,
                "this happens only once",
                "remove `repeat`",
            ),
            _ => {}
        }
        self.block(body);
    }

    pub(super) fn toss(&mut self, var: Var, at: SourcePos) {
        self.ranges.set(var, (0, 1));
        if !self.used.contains(&var) {
            let help = "write `when coin() { … } otherwise { … }`, or remove it";
            self.warn(
                codes::UNUSED_CHOICE,
                at,
                "nothing uses the result of the coin",
                help,
            );
        }
    }
}

/// Whether the members of a large set are counted: `set.count`.
fn counts(of: &Members, how: Gather, value: &Expr) -> bool {
    matches!(
        (of, how, value),
        (Members::Listed { .. }, Gather::Sum, Expr::Fixed(1))
    )
}
