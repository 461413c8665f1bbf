//! Citations of a verdict, with what they are about.

use cardwright_kernel::DynGame;
use serde::Serialize;

/// A citation, with what the clause is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cited {
    /// The clause's number, or the card's file, line and column.
    pub cite: String,
    /// What the clause is about; empty for an operation of a card.
    pub title: String,
}

/// What a clause is about; empty for anything else.
pub(super) fn title(book: &dyn DynGame, cite: &str) -> String {
    let clause = book.clauses().iter().find(|clause| clause.id.0 == cite);
    clause.map_or(String::new(), |clause| clause.title.into())
}
