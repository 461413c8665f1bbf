//! `cardwright lsp`: a language server for packs.

#[cfg(feature = "lsp")]
mod disk;

use crate::stop::{CommandError, Verdict};
use clap::Args;

/// Check packs in an editor while you type (Language Server Protocol).
///
/// Your editor starts it and talks to it over the standard input and output. It reports errors with fixes, and
/// completes and explains the words of the pack's game. docs/guide/editors.md explains how to set up editors.
#[derive(Args)]
pub(crate) struct Lsp {
    /// Use the standard input and output. This is always so; the option exists because some editors add it.
    #[arg(long)]
    stdio: bool,
}

#[cfg(feature = "lsp")]
impl Lsp {
    /// Serves one editor until it disconnects.
    ///
    /// # Errors
    /// When the editor does not follow the protocol.
    pub(crate) fn run(&self) -> Result<Verdict, CommandError> {
        let Lsp { stdio: _ } = self;
        let (connection, threads) = cardwright_lsp::over_stdio();
        let served = cardwright_lsp::serve(&connection, &disk::Disk);
        drop(connection);
        let help = "`cardwright lsp` is started by an editor; see docs/guide/editors.md";
        served.map_err(|error| match error.channel_is_disconnected() {
            true => CommandError::usage(
                "the editor closed the connection before it sent `initialize`",
                help,
            ),
            false => CommandError::usage(error.to_string(), help),
        })?;
        threads.join().map_err(|error| {
            CommandError::usage(
                format!("the editor sent something that is not the protocol: {error}"),
                help,
            )
        })?;
        Ok(Verdict::Good)
    }
}

#[cfg(not(feature = "lsp"))]
impl Lsp {
    pub(crate) fn run(&self) -> Result<Verdict, CommandError> {
        Err(super::left_out("the language server", "lsp"))
    }
}
