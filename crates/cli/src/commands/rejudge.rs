//! `cardwright rejudge`: replays saved games under other cards or options.

use super::judge::files_in;
use super::referee::resume;
use crate::args::{AsArgs, WithArgs, asker};
use crate::files::{self, Kind};
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::judge::unified;
use cardwright::{
    Actor, Difference, DifferenceKind, EntryError, LoadError, Match, Rejudged, Replay, Setup,
    is_session, rejudge_for, seat_name,
};
use clap::Args;
use std::path::{Path, PathBuf};

/// Play saved games again under other cards or options, and print the first decision that differs.
///
/// A saved game contains its cards and options; the ones given here replace them. The exit code is 0 if all games
/// stay the same, and 1 if one differs. For a game that is not over, the output has only what its only person may
/// know, or a spectator; `--as host` shows everything.
#[derive(Args)]
pub(crate) struct RejudgeFiles {
    /// Saved matches and referee sessions, or folders with them (`.json`).
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    with: WithArgs,
    #[command(flatten)]
    eyes: AsArgs,
}

impl RejudgeFiles {
    /// Replays the games and prints the results.
    ///
    /// # Errors
    /// When nothing is changed, a file cannot be read, or the change makes the game impossible.
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
                    .map(|(file, (found, _))| (file.display().to_string(), found));
                out.json(&cardwright_wire::rejudged(games)?)?;
            }
            false => print(out, &all)?,
        }
        let same = all.iter().all(|(_, (found, _))| found.same);
        Ok(if same { Verdict::Good } else { Verdict::No })
    }

    /// The result, with the name of the player who was asked where the game differs.
    fn rejudge(&self, file: &Path, change: &Setup) -> Result<(Rejudged, String), CommandError> {
        let told = |error| self.eyes.told(error, file);
        let replay = stored(file).map_err(told)?;
        let refused = |error: LoadError| told(CommandError::from(error).about(file));
        let play = Match::resume(&replay).map_err(refused)?;
        let usual = asker(&replay.seats, &*play);
        let viewer = self.eyes.at(replay.players)?.unwrap_or(usual);
        let found = rejudge_for(&replay, change, viewer).map_err(|error| match error {
            // The saved options were valid, so the change is the cause.
            LoadError::Setup(error) => CommandError::from(error),
            error => refused(error),
        })?;
        let who = match found.difference.as_ref().and_then(|one| one.who) {
            Some(Actor::Seat(seat)) => seat_name(&*play, seat),
            Some(Actor::Chance) => "chance".into(),
            Some(Actor::Over(_)) | None => "nobody".into(),
        };
        Ok((found, who))
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
                "these folders contain no saved match",
                "name folders with files whose names end in .json, or the files",
            )),
            false => Ok(files),
        }
    }
}

/// A saved match, or the match of a referee session.
pub(crate) fn stored(file: &Path) -> Result<Replay, CommandError> {
    if !is_session(&files::read(file, Kind::Save)?) {
        return files::saved_match(file);
    }
    let refused =
        |fault: Box<EntryError>| CommandError::refused(fault.message, fault.help).about(file);
    resume(file)?.replay_file().map_err(refused)
}

fn print(out: &mut Out, all: &[(PathBuf, (Rejudged, String))]) -> Result<(), CommandError> {
    for (file, (found, who)) in all {
        print_game(out, file, found, who)?;
    }
    let same = all.iter().filter(|(_, (found, _))| found.same).count();
    let games = if all.len() == 1 {
        "1 game".into()
    } else {
        format!("{} games", all.len())
    };
    out.line(format!(
        "{games}: {same} the same, {} different",
        all.len() - same
    ))
}

fn print_game(out: &mut Out, file: &Path, found: &Rejudged, who: &str) -> Result<(), CommandError> {
    let (file, actions) = (file.display(), found.actions_played);
    let Some(difference) = &found.difference else {
        return out.line(format!("{file}: the same to the end ({actions} decisions)"));
    };
    match difference.decision {
        0 => out.line(format!("{file}: differs from the start"))?,
        decision => {
            out.line(format!(
                "{file}: differs at decision {decision} of {actions}"
            ))?;
            out.line(format!("  {who} was asked: {}", difference.question))?;
            out.line(format!("  the answer was: {}", difference.action))?;
        }
    }
    print_difference(out, difference)
}

fn print_difference(out: &mut Out, difference: &Difference) -> Result<(), CommandError> {
    let Difference { why, cites, .. } = difference;
    match difference.kind {
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
        DifferenceKind::Unreadable => out.line(format!("  the answer cannot be read now: {why}")),
        DifferenceKind::Position => out.line(format!("  its position is impossible now: {why}")),
    }
}
