//! Parses options, and reports everything that is wrong with them.

use super::super::questions::{EDITIONS, QUESTIONS, edition};
use super::super::rules;
use super::super::state::{
    Cell, Face, Kind, MAX_ASTRONAUTS, MAX_CORNERS, MAX_PIECES, MAX_ROBOTS, MAX_SIDE, MAX_UFOS,
};
use super::{OPTIONS, Options, POINTS, QUIET_TURNS, TARGET};
use cardwright_kernel::{RuleId, TextError, meant};
use std::ops::Range;

/// The minimum number of columns and rows: two starting corners of each colour and a little space (clause LC-11.2).
const MIN_SIDE: u8 = 6;
/// The maximum number of domes of a colour; there are never more square walls.
const MAX_DOMES: u8 = MAX_PIECES as u8;
/// The maximum number of faces of a die.
const MAX_FACES: usize = 20;
/// The maximum number of points to win: more than all figures of the largest set-up are worth.
const MAX_TARGET: u16 = 999;
/// The maximum number of quiet turns: they make a game longer, and its turns are counted in 16 bits.
const MAX_QUIET: u8 = 200;

/// An error in an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OptionError {
    /// The index of the option in the list of given options; `None` if a default value causes the error.
    given: Option<usize>,
    name: String,
    message: String,
    help: String,
}

impl OptionError {
    /// The error as one sentence, for a reader who does not see the text.
    pub(crate) fn sentence(&self) -> String {
        format!("{}; {}", self.what(), self.help)
    }

    /// Whether the error is about the option of this name.
    pub(super) fn is_about(&self, name: &str) -> bool {
        self.name == name
    }

    fn what(&self) -> String {
        format!(
            "option `{}`: {} ({})",
            self.name,
            self.message,
            clause_of(&self.name)
        )
    }

    /// The error with the place of its option; `spans` are the places of the given options.
    pub(crate) fn flaw(&self, spans: &[Range<usize>]) -> TextError {
        let span = self
            .given
            .and_then(|at| spans.get(at).cloned())
            .unwrap_or(0..0);
        TextError::new(span, self.what(), self.help.clone())
    }
}

/// The clause about an option.
fn clause_of(name: &str) -> RuleId {
    if name == "die" {
        return rules::HOUSE_DIE;
    }
    if name == "abduction" {
        return rules::ABDUCTION;
    }
    let of_setup = OPTIONS.iter().any(|kind| kind.name == name);
    if of_setup {
        rules::HOUSE_SETUP
    } else {
        rules::HOUSE
    }
}

/// The cells in a text such as `6,9 5,16`, with any separators between the numbers.
pub(crate) fn cells_of(text: &str) -> Result<Vec<Cell>, String> {
    let words = text.split([',', ' ', ';']).filter(|word| !word.is_empty());
    let number = |word: &str| {
        word.parse::<u8>()
            .map_err(|_| format!("`{word}` is not a column or row"))
    };
    let numbers = words.map(number).collect::<Result<Vec<u8>, String>>()?;
    match numbers.len() % 2 {
        0 => Ok(numbers
            .chunks(2)
            .map(|pair| Cell::at(pair[0], pair[1]))
            .collect()),
        _ => Err(format!(
            "there are {} numbers, but a cell has two",
            numbers.len()
        )),
    }
}

