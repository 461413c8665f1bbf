//! The flat form of an effect.

use crate::tree::{Gather, SourcePos};
use cardwright_kernel::ProgramId;
use serde::{Deserialize, Serialize};

/// Registers of a frame. The official cards need at most 5; twelve keep a frame within 32 bytes.
pub const REGISTERS: usize = 12;

/// The most operations a program may have. The longest official one has under 20; the bound keeps a jump in 16 bits
/// and a single effect within what a person can follow.
pub const MAX_OPS: usize = 512;

/// Who is asked where chance chooses: no game has so many robots or seats.
pub const CHANCE: i16 = 127;

/// The most times that `repeat` does something, and the most that are chosen of a set. No robot has so much of anything
/// that a card would say "for each"; and two such loops inside each other still end within [`crate::machine::MAX_STEPS`].
pub const MAX_TIMES: i16 = 60;

/// A register's number.
pub type Reg = u8;

/// An operand: a register, or a fixed number from 0 to 127.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arg(u8);

impl Arg {
    /// The value in a register.
    pub const fn reg(reg: Reg) -> Arg {
        Arg(reg)
    }

    /// A fixed number; `None` outside 0 to 127.
    pub const fn fixed(value: i16) -> Option<Arg> {
        if value >= 0 && value < 128 {
            Some(Arg(0x80 | value as u8))
        } else {
            None
        }
    }

    /// Zero, where an operation needs no operand.
    pub const ZERO: Arg = Arg(0x80);

    /// Who is asked where chance chooses.
    pub const CHANCE: Arg = Arg(0x80 | CHANCE as u8);

    /// Its value in a frame.
    #[inline]
    pub fn value(self, frame: &Frame) -> i16 {
        if self.0 & 0x80 != 0 {
            i16::from(self.0 & 0x7f)
        } else {
            frame.reg(self.0)
        }
    }

    /// The register it names, if it is one.
    pub const fn register(self) -> Option<Reg> {
        if self.0 & 0x80 == 0 {
            Some(self.0)
        } else {
            None
        }
    }

    /// The fixed number, if it is one.
    pub const fn number(self) -> Option<i16> {
        if self.0 & 0x80 == 0 {
            None
        } else {
            Some((self.0 & 0x7f) as i16)
        }
    }

    /// The register or the fixed number, for listings.
    pub fn show(self) -> String {
        if self.0 & 0x80 != 0 {
            (self.0 & 0x7f).to_string()
        } else {
            format!("r{}", self.0)
        }
    }
}

/// Arithmetic, comparison and logic. Truth is 1 or 0; numbers saturate at the bounds of 16 bits.
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
    /// both; for sets: the members of both
    And,
    /// either; for sets: the members of either
    Or,
    /// a but not b; for sets: the members of a that are not in b. `not x` is 1 but not x.
    Without,
    /// the set that holds only b, added to the set a
    With,
    /// the set a without b
    Drop,
    /// whether the set a holds b
    Has,
    /// how many members the set a has (b is not used)
    Count,
}

impl BinOp {
    /// The result.
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

/// What a choice is made from, flat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChoiceSource {
    /// The members of a bit mask, and the sort of thing they are: its place in the lexicon.
    Set(Arg, u8),
    /// A number between two, both included.
    Numbers(Arg, Arg),
    /// What the game lists for a noun with two arguments.
    Listed(u8, Arg, Arg),
    /// The named courses whose bits are set; the names are [`Program::labels`], from `first` on.
    Labels {
        /// The mask of courses that may be taken.
        open: Arg,
        /// The place of the first name.
        first: u8,
    },
}

/// What stands where the first member of a large set will: every member comes behind it.
pub const BEFORE_ALL: i16 = i16::MIN;

