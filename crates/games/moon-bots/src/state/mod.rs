//! One game of Moon-Bots in progress: plain numbers, nothing on the heap.

pub(crate) mod derived;
mod front;
mod hash;
pub mod ids;
pub(crate) mod known;
pub(crate) mod market_key;
pub(crate) mod sizes;
pub(crate) mod worlds;

use crate::state::ids::{CardId, Places, PlayerId, Players, RobotId, Robots, Windows};
use cardwright_effects::Frame;
use cardwright_runtime::counters::Counters;
use cardwright_runtime::effects::Effects;
use cardwright_runtime::ids::Id;
use cardwright_runtime::triggers::Triggers;
use cardwright_runtime::turn_order::TurnOrder;
use cardwright_runtime::windows::Window;
use serde::{Deserialize, Serialize};

pub use front::{Falling, Permanent, Trigger, Until};
pub use sizes::{
    ADDED, CAP, COUNTERS, FRAMES, FRONT, LIMIT, OWN_TYPES, PERMANENTS, PLACES, POINTS, POOL, QUEUE,
    REACTIONS, ROBOTS, SLOTS, TOP_CARDS, TYPES, UPGRADES,
};

/// Where a robot stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Status {
    /// Nobody plays it.
    #[default]
    Absent,
    /// It plays.
    InPlay,
    /// It won its duel and waits for the other one (MB-11.4).
    SwitchedOff,
    /// It has lost all its energy.
    Out,
}

/// One robot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Robot {
    /// Its secret weapons: a bit for each copy of the rulebook.
    pub hand: u64,
    /// Its parts by slot: 0 for none, else the card's number and 1.
    pub parts: [u8; SLOTS],
    /// Its upgrades in the order they came: 0 for none, else the card's number and 1.
    pub upgrades: [u8; UPGRADES],
    /// Its energy, 0 to 18.
    pub energy: u8,
    /// Where it stands.
    pub status: Status,
    /// Dice it rolls.
    pub dice: u8,
    /// Dice it may roll again, once a turn.
    pub reroll: u8,
    /// Parts that have done their part in the present attack: a bit for each slot.
    pub done: u8,
    /// Counters on its cards: at each slot those of the part, behind the slots those of the upgrades.
    pub counters: Counters<SLOTS>,
    /// Upgrades that do nothing until the turn ends (MB-12.14): a bit for each place.
    pub disabled: u8,
}

impl Robot {
    /// Its upgrades as [`Robot::upgrades`], without those that do nothing now.
    pub fn active_upgrades(&self) -> [u8; UPGRADES] {
        let mut upgrades = self.upgrades;
        for (place, number) in upgrades.iter_mut().enumerate() {
            *number *= 1 - (self.disabled >> place & 1);
        }
        upgrades
    }

    /// An upgrade has left: the counters of those behind its place move up with them.
    pub fn close_counters(&mut self, place: usize) {
        self.counters.close(SLOTS + place, SLOTS + UPGRADES);
    }
}

/// What lies on a place of the market.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum MarketCard {
    /// Nothing.
    #[default]
    Nothing,
    /// A part or upgrade.
    Open(CardId),
    /// A secret weapon, face down. Nobody knows which, so the state does not say it.
    FaceDown,
}

/// What lies on a place of the market, in one byte: a card's number, or one above all cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct MarketSlot(pub(crate) u8);

impl MarketSlot {
    /// A secret weapon, face down.
    pub const FACE_DOWN: MarketSlot = MarketSlot(254);
    /// Nothing.
    pub const NOTHING: MarketSlot = MarketSlot(255);

    /// What it is.
    #[inline]
    pub fn card(self) -> MarketCard {
        match self {
            MarketSlot::NOTHING => MarketCard::Nothing,
            MarketSlot::FACE_DOWN => MarketCard::FaceDown,
            MarketSlot(card) => match CardId::of(card.into()) {
                Some(card) => MarketCard::Open(card),
                // No card has such a number; `MarketSlot` is made of cards alone.
                None => MarketCard::Nothing,
            },
        }
    }
}

impl From<MarketCard> for MarketSlot {
    #[inline]
    fn from(card: MarketCard) -> MarketSlot {
        match card {
            MarketCard::Nothing => MarketSlot::NOTHING,
            MarketCard::FaceDown => MarketSlot::FACE_DOWN,
            MarketCard::Open(card) => MarketSlot(card.n()),
        }
    }
}

