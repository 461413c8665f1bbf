//! Checks `## Offered`: actions that must, or must not, be offered at the end of a play.

use super::fields::{Compared, Difference};
use super::ruling::block::{Block, RulingError};
use crate::CardNames;
use cardwright_kernel::{Actor, DynGame, DynMatch};
use serde_json::Value;

const OFFERED: &str = "offered:";
const NOT_OFFERED: &str = "not offered:";
const ASKED: &str = "asked:";
const NOTHING_ELSE: &str = "nothing else";
const FORM: &str =
    "write `offered: pass`, `not offered: play dodge`, `asked: player 2` or `nothing else`";

/// Compares a block with the open question.
pub(super) fn check(book: &dyn DynGame, play: &dyn DynMatch, block: &Block) -> Compared {
    let mut check = Check {
        book,
        play,
        block,
        named: Vec::new(),
        out: Compared::default(),
    };
    let mut whole = None;
    for (line, text) in block.lines() {
        if text.starts_with('#') {
            continue;
        }
        if let Some(action) = text.strip_prefix(NOT_OFFERED) {
            check.action(line, action, false);
        } else if let Some(action) = text.strip_prefix(OFFERED) {
            check.action(line, action, true);
        } else if let Some(who) = text.strip_prefix(ASKED) {
            check.asked(line, who.trim());
        } else if text == NOTHING_ELSE {
            whole = Some(line);
        } else {
            check.fault(
                line,
                format!("`{text}` does not say whether an action is offered"),
                FORM,
            );
        }
    }
    if let Some(line) = whole {
        check.rest(line);
    }
    check.out
}

struct Check<'a> {
    book: &'a dyn DynGame,
    play: &'a dyn DynMatch,
    block: &'a Block,
    /// The actions that the block names as offered, in normalized notation.
    named: Vec<String>,
    out: Compared,
}

impl Check<'_> {
    fn fault(&mut self, line: usize, message: String, help: impl Into<String>) {
        self.out
            .faults
            .push(RulingError::new((line, 1), message, help));
    }

    /// The byte range of a line in the file, without its line break.
    fn span(&self, line: usize) -> std::ops::Range<usize> {
        let before: usize = self
            .block
            .text
            .split_inclusive('\n')
            .take(line - self.block.line)
            .map(str::len)
            .sum();
        let start = self.block.span.start + before;
        let text = self.block.text[before..].lines().next().unwrap_or("");
        start..start + text.len()
    }

    fn differs(&mut self, line: usize, field: &str, [expected, found]: [Value; 2], write: String) {
        self.out.edits.push((self.span(line), write));
        let (section, field) = ("Offered".to_string(), field.to_string());
        self.out.differences.push(Difference {
            section,
            field,
            expected,
            found,
            line,
        });
    }

    fn action(&mut self, line: usize, action: &str, wanted: bool) {
        let written = match self.play.why_not(action.trim()) {
            Err(_) => {
                let names = CardNames::of(self.book);
                names.in_notation(action.trim())
            }
            Ok(_) => String::new(),
        };
        let action = match self.play.why_not(&written) {
            Ok(_) if !written.is_empty() => written.as_str(),
            _ => action.trim(),
        };
        let offered = match self.play.why_not(action) {
            Ok(refusal) => refusal.is_none(),
            Err(error) if error.always => return self.fault(line, error.message, error.help),
            Err(_) => false,
        };
        // An action that is offered but should not be is reported once, and not again as an additional action.
        if (wanted || offered)
            && let Ok(canonical) = self.play.canonical(action)
        {
            if self.named.contains(&canonical) {
                return self.fault(line, format!("`{action}` is named twice"), "name it once");
            }
            self.named.push(canonical);
        }
        if offered != wanted {
            let prefix = if offered { OFFERED } else { NOT_OFFERED };
            self.differs(
                line,
                action,
                [says(wanted), says(offered)],
                format!("{prefix} {action}"),
            );
        }
    }

    fn asked(&mut self, line: usize, who: &str) {
        let asked = match self.play.actor() {
            Actor::Seat(seat) => format!("player {seat}"),
            Actor::Chance => "chance".into(),
            Actor::Over(_) => "nobody".into(),
        };
        if who != asked {
            let values = [Value::from(who), Value::from(asked.as_str())];
            self.differs(line, "asked", values, format!("{ASKED} {asked}"));
        }
    }

    /// Checks that only the actions named by the block are offered.
    fn rest(&mut self, line: usize) {
        let choices = self
            .play
            .question()
            .choices
            .into_iter()
            .map(|choice| choice.action);
        let more: Vec<_> = choices
            .filter(|action| !self.named.contains(action))
            .collect();
        if more.is_empty() {
            return;
        }
        let write: String = more
            .iter()
            .map(|action| format!("{OFFERED} {action}\n"))
            .collect();
        let start = self.span(line).start;
        self.out.edits.push((start..start, write));
        let (section, field) = ("Offered".to_string(), NOTHING_ELSE.to_string());
        let (expected, found) = (Value::Array(Vec::new()), Value::from(more));
        self.out.differences.push(Difference {
            section,
            field,
            expected,
            found,
            line,
        });
    }
}

fn says(offered: bool) -> Value {
    if offered { "offered" } else { "not offered" }.into()
}
