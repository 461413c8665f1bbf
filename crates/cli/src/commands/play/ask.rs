//! Asking a person at the keyboard.

use super::entry::{self, Entry, HELP};
use super::session::{Manner, Session};
use crate::commands::transcript::name;
use crate::output::Out;
use crate::stop::Stop;
use crate::table::rows;
use cardwright::judge::why_for;
use cardwright::{MatchError, NotationError, Question, Refusal, Seat, Viewer};
use serde_json::json;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

/// The longest line that is read; no notation comes near it.
const LONGEST_LINE: u64 = 10_000;
/// Clears the screen and what was scrolled away, so that the next person does not see the last one's hand.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// The answer that leaves a card's question open.
const NONE: &str = "choose none";

/// Stands before the viewer for whom a copy is saved.
const AS: &str = " --as ";

/// How a question ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answered {
    /// With an answer, or an answer taken back: the match has changed.
    Changed,
    /// The person left.
    Left,
}

/// Asks the person in a seat until the match has changed or the person leaves.
///
/// # Errors
/// When output or a file cannot be written.
pub(crate) fn ask(session: &mut Session, out: &mut Out, seat: Seat) -> Result<Answered, Stop> {
    if !pass_keyboard(session, out, seat)? {
        return Ok(Answered::Left);
    }
    session.keep(out)?;
    session.teller.tell(out, &session.play, Viewer::Seat(seat))?;
    show(session, out, seat)?;
    loop {
        prompt(session, out)?;
        let Some(line) = read_line(&mut session.input)? else { return gone(session, out) };
        if let Some(answered) = follow(session, out, seat, entry::read(&line))? {
            return Ok(answered);
        }
    }
}

/// Where several people share a screen, nobody reads on before the right one sits there. Returns false at the end
/// of input, and when the next person wants to stop.
fn pass_keyboard(session: &mut Session, out: &mut Out, seat: Seat) -> Result<bool, Stop> {
    let same = session.looking == Some(seat);
    session.looking = Some(seat);
    if same || session.humans() < 2 || session.manner == Manner::Lines {
        return Ok(true);
    }
    session.drawn = None;
    out.line(format!("{CLEAR}Pass the keyboard to {}, then press Enter.", name(&session.seats, seat)))?;
    out.flush()?;
    let there = read_line(&mut session.input)?;
    out.text(CLEAR)?;
    Ok(there.is_some_and(|line| entry::read(&line) != Entry::Quit))
}

/// The table, once a turn, and the question.
fn show(session: &mut Session, out: &mut Out, seat: Seat) -> Result<(), Stop> {
    if session.manner == Manner::Terminal && session.drawn != Some(session.play.turns()) {
        session.drawn = Some(session.play.turns());
        draw(session, out, seat)?;
    }
    let question = session.play.question();
    if out.is_json() {
        return out.json_line(&json!({ "question": question }));
    }
    let mark = if session.manner == Manner::Lines { "? " } else { "" };
    out.line(format!("{mark}{}: {}", name(&session.seats, seat), question.text))?;
    out.text(list(&question))
}

fn draw(session: &Session, out: &mut Out, seat: Seat) -> Result<(), Stop> {
    if out.is_json() {
        return out.json_line(&json!({ "view": session.play.view(Viewer::Seat(seat)) }));
    }
    let table = session.play.draw(Viewer::Seat(seat));
    out.line(format!("\n{}\n", table.trim_end()))
}

fn list(question: &Question) -> String {
    let row = |(choice, number): (&cardwright::Choice, Option<usize>)| {
        let notation =
            if choice.text == choice.action { String::new() } else { format!("({})", choice.action) };
        let number = number.map_or_else(|| "-".into(), |number| number.to_string());
        vec![format!("{number:>4}"), choice.text.clone(), notation]
    };
    rows(&question.choices.iter().zip(numbers(question)).map(row).collect::<Vec<_>>())
}

/// The number by which each answer of the list goes: its place, from 1. Where the answers themselves are numbers, robots
/// or players by number, or faces, that number, so that `2` never means another one; `choose none` then has none.
fn numbers(question: &Question) -> Vec<Option<usize>> {
    let own = |choice: &cardwright::Choice| {
        choice.action.strip_prefix("choose ")?.split_whitespace().last()?.parse::<usize>().ok()
    };
    let numbers: Vec<_> = question.choices.iter().map(own).collect();
    let counted = question.choices.iter().zip(&numbers);
    match counted.into_iter().all(|(choice, own)| own.is_some() || choice.action == NONE) {
        true => numbers,
        false => (1..=question.choices.len()).map(Some).collect(),
    }
}

fn prompt(session: &Session, out: &mut Out) -> Result<(), Stop> {
    if session.manner == Manner::Terminal {
        out.text("> ")?;
    }
    out.flush()
}