/// Where a turn stands, in the order of a turn. What is asked follows from it.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Step {
    /// The market is laid out.
    #[default]
    LayOut,
    /// Window: the turn begins.
    TurnStart,
    /// Buy a card or not.
    Buy,
    /// Window: after a purchase.
    Bought,
    /// Activate the robot or not.
    Activate,
    /// The dice roll.
    Roll,
    /// Window: the dice have rolled.
    Rolled,
    /// Roll dice again or not.
    Reroll,
    /// The chosen dice roll again.
    RollAgain,
    /// Window: dice have rolled again.
    Rerolled,
    /// Use a part or stop.
    Parts,
    /// A part is being used; its effect has ended when this step is reached again.
    PartUsed,
    /// Attack: share out the points.
    Split,
    /// Attack: upgrades of the attacker.
    Boost,
    /// Attack: upgrades of those about to be hit.
    Protect,
    /// Window: damage is about to be done.
    Damage,
    /// Attack: the damage is done.
    Commit,
    /// Window: energy has changed.
    Energy,
    /// Window: before the market is refilled.
    BeforeRefill,
    /// The market: weapons of the bottom row leave, cards slide down.
    Refill,
    /// The market: new cards.
    Fill,
    /// Window: the turn ends.
    TurnEnd,
    /// The turn passes on.
    Pass,
    /// The game has ended.
    Over,
}

/// Who answers the present question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Asked {
    /// Nobody: the game goes on by itself (never left so), or is over.
    #[default]
    Nobody,
    /// A player.
    Seat(PlayerId),
    /// Chance.
    Chance,
}

/// What chance settles for a card before its effect goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum PendingChance {
    /// Nothing.
    #[default]
    Nothing,
    /// Dice roll: as many as [`Turn::to_roll`] says.
    Roll,
    /// The empty places of the market are filled.
    Fill,
    /// One of a robot's weapons is discarded.
    Discard(RobotId),
    /// One of the first robot's weapons goes to the second.
    Steal(RobotId, RobotId),
    /// The question at which the innermost effect waits.
    Choice,
    /// A robot takes the top card of the pile.
    Top(RobotId),
}

/// The attack being made (MB-6.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Attack {
    /// Who makes it.
    pub attacker: RobotId,
    /// Points by type, as the part shows them.
    pub aimed: [u8; TYPES],
    /// Points about to hit each robot, by type.
    pub pending: [[u8; TYPES]; ROBOTS],
    /// Of those, the ones that protections have not looked at yet.
    pub fresh: [[u8; TYPES]; ROBOTS],
    /// Points about to hit each robot that nothing stops.
    pub unstoppable: [u8; ROBOTS],
    /// The robots it was aimed at.
    pub attacked: Robots,
    /// Upgrades that have done their part in this attack: bits of [`UPGRADES`] for each robot.
    pub done: u32,
    /// How far the attacker's cards, then those of everybody, have been asked: places of [`FRONT`] for each robot.
    pub cursor: u8,
    /// Where the turn goes on when the attack is over.
    pub back: Step,
}

/// What counts within a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Turn {
    /// Unplaced dice: for each face the number that show it, four bits a face, 1 in the lowest.
    pub dice: u32,
    /// Parts used: a bit for each slot, then for each built-in ability.
    pub used: u16,
    /// Dice still to roll.
    pub to_roll: u8,
    /// Players who may not roll dice again.
    pub forbidden: Players,
    /// Whether the present use of a part changed any energy; what a weapon played in its damage window changes does
    /// not count.
    pub changed: bool,
    /// Whether the present use of a part attacked and took no energy.
    pub missed: bool,
    /// Dice that cards have added.
    pub added: u8,
    /// What cards forbid, and what kind of turn it is.
    pub flags: TurnFlags,
}

/// In [`Derived::boosts`] and [`Derived::shields`]: a weapon that stays has the hook.
pub const FIGHTS_PERMANENT: u16 = 1 << (SLOTS + UPGRADES);

