//! The referee: a game at a real table, entered line by line and adjudicated.
//!
//! People roll real dice and hold real cards; one of them enters what happens, in the game's notation. [`Referee`]
//! keeps the game, says what follows and who is asked what, and refuses what the rules do not allow, with the reason.
//!
//! What a player got may be unseen: `get ?`, or `?` in a hand of the position. The rulebook's states stay exact, so the session holds the identity
//! back: it keeps the actions as they were entered, plays them with *some* card in the place of each unseen one, and
//! plays them anew with the right one when it is shown. Nothing but the showing may depend on which card it is, so
//! the session plays by the rules under which every holder of a card is asked in every window, and lets seats pass by
//! themselves; see `docs/decisions/0006-unseen-weapons-at-the-table.md`.
//!
//! ```
//! use cardwright::{Referee, Setup};
//!
//! let mut table = Referee::new("moon-bots", Setup::players(3), None)?;
//! table.enter("draw left-claw left-hammer weapon strong-fist plus-die weapon")?;
//! table.enter("1: buy middle-left; get ?")?;
//! assert!(table.enter("1: buy top-left").is_err(), "one card a turn");
//! assert_eq!(table.lines(), ["draw left-claw left-hammer weapon strong-fist plus-die weapon", "1: buy middle-left; get ?"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asked;
mod enter;
mod eyes;
mod given;
mod hands;
mod keeping;
mod may;
mod record;
mod ruling;
mod shown;
#[cfg(test)]
mod tests;
mod unseen;

pub use asked::{Asked, Waiting};
pub use enter::{Entered, EntryError};
pub(crate) use keeping::fill;
pub use keeping::{BeginError, Referee};
pub use record::{RECORD_FORMAT, RecordError, is_session};
