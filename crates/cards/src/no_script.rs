//! Replaces the script module in builds without scripts.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::lint::Moments;
use cardwright_effects::{CardKind, FactValue, Handler, Lexicon};
use std::sync::Arc;

/// Replaces the script reader in builds without scripts: reports every script as unsupported.
pub(crate) struct Scripts;

/// The card that names a script.
#[allow(dead_code, reason = "a reader of scripts wants to know all of it")]
pub(crate) struct User<'u> {
    pub(crate) kind: &'u CardKind,
    pub(crate) moments: Option<&'u Moments>,
    pub(crate) facts: &'u [(u8, FactValue)],
    pub(crate) place: Span,
}

impl Scripts {
    pub(crate) fn new(_lexicon: &Lexicon) -> Scripts {
        Scripts
    }

    pub(crate) fn of_pack(&mut self, _id: &str) {}

    pub(crate) fn handlers(
        &mut self,
        file: u16,
        _text: &Arc<str>,
        _user: &User<'_>,
        report: &mut Report,
    ) -> Vec<Handler> {
        let start = Span {
            file,
            start: 0,
            end: 0,
        };
        let message = "this program was built without support for scripts";
        report.add(
            Diagnostic::error(codes::NO_SCRIPT_HERE, start, message)
                .help("build it with the feature `scripts`"),
        );
        Vec::new()
    }
}

/// The interface of the module with scripts.
pub(crate) mod trace {
    use crate::diagnostics::Span;
    use cardwright_effects::tree::SourcePos;

    /// A parsed script: it does not exist in this build.
    pub(crate) enum Script {}

    impl Script {
        pub(crate) fn text(&self) -> &str {
            match *self {}
        }

        pub(crate) fn span_of(&self, _at: SourcePos) -> Span {
            match *self {}
        }
    }
}

/// Whether a word is reserved in scripts; never, as scripts are not read.
pub(crate) fn reserved(_name: &str) -> bool {
    false
}
