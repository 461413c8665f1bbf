//! Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012) for any game of the kernel.
//!
//! A [`Search`] is a [`Bot`](cardwright_kernel::Bot): it is given what its seat may know, and plays games to their end in worlds that the
//! seat cannot tell from the real one. How the seats play in these games is the [`Policy`] of a game. The same seed and
//! number of iterations give the same action on every machine: all arithmetic is exact in IEEE 754, and no clock is read.
//! A caller with a clock passes it to [`Search::weigh`].

mod policy;
mod search;
mod tree;

pub use policy::{AtRandom, Policy};
pub use search::{Budget, MAX_TIMES, Search, Weighed, named};
