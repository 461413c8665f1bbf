//! The words that a game offers to its cards, each with its types, a line of documentation, an example and the rule
//! that it implements. Script functions, checks, the reference and generated texts are all derived from this table.

use crate::declared::{Declarable, Declared};
use crate::say::{Said, fill};
use crate::tree::Options;
use crate::{BinOp, Phrases, REGISTERS, Reg};
use cardwright_kernel::RuleId;
use std::borrow::Cow;

/// The type of a value in a card's script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    /// A whole number.
    Number,
    /// Yes or no.
    Truth,
    /// A thing of some kind, such as a robot; the number is the kind's index in [`Lexicon::things`].
    One(u8),
    /// A set of things of some kind.
    Many(u8),
}

/// A kind of thing that cards refer to, such as robot or die face.
#[derive(Clone, Copy, Debug)]
pub struct Thing {
    /// The name of the kind, such as `robot`.
    pub name: &'static str,
    /// A one-line description.
    pub doc: &'static str,
    /// Whether sets of these things fit in a bit mask (at most 15 things, numbered from 0). Other sets (such as cards
    /// in a pile) can be chosen from, iterated and queried, but not stored.
    pub small: bool,
    /// The minimum and maximum, if each thing is a number, such as the face of a die. Such a thing can be used in
    /// arithmetic and comparisons, and numbers within these limits convert to it.
    pub numbers: Option<(i16, i16)>,
    /// If things of this kind take turns in the order of their numbers: the nouns that lead to the player whose turn it
    /// is. The first has no argument; each following one takes the result of the one before. Empty for other kinds.
    pub turn: &'static [u8],
}

impl Thing {
    /// A kind of thing; `small` tells whether its sets fit in a bit mask.
    pub const fn new(name: &'static str, doc: &'static str, small: bool) -> Thing {
        Thing {
            name,
            doc,
            small,
            numbers: None,
            turn: &[],
        }
    }

    /// Makes each thing of the kind a number.
    #[must_use]
    pub const fn numbered(self, least: i16, most: i16) -> Thing {
        Thing {
            numbers: Some((least, most)),
            ..self
        }
    }

    /// Declares that things of the kind take turns.
    #[must_use]
    pub const fn in_turn(self, turn: &'static [u8]) -> Thing {
        Thing { turn, ..self }
    }
}

/// A name for a constant, such as `fist`.
#[derive(Clone, Copy, Debug)]
pub struct Word<'w> {
    /// The name used in scripts.
    pub name: &'w str,
    /// The kind of thing, as an index in [`Lexicon::things`].
    pub thing: u8,
    /// The number of the thing within its kind.
    pub value: i16,
    /// A one-line description.
    pub doc: &'w str,
}

/// A parameter of a noun, verb or hook.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The name of the parameter.
    pub name: &'static str,
    /// The type of the parameter.
    pub ty: Ty,
}

impl Param {
    /// A parameter with a name and a type.
    pub const fn new(name: &'static str, ty: Ty) -> Param {
        Param { name, ty }
    }
}

/// A value of the game that a card may read: `opponents(robot)` or, with one parameter, `robot.energy`.
#[derive(Clone, Copy, Debug)]
pub struct Noun {
    /// The name of the noun.
    pub name: &'static str,
    /// Whether it is written `x.name` (with exactly one parameter) instead of `name(x)`.
    pub property: bool,
    /// The parameters; at most 2.
    pub params: &'static [Param],
    /// The type of its value.
    pub gives: Ty,
    /// The index of the parameter that names the only player who may know the members of this large set; only that
    /// player may be asked to choose from it. `None` for public sets.
    pub secret: Option<u8>,
    /// A one-line description.
    pub doc: &'static str,
    /// An example line of script.
    pub example: &'static str,
    /// The phrase in generated texts; `{0}` is the first argument.
    pub say: &'static str,
    /// The rule that the noun is based on.
    pub rule: RuleId,
    /// The minimum and maximum of a number, if the rules limit it.
    pub range: Option<(i16, i16)>,
    /// Hooks that cannot read the noun, because it evaluates their answers, as indices in [`Lexicon::hooks`].
    pub asks: &'static [u8],
    /// The limit of the number, if no card raises it.
    pub bound: Option<Bound>,
    /// For a noun that is true or false: the hooks in which it is always true for the owner.
    pub holds_in: &'static [u8],
}

impl Noun {
    /// The phrase for the noun of one thing, given in words.
    pub fn said_of(&self, thing: &str) -> String {
        fill(self.say, &[Said::one(thing)])
    }

