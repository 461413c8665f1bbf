//! The data formats of Cardwright: every question, action, log line, view, refusal, save and report as a type with
//! a JSON schema; and [`rpc`], a JSON-RPC protocol that uses them.
//!
//! Hosts (a server, a page, another language) translate these types and add nothing. Keys are `snake_case`, and
//! words with a fixed meaning are `kebab-case`. Seats and players count from 1. Cards and places are written as
//! their ids and names. Every document has its `version`. If a type changes, [`VERSION`] must change too; otherwise
//! the recorded matches under `conformance/` fail.
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

mod analysis;
mod cost;
mod format;
mod games;
mod measure;
mod packs;
mod play;
mod reports;
pub mod rpc;
mod rules;
mod saves;
mod scenes;
#[cfg(feature = "schema")]
mod schema;
mod tools;
mod tournament;
mod verdicts;
mod views;

#[cfg(test)]
mod tests;

pub use analysis::{Analysis, Missed, TurnChances};
pub use cardwright::shapes::{Actor, Viewer};
pub use cost::{CardCost, Costs};
pub use format::{Broken, VERSION, Version};
pub use games::{Game, Games, games};
pub use measure::{
    Arena, Balance, Block, CardBalance, CardResult, CardVerdict, Learned, Learning, Pairing,
    PanelResult, Rating, Shift, StrengthTest, wilson,
};
pub use packs::{CardText, Checked, Diagnostic, Label, PackFiles, Severity, Texts, checked, texts};
pub use play::{
    Actions, Choice, Hint, Line, Lines, Played, Position, Question, Refusal, Said, Table,
    Unreadable, Weighed, Who, Why, WhyChoice, actions, hint, lines, lines_page, position, question,
    question_page, refusal, table, unreadable, why,
};
pub use reports::{
    AttackOdds, Blocks, CardOdds, Depth, DiceOdds, Fraction, Goal, Number, Odds, Perft, Report,
    RobotOdds, TurnOdds, Wanted, WayOdds, attack_odds, card_odds, conditions, robot_odds,
};
pub use rules::{
    Explained, Found, FoundRule, Reading, Readings, RuleEntry, RuleKind, RuleReference,
    RulingReadings, RulingUnder, explained, found, reading, readings, rule_entry, ruling_reading,
    ruling_readings,
};
pub use saves::{Copy, Pack, Save, Saved, copied, saved};
pub use scenes::{Drawing, Item, Mark, Scene, Shape, Starter, scene};
#[cfg(feature = "schema")]
pub use schema::schemas;
pub use tools::{
    Code, Codes, DifferenceKind, GameDifference, Mutation, Mutations, PlayedAgain, Rejudged, Shown,
    codes, mutations, rejudged, shown,
};
pub use tournament::{Standing, Standings, standings};
pub use verdicts::{
    Account, Accounts, Case, CaseAccount, Change, ChangeKind, Cited, Difference, End, Eyes, Fault,
    Finding, RulingStatus, RulingWritten, SeenChanges, Sees, Unexpected, Verdict, Verdicts,
    Written, accounts, verdicts,
};
pub use views::{ActionData, View};
