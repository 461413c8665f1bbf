//! Cardwright: a rules engine for robot tabletop games whose cards are files.
//!
//! [`rulebook`] gives the rules of a game from [`games`], with its cards; [`Match`] is one play of it. Everything a
//! frontend needs is here: it never has to name another crate of the workspace.
//!
//! ```
//! use cardwright::{Actor, Match, Setup};
//!
//! let mut play = Match::new("robotory", &Setup::players(2), 7)?;
//! while let Actor::Seat(_) = play.actor() {
//!     let action = play.ask_bot("random").unwrap_or_default();
//!     play.play(&action)?;
//! }
//! assert!(matches!(play.actor(), Actor::Over(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What to begin with
//!
//! | to do | take |
//! |---|---|
//! | play between bots | [`Session::begin`] with bots in every seat, [`Session::play_bots`]; many games: [`DynGame::simulate`] |
//! | a person against bots, hands hidden | [`Session::seat`] and [`Session::spectator`]: a [`SeatMatch`] says nothing its viewer may not know, and serialises |
//! | a pack of one's own | [`PackSource::from_texts`], [`check_packs`], [`Setup::pack`] |
//! | "may I?", and why not | [`SeatMatch::why`], [`Session::why`], [`judge::why_for`] |
//! | save and resume | [`Session::save`] and [`Session::load`]; a copy for one seat: [`SeatMatch::copy`] |
//! | a bot of one's own | [`Bot`], [`Session::let_choose`]; worlds to search: [`Observation::world`] |
//! | rulings | [`judge::Judge`] |
//!
//! Seats count from 0 in Rust ([`Seat`]) and from 1 in everything that is written: text, notation, JSON.
//!
//! # Features
//!
//! All on by default but `schema`. A feature a game: `lunar-command`, `moon-bots`, `robot-empire`, `robotory`. `scripts`: packs whose
//! cards have scripts (Rhai); the games with cards need it and switch it on. `parallel`: [`parallel::simulate`] on several threads.
//! `laws`: [`DynGame::check_laws`], for tests of cards and games. `schema`: the shapes of views and actions as JSON schemas, for crates like `cardwright-wire`.
//!
//! This crate never reads a file, a clock or the environment, and starts no thread but those of [`parallel::simulate`]: packs come
//! in as text ([`PackSource`]), the official ones are part of the library ([`official_packs`]).

mod bots;
mod cards;
mod copies;
pub mod judge;
mod matches;
mod modules;
pub mod mutate;
mod names;
pub mod odds;
mod packs;
#[cfg(feature = "parallel")]
pub mod parallel;
mod referee;
mod registry;
mod rejudge;
mod session;
mod setup;
pub mod shapes;
mod shown;
mod starter;
mod tables;
mod vocabulary;

pub use bots::{Bot, Observation, World};
pub use cards::{CardInfo, Checked, cards, cards_under, check_packs, pack_head, pack_needs};
pub use cardwright_cards::{
    CODES, Code, Diagnostic, Diagnostics, Label, Severity, Source, Span, explain,
};
pub use cardwright_games::questions::{Edition, Question as OpenQuestion, Variant};
pub use cardwright_games::{OptionAt, options, options_at, position_options};
pub use cardwright_kernel::{
    About, Actor, Anchor, Asking, Choice, Cite, Cites, Clause, Coord, Counting, DynGame, DynMatch,
    Item, LastAction, Line, Mark, MatchError, NotationError, OptionUse, Outcome, PackUse, Picture,
    Piece, Preview, ProgramId, Question, REPLAY_FORMAT, Refusal, Replay, ReplayError, Room, RuleId,
    Scene, Seat, SeatLine, SeatSet, Secret, Shade, Shape, Sheet, Spot, Tally, TextError, Tone,
    Typed, Viewer, meant, nearest,
};
pub use copies::{COPY_FORMAT, CopyError, SeatCopy, is_copy};
pub use matches::{LoadError, Match, PositionError, read_replay, write_replay};
pub use names::CardNames;
pub use packs::{PackSource, official_packs};
pub use referee::{
    Asked, BeginError, Entered, EntryError, RECORD_FORMAT, RecordError, Referee, Waiting,
    is_session,
};
pub use registry::{GameInfo, editions, game, games, questions, rulebook};
pub use rejudge::{Difference, DifferenceKind, Rejudged, rejudge, rejudge_for};
pub use session::{
    BeginSessionError, Branch, Continued, InTheWay, Next, SeatError, SeatMatch, Session,
    SessionError, SessionLoadError, continued, numbers,
};
pub use setup::{HUMAN, Setup, SetupError};
pub use starter::{StarterError, pack_id, starter};
pub use tables::Tables;
pub use vocabulary::{CardKey, KindWords, ScriptWord, Vocabulary, WordSort, vocabulary};