    /// A public noun, written `name(x)`.
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

    /// Makes the noun a property, written `x.name`.
    #[must_use]
    pub const fn of_one(self) -> Noun {
        Noun {
            property: true,
            ..self
        }
    }

    /// States that the number is always from `least` to `most`.
    #[must_use]
    pub const fn between(self, least: i16, most: i16) -> Noun {
        Noun {
            range: Some((least, most)),
            ..self
        }
    }

    /// States that the noun evaluates these hooks of cards, so that they cannot read it.
    #[must_use]
    pub const fn asking(self, hooks: &'static [u8]) -> Noun {
        Noun {
            asks: hooks,
            ..self
        }
    }

    /// States that the number is at most `most`, with the reason `why`, unless cards state the number `fact`.
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

    /// States that the noun is always true for the owner in these hooks.
    #[must_use]
    pub const fn holding_in(self, hooks: &'static [u8]) -> Noun {
        Noun {
            holds_in: hooks,
            ..self
        }
    }
}

/// An action that a card may perform.
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    /// The name of the verb.
    pub name: &'static str,
    /// The parameters; at most 3.
    pub params: &'static [Param],
    /// A one-line description.
    pub doc: &'static str,
    /// An example line of script.
    pub example: &'static str,
    /// The phrase in generated texts; `{0}` is the first argument.
    pub say: &'static str,
    /// The rule that the verb implements.
    pub rule: RuleId,
    /// The circumstances in which the verb has an effect.
    pub sense: Sense,
}

impl Verb {
    /// A verb that has an effect everywhere.
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

    /// Restricts the verb's effect to these hooks.
    #[must_use]
    pub const fn in_hooks(mut self, hooks: &'static [u8]) -> Verb {
        self.sense.hooks = Some(hooks);
        self
    }

    /// Restricts the verb's effect to these windows, in hooks that run in windows.
    #[must_use]
    pub const fn in_windows(mut self, windows: &'static [&'static str]) -> Verb {
        self.sense.windows = Some(windows);
        self
    }

    /// States that the verb moves hidden things as a whole from one owner to another.
    #[must_use]
    pub const fn moving_secrets(mut self) -> Verb {
        self.sense.moves_secrets = true;
        self
    }

    /// Before the verb, asks the player of the card to choose one of the things that the game lists for a noun unknown
    /// to scripts. `args` selects the two arguments of the verb passed to the noun.
    #[must_use]
    pub const fn asking(mut self, noun: u8, args: [u8; 2]) -> Verb {
        self.sense.asks = Some(Asks { noun, args });
        self
    }

    /// States that the verb only changes what the effect itself keeps.
    #[must_use]
    pub const fn noting(mut self, note: Note) -> Verb {
        self.sense.note = Some(note);
        self
    }

    /// States that no more than `most` of the argument `param` counts, with the reason `why`. A `most` of 0 means that
    /// the verb does nothing.
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

    /// States that no more than `most` of the amount counts for effect symbols and in `hooks`, with the reason `why`.
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

    /// States that cards with the number `fact` raise the limit given before.
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

/// The circumstances in which a verb has an effect. A card that uses it elsewhere gets a warning when it is loaded.
#[derive(Clone, Copy, Debug)]
pub struct Sense {
    /// The hooks in which it has an effect, as indices in [`Lexicon::hooks`]; `None` for all hooks.
    pub hooks: Option<&'static [u8]>,
    /// The windows in which it has an effect, by their words; `None` for all windows.
    pub windows: Option<&'static [&'static str]>,
    /// The limit on an argument, if there is one.
    pub amount: Option<Amount>,
    /// Whether it may change the owner of hidden things after they were chosen.
    pub moves_secrets: bool,
    /// The question asked right before the verb.
    pub asks: Option<Asks>,
    /// What the verb changes, if it is only kept by the effect itself: the game does nothing then.
    pub note: Option<Note>,
}

/// A change of a number or set that an effect keeps while it runs. It begins as 0, or as the empty set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// Which number or set it is: 0 or 1.
    pub place: u8,
    /// The noun that reads it, as an index in [`Lexicon::nouns`].
    pub noun: u8,
    /// How the verb's argument is combined with it.
    pub how: BinOp,
    /// Whether it is replaced: then the argument is combined with 0.
    pub anew: bool,
}

impl Note {
    /// The register in which an effect keeps it.
    pub const fn reg(self) -> Reg {
        REGISTERS as u8 - 1 - self.place
    }
}

