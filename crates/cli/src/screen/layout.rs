//! Arranges the areas. Flat tables are above the rest, with the log and the card side by side below; other tables
//! are at the left.

use super::app::{App, Phase};
use super::areas::{Areas, LIST, LOG};
use super::draw::{HEAD, list_lines};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

/// The additional rows that the log gets before the list grows.
const MORE_LOG: u16 = 2;
/// A screen with fewer rows between its first and its last two is low.
const LOW: u16 = 21;
/// The minimum number of rows of the board.
const BOARD: u16 = 5;
/// The minimum number of rows below a board for question and actions across the whole width.
const FREE: u16 = 8;
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
        if matches!(app.phase, Phase::Pass(_)) {
            areas.below(app, body, false);
        } else if Areas::is_beside(app.size, app.picture.width(), !app.cards.is_empty()) {
            areas.beside(app, body);
        } else {
            areas.below(app, body, true);
        }
        areas
    }

    /// Arranges log and card to the right of the board. The question and its actions are there too, or across the
    /// whole width where the board leaves enough rows free.
    fn beside(&mut self, app: &App, body: Rect) {
        // A table of cards changes its width with every card; its frame does not.
        let wide = 1 + match app.cards.is_empty() {
            true => app.picture.width() as u16,
            false => Areas::rooms(app.size).0.columns as u16 + 2,
        };
        let high = (app.picture.height() as u16).min(body.height);
        let free = body.height - high;
        let side = Rect {
            x: body.x + wide + 1,
            width: body.width - wide - 1,
            ..body
        };
        let across = free >= FREE;
        let below = if across { body } else { side };
        let question = question_rows(app, below.width);
        let rows = list_lines(app, below.width);
        let mut spare = body.height.saturating_sub(question);
        let mut take = |wanted: u16| {
            let taken = wanted.min(spare);
            spare -= taken;
            taken
        };
        let least = if across { free - question } else { LIST.0 };
        let mut list = take(rows.min(least));
        take((LOG + 1).max(body.height / 4));
        let card = if app.cards.is_empty() { 0 } else { take(CARD) };
        if !across {
            list += take(rows - list);
        }
        let card = if card < MIN_CARD { 0 } else { card };
        let log = body.height.saturating_sub(question + card + list);
        let mut top = body.y;
        for (area, within, rows) in [
            (&mut self.log, side, log),
            (&mut self.card, side, card),
            (&mut self.question, below, question),
            (&mut self.list, below, list),
        ] {
            *area = Rect::new(within.x, top, within.width, rows);
            top += rows;
        }
        self.board = Rect::new(body.x, body.y, wide, high);
        let foot = if across {
            self.question.y
        } else {
            body.bottom()
        };
        let legend = foot.saturating_sub(self.board.bottom());
        self.legend = Rect::new(body.x + 1, body.y + high, wide - 1, legend);
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
        let rows = list_lines(app, body.width);
        let is_replay = matches!(app.phase, Phase::Replay);
        // Keys step through a replay, so its list has one row where space is short.
        let least = match is_replay && body.height < LOW {
            true => 1,
            false => LIST.0,
        };
        let mut list = take(rows.min(least));
        let mut board = take(wanted.min(BOARD));
        // On a low screen, the board gets the rows of the log that it lacks: what is new is then shown over it.
        let room = body.height.saturating_sub(question + list);
        let lacks = body.height < LOW && wanted + LOG + 1 > room;
        let mut log = match lacks {
            // A log of one row would have no separator.
            true if wanted + 1 >= room && !is_replay => 0,
            true if !is_replay => take(LOG),
            _ => take(LOG + 1),
        };
        board += take(wanted - wanted.min(BOARD));
        log += take(MORE_LOG);
        list += take(rows.min(LIST.1).saturating_sub(list));
        log += take(u16::MAX);
        if log == 1 {
            (board, log) = (board + 1, 0);
        }
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
