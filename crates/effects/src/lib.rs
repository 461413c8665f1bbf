//! Effects of cards as data: the words that a game offers to cards ([`Lexicon`]), the effect of a script ([`tree`]),
//! the flat program it is compiled to ([`Program`]), and the machine that runs programs ([`machine`]).
//!
//! A script is traced once to a [`tree::Block`]. [`compile()`] turns that into a [`Program`], and [`machine::run`] runs
//! the program on a [`machine::Host`], which is a game's state. Frames are plain numbers in that state, so an effect
//! that waits for a choice is saved and cloned with it.
//!
//! Use this crate to write a game; to play or to make cards, use `cardwright`. This crate knows no Rhai, no TOML, no
//! game and no card.

mod analysis;
mod card;
mod compile;
mod declared;
pub mod dice;
mod lexicon;
mod listing;
pub mod machine;
mod phrases;
mod program;
mod say;
mod text;
pub mod tree;

pub use analysis::mutate::Mutant;
pub use analysis::static_verdict::{Known, StaticVerdict, Values, is_idle, outlook};
pub use card::{
    Card, CardSet, Change, Deck, DeckList, FactValue, Handler, MAX_ROLLED, Place, Quantity,
};
pub use compile::{CompileError, MAX_DEPTH, MAX_LABELS, compile};
pub use declared::{Declarable, Declared};
pub use lexicon::{
    Alias, AliasUse, Amount, Asks, Bound, CardKind, Fact, FactType, Gone, GoneOf, Hook, Idle,
    Keeps, Lexicon, Note, Noun, OwnTurn, Param, Secrecy, Sense, Stays, Symbol, SymbolArg, Thing,
    Ty, Verb, Windows, Word,
};
pub use phrases::{Examples, Phrases};
pub use program::{
    Arg, BEFORE_ALL, BinOp, CHANCE, ChoiceSource, Frame, MAX_OPS, MAX_TIMES, Op, Program,
    REGISTERS, Reg,
};
pub use text::{About, condition_text, fact_text, symbols_text, text};
