//! Which cards a robot has a place for (MB-4.4, MB-4.5, MB-4.9).

use crate::book::rulebook::{CardKind, Rulebook};
use crate::options::AttackUpgrades;
use crate::state::ids::{CardId, RobotId};
use crate::state::market_key::{BARE, MarketKey, UPGRADE_CATEGORIES};
use crate::state::{Robot, State, UPGRADES};
use cardwright_runtime::ids::Id;

/// The categories that the robot has no place for (MB-4.4, MB-4.5, MB-4.9).
pub(crate) fn closed(book: &Rulebook, robot: &Robot) -> u64 {
    let mut closed = BARE;
    for (slot, part) in robot.parts.iter().enumerate() {
        closed |= u64::from(*part != 0) << slot;
    }
    let upgrades = robot
        .upgrades
        .iter()
        .map_while(|number| CardId::on_robot(*number));
    upgrades.fold(closed, |closed, card| closed | closed_by(book, robot, card))
}

/// The categories that the robot has no place for because of one of its upgrades.
#[inline]
pub(crate) fn closed_by(book: &Rulebook, robot: &Robot, card: CardId) -> u64 {
    let (card, number) = (card.index(), card.number());
    let mut closed = match book.open[card].kind {
        CardKind::Upgrade { most, .. } => {
            let full = most == 1 || {
                let same = robot.upgrades.iter().filter(|own| **own == number).count();
                same >= usize::from(most)
            };
            u64::from(full) << book.market_keys[card].category
        }
        CardKind::Part { .. } => 0,
    };
    if robot.upgrades[UPGRADES - 1] != 0 {
        closed |= UPGRADE_CATEGORIES;
    }
    // Q-MB-8: some tables allow one upgrade of the four kinds that change attacks.
    if book.options.attack_upgrades != AttackUpgrades::Each && changes_attacks(book, robot) {
        closed |= book.changing;
    }
    closed
}

/// Whether the robot has an upgrade that changes attacks.
fn changes_attacks(book: &Rulebook, robot: &Robot) -> bool {
    let upgrades = robot.upgrades.iter().take_while(|number| **number != 0);
    let mut categories = upgrades.map(|number| book.market_keys[usize::from(*number) - 1].category);
    categories.any(|category| book.changing >> category & 1 != 0)
}

/// Whether the robot has a place for a card with this market key.
#[inline]
pub(crate) fn has_place(state: &State, robot: RobotId, key: MarketKey) -> bool {
    state.derived.closed[usize::from(robot)] >> key.category & 1 == 0
}
