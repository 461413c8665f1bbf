//! The referee: a game at a real table, entered line by line and adjudicated.
//!
//! People roll real dice and hold real cards. One of them enters what happens, in the game's notation. [`Referee`]
//! keeps the game, reports what follows and who is asked, and refuses what the rules do not allow, with the reason.
//!
//! A card that a player got may be unseen: `get ?`, or `?` in a hand of the position. The states of the rulebook are
//! always exact, so the session keeps the actions as they were entered and plays them with a placeholder for each
//! unseen card. When the card is revealed, it plays them again with the right one. Nothing but the reveal may depend on
//! which card it is. The session therefore uses rules under which every player with a hidden card is asked in every
//! window, and passes for them automatically; see `docs/decisions/0006-unseen-weapons-at-the-table.md`.
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
mod change;
mod ends;
mod enter;
mod events;
mod eyes;
mod given;
mod hands;
mod house;
mod keeping;
mod may;
mod record;
mod ruling;
mod shown;
#[cfg(test)]
mod tests;
mod unseen;

pub use asked::{Asked, Waiting};
pub use change::{ChangeError, Changed};
pub use ends::TableEnd;
pub use enter::{Entered, EntryError};
pub use events::{Correction, TableEvent};
pub use house::{IRREGULARITIES, Irregularity};
pub(crate) use keeping::fill;
pub use keeping::{BeginError, Referee};
pub use record::{RECORD_FORMAT, RecordError, is_session};
