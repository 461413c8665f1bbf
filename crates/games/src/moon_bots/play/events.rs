//! What happens in a game of Moon-Bots.

use serde::Serialize;

/// Something that happened. Robots, cards, weapons and places are numbers of the rulebook; the game's notation turns
/// an event into a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    /// A card came into the market; `None` for a face-down secret weapon.
    Dealt { place: u8, card: Option<u8> },
    /// The marked cards left the game.
    MarkedOut { cards: u8 },
    /// Secret weapons left the game unseen.
    WeaponsOut { weapons: u8 },
    /// A turn began.
    TurnBegan { robot: u8 },
    /// A card was bought; `None` for a face-down secret weapon.
    Bought { robot: u8, place: u8, card: Option<u8>, price: u8 },
    /// A card was taken from the market without paying.
    Took { robot: u8, place: u8, card: Option<u8> },
    /// The price was the robot's last energy: the card goes to the box.
    PaidWithItsLast { robot: u8, card: Option<u8> },
    /// A card was built from the pile.
    Built { robot: u8, card: u8 },
    /// A search of the pile, for parts or for upgrades, found none that the robot has a place for.
    FoundNothing { robot: u8, upgrades: bool },
    /// The buyer saw which secret weapon it is.
    Got { robot: u8, weapon: u8 },
    /// The weapon was shown at once.
    Shown { robot: u8, weapon: u8 },
    /// Chance decided a card's question.
    Decided { card: u16, what: String },
    /// Dice were rolled.
    Rolled { robot: u8, faces: Vec<u8> },
    /// Dice were taken up to be rolled again.
    TookUp { robot: u8, faces: Vec<u8> },
    /// A part or built-in ability was used with these dice.
    Used { robot: u8, card: u16, faces: Vec<u8> },
    /// Points of damage are aimed at a robot.
    Aimed { robot: u8, at: u8, damage: u8, points: u8 },
    /// A card added points.
    Added { at: u8, damage: u8, points: u8 },
    /// A card added points that nothing stops.
    AddedUnstoppable { at: u8, points: u8 },
    /// A card took points off.
    Reduced { at: u8, damage: u8, points: u8 },
    /// Points moved to another robot.
    Deflected { from: u8, to: u8, damage: u8, points: u8 },
    /// A secret weapon was played.
    Played { robot: u8, weapon: u8 },
    /// Damage was done: all points of it, of which `over` found no energy to take.
    Damaged { robot: u8, points: u8, over: u8, energy: u8 },
    /// Energy was lost by other means than damage; `over` points found none to take.
    Lost { robot: u8, points: u8, over: u8, energy: u8 },
    /// Energy was gained; `over` points were cut off.
    Gained { robot: u8, points: u8, over: u8, energy: u8 },
    /// A player looked at an opponent's weapons.
    LookedAt { robot: u8, at: u8 },
    /// What that player saw.
    Saw { robot: u8, at: u8, weapons: Vec<u8> },
    /// A player may not roll again this turn.
    Forbade { player: u8 },
    /// A die was turned.
    Turned { from: u8, to: u8 },
    /// The turn is skipped.
    Skipped { robot: u8 },
    /// A robot is out.
    Fell { robot: u8 },
    /// A conqueror is switched off.
    SwitchedOff { robot: u8 },
    /// A conqueror is back for the last duel.
    SwitchedOn { robot: u8 },
    /// A secret weapon left the bottom row, face down.
    Discarded { place: u8 },
    /// A card slid down.
    Slid { from: u8, to: u8 },
    /// A weapon was discarded out of a hand.
    Dropped { robot: u8, weapon: u8 },
    /// A weapon went from hand to hand.
    HandedOver { from: u8, to: u8 },
    /// Which weapon it was, for one of the two players.
    HandedWeapon { player: u8, from: u8, to: u8, weapon: u8 },
    /// Two robots exchanged their weapons.
    HandsSwapped { first: u8, second: u8 },
    /// A weapon was drawn from the pile, unseen.
    DrewWeapon { robot: u8 },
    /// Everybody saw a hand.
    Revealed { robot: u8, weapons: Vec<u8> },
    /// A card of the market left the game; `None` for a face-down secret weapon.
    Cleared { place: u8, card: Option<u8> },
    /// Two places of the market changed what lies there.
    PlacesSwapped { first: u8, second: u8 },
    /// A part or upgrade left the game.
    Destroyed { robot: u8, card: u8 },
    /// A part or upgrade went to another robot.
    Moved { from: u8, to: u8, card: u8 },
    /// A part may work once more this turn.
    Refreshed { robot: u8, slot: u8 },
    /// A part works no more this turn.
    Jammed { robot: u8, slot: u8 },
    /// A die came to the unplaced ones.
    DieAdded { face: u8 },
    /// A die is gone.
    DieRemoved { face: u8 },
    /// A die is rolled again.
    DieTakenUp { face: u8 },
    /// Points about to hit changed their type.
    Converted { at: u8, from: u8, to: u8, points: u8 },
    /// The active robot has another turn after this one.
    Again { robot: u8 },
    /// The active robot's turn goes on with the refill.
    TurnCutShort { robot: u8 },
    /// The active player may not buy this turn.
    ForbadeBuying { player: u8 },
    /// A player may play no weapons this turn.
    ForbadeWeapons { player: u8 },
    /// A card reacts to what happened.
    Reacted { robot: u8, card: u16 },
    /// A card's effect found no room inside the others and lapsed.
    Lapsed { robot: u8, card: u16 },
    /// A card offers fewer numbers than it names.
    NumbersCut { robot: u8, card: u16 },
    /// A card does something fewer times than it says.
    TimesCut { robot: u8, card: u16 },
    /// A secret weapon stays on the table.
    Stays { robot: u8, card: u16 },
    /// A part, upgrade or staying weapon goes to the box.
    Left { robot: u8, card: u16 },
    /// Counters came onto a card or left it.
    Counted { robot: u8, card: u16, counters: u8 },
    /// A secret weapon that was played does nothing.
    Cancelled { robot: u8, card: u16 },
    /// A secret weapon that was played will do the same for another robot.
    Copies { robot: u8, card: u16 },
    /// A card of the market went to the top of the pile; `None` for a face-down secret weapon.
    PutOnTop { place: u8, card: Option<u8> },
    /// A robot took the top card of the pile; `None` for a secret weapon.
    TookTop { robot: u8, card: Option<u8> },
    /// The robot had no place for it.
    TopBoxed { robot: u8, card: u8 },
    /// A robot built a card out of the box.
    Salvaged { robot: u8, card: u8 },
    /// Numbers are written in secret.
    InSecret,
    /// A number that was written in secret is shown.
    Shows { robot: u8, number: i16 },
    /// Attacks must be aimed at a robot until the turn ends.
    DrawsAttacks { robot: u8 },
    /// No attack may be aimed at a robot until the turn ends.
    Spared { robot: u8 },
    /// An upgrade does nothing until the turn ends.
    Silenced { robot: u8, card: u8 },
    /// A card remembers a number.
    Remembers { robot: u8, card: u16, remembered: u8 },
    /// A card remembers a robot.
    RemembersRobot { robot: u8, card: u16, remembered: u8 },
    /// A card remembers nothing any more.
    Forgets { robot: u8, card: u16 },
    /// A robot can hold less energy now than it had.
    Spilled { robot: u8, points: u8, energy: u8 },
    /// Cards that would answer each other without end.
    Endless { cards: Vec<u16> },
    /// The game ended.
    Ended { winners: Vec<u8>, why: Why },
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
