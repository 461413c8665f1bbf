//! The ids of Robot Empire, each with its own type. Input from a script, a position or a line of notation is first
//! converted to one of these types, or rejected.

use cardwright_kernel::{Seat, SeatSet};
use cardwright_runtime::ids::{Id, IdSet};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The maximum number of seats (clause RE-1.1).
pub(crate) const SEATS: usize = 3;

/// The maximum number of card definitions in a game: three decks of 70 different cards.
pub(crate) const MAX_DEFS: usize = 210;

/// The maximum number of cards on one side (clause RE-1.8).
pub(crate) const MAX_UNITS: usize = 32;

/// The maximum number of Moons in a game: four of each of four kinds in three decks.
pub(crate) const MAX_MOONS: usize = 48;

cardwright_runtime::ids! {
    /// A player, by seat.
    PlayerId in u8 { First, Second, Third }
    /// A Moon on the table, by its index among them.
    MoonId in u64: 48
    /// A place on a player's side. A group that fights together is identified by the place of its first card.
    PlaceId in u32: 32
}

const _: () =
    assert!(MoonId::COUNT == MAX_MOONS && PlayerId::COUNT == SEATS && PlaceId::COUNT == MAX_UNITS);

impl PlaceId {
    /// The number of the place, from 1, as positions write it.
    #[inline]
    pub(crate) fn number(self) -> u8 {
        self.n() + 1
    }

    /// The cards on a side, each with its place.
    #[inline]
    pub(crate) fn each_of<T>(
        there: &[T],
    ) -> impl DoubleEndedIterator<Item = (PlaceId, &T)> + Clone {
        (0..MAX_UNITS as u8).map(PlaceId).zip(there)
    }

    /// The place with this number, from 1, as written in positions.
    pub(crate) fn numbered(word: &str) -> Option<PlaceId> {
        PlaceId::of(word.parse::<usize>().ok()?.checked_sub(1)?)
    }
}

/// A set of places on a side.
pub(crate) type Places = IdSet<PlaceId>;

/// Progress in a walk over the cards of a side: a place, or the end behind the last one.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub(crate) struct Cursor(u8);

impl Cursor {
    /// The first place.
    pub(crate) const START: Cursor = Cursor(0);

    /// A cursor at a place.
    #[inline]
    pub(crate) fn at(place: PlaceId) -> Cursor {
        Cursor(place.n())
    }

    /// The current place; `None` at the end of a full side.
    #[inline]
    pub(crate) fn place(self) -> Option<PlaceId> {
        PlaceId::of(self.0.into())
    }

    /// The cursor at the next place.
    #[inline]
    pub(crate) fn next(self) -> Cursor {
        Cursor(self.0.saturating_add(1))
    }

    /// The cursor this many places earlier.
    #[inline]
    pub(crate) fn back(self, places: usize) -> Cursor {
        Cursor(self.0.saturating_sub(places.min(MAX_UNITS) as u8))
    }

    /// The places still to be visited.
    #[inline]
    pub(crate) fn rest(self) -> Places {
        Places::from_bits(u32::MAX.checked_shl(self.0.into()).unwrap_or(0))
    }

    /// The places already visited.
    #[inline]
    pub(crate) fn passed(self) -> usize {
        self.0.into()
    }
}

/// A set of players.
pub(crate) type Players = IdSet<PlayerId>;

/// The first player, unless decided otherwise.
impl Default for PlayerId {
    #[inline]
    fn default() -> Self {
        PlayerId::First
    }
}

impl PlayerId {
    /// The player at a seat; `None` beyond the third.
    #[inline]
    pub(crate) fn of_seat(seat: Seat) -> Option<PlayerId> {
        PlayerId::of(seat.index())
    }

    /// The seat of the player.
    #[inline]
    pub(crate) fn seat(self) -> Seat {
        Seat(self.n())
    }

    /// The number of the player, from 1, as shown to people.
    #[inline]
    pub(crate) fn number(self) -> u8 {
        self.n() + 1
    }

    /// The player with a number, from 1, if a game with this many players has one.
    pub(crate) fn numbered(number: u8, players: u8) -> Option<PlayerId> {
        PlayerId::of(usize::from(number.checked_sub(1)?)).filter(|_| number <= players)
    }

