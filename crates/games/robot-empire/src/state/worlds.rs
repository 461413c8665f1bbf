//! Worlds that a player cannot tell apart, and violations of bounds in a state.

use super::{Asked, COINS, CardDefId, Counts, SEATS, State, Step};
use crate::cards::book::Rulebook;
use cardwright_kernel::{Rng, Seat, Viewer};
use cardwright_runtime::zones;

/// The number of tries to find another world in which the same player is asked.
const TRIES: u32 = 20;

impl Rulebook {
    /// The same game with other cards in the hands that the seat does not see.
    pub(crate) fn other_world(&self, s: &State, seat: Seat, rng: &mut Rng) -> State {
        for _ in 0..TRIES {
            let other = self.redealt(s, seat, rng);
            let same = match (s.asked, self.moment(s)) {
                (Asked::Seat(asked), Some(moment)) if asked.seat() != seat => {
                    self.next_in_window(&other, moment) == Some(asked)
                }
                _ => true,
            };
            if same {
                return other;
            }
        }
        s.clone()
    }

    fn redealt(&self, s: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = s.clone();
        for deck in 0..self.decks.len() {
            let seats = || {
                self.seats().filter(|of| {
                    !self.sees_hand(s, *of, Viewer::Seat(seat)) && self.deck_of(*of) == deck
                })
            };
            let pool = self.collect_hidden(&mut other, deck, &mut seats());
            let mut left = pool;
            let mut hands = [Counts::default(); SEATS];
            for of in seats() {
                let size = s.side(of).hand.len() as u8;
                // Only the size matters here; the hand is dealt anew.
                hands[usize::from(of)].0[0] = size;
            }
            zones::redeal(&mut left, &mut hands, rng);
            for of in seats() {
                for (place, number) in hands[usize::from(of)].iter() {
                    let Some(card) = CardDefId::of(place) else {
                        continue;
                    };
                    for _ in 0..number {
                        other.piles.take(card);
                        other.side_mut(of).hold(card);
                    }
                }
            }
        }
        self.hide_chosen(&mut other, Viewer::Seat(seat));
        other
    }

    /// All violations of bounds in the state.
    pub(crate) fn flaws_of(&self, s: &State) -> Vec<String> {
        let mut flaws = Vec::new();
        let coins = self.coins_out(s) + u32::from(s.chest);
        if !self.has_bank() && coins != u32::from(COINS) {
            flaws.push(format!("there are {coins} coins, not {COINS}"));
        }
        let mut seen = Counts::default();
        let mut add = |card: CardDefId| seen.0[card.index()] += 1;
        for side in &s.sides {
            side.hand.iter().for_each(|card| add(*card));
            for (_, unit) in side.present() {
                add(unit.card);
                self.legs_of(unit)
                    .into_iter()
                    .chain(self.parts_of(unit))
                    .for_each(&mut add);
            }
        }
        s.moons.iter().for_each(|moon| add(moon.card));
        for card in self.all_defs().iter() {
            (0..s.piles.in_deck(card) + s.piles.discarded(card)).for_each(|_| add(card));
        }
        self.check_counts(&seen, &mut flaws);
        self.check_sides(s, &mut flaws);
        if s.step == Step::Over && s.winners.is_empty() {
            flaws.push("the game is over and nobody has won or shares it".into());
        }
        flaws
    }

    fn check_counts(&self, seen: &Counts, flaws: &mut Vec<String>) {
        for card in self.all_defs().iter() {
            let (there, all) = (seen.0[card.index()], self.def(card).copies);
            if there != all {
                flaws.push(format!(
                    "there are {there} copies of {}, but the deck has {all}",
                    self.def(card).name
                ));
            }
        }
    }

    fn check_sides(&self, s: &State, flaws: &mut Vec<String>) {
        for seat in self.seats() {
            let side = s.side(seat);
            if side.battery > side.start {
                flaws.push(format!(
                    "the Battery of player {} is above its start value",
                    seat.number()
                ));
            }
            if !side.out && side.battery == 0 && s.step != Step::Over {
                flaws.push(format!(
                    "player {} has an empty Battery and is not out",
                    seat.number()
                ));
            }
            for (_, unit) in side.present() {
                if usize::from(unit.moon_number()) > s.moons.len() {
                    flaws.push(format!(
                        "a robot of player {} is not on a Moon",
                        seat.number()
                    ));
                }
            }
        }
    }
}
