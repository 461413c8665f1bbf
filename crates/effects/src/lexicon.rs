//! The words a game offers to its cards, each with its types, one line of documentation, an example and the rule it
//! implements. From this one table come the script functions, the checks, the reference and the generated texts.

use cardwright_kernel::RuleId;

/// The type of a value in a card's script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    /// A whole number.
    Number,
    /// Yes or no.
    Truth,
    /// One thing of a sort, such as a robot; the number is its place in [`Lexicon::things`].
    One(u8),
    /// A set of things of a sort.
    Many(u8),
}

/// A sort of thing that cards speak of, such as robot or die face.
#[derive(Clone, Copy, Debug)]
pub struct Thing {
    /// Its name, such as `robot`.
    pub name: &'static str,
    /// One line of documentation.
    pub doc: &'static str,
    /// Whether sets of it fit a bit mask (at most 15 things, numbered from 0). A set that does not (cards in a pile,
    /// say) can be chosen from, but not walked through with `each`.
    pub small: bool,
}

/// A name for one fixed thing, such as `fist`.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The name in scripts.
    pub name: &'static str,
    /// The sort of thing: its place in [`Lexicon::things`].
    pub thing: u8,
    /// Which thing of that sort.
    pub value: i16,
    /// One line of documentation.
    pub doc: &'static str,
}

/// A parameter of a noun, verb or hook.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: Ty,
}

/// A fact of the game that a card may read: `opponents(robot)` or, with one parameter, `robot.energy`.
#[derive(Clone, Copy, Debug)]
pub struct Noun {
    /// Its name.
    pub name: &'static str,
    /// Whether it is written `x.name` (then it has exactly one parameter) instead of `name(x)`.
    pub property: bool,
    /// Its parameters; at most 2.
    pub params: &'static [Param],
    /// The type of its value.
    pub gives: Ty,
    /// One line of documentation.
    pub doc: &'static str,
    /// A line of script that uses it.
    pub example: &'static str,
    /// How a generated text says it; `{0}` is the first argument.
    pub say: &'static str,
    /// The rule it follows.
    pub rule: RuleId,
}

/// Something a card may do.
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    /// Its name.
    pub name: &'static str,
    /// Its parameters; at most 3.
    pub params: &'static [Param],
    /// One line of documentation.
    pub doc: &'static str,
    /// A line of script that uses it.
    pub example: &'static str,
    /// How a generated text says it; `{0}` is the first argument.
    pub say: &'static str,
    /// The rule it implements.
    pub rule: RuleId,
}

/// A function that a card's script may define, and when it runs.
#[derive(Clone, Copy, Debug)]
pub struct Hook {
    /// The function's name, such as `play` or `on_attack`.
    pub name: &'static str,
    /// Its parameters; the first is always the robot (or seat) that owns the card.
    pub params: &'static [Param],
    /// Whether it only answers yes or no (then it may not do anything).
    pub answers: bool,
    /// One line of documentation.
    pub doc: &'static str,
    /// How a generated text begins, such as `When you attack:`.
    pub say: &'static str,
    /// The rule that says when it runs.
    pub rule: RuleId,
}

/// What one effect symbol in a card file does, such as `{ fist = 2 }`.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: &'static str,
    /// The verb it stands for: its place in [`Lexicon::verbs`].
    pub verb: u8,
    /// The verb's arguments.
    pub args: &'static [SymbolArg],
    /// A verb without arguments that follows the last symbol of the same `order`, if any.
    pub then: Option<u8>,
    /// Symbols are carried out in rising order, whatever their order in the file.
    pub order: u8,
    /// One line of documentation.
    pub doc: &'static str,
    /// The rule it implements.
    pub rule: RuleId,
}

/// One argument that a symbol gives to its verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolArg {
    /// The owner of the card.
    Me,
    /// A fixed value.
    Fixed(i16),
    /// The number in the file.
    Amount,
}

/// The type of a fact in a card file.
#[derive(Clone, Copy, Debug)]
pub enum FactType {
    /// A whole number within bounds, both included.
    Number {
        /// The least.
        min: i32,
        /// The most.
        max: i32,
    },
    /// Yes or no.
    Flag,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// One or more of these words: a word or a list of words.
    SomeOf(&'static [&'static str]),
    /// A dice condition, such as `{ any = [2, 4, 6] }`; see [`crate::dice`].
    Dice,
    /// A list of effect symbols, such as `[{ fist = 1 }, { energy = 1 }]`.
    Symbols,
}

/// A fact that cards of a kind state in their file.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// Its name in the file.
    pub name: &'static str,
    /// Its type.
    pub ty: FactType,
    /// Whether every card of the kind must state it.
    pub required: bool,
    /// One line of documentation.
    pub doc: &'static str,
    /// An example of its value.
    pub example: &'static str,
    /// The rule it feeds.
    pub rule: RuleId,
}

/// A kind of card.
#[derive(Clone, Copy, Debug)]
pub struct CardKind {
    /// Its name in the file (`kind = "part"`).
    pub name: &'static str,
    /// One line of documentation.
    pub doc: &'static str,
    /// Whether its cards are dealt (cards that are not are part of every game and have no copies).
    pub dealt: bool,
    /// What its cards may state.
    pub facts: &'static [Fact],
    /// The hooks its cards' scripts may define, by place in [`Lexicon::hooks`].
    pub hooks: &'static [u8],
    /// The hooks its cards' scripts must define.
    pub needs: &'static [u8],
}

/// All words a game offers to its cards.
#[derive(Clone, Copy, Debug)]
pub struct Lexicon {
    /// The game's id.
    pub game: &'static str,
    /// The version of this vocabulary; a pack says which one it was written for.
    pub api: u32,
    /// Sorts of things; at most 255.
    pub things: &'static [Thing],
    /// Names of fixed things.
    pub words: &'static [Word],
    /// Facts that cards may read; at most 255.
    pub nouns: &'static [Noun],
    /// What cards may do; at most 255.
    pub verbs: &'static [Verb],
    /// The functions scripts may define; at most 255.
    pub hooks: &'static [Hook],
    /// Effect symbols of card files.
    pub symbols: &'static [Symbol],
    /// The kinds of cards.
    pub kinds: &'static [CardKind],
}

impl Lexicon {
    /// The type's name in messages, such as `a robot` or `a set of robots`.
    pub fn type_name(&self, ty: Ty) -> String {
        match ty {
            Ty::Number => "a number".into(),
            Ty::Truth => "a yes-or-no".into(),
            Ty::One(thing) => format!("a {}", self.thing_name(thing)),
            Ty::Many(thing) => format!("a set of {}s", self.thing_name(thing)),
        }
    }

    fn thing_name(&self, thing: u8) -> &'static str {
        self.things.get(usize::from(thing)).map_or("thing", |thing| thing.name)
    }
}
