//! Citations: the rule or the line of a card that decided something.

use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// The number of a clause in a game's rules, such as `MB-4.2`.
///
/// Every id used in code is listed by the game ([`crate::Rules::clauses`]) and exists in `docs/rules/<game>.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleId(pub &'static str);

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for RuleId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

/// The number of a card program in a rulebook: what a card does on one occasion.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct ProgramId(pub u16);

impl ProgramId {
    /// The program's index in the rulebook.
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl fmt::Display for ProgramId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What decided an event or a refusal: a clause or a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Cite {
    /// A clause of the rules.
    Rule(RuleId),
    /// An operation of a card's effect program. [`crate::Text::cite_text`] converts it into the card's name, file and
    /// line.
    Op {
        /// The program.
        program: ProgramId,
        /// The index of the operation in the program.
        at: u16,
    },
}

impl From<RuleId> for Cite {
    fn from(rule: RuleId) -> Self {
        Cite::Rule(rule)
    }
}

/// The citations of one event or refusal, most specific first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Cites(Vec<Cite>);

impl Cites {
    /// No citations.
    pub fn none() -> Self {
        Cites::default()
    }

    /// Adds a citation.
    #[must_use]
    pub fn and(mut self, cite: impl Into<Cite>) -> Self {
        self.0.push(cite.into());
        self
    }

    /// The citations in order.
    pub fn iter(&self) -> impl Iterator<Item = Cite> {
        self.0.iter().copied()
    }

    /// Whether there are no citations.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<C: Into<Cite>> From<C> for Cites {
    fn from(cite: C) -> Self {
        Cites::none().and(cite)
    }
}
