//! Handles the mouse: a click chooses, a second click plays, and the wheel scrolls.

use super::app::{App, Focus};
use super::draw;
use super::panes::board;
use crate::stop::CommandError;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

/// The number of rows that one turn of the wheel scrolls.
const TURN: usize = 3;

/// Handles a mouse event.
///
/// # Errors
/// When a file cannot be written, or a bot fails.
pub(super) fn event(app: &mut App, event: MouseEvent) -> Result<(), CommandError> {
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => click(app, event.column, event.row),
        MouseEventKind::ScrollUp => {
            scroll(app, event.column, event.row, false);
            Ok(())
        }
        MouseEventKind::ScrollDown => {
            scroll(app, event.column, event.row, true);
            Ok(())
        }
        _ => Ok(()),
    }
}

fn click(app: &mut App, x: u16, y: u16) -> Result<(), CommandError> {
    if app.popup.take().is_some() {
        return Ok(());
    }
    app.note.clear();
    let covered = std::mem::take(&mut app.recap).shown;
    if app.areas.list.contains((x, y).into()) {
        let line = usize::from(y - app.areas.list.y);
        let Some(row) = draw::Shown::of(app, app.areas.list).row_at(line) else {
            return Ok(());
        };
        let again = app.chosen == row && app.focus == Focus::List;
        (app.chosen, app.focus) = (row, Focus::List);
        return if again { app.activate() } else { Ok(()) };
    }
    if let Some(spot) = board::spot_at(app, x, y).filter(|_| !covered) {
        let again = app.cursor == Some(spot) && app.focus == Focus::Board;
        (app.cursor, app.focus) = (Some(spot), Focus::Board);
        if again || app.live().contains(&spot) {
            app.pick_spot();
        }
    }
    Ok(())
}

fn scroll(app: &mut App, x: u16, y: u16, down: bool) {
    let by = |value: usize| {
        if down {
            value + TURN
        } else {
            value.saturating_sub(TURN)
        }
    };
    if let Some(popup) = &mut app.popup {
        popup.scroll = by(popup.scroll);
    } else if app.areas.log.contains((x, y).into()) {
        let up = app.log.scroll;
        app.log.scroll = if down {
            up.saturating_sub(TURN)
        } else {
            up + TURN
        };
    } else if app.areas.list.contains((x, y).into()) {
        app.choose(if down { 1 } else { -1 });
    } else if app.areas.board.contains((x, y).into()) {
        app.scroll_board(if down {
            TURN as isize
        } else {
            -(TURN as isize)
        });
    }
}
