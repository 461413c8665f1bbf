//! The state of a game of Moon-Bots in progress: plain numbers, without heap allocations.

mod front;
mod hash;
pub mod ids;
pub(crate) mod market_key;
pub(crate) mod values;

pub use crate::sizes::{
    ADDED, CAP, COUNTERS, FRAMES, FRONT, LIMIT, OWN_TYPES, PERMANENTS, PLACES, POINTS, POOL, QUEUE,
    REACTIONS, ROBOTS, SLOTS, TOP_CARDS, TYPES, UPGRADES,
};
pub use front::{
    BlockedSlots, DiceLimits, Falling, Guards, PartOf, Passing, Permanent, Purchase, Struck,
    Trigger, Until,
};

use crate::state::ids::{CardId, Places, PlayerId, Players, RobotId, Robots, Windows};
use cardwright_effects::Frame;
use cardwright_runtime::counters::Counters;
use cardwright_runtime::effects::Effects;
use cardwright_runtime::ids::Id;
use cardwright_runtime::triggers::Triggers;
use cardwright_runtime::turn_order::TurnOrder;
use cardwright_runtime::windows::Window;
use serde::{Deserialize, Serialize};

/// Whether a robot is in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Status {
    /// The robot is not used in this game.
    #[default]
    Absent,
    /// The robot is in play.
    InPlay,
    /// The robot has won its duel and waits for the other duel to end (MB-11.4).
    SwitchedOff,
    /// The robot has lost all its energy and is eliminated.
    Out,
}

/// The state of a robot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Robot {
    /// The secret weapons in hand, with one bit for each copy of the rulebook.
    pub hand: u64,
    /// The parts by slot: 0 for none, otherwise the card's number plus 1.
    pub parts: [u8; SLOTS],
    /// The upgrades in the order they were gained: 0 for none, otherwise the card's number plus 1.
    pub upgrades: [u8; UPGRADES],
    /// The robot's energy, 0 to 18.
    pub energy: u8,
    /// Whether the robot is in play.
    pub status: Status,
    /// The number of dice that the robot rolls.
    pub dice: u8,
    /// The number of dice that it may reroll, once per turn.
    pub reroll: u8,
    /// Parts that have acted in the current attack, with one bit for each slot.
    pub done: u8,
    /// Counters on the robot's cards: first those of the parts by slot, then those of the upgrades.
    pub counters: Counters<SLOTS>,
    /// Upgrades without effect until the end of the turn (MB-12.14), with one bit for each place.
    pub disabled: u8,
}

impl Robot {
    /// The upgrades as in [`Robot::upgrades`], without those that currently have no effect.
    pub fn active_upgrades(&self) -> [u8; UPGRADES] {
        let mut upgrades = self.upgrades;
        for (place, number) in upgrades.iter_mut().enumerate() {
            *number *= 1 - (self.disabled >> place & 1);
        }
        upgrades
    }

    /// Moves the counters of the upgrades behind a place down by one, after the upgrade at that place has left.
    pub fn close_counters(&mut self, place: usize) {
        self.counters.close(SLOTS + place, SLOTS + UPGRADES);
    }
}

/// The content of a place in the market.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum MarketCard {
    /// The place is empty.
    #[default]
    Nothing,
    /// A face-up part or upgrade.
    Open(CardId),
    /// A face-down secret weapon. The state does not contain which one, because nobody knows it.
    FaceDown,
}

/// The content of a place in the market, in one byte: a card's number, or a number above all cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct MarketSlot(pub(crate) u8);

impl MarketSlot {
    /// A face-down secret weapon.
    pub const FACE_DOWN: MarketSlot = MarketSlot(254);
    /// An empty place.
    pub const NOTHING: MarketSlot = MarketSlot(255);

