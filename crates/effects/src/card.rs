//! Checked cards, in the form that games use.

use crate::tree::{Effect, SourcePos};
use crate::{Declared, Program, dice::Condition};
use serde::Serialize;
use std::sync::Arc;

/// The maximum number of dice in an amount. Their results are added up, and each die is a question to chance.
pub const MAX_ROLLED: u8 = 3;

/// An amount: a number, dice, or dice plus a number. In files `3`, `"1d6"`, `"2d6+1"`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Quantity {
    /// The number, or what is added to the result of the dice.
    pub number: i16,
    /// The number of six-sided dice, 0 to [`MAX_ROLLED`].
    pub dice: u8,
}

impl Quantity {
    /// A fixed number without dice.
    pub const fn fixed(number: i16) -> Quantity {
        Quantity { number, dice: 0 }
    }

    /// The smallest possible result.
    pub const fn least(self) -> i16 {
        self.number.saturating_add(self.dice as i16)
    }

    /// The largest possible result.
    pub const fn most(self) -> i16 {
        self.number.saturating_add(6 * self.dice as i16)
    }

    /// Parses `1d6` and `2d6+1`; `None` for any other text, including other dice.
    pub fn parse(text: &str) -> Option<Quantity> {
        let (dice, rest) = text.split_once("d6")?;
        let number = match rest.strip_prefix('+') {
            Some(number) => digits(number)?,
            None if rest.is_empty() => 0,
            None => return None,
        };
        let dice = u8::try_from(digits(dice)?)
            .ok()
            .filter(|dice| (1..=MAX_ROLLED).contains(dice))?;
        Some(Quantity { number, dice })
    }
}

/// Parses a number written only with digits.
fn digits(text: &str) -> Option<i16> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

impl std::fmt::Display for Quantity {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.dice, self.number) {
            (0, number) => write!(out, "{number}"),
            (dice, 0) => write!(out, "{dice}d6"),
            (dice, number) => write!(out, "{dice}d6+{number}"),
        }
    }
}

/// The value of a fact stated by a card.
#[derive(Clone, PartialEq, Debug)]
pub enum FactValue {
    /// A whole number.
    Number(i32),
    /// An amount with dice; an amount without dice is a [`FactValue::Number`].
    Quantity(Quantity),
    /// Yes or no.
    Flag(bool),
    /// Words, by their index in the fact's list.
    Words(Vec<u8>),
    /// A dice condition; the game lists the combinations that meet it.
    Dice(Condition),
    /// The program of the card's effect symbols.
    Symbols(Program),
}

/// A script function of a card, compiled for its hook.
#[derive(Clone, PartialEq, Debug)]
pub struct Handler {
    /// The index of the hook in the lexicon.
    pub hook: u8,
    /// The compiled program. It reads the table's rule variants when it runs.
    pub program: Program,
    /// The effect that the program was compiled from; `None` if the program was changed afterwards.
    pub effect: Option<Effect>,
    /// A generated sentence that says what the handler does.
    pub text: String,
}

/// The place in a file where a card or a player's deck is defined.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Place {
    /// The path of the file in its pack.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// A card that passed every check. A game may have several copies of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Card {
    /// The card's id: `pack:name` in homebrew packs, `name` in the official pack.
    pub id: String,
    /// The index of the card's kind in the lexicon.
    pub kind: u8,
    /// The number of copies in the deck.
    pub copies: u8,
    /// The names as `(language, name)`, English first.
    pub names: Vec<(String, String)>,
    /// The author's texts of what the card does, as `(language, text)`.
    pub texts: Vec<(String, String)>,
    /// The clause that the card's text is based on, if its author names one.
    pub cite: Option<String>,
    /// Whether any number on the card is a reconstruction rather than the publisher's.
    pub reconstructed: bool,
    /// The facts as `(index of the fact in its kind, value)`, in the order of the kind's facts.
    pub facts: Vec<(u8, FactValue)>,
    /// The functions that its script defines, in the order of the lexicon.
    pub handlers: Vec<Handler>,
    /// A generated line that says what the card does.
    pub text: String,
    /// The place where the card is defined.
    pub place: Place,
    /// The index of the card's pack in [`CardSet::packs`].
    pub pack: u16,
}

