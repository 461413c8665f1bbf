//! Tests the program from outside: its output and its exit codes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "these are tests and parts of tests"
)]

mod audience;
mod balance;
mod bench;
mod commands;
mod design_tools;
mod designer;
mod eyes;
mod gallery;
mod guide;
mod hostile;
mod lsp;
mod mcp;
mod mutate;
mod newcard;
mod odds;
mod packs;
mod referee;
mod rejudge;
mod rules;
mod rulings;
mod saves;
mod serve;
#[cfg(feature = "server")]
mod server;
mod show;
#[cfg(unix)]
mod terminal;
