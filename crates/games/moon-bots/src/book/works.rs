//! A precomputed table of the parts and abilities that can be used with given dice.

use crate::state::dice;

/// The maximum number of dice in the table: a face's count fits three bits of four.
pub(crate) const MOST: usize = 7;

/// The number of results of 0 to 7 dice: 13 choose 6.
const POOLS: usize = 1716;

/// How many results come before the one whose first `face + 1` faces have `count` dice, face by face.
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

/// The abilities that can be used with some dice: one bit for each number of a part (as on a robot), then, from
/// [`BASE`] on, one for each built-in ability.
pub(crate) type Able = [u64; 4];

/// The bit of the first built-in ability.
pub(crate) const BASE: usize = 136;

/// The usable abilities for every result of dice.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Works(Vec<Able>);

impl Default for Works {
    fn default() -> Self {
        Works(vec![Able::default(); POOLS])
    }
}

impl Works {
    /// The index of a result: the number of results whose sums of counts come before.
    #[inline]
    fn place(pool: u32) -> usize {
        // The nibbles become the sums of the counts up to each face; with at most 7 dice, none overflows.
        let sums = pool.wrapping_mul(0x11_1111);
        (0..6)
            .map(|face| usize::from(BEFORE[face][(sums >> (4 * face)) as usize & 0xf]))
            .sum()
    }

    /// The abilities that can be used with these dice, at most 7.
    #[inline]
    pub(crate) fn of(&self, pool: u32) -> &Able {
        &self.0[Works::place(pool)]
    }

    /// Adds an ability that can be used with these dice.
    pub(crate) fn add(&mut self, combos: &[u32], bit: usize) {
        for combo in combos {
            self.0[Works::place(*combo)][bit / 64] |= 1 << (bit % 64);
        }
    }

    /// Makes abilities that can be used with some dice also usable with more dice.
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
