//! `cardwright why`: may I do that, and why (not)?

use crate::opened::Opened;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::judge::{Why, why_for};
use cardwright::{Actor, DynGame, Viewer};
use clap::Args;
use std::cell::OnceCell;

/// Answers shown when the one that was asked about is not allowed.
const ANSWERS_SHOWN: usize = 20;

/// Say whether an answer is allowed, what decides it, and what would make it legal.
///
/// Ends with 0 when it is allowed, and with 1 when it is not or when that is hidden. Of a saved match it says no more than
/// the only person in it may know, or a spectator; of positions and rulings, which lie open, everything. What the dealer
/// will roll or deal it never says.
#[derive(Args)]
pub(crate) struct WhyAnswer {
    #[command(flatten)]
    opened: Opened,
    /// Who would answer, and what, such as "2: play dodge".
    answer: String,
}

impl WhyAnswer {
    /// Asks and prints.
    ///
    /// # Errors
    /// When the file makes no position, or the line cannot be read.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let ((book, play), viewer) = self.opened.open()?;
        let why =
            why_for(&*book, &*play, &self.answer, viewer, &OnceCell::new()).map_err(|error| {
                CommandError::usage(
                    format!("column {}: {}", error.column, error.message),
                    error.help,
                )
            })?;
        match out.is_json() {
            true => out.json(&cardwright_wire::why(&why)?)?,
            false => print(out, &*book, &why)?,
        }
        Ok(if why.legal {
            Verdict::Good
        } else {
            Verdict::No
        })
    }
}

/// The answer to "may I?", as this command and sessions print it. Where nothing is hidden it is the same for everybody.
///
/// # Errors
/// When it cannot be written.
pub(super) fn print(out: &mut Out, book: &dyn DynGame, why: &Why) -> Result<(), CommandError> {
    let word = match (why.legal, why.hidden) {
        (true, _) => "allowed",
        (false, true) => "hidden",
        (false, false) => "not allowed",
    };
    out.line(format!("{word}: {}: {}", why.who, why.action))?;
    if why.viewer != Viewer::Referee && book.secrecy().is_some() {
        out.line(format!("  as far as {} may know", why.viewer))?;
    }
    if !why.message.is_empty() {
        out.line(format!("  {}", why.message))?;
    }
    why.facts
        .iter()
        .try_for_each(|fact| out.line(format!("  fact: {fact}")))?;
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

fn follows(out: &mut Out, why: &Why) -> Result<(), CommandError> {
    if !why.follows.is_empty() {
        out.line(if why.legal {
            "  what follows:"
        } else {
            "  what follows if it is:"
        })?;
    }
    why.follows
        .iter()
        .try_for_each(|said| out.line(format!("    {}", said.line())))?;
    match why.more {
        true => out.line("    more hangs on what is hidden"),
        false => Ok(()),
    }
}

fn asked(out: &mut Out, why: &Why) -> Result<(), CommandError> {
    let who = match why.asked {
        Actor::Seat(seat) => format!("player {seat}"),
        Actor::Chance => "chance".into(),
        Actor::Over(_) => return Ok(()),
    };
    out.line(format!("  asked now: {who}: {}", why.question))?;
    for choice in why.choices.iter().take(ANSWERS_SHOWN) {
        out.line(format!("    {} ({})", choice.action, choice.text))?;
    }
    match (why.choices.len() + why.more_choices).saturating_sub(ANSWERS_SHOWN) {
        0 => {}
        more => out.line(format!("    and {more} more"))?,
    }
    match why.other_choices {
        true => out.line("    and what is hidden"),
        false => Ok(()),
    }
}
