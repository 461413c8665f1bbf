//! Small numbers that each name one thing of a sort: a robot, a slot, a window. Every sort is a type of its own, so that
//! one is not taken for another, and a number that names nothing is no such thing: it is refused where it comes in, and
//! never becomes another one.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

/// The bits of a set: an unsigned integer that is wide enough for a bit for each thing.
pub trait Bits:
    Copy
    + Eq
    + std::hash::Hash
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Into<u128>
    + 'static
{
    /// No bit.
    const NONE: Self;

    /// The lowest bits, as many as this; at most as many as there are.
    fn low(count: usize) -> Self;

    /// One bit, of a place below the width.
    fn bit(index: usize) -> Self;

    /// How many bits are set.
    fn ones(self) -> u32;

    /// The place of the lowest bit that is set; how wide it is if there is none.
    fn first(self) -> u32;

    /// The bits one place higher, with another one below them.
    fn then(self, bit: bool) -> Self;

    /// All but the lowest bit that is set.
    fn without_first(self) -> Self;

    /// The place of the highest bit that is set, if there is one.
    fn last(self) -> Option<u32>;
}

macro_rules! bits {
    ($($of:ty),+) => {$(
        impl Bits for $of {
            const NONE: Self = 0;

            #[inline]
            fn low(count: usize) -> Self {
                if count < <$of>::BITS as usize { (1 << count) - 1 } else { <$of>::MAX }
            }

            #[inline]
            fn bit(index: usize) -> Self {
                <$of>::wrapping_shl(1, index as u32)
            }

            #[inline]
            fn ones(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn then(self, bit: bool) -> Self {
                self << 1 | <$of>::from(bit)
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn last(self) -> Option<u32> {
                self.checked_ilog2()
            }
        }
    )+};
}
bits!(u8, u16, u32, u64, u128);

/// A number that names one of at most 128 things of a sort.
pub trait Id: Copy + Eq + Ord + Debug + 'static {
    /// How many there are, 1 to 128.
    const COUNT: usize;

    /// All of them, in order.
    const ALL: &'static [Self];

    /// What a set of them is kept in: at least [`COUNT`](Id::COUNT) bits.
    type Bits: Bits;

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

    /// The set of it alone.
    #[inline]
    fn only(self) -> IdSet<Self> {
        IdSet(Self::Bits::bit(self.index()), PhantomData)
    }

    /// One of them or none, as a state keeps it in few bits: its number plus 1, or 0.
    #[inline]
    fn number_or_zero(one: Option<Self>) -> u8 {
        one.map_or(0, |one| one.index() as u8 + 1)
    }

    /// What is kept so; none for a number that is too high.
    #[inline]
    fn unless_zero(number: u8) -> Option<Self> {
        Self::of(usize::from(number).wrapping_sub(1))
    }

    /// All of them, in order.
    #[inline]
    fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT).filter_map(Self::of)
    }

    /// An array of what there is to each, in order. It has as many places as there are, or does not compile.
    #[inline]
    fn by_each<V, const N: usize>(of: impl Fn(Self) -> V) -> [V; N] {
        const { assert!(N == Self::COUNT, "a place for each") };
        std::array::from_fn(|index| of(Self::ALL[index]))
    }

    /// All of them, from this one on and round.
    fn round(self) -> impl DoubleEndedIterator<Item = Self> {
        (self.index()..Self::COUNT)
            .chain(0..self.index())
            .filter_map(Self::of)
    }
}

