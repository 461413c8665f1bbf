//! The table over the full screen: board, log, card, question and actions, and a line to type in.
//!
//! It plays through the same [`Keyboard`] as the lines do, so that commands, saving and rules are the same; it only shows
//! and asks differently. Of a game it knows its [`Picture`](cardwright::Picture) and nothing else. `app` is the state,
//! `keys` and `mouse` change it, `draw` shows it; what runs outside a test is in `terminal` and here.

mod app;
mod areas;
mod draw;
mod keys;
mod layout;
mod mouse;
mod panes;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod wrap;

use crate::commands::play::session::Keyboard;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use app::{App, Done};
pub(crate) use areas::MIN_SIZE;
use crossterm::event::{self, Event, KeyEventKind};
use terminal::Terminal;
use theme::Theme;

/// Plays until the match is over or left.
///
/// # Errors
/// When the terminal, a file or output fails. The terminal is as it was before in any case.
pub(crate) fn run(keyboard: Keyboard, out: &mut Out) -> Result<Verdict, CommandError> {
    out.flush()?;
    let theme = Theme {
        colour: out.colour,
        unicode: theme::speaks_unicode(),
    };
    let (done, app) = sit(keyboard, theme)?;
    app.end(out, done)
}

/// Shows the screen until the person has done; the terminal is restored when this returns, however it does.
fn sit(keyboard: Keyboard, theme: Theme) -> Result<(Done, App), CommandError> {
    let mut terminal = Terminal::enter().map_err(no_terminal)?;
    let mut app = App::new(keyboard, theme, terminal.size().map_err(no_terminal)?)?;
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

fn no_terminal(error: std::io::Error) -> CommandError {
    CommandError::usage(
        format!("cannot use the terminal: {error}"),
        "play with --plain",
    )
}
