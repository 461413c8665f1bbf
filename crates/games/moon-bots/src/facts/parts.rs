//! Parts and abilities that can be used with the dice.

use crate::book::rulebook::{CardKind, Rulebook};
use crate::book::works;
use crate::state::ids::{CardId, RobotId, Slots};
use crate::state::{Robot, SLOTS, State, dice};
use cardwright_runtime::ids::Id;

/// The slots that hold a part.
pub(crate) fn filled(robot: &Robot) -> Slots {
    Slots::of(|slot| robot.parts[slot.index()] != 0)
}

/// The unplaced dice that can be used: those that show no forbidden face (MB-13.16).
#[inline(always)]
pub(crate) fn placeable(state: &State) -> u32 {
    match state.limits.is_none() {
        true => state.turn.dice,
        false => without_barred(state),
    }
}

#[cold]
fn without_barred(state: &State) -> u32 {
    let barred = state.limits.barred();
    barred.fold(state.turn.dice, |dice, face| {
        dice & !(0xf * dice::one(face))
    })
}

/// The slot of a part; empty for an upgrade.
pub(crate) fn slot_of(book: &Rulebook, card: CardId) -> Slots {
    match book.open[card.index()].kind {
        CardKind::Part { slot } => slot.only(),
        CardKind::Upgrade { .. } => Slots::EMPTY,
    }
}

/// The slot of the part bought last this turn, if its robot still has it.
pub(crate) fn bought_part(state: &State) -> Slots {
    let bought = state.purchase.robot().zip(state.purchase.card());
    bought.map_or(Slots::EMPTY, |(robot, card)| {
        let own = &state.robots[robot.index()];
        Slots::of(|slot| own.parts[slot.index()] == card.number())
    })
}

/// The upgrade bought last this turn, if its robot still has it.
pub(crate) fn bought_upgrade(state: &State) -> Option<CardId> {
    let (robot, card) = state.purchase.robot().zip(state.purchase.card())?;
    let upgrades = &state.robots[robot.index()].upgrades;
    upgrades.contains(&card.number()).then_some(card)
}

/// The parts of the active robot that were used this turn.
pub(crate) fn used_parts(state: &State) -> Slots {
    Slots::from_bits(state.turn.used as u8) & filled(state.on_turn())
}

/// The robot's upgrades by kind, each kind once, in order.
pub(crate) fn upgrades_of(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
) -> impl Iterator<Item = CardId> {
    let own = state.robots[robot.index()].upgrades;
    CardId::all()
        .take(book.open.len())
        .filter(move |card| own.contains(&card.number()))
}

/// The parts and built-in abilities that can be used with the unplaced dice (MB-5.3 to MB-5.5), with one bit for
/// each.
#[inline(always)]
pub(crate) fn usable(book: &Rulebook, state: &State) -> u16 {
    let (robot, dice) = (state.on_turn(), placeable(state));
    if dice == 0 {
        return 0;
    }
    if usize::from(robot.dice) > works::MOST {
        return usable_of_many(book, state);
    }
    let able = book.works.of(dice);
    let mut places = (able[works::BASE / 64] >> (works::BASE % 64)) as u16 & 0xff;
    for number in robot.parts.iter().rev() {
        places = places << 1 | (able[usize::from(number / 64)] >> (number % 64) & 1) as u16;
    }
    places & !state.turn.used
}

/// The same by trying each one, for more dice than the table covers.
#[cold]
fn usable_of_many(book: &Rulebook, state: &State) -> u16 {
    let works = |place: &u8| fitting(book, state, *place).next().is_some();
    (0..places(book))
        .filter(works)
        .fold(0, |places, place| places | 1 << place)
}

/// The number of parts and built-in abilities: slots come first.
pub(crate) fn places(book: &Rulebook) -> u8 {
    (SLOTS + book.base.len()) as u8
}

/// The ways to use a part or ability of the active robot with the unplaced dice (MB-5.3 to MB-5.5).
#[inline]
pub(crate) fn fitting<'a>(
    book: &'a Rulebook,
    state: &'a State,
    place: u8,
) -> impl Iterator<Item = u8> + 'a {
    let unused = state.turn.used & (1 << place) == 0;
    let combos = if unused {
        book.combos_at(&state.on_turn().parts, place)
    } else {
        &[]
    };
    combos
        .iter()
        .enumerate()
        .filter(|(_, combo)| dice::holds(placeable(state), **combo))
        .map(|(index, _)| index as u8)
}
