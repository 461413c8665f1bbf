//! Asks a person at the keyboard.

use super::entry::{self, Entry, HELP};
use super::list;
use super::session::{Behaviour, Keyboard};
use crate::commands::odds::tell_card;
use crate::commands::transcript::{called, capital, name};
use crate::lang;
use crate::output::Out;
use crate::stop::CommandError;
use cardwright::{
    Advice, Choice, MatchError, NotationError, Question, Refusal, Seat, Setup, Sheet, Viewer,
    Weighed,
};
use serde_json::json;
use std::path::{Path, PathBuf};
use unicode_width::UnicodeWidthStr;

/// Clears the screen and its scrollback, so that the next person does not see the last one's hand.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// The bot that gives hints: the strongest one, which every game has.
pub(crate) const ADVISER: &str = "search";

/// The argument that shows the whole table.
const ALL: &str = "all";
/// The lines on the screen besides the table: blank lines, the question, the prompt.
const BESIDE: usize = 6;
/// The minimum number of lines of a page, even on a very low terminal.
const MIN_PAGE: usize = 10;

/// The text before the viewer for whom a copy is saved.
const AS: &str = " --as ";

/// How a question ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answered {
    /// With an action or an undo: the match has changed.
    Changed,
    /// The person left the match.
    Left,
}

/// Asks the person in a seat until the match has changed or the person leaves.
///
/// # Errors
/// When output cannot be written.
pub(crate) fn ask(at: &mut Keyboard, out: &mut Out, seat: Seat) -> Result<Answered, CommandError> {
    if !pass_keyboard(at, out, seat)? {
        return Ok(Answered::Left);
    }
    at.keep(out)?;
    at.tell(out, Viewer::Seat(seat))?;
    show(at, out, seat)?;
    loop {
        let prompt = if at.terminal() { "> " } else { "" };
        let Some(line) = at.input.line(out, prompt)? else {
            return gone(at, out);
        };
        if let Some(answered) = follow(at, out, seat, entry::read(&line))? {
            return Ok(answered);
        }
    }
}

/// If several people share a screen, waits until the right one sits there. Returns false at the end of input, or if
/// the next person wants to stop.
fn pass_keyboard(at: &mut Keyboard, out: &mut Out, seat: Seat) -> Result<bool, CommandError> {
    let same = at.looking == Some(seat);
    at.looking = Some(seat);
    if same || at.humans() < 2 || at.behaviour == Behaviour::Lines {
        return Ok(true);
    }
    at.drawn = None;
    let next = called(&at.session, seat);
    out.line(format!(
        "{CLEAR}Pass the keyboard to {next}, then press Enter."
    ))?;
    let there = at.input.line(out, "")?;
    out.text(CLEAR)?;
    Ok(there.is_some_and(|line| entry::read(&line) != Entry::Quit))
}

/// Shows the question and its actions, below the table if that has changed.
fn show(at: &mut Keyboard, out: &mut Out, seat: Seat) -> Result<(), CommandError> {
    let question = at.question();
    let listed = |at: &mut Keyboard, out: &mut Out| {
        let text = match list::is_short(&question) {
            true => list::with_texts(&question, &texts(at, seat, &question), out.columns()),
            false => list::grouped(&question, out.columns()),
        };
        first_page(out, &text)
    };
    if out.is_json() {
        let question = cardwright_wire::question(&at.session, Viewer::Seat(seat))?;
        return out.json_line(&json!({ "question": question }));
    }
    if at.behaviour == Behaviour::Lines {
        let who = name(at.session.seats(), seat);
        out.line(format!("? {who}: {}", question.text))?;
        return out.text(list::whole(&question));
    }
    let now = at.session.fingerprint();
    if at.drawn != Some(now) {
        at.drawn = Some(now);
        return show_table(at, out, seat, &question);
    }
    out.prose(&asked(at, seat, &question))?;
    listed(at, out)
}

/// The question, with the name of the player it asks if several people play.
fn asked(at: &Keyboard, seat: Seat, question: &Question) -> String {
    if at.behaviour == Behaviour::Lines {
        return format!("{}: {}", name(at.session.seats(), seat), question.text);
    }
    if at.humans() < 2 {
        return capital(&question.text);
    }
    let who = called(&at.session, seat);
    match question.text.to_lowercase().contains(&who.to_lowercase()) {
        true => question.text.clone(),
        false => format!("{who}: {}", question.text),
    }
}

