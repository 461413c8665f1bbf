//! Reading a script function by function, so that a slip in one does not hide those in the next.

use super::fault;
use super::trace::Script;
use crate::diagnostics::Diagnostic;
use crate::limits;
use rhai::Engine;
use std::sync::Arc;

/// The first break of the grammar in each function of a script that cannot be read; none where it cannot be shared
/// out to functions, or each can be read by itself.
pub(super) fn mistakes(engine: &Engine, script: &Script) -> Vec<Diagnostic> {
    let pieces = pieces(&script.text);
    let alone = pieces.into_iter().take(limits::FUNCTIONS + 1).map(|(from, to)| {
        // What stands before keeps its length, so that places stay right.
        let before = script.text.get(..from).unwrap_or_default();
        let blank: String = before.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
        let text = format!("{blank}{}", script.text.get(from..to).unwrap_or_default().trim_end());
        let error = engine.compile(&text).err()?;
        Some(fault::parse(&error, &Script::new(script.file, Arc::from(text))))
    });
    alone.flatten().collect()
}

/// First and last byte of what stands before the first function, and of each function. A function begins where a
/// line does.
fn pieces(text: &str) -> Vec<(usize, usize)> {
    // Where a line may begin inside of a remark or a text, it is not clear what is a function.
    if text.contains("/*") || text.contains('`') {
        return Vec::new();
    }
    let mut starts: Vec<usize> = Vec::new();
    let mut byte = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("fn ") || line.starts_with("private fn ") {
            starts.push(byte);
        }
        byte += line.len();
    }
    if starts.len() + usize::from(starts.first().is_some_and(|first| *first > 0)) < 2 {
        return Vec::new();
    }
    starts.insert(0, 0);
    starts.dedup();
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    starts.iter().copied().zip(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::pieces;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = pieces(text).into_iter().map(|(from, to)| &text[from..to]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn scripts_are_shared_out_to_functions() {
        check("fn a() {}\nfn b() {}", &["fn a() {}\n", "fn b() {}"]);
        check(
            "const N = 1;\nfn a() {}\n// b\nfn b() {}",
            &["const N = 1;\n", "fn a() {}\n// b\n", "fn b() {}"],
        );
        check("fn a() {\n  fn b() {}\n}", &[]);
        check("", &[]);
        check("/* fn\nfn a */ fn b() {}\nfn c() {}", &[]);
    }
}
