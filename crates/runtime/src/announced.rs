//! Effects that are announced before they happen: other players may respond with effects of their own, and the last
//! announced effect happens first.

use crate::arrays;
use cardwright_effects::Frame;
use cardwright_kernel::ProgramId;
use serde::{Deserialize, Serialize};

/// An announced effect that has not happened yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Announced {
    /// The card program of the effect.
    pub program: ProgramId,
    /// The player who announced the effect, as a value of card programs.
    pub owner: u8,
    /// Data that the game needs when the effect happens, such as the card's number.
    pub cause: u8,
    /// Up to two targets, as values of card programs: the second and third parameter.
    pub named: [i16; 2],
    /// Whether a response has cancelled the effect. It stays in place until its turn comes.
    pub cancelled: bool,
}

impl Announced {
    /// The frame for running the effect, with owner and targets as parameters.
    pub fn frame(&self) -> Frame {
        let [first, second] = self.named;
        Frame::new(
            self.program,
            self.owner,
            self.cause,
            &[self.owner.into(), first, second],
        )
    }
}

/// Up to `N` announced effects; the last one happens first. Unused slots are cleared, so that equal games have equal
/// states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Announcements<const N: usize> {
    #[serde(with = "arrays")]
    waiting: [Announced; N],
    depth: u8,
}

impl<const N: usize> Default for Announcements<N> {
    fn default() -> Self {
        Announcements {
            waiting: [Announced::default(); N],
            depth: 0,
        }
    }
}

impl<const N: usize> Announcements<N> {
    /// All announced effects, in the order they were announced.
    pub fn all(&self) -> &[Announced] {
        &self.waiting[..usize::from(self.depth).min(N)]
    }

    /// Mutable access to the announced effects, to update targets that have moved.
    pub fn all_mut(&mut self) -> &mut [Announced] {
        &mut self.waiting[..usize::from(self.depth).min(N)]
    }

    /// Whether no effect is announced.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.depth == 0
    }

    /// Whether another effect can be announced.
    #[inline]
    pub fn has_room(&self) -> bool {
        usize::from(self.depth) < N
    }

    /// Announces an effect; returns `false` if all slots are in use.
    pub fn announce(&mut self, effect: Announced) -> bool {
        let Some(place) = self.waiting.get_mut(usize::from(self.depth)) else {
            return false;
        };
        *place = effect;
        self.depth += 1;
        true
    }

    /// The effect announced last, which others may respond to and which happens next.
    pub fn last(&self) -> Option<&Announced> {
        self.all().last()
    }

    /// Cancels the effect below the last one, for a response that has just started to happen. If the response was
    /// already removed by [`Announcements::take_last`], that is the last remaining effect. Effects already cancelled
    /// are skipped.
    pub fn cancel_last(&mut self) -> Option<Announced> {
        let depth = usize::from(self.depth).min(N);
        let last = self.waiting[..depth]
            .iter_mut()
            .rev()
            .find(|effect| !effect.cancelled)?;
        last.cancelled = true;
        Some(*last)
    }

    /// Removes and returns the effect announced last, which happens now. Cancelled effects are returned too, so that
    /// they can be logged.
    pub fn take_last(&mut self) -> Option<Announced> {
        let place = usize::from(self.depth).checked_sub(1)?;
        self.depth -= 1;
        self.waiting.get_mut(place).map(std::mem::take)
    }

    /// Cancels everything that these owners (one bit each) announced, because they left the game.
    pub fn cancel_of(&mut self, owners: u8) {
        let depth = usize::from(self.depth).min(N);
        for effect in &mut self.waiting[..depth] {
            effect.cancelled |= owners & (1 << (effect.owner & 7)) != 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(program: u16, owner: u8) -> Announced {
        Announced {
            program: ProgramId(program),
            owner,
            named: [3, 4],
            ..Announced::default()
        }
    }

    #[test]
    fn the_last_announced_happens_first() {
        let mut all = Announcements::<2>::default();
        assert!(all.announce(of(1, 0)) && all.announce(of(2, 1)) && !all.has_room());
        assert!(!all.announce(of(3, 2)));
        assert_eq!(all.last().map(|effect| effect.program), Some(ProgramId(2)));
        assert_eq!(
            all.take_last()
                .map(|effect| effect.frame().regs[..3].to_vec()),
            Some(vec![1, 3, 4])
        );
        assert_eq!(
            all.take_last().map(|effect| effect.program),
            Some(ProgramId(1))
        );
        assert_eq!((all.take_last(), all), (None, Announcements::default()));
    }

    #[test]
    fn an_answer_cancels_what_it_answers() {
        let mut all = Announcements::<3>::default();
        assert_eq!(all.cancel_last(), None);
        all.announce(of(1, 0));
        all.announce(of(2, 1));
        all.announce(of(3, 0));
        assert_eq!(
            all.take_last().map(|effect| effect.program),
            Some(ProgramId(3)),
            "the answer happens"
        );
        assert_eq!(
            all.cancel_last().map(|effect| effect.program),
            Some(ProgramId(2))
        );
        assert_eq!(
            all.cancel_last().map(|effect| effect.program),
            Some(ProgramId(1)),
            "one that is cancelled stays so"
        );
        assert_eq!(all.take_last().map(|effect| effect.cancelled), Some(true));
    }

    #[test]
    fn who_leaves_takes_its_announcements_along() {
        let mut all = Announcements::<3>::default();
        [(1, 0), (2, 1), (3, 0)]
            .into_iter()
            .for_each(|(program, owner)| assert!(all.announce(of(program, owner))));
        all.cancel_of(0b01);
        assert_eq!(
            all.all()
                .iter()
                .map(|effect| effect.cancelled)
                .collect::<Vec<_>>(),
            [true, false, true]
        );
    }
}
