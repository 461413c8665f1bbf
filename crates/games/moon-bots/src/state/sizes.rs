//! How many of everything a state has room for.

/// Robots at the table: one a player, or two a player in the two-player game.
pub const ROBOTS: usize = 4;
/// Slots of a robot.
pub const SLOTS: usize = 6;
/// Upgrades a robot may have (MB-4.5).
pub const UPGRADES: usize = 6;
/// Places of the market: three rows of two, bottom left first, then bottom right, and so on upwards (MB-1.4).
pub const PLACES: usize = 6;
/// Types of damage: the game's own two, and room for what packs declare. Each takes nine bytes of a state.
pub const TYPES: usize = 4;
/// Types of damage of the game itself.
pub const OWN_TYPES: usize = 2;
/// Points that one attack may show in all. More than a robot can lose twice over, and few enough that the ways of
/// sharing out four types can be listed.
pub const POINTS: u8 = 60;
/// Effects that may wait inside one another: a part's, an upgrade's or weapon's in its attack, and what a card that
/// this one took does when it is bought. One more is room to spare.
pub const FRAMES: usize = 4;
/// Energy a robot can hold (MB-3.1).
pub const CAP: u8 = 18;
/// Energy a robot may gain in its own turn (MB-3.2).
pub const LIMIT: u8 = 2;

/// Dice the active robot may have before it, those still to be rolled included: a face's count takes three bits.
pub const POOL: u8 = 7;
/// Dice that cards may add in one turn, so that a turn ends.
pub const ADDED: u8 = 7;
/// Secret weapons that may stay on the table at once (MB-12.7): one for each robot and two more, and a state stays
/// small. One more makes the oldest leave.
pub const PERMANENTS: usize = 6;
/// Triggers that may wait at once (MB-12.3). One effect raises two for each robot whose energy it changes, and those
/// of the same sort are one; so this is enough for an effect that changes everybody's energy.
pub const QUEUE: usize = 8;
/// Reactions in one turn before the game counts as endless (MB-12.3): a dozen cards of each of four robots may react
/// four times over.
pub const REACTIONS: u8 = 200;
/// Cards on top of the pile that may be known at once (MB-13.20): people remember two.
pub const TOP_CARDS: usize = 2;
/// Counters a card may hold (MB-12.8).
pub const COUNTERS: u8 = cardwright_runtime::counters::MOST;
/// Places in front of a robot where a card may lie that reacts: parts, upgrades, then weapons that stay.
pub const FRONT: usize = SLOTS + UPGRADES + PERMANENTS;

/// Copies of parts and upgrades that a deck may hold: they are bits of two words in the state.
pub(crate) const OPEN_COPIES: usize = 128;
/// Copies of secret weapons that a deck may hold: they are bits of one word.
pub(crate) const WEAPON_COPIES: usize = 64;
/// Built-in abilities a robot may have: with the six slots they are the bits of [`crate::state::Turn::used`].
pub(crate) const ABILITIES: usize = 8;
/// Secret weapons that leave the game unseen (MB-1.3).
pub(crate) const WEAPONS_OUT: u8 = 5;
/// Windows in which weapons are played; see [`crate::cards::lexicon::WINDOWS_BY_NAME`].
pub(crate) const WINDOWS: usize = 8;
/// The largest number that a card remembers: what is kept is one more, and fits where counters do.
pub(crate) const MAX_REMEMBERED: u8 = COUNTERS - 1;
