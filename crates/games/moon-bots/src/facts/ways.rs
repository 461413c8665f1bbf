//! The ways to take some of the damage about to hit a robot, if it is of several types (MB-8.3, Q-MB-25).

use crate::book::rulebook::Rulebook;
use crate::lexicon::WAYS;
use crate::options::Deflected;
use crate::state::values::{points, robot};
use crate::state::{State, TYPES};
use cardwright_effects::machine::MAX_NUMBERS;
use cardwright_effects::{ChoiceSource, Op};
use cardwright_runtime::ids::Id;

/// The maximum number of ways offered, so that people can still read the list. Two types never have more.
const MOST: usize = MAX_NUMBERS as usize;

/// Takes as much damage as possible, up to a number, from the first type first.
pub(crate) fn first(pending: [u8; TYPES], points: u8) -> [u8; TYPES] {
    let mut left = points;
    pending.map(|pending| {
        let taken = left.min(pending);
        left -= taken;
        taken
    })
}

/// Every way to take as much damage as possible, up to a number. Ways with more of the first type come first.
fn all(pending: [u8; TYPES], points: u8) -> Vec<[u8; TYPES]> {
    let mut found = Vec::new();
    let mut next = Some(first(pending, points));
    while let Some(way) = next.filter(|_| found.len() < MOST) {
        found.push(way);
        next = after(pending, way);
    }
    found
}

/// The way with this number; the first way if there are fewer.
pub(crate) fn nth(pending: [u8; TYPES], points: u8, way: i16) -> [u8; TYPES] {
    let ways = all(pending, points);
    usize::try_from(way)
        .ok()
        .and_then(|way| ways.get(way).copied())
        .unwrap_or_else(|| first(pending, points))
}

/// The next way: the last type that can give a point to a later one does so, and the later ones start again.
fn after(pending: [u8; TYPES], way: [u8; TYPES]) -> Option<[u8; TYPES]> {
    let room = |from: usize| (from..TYPES).any(|later| way[later] < pending[later]);
    let gives = (0..TYPES)
        .rev()
        .find(|place| way[*place] > 0 && room(place + 1))?;
    let behind = way[gives + 1..]
        .iter()
        .fold(1, |sum: u8, points| sum.saturating_add(*points));
    let mut later = pending;
    later[..=gives].fill(0);
    let mut next = first(later, behind);
    next[..gives].copy_from_slice(&way[..gives]);
    next[gives] = way[gives] - 1;
    Some(next)
}

/// Calls `each` with the number of every way to take this much damage from a robot; with one number if there is
/// no choice.
pub(crate) fn list_ways(
    book: &Rulebook,
    state: &State,
    [from, number]: [i16; 2],
    each: &mut dyn FnMut(i16) -> bool,
) {
    let pending = robot(from).map_or([0; TYPES], |from| state.attack.pending[from.index()]);
    let types = pending.iter().filter(|points| **points > 0).count();
    if types < 2 || book.options.deflected == Deflected::FistsFirst {
        each(0);
        return;
    }
    let ways = all(pending, points(number)).len();
    let _ = (0..ways as i16).all(each);
}

/// The ways that the current question of a card offers, if it offers any.
pub(crate) fn ways_asked(book: &Rulebook, state: &State) -> Option<Vec<[u8; TYPES]>> {
    let frame = state.top()?;
    let program = &book.bound.get(frame.program)?.program;
    let Op::Choose {
        from: ChoiceSource::Listed(WAYS, from, number),
        ..
    } = program.ops.get(usize::from(frame.pc))?
    else {
        return None;
    };
    let pending = state.attack.pending[robot(from.value(frame))?.index()];
    Some(all(pending, points(number.value(frame))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_is_listed_once_fists_first() {
        assert_eq!(all([3, 0, 0, 0], 2), [[2, 0, 0, 0]]);
        assert_eq!(all([1, 1, 0, 0], 1), [[1, 0, 0, 0], [0, 1, 0, 0]]);
        assert_eq!(all([1, 1, 0, 0], 5), [[1, 1, 0, 0]]);
        assert_eq!(all([0; TYPES], 2), [[0; TYPES]]);
        assert_eq!(
            all([2, 2, 0, 0], 2),
            [[2, 0, 0, 0], [1, 1, 0, 0], [0, 2, 0, 0]]
        );
        assert_eq!(
            all([1, 0, 2, 1], 2),
            [[1, 0, 1, 0], [1, 0, 0, 1], [0, 0, 2, 0], [0, 0, 1, 1]]
        );
        for (number, points) in [(1, 4), (2, 10), (3, 20)] {
            let ways = all([9; TYPES], number);
            let mut once = ways.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!((ways.len(), once.len()), (points, points));
        }
        assert_eq!(all([u8::MAX; TYPES], u8::MAX).len(), MOST);
    }
}
