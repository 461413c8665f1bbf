//! A session of the referee: handles lines and prints the results.

use super::show;
use crate::commands::keeping::Keeping;

use crate::commands::play::entry::{self, Entry};
use crate::commands::play::input::Input;
use crate::commands::transcript::{Dice, begin};
use crate::files::{self, Kind, free_name};
use crate::lang;
use crate::output::Out;
use crate::stop::{CommandError, Failure, Verdict};
use cardwright::judge::read;
use cardwright::{ChangeError, Entered, EntryError, Referee};
use serde_json::json;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The source in the rulings that this program writes.
const SOURCE: &str = "a game at a table";

/// What a ruling cannot express.
const LEFT_OUT: &str =
    "a ruling has only actions of the game: who left, and an end by agreement, are comments in it";

/// A session of the referee.
pub(crate) struct RefereeSession {
    table: Referee,
    /// Whether it runs at a terminal; otherwise lines are echoed, so that the output is complete.
    terminal: bool,
    /// Saves the session.
    keeping: Keeping,
    /// Whether a line was refused.
    refused: bool,
    input: Box<dyn Input>,
    /// The language of names and texts of cards.
    lang: String,
}

impl RefereeSession {
    /// Starts a session.
    pub(crate) fn new(
        table: Referee,
        terminal: bool,
        keeping: Keeping,
        input: Box<dyn Input>,
    ) -> Self {
        RefereeSession {
            table,
            terminal,
            keeping,
            refused: false,
            input,
            lang: "en".into(),
        }
    }

    /// Sets the language of card names and texts.
    ///
    /// # Errors
    /// When no card is in this language.
    pub(crate) fn with_lang(self, lang: &str) -> Result<Self, CommandError> {
        lang::check(lang, self.table.names().cards())?;
        Ok(RefereeSession {
            lang: lang.into(),
            ..self
        })
    }

    /// Handles lines until the input ends.
    ///
    /// # Errors
    /// When the output or a file cannot be written.
    pub(crate) fn run(mut self, out: &mut Out) -> Result<Verdict, CommandError> {
        if !self.table.holds_secrets() {
            let text = self.table.save();
            self.keeping.begin(out, &text)?;
        }
        begin(out, &self.table.rulebook().about(), &[], Dice::ByHand)?;
        self.remind(out)?;
        loop {
            let prompt = if self.terminal { "> " } else { "" };
            let Some(line) = self.input.line(out, prompt)? else {
                break;
            };
            if !self.terminal && !out.is_json() && !line.trim().is_empty() {
                out.line(format!("> {line}"))?;
            }
            if entry::read(&line) == Entry::Quit {
                break;
            }
            self.follow(out, &line)?;
        }
        self.leave(out)?;
        Ok(if self.refused && !self.terminal {
            Verdict::No
        } else {
            Verdict::Good
        })
    }

    /// Prints what happened before the first line, and the question. For a resumed session, prints its state.
    fn remind(&mut self, out: &mut Out) -> Result<(), CommandError> {
        let news = self.table.news();
        let lines = self.table.lines().len();
        match lines {
            0 => news.iter().try_for_each(|line| show::event(out, line))?,
            1 => out.note("1 line loaded; `log` shows it")?,
            _ => out.note(&format!("{lines} lines loaded; `log` shows them"))?,
        }
        show::stand(out, &mut self.table)
    }

