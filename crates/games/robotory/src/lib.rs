//! Robotory: two players move three robots, which belong to nobody, over discs of energy.
//!
//! It has no cards and no dice, and nothing is hidden: the smallest game, and the one to read first.
//!
//! Most programs use this game through the crate `cardwright` (`Match::new("robotory", …)`), which knows every game
//! by its id. Use this crate directly for the typed state and actions: [`Rulebook`] implements the traits of
//! `cardwright-kernel`, and [`Module`] is its entry in the list of games.
//!
//! The rules in words, with numbered clauses, are in `docs/rules/robotory.md`; [`rules`] has the same numbers in
//! code. Every event and every refusal cites a clause.

// From top to bottom: a file uses only those below it (a test reads this list).
mod game;

mod bots;

mod layout;

mod position;

mod why;

mod view;

mod play;

mod actions;

mod events;

mod rulebook;

mod options;

mod forms;

mod board;

mod state;

mod hex;

mod messages;

pub mod rules;

#[cfg(test)]
mod tests;

pub use actions::Action;
pub use board::Board;
pub use bots::greedy::Greedy;
pub use bots::search::{DEFAULT_DEPTH, MAX_DEPTH, Search};
pub use events::Event;
pub use game::Module;
pub use hex::{Hex, HexName, Hexes, MAX_HEXES, MAX_PATH, Path};
pub use options::{EndRule, Options, Rows};
pub use rulebook::Rulebook;
pub use state::{Colour, DARK, LIGHT, Pile, Robot, State};
pub use view::View;
