//! `cardwright replay`: plays a saved match again and tells it.

use super::transcript::{Dice, Teller, begin, end};
use crate::args::{AsArgs, asker};
use crate::files;
use crate::output::Out;
use crate::packs;
use crate::stop::{Stop, Verdict};
use cardwright::{Actor, LoadError, Match, Replay, Setup, Viewer, rulebook};
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
}

impl ReplayFile {
    /// Replays and prints.
    ///
    /// # Errors
    /// When the file cannot be read, or the match comes out differently.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, Stop> {
        let replay = files::saved_match(&self.file)?;
        let play = resume(&self.file, &replay, &self.packs)?;
        let usual = asker(&replay.seats, &*play);
        let viewer = self.eyes.at(replay.players)?.unwrap_or(usual);
        // The seed says what the dealer will roll and deal.
        let dice = if viewer == Viewer::Referee { Dice::of(replay.seed) } else { Dice::Kept };
        begin(out, &play.rulebook().about(), &replay.seats, dice)?;
        Teller::new(self.cite).tell(out, &play, viewer)?;
        match play.actor() {
            Actor::Over(outcome) => end(out, &play, &replay.seats, outcome)?,
            _ => pause(out, &play)?,
        }
        Ok(Verdict::Good)
    }
}

/// The last line of a match that goes on.
fn pause(out: &mut Out, play: &Match) -> Result<(), Stop> {
    match out.is_json() {
        true => out.json_line(&json!({ "pause": { "answers": play.answered(), "turns": play.turns() } })),
        false => out.line(format!("# not over: {} answers so far", play.answered())),
    }
}

/// A match continued from its record: with the cards it carries, or with those of the folders given.
///
/// # Errors
/// When a pack cannot be read, or the match comes out differently.
pub(crate) fn resume(file: &Path, replay: &Replay, folders: &[PathBuf]) -> Result<Match, Stop> {
    let fault = |error: LoadError| Stop::from(error).about(file);
    if folders.is_empty() {
        return Match::resume(replay).map_err(fault);
    }
    let setup = Setup { packs: packs::read_all(folders)?, ..Setup::of(replay) };
    Match::resume_with(rulebook(&replay.game, &setup)?, replay).map_err(fault)
}
