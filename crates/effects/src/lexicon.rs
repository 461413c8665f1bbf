//! The words a game offers to its cards, each with its types, one line of documentation, an example and the rule it
//! implements. From this one table come the script functions, the checks, the reference and the generated texts.

use crate::Phrases;
use crate::declared::{Declarable, Declared};
use cardwright_kernel::RuleId;
use std::borrow::Cow;

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
    /// say) can be chosen from, walked through and asked about, but not kept.
    pub small: bool,
    /// The least and the most, where each is its number, such as the face of a die: then it is computed with and compared
    /// as a number, and a number within these bounds stands for it.
    pub numbers: Option<(i16, i16)>,
    /// The nouns that lead to whoever's turn it is, where things of the sort have turns and their numbers follow the turns:
    /// the first has no argument, each other one that of the noun before. None for other sorts.
    pub turn: &'static [u8],
}

impl Thing {
    /// A sort of thing of which small sets are made, or large ones only.
    pub const fn new(name: &'static str, doc: &'static str, small: bool) -> Thing {
        Thing {
            name,
            doc,
            small,
            numbers: None,
            turn: &[],
        }
    }

    /// The sort, each thing of which is its number.
    #[must_use]
    pub const fn numbered(self, least: i16, most: i16) -> Thing {
        Thing {
            numbers: Some((least, most)),
            ..self
        }
    }

    /// The sort, whose things have turns.
    #[must_use]
    pub const fn in_turn(self, turn: &'static [u8]) -> Thing {
        Thing { turn, ..self }
    }
}

/// A name for one fixed thing, such as `fist`.
#[derive(Clone, Copy, Debug)]
pub struct Word<'w> {
    /// The name in scripts.
    pub name: &'w str,
    /// The sort of thing: its place in [`Lexicon::things`].
    pub thing: u8,
    /// Which thing of that sort.
    pub value: i16,
    /// One line of documentation.
    pub doc: &'w str,
}

/// A parameter of a noun, verb or hook.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: Ty,
}

impl Param {
    /// A parameter.
    pub const fn new(name: &'static str, ty: Ty) -> Param {
        Param { name, ty }
    }
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
    /// The parameter (its place) that names who may know the members of this large set: only that one may be asked to
    /// choose from it. `None` for what everybody may know.
    pub secret: Option<u8>,
    /// One line of documentation.
    pub doc: &'static str,
    /// A line of script that uses it.
    pub example: &'static str,
    /// How a generated text says it; `{0}` is the first argument.
    pub say: &'static str,
    /// The rule it follows.
    pub rule: RuleId,
    /// The least and the most a number can be, where the rules bound it.
    pub range: Option<(i16, i16)>,
    /// Hooks that cannot read it, because it asks for what they answer: their places in [`Lexicon::hooks`].
    pub asks: &'static [u8],
    /// A bound on the number where no card raises it.
    pub bound: Option<Bound>,
    /// The hooks in which it holds of the owner whenever they run, where it is a yes or no.
    pub holds_in: &'static [u8],
}

impl Noun {
    /// A noun that everybody may read, written `name(x)`.
    pub const fn new(
        name: &'static str,
        params: &'static [Param],
        gives: Ty,
        say: &'static str,
        doc: &'static str,
        example: &'static str,
        rule: RuleId,
    ) -> Noun {
        Noun {
            name,
            property: false,
            params,
            gives,
            secret: None,
            doc,
            example,
            say,
            rule,
            range: None,
            asks: &[],
            bound: None,
            holds_in: &[],
        }
    }

    /// The noun, written `x.name`.
    #[must_use]
    pub const fn of_one(self) -> Noun {
        Noun {
            property: true,
            ..self
        }
    }

    /// The noun, whose number is always from `least` to `most`.
    #[must_use]
    pub const fn between(self, least: i16, most: i16) -> Noun {
        Noun {
            range: Some((least, most)),
            ..self
        }
    }

    /// The noun, which asks these hooks of cards, so that they cannot read it.
    #[must_use]
    pub const fn asking(self, hooks: &'static [u8]) -> Noun {
        Noun {
            asks: hooks,
            ..self
        }
    }

    /// The noun, whose number is at most `most`, because `why`, unless cards state the number `fact`.
    #[must_use]
    pub const fn usually(self, most: i16, why: &'static str, fact: &'static str) -> Noun {
        Noun {
            bound: Some(Bound {
                most,
                why,
                raised_by: Some(fact),
            }),
            ..self
        }
    }

