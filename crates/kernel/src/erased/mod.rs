//! Games and matches behind one type each, for frontends that choose the game at run time. Everything is text or JSON.
//! This is derived once for all games.

mod game;
mod matches;
mod of_match;
mod types;

pub use game::{DynGame, erase};
pub use matches::{Advice, DynMatch};
pub use types::{Choice, Line, Preview, Question, Typed};