/// A question asked right before a verb. The verb reads the answer with [`crate::machine::just_chosen`].
#[derive(Clone, Copy, Debug)]
pub struct Asks {
    /// The noun for which the game lists the possible answers, at least one; it is not in [`Lexicon::nouns`].
    pub noun: u8,
    /// The indices of the verb's arguments that are passed to the noun.
    pub args: [u8; 2],
}

impl Sense {
    /// An effect everywhere and without limits.
    pub const ALWAYS: Sense = Sense {
        hooks: None,
        windows: None,
        amount: None,
        moves_secrets: false,
        asks: None,
        note: None,
    };
}

/// The limit on an argument.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    /// The index of the argument.
    pub param: u8,
    /// The limit that applies everywhere.
    pub bound: Bound,
    /// A lower limit for effect symbols and in these hooks.
    pub own: Option<(&'static [u8], Bound)>,
}

/// A limit on a number.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// The maximum that counts.
    pub most: i16,
    /// The reason, as the end of a sentence.
    pub why: &'static str,
    /// The number that cards state to raise the limit; `None` if no card can change it.
    pub raised_by: Option<&'static str>,
}

/// The windows of a turn: hooks that run only at moments named by a fact of the card.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    /// The index of the card's kind in [`Lexicon::kinds`].
    pub kind: u8,
    /// The index of the fact in the kind; its words are the windows.
    pub fact: u8,
    /// The hook that runs in the windows.
    pub hook: u8,
    /// The hook that decides whether the card can be played, if there is one.
    pub can: Option<u8>,
    /// The word that means all windows.
    pub any: &'static str,
}

/// How a played card can stay, on the table or with an effect that lasts, and what that changes.
#[derive(Clone, Copy, Debug)]
pub struct Stays {
    /// The verbs that make the card stay.
    pub verbs: &'static [u8],
    /// The hooks that run even if the card does not stay; all others run only while it stays.
    pub without: &'static [u8],
    /// The verbs that only affect cards that stay.
    pub laid: &'static [u8],
    /// The hooks that a card which stays misses if it is shown in another player's turn.
    pub own_turn: &'static [OwnTurn],
}

/// A hook that runs only in the owner's turn, for cards that stay no longer than the turn in which they are shown.
#[derive(Clone, Copy, Debug)]
pub struct OwnTurn {
    /// The hook.
    pub hook: u8,
    /// The hook that runs in every player's turn.
    pub any: u8,
    /// The noun with which a condition of the card asks whose turn it is.
    pub active: u8,
}

/// Data stored on a card while it is on the table, such as counters. A card stores only one kind of data.
#[derive(Clone, Copy, Debug)]
pub struct Keeps {
    /// The kind of data, such as `counters`.
    pub what: &'static str,
    /// The verbs that change the data.
    pub verbs: &'static [u8],
    /// The nouns that read the data.
    pub nouns: &'static [u8],
}

/// Words without meaning or effect in some places; a card that uses them there gets a warning when it is loaded.
#[derive(Clone, Copy, Debug)]
pub struct Idle {
    /// Verbs that have an effect only together with another verb in the same function: the verb, and the other verbs.
    pub halves: &'static [(u8, &'static [u8])],
    /// Verbs without effect on the owner in a hook: the verb, the index of the argument, the hook, and the reason.
    pub for_owner: &'static [(u8, u8, u8, &'static str)],
    /// Nouns whose set never contains one of their arguments: the noun, and the index of the argument.
    pub without: &'static [(u8, u8)],
    /// Hooks whose second parameter is never the owner.
    pub others: &'static [u8],
    /// Nouns that are 0 or an empty set in these windows: the noun, the windows, and the reason.
    pub in_windows: &'static [(u8, &'static [&'static str], &'static str)],
    /// Nouns that are 0 or an empty set in these hooks: the noun, the hooks, and the reason.
    pub in_hooks: &'static [(u8, &'static [u8], &'static str)],
    /// Nouns that are 0, an empty set or nothing until a verb of the same effect changes this: the noun, and the reason.
    pub by_verbs: &'static [(u8, &'static str)],
    /// Hooks that run when something is already gone.
    pub gone: &'static [Gone],
    /// Facts whose number cannot exceed the card's number of copies.
    pub of_copies: &'static [&'static str],
    /// Large sets that contain equal things only once: the noun, and the help for counting all of them.
    pub once: &'static [(u8, &'static str)],
    /// Nouns that read data stored on any card: the kind of data, as in [`Keeps`], and the noun.
    pub reads: &'static [(&'static str, u8)],
}

