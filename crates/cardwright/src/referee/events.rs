//! Table events, which are not part of the game: plain data, saved with sessions.

use super::house::{self, Irregularity};
use crate::seat_names::capital;
use cardwright_kernel::Seat;
use serde::{Deserialize, Serialize};

/// A corrected line. The session keeps the original text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The number of the line, from 1.
    pub line: usize,
    /// The original text of the line.
    pub was: String,
}

impl Correction {
    /// The house rule clause for corrections.
    pub const CITE: &str = house::CORRECTION;
}

/// Something that happens at the table but is not a game action. It is a line of the session like any other: it is
/// saved, and `undo` takes it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TableEvent {
    /// A player concedes.
    Concedes {
        /// The player who concedes.
        seat: Seat,
    },
    /// A player leaves the table.
    DropsOut {
        /// The player who leaves.
        seat: Seat,
    },
    /// All players agree to stop without a winner.
    AgreedDraw,
    /// A mistake or accident at the table.
    Irregular {
        /// What went wrong, with the remedy.
        irregularity: Irregularity,
        /// The player it happened to, if one was named.
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
}

impl TableEvent {
    /// A sentence that describes the event. `called` gives the name of a seat.
    pub fn text(&self, called: impl Fn(Seat) -> String) -> String {
        let said = called;
        let called = |seat: &Seat| capital(&said(*seat));
        match self {
            TableEvent::Concedes { seat } => format!("{} concedes.", called(seat)),
            TableEvent::DropsOut { seat } => format!(
                "{} leaves the table. Nothing optional is done for this player any more.",
                called(seat)
            ),
            TableEvent::AgreedDraw => "The players agree on a draw.".into(),
            TableEvent::Irregular { irregularity, seat } => {
                let whose = seat.map_or_else(String::new, |seat| format!(" ({})", said(seat)));
                let Irregularity { title, remedy, .. } = irregularity;
                format!("Irregularity{whose}: {title}. {remedy}")
            }
        }
    }

    /// The clause that applies to the event.
    pub fn cite(&self) -> &'static str {
        match self {
            TableEvent::Concedes { .. } => house::CONCESSION,
            TableEvent::DropsOut { .. } => house::DROPPED,
            TableEvent::AgreedDraw => house::AGREED,
            TableEvent::Irregular { irregularity, .. } => irregularity.clause,
        }
    }

    /// The player who leaves the game through the event.
    pub(super) fn leaves(&self) -> Option<Seat> {
        match self {
            TableEvent::Concedes { seat } | TableEvent::DropsOut { seat } => Some(*seat),
            TableEvent::AgreedDraw | TableEvent::Irregular { .. } => None,
        }
    }
}
