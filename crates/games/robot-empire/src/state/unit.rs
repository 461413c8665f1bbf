//! A card on the table, in twelve bytes: 96 cards are most of a state.

use crate::state::ids::{CardDefId, MoonId, PlaceId};
use cardwright_runtime::ids::Id;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// The card entered play this turn of its owner, or was captured.
pub(crate) const NEW: u16 = 1;

/// The card is recharging (turned sideways).
pub(crate) const RECHARGING: u16 = 2;

/// Its Permanent is paid.
pub(crate) const PERMANENT: u16 = 4;

/// Its Instant is paid this turn.
pub(crate) const INSTANT: u16 = 8;

/// The card landed on its Moon this turn of its owner.
pub(crate) const LANDED: u16 = 16;

/// The card or its chain has been blocked in this combat.
pub(crate) const BLOCKED: u16 = 32;

/// The card was given its share when damage was divided.
pub(crate) const NAMED: u16 = 64;

/// The card was the last to be given its share.
pub(crate) const LAST: u16 = 128;

/// The card has left the table; its place is kept until nothing refers to it.
pub(crate) const GONE: u16 = 256;

/// Of a card that has been destroyed: it was attacking or blocking.
pub(crate) const FOUGHT: u16 = LANDED;

/// Of a card that has left the table: it has not been destroyed.
pub(crate) const UNHARMED: u16 = NAMED;

/// The flags that only matter in a combat.
pub(crate) const OF_COMBAT: u16 = BLOCKED | NAMED | LAST;

/// The damage of a card that has left its place because another player took it. Its prevention is then the number of its
/// new spot.
const TAKEN: u8 = u8::MAX;

/// The maximum damage or prevention that is counted on a card.
pub(crate) const MAX_POINTS: u8 = 250;

/// The maximum by which cards can raise or lower an attack or defence until the end of the turn.
pub(crate) const MAX_CHANGE: i8 = 20;

/// What is added to the change of an attack if cards make the card fly, and subtracted if they keep it from flying.
const FLIGHT: i8 = 64;
/// The lowest such number of a card that cards make fly.
const LIFTED: i8 = FLIGHT - MAX_CHANGE;
/// The highest such number of a card that they keep from flying.
const GROUNDED: i8 = -LIFTED;

/// The same for a card that goes back to another player when the turn ends.
const LENT: i8 = FLIGHT;

/// The number that stands for flight next to the change of an attack.
fn flight_number(flight: Option<bool>) -> i8 {
    match flight {
        None => 0,
        Some(true) => FLIGHT,
        Some(false) => -FLIGHT,
    }
}

/// The number that stands for the player to whom a card goes back next to the change of a defence.
fn lender_number(seats: u8) -> i8 {
    match seats {
        1 => LENT,
        2 => -LENT,
        _ => 0,
    }
}

/// The maximum number of definitions of legs, so that they fit the bits for them here.
pub(crate) const MAX_LEGS: usize = 15;

/// The same for definitions of Components.
pub(crate) const MAX_PARTS: usize = 15;

/// A card on the table, with its damage and equipment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// The card definition.
    pub(crate) card: CardDefId,
    /// The damage marked on the card.
    pub(crate) damage: u8,
    /// The amount of damage that is prevented. For the first card of a chain that has survived and whose marks are
    /// still to be assigned (Q-RS-10), it is these marks, because the damage has used up the prevention.
    pub(crate) prevented: u8,
    /// What the card fights, as encoded in `facts::fights`; 0 outside of combat.
    pub(crate) fight: u8,
    /// Flags in the lower nine bits, then counters (4) and the attack die (3).
    pub(crate) flags: u16,
    /// The installed Components, four bits for each of three ports, then the result of the defence die (3 bits), and
    /// whether the card has survived (1 bit).
    parts: u16,
    /// The Moon (6 bits), the chain (6 bits), the legs (4 bits).
    place: u16,
    /// The change of its attack by cards until the end of the turn, and [`FLIGHT`] more or less if cards make it fly
    /// or keep it from flying until then.
    attack_and_flight: i8,
    /// The change of its defence in the same way, and [`LENT`] more or less if the card goes back to another player when
    /// the turn ends: to the next player clockwise, or to the one after that.
    defence_and_lender: i8,
}

