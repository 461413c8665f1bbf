//! Maximums that a robot's cards change for as long as it has them.

use crate::book::changes::Changes;
use crate::book::rulebook::Rulebook;
use crate::state::{CAP, LIMIT, Robot};

/// The sum of one kind of change over the cards of a robot.
pub(crate) fn changed(book: &Rulebook, robot: &Robot, by: impl Fn(&Changes) -> u8) -> u8 {
    let cards = robot
        .parts
        .into_iter()
        .chain(robot.active_upgrades())
        .filter(|number| *number != 0);
    cards.fold(0, |sum: u8, number| {
        sum.saturating_add(by(&book.open[usize::from(number) - 1].standing))
    })
}

/// The maximum energy of a robot (MB-3.1, MB-12.9).
#[inline]
pub(crate) fn cap(book: &Rulebook, robot: &Robot) -> u8 {
    if book.standing {
        CAP.saturating_add(changed(book, robot, |card| card.cap))
    } else {
        CAP
    }
}

/// The maximum energy that a robot may gain in its own turn (MB-3.2, MB-12.9).
#[inline]
pub(crate) fn limit(book: &Rulebook, robot: &Robot) -> u8 {
    if book.standing {
        LIMIT.saturating_add(changed(book, robot, |card| card.limit))
    } else {
        LIMIT
    }
}
