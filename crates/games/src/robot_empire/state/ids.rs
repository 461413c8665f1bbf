//! What numbers name in Robot Empire, each a type of its own. What comes in from a script, a position or a line of notation
//! becomes one of these first, or nothing.

use super::{MAX_MOONS, MAX_SORTS};
use cardwright_runtime::ids::{Id, IdSet};
use serde::{Deserialize, Serialize};
use std::ops::Range;

cardwright_runtime::ids! {
    /// A Moon on the table, by its place among them.
    MoonId in u64: 48
}

const _: () = assert!(MoonId::COUNT == MAX_MOONS);

/// Some Moons on the table.
pub(crate) type MoonSet = IdSet<MoonId>;

/// A sort of card: its place in the rulebook's list of them. With decks of one's own each player's cards are sorts of their
/// own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct SortId(u8);

impl SortId {
    /// No sort: what stands where no card can.
    pub(crate) const NONE: SortId = SortId(u8::MAX);

    /// The first sort of a rulebook.
    pub(crate) const FIRST: SortId = SortId(0);

    /// The sort at a place of the rulebook's list; none beyond the last that a game can have.
    #[inline]
    pub(crate) fn of(place: usize) -> Option<SortId> {
        (place < MAX_SORTS).then_some(SortId(place as u8))
    }

    /// The sort of a byte that an effect or announcement kept of one.
    #[inline]
    pub(crate) const fn kept(cause: u8) -> SortId {
        SortId(cause)
    }

    /// The byte that an effect or announcement keeps of it.
    #[inline]
    pub(crate) const fn n(self) -> u8 {
        self.0
    }

    /// Its place in the rulebook's list.
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Sorts that follow one another: those of a deck, or of all decks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sorts {
    from: u8,
    to: u8,
}

impl Sorts {
    /// Those at some places of the rulebook's list, of which a game has [`MAX_SORTS`] at most.
    pub(crate) fn new(places: Range<usize>) -> Sorts {
        let bound = |place: usize| place.min(MAX_SORTS) as u8;
        Sorts { from: bound(places.start), to: bound(places.end) }
    }

    /// Their places in the rulebook's list.
    #[inline]
    pub(crate) fn places(self) -> Range<usize> {
        usize::from(self.from)..usize::from(self.to)
    }

    /// Whether a sort is among them.
    pub(crate) fn contains(self, sort: SortId) -> bool {
        (self.from..self.to).contains(&sort.0)
    }

    /// Each, in order.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = SortId> + Clone + use<> {
        (self.from..self.to).map(SortId)
    }
}

const _: () = assert!(MAX_SORTS < u8::MAX as usize, "no sort is no sort");
