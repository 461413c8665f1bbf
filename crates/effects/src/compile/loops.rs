//! Compiles loops: `each`, `repeat`, choices of several things, and aggregates of sets.

use super::{Done, Flat};
use crate::tree::{Block, Expr, Gather, Members, Options, StmtKind, Var};
use crate::{Arg, BEFORE_ALL, BinOp, ChoiceSource, Op, Reg};

/// A loop that has been started.
struct Round {
    /// The operation that continues with the next member.
    top: u16,
    /// The registers that the loop needs until its end.
    held: Vec<Reg>,
}

impl Flat<'_> {
    /// Starts a loop over a set. The first member is looked up in each round, in the member's register, to save a
    /// register.
    pub(super) fn each(
        &mut self,
        var: Var,
        of: &Members,
        turn: &[u8],
        body: &Block,
        own: &[Var],
    ) -> Done {
        let of = match of {
            Members::Set(set) => set,
            Members::Listed { noun, args } => {
                let round = self.each_listed(var, *noun, args)?;
                self.body(body)?;
                return self.last_round(round, var);
            }
        };
        let set = self.own_set(of, own)?;
        let to = self.take()?;
        self.bind(var, to);
        let top = self.here();
        let mut from = Arg::ZERO;
        for noun in turn {
            self.emit(Op::Read {
                to,
                noun: *noun,
                args: [from, Arg::ZERO],
            })?;
            from = Arg::reg(to);
        }
        let next = self.here();
        self.emit(Op::Next {
            set,
            to,
            from,
            done: 0,
        })?;
        self.body(body)?;
        self.emit(Op::Go { to: top })?;
        let end = self.here();
        self.aim(next, end);
        self.unbind(var);
        self.free(set);
        Ok(())
    }

    /// Starts a loop over a large set.
    fn each_listed(&mut self, var: Var, noun: u8, args: &[Expr]) -> Done<Round> {
        let (mut operands, mut held) = ([Arg::ZERO; 2], Vec::new());
        for (slot, arg) in operands.iter_mut().zip(args) {
            let (operand, register) = self.held(arg)?;
            *slot = operand;
            held.extend(register);
        }
        let to = self.take()?;
        self.emit(Op::Put {
            to,
            value: BEFORE_ALL,
        })?;
        self.bind(var, to);
        let top = self.here();
        self.emit(Op::NextListed {
            noun,
            args: operands,
            to,
            done: 0,
        })?;
        Ok(Round { top, held })
    }

    /// Ends a loop over a large set, whose current member is in a variable.
    fn last_round(&mut self, round: Round, var: Var) -> Done {
        self.back_to(round.top)?;
        self.unbind(var);
        round.held.into_iter().for_each(|reg| self.free(reg));
        Ok(())
    }

    pub(super) fn repeat(&mut self, times: &Expr, body: &Block) -> Done {
        let left = self.times(times)?;
        let top = self.here();
        self.emit(Op::Again { left, done: 0 })?;
        self.body(body)?;
        self.back_to(top)?;
        self.free(left);
        Ok(())
    }

    pub(super) fn choose_some(&mut self, what: &StmtKind, own: &[Var]) -> Done {
        let StmtKind::ChooseSome {
            var,
            by,
            of,
            count,
            up_to,
            body,
        } = what
        else {
            return Ok(());
        };
        let (rest, first) = match of {
            Options::Labels(labels) => {
                let (open, first) = self.open_labels(labels)?;
                (self.own_set(&open, own)?, Some(first))
            }
            Options::Set(set, _) => (self.own_set(set, own)?, None),
            Options::Numbers(..) | Options::Listed { .. } => return Ok(()),
        };
        let (by, held) = self.held(by)?;
        let left = self.times(count)?;
        let got = self.start_at(0)?;
        self.bind(*var, got);
        let item = self.take()?;
        let top = self.here();
        self.emit(Op::More {
            rest,
            got,
            left,
            up_to: *up_to,
            done: 0,
        })?;
        let asks = self.here();
        let open = Arg::reg(rest);
        let from = match (of, first) {
            (_, Some(first)) => ChoiceSource::Labels { open, first },
            (Options::Set(_, thing), _) => ChoiceSource::Set(open, *thing),
            _ => return Ok(()),
        };
        self.emit(Op::Choose {
            by,
            to: item,
            from,
            optional: *up_to,
            skip: 0,
        })?;
        self.emit(Op::Move {
            item,
            from: rest,
            to: got,
        })?;
        self.back_to(top)?;
        let chosen = self.here();
        self.aim(asks, chosen);
        [Some(rest), held, Some(left), Some(item)]
            .into_iter()
            .flatten()
            .for_each(|reg| self.free(reg));
        self.emit(Op::Empty { set: got, go: 0 })?;
        self.body(body)?;
        let end = self.here();
        self.aim(chosen, end);
        self.unbind(*var);
        Ok(())
    }

    pub(super) fn gather(
        &mut self,
        [var, item]: [Var; 2],
        of: &Members,
        how: Gather,
        (body, value): (&Block, &Expr),
        own: &mut Vec<Var>,
    ) -> Done {
        let set = match of {
            Members::Set(set) => Some(self.own_set(set, own)?),
            Members::Listed { .. } => None,
        };
        let to = self.start_at(u8::from(how == Gather::All))?;
        let beside = match how {
            // The mutation of a sum is the highest number.
            Gather::Highest | Gather::Lowest | Gather::Sum => self.start_at(0)?,
            Gather::Most | Gather::Least => self.take()?,
            _ => to,
        };
        let round = match (of, set) {
            (Members::Listed { noun, args }, _) => self.each_listed(item, *noun, args)?,
            (Members::Set(_), set) => {
                let member = self.take()?;
                self.bind(item, member);
                let top = self.here();
                let set = set.unwrap_or_default();
                self.emit(Op::Next {
                    set,
                    to: member,
                    from: Arg::ZERO,
                    done: 0,
                })?;
                Round {
                    top,
                    held: vec![set],
                }
            }
        };
        let member = self.place_of(item)?;
        let read = self.stmts(body)?;
        let value = self.operand(value)?;
        self.emit(Op::Gather {
            how,
            to,
            beside,
            item: member,
            value,
        })?;
        self.release();
        read.into_iter().for_each(|var| self.unbind(var));
        self.last_round(round, item)?;
        if beside != to {
            self.free(beside);
        }
        self.bind(var, to);
        own.push(var);
        Ok(())
    }

    /// Emits a chance choice between two modes; heads is the second, so that its number is 1.
    pub(super) fn toss(&mut self, var: Var, own: &mut Vec<Var>) -> Done {
        let sides = ["tails", "heads"].map(|side| (side.to_owned(), Expr::Fixed(1)));
        let from = self.labels(&sides)?;
        let to = self.take()?;
        self.bind(var, to);
        own.push(var);
        let skip = self.here() + 1;
        self.emit(Op::Choose {
            by: Arg::CHANCE,
            to,
            from,
            optional: false,
            skip,
        })
    }

    /// A register that is initialized with 0 or 1, which is not a number of the card.
    fn start_at(&mut self, value: u8) -> Done<Reg> {
        let to = self.take()?;
        let (a, b) = (Arg::fixed(value.into()).unwrap_or(Arg::ZERO), Arg::ZERO);
        self.emit(Op::BinOp {
            to,
            math: BinOp::Or,
            a,
            b,
        })?;
        Ok(to)
    }

    /// A register with the number of repetitions.
    fn times(&mut self, number: &Expr) -> Done<Reg> {
        let number = self.operand(number)?;
        self.release();
        let to = self.take()?;
        self.emit(Op::Times { to, number })?;
        Ok(to)
    }

    /// An operand that a loop needs until its end, and the register to free afterwards.
    fn held(&mut self, expr: &Expr) -> Done<(Arg, Option<Reg>)> {
        let arg = self.operand(expr)?;
        let held = arg.register().filter(|reg| self.temps & (1 << reg) != 0);
        held.into_iter().for_each(|reg| self.temps &= !(1 << reg));
        self.release();
        Ok((arg, held))
    }

    /// Ends a loop: jumps to its start, whose exit continues after it.
    fn back_to(&mut self, top: u16) -> Done {
        self.emit(Op::Go { to: top })?;
        let end = self.here();
        self.aim(top, end);
        Ok(())
    }
}
