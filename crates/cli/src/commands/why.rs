//! `cardwright why`: may I do that, and why (not)?

use super::replay::{copy_fault, load_copy};
use crate::args::{AsArgs, SetupArgs, asker};
use crate::files::{self, Kind};
use crate::output::Out;
use crate::packs;
use crate::stop::{Stop, Verdict};
use cardwright::judge::{Judge, Reached, Why, read, why_for};
use cardwright::{Actor, Viewer, game, games, is_copy, read_replay, rulebook};
use clap::Args;
use std::path::{Path, PathBuf};

/// Answers shown when the one that was asked about is not allowed.
const ANSWERS_SHOWN: usize = 20;

/// Say whether an answer is allowed, what decides it, and what would make it legal.
///
/// Ends with 0 when it is allowed, and with 1 when it is not or when that is hidden. Of a saved match it says no more than
/// the only person in it may know, or a spectator; of positions and rulings, which lie open, everything. What the dealer
/// will roll or deal it never says.
#[derive(Args)]
pub(crate) struct WhyAnswer {
    /// A position (TOML), a ruling (Markdown; the question is asked after its play), or a saved match.
    file: PathBuf,
    /// Who would answer, and what, such as "2: play dodge".
    answer: String,
    /// The game of a position. If left out, the game that can read it.
    #[arg(long)]
    game: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    eyes: AsArgs,
}

impl WhyAnswer {
    /// Asks and prints.
    ///
    /// # Errors
    /// When the file makes no position, or the line cannot be read.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, Stop> {
        let ending = self.file.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        let kind = match ending {
            "md" => Kind::Ruling,
            "toml" => Kind::Position,
            _ => Kind::Save,
        };
        let text = files::read(&self.file, kind)?;
        // Rulings and positions lie open to whoever holds the file.
        let ((book, play), asker) = match ending {
            "md" => (self.ruling(&text)?, Viewer::Referee),
            "toml" => (self.position(&text)?, Viewer::Referee),
            _ if is_copy(&text) => self.copy(&text)?,
            _ => saved(&self.file, &text)?,
        };
        let viewer = self.eyes.at(book.about().players)?.unwrap_or(asker);
        let why = why_for(&*book, &*play, &self.answer, viewer).map_err(|error| {
            Stop::usage(format!("column {}: {}", error.column, error.message), error.help)
        })?;
        match out.is_json() {
            true => out.json(&cardwright_wire::why(&why)?)?,
            false => print(out, &why)?,
        }
        Ok(if why.legal { Verdict::Good } else { Verdict::No })
    }

    fn ruling(&self, text: &str) -> Result<Reached, Stop> {
        let refused = |fault: cardwright::judge::Fault| {
            let place = format!("{}:{}:{}", self.file.display(), fault.line, fault.column);
            Stop::refused(format!("{place}: {}", fault.message), fault.help)
        };
        let ruling = read(text).map_err(|faults| {
            let first = faults.into_iter().next();
            first.map_or_else(|| Stop::refused("the ruling cannot be read", ""), refused)
        })?;
        let own = packs::of_ruling(&self.file).map(|folder| packs::read(&folder)).transpose()?;
        Judge::new().with_packs(own.into_iter().collect()).reach(&ruling).map_err(refused)
    }

    /// The copy of a seat, for its viewer.
    fn copy(&self, text: &str) -> Result<(Reached, Viewer), Stop> {
        let copy = load_copy(&self.file, text)?;
        let fault = |error| copy_fault(&self.file, &error);
        let viewer = copy.viewer().map_err(fault)?;
        if self.eyes.viewer.is_some_and(|named| named != viewer) {
            let what = format!("{} is the copy of {viewer}", self.file.display());
            return Err(Stop::usage(what, "leave `--as` out, or ask about the host's file"));
        }
        Ok((copy.reach().map_err(fault)?, viewer))
    }

    /// The position under the game that was named, or under the one that can read it.
    fn position(&self, text: &str) -> Result<Reached, Stop> {
        let named = self.game.as_deref().map(game).transpose()?;
        let tried = games().iter().filter(|info| named.is_none_or(|named| named.id == info.id));
        let mut stops = Vec::new();
        for info in tried {
            let players = self.setup.players.unwrap_or(info.usual);
            if !info.takes(players) && named.is_none() {
                continue;
            }
            let book = rulebook(info.id, &self.setup.setup(info.usual)?)?;
            match book.start_from(text, None) {
                Ok(play) => return Ok((book, play)),
                Err(flaws) => stops.push((info.id, self.impossible(text, &flaws))),
            }
        }
        let fewest = stops.into_iter().min_by_key(|(_, reasons)| reasons.len());
        let (id, reasons) = fewest.unwrap_or(("no game", Vec::new()));
        let help = "name the game with --game and the number of players with --players";
        Err(Stop::refused(format!("this is no position of {id}:\n{}", reasons.join("\n")), help))
    }

    fn impossible(&self, text: &str, flaws: &[cardwright::Flaw]) -> Vec<String> {
        let told = |flaw: &cardwright::Flaw| {
            let before = text.get(..flaw.span.start).unwrap_or(text);
            let (line, start) = (before.matches('\n').count() + 1, before.rfind('\n').map_or(0, |at| at + 1));
            let column = before[start..].chars().count() + 1;
            format!("  {}:{line}:{column}: {} ({})", self.file.display(), flaw.message, flaw.help)
        };
        flaws.iter().map(told).collect()
    }
}