    /// The noun, which always holds of the owner in these hooks.
    #[must_use]
    pub const fn holding_in(self, hooks: &'static [u8]) -> Noun {
        Noun {
            holds_in: hooks,
            ..self
        }
    }
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
    /// When it has a meaning.
    pub sense: Sense,
}

impl Verb {
    /// A verb that has a meaning everywhere.
    pub const fn new(
        name: &'static str,
        params: &'static [Param],
        say: &'static str,
        doc: &'static str,
        example: &'static str,
        rule: RuleId,
    ) -> Verb {
        Verb {
            name,
            params,
            doc,
            example,
            say,
            rule,
            sense: Sense::ALWAYS,
        }
    }

    /// The verb, which does something in these hooks only.
    #[must_use]
    pub const fn in_hooks(mut self, hooks: &'static [u8]) -> Verb {
        self.sense.hooks = Some(hooks);
        self
    }

    /// The verb, which does something in these windows only, where a hook runs in windows.
    #[must_use]
    pub const fn in_windows(mut self, windows: &'static [&'static str]) -> Verb {
        self.sense.windows = Some(windows);
        self
    }

    /// The verb, which moves hidden things from one owner to another as a whole.
    #[must_use]
    pub const fn moving_secrets(mut self) -> Verb {
        self.sense.moves_secrets = true;
        self
    }

    /// The verb, before which whoever plays the card is asked for one of what the game lists for a noun that scripts do
    /// not know, given two arguments of the verb.
    #[must_use]
    pub const fn asking(mut self, noun: u8, args: [u8; 2]) -> Verb {
        self.sense.asks = Some(Asks { noun, args });
        self
    }

    /// The verb, of whose argument `param` no more than `most` ever counts, because `why`. 0 does nothing.
    #[must_use]
    pub const fn counting(mut self, param: u8, most: i16, why: &'static str) -> Verb {
        self.sense.amount = Some(Amount {
            param,
            bound: Bound {
                most,
                why,
                raised_by: None,
            },
            own: None,
        });
        self
    }

    /// The verb, of whose amount no more than `most` counts for effect symbols and in `hooks`, because `why`.
    #[must_use]
    pub const fn counting_in(mut self, hooks: &'static [u8], most: i16, why: &'static str) -> Verb {
        if let Some(amount) = &mut self.sense.amount {
            amount.own = Some((
                hooks,
                Bound {
                    most,
                    why,
                    raised_by: None,
                },
            ));
        }
        self
    }

    /// The verb, whose bound said last is raised by cards that state the number `fact`.
    #[must_use]
    pub const fn raised_by(mut self, fact: &'static str) -> Verb {
        if let Some(amount) = &mut self.sense.amount {
            match &mut amount.own {
                Some((_, own)) => own.raised_by = Some(fact),
                None => amount.bound.raised_by = Some(fact),
            }
        }
        self
    }
}

/// When a verb has a meaning. Elsewhere a card that uses it is told so when it loads.
#[derive(Clone, Copy, Debug)]
pub struct Sense {
    /// The hooks in which it does something, by place in [`Lexicon::hooks`]; none for every hook.
    pub hooks: Option<&'static [u8]>,
    /// The windows in which it does something, by their words; none for every window.
    pub windows: Option<&'static [&'static str]>,
    /// What it is told how much, if that is bounded.
    pub amount: Option<Amount>,
    /// Whether after it hidden things may have another owner than the one they were chosen from.
    pub moves_secrets: bool,
    /// What is asked right before it.
    pub asks: Option<Asks>,
}

/// A question right before a verb. The verb finds the answer with [`crate::machine::just_chosen`].
#[derive(Clone, Copy, Debug)]
pub struct Asks {
    /// The noun for which the game lists the answers, one at least; it is none of [`Lexicon::nouns`].
    pub noun: u8,
    /// The places of the verb's arguments that the noun is given.
    pub args: [u8; 2],
}

impl Sense {
    /// Everywhere, and as much as one likes.
    pub const ALWAYS: Sense = Sense {
        hooks: None,
        windows: None,
        amount: None,
        moves_secrets: false,
        asks: None,
    };
}

/// How much of an argument counts.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    /// The place of the argument.
    pub param: u8,
    /// What counts everywhere.
    pub bound: Bound,
    /// What counts for effect symbols and in these hooks: less.
    pub own: Option<(&'static [u8], Bound)>,
}

