//! Cards in front of robots other than parts and upgrades, and the events that cards are about to react to.

use crate::lexicon::HookId;
use crate::sizes::{ROBOTS, SLOTS, TYPES};
use crate::state::ids::{CardId, CopyId, DamageId, RobotId, Robots, SlotId, Slots};
use cardwright_runtime::ids::Id;
use serde::{Deserialize, Serialize};

/// How long a secret weapon stays (MB-12.6, MB-12.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Until {
    /// Until an effect makes it leave.
    Leaves,
    /// Until the beginning of the owner's next turn.
    OwnTurn,
    /// Until the end of the current turn.
    TurnEnd,
}

/// A secret weapon that stays in front of its owner (MB-12.6), in two bytes. The first byte contains the copy plus 1,
/// or 0 for no weapon; its highest bit says whether the weapon has acted in the current attack. The second byte
/// contains the owner, how long the weapon stays, and its counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Permanent(u8, u8);

impl Permanent {
    /// A copy of a weapon in front of its owner.
    pub fn new(copy: CopyId, owner: RobotId, until: Until) -> Self {
        Permanent(copy.n() + 1, owner as u8 | (until as u8) << 2)
    }

    /// Whether there is no weapon.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The copy of the weapon, if there is one.
    #[inline]
    pub fn copy(self) -> Option<CopyId> {
        usize::from(self.0 & 0x7f)
            .checked_sub(1)
            .and_then(CopyId::of)
    }

    /// The robot that owns the weapon.
    pub const fn owner(self) -> RobotId {
        RobotId::packed(self.1)
    }

    /// How long the weapon stays.
    pub const fn until(self) -> Until {
        match (self.1 >> 2) & 3 {
            1 => Until::OwnTurn,
            2 => Until::TurnEnd,
            _ => Until::Leaves,
        }
    }

    /// The weapon with a new duration.
    pub const fn until_set(self, until: Until) -> Self {
        Permanent(self.0, self.1 & !0b1100 | (until as u8) << 2)
    }

    /// The weapon in front of another robot.
    pub const fn handed_to(self, owner: RobotId) -> Self {
        Permanent(self.0, self.1 & !0b11 | owner as u8)
    }

    /// The number of counters on the weapon.
    pub const fn counters(self) -> u8 {
        self.1 >> 4
    }

    /// The weapon with a new number of counters, 0 to [`super::COUNTERS`].
    pub const fn with_counters(self, counters: u8) -> Self {
        Permanent(self.0, self.1 & 0xf | counters << 4)
    }

    /// Whether the weapon has acted in the current attack.
    pub const fn done(self) -> bool {
        self.0 & 0x80 != 0
    }

    /// The weapon, marked as having acted or not.
    pub const fn doing(self, done: bool) -> Self {
        Permanent(self.0 & 0x7f | (done as u8) << 7, self.1)
    }
}

/// The robots that attacks must be aimed at this turn, and the robots that none may be aimed at (MB-13.19), in one
/// byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Guards(u8);

impl Guards {
    /// The bits, for hashes.
    #[inline]
    pub(crate) fn bits(self) -> u8 {
        self.0
    }

    /// Robots that no attack may be aimed at.
    #[inline]
    pub fn untargetable(self) -> Robots {
        Robots::from_bits(self.0)
    }

    /// Robots that attacks must be aimed at.
    #[inline]
    pub fn taunting(self) -> Robots {
        Robots::from_bits(self.0 >> 4)
    }

    /// From now on, no attack may be aimed at the robot.
    pub(crate) fn spare(&mut self, robot: RobotId) {
        self.0 |= robot.only().bits();
    }

    /// From now on, attacks must be aimed at the robot.
    pub(crate) fn taunt(&mut self, robot: RobotId) {
        self.0 |= robot.only().bits() << 4;
    }
}