/// Declares sorts of things: one with a name for each, or one with so many that only have numbers. Behind `in` stands
/// what a set of them is kept in.
///
/// ```
/// use cardwright_runtime::ids::{Id, IdSet};
///
/// cardwright_runtime::ids! {
///     /// A side of the table.
///     Side in u8 { Left, Right }
///     /// A card of a hand.
///     Held in u32: 20
/// }
/// assert_eq!(Side::of(1), Some(Side::Right));
/// assert_eq!((Side::of(2), Side::from_value(-1), Held::of(20)), (None, None, None));
/// assert_eq!(Side::Right.round().collect::<Vec<_>>(), [Side::Right, Side::Left]);
/// assert_eq!((usize::from(Side::Right), i16::from(Side::Left)), (1, 0));
///
/// let mut sides = IdSet::EMPTY;
/// sides.insert(Side::Right);
/// assert!(sides.contains(Side::Right) && !sides.contains(Side::Left));
/// assert_eq!((sides.len(), sides.bits(), size_of_val(&sides)), (1, 0b10, 1));
/// assert_eq!((sides.first(), (!sides).iter().collect::<Vec<_>>()), (Some(Side::Right), vec![Side::Left]));
/// assert_eq!((sides.after(Side::Right), sides.before(Side::Left)), (Some(Side::Right), Some(Side::Right)));
/// assert_eq!(IdSet::<Side>::from_bits(0b110).iter().collect::<Vec<_>>(), [Side::Right], "there is no third side");
/// ```
#[macro_export]
macro_rules! ids {
    () => {};
    ($(#[$about:meta])* $name:ident in $bits:ty { $($one:ident),+ $(,)? } $($rest:tt)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "each is its name")]
        pub enum $name { $($one),+ }

        impl $crate::ids::Id for $name {
            const COUNT: usize = Self::ALL.len();
            const ALL: &'static [Self] = &[$($name::$one),+];
            type Bits = $bits;

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

        $crate::ids! { @numbers $name }
        $crate::ids! { $($rest)* }
    };
    ($(#[$about:meta])* $name:ident in $bits:ty : $count:literal $($rest:tt)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u8);

        impl $crate::ids::Id for $name {
            const COUNT: usize = $count;
            const ALL: &'static [Self] = &{
                let (mut all, mut one) = ([$name(0); $count], 0);
                while one < $count {
                    all[one] = $name(one as u8);
                    one += 1;
                }
                all
            };
            type Bits = $bits;

            #[inline]
            fn index(self) -> usize {
                usize::from(self.0)
            }

            #[inline]
            fn of(index: usize) -> Option<Self> {
                (index < $count).then_some($name(index as u8))
            }
        }

        $crate::ids! { @numbers $name }
        $crate::ids! { $($rest)* }
    };
    (@numbers $name:ident) => {
        const _: () = assert!(<$name as $crate::ids::Id>::COUNT <= 8 * size_of::<<$name as $crate::ids::Id>::Bits>());

        $crate::ids! { @into $name u8 usize i16 i32 }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_u8($crate::ids::Id::n(*self))
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let number = <u8 as ::serde::Deserialize>::deserialize(from)?;
                let none = || ::serde::de::Error::custom(format!("{number} names no {}", stringify!($name)));
                <$name as $crate::ids::Id>::of(number.into()).ok_or_else(none)
            }
        }
    };
    (@into $name:ident $($number:ty)+) => {$(
        impl From<$name> for $number {
            #[inline]
            fn from(one: $name) -> $number {
                $crate::ids::Id::index(one) as $number
            }
        }
    )+};
}

/// A set of things of one sort, in as many bytes as they need.
pub struct IdSet<T: Id>(T::Bits, PhantomData<T>);

impl<T: Id> IdSet<T> {
    /// No one.
    pub const EMPTY: IdSet<T> = IdSet(T::Bits::NONE, PhantomData);

    /// Everyone.
    #[inline]
    pub fn full() -> Self {
        IdSet(T::Bits::low(T::COUNT), PhantomData)
    }

    /// Those whose bits are set; bits that stand for nothing are left out.
    #[inline]
    pub fn from_bits(bits: T::Bits) -> Self {
        IdSet(bits & T::Bits::low(T::COUNT), PhantomData)
    }

    /// A bit for each.
    #[inline]
    pub fn bits(self) -> T::Bits {
        self.0
    }

    /// Whether it is in the set.
    #[inline]
    pub fn contains(self, one: T) -> bool {
        self.0 & T::Bits::bit(one.index()) != T::Bits::NONE
    }

