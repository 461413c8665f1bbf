//! The output of the referee.

use crate::commands::transcript::Narrator;
use crate::output::Out;
use crate::stop::CommandError;
use crate::table::rows;
use cardwright::{
    Actor, Asked, ChangeError, Changed, Choice, Correction, Entered, EntryError, IRREGULARITIES,
    Line, Referee, Seat, Viewer, Waiting,
};
use serde_json::json;

/// The number of actions shown after every line; `?` lists all.
const SHOWN: usize = 8;

/// The lines you can type in addition to actions.
const HELP: &str = "\
An answer is written as above, with or without who gives it: `2: play dodge`, `roll 3 4`, `draw left-claw weapon`.
Several answers stand on one line with `;` between them. Who may do something first passes when a later question is
answered. `get ?` is a card that its owner alone has seen; when it is shown, enter what it does: `2: play dodge`.
  why ANSWER          what the rules say about an answer, allowed or not
  table, log          the table; everything that happened
  undo [N]            take the last line, or N lines, back; `log` and `lines` still show them
  lines               the lines as they were entered, with their numbers
  change N: LINE      correct line N; the old line stays visible, and the game is judged again from there.
                      `change N:` takes the line away; `change N: LINE | M: LINE` corrects several at once
  irregular [WHAT]    what to do if something went wrong; without WHAT: the list. `2: irregular WHAT` names the player
  concede N, drop N   player N gives up, or leaves the table
  agree draw          all players agree to stop
  save [FILE]         keep the session; `cardwright referee --load FILE` resumes
  position FILE       write the table as a position, from which a session can begin
  ruling FILE         write the session as a ruling, which `cardwright judge FILE` checks
  quit                stop
";

/// The column of the help in which the explanations begin.
const HELP_COLUMN: usize = 22;

/// Writes a line; at a terminal, it is wrapped between words, a little more indented from its second row on.
fn wrapped(out: &mut Out, line: impl AsRef<str>) -> Result<(), CommandError> {
    let line = line.as_ref();
    hanging(out, line, line.len() - line.trim_start().len() + 2)
}

/// Writes a line; at a terminal, it is wrapped between words, and indented from its second row on.
fn hanging(out: &mut Out, line: &str, indent: usize) -> Result<(), CommandError> {
    if out.width.is_none() {
        return out.line(line);
    }
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(out.columns())
        .subsequent_indent(&indent)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    out.line(textwrap::fill(line, options))
}

/// Prints an event with the rules that decided it.
pub(super) fn event(out: &mut Out, line: &Line) -> Result<(), CommandError> {
    Narrator { cite: true }.print(out, line, Viewer::Spectator)
}

/// Prints the result of an accepted line: the events, the standing, and the question.
pub(super) fn taken(
    out: &mut Out,
    line: &str,
    entered: &Entered,
    news: &[Line],
    table: &mut Referee,
) -> Result<(), CommandError> {
    if out.is_json() {
        let (standing, asked) = (table.standing(), table.asked());
        let mut told = json!({
            "line": line, "taken": true, "passed": entered.passed, "shown": entered.shown, "events": news,
            "standing": standing, "asked": asked,
        });
        add_table(&mut told, table);
        if let Some(event) = entered.event {
            let text = table.event_text(table.lines().len(), event);
            told["event"] = json!({ "text": text, "cites": [event.cite()], "data": event });
        }
        return out.json_line(&told);
    }
    if let Some(event) = entered.event {
        let text = table.event_text(table.lines().len(), event);
        out.note(&format!("{text} [{}]", event.cite()))?;
    }
    if !entered.passed.is_empty() {
        out.note(&format!("{} passed", players(table, &entered.passed)))?;
    }
    for (seat, is) in &entered.shown {
        let card = is.split_whitespace().last().unwrap_or_default();
        let who = table.called(*seat);
        out.note(&format!("so an unseen card of {who} is {card}"))?;
    }
    news.iter().try_for_each(|line| event(out, line))?;
    stand(out, table)
}

