//! Cardwright: a rules engine for robot tabletop games whose cards are files.
//!
//! [`rulebook`] returns the rules of a game from [`games`], with its cards; a [`Match`] is one play of it. This crate
//! has everything that a frontend needs, so a frontend never has to name another crate of the workspace.
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
//! # Where to start
//!
//! | To do this | use |
//! |---|---|
//! | play games between bots | [`Session::begin`], [`Session::play_bots`]; for many games [`DynGame::simulate`] |
//! | play against bots with hidden hands | [`Session::seat`], [`Session::spectator`] |
//! | use your own pack | [`PackSource::from_texts`], [`check_packs`], [`Setup::pack`] |
//! | ask "may I?" and why not | [`SeatMatch::why`], [`Session::why`], [`judge::why_for`] |
//! | save and resume | [`Session::save`] and [`Session::load`]; a copy for one seat: [`SeatMatch::copy`] |
//! | use your own bot | [`Bot`], [`Session::let_choose`]; for search [`Observation::world`] |
//! | check rulings | [`judge::Judge`] |
//! | find clauses and answer rules questions | [`rules::library`] |
//!
//! A [`SeatMatch`], which [`Session::seat`] and [`Session::spectator`] return, reveals only what its viewer may know.
//! Its results can be serialized.
//!
//! Seats count from 0 in Rust ([`Seat`]) and from 1 in all text, notation and JSON.
//!
//! # Features
//!
//! All are on by default except `laws` and `schema`. There is one feature for each game: `lunar-command`, `moon-bots`,
//! `robot-empire`, `robotory`. `scripts` enables packs whose cards have scripts (Rhai); the games with cards need it
//! and enable it. `parallel` adds [`parallel::simulate`] on several threads. `laws` adds [`DynGame::check_laws`], for
//! tests of cards and games. `schema` adds JSON schemas of views and actions, for crates like `cardwright-wire`.
//!
//! This crate never reads a file, a clock or the environment, and starts threads only in [`parallel::simulate`]. Packs
//! are passed in as text ([`PackSource`]); the official ones are part of the library ([`official_packs`]).

mod analysis;
mod archive;
mod bots;
mod cards;
mod compat;
mod copies;
mod fix;
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
pub mod rules;
mod seat_names;
mod session;
mod setup;
pub mod shapes;
mod shown;
mod starter;
mod tables;
mod tournament;
mod vocabulary;

pub use analysis::{Analysed, Analyst, Decision, Missed, decisions};
pub use archive::{ArchiveError, MAX_ARCHIVE_BYTES, read_archive, write_archive};
pub use bots::{Bot, Observation, World};
pub use cards::{
    CardInfo, Checked, cards, cards_under, check_packs, pack_head, pack_needs, sound_cards,
};
pub use cardwright_bots::Learner;
pub use cardwright_cards::{
    CODES, Code, Diagnostic, Diagnostics, Fix, Label, Severity, Source, Span, explain,
};
/// The crates of the games, such as `game_crates::moon_bots` with its `View` for [`SeatMatch::view_as`].
pub use cardwright_games as game_crates;
pub use cardwright_games::questions::{Edition, Question as OpenQuestion, Variant};
pub use cardwright_games::{OptionAt, options, options_at, position_options};
pub use cardwright_kernel::{
    About, Actor, Advice, Anchor, Asking, CardGame, CardSample, CardTrial, Choice, Cite, Cites,
    Clause, Coord, Counting, DynBatch, DynGame, DynMatch, Item, LastAction, Lesson, Line, Mark,
    MatchError, Meter, NotAllowed, NotationError, OptionUse, Outcome, PackUse, Picture, Piece,
    Preview, ProgramId, Question, REPLAY_FORMAT, Refusal, Replay, ReplayError, Room, RuleId, Scene,
    Seat, SeatLine, SeatSet, Secret, Shade, Shape, Sheet, Spot, Stepped, Tally, TextError, Tone,
    Typed, Viewer, Weighed, meant, nearest,
};
pub use compat::{Meeting, meetings};
pub use copies::{COPY_FORMAT, CopyError, SeatCopy, is_copy};
pub use fix::{FixMade, Fixed, fix_packs};
pub use matches::{LoadError, Match, PositionError, read_replay, write_replay};
pub use names::CardNames;
pub use packs::{PackSource, official_packs};
pub use referee::{
    Asked, BeginError, ChangeError, Changed, Correction, Entered, EntryError, IRREGULARITIES,
    Irregularity, RECORD_FORMAT, RecordError, Referee, TableEnd, TableEvent, Waiting, is_session,
};
pub use registry::{GameInfo, editions, game, games, questions, rulebook};
pub use rejudge::{Difference, DifferenceKind, Rejudged, rejudge, rejudge_for};
pub use seat_names::{seat_name, seat_question, viewer_name};
pub use session::{
    BeginSessionError, Branch, Continued, InTheWay, KnownQuestion, Next, SeatError, SeatMatch,
    Session, SessionError, SessionLoadError, continued, numbers,
};
pub use setup::{HUMAN, Setup, SetupError};
pub use shown::{data_fault, json_fault};
pub use starter::{StarterError, pack_id, starter};
pub use tables::Tables;
pub use tournament::{Standing, TournamentGame, standings};
pub use vocabulary::{CardKey, KindWords, ScriptWord, Vocabulary, WordKind, vocabulary};