    /// Whether some are in both.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != T::Bits::NONE
    }

    /// Puts one in.
    #[inline]
    pub fn insert(&mut self, one: T) {
        self.0 = self.0 | T::Bits::bit(one.index());
    }

    /// Takes one out.
    #[inline]
    pub fn remove(&mut self, one: T) {
        self.0 = self.0 & !T::Bits::bit(one.index());
    }

    /// Takes the first of them out.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let first = self.first()?;
        self.0 = self.0.without_first();
        Some(first)
    }

    /// The set with one more.
    #[inline]
    pub fn with(mut self, one: T) -> Self {
        self.insert(one);
        self
    }

    /// The set with one less.
    #[inline]
    pub fn without(mut self, one: T) -> Self {
        self.remove(one);
        self
    }

    /// How many.
    #[inline]
    pub fn len(self) -> usize {
        self.0.ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == T::Bits::NONE
    }

    /// The first of them.
    #[inline]
    pub fn first(self) -> Option<T> {
        // Of no bit the place is how wide a set is, which names nothing.
        T::of(self.0.first() as usize)
    }

    /// The last of them.
    #[inline]
    pub fn last(self) -> Option<T> {
        self.0.last().and_then(|last| T::of(last as usize))
    }

    /// The next of them after one, going round: at a round table the nearest to the left. The one itself comes last.
    #[inline]
    pub fn after(self, one: T) -> Option<T> {
        let above = self.0 & !T::Bits::low(one.index() + 1);
        T::of(
            if above == T::Bits::NONE {
                self.0
            } else {
                above
            }
            .first() as usize,
        )
    }

    /// The next of them before one, going round: at a round table the nearest to the right. The one itself comes last.
    #[inline]
    pub fn before(self, one: T) -> Option<T> {
        let below = IdSet(self.0 & T::Bits::low(one.index()), PhantomData);
        below.last().or_else(|| self.last())
    }

    /// Those of whom something is true, of everyone.
    #[inline]
    pub fn of(fits: impl Fn(T) -> bool) -> Self {
        IdSet(
            T::ALL
                .iter()
                .rev()
                .fold(T::Bits::NONE, |bits, one| bits.then(fits(*one))),
            PhantomData,
        )
    }

    /// Those in the set, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = T> {
        let mut rest = self;
        std::iter::from_fn(move || rest.pop())
    }
}

// Written out, as a derive would ask the same of `T`.
impl<T: Id> Clone for IdSet<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Id> Copy for IdSet<T> {}

impl<T: Id> PartialEq for IdSet<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T: Id> Eq for IdSet<T> {}

impl<T: Id> std::hash::Hash for IdSet<T> {
    fn hash<H: std::hash::Hasher>(&self, into: &mut H) {
        self.0.hash(into);
    }
}

impl<T: Id> Default for IdSet<T> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Id> Debug for IdSet<T> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_set().entries(self.iter()).finish()
    }
}

impl<T: Id> FromIterator<T> for IdSet<T> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(some: I) -> Self {
        some.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<T: Id> BitAnd for IdSet<T> {
    type Output = Self;

    /// Those in both.
    #[inline]
    fn bitand(self, other: Self) -> Self {
        IdSet(self.0 & other.0, PhantomData)
    }
}

impl<T: Id> BitOr for IdSet<T> {
    type Output = Self;

    /// Those in either.
    #[inline]
    fn bitor(self, other: Self) -> Self {
        IdSet(self.0 | other.0, PhantomData)
    }
}

impl<T: Id> BitOrAssign for IdSet<T> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<T: Id> BitAndAssign for IdSet<T> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<T: Id> Sub for IdSet<T> {
    type Output = Self;

    /// Those that are not in the other.
    #[inline]
    fn sub(self, other: Self) -> Self {
        IdSet(self.0 & !other.0, PhantomData)
    }
}

impl<T: Id> Not for IdSet<T> {
    type Output = Self;

    /// Everyone else.
    #[inline]
    fn not(self) -> Self {
        Self::full() - self
    }
}

/// Such a set is a number of bits in what is written.
impl<T: Id<Bits: Serialize>> Serialize for IdSet<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

/// A bit that stands for nothing is an error.
impl<'de, T: Id<Bits: Deserialize<'de>>> Deserialize<'de> for IdSet<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let bits = T::Bits::deserialize(from)?;
        let set = Self::from_bits(bits);
        let wrong =
            || serde::de::Error::custom(format!("{bits:?} has bits that stand for nothing"));
        if set.0 == bits { Ok(set) } else { Err(wrong()) }
    }
}

/// The bits of a set of few, where scripts see sets as numbers.
impl<T: Id<Bits = u8>> From<IdSet<T>> for i16 {
    #[inline]
    fn from(set: IdSet<T>) -> i16 {
        set.0.into()
    }
}
