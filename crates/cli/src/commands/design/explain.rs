//! `cardwright explain`: explains a clause, a ruling, an open question, a card or an error code.

use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict};
use crate::table::rows;
use cardwright::rules::{Entry, EntryKind, Explained, Library, library};
use cardwright::{CODES, Code, explain, nearest};
use clap::Args;
use std::path::PathBuf;

/// The maximum number of rulings shown; some clauses have hundreds.
const RULINGS_SHOWN: usize = 20;

/// Explain a clause, a ruling, an open question, a card or an error code.
///
/// Without a name, it lists all error codes.
/// For a clause (MB-8.3), it prints the text, its place in the rulebook, whether it is printed or a house rule, and
/// the rulings and open questions about it. Name a ruling by its number (R-MB-32) or its id, an open question by
/// its number (Q-MB-21), and a card by its id or its name; `--pack` adds your own cards. `check` prints a code such as
/// CW0102 with each error.
#[derive(Args)]
pub(crate) struct Explain {
    /// A clause, a ruling, an open question, a card or a code: MB-8.3, R-MB-32, Q-MB-21, dodge, CW0102.
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// A folder with a pack whose cards and rulings can be named too; repeat it for more packs.
    #[arg(long = "pack", value_name = "DIR", requires = "name")]
    packs: Vec<PathBuf>,
}

impl Explain {
    /// Prints the explanation, or the list of codes.
    ///
    /// # Errors
    /// When there is no such thing.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let library = library().with_packs(&packs::read_all(&self.packs)?)?;
        match &self.name {
            None if out.is_json() => out.json(&cardwright_wire::codes(CODES))?,
            None => out.text(rows(&CODES.iter().map(row).collect::<Vec<_>>()))?,
            Some(name) => match (explain(name), library.explain(name)) {
                (Some(code), _) => one(out, code)?,
                (None, Some(found)) if out.is_json() => {
                    out.json(&cardwright_wire::explained(&found))?;
                }
                (None, Some(found)) => entry(out, &found)?,
                (None, None) => return Err(unknown(&library, name)),
            },
        }
        Ok(Verdict::Good)
    }
}

fn unknown(library: &Library, name: &str) -> CommandError {
    let codes: Vec<String> = CODES.iter().map(|code| code.id.to_lowercase()).collect();
    let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
    let near = nearest(&name.to_lowercase(), &codes)
        .map(str::to_uppercase)
        .or_else(|| library.nearest(name).map(String::from));
    let lists = "`cardwright explain` lists all codes, `cardwright ask` finds clauses";
    let help = match near {
        Some(near) => format!("did you mean {near}? {lists}"),
        None => format!("{lists}, `cardwright text PACK` shows the cards of a pack"),
    };
    CommandError::usage(
        format!("there is no code, clause, ruling, question or card `{name}`"),
        help,
    )
}

fn one(out: &mut Out, code: &Code) -> Result<(), CommandError> {
    match out.is_json() {
        true => out.json(&cardwright_wire::codes([code])),
        false => out.line(format!(
            "{}: {}\n\n{}",
            code.id,
            code.title,
            wrapped(code.text)
        )),
    }
}

/// Prints an entry with everything related to it.
fn entry(out: &mut Out, found: &Explained<'_>) -> Result<(), CommandError> {
    let Explained {
        entry,
        clauses,
        rulings,
        questions,
        cards,
        unread,
    } = found;
    let title = out.bold(&format!("{}: {}", entry.id, entry.title));
    out.line(title)?;
    out.line(format!("{}, {}", what(entry), of_game(entry)))?;
    if !entry.text.is_empty() {
        out.line(format!("\n{}", entry.text))?;
    }
    if !entry.answer.is_empty() && !entry.text.contains(&entry.answer) {
        out.line(format!("\n{}", wrapped(&entry.answer)))?;
    }
    source(out, entry)?;
    if entry.reconstructed {
        out.line("figures: reconstructed; no source states them")?;
    }
    for (head, list) in [
        ("clauses", clauses),
        ("questions", questions),
        ("cards", cards),
    ] {
        if !list.is_empty() {
            out.line(format!("\n{head}:"))?;
        }
        list.iter()
            .try_for_each(|one| out.line(format!("  {}: {}{}", one.id, one.title, mark(one))))?;
    }
    if !rulings.is_empty() {
        out.line("\nrulings:")?;
    }
    for ruling in rulings.iter().take(RULINGS_SHOWN) {
        out.line(format!("  {}", ruled(ruling)))?;
    }
    if let Some(more @ 1..) = rulings.len().checked_sub(RULINGS_SHOWN) {
        out.line(format!("  and {more} more: `--format json` lists all"))?;
    }
    if !unread.is_empty() {
        out.line("\nrulings that cannot be read:")?;
    }
    unread
        .iter()
        .try_for_each(|one| out.line(format!("  {one}")))
}

/// The game of an entry.
pub(crate) fn of_game(entry: &Entry) -> &str {
    match entry.game.as_str() {
        "" => "every game",
        game => game,
    }
}

/// The kind of an entry, and whose rule it is.
fn what(entry: &Entry) -> String {
    let kind = match entry.kind {
        EntryKind::Clause => "clause",
        EntryKind::Ruling => "ruling",
        EntryKind::Question => "open question",
        EntryKind::Card => "card",
    };
    match entry.origin {
        Some(origin) if entry.kind == EntryKind::Clause => format!("{kind}: {origin}"),
        _ => kind.into(),
    }
}

/// Prints the origin of an entry, and its author.
pub(crate) fn source(out: &mut Out, entry: &Entry) -> Result<(), CommandError> {
    let book = match entry.book.as_str() {
        "" => String::new(),
        book => format!("{book}: "),
    };
    if !entry.source.is_empty() {
        out.line(format!("\nsource: {book}{}", entry.source))?;
    }
    if !entry.date.is_empty() {
        out.line(format!("made: {} by {}", entry.date, entry.author))?;
    }
    if !entry.superseded_by.is_empty() {
        out.line(format!("superseded by: {}", entry.superseded_by))?;
    }
    match entry.file.as_str() {
        "" => Ok(()),
        file => out.line(format!("file: {file}")),
    }
}

fn mark(entry: &Entry) -> &'static str {
    if entry.reconstructed {
        " (figures reconstructed)"
    } else {
        ""
    }
}

/// A ruling in one line.
fn ruled(ruling: &Entry) -> String {
    let date = match ruling.date.as_str() {
        "" => String::new(),
        date => format!("{date} "),
    };
    let replaced = match ruling.superseded_by.as_str() {
        "" => String::new(),
        by => format!(" (superseded by {by})"),
    };
    match (ruling.answer.as_str(), ruling.date.is_empty()) {
        ("", _) | (_, true) => format!("{date}{}: {}{replaced}", ruling.id, ruling.title),
        (answer, false) => format!("{date}{}: {}: {answer}{replaced}", ruling.id, ruling.title),
    }
}

fn row(code: &Code) -> Vec<String> {
    vec![code.id.into(), code.title.into()]
}

/// The text in lines that fit a terminal.
fn wrapped(text: &str) -> String {
    const WIDTH: usize = 100;
    textwrap::fill(text, WIDTH)
}