/// A bound on what counts.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// More than this does not count.
    pub most: i16,
    /// Why not, as an end of a sentence.
    pub why: &'static str,
    /// The number that cards state to raise it; none for a bound that no card moves.
    pub raised_by: Option<&'static str>,
}

/// The windows of a turn: hooks that run only in moments which a fact of the card names.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    /// The kind of card: its place in [`Lexicon::kinds`].
    pub kind: u8,
    /// The fact, by its place in the kind; its words are the windows.
    pub fact: u8,
    /// The hook that is run in them.
    pub hook: u8,
    /// The hook that says whether, if there is one.
    pub can: Option<u8>,
    /// The word that stands for all windows.
    pub any: &'static str,
    /// How its cards stay on the table, if they can.
    pub stays: Option<Stays>,
}

/// How a card that is played stays on the table, where it does more.
#[derive(Clone, Copy, Debug)]
pub struct Stays {
    /// The verbs that make it stay.
    pub verbs: &'static [u8],
    /// The hooks that run without; all others run only while it stays.
    pub without: &'static [u8],
    /// The verbs that do something only to a card that stays.
    pub laid: &'static [u8],
}

/// What a card keeps while it lies on the table, such as counters: a card keeps one sort of thing alone.
#[derive(Clone, Copy, Debug)]
pub struct Keeps {
    /// What it is, such as `counters`.
    pub what: &'static str,
    /// The verbs that change it.
    pub verbs: &'static [u8],
    /// The nouns that read it.
    pub nouns: &'static [u8],
}

/// What words say or do nothing somewhere, so that a card which uses them there is told when it loads.
#[derive(Clone, Copy, Debug)]
pub struct Idle {
    /// Verbs that do something only together with another one of the same function: the verb, and the others.
    pub halves: &'static [(u8, &'static [u8])],
    /// Verbs that do nothing for the owner in a hook: the verb, the place of the argument, the hook, and why.
    pub for_owner: &'static [(u8, u8, u8, &'static str)],
    /// Nouns whose set never holds one of their arguments: the noun, and the place of the argument.
    pub without: &'static [(u8, u8)],
    /// Hooks whose second parameter is never the owner.
    pub others: &'static [u8],
    /// Nouns that are 0, or an empty set, in these windows: the noun, the windows, and why.
    pub in_windows: &'static [(u8, &'static [&'static str], &'static str)],
    /// The same in these hooks.
    pub in_hooks: &'static [(u8, &'static [u8], &'static str)],
    /// Facts of which a card cannot have more than copies.
    pub of_copies: &'static [&'static str],
    /// Nouns that read what cards keep on whichever card it lies: what it is, as in [`Keeps`], and the noun.
    pub reads: &'static [(&'static str, u8)],
}

impl Idle {
    /// Nothing is known.
    pub const NONE: Idle = Idle {
        halves: &[],
        for_owner: &[],
        without: &[],
        others: &[],
        in_windows: &[],
        in_hooks: &[],
        of_copies: &[],
        reads: &[],
    };
}

/// How several players write numbers in secret and show them together.
#[derive(Clone, Copy, Debug)]
pub struct Secrecy {
    /// The verb from which on numbers are written in secret.
    pub begins: u8,
    /// The verb that shows one, and with it ends the secrecy.
    pub ends: u8,
}

/// A function that a card's script may define, and when it runs.
#[derive(Clone, Copy, Debug)]
pub struct Hook {
    /// The function's name, such as `play` or `on_attack`.
    pub name: &'static str,
    /// Its parameters; the first is always the robot (or seat) that owns the card.
    pub params: &'static [Param],
    /// Whether it only answers yes or no, or a number (then it may not do anything).
    pub answers: bool,
    /// Whether what it answers is a number.
    pub number: bool,
    /// One line of documentation.
    pub doc: &'static str,
    /// How a generated text begins, such as `When you attack:`.
    pub say: &'static str,
    /// The rule that says when it runs.
    pub rule: RuleId,
}

