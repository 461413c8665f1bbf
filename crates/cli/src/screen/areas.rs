//! The areas of the screen.

use cardwright::Room;
use ratatui::layout::Rect;

/// The minimum size of the screen: columns and rows.
pub(crate) const MIN_SIZE: (u16, u16) = (36, 12);

/// The minimum number of columns for log, card and actions beside a board.
const SIDE: usize = 40;
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
    /// The space for a board that has other areas beside it, and for one that has them below it.
    pub(super) fn rooms(size: (u16, u16)) -> (Room, Room) {
        let (columns, rows) = (usize::from(size.0), size.1.saturating_sub(3));
        let below = rows.saturating_sub(1 + LIST.0 + LOG + 1);
        let beside = Room {
            columns: columns.saturating_sub(SIDE + 2),
            rows: rows.into(),
        };
        (
            beside,
            Room {
                columns,
                rows: below.into(),
            },
        )
    }
}
