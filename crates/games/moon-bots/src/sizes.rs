//! The maximum numbers of things that a state can contain.

/// The number of robots at the table: one per player, or two per player in the two-player game.
pub const ROBOTS: usize = 4;

/// The number of slots of a robot.
pub const SLOTS: usize = 6;

/// The maximum number of upgrades on a robot (MB-4.5).
pub const UPGRADES: usize = 6;

/// The number of places in the market: three rows of two, bottom left first, then bottom right, and so on upwards
/// (MB-1.4).
pub const PLACES: usize = 6;

/// The maximum number of damage types: the game's own two, and those declared by packs. Each takes nine bytes of a
/// state.
pub const TYPES: usize = 4;

/// The number of damage types of the game itself.
pub const OWN_TYPES: usize = 2;

/// The maximum damage of one attack in total. It is more than twice what a robot can lose, and small enough to list all
/// ways of dividing four types.
pub const POINTS: u8 = 60;

/// The maximum number of nested effects: the effect of a part, of an upgrade or weapon in its attack, and of a card
/// taken by it when it is bought, plus one spare.
pub const FRAMES: usize = 4;

/// The maximum energy of a robot (MB-3.1).
pub const CAP: u8 = 18;

/// The maximum energy that a robot may gain in its own turn (MB-3.2).
pub const LIMIT: u8 = 2;

/// The maximum number of dice of the active robot, including those still to be rolled: a face's count takes three bits.
pub const POOL: u8 = 7;

/// The maximum number of dice that cards may add in one turn, so that every turn ends.
pub const ADDED: u8 = 7;

/// The maximum number of secret weapons that stay on the table at once (MB-12.7): one for each robot and two more,
/// which keeps states small. A further one makes the oldest leave.
pub const PERMANENTS: usize = 6;

/// The maximum number of waiting triggers (MB-12.3). An effect raises two for each robot whose energy it changes, and
/// equal ones are merged, so this is enough for an effect that changes everybody's energy.
pub const QUEUE: usize = 8;

/// The number of reactions in one turn after which the game counts as endless (MB-12.3): enough for a dozen cards of
/// each of four robots to react four times.
pub const REACTIONS: u8 = 200;

/// The maximum number of known cards on top of the pile (MB-13.20): people can remember two.
pub const TOP_CARDS: usize = 2;

/// The maximum number of counters on a card (MB-12.8).
pub const COUNTERS: u8 = cardwright_runtime::counters::MOST;

/// The number of places in front of a robot for cards that can react: parts, upgrades, then permanent weapons.
pub const FRONT: usize = SLOTS + UPGRADES + PERMANENTS;

/// The maximum number of copies of parts and upgrades in a deck: each is one bit of two words in the state.
pub(crate) const OPEN_COPIES: usize = 128;

/// The maximum number of copies of secret weapons in a deck: each is one bit of one word.
pub(crate) const WEAPON_COPIES: usize = 64;

/// The maximum number of built-in abilities of a robot; with the six slots they are the bits of
/// [`crate::state::Turn::used`].
pub(crate) const ABILITIES: usize = 8;

/// The number of secret weapons that are removed from the game unseen (MB-1.3).
pub(crate) const WEAPONS_OUT: u8 = 5;

/// The number of windows in which weapons are played; see [`crate::lexicon::WINDOWS_BY_NAME`].
pub(crate) const WINDOWS: usize = 9;

/// The largest number that a card can store. It is kept plus 1 in the bits for counters.
pub(crate) const MAX_REMEMBERED: u8 = COUNTERS - 1;
