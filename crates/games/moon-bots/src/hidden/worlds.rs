//! Worlds that a player cannot tell apart.

use crate::book::rulebook::Rulebook;
use crate::facts::{derived, windows};
use crate::hidden::secret;
use crate::options::Ask;
use crate::state::ids::RobotId;
use crate::state::{ROBOTS, State};
use cardwright_kernel::{Rng, Seat};
use cardwright_runtime::ids::Id;
use cardwright_runtime::zones::redeal;

/// The number of tries to find another world in which the same player is asked.
const TRIES: u32 = 20;

/// The same game with other secret weapons where the player cannot know which they are.
pub(crate) fn other_world(book: &Rulebook, state: &State, seat: Seat, rng: &mut Rng) -> State {
    let asked = |book: &Rulebook, state: &State| {
        windows::next_in_window(book, state).map(|(player, _)| player)
    };
    for _ in 0..TRIES {
        let other = deal_unknown(book, state, seat, rng);
        // In a window, being asked reveals something unless the table asks everybody who holds a weapon.
        let same = book.options.ask == Ask::WhenHolding
            || crate::facts::windows::open_window(state).is_none()
            || state.top().is_some()
            || asked(book, &other) == asked(book, state);
        if same {
            return other;
        }
    }
    state.clone()
}

fn deal_unknown(book: &Rulebook, state: &State, seat: Seat, rng: &mut Rng) -> State {
    let mut other = state.clone();
    let spied = state.spied.get(seat.index()).copied().unwrap_or(0);
    let hidden = |robot: RobotId| match book.owner(robot).seat() == seat {
        true => 0,
        false => state.robots[robot.index()].hand & !spied,
    };
    let old: [u64; ROBOTS] = RobotId::by_each(hidden);
    let mut pool = old.iter().fold(state.unseen, |pool, hand| pool | hand);
    let mut new = old;
    redeal(&mut pool, &mut new, rng);
    for (robot, hand) in other.robots.iter_mut().enumerate() {
        hand.hand = state.robots[robot].hand & !old[robot] | new[robot];
    }
    other.unseen = pool;
    forget(state, &mut other, seat);
    secret::rewrite(book, &mut other, seat, rng);
    derived::refresh_derived(book, &mut other);
    other
}

/// Forgets the weapons that other players have looked at: a seat does not know this of others, and the hands
/// change.
fn forget(state: &State, other: &mut State, seat: Seat) {
    for (player, spied) in other.spied.iter_mut().enumerate() {
        if player != seat.index() {
            *spied &= state.shown;
        }
    }
}
