//! What numbers name in Moon-Bots, each a type of its own. A state keeps plain bytes; what comes in from a script, a
//! position or a line of notation becomes one of these first, or nothing.

use super::sizes::{PLACES, ROBOTS, SLOTS, TYPES, WEAPON_COPIES, WINDOWS};
use cardwright_runtime::ids::Id;

cardwright_runtime::ids! {
    /// A robot, in turn order; with two players the first two are one player's.
    RobotId { First, Second, Third, Fourth }
    /// A player, by seat.
    PlayerId { First, Second, Third, Fourth }
    /// A slot of a robot.
    SlotId { Head, Torso, LeftArm, RightArm, LeftLeg, RightLeg }
    /// A place of the market (MB-1.4).
    PlaceId { BottomLeft, BottomRight, MiddleLeft, MiddleRight, TopLeft, TopRight }
    /// A type of damage: the game's own two, then those that packs declare.
    DamageId { Fist, Missile, Third, Fourth }
    /// A window in which weapons are played, in the order a turn meets them; see
    /// [`crate::moon_bots::cards::lexicon::WINDOWS_BY_NAME`].
    WindowId { TurnStart, Bought, Rolled, Rerolled, Damage, Energy, BeforeRefill, TurnEnd }
    /// A copy of a secret weapon.
    CopyId: 64
}

const _: () = assert!(
    RobotId::COUNT == ROBOTS
        && SlotId::COUNT == SLOTS
        && PlaceId::COUNT == PLACES
        && DamageId::COUNT == TYPES
        && WindowId::COUNT == WINDOWS
        && CopyId::COUNT == WEAPON_COPIES
);

/// The robots clockwise, from one on.
pub(crate) fn clockwise(from: u8) -> impl DoubleEndedIterator<Item = u8> {
    (from..ROBOTS as u8).chain(0..from.min(ROBOTS as u8))
}
