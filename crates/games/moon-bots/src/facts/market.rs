//! The market, the pile and the box.

use crate::book::rulebook::{CardKind, Rulebook, ones};
use crate::facts::places;
use crate::rules::{FILL, LAY_OUT, MARKET};
use crate::state::ids::{CardId, RobotId, WeaponId};
use crate::state::{MarketCard, MarketSlot, State, Step};
use cardwright_kernel::RuleId;
use cardwright_runtime::ids::Id;

/// The number of copies of a part or upgrade in the box.
pub(crate) fn in_box(book: &Rulebook, state: &State, card: CardId) -> u32 {
    let open = &book.open[usize::from(card)];
    let on_robots = state
        .robots
        .iter()
        .flat_map(|robot| robot.parts.iter().chain(&robot.upgrades));
    let built = on_robots.filter(|number| **number == card.number()).count() as u32;
    let market_card_name = state
        .market
        .iter()
        .filter(|slot| slot.card() == MarketCard::Open(card))
        .count() as u32;
    ones(open.copies).saturating_sub(ones(open.left(state.pile)) + built + market_card_name)
}

/// The parts, or the upgrades, in the box that the robot has a place for, in order.
pub(crate) fn boxed<'a>(
    book: &'a Rulebook,
    state: &'a State,
    robot: RobotId,
    upgrades: bool,
) -> impl Iterator<Item = CardId> + 'a {
    CardId::all().take(book.open.len()).filter(move |card| {
        let place = card.index();
        matches!(book.open[place].kind, CardKind::Upgrade { .. }) == upgrades
            && places::has_place(state, robot, book.market_keys[place])
            && in_box(book, state, *card) > 0
    })
}

/// The parts, or the upgrades, in the pile that the robot has a place for, in order.
pub(crate) fn pile_cards(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    upgrades: bool,
) -> impl Iterator<Item = CardId> {
    CardId::all()
        .zip(book.open.iter().zip(&book.market_keys))
        .filter_map(move |(card, (open, key))| {
            let wanted = matches!(open.kind, CardKind::Upgrade { .. }) == upgrades;
            let in_pile = open.in_pile(state.pile);
            (wanted && in_pile && places::has_place(state, robot, *key)).then_some(card)
        })
}

/// The clause under which cards come to the market: during setup, in phase C, or by a card.
pub(crate) fn filled_under(state: &State) -> RuleId {
    match state.step {
        Step::LayOut => LAY_OUT,
        Step::Fill => FILL,
        _ => MARKET,
    }
}

/// The kinds of weapons that nobody has seen, in order.
pub(crate) fn unseen_kinds<'a>(
    book: &'a Rulebook,
    state: &State,
) -> impl Iterator<Item = WeaponId> + 'a {
    let unseen = state.unseen;
    WeaponId::all()
        .take(book.weapons.len())
        .filter(move |weapon| book.weapons[weapon.index()].copies & unseen != 0)
}

pub(crate) fn open_card(slot: MarketSlot) -> Option<CardId> {
    match slot.card() {
        MarketCard::Open(card) => Some(card),
        _ => None,
    }
}
