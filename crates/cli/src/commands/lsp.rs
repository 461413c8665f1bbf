//! `cardwright lsp`: packs in an editor.

#[cfg(feature = "lsp")]
mod disk;

use crate::stop::{CommandError, Verdict};
use clap::Args;

/// Check packs in an editor as one types (Language Server Protocol over the standard input and output).
///
/// An editor starts it. Mistakes are shown with what to do, words are completed and explained from the vocabulary of the
/// pack's game. docs/guide/editors.md says how to set editors up.
#[derive(Args)]
pub(crate) struct Lsp {
    /// Speak over the standard input and output, which it does in any case; some editors add this.
    #[arg(long)]
    stdio: bool,
}

#[cfg(feature = "lsp")]
impl Lsp {
    /// Serves one editor until it ends.
    ///
    /// # Errors
    /// When the other side does not speak the protocol.
    pub(crate) fn run(&self) -> Result<Verdict, CommandError> {
        let Lsp { stdio: _ } = self;
        let (connection, threads) = cardwright_lsp::Connection::stdio();
        let served = cardwright_lsp::serve(&connection, &disk::Disk);
        drop(connection);
        let help = "`cardwright lsp` is started by an editor; see docs/guide/editors.md";
        served.map_err(|error| match error.channel_is_disconnected() {
            true => CommandError::usage("the editor closed the connection before it began", help),
            false => CommandError::usage(error.to_string(), help),
        })?;
        threads.join().map_err(|error| {
            CommandError::usage(format!("the editor cannot be understood: {error}"), help)
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
