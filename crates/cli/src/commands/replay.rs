//! `cardwright replay`: replays a saved match and prints it.

use super::transcript::{Dice, Narrator, begin, end};
use crate::args::{AsArgs, asker};
use crate::files::{self, Kind};
use crate::opened::load_copy;
use crate::output::{Format, Out};
use crate::packs;
use crate::settings::Settings;
use crate::stop::{CommandError, Verdict};
use cardwright::{Actor, LoadError, Match, Replay, Setup, Viewer, is_copy, rulebook};
use clap::Args;
use serde_json::json;
use std::io::{IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};

/// Play a saved match again, check that it has the same result, and print what happened.
///
/// At a terminal, you step through it: → and ← move by one action, Tab and Shift-Tab by one turn, Home and End to
/// the ends. Otherwise, or with --plain or --cite, it prints one line per event.
///
/// A saved match contains its cards, so it needs no other file. Until the match is over, the output has only what
/// its only person may know, or a spectator; `--as host` shows everything.
#[derive(Args)]
pub(crate) struct ReplayFile {
    /// A file that `cardwright play --save` wrote.
    file: PathBuf,
    /// Print after every line which rule or which line of which card decided it.
    #[arg(long)]
    cite: bool,
    /// Print the lines at a terminal too, instead of stepping through the match.
    #[arg(long)]
    plain: bool,
    /// Take the cards from this folder instead of the file; they must be the same.
    #[arg(long = "pack", value_name = "DIR")]
    packs: Vec<PathBuf>,
    #[command(flatten)]
    eyes: AsArgs,
    /// Write what this viewer may know into a file for that player. It contains no seed and no hidden cards.
    #[arg(long, value_name = "FILE", requires = "viewer")]
    copy: Option<PathBuf>,
}

impl ReplayFile {
    /// Replays the match and prints it.
    ///
    /// # Errors
    /// When the file cannot be read, or the match gives a different result.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let text = files::read(&self.file, Kind::Save)?;
        if is_copy(&text) {
            return self.show_copy(out, &text);
        }
        let told = |error| self.eyes.told(error, &self.file);
        let replay = files::saved_match(&self.file).map_err(told)?;
        let play = resume(&self.file, &replay, &self.packs).map_err(told)?;
        let usual = asker(&replay.seats, &*play);
        let viewer = self.eyes.at(replay.players)?.unwrap_or(usual);
        // The seed reveals future rolls and draws.
        let dice = if viewer == Viewer::Referee {
            Dice::of(replay.seed)
        } else {
            Dice::Kept
        };
        let terminal =
            stdin().is_terminal() && stdout().is_terminal() && out.format == Format::Text;
        let steps = terminal && !self.plain && !self.cite && self.copy.is_none();
        if steps && crate::screen::fits_terminal() {
            let settings = Settings::of_user()?;
            crate::screen::replay(play, viewer, &settings, out)?;
            return Ok(Verdict::Good);
        }
        begin(out, &play.rulebook().about(), &replay.seats, dice)?;
        Narrator { cite: self.cite }.tell(out, &play.lines(viewer, 0), viewer)?;
        match play.actor() {
            Actor::Over(outcome) => end(out, &play, &replay.seats, outcome)?,
            _ => pause(out, &play)?,
        }
        if let Some(file) = &self.copy {
            if viewer == Viewer::Referee {
                let help = "name a player or `spectator`; the host already has the saved match";
                return Err(CommandError::usage(
                    "a copy is for a viewer who may not know everything",
                    help,
                ));
            }
            files::write_copy(file, &play.copy_for(viewer))?;
            out.note(&format!("the copy of {viewer} is in {}", file.display()))?;
        }
        Ok(Verdict::Good)
    }

    /// Prints a viewer's copy: the lines that the viewer saw, and the table.
    fn show_copy(&self, out: &mut Out, text: &str) -> Result<Verdict, CommandError> {
        let copy = load_copy(&self.file, text)?;
        if self.eyes.viewer.is_some() || self.copy.is_some() {
            let what = format!("{} is already a copy", self.file.display());
            return Err(CommandError::usage(
                what,
                "make other copies from the host's file",
            ));
        }
        if out.is_json() {
            out.json(&copy)?;
            return Ok(Verdict::Good);
        }
        for (line, cites) in &copy.lines {
            match self.cite {
                true => out.line(format!("{line} [{}]", cites.join(", ")))?,
                false => out.line(line)?,
            }
        }
        out.line(format!("\n{}\n", copy.table.trim_end()))?;
        out.line(format!("# {}: {}", copy.holds, copy.question))?;
        Ok(Verdict::Good)
    }
}

/// Prints the last line of a match that is not over.
fn pause(out: &mut Out, play: &Match) -> Result<(), CommandError> {
    match out.is_json() {
        true => out.json_line(
            &json!({ "pause": { "actions_played": play.actions_played(), "turns": play.turns() } }),
        ),
        false => out.line(format!(
            "# not over: {} actions so far",
            play.actions_played()
        )),
    }
}

/// Resumes a match from its record, with the cards it contains or those of the given folders.
///
/// # Errors
/// When a pack cannot be read, or the match gives a different result.
pub(crate) fn resume(
    file: &Path,
    replay: &Replay,
    folders: &[PathBuf],
) -> Result<Match, CommandError> {
    let fault = |error: LoadError| CommandError::from(error).about(file);
    if folders.is_empty() {
        return Match::resume(replay).map_err(fault);
    }
    let setup = Setup {
        packs: packs::read_all(folders)?,
        ..Setup::of(replay)
    };
    Match::resume_with(rulebook(&replay.game, &setup)?, replay).map_err(fault)
}