    /// The decoded content.
    #[inline]
    pub fn card(self) -> MarketCard {
        match self {
            MarketSlot::NOTHING => MarketCard::Nothing,
            MarketSlot::FACE_DOWN => MarketCard::FaceDown,
            MarketSlot(card) => match CardId::of(card.into()) {
                Some(card) => MarketCard::Open(card),
                // Cannot happen: a `MarketSlot` is only made from cards.
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

/// The current step of a turn, in the order of a turn. It determines the question.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Step {
    /// The market is set up.
    #[default]
    LayOut,
    /// Window: the turn begins.
    TurnStart,
    /// The player buys a card or nothing.
    Buy,
    /// Window: after a purchase.
    Bought,
    /// The player activates the robot or not.
    Activate,
    /// The dice are rolled.
    Roll,
    /// Window: the dice have been rolled.
    Rolled,
    /// The player rerolls dice or keeps them.
    Reroll,
    /// The chosen dice are rerolled.
    RollAgain,
    /// Window: dice have been rerolled.
    Rerolled,
    /// The player uses a part or stops.
    Parts,
    /// A part is being used; when this step is reached again, its effect has ended.
    PartUsed,
    /// Attack: the attacker divides the damage.
    Split,
    /// Attack: the attacker's upgrades are applied.
    Boost,
    /// Attack: the upgrades of the robots about to be hit are applied.
    Protect,
    /// Window: damage is about to be dealt.
    Damage,
    /// Attack: the damage is dealt.
    Commit,
    /// Window: energy has changed.
    Energy,
    /// Window: before the market is refilled.
    BeforeRefill,
    /// Market refill: weapons in the bottom row are discarded, cards slide down.
    Refill,
    /// Market refill: empty places are filled.
    Fill,
    /// Window: the turn ends.
    TurnEnd,
    /// The next robot's turn begins.
    Pass,
    /// The game has ended.
    Over,
}

/// Who has to act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Asked {
    /// Nobody, because the game continues without a decision (only for a moment), or is over.
    #[default]
    Nobody,
    /// A player.
    Seat(PlayerId),
    /// Chance.
    Chance,
}

/// A chance event that a card needs before its effect continues.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum PendingChance {
    /// No chance event is needed.
    #[default]
    Nothing,
    /// Dice are rolled; [`Turn::to_roll`] says how many.
    Roll,
    /// The empty places of the market are filled.
    Fill,
    /// One of the robot's weapons is discarded.
    Discard(RobotId),
    /// One of the first robot's weapons is given to the second.
    Steal(RobotId, RobotId),
    /// Chance answers the question of the innermost effect.
    Choice,
    /// A robot takes the top card of the pile.
    Top(RobotId),
    /// No chance event: first, the innermost effect carries out the effect of a robot's part (MB-13.25).
    Borrow(PartOf),
    /// No chance event: players are asked whether they respond to a weapon from their hands (MB-12.20).
    Answers,
}

/// The current attack (MB-6.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Attack {
    /// The attacking robot.
    pub attacker: RobotId,
    /// The damage by type, as the part shows it.
    pub aimed: [u8; TYPES],
    /// Damage about to hit each robot, by type.
    pub pending: [[u8; TYPES]; ROBOTS],
    /// The part of this damage that protections have not checked yet.
    pub fresh: [[u8; TYPES]; ROBOTS],
    /// Damage about to hit each robot that cannot be stopped.
    pub unstoppable: [u8; ROBOTS],
    /// The robots that the attack was aimed at.
    pub attacked: Robots,
    /// Upgrades that have acted in this attack.
    pub done: UpgradesDone,
    /// How far cards have been checked: those of the attacker and of the robots clockwise from it, then those of all
    /// robots, with [`FRONT`] places for each; before the damage is dealt, [`FINAL_PLACES`] more.
    pub cursor: u8,
    /// The step at which the turn continues after the attack.
    pub back: Step,
}

/// Upgrades that have acted in an attack, with [`UPGRADES`] bits for each robot, in three bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UpgradesDone([u8; 3]);

const _: () = assert!(UPGRADES * ROBOTS <= 24);

impl UpgradesDone {
    /// The bits.
    #[inline]
    pub fn bits(self) -> u32 {
        let [low, middle, high] = self.0;
        u32::from_le_bytes([low, middle, high, 0])
    }

    /// The same upgrades as bits.
    #[inline]
    pub(crate) fn from_bits(bits: u32) -> Self {
        let [low, middle, high, _] = bits.to_le_bytes();
        UpgradesDone([low, middle, high])
    }
}

/// Data that is valid during one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Turn {
    /// Unplaced dice: four bits for each face with the number of dice showing it, face 1 in the lowest bits.
    pub dice: u32,
    /// Parts used, with one bit for each slot, then one for each built-in ability.
    pub used: u16,
    /// The number of dice still to be rolled.
    pub to_roll: u8,
    /// Players who may not reroll dice.
    pub forbidden: Players,
    /// Whether the current use of a part has changed any energy. Changes caused by a weapon played in its damage
    /// window do not count.
    pub changed: bool,
    /// The energy that the last attack of the current use of a part took, plus 1; 0 if it has not attacked.
    pub attack_took: u8,
    /// The number of dice that cards have added.
    pub added: u8,
    /// What cards forbid this turn, and the kind of turn.
    pub flags: TurnFlags,
}

