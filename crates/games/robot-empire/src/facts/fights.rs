//! Who fights whom, encoded in one byte of each card on the table.
//!
//! For an attacker, 1 to 3 is a player, followed by numbers for Equipment by its place on the table, followed by
//! numbers for a player whose attacked Equipment has left. For a blocker, it is the place of the first attacker that
//! it blocks plus 1.

use crate::state::{MAX_UNITS, PlaceId, Places, PlayerId, SEATS, Spot, State, Unit};
use cardwright_runtime::ids::Id;

const EQUIPMENT_FROM: u8 = 4;

const GONE_FROM: u8 = EQUIPMENT_FROM + (SEATS * MAX_UNITS) as u8;

/// The target of an attacker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Target {
    /// A player's Battery.
    Player(PlayerId),
    /// Equipment (clause RE-9.16).
    Equipment(Spot),
    /// Equipment of this player that has left the table.
    Lost(PlayerId),
}

impl Target {
    /// The target as a byte.
    pub(crate) fn fight(self) -> u8 {
        match self {
            Target::Player(seat) => seat.number(),
            Target::Equipment(spot) => EQUIPMENT_FROM + spot.n(),
            Target::Lost(seat) => GONE_FROM + seat.n(),
        }
    }

    /// The target encoded in an attacker's byte; `None` for 0.
    pub(crate) fn of(fight: u8) -> Option<Target> {
        let player = |number: u8| PlayerId::of(number.into());
        match fight {
            0 => None,
            1..EQUIPMENT_FROM => player(fight - 1).map(Target::Player),
            EQUIPMENT_FROM..GONE_FROM => Spot::of(fight - EQUIPMENT_FROM).map(Target::Equipment),
            _ => player(fight - GONE_FROM).map(Target::Lost),
        }
    }

    /// The attacked player, whose fighters may block.
    pub(crate) fn seat(self) -> PlayerId {
        match self {
            Target::Player(seat) | Target::Lost(seat) => seat,
            Target::Equipment(spot) => spot.seat,
        }
    }
}

/// The byte of a blocker that blocks a group.
#[inline]
pub(crate) fn blocks(group: PlaceId) -> u8 {
    Id::number_or_zero(Some(group))
}

/// The group that a blocker blocks, if any.
#[inline]
pub(crate) fn met_by(blocker: &Unit) -> Option<PlaceId> {
    PlaceId::unless_zero(blocker.fight)
}

/// The groups of a side in the combat that have a member for which the test is true.
#[inline]
pub(crate) fn leaders(s: &State, seat: PlayerId, fits: impl Fn(&Unit) -> bool) -> Places {
    let there = s
        .side(seat)
        .present()
        .filter(|(_, unit)| unit.fights() && fits(unit));
    Places::from_bits(there.fold(0, |all, (at, unit)| {
        all | 1 << (group_of(at, unit).n() & 31)
    }))
}

/// The place of the first card of a fighter's group.
#[inline]
pub(crate) fn group_of(at: PlaceId, unit: &Unit) -> PlaceId {
    unit.led_by().unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_says_what_is_attacked() {
        let all = [
            Target::Player(PlayerId::First),
            Target::Player(PlayerId::Third),
            Target::Equipment(Spot {
                seat: PlayerId::Third,
                at: PlaceId::ALL[31],
            }),
            Target::Lost(PlayerId::Third),
        ];
        for target in all {
            assert_eq!(Target::of(target.fight()), Some(target));
        }
        assert_eq!(Target::of(0), None);
    }
}
