//! The data formats of Cardwright: every question, answer, line, view, refusal, save and report as a type with a JSON schema; and [`rpc`],
//! a JSON-RPC protocol over them.
//!
//! Hosts (a server, a page, another language) translate these types and add nothing. Always: keys are `snake_case`,
//! words with a fixed meaning are `kebab-case`, seats and players count from 1, cards and places go by their ids and
//! names, and every document says its `version`. A type here changes only together with [`VERSION`]; the recorded matches
//! under `conformance/` fail otherwise.
//!
//! ```
//! use cardwright::{Session, Setup, Viewer};
//!
//! let seats = vec!["human".into(), "random".into()];
//! let session = Session::begin("robotory", &Setup::players(2), 7, seats)?;
//! let question = cardwright_wire::question(&session, Viewer::Referee)?;
//! assert_eq!(question.actor, cardwright_wire::Actor::Seat { seat: 1 });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod format;
mod games;
mod packs;
mod play;
mod reports;
pub mod rpc;
mod saves;
mod scenes;
#[cfg(feature = "schema")]
mod schema;
mod tools;
mod verdicts;
mod views;
mod who;
mod wired;

pub use cardwright::shapes::{Actor, Viewer};
pub use format::{Broken, VERSION, Version};
pub use games::{Game, Games, games};
pub use packs::{CardText, Checked, Diagnostic, Label, PackFiles, Severity, Texts, checked, texts};
pub use play::{
    Actions, Choice, Line, Lines, Played, Position, Question, Refusal, Said, Table, Unreadable,
    Why, WhyChoice, actions, lines, lines_page, position, question, question_page, refusal, table,
    unreadable, why,
};
pub use reports::{
    Arena, AttackOdds, Blocks, CardOdds, Depth, DiceOdds, Fraction, Goal, Number, Odds, Pairing,
    Perft, Rating, Report, RobotOdds, StrengthTest, TurnOdds, Wanted, WayOdds, attack_odds,
    card_odds, robot_odds,
};
pub use saves::{Copy, Pack, Save, Saved, copied, saved};
pub use scenes::{Drawing, Item, Mark, Scene, Shape, Starter, scene};
#[cfg(feature = "schema")]
pub use schema::schemas;
pub use tools::{
    Code, Codes, Mutation, Mutations, Parting, PartingSort, PlayedAgain, Rejudged, Shown, codes,
    mutations, rejudged, shown,
};
pub use verdicts::{
    Account, Accounts, Case, CaseAccount, Change, ChangeSort, Cited, Difference, End, Eyes, Fault,
    Finding, RulingWritten, SeenChanges, Sees, Standing, Unexpected, Verdict, Verdicts, Written,
    accounts, verdicts,
};
pub use views::{Answer, View};
pub use who::Who;
