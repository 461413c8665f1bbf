//! What happens in a game of Moon-Bots.

use crate::state::ids::{CardId, DamageId, PlaceId, PlayerId, RobotId, SlotId, WeaponId};
use cardwright_runtime::bound::DefinitionId;
use serde::Serialize;

/// Something that happened. Robots, cards, weapons and places are numbers of the rulebook; the game's notation turns
/// an event into a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    /// A card came into the market; `None` for a face-down secret weapon.
    Dealt {
        place: PlaceId,
        card: Option<CardId>,
    },
    /// The marked cards left the game.
    MarkedOut { cards: u8 },
    /// Secret weapons left the game unseen.
    WeaponsOut { weapons: u8 },
    /// A turn began.
    TurnBegan { robot: RobotId },
    /// A card was bought; `None` for a face-down secret weapon.
    Bought {
        robot: RobotId,
        place: PlaceId,
        card: Option<CardId>,
        price: u8,
    },
    /// A card was taken from the market without paying.
    Took {
        robot: RobotId,
        place: PlaceId,
        card: Option<CardId>,
    },
    /// The price was the robot's last energy: the card goes to the box.
    PaidWithItsLast {
        robot: RobotId,
        card: Option<CardId>,
    },
    /// A card was built from the pile.
    Built { robot: RobotId, card: CardId },
    /// A search of the pile, for parts or for upgrades, found none that the robot has a place for.
    FoundNothing { robot: RobotId, upgrades: bool },
    /// The buyer saw which secret weapon it is.
    Got { robot: RobotId, weapon: WeaponId },
    /// The weapon was shown at once.
    Shown { robot: RobotId, weapon: WeaponId },
    /// Chance decided a card's question.
    Decided { card: DefinitionId, what: String },
    /// Dice were rolled.
    Rolled { robot: RobotId, faces: Vec<u8> },
    /// Dice were taken up to be rolled again.
    TookUp { robot: RobotId, faces: Vec<u8> },
    /// A part or built-in ability was used with these dice.
    Used {
        robot: RobotId,
        card: DefinitionId,
        faces: Vec<u8>,
    },
    /// Points of damage are aimed at a robot.
    Aimed {
        robot: RobotId,
        at: RobotId,
        damage: DamageId,
        points: u8,
    },
    /// A card added points.
    Added {
        at: RobotId,
        damage: DamageId,
        points: u8,
    },
    /// A card added points that nothing stops.
    AddedUnstoppable { at: RobotId, points: u8 },
    /// A card took points off.
    Reduced {
        at: RobotId,
        damage: DamageId,
        points: u8,
    },
    /// Points moved to another robot.
    Deflected {
        from: RobotId,
        to: RobotId,
        damage: DamageId,
        points: u8,
    },
    /// A secret weapon was played.
    Played { robot: RobotId, weapon: WeaponId },
    /// Damage was done: all points of it, of which `over` found no energy to take.
    Damaged {
        robot: RobotId,
        points: u8,
        over: u8,
        energy: u8,
    },
    /// Energy was lost by other means than damage; `over` points found none to take.
    Lost {
        robot: RobotId,
        points: u8,
        over: u8,
        energy: u8,
    },
    /// Energy was gained; `over` points were cut off.
    Gained {
        robot: RobotId,
        points: u8,
        over: u8,
        energy: u8,
    },
    /// A player looked at an opponent's weapons.
    LookedAt { robot: RobotId, at: RobotId },
    /// What that player saw.
    Saw {
        robot: RobotId,
        at: RobotId,
        weapons: Vec<WeaponId>,
    },
    /// A player may not roll again this turn.
    Forbade { player: PlayerId },
    /// A die was turned.
    Turned { from: u8, to: u8 },
    /// The turn is skipped.
    Skipped { robot: RobotId },
    /// A robot is out.
    Fell { robot: RobotId },
    /// A conqueror is switched off.
    SwitchedOff { robot: RobotId },
    /// A conqueror is back for the last duel.
    SwitchedOn { robot: RobotId },
    /// A secret weapon left the bottom row, face down.
    Discarded { place: PlaceId },
    /// A card slid down.
    Slid { from: PlaceId, to: PlaceId },
    /// A weapon was discarded out of a hand.
    Dropped { robot: RobotId, weapon: WeaponId },
    /// A weapon went from hand to hand.
    HandedOver { from: RobotId, to: RobotId },
    /// Which weapon it was, for one of the two players.
    HandedWeapon {
        player: PlayerId,
        from: RobotId,
        to: RobotId,
        weapon: WeaponId,
    },
    /// Two robots exchanged their weapons.
    HandsSwapped { first: RobotId, second: RobotId },
    /// A weapon was drawn from the pile, unseen.
    DrewWeapon { robot: RobotId },
    /// Everybody saw a hand.
    Revealed {
        robot: RobotId,
        weapons: Vec<WeaponId>,
    },
    /// A card of the market left the game; `None` for a face-down secret weapon.
    Cleared {
        place: PlaceId,
        card: Option<CardId>,
    },
    /// Two places of the market changed what lies there.
    PlacesSwapped { first: PlaceId, second: PlaceId },
    /// A part or upgrade left the game.
    Destroyed { robot: RobotId, card: CardId },
    /// A part or upgrade went to another robot.
    Moved {
        from: RobotId,
        to: RobotId,
        card: CardId,
    },
    /// A part may work once more this turn.
    Refreshed { robot: RobotId, slot: SlotId },
    /// A part works no more this turn.
    Jammed { robot: RobotId, slot: SlotId },
    /// A die came to the unplaced ones.
    DieAdded { face: u8 },
    /// A die is gone.
    DieRemoved { face: u8 },
    /// A die is rolled again.
    DieTakenUp { face: u8 },
    /// Points about to hit changed their type.
    Converted {
        at: RobotId,
        from: DamageId,
        to: DamageId,
        points: u8,
    },
    /// The active robot has another turn after this one.
    Again { robot: RobotId },
    /// The active robot's turn goes on with the refill.
    TurnCutShort { robot: RobotId },
    /// The active player may not buy this turn.
    ForbadeBuying { player: PlayerId },
    /// A player may play no weapons this turn.
    ForbadeWeapons { player: PlayerId },
    /// A card reacts to what happened.
    Reacted { robot: RobotId, card: DefinitionId },
    /// A card's effect found no room inside the others and lapsed.
    Lapsed { robot: RobotId, card: DefinitionId },
    /// A card offers fewer numbers than it names.
    NumbersCut { robot: RobotId, card: DefinitionId },
    /// A card does something fewer times than it says.
    TimesCut { robot: RobotId, card: DefinitionId },
    /// A secret weapon stays on the table.
    Stays { robot: RobotId, card: DefinitionId },
    /// A part, upgrade or staying weapon goes to the box.
    Left { robot: RobotId, card: DefinitionId },
    /// Counters came onto a card or left it.
    Counted {
        robot: RobotId,
        card: DefinitionId,
        counters: u8,
    },
    /// A secret weapon that was played does nothing.
    Cancelled { robot: RobotId, card: DefinitionId },
    /// A secret weapon that was played will do the same for another robot.
    Copies { robot: RobotId, card: DefinitionId },
    /// A card of the market went to the top of the pile; `None` for a face-down secret weapon.
    PutOnTop {
        place: PlaceId,
        card: Option<CardId>,
    },
    /// A robot took the top card of the pile; `None` for a secret weapon.
    TookTop {
        robot: RobotId,
        card: Option<CardId>,
    },
    /// The robot had no place for it.
    TopBoxed { robot: RobotId, card: CardId },
    /// A robot built a card out of the box.
    Salvaged { robot: RobotId, card: CardId },
    /// Numbers are written in secret.
    InSecret,
    /// A number that was written in secret is shown.
    Shows { robot: RobotId, number: i16 },
    /// Attacks must be aimed at a robot until the turn ends.
    DrawsAttacks { robot: RobotId },
    /// No attack may be aimed at a robot until the turn ends.
    Spared { robot: RobotId },
    /// An upgrade does nothing until the turn ends.
    Silenced { robot: RobotId, card: CardId },
    /// A card remembers a number.
    Remembers {
        robot: RobotId,
        card: DefinitionId,
        remembered: u8,
    },
    /// A card remembers a robot.
    RemembersRobot {
        robot: RobotId,
        card: DefinitionId,
        remembered: RobotId,
    },
    /// A card remembers nothing any more.
    Forgets { robot: RobotId, card: DefinitionId },
    /// A robot can hold less energy now than it had.
    Spilled {
        robot: RobotId,
        points: u8,
        energy: u8,
    },
    /// Cards that would answer each other without end.
    Endless { cards: Vec<DefinitionId> },
    /// The game ended.
    Ended { winners: Vec<PlayerId>, why: Why },
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// One robot, or one player's robots, are left.
    LastStanding,
    /// The last ones fell together.
    FellTogether,
    /// Nothing happened for too long, or the game took too long.
    Stalemate,
    /// Cards answer each other without end.
    Endless,
}
