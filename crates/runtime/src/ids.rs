//! Small numbers that each identify one thing of a kind: a robot, a slot, a window. Every kind is its own type, so that
//! kinds cannot be confused. A number that identifies nothing is refused when it is converted, and never becomes
//! another thing.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

/// The storage of a set: an unsigned integer with at least one bit for each thing.
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
    /// No bits set.
    const NONE: Self;

    /// A value with the lowest `count` bits set; `count` must not exceed the width.
    fn low(count: usize) -> Self;

    /// A value with one bit set; the index must be below the width.
    fn bit(index: usize) -> Self;

    /// The number of set bits.
    fn ones(self) -> u32;

    /// The index of the lowest set bit; the width if there is none.
    fn first(self) -> u32;

    /// The bits shifted up by one, with another bit added at the bottom.
    fn then(self, bit: bool) -> Self;

    /// All set bits except the lowest.
    fn without_first(self) -> Self;

    /// The index of the highest set bit, if any.
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

/// A number that identifies one of at most 128 things of a kind.
pub trait Id: Copy + Eq + Ord + Debug + 'static {
    /// The number of things, 1 to 128.
    const COUNT: usize;

    /// All things in order.
    const ALL: &'static [Self];

    /// The integer type that stores a set of these things: at least [`COUNT`](Id::COUNT) bits.
    type Bits: Bits;

    /// The number of the thing, below [`COUNT`](Id::COUNT).
    fn index(self) -> usize;

    /// The thing with a number; `None` at or above [`COUNT`](Id::COUNT).
    fn of(index: usize) -> Option<Self>;

    /// The thing that a script value identifies, if any.
    #[inline]
    fn from_value(value: i16) -> Option<Self> {
        usize::try_from(value).ok().and_then(Self::of)
    }

    /// The number of the thing as a byte.
    #[inline]
    fn n(self) -> u8 {
        self.index() as u8
    }

    /// The set with only this thing.
    #[inline]
    fn only(self) -> IdSet<Self> {
        IdSet(Self::Bits::bit(self.index()), PhantomData)
    }

    /// A compact encoding of an optional thing: its number plus 1, or 0 for `None`.
    #[inline]
    fn number_or_zero(one: Option<Self>) -> u8 {
        one.map_or(0, |one| one.index() as u8 + 1)
    }

    /// Decodes [`Id::number_or_zero`]; `None` for a number that is too high.
    #[inline]
    fn unless_zero(number: u8) -> Option<Self> {
        Self::of(usize::from(number).wrapping_sub(1))
    }

    /// All things in order.
    #[inline]
    fn all() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.iter().copied()
    }

    /// An array with a value for each thing, in order. `N` must equal the number of things, or it does not compile.
    #[inline]
    fn by_each<V, const N: usize>(of: impl Fn(Self) -> V) -> [V; N] {
        const { assert!(N == Self::COUNT, "a place for each") };
        std::array::from_fn(|index| of(Self::ALL[index]))
    }

    /// All things, starting with this one and wrapping around.
    fn round(self) -> impl DoubleEndedIterator<Item = Self> {
        (self.index()..Self::COUNT)
            .chain(0..self.index())
            .filter_map(Self::of)
    }
}

/// Declares kinds of things: either with a name for each thing, or with a count of things that only have numbers. The
/// type after `in` stores a set of them.
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

/// A set of things of one kind, in as few bytes as possible.
pub struct IdSet<T: Id>(T::Bits, PhantomData<T>);

impl<T: Id> IdSet<T> {
    /// The empty set.
    pub const EMPTY: IdSet<T> = IdSet(T::Bits::NONE, PhantomData);

    /// The set of all things.
    #[inline]
    pub fn full() -> Self {
        IdSet(T::Bits::low(T::COUNT), PhantomData)
    }

    /// The set of things whose bits are set; unused bits are ignored.
    #[inline]
    pub fn from_bits(bits: T::Bits) -> Self {
        IdSet(bits & T::Bits::low(T::COUNT), PhantomData)
    }

    /// The set as one bit per thing.
    #[inline]
    pub fn bits(self) -> T::Bits {
        self.0
    }

    /// Whether the set contains a thing.
    #[inline]
    pub fn contains(self, one: T) -> bool {
        self.0 & T::Bits::bit(one.index()) != T::Bits::NONE
    }

    /// Whether the sets have a common member.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != T::Bits::NONE
    }

    /// Adds a thing.
    #[inline]
    pub fn insert(&mut self, one: T) {
        self.0 = self.0 | T::Bits::bit(one.index());
    }

    /// Removes a thing.
    #[inline]
    pub fn remove(&mut self, one: T) {
        self.0 = self.0 & !T::Bits::bit(one.index());
    }

    /// Removes and returns the first thing.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let first = self.first()?;
        self.0 = self.0.without_first();
        Some(first)
    }

    /// The set with one more thing.
    #[inline]
    pub fn with(mut self, one: T) -> Self {
        self.insert(one);
        self
    }

    /// The set without a thing.
    #[inline]
    pub fn without(mut self, one: T) -> Self {
        self.remove(one);
        self
    }

    /// The number of things in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == T::Bits::NONE
    }

    /// The first thing in the set.
    #[inline]
    pub fn first(self) -> Option<T> {
        // For an empty set the index is the width of the set, which identifies nothing.
        T::of(self.0.first() as usize)
    }

    /// The last thing in the set.
    #[inline]
    pub fn last(self) -> Option<T> {
        self.0.last().and_then(|last| T::of(last as usize))
    }

    /// The next member after `one`, wrapping around; at a round table the nearest to the left. `one` itself comes last.
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

    /// The next member before `one`, wrapping around; at a round table the nearest to the right. `one` itself comes
    /// last.
    #[inline]
    pub fn before(self, one: T) -> Option<T> {
        let below = IdSet(self.0 & T::Bits::low(one.index()), PhantomData);
        below.last().or_else(|| self.last())
    }

    /// The set of all things for which `fits` returns `true`.
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

    /// The members in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = T> {
        let mut rest = self;
        std::iter::from_fn(move || rest.pop())
    }
}

// Implemented by hand, because a derive would require `T: Clone`.
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

    /// The members of both sets.
    #[inline]
    fn bitand(self, other: Self) -> Self {
        IdSet(self.0 & other.0, PhantomData)
    }
}

impl<T: Id> BitOr for IdSet<T> {
    type Output = Self;

    /// The members of either set.
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

    /// The members of this set that are not in the other.
    #[inline]
    fn sub(self, other: Self) -> Self {
        IdSet(self.0 & !other.0, PhantomData)
    }
}

impl<T: Id> Not for IdSet<T> {
    type Output = Self;

    /// The things that are not in the set.
    #[inline]
    fn not(self) -> Self {
        Self::full() - self
    }
}

/// Serializes a set as a number with one bit per thing.
impl<T: Id<Bits: Serialize>> Serialize for IdSet<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

/// Deserializes a set; bits that represent no thing are an error.
impl<'de, T: Id<Bits: Deserialize<'de>>> Deserialize<'de> for IdSet<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let bits = T::Bits::deserialize(from)?;
        let set = Self::from_bits(bits);
        let wrong = || serde::de::Error::custom(format!("{bits:?} has bits without a meaning"));
        if set.0 == bits { Ok(set) } else { Err(wrong()) }
    }
}

/// The bits of a small set, as scripts represent sets.
impl<T: Id<Bits = u8>> From<IdSet<T>> for i16 {
    #[inline]
    fn from(set: IdSet<T>) -> i16 {
        set.0.into()
    }
}
