//! A hash of a state that is the same on every machine.

use std::hash::{Hash, Hasher};
use xxhash_rust::xxh3::xxh3_64;

/// The number of bytes hashed at once; longer states are hashed in runs of this size.
const RUN: usize = 512;

/// A [`Hasher`] that reads every number in little-endian order, so that the result is the same on every machine.
#[derive(Clone)]
pub struct Fingerprint {
    run: [u8; RUN],
    used: usize,
    folded: u64,
}

impl Default for Fingerprint {
    fn default() -> Self {
        Fingerprint {
            run: [0; RUN],
            used: 0,
            folded: 0,
        }
    }
}

impl Fingerprint {
    fn fold(&mut self) {
        let hash = xxh3_64(&self.run[..self.used]);
        self.folded = self
            .folded
            .rotate_left(23)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ hash;
        self.used = 0;
    }

    /// Adds bytes that fill the current run or exceed it.
    #[cold]
    fn write_long(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let take = bytes.len().min(RUN - self.used);
            self.run[self.used..self.used + take].copy_from_slice(&bytes[..take]);
            self.used += take;
            bytes = &bytes[take..];
            if self.used == RUN {
                self.fold();
            }
        }
    }
}

impl Hasher for Fingerprint {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let end = self.used + bytes.len();
        if end < RUN {
            self.run[self.used..end].copy_from_slice(bytes);
            self.used = end;
        } else {
            self.write_long(bytes);
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.write(&[n]);
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }

    fn write_u128(&mut self, n: u128) {
        self.write(&n.to_le_bytes());
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.write(&(n as u64).to_le_bytes());
    }

    fn finish(&self) -> u64 {
        let mut last = self.clone();
        last.fold();
        last.folded
    }
}

/// Computes the fingerprint of a value.
pub fn fingerprint<T: Hash>(value: &T) -> u64 {
    let mut hasher = Fingerprint::default();
    value.hash(&mut hasher);
    hasher.fold();
    hasher.folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_told_apart_past_one_run() {
        let mut long = vec![0u8; 3 * RUN];
        let zero = fingerprint(&long);
        long[2 * RUN + 1] = 1;
        assert_ne!(fingerprint(&long), zero);
    }

    #[test]
    fn every_byte_and_its_place_count() {
        let bytes: Vec<u8> = (0..4 * RUN)
            .map(|n| (n / RUN * 7 + n % 251) as u8)
            .collect();
        let print = |bytes: &[u8]| {
            let mut hasher = Fingerprint::default();
            hasher.write(bytes);
            hasher.finish()
        };
        for at in (0..bytes.len()).step_by(13) {
            let mut other = bytes.clone();
            other[at] ^= 1;
            assert_ne!(print(&other), print(&bytes), "byte {at}");
        }
        // Swapping whole runs must change the result.
        for (one, two) in [(0, 1), (0, 2), (1, 3)] {
            let mut runs: Vec<&[u8]> = bytes.chunks(RUN).collect();
            runs.swap(one, two);
            assert_ne!(print(&runs.concat()), print(&bytes), "runs {one} and {two}");
        }
    }

    /// Saved matches contain fingerprints.
    #[test]
    fn a_value_has_the_same_fingerprint_for_ever() {
        // The XXH3 of nothing.
        assert_eq!(fingerprint(&()), 0x2D06_8005_38D3_94C2);
        assert_eq!(
            fingerprint(&(1_u8, 2_u16, 3_u32, 4_u64, 5_u128, 6_usize)),
            0x9BDA_C39B_28DF_A7F3
        );
        let long: Vec<u8> = (0..3 * RUN).map(|n| (n % 251) as u8).collect();
        assert_eq!(fingerprint(&long), 0x6D71_DDD6_1B0F_A6F3);
    }

    #[test]
    fn finish_does_not_disturb() {
        let mut hasher = Fingerprint::default();
        hasher.write_u32(5);
        assert_eq!(hasher.finish(), hasher.finish());
        assert_eq!(hasher.finish(), fingerprint(&5_u32));
    }
}
