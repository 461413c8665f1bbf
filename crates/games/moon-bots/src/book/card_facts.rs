//! The facts of cards in the form that play needs: dice combinations of conditions, numbers, words.

use crate::options::{Options, SumBelow, SumDice};
use crate::state::dice;
use cardwright_effects::dice::{Combo, Condition, MAX_DICE};
use cardwright_effects::{Card, FactValue};

/// The dice combinations that meet a condition, under the table's variants for sums (Q-MB-5, Q-MB-6).
pub(crate) fn ways(condition: &Condition, options: &Options) -> Vec<u32> {
    let combos = condition.combos_by(&|part| read(part, options));
    combos.into_iter().map(|combo| packed(combo.0)).collect()
}

fn read(condition: &Condition, options: &Options) -> Vec<Combo> {
    let sums = options.sum_dice;
    match *condition {
        Condition::SumBelow { sum, dice } if options.sum_below == SumBelow::Difference => {
            let all = Condition::SumAbove { sum: 0, dice }.combos();
            let spread =
                |combo: &Combo| combo.faces().max().unwrap_or(0) - combo.faces().min().unwrap_or(0);
            all.into_iter()
                .filter(|combo| spread(combo) < sum)
                .collect()
        }
        Condition::Sum { sum, dice: 2 } if sums != SumDice::Two => (2..=MAX_DICE)
            .flat_map(|dice| Condition::Sum { sum, dice }.combos())
            .collect(),
        Condition::SumAbove { sum, dice: 2 } if sums == SumDice::ExactAndAbove => (2..=MAX_DICE)
            .flat_map(|dice| Condition::SumAbove { sum, dice }.combos())
            .collect(),
        _ => condition.combos(),
    }
}

fn packed(counts: [u8; 6]) -> u32 {
    (1..=6)
        .zip(counts)
        .map(|(face, count)| dice::one(face) * u32::from(count))
        .sum()
}

/// A number that a card states, or `otherwise` if it states none.
pub(crate) fn number(card: &Card, fact: u8, otherwise: u8) -> u8 {
    match card.fact(fact) {
        Some(FactValue::Number(n)) => u8::try_from(*n).unwrap_or(otherwise),
        _ => otherwise,
    }
}

/// The words that a card states, with one bit for each.
pub(crate) fn words(card: &Card, fact: u8) -> u16 {
    match card.fact(fact) {
        Some(FactValue::Words(words)) => words.iter().fold(0, |bits, word| bits | 1 << (word & 15)),
        _ => 0,
    }
}

/// The first word that a card states.
pub(crate) fn word(card: &Card, fact: u8) -> u8 {
    match card.fact(fact) {
        Some(FactValue::Words(words)) => words.first().copied().unwrap_or(0),
        _ => 0,
    }
}
