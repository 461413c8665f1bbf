//! The flat form of an effect: a list of operations.

use crate::tree::{Gather, SourcePos};
use cardwright_kernel::ProgramId;
use serde::{Deserialize, Serialize};

/// The number of registers in a frame. Official cards need at most 5; with twelve, a frame fits in 32 bytes.
pub const REGISTERS: usize = 12;

/// The maximum number of operations in a program. The longest official program has under 20. The limit lets jumps fit
/// in 16 bits and keeps effects understandable.
pub const MAX_OPS: usize = 512;

/// The value for "chance" as the player who is asked; no game has this many robots or seats.
pub const CHANCE: i16 = 127;

/// The maximum number of repetitions of `repeat`, and of members chosen from a set. No robot has so much of anything
/// that a card could count, and two nested loops still end within [`crate::machine::MAX_STEPS`].
pub const MAX_TIMES: i16 = 60;

/// The number of a register.
pub type Reg = u8;

/// An operand: a register, or a constant from 0 to 127.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arg(u8);

impl Arg {
    /// The value of a register as an operand.
    pub const fn reg(reg: Reg) -> Arg {
        Arg(reg)
    }

    /// A constant as an operand; `None` outside 0 to 127.
    pub const fn fixed(value: i16) -> Option<Arg> {
        if value >= 0 && value < 128 {
            Some(Arg(0x80 | value as u8))
        } else {
            None
        }
    }

    /// Zero, for unused operands.
    pub const ZERO: Arg = Arg(0x80);

    /// Chance, as the player who is asked.
    pub const CHANCE: Arg = Arg(0x80 | CHANCE as u8);

    /// The operand's value in a frame.
    #[inline]
    pub fn value(self, frame: &Frame) -> i16 {
        if self.0 & 0x80 != 0 {
            i16::from(self.0 & 0x7f)
        } else {
            frame.reg(self.0)
        }
    }

    /// The register, if the operand is one.
    pub const fn register(self) -> Option<Reg> {
        if self.0 & 0x80 == 0 {
            Some(self.0)
        } else {
            None
        }
    }

    /// The constant, if the operand is one.
    pub const fn number(self) -> Option<i16> {
        if self.0 & 0x80 == 0 {
            None
        } else {
            Some((self.0 & 0x7f) as i16)
        }
    }

    /// The register or constant as text, for listings.
    pub fn show(self) -> String {
        if self.0 & 0x80 != 0 {
            (self.0 & 0x7f).to_string()
        } else {
            format!("r{}", self.0)
        }
    }
}

/// Arithmetic, comparison and logic. True is 1 and false is 0; numbers saturate at the limits of 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    /// a + b
    Add,
    /// a - b
    Sub,
    /// a × b
    Mul,
    /// a ÷ b, rounded towards zero; 0 when b is 0
    Div,
    /// the remainder of a ÷ b; 0 when b is 0
    Rem,
    /// the smaller
    Min,
    /// the larger
    Max,
    /// a = b
    Eq,
    /// a ≠ b
    Ne,
    /// a < b
    Lt,
    /// a ≤ b
    Le,
    /// logical and; for sets: the intersection
    And,
    /// logical or; for sets: the union
    Or,
    /// a and not b; for sets: the members of a that are not in b. `not x` is 1 without x.
    Without,
    /// the set a with the member b added
    With,
    /// the set a with the member b removed
    Drop,
    /// whether the set a contains b
    Has,
    /// the number of members of the set a (b is not used)
    Count,
}