/// Prints the standing and the question.
pub(super) fn stand(out: &mut Out, table: &mut Referee) -> Result<(), CommandError> {
    let (standing, asked) = (table.standing(), table.asked());
    if out.is_json() {
        let mut told = json!({ "standing": standing, "asked": asked });
        add_table(&mut told, table);
        return out.json_line(&told);
    }
    wrapped(out, format!("= {standing}"))?;
    if let Some(end) = table.table_end() {
        return wrapped(out, format!("# {} [{}]", end.text, end.cite));
    }
    let departed = table.departed();
    if !departed.is_empty() {
        wrapped(
            out,
            format!(
                "= not in the game any more: {} [AT-3.3]",
                players(table, &departed)
            ),
        )?;
    }
    if !asked.first.is_empty() {
        wrapped(
            out,
            format!("? may respond first: {}", waiting(table, &asked.first)),
        )?;
    }
    for line in &asked.then {
        wrapped(
            out,
            format!("  if they pass: {} [{}]", line.text, line.cites.join(", ")),
        )?;
    }
    match asked.question.actor {
        Actor::Over(_) if asked.first.is_empty() => wrapped(out, "# the game is over"),
        Actor::Over(_) => wrapped(out, "? then the game is over: enter `pass`"),
        _ => {
            wrapped(out, format!("? {}", table.asks(&asked)))?;
            wrapped(out, format!("    {}", short(&asked.question.choices)))
        }
    }
}

/// Adds who has left the game, and how it ended at the table, if anything.
fn add_table(told: &mut serde_json::Value, table: &Referee) {
    let departed = table.departed();
    if !departed.is_empty() {
        told["departed"] = json!(departed);
    }
    if let Some(end) = table.table_end() {
        told["ended"] = json!(end);
    }
}

/// Prints everything that happened, including remarks and corrections, each at its place.
pub(super) fn log(out: &mut Out, table: &Referee) -> Result<(), CommandError> {
    let mut notes: Vec<([usize; 2], String)> = Vec::new();
    for one in table.corrections() {
        notes.push(([table.told_before(one.line), one.line], was(one)));
    }
    for (line, event) in table.table_events() {
        let text = table.event_text(line, event);
        let text = format!("line {line}: {text} [{}]", event.cite());
        notes.push(([table.told_before(line), line], text));
    }
    notes.sort_by_key(|(at, _)| *at);
    let mut notes = notes.into_iter().peekable();
    let log = table.log();
    for at in 0..=log.len() {
        while let Some((_, text)) =
            notes.next_if(|([before, _], _)| *before <= at || at == log.len())
        {
            match out.is_json() {
                true => out.json_line(&json!({ "note": text }))?,
                false => wrapped(out, format!("! {text}"))?,
            }
        }
        if let Some(line) = log.get(at) {
            event(out, line)?;
        }
    }
    Ok(())
}

fn was(one: &Correction) -> String {
    format!("line {} was: {} [{}]", one.line, one.was, Correction::CITE)
}

/// Prints the accepted lines, with their numbers and their text before any correction.
pub(super) fn lines(out: &mut Out, table: &Referee) -> Result<(), CommandError> {
    if out.is_json() {
        let told = json!({ "lines": table.lines(), "corrections": table.corrections() });
        return out.json_line(&told);
    }
    for (number, line) in (1..).zip(table.lines()) {
        wrapped(out, format!("{number:4}  {line}"))?;
        let corrected = table.corrections().iter().filter(|one| one.line == number);
        corrected
            .into_iter()
            .try_for_each(|one| wrapped(out, format!("      was: {}", one.was)))?;
    }
    let (all, undone) = (table.lines().len(), table.corrections().iter());
    undone
        .filter(|one| one.line > all)
        .try_for_each(|one| wrapped(out, format!("      line {} was: {}", one.line, one.was)))
}

/// Prints a corrected line and its consequences.
pub(super) fn changed(
    out: &mut Out,
    changed: &Changed,
    table: &mut Referee,
) -> Result<(), CommandError> {
    if out.is_json() {
        let (standing, asked) = (table.standing(), table.asked());
        let mut told = json!({ "changed": changed, "standing": standing, "asked": asked });
        add_table(&mut told, table);
        return out.json_line(&told);
    }
    for one in &changed.corrections {
        out.note(&was(one))?;
    }
    for line in &changed.gone {
        wrapped(out, format!("- {}", line.text))?;
    }
    for line in &changed.new {
        wrapped(out, format!("+ {} [{}]", line.text, line.cites.join(", ")))?;
    }
    stand(out, table)
}

