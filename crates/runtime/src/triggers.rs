//! Triggers: a queue in the state. When no effect is in progress, the cards respond to them one by one.

use crate::arrays;
use crate::turn_order::TurnOrder;
use serde::{Deserialize, Serialize};

/// An event that cards react to. The default is no event; it fills unused slots of a queue.
pub trait Trigger: Copy + Default {
    /// Merges two waiting triggers for the same event by adding their amounts; `None` if they cannot be merged.
    fn joined(self, other: Self) -> Option<Self>;
}

/// Triggers waiting for reactions, oldest first, and how far the cards have been checked for the oldest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Serialize + serde::de::DeserializeOwned")]
pub struct Triggers<T, const N: usize> {
    /// The triggers; only the first `queued` are in use.
    #[serde(with = "arrays")]
    pub queue: [T; N],
    /// The number of waiting triggers.
    pub queued: u8,
    /// How far the cards have been checked for the oldest trigger: a cursor of a [`TurnOrder`].
    pub heard: u8,
}

impl<T: Trigger, const N: usize> Default for Triggers<T, N> {
    fn default() -> Self {
        Triggers {
            queue: [T::default(); N],
            queued: 0,
            heard: 0,
        }
    }
}

impl<T: Trigger, const N: usize> Triggers<T, N> {
    /// Whether any trigger is waiting.
    #[inline]
    pub fn any(&self) -> bool {
        self.queued > 0
    }

    /// The waiting triggers, oldest first.
    pub fn waiting(&self) -> &[T] {
        &self.queue[..usize::from(self.queued).min(N)]
    }

    /// Queues a trigger, or merges it with a waiting one. The oldest is not changed once a card has been checked for
    /// it. Returns `false` if there is no space.
    pub fn push(&mut self, trigger: T) -> bool {
        let (first, queued) = (usize::from(self.heard > 0), usize::from(self.queued));
        for waiting in self.queue[..queued.min(N)].iter_mut().skip(first) {
            if let Some(both) = waiting.joined(trigger) {
                *waiting = both;
                return true;
            }
        }
        let room = self.queue.get_mut(queued);
        let fits = room.is_some();
        if let Some(room) = room {
            *room = trigger;
            self.queued += 1;
        }
        fits
    }

    /// Removes the oldest trigger. There must be one.
    pub fn drop_first(&mut self) {
        self.queue.copy_within(1.., 0);
        self.queue[N - 1] = T::default();
        self.queued -= 1;
        self.heard = 0;
    }

    /// The next card that reacts to the oldest trigger: its owner and its reaction. `hears` returns whether cards of an
    /// owner may react, `answer` the reaction of the card at a place in front of an owner.
    pub fn next_answer<A>(
        &mut self,
        order: TurnOrder,
        hears: impl Fn(u8, T) -> bool,
        answer: impl Fn(u8, usize, T) -> Option<A>,
    ) -> Option<(u8, A)> {
        let trigger = self.queue[0];
        order.next(
            &mut self.heard,
            |owner| hears(owner, trigger),
            |owner, place| answer(owner, place, trigger),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    struct Hit(u8, u8);

    impl Trigger for Hit {
        fn joined(self, other: Hit) -> Option<Hit> {
            (self.0 == other.0).then(|| Hit(self.0, self.1 + other.1))
        }
    }

    #[test]
    fn triggers_of_a_sort_are_one_unless_one_is_being_answered() {
        let mut triggers = Triggers::<Hit, 3>::default();
        assert!(triggers.push(Hit(1, 2)) && triggers.push(Hit(1, 3)) && triggers.push(Hit(2, 1)));
        assert_eq!(triggers.waiting(), [Hit(1, 5), Hit(2, 1)]);
        triggers.heard = 1;
        assert!(triggers.push(Hit(1, 1)));
        assert_eq!(triggers.waiting(), [Hit(1, 5), Hit(2, 1), Hit(1, 1)]);
        assert!(!triggers.push(Hit(3, 1)));
        triggers.drop_first();
        assert_eq!(
            (triggers.waiting(), triggers.heard),
            (&[Hit(2, 1), Hit(1, 1)][..], 0)
        );
    }

    #[test]
    fn cards_answer_in_turn_order() {
        let mut triggers = Triggers::<Hit, 3>::default();
        triggers.push(Hit(1, 1));
        let order = TurnOrder {
            first: 1,
            owners: 3,
            places: 2,
        };
        let mut next = || {
            triggers.next_answer(
                order,
                |owner, _| owner != 0,
                |owner, place, _| (place == 1).then_some(owner * 10),
            )
        };
        assert_eq!(
            [next(), next(), next()],
            [Some((1, 10)), Some((2, 20)), None]
        );
    }
}