/// The bit in [`Derived::boosts`] and [`Derived::shields`] for a permanent weapon with the hook.
pub const FIGHTS_PERMANENT: u16 = 1 << (SLOTS + UPGRADES);
/// Set beside these places for every attacker if some card acts when an opponent attacks.
pub const WATCHED: u16 = 1 << 15;

/// Data derived from the rest of the state, cached because every turn reads it. It is not part of the fingerprint,
/// because equal states have equal derived data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Derived {
    /// What the asked seat may choose, one bit each: places of the market when it may buy, slots and abilities when it
    /// may use them, copies of weapons in a window. 0 at other questions.
    pub offered: u64,
    /// The categories of cards that each robot has no place for, with one bit for each category of the rulebook.
    pub closed: [u64; ROBOTS],
    /// The places of each robot's cards with `on_attack`: a bit for each part, then for each upgrade, and
    /// [`FIGHTS_PERMANENT`] for a permanent weapon.
    pub boosts: [u16; ROBOTS],
    /// The places of each robot's cards with `before_damage`, encoded as in [`Derived::boosts`].
    pub shields: [u16; ROBOTS],
    /// Robots in play without energy, about to be eliminated.
    pub spent: Robots,
    /// Windows in which some seat may have a weapon to play.
    pub windows: Windows,
    /// The windows in which this is possible even if no damage is about to be dealt and nobody has gained energy.
    pub quiet: Windows,
    /// The robots in play.
    pub in_play: Robots,
    /// The empty places of the market.
    pub gaps: Places,
}

/// The number of places that protections check: [`Attack::cursor`] is at least this when damage is about to be dealt.
pub const FINAL_PLACES: u8 = (ROBOTS * FRONT) as u8;

const _: () = assert!(2 * ROBOTS * FRONT <= u8::MAX as usize);

/// The value of [`State::answering`] while players may respond to a secret weapon from their hands (MB-12.20).
pub const FROM_HANDS: u8 = u8::MAX;

