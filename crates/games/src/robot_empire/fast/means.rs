//! What a seat has to answer with, as far as play asks for it all the time: looked up once, and again when its hand or its
//! cards on the table have changed.

use crate::robot_empire::cards::book::Rulebook;
use crate::robot_empire::state::{PlayerId, SortId, State, Unit};

/// Of [`Means`]: the hand is known.
const HAND_KNOWN: u8 = 1;
/// Of [`Means`]: the side is known.
const SIDE_KNOWN: u8 = 2;

/// What a seat has to answer with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Means {
    known: u8,
    /// Its hand, of each sort the first card: in the lowest byte a bit for each place in the hand, in the next ones the same of
    /// Agents, Super Weapons, and what comes out in the Play phase.
    hand: u32,
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

    /// The first card of each sort: a bit for each place in the hand.
    #[inline]
    pub(crate) fn cards(self) -> u8 {
        self.hand as u8
    }

    /// Of those the Agents, unless all are too dear.
    #[inline]
    pub(crate) fn agents(self, vault: u16) -> u8 {
        if vault < self.agent_cost.into() { 0 } else { (self.hand >> 8) as u8 }
    }

    /// The Super Weapons.
    #[inline]
    pub(crate) fn weapons(self) -> u8 {
        (self.hand >> 16) as u8
    }

    /// What comes out in the Play phase.
    #[inline]
    pub(crate) fn comes_out(self) -> u8 {
        (self.hand >> 24) as u8
    }

    /// Whether some card of the side may be able to one of these things.
    #[inline]
    pub(crate) fn able(self, flags: u8) -> bool {
        self.able & flags != 0
    }
}

impl Rulebook {
    /// What a seat has to answer with.
    pub(crate) fn means(&self, s: &State, seat: PlayerId) -> Means {
        let mut means = Means::default();
        self.look_up(s, seat, &mut means);
        means
    }

    /// Looks up what is not known.
    #[inline]
    pub(crate) fn look_up(&self, s: &State, seat: PlayerId, means: &mut Means) {
        if means.known & HAND_KNOWN == 0 {
            self.look_at_hand(s, seat, means);
        }
        if means.known & SIDE_KNOWN == 0 {
            let units = &s.side(seat).units;
            means.able = units.iter().fold(0, |all, unit| all | self.able(unit));
            means.known |= SIDE_KNOWN;
        }
    }

    fn look_at_hand(&self, s: &State, seat: PlayerId, means: &mut Means) {
        let (mut hand, mut agent_cost, mut before) = (0, u8::MAX, SortId::NONE);
        for (at, card) in s.side(seat).hand.iter().enumerate() {
            let print = self.print(*card);
            hand |= if *card == before { 0 } else { print.in_hand << at };
            agent_cost = agent_cost.min(print.agent_cost);
            before = *card;
        }
        *means = Means { known: means.known | HAND_KNOWN, hand, agent_cost, able: means.able };
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