/// The texts of the cards that the actions buy or play. An action whose phrase already contains its text has none.
fn texts(at: &mut Keyboard, seat: Seat, question: &Question) -> Vec<Option<String>> {
    let lang = at.lang.clone();
    let text = |choice: &Choice| {
        let card = at.session.card_of(&choice.action, Viewer::Seat(seat))?;
        let text = lang::text(card, &lang);
        (!text.is_empty() && !choice.text.contains(text)).then(|| text.to_string())
    };
    question.choices.iter().map(text).collect()
}

/// Shows as much of a list as fits on the screen together with the table.
fn first_page(out: &mut Out, text: &str) -> Result<(), CommandError> {
    let (lines, room) = (
        text.lines().count(),
        out.height.map_or(usize::MAX, |high| high.max(MIN_PAGE)),
    );
    if lines <= room {
        return out.text(text);
    }
    text.lines()
        .take(room)
        .try_for_each(|line| out.line(line))?;
    out.prose(&format!(
        "          … and {} lines more; `?` lists everything",
        lines - room
    ))
}

/// Shows a long text; at a terminal, one page at a time.
fn pages(at: &mut Keyboard, out: &mut Out, text: &str) -> Result<(), CommandError> {
    let room = out
        .height
        .filter(|_| at.terminal())
        .map_or(usize::MAX, |high| high.max(MIN_PAGE) - 1);
    let mut lines = text.lines().peekable();
    loop {
        lines
            .by_ref()
            .take(room)
            .try_for_each(|line| out.line(line))?;
        if lines.peek().is_none() {
            return Ok(());
        }
        match at.input.line(out, "-- Enter: more; q: enough -- ")? {
            Some(line) if line.trim().is_empty() => {}
            _ => return Ok(()),
        }
    }
}

/// Shows the table, the question and the actions in few lines: long lists are shortened.
fn show_table(
    at: &mut Keyboard,
    out: &mut Out,
    seat: Seat,
    question: &Question,
) -> Result<(), CommandError> {
    let listed = match list::is_short(question) {
        true => list::with_texts(question, &texts(at, seat, question), out.columns()),
        false => list::brief(question, out.columns()),
    };
    let aim = (!std::mem::replace(&mut at.aim_told, true))
        .then(|| aim(at))
        .flatten();
    let below = listed.lines().count() + 2 * usize::from(aim.is_some());
    draw_above(at, out, seat, "", below)?;
    aim.map_or(Ok(()), |aim| out.prose(&aim))?;
    out.prose(&asked(at, seat, question))?;
    out.text(&listed)
}

/// The aim of the game, for people who have not played it before.
fn aim(at: &Keyboard) -> Option<String> {
    let info = cardwright::game(&at.session.rulebook().about().game).ok()?;
    Some(format!(
        "{}: {}. `help` says what you can type.",
        info.title, info.about
    ))
}

/// Shows the question and its actions again.
fn again(at: &mut Keyboard, out: &mut Out, seat: Seat) -> Result<(), CommandError> {
    let question = at.question();
    if out.is_json() {
        let question = cardwright_wire::question(&at.session, Viewer::Seat(seat))?;
        return out.json_line(&json!({ "question": question }));
    }
    out.prose(&asked(at, seat, &question))?;
    match at.terminal() {
        true => {
            let text = list::grouped(&question, out.columns());
            pages(at, out, &text)
        }
        false => out.text(list::whole(&question)),
    }
}

/// Shows the actions that begin with a text, if there are any.
fn begin(at: &Keyboard, out: &mut Out, beginning: &str) -> Result<bool, CommandError> {
    let question = at.question();
    if out.is_json() {
        let found = at.session.continued(beginning);
        let none = found.count == 0;
        out.json_line(&json!({ "continued": found }))?;
        return Ok(!none);
    }
    match list::beginning(&question, beginning, out.columns()) {
        Some(text) => out.text(text).map(|()| true),
        None => Ok(false),
    }
}

/// Draws the table; at a terminal, only as much of a large board as fits above the question, unless the whole table
/// is requested.
fn draw(at: &Keyboard, out: &mut Out, seat: Seat, part: &str) -> Result<(), CommandError> {
    draw_above(at, out, seat, part, 0)
}

