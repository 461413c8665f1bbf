//! The rules under a set of options, and the values that the game derives from them.

use crate::board::Board;
use crate::hex::Hex;
use crate::options::{EndRule, Options};
use cardwright_runtime::ids::Id;

/// The rules of Robotory under a set of options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rulebook {
    pub(crate) options: Options,
    board: Board,
    starts: [Hex; 3],
}

impl Rulebook {
    /// Makes the rules with options given as name and value; the others are as in the official rules.
    ///
    /// # Errors
    /// A sentence for every reason why the options are invalid.
    pub fn new(given: &[(String, String)]) -> Result<Self, Vec<String>> {
        Options::read(given).map(Rulebook::of)
    }

    /// The official rules.
    pub fn official() -> Self {
        Rulebook::of(Options::default())
    }

    fn of(options: Options) -> Self {
        let board = Board::new(&options.columns.0, &options.light.0);
        let starts = options.starts();
        // The options have been checked, so they name hexes of the board.
        let starts = starts.map(|name| board.find(name).unwrap_or(Hex::ALL[0]));
        Rulebook {
            options,
            board,
            starts,
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rule that determines when the game ends.
    #[inline]
    pub fn end_rule(&self) -> EndRule {
        self.options.end_rule
    }

    /// The number of discs of a full supply.
    #[inline]
    pub fn supply(&self) -> u8 {
        self.options.supply
    }

    /// The number of discs of each colour.
    pub fn discs(&self) -> u8 {
        self.options.discs
    }

    /// The starting hexes of the white, the black and the red robot.
    pub fn starts(&self) -> [Hex; 3] {
        self.starts
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The options in a text such as `supply=4; red=b3`.
    pub(crate) fn given(text: &str) -> Vec<(String, String)> {
        let pairs = text.split("; ").filter_map(|pair| pair.split_once('='));
        pairs
            .map(|(name, value)| (name.into(), value.into()))
            .collect()
    }

    pub(crate) fn under(options: &str) -> Rulebook {
        Rulebook::new(&given(options)).unwrap()
    }
}
