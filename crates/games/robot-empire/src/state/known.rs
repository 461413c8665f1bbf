//! States as a viewer may know them, and answers that hang on what it does not.

use super::{Asked, CardDefId, Counts, PlayerId, State, Step};
use crate::cards::book::Rulebook;
use crate::play::actions::Action;
use crate::rules::HIDDEN;
use cardwright_kernel::{Assumption, Refusal, Seat, Viewer};
use cardwright_runtime::zones::laid_out;

/// What is looked at where a card can be nowhere that is hidden.
const EVERY_COPY: &str = "every copy lies open or is in a hand that is known";

impl Rulebook {
    /// The state as the viewer may know it; hidden hands hold cards that they may hold, laid out in one of several ways.
    pub(crate) fn as_known(&self, s: &State, viewer: Viewer, permutation: u8) -> State {
        let mut known = s.clone();
        let hidden = |seat: &PlayerId| !Rulebook::knows_hand(*seat, viewer);
        for deck in 0..self.decks.len() {
            let seats = || {
                self.seats()
                    .filter(hidden)
                    .filter(|seat| self.deck_of(*seat) == deck)
            };
            let pool = self.collect_hidden(&mut known, deck, &mut seats());
            // Every fifth card from another place on: different cards, and different ones each way.
            let pool: Vec<Counts> = laid_out(pool, permutation).collect();
            let length = pool.len().max(1);
            let stride = [5, 7]
                .into_iter()
                .find(|stride| !length.is_multiple_of(*stride))
                .unwrap_or(1);
            let mut order = (0..pool.len()).map(|nth| nth * stride % length);
            for seat in seats() {
                for place in order.by_ref().take(s.side(seat).hand.len()) {
                    for card in pool[place]
                        .iter()
                        .filter_map(|(place, _)| CardDefId::of(place))
                    {
                        known.piles.take(card);
                        known.side_mut(seat).hold(card);
                    }
                }
            }
        }
        known
    }

    /// Puts hidden hands back into their deck; the cards that may be in them.
    pub(super) fn collect_hidden(
        &self,
        s: &mut State,
        deck: usize,
        seats: &mut dyn Iterator<Item = PlayerId>,
    ) -> Counts {
        for seat in seats {
            let hand = std::mem::take(&mut s.side_mut(seat).hand);
            hand.iter().for_each(|card| s.piles.stock(*card, 1));
        }
        let mut pool = Counts::default();
        // Moons lie on the table as soon as they are drawn, so no hand holds one.
        for (card, number) in s
            .piles
            .deck(self.decks[deck])
            .filter(|(card, _)| !self.is_moon(*card))
        {
            pool.0[card.index()] = number;
        }
        pool
    }

    /// What bears on an answer that the viewer may not know.
    pub(crate) fn supposed(
        &self,
        known: &State,
        who: Option<Seat>,
        text: &str,
        viewer: Viewer,
    ) -> Assumption<State> {
        if viewer == Viewer::Referee {
            return Assumption::Known;
        }
        let asked = who
            .and_then(PlayerId::of_seat)
            .map_or(known.asked, Asked::Seat);
        let reader = State {
            asked,
            ..known.clone()
        };
        let Ok(action) = self.read(&reader, text) else {
            return Assumption::Known;
        };
        let card = match action {
            Action::Play(card)
            | Action::Install(card, _)
            | Action::Show(card, _)
            | Action::Discard(card) => card,
            Action::Draw(card) => {
                let drawer = self
                    .drawer(known)
                    .filter(|seat| !Rulebook::knows_hand(*seat, viewer));
                return drawer.map_or(Assumption::Known, |_| self.in_deck(known, card, viewer));
            }
            _ => return Assumption::Known,
        };
        match asked {
            Asked::Seat(seat) if !Rulebook::knows_hand(seat, viewer) => {
                self.in_hand(known, seat, card, viewer)
            }
            _ => Assumption::Known,
        }
    }

    /// Supposes that a seat holds a card.
    fn in_hand(
        &self,
        known: &State,
        seat: PlayerId,
        card: CardDefId,
        viewer: Viewer,
    ) -> Assumption<State> {
        let mut there = known.clone();
        if there.side(seat).hand.contains(&card) {
            return Assumption::If(there);
        }
        let missing = || {
            let message = format!(
                "player {} cannot hold {}",
                seat.number(),
                self.def(card).name
            );
            Assumption::Not(Refusal::new(message, HIDDEN).fact(EVERY_COPY))
        };
        let Some(given) = there
            .side(seat)
            .hand
            .first()
            .copied()
            .filter(|_| !self.is_moon(card))
        else {
            return missing();
        };
        // The card that goes back may be what another hidden hand holds instead: the deck may be used up.
        there.side_mut(seat).let_go(given);
        there.piles.stock(given, 1);
        if !self.take_from_hidden(&mut there, card, Some(seat), viewer) {
            return missing();
        }
        there.side_mut(seat).hold(card);
        Assumption::If(there)
    }

    /// Takes a card from the deck or, for a card of the deck, from another hidden hand.
    fn take_from_hidden(
        &self,
        there: &mut State,
        card: CardDefId,
        but: Option<PlayerId>,
        viewer: Viewer,
    ) -> bool {
        if there.piles.take(card) {
            return true;
        }
        let hidden = |seat: &PlayerId| Some(*seat) != but && !Rulebook::knows_hand(*seat, viewer);
        for seat in self.seats().filter(hidden) {
            if !there.side(seat).hand.contains(&card) {
                continue;
            }
            let other = there.piles.deck(self.defs_of(seat)).map(|(other, _)| other);
            let other = { other }.find(|other| !self.is_moon(*other));
            let Some(other) = other else { return false };
            there.side_mut(seat).let_go(card);
            there.piles.take(other);
            there.side_mut(seat).hold(other);
            return true;
        }
        false
    }

    /// Supposes that a card is in the Depot Deck.
    fn in_deck(&self, known: &State, card: CardDefId, viewer: Viewer) -> Assumption<State> {
        let mut there = known.clone();
        if self.is_moon(card) {
            return Assumption::Known;
        }
        if !self.take_from_hidden(&mut there, card, None, viewer) {
            let message = format!("no {} can be in the Depot Deck", self.def(card).name);
            let deck = self.decks.iter().copied().find(|defs| defs.contains(card));
            let moons = deck
                .is_some_and(|defs| known.piles.deck(defs).all(|(other, _)| self.is_moon(other)));
            let fact = if moons {
                "only Moons are left in it"
            } else {
                EVERY_COPY
            };
            return Assumption::Not(Refusal::new(message, HIDDEN).fact(fact));
        }
        there.piles.stock(card, 1);
        Assumption::If(there)
    }

    /// Whether the present question has answers that the viewer may not know.
    pub(crate) fn hides(&self, s: &State, viewer: Viewer) -> bool {
        match s.asked {
            Asked::Nobody => false,
            Asked::Chance => self
                .drawer(s)
                .is_some_and(|seat| !Rulebook::knows_hand(seat, viewer)),
            Asked::Seat(_) if s.effects.runs() => false,
            Asked::Seat(seat) => {
                let from_hand = self.moment(s).is_some()
                    || matches!(
                        s.step,
                        Step::Play | Step::Mining | Step::Fire | Step::Discard
                    );
                from_hand && !s.side(seat).hand.is_empty() && !Rulebook::knows_hand(seat, viewer)
            }
        }
    }
}
