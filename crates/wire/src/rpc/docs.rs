//! The generated part of the protocol's page in the book.

use super::faults::codes;
use std::fmt::Write;

/// All error codes as a Markdown table.
pub fn errors_page() -> String {
    let mut text = String::from("| code | `data.kind` | what it says |\n|---|---|---|\n");
    for (code, kind, says) in codes::ALL {
        let _ = writeln!(text, "| {code} | `{kind}` | {says} |");
    }
    text
}
