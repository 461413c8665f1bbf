//! Dice conditions of card files, and the combinations of dice that meet them.

use serde::{Deserialize, Serialize};

/// The maximum number of dice in a condition; no robot rolls more.
pub const MAX_DICE: u8 = 4;

/// A combination of dice: the number of dice showing each face from 1 to 6.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Combo(pub [u8; 6]);

impl Combo {
    /// The combination of these faces; values other than 1 to 6 are ignored.
    pub fn of(faces: &[u8]) -> Combo {
        let mut combo = Combo::default();
        for face in faces {
            if let Some(count) = combo.0.get_mut(usize::from(*face).wrapping_sub(1)) {
                *count += 1;
            }
        }
        combo
    }

    /// The number of dice in the combination.
    pub fn dice(&self) -> u8 {
        self.0.iter().sum()
    }

    /// The faces in ascending order, once per die.
    pub fn faces(&self) -> impl Iterator<Item = u8> {
        (1..=6u8)
            .zip(self.0)
            .flat_map(|(face, count)| std::iter::repeat_n(face, usize::from(count)))
    }

    /// The sum of the faces.
    pub fn sum(&self) -> u8 {
        self.faces().sum()
    }
}

/// A condition on the dice placed on a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// One die showing one of these faces: `any = [2, 4, 6]`.
    Any(Vec<u8>),
    /// One die showing this face: `exact = 3`.
    Exact(u8),
    /// `dice` dice with this sum: `sum = 7`.
    Sum {
        /// The required sum.
        sum: u8,
        /// The number of dice.
        dice: u8,
    },
    /// `dice` dice with a smaller sum: `sum-below = 4`.
    SumBelow {
        /// The sum must be lower than this.
        sum: u8,
        /// The number of dice.
        dice: u8,
    },
    /// `dice` dice with a larger sum: `sum-above = 10`.
    SumAbove {
        /// The sum must be higher than this.
        sum: u8,
        /// The number of dice.
        dice: u8,
    },
    /// `dice` dice with an odd sum: `sum-odd = true`.
    SumOdd {
        /// The number of dice.
        dice: u8,
    },
    /// `dice` dice with an even sum: `sum-even = true`.
    SumEven {
        /// The number of dice.
        dice: u8,
    },
    /// This many dice, all showing odd faces: `odd = 2`.
    Odd(u8),
    /// This many dice, all showing even faces: `even = 2`.
    Even(u8),
    /// This many dice, all different: `different = 3`.
    Different(u8),
    /// This many dice, all equal: `alike = 3`; `pair = true` means two.
    Alike(u8),
    /// This many dice with consecutive faces: `straight = 3`.
    Straight(u8),
    /// `dice` dice of which the highest shows this face: `highest = 5`.
    Highest {
        /// The highest face.
        face: u8,
        /// The number of dice.
        dice: u8,
    },
    /// `dice` dice of which the lowest shows this face: `lowest = 2`.
    Lowest {
        /// The lowest face.
        face: u8,
        /// The number of dice.
        dice: u8,
    },
    /// One of these combinations: `one-of = [[1, 6], [2, 5]]`.
    OneOf(Vec<Combo>),
    /// Dice that meet all of these conditions: `all = [{ straight = 3 }, { highest = 6, dice = 3 }]`.
    All(Vec<Condition>),
    /// Dice that meet at least one of these conditions: `either = [{ pair = true }, { exact = 6 }]`.
    Either(Vec<Condition>),
}

impl Condition {
    /// All combinations of dice that meet the condition, sorted and without duplicates; empty if none does.
    pub fn combos(&self) -> Vec<Combo> {
        self.combos_by(&Condition::plain)
    }

