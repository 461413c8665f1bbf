//! The actions of the game.

use crate::state::TYPES;
use crate::state::ids::{CardId, PlaceId, RobotId, WeaponId};

/// The damage of an attack, by type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(align(4))]
pub struct Points(pub [u8; TYPES]);

/// An action of a player or of chance. Robots, weapons, cards and places are numbers of the rulebook. For every
/// action, small numbers are in the first bytes and wide ones in the last four, so that the compiler can keep them
/// apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Passes in this window.
    Pass,
    /// Plays a secret weapon.
    Play {
        /// The robot that plays it.
        robot: RobotId,
        /// The secret weapon to play.
        weapon: WeaponId,
    },
    /// Buys nothing.
    NoBuy,
    /// Buys the card on a place of the market.
    Buy {
        /// The place in the market.
        place: PlaceId,
    },
    /// Activates the robot and rolls the dice.
    Activate,
    /// Does not activate the robot.
    Skip,
    /// Keeps the dice as they are.
    Keep,
    /// Rerolls some dice.
    Reroll {
        /// The dice to reroll, packed as in [`crate::state::Turn::dice`].
        dice: u32,
    },
    /// Uses a part or built-in ability.
    Use {
        /// The slot of the part, or 6 and above for built-in abilities.
        part: u8,
        /// The index of the dice combination to use.
        combo: u8,
    },
    /// Uses no further part.
    Stop,
    /// Divides the damage of an attack between both neighbours.
    Split {
        /// The damage for the left neighbour, by type; the rest hits the right neighbour.
        left: Points,
    },
    /// Answers a card's question.
    Choose {
        /// A robot, face, place, card, player, number or mode, depending on the question.
        value: i32,
    },
    /// Answers an optional question of a card with no choice.
    ChooseNone,
    /// Chance: a die shows a face.
    Roll {
        /// The face, 1 to 6.
        face: u8,
    },
    /// Chance: a part or upgrade is drawn.
    Draw {
        /// The drawn part or upgrade.
        card: CardId,
    },
    /// Chance: a secret weapon is drawn face down.
    DrawWeapon,
    /// Chance: identifies a secret weapon that a robot got.
    Get {
        /// The weapon.
        weapon: WeaponId,
    },
    /// Chance: selects a weapon from a hand.
    Pick {
        /// The weapon.
        weapon: WeaponId,
    },
}