impl BinOp {
    /// Calculates the result of the operation.
    #[inline]
    pub fn of(self, a: i16, b: i16) -> i16 {
        let bit = |b: i16| 1i16.checked_shl(b as u32).unwrap_or(0);
        match self {
            BinOp::Add => a.saturating_add(b),
            BinOp::Sub => a.saturating_sub(b),
            BinOp::Mul => a.saturating_mul(b),
            BinOp::Div => a.checked_div(b).unwrap_or(0),
            BinOp::Rem => a.checked_rem(b).unwrap_or(0),
            BinOp::Min => a.min(b),
            BinOp::Max => a.max(b),
            BinOp::Eq => i16::from(a == b),
            BinOp::Ne => i16::from(a != b),
            BinOp::Lt => i16::from(a < b),
            BinOp::Le => i16::from(a <= b),
            BinOp::And => a & b,
            BinOp::Or => a | b,
            BinOp::Without => a & !b,
            BinOp::With => a | bit(b),
            BinOp::Drop => a & !bit(b),
            BinOp::Has => i16::from(a & bit(b) != 0),
            BinOp::Count => a.count_ones() as i16,
        }
    }
}

/// The options of a choice in a compiled program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChoiceSource {
    /// The members of a bit mask, and their kind of thing as an index in the lexicon.
    Set(Arg, u8),
    /// A number between two numbers, both included.
    Numbers(Arg, Arg),
    /// The things that the game lists for a noun with two arguments.
    Listed(u8, Arg, Arg),
    /// The named modes whose bits are set; their names are in [`Program::labels`], starting at `first`.
    Labels {
        /// The mask of allowed modes.
        open: Arg,
        /// The index of the first name.
        first: u8,
    },
}

/// A value before the first member of a large set: all members come after it.
pub const BEFORE_ALL: i16 = i16::MIN;

/// An operation of a compiled program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Sets a register to a number that does not fit in an operand.
    Put {
        /// The register that is set.
        to: Reg,
        /// The number.
        value: i16,
    },
    /// Reads a noun of the game.
    Read {
        /// The register that is set to the value.
        to: Reg,
        /// The index of the noun in the lexicon.
        noun: u8,
        /// The arguments of the noun.
        args: [Arg; 2],
    },
    /// Calculates a result from two operands.
    BinOp {
        /// The register that is set to the result.
        to: Reg,
        /// The kind of calculation.
        math: BinOp,
        /// The first operand.
        a: Arg,
        /// The second operand.
        b: Arg,
    },
    /// Jumps unless the operand is true.
    Unless {
        /// The operand that is tested.
        truth: Arg,
        /// The target of the jump.
        go: u16,
    },
    /// Jumps unconditionally.
    Go {
        /// The target of the jump.
        to: u16,
    },
    /// Removes a member from the set in a register: the lowest member that is at least `from`, or else the lowest of
    /// all. If the set is empty, jumps.
    Next {
        /// The register with the set.
        set: Reg,
        /// The register that is set to the member.
        to: Reg,
        /// The lower limit for the member.
        from: Arg,
        /// The target of the jump if the set is empty.
        done: u16,
    },
    /// Advances to the next higher member of a large set after the one in a register; if there is none, jumps. The
    /// register starts with [`BEFORE_ALL`].
    NextListed {
        /// The noun that lists the set.
        noun: u8,
        /// The arguments of the noun.
        args: [Arg; 2],
        /// The register with the current member.
        to: Reg,
        /// The target of the jump if there is no further member.
        done: u16,
    },
    /// Asks a player or chance for a choice.
    Choose {
        /// The player who is asked.
        by: Arg,
        /// The register that is set to the choice.
        to: Reg,
        /// The options of the choice.
        from: ChoiceSource,
        /// Whether `none` is allowed.
        optional: bool,
        /// The target of the jump if there are no options, or `none` is chosen.
        skip: u16,
    },
    /// Follows a choice from a large set that offers only members which meet a condition: the operations up to the next
    /// [`Op::End`], whose answer is the condition. The program continues after them.
    Only {
        /// The operation that continues with the chosen member.
        then: u16,
    },
    /// Sets a register to a number of repetitions, limited to 0 to [`MAX_TIMES`].
    Times {
        /// The register that is set.
        to: Reg,
        /// The number requested by the card.
        number: Arg,
    },
    /// Decreases the number in a register; if it is used up, jumps.
    Again {
        /// The register with the number of repetitions.
        left: Reg,
        /// The target of the jump if none are left.
        done: u16,
    },
    /// Starts the choice of one more member of a set. If none can be chosen, jumps. If all remaining members must be
    /// chosen anyway, chooses them without asking.
    More {
        /// The register with the members that can still be chosen.
        rest: Reg,
        /// The register with the members chosen so far.
        got: Reg,
        /// The register with the number of members still to choose.
        left: Reg,
        /// Whether fewer members may be chosen.
        up_to: bool,
        /// The target of the jump when all members are chosen.
        done: u16,
    },
    /// Moves a member from one set to another.
    Move {
        /// The register with the member.
        item: Reg,
        /// The register with the source set.
        from: Reg,
        /// The register with the destination set.
        to: Reg,
    },
    /// Jumps if a set is empty.
    Empty {
        /// The register with the set.
        set: Reg,
        /// The target of the jump.
        go: u16,
    },
    /// Adds the value of one member of a set to the aggregate of all members.
    Gather {
        /// The kind of aggregate.
        how: Gather,
        /// The register with the aggregate so far.
        to: Reg,
        /// A register for additional data: the best number so far for [`Gather::Most`] and [`Gather::Least`], the
        /// members so far for [`Gather::Highest`] and [`Gather::Lowest`].
        beside: Reg,
        /// The register with the member.
        item: Reg,
        /// The value of the member.
        value: Arg,
    },
    /// Performs a verb of the game.
    Do {
        /// The index of the verb in the lexicon.
        verb: u8,
        /// The arguments of the verb.
        args: [Arg; 3],
    },
    /// Ends the program with an answer (0 for programs that only act).
    End {
        /// The value of the answer.
        answer: Arg,
    },
}