    fn follow(&mut self, out: &mut Out, line: &str) -> Result<(), CommandError> {
        if self.table.holds_secrets() {
            return self.follow_a_guest(out, line);
        }
        match entry::read(line) {
            Entry::Nothing | Entry::Remark | Entry::Quit => Ok(()),
            Entry::Misused(help) => {
                self.refused = true;
                out.note(help)
            }
            Entry::Card(name) => self.card(out, name),
            Entry::Odds(_) => out.note("`cardwright odds` shows how often cards work"),
            Entry::Hint => out.note("a referee gives no hints"),
            Entry::Help | Entry::Answers | Entry::Beginning(_) => show::help(out, &mut self.table),
            Entry::Table(_) => show::table(out, &self.table),
            Entry::Log => show::log(out, &self.table),
            Entry::Undo(count) => self.undo(out, count),
            Entry::Save(file) => self.save_as(out, file),
            Entry::Why(answer) => self.why(out, answer),
            Entry::Answer(answer) => match answer.split_once(char::is_whitespace) {
                Some(("ruling", file)) => self.ruling(out, Path::new(file.trim())),
                Some(("position", file)) => self.position(out, Path::new(file.trim())),
                None if answer == "position" => self.refuse(
                    out,
                    "name a file for the position: `position argument.toml`",
                ),
                Some((who, "irregular")) if who.ends_with(':') => show::irregularities(out),
                Some(("change", rest)) => self.change(out, rest),
                None if answer == "change" => self.change(out, ""),
                None if answer == "ruling" => {
                    self.refuse(out, "name a file for the ruling: `ruling argument.md`")
                }
                None if answer == "irregular" => show::irregularities(out),
                None if answer == "lines" => show::lines(out, &self.table),
                _ => self.enter(out, answer),
            },
        }
    }

    /// Handles a line of a viewer who may not see everything in the session.
    fn follow_a_guest(&mut self, out: &mut Out, line: &str) -> Result<(), CommandError> {
        match entry::read(line) {
            Entry::Undo(_) => self.refuse(out, "only the host may undo lines"),
            Entry::Save(Some(file)) => self.copy(out, Path::new(file)),
            Entry::Save(None) => self.refuse(out, "name a file for your copy: `save mine.json`"),
            Entry::Answer(answer)
                if matches!(
                    answer.split_whitespace().next(),
                    Some("ruling" | "position")
                ) =>
            {
                self.refuse(out, "this states what you may not see: the host writes it")
            }
            Entry::Answer("irregular") => show::irregularities(out),
            Entry::Answer(answer) if answer.starts_with("change ") => {
                self.refuse(out, "only the host corrects lines")
            }
            Entry::Answer(answer) => self.enter(out, answer),
            Entry::Nothing | Entry::Remark | Entry::Quit => Ok(()),
            Entry::Help | Entry::Answers | Entry::Beginning(_) => show::help(out, &mut self.table),
            Entry::Table(_) => show::table(out, &self.table),
            Entry::Log => self
                .table
                .log()
                .iter()
                .try_for_each(|line| show::event(out, line)),
            Entry::Why(answer) => self.why(out, answer),
            Entry::Card(name) => self.card(out, name),
            Entry::Odds(_) => out.note("`cardwright odds` shows how often cards work"),
            Entry::Hint => out.note("a referee gives no hints"),
            Entry::Misused(help) => self.refuse(out, help),
        }
    }

    fn refuse(&mut self, out: &mut Out, why: &str) -> Result<(), CommandError> {
        self.refused = true;
        out.note(why)
    }

    /// Saves what the viewer may know in a separate file.
    fn copy(&mut self, out: &mut Out, file: &Path) -> Result<(), CommandError> {
        match files::write_copy(file, &self.table.copy()) {
            Ok(()) => out.note(&format!(
                "the copy of {} is in {}",
                self.table.viewer(),
                file.display()
            )),
            Err(CommandError::Usage(failure)) => {
                self.refuse(out, &format!("not saved: {}", failure.what))
            }
            Err(stop) => Err(stop),
        }
    }

    fn enter(&mut self, out: &mut Out, line: &str) -> Result<(), CommandError> {
        match self.enter_as_printed(line) {
            Ok((line, entered)) => {
                let line = line.as_str();
                let news = self.table.news();
                show::taken(out, line, &entered, &news, &mut self.table)?;
                self.keep(out)
            }
            Err(refused) => {
                self.refused = true;
                show::refused(out, line, &refused)
            }
        }
    }

    /// Enters a line; if it cannot be read, tries again with card ids in place of printed names.
    fn enter_as_printed(&mut self, line: &str) -> Result<(String, Entered), Box<EntryError>> {
        self.as_printed(line, Referee::enter)
    }

