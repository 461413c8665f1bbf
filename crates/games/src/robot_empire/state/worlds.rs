//! Worlds that a player cannot tell apart, and what is wrong with a state.

use super::{Asked, COINS, Counts, MAX_SORTS, NONE, State, Step};
use crate::robot_empire::cards::book::Rulebook;
use cardwright_kernel::{Rng, Seat, below};

/// Tries to find another world in which the same player is asked.
const TRIES: u32 = 20;

impl Rulebook {
    /// The same game with other cards in the hands that the seat does not see.
    pub(crate) fn other_world(&self, s: &State, seat: Seat, rng: &mut Rng) -> State {
        for _ in 0..TRIES {
            let other = self.redealt(s, seat.0, rng);
            let same = match (s.asked, self.moment(s)) {
                (Asked::Seat(asked), Some(moment)) if asked != seat.0 => {
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

    fn redealt(&self, s: &State, seat: u8, rng: &mut Rng) -> State {
        let mut other = s.clone();
        let hidden = |of: &u8| *of != seat;
        for of in self.seats().filter(hidden) {
            other.sides[usize::from(of)].hand.iter().for_each(|card| other.deck.add(*card, 1));
            other.sides[usize::from(of)].hand.clear();
        }
        for of in self.seats().filter(hidden) {
            for _ in 0..s.side(of).hand.len() {
                // Moons lie on the table as soon as they are drawn, so no hand holds one.
                let cards = other.deck.total() - self.moons_in(&other.deck);
                let mut nth = below(rng, cards);
                let mut kinds = other.deck.iter().filter(|(card, _)| !self.is_moon(*card));
                let card = kinds.find_map(|(card, number)| {
                    let here = nth < u32::from(number);
                    nth = nth.saturating_sub(number.into());
                    here.then_some(card)
                });
                let Some(card) = card else { return s.clone() };
                drop(kinds);
                other.deck.take(card);
                other.side_mut(of).hold(card);
            }
        }
        other
    }

    /// Everything about the state that breaks a bound.
    pub(crate) fn flaws_of(&self, s: &State) -> Vec<String> {
        let mut flaws = Vec::new();
        let coins = self.coins(s);
        if coins != COINS {
            flaws.push(format!("there are {coins} coins, not {COINS}"));
        }
        let mut seen = s.deck;
        let mut add = |card: u8| seen.add(card, 1);
        for side in &s.sides {
            side.hand.iter().for_each(|card| add(*card));
            for (_, unit) in side.present() {
                add(unit.card);
                if unit.legs != NONE {
                    add(unit.legs);
                }
                self.parts_of(unit).for_each(&mut add);
            }
        }
        s.moons.iter().for_each(|moon| add(moon.card));
        s.discard.iter().for_each(|(card, number)| (0..number).for_each(|_| add(card)));
        self.check_counts(&seen, &mut flaws);
        self.check_sides(s, &mut flaws);
        if s.step == Step::Over && s.winners == 0 {
            flaws.push("the game is over and nobody has won or shares it".into());
        }
        flaws
    }

    fn check_counts(&self, seen: &Counts, flaws: &mut Vec<String>) {
        for card in 0..self.sorts.len().min(MAX_SORTS) as u8 {
            let (there, all) = (seen.of(card), self.deck.of(card));
            if there != all {
                flaws.push(format!(
                    "there are {there} copies of {}, and the deck has {all}",
                    self.sort(card).name
                ));
            }
        }
    }

    fn check_sides(&self, s: &State, flaws: &mut Vec<String>) {
        for seat in self.seats() {
            let side = s.side(seat);
            if side.battery > side.start {
                flaws.push(format!("the Battery of player {} is above its start value", seat + 1));
            }
            if !side.out && side.battery == 0 && s.step != Step::Over {
                flaws.push(format!("player {} has an empty Battery and is not out", seat + 1));
            }
            for (_, unit) in side.present() {
                if usize::from(unit.moon) > s.moons.len() {
                    flaws.push(format!("a robot of player {} is on no Moon", seat + 1));
                }
            }
        }
    }
}