    /// Like [`Condition::combos`], for a table that interprets some conditions differently: `read` returns the
    /// combinations of a condition that is not composed of others.
    pub fn combos_by(&self, read: &dyn Fn(&Condition) -> Vec<Combo>) -> Vec<Combo> {
        let mut combos = match self {
            Condition::Either(parts) => {
                parts.iter().flat_map(|part| part.combos_by(read)).collect()
            }
            Condition::All(parts) => {
                let mut each = parts.iter().map(|part| part.combos_by(read));
                let first = each.next().unwrap_or_default();
                each.fold(first, |both, part| {
                    both.into_iter()
                        .filter(|combo| part.contains(combo))
                        .collect()
                })
            }
            alone => read(alone),
        };
        combos.sort();
        combos.dedup();
        combos
    }

    fn plain(&self) -> Vec<Combo> {
        match self {
            Condition::OneOf(combos) => combos.clone(),
            other => rolls(other.dice())
                .into_iter()
                .filter(|roll| other.meets(roll))
                .collect(),
        }
    }

    fn dice(&self) -> u8 {
        match *self {
            Condition::Any(_) | Condition::Exact(_) => 1,
            Condition::OneOf(_) | Condition::All(_) | Condition::Either(_) => 0,
            Condition::Alike(dice)
            | Condition::Straight(dice)
            | Condition::Odd(dice)
            | Condition::Even(dice)
            | Condition::Different(dice) => dice,
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
            Condition::Odd(_) => roll.faces().all(|face| face % 2 == 1),
            Condition::Even(_) => roll.faces().all(|face| face % 2 == 0),
            Condition::Different(_) => roll.0.iter().all(|count| *count < 2),
            Condition::Alike(_) => lowest == highest,
            Condition::Straight(dice) => {
                roll.0.iter().all(|count| *count < 2) && highest - lowest + 1 == *dice
            }
            Condition::Highest { face, .. } => highest == *face,
            Condition::Lowest { face, .. } => lowest == *face,
            Condition::OneOf(_) | Condition::All(_) | Condition::Either(_) => false,
        }
    }
}

