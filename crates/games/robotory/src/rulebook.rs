//! The rules under a set of options, and what is asked of them throughout the game.

use super::options::{EndRule, OptionError, Options};
use super::state::Hex;
use super::state::board::Board;
use cardwright_kernel::TextError;

/// The rules of Robotory under a set of options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rulebook {
    pub(super) options: Options,
}

impl Rulebook {
    /// The rules under options given as name and value; what is not named is official. [`super::OPTIONS`] lists them.
    ///
    /// # Errors
    /// Every reason why the options make no sense, one sentence each.
    pub fn new(options: &[(String, String)]) -> Result<Self, Vec<String>> {
        match Options::read(options) {
            Ok(options) => Ok(Rulebook { options }),
            Err(faults) => Err(faults.iter().map(OptionError::sentence).collect()),
        }
    }

    /// The rules under house rules written as TOML: the options of [`super::OPTIONS`] as keys of a table `[options]` (or
    /// at the top), lists as arrays or with commas.
    ///
    /// # Errors
    /// Every reason why the text makes no sense, each with its place.
    pub fn from_toml(text: &str) -> Result<Self, Vec<TextError>> {
        let texts = cardwright_runtime::toml::options(text)?;
        match Options::read(&texts.given) {
            Ok(options) => Ok(Rulebook { options }),
            Err(faults) => Err(faults
                .iter()
                .map(|fault| fault.flaw(&texts.spans))
                .collect()),
        }
    }

    /// The official rules.
    pub fn official() -> Self {
        Rulebook {
            options: Options::official(),
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.options.board
    }

    /// What ends the game.
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

    /// Where the white, the black and the red robot start.
    pub fn starts(&self) -> [Hex; 3] {
        self.options.starts
    }
}

impl Default for Rulebook {
    fn default() -> Self {
        Rulebook::official()
    }
}
