//! Counts the bits that are set in a word, and finds the nth one. Portable machine code has no instruction for either,
//! and the pile needs both at every draw. A word is processed as eight bytes side by side.

/// The index of the nth set bit, for every byte and n.
const NTH: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut nth) = (0, 0);
        while place < 8 {
            if byte >> place & 1 != 0 {
                table[byte][nth] = place as u8;
                nth += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// The value 1 in every byte.
pub const EACH: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
pub const HIGH: u64 = 0x80 * EACH;

/// The index of the `nth` set bit of a byte, counted from 0 at the lowest bit. Without such a bit, the index means nothing.
#[inline]
pub fn nth_of_byte(byte: u8, nth: u32) -> u8 {
    NTH[usize::from(byte)][nth as usize % 8]
}

/// The number of bytes of a word that are at most `number`. All bytes and `number` must be below 128.
#[inline]
pub fn count_upto(bytes: u64, number: u32) -> u32 {
    let passed = ((u64::from(number) * EACH) | HIGH).wrapping_sub(bytes) & HIGH;
    // The multiplication adds up these bits in the highest byte.
    ((passed >> 7).wrapping_mul(EACH) >> 56) as u32
}

/// The indices of the set bits, lowest first.
#[inline]
pub fn ones(mask: u64) -> impl Iterator<Item = u32> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let place = (rest != 0).then(|| rest.trailing_zeros());
        rest &= rest.wrapping_sub(1);
        place
    })
}

/// A 64-bit mask with counts that make it fast to find the `nth` set bit.
#[derive(Clone, Copy)]
pub struct BitSelect {
    mask: u64,
    /// For each byte, the number of bits set in it and all lower bytes.
    upto: u64,
}

impl BitSelect {
    /// Counts the bits of a mask.
    #[inline]
    pub fn of(mask: u64) -> BitSelect {
        let twos = mask - (mask >> 1 & 0x5555_5555_5555_5555);
        let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
        let eights = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        BitSelect {
            mask,
            upto: eights.wrapping_mul(EACH),
        }
    }

    /// The number of set bits.
    #[inline]
    pub fn count(self) -> u32 {
        (self.upto >> 56) as u32
    }

    /// The index of the `nth` set bit, counted from 0 at the lowest bit. Without such a bit, the index means nothing.
    #[inline]
    pub fn nth(self, nth: u32) -> u32 {
        let first = count_upto(self.upto, nth) * 8 % 64;
        let before = ((self.upto << 8) >> first) as u32 & 0xff;
        let byte = (self.mask >> first) as usize & 0xff;
        first + u32::from(NTH[byte][nth.wrapping_sub(before) as usize % 8])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_bit_is_found() {
        for mask in [
            1,
            0b1011_0001,
            0b1011_0001 | 1 << 63,
            u64::MAX,
            0xdead_beef_0000_0f00,
            1 << 40,
        ] {
            let places: Vec<u32> = (0..64).filter(|place| mask >> place & 1 != 0).collect();
            let counted = BitSelect::of(mask);
            assert_eq!(counted.count(), places.len() as u32, "{mask:x}");
            let found: Vec<u32> = (0..counted.count()).map(|nth| counted.nth(nth)).collect();
            assert_eq!(found, places, "{mask:x}");
            assert_eq!(ones(mask).collect::<Vec<_>>(), places, "{mask:x}");
        }
        assert_eq!((BitSelect::of(0).count(), ones(0).count()), (0, 0));
    }
}
