//! Messages about files, options, requests and lines with an error. Each kind is changed systematically, and every
//! resulting sentence is pinned with its count (`tests/changed/`), so that no condition and no wording changes
//! unnoticed.

mod given;
mod judged;
mod packed;
mod saved;
mod sent;
mod tabled;

use crate::packs::folder;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Sentences with the number of times each was reported.
#[derive(Default)]
pub(crate) struct Told {
    counted: BTreeMap<String, usize>,
}

impl Told {
    /// Records a sentence of some kind.
    pub(crate) fn add(&mut self, kind: &str, told: &str) {
        *self
            .counted
            .entry(format!("{kind}: {}", alike(told)))
            .or_default() += 1;
    }

    /// One line per sentence.
    pub(crate) fn list(&self) -> String {
        let mut out = String::new();
        for (reason, times) in &self.counted {
            writeln!(out, "{times:6} {reason}").unwrap();
        }
        out
    }

    fn pin(&self, name: &str) {
        insta::with_settings!({ snapshot_path => folder("tests/changed"), prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, self.list());
        });
    }
}

/// The text without what differs between cards and between places.
pub(crate) fn alike(text: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        let varies = bare.starts_with(char::is_uppercase)
            || bare.contains(|sign: char| sign.is_ascii_digit());
        let marks = word.matches('`').count();
        let word = if varies || quoted || marks > 0 {
            "_"
        } else {
            word
        };
        quoted ^= marks % 2 == 1;
        if !(word == "_" && out.ends_with('_')) {
            out.push_str(if out.is_empty() { "" } else { " " });
            out.push_str(word);
        }
    }
    out
}

/// Changes a text in a different way each time: removes a line, doubles it, or replaces a word.
pub(crate) struct Changer {
    pool: Vec<String>,
    turn: usize,
    every: usize,
}

impl Changer {
    /// `pool` contains the replacement words. One line in `every` lines is changed.
    pub(crate) fn new<'t>(texts: impl Iterator<Item = &'t str>, every: usize) -> Changer {
        let words = texts.flat_map(|text| words(text).map(|(at, end)| text[at..end].to_owned()));
        let mut pool: Vec<String> = words.collect();
        pool.sort();
        pool.dedup();
        Changer {
            pool,
            turn: 0,
            every,
        }
    }

    /// All versions of the text with one line changed.
    pub(crate) fn changes(&mut self, text: &str) -> Vec<String> {
        let lines: Vec<&str> = text.lines().collect();
        let mut all = Vec::new();
        for (at, line) in lines
            .iter()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
        {
            self.turn += 1;
            if !self.turn.is_multiple_of(self.every) {
                continue;
            }
            let changed = self.line(line);
            let whole = lines
                .iter()
                .enumerate()
                .map(|(own, line)| if own == at { &changed } else { *line });
            all.push(whole.collect::<Vec<_>>().join("\n") + "\n");
        }
        all
    }

    fn line(&self, line: &str) -> String {
        let nth = self.turn / self.every;
        let words: Vec<_> = words(line).collect();
        // A prime, so that every kind of change reaches every kind of line.
        let Some((from, to)) = words.get(nth / 7 % words.len().max(1)).copied() else {
            return if nth.is_multiple_of(2) {
                String::new()
            } else {
                format!("{line}\n{line}")
            };
        };
        let (before, word, after) = (&line[..from], &line[from..to], &line[to..]);
        let other = || &self.pool[nth * 31 % self.pool.len()];
        match nth % 7 {
            0 => String::new(),
            1 => format!("{line}\n{line}"),
            2 => format!("{before}{after}"),
            3 | 4 => match word.parse::<i64>() {
                Ok(number) => format!("{before}{}{after}", [number + 1, 0, 99, -1][nth / 7 % 4]),
                Err(_) => format!("{before}{}{after}", other()),
            },
            5 => format!("{before}{}{after}", other()),
            _ => line[..to].to_owned(),
        }
    }
}

/// The ranges of the words and numbers of a line. Signs are not words.
fn words(line: &str) -> impl Iterator<Item = (usize, usize)> {
    let inside = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = at + line[at..].find(inside)?;
        let to = line[from..]
            .find(|letter| !inside(letter))
            .map_or(line.len(), |long| from + long);
        at = to;
        Some((from, to))
    })
}
