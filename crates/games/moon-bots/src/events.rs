//! The events of a game of Moon-Bots.

use crate::state::ids::{CardId, DamageId, PlaceId, PlayerId, RobotId, SlotId, WeaponId};
use cardwright_runtime::bound::DefinitionId;
use serde::Serialize;

/// An event of the game. Robots, cards, weapons and places are numbers of the rulebook; the game's notation converts an
/// event into a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    /// A card was added to the market; `None` for a face-down secret weapon.
    Dealt {
        place: PlaceId,
        card: Option<CardId>,
    },
    /// The marked cards were removed from the game.
    MarkedOut { cards: u8 },
    /// Secret weapons were removed from the game unseen.
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
    /// The robot paid with its last energy, so the card goes to the box.
    PaidWithItsLast {
        robot: RobotId,
        card: Option<CardId>,
    },
    /// A card from the pile was built.
    Built { robot: RobotId, card: CardId },
    /// A search of the pile for parts or upgrades found none that fits the robot.
    FoundNothing { robot: RobotId, upgrades: bool },
    /// The buyer looked at the secret weapon it got.
    Got { robot: RobotId, weapon: WeaponId },
    /// The weapon was revealed immediately.
    Shown { robot: RobotId, weapon: WeaponId },
    /// Chance decided a question of a card.
    Decided { card: DefinitionId, what: String },
    /// Dice were rolled.
    Rolled { robot: RobotId, faces: Vec<u8> },
    /// Dice were picked up to be rerolled.
    TookUp { robot: RobotId, faces: Vec<u8> },
    /// A part or built-in ability was used with these dice.
    Used {
        robot: RobotId,
        card: DefinitionId,
        faces: Vec<u8>,
    },
    /// Damage was aimed at a robot.
    Aimed {
        robot: RobotId,
        at: RobotId,
        damage: DamageId,
        points: u8,
    },
    /// A card added damage.
    Added {
        at: RobotId,
        damage: DamageId,
        points: u8,
    },
    /// A card added damage that cannot be stopped.
    AddedUnstoppable { at: RobotId, points: u8 },
    /// A card reduced damage.
    Reduced {
        at: RobotId,
        damage: DamageId,
        points: u8,
    },
    /// Damage was moved to another robot.
    Deflected {
        from: RobotId,
        to: RobotId,
        damage: DamageId,
        points: u8,
    },
    /// A secret weapon was played.
    Played { robot: RobotId, weapon: WeaponId },
    /// Damage was dealt; `points` is all of it, and `over` the part for which the robot had no energy left.
    Damaged {
        robot: RobotId,
        points: u8,
        over: u8,
        energy: u8,
    },
    /// Energy was lost, but not through damage; `over` is the part for which the robot had no energy left.
    Lost {
        robot: RobotId,
        points: u8,
        over: u8,
        energy: u8,
    },
    /// A price was paid that a card asked for.
    Paid {
        robot: RobotId,
        points: u8,
        energy: u8,
    },
    /// Energy was gained; `over` is the part above the limit.
    Gained {
        robot: RobotId,
        points: u8,
        over: u8,
        energy: u8,
    },
    /// A player looked at an opponent's weapons.
    LookedAt { robot: RobotId, at: RobotId },
    /// The weapons that this player saw.
    Saw {
        robot: RobotId,
        at: RobotId,
        weapons: Vec<WeaponId>,
    },
    /// A player may not reroll this turn.
    Forbade { player: PlayerId },
    /// A die was turned to another face.
    Turned { from: u8, to: u8 },
    /// The robot's turn is skipped.
    Skipped { robot: RobotId },
    /// A robot was eliminated.
    Fell { robot: RobotId },
    /// A conqueror was switched off.
    SwitchedOff { robot: RobotId },
    /// A conqueror was switched on for the last duel.
    SwitchedOn { robot: RobotId },
    /// A secret weapon in the bottom row was discarded face down.
    Discarded { place: PlaceId },
    /// A card slid down.
    Slid { from: PlaceId, to: PlaceId },
    /// A weapon was discarded from a hand.
    Dropped { robot: RobotId, weapon: WeaponId },
    /// A weapon was passed from one hand to another.
    HandedOver { from: RobotId, to: RobotId },
    /// The weapon that was passed, for one of the two players.
    HandedWeapon {
        player: PlayerId,
        from: RobotId,
        to: RobotId,
        weapon: WeaponId,
    },
    /// Two robots swapped all their weapons.
    HandsSwapped { first: RobotId, second: RobotId },
    /// A weapon was drawn unseen from the pile.
    DrewWeapon { robot: RobotId },
    /// A robot took a used weapon out of the box.
    Recovered { robot: RobotId, weapon: WeaponId },
    /// A robot drew a weapon out of those that left the game unseen.
    DrewRemoved { robot: RobotId },
    /// A weapon of a hand was put back into the pile.
    PutBack { robot: RobotId },
    /// The weapon that was put back, for its player.
    PutBackWeapon { player: PlayerId, weapon: WeaponId },
    /// A robot discarded a secret weapon face down.
    DroppedFaceDown { robot: RobotId },
    /// The player who discarded a weapon face down sees which one.
    DroppedWeapon { player: PlayerId, weapon: WeaponId },
    /// A hand was revealed to everybody.
    Revealed {
        robot: RobotId,
        weapons: Vec<WeaponId>,
    },
    /// A card in the market was removed from the game; `None` for a face-down secret weapon.
    Cleared {
        place: PlaceId,
        card: Option<CardId>,
    },
    /// A part was put on a place of the market.
    PutInMarket {
        robot: RobotId,
        place: PlaceId,
        card: CardId,
    },
    /// The cards on two places of the market were swapped.
    PlacesSwapped { first: PlaceId, second: PlaceId },
    /// A part or upgrade was destroyed.
    Destroyed { robot: RobotId, card: CardId },
    /// A part or upgrade was moved to another robot.
    Moved {
        from: RobotId,
        to: RobotId,
        card: CardId,
    },
    /// A part may be used once more this turn.
    Refreshed { robot: RobotId, slot: SlotId },
    /// A part cannot be used any more this turn.
    Jammed { robot: RobotId, slot: SlotId },
    /// A robot does what a part of another robot does.
    Borrowed {
        robot: RobotId,
        from: RobotId,
        card: DefinitionId,
    },
    /// The part in a slot cannot be used in the robot's next turn or, if this is the robot's own turn, in the rest of it.
    Blocked {
        robot: RobotId,
        slot: SlotId,
        own_turn: bool,
    },
    /// A die was added to the unplaced dice.
    DieAdded { face: u8 },
    /// A die was removed.
    DieRemoved { face: u8 },
    /// A die is rerolled.
    DieTakenUp { face: u8 },
    /// Damage about to hit changed its type.
    Converted {
        at: RobotId,
        from: DamageId,
        to: DamageId,
        points: u8,
    },
    /// The active robot gets another turn after this one.
    Again { robot: RobotId },
    /// The active robot's turn skips to the refill.
    TurnCutShort { robot: RobotId },
    /// The active player may not buy this turn.
    ForbadeBuying { player: PlayerId },
    /// A player may not play weapons this turn.
    ForbadeWeapons { player: PlayerId },
    /// A card reacted to an event.
    Reacted { robot: RobotId, card: DefinitionId },
    /// A card's effect did nothing, because too many effects were in progress.
    Lapsed { robot: RobotId, card: DefinitionId },
    /// A card offers fewer numbers than it states.
    NumbersCut { robot: RobotId, card: DefinitionId },
    /// A card repeats something fewer times than it states.
    TimesCut { robot: RobotId, card: DefinitionId },
    /// A secret weapon stayed on the table.
    Stays { robot: RobotId, card: DefinitionId },
    /// A part, upgrade or permanent weapon was put into the box.
    Left { robot: RobotId, card: DefinitionId },
    /// The number of counters on a card changed.
    Counted {
        robot: RobotId,
        card: DefinitionId,
        counters: u8,
    },
    /// A secret weapon that was played is cancelled.
    Cancelled { robot: RobotId, card: DefinitionId },
    /// A secret weapon that was played will have the same effect for another robot.
    Copies { robot: RobotId, card: DefinitionId },
    /// A card of the market was put on top of the pile; `None` for a face-down secret weapon.
    PutOnTop {
        place: PlaceId,
        card: Option<CardId>,
    },
    /// A robot took the top card of the pile; `None` for a secret weapon.
    TookTop {
        robot: RobotId,
        card: Option<CardId>,
    },
    /// The top card was put into the box, because the robot had no place for it.
    TopBoxed { robot: RobotId, card: CardId },
    /// A robot built a card from the box.
    Salvaged { robot: RobotId, card: CardId },
    /// Players write numbers in secret.
    InSecret,
    /// A number written in secret was revealed.
    Shows { robot: RobotId, number: i16 },
    /// Attacks must be aimed at a robot until the end of the turn.
    DrawsAttacks { robot: RobotId },
    /// No attack may be aimed at a robot until the end of the turn.
    Spared { robot: RobotId },
    /// Dice that show this face cannot be used this turn.
    ForbadeFace { face: u8 },
    /// The active robot rolls this many dice fewer this turn.
    FewerDice { robot: RobotId, fewer: u8 },
    /// Turns pass in the other direction; `backwards` says whether to the right.
    TurnsReversed { backwards: bool },
    /// A robot that was about to be eliminated stays in play.
    Survives { robot: RobotId, energy: u8 },
    /// An upgrade has no effect until the end of the turn.
    Silenced { robot: RobotId, card: CardId },
    /// A card stored a number.
    Remembers {
        robot: RobotId,
        card: DefinitionId,
        remembered: u8,
    },
    /// A card stored a robot.
    RemembersRobot {
        robot: RobotId,
        card: DefinitionId,
        remembered: RobotId,
    },
    /// A card remembers a slot.
    RemembersSlot {
        robot: RobotId,
        card: DefinitionId,
        slot: SlotId,
    },
    /// A card remembers nothing any more.
    Forgets { robot: RobotId, card: DefinitionId },
    /// A robot lost energy, because it can now store less than it had.
    Spilled {
        robot: RobotId,
        points: u8,
        energy: u8,
    },
    /// Cards would react to each other without end.
    Endless { cards: Vec<DefinitionId> },
    /// The game ended.
    Ended { winners: Vec<PlayerId>, why: Why },
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Only one robot, or one player's robots, are left.
    LastStanding,
    /// The last robots were eliminated together.
    FellTogether,
    /// No energy was lost for too long, or the game took too long.
    Stalemate,
    /// Cards react to each other without end.
    Endless,
    /// A card says that a player wins.
    Card,
}