/// Declares a getter and a setter for some bits of a field.
macro_rules! bits {
    ($($(#[$doc:meta])* $get:ident, $set:ident: $field:ident, $from:literal, $width:literal;)*) => {
        $(
            $(#[$doc])*
            #[inline]
            pub(crate) fn $get(&self) -> u8 {
                (self.$field >> $from & ((1 << $width) - 1)) as u8
            }

            /// The setter.
            #[inline]
            pub(crate) fn $set(&mut self, value: u8) {
                const MASK: u16 = (1 << $width) - 1;
                self.$field = self.$field & !(MASK << $from) | (u16::from(value) & MASK) << $from;
            }
        )*
    };
}

/// Changes of attack and defence are only hashed if there are any. So a state without them keeps the fingerprint it
/// had before cards could make them.
impl Hash for Unit {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.card, self.damage, self.prevented, self.fight).hash(hasher);
        (self.flags, self.parts, self.place).hash(hasher);
        let changes = (self.attack_and_flight, self.defence_and_lender);
        if changes != (0, 0) {
            changes.hash(hasher);
        }
    }
}

impl Unit {
    bits! {
        /// The number of counters on the card.
        counters, set_counters: flags, 9, 4;
        /// The result of the attack die, or 0.
        rolled, set_rolled: flags, 13, 3;
        /// The result of the defence die, or 0.
        braced, set_braced: parts, 12, 3;
        /// 1 if the card has survived instead of being destroyed since it entered play (clause RE-6.33).
        survived, set_survived: parts, 15, 1;
        /// The number of the Moon that the card is on, from 1, or 0.
        moon_number, set_moon_number: place, 0, 6;
        /// The place of the first card of its chain plus 1, or 0.
        chain, set_chain: place, 6, 6;
        /// The legs of an assembled Mega Robot: their index in the rulebook's list of legs plus 1, or 0.
        legs, set_legs: place, 12, 4;
    }

    /// Whether cards have changed its attack, defence or flight until the end of the turn.
    #[inline]
    pub(crate) fn is_changed(&self) -> bool {
        (self.attack_and_flight, self.defence_and_lender) != (0, 0)
    }

    /// Whether cards make it fly, or keep it from flying, until the end of the turn.
    pub(crate) fn flight(&self) -> Option<bool> {
        match self.attack_and_flight {
            LIFTED.. => Some(true),
            ..=GROUNDED => Some(false),
            _ => None,
        }
    }

    /// The change of its attack by cards until the end of the turn.
    pub(crate) fn more_attack(&self) -> i8 {
        self.attack_and_flight - flight_number(self.flight())
    }

    /// Sets the change of its attack, which is at most [`MAX_CHANGE`].
    pub(crate) fn set_more_attack(&mut self, change: i8) {
        self.attack_and_flight = flight_number(self.flight()) + change;
    }

    /// The player to whom the card goes back when the turn ends: how many seats clockwise, or 0.
    pub(crate) fn lender(&self) -> u8 {
        match self.defence_and_lender {
            LIFTED.. => 1,
            ..=GROUNDED => 2,
            _ => 0,
        }
    }

    /// The change of its defence by cards until the end of the turn.
    pub(crate) fn more_defence(&self) -> i8 {
        self.defence_and_lender - lender_number(self.lender())
    }

    /// Sets the change of its defence, which is at most [`MAX_CHANGE`].
    pub(crate) fn set_more_defence(&mut self, change: i8) {
        self.defence_and_lender = lender_number(self.lender()) + change;
    }

    /// Sets how many seats clockwise the player is to whom the card goes back when the turn ends; 0 for nobody.
    pub(crate) fn set_lender(&mut self, seats: u8) {
        self.defence_and_lender = lender_number(seats) + self.more_defence();
    }

    /// Makes it fly, or keeps it from flying, until the end of the turn.
    pub(crate) fn set_flight(&mut self, flight: Option<bool>) {
        self.attack_and_flight = flight_number(flight) + self.more_attack();
    }

    /// The Moon that the card is on. A card that has left the table keeps its Moon.
    #[inline]
    pub(crate) fn moon(&self) -> Option<MoonId> {
        MoonId::unless_zero(self.moon_number())
    }

    /// Sets it.
    #[inline]
    pub(crate) fn set_moon(&mut self, moon: Option<MoonId>) {
        self.set_moon_number(Id::number_or_zero(moon));
    }

    /// Whether the card is on a Moon.
    #[inline]
    pub(crate) fn is_on_moon(&self) -> bool {
        self.moon_number() != 0
    }

    /// The place of the first card of its chain, if it is in one.
    #[inline]
    pub(crate) fn led_by(&self) -> Option<PlaceId> {
        PlaceId::unless_zero(self.chain())
    }

    /// Puts the card into the chain led from a place, or removes it from its chain.
    #[inline]
    pub(crate) fn join(&mut self, first: Option<PlaceId>) {
        self.set_chain(Id::number_or_zero(first));
    }

    /// A card that has just entered play.
    pub(crate) fn of(card: CardDefId) -> Unit {
        Unit {
            card,
            damage: 0,
            prevented: 0,
            fight: 0,
            flags: NEW,
            parts: 0,
            place: 0,
            attack_and_flight: 0,
            defence_and_lender: 0,
        }
    }

    /// The same with other flags.
    pub(crate) fn with_flags(card: CardDefId, flags: u16) -> Unit {
        Unit {
            flags,
            ..Unit::of(card)
        }
    }

    /// The number of cards: the two halves of a Mega Robot are two, Components do not count (clause RE-1.8).
    #[inline]
    pub(crate) fn cards(&self) -> usize {
        1 + usize::from(self.legs() != 0)
    }

    /// The Component at a port: its place in the rulebook's list of Components plus 1, or 0.
    #[inline]
    pub(crate) fn part(&self, port: u8) -> u8 {
        (self.parts >> (port * 4) & 15) as u8
    }

    /// Whether any Components are installed.
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

    /// Whether the card is on the table and not recharging.
    #[inline]
    pub(crate) fn ready(&self) -> bool {
        self.flags & (GONE | RECHARGING) == 0
    }

    /// Whether the card takes part in the combat.
    #[inline]
    pub(crate) fn fights(&self) -> bool {
        self.fight != 0 && self.ready()
    }

    /// The same; if cards react to a card that has just been destroyed, whether it did.
    pub(crate) fn fights_or_fought(&self) -> bool {
        self.fights() || self.is(GONE) && self.is(FOUGHT) && !self.is_on_moon()
    }

    /// Whether the card is the first of a chain that has survived and whose marks are still to be assigned (Q-RS-10).
    /// While damage is divided, the blocker named last is also [`NAMED`].
    pub(crate) fn has_to_lay(&self) -> bool {
        self.is(LAST) && !self.is(NAMED)
    }

    /// The amount of damage that is prevented; 0 if the field contains marks instead.
    pub(crate) fn prevention(&self) -> u8 {
        if self.has_to_lay() { 0 } else { self.prevented }
    }

    /// Removes damage, prevention, changes by cards and the defence die at the end of a turn.
    #[inline]
    pub(crate) fn wipe(&mut self) {
        (self.damage, self.prevented) = (0, 0);
        (self.attack_and_flight, self.defence_and_lender) = (0, 0);
        self.set_braced(0);
    }

    /// Removes the card from the combat.
    pub(crate) fn leave_combat(&mut self) {
        self.flags &= !OF_COMBAT;
        self.fight = 0;
        self.set_rolled(0);
    }

    /// Marks that the card has left; another player took it to the spot with this number.
    pub(crate) fn taken(&mut self, spot: u8) {
        self.flags |= GONE;
        (self.damage, self.prevented) = (TAKEN, spot);
    }

    /// The number of the spot to which another player took the card.
    #[inline]
    pub(crate) fn taken_to(&self) -> Option<u8> {
        (self.damage == TAKEN).then_some(self.prevented)
    }

    /// Marks damage on the card.
    pub(crate) fn mark(&mut self, points: u8) {
        self.damage = self.damage.saturating_add(points).min(MAX_POINTS);
    }

    /// Adds prevention to the card.
    pub(crate) fn shield(&mut self, points: u8) {
        self.prevented = self.prevented.saturating_add(points).min(MAX_POINTS);
    }

    /// Uses up prevention to stop damage; returns how much was stopped.
    pub(crate) fn absorb(&mut self, points: u8) -> u8 {
        let stopped = points.min(self.prevented);
        self.prevented -= stopped;
        stopped
    }
}

const _: () = assert!(size_of::<Unit>() == 12);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_in_bits_stays_apart() {
        let mut unit = Unit::of(CardDefId::FIRST);
        unit.set_counters(15);
        unit.set_rolled(6);
        unit.set_braced(5);
        unit.set_survived(1);
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
                unit.survived(),
                unit.moon_number(),
                unit.chain(),
                unit.legs(),
                unit.part(0),
            ]
        };
        assert_eq!(all(&unit), [15, 6, 5, 1, 48, 32, 15, 13]);
        assert_eq!(
            (unit.part(1), unit.part(2), unit.is(NEW), unit.is(LAST)),
            (14, 15, true, true)
        );
        unit.set_chain(1);
        unit.set_rolled(0);
        unit.set_part(1, 0);
        assert_eq!(all(&unit), [15, 0, 5, 1, 48, 1, 15, 13]);
        assert_eq!((unit.part(1), unit.part(2)), (0, 15));
    }

    #[test]
    fn flight_and_attack_stay_apart() {
        let mut unit = Unit::of(CardDefId::FIRST);
        for flight in [None, Some(true), Some(false)] {
            for change in -MAX_CHANGE..=MAX_CHANGE {
                unit.set_flight(flight);
                unit.set_more_attack(change);
                assert_eq!((unit.flight(), unit.more_attack()), (flight, change));
                for seats in 0..3 {
                    unit.set_lender(seats);
                    unit.set_more_defence(change);
                    assert_eq!((unit.lender(), unit.more_defence()), (seats, change));
                }
            }
        }
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
