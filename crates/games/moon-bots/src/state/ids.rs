//! The ids of Moon-Bots, each with its own type. A state stores plain bytes. Input from a script, a position or a
//! line of notation is first converted to one of these types, or rejected.

use crate::sizes::{OPEN_COPIES, PLACES, ROBOTS, SLOTS, TYPES, WEAPON_COPIES, WINDOWS};
use cardwright_effects::Frame;
use cardwright_kernel::Seat;
use cardwright_runtime::ids::{Id, IdSet};

cardwright_runtime::ids! {
    /// A robot, in turn order; with two players, the first two robots belong to one player.
    RobotId in u8 { First, Second, Third, Fourth }
    /// A player, by seat.
    PlayerId in u8 { First, Second, Third, Fourth }
    /// A slot of a robot.
    SlotId in u8 { Head, Torso, LeftArm, RightArm, LeftLeg, RightLeg }
    /// A place of the market (MB-1.4).
    PlaceId in u8 { BottomLeft, BottomRight, MiddleLeft, MiddleRight, TopLeft, TopRight }
    /// A type of damage: the game's own two, then those declared by packs.
    DamageId in u8 { Fist, Missile, Third, Fourth }
    /// A window in which weapons are played, in the order of a turn; see [`crate::lexicon::WINDOWS_BY_NAME`].
    WindowId in u16 { TurnStart, Bought, Rolled, Rerolled, Damage, Energy, BeforeRefill, TurnEnd, WeaponPlayed }
    /// A part or upgrade of the deck.
    CardId in u128: 128
    /// A kind of secret weapon in the deck.
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

/// A set of robots.
pub type Robots = IdSet<RobotId>;

/// A set of players.
pub type Players = IdSet<PlayerId>;

/// A set of places in the market.
pub type Places = IdSet<PlaceId>;

/// A set of slots.
pub type Slots = IdSet<SlotId>;

/// A set of windows.
pub type Windows = IdSet<WindowId>;

/// The first robot takes the first turn.
impl Default for RobotId {
    #[inline]
    fn default() -> Self {
        RobotId::First
    }
}

impl RobotId {
    /// The robot in the two lowest bits, for robots that are packed together with other data.
    #[inline]
    pub(crate) const fn packed(bits: u8) -> RobotId {
        match bits & 3 {
            0 => RobotId::First,
            1 => RobotId::Second,
            2 => RobotId::Third,
            _ => RobotId::Fourth,
        }
    }

    /// The robot whose card has the effect. Frames are only created for robots; see `Engine::start_with`.
    #[inline]
    pub(crate) const fn owner_of(frame: &Frame) -> RobotId {
        RobotId::packed(frame.owner)
    }

    /// All robots except this one.
    #[inline]
    pub(crate) fn others(self) -> Robots {
        Robots::full().without(self)
    }

    /// The opposite robot in a duel (MB-11.1).
    #[inline]
    pub(crate) const fn facing(self) -> RobotId {
        RobotId::packed(3 - self as u8)
    }

    /// Both robots of this robot's player in a duel.
    #[inline]
    pub(crate) fn pair(self) -> Robots {
        Robots::from_bits(0b11 << (self as u8 & !1))
    }
}

impl PlayerId {
    /// The player of each robot. With two players, each has two robots.
    pub(crate) const fn owners(players: u8) -> [PlayerId; ROBOTS] {
        use PlayerId::{First, Fourth, Second, Third};
        match players {
            2 => [First, First, Second, Second],
            _ => [First, Second, Third, Fourth],
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

    /// The player's robot in a game where each player has one robot.
    #[inline]
    pub(crate) const fn robot(self) -> RobotId {
        RobotId::packed(self as u8)
    }

    /// The player's number, from 1.
    #[inline]
    pub(crate) fn number(self) -> u8 {
        self.n() + 1
    }

    /// The seat of the player.
    #[inline]
    pub(crate) fn seat(self) -> Seat {
        Seat(self.n())
    }

    /// The player at a seat, if the seat exists.
    #[inline]
    pub(crate) fn at(seat: Seat) -> Option<PlayerId> {
        PlayerId::of(seat.index())
    }
}

impl PlaceId {
    /// The row of the place: 0 at the bottom to 2 at the top.
    #[inline]
    pub(crate) const fn row(self) -> u8 {
        self as u8 / 2
    }
}

impl CardId {
    /// The card stored as a number on a robot: 0 is none, otherwise the card's number plus 1.
    #[inline]
    pub(crate) fn on_robot(number: u8) -> Option<CardId> {
        usize::from(number).checked_sub(1).and_then(CardId::of)
    }

    /// The number under which a robot stores this card: the card's number plus 1.
    #[inline]
    pub(crate) fn number(self) -> u8 {
        self.n() + 1
    }
}