/// The slots whose part each robot cannot use in its next turn or, for the active robot, in this turn (MB-13.26): six bits
/// for each robot, in three bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct BlockedSlots([u8; 3]);

impl BlockedSlots {
    fn all(self) -> u32 {
        let [low, middle, high] = self.0;
        u32::from_le_bytes([low, middle, high, 0])
    }

    /// The bytes, for hashes.
    pub(crate) fn bytes(self) -> [u8; 3] {
        self.0
    }

    /// The blocked slots of a robot.
    pub fn of(self, robot: RobotId) -> Slots {
        Slots::from_bits((self.all() >> (SLOTS * robot.index()) & 0x3f) as u8)
    }

    /// Sets the blocked slots of a robot.
    pub(crate) fn set(&mut self, robot: RobotId, slots: Slots) {
        let shift = SLOTS * robot.index();
        let all = self.all() & !(0x3f << shift) | u32::from(slots.bits()) << shift;
        let [low, middle, high, _] = all.to_le_bytes();
        self.0 = [low, middle, high];
    }
}

/// How the turn passes on, in one byte: whether the active robot gets another turn (MB-13.14), whether a skipped turn also
/// skips the player's second robot (MB-8.8), and whether turns pass to the right (MB-13.28). Two other bits say whether the
/// last duel of the two conquerors has begun (MB-11.5), and whether a weapon that a robot looks at was taken, not bought
/// (Q-MB-15). Another bit says whether energy was lost in this round (MB-10.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Passing(u8);

impl Passing {
    const AGAIN: u8 = 1;
    const SKIPS: u8 = 2;
    const BACKWARDS: u8 = 4;
    const LAST_DUEL: u8 = 8;
    const STOLEN: u8 = 16;
    const LOST: u8 = 32;

    /// Whether the turn passes to the left, to the next robot in play.
    #[inline]
    pub(crate) fn is_usual(self) -> bool {
        self.0 & !Self::LOST == 0
    }

    /// Whether energy was lost in this round.
    #[inline]
    pub fn lost(self) -> bool {
        self.0 & Self::LOST != 0
    }

    /// Sets whether energy was lost in this round.
    #[inline]
    pub(crate) fn set_lost(&mut self, lost: bool) {
        self.set(Self::LOST, lost);
    }

    /// Whether the active robot gets another turn after this one.
    #[inline]
    pub fn again(self) -> bool {
        self.0 & Self::AGAIN != 0
    }

    /// With two players: whether a skipped turn also skips the player's second robot.
    #[inline]
    pub fn skips(self) -> bool {
        self.0 & Self::SKIPS != 0
    }

    /// Whether turns pass to the right.
    #[inline]
    pub fn backwards(self) -> bool {
        self.0 & Self::BACKWARDS != 0
    }

    fn set(&mut self, bit: u8, is: bool) {
        self.0 = self.0 & !bit | if is { bit } else { 0 };
    }

    /// The active robot gets another turn after this one.
    pub(crate) fn set_again(&mut self) {
        self.0 |= Self::AGAIN;
    }

    /// Says whether a skipped turn also skips the player's second robot.
    pub(crate) fn set_skips(&mut self, skips: bool) {
        self.set(Self::SKIPS, skips);
    }

    /// Sets the direction of turns.
    pub(crate) fn set_backwards(&mut self, backwards: bool) {
        self.set(Self::BACKWARDS, backwards);
    }

    /// Whether the last duel of the two conquerors has begun.
    #[inline]
    pub fn last_duel(self) -> bool {
        self.0 & Self::LAST_DUEL != 0
    }

    /// Sets whether the last duel has begun.
    pub(crate) fn set_last_duel(&mut self, last: bool) {
        self.set(Self::LAST_DUEL, last);
    }

    /// Whether the weapon that a robot looks at was taken, not bought.
    #[inline]
    pub fn stolen(self) -> bool {
        self.0 & Self::STOLEN != 0
    }