impl Op {
    /// Whether the operation may change a register.
    pub fn sets(&self, reg: Reg) -> bool {
        match *self {
            Op::Put { to, .. }
            | Op::Read { to, .. }
            | Op::BinOp { to, .. }
            | Op::NextListed { to, .. }
            | Op::Choose { to, .. }
            | Op::Times { to, .. } => to == reg,
            Op::Next { set, to, .. } => [set, to].contains(&reg),
            Op::Again { left, .. } => left == reg,
            Op::More {
                rest, got, left, ..
            } => [rest, got, left].contains(&reg),
            Op::Move { from, to, .. } => [from, to].contains(&reg),
            Op::Gather { to, beside, .. } => [to, beside].contains(&reg),
            Op::Unless { .. }
            | Op::Go { .. }
            | Op::Empty { .. }
            | Op::Only { .. }
            | Op::Do { .. }
            | Op::End { .. } => false,
        }
    }
}

/// The effect of a card as a compiled program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The operations. Every path ends in [`Op::End`], and every jump has a valid target.
    pub ops: Vec<Op>,
    /// The position of each operation in the card's files.
    pub places: Vec<SourcePos>,
    /// The names of the modes in the program's choices.
    pub labels: Vec<String>,
}

/// A running program: only small numbers, stored in the state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Frame {
    /// The number of the program.
    pub program: ProgramId,
    /// The index of the next operation.
    pub pc: u16,
    /// The owner of the card.
    pub owner: u8,
    /// Data of the game about why the program runs.
    pub cause: u8,
    /// The registers; the parameters of the hook come first.
    pub regs: [i16; REGISTERS],
}

impl Frame {
    /// The value of a register; programs only use registers that exist.
    #[inline]
    pub fn reg(&self, reg: Reg) -> i16 {
        self.regs.get(usize::from(reg)).copied().unwrap_or(0)
    }

    /// Sets the value of a register.
    #[inline]
    pub fn set_reg(&mut self, reg: Reg, value: i16) {
        if let Some(place) = self.regs.get_mut(usize::from(reg)) {
            *place = value;
        }
    }

    /// A frame at the start of a program. `params` that exceed the registers are ignored.
    #[inline]
    pub fn new(program: ProgramId, owner: u8, cause: u8, params: &[i16]) -> Frame {
        let mut frame = Frame {
            program,
            pc: 0,
            owner,
            cause,
            regs: [0; REGISTERS],
        };
        let given = params.len().min(REGISTERS);
        frame.regs[..given].copy_from_slice(&params[..given]);
        frame
    }
}
