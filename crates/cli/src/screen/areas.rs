//! The areas of the screen.

use cardwright::Room;
use ratatui::layout::Rect;

/// The minimum size of the screen: columns and rows.
pub(crate) const MIN_SIZE: (u16, u16) = (36, 12);

/// The minimum number of columns for log, card and actions beside a board.
const SIDE: usize = 40;
/// The minimum number of columns for a table of cards beside other areas.
const TABLE: usize = 56;
/// The minimum number of rows for the list of actions, and the maximum if space is short.
pub(super) const LIST: (u16, u16) = (4, 7);
/// The minimum number of rows for the log.
pub(super) const LOG: u16 = 2;

/// The areas of the screen; an area without space is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Areas {
    /// The standing of the seats.
    pub(super) seats: Rect,
    /// The board.
    pub(super) board: Rect,
    /// The legend of the board.
    pub(super) legend: Rect,
    /// The log, below its heading.
    pub(super) log: Rect,
    /// The card under the cursor, below its heading.
    pub(super) card: Rect,
    /// The question.
    pub(super) question: Rect,
    /// The actions.
    pub(super) list: Rect,
    /// The input line.
    pub(super) line: Rect,
    /// The list of keys.
    pub(super) keys: Rect,
}

impl Areas {
    /// Whether a board of this width has the other areas beside it. A table of cards is as wide as its space, so for
    /// it the size of the screen decides: otherwise the areas would move from question to question.
    pub(super) fn is_beside(size: (u16, u16), width: usize, has_cards: bool) -> bool {
        let columns = Areas::rooms(size).0.columns;
        match has_cards {
            true => columns >= TABLE,
            // A comma and a space may follow the last word of a row.
            false => width <= columns + 2,
        }
    }

    /// The space for a board that has other areas beside it, and for one that has them below it. One column stays
    /// free, for a comma after the last word of a row.
    pub(super) fn rooms(size: (u16, u16)) -> (Room, Room) {
        let (columns, rows) = (usize::from(size.0), size.1.saturating_sub(3));
        let below = rows.saturating_sub(1 + LIST.0 + LOG + 1);
        let beside = Room {
            columns: columns.saturating_sub(SIDE.max(columns * 2 / 5) + 3),
            rows: rows.into(),
        };
        (
            beside,
            Room {
                columns: columns.saturating_sub(1),
                rows: below.into(),
            },
        )
    }
}
