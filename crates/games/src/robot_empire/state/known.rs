//! States as a viewer may know them, and answers that hang on what it does not.

use super::{Asked, State, Step};
use crate::robot_empire::cards::book::Rulebook;
use crate::robot_empire::play::actions::Action;
use crate::robot_empire::rules::HIDDEN;
use cardwright_kernel::{Refusal, Seat, Supposed, Viewer};

impl Rulebook {
    /// The state as the viewer may know it; hidden hands hold cards that they may hold, laid out in one of several ways.
    pub(crate) fn as_known(&self, s: &State, viewer: Viewer, way: u8) -> State {
        let mut known = s.clone();
        let hidden = |seat: &u8| !Rulebook::knows_hand(*seat, viewer);
        for seat in self.seats().filter(hidden) {
            known.sides[usize::from(seat)].hand.iter().for_each(|card| known.deck.add(*card, 1));
            known.sides[usize::from(seat)].hand.clear();
        }
        let mut pool: Vec<u8> = Vec::new();
        for (card, number) in known.deck.iter().filter(|(card, _)| !self.is_moon(*card)) {
            pool.extend(std::iter::repeat_n(card, usize::from(number)));
        }
        // Every fifth card from another place on: different cards, and different ones each way.
        let length = pool.len().max(1);
        let step = if length.is_multiple_of(5) { 7 } else { 5 };
        let mut at = usize::from(way) * length / 4;
        for seat in self.seats().filter(hidden) {
            for _ in 0..s.side(seat).hand.len() {
                let next = (0..length)
                    .map(|n| (at + step + n) % length)
                    .find(|at| pool.get(*at).is_some_and(|card| known.deck.of(*card) > 0));
                let Some(place) = next else { break };
                at = place;
                known.deck.take(pool[place]);
                known.side_mut(seat).hold(pool[place]);
            }
        }
        known
    }

    /// What bears on an answer that the viewer may not know.
    pub(crate) fn supposed(
        &self,
        known: &State,
        who: Option<Seat>,
        text: &str,
        viewer: Viewer,
    ) -> Supposed<State> {
        if viewer == Viewer::Referee {
            return Supposed::Known;
        }
        let asked = who.map_or(known.asked, |seat| Asked::Seat(seat.0));
        let reader = State { asked, ..known.clone() };
        let Ok(action) = self.read(&reader, text) else { return Supposed::Known };
        let card = match action {
            Action::Play(card) | Action::Install(card, _) | Action::Show(card, _) | Action::Discard(card) => {
                card
            }
            Action::Draw(card) => {
                let drawer = self.drawer(known).filter(|seat| !Rulebook::knows_hand(*seat, viewer));
                return drawer.map_or(Supposed::Known, |_| self.in_deck(known, card, viewer));
            }
            _ => return Supposed::Known,
        };
        match asked {
            Asked::Seat(seat) if !Rulebook::knows_hand(seat, viewer) => {
                self.in_hand(known, seat, card, viewer)
            }
            _ => Supposed::Known,
        }
    }

    /// Supposes that a seat holds a card.
    fn in_hand(&self, known: &State, seat: u8, card: u8, viewer: Viewer) -> Supposed<State> {
        let mut there = known.clone();
        if there.side(seat).hand.contains(&card) {
            return Supposed::If(there);
        }
        let missing = || {
            let message = format!("player {} cannot hold {}", seat + 1, self.sort(card).name);
            Supposed::Not(
                Refusal::new(message, HIDDEN).fact("every copy lies open or is in a hand that is known"),
            )
        };
        let Some(given) = there.side(seat).hand.first().copied().filter(|_| !self.is_moon(card)) else {
            return missing();
        };
        if !self.take_from_hidden(&mut there, card, seat, viewer) {
            return missing();
        }
        there.side_mut(seat).let_go(given);
        there.deck.add(given, 1);
        there.side_mut(seat).hold(card);
        Supposed::If(there)
    }

    /// Takes a card from the deck or, for a card of the deck, from another hidden hand.
    fn take_from_hidden(&self, there: &mut State, card: u8, but: u8, viewer: Viewer) -> bool {
        if there.deck.take(card) {
            return true;
        }
        let hidden = |seat: &u8| *seat != but && !Rulebook::knows_hand(*seat, viewer);
        for seat in self.seats().filter(hidden) {
            if !there.side(seat).hand.contains(&card) {
                continue;
            }
            let other = there.deck.iter().map(|(other, _)| other).find(|other| !self.is_moon(*other));
            let Some(other) = other else { return false };
            there.side_mut(seat).let_go(card);
            there.deck.take(other);
            there.side_mut(seat).hold(other);
            return true;
        }
        false
    }

    /// Supposes that a card is in the Depot Deck.
    fn in_deck(&self, known: &State, card: u8, viewer: Viewer) -> Supposed<State> {
        let mut there = known.clone();
        if self.is_moon(card) {
            return Supposed::Known;
        }
        if !self.take_from_hidden(&mut there, card, super::NONE, viewer) {
            let message = format!("no {} can be in the Depot Deck", self.sort(card).name);
            return Supposed::Not(
                Refusal::new(message, HIDDEN).fact("every copy lies open or is in a hand that is known"),
            );
        }
        there.deck.add(card, 1);
        Supposed::If(there)
    }

    /// Whether the present question has answers that the viewer may not know.
    pub(crate) fn hides(&self, s: &State, viewer: Viewer) -> bool {
        match s.asked {
            Asked::Nobody => false,
            Asked::Chance => self.drawer(s).is_some_and(|seat| !Rulebook::knows_hand(seat, viewer)),
            Asked::Seat(seat) => {
                let from_hand = self.moment(s).is_some()
                    || matches!(s.step, Step::Play | Step::Mining | Step::Fire | Step::Discard);
                from_hand && !s.side(seat).hand.is_empty() && !Rulebook::knows_hand(seat, viewer)
            }
        }
    }
}
