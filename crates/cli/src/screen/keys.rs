//! Handles keys.

use super::app::{App, Focus, Phase, Recap};
use super::panes::board;
use super::panes::list::Step;
use super::panes::page::Popup;
use crate::stop::CommandError;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::time::{Duration, Instant};

/// The longest time from one Enter to the next while the key is held down, with the first repetition.
const HELD: Duration = Duration::from_millis(700);

/// The number of rows that a page key scrolls.
const PAGE: usize = 5;

/// Handles a key.
///
/// # Errors
/// When a file cannot be written, or a bot fails.
pub(super) fn press(app: &mut App, key: KeyEvent) -> Result<(), CommandError> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    if control && key.code == KeyCode::Char('c') {
        app.leave();
        return Ok(());
    }
    if key.code == KeyCode::Enter && is_repeated(app) {
        return Ok(());
    }
    if key.code != KeyCode::Enter {
        app.last_enter = None;
    }
    if app.popup.is_some() && in_page(app, key.code) {
        return Ok(());
    }
    if app.recap.shown && !control {
        let scroll = &mut app.recap.scroll;
        match key.code {
            KeyCode::PageDown => *scroll += PAGE,
            KeyCode::PageUp => *scroll = scroll.saturating_sub(PAGE),
            _ => app.recap = Recap::default(),
        }
        let closes = matches!(key.code, KeyCode::Esc | KeyCode::Enter) && app.line.is_empty();
        if app.recap.shown || closes {
            return Ok(());
        }
    }
    app.recap.fresh = false;
    if !app.note.is_empty() && key.code != KeyCode::Enter {
        app.note.clear();
    }
    if app.tape.is_some() && app.line.is_empty() {
        let step = match key.code {
            KeyCode::Right | KeyCode::Char(' ') => Some(Step::On),
            KeyCode::Left | KeyCode::Backspace => Some(Step::Back),
            KeyCode::Tab => Some(Step::NextTurn),
            KeyCode::BackTab => Some(Step::LastTurn),
            KeyCode::Home => Some(Step::Start),
            KeyCode::End => Some(Step::End),
            KeyCode::Esc | KeyCode::Char('q') => {
                app.leave();
                return Ok(());
            }
            _ => None,
        };
        if let Some(step) = step {
            return app.step(step);
        }
    }
    match key.code {
        KeyCode::F(1) => app.popup = Some(Popup::help(app)),
        KeyCode::F(2) if !matches!(app.phase, Phase::Pass(_)) => app.popup = Some(Popup::log(app)),
        KeyCode::F(3) => app.odds = !app.odds,
        KeyCode::F(4) if matches!(app.phase, Phase::Asked(_)) => app.hint(),
        KeyCode::F(5) if !matches!(app.phase, Phase::Pass(_)) => app.read_card(),
        KeyCode::Up if control => app.scroll_board(-1),
        KeyCode::Down if control => app.scroll_board(1),
        KeyCode::PageUp => app.log.scroll += PAGE,
        KeyCode::PageDown => app.log.scroll = app.log.scroll.saturating_sub(PAGE),
        KeyCode::Tab => next_spot(app, 1),
        KeyCode::BackTab => next_spot(app, -1),
        KeyCode::Char(letter) if control => return shortcut(app, letter),
        KeyCode::Char(letter) => app.line.insert(&letter.to_string()),
        KeyCode::Enter => return enter(app),
        KeyCode::Esc => back(app),
        code if app.line.is_empty() || app.line.is_back() => move_something(app, code),
        code => edit(app, code),
    }
    Ok(())
}

/// Whether Enter is held down when the match is over, so that it still means the last action.
fn is_repeated(app: &mut App) -> bool {
    let before = app.last_enter.replace(Instant::now());
    let held = before.is_some_and(|before| before.elapsed() < HELD);
    held && matches!(app.phase, Phase::Over(_)) && app.line.is_empty()
}