    /// Sets whether the weapon that a robot looks at was taken.
    pub(crate) fn set_stolen(&mut self, stolen: bool) {
        self.set(Self::STOLEN, stolen);
    }

    /// A turn begins: what concerns more than one turn is kept.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.0 &= Self::BACKWARDS | Self::LAST_DUEL | Self::LOST;
    }
}

/// What cards have done to the dice of this turn, in one byte: a bit for each face that cannot be used (MB-13.16), and in
/// the two other bits how many dice fewer are rolled (MB-13.10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct DiceLimits(u8);

impl DiceLimits {
    /// The most dice that are not rolled.
    pub const FEWER: u8 = 3;

    const FACES: u8 = 0b111_1110;

    /// The byte, for hashes.
    pub(crate) fn byte(self) -> u8 {
        self.0
    }

    /// Whether nothing is limited.
    #[inline]
    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The faces that cannot be used.
    pub fn barred(self) -> impl Iterator<Item = u8> {
        (1..=6).filter(move |face| (self.0 & Self::FACES) >> face & 1 != 0)
    }

    /// Dice that show the face (1 to 6) cannot be used.
    pub(crate) fn bar(&mut self, face: u8) {
        self.0 |= 1 << face & Self::FACES;
    }

    /// How many dice fewer are rolled.
    pub fn fewer(self) -> u8 {
        self.0 & 1 | self.0 >> 7 << 1
    }

    /// Sets how many dice fewer are rolled.
    pub(crate) fn set_fewer(&mut self, fewer: u8) {
        let fewer = fewer.min(Self::FEWER);
        self.0 = self.0 & Self::FACES | fewer & 1 | (fewer >> 1) << 7;
    }
}

/// The last purchase of this turn, in two bytes: the card as on robots, with 0 for a secret weapon; then the price, the
/// robot, and in the highest bit whether there was a purchase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Purchase(u8, u8);

impl Purchase {
    const PRICE: u8 = 0x1f;
    const THERE: u8 = 0x80;

    /// A robot got a card, given as on robots or 0, for this much energy.
    pub(crate) fn new(robot: RobotId, card: u8, price: u8) -> Self {
        Purchase(card, Self::THERE | robot.n() << 5 | price.min(Self::PRICE))
    }

    /// The bytes, for hashes.
    pub(crate) fn bytes(self) -> [u8; 2] {
        [self.0, self.1]
    }

    /// The robot that got the card, if there was a purchase.
    pub fn robot(self) -> Option<RobotId> {
        (self.1 & Self::THERE != 0).then(|| RobotId::packed(self.1 >> 5))
    }

    /// The part or upgrade, if it was one.
    pub fn card(self) -> Option<CardId> {
        CardId::on_robot(self.0)
    }

    /// The energy that was paid.
    pub fn price(self) -> u8 {
        self.1 & Self::PRICE
    }
}

/// The types of the damage that each robot has taken and that cards are about to react to: four bits for each robot, in two
/// bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Struck([u8; 2]);

impl Struck {
    /// The bytes, for hashes.
    pub(crate) fn bytes(self) -> [u8; 2] {
        self.0
    }

    /// Whether damage of this type is among those of a robot.
    pub fn with(self, robot: RobotId, damage: DamageId) -> bool {
        u16::from_le_bytes(self.0) >> (TYPES * robot.index() + damage.index()) & 1 != 0
    }

    /// Adds types of damage to those of a robot, with one bit for each.
    pub(crate) fn add(&mut self, robot: RobotId, types: u8) {
        let all = u16::from_le_bytes(self.0) | u16::from(types & 15) << (TYPES * robot.index());
        self.0 = all.to_le_bytes();
    }
}

const _: () = assert!(TYPES * ROBOTS <= 16);

/// A slot of a robot, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PartOf(u8);

impl PartOf {
    /// The slot of the robot.
    pub fn new(robot: RobotId, slot: SlotId) -> Self {
        PartOf(slot.n() << 2 | robot.n())
    }