/// Draws the table, leaving this many more lines than usual below it.
fn draw_above(
    at: &Keyboard,
    out: &mut Out,
    seat: Seat,
    part: &str,
    below: usize,
) -> Result<(), CommandError> {
    let viewer = Viewer::Seat(seat);
    if out.is_json() {
        return out.json_line(&json!({ "table": cardwright_wire::table(&at.session, viewer)? }));
    }
    let whole = Sheet {
        paint: out.brush(),
        ..Sheet::plain()
    };
    let sheet = match out.height {
        Some(height) if part != ALL => Sheet {
            columns: out.columns(),
            lines: height.saturating_sub(BESIDE + below),
            around: part,
            ..whole
        },
        _ => whole,
    };
    let table = at.session.draw_on(viewer, &sheet);
    out.painted(&format!("\n{}\n", table.trim_end()))
}

/// Carries out a line of input; returns a value if the question is over.
pub(crate) fn follow(
    at: &mut Keyboard,
    out: &mut Out,
    seat: Seat,
    entry: Entry<'_>,
) -> Result<Option<Answered>, CommandError> {
    match entry {
        Entry::Nothing if at.terminal() => again(at, out, seat)?,
        Entry::Nothing | Entry::Remark => {}
        Entry::Answers => again(at, out, seat)?,
        Entry::Beginning(beginning) => {
            if !begin(at, out, beginning)? {
                out.note(&format!("no action begins with `{beginning}`"))?;
            }
        }
        Entry::Help => out.text(HELP)?,
        Entry::Table(part) => draw(at, out, seat, part)?,
        Entry::Log => log(at, out, seat)?,
        Entry::Card(name) => card(at, out, name)?,
        Entry::Odds(name) => odds(at, out, name)?,
        Entry::Undo(count) => return undo(at, out, count),
        Entry::Save(Some(file)) if file.contains(AS) => copy(at, out, file)?,
        Entry::Save(file) => save(at, out, file.map(PathBuf::from))?,
        Entry::Quit => return quit(at, out).map(Some),
        Entry::Why(answer) => why(at, out, seat, answer)?,
        Entry::Hint => hint(at, out)?,
        Entry::Misused(help) => {
            at.refused |= at.behaviour == Behaviour::Lines;
            out.note(help)?;
        }
        Entry::Answer(answer) => return answer_with(at, out, answer),
    }
    Ok(None)
}

/// Shows what a bot would do for the player who has to act, and why; it knows only what that seat may know.
fn hint(at: &Keyboard, out: &mut Out) -> Result<(), CommandError> {
    match at.session.advice(ADVISER) {
        Some(advice) if out.is_json() => {
            let weighed = advice.weighed.iter().map(
                |(action, one)| json!({ "action": action, "games": one.games, "share": one.share }),
            );
            let weighed: Vec<_> = weighed.collect();
            out.json_line(&json!({ "hint": advice.action, "weighed": weighed }))
        }
        Some(advice) => out.prose(&format!(
            "hint: {}",
            advised(&advice, &at.session.question().choices)[0]
        )),
        None => out.note("there is no hint for this question"),
    }
}

/// The text of the advised action, with how often it won, and with the other action that the bot tried most; then
/// the same in fewer words.
fn advised(advice: &Advice, choices: &[Choice]) -> Vec<String> {
    let text = |action: &str| {
        let choice = choices.iter().find(|choice| choice.action == action);
        choice
            .map_or(action, |choice| choice.text.as_str())
            .to_string()
    };
    let percent = |one: &Weighed| format!("{:.0}%", one.share * 100.0);
    let said = text(&advice.action);
    let (best, others): (Vec<&(String, Weighed)>, Vec<_>) = advice
        .weighed
        .iter()
        .partition(|(action, _)| *action == advice.action);
    let Some((_, best)) = best.first() else {
        return vec![said];
    };
    let won = format!("it won {} of {} games", percent(best), best.games);
    let other = others
        .first()
        .map(|(other, one)| format!("{said} ({won}; {}: {})", text(other), percent(one)));
    let fewer = [
        format!("{said} ({won})"),
        format!("{said} (it won {})", percent(best)),
    ];
    other.into_iter().chain(fewer).collect()
}

