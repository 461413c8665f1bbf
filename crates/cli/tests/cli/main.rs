//! The program from outside: what it prints and how it ends.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "these are tests and parts of tests"
)]

mod audience;
mod bench;
mod commands;
mod designer;
mod eyes;
mod guide;
mod hostile;
mod lsp;
mod mcp;
mod mutate;
mod odds;
mod packs;
mod referee;
mod rejudge;
mod rulings;
mod saves;
mod serve;
#[cfg(feature = "server")]
mod server;
mod show;
#[cfg(unix)]
mod terminal;
