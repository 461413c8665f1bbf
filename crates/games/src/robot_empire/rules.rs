//! The numbered clauses that the code cites. Their text stands in `docs/rules/robot-empire.md`; tests hold the two
//! together.

use cardwright_kernel::{Clause, RuleId};

/// Declares each clause once: its name in code, its number, its title.
macro_rules! clauses {
    ($($name:ident = $id:literal, $title:literal;)*) => {
        $(#[doc = concat!($id, ": ", $title, ".")] pub const $name: RuleId = RuleId($id);)*

        /// Every clause of the rules, in order.
        pub const CLAUSES: &[Clause] = &[$(Clause { id: $name, title: $title }),*];
    };
}

clauses! {
    PLAYERS = "RE-1.1", "two or three players, the last with energy wins";
    CARDS = "RE-1.2", "the kinds of cards";
    COINS = "RE-1.3", "80 coins, never more or fewer";
    CHEST = "RE-1.4", "what the War Chest gets and gives";
    PLACES = "RE-1.5", "front line, base and Vault";
    TARGETS = "RE-1.6", "what a target is";
    HIDDEN = "RE-1.7", "what is hidden";
    FULL_SIDE = "RE-1.8", "at most 32 cards on a side";
    PILE = "RE-1.9", "shown and discarded cards lie on the discard pile";
    START = "RE-2.1", "20 coins and 6";
    BATTERY_CHOICE = "RE-2.2", "15 to 20 coins on the Battery";
    FIRST_MOON = "RE-2.3", "the first Moon";
    DEAL = "RE-2.4", "seven cards each";
    FIRST = "RE-2.5", "who begins";
    TURN = "RE-3.1", "the phases of a turn";
    CLEAR = "RE-3.2", "Instants end";
    REACTIVATE = "RE-3.3", "cards are reactivated";
    PLAY = "RE-3.4", "the Play phase";
    NEW = "RE-3.5", "new cards";
    DIE_COST = "RE-3.6", "a cost of 1d6";
    COLLECT = "RE-3.7", "collecting";
    DRAW = "RE-3.8", "filling the hand";
    EMPTY_DECK = "RE-3.9", "an empty Depot Deck";
    MOON_DRAWN = "RE-3.10", "a Moon is drawn";
    TURN_END = "RE-3.11", "marks vanish";
    INSTALL = "RE-4.1", "Components";
    PORTS = "RE-4.2", "ports";
    PERMANENT = "RE-4.3", "Permanent upgrades";
    INSTANT = "RE-4.4", "Instant upgrades";
    AT_ONCE = "RE-4.5", "upgrades work at once";
    ADDED = "RE-4.6", "values are added";
    HIGHEST = "RE-4.7", "several values of long range";
    RECHARGING = "RE-4.8", "what a recharging card cannot do";
    HALF = "RE-5.1", "a lone half";
    ASSEMBLE = "RE-5.2", "assembling";
    BOTH_GO = "RE-5.3", "both halves go";
    NO_MEGA = "RE-5.4", "without Mega Robots";
    AGENTS = "RE-6.1", "when Agents are shown";
    SUPER_WEAPONS = "RE-6.2", "when Super Weapons are shown";
    ANNOUNCED = "RE-6.3", "announcing";
    WINDOW = "RE-6.4", "who is asked in a window";
    LAST_FIRST = "RE-6.5", "the last takes effect first";
    MISSED = "RE-6.6", "what is no longer there is not hit";
    STAYS_PAID = "RE-6.7", "what was paid stays paid";
    NAMES = "RE-6.8", "what a card may name";
    TAP = "RE-6.9", "taps";
    PREVENTION = "RE-6.10", "prevention";
    CARD_TEXT = "RE-6.11", "a card does what it says";
    ASKED = "RE-6.12", "who is asked";
    WINDOWS = "RE-7.1", "the windows of a turn";
    LAND = "RE-8.1", "landing";
    ON_MOON = "RE-8.2", "a robot on a Moon";
    RETURN = "RE-8.3", "returning";
    EMPTIED = "RE-8.4", "the emptied Moon";
    NO_MOONS = "RE-8.5", "without Moons";
    FIRE = "RE-9.1", "long range";
    ATTACK = "RE-9.2", "declaring attacks";
    BLOCK = "RE-9.3", "blocks";
    FLYING = "RE-9.4", "flying";
    SEVERAL = "RE-9.5", "several blockers";
    CHAINS = "RE-9.6", "chains";
    NO_CHAINS = "RE-9.7", "without chaining";
    LEAVES = "RE-9.8", "leaving the combat";
    ATTACK_DIE = "RE-9.9", "an attack of 1d6";
    ORDER = "RE-9.10", "dividing damage";
    DAMAGE = "RE-9.11", "all damage at once";
    DESTROYED = "RE-9.12", "when a card is destroyed";
    SURVIVORS = "RE-9.13", "surviving attackers recharge";
    BATTERIES = "RE-9.14", "Batteries lose coins";
    OUT = "RE-10.1", "who is out";
    CAPTURE = "RE-10.2", "what becomes of the cards";
    END = "RE-10.3", "the end";
    GUARD = "RE-10.4", "the stalemate guard";
    POSITION = "RE-11.1", "possible positions";
}