/// The longest text about the advised action that fits into a number of columns; otherwise the beginning of its
/// phrase, still with how often it won.
pub(crate) fn advised_in(advice: &Advice, choices: &[Choice], columns: usize) -> String {
    let texts = advised(advice, choices);
    if let Some(text) = texts.iter().find(|text| text.width() <= columns) {
        return text.clone();
    }
    let last = texts.last().map_or("", String::as_str);
    let (said, won) = last.split_at(last.rfind(" (it won ").unwrap_or(last.len()));
    let room = columns.saturating_sub(won.width() + 1);
    let said: String = said.chars().take(room).collect();
    format!("{said}…{won}")
}

fn log(at: &Keyboard, out: &mut Out, seat: Seat) -> Result<(), CommandError> {
    let viewer = Viewer::Seat(seat);
    at.teller.tell(out, &at.session.lines(viewer, 0), viewer)
}

/// Shows what a card does.
fn card(at: &mut Keyboard, out: &mut Out, name: &str) -> Result<(), CommandError> {
    let lang = &at.lang;
    match at.session.names().find(name) {
        Some(card) if out.is_json() => out.json_line(&json!({ "card": card })),
        Some(card) => {
            let (said, text) = (lang::name(card, lang), lang::text(card, lang));
            out.prose(&format!("{said} ({}, {}): {text}", card.id, card.kind))
        }
        None => out.note(&format!("there is no card `{name}`")),
    }
}

/// Shows how often a card works under the rules of the match.
fn odds(at: &mut Keyboard, out: &mut Out, name: &str) -> Result<(), CommandError> {
    let Some(id) = at.session.names().find(name).map(|card| card.id.clone()) else {
        return out.note(&format!("there is no card `{name}`"));
    };
    let setup = Setup::of(&at.session.replay(Vec::new()));
    match tell_card(out, &at.session.rulebook().about().game, &id, &setup) {
        Err(CommandError::Usage(failure) | CommandError::Refused(failure)) => {
            out.note(&failure.what)
        }
        told => told,
    }
}

/// Undoes actions until a number of a person's actions are undone.
pub(crate) fn undo(
    at: &mut Keyboard,
    out: &mut Out,
    count: usize,
) -> Result<Option<Answered>, CommandError> {
    let taken = at.session.undo(count);
    if taken > 0 {
        at.drawn = None;
    }
    match taken {
        0 => {}
        1 => out.note("taken back")?,
        _ => out.note(&format!("{taken} actions taken back"))?,
    }
    if taken < count {
        match (at.session.in_the_way(), taken) {
            (Some(why), _) => {
                let action = if taken == 0 {
                    "your last action"
                } else {
                    "your action before"
                };
                let help = "a table played with `--free-undo` takes everything back";
                out.note(&format!("you cannot undo {action}: {why}; {help}"))?;
            }
            (None, 0) => out.note("there is no action of yours to undo")?,
            (None, _) => {}
        }
    }
    // Programs that read lines expect the question after every undo.
    Ok((taken > 0 || !at.terminal()).then_some(Answered::Changed))
}

fn save(at: &mut Keyboard, out: &mut Out, file: Option<PathBuf>) -> Result<(), CommandError> {
    let own = at
        .keeping
        .path()
        .filter(|_| at.keeping.named)
        .map(Path::to_path_buf);
    let file = file.or(own).unwrap_or_else(|| at.usual_file());
    let text = at.session.save();
    match at.keeping.keep_in(out, file.clone(), &text) {
        Ok(()) => out.note(&format!(
            "saved in {}",
            at.keeping.path().unwrap_or(&file).display()
        )),
        // The person is still playing: report the error, and continue.
        Err(CommandError::Usage(failure)) => out.note(&format!("not saved: {}", failure.what)),
        Err(stop) => Err(stop),
    }
}

/// Handles `save FILE --as 2`: saves what a viewer may know in a separate file.
fn copy(at: &Keyboard, out: &mut Out, line: &str) -> Result<(), CommandError> {
    let (file, word) = line.rsplit_once(AS).unwrap_or((line, ""));
    let players = at.session.rulebook().about().players;
    let viewer = match Viewer::named(word.trim()) {
        Some(Viewer::Seat(seat)) if seat.0 < players => Viewer::Seat(seat),
        Some(Viewer::Spectator) => Viewer::Spectator,
        _ => {
            let who = format!("a player from 1 to {players} or `spectator`");
            return out.note(&format!("not saved: after `--as` stands {who}"));
        }
    };
    let path = PathBuf::from(file.trim());
    match crate::files::write_copy(&path, &at.session.copy_for(viewer)) {
        Ok(()) => out.note(&format!("the copy of {viewer} is in {}", path.display())),
        Err(CommandError::Usage(failure)) => out.note(&format!("not saved: {}", failure.what)),
        Err(stop) => Err(stop),
    }
}

