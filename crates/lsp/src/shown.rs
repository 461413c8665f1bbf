//! Problems in the form of the protocol.

use crate::packs::Problem;
use crate::uri;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
};

/// Converts a problem for the client.
pub(crate) fn diagnostic(problem: &Problem) -> Diagnostic {
    let one = &problem.one;
    let severity = match one.severity {
        cardwright::Severity::Error => DiagnosticSeverity::ERROR,
        cardwright::Severity::Warning => DiagnosticSeverity::WARNING,
    };
    let help = one
        .help
        .as_ref()
        .map_or(String::new(), |help| format!("\n{help}"));
    let other = |(file, range, message): &(std::path::PathBuf, lsp_types::Range, String)| {
        let location = Location::new(uri::uri(file)?, *range);
        Some(DiagnosticRelatedInformation {
            location,
            message: message.clone(),
        })
    };
    let others: Vec<_> = problem.others.iter().filter_map(other).collect();
    Diagnostic {
        range: problem.range,
        severity: Some(severity),
        code: Some(NumberOrString::String(one.code.into())).filter(|_| !one.code.is_empty()),
        source: Some("cardwright".into()),
        message: format!("{}{help}", one.message),
        related_information: Some(others).filter(|others| !others.is_empty()),
        ..Diagnostic::default()
    }
}
