//! Citations of a verdict, with their titles.

use crate::rules::origin::{Origin, origin};
use cardwright_kernel::DynGame;
use serde::{Deserialize, Serialize};

/// A citation, with the title of its clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cited {
    /// The number of the clause, or the card's file, line and column.
    pub cite: String,
    /// The title of the clause; empty for a card.
    pub title: String,
    /// The origin of the clause; left out for a card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
