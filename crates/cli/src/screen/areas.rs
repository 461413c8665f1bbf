//! The areas of the screen.

use cardwright::Room;
use ratatui::layout::Rect;

/// The smallest screen on which there is something to see: columns and rows.
pub(crate) const MIN_SIZE: (u16, u16) = (36, 12);

/// Columns that log, card and actions take beside a board, at the least.
const SIDE: usize = 40;
/// Rows that the list of actions takes, at the least and, where something else must give way, at the most.
pub(super) const LIST: (u16, u16) = (4, 7);
/// Rows that the log takes at the least.
pub(super) const LOG: u16 = 2;

/// The areas of the screen; an area that has no room is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Areas {
    /// How the seats stand.
    pub(super) seats: Rect,
    /// The board.
    pub(super) board: Rect,
    /// What the signs of the board mean.
    pub(super) legend: Rect,
    /// What has happened, under its heading.
    pub(super) log: Rect,
    /// The card under the cursor, under its heading.
    pub(super) card: Rect,
    /// The question.
    pub(super) question: Rect,
    /// The actions.
    pub(super) list: Rect,
    /// The line one types in.
    pub(super) line: Rect,
    /// The keys.
    pub(super) keys: Rect,
}

impl Areas {
    /// The room for a board that leaves room beside it, and for one that does not.
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
