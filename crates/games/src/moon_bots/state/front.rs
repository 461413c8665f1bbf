//! What lies in front of robots beside parts and upgrades, and what their cards are about to react to.

use crate::moon_bots::cards::lexicon::HookId;
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
    pub const fn new(copy: u8, owner: u8, until: Until) -> Self {
        Permanent((copy & 63) + 1, owner & 3 | (until as u8) << 2)
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Which copy it is, if there is one.
    #[inline]
    pub fn copy(self) -> Option<u8> {
        (self.0 & 0x7f).checked_sub(1)
    }

    /// Whose it is.
    pub const fn owner(self) -> u8 {
        self.1 & 3
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
    pub const fn staying(self, until: Until) -> Self {
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
    /// Robots whose cards have all been asked: a bit each.
    pub said: u8,
    /// The attacker whose attack has just been carried out, and 1; 0 for none. Above these bits, four for the robots
    /// that it took the last energy of.
    pub by: u8,
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
        let sort = |trigger: Trigger| (trigger.hook(), trigger.who(), trigger.other());
        let adds = ADDED_UP & (1 << self.hook()) != 0 && sort(self) == sort(other);
        let sum = self.amount().saturating_add(other.amount());
        adds.then(|| Trigger::new(self.hook(), self.who(), self.other(), sum))
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
    pub fn new(hook: u8, who: u8, other: u8, amount: u8) -> Self {
        Trigger(hook & 31 | who << 5, other << 6 | amount.min(Self::MOST))
    }

    /// The hook: its place in the lexicon.
    pub const fn hook(self) -> u8 {
        self.0 & 31
    }

    /// The robot it is about.
    pub const fn who(self) -> u8 {
        self.0 >> 5
    }

    /// The other robot.
    pub const fn other(self) -> u8 {
        self.1 >> 6
    }

    /// How much; for `on_built`, the place of the card.
    pub const fn amount(self) -> u8 {
        self.1 & 63
    }
}
