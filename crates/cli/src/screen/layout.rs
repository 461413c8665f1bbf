//! Arranges the areas. Flat tables are above the rest, with the log and the card side by side below; other tables
//! are at the left.

use super::app::{App, Phase};
use super::areas::{Areas, LIST, LOG};
use super::draw::HEAD;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

/// The additional rows that the log gets before the list grows.
const MORE_LOG: u16 = 2;
/// A screen with fewer rows between its first and its last two is low.
const LOW: u16 = 21;
/// The minimum number of rows of the board.
const BOARD: u16 = 5;
/// The rows of the card beside a board.
const CARD: u16 = 6;
/// The minimum number of rows of the card; with fewer, it is not shown.
const MIN_CARD: u16 = 3;
/// The columns of the card below a board.
const CARD_COLUMNS: u16 = 36;

impl Areas {
    /// Arranges the areas for the current content of the screen.
    pub(super) fn of(app: &App) -> Self {
        let (columns, rows) = app.size;
        let mut areas = Areas {
            seats: Rect::new(0, 0, columns, 1),
            line: Rect::new(0, rows.saturating_sub(2), columns, 1),
            keys: Rect::new(0, rows.saturating_sub(1), columns, 1),
            ..Areas::default()
        };
        let body = Rect::new(0, 1, columns, rows.saturating_sub(3));
        let (beside, _) = Areas::rooms(app.size);
        if matches!(app.phase, Phase::Pass(_)) {
            areas.below(app, body, false);
        } else if app.picture.width() <= beside.columns {
            areas.beside(app, body);
        } else {
            areas.below(app, body, true);
        }
        areas
    }

    /// Arranges everything else to the right of the board.
    fn beside(&mut self, app: &App, body: Rect) {
        let wide = app.picture.width() as u16 + 1;
        let high = (app.picture.height() as u16).min(body.height);
        self.board = Rect::new(body.x, body.y, wide, high);
        self.legend = Rect::new(body.x + 1, body.y + high, wide - 1, body.height - high);
        let side = Rect::new(
            body.x + wide + 1,
            body.y,
            body.width - wide - 1,
            body.height,
        );
        let question = question_rows(app, side.width);
        let rows = app.all_rows.max(app.rows.len()) as u16;
        let mut spare = side.height.saturating_sub(question);
        let mut take = |wanted: u16| {
            let taken = wanted.min(spare);
            spare -= taken;
            taken
        };
        let least = take(rows.min(LIST.0));
        take((LOG + 1).max(side.height / 4));
        let card = if app.cards.is_empty() { 0 } else { take(CARD) };
        let list = least + take(rows - rows.min(LIST.0));
        let card = if card < MIN_CARD { 0 } else { card };
        let log = side.height.saturating_sub(question + card + list);
        let mut top = side.y;
        for (area, rows) in [
            (&mut self.log, log),
            (&mut self.card, card),
            (&mut self.question, question),
            (&mut self.list, list),
        ] {
            *area = Rect::new(side.x, top, side.width, rows);
            top += rows;
        }
    }

    /// Arranges everything else below the board.
    fn below(&mut self, app: &App, body: Rect, shows_board: bool) {
        let question = question_rows(app, body.width);
        let mut spare = body.height.saturating_sub(question);
        let mut take = |wanted: u16| {
            let taken = wanted.min(spare);
            spare -= taken;
            taken
        };
        let wanted = if shows_board {
            app.picture.height() as u16
        } else {
            0
        };
        let rows = app.all_rows.max(app.rows.len()) as u16;
        let mut list = take(rows.min(LIST.0));
        let mut board = take(wanted.min(BOARD));
        // On a low screen, the board gets the rows of the log that it lacks: what is new is then shown over it.
        let room = body.height.saturating_sub(question + list);
        let lacks = body.height < LOW && wanted + LOG + 1 > room;
        let mut log = match lacks {
            true if wanted == room => 0,
            true => take(1),
            false => take(LOG + 1),
        };
        board += take(wanted - wanted.min(BOARD));
        log += take(MORE_LOG);
        list += take(rows.min(LIST.1).saturating_sub(list));
        log += take(u16::MAX);
        self.board = Rect::new(body.x, body.y, body.width, board);
        // Without a card to show, the log gets its space.
        let no_card = app.card_id().is_none() || body.width < 2 * CARD_COLUMNS;
        let card = if no_card { 0 } else { CARD_COLUMNS };
        self.log = Rect::new(body.x, body.y + board, body.width - card, log);
        self.card = Rect::new(body.x + body.width - card, body.y + board, card, log);
        self.question = Rect::new(body.x, body.y + board + log, body.width, question);
        self.list = Rect::new(body.x, body.y + board + log + question, body.width, list);
    }
}

/// The rows of the question: one if it fits into a heading, otherwise the heading and at most three more.
fn question_rows(app: &App, columns: u16) -> u16 {
    let text = super::draw::question(app);
    if text.width() + 2 * usize::from(HEAD) <= columns.into() {
        return 1;
    }
    1 + super::wrap::rows(&text, columns.max(1).into(), 2)
        .len()
        .clamp(1, 3) as u16
}