    /// The byte, for hashes.
    pub(crate) fn byte(self) -> u8 {
        self.0
    }

    /// The robot.
    pub fn robot(self) -> RobotId {
        RobotId::packed(self.0)
    }

    /// The slot.
    pub fn slot(self) -> SlotId {
        SlotId::of(usize::from(self.0 >> 2)).unwrap_or(SlotId::Head)
    }
}

const _: () = assert!(SLOTS * ROBOTS <= 24 && SLOTS == 6);

/// Progress in checking the cards of robots about to be eliminated for final effects (MB-12.12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Falling {
    /// 0 before the check; during the check, 1 plus the next place. Each robot has one place more than
    /// [`super::FRONT`].
    pub at: u8,
    /// Robots whose cards have all been checked.
    pub said: Robots,
    /// The low bits: the attacker of the attack just carried out plus 1, or 0 for none. The next four bits: the
    /// robots that lost their last energy in it.
    pub by: u8,
}

impl Falling {
    /// Records that an attack has been carried out and took the last energy of these robots.
    pub(crate) fn attacked(&mut self, attacker: RobotId, struck: Robots) {
        self.by = (attacker as u8 + 1) | struck.bits() << 4;
    }

    /// The attacker whose attack has just been carried out, if one has.
    pub(crate) fn attacker(self) -> Option<RobotId> {
        usize::from(self.by & 7)
            .checked_sub(1)
            .and_then(RobotId::of)
    }

    /// The robots that lost their last energy in that attack.
    pub(crate) fn struck(self) -> Robots {
        Robots::from_bits(self.by >> 4)
    }
}

/// Hooks whose triggers contain an amount. Waiting triggers of such a hook about the same robots are merged.
const ADDED_UP: u32 = 1 << HookId::OnHit.n()
    | 1 << HookId::OnDamaged.n()
    | 1 << HookId::OnLost.n()
    | 1 << HookId::OnGained.n()
    | 1 << HookId::OnFoeLost.n()
    | 1 << HookId::OnFoeGained.n()
    | 1 << HookId::OnOtherDamaged.n()
    | 1 << HookId::OnAnyHit.n();

impl cardwright_runtime::triggers::Trigger for Trigger {
    fn joined(self, other: Trigger) -> Option<Trigger> {
        let kind = |trigger: Trigger| (trigger.hook_place(), trigger.who(), trigger.other());
        let adds = ADDED_UP & (1 << self.hook_place()) != 0 && kind(self) == kind(other);
        let sum = self.amount().saturating_add(other.amount());
        adds.then(|| Trigger(self.0, self.1 & !Self::MOST | sum.min(Self::MOST)))
    }
}

/// An event that cards react to (MB-12.1), in two bytes: the hook and its robot, then the other robot and the amount.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Trigger(u8, u8);

impl Trigger {
    /// The maximum amount in a trigger.
    pub const MOST: u8 = 63;

    /// A trigger from a hook, its robot, another robot, and an amount.
    pub fn new(hook: HookId, who: RobotId, other: RobotId, amount: u8) -> Self {
        Trigger(
            hook.n() & 31 | (who as u8) << 5,
            (other as u8) << 6 | amount.min(Self::MOST),
        )
    }

    /// The place of the hook in the lexicon.
    const fn hook_place(self) -> u8 {
        self.0 & 31
    }

    /// The hook; `None` only for an unused trigger.
    pub fn hook(self) -> Option<HookId> {
        HookId::of(self.hook_place())
    }

    /// The robot that the event is about.
    pub const fn who(self) -> RobotId {
        RobotId::packed(self.0 >> 5)
    }

    /// The other robot involved.
    pub const fn other(self) -> RobotId {
        RobotId::packed(self.1 >> 6)
    }

    /// The amount; for `on_built`, the place of the card.
    pub const fn amount(self) -> u8 {
        self.1 & 63
    }
}
