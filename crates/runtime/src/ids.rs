//! Small numbers that each name one thing of a sort: a robot, a slot, a window. Every sort is a type of its own, so that
//! one is not taken for another, and a number that names nothing is no such thing: it is refused where it comes in, and
//! never becomes another one.

use std::fmt::Debug;
use std::marker::PhantomData;

/// A number that names one of at most 64 things of a sort.
pub trait Id: Copy + Eq + Ord + Debug + 'static {
    /// How many there are, 1 to 64.
    const COUNT: usize;

    /// Its number, below [`COUNT`](Id::COUNT).
    fn index(self) -> usize;

    /// The one of a number; none at or above [`COUNT`](Id::COUNT).
    fn of(index: usize) -> Option<Self>;

    /// The one that a value of a script names, if it names one.
    #[inline]
    fn from_value(value: i16) -> Option<Self> {
        usize::try_from(value).ok().and_then(Self::of)
    }

    /// Its number, where numbers are bytes.
    #[inline]
    fn n(self) -> u8 {
        self.index() as u8
    }

    /// All of them, in order.
    fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).filter_map(Self::of)
    }

    /// All of them, from this one on and round.
    fn round(self) -> impl Iterator<Item = Self> {
        Self::all().skip(self.index()).chain(Self::all().take(self.index()))
    }
}

/// Declares sorts of things: one with a name for each, or one with so many that only have numbers.
///
/// ```
/// use cardwright_runtime::ids::{Id, IdSet};
///
/// cardwright_runtime::ids! {
///     /// A side of the table.
///     Side { Left, Right }
///     /// A card of a hand.
///     Held: 20
/// }
/// assert_eq!(Side::of(1), Some(Side::Right));
/// assert_eq!((Side::of(2), Side::from_value(-1), Held::of(20)), (None, None, None));
/// assert_eq!(Side::Right.round().collect::<Vec<_>>(), [Side::Right, Side::Left]);
///
/// let mut sides = IdSet::EMPTY;
/// sides.insert(Side::Right);
/// assert!(sides.contains(Side::Right) && !sides.contains(Side::Left));
/// assert_eq!((sides.len(), sides.bits()), (1, 0b10));
/// assert_eq!(IdSet::<Side>::from_bits(0b110u64).iter().collect::<Vec<_>>(), [Side::Right], "there is no third side");
/// ```
#[macro_export]
macro_rules! ids {
    () => {};
    ($(#[$about:meta])* $name:ident { $($one:ident),+ $(,)? } $($rest:tt)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "each is its name")]
        pub enum $name { $($one),+ }

        impl $crate::ids::Id for $name {
            const COUNT: usize = [$($name::$one),+].len();

            #[inline]
            fn index(self) -> usize {
                self as usize
            }

            #[inline]
            fn of(index: usize) -> Option<Self> {
                match index {
                    $(index if index == $name::$one as usize => Some($name::$one),)+
                    _ => None,
                }
            }
        }

        $crate::ids! { $($rest)* }
    };
    ($(#[$about:meta])* $name:ident : $count:literal $($rest:tt)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u8);

        impl $crate::ids::Id for $name {
            const COUNT: usize = $count;

            #[inline]
            fn index(self) -> usize {
                usize::from(self.0)
            }

            #[inline]
            fn of(index: usize) -> Option<Self> {
                (index < $count).then_some($name(index as u8))
            }
        }

        $crate::ids! { $($rest)* }
    };
}

/// A set of things of one sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IdSet<T>(u64, PhantomData<T>);

impl<T: Id> IdSet<T> {
    /// No one.
    pub const EMPTY: IdSet<T> = IdSet(0, PhantomData);

    /// Those whose bits are set; bits that stand for nothing are left out.
    #[inline]
    pub fn from_bits(bits: impl Into<u64>) -> Self {
        IdSet(bits.into() & (u64::MAX >> (64 - T::COUNT)), PhantomData)
    }

    /// A bit for each.
    #[inline]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// Whether it is in the set.
    #[inline]
    pub fn contains(self, one: T) -> bool {
        self.0 >> one.index() & 1 != 0
    }

    /// Puts one in.
    #[inline]
    pub fn insert(&mut self, one: T) {
        self.0 |= 1 << one.index();
    }

    /// How many.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = T> {
        T::all().filter(move |one| self.contains(*one))
    }
}
