//! A card on the table, in ten bytes: 96 of them are most of a state.

use super::ids::{CardDefId, MoonId, PlaceId};
use cardwright_runtime::ids::Id;
use serde::{Deserialize, Serialize};

/// Came out in this turn of its owner, or was captured.
pub(crate) const NEW: u16 = 1;
/// Turned sideways.
pub(crate) const RECHARGING: u16 = 2;
/// Its Permanent is paid.
pub(crate) const PERMANENT: u16 = 4;
/// Its Instant is paid in this turn.
pub(crate) const INSTANT: u16 = 8;
/// Landed on its Moon in this turn of its owner.
pub(crate) const LANDED: u16 = 16;
/// Somebody has blocked it, or its chain, in this combat.
pub(crate) const BLOCKED: u16 = 32;
/// Was given its share when damage was divided.
pub(crate) const NAMED: u16 = 64;
/// Of those, the last that was named.
pub(crate) const LAST: u16 = 128;
/// Has left the table; its place is kept until nothing points at it.
pub(crate) const GONE: u16 = 256;
/// The flags of a combat.
pub(crate) const OF_COMBAT: u16 = BLOCKED | NAMED | LAST;

/// The most damage, or prevention, that is counted on a card.
pub(crate) const MAX_POINTS: u8 = 250;

/// Card definitions of legs, and of Components, that fit the bits kept of them here.
pub(crate) const MAX_LEGS: usize = 15;
/// See [`MAX_LEGS`].
pub(crate) const MAX_PARTS: usize = 15;

/// A card on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Its card definition: a place in the rulebook's list.
    pub(crate) card: CardDefId,
    /// Marks of damage.
    pub(crate) damage: u8,
    /// Points of damage that are prevented. Of the first of a chain that has survived with marks to be laid
    /// (Q-RS-10): those marks, since damage uses up prevention.
    pub(crate) prevented: u8,
    /// What it fights, as `play::fights` reads it; 0 outside of combat.
    pub(crate) fight: u8,
    /// Flags in the lower nine bits, then counters (4) and the attack die (3).
    pub(crate) flags: u16,
    /// Installed Components, four bits for each of three ports, then the defence die (3).
    parts: u16,
    /// The Moon (6), the chain (6), the legs (4).
    place: u16,
}