/// What cards forbid in a turn, and the kind of turn, in one byte to keep states small.
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

    /// Players who may not play weapons.
    #[inline]
    pub fn silent(self) -> Players {
        Players::from_bits(self.0)
    }

    /// Forbids a player to play weapons.
    pub(crate) fn silence(&mut self, player: PlayerId) {
        self.0 |= player.only().bits();
    }

    /// Whether the active player may not buy.
    #[inline]
    pub fn buying_forbidden(self) -> bool {
        self.0 & Self::BUYING_FORBIDDEN != 0
    }

    /// Forbids the active player to buy.
    pub(crate) fn forbid_buying(&mut self) {
        self.0 |= Self::BUYING_FORBIDDEN;
    }

    /// Whether this is an additional turn (MB-13.14).
    #[inline]
    pub fn is_extra(self) -> bool {
        self.0 & Self::IS_EXTRA != 0
    }

    /// Marks this turn as an additional turn.
    pub(crate) fn set_extra(&mut self) {
        self.0 |= Self::IS_EXTRA;
    }

    /// Whether a weapon played in the damage window is taking effect.
    #[inline]
    pub fn in_damage_window(self) -> bool {
        self.0 & Self::IN_DAMAGE_WINDOW != 0
    }

    /// Marks that a weapon takes effect; `attacking` says whether it was played in the damage window.
    #[inline]
    pub(crate) fn enter_damage_window(&mut self, attacking: bool) {
        self.0 |= if attacking { Self::IN_DAMAGE_WINDOW } else { 0 };
    }

    /// Marks that the weapon played in the damage window has taken effect.
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
    /// Card effects in progress; those below the floor wait for the attack to end.
    pub effects: Effects<FRAMES>,
    /// Secret weapons that nobody has seen, with one bit for each copy. They are in the pile or the market, or were
    /// removed from the game face down; it is not determined which is where.
    pub unseen: u64,
    /// Secret weapons that everybody has seen.
    pub shown: u64,
    /// Weapons in other players' hands that each player has looked at.
    pub spied: [u64; ROBOTS],
    /// Parts and upgrades in the pile, with one bit for each copy.
    pub pile: [u64; 2],
    /// The number of secret weapons in the pile.
    pub pile_weapons: u8,
    /// The known cards on top of the pile, topmost first, then empty; they are also counted in the pile.
    pub top: [MarketSlot; TOP_CARDS],
    /// The places of the market.
    pub market: [MarketSlot; PLACES],
    /// The current attack.
    pub attack: Attack,
    /// Data that is valid during the current turn.
    pub turn: Turn,
    /// The energy that each robot has gained, as counted for its limit.
    pub gains: [u8; ROBOTS],
    /// The number of turns started.
    pub turns: u16,
    /// The number of completed rounds.
    pub rounds: u16,
    /// The number of consecutive rounds in which no energy was lost.
    pub quiet: u16,
    /// The current step of the turn.
    pub step: Step,
    /// Who has to act.
    pub asked: Asked,
    /// The active robot.
    pub active: RobotId,
    /// Secret weapons that stay on the table, in the order they were played.
    pub permanents: [Permanent; PERMANENTS],
    /// Events that cards are about to react to, and how far the cards have been checked for the oldest, as a place of
    /// [`State::turn_order`].
    pub triggers: Triggers<Trigger, QUEUE>,
    /// The types of damage that cards are about to react to.
    pub struck: Struck,
    /// The number of reactions in this turn.
    pub reactions: u8,
    /// Whether an attack is in progress.
    pub attacking: bool,
    /// The robot that looks at a weapon it has just gained.
    pub pending_reveal: Option<RobotId>,
    /// The current window: who has passed.
    pub window: Window,
    /// Robots that have gained energy since the last window closed.
    pub gained: Robots,
    /// The chance event needed before an effect continues.
    pub pending_chance: PendingChance,
    /// How the turn passes on, and other truths.
    pub passing: Passing,
    /// The winners, once the game is over.
    pub winners: Players,
    /// Final effects of cards of robots about to be eliminated (MB-12.12).
    pub falling: Falling,
    /// How far cards have been checked for responses to a secret weapon being played (MB-12.15): 0 if none is being
    /// played, [`FROM_HANDS`] while players may respond from their hands, otherwise 1 plus the place. Each robot has
    /// [`FRONT`] places, starting with the active robot.
    pub answering: u8,
    /// The robots for which that weapon will then have the same effect.
    pub copying: Robots,
    /// Robots that attacks must be aimed at this turn, and robots that none may be aimed at (MB-13.19).
    pub guards: Guards,
    /// The slots whose part a robot cannot use in its next turn; for the active robot, in this turn (MB-13.26).
    pub blocked: BlockedSlots,
    /// What cards have done to the dice of this turn.
    pub limits: DiceLimits,
    /// The last purchase of this turn; only noted if some card asks for it.
    pub purchase: Purchase,
    /// Data derived from the rest of the state.
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

    /// Whether anything happens before the next step of the turn: an effect, a look at a weapon, or a reaction.
    /// Chance events are only pending during effects.
    #[inline]
    pub fn busy(&self) -> bool {
        self.effects.depth | self.triggers.queued != 0 || self.pending_reveal.is_some()
    }

    /// The order in which the cards in front of all robots are checked, starting with the active robot.
    #[inline]
    pub fn turn_order(&self) -> TurnOrder {
        TurnOrder {
            first: self.active.n(),
            owners: ROBOTS as u8,
            places: FRONT as u8,
        }
    }

    /// Whether an effect is running or waiting for a choice.
    #[inline]
    pub fn runs(&self) -> bool {
        self.effects.runs()
    }

    /// The effect that is running or waiting for a choice, if any.
    #[inline]
    pub fn top(&self) -> Option<&Frame> {
        self.effects.top()
    }
}

/// A limit on the size of a state, because a search copies one at every step.
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

    /// The number of dice showing the face (1 to 6).
    #[inline]
    pub const fn count(dice: u32, face: u8) -> u32 {
        (dice >> (4 * (face - 1))) & 0xf
    }

    /// Whether `dice` contains all dice of `some`. Counts are at most 7.
    #[inline]
    pub const fn holds(dice: u32, some: u32) -> bool {
        const HIGH: u32 = 0x88_8888;
        ((dice | HIGH) - some) & HIGH == HIGH
    }

    /// The number of dice, up to 15.
    #[inline]
    pub const fn total(dice: u32) -> u8 {
        (dice.wrapping_mul(EACH) >> 20 & 0xf) as u8
    }

    /// The faces in ascending order, once per die.
    pub fn faces(dice: u32) -> impl Iterator<Item = u8> {
        (1..=6).flat_map(move |face| std::iter::repeat_n(face, count(dice, face) as usize))
    }

    /// Packs the dice with these faces.
    pub fn from_faces(faces: impl IntoIterator<Item = u8>) -> u32 {
        faces.into_iter().map(one).sum()
    }
}

/// The empty places of the market.
pub(crate) fn gaps(market: &[MarketSlot; PLACES]) -> Places {
    Places::of(|place| market[place.index()] == MarketSlot::NOTHING)
}
