//! House clauses about problems at a real table and how players handle them, from `docs/rules/at-the-table.md`. No
//! rulebook of a game contains them.

use serde::Serialize;

/// A mistake or accident at a table, and its remedy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Irregularity {
    /// The name to type for it, such as `missed-window`.
    pub id: &'static str,
    /// What went wrong.
    pub title: &'static str,
    /// What the players do about it.
    pub remedy: &'static str,
    /// The clause that states the remedy.
    pub clause: &'static str,
}

/// The clause for a corrected entry.
pub(super) const CORRECTION: &str = "AT-1.1";
/// The name of a missed moment, and its clause.
pub(super) const MISSED: &str = "missed-window";
pub(super) const TOO_LATE: &str = "AT-2.1";
/// The name of a forgotten refill or compulsory point.
pub(super) const FORGOTTEN: &str = "forgotten-duty";
/// The name of a roll that came too early, and its clause.
pub(super) const EARLY: &str = "early-roll";
pub(super) const ROLLED: &str = "AT-2.2";
/// The clause for a concession.
pub(super) const CONCESSION: &str = "AT-3.1";
/// The clause for leaving the table.
pub(super) const DROPPED: &str = "AT-3.2";
/// The clause for what is left behind.
pub(super) const LEFT: &str = "AT-3.3";
/// The clause for an agreed draw.
pub(super) const AGREED: &str = "AT-3.4";
/// The clause for the last remaining player.
pub(super) const LAST: &str = "AT-3.5";

/// All irregularities, in the order of their clauses.
pub const IRREGULARITIES: &[Irregularity] = &[
    Irregularity {
        id: MISSED,
        title: "a player missed the moment to play a card",
        remedy: "If no die, card or hand has been seen since, add the card to the line of that moment: \
                 `change LINE: …`. Otherwise the moment is over, and the card stays in the hand.",
        clause: TOO_LATE,
    },
    Irregularity {
        id: EARLY,
        title: "dice were rolled too early",
        remedy: "The roll counts: enter its result at the next roll of the player who rolled, who does nothing more \
                 that comes before this roll. The others may still do what they could do before it: enter that first.",
        clause: ROLLED,
    },
    Irregularity {
        id: "card-seen",
        title: "somebody saw a card that was hidden",
        remedy: "A card of the draw pile is shuffled back into it. A card of a hand stays there, and its owner may show \
                 it to everybody.",
        clause: "AT-2.3",
    },
    Irregularity {
        id: FORGOTTEN,
        title: "a compulsory point or a refill was forgotten",
        remedy: "Before the end of the next player's turn, make up for it. The referee has counted compulsory points: \
                 set the marker to its number. A forgotten refill is the draw that it asks for: enter the cards, then \
                 the actions after them. Later, only refill what is empty; points are not made up, so go on without \
                 them from a position (`position FILE`).",
        clause: "AT-2.4",
    },
    Irregularity {
        id: "wrong-energy",
        title: "a number on the table turns out to be wrong",
        remedy: "The number that follows from the entered lines counts. If a line is wrong, correct it with \
                 `change LINE: …`. What the players decided by the wrong number stands if it was allowed.",
        clause: "AT-2.5",
    },
    Irregularity {
        id: "illegal-action",
        title: "an action that is not allowed was carried out",
        remedy: "Take it back if the next player has not acted. Otherwise it stands, and the game continues from what is \
                 on the table: `position FILE` writes it. Edit the file if the table differs, and begin again from it. If \
                 the rules allow no such table, take back as little as makes it possible: what is too much goes back.",
        clause: "AT-2.6",
    },
];