/// Leaves the match; at a terminal, it offers to save first, so that no match is lost by mistake.
fn quit(at: &mut Keyboard, out: &mut Out) -> Result<Answered, CommandError> {
    let new = at.session.actions_played() > at.before;
    if at.terminal() && !at.keeping.named && new {
        offer_to_keep(at, out)?;
    }
    Ok(Answered::Left)
}

/// Offers to save a match that was left or is over under a name. It is deleted only if the person says so.
///
/// # Errors
/// When output or a file cannot be written.
pub(super) fn offer_to_keep(at: &mut Keyboard, out: &mut Out) -> Result<(), CommandError> {
    let file = at.usual_file();
    match at.input.line(
        out,
        &format!("Keep the match in {}? [Y/n] ", file.display()),
    )? {
        Some(reply) if reply.trim().to_lowercase().starts_with('n') => {
            at.unwanted = true;
            at.keeping.forget();
            Ok(())
        }
        Some(_) => save(at, out, Some(file)),
        // There is no answer, so the match stays saved where it is.
        None => out.line(""),
    }
}

/// Handles the end of input. At a terminal, that is a key combination, perhaps pressed by accident.
fn gone(at: &mut Keyboard, out: &mut Out) -> Result<Answered, CommandError> {
    if at.terminal() {
        out.line("")?;
    }
    Ok(Answered::Left)
}

fn answer_with(
    at: &mut Keyboard,
    out: &mut Out,
    answer: &str,
) -> Result<Option<Answered>, CommandError> {
    match at.session.play(answer) {
        Ok(()) => {
            at.keep(out)?;
            Ok(Some(Answered::Changed))
        }
        // At a keyboard, the beginning of an action lists the actions that begin like it.
        Err(MatchError::Notation(_)) if at.terminal() && begin(at, out, answer)? => Ok(None),
        Err(error) => {
            at.refused |= at.behaviour == Behaviour::Lines;
            match error {
                MatchError::Notation(error) => {
                    unreadable(out, &error)?;
                    let question = at.session.question();
                    if at.terminal() && list::is_long(&question) {
                        out.text(list::grouped(&question, out.columns()))?;
                    }
                }
                MatchError::Refused(refusal) => refused(at, out, &refusal)?,
            }
            Ok(None)
        }
    }
}

/// Shows the answer of `cardwright why`, for the player at the keyboard unless the line names another:
/// `why 2: pass`.
fn why(at: &Keyboard, out: &mut Out, seat: Seat, answer: &str) -> Result<(), CommandError> {
    // Whatever player the line names, this player reads the answer.
    match at.session.why(answer, Viewer::Seat(seat)) {
        Ok(why) if out.is_json() => out.json_line(&json!({ "why": cardwright_wire::why(&why)? })),
        Ok(why) => crate::commands::why::print(out, &**at.session.rulebook(), &why),
        Err(error) => unreadable(out, &error),
    }
}

fn unreadable(out: &mut Out, error: &NotationError) -> Result<(), CommandError> {
    match out.is_json() {
        true => out.json_line(&json!({ "unreadable": cardwright_wire::unreadable(error) })),
        false => out.note(&format!("not understood: {error}")),
    }
}

fn refused(at: &Keyboard, out: &mut Out, refusal: &Refusal) -> Result<(), CommandError> {
    let cites = at.session.cites(refusal);
    if out.is_json() {
        let refused = cardwright_wire::refusal(&**at.session, refusal);
        return out.json_line(&json!({ "refused": refused }));
    }
    out.note(&format!(
        "not allowed: {} [{}]",
        refusal.message,
        cites.join(", ")
    ))?;
    for fact in &refusal.facts {
        out.line(format!("    {fact}"))?;
    }
    match refusal.help.is_empty() {
        true => Ok(()),
        false => out.line(format!("    help: {}", refusal.help)),
    }
}
