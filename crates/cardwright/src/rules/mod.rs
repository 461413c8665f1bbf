//! Rules texts: clauses with their sources, rulings, open questions and cards by number or name ([`Library::explain`]),
//! and answers to questions in plain words ([`ask()`]).
//!
//! ```
//! let library = cardwright::rules::library();
//! let dodge = library.explain("MB-8.2").ok_or("no such clause")?;
//! assert_eq!(dodge.entry.title, "Dodge");
//! assert_eq!(dodge.entry.origin.map(|origin| origin.to_string()).as_deref(), Some("printed, with a house ruling"));
//!
//! let found = cardwright::rules::ask("may I pass my turn", Some("robotory"), 3);
//! assert_eq!(found[0].entry.id, "RB-3.3");
//! # Ok::<(), &str>(())
//! ```
//!
//! The texts are only part of programs that use them. [`origin`] needs none of them.

mod ask;
mod index;
mod library;
pub(crate) mod origin;
mod page;
mod words;

pub use ask::{Found, ask, fits};
pub use index::IndexedRuling;
pub use library::{Entry, EntryKind, Explained, Library, library};
pub use origin::{Origin, origin};
pub use page::{give_texts, has_texts, page, pages};
