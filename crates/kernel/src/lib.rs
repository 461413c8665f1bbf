//! What every game shares: the shape of a game, its decisions and chance, the citations of what happened,
//! matches, notation, replays, counting of lines of play, and the laws every game obeys.
//!
//! Read in this order: [`Game`] is what a game must say about itself; [`Match`] is one play of it, with a seeded
//! dealer; everything else is derived from those two.
//!
//! This crate never reads a file, a clock or the environment, starts no thread, and knows no game and no card.

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
mod nearest;
mod notation;
mod play;
mod refusal;
mod shown;

pub use actor::{Actor, Outcome, Seat, SeatSet, Viewer};
pub use bot::{Bot, Observation, RandomBot};
pub use cite::{Cite, Cites, ProgramId, RuleId};
pub use erased::{Choice, DynGame, DynMatch, Foreseen, Line, Question, Typed, erase};
pub use flaw::TextError;
pub use game::{About, Asking, Clause, Game, Hidden, OptionUse, Positions, Rules, Text};
pub use hidden::{Secret, Supposed};
pub use known::Considered;
pub use log::{Audience, Entry, Lines, Log, NoLog};
pub use matches::{LastAction, Match, MatchError};
pub use nearest::{meant, nearest};
pub use notation::NotationError;
pub use play::dealer::{Dealer, Draw, Rng, below, stream};
pub use play::fingerprint::{Fingerprint, fingerprint};
pub use play::perft::{Counting, perft};
pub use play::replay::{PackUse, REPLAY_FORMAT, REPLAY_HOLDS, Replay, ReplayError};
pub use play::simulate::{Tally, playout, playout_between, simulate, simulate_between, simulate_from};
pub use refusal::{Grounds, Refusal};
pub use shown::picture::{Picture, Piece, Room, SeatLine, Spot, Tone};
pub use shown::scene::{Anchor, Coord, Item, Mark, Scene, Shade, Shape};
pub use shown::sheet::Sheet;
