//! Checked cards, as a game gets them.

use crate::tree::{Effect, SourcePos};
use crate::{Declared, Program, dice::Condition};
use serde::Serialize;

/// The most dice of one amount: what they show is added up, and each die is a question to chance.
pub const MAX_ROLLED: u8 = 3;

/// How much of something: a number, dice, or dice and a number. In files `3`, `"1d6"`, `"2d6+1"`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Quantity {
    /// The number, or what is added to the dice.
    pub number: i16,
    /// Dice with six faces, 0 to [`MAX_ROLLED`].
    pub dice: u8,
}

impl Quantity {
    /// A number, and no dice.
    pub const fn fixed(number: i16) -> Quantity {
        Quantity { number, dice: 0 }
    }

    /// The least it can come to.
    pub const fn least(self) -> i16 {
        self.number.saturating_add(self.dice as i16)
    }

    /// The most it can come to.
    pub const fn most(self) -> i16 {
        self.number.saturating_add(6 * self.dice as i16)
    }

    /// Reads `1d6` and `2d6+1`; none where a text is neither, or names other dice.
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

/// A number written with digits alone.
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

/// The value of a fact a card states.
#[derive(Clone, PartialEq, Debug)]
pub enum FactValue {
    /// A whole number.
    Number(i32),
    /// Dice, or dice and a number; without dice it is a [`FactValue::Number`].
    Quantity(Quantity),
    /// Yes or no.
    Flag(bool),
    /// Words, by their place in the fact's list.
    Words(Vec<u8>),
    /// What is asked of the dice; the game lists the combinations that meet it.
    Dice(Condition),
    /// What effect symbols do.
    Symbols(Program),
}

/// A hook that a card's script defines.
#[derive(Clone, PartialEq, Debug)]
pub struct Handler {
    /// The hook: its place in the lexicon.
    pub hook: u8,
    /// What it does. It asks the table which variants of the rules it plays.
    pub program: Program,
    /// What the program was made of; none for a program that was changed since.
    pub effect: Option<Effect>,
    /// What it does, as one generated sentence.
    pub text: String,
}

/// Where a card, or a deck that a player brings, stands.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Place {
    /// The file's path in its pack.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
}

/// A card that passed every check. There may be several copies of it in a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Card {
    /// Its id: `pack:name` for homebrew packs, `name` for the official one.
    pub id: String,
    /// Its kind: its place in the lexicon.
    pub kind: u8,
    /// How many copies there are.
    pub copies: u8,
    /// `(language, name)`, English first.
    pub names: Vec<(String, String)>,
    /// `(language, text)`: what the author says it does.
    pub texts: Vec<(String, String)>,
    /// The clause of the rules that its text stands on, if its author names one.
    pub cite: Option<String>,
    /// Whether a figure of it is a reconstruction, not the publisher's.
    pub reconstructed: bool,
    /// What it states: `(place of the fact in its kind, value)`, in order of the kind's facts.
    pub facts: Vec<(u8, FactValue)>,
    /// The hooks its script defines, in order of the lexicon.
    pub handlers: Vec<Handler>,
    /// What it does, as one generated line.
    pub text: String,
    /// Where it stands.
    pub place: Place,
    /// The pack it comes from: its place in [`CardSet::packs`].
    pub pack: u16,
}

impl Card {
    /// The name in a language, or in English.
    pub fn name(&self, language: &str) -> &str {
        let find = |wanted: &str| self.names.iter().find(|(code, _)| code == wanted);
        find(language)
            .or_else(|| self.names.first())
            .map_or(&self.id, |(_, name)| name)
    }

    /// Whether this is the card's id or a name that is printed on it, in any language, in large or small letters.
    pub fn is_called(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.id == name || self.names.iter().any(|(_, own)| own.to_lowercase() == name)
    }

    /// The value of the fact at a place in its kind.
    pub fn fact(&self, fact: u8) -> Option<&FactValue> {
        self.facts
            .iter()
            .find(|(place, _)| *place == fact)
            .map(|(_, value)| value)
    }

    /// The program of a hook.
    pub fn handler(&self, hook: u8) -> Option<&Handler> {
        self.handlers.iter().find(|handler| handler.hook == hook)
    }
}

/// The cards of one or more packs, in a fixed order, and what the game's own settings say.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CardSet {
    /// The packs, the official one first, each with its content.
    pub packs: Vec<cardwright_kernel::PackUse>,
    /// Every file of every pack, for [`SourcePos::file`].
    pub files: Vec<String>,
    /// The cards, in order of pack and file.
    pub cards: Vec<Card>,
    /// Other compositions of the deck that a pack offers by name.
    pub decks: Vec<Deck>,
    /// Decks that a player brings, in games where everybody has one.
    pub lists: Vec<DeckList>,
    /// The words that packs add to the game's, numbered.
    pub declared: Vec<Declared>,
}

/// A card of a deck that differs: its place in [`CardSet::cards`], its copies, and the facts that differ.
pub type Change = (usize, u8, Vec<(u8, FactValue)>);

/// Another composition of the deck: what differs for which card.
#[derive(Clone, PartialEq, Debug)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// `(card, copies, facts that differ)`; cards that are not named stay as they are.
    pub changes: Vec<Change>,
}

/// A deck that one player brings: all its cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckList {
    /// Its name.
    pub name: String,
    /// Its cards (places in [`CardSet::cards`]) with their copies, each once, in order of place.
    pub cards: Vec<(usize, u8)>,
    /// Where it stands.
    pub place: Place,
}

impl CardSet {
    /// A place as text, such as `dodge.rhai:3:5`.
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
