//! Why an action was not allowed.

use crate::Cites;
use serde::Serialize;
use std::fmt;

/// An action that the rules do not allow now. The state was not touched.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Refusal {
    /// One sentence: what is wrong.
    pub message: String,
    /// The clauses and card operations that decide it.
    pub cites: Cites,
    /// The facts of the position that were looked at, each a short sentence.
    pub facts: Vec<String>,
    /// What would make it legal, or what to do instead.
    pub help: String,
}

impl Refusal {
    /// A refusal with its message and citation; facts and help are added with the other methods.
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

    /// Adds a fact of the position if it is one.
    #[must_use]
    pub fn fact_if(self, so: bool, fact: impl Into<String>) -> Self {
        if so { self.fact(fact) } else { self }
    }

    /// Says what to do instead.
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

/// What makes an allowed action allowed.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Grounds {
    /// The clauses that allow it.
    pub cites: Cites,
    /// The facts of the position that were looked at, each a short sentence.
    pub facts: Vec<String>,
}

impl Grounds {
    /// Grounds with their citation; facts are added with the other method.
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