/// Reads and writes some bits of a field.
macro_rules! bits {
    ($($(#[$doc:meta])* $get:ident, $set:ident: $field:ident, $from:literal, $width:literal;)*) => {
        $(
            $(#[$doc])*
            #[inline]
            pub(crate) fn $get(&self) -> u8 {
                (self.$field >> $from & ((1 << $width) - 1)) as u8
            }

            /// Sets it.
            #[inline]
            pub(crate) fn $set(&mut self, value: u8) {
                const MASK: u16 = (1 << $width) - 1;
                self.$field = self.$field & !(MASK << $from) | (u16::from(value) & MASK) << $from;
            }
        )*
    };
}

impl Unit {
    bits! {
        /// Counters on it.
        counters, set_counters: flags, 9, 4;
        /// What the attack die showed, or 0.
        rolled, set_rolled: flags, 13, 3;
        /// What the defence die showed, or 0.
        braced, set_braced: parts, 12, 3;
        /// The number of the Moon it is on, from 1, or 0.
        moon_number, set_moon_number: place, 0, 6;
        /// The place of the first of its chain plus 1, or 0.
        chain, set_chain: place, 6, 6;
        /// The legs of an assembled Mega Robot: their place in the rulebook's list of legs plus 1, or 0.
        legs, set_legs: place, 12, 4;
    }

    /// The Moon it is on. What has left the table keeps it.
    #[inline]
    pub(crate) fn moon(&self) -> Option<MoonId> {
        MoonId::unless_zero(self.moon_number())
    }

    /// Sets it.
    #[inline]
    pub(crate) fn set_moon(&mut self, moon: Option<MoonId>) {
        self.set_moon_number(Id::number_or_zero(moon));
    }

    /// Whether it is on a Moon.
    #[inline]
    pub(crate) fn is_on_moon(&self) -> bool {
        self.moon_number() != 0
    }

    /// The place of the first of its chain, if it is in one.
    #[inline]
    pub(crate) fn led_by(&self) -> Option<PlaceId> {
        PlaceId::unless_zero(self.chain())
    }

    /// It is in the chain of the one at a place, or in none.
    #[inline]
    pub(crate) fn join(&mut self, first: Option<PlaceId>) {
        self.set_chain(Id::number_or_zero(first));
    }

    /// A card that comes out.
    pub(crate) fn of(card: CardDefId) -> Unit {
        Unit {
            card,
            damage: 0,
            prevented: 0,
            fight: 0,
            flags: NEW,
            parts: 0,
            place: 0,
        }
    }

    /// The same with other flags.
    pub(crate) fn with_flags(card: CardDefId, flags: u16) -> Unit {
        Unit {
            flags,
            ..Unit::of(card)
        }
    }

    /// How many cards lie there: the two halves of a Mega Robot are two, Components none (clause RE-1.8).
    #[inline]
    pub(crate) fn cards(&self) -> usize {
        1 + usize::from(self.legs() != 0)
    }

    /// The Component at a port: its place in the rulebook's list of Components plus 1, or 0.
    #[inline]
    pub(crate) fn part(&self, port: u8) -> u8 {
        (self.parts >> (port * 4) & 15) as u8
    }

    /// Whether Components are installed.
    #[inline]
    pub(crate) fn has_parts(&self) -> bool {
        self.parts & 0xfff != 0
    }

    /// Installs a Component at a port.
    pub(crate) fn set_part(&mut self, port: u8, part: u8) {
        self.parts = self.parts & !(15 << (port * 4)) | u16::from(part & 15) << (port * 4);
    }

    /// Whether a flag is set.
    #[inline]
    pub(crate) fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Neither gone nor recharging.
    #[inline]
    pub(crate) fn ready(&self) -> bool {
        self.flags & (GONE | RECHARGING) == 0
    }

    /// Takes part in the combat.
    #[inline]
    pub(crate) fn fights(&self) -> bool {
        self.fight != 0 && self.ready()
    }

    /// Whether it is the first of a chain that has survived with marks to be laid (Q-RS-10). While damage is divided, the
    /// blocker named last is [`NAMED`] as well.
    pub(crate) fn has_to_lay(&self) -> bool {
        self.is(LAST) && !self.is(NAMED)
    }

    /// Points of damage that are prevented, where no marks stand in their place.
    pub(crate) fn prevention(&self) -> u8 {
        if self.has_to_lay() { 0 } else { self.prevented }
    }

    /// Marks, prevention and the defence die of a turn vanish.
    #[inline]
    pub(crate) fn wipe(&mut self) {
        (self.damage, self.prevented) = (0, 0);
        self.set_braced(0);
    }

    /// Leaves the combat.
    pub(crate) fn leave_combat(&mut self) {
        self.flags &= !OF_COMBAT;
        self.fight = 0;
        self.set_rolled(0);
    }

    /// Points of damage come onto it.
    pub(crate) fn mark(&mut self, points: u8) {
        self.damage = self.damage.saturating_add(points).min(MAX_POINTS);
    }

    /// Prevention is laid on it.
    pub(crate) fn shield(&mut self, points: u8) {
        self.prevented = self.prevented.saturating_add(points).min(MAX_POINTS);
    }

    /// Prevention stops some of the points; how many.
    pub(crate) fn absorb(&mut self, points: u8) -> u8 {
        let stopped = points.min(self.prevented);
        self.prevented -= stopped;
        stopped
    }
}

const _: () = assert!(size_of::<Unit>() == 10);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_in_bits_stays_apart() {
        let mut unit = Unit::of(CardDefId::FIRST);
        unit.set_counters(15);
        unit.set_rolled(6);
        unit.set_braced(5);
        unit.set_moon(MoonId::of(47));
        unit.set_chain(32);
        unit.set_legs(15);
        for port in 0..3 {
            unit.set_part(port, 13 + port);
        }
        unit.flags |= GONE | LAST;
        let all = |unit: &Unit| {
            [
                unit.counters(),
                unit.rolled(),
                unit.braced(),
                unit.moon_number(),
                unit.chain(),
                unit.legs(),
                unit.part(0),
            ]
        };
        assert_eq!(all(&unit), [15, 6, 5, 48, 32, 15, 13]);
        assert_eq!(
            (unit.part(1), unit.part(2), unit.is(NEW), unit.is(LAST)),
            (14, 15, true, true)
        );
        unit.set_chain(1);
        unit.set_rolled(0);
        unit.set_part(1, 0);
        assert_eq!(all(&unit), [15, 0, 5, 48, 1, 15, 13]);
        assert_eq!((unit.part(1), unit.part(2)), (0, 15));
    }

    #[test]
    fn points_saturate() {
        let mut unit = Unit::of(CardDefId::FIRST);
        unit.mark(200);
        unit.mark(200);
        unit.shield(3);
        assert_eq!(
            (unit.damage, unit.absorb(5), unit.prevented),
            (MAX_POINTS, 3, 0)
        );
    }
}