/// What follows from the rest of a state, stored because every turn reads it. Equal states keep equal things, so it is
/// no part of a fingerprint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Derived {
    /// What the asked seat may take: places of the market when it may buy, slots and abilities when it may use them,
    /// copies of weapons in a window; a bit each. 0 at other questions.
    pub offered: u64,
    /// What each robot has no place for: a bit for each category of the rulebook.
    pub closed: [u64; ROBOTS],
    /// Where each robot's cards lie that have `on_attack`: a bit for each place of a part, then of an upgrade, and
    /// [`FIGHTS_PERMANENT`] for a weapon that stays.
    pub boosts: [u16; ROBOTS],
    /// The same for `on_struck`.
    pub shields: [u16; ROBOTS],
    /// Robots in play without energy, about to fall.
    pub spent: Robots,
    /// Windows in which somebody may have a weapon to play.
    pub windows: Windows,
    /// Those of them in which it may be played although no damage is about to be done and nobody has gained energy.
    pub quiet: Windows,
    /// The robots in play.
    pub in_play: Robots,
    /// The empty places of the market.
    pub gaps: Places,
}

/// What cards forbid in a turn, and what kind of turn it is: one byte, as a state has no room for more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TurnFlags(u8);

impl TurnFlags {
    const BUYING_FORBIDDEN: u8 = 1 << 4;
    const IS_EXTRA: u8 = 1 << 5;
    const IN_DAMAGE_WINDOW: u8 = 1 << 6;

    /// The bits, for hashes.
    #[inline]
    pub(crate) fn bits(self) -> u8 {
        self.0
    }

    /// Players who may play no weapons.
    #[inline]
    pub fn silent(self) -> Players {
        Players::from_bits(self.0)
    }

    /// A player may play no weapons.
    pub(crate) fn silence(&mut self, player: PlayerId) {
        self.0 |= player.only().bits();
    }

    /// Whether the active player may not buy.
    #[inline]
    pub fn buying_forbidden(self) -> bool {
        self.0 & Self::BUYING_FORBIDDEN != 0
    }

    /// The active player may not buy.
    pub(crate) fn forbid_buying(&mut self) {
        self.0 |= Self::BUYING_FORBIDDEN;
    }

    /// Whether this turn was itself another one (MB-13.14).
    #[inline]
    pub fn is_extra(self) -> bool {
        self.0 & Self::IS_EXTRA != 0
    }

    /// This turn was itself another one.
    pub(crate) fn set_extra(&mut self) {
        self.0 |= Self::IS_EXTRA;
    }

    /// Whether a weapon played in the damage window takes effect.
    #[inline]
    pub fn in_damage_window(self) -> bool {
        self.0 & Self::IN_DAMAGE_WINDOW != 0
    }

    /// A weapon takes effect; if `attacking`, it was played in the damage window.
    #[inline]
    pub(crate) fn enter_damage_window(&mut self, attacking: bool) {
        self.0 |= if attacking { Self::IN_DAMAGE_WINDOW } else { 0 };
    }

    /// The weapon of the damage window has taken effect.
    #[inline]
    pub(crate) fn leave_damage_window(&mut self) {
        self.0 &= !Self::IN_DAMAGE_WINDOW;
    }
}

/// A game in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The robots in turn order.
    pub robots: [Robot; ROBOTS],
    /// Effects of cards in progress; those beneath the floor wait for the attack to be over.
    pub effects: Effects<FRAMES>,
    /// Secret weapons that nobody has seen: a bit for each copy. Some lie in the pile or the market, some left the
    /// game face down; which are where is not determined.
    pub unseen: u64,
    /// Secret weapons that everybody has seen.
    pub shown: u64,
    /// Weapons in others' hands that each player has looked at.
    pub spied: [u64; ROBOTS],
    /// Parts and upgrades in the pile: a bit for each copy.
    pub pile: [u64; 2],
    /// Secret weapons in the pile.
    pub pile_weapons: u8,
    /// The known cards on top of the pile, the topmost first, then nothing; the pile counts them too.
    pub top: [MarketSlot; TOP_CARDS],
    /// The market.
    pub market: [MarketSlot; PLACES],
    /// The attack being made.
    pub attack: Attack,
    /// What counts within the turn.
    pub turn: Turn,
    /// Energy each robot gained that counts towards its limit.
    pub gains: [u8; ROBOTS],
    /// Turns begun.
    pub turns: u16,
    /// Rounds played to the end.
    pub rounds: u16,
    /// Rounds in a row in which no energy was lost.
    pub quiet: u16,
    /// Whether energy was lost in this round.
    pub lost: bool,
    /// Where the turn stands.
    pub step: Step,
    /// Who is asked.
    pub asked: Asked,
    /// The active robot.
    pub active: RobotId,
    /// Secret weapons that stay on the table, in the order they came.
    pub permanents: [Permanent; PERMANENTS],
    /// What cards are about to react to, and how far they have been asked about the oldest: a place of
    /// [`State::turn_order`].
    pub triggers: Triggers<Trigger, QUEUE>,
    /// Reactions in this turn.
    pub reactions: u8,
    /// Whether an attack is under way.
    pub attacking: bool,
    /// The robot that looks at a weapon it has just got.
    pub pending_reveal: Option<RobotId>,
    /// Whether that weapon was taken, not bought (Q-MB-15).
    pub reveal_was_stolen: bool,
    /// The present window: who has passed.
    pub window: Window,
    /// Robots that gained energy since the last window closed.
    pub gained: Robots,
    /// What chance settles before an effect goes on.
    pub pending_chance: PendingChance,
    /// Whether the active robot has another turn after this one (MB-13.14).
    pub again: bool,
    /// Two players: whether a skipped turn takes the player's second robot along (MB-8.8).
    pub skips: bool,
    /// Whether the two conquerors fight (MB-11.5).
    pub last_duel: bool,
    /// Who won, once the game is over.
    pub winners: Players,
    /// What cards of robots about to fall still do (MB-12.12).
    pub falling: Falling,
    /// How far cards have been asked about a secret weapon that is being played (MB-12.15): 0 while none is, else 1 and
    /// places of [`FRONT`] for each robot, the active robot's first.
    pub answering: u8,
    /// Robots for which that weapon does the same afterwards.
    pub copying: Robots,
    /// Robots that no attack may be aimed at in this turn (MB-13.19).
    pub untargetable: Robots,
    /// Robots that attacks must be aimed at in this turn (MB-13.19).
    pub taunting: Robots,
    /// What follows from the rest.
    pub derived: Derived,
}

