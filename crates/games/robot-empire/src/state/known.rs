//! States as a viewer may know them, and actions that depend on what the viewer does not know.

use super::{Asked, CardDefId, Counts, PlayerId, State, Step};
use crate::cards::book::Rulebook;
use crate::cards::lexicon::LEXICON;
use crate::play::actions::Action;
use crate::rules::HIDDEN;
use cardwright_effects::Arg;
use cardwright_kernel::{Assumption, Refusal, Seat, Viewer};
use cardwright_runtime::ids::Id;
use cardwright_runtime::secrets::{Chosen, chosen_at, secret_of};
use cardwright_runtime::zones::laid_out;

/// The reason why a card cannot be in any hidden place.
const EVERY_COPY: &str = "every copy is in the open or in a known hand";

impl Rulebook {
    /// The state as the viewer may know it. Hidden hands contain cards that they may hold, in one of several
    /// arrangements.
    pub(crate) fn as_known(&self, s: &State, viewer: Viewer, permutation: u8) -> State {
        let mut known = s.clone();
        let hidden = |seat: &PlayerId| !self.sees_hand(s, *seat, viewer);
        for deck in 0..self.decks.len() {
            let seats = || {
                self.seats()
                    .filter(hidden)
                    .filter(|seat| self.deck_of(*seat) == deck)
            };
            let pool = self.collect_hidden(&mut known, deck, &mut seats());
            // Takes every fifth card from a start that depends on the arrangement, so that the cards differ, also
            // between arrangements.
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
        self.hide_chosen(&mut known, viewer);
        known
    }

    /// The hand that the current question is about, and the player who looks at it; `None` if the question lists no
    /// hand.
    pub(crate) fn looked_at(&self, s: &State) -> Option<(PlayerId, PlayerId)> {
        let frame = s.effects.top()?;
        let ops = &self.bound.get(frame.program)?.program.ops;
        let (of, _) = secret_of(&LEXICON, ops.get(usize::from(frame.pc))?)?;
        let Asked::Seat(looker) = s.asked else {
            return None;
        };
        Some((PlayerId::from_value(of.value(frame))?, looker))
    }

    /// Whether a viewer sees the hand of a seat: its own, or one that a card lets it look at (clause RE-6.21).
    pub(crate) fn sees_hand(&self, s: &State, seat: PlayerId, viewer: Viewer) -> bool {
        Rulebook::knows_hand(seat, viewer)
            || matches!(viewer, Viewer::Seat(own) if self.looks_at(s, own) == Some(seat))
    }

    /// The other player whose hand a seat looks at, while the seat is asked and while the card continues with its
    /// choice.
    fn looks_at(&self, s: &State, own: Seat) -> Option<PlayerId> {
        if let Some((of, looker)) = self.looked_at(s) {
            return Some(of).filter(|_| looker.seat() == own);
        }
        let mut chosen = self.chosen(s);
        chosen.find_map(|(_, of)| {
            let (of, knows) = of?;
            (knows.seat() == own).then_some(of)
        })
    }

    /// The registers of the current effect that contain a card chosen from a hand, with the hand's owner and the
    /// player who knows the card.
    fn chosen(&self, s: &State) -> impl Iterator<Item = (u8, Option<(PlayerId, PlayerId)>)> {
        let frame = s.effects.top();
        let owned = frame.and_then(|frame| Some((frame, self.bound.get(frame.program)?)));
        let facts = owned.map(|(frame, owned)| {
            let facts = chosen_at(&LEXICON, &owned.program, frame);
            facts.map(|chosen| {
                chosen.map(|Chosen { of }| {
                    let (of, knows) = of?;
                    let seat = |arg: Arg| PlayerId::from_value(arg.value(frame));
                    Some((seat(of)?, seat(knows)?))
                })
            })
        });
        let all = (0..).zip(facts.into_iter().flatten());
        all.filter_map(|(reg, chosen)| Some((reg, chosen?)))
    }

    /// Replaces the card in every register that contains a choice unknown to the viewer.
    pub(super) fn hide_chosen(&self, known: &mut State, viewer: Viewer) {
        let hidden: Vec<_> = self.chosen(known).collect();
        for (reg, of) in hidden {
            let knows = viewer == Viewer::Referee
                || of.is_some_and(|(of, knows)| {
                    [of, knows]
                        .map(|seat| Viewer::Seat(seat.seat()))
                        .contains(&viewer)
                });
            if knows {
                continue;
            }
            let hand = of.map(|(of, _)| known.side(of).hand);
            let stands = hand.and_then(|hand| hand.first().copied());
            let depth = usize::from(known.effects.depth);
            if let Some(frame) = known.effects.frames.get_mut(depth.wrapping_sub(1)) {
                frame.set_reg(reg, stands.map_or(0, |card| card.n().into()));
            }
        }
    }

    /// Puts hidden hands back into their decks; returns the cards that may be in these hands.
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
        // Moons are put on the table when they are drawn, so no hand contains one.
        for (card, number) in s
            .piles
            .deck(self.decks[deck])
            .filter(|(card, _)| !self.is_moon(*card))
        {
            pool.0[card.index()] = number;
        }
        pool
    }

