//! `cardwright why`: answers "may I do that?" and explains why.

use crate::opened::Opened;
use crate::output::Out;
use crate::readings::{Told, print_readings, readings};
use crate::stop::{CommandError, Verdict};
use cardwright::judge::{Who, Why, why_for};
use cardwright::{Actor, DynGame, DynMatch, Viewer, seat_name, seat_question, viewer_name};
use clap::Args;
use std::sync::Arc;

/// The maximum number of results of dice or draws listed: they are all alike, and nobody chooses.
const RESULTS_SHOWN: usize = 3;

/// The number of actions shown if the requested one is not allowed.
const ANSWERS_SHOWN: usize = 20;

/// Answer "may I?": whether an action is allowed, and which rules decide it.
///
/// It also prints what would make the action legal. The exit code is 0 if the action is allowed, and 1 if it is not
/// or if that is hidden. For a saved match, the output has only what its only person may know, or a spectator; for
/// positions and rulings, it has everything. It never reveals future rolls or draws. Each clause says whether it is
/// printed or a house rule.
#[derive(Args)]
pub(crate) struct WhyAnswer {
    #[command(flatten)]
    opened: Opened,
    /// The player and the action, such as "2: play dodge". Without a player, it is the one who is asked.
    answer: String,
    /// Answer under every printed edition too, and show the differences; in a game without editions, under every
    /// variant of its open questions and of its options that are on or off. The output names the options that were not
    /// compared. The exit code is that of the answer under the requested rules.
    #[arg(long)]
    every_edition: bool,
}

impl WhyAnswer {
    /// Finds the answer and prints it.
    ///
    /// # Errors
    /// When the file does not lead to a position, or the action cannot be read.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let (book, why) = self.ask(&self.opened)?;
        match (self.every_edition, out.is_json()) {
            (true, _) => self.readings(out, &*book, &why)?,
            (false, true) => out.json(&cardwright_wire::why(&why)?)?,
            (false, false) => print(out, &*book, &why)?,
        }
        Ok(if why.legal {
            Verdict::Good
        } else {
            Verdict::No
        })
    }

    fn ask(&self, opened: &Opened) -> Result<(Arc<dyn DynGame>, Why), CommandError> {
        let ((book, play), viewer) = opened.open()?;
        let why = why_for(&*book, &*play, &self.answer, viewer).map_err(|error| {
            CommandError::usage(
                format!("column {}: {}", error.column, error.message),
                error.help,
            )
        })?;
        Ok((book, why))
    }

    /// Prints the answer under each edition, compared with the one under the requested rules.
    fn readings(&self, out: &mut Out, book: &dyn DynGame, why: &Why) -> Result<(), CommandError> {
        let asked = Told {
            lines: lines(book, why),
            data: why.clone(),
        };
        let readings = readings(
            &book.about(),
            &asked,
            cardwright_wire::reading,
            |(name, value)| {
                let mut opened = self.opened.clone();
                match name {
                    "edition" => opened.setup.with.edition = Some(value.into()),
                    _ => opened.setup.with.options.push((name.into(), value.into())),
                }
                let (book, why) = self.ask(&opened)?;
                if !why.legal && why.asked == Actor::Chance && asked.data.asked != Actor::Chance {
                    // The position leaves out a result that only this variant needs.
                    let message = format!("a roll or a draw comes first: {}", why.question);
                    return Err(CommandError::refused(message, "write it in the position"));
                }
                Ok(Told {
                    lines: lines(&*book, &why),
                    data: why,
                })
            },
        )?;
        match out.is_json() {
            true => out.json(&cardwright_wire::readings(readings)),
            false => print_readings(out, &book.about(), &asked.lines, &readings),
        }
    }
}

/// The answer to "may I?", as this command and sessions print it. Where nothing is hidden it is the same for everybody.
///
/// # Errors
/// When the output cannot be written.
pub(super) fn print(out: &mut Out, book: &dyn DynGame, why: &Why) -> Result<(), CommandError> {
    lines(book, why).iter().try_for_each(|line| out.line(line))
}

fn lines(book: &dyn DynGame, why: &Why) -> Vec<String> {
    let play = &*book.start(None);
    let who = match why.who {
        Who::Seat(seat) if seat.0 < book.about().players => seat_name(play, seat),
        who => who.to_string(),
    };
    let word = match (why.legal, why.hidden) {
        (true, _) => "allowed",
        (false, true) => "hidden",
        (false, false) => "not allowed",
    };
    let mut lines = vec![format!("{word}: {who}: {}", why.action)];
    if why.viewer != Viewer::Referee && book.secrecy().is_some() {
        let viewer = viewer_name(play, why.viewer);
        lines.push(format!("  as far as {viewer} may know"));
    }
    if !why.message.is_empty() {
        lines.push(format!("  {}", why.message));
    }
    lines.extend(why.facts.iter().map(|fact| format!("  fact: {fact}")));
    for cited in &why.cited {
        let origin = match cited.origin {
            Some(origin) => format!(" ({origin})"),
            None => String::new(),
        };
        let named = format!("  cites {} {}", cited.cite, cited.title);
        lines.push(format!("{}{origin}", named.trim_end()));
    }
    if !why.reconstructed.is_empty() {
        let cards = why.reconstructed.join(", ");
        lines.push(format!("  reconstructed figures: {cards}"));
    }
    if !why.help.is_empty() {
        lines.push(format!("  help: {}", why.help));
    }
    match why.legal || why.hidden {
        true => follows(&mut lines, why),
        false => asked(&mut lines, play, why),
    }
    lines
}

fn follows(lines: &mut Vec<String>, why: &Why) {
    if !why.follows.is_empty() {
        let head = if why.legal {
            "  what follows:"
        } else {
            "  what follows if it is:"
        };
        lines.push(head.into());
    }
    lines.extend(
        why.follows
            .iter()
            .map(|said| format!("    {}", said.line())),
    );
    if why.more {
        lines.push("    more depends on what is hidden".into());
    }
}

fn asked(lines: &mut Vec<String>, play: &dyn DynMatch, why: &Why) {
    let question = match why.asked {
        Actor::Seat(seat) => seat_question(play, seat, &why.question),
        Actor::Chance => format!("chance: {}", why.question),
        Actor::Over(_) => return,
    };
    lines.push(format!("  asked now: {question}"));
    let most = match why.asked {
        Actor::Chance => RESULTS_SHOWN,
        _ => ANSWERS_SHOWN,
    };
    for choice in why.choices.iter().take(most) {
        lines.push(format!("    {} ({})", choice.action, choice.text));
    }
    match (why.choices.len() + why.more_choices).saturating_sub(most) {
        0 => {}
        more => lines.push(format!("    and {more} more")),
    }
    if why.other_choices {
        lines.push("    and what is hidden".into());
    }
}
