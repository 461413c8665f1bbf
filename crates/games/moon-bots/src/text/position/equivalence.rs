//! States that differ only in which of several equal weapons is where. Written positions cannot tell these states
//! apart.

use crate::book::rulebook::Rulebook;
use crate::facts::derived;
use crate::state::ids::CopyId;
use crate::state::{Permanent, ROBOTS, State};
use crate::text::position::permanents::permanent_copies;
use cardwright_runtime::ids::Id;

/// Distributes weapon copies again, the lowest of a kind first.
struct Copies<'a> {
    book: &'a Rulebook,
    free: u64,
}

impl Copies<'_> {
    /// The same number of copies of the same kinds.
    fn like(&mut self, copies: u64) -> u64 {
        let (mut rest, mut given) = (copies, 0);
        while rest != 0 {
            let weapon = self.book.weapon_of[rest.trailing_zeros() as usize];
            let alike = self.book.weapons[usize::from(weapon)].copies & self.free;
            let copy = alike & alike.wrapping_neg();
            self.free &= !copy;
            given |= copy;
            rest &= rest - 1;
        }
        given
    }
}

/// Whether two states differ only in swapped copies of equal weapons. If somebody knows a weapon in another
/// player's hand, only equal states count as the same.
pub(crate) fn same_but_for_copies(book: &Rulebook, one: &State, other: &State) -> bool {
    let known = [one, other].iter().any(|state| state.spied != [0; ROBOTS]);
    one == other || !known && in_order(book, one) == in_order(book, other)
}

/// The state with its weapon copies renumbered in order: hands, shown, permanent, in the box, unseen.
fn in_order(book: &Rulebook, state: &State) -> State {
    let mut copies = Copies {
        book,
        free: book.all_weapons(),
    };
    let hands = state.robots.iter().fold(0, |all, robot| all | robot.hand);
    let mut anew = state.clone();
    for robot in &mut anew.robots {
        robot.hand = copies.like(robot.hand);
    }
    anew.shown = copies.like(state.shown & !permanent_copies(state));
    for permanent in &mut anew.permanents {
        let Some(copy) = permanent.copy() else {
            continue;
        };
        let copy = copies.like(copy.only().bits());
        anew.shown |= copy;
        let Some(copy) = CopyId::of(copy.trailing_zeros() as usize) else {
            continue;
        };
        *permanent = Permanent::new(copy, permanent.owner(), permanent.until())
            .with_counters(permanent.counters())
            .doing(permanent.done());
    }
    copies.like(book.all_weapons() & !(state.unseen | state.shown | hands));
    anew.unseen = copies.like(state.unseen);
    derived::refresh_derived(book, &mut anew);
    anew
}
