//! Citations of a verdict, with their titles.

use crate::rules::origin::{Origin, origin};
use cardwright_kernel::DynGame;
use serde::Serialize;

/// A citation with the title of what it cites.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cited {
    /// The number of a clause, or the file, line and column of a card operation.
    pub cite: String,
    /// The title of the clause; empty for a card operation.
    pub title: String,
    /// Whether the clause is printed or a house rule; `None` for a card operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

impl Cited {
    pub(super) fn new(book: &dyn DynGame, cite: String) -> Self {
        Cited {
            title: title(book, &cite),
            origin: origin(&cite),
            cite,
        }
    }
}

/// The title of a clause; empty for anything else.
fn title(book: &dyn DynGame, cite: &str) -> String {
    let clause = book.clauses().iter().find(|clause| clause.id.0 == cite);
    clause.map_or(String::new(), |clause| clause.title.into())
}