impl State {
    /// The robots in play.
    #[inline]
    pub fn in_play(&self) -> Robots {
        self.derived.in_play
    }

    /// Whether the robot is in play.
    #[inline]
    pub fn plays(&self, robot: RobotId) -> bool {
        self.derived.in_play.contains(robot)
    }

    /// The active robot.
    #[inline]
    pub fn on_turn(&self) -> &Robot {
        &self.robots[usize::from(self.active)]
    }

    /// Whether anything comes before the next step of the turn: an effect, a look at a weapon, a reaction. Chance settles something
    /// for effects alone.
    #[inline]
    pub fn busy(&self) -> bool {
        self.effects.depth | self.triggers.queued != 0 || self.pending_reveal.is_some()
    }

    /// The cards in front of all robots, those of the active one first.
    #[inline]
    pub fn turn_order(&self) -> TurnOrder {
        TurnOrder {
            first: self.active.n(),
            owners: ROBOTS as u8,
            places: FRONT as u8,
        }
    }

    /// Whether an effect runs or waits for a choice.
    #[inline]
    pub fn runs(&self) -> bool {
        self.effects.runs()
    }

    /// The effect that runs or waits for a choice, if any.
    #[inline]
    pub fn top(&self) -> Option<&Frame> {
        self.effects.top()
    }
}

/// The bar for what a search copies at every step.
const _: () = assert!(size_of::<State>() <= 512);

/// Dice counts packed as in [`Turn::dice`].
pub mod dice {
    /// One die of each face.
    pub const EACH: u32 = 0x11_1111;

    /// One die that shows the face (1 to 6).
    #[inline]
    pub const fn one(face: u8) -> u32 {
        1 << (4 * (face - 1))
    }

    /// How many dice show the face (1 to 6).
    #[inline]
    pub const fn count(dice: u32, face: u8) -> u32 {
        (dice >> (4 * (face - 1))) & 0xf
    }

    /// Whether `some` is part of `dice`. Counts are at most 7.
    #[inline]
    pub const fn holds(dice: u32, some: u32) -> bool {
        const HIGH: u32 = 0x88_8888;
        ((dice | HIGH) - some) & HIGH == HIGH
    }

    /// How many dice there are, up to 15.
    #[inline]
    pub const fn total(dice: u32) -> u8 {
        (dice.wrapping_mul(EACH) >> 20 & 0xf) as u8
    }

    /// The faces in rising order, one entry a die.
    pub fn faces(dice: u32) -> impl Iterator<Item = u8> {
        (1..=6).flat_map(move |face| std::iter::repeat_n(face, count(dice, face) as usize))
    }

    /// Dice from faces.
    pub fn from_faces(faces: impl IntoIterator<Item = u8>) -> u32 {
        faces.into_iter().map(one).sum()
    }
}
