//! What a seat has to answer with, as far as play asks for it all the time: looked up once, and again when its hand or its
//! cards on the table have changed.

use crate::robot_empire::cards::book::Rulebook;
use crate::robot_empire::fast::print::{AGENT, COMES_OUT, SUPER_WEAPON};
use crate::robot_empire::state::{NONE, State, Unit};

/// Of [`Means`]: the hand is known.
const HAND_KNOWN: u8 = 1;
/// Of [`Means`]: the side is known.
const SIDE_KNOWN: u8 = 2;

/// What a seat has to answer with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Means {
    known: u8,
    /// Its hand, of each sort the first card: a bit for each place in the hand.
    pub(crate) cards: u8,
    /// Of those the Agents.
    agents: u8,
    /// The Super Weapons.
    pub(crate) weapons: u8,
    /// What comes out in the Play phase.
    pub(crate) comes_out: u8,
    /// What its cheapest Agent costs.
    agent_cost: u8,
    /// What some card of its side may be able to: bits of `fast::print`. Not less than there is; it may be more.
    pub(crate) able: u8,
}

impl Means {
    /// The hand has to be looked up anew.
    #[inline]
    pub(crate) fn hand_changed(&mut self) {
        self.known &= !HAND_KNOWN;
    }

    /// The side has to be looked up anew.
    #[inline]
    pub(crate) fn side_changed(&mut self) {
        self.known &= !SIDE_KNOWN;
    }

    /// Whether these are the means that have been looked up just now, but that the side may be able to less.
    pub(crate) fn cover(self, now: Means) -> bool {
        Means { able: now.able, ..self } == now && now.able & !self.able == 0
    }

    /// The Agents, unless all are too dear.
    #[inline]
    pub(crate) fn agents(self, vault: u16) -> u8 {
        if vault < self.agent_cost.into() { 0 } else { self.agents }
    }

    /// Whether some card of the side may be able to one of these things.
    #[inline]
    pub(crate) fn able(self, flags: u8) -> bool {
        self.able & flags != 0
    }
}

/// The places of the bits that are set, from the lowest on.
#[inline]
pub(crate) fn bits(set: u8) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let place = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        place
    })
}

impl Rulebook {
    /// What a seat has to answer with.
    pub(crate) fn means(&self, s: &State, seat: u8) -> Means {
        let mut means = Means::default();
        self.look_up(s, seat, &mut means);
        means
    }

    /// Looks up what is not known.
    #[inline]
    pub(crate) fn look_up(&self, s: &State, seat: u8, means: &mut Means) {
        if means.known & HAND_KNOWN == 0 {
            self.look_at_hand(s, seat, means);
        }
        if means.known & SIDE_KNOWN == 0 {
            let units = &s.side(seat).units;
            means.able = units.iter().fold(0, |all, unit| all | self.able(unit));
            means.known |= SIDE_KNOWN;
        }
    }

    fn look_at_hand(&self, s: &State, seat: u8, means: &mut Means) {
        let mut hand = Means { agent_cost: u8::MAX, able: means.able, ..Means::default() };
        let mut before = NONE;
        for (at, card) in s.side(seat).hand.iter().enumerate() {
            let print = self.print(*card);
            let first = u8::from(*card != before) << at;
            let of = |flags: u16| if print.is(flags) { first } else { 0 };
            hand.cards |= first;
            hand.agents |= of(AGENT);
            hand.weapons |= of(SUPER_WEAPON);
            hand.comes_out |= of(COMES_OUT);
            hand.agent_cost = if print.is(AGENT) { hand.agent_cost.min(print.cost) } else { hand.agent_cost };
            before = *card;
        }
        *means = Means { known: means.known | HAND_KNOWN, ..hand };
    }

    /// What a card on the table may be able to, now or later: it, its legs, its Components.
    fn able(&self, unit: &Unit) -> u8 {
        let own = self.print(unit.card).able;
        if unit.legs() == 0 && !unit.has_parts() {
            return own;
        }
        let others = self.legs_of(unit).into_iter().chain(self.parts_of(unit));
        others.fold(own, |all, sort| all | self.print(sort).able)
    }
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn bits_are_places_from_the_lowest_on() {
        assert_eq!(bits(0b101_0010).collect::<Vec<_>>(), [1, 4, 6]);
        assert_eq!((bits(0).count(), bits(u8::MAX).count()), (0, 8));
    }
}