impl Idle {
    /// No such words.
    pub const NONE: Idle = Idle {
        halves: &[],
        for_owner: &[],
        without: &[],
        others: &[],
        in_windows: &[],
        in_hooks: &[],
        by_verbs: &[],
        gone: &[],
        of_copies: &[],
        once: &[],
        reads: &[],
    };
}

/// A hook that runs when something is gone: a card, or everything that a player had.
#[derive(Clone, Copy, Debug)]
pub struct Gone {
    /// The hook, as an index in the lexicon.
    pub hook: u8,
    /// What is gone.
    pub of: GoneOf,
    /// Verbs that do nothing with it, each with the index of the argument.
    pub verbs: &'static [(u8, u8)],
    /// Nouns that are 0 or an empty set for it, given as the first argument.
    pub nouns: &'static [u8],
    /// The reason.
    pub why: &'static str,
    /// What to write instead.
    pub help: &'static str,
}

/// What is gone when a hook runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoneOf {
    /// What a parameter of the hook names, by its index.
    Param(u8),
    /// What a noun without parameters names.
    Noun(u8),
}

/// How several players write numbers in secret and reveal them together.
#[derive(Clone, Copy, Debug)]
pub struct Secrecy {
    /// The verb after which numbers are written in secret.
    pub begins: u8,
    /// The verb that reveals a number and ends the secrecy.
    pub ends: u8,
}

/// A function that a card's script may define, and when it runs.
#[derive(Clone, Copy, Debug)]
pub struct Hook {
    /// The name of the function, such as `play` or `on_attack`.
    pub name: &'static str,
    /// The parameters; the first is always the robot (or seat) that owns the card.
    pub params: &'static [Param],
    /// Whether it only answers with yes, no or a number, so that it may not perform actions.
    pub answers: bool,
    /// Whether the answer is a number.
    pub number: bool,
    /// Whether a number below 0 means something.
    pub signed: bool,
    /// A yes-or-no answer that makes sense for every card of a kind, and the sentence for it, such as `It cannot block.`
    pub always: Option<(bool, &'static str)>,
    /// A one-line description.
    pub doc: &'static str,
    /// The start of generated texts, such as `When you attack:`.
    pub say: &'static str,
    /// The rule that says when the function runs.
    pub rule: RuleId,
}

impl Hook {
    /// Whether a script may define it with this many parameters: all of them but the first may be left out, from the
    /// last on.
    pub fn accepts(&self, params: usize) -> bool {
        (1..=self.params.len()).contains(&params)
    }
}

/// An effect symbol for card files, such as `{ fist = 2 }`.
#[derive(Clone, Copy, Debug)]
pub struct Symbol<'w> {
    /// The name of the symbol.
    pub name: &'w str,
    /// The index in [`Lexicon::verbs`] of the verb that the symbol performs.
    pub verb: u8,
    /// The arguments for the verb.
    pub args: &'static [SymbolArg],
    /// A verb without arguments that is performed after the last symbol with the same `order`, if any.
    pub then: Option<u8>,
    /// Symbols are carried out in ascending order, regardless of their order in the file.
    pub order: u8,
    /// A one-line description.
    pub doc: &'w str,
    /// The rule that the symbol implements.
    pub rule: RuleId,
}

/// An argument that a symbol passes to its verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolArg {
    /// The owner of the card.
    Me,
    /// A fixed value.
    Fixed(i16),
    /// The number in the file, or the result of dice in the file.
    Amount,
}

/// The type of a fact in a card file, with its limits.
#[derive(Clone, Copy, Debug)]
pub enum FactType {
    /// A whole number within limits, both included.
    Number {
        /// The minimum.
        min: i32,
        /// The maximum.
        max: i32,
    },
    /// An amount: a whole number within limits, or a die (`"1d6"`), to which a number may be added if `plus` is true.
    Quantity {
        /// The minimum number.
        min: i32,
        /// The maximum number.
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
    /// One or more words of a kind that packs declare, as an index in [`Lexicon::things`].
    Declared(u8),
}

/// A fact that cards of a kind may state in their file.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// The key of the fact in the file.
    pub name: &'static str,
    /// The type of the value.
    pub ty: FactType,
    /// Whether every card of the kind must state it.
    pub required: bool,
    /// A one-line description.
    pub doc: &'static str,
    /// An example value.
    pub example: &'static str,
    /// The rule that uses the value.
    pub rule: RuleId,
}

impl Fact {
    /// An optional fact.
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

    /// Whether a script may do what the fact says: the dice and effect symbols of a card.
    pub fn is_replaced_by_script(&self) -> bool {
        matches!(self.ty, FactType::Symbols | FactType::Dice)
    }

