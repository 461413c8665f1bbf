//! Refusals, and the reasons why an action is allowed.

use crate::Cites;
use serde::Serialize;
use std::fmt;

/// Why the rules do not allow an action. The state is unchanged.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Refusal {
    /// One sentence that says why the action is not allowed.
    pub message: String,
    /// The clauses and card operations that decided it.
    pub cites: Cites,
    /// The facts of the position that the refusal is based on, each a short sentence.
    pub facts: Vec<String>,
    /// What would make the action legal, or what to do instead.
    pub help: String,
}

impl Refusal {
    /// A refusal with its message and citations; add facts and help with the other methods.
    pub fn new(message: impl Into<String>, cites: impl Into<Cites>) -> Self {
        Refusal {
            message: message.into(),
            cites: cites.into(),
            facts: Vec::new(),
            help: String::new(),
        }
    }

    /// Adds a fact of the position.
    #[must_use]
    pub fn fact(mut self, fact: impl Into<String>) -> Self {
        self.facts.push(fact.into());
        self
    }

    /// Adds a fact of the position if `so` is true.
    #[must_use]
    pub fn fact_if(self, so: bool, fact: impl Into<String>) -> Self {
        if so { self.fact(fact) } else { self }
    }

    /// Adds a hint about what to do instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// The reasons why an action is allowed.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Grounds {
    /// The clauses that allow the action.
    pub cites: Cites,
    /// The facts of the position that the answer is based on, each a short sentence.
    pub facts: Vec<String>,
}

impl Grounds {
    /// Grounds with their citations; add facts with [`Grounds::fact`].
    pub fn new(cites: impl Into<Cites>) -> Self {
        Grounds {
            cites: cites.into(),
            facts: Vec::new(),
        }
    }

    /// Adds a fact of the position.
    #[must_use]
    pub fn fact(mut self, fact: impl Into<String>) -> Self {
        self.facts.push(fact.into());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_has_the_facts_that_are_so() {
        let refusal = Refusal::new("no", Cites::none())
            .fact_if(true, "one")
            .fact_if(false, "two")
            .help("wait");
        assert_eq!(
            (refusal.facts, &*refusal.help),
            (vec!["one".into()], "wait")
        );
    }
}