    /// Handles a line; if it cannot be read, tries again with card ids in place of printed names.
    fn as_printed<T>(
        &mut self,
        line: &str,
        mut done: impl FnMut(&mut Referee, &str) -> Result<T, Box<EntryError>>,
    ) -> Result<(String, T), Box<EntryError>> {
        match done(&mut self.table, line) {
            Ok(found) => Ok((line.into(), found)),
            Err(refused) if refused.unreadable => {
                let written = self.table.names().in_notation(line);
                match done(&mut self.table, &written) {
                    Ok(found) => Ok((written, found)),
                    Err(again) if !again.unreadable => Err(again),
                    Err(_) => Err(refused),
                }
            }
            Err(refused) => Err(refused),
        }
    }

    /// Handles corrections of lines: `7: 2: buy left-claw`, or several with `|` between them.
    fn change(&mut self, out: &mut Out, rest: &str) -> Result<(), CommandError> {
        let changes: Option<Vec<_>> = rest.split('|').map(one_change).collect();
        let Some(changes) = changes else {
            return self.refuse(out, "write the number of the line and what it should be: `change 7: 2: buy left-claw`; `lines` numbers them");
        };
        let changed = self.table.correct(&changes).or_else(|fault| match fault {
            // Tries printed names of cards, as for any other line.
            ChangeError::NotAllowed { ref why, .. } if why.unreadable => {
                let names = self.table.names();
                let written = changes.iter().map(|(_, line)| names.in_notation(line));
                let written: Vec<String> = written.collect();
                let numbers = changes.iter().map(|(numbers, _)| numbers.clone());
                let written: Vec<_> = numbers.zip(written.iter().map(String::as_str)).collect();
                self.table.correct(&written).map_err(|_| fault)
            }
            fault => Err(fault),
        });
        match changed {
            Ok(changed) => {
                show::changed(out, &changed, &mut self.table)?;
                self.keep(out)
            }
            Err(fault) => {
                self.refused = true;
                show::not_changed(out, &fault)
            }
        }
    }

    fn card(&mut self, out: &mut Out, name: &str) -> Result<(), CommandError> {
        let lang = self.lang.clone();
        match self.table.names().find(name) {
            Some(card) if out.is_json() => out.json_line(&json!({ "card": card })),
            Some(card) => {
                let (said, text) = (lang::name(card, &lang), lang::text(card, &lang));
                out.line(format!("{said} ({}, {}): {text}", card.id, card.kind))
            }
            None => out.note(&format!("there is no card `{name}`")),
        }
    }

    fn why(&mut self, out: &mut Out, answer: &str) -> Result<(), CommandError> {
        match self.as_printed(answer, Referee::why) {
            Err(refused) => show::refused(out, answer, &refused),
            Ok((_, why)) if out.is_json() => {
                out.json_line(&json!({ "why": cardwright_wire::why(&why)? }))
            }
            Ok((_, why)) => crate::commands::why::print(out, &**self.table.rulebook(), &why),
        }
    }

    fn undo(&mut self, out: &mut Out, count: usize) -> Result<(), CommandError> {
        match self.table.undo_visibly(count) {
            0 => out.note("there is no line to undo"),
            taken => {
                let lines = if taken == 1 {
                    "1 line".into()
                } else {
                    format!("{taken} lines")
                };
                out.note(&format!("{lines} undone"))?;
                show::stand(out, &mut self.table)?;
                self.keep(out)
            }
        }
    }

    /// Saves the session: in the file named for it, or in one of the program's own once a line was entered.
    fn keep(&mut self, out: &mut Out) -> Result<(), CommandError> {
        let nothing = self.keeping.path().is_none() && self.table.lines().is_empty();
        if nothing || self.table.holds_secrets() {
            return Ok(());
        }
        let text = self.table.save();
        self.keeping.keep(out, &text)
    }

    fn save_as(&mut self, out: &mut Out, file: Option<&str>) -> Result<(), CommandError> {
        let own = self
            .keeping
            .path()
            .filter(|_| self.keeping.named)
            .map(Path::to_path_buf);
        let file = file
            .map(PathBuf::from)
            .or(own)
            .unwrap_or_else(|| self.usual_file());
        let text = self.table.save();
        match self.keeping.keep_in(out, file, &text) {
            Ok(()) => self.keeping.say(out, false),
            Err(CommandError::Usage(failure)) => {
                // The person is still playing: report the error, and continue.
                self.refused = true;
                out.note(&format!("not saved: {}", failure.what))
            }
            Err(stop) => Err(stop),
        }
    }

