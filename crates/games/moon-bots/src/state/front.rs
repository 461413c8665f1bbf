//! What lies in front of robots beside parts and upgrades, and what their cards are about to react to.

use crate::cards::lexicon::HookId;
use crate::state::ids::{CopyId, RobotId, Robots};
use cardwright_runtime::ids::Id;
use serde::{Deserialize, Serialize};

/// How long a secret weapon stays (MB-12.6, MB-12.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Until {
    /// Until an effect makes it leave.
    Leaves,
    /// Until the owner's next turn begins.
    OwnTurn,
    /// Until the present turn ends.
    TurnEnd,
}

/// A secret weapon that stays in front of its owner (MB-12.6), in two bytes: the copy and 1, 0 for none, and the
/// highest bit when it has done its part in the present attack; owner, how long it stays, and its counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Permanent(u8, u8);

impl Permanent {
    /// A copy of a weapon in front of its owner.
    pub fn new(copy: CopyId, owner: RobotId, until: Until) -> Self {
        Permanent(copy.n() + 1, owner as u8 | (until as u8) << 2)
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Which copy it is, if there is one.
    #[inline]
    pub fn copy(self) -> Option<CopyId> {
        usize::from(self.0 & 0x7f)
            .checked_sub(1)
            .and_then(CopyId::of)
    }

    /// Whose it is.
    pub const fn owner(self) -> RobotId {
        RobotId::packed(self.1)
    }

    /// How long it stays.
    pub const fn until(self) -> Until {
        match (self.1 >> 2) & 3 {
            1 => Until::OwnTurn,
            2 => Until::TurnEnd,
            _ => Until::Leaves,
        }
    }

    /// The same, for another time.
    pub const fn until_set(self, until: Until) -> Self {
        Permanent(self.0, self.1 & !0b1100 | (until as u8) << 2)
    }

    /// Its counters.
    pub const fn counters(self) -> u8 {
        self.1 >> 4
    }

    /// The same with other counters, 0 to [`super::COUNTERS`].
    pub const fn counting(self, counters: u8) -> Self {
        Permanent(self.0, self.1 & 0xf | counters << 4)
    }

    /// Whether it has done its part in the present attack.
    pub const fn done(self) -> bool {
        self.0 & 0x80 != 0
    }

    /// The same, having done its part or not.
    pub const fn doing(self, done: bool) -> Self {
        Permanent(self.0 & 0x7f | (done as u8) << 7, self.1)
    }
}

/// How far the cards of robots that are about to fall have been asked for what they still do (MB-12.12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Falling {
    /// 0 while none is asked; else 1 and the next place, of one place more than [`super::FRONT`] for each robot.
    pub at: u8,
    /// Robots whose cards have all been asked.
    pub said: Robots,
    /// The attacker whose attack has just been carried out, and 1; 0 for none. Above these bits, four for the robots
    /// that it took the last energy of.
    pub by: u8,
}

impl Falling {
    /// An attack has been carried out and takes the last energy of these robots.
    pub(crate) fn attacked(&mut self, attacker: RobotId, struck: Robots) {
        self.by = (attacker as u8 + 1) | struck.bits() << 4;
    }

    /// The attacker whose attack has just been carried out, if one has.
    pub(crate) fn attacker(self) -> Option<RobotId> {
        usize::from(self.by & 7)
            .checked_sub(1)
            .and_then(RobotId::of)
    }

    /// The robots that it took the last energy of.
    pub(crate) fn struck(self) -> Robots {
        Robots::from_bits(self.by >> 4)
    }
}

/// Hooks whose triggers say how much; two of the same sort that wait are one.
const ADDED_UP: u32 = 1 << HookId::OnHit.n()
    | 1 << HookId::OnDamaged.n()
    | 1 << HookId::OnLost.n()
    | 1 << HookId::OnGained.n()
    | 1 << HookId::OnFoeLost.n()
    | 1 << HookId::OnFoeGained.n();

impl cardwright_runtime::triggers::Trigger for Trigger {
    fn joined(self, other: Trigger) -> Option<Trigger> {
        let kind = |trigger: Trigger| (trigger.hook_place(), trigger.who(), trigger.other());
        let adds = ADDED_UP & (1 << self.hook_place()) != 0 && kind(self) == kind(other);
        let sum = self.amount().saturating_add(other.amount());
        adds.then(|| Trigger(self.0, self.1 & !Self::MOST | sum.min(Self::MOST)))
    }
}

/// Something that cards react to (MB-12.1), in two bytes: the hook and the robot it is about; the other robot and how
/// much.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Trigger(u8, u8);

impl Trigger {
    /// The most it can say how much.
    pub const MOST: u8 = 63;

    /// A hook, the robot it is about, another robot, and how much.
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

    /// The hook; none only in a trigger that was never raised.
    pub fn hook(self) -> Option<HookId> {
        HookId::of(self.hook_place())
    }

    /// The robot it is about.
    pub const fn who(self) -> RobotId {
        RobotId::packed(self.0 >> 5)
    }

    /// The other robot.
    pub const fn other(self) -> RobotId {
        RobotId::packed(self.1 >> 6)
    }

    /// How much; for `on_built`, the place of the card.
    pub const fn amount(self) -> u8 {
        self.1 & 63
    }
}