/// A saved match, with the cards it carries, and what whoever asks about it may know.
fn saved(file: &Path, text: &str) -> Result<(Reached, Viewer), Stop> {
    let replay = read_replay(text).map_err(|error| Stop::from(error).about(file))?;
    let book = rulebook(&replay.game, &cardwright::Setup::of(&replay))?;
    let play =
        book.resume(&replay).map_err(|error| Stop::from(cardwright::LoadError::from(error)).about(file))?;
    let viewer = asker(&replay.seats, &*play);
    Ok(((book, play), viewer))
}

/// The answer to "may I?", as this command and sessions print it.
///
/// # Errors
/// When it cannot be written.
pub(super) fn print(out: &mut Out, why: &Why) -> Result<(), Stop> {
    let word = match (why.legal, why.hidden) {
        (true, _) => "allowed",
        (false, true) => "hidden",
        (false, false) => "not allowed",
    };
    out.line(format!("{word}: {}: {}", why.who, why.action))?;
    if why.viewer != Viewer::Referee {
        out.line(format!("  as far as {} may know", why.viewer))?;
    }
    if !why.message.is_empty() {
        out.line(format!("  {}", why.message))?;
    }
    why.facts.iter().try_for_each(|fact| out.line(format!("  fact: {fact}")))?;
    for cited in &why.cited {
        out.line(format!("  cites {} {}", cited.cite, cited.title).trim_end())?;
    }
    if !why.help.is_empty() {
        out.line(format!("  help: {}", why.help))?;
    }
    match why.legal || why.hidden {
        true => follows(out, why),
        false => asked(out, why),
    }
}

fn follows(out: &mut Out, why: &Why) -> Result<(), Stop> {
    if !why.follows.is_empty() {
        out.line(if why.legal { "  what follows:" } else { "  what follows if it is:" })?;
    }
    why.follows.iter().try_for_each(|said| out.line(format!("    {}", said.line())))?;
    match why.more {
        true => out.line("    more hangs on what is hidden"),
        false => Ok(()),
    }
}

fn asked(out: &mut Out, why: &Why) -> Result<(), Stop> {
    let who = match why.asked {
        Actor::Seat(seat) => format!("player {seat}"),
        Actor::Chance => "chance".into(),
        Actor::Over(_) => return Ok(()),
    };
    out.line(format!("  asked now: {who}: {}", why.question))?;
    for choice in why.choices.iter().take(ANSWERS_SHOWN) {
        out.line(format!("    {} ({})", choice.action, choice.text))?;
    }
    match why.choices.len().checked_sub(ANSWERS_SHOWN) {
        None | Some(0) => {}
        Some(more) => out.line(format!("    and {more} more"))?,
    }
    match why.other_choices {
        true => out.line("    and what is hidden"),
        false => Ok(()),
    }
}
