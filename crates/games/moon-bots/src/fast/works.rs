//! Which dice make which parts and abilities work, looked up instead of tried.

use crate::state::dice;

/// Dice that are looked up at most: a face's count fits three bits of four.
pub(crate) const MOST: usize = 7;
/// Ways in which 0 to 7 dice can lie: 13 choose 6.
const POOLS: usize = 1716;

/// How many ways of lying come before the one whose first `face + 1` faces show `count` dice, face by face.
const BEFORE: [[u16; 16]; 6] = {
    let mut table = [[0u16; 16]; 6];
    let mut face = 0;
    while face < 6 {
        let mut count = 1;
        while count <= MOST {
            // `count + face` choose `face + 1`, by Pascal's rule.
            let fewer_faces = if face == 0 { 1 } else { table[face - 1][count] };
            table[face][count] = table[face][count - 1] + fewer_faces;
            count += 1;
        }
        face += 1;
    }
    table
};

/// Which abilities some dice make work: a bit for each number of a part (as on a robot), then, from [`BASE`] on, for each
/// built-in ability.
pub(crate) type Able = [u64; 4];

/// The bit of the first built-in ability.
pub(crate) const BASE: usize = 136;

/// The abilities that work, for every way in which dice can lie.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Works(Vec<Able>);

impl Default for Works {
    fn default() -> Self {
        Works(vec![Able::default(); POOLS])
    }
}

impl Works {
    /// The place of dice among all ways of lying: the number of ways whose sums of counts come before.
    #[inline]
    fn place(pool: u32) -> usize {
        // The nibbles become sums of the counts up to each face; with 7 dice at most, none runs over.
        let sums = pool.wrapping_mul(0x11_1111);
        (0..6)
            .map(|face| usize::from(BEFORE[face][(sums >> (4 * face)) as usize & 0xf]))
            .sum()
    }

    /// What the dice, 7 at most, make work.
    #[inline]
    pub(crate) fn of(&self, pool: u32) -> &Able {
        &self.0[Works::place(pool)]
    }

    /// Adds an ability that these dice, and more, make work.
    pub(crate) fn add(&mut self, combos: &[u32], bit: usize) {
        for combo in combos {
            self.0[Works::place(*combo)][bit / 64] |= 1 << (bit % 64);
        }
    }

    /// Lets what some dice make work also work with more dice.
    pub(crate) fn spread(&mut self) {
        let mut pools = vec![0u32];
        for _ in 0..MOST {
            pools = pools
                .iter()
                .flat_map(|pool| (1..=6).map(move |face| pool + dice::one(face)))
                .collect();
            pools.sort_unstable();
            pools.dedup();
            for pool in &pools {
                for face in (1..=6).filter(|face| dice::count(*pool, *face) > 0) {
                    let fewer = *self.of(pool - dice::one(face));
                    let able = &mut self.0[Works::place(*pool)];
                    *able = std::array::from_fn(|word| able[word] | fewer[word]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_lying_has_a_place_of_its_own() {
        let mut seen = vec![false; POOLS];
        for counts in 0..8u32.pow(6) {
            let pool: u32 = (0..6)
                .map(|face| (counts >> (3 * face) & 7) << (4 * face))
                .sum();
            if dice::faces(pool).count() <= MOST {
                assert!(
                    !std::mem::replace(&mut seen[Works::place(pool)], true),
                    "{pool:x}"
                );
            }
        }
        assert!(seen.iter().all(|seen| *seen));
    }

    #[test]
    fn what_works_is_what_holds_the_dice() {
        let (pair, seven) = (
            vec![dice::from_faces([2, 2])],
            vec![dice::from_faces([1, 6])],
        );
        let mut works = Works::default();
        works.add(&pair, 5);
        works.add(&seven, BASE);
        works.spread();
        assert_eq!(*works.of(dice::from_faces([2])), [0, 0, 0, 0]);
        assert_eq!(*works.of(dice::from_faces([2, 2])), [1 << 5, 0, 0, 0]);
        assert_eq!(*works.of(dice::from_faces([1, 2, 6, 3])), [0, 0, 1 << 8, 0]);
        assert_eq!(
            *works.of(dice::from_faces([1, 2, 2, 2, 6, 6, 6])),
            [1 << 5, 0, 1 << 8, 0]
        );
    }
}
