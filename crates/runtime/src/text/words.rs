//! Splitting a line of notation into words with their places, and the words that name things.

use crate::ids::Id;
use cardwright_kernel::meant;
pub use cardwright_kernel::{Clause, NotationError, RuleId};

/// The words of a line with their byte offsets. Words are read in order with [`Words::next`], or accessed by index.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    words: Vec<(usize, &'a str)>,
    end: usize,
    next: usize,
}

impl<'a> Words<'a> {
    /// Splits a text into words at spaces.
    pub fn of(text: &'a str) -> Self {
        let place = |word: &'a str| (word.as_ptr() as usize - text.as_ptr() as usize, word);
        Words {
            words: text.split_whitespace().map(place).collect(),
            end: text.len(),
            next: 0,
        }
    }

    /// The word with an index, from 0, preceded by its byte offset.
    pub fn at(&self, nth: usize) -> Option<(usize, &'a str)> {
        self.words.get(nth).copied()
    }

    /// The byte offset of a word, or of the end of the line.
    pub fn place(&self, nth: usize) -> usize {
        self.at(nth).map_or(self.end, |(at, _)| at)
    }

    /// The words from an index on, joined by single spaces.
    pub fn rest(&self, from: usize) -> String {
        self.words
            .iter()
            .skip(from)
            .map(|(_, word)| *word)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The next word with its byte offset, without consuming it.
    pub fn peek(&self) -> Option<(usize, &'a str)> {
        self.at(self.next)
    }

    /// Consumes the next word and returns it with its byte offset.
    ///
    /// # Errors
    /// If no word is left: that `what` is missing, at the end of the last word.
    pub fn next(&mut self, what: &str, help: &str) -> Result<(usize, &'a str), NotationError> {
        let last = self.words.last().map_or(0, |(at, word)| at + word.len());
        let found = self
            .peek()
            .ok_or_else(|| NotationError::new(last, format!("{what} is missing"), help))?;
        self.next += 1;
        Ok(found)
    }

    /// Checks that no word is left.
    ///
    /// # Errors
    /// If words are left, an error at the first of them.
    pub fn end(&self) -> Result<(), NotationError> {
        match self.peek() {
            None => Ok(()),
            Some((at, word)) => Err(NotationError::new(
                at,
                format!("`{word}` is one word too many"),
                "end the line before it",
            )),
        }
    }

    /// Checks that no word follows the word with an index.
    ///
    /// # Errors
    /// If words follow, an error about them.
    pub fn end_after(&self, last: usize) -> Result<(), NotationError> {
        match self.at(last + 1) {
            None => Ok(()),
            Some((at, _)) => {
                let message = format!("`{}` too many", self.rest(last + 1));
                Err(NotationError::new(at, message, "end the line before it").in_any_position())
            }
        }
    }

    /// Looks up the word with an index in a list of ids and names. In messages, `what` describes the list and `example`
    /// is one id.
    ///
    /// # Errors
    /// If the word is missing, or not an id of the list.
    pub fn named<T: Id>(
        &self,
        list: &[(String, String)],
        nth: usize,
        what: &str,
        example: &str,
    ) -> Result<T, NotationError> {
        let Some((at, name)) = self.at(nth) else {
            let help = format!("write its id, such as `{example}`");
            return Err(
                NotationError::new(self.place(nth), format!("no {what} named"), help)
                    .in_any_position(),
            );
        };
        let place = list.iter().position(|(id, _)| id == name).and_then(T::of);
        place.ok_or_else(|| {
            let ids: Vec<_> = list.iter().map(|(id, _)| id.as_str()).collect();
            let error = NotationError::new(
                at,
                format!("there is no {what} `{name}`"),
                meant(name, &ids),
            );
            error.in_any_position()
        })
    }
}

/// Converts a label to one word of notation: lower-case letters and digits, with hyphens for everything else.
pub fn slug(label: &str) -> String {
    let plain: String = label
        .to_lowercase()
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .collect();
    plain
        .split('-')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_order_and_by_number() {
        let mut words = Words::of("  take  two é ");
        assert_eq!(words.next("a verb", ""), Ok((2, "take")));
        assert_eq!(
            (words.at(1), words.place(2), words.place(3)),
            (Some((8, "two")), 12, 15)
        );
        assert_eq!(words.rest(1), "two é");
        assert_eq!(
            words.end().map_err(|error| error.to_string()),
            Err("column 9: `two` is one word too many (end the line before it)".into())
        );
        assert!(words.end_after(2).is_ok() && words.end_after(0).is_err());
        let more = words
            .end_after(1)
            .map_err(|error| (error.at, error.message));
        assert_eq!(more, Err((12, "`é` too many".into())));
        words.next("", "").unwrap();
        words.next("", "").unwrap();
        assert!(words.end().is_ok());
        let missing = words
            .next("a card", "name one")
            .map_err(|error| error.to_string());
        assert_eq!(
            missing,
            Err("column 15: a card is missing (name one)".into())
        );
    }

    crate::ids! {
        /// An agent.
        Agent in u8 { Sniper, Hacker }
    }

    #[test]
    fn a_name_is_looked_up_and_missed() {
        let list = [
            ("sniper".to_string(), String::new()),
            ("hacker".to_string(), String::new()),
        ];
        let check = |line: &str| {
            Words::of(line)
                .named::<Agent>(&list, 1, "agent", "sniper")
                .map_err(|e| e.to_string())
        };
        assert_eq!(check("draw hacker"), Ok(Agent::Hacker));
        assert_eq!(
            check("draw hakcer"),
            Err("column 6: there is no agent `hakcer` (did you mean `hacker`?)".into())
        );
        assert_eq!(
            check("draw"),
            Err("column 5: no agent named (write its id, such as `sniper`)".into())
        );
    }

    #[test]
    fn labels_become_words() {
        assert_eq!(slug("Take two, or none!"), "take-two-or-none");
    }
}