/// A line of input; none at its end. What is no UTF-8 becomes a mark that no notation knows.
pub(crate) fn read_line(input: &mut dyn BufRead) -> Result<Option<String>, Stop> {
    let mut line = Vec::new();
    let fault = |error: io::Error| Stop::usage(format!("cannot read the input: {error}"), "");
    input.take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(fault)?;
    let whole = !line.is_empty();
    Ok(whole.then(|| String::from_utf8_lossy(&line).trim_end().to_string()))
}

/// Does what a line asks for; returns something when the question is over.
fn follow(
    session: &mut Session,
    out: &mut Out,
    seat: Seat,
    entry: Entry<'_>,
) -> Result<Option<Answered>, Stop> {
    match entry {
        Entry::Nothing => {}
        Entry::Help => out.text(HELP)?,
        Entry::Table => draw(session, out, seat)?,
        Entry::Log => log(session, out, seat)?,
        Entry::Undo(count) => return undo(session, out, count),
        Entry::Save(Some(file)) if file.contains(AS) => copy(session, out, file)?,
        Entry::Save(file) => save(session, out, file.map(PathBuf::from))?,
        Entry::Quit => return quit(session, out).map(Some),
        Entry::Why(answer) => why(session, out, seat, answer)?,
        Entry::Answer(answer) => return answer_with(session, out, answer),
    }
    Ok(None)
}

fn log(session: &Session, out: &mut Out, seat: Seat) -> Result<(), Stop> {
    let viewer = Viewer::Seat(seat);
    let lines = session.play.lines(viewer, 0);
    lines.iter().try_for_each(|line| session.teller.print(out, line, viewer))
}

/// Takes back answers until so many of a person's are taken back.
fn undo(session: &mut Session, out: &mut Out, count: usize) -> Result<Option<Answered>, Stop> {
    let mut taken = 0;
    while taken < count && session.play.undo() {
        if let cardwright::Actor::Seat(seat) = session.play.actor() {
            taken += usize::from(session.is_human(seat));
        }
    }
    session.teller.rewind(&session.play);
    session.drawn = None;
    out.note(if taken > 0 { "taken back" } else { "there is no answer of yours to take back" })?;
    Ok(Some(Answered::Changed))
}

fn save(session: &mut Session, out: &mut Out, file: Option<PathBuf>) -> Result<(), Stop> {
    let own = session.keeping.path().filter(|_| session.keeping.named).map(Path::to_path_buf);
    let file = file.or(own).unwrap_or_else(|| session.usual_file());
    let text = session.text();
    match session.keeping.keep_in(out, file.clone(), &text) {
        Ok(()) => out.note(&format!("saved in {}", session.keeping.path().unwrap_or(&file).display())),
        // The person is still at the table: say it, and play on.
        Err(Stop::Usage(trouble)) => out.note(&format!("not saved: {}", trouble.what)),
        Err(stop) => Err(stop),
    }
}

/// `save FILE --as 2`: what a viewer may know, in a file of its own.
fn copy(session: &Session, out: &mut Out, line: &str) -> Result<(), Stop> {
    let (file, word) = line.rsplit_once(AS).unwrap_or((line, ""));
    let players = session.play.rulebook().about().players;
    let viewer = match Viewer::named(word.trim()) {
        Some(Viewer::Seat(seat)) if seat.0 < players => Viewer::Seat(seat),
        Some(Viewer::Onlooker) => Viewer::Onlooker,
        _ => {
            let who = format!("a player from 1 to {players} or `spectator`");
            return out.note(&format!("not saved: after `--as` stands {who}"));
        }
    };
    let path = PathBuf::from(file.trim());
    match crate::files::write_copy(&path, &session.play.copy_for(viewer)) {
        Ok(()) => out.note(&format!("the copy of {viewer} is in {}", path.display())),
        Err(Stop::Usage(trouble)) => out.note(&format!("not saved: {}", trouble.what)),
        Err(stop) => Err(stop),
    }
}

/// Nobody loses a match by leaving the table without a thought.
fn quit(session: &mut Session, out: &mut Out) -> Result<Answered, Stop> {
    let new = session.play.answered() > session.before;
    if session.manner == Manner::Terminal && !session.keeping.named && new {
        offer_to_keep(session, out)?;
    }
    Ok(Answered::Left)
}

/// Offers to keep a match that is left or over in a file with a name. It is thrown away only where the person says so.
///
/// # Errors
/// When output or a file cannot be written.
pub(super) fn offer_to_keep(session: &mut Session, out: &mut Out) -> Result<(), Stop> {
    let file = session.usual_file();
    out.text(format!("Keep the match in {}? [Y/n] ", file.display()))?;
    out.flush()?;
    match read_line(&mut session.input)? {
        Some(reply) if reply.trim().to_lowercase().starts_with('n') => {
            session.unwanted = true;
            session.keeping.forget();
            Ok(())
        }
        Some(_) => save(session, out, Some(file)),
        // Nobody has said anything: it stays where it is.
        None => out.line(""),
    }
}

