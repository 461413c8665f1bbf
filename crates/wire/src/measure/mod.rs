//! Measurements over many games: which bot is stronger, what cards are worth, what positions are worth. Hosts play the games, on threads or on
//! other machines; equal seeds give equal numbers.

mod arena;
mod balance;
mod effect;
mod learned;
mod strength;

pub use arena::{Arena, Block, Pairing, Rating, StrengthTest};
pub use balance::{Balance, CardBalance, CardResult, CardVerdict, PanelResult, Shift};
pub use learned::{Learned, Learning};
pub use strength::wilson;
