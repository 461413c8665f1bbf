//! Checks over whole states.

use crate::book::rulebook::Rulebook;
use crate::facts::values;
use crate::state::{COINS, CardDefId, Counts, State, Step};

/// All violations of bounds in the state.
pub(crate) fn flaws_of(book: &Rulebook, s: &State) -> Vec<String> {
    let mut flaws = Vec::new();
    let coins = values::coins_out(book, s) + u32::from(s.chest);
    if !values::has_bank(book) && coins != u32::from(COINS) {
        flaws.push(format!("there are {coins} coins, not {COINS}"));
    }
    let mut seen = Counts::default();
    let mut add = |card: CardDefId| seen.0[card.index()] += 1;
    for side in &s.sides {
        side.hand.iter().for_each(|card| add(*card));
        for (_, unit) in side.present() {
            add(unit.card);
            book.legs_of(unit)
                .into_iter()
                .chain(values::parts_of(book, unit))
                .for_each(&mut add);
        }
    }
    s.moons.iter().for_each(|moon| add(moon.card));
    for card in book.all_defs().iter() {
        (0..s.piles.in_deck(card) + s.piles.discarded(card)).for_each(|_| add(card));
    }
    check_counts(book, &seen, &mut flaws);
    check_sides(book, s, &mut flaws);
    if s.step == Step::Over && s.winners.is_empty() {
        flaws.push("the game is over and nobody has won or shares it".into());
    }
    flaws
}

fn check_counts(book: &Rulebook, seen: &Counts, flaws: &mut Vec<String>) {
    for card in book.all_defs().iter() {
        let (there, all) = (seen.0[card.index()], book.def(card).copies);
        if there != all {
            flaws.push(format!(
                "there are {there} copies of {}, but the deck has {all}",
                book.def(card).name
            ));
        }
    }
}

fn check_sides(book: &Rulebook, s: &State, flaws: &mut Vec<String>) {
    for seat in book.seats() {
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