    /// Makes the fact required for every card of the kind.
    #[must_use]
    pub const fn needed(self) -> Fact {
        Fact {
            required: true,
            ..self
        }
    }
}

/// A kind of card, with its facts and hooks.
#[derive(Clone, Copy, Debug)]
pub struct CardKind {
    /// The name of the kind in the file (`kind = "part"`).
    pub name: &'static str,
    /// A one-line description.
    pub doc: &'static str,
    /// Whether its cards are dealt. If `false`, they are part of every game and have no copies.
    pub dealt: bool,
    /// The facts that its cards may state.
    pub facts: &'static [Fact],
    /// The hooks that scripts of its cards may define, as indices in [`Lexicon::hooks`].
    pub hooks: &'static [u8],
    /// The index in [`Lexicon::nouns`] of the noun for the card whose script runs, called `this` in scripts.
    pub this: Option<u8>,
    /// How played cards can stay, if they can.
    pub stays: Option<Stays>,
}

/// All words a game offers to its cards.
#[derive(Clone, Debug)]
pub struct Lexicon {
    /// The id of the game.
    pub game: &'static str,
    /// The version of the vocabulary; a pack states the version that it was written for.
    pub api: u32,
    /// The kinds of things; at most 255.
    pub things: &'static [Thing],
    /// The named constants.
    pub words: &'static [Word<'static>],
    /// The values that cards may read; at most 255.
    pub nouns: &'static [Noun],
    /// The actions that cards may perform; at most 255.
    pub verbs: &'static [Verb],
    /// The functions that scripts may define; at most 255.
    pub hooks: &'static [Hook],
    /// The effect symbols of card files.
    pub symbols: &'static [Symbol<'static>],
    /// The kinds of cards.
    pub kinds: &'static [CardKind],
    /// The windows in which cards are played.
    pub windows: &'static [Windows],
    /// Facts and functions that have a meaning only with a fact of the same card: their names, and the name of that fact.
    pub beside: &'static [(&'static str, &'static str)],
    /// The kinds of data that a card may store; each card stores only one.
    pub keeps: &'static [Keeps],
    /// Words without meaning or effect in some places.
    pub idle: Idle,
    /// How cards let players write numbers in secret, if they can.
    pub secrecy: Option<Secrecy>,
    /// Phrases for generated texts and messages beyond the templates.
    pub phrases: Phrases,
    /// The kinds of words that packs may declare.
    pub declarable: &'static [Declarable],
    /// The words declared by packs, sorted by pack and name; empty in the game's own table.
    pub declared: Cow<'static, [Declared]>,
    /// Whether players may bring their own decks, so that packs may contain deck lists.
    pub lists: bool,
    /// Words of earlier versions that still work.
    pub aliases: &'static [Alias],
}

/// A word of an earlier version. Packs that use it still load, with a warning that includes a fix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alias {
    /// Where the word is used.
    pub used: AliasUse,
    /// The old word.
    pub old: &'static str,
    /// The word to write instead.
    pub new: &'static str,
}

/// Where an old word may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AliasUse {
    /// In scripts: the name of a function that the game or a script calls.
    Function,
    /// In card files: the key of a card.
    Key,
    /// In card files: the name of an effect symbol.
    Symbol,
}

impl Alias {
    /// An old word and its replacement.
    pub const fn new(used: AliasUse, old: &'static str, new: &'static str) -> Alias {
        Alias { used, old, new }
    }
}

impl Lexicon {
    /// Whether a question shows one player what another one holds, so that it acts even if nothing is done with the choice.
    pub fn shows_a_hand(&self, options: &Options) -> bool {
        let Options::Listed { noun, .. } = options else {
            return false;
        };
        let noun = self.nouns.get(usize::from(*noun));
        noun.is_some_and(|noun| noun.secret.is_some_and(|knows| knows > 0))
    }

    /// The replacement for an old word, if it is one.
    pub fn alias(&self, used: AliasUse, old: &str) -> Option<&'static str> {
        let is = |alias: &&Alias| alias.used == used && alias.old == old;
        self.aliases.iter().find(is).map(|alias| alias.new)
    }

    /// The minimum and maximum number, if the type is a kind of thing that is a number.
    pub fn numbers_of(&self, ty: Ty) -> Option<(i16, i16)> {
        let Ty::One(thing) = ty else { return None };
        self.things.get(usize::from(thing))?.numbers
    }

    /// The name of a type in messages, such as `a robot` or `a set of robots`.
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
    /// The name of a thing of a kind in messages, such as `robot`.
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

    /// The plural name of things of a kind in messages, such as `robots`.
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
