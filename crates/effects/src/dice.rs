//! Dice conditions of card files, and the combinations of dice that meet them.

use serde::{Deserialize, Serialize};

/// The most dice a condition may ask for: no robot rolls more.
pub const MAX_DICE: u8 = 4;

/// How many dice there are of each face, 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Combo(pub [u8; 6]);

impl Combo {
    /// The combination of these faces; others than 1 to 6 are left out.
    pub fn of(faces: &[u8]) -> Combo {
        let mut combo = Combo::default();
        for face in faces {
            if let Some(count) = combo.0.get_mut(usize::from(*face).wrapping_sub(1)) {
                *count += 1;
            }
        }
        combo
    }

    /// How many dice it has.
    pub fn dice(&self) -> u8 {
        self.0.iter().sum()
    }

    /// The faces in rising order.
    pub fn faces(&self) -> impl Iterator<Item = u8> {
        (1..=6u8).zip(self.0).flat_map(|(face, count)| std::iter::repeat_n(face, usize::from(count)))
    }

    /// The sum of the faces.
    pub fn sum(&self) -> u8 {
        self.faces().sum()
    }
}

/// What a card asks of the dice placed on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// One die that shows one of these faces: `any = [2, 4, 6]`.
    Any(Vec<u8>),
    /// One die that shows this face: `exact = 3`.
    Exact(u8),
    /// `dice` dice with this sum: `sum = 7`.
    Sum {
        /// The sum.
        sum: u8,
        /// How many dice.
        dice: u8,
    },
    /// `dice` dice with a smaller sum: `sum-below = 4`.
    SumBelow {
        /// What the sum must stay below.
        sum: u8,
        /// How many dice.
        dice: u8,
    },
    /// `dice` dice with a larger sum: `sum-above = 10`.
    SumAbove {
        /// What the sum must exceed.
        sum: u8,
        /// How many dice.
        dice: u8,
    },
    /// `dice` dice whose sum is odd: `sum-odd = true`.
    SumOdd {
        /// How many dice.
        dice: u8,
    },
    /// `dice` dice whose sum is even: `sum-even = true`.
    SumEven {
        /// How many dice.
        dice: u8,
    },
    /// So many dice that show the same: `alike = 3`; `pair = true` is two.
    Alike(u8),
    /// So many dice in a row: `straight = 3`.
    Straight(u8),
    /// `dice` dice of which the highest shows this: `highest = 5`.
    Highest {
        /// The face.
        face: u8,
        /// How many dice.
        dice: u8,
    },
    /// `dice` dice of which the lowest shows this: `lowest = 2`.
    Lowest {
        /// The face.
        face: u8,
        /// How many dice.
        dice: u8,
    },
    /// One of these combinations: `one-of = [[1, 6], [2, 5]]`.
    OneOf(Vec<Combo>),
}

impl Condition {
    /// Every combination of dice that meets it, sorted, none twice; empty when no dice can.
    pub fn combos(&self) -> Vec<Combo> {
        match self {
            Condition::OneOf(combos) => {
                let mut combos = combos.clone();
                combos.sort();
                combos.dedup();
                combos
            }
            other => rolls(other.dice()).into_iter().filter(|roll| other.meets(roll)).collect(),
        }
    }

    fn dice(&self) -> u8 {
        match *self {
            Condition::Any(_) | Condition::Exact(_) | Condition::OneOf(_) => 1,
            Condition::Alike(dice) | Condition::Straight(dice) => dice,
            Condition::Sum { dice, .. }
            | Condition::SumBelow { dice, .. }
            | Condition::SumAbove { dice, .. }
            | Condition::SumOdd { dice }
            | Condition::SumEven { dice }
            | Condition::Highest { dice, .. }
            | Condition::Lowest { dice, .. } => dice,
        }
    }

    fn meets(&self, roll: &Combo) -> bool {
        let lowest = roll.faces().next().unwrap_or(0);
        let highest = roll.faces().last().unwrap_or(0);
        match self {
            Condition::Any(faces) => faces.contains(&lowest),
            Condition::Exact(face) => *face == lowest,
            Condition::Sum { sum, .. } => roll.sum() == *sum,
            Condition::SumBelow { sum, .. } => roll.sum() < *sum,
            Condition::SumAbove { sum, .. } => roll.sum() > *sum,
            Condition::SumOdd { .. } => !roll.sum().is_multiple_of(2),
            Condition::SumEven { .. } => roll.sum().is_multiple_of(2),
            Condition::Alike(_) => lowest == highest,
            Condition::Straight(dice) => {
                roll.0.iter().all(|count| *count < 2) && highest - lowest + 1 == *dice
            }
            Condition::Highest { face, .. } => highest == *face,
            Condition::Lowest { face, .. } => lowest == *face,
            Condition::OneOf(combos) => combos.contains(roll),
        }
    }
}

/// Every roll of so many dice, sorted: at most 126 for four dice.
fn rolls(dice: u8) -> Vec<Combo> {
    let mut rolls = vec![Combo::default()];
    for _ in 0..dice.min(MAX_DICE) {
        rolls = rolls.iter().flat_map(|roll| (0..6).map(move |face| one_more(*roll, face))).collect();
        rolls.sort();
        rolls.dedup();
    }
    rolls.retain(|roll| roll.dice() > 0);
    rolls
}

fn one_more(mut roll: Combo, face: usize) -> Combo {
    roll.0[face] += 1;
    roll
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(condition: Condition, count: usize) {
        let combos = condition.combos();
        assert_eq!(combos.len(), count, "{condition:?}: {combos:?}");
        assert!(combos.is_sorted_by(|a, b| a < b), "{condition:?}: sorted, none twice");
    }

    #[test]
    fn one_die() {
        check(Condition::Any(vec![2, 4, 6]), 3);
        check(Condition::Any(vec![6, 6, 1]), 2);
        check(Condition::Exact(3), 1);
        assert_eq!(Condition::Exact(3).combos(), [Combo::of(&[3])]);
    }

    #[test]
    fn alike_and_in_a_row() {
        check(Condition::Alike(2), 6);
        check(Condition::Alike(4), 6);
        check(Condition::Straight(2), 5);
        check(Condition::Straight(3), 4);
        check(Condition::Straight(4), 3);
    }

    #[test]
    fn sums() {
        check(Condition::Sum { sum: 7, dice: 2 }, 3);
        check(Condition::SumBelow { sum: 4, dice: 2 }, 2);
        check(Condition::SumAbove { sum: 10, dice: 2 }, 2);
        check(Condition::Sum { sum: 7, dice: 1 }, 0);
        check(Condition::Sum { sum: 4, dice: 3 }, 1);
        check(Condition::SumOdd { dice: 2 }, 9);
        check(Condition::SumEven { dice: 2 }, 12);
        check(Condition::SumOdd { dice: 1 }, 3);
        check(Condition::SumAbove { sum: 0, dice: 4 }, 126);
    }

    #[test]
    fn highest_lowest_and_lists() {
        check(Condition::Highest { face: 2, dice: 2 }, 2);
        check(Condition::Lowest { face: 6, dice: 3 }, 1);
        check(Condition::OneOf(vec![Combo::of(&[6, 1]), Combo::of(&[2, 5]), Combo::of(&[1, 6])]), 2);
    }

    #[test]
    fn no_dice_meet_nothing() {
        check(Condition::SumEven { dice: 0 }, 0);
    }
}
