//! The judge: rulings as files, checked against the rules, and the answer to "may I?".
//!
//! A ruling is a Markdown file with prose for people, a position, a play and the expected outcome. Each line of the
//! outcome has the clauses and card operations that decide it. [`Judge::judge`] checks a ruling, and [`accept`] writes
//! the actual outcome into its text. [`why`] says whether a single action is allowed and why; [`why_for`] says it as
//! far as a viewer may know. [`Judge::account`] gives the outcome of a ruling as one viewer saw it.
//! `docs/guide/rulings.md` describes the format.
//!
//! ````
//! let text = "\
//! ## R-1: nobody is asked twice
//!
//! - id: example
//! - game: robotory
//! - players: 2
//! - status: house
//! - source: an example
//!
//! ### Play
//! ```text
//! ! 2: place white c1
//! ```
//!
//! ### Outcome
//! ```text
//! ```
//! ";
//! let verdict = cardwright::judge::Judge::new().judge(text);
//! assert!(!verdict.holds(), "the outcome is left out");
//! let whole = cardwright::judge::accept(text, &verdict);
//! assert!(cardwright::judge::Judge::new().judge(&whole).holds());
//! ````

mod accept;
mod account;
mod cited;
mod compare;
mod expect;
mod fields;
mod offered;
mod refused;
mod ruling;
mod run;
mod silent;
mod verdict;
mod why;

pub use accept::accept;
pub use account::{Account, CaseAccount};
pub use cited::Cited;
pub use compare::{Change, ChangeKind, compare, unified};
pub(crate) use expect::facts as position_facts;
pub use expect::{End, SeenChanges, Sees};
pub use fields::Difference;
pub(crate) use fields::{toml, toml_key};
pub(crate) use refused::{Refused, refusal, turned_away};
pub use ruling::block::{Block, RulingError};
pub use ruling::file::{Case, Ruling, RulingStatus, is_ruling, read};
pub(crate) use ruling::play::split_who;
pub use ruling::play::{PlayedAction, Who};
pub use ruling::stated::{Asked, Eyes, Seen, Stated};
pub use run::{Run, Said, Unexpected};
pub use silent::silent_cards;
pub use verdict::{CaseVerdict, Finding, Judge, Reached, Verdict};
pub use why::{Why, WhyError, why, why_for};
pub(crate) use why::{named, told_after};