/// What one effect symbol in a card file does, such as `{ fist = 2 }`.
#[derive(Clone, Copy, Debug)]
pub struct Symbol<'w> {
    /// Its name.
    pub name: &'w str,
    /// The verb it stands for: its place in [`Lexicon::verbs`].
    pub verb: u8,
    /// The verb's arguments.
    pub args: &'static [SymbolArg],
    /// A verb without arguments that follows the last symbol of the same `order`, if any.
    pub then: Option<u8>,
    /// Symbols are carried out in rising order, whatever their order in the file.
    pub order: u8,
    /// One line of documentation.
    pub doc: &'w str,
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
    /// The number in the file, or what dice of the file come to.
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
    /// How much: a whole number within bounds, or a die (`"1d6"`), to which a number may be added where `plus` says so.
    Quantity {
        /// The least number.
        min: i32,
        /// The most.
        max: i32,
        /// Whether a number may be added to the die.
        plus: bool,
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
    /// One or more words of a sort that packs declare: its place in [`Lexicon::things`].
    Declared(u8),
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

impl Fact {
    /// A fact that a card need not state.
    pub const fn new(
        name: &'static str,
        ty: FactType,
        doc: &'static str,
        example: &'static str,
        rule: RuleId,
    ) -> Fact {
        Fact {
            name,
            ty,
            required: false,
            doc,
            example,
            rule,
        }
    }

    /// The fact, which every card of the kind must state.
    #[must_use]
    pub const fn needed(self) -> Fact {
        Fact {
            required: true,
            ..self
        }
    }
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
    /// The noun that gives the card whose script runs, which scripts call `this`: its place in [`Lexicon::nouns`].
    pub this: Option<u8>,
}

/// All words a game offers to its cards.
#[derive(Clone, Debug)]
pub struct Lexicon {
    /// The game's id.
    pub game: &'static str,
    /// The version of this vocabulary; a pack says which one it was written for.
    pub api: u32,
    /// Sorts of things; at most 255.
    pub things: &'static [Thing],
    /// Names of fixed things.
    pub words: &'static [Word<'static>],
    /// Facts that cards may read; at most 255.
    pub nouns: &'static [Noun],
    /// What cards may do; at most 255.
    pub verbs: &'static [Verb],
    /// The functions scripts may define; at most 255.
    pub hooks: &'static [Hook],
    /// Effect symbols of card files.
    pub symbols: &'static [Symbol<'static>],
    /// The kinds of cards.
    pub kinds: &'static [CardKind],
    /// The windows in which cards are played.
    pub windows: &'static [Windows],
    /// Facts that say nothing without another fact of the same card: their names, and the other's.
    pub beside: &'static [(&'static str, &'static str)],
    /// What a card may keep, of which it keeps one sort alone.
    pub keeps: &'static [Keeps],
    /// What words say or do nothing somewhere.
    pub idle: Idle,
    /// How cards let numbers be written in secret, if they can.
    pub secrecy: Option<Secrecy>,
    /// How generated texts and messages say what templates alone cannot.
    pub phrases: Phrases,
    /// The sorts of words that packs may add to.
    pub declarable: &'static [Declarable],
    /// The words that packs have added, sorted by pack and name; none in a game's own table.
    pub declared: Cow<'static, [Declared]>,
    /// Whether players may bring decks of their own, so that packs hold lists of them.
    pub lists: bool,
}

impl Lexicon {
    /// The least and the most number of a thing of a sort that is a number, if the type is one.
    pub fn numbers_of(&self, ty: Ty) -> Option<(i16, i16)> {
        let Ty::One(thing) = ty else { return None };
        self.things.get(usize::from(thing))?.numbers
    }

    /// The type's name in messages, such as `a robot` or `a set of robots`.
    pub fn type_name(&self, ty: Ty) -> String {
        match ty {
            Ty::Number => "a number".into(),
            Ty::Truth => "a yes-or-no".into(),
            Ty::One(thing) => format!("a {}", self.thing_name(thing)),
            Ty::Many(thing) => format!("a set of {}", self.thing_names(thing)),
        }
    }
}

impl Lexicon {
    /// What messages call one thing of a sort, such as `robot`.
    pub fn thing_name(&self, thing: u8) -> &'static str {
        let known = self
            .phrases
            .things
            .iter()
            .find(|(place, ..)| *place == thing)
            .map(|(_, one, _)| *one);
        let name = || {
            self.things
                .get(usize::from(thing))
                .map_or("thing", |thing| thing.name)
        };
        known.unwrap_or_else(name)
    }

    /// What messages call several things of a sort, such as `robots`.
    pub fn thing_names(&self, thing: u8) -> String {
        let known = self
            .phrases
            .things
            .iter()
            .find(|(place, ..)| *place == thing)
            .map(|(.., many)| *many);
        known.map_or_else(|| format!("{}s", self.thing_name(thing)), str::to_owned)
    }
}
