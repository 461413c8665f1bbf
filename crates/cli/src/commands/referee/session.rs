//! One session of a referee: lines in, what follows out.

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
use cardwright::{Entered, EntryError, Referee};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Where a ruling that this program wrote says it comes from.
const SOURCE: &str = "a game at a table";

/// One session.
pub(crate) struct RefereeSession {
    table: Referee,
    /// Whether somebody sits at a terminal; else lines are echoed, so that the output can be read alone.
    terminal: bool,
    /// Keeps the session.
    keeping: Keeping,
    /// Whether a line was refused.
    refused: bool,
    input: Box<dyn Input>,
    /// The language of names and texts of cards.
    lang: String,
}

impl RefereeSession {
    /// A session.
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

    /// The same with names and texts of cards in a language.
    ///
    /// # Errors
    /// When no card is in it.
    pub(crate) fn with_lang(self, lang: &str) -> Result<Self, CommandError> {
        lang::check(lang, self.table.names().cards())?;
        Ok(RefereeSession {
            lang: lang.into(),
            ..self
        })
    }

    /// Takes lines until they end.
    ///
    /// # Errors
    /// When output or a file cannot be written.
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

    /// What happened before the first line, and what is asked. Of a session taken up again, where it stands.
    fn remind(&mut self, out: &mut Out) -> Result<(), CommandError> {
        let news = self.table.news();
        let lines = self.table.lines().len();
        match lines {
            0 => news.iter().try_for_each(|line| show::event(out, line))?,
            1 => out.note("1 line taken up; `log` tells it")?,
            _ => out.note(&format!("{lines} lines taken up; `log` tells them"))?,
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
            Entry::Odds(_) => out.note("`cardwright odds` says how often cards work"),
            Entry::Help | Entry::Answers | Entry::Beginning(_) => show::help(out, &mut self.table),
            Entry::Table(_) => show::table(out, &self.table),
            Entry::Log => self
                .table
                .log()
                .iter()
                .try_for_each(|line| show::event(out, line)),
            Entry::Undo(count) => self.undo(out, count),
            Entry::Save(file) => self.save_as(out, file),
            Entry::Why(answer) => self.why(out, answer),
            Entry::Answer(answer) => match answer.split_once(char::is_whitespace) {
                Some(("ruling", file)) => self.ruling(out, Path::new(file.trim())),
                _ => self.enter(out, answer),
            },
        }
    }

    /// What somebody may do who may not see everything that the session holds.
    fn follow_a_guest(&mut self, out: &mut Out, line: &str) -> Result<(), CommandError> {
        match entry::read(line) {
            Entry::Undo(_) => self.refuse(out, "only the host takes lines back"),
            Entry::Save(Some(file)) => self.copy(out, Path::new(file)),
            Entry::Save(None) => self.refuse(out, "name a file for your copy: `save mine.json`"),
            Entry::Answer(answer) if answer.starts_with("ruling ") => self.refuse(
                out,
                "a ruling states what you may not see: the host writes it",
            ),
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
            Entry::Odds(_) => out.note("`cardwright odds` says how often cards work"),
            Entry::Misused(help) => self.refuse(out, help),
        }
    }

    fn refuse(&mut self, out: &mut Out, why: &str) -> Result<(), CommandError> {
        self.refused = true;
        out.note(why)
    }

    /// What the viewer may know, in a file of its own.
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

    /// Enters a line; where it cannot be read, with the ids of cards in place of their printed names.
    fn enter_as_printed(&mut self, line: &str) -> Result<(String, Entered), Box<EntryError>> {
        self.as_printed(line, Referee::enter)
    }

    /// Does something with a line; where it cannot be read, with the ids of cards in place of their printed names.
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
        match self.table.undo(count) {
            0 => out.note("there is no line to take back"),
            taken => {
                let lines = if taken == 1 {
                    "1 line".into()
                } else {
                    format!("{taken} lines")
                };
                out.note(&format!("{lines} taken back"))?;
                show::stand(out, &mut self.table)?;
                self.keep(out)
            }
        }
    }

    /// Keeps the session: in the file that was named for it, or one of our own once a line was entered.
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
                // The person is still at the table: say it, and play on.
                self.refused = true;
                out.note(&format!("not saved: {}", failure.what))
            }
            Err(stop) => Err(stop),
        }
    }

    fn ruling(&mut self, out: &mut Out, path: &Path) -> Result<(), CommandError> {
        let id = id_of(path);
        let written = self
            .table
            .ruling(&id, "A game at a table")
            .map_err(|fault| fault.message);
        let written = written.and_then(|text| write_ruling(path, &text));
        let path = path.display();
        match written {
            Ok(()) if out.is_json() => out.json_line(&json!({ "ruling": path.to_string() })),
            Ok(()) => out.line(format!(
                "# written to {path}; `cardwright judge {path}` checks it"
            )),
            Err(why) => {
                self.refused = true;
                out.note(&format!("no ruling written: {why}"))
            }
        }
    }

    /// Nobody loses a game by leaving without a thought: it is kept, and said where.
    fn leave(&mut self, out: &mut Out) -> Result<(), CommandError> {
        if self.terminal {
            out.line("")?;
        }
        self.keep(out)?;
        self.keeping.say(out, false)
    }

    /// A file for a session that nobody named one for; never one that is there already.
    fn usual_file(&self) -> PathBuf {
        free_name(Path::new(&format!("{}.json", name(&self.table))))
    }
}

/// The name of a session's file, without its ending.
pub(super) fn name(table: &Referee) -> String {
    format!("{}-table", table.rulebook().about().game)
}

/// The id of a ruling from the name of its file.
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

/// Writes a ruling; over nothing but another that this program wrote.
fn write_ruling(path: &Path, text: &str) -> Result<(), String> {
    if path.exists() {
        let ours = |text: &str| read(text).is_ok_and(|ruling| ruling.source.starts_with(SOURCE));
        if !files::read(path, Kind::Ruling).is_ok_and(|text| ours(&text)) {
            return Err(format!(
                "{} is there already; choose another name",
                path.display()
            ));
        }
    }
    match files::replace(path, text) {
        Ok(_) => Ok(()),
        Err(stop) => Err(Failure::from(stop).what),
    }
}