    /// What an action assumes about cards that the viewer does not see.
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
        let chosen = |value: i32| {
            let (of, _) = self.looked_at(known)?;
            let card = CardDefId::of(usize::try_from(value).ok()?)?;
            (!self.sees_hand(known, of, viewer)).then_some((of, card))
        };
        let card = match action {
            Action::Choose(value) => {
                return chosen(value).map_or(Assumption::Known, |(of, card)| {
                    self.in_hand(known, of, card, viewer)
                });
            }
            Action::Play(card)
            | Action::Install(card, _)
            | Action::Show(card, _)
            | Action::Discard(card) => card,
            Action::Draw(card) => {
                let drawer = self
                    .drawer(known)
                    .filter(|seat| !self.sees_hand(known, *seat, viewer));
                return drawer.map_or(Assumption::Known, |_| self.in_deck(known, card, viewer));
            }
            _ => return Assumption::Known,
        };
        let holder = match (asked, self.discarder(known)) {
            (Asked::Chance, Some(seat)) => Asked::Seat(seat),
            _ => asked,
        };
        match holder {
            Asked::Seat(seat) if !self.sees_hand(known, seat, viewer) => {
                self.in_hand(known, seat, card, viewer)
            }
            _ => Assumption::Known,
        }
    }

    /// Assumes that a seat holds a card.
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
        // The card that goes back may replace the one in another hidden hand, because the deck may be empty.
        there.side_mut(seat).let_go(given);
        there.piles.stock(given, 1);
        if !self.take_from_hidden(&mut there, card, Some(seat), viewer) {
            return missing();
        }
        there.side_mut(seat).hold(card);
        Assumption::If(there)
    }

    /// Takes a card from the deck or, if it is not there, from another hidden hand with cards of that deck.
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
        let hidden = |seat: &PlayerId| Some(*seat) != but && !self.sees_hand(there, *seat, viewer);
        let hidden: Vec<PlayerId> = self.seats().filter(hidden).collect();
        for seat in hidden {
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

    /// Assumes that a card is in the Depot Deck.
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
                "it has only Moons left"
            } else {
                EVERY_COPY
            };
            return Assumption::Not(Refusal::new(message, HIDDEN).fact(fact));
        }
        there.piles.stock(card, 1);
        Assumption::If(there)
    }

    /// Whether the current question has actions that the viewer may not know.
    pub(crate) fn hides(&self, s: &State, viewer: Viewer) -> bool {
        match s.asked {
            Asked::Nobody => false,
            Asked::Chance => self
                .drawer(s)
                .or_else(|| self.discarder(s))
                .is_some_and(|seat| !Rulebook::knows_hand(seat, viewer)),
            Asked::Seat(_) if s.effects.runs() => self
                .looked_at(s)
                .is_some_and(|(of, _)| !self.sees_hand(s, of, viewer)),
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
