//! Which robots belong to whom.

use crate::book::rulebook::Rulebook;
use crate::facts::targets::pairs_of;
use crate::state::State;
use crate::state::ids::{Players, RobotId, Robots};
use cardwright_runtime::ids::Id;

/// The robots of other players, including those not in play.
pub(crate) fn others_robots(book: &Rulebook, robot: RobotId) -> Robots {
    if book.duel() {
        !robot.pair()
    } else {
        robot.others()
    }
}

/// The robots in play of other players.
pub(crate) fn opponents(book: &Rulebook, state: &State, robot: RobotId) -> Robots {
    state.in_play() & others_robots(book, robot)
}

/// One robot in play of each other player.
pub(crate) fn rivals(book: &Rulebook, state: &State, robot: RobotId) -> Robots {
    let foes = opponents(book, state, robot);
    if book.duel() {
        foes.first().map_or(Robots::EMPTY, RobotId::only)
    } else {
        foes
    }
}

/// The players with a robot in play.
pub(crate) fn players_in(book: &Rulebook, state: &State) -> Players {
    players_of(book, state.in_play())
}

/// The players of these robots.
#[inline]
pub(crate) fn players_of(book: &Rulebook, robots: Robots) -> Players {
    if book.duel() {
        pairs_of(robots)
    } else {
        Players::from_bits(robots.bits())
    }
}
