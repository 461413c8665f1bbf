//! A traced effect before it is flattened: what a script did when it ran once on symbolic values.

use crate::BinOp;

/// A variable of an effect: the owner and the hook's other parameters come first, then every `let`, loop variable
/// and choice in the order of tracing. Each is set once.
pub type Var = u16;

/// A place in a source file: file number in its pack, line and column from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SourcePos {
    /// The file's number in its pack.
    pub file: u16,
    /// Line, from 1; 0 for none.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// A value worked out without looking at the game: numbers, variables and arithmetic on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A fixed number or thing; truth is 1 or 0.
    Fixed(i16),
    /// A variable.
    Var(Var),
    /// Arithmetic, comparison or logic.
    BinOp(BinOp, Box<Expr>, Box<Expr>),
}

/// A list of statements.
pub type Block = Vec<Stmt>;

/// A statement and where it stands in the script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// Where it stands.
    pub at: SourcePos,
    /// What it does.
    pub what: StmtKind,
}

/// What a statement does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// Reads a noun now: later changes of the game do not change the variable.
    Read {
        /// The variable that is set.
        var: Var,
        /// The noun: its place in the lexicon.
        noun: u8,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// Does a verb.
    Do {
        /// The verb: its place in the lexicon.
        verb: u8,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// Does the body for each member of a set.
    Each {
        /// The loop variable.
        var: Var,
        /// The set.
        of: Members,
        /// The nouns that lead to the member that comes first (see [`crate::Thing::turn`]): the others follow as their
        /// numbers do, and the lowest follows the highest. None: the lowest comes first.
        turn: &'static [u8],
        /// The body.
        body: Block,
    },
    /// Does one of two bodies.
    When {
        /// The condition.
        truth: Expr,
        /// Done when it holds.
        then: Block,
        /// Done when it does not.
        otherwise: Block,
    },
    /// Asks somebody, then does the body. With nothing to choose from, or with `none` chosen, the body is
    /// left out; a choice of a single thing is not asked.
    Choose {
        /// The variable that is set to what is chosen; for labels, to the label's number from 0.
        var: Var,
        /// Who is asked.
        by: Expr,
        /// What there is to choose from.
        from: Options,
        /// Whether `none` may be chosen too.
        optional: bool,
        /// The body.
        body: Block,
    },
    /// Asks somebody for several members of a set, one after the other, then does the body. With as many members as are
    /// wanted nobody is asked; with nothing chosen the body is left out.
    ChooseSome {
        /// The variable that is set to the set of those chosen.
        var: Var,
        /// Who is asked.
        by: Expr,
        /// The set.
        of: Expr,
        /// The sort of thing they are: its place in the lexicon.
        thing: u8,
        /// How many are chosen; all, if there are fewer.
        count: Expr,
        /// Whether fewer may be chosen.
        up_to: bool,
        /// The body.
        body: Block,
    },
    /// Does the body so many times, [`crate::MAX_TIMES`] at most.
    Repeat {
        /// How many times; none for 0 and less.
        times: Expr,
        /// The body.
        body: Block,
    },
    /// Works out a value from something that is asked of each member of a set.
    Gather {
        /// The variable that is set to the value.
        var: Var,
        /// The variable for the member that is asked about.
        item: Var,
        /// The set.
        of: Members,
        /// What is made of it.
        how: Gather,
        /// What is read for each member; it holds nothing but [`StmtKind::Read`] and [`StmtKind::Gather`].
        body: Block,
        /// What is asked of each member.
        value: Expr,
    },
    /// Tosses a coin: chance decides.
    Toss {
        /// The variable that is set: 1 for heads, 0 for tails.
        var: Var,
    },
}

/// What a loop goes through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Members {
    /// The members of a small set. It is worked out once, before the first.
    Set(Expr),
    /// The members of a large set that the game lists, the lowest first. Each is looked up when it comes, behind the one
    /// before: what has left the set by then is left out.
    Listed {
        /// The noun: its place in the lexicon.
        noun: u8,
        /// Its arguments; at most 2.
        args: Vec<Expr>,
    },
}

impl Members {
    /// The expressions in it.
    pub fn exprs(&self) -> &[Expr] {
        match self {
            Members::Set(set) => std::slice::from_ref(set),
            Members::Listed { args, .. } => args,
        }
    }

    /// The same with other expressions.
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

/// What is made of the answers for the members of a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gather {
    /// The set of those for which it holds.
    Those,
    /// Whether it holds for one or more of them.
    Any,
    /// Whether it holds for every one; it does for an empty set.
    All,
    /// The set of those with the highest number.
    Most,
    /// The set of those with the lowest number.
    Least,
    /// The highest number; 0 for an empty set.
    Highest,
    /// The lowest number; 0 for an empty set.
    Lowest,
    /// The sum of the numbers.
    Sum,
}

/// What a choice is made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Options {
    /// The members of a set, and the sort of thing they are (its place in the lexicon), for notation and texts.
    Set(Expr, u8),
    /// A number between two, both included.
    Numbers(Expr, Expr),
    /// The members of a large set that the game lists: noun and arguments.
    Listed {
        /// The noun: its place in the lexicon.
        noun: u8,
        /// Its arguments; at most 2.
        args: Vec<Expr>,
    },
    /// One of several named courses; each with the condition under which it may be taken.
    Labels(Vec<(String, Expr)>),
}

/// A hook's effect: its parameters are variables 0, 1, … and its answer, for hooks that answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// Where the hook's function (or the fact) begins.
    pub at: SourcePos,
    /// How many parameters the hook has; they are the first variables.
    pub params: u16,
    /// The statements.
    pub body: Block,
    /// The answer of a hook that answers yes or no.
    pub answer: Option<Expr>,
}
