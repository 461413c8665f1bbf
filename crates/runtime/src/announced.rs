//! Effects that are announced before they happen: others may answer with effects of their own, and the last announced
//! happens first.

use crate::arrays;
use cardwright_effects::Frame;
use cardwright_kernel::ProgramId;
use serde::{Deserialize, Serialize};

/// An effect that waits to happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Announced {
    /// The program of the card.
    pub program: ProgramId,
    /// Who announced it: an owner as programs have them.
    pub owner: u8,
    /// What the game wants to remember of why, such as the card's number.
    pub cause: u8,
    /// What it names: up to two things, as numbers of programs; the second parameter and the third.
    pub named: [i16; 2],
    /// Whether an answer has made it do nothing. It keeps its place until its turn comes.
    pub cancelled: bool,
}

impl Announced {
    /// The frame in which it happens: owner and what it names are its parameters.
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

/// Announced effects, at most `N`; the last one happens first. Places that do not count are wiped, so that equal games
/// have equal states.
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
    /// Those that wait, the first announced first.
    pub fn all(&self) -> &[Announced] {
        &self.waiting[..usize::from(self.depth).min(N)]
    }

    /// The same, to be changed: what they name may have moved.
    pub fn all_mut(&mut self) -> &mut [Announced] {
        &mut self.waiting[..usize::from(self.depth).min(N)]
    }

    /// Whether none waits.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.depth == 0
    }

    /// Whether another may be announced.
    #[inline]
    pub fn has_room(&self) -> bool {
        usize::from(self.depth) < N
    }

    /// Announces an effect; says whether there was room.
    pub fn announce(&mut self, effect: Announced) -> bool {
        let Some(place) = self.waiting.get_mut(usize::from(self.depth)) else {
            return false;
        };
        *place = effect;
        self.depth += 1;
        true
    }

    /// The last announced, which others may answer and which happens next.
    pub fn last(&self) -> Option<&Announced> {
        self.all().last()
    }

    /// The effect beneath the last one, which an answer that has just begun to happen may cancel: with the answer taken
    /// off by [`Announcements::take_last`], the last one that is left. Those already cancelled are passed over.
    pub fn cancel_last(&mut self) -> Option<Announced> {
        let depth = usize::from(self.depth).min(N);
        let last = self.waiting[..depth]
            .iter_mut()
            .rev()
            .find(|effect| !effect.cancelled)?;
        last.cancelled = true;
        Some(*last)
    }

    /// The effect that happens now, the last announced, taken off; a cancelled one too, so that it can be told.
    pub fn take_last(&mut self) -> Option<Announced> {
        let place = usize::from(self.depth).checked_sub(1)?;
        self.depth -= 1;
        self.waiting.get_mut(place).map(std::mem::take)
    }

    /// What these owners (a bit each) announced does nothing, because they left the game.
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