/// One operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Sets a register to a number that does not fit an operand.
    Put {
        /// The register.
        to: Reg,
        /// The number.
        value: i16,
    },
    /// Reads a noun of the game.
    Read {
        /// The register that is set.
        to: Reg,
        /// The noun.
        noun: u8,
        /// Its arguments.
        args: [Arg; 2],
    },
    /// Arithmetic.
    BinOp {
        /// The register that is set.
        to: Reg,
        /// What is worked out.
        math: BinOp,
        /// The first operand.
        a: Arg,
        /// The second operand.
        b: Arg,
    },
    /// Goes on elsewhere unless the operand is true.
    Unless {
        /// The condition.
        truth: Arg,
        /// Where it goes on when the condition does not hold.
        go: u16,
    },
    /// Goes on elsewhere.
    Go {
        /// Where.
        to: u16,
    },
    /// Takes a member out of the set in a register: the lowest from a number on, or the lowest of all; with none left,
    /// goes on elsewhere.
    Next {
        /// The register that holds the set.
        set: Reg,
        /// The register that is set to the member.
        to: Reg,
        /// The number.
        from: Arg,
        /// Where it goes on when the set is empty.
        done: u16,
    },
    /// Goes on to the member of a large set that comes behind the one in a register, the lowest first; with none left,
    /// goes on elsewhere. The register begins with [`BEFORE_ALL`].
    NextListed {
        /// The noun that lists the set.
        noun: u8,
        /// Its arguments.
        args: [Arg; 2],
        /// The register with the member.
        to: Reg,
        /// Where it goes on when there is none.
        done: u16,
    },
    /// Asks somebody.
    Choose {
        /// Who is asked.
        by: Arg,
        /// The register that is set to what is chosen.
        to: Reg,
        /// What there is to choose from.
        from: ChoiceSource,
        /// Whether `none` may be chosen.
        optional: bool,
        /// Where it goes on when there is nothing to choose, or `none` was chosen.
        skip: u16,
    },
    /// Sets a register to how often something is done: within 0 and [`MAX_TIMES`].
    Times {
        /// The register.
        to: Reg,
        /// How often the card says.
        number: Arg,
    },
    /// Takes one off the number in a register; with nothing left, goes on elsewhere.
    Again {
        /// The register.
        left: Reg,
        /// Where it goes on when nothing is left.
        done: u16,
    },
    /// Begins to choose one more member of a set. With none left to choose, goes on elsewhere; if all that are left are to
    /// be chosen anyway, they are, and nobody is asked.
    More {
        /// The register with the members that may still be chosen.
        rest: Reg,
        /// The register with those that have been.
        got: Reg,
        /// The register with how many more are chosen.
        left: Reg,
        /// Whether fewer may be chosen.
        up_to: bool,
        /// Where it goes on when the choosing is over.
        done: u16,
    },
    /// Moves a member from one set to another.
    Move {
        /// The register with the member.
        item: Reg,
        /// The register with the set that it leaves.
        from: Reg,
        /// The register with the set that it comes to.
        to: Reg,
    },
    /// Goes on elsewhere when a set is empty.
    Empty {
        /// The register with the set.
        set: Reg,
        /// Where.
        go: u16,
    },
    /// Adds what is asked of one member of a set to what is made of all.
    Gather {
        /// What is made of them.
        how: Gather,
        /// The register with the result so far.
        to: Reg,
        /// A register for what else has to be known: the best number so far for [`Gather::Most`] and [`Gather::Least`],
        /// the members so far for [`Gather::Highest`] and [`Gather::Lowest`].
        beside: Reg,
        /// The register with the member.
        item: Reg,
        /// What is asked of it.
        value: Arg,
    },
    /// Does a verb of the game.
    Do {
        /// The verb.
        verb: u8,
        /// Its arguments.
        args: [Arg; 3],
    },
    /// Ends the program with an answer (0 for programs that only do).
    End {
        /// The answer.
        answer: Arg,
    },
}

/// A card's effect, ready to run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The operations. Every path ends in [`Op::End`]; every jump is inside.
    pub ops: Vec<Op>,
    /// Where each operation stands in the card's files.
    pub places: Vec<SourcePos>,
    /// The names of courses to choose from.
    pub labels: Vec<String>,
}

/// A program on its way: small numbers only, kept in the game's state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Frame {
    /// The program.
    pub program: ProgramId,
    /// The next operation.
    pub pc: u16,
    /// Who owns the card.
    pub owner: u8,
    /// What the game wants to remember about why it runs.
    pub cause: u8,
    /// The registers; the hook's parameters come first.
    pub regs: [i16; REGISTERS],
}

impl Frame {
    /// The value in a register; programs name none that is not there.
    #[inline]
    pub fn reg(&self, reg: Reg) -> i16 {
        self.regs.get(usize::from(reg)).copied().unwrap_or(0)
    }

    /// Sets a register.
    #[inline]
    pub fn set_reg(&mut self, reg: Reg, value: i16) {
        if let Some(place) = self.regs.get_mut(usize::from(reg)) {
            *place = value;
        }
    }

    /// A frame at the start of a program. `params` beyond the registers are dropped.
    #[inline]
    pub fn new(program: ProgramId, owner: u8, cause: u8, params: &[i16]) -> Frame {
        let mut frame = Frame {
            program,
            pc: 0,
            owner,
            cause,
            regs: [0; REGISTERS],
        };
        for (reg, value) in frame.regs.iter_mut().zip(params) {
            *reg = *value;
        }
        frame
    }
}