/// Every roll of this many dice, sorted: at most 126 for four dice.
fn rolls(dice: u8) -> Vec<Combo> {
    let mut rolls = vec![Combo::default()];
    for _ in 0..dice.min(MAX_DICE) {
        rolls = rolls
            .iter()
            .flat_map(|roll| (0..6).map(move |face| one_more(*roll, face)))
            .collect();
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

/// Conditions similar to this one: with each of its numbers one higher or lower, if dice can meet it, and one that any
/// die meets. No two of them, and none and this one, are met by the same dice.
pub fn beside(condition: &Condition) -> Vec<Condition> {
    let own = condition.combos();
    let any = Condition::Any((1..=6).collect());
    let mut known = vec![own];
    let mut all = one_off(condition);
    all.push(any);
    all.retain(|other| {
        let combos = other.combos();
        let new = !combos.is_empty() && !known.contains(&combos);
        if new {
            known.push(combos);
        }
        new
    });
    all
}

fn one_off(condition: &Condition) -> Vec<Condition> {
    use Condition::{
        Alike, All, Any, Different, Either, Even, Exact, Highest, Lowest, Odd, OneOf, Straight,
        Sum, SumAbove, SumBelow, SumEven, SumOdd,
    };
    let both = |n: u8, dice: u8, make: fn(u8, u8) -> Condition| -> Vec<Condition> {
        let first = near(n).map(|n| make(n, dice));
        first
            .chain(
                near(dice)
                    .filter(|dice| *dice <= MAX_DICE)
                    .map(|dice| make(n, dice)),
            )
            .collect()
    };
    match *condition {
        Any(ref faces) => moved(faces).map(Any).collect(),
        Exact(face) => near(face).map(Exact).collect(),
        Sum { sum, dice } => both(sum, dice, |sum, dice| Sum { sum, dice }),
        SumBelow { sum, dice } => both(sum, dice, |sum, dice| SumBelow { sum, dice }),
        SumAbove { sum, dice } => both(sum, dice, |sum, dice| SumAbove { sum, dice }),
        SumOdd { dice } => both(0, dice, |_, dice| SumOdd { dice }),
        SumEven { dice } => both(0, dice, |_, dice| SumEven { dice }),
        Alike(dice) => several(dice).map(Alike).collect(),
        Straight(dice) => several(dice).map(Straight).collect(),
        Highest { face, dice } => both(face, dice, |face, dice| Highest { face, dice }),
        Lowest { face, dice } => both(face, dice, |face, dice| Lowest { face, dice }),
        Odd(dice) => near(dice)
            .filter(|dice| *dice <= MAX_DICE)
            .map(Odd)
            .collect(),
        Even(dice) => near(dice)
            .filter(|dice| *dice <= MAX_DICE)
            .map(Even)
            .collect(),
        Different(dice) => several(dice).map(Different).collect(),
        OneOf(ref combos) => moved_rolls(combos),
        All(ref parts) => one_part_off(parts).map(All).collect(),
        Either(ref parts) => one_part_off(parts).map(Either).collect(),
    }
}

/// The conditions with one of them changed.
fn one_part_off(parts: &[Condition]) -> impl Iterator<Item = Vec<Condition>> {
    parts.iter().enumerate().flat_map(move |(place, part)| {
        one_off(part).into_iter().map(move |other| {
            let mut parts = parts.to_vec();
            parts[place] = other;
            parts
        })
    })
}

/// The numbers one lower and one higher, except 0.
fn near(n: u8) -> impl Iterator<Item = u8> {
    [n.checked_add(1), n.checked_sub(1).filter(|n| *n > 0)]
        .into_iter()
        .flatten()
}

/// Neighbouring numbers of dice that can be alike or in a row.
fn several(dice: u8) -> impl Iterator<Item = u8> {
    near(dice).filter(|dice| (2..=MAX_DICE).contains(dice))
}

/// The faces with one of them replaced by a neighbouring face that is not present yet.
fn moved(faces: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let one = |(place, face): (usize, &u8)| {
        let other = near(*face).filter(|other| *other <= 6 && !faces.contains(other));
        other.map(move |other| (place, other)).collect::<Vec<_>>()
    };
    faces
        .iter()
        .enumerate()
        .flat_map(one)
        .map(|(place, other)| {
            let mut faces = faces.to_vec();
            faces[place] = other;
            faces.sort_unstable();
            faces
        })
}

/// The rolls with one die of one of them turned to a neighbouring face.
fn moved_rolls(combos: &[Combo]) -> Vec<Condition> {
    let mut all = Vec::new();
    for (place, combo) in combos.iter().enumerate() {
        let faces: Vec<u8> = combo.faces().collect();
        for die in 0..faces.len() {
            for other in near(faces[die]).filter(|other| *other <= 6) {
                let (mut faces, mut combos) = (faces.clone(), combos.to_vec());
                faces[die] = other;
                combos[place] = Combo::of(&faces);
                all.push(Condition::OneOf(combos));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(condition: Condition, count: usize) {
        let combos = condition.combos();
        assert_eq!(combos.len(), count, "{condition:?}: {combos:?}");
        assert!(
            combos.is_sorted_by(|a, b| a < b),
            "{condition:?}: sorted, none twice"
        );
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
        check(
            Condition::OneOf(vec![
                Combo::of(&[6, 1]),
                Combo::of(&[2, 5]),
                Combo::of(&[1, 6]),
            ]),
            2,
        );
    }

    fn check_beside(condition: Condition, expected: &[Condition]) {
        let any = Condition::Any(vec![1, 2, 3, 4, 5, 6]);
        let expected: Vec<_> = expected.iter().cloned().chain([any]).collect();
        assert_eq!(beside(&condition), expected, "{condition:?}");
    }

    #[test]
    fn conditions_beside_one() {
        let sum = |sum, dice| Condition::Sum { sum, dice };
        check_beside(sum(7, 2), &[sum(8, 2), sum(6, 2), sum(7, 3)]);
        check_beside(Condition::Exact(6), &[Condition::Exact(5)]);
        check_beside(Condition::Alike(2), &[Condition::Alike(3)]);
        let any = |faces: &[u8]| Condition::Any(faces.to_vec());
        check_beside(any(&[1, 2]), &[any(&[1, 3])]);
        let two = Combo::of(&[1, 2]);
        let moved = [[2, 2], [1, 3], [1, 1]].map(|faces| Condition::OneOf(vec![Combo::of(&faces)]));
        check_beside(Condition::OneOf(vec![two]), &moved);
        assert_eq!(beside(&any(&[1, 2, 3, 4, 5, 6])), []);
    }

    #[test]
    fn faces_of_a_sort() {
        check(Condition::Odd(1), 3);
        check(Condition::Even(2), 6);
        check(Condition::Odd(4), 15);
        check(Condition::Different(2), 15);
        check(Condition::Different(4), 15);
    }

    #[test]
    fn put_together() {
        let (row, high) = (
            Condition::Straight(3),
            Condition::Highest { face: 6, dice: 3 },
        );
        assert_eq!(
            Condition::All(vec![row.clone(), high]).combos(),
            [Combo::of(&[4, 5, 6])]
        );
        check(Condition::All(vec![row.clone(), Condition::Alike(3)]), 0);
        check(Condition::All(vec![]), 0);
        check(
            Condition::Either(vec![
                Condition::Alike(2),
                Condition::Exact(6),
                Condition::Alike(2),
            ]),
            7,
        );
        check(Condition::Either(vec![]), 0);
        let every = |dice| Condition::SumAbove { sum: 0, dice };
        check(Condition::Either((1..=4).map(every).collect()), 209);
    }

    type Holds = fn(&[u8], u8) -> bool;

    /// Every condition of a few dice against every roll of so many dice, one after the other.
    #[test]
    fn every_condition_is_what_it_says_of_every_roll() {
        for dice in 1..=MAX_DICE {
            let (three, seven) = (3, dice * 3);
            let conditions: [(Condition, Holds); 11] = [
                (Condition::Odd(dice), |roll, _| {
                    roll.iter().all(|face| [1, 3, 5].contains(face))
                }),
                (Condition::Even(dice), |roll, _| {
                    roll.iter().all(|face| [2, 4, 6].contains(face))
                }),
                (Condition::Different(dice), |roll, _| {
                    roll.windows(2).all(|two| two[0] != two[1])
                }),
                (Condition::Alike(dice), |roll, _| {
                    roll.windows(2).all(|two| two[0] == two[1])
                }),
                (Condition::Straight(dice), |roll, _| {
                    roll.windows(2).all(|two| two[0] + 1 == two[1])
                }),
                (Condition::SumOdd { dice }, |roll, _| {
                    roll.iter().sum::<u8>() % 2 == 1
                }),
                (Condition::SumEven { dice }, |roll, _| {
                    roll.iter().sum::<u8>() % 2 == 0
                }),
                (Condition::Highest { face: three, dice }, |roll, _| {
                    roll[roll.len() - 1] == 3
                }),
                (Condition::Lowest { face: three, dice }, |roll, _| {
                    roll[0] == 3
                }),
                (Condition::Sum { sum: seven, dice }, |roll, sum| {
                    roll.iter().sum::<u8>() == sum
                }),
                (Condition::SumAbove { sum: seven, dice }, |roll, sum| {
                    roll.iter().sum::<u8>() > sum
                }),
            ];
            for number in 0..6u32.pow(dice.into()) {
                let mut roll: Vec<u8> = (0..dice)
                    .map(|die| (number / 6u32.pow(die.into()) % 6) as u8 + 1)
                    .collect();
                roll.sort_unstable();
                for (condition, holds) in &conditions {
                    let listed = condition.combos().binary_search(&Combo::of(&roll)).is_ok();
                    assert_eq!(listed, holds(&roll, seven), "{condition:?} {roll:?}");
                }
            }
        }
    }

    #[test]
    fn no_dice_meet_nothing() {
        check(Condition::SumEven { dice: 0 }, 0);
    }
}
