//! A seat's responses: a summary of the actions that its cards allow, as far as play needs it all the time. It is
//! computed once, and again when the hand or the cards on the table have changed.

use crate::book::print::{FIRES, FLIES};
use crate::book::rulebook::Rulebook;
use crate::facts::values;
use crate::lexicon::HookId;
use crate::state::{CardDefId, PlayerId, State, Unit};

/// The flag for a known hand in [`ResponseCache`].
const HAND_KNOWN: u8 = 1;

/// The flag for a known side in [`ResponseCache`].
const SIDE_KNOWN: u8 = 2;

/// The flags if everything is known.
const ALL_KNOWN: u8 = HAND_KNOWN | SIDE_KNOWN;

/// Repeats the bits of a byte in every byte of a word.
const IN_EACH_BYTE: u32 = 0x0101_0101;

/// A summary of the actions that a seat's cards allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ResponseCache {
    known: u8,
    /// The hand, with the first copy of each definition. The lowest byte has one bit for each place in the hand. The
    /// next bytes have the same for Agents, Super Weapons, and cards played in the Play phase.
    hand: u32,
    /// The cost of its cheapest Agent.
    agent_cost: u8,
    /// The abilities that some card of its side may have, as bits of `book::print`. It never contains too few, but
    /// may contain too many.
    pub(crate) able: u16,
}

impl ResponseCache {
    /// Marks the hand as changed.
    #[inline]
    pub(crate) fn hand_changed(&mut self) {
        self.known &= !HAND_KNOWN;
    }

    /// Marks the side as changed.
    #[inline]
    pub(crate) fn side_changed(&mut self) {
        self.known &= !SIDE_KNOWN;
    }

    /// Whether this summary matches a fresh one, except that it may contain more abilities of the side.
    pub(crate) fn cover(self, now: ResponseCache) -> bool {
        ResponseCache {
            able: now.able,
            ..self
        } == now
            && now.able & !self.able == 0
    }

    /// The places of the first copy of each card definition, with one bit for each place in the hand.
    #[inline]
    pub(crate) fn cards(self) -> u8 {
        self.hand as u8
    }

    /// The places of Agents among them; none if all Agents are too expensive.
    #[inline]
    pub(crate) fn agents(self, vault: u16) -> u8 {
        // Without a branch, because it is unpredictable whether the cost can be paid.
        let paid = u8::from(u16::from(self.agent_cost) <= vault);
        (self.hand >> 8) as u8 & 0u8.wrapping_sub(paid)
    }

    /// The same summary with only some places of the hand, given by one bit for each; the byte for first copies stays
    /// complete.
    #[inline]
    pub(crate) fn only(self, places: u8) -> ResponseCache {
        let places = (u32::from(places) * IN_EACH_BYTE) | u32::from(u8::MAX);
        ResponseCache {
            hand: self.hand & places,
            ..self
        }
    }

    /// Whether the hand contains a card for the Play phase, a Super Weapon, or an Agent.
    #[inline]
    pub(crate) fn any_card(self) -> bool {
        self.hand >> 8 != 0
    }

    /// The places of Super Weapons.
    #[inline]
    pub(crate) fn weapons(self) -> u8 {
        (self.hand >> 16) as u8
    }

    /// The places of cards played in the Play phase.
    #[inline]
    pub(crate) fn comes_out(self) -> u8 {
        (self.hand >> 24) as u8
    }

    /// Whether some card of the side may have any of these abilities.
    #[inline]
    pub(crate) fn able(self, flags: u16) -> bool {
        self.able & flags != 0
    }
}

/// The responses of a seat.
pub(crate) fn responses(book: &Rulebook, s: &State, seat: PlayerId) -> ResponseCache {
    let mut responses = ResponseCache::default();
    look_up(book, s, seat, &mut responses);
    responses
}

/// The cards in a hand that the Vault can pay for, with one bit for each place.
#[inline]
pub(crate) fn payable(book: &Rulebook, s: &State, seat: PlayerId) -> u8 {
    let side = s.side(seat);
    // Without a branch, as in `look_at_hand`.
    let paid = |card: &CardDefId| u8::from(u16::from(book.print(*card).price) <= side.vault);
    (0..)
        .zip(side.hand.places())
        .fold(0, |all, (at, card)| all | paid(card) << at)
}

/// Computes what is not known.
#[inline]
pub(crate) fn look_up(book: &Rulebook, s: &State, seat: PlayerId, responses: &mut ResponseCache) {
    if responses.known != ALL_KNOWN {
        look_anew(book, s, seat, responses);
    }
}

#[inline(never)]
fn look_anew(book: &Rulebook, s: &State, seat: PlayerId, responses: &mut ResponseCache) {
    if responses.known & HAND_KNOWN == 0 {
        look_at_hand(book, s, seat, responses);
    }
    if responses.known & SIDE_KNOWN == 0 {
        let units = &s.side(seat).units;
        responses.able = units.iter().fold(0, |all, unit| all | able(book, unit));
        let lifted = || units.iter().any(|unit| unit.flight() == Some(true));
        if book.listens(HookId::Flies) || book.lifts && lifted() {
            responses.able |= FLIES;
        }
        if book.listens(HookId::LongRangeBonus) {
            responses.able |= FIRES;
        }
        responses.known |= SIDE_KNOWN;
    }
}

fn look_at_hand(book: &Rulebook, s: &State, seat: PlayerId, responses: &mut ResponseCache) {
    let cards = &s.side(seat).hand;
    let (mut kinds, mut agent_cost) = (0, u8::MAX);
    // Places without a card are also processed, because their number is unpredictable.
    for (at, card) in cards.places().iter().enumerate() {
        let print = book.print(*card);
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

/// The abilities that a card on the table may have, now or later: by itself, its legs or its Components.
fn able(book: &Rulebook, unit: &Unit) -> u16 {
    let own = book.print(unit.card).able;
    if unit.legs() == 0 && !unit.has_parts() {
        return own;
    }
    let others = book
        .legs_of(unit)
        .into_iter()
        .chain(values::parts_of(book, unit));
    others.fold(own, |all, sort| all | book.print(sort).able)
}
