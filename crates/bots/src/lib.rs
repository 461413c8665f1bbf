//! Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012) for any game of the kernel.
//!
//! A [`Search`] is a [`Bot`](cardwright_kernel::Bot): it gets what its seat may know, and plays games to the end in
//! worlds that the seat cannot distinguish from the real one. The [`Policy`] of a game decides how the seats play in
//! these simulated games. The same seed and number of iterations give the same action on every machine: all arithmetic
//! is exact in IEEE 754, and no clock is read. A caller with a clock passes it to [`Search::weigh`].

mod careless;
mod policy;
mod search;
mod tree;
mod value;

use cardwright_kernel::{Rng, below};

pub use careless::Careless;
pub use policy::Policy;
pub use search::{Budget, MAX_TIMES, Search, named};
pub use value::{FEATURES, Features, Learner, Weights, exp, lesson, score};

/// The index of a maximum value; ties are broken at random, because a fixed choice would favour a seat.
pub fn best(values: impl Iterator<Item = i32>, rng: &mut Rng) -> usize {
    let (mut chosen, mut most, mut equals) = (0, i32::MIN, 0);
    for (at, value) in values.enumerate() {
        if value > most {
            (chosen, most, equals) = (at, value, 1);
        } else if value == most {
            equals += 1;
            if below(rng, equals) == 0 {
                chosen = at;
            }
        }
    }
    chosen
}
