//! What numbers name in Moon-Bots, each a type of its own. A state keeps plain bytes; what comes in from a script, a
//! position or a line of notation becomes one of these first, or nothing.

use super::sizes::{OPEN_COPIES, PLACES, ROBOTS, SLOTS, TYPES, WEAPON_COPIES, WINDOWS};
use cardwright_effects::Frame;
use cardwright_kernel::Seat;
use cardwright_runtime::ids::{Id, IdSet};

cardwright_runtime::ids! {
    /// A robot, in turn order; with two players the first two are one player's.
    RobotId in u8 { First, Second, Third, Fourth }
    /// A player, by seat.
    PlayerId in u8 { First, Second, Third, Fourth }
    /// A slot of a robot.
    SlotId in u8 { Head, Torso, LeftArm, RightArm, LeftLeg, RightLeg }
    /// A place of the market (MB-1.4).
    PlaceId in u8 { BottomLeft, BottomRight, MiddleLeft, MiddleRight, TopLeft, TopRight }
    /// A type of damage: the game's own two, then those that packs declare.
    DamageId in u8 { Fist, Missile, Third, Fourth }
    /// A window in which weapons are played, in the order a turn meets them; see
    /// [`crate::cards::lexicon::WINDOWS_BY_NAME`].
    WindowId in u8 { TurnStart, Bought, Rolled, Rerolled, Damage, Energy, BeforeRefill, TurnEnd }
    /// A part or upgrade of the deck.
    CardId in u128: 128
    /// A secret weapon of the deck.
    WeaponId in u64: 64
    /// A copy of a secret weapon.
    CopyId in u64: 64
}

const _: () = assert!(
    RobotId::COUNT == ROBOTS
        && SlotId::COUNT == SLOTS
        && PlaceId::COUNT == PLACES
        && DamageId::COUNT == TYPES
        && WindowId::COUNT == WINDOWS
        && CardId::COUNT == OPEN_COPIES
        && WeaponId::COUNT == WEAPON_COPIES
        && CopyId::COUNT == WEAPON_COPIES
);

/// Some robots.
pub type Robots = IdSet<RobotId>;
/// Some players.
pub type Players = IdSet<PlayerId>;
/// Some places of the market.
pub type Places = IdSet<PlaceId>;
/// Some slots.
pub type Slots = IdSet<SlotId>;
/// Some windows.
pub type Windows = IdSet<WindowId>;

/// The first robot begins.
impl Default for RobotId {
    #[inline]
    fn default() -> Self {
        RobotId::First
    }
}

impl RobotId {
    /// The robot of the two lowest bits, where a number of a robot is packed with others.
    #[inline]
    pub(crate) const fn packed(bits: u8) -> RobotId {
        match bits & 3 {
            0 => RobotId::First,
            1 => RobotId::Second,
            2 => RobotId::Third,
            _ => RobotId::Fourth,
        }
    }

    /// The robot whose card an effect is of. Frames are made for robots alone; see `Engine::start_with`.
    #[inline]
    pub(crate) const fn owner_of(frame: &Frame) -> RobotId {
        RobotId::packed(frame.owner)
    }

    /// Every robot but this one.
    #[inline]
    pub(crate) fn others(self) -> Robots {
        Robots::full().without(self)
    }

    /// The robot that faces it in a duel (MB-11.1).
    #[inline]
    pub(crate) const fn facing(self) -> RobotId {
        RobotId::packed(3 - self as u8)
    }

    /// The two robots of its player in a duel.
    #[inline]
    pub(crate) fn pair(self) -> Robots {
        Robots::from_bits(0b11 << (self as u8 & !1))
    }
}

impl PlayerId {
    /// The player of a robot in a duel, in which each has two.
    #[inline]
    pub(crate) const fn of_pair(robot: RobotId) -> PlayerId {
        match robot {
            RobotId::First | RobotId::Second => PlayerId::First,
            RobotId::Third | RobotId::Fourth => PlayerId::Second,
        }
    }

    /// The player of a robot where each has one.
    #[inline]
    pub(crate) const fn of_one(robot: RobotId) -> PlayerId {
        match robot {
            RobotId::First => PlayerId::First,
            RobotId::Second => PlayerId::Second,
            RobotId::Third => PlayerId::Third,
            RobotId::Fourth => PlayerId::Fourth,
        }
    }

    /// The player's robots in a duel.
    #[inline]
    pub(crate) const fn pair(self) -> [RobotId; 2] {
        match self {
            PlayerId::First => [RobotId::First, RobotId::Second],
            _ => [RobotId::Third, RobotId::Fourth],
        }
    }

    /// The player's robot where each has one.
    #[inline]
    pub(crate) const fn robot(self) -> RobotId {
        RobotId::packed(self as u8)
    }

    /// The number by which people call the player, from 1.
    #[inline]
    pub(crate) fn number(self) -> u8 {
        self.n() + 1
    }

    /// The seat of the player.
    #[inline]
    pub(crate) fn seat(self) -> Seat {
        Seat(self.n())
    }

    /// The player at a seat, if anybody sits there.
    #[inline]
    pub(crate) fn at(seat: Seat) -> Option<PlayerId> {
        PlayerId::of(seat.index())
    }
}

impl PlaceId {
    /// Its row: 0 at the bottom, to 2 at the top.
    #[inline]
    pub(crate) const fn row(self) -> u8 {
        self as u8 / 2
    }
}

impl CardId {
    /// The card of a number on a robot, which is 0 for none, else the card's number and 1.
    #[inline]
    pub(crate) fn on_robot(number: u8) -> Option<CardId> {
        usize::from(number).checked_sub(1).and_then(CardId::of)
    }

    /// Its number on a robot.
    #[inline]
    pub(crate) fn number(self) -> u8 {
        self.n() + 1
    }
}
