//! `cardwright replay`: plays a saved match again and tells it.

use super::transcript::{Dice, Narrator, begin, end};
use crate::args::{AsArgs, asker};
use crate::files::{self, Kind};
use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict};
use cardwright::{
    Actor, CopyError, LoadError, Match, Replay, SeatCopy, Setup, Viewer, is_copy, rulebook,
};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Play a saved match again, check that it comes out the same, and tell what happened.
///
/// A saved match carries its cards, so it needs nothing else. As long as it is not over, it tells what the only person in
/// it may know, or a spectator; `--as host` tells everything.
#[derive(Args)]
pub(crate) struct ReplayFile {
    /// A file that `cardwright play --save` wrote.
    file: PathBuf,
    /// Say after every line which rule or which line of which card decided it.
    #[arg(long)]
    cite: bool,
    /// Take the cards from this folder instead of the file; refused when they are not the same.
    #[arg(long = "pack", value_name = "DIR")]
    packs: Vec<PathBuf>,
    #[command(flatten)]
    eyes: AsArgs,
    /// Write what this viewer may know into a file, to be given to that player: it holds no dealer and no hidden card.
    #[arg(long, value_name = "FILE", requires = "viewer")]
    copy: Option<PathBuf>,
}

impl ReplayFile {
    /// Replays and prints.
    ///
    /// # Errors
    /// When the file cannot be read, or the match comes out differently.
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
        // The seed says what the dealer will roll and deal.
        let dice = if viewer == Viewer::Referee {
            Dice::of(replay.seed)
        } else {
            Dice::Kept
        };
        begin(out, &play.rulebook().about(), &replay.seats, dice)?;
        Narrator { cite: self.cite }.tell(out, &play.lines(viewer, 0), viewer)?;
        match play.actor() {
            Actor::Over(outcome) => end(out, &play, &replay.seats, outcome)?,
            _ => pause(out, &play)?,
        }
        if let Some(file) = &self.copy {
            if viewer == Viewer::Referee {
                let help =
                    "name a player or `spectator`; the host's copy is the saved match itself";
                return Err(CommandError::usage(
                    "a copy is for somebody who may not know everything",
                    help,
                ));
            }
            files::write_copy(file, &play.copy_for(viewer))?;
            out.note(&format!("the copy of {viewer} is in {}", file.display()))?;
        }
        Ok(Verdict::Good)
    }

    /// The copy of a seat: what its viewer was told, and the table.
    fn show_copy(&self, out: &mut Out, text: &str) -> Result<Verdict, CommandError> {
        let copy = load_copy(&self.file, text)?;
        if self.eyes.viewer.is_some() || self.copy.is_some() {
            let what = format!("{} is a copy already", self.file.display());
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

/// The copy of a seat from its text.
///
/// # Errors
/// When it is no whole copy.
pub(crate) fn load_copy(file: &Path, text: &str) -> Result<SeatCopy, CommandError> {
    SeatCopy::load(text).map_err(|error| copy_fault(file, &error))
}

/// Why a copy of a seat is of no use here.
pub(crate) fn copy_fault(file: &Path, error: &CopyError) -> CommandError {
    let what = format!("{}: {error}", file.display());
    CommandError::usage(
        what,
        "ask the host, who has the match itself, or ask for a new copy",
    )
}

/// The last line of a match that goes on.
fn pause(out: &mut Out, play: &Match) -> Result<(), CommandError> {
    match out.is_json() {
        true => out
            .json_line(&json!({ "pause": { "answers": play.answered(), "turns": play.turns() } })),
        false => out.line(format!("# not over: {} answers so far", play.answered())),
    }
}

/// A match continued from its record: with the cards it carries, or with those of the folders given.
///
/// # Errors
/// When a pack cannot be read, or the match comes out differently.
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
