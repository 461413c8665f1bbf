//! What a referee prints.

use crate::commands::transcript::Narrator;
use crate::output::Out;
use crate::stop::CommandError;
use crate::table::rows;
use cardwright::{Actor, Asked, Choice, Entered, EntryError, Line, Referee, Seat, Viewer, Waiting};
use serde_json::json;

/// Answers shown after every line; `?` lists all.
const SHOWN: usize = 8;

/// What one can type beside answers.
const HELP: &str = "\
An answer is written as above, with or without who gives it: `2: play dodge`, `roll 3 4`, `draw left-claw weapon`.
Several answers stand on one line with `;` between them. Who may do something first passes when a later question is
answered. `get ?` is a card that its owner alone has seen; when it is shown, enter what it does: `2: play dodge`.
  why ANSWER          what the rules say about an answer, allowed or not
  table, log          the table; everything that happened
  undo [N]            take the last line, or N lines, back
  save [FILE]         keep the session; `cardwright referee --load FILE` goes on
  ruling FILE         write the session as a ruling, which `cardwright judge FILE` checks
  quit                stop
";

/// One event, with what decided it.
pub(super) fn event(out: &mut Out, line: &Line) -> Result<(), CommandError> {
    Narrator { cite: true }.print(out, line, Viewer::Spectator)
}

/// A line that was taken: what follows, how the seats stand, and what is asked.
pub(super) fn taken(
    out: &mut Out,
    line: &str,
    entered: &Entered,
    news: &[Line],
    table: &mut Referee,
) -> Result<(), CommandError> {
    if out.is_json() {
        let (standing, asked) = (table.standing(), table.asked());
        return out.json_line(&json!({
            "line": line, "taken": true, "passed": entered.passed, "shown": entered.shown, "events": news,
            "standing": standing, "asked": asked,
        }));
    }
    if !entered.passed.is_empty() {
        out.note(&format!("{} let it pass", players(&entered.passed)))?;
    }
    for (seat, is) in &entered.shown {
        let card = is.split_whitespace().last().unwrap_or_default();
        out.note(&format!("so an unseen card of player {seat} is {card}"))?;
    }
    news.iter().try_for_each(|line| event(out, line))?;
    stand(out, table)
}

/// How the seats stand, and what is asked.
pub(super) fn stand(out: &mut Out, table: &mut Referee) -> Result<(), CommandError> {
    let (standing, asked) = (table.standing(), table.asked());
    if out.is_json() {
        return out.json_line(&json!({ "standing": standing, "asked": asked }));
    }
    out.line(format!("= {standing}"))?;
    if !asked.first.is_empty() {
        out.line(format!("? first, if they like: {}", waiting(&asked.first)))?;
    }
    for line in &asked.then {
        out.line(format!(
            "  if they pass: {} [{}]",
            line.text,
            line.cites.join(", ")
        ))?;
    }
    match asked.question.actor {
        Actor::Over(_) if asked.first.is_empty() => out.line("# the game is over"),
        Actor::Over(_) => out.line("? then the game is over: enter `pass`"),
        actor => {
            out.line(format!("? {}: {}", who(actor), asked.question.text))?;
            out.line(format!("    {}", short(&asked.question.choices)))
        }
    }
}

/// Seats that may do something first, each once.
fn waiting(first: &[Waiting]) -> String {
    let mut seats: Vec<(Seat, usize, Vec<&str>)> = Vec::new();
    for waiting in first {
        let plays = waiting.plays.iter().map(|choice| choice.action.as_str());
        match seats.iter_mut().find(|(seat, ..)| *seat == waiting.seat) {
            Some((.., all)) => all.extend(plays),
            None => seats.push((waiting.seat, waiting.unseen, plays.collect())),
        }
    }
    let told = seats.into_iter().map(|(seat, unseen, mut plays)| {
        plays.sort();
        plays.dedup();
        let hidden = match unseen {
            0 => None,
            1 => Some("1 card unseen".to_string()),
            more => Some(format!("{more} cards unseen")),
        };
        let all: Vec<_> = plays.into_iter().map(String::from).chain(hidden).collect();
        format!("player {seat} ({})", all.join(", "))
    });
    told.collect::<Vec<_>>().join(", ")
}

fn short(choices: &[Choice]) -> String {
    let shown: Vec<_> = choices
        .iter()
        .take(SHOWN)
        .map(|choice| choice.action.as_str())
        .collect();
    match choices.len().saturating_sub(SHOWN) {
        0 => shown.join(" | "),
        more => format!("{} | {more} more (`?` lists all)", shown.join(" | ")),
    }
}

fn who(actor: Actor) -> String {
    match actor {
        Actor::Seat(seat) => format!("player {seat}"),
        Actor::Chance | Actor::Over(_) => "dice or cards".into(),
    }
}

fn players(seats: &[Seat]) -> String {
    let mut once: Vec<String> = Vec::new();
    for seat in seats.iter().map(|seat| seat.to_string()) {
        if !once.contains(&seat) {
            once.push(seat);
        }
    }
    match once.len() {
        1 => format!("player {}", once[0]),
        _ => format!("players {}", once.join(", ")),
    }
}

/// Every answer, and what else one can type.
pub(super) fn help(out: &mut Out, table: &mut Referee) -> Result<(), CommandError> {
    let possible = table.possible();
    let asked = table.asked();
    if out.is_json() {
        return out.json_line(&json!({ "asked": asked, "possible": possible }));
    }
    let Asked {
        first, question, ..
    } = asked;
    if !first.is_empty() {
        out.line(format!("first, if they like: {}", waiting(&first)))?;
    }
    if !possible.is_empty() {
        out.line(format!("  an unseen card may be: {}", possible.join(", ")))?;
    }
    out.line(format!("{}: {}", who(question.actor), question.text))?;
    let row = |choice: &Choice| {
        let phrase = if choice.text == choice.action {
            String::new()
        } else {
            choice.text.clone()
        };
        vec![format!("  {}", choice.action), phrase]
    };
    out.text(rows(&question.choices.iter().map(row).collect::<Vec<_>>()))?;
    out.line("")?;
    out.text(HELP)
}

/// The table as everybody sees it.
pub(super) fn table(out: &mut Out, table: &Referee) -> Result<(), CommandError> {
    match out.is_json() {
        true => out.json_line(&json!({ "view": table.view() })),
        false => out.line(table.draw().trim_end()),
    }
}

/// Why a line was not taken.
pub(super) fn refused(out: &mut Out, line: &str, refused: &EntryError) -> Result<(), CommandError> {
    if out.is_json() {
        return out.json_line(&json!({ "line": line, "taken": false, "refused": refused }));
    }
    let word = if refused.unreadable {
        "not understood"
    } else {
        "not allowed"
    };
    let cites = match refused.cites.is_empty() {
        true => String::new(),
        false => format!(" [{}]", refused.cites.join(", ")),
    };
    out.note(&format!(
        "{word}: `{}`: {}{cites}",
        refused.answer, refused.message
    ))?;
    refused
        .facts
        .iter()
        .try_for_each(|fact| out.line(format!("    {fact}")))?;
    if refused.help.is_empty() {
        Ok(())
    } else {
        out.line(format!("    help: {}", refused.help))
    }
}
