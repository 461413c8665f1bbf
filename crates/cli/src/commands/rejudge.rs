//! `cardwright rejudge`: stored games under changed cards or options.

use super::judge::files_in;
use super::referee::resume;
use crate::args::{AsArgs, WithArgs, asker};
use crate::files::{self, Kind};
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::judge::unified;
use cardwright::{
    Actor, Difference, DifferenceKind, EntryError, LoadError, Match, Rejudged, Replay, Setup,
    is_session, rejudge_for,
};
use clap::Args;
use std::path::{Path, PathBuf};

/// Play stored games again under other cards or options, and name the first decision where each comes out
/// differently.
///
/// A stored game carries its cards and options; what is given here stands in their place. Ends with 0 when all games
/// come out the same, with 1 when one does not. Of a game that is not over it tells what the only person in it may know, or
/// a spectator; `--as host` tells everything.
#[derive(Args)]
pub(crate) struct RejudgeFiles {
    /// Saved matches and sessions of the referee, and folders with them (`.json`).
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    with: WithArgs,
    #[command(flatten)]
    eyes: AsArgs,
}

impl RejudgeFiles {
    /// Rejudges and prints.
    ///
    /// # Errors
    /// When nothing is changed, a file cannot be read, or there is no rulebook for the change.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let files = self.files()?;
        if self.with.is_empty() {
            let help = "give --pack, --edition, --option or --options; `cardwright replay` plays it as it was";
            return Err(CommandError::usage("no change is given", help));
        }
        let change = self.with.setup(0)?;
        let mut all = Vec::new();
        for file in files {
            let found = self.rejudge(&file, &change)?;
            all.push((file, found));
        }
        match out.is_json() {
            true => {
                let games = all
                    .iter()
                    .map(|(file, found)| (file.display().to_string(), found));
                out.json(&cardwright_wire::rejudged(games)?)?;
            }
            false => print(out, &all)?,
        }
        let same = all.iter().all(|(_, found)| found.same);
        Ok(if same { Verdict::Good } else { Verdict::No })
    }

    fn rejudge(&self, file: &Path, change: &Setup) -> Result<Rejudged, CommandError> {
        let told = |error| self.eyes.told(error, file);
        let replay = stored(file).map_err(told)?;
        let refused = |error: LoadError| told(CommandError::from(error).about(file));
        let play = Match::resume(&replay).map_err(refused)?;
        let usual = asker(&replay.seats, &*play);
        let viewer = self.eyes.at(replay.players)?.unwrap_or(usual);
        rejudge_for(&replay, change, viewer).map_err(|error| match error {
            // The stored options made a rulebook before: it is the change that does not.
            LoadError::Setup(error) => CommandError::from(error),
            error => refused(error),
        })
    }

    fn files(&self) -> Result<Vec<PathBuf>, CommandError> {
        let mut files = Vec::new();
        for path in &self.paths {
            match path.is_dir() {
                true => files.extend(files_in(path, "json")?),
                false => {
                    let missing = |error| CommandError::file(path, "read", &error);
                    path.metadata().map_err(missing)?;
                    files.push(path.clone());
                }
            }
        }
        match files.is_empty() {
            true => Err(CommandError::usage(
                "there is no saved match here",
                "a saved match's name ends in .json",
            )),
            false => Ok(files),
        }
    }
}

/// A saved match, or a session of the referee as the match it is.
fn stored(file: &Path) -> Result<Replay, CommandError> {
    if !is_session(&files::read(file, Kind::Save)?) {
        return files::saved_match(file);
    }
    let refused =
        |fault: Box<EntryError>| CommandError::refused(fault.message, fault.help).about(file);
    resume(file)?.replay_file().map_err(refused)
}

fn print(out: &mut Out, all: &[(PathBuf, Rejudged)]) -> Result<(), CommandError> {
    for (file, found) in all {
        print_game(out, file, found)?;
    }
    let same = all.iter().filter(|(_, found)| found.same).count();
    let games = if all.len() == 1 {
        "1 game".into()
    } else {
        format!("{} games", all.len())
    };
    out.line(format!(
        "{games}: {same} come out the same, {} differently",
        all.len() - same
    ))
}

fn print_game(out: &mut Out, file: &Path, found: &Rejudged) -> Result<(), CommandError> {
    let (file, answers) = (file.display(), found.answers);
    let Some(difference) = &found.difference else {
        return out.line(format!("{file}: the same to the end ({answers} decisions)"));
    };
    match difference.decision {
        0 => out.line(format!("{file}: comes out differently from the start"))?,
        decision => {
            out.line(format!(
                "{file}: comes out differently at decision {decision} of {answers}"
            ))?;
            out.line(format!(
                "  {} was asked: {}",
                who(difference.who),
                difference.question
            ))?;
            out.line(format!("  the answer was: {}", difference.answer))?;
        }
    }
    print_difference(out, difference)
}

fn print_difference(out: &mut Out, difference: &Difference) -> Result<(), CommandError> {
    let Difference { why, cites, .. } = difference;
    match difference.sort {
        DifferenceKind::Events => {
            out.line("  what followed then (-) and what follows now (+):")?;
            out.text(unified(&difference.events))
        }
        DifferenceKind::Asked => out.line(format!("  the same follows, but {why}")),
        DifferenceKind::Refused if cites.is_empty() => {
            out.line(format!("  the answer is refused now, {why}"))
        }
        DifferenceKind::Refused => out.line(format!(
            "  the answer is refused now: {why} [{}]",
            cites.join(", ")
        )),
        DifferenceKind::Unreadable => out.line(format!("  the answer means nothing now: {why}")),
        DifferenceKind::Position => out.line(format!("  its position is impossible now: {why}")),
    }
}

fn who(asked: Option<Actor>) -> String {
    match asked {
        Some(Actor::Seat(seat)) => format!("player {seat}"),
        Some(Actor::Chance) => "chance".into(),
        Some(Actor::Over(_)) | None => "nobody".into(),
    }
}