/// The end of input. At a terminal that is a key pressed, perhaps by accident.
fn gone(session: &mut Session, out: &mut Out) -> Result<Answered, Stop> {
    if session.manner == Manner::Terminal {
        out.line("")?;
    }
    Ok(Answered::Left)
}

/// The notation of an answer that is given by its number in the list, or in notation already.
fn notation(question: &Question, answer: &str) -> Result<String, NotationError> {
    let Ok(number) = answer.parse::<usize>() else { return Ok(answer.into()) };
    let numbers = numbers(question);
    match question.choices.iter().zip(&numbers).find(|(_, own)| **own == Some(number)) {
        Some((choice, _)) => Ok(choice.action.clone()),
        None => {
            let known = numbers.iter().flatten();
            let (least, most) = (known.clone().min().unwrap_or(&1), known.max().unwrap_or(&1));
            let help = format!("{least} to {most}");
            Err(NotationError::new(0, format!("there is no answer {number}"), help))
        }
    }
}

fn answer_with(session: &mut Session, out: &mut Out, answer: &str) -> Result<Option<Answered>, Stop> {
    let question = session.play.question();
    let given = notation(&question, answer).map_err(MatchError::from);
    match given.and_then(|given| session.play.play(&given)) {
        Ok(()) => {
            session.keep(out)?;
            Ok(Some(Answered::Changed))
        }
        Err(error) => {
            session.refused |= session.manner == Manner::Lines;
            match error {
                MatchError::Notation(error) => unreadable(out, &error)?,
                MatchError::Refused(refusal) => refused(session, out, &refusal)?,
            }
            Ok(None)
        }
    }
}

/// The answer of `cardwright why`, for the player at the keyboard unless the line says another: `why 2: pass`.
fn why(session: &Session, out: &mut Out, seat: Seat, answer: &str) -> Result<(), Stop> {
    let question = session.play.question();
    let line = match answer.contains(':') {
        true => Ok(answer.to_string()),
        false => notation(&question, answer).map(|given| format!("{seat}: {given}")),
    };
    let line = match line {
        Ok(line) => line,
        Err(error) => return unreadable(out, &error),
    };
    let book = session.play.rulebook().clone();
    // Whoever the line names, it is this player who reads what it says.
    match why_for(&*book, &*session.play, &line, Viewer::Seat(seat)) {
        Ok(why) if out.is_json() => out.json_line(&json!({ "why": why })),
        Ok(why) => crate::commands::why::print(out, &why),
        Err(error) => {
            // Nobody typed the player's number that stands before the answer.
            let added = if line == answer { 0 } else { format!("{seat}: ").len() };
            let at = error.column.saturating_sub(1 + added);
            unreadable(out, &NotationError::new(at, error.message, error.help))
        }
    }
}

fn unreadable(out: &mut Out, error: &NotationError) -> Result<(), Stop> {
    match out.is_json() {
        true => out.json_line(&json!({ "unreadable": error })),
        false => out.note(&format!("not understood: {error}")),
    }
}

fn refused(session: &Session, out: &mut Out, refusal: &Refusal) -> Result<(), Stop> {
    let cites = session.play.cites(refusal);
    if out.is_json() {
        let Refusal { message, facts, help, .. } = refusal;
        let refused = json!({ "message": message, "cites": cites, "facts": facts, "help": help });
        return out.json_line(&json!({ "refused": refused }));
    }
    out.note(&format!("not allowed: {} [{}]", refusal.message, cites.join(", ")))?;
    for fact in &refusal.facts {
        out.line(format!("    {fact}"))?;
    }
    match refusal.help.is_empty() {
        true => Ok(()),
        false => out.line(format!("    help: {}", refusal.help)),
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::{Actor, Choice};

    fn numbered(answers: &[&str]) -> Vec<Option<usize>> {
        let choice = |answer: &&str| Choice { action: (*answer).into(), text: String::new() };
        numbers(&Question {
            actor: Actor::Chance,
            text: String::new(),
            choices: answers.iter().map(choice).collect(),
        })
    }

    #[test]
    fn a_number_means_what_stands_beside_it_and_never_another_number() {
        assert_eq!(numbered(&["choose 0", "choose 1", "choose 2"]), [Some(0), Some(1), Some(2)]);
        assert_eq!(numbered(&["choose robot 2", "choose robot 4", NONE]), [Some(2), Some(4), None]);
        assert_eq!(numbered(&["choose die 3", "choose die 5"]), [Some(3), Some(5)]);
        assert_eq!(numbered(&["choose robot 1L", "choose robot 2R"]), [Some(1), Some(2)]);
        assert_eq!(numbered(&["choose left-claw", NONE]), [Some(1), Some(2)]);
        assert_eq!(numbered(&["pass", "play dodge"]), [Some(1), Some(2)]);
    }
}