fn shortcut(app: &mut App, letter: char) -> Result<(), CommandError> {
    match letter {
        'd' if app.line.is_empty() => app.leave(),
        'd' => app.line.delete(),
        'z' => return app.enter("undo"),
        'p' => app.line.earlier(),
        'n' => app.line.later(),
        'a' => app.line.go_to(false),
        'e' => app.line.go_to(true),
        'u' => app.line.clear(),
        'w' => app.line.delete_word(),
        _ => {}
    }
    Ok(())
}

/// Enter: sends the input line if it has text; otherwise picks at the cursor, or plays the chosen row.
fn enter(app: &mut App) -> Result<(), CommandError> {
    if !app.line.is_empty() {
        let line = app.line.take();
        return app.enter(&line);
    }
    app.note.clear();
    if app.focus == Focus::Board {
        app.pick_spot();
        return Ok(());
    }
    app.activate()
}

/// Esc: clears the input line, the cursor on the board, or the last pick, in this order.
fn back(app: &mut App) {
    if !app.line.is_empty() {
        app.line.clear();
    } else if app.focus == Focus::Board {
        app.focus = Focus::List;
    } else {
        app.unpick();
    }
}

/// Handles keys that edit the input line.
fn edit(app: &mut App, code: KeyCode) {
    match code {
        KeyCode::Backspace => app.line.backspace(),
        KeyCode::Delete => app.line.delete(),
        KeyCode::Left => app.line.go(-1),
        KeyCode::Right => app.line.go(1),
        KeyCode::Home => app.line.go_to(false),
        KeyCode::End => app.line.go_to(true),
        KeyCode::Up => app.line.earlier(),
        KeyCode::Down => app.line.later(),
        _ => {}
    }
}

/// Handles keys that move in the list or on the board; or in the history, once the person has gone back in it.
fn move_something(app: &mut App, code: KeyCode) {
    if app.line.is_back() {
        return edit(app, code);
    }
    let direction = match code {
        KeyCode::Up => (0, -1),
        KeyCode::Down => (0, 1),
        KeyCode::Left => (-1, 0),
        KeyCode::Right => (1, 0),
        KeyCode::Home => return app.choose(isize::MIN),
        KeyCode::End => return app.choose(isize::MAX),
        KeyCode::Backspace => {
            app.unpick();
            return;
        }
        _ => return,
    };
    match app.focus {
        Focus::List => app.choose(direction.1),
        Focus::Board => {
            if let Some(spot) = board::towards(app, direction) {
                app.cursor = Some(spot);
            }
        }
    }
}

/// Moves the cursor to the next spot with a possible action; if there is none, to the next spot.
fn next_spot(app: &mut App, by: isize) {
    let live = app.live();
    let all: Vec<usize> = if live.is_empty() {
        (0..app.picture.spots.len()).collect()
    } else {
        live
    };
    let Some((first, last)) = all.first().zip(all.last()) else {
        return;
    };
    let now = app.cursor.filter(|_| app.focus == Focus::Board);
    let next = match (now, by > 0) {
        (Some(now), true) => all.iter().find(|at| **at > now).or(Some(first)),
        (Some(now), false) => all.iter().rev().find(|at| **at < now).or(Some(last)),
        (None, true) => Some(first),
        (None, false) => Some(last),
    };
    app.cursor = next.copied();
    app.focus = Focus::Board;
}

/// Handles keys while a page is shown: some scroll it or close it. Any other key closes it too, and then has its
/// usual effect.
fn in_page(app: &mut App, code: KeyCode) -> bool {
    let Some(popup) = &mut app.popup else {
        return false;
    };
    let mut taken = true;
    match code {
        KeyCode::Up => popup.scroll = popup.scroll.saturating_sub(1),
        KeyCode::Down => popup.scroll += 1,
        KeyCode::PageUp => popup.scroll = popup.scroll.saturating_sub(3 * PAGE),
        KeyCode::PageDown | KeyCode::Char(' ') => popup.scroll += 3 * PAGE,
        KeyCode::Home => popup.scroll = 0,
        KeyCode::End => popup.at_end = true,
        code => {
            taken = matches!(code, KeyCode::Esc | KeyCode::Enter | KeyCode::F(1 | 2));
            app.popup = None;
        }
    }
    taken
}