/// Parses options and collects the errors.
pub(super) struct Reader<'a> {
    given: &'a [(String, String)],
    pub(super) faults: Vec<OptionError>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(given: &'a [(String, String)]) -> Self {
        Reader {
            given,
            faults: Vec::new(),
        }
    }

    pub(super) fn read(mut self, players: u8) -> Result<Options, Vec<OptionError>> {
        self.names();
        let options = Options {
            size: self.size(),
            corners: [
                self.cells("green", MAX_CORNERS / 2),
                self.cells("orange", MAX_CORNERS / 2),
            ],
            robots: self.cells("robots", MAX_ROBOTS),
            astronauts: self.cells("astronauts", MAX_ASTRONAUTS),
            ufos: self.cells("ufos", MAX_UFOS),
            supplies: self.supplies(),
            target: self.number("target", 1, MAX_TARGET).unwrap_or(TARGET),
            quiet_turns: self
                .number("quiet_turns", 2, u16::from(MAX_QUIET))
                .map_or(QUIET_TURNS, |n| n as u8),
            die: self.die(),
            abduction: self.yes("abduction"),
            variants: self.variants(),
        };
        self.setup(&options, players);
        if self.faults.is_empty() {
            Ok(options)
        } else {
            Err(self.faults)
        }
    }

    /// Checks that every name is that of an option, and that none is given twice.
    fn names(&mut self) {
        let known: Vec<&str> = OPTIONS.iter().map(|kind| kind.name).collect();
        let read: Vec<&str> = QUESTIONS.iter().map(|question| question.option).collect();
        let known = [vec!["edition"], known, read].concat();
        for (at, (name, _)) in self.given.iter().enumerate() {
            if !known.contains(&name.as_str()) {
                self.blame(at, "there is no option of that name", meant(name, &known));
            } else if self.given[..at].iter().any(|(earlier, _)| earlier == name) {
                self.blame(at, "it is given twice", "give it once");
            }
        }
    }

    fn blame(&mut self, at: usize, message: impl Into<String>, help: impl Into<String>) {
        let name = self.given[at].0.clone();
        self.faults.push(OptionError {
            given: Some(at),
            name,
            message: message.into(),
            help: help.into(),
        });
    }

    pub(super) fn wrong(
        &mut self,
        name: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let given = self.given.iter().position(|(given, _)| given == name);
        self.faults.push(OptionError {
            given,
            name: name.into(),
            message: message.into(),
            help: help.into(),
        });
    }

    fn named(&self, name: &str) -> Option<String> {
        self.given
            .iter()
            .find(|(given, _)| given == name)
            .map(|(_, value)| value.trim().to_string())
    }

    fn value(&self, name: &str) -> String {
        let kind = OPTIONS.iter().find(|kind| kind.name == name);
        self.named(name)
            .or(kind.map(|kind| kind.default.into()))
            .unwrap_or_default()
    }

    /// The number of columns and rows; if they are invalid, the default, so that the rest can be read.
    fn size(&mut self) -> (u8, u8) {
        let value = self.value("board").to_lowercase();
        let side = |text: &str| {
            text.trim()
                .parse()
                .ok()
                .filter(|n| (MIN_SIDE..=MAX_SIDE).contains(n))
        };
        let size = value
            .split_once('x')
            .and_then(|(wide, high)| Some((side(wide)?, side(high)?)));
        if size.is_none() {
            let help =
                format!("write columns and rows from {MIN_SIDE} to {MAX_SIDE}, such as 30x30");
            self.wrong("board", format!("`{value}` is not a size of a board"), help);
        }
        size.unwrap_or((MAX_SIDE, MAX_SIDE))
    }

    fn cells(&mut self, name: &str, most: usize) -> Vec<Cell> {
        match cells_of(&self.value(name)) {
            Ok(cells) if cells.len() <= most => cells,
            Ok(cells) => {
                self.wrong(
                    name,
                    format!("there are {} cells", cells.len()),
                    format!("name at most {most}"),
                );
                Vec::new()
            }
            Err(message) => {
                self.wrong(
                    name,
                    message,
                    "write cells as `x,y` with spaces between them, such as 6,9 5,16",
                );
                Vec::new()
            }
        }
    }

    fn supplies(&mut self) -> [u8; 5] {
        let supplies = Kind::ALL.map(|kind| {
            let most = if kind == Kind::Dome {
                MAX_DOMES
            } else {
                MAX_PIECES as u8
            };
            self.number(kind.name(), 0, u16::from(most)).unwrap_or(1) as u8
        });
        let [straight, square, _, airlock, antenna] = supplies.map(usize::from);
        let pieces = straight + square + 2 * (airlock + antenna);
        if pieces > MAX_PIECES {
            let message = format!("there are {pieces} pieces, domes not counted");
            let most = Kind::ALL.map(Kind::name).into_iter().filter(|name| {
                *name != Kind::Dome.name() && self.given.iter().any(|(given, _)| given == name)
            });
            let named = most.max_by_key(|name| self.value(name).parse().unwrap_or(0));
            self.wrong(
                named.unwrap_or("straight"),
                message,
                format!("at most {MAX_PIECES} fit into a game"),
            );
        }
        supplies
    }

    fn number(&mut self, name: &str, least: u16, most: u16) -> Option<u16> {
        let value = self.value(name);
        let number = value.parse().ok().filter(|n| (least..=most).contains(n));
        if number.is_none() {
            let help = format!("write a whole number from {least} to {most}");
            self.wrong(name, format!("`{value}` is not possible"), help);
        }
        number
    }

    fn yes(&mut self, name: &str) -> bool {
        let value = self.value(name);
        if !["yes", "no"].contains(&value.as_str()) {
            self.wrong(
                name,
                format!("`{value}` is neither yes nor no"),
                "write yes or no",
            );
        }
        value == "yes"
    }

    fn die(&mut self) -> Vec<Face> {
        let value = self.value("die").to_lowercase();
        let words: Vec<&str> = value
            .split([',', ' ', ';'])
            .filter(|word| !word.is_empty())
            .collect();
        let help =
            "a face is white, colour, yellow or grey, or several of them, such as white-yellow";
        for word in words.iter().filter(|word| Face::named(word).is_none()) {
            self.wrong("die", format!("there is no face `{word}`"), help);
        }
        if words.is_empty() {
            self.wrong("die", "the die has no face", help);
        }
        if words.len() > MAX_FACES {
            let message = format!("the die has {} faces", words.len());
            self.wrong("die", message, format!("give it at most {MAX_FACES}"));
        }
        words.iter().filter_map(|word| Face::named(word)).collect()
    }

    /// The variant of each open question: the named one, else that of the edition, else the default.
    fn variants(&mut self) -> [u8; POINTS] {
        let printed = self.named("edition").map(|name| edition(&name).ok_or(name));
        if let Some(Err(name)) = &printed {
            let known: Vec<&str> = EDITIONS.iter().map(|edition| edition.name).collect();
            self.wrong(
                "edition",
                format!("there is no edition `{name}`"),
                meant(name, &known),
            );
        }
        let printed = printed.and_then(Result::ok).unwrap_or_default();
        let mut variants = [0; POINTS];
        for (variant, question) in variants.iter_mut().zip(QUESTIONS) {
            let by_edition = printed
                .iter()
                .find(|(option, _)| *option == question.option);
            let by_edition = by_edition.map(|(_, value)| value.to_string());
            let Some(value) = self.named(question.option).or(by_edition) else {
                continue;
            };
            match question
                .variants
                .iter()
                .position(|variant| variant.value == value)
            {
                Some(at) => *variant = at as u8,
                None => {
                    let known: Vec<&str> = question
                        .variants
                        .iter()
                        .map(|variant| variant.value)
                        .collect();
                    let message = format!("`{value}` is not an answer to {}", question.id);
                    self.wrong(
                        question.option,
                        message,
                        format!("write {}", known.join(" or ")),
                    );
                }
            }
        }
        variants
    }
}
