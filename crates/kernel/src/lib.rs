//! What all games share: the traits of a game, matches, chance, citations, notation, replays, perft, and the laws that
//! every game obeys.
//!
//! Begin with [`Game`], which lists what a game must define. A [`Match`] is one play of it, with a seeded generator.
//! [`erase`] turns a game into a [`DynGame`], so that a program can hold any game.
//!
//! To play the games of Cardwright, use the crate `cardwright`; to write a game, read `docs/guide/add-a-game.md`. This
//! crate reads no file, clock or environment, starts no thread, and contains no game and no card.

mod actor;
mod bot;
mod cite;
mod erased;
mod flaw;
mod game;
mod hidden;
mod known;
pub mod laws;
mod log;
mod matches;
mod meter;
mod nearest;
mod notation;
mod play;
mod refusal;
mod shown;
#[cfg(test)]
mod tests;

pub use actor::{Actor, Outcome, Seat, SeatSet, Viewer};
pub use bot::{Bot, Observation, RandomBot, Weighed};
pub use cite::{Cite, Cites, ProgramId, RuleId};
pub use erased::{Advice, Choice, DynGame, DynMatch, Line, Preview, Question, Typed, erase};
pub use flaw::TextError;
pub use game::{About, Asking, Clause, Game, Hidden, Lesson, OptionUse, Positions, Rules, Text};
pub use hidden::{Assumption, Secret};
pub use known::{Considered, Later};
pub use log::{Audience, Entry, Lines, Log, NoLog};
pub use matches::{LastAction, Match, MatchError};
pub use meter::Meter;
pub use nearest::{edit_distance, meant, nearest};
pub use notation::NotationError;
pub use play::batch::{DynBatch, NotAllowed, Stepped};
pub use play::dealer::{Dealer, Draw, Rng, below, stream};
pub use play::fingerprint::{Fingerprint, fingerprint};
pub use play::perft::{Counting, perft};
pub use play::replay::{PackUse, REPLAY_FORMAT, REPLAY_HOLDS, Replay, ReplayError};
pub use play::restricted::{CardGame, CardSample, CardTrial, card_game};
pub use play::simulate::{
    Tally, playout, playout_between, simulate, simulate_between, simulate_from,
};
pub use refusal::{Grounds, Refusal};
pub use shown::picture::{Picture, Piece, Room, SeatLine, Spot, Tone};
pub use shown::scene::{Anchor, Coord, Item, Mark, Scene, Shade, Shape};
pub use shown::sheet::Sheet;
