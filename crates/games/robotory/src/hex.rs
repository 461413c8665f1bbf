//! Hexes, sets of them, their names, and the paths of robots.

use cardwright_runtime::ids::{Id, IdSet};
use serde::{Serialize, Serializer};
use std::fmt;

cardwright_runtime::ids! {
    /// A hex, identified by its number: column by column from the left, each from the bottom.
    Hex in u32: 24
}

/// A set of hexes, stored as one bit each.
pub type Hexes = IdSet<Hex>;

/// The hexes of a set, in order. Unlike [`IdSet::iter`], it does not check that each bit names a hex, which makes
/// random play faster.
#[inline]
pub(crate) fn hexes_of(hexes: Hexes) -> impl Iterator<Item = Hex> {
    let mut rest = hexes.bits();
    std::iter::from_fn(move || {
        let first = (rest != 0).then(|| Hex(rest.trailing_zeros() as u8));
        rest &= rest.wrapping_sub(1);
        first
    })
}

/// The maximum number of hexes on a board, which the official board has. On a board full of discs, every additional hex
/// roughly doubles the number of paths (8,226,260 for red on the official board), so the lists of legal moves of larger
/// boards would not fit in memory.
pub const MAX_HEXES: usize = Hex::COUNT;

/// The maximum number of hexes in a written path, including the first: a path enters no hex twice (clause RB-5.6), and
/// no board has more hexes.
pub const MAX_PATH: usize = MAX_HEXES;

/// The name of a hex, such as `c4`: the column's letter from the left and the number from the bottom, from light's
/// point of view (clause RB-1.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HexName {
    /// The column, from 0.
    pub column: u8,
    /// The number in the column, from 1.
    pub number: u8,
}

impl fmt::Display for HexName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.number)
    }
}

impl Serialize for HexName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The names of hexes, as a path is written.
pub(crate) fn dashed(path: &[HexName]) -> String {
    let names: Vec<_> = path.iter().map(HexName::to_string).collect();
    names.join("-")
}

/// The number of bits for a hex in a path.
const BITS: u32 = 5;

/// The hexes of a move in order, starting with the robot's current hex. At most [`MAX_PATH`].
///
/// Each hex takes five bits below a single leading one bit: a path is small, `Copy`, and is extended by a shift.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path(u128);

impl Path {
    /// A path that consists only of its first hex.
    #[inline]
    pub fn from(start: Hex) -> Self {
        Path((1 << BITS) | u128::from(start.0))
    }

    /// The path extended by a hex. A path of [`MAX_PATH`] hexes is returned unchanged.
    #[inline]
    #[must_use]
    pub fn then(self, hex: Hex) -> Self {
        if self.hexes() == MAX_PATH {
            self
        } else {
            Path((self.0 << BITS) | u128::from(hex.0))
        }
    }

    /// The number of hexes, including the first.
    #[inline]
    pub fn hexes(self) -> usize {
        ((u128::BITS - 1 - self.0.leading_zeros()) / BITS) as usize
    }

    /// The first hex, where the robot is before the move.
    pub fn start(self) -> Hex {
        self.back(self.hexes() - 1)
    }

    /// The last hex, where the robot is after the move.
    #[inline]
    pub fn end(self) -> Hex {
        self.back(0)
    }

    /// The hex this many steps before the last.
    #[inline]
    fn back(self, steps: usize) -> Hex {
        Hex(((self.0 >> (steps as u32 * BITS)) & ((1 << BITS) - 1)) as u8)
    }

    /// The hexes in order.
    pub fn iter(self) -> impl Iterator<Item = Hex> {
        (0..self.hexes()).rev().map(move |steps| self.back(steps))
    }

    /// The hexes that the path enters: all but the first.
    #[inline]
    pub fn entered(self) -> Hexes {
        let (mut rest, mut set) = (self, Hexes::EMPTY);
        while rest.0 >> (2 * BITS) != 0 {
            set.insert(rest.end());
            rest.0 >>= BITS;
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_keeps_its_hexes() {
        let mut path = Path::from(Hex(23));
        for hex in 0..40 {
            path = path.then(Hex(hex % 23));
        }
        assert_eq!(path.hexes(), MAX_PATH);
        let hexes: Vec<_> = path.iter().map(|hex| hex.0).collect();
        assert_eq!(hexes, std::iter::once(23).chain(0..23).collect::<Vec<_>>());
        let entered = path.entered().bits();
        assert_eq!((path.end(), entered), (Hex(22), (1 << 23) - 1));
    }
}