    /// The player with a written number, from 1, if a game with this many players has one.
    pub(crate) fn read(word: &str, players: u8) -> Option<PlayerId> {
        word.parse()
            .ok()
            .and_then(|number| PlayerId::numbered(number, players))
    }

    /// The next player, unless this is the last of so many.
    #[inline]
    pub(crate) fn following(self, players: u8) -> Option<PlayerId> {
        PlayerId::of(self.index() + 1).filter(|next| next.n() < players)
    }

    /// The player to the left in a game with this many players.
    #[inline]
    pub(crate) fn left(self, players: u8) -> PlayerId {
        self.following(players).unwrap_or(PlayerId::First)
    }
}

/// The players as seats.
#[inline]
pub(crate) fn seats(players: Players) -> SeatSet {
    SeatSet(players.bits())
}

/// A set of Moons on the table.
pub(crate) type MoonSet = IdSet<MoonId>;

/// A card definition: its index in the rulebook's list. If players bring their own decks, each player's cards have
/// their own definitions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct CardDefId(u8);

impl CardDefId {
    /// A placeholder where no card can be.
    pub(crate) const NONE: CardDefId = CardDefId(u8::MAX);

    /// The first card definition of a rulebook.
    pub(crate) const FIRST: CardDefId = CardDefId(0);

    /// The card definition at a place of the rulebook's list; `None` beyond the maximum of a game.
    #[inline]
    pub(crate) fn of(place: usize) -> Option<CardDefId> {
        (place < MAX_DEFS).then_some(CardDefId(place as u8))
    }

    /// The card definition from a byte stored in an effect or announcement.
    #[inline]
    pub(crate) const fn from_byte(byte: u8) -> CardDefId {
        CardDefId(byte)
    }

    /// The byte stored in an effect or announcement.
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

/// Consecutive card definitions: those of one deck, or of all decks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CardDefs {
    from: u8,
    to: u8,
}

impl CardDefs {
    /// The card definitions at these places of the rulebook's list, which has at most [`MAX_DEFS`] in a game.
    pub(crate) fn new(places: Range<usize>) -> CardDefs {
        let bound = |place: usize| place.min(MAX_DEFS) as u8;
        CardDefs {
            from: bound(places.start),
            to: bound(places.end),
        }
    }

    /// Their places in the rulebook's list.
    #[inline]
    pub(crate) fn places(self) -> Range<usize> {
        usize::from(self.from)..usize::from(self.to)
    }

    /// Whether a card definition is among them.
    pub(crate) fn contains(self, def: CardDefId) -> bool {
        (self.from..self.to).contains(&def.0)
    }

    /// The card definitions in order.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = CardDefId> + Clone + use<> {
        (self.from..self.to).map(CardDefId)
    }
}

const _: () = assert!(MAX_DEFS < u8::MAX as usize, "no sort is no sort");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_players_are_read_as_a_game_has_them() {
        assert_eq!(PlayerId::read("3", 3), Some(PlayerId::Third));
        for (word, players) in [("3", 2), ("4", 3), ("0", 3), ("-1", 3), ("", 3), ("1.5", 3)] {
            assert_eq!(PlayerId::read(word, players), None, "{word} of {players}");
        }
        assert_eq!(
            (PlayerId::of_seat(Seat(2)), PlayerId::of_seat(Seat(3))),
            (Some(PlayerId::Third), None)
        );
    }

    #[test]
    fn players_sit_round_the_table() {
        assert_eq!(
            [2, 3].map(|players| PlayerId::Second.following(players)),
            [None, Some(PlayerId::Third)]
        );
        assert_eq!(
            [2, 3].map(|players| PlayerId::Second.left(players)),
            [PlayerId::First, PlayerId::Third]
        );
    }

    #[test]
    fn a_game_has_no_sort_beyond_the_last() {
        assert_eq!(
            (
                CardDefId::of(MAX_DEFS - 1).map(CardDefId::index),
                CardDefId::of(MAX_DEFS)
            ),
            (Some(209), None)
        );
        let defs = CardDefs::new(3..5);
        assert_eq!(defs.iter().map(CardDefId::n).collect::<Vec<_>>(), [3, 4]);
        assert!(
            defs.contains(CardDefId::from_byte(4))
                && !defs.contains(CardDefId::from_byte(5))
                && !defs.contains(CardDefId::NONE)
        );
        assert_eq!(CardDefs::new(0..400).places(), 0..MAX_DEFS);
    }
}