impl Card {
    /// The card's name in a language; the English name if there is none.
    pub fn name(&self, language: &str) -> &str {
        let find = |wanted: &str| self.names.iter().find(|(code, _)| code == wanted);
        find(language)
            .or_else(|| self.names.first())
            .map_or(&self.id, |(_, name)| name)
    }

    /// Whether `name` is the card's id or a printed name in any language, ignoring case.
    pub fn is_called(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.id == name || self.names.iter().any(|(_, own)| own.to_lowercase() == name)
    }

    /// The value of a fact, given by its index in the kind.
    pub fn fact(&self, fact: u8) -> Option<&FactValue> {
        self.facts
            .iter()
            .find(|(place, _)| *place == fact)
            .map(|(_, value)| value)
    }

    /// The handler for a hook, if the card defines one.
    pub fn handler(&self, hook: u8) -> Option<&Handler> {
        self.handlers.iter().find(|handler| handler.hook == hook)
    }
}

/// The cards of one or more packs in a fixed order, with decks and declared words.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CardSet {
    /// The packs, the official one first, each with its content.
    pub packs: Arc<Vec<cardwright_kernel::PackUse>>,
    /// All files of all packs, as indexed by [`SourcePos::file`].
    pub files: Vec<String>,
    /// The cards, ordered by pack and file.
    pub cards: Vec<Card>,
    /// Alternative compositions of the deck that packs offer by name.
    pub decks: Vec<Deck>,
    /// Decks for single players, in games where each player brings a deck.
    pub lists: Vec<DeckList>,
    /// The words that packs add to the game's words, numbered.
    pub declared: Vec<Declared>,
}

/// A changed card of a deck: its index in [`CardSet::cards`], its number of copies, and the changed facts.
pub type Change = (usize, u8, Vec<(u8, FactValue)>);

/// An alternative composition of the deck, given as changes of cards.
#[derive(Clone, PartialEq, Debug)]
pub struct Deck {
    /// The name of the deck.
    pub name: String,
    /// The changes as `(card, copies, changed facts)`; all other cards stay as they are.
    pub changes: Vec<Change>,
}

/// A complete deck that one player brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckList {
    /// The name of the deck.
    pub name: String,
    /// The cards of the deck (indices in [`CardSet::cards`]) with their numbers of copies, ordered by index.
    pub cards: Vec<(usize, u8)>,
    /// The place where the deck is defined.
    pub place: Place,
}

impl CardSet {
    /// A source position as text, such as `dodge.rhai:3:5`.
    pub fn show(&self, at: SourcePos) -> String {
        let file = self
            .files
            .get(usize::from(at.file))
            .map_or("?", String::as_str);
        format!("{file}:{}:{}", at.line, at.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rolled_is_read_and_written() {
        for (text, dice, number) in [("1d6", 1, 0), ("3d6", 3, 0), ("2d6+12", 2, 12)] {
            let read = Quantity::parse(text).unwrap();
            assert_eq!(
                (read, read.to_string()),
                (Quantity { number, dice }, text.to_string())
            );
            let rolled = i16::from(dice);
            assert_eq!(
                (read.least(), read.most()),
                (number + rolled, number + 6 * rolled)
            );
        }
        for text in [
            "",
            "d6",
            "0d6",
            "4d6",
            "1d8",
            "1d6+",
            "1d6-1",
            "1d6+-1",
            "+1d6",
            "1d6+1d6",
            "1D6",
            "1 d6",
            "1d6+99999",
            "6",
        ] {
            assert_eq!(Quantity::parse(text), None, "{text}");
        }
        assert_eq!(Quantity::fixed(4).to_string(), "4");
    }
}
