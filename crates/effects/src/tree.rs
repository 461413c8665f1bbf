//! The tree of a traced effect: what a script did when it ran once on symbolic values.

use crate::BinOp;

/// A variable of an effect. The owner and the hook's other parameters come first, then every `let`, loop variable and
/// choice in the order of tracing. Each variable is set once.
pub type Var = u16;

/// A position in a source file: the number of the file in its pack, line and column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SourcePos {
    /// The number of the file in its pack.
    pub file: u16,
    /// The line, from 1; 0 for none.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// A value calculated without reading the game: numbers, variables and arithmetic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A constant number or thing; true is 1 and false is 0.
    Fixed(i16),
    /// The value of a variable.
    Var(Var),
    /// Arithmetic, comparison or logic.
    BinOp(BinOp, Box<Expr>, Box<Expr>),
}

/// A list of statements.
pub type Block = Vec<Stmt>;

/// A statement with its position in the script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// The position in the script.
    pub at: SourcePos,
    /// The kind of statement.
    pub what: StmtKind,
}

/// The kinds of statements in an effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// Reads a noun once: later changes of the game do not change the variable.
    Read {
        /// The variable that is set.
        var: Var,
        /// The index of the noun in the lexicon.
        noun: u8,
        /// The arguments of the noun.
        args: Vec<Expr>,
    },
    /// Performs a verb.
    Do {
        /// The index of the verb in the lexicon.
        verb: u8,
        /// The arguments of the verb.
        args: Vec<Expr>,
    },
    /// Runs the body for each member of a set.
    Each {
        /// The loop variable.
        var: Var,
        /// The set to iterate over.
        of: Members,
        /// The nouns that lead to the first member (see [`crate::Thing::turn`]). The others follow in the order of
        /// their numbers, wrapping around. If empty, the lowest member comes first.
        turn: &'static [u8],
        /// The statements run for each member.
        body: Block,
    },
    /// Runs one of two bodies, depending on a condition.
    When {
        /// The condition that is tested.
        truth: Expr,
        /// The statements run if the condition is true.
        then: Block,
        /// The statements run if the condition is false.
        otherwise: Block,
    },
    /// Asks for a choice, then runs the body. The body is skipped if there are no options or `none` is chosen; with a
    /// single option nobody is asked.
    Choose {
        /// The variable that is set to the choice; for labels, to the index of the label.
        var: Var,
        /// The player who is asked.
        by: Expr,
        /// The options of the choice.
        from: Options,
        /// Whether `none` is allowed.
        optional: bool,
        /// The statements run after the choice.
        body: Block,
    },
    /// Asks for several members of a set, one after the other, then runs the body. If the set has no more members than
    /// wanted, nobody is asked; if none are chosen, the body is skipped.
    ChooseSome {
        /// The variable that is set to the set of chosen members; for labels, to the set of their indices.
        var: Var,
        /// The player who is asked.
        by: Expr,
        /// The members to choose from: a small set, or labels.
        of: Options,
        /// How many members are chosen; all members if there are fewer.
        count: Expr,
        /// Whether fewer members may be chosen.
        up_to: bool,
        /// The statements run after the choice.
        body: Block,
    },
    /// Runs the body several times, at most [`crate::MAX_TIMES`].
    Repeat {
        /// The number of repetitions; values of 0 or less mean none.
        times: Expr,
        /// The statements that are repeated.
        body: Block,
    },
    /// Calculates a value from the members of a set.
    Gather {
        /// The variable that is set to the value.
        var: Var,
        /// The variable for the current member.
        item: Var,
        /// The set to iterate over.
        of: Members,
        /// The kind of aggregate.
        how: Gather,
        /// The statements run for each member; only [`StmtKind::Read`] and [`StmtKind::Gather`] are allowed.
        body: Block,
        /// The value of each member.
        value: Expr,
    },
    /// Tosses a coin, decided by chance.
    Toss {
        /// The variable that is set: 1 for heads, 0 for tails.
        var: Var,
    },
}

/// The members that a loop iterates over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Members {
    /// The members of a small set, evaluated once before the loop.
    Set(Expr),
    /// The members of a large set listed by the game, lowest first. Each member is looked up after the one before, so
    /// members that have left the set in the meantime are skipped.
    Listed {
        /// The index of the noun in the lexicon.
        noun: u8,
        /// The arguments of the noun; at most 2.
        args: Vec<Expr>,
    },
}

impl Members {
    /// The expressions used.
    pub fn exprs(&self) -> &[Expr] {
        match self {
            Members::Set(set) => std::slice::from_ref(set),
            Members::Listed { args, .. } => args,
        }
    }

    /// Applies a function to every expression.
    #[must_use]
    pub fn map(&self, one: impl Fn(&Expr) -> Expr) -> Members {
        match self {
            Members::Set(set) => Members::Set(one(set)),
            Members::Listed { noun, args } => Members::Listed {
                noun: *noun,
                args: args.iter().map(one).collect(),
            },
        }
    }
}

/// How the values of a set's members are combined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gather {
    /// The set of members for which the value is true.
    Those,
    /// Whether the value is true for at least one member.
    Any,
    /// Whether the value is true for every member; true for an empty set.
    All,
    /// The set of members with the highest number.
    Most,
    /// The set of members with the lowest number.
    Least,
    /// The highest number; 0 for an empty set.
    Highest,
    /// The lowest number; 0 for an empty set.
    Lowest,
    /// The sum of the numbers.
    Sum,
}

/// The options of a choice in an effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Options {
    /// The members of a set, and their kind of thing (an index in the lexicon), for notation and texts.
    Set(Expr, u8),
    /// A number between two numbers, both included.
    Numbers(Expr, Expr),
    /// The members of a large set that the game lists for a noun with arguments.
    Listed {
        /// The index of the noun in the lexicon.
        noun: u8,
        /// The arguments of the noun; at most 2.
        args: Vec<Expr>,
        /// The condition that a member must meet.
        only: Option<Only>,
    },
    /// One of several named modes, each with the condition under which it is allowed.
    Labels(Vec<(String, Expr)>),
}

/// A condition on one member of a set, evaluated for each of them when the choice is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Only {
    /// The variable for the current member.
    pub item: Var,
    /// What the condition reads; only [`StmtKind::Read`] and [`StmtKind::Gather`] are allowed.
    pub body: Block,
    /// The condition.
    pub truth: Expr,
}

/// The effect of a hook. Its parameters are the variables 0, 1, … It has an answer if the hook answers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// The start of the hook's function or of the fact.
    pub at: SourcePos,
    /// The number of the hook's parameters, which are the first variables.
    pub params: u16,
    /// The statements of the effect.
    pub body: Block,
    /// The answer of a hook that answers yes, no or a number.
    pub answer: Option<Expr>,
}
