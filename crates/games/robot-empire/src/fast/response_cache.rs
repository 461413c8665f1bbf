//! What a seat has to answer with, as far as play asks for it all the time: looked up once, and again when its hand or its
//! cards on the table have changed.

use crate::cards::book::Rulebook;
use crate::state::{CardDefId, PlayerId, State, Unit};

/// Of [`ResponseCache`]: the hand is known.
const HAND_KNOWN: u8 = 1;
/// Of [`ResponseCache`]: the side is known.
const SIDE_KNOWN: u8 = 2;
/// Of [`ResponseCache`]: all is known.
const ALL_KNOWN: u8 = HAND_KNOWN | SIDE_KNOWN;

/// The bits of a byte in every byte of a word.
const IN_EACH_BYTE: u32 = 0x0101_0101;

/// What a seat has to answer with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ResponseCache {
    known: u8,
    /// Its hand, the first card of each definition: in the lowest byte a bit for each place in the hand, in the next ones the same of
    /// Agents, Super Weapons, and what comes out in the Play phase.
    hand: u32,
    /// What its cheapest Agent costs.
    agent_cost: u8,
    /// What some card of its side may be able to: bits of `fast::print`. Not less than there is; it may be more.
    pub(crate) able: u16,
}

impl ResponseCache {
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
    pub(crate) fn cover(self, now: ResponseCache) -> bool {
        ResponseCache {
            able: now.able,
            ..self
        } == now
            && now.able & !self.able == 0
    }

    /// The first card of each card definition: a bit for each place in the hand.
    #[inline]
    pub(crate) fn cards(self) -> u8 {
        self.hand as u8
    }

    /// Of those the Agents, unless all are too dear.
    #[inline]
    pub(crate) fn agents(self, vault: u16) -> u8 {
        // Without a branch: nobody foresees whether it can be paid.
        let paid = u8::from(u16::from(self.agent_cost) <= vault);
        (self.hand >> 8) as u8 & 0u8.wrapping_sub(paid)
    }

    /// The same with only some places of the hand, a bit each, beside the first card of each card definition.
    #[inline]
    pub(crate) fn only(self, places: u8) -> ResponseCache {
        let places = (u32::from(places) * IN_EACH_BYTE) | u32::from(u8::MAX);
        ResponseCache {
            hand: self.hand & places,
            ..self
        }
    }

    /// Whether there is a card for the Play phase, a Super Weapon, or an Agent.
    #[inline]
    pub(crate) fn any_card(self) -> bool {
        self.hand >> 8 != 0
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
    pub(crate) fn able(self, flags: u16) -> bool {
        self.able & flags != 0
    }
}

impl Rulebook {
    /// What a seat has to answer with.
    pub(crate) fn responses(&self, s: &State, seat: PlayerId) -> ResponseCache {
        let mut responses = ResponseCache::default();
        self.look_up(s, seat, &mut responses);
        responses
    }

    /// The cards of a hand that the Vault is enough for: a bit for each place.
    #[inline]
    pub(crate) fn payable(&self, s: &State, seat: PlayerId) -> u8 {
        let side = s.side(seat);
        // Without a branch, as in `look_at_hand`.
        let paid = |card: &CardDefId| u8::from(u16::from(self.print(*card).price) <= side.vault);
        (0..)
            .zip(side.hand.places())
            .fold(0, |all, (at, card)| all | paid(card) << at)
    }

    /// Looks up what is not known.
    #[inline]
    pub(crate) fn look_up(&self, s: &State, seat: PlayerId, responses: &mut ResponseCache) {
        if responses.known != ALL_KNOWN {
            self.look_anew(s, seat, responses);
        }
    }

    #[inline(never)]
    fn look_anew(&self, s: &State, seat: PlayerId, responses: &mut ResponseCache) {
        if responses.known & HAND_KNOWN == 0 {
            self.look_at_hand(s, seat, responses);
        }
        if responses.known & SIDE_KNOWN == 0 {
            let units = &s.side(seat).units;
            responses.able = units.iter().fold(0, |all, unit| all | self.able(unit));
            responses.known |= SIDE_KNOWN;
        }
    }

    fn look_at_hand(&self, s: &State, seat: PlayerId, responses: &mut ResponseCache) {
        let cards = &s.side(seat).hand;
        let (mut kinds, mut agent_cost) = (0, u8::MAX);
        // Places without a card are looked at too: nobody foresees how many there are.
        for (at, card) in cards.places().iter().enumerate() {
            let print = self.print(*card);
            kinds |= print.in_hand << at;
            agent_cost = agent_cost.min(print.agent_cost);
        }
        let hand = kinds & (u32::from(cards.first_of_each()) * IN_EACH_BYTE);
        *responses = ResponseCache {
            known: responses.known | HAND_KNOWN,
            hand,
            agent_cost,
            able: responses.able,
        };
    }

    /// What a card on the table may be able to, now or later: it, its legs, its Components.
    fn able(&self, unit: &Unit) -> u16 {
        let own = self.print(unit.card).able;
        if unit.legs() == 0 && !unit.has_parts() {
            return own;
        }
        let others = self.legs_of(unit).into_iter().chain(self.parts_of(unit));
        others.fold(own, |all, sort| all | self.print(sort).able)
    }
}
