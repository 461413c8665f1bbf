//! The full-screen table: board, log, card, question and actions, and an input line.
//!
//! It plays through the same [`Keyboard`] as the line mode, so that commands, saving and rules are the same; only
//! the display and the input differ. Of a game, it knows only the [`Picture`](cardwright::Picture). `app` is the
//! state, `keys` and `mouse` change it, and `draw` shows it; code that tests cannot run is in `terminal` and in
//! this file.

mod app;
mod areas;
mod draw;
mod fit;
mod keys;
mod layout;
mod menu;
mod mouse;
mod panes;
mod tape;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod wrap;

use crate::commands::play::input::Lines;
use crate::commands::play::session::Keyboard;
use crate::output::Out;
use crate::settings::{Ground, Settings};
use crate::stop::{CommandError, Verdict};
use app::{App, Done};
use areas::MIN_SIZE;
use cardwright::{Match, Viewer};
use crossterm::event::{self, Event, KeyEventKind};
pub(crate) use menu::{Chosen, Menu};
use tape::Tape;
use terminal::Terminal;
use theme::Theme;

/// Plays until the match is over, or until the person leaves; returns whether the person wants to play again.
///
/// # Errors
/// When the terminal, a file or the output fails. The terminal is restored in any case.
pub(crate) fn run(
    keyboard: Keyboard,
    ground: Ground,
    out: &mut Out,
) -> Result<(Verdict, bool), CommandError> {
    out.flush()?;
    let (mut terminal, size) = enter()?;
    let app = App::new(keyboard, Theme::of(out, ground), size)?;
    let (done, app) = sit(&mut terminal, app)?;
    drop(terminal);
    Ok((app.end(out, done)?, done == Done::Again))
}

/// Steps through a match that was played before.
///
/// # Errors
/// When the terminal fails. It is restored in any case.
pub(crate) fn replay(
    play: Match,
    viewer: Viewer,
    settings: &Settings,
    out: &mut Out,
) -> Result<(), CommandError> {
    out.flush()?;
    let (tape, session) = Tape::of(play)?;
    let input = Box::new(Lines(std::io::empty()));
    let mut keyboard = Keyboard::new(session, false, input);
    keyboard.unwanted = true;
    if let Some(language) = &settings.language {
        keyboard.lang.clone_from(language);
    }
    let (mut terminal, size) = enter()?;
    let mut app = App::still(keyboard, Theme::of(out, settings.theme), size)?;
    app.replay(tape, viewer);
    sit(&mut terminal, app).map(drop)
}

/// Lets the person choose what to play; `None` if the person leaves.
///
/// # Errors
/// When the terminal fails. It is restored in any case.
pub(crate) fn choose(
    mut menu: Menu,
    ground: Ground,
    out: &mut Out,
) -> Result<Option<Chosen>, CommandError> {
    out.flush()?;
    let theme = Theme::of(out, ground);
    let (mut terminal, _) = enter()?;
    loop {
        terminal
            .draw(|frame| menu.draw(theme, frame))
            .map_err(no_terminal)?;
        if let Event::Key(key) = event::read().map_err(no_terminal)?
            && key.kind != KeyEventKind::Release
            && let Some(done) = menu.press(key)
        {
            return Ok(done);
        }
    }
}

fn enter() -> Result<(Terminal, (u16, u16)), CommandError> {
    let terminal = Terminal::enter().map_err(no_terminal)?;
    let size = terminal.size().map_err(no_terminal)?;
    Ok((terminal, size))
}

/// Shows the screen until the person leaves; the terminal is restored when it is dropped.
fn sit(terminal: &mut Terminal, mut app: App) -> Result<(Done, App), CommandError> {
    loop {
        terminal
            .draw(|frame| draw::draw(&mut app, frame))
            .map_err(no_terminal)?;
        match event::read().map_err(no_terminal)? {
            Event::Key(key) if key.kind != KeyEventKind::Release => keys::press(&mut app, key)?,
            Event::Mouse(event) => mouse::event(&mut app, event)?,
            Event::Resize(columns, rows) => app.resize((columns, rows)),
            Event::Paste(text) => app.line.insert(&text),
            _ => {}
        }
        if let Some(done) = app.done {
            return Ok((done, app));
        }
    }
}

/// Whether the terminal can move its cursor and is large enough for a table.
pub(crate) fn fits_terminal() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
    let size = terminal_size::terminal_size().map(|(columns, rows)| (columns.0, rows.0));
    let large = size.is_some_and(|size| size.0 >= MIN_SIZE.0 && size.1 >= MIN_SIZE.1);
    large && (!dumb || cfg!(windows))
}

fn no_terminal(error: std::io::Error) -> CommandError {
    CommandError::usage(
        format!("cannot use the terminal: {error}"),
        "play with --plain",
    )
}