/// Prints why a line cannot be corrected.
pub(super) fn not_changed(out: &mut Out, fault: &ChangeError) -> Result<(), CommandError> {
    if out.is_json() {
        return out.json_line(
            &json!({ "changed": null, "refused": fault, "message": fault.to_string() }),
        );
    }
    let (ChangeError::NotAllowed { why, .. } | ChangeError::Later { why, .. }) = fault else {
        return out.note(&format!("not changed: {fault}"));
    };
    let cites = match why.cites.is_empty() {
        true => String::new(),
        false => format!(" [{}]", why.cites.join(", ")),
    };
    out.note(&format!("not changed: {fault}{cites}"))?;
    match fault {
        ChangeError::Later { number, .. } => wrapped(
            out,
            format!(
                "    help: correct both at once, `change N: … | {number}: …`; `change {number}:` takes line {number} away"
            ),
        ),
        ChangeError::NotAllowed { why, .. } if !why.help.is_empty() => {
            wrapped(out, format!("    help: {}", why.help))
        }
        _ => Ok(()),
    }
}

/// Prints what can go wrong at a table, and what to do about it.
pub(super) fn irregularities(out: &mut Out) -> Result<(), CommandError> {
    if out.is_json() {
        return out.json_line(&json!({ "irregularities": IRREGULARITIES }));
    }
    for one in IRREGULARITIES {
        wrapped(out, format!("irregular {}: {}", one.id, one.title))?;
        wrapped(out, format!("    {} [{}]", one.remedy, one.clause))?;
    }
    wrapped(
        out,
        "These are house rules of ours; see docs/rules/at-the-table.md.",
    )
}

/// The seats that may do something first, each once.
fn waiting(table: &Referee, first: &[Waiting]) -> String {
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
        format!("{} ({})", table.called(seat), all.join(", "))
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

/// The names of seats, each once.
fn players(table: &Referee, seats: &[Seat]) -> String {
    let mut once: Vec<String> = Vec::new();
    for name in seats.iter().map(|seat| table.called(*seat)) {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once.join(", ")
}

/// Prints every action, and the other lines you can type.
pub(super) fn help(out: &mut Out, table: &mut Referee) -> Result<(), CommandError> {
    let possible = table.possible();
    let asked = table.asked();
    if out.is_json() {
        return out.json_line(&json!({ "asked": asked, "possible": possible }));
    }
    let asks = table.asks(&asked);
    let Asked {
        first, question, ..
    } = asked;
    if !first.is_empty() {
        wrapped(
            out,
            format!("may respond first: {}", waiting(table, &first)),
        )?;
    }
    if !possible.is_empty() {
        wrapped(
            out,
            format!("  an unseen card may be: {}", possible.join(", ")),
        )?;
    }
    wrapped(out, asks)?;
    let row = |choice: &Choice| {
        let phrase = if choice.text == choice.action {
            String::new()
        } else {
            choice.text.clone()
        };
        vec![format!("  {}", choice.action), phrase]
    };
    let rows = rows(&question.choices.iter().map(row).collect::<Vec<_>>());
    rows.lines().try_for_each(|line| wrapped(out, line))?;
    out.line("")?;
    if out.width.is_none() {
        return out.text(HELP);
    }
    let (prose, table): (Vec<&str>, Vec<&str>) =
        HELP.lines().partition(|line| !line.starts_with(' '));
    wrapped(out, prose.join(" "))?;
    table
        .into_iter()
        .try_for_each(|line| hanging(out, line, HELP_COLUMN))
}

/// Prints the table with public information only.
pub(super) fn table(out: &mut Out, table: &Referee) -> Result<(), CommandError> {
    match out.is_json() {
        true => out.json_line(&json!({ "view": table.view() })),
        false => out.line(table.draw().trim_end()),
    }
}

/// Prints why a line was refused.
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
        refused.action, refused.message
    ))?;
    refused
        .facts
        .iter()
        .try_for_each(|fact| wrapped(out, format!("    {fact}")))?;
    if refused.help.is_empty() {
        Ok(())
    } else {
        wrapped(out, format!("    help: {}", refused.help))
    }
}