    /// Writes the table as a position, in a new file.
    fn position(&mut self, out: &mut Out, path: &Path) -> Result<(), CommandError> {
        let written = self.table.position_file().map_err(|fault| fault.message);
        let written = written.and_then(|text| match path.exists() {
            true => Err(format!(
                "{} already exists; choose another name",
                path.display()
            )),
            false => match files::create(path, &text) {
                Ok(_) => Ok(()),
                Err(stop) => Err(Failure::from(stop).what),
            },
        });
        let (path, game) = (path.display(), self.table.rulebook().about().game);
        match written {
            Ok(()) if out.is_json() => out.json_line(&json!({ "position": path.to_string() })),
            Ok(()) => out.line(format!(
                "# written to {path}; `cardwright referee {game} --position {path}` begins from it"
            )),
            Err(why) => {
                self.refused = true;
                out.note(&format!("no position written: {why}"))
            }
        }
    }

    fn ruling(&mut self, out: &mut Out, path: &Path) -> Result<(), CommandError> {
        let id = id_of(path);
        let written = self
            .table
            .ruling(&id, "A game at a table")
            .map_err(|fault| fault.message);
        let written = written.and_then(|text| write_ruling(path, &text));
        let ends = self.table.table_end().is_some() || !self.table.departed().is_empty();
        let left_out = ends.then_some(LEFT_OUT);
        let path = path.display();
        match written {
            Ok(()) if out.is_json() => {
                let mut told = json!({ "ruling": path.to_string() });
                if let Some(left_out) = left_out {
                    told["note"] = json!(left_out);
                }
                out.json_line(&told)
            }
            Ok(()) => {
                left_out.map_or(Ok(()), |left_out| out.note(left_out))?;
                out.line(format!(
                    "# written to {path}; `cardwright judge {path}` checks it"
                ))
            }
            Err(why) => {
                self.refused = true;
                out.note(&format!("no ruling written: {why}"))
            }
        }
    }

    /// Leaves the session, which stays saved, and prints where.
    fn leave(&mut self, out: &mut Out) -> Result<(), CommandError> {
        if self.terminal {
            out.line("")?;
        }
        self.keep(out)?;
        self.keeping.say(out, false)
    }

    /// A new file for a session without a named file; never an existing one.
    fn usual_file(&self) -> PathBuf {
        free_name(Path::new(&format!("{}.json", name(&self.table))))
    }
}

/// The lines of a correction and their new text: `7: 2: buy left-claw`, `7-9: …`, or `7:` without a text.
fn one_change(text: &str) -> Option<(RangeInclusive<usize>, &str)> {
    let (numbers, line) = text.split_once(':')?;
    let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
    let number = |text: &str| text.trim().parse::<usize>().ok();
    Some((number(first)?..=number(last)?, line.trim()))
}

/// The name of a session's file, without its ending.
pub(super) fn name(table: &Referee) -> String {
    format!("{}-table", table.rulebook().about().game)
}

/// The id of a ruling, derived from the name of its file.
fn id_of(path: &Path) -> String {
    let stem = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    let plain: String = stem
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let id = plain
        .split('-')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-");
    if id.is_empty() {
        "at-the-table".into()
    } else {
        id
    }
}

/// Writes a ruling; it overwrites only rulings that this program wrote.
fn write_ruling(path: &Path, text: &str) -> Result<(), String> {
    if path.exists() {
        let ours = |text: &str| read(text).is_ok_and(|ruling| ruling.source.starts_with(SOURCE));
        if !files::read(path, Kind::Ruling).is_ok_and(|text| ours(&text)) {
            return Err(format!(
                "{} already exists; choose another name",
                path.display()
            ));
        }
    }
    match files::replace(path, text) {
        Ok(_) => Ok(()),
        Err(stop) => Err(Failure::from(stop).what),
    }
}
