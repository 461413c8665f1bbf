//! What cards of a hand cost: cards may change it (clause RE-6.24).

use crate::book::print::COST_DIE;
use crate::book::rulebook::Rulebook;
use crate::facts::nouns::{Eyes, NO_CARD};
use crate::facts::values;
use crate::lexicon::{HookId, KindId};
use crate::state::{CardDefId, PlayerId, Spot, State};
use cardwright_effects::Frame;
use cardwright_effects::machine::{self, Stop};
use cardwright_kernel::ProgramId;
use cardwright_runtime::ids::Id;

/// The highest cost that cards can lead to.
const HIGHEST: i16 = 99;

/// What a card of a player's hand costs now. For a cost of 1d6 without the die.
pub(crate) fn cost(book: &Rulebook, s: &State, seat: PlayerId, card: CardDefId) -> u8 {
    cost_from(book, s, seat, card, book.def(card).cost)
}

/// The same if the card itself says a cost, such as the result of a die.
pub(crate) fn cost_from(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    card: CardDefId,
    stated: u8,
) -> u8 {
    if book.reprices {
        changed_cost(book, s, seat, card, stated)
    } else {
        stated
    }
}

/// Of the cards at some places of a hand, with one bit for each, those whose cost as calculated can be paid, and
/// those that cost 1d6. All of them if no card changes costs: then the printed cost decides.
#[inline]
pub(crate) fn really_payable(book: &Rulebook, s: &State, seat: PlayerId, places: u8) -> u8 {
    if book.reprices {
        payable_as_changed(book, s, seat, places)
    } else {
        places
    }
}

#[cold]
fn payable_as_changed(book: &Rulebook, s: &State, seat: PlayerId, places: u8) -> u8 {
    let side = s.side(seat);
    let pays = |card: CardDefId| {
        book.print(card).is(COST_DIE) || u16::from(cost(book, s, seat, card)) <= side.vault
    };
    (0..)
        .zip(side.hand.iter())
        .filter(|(at, card)| places >> at & 1 != 0 && pays(**card))
        .fold(0, |all, (at, _)| all | 1 << at)
}

#[cold]
fn changed_cost(book: &Rulebook, s: &State, seat: PlayerId, card: CardDefId, stated: u8) -> u8 {
    let def = book.def(card);
    let own = def.program(HookId::ExtraCost).map_or(0, |program| {
        works_out(book, s, program, seat, NO_CARD, seat.into())
    });
    let mut cost = i16::from(stated).saturating_add(own).clamp(0, HIGHEST);
    for other in values::living(book, s).filter(|other| *other != seat) {
        cost = cost.saturating_add(change_by(book, s, other, HookId::Surcharge, def.kind, seat));
    }
    let less = change_by(book, s, seat, HookId::Discount, def.kind, seat);
    cost.saturating_sub(less).clamp(0, HIGHEST) as u8
}

/// By how much the cards of a player in play, and the one that lasts (clause RE-6.29), change what a kind of card costs
/// a buyer.
fn change_by(
    book: &Rulebook,
    s: &State,
    owner: PlayerId,
    hook: HookId,
    kind: KindId,
    buyer: PlayerId,
) -> i16 {
    let mut sum = 0i16;
    let mut add = |def: CardDefId, cause: u8| {
        let def = book.def(def);
        if !def.discount_on(kind) {
            return;
        }
        if hook == HookId::Discount {
            sum = sum.saturating_add(def.discount.into());
        }
        if let Some(program) = def.program(hook) {
            let more = works_out(book, s, program, owner, cause, buyer.into());
            sum = sum.saturating_add(more.clamp(0, HIGHEST));
        }
    };
    for (at, unit) in s.side(owner).present() {
        values::at_work(book, unit).for_each(|def| add(def, Spot { seat: owner, at }.n()));
    }
    if let Some(card) = s.lasting.of(owner) {
        add(card, NO_CARD);
    }
    sum
}

/// The coins that declaring a fighter against a player costs (clause RE-6.27).
#[inline]
pub(crate) fn toll(book: &Rulebook, s: &State, attacker: Spot, foe: PlayerId) -> u8 {
    match book.listens(HookId::AttackToll) {
        true => all_tolls(book, s, attacker, foe),
        false => 0,
    }
}

#[cold]
fn all_tolls(book: &Rulebook, s: &State, attacker: Spot, foe: PlayerId) -> u8 {
    let mut sum = 0i16;
    for (at, unit) in s.side(foe).present() {
        let cause = Spot { seat: foe, at }.n();
        for def in values::at_work(book, unit) {
            if let Some(program) = book.def(def).program(HookId::AttackToll) {
                let more = works_out(book, s, program, foe, cause, attacker.n().into());
                sum = sum.saturating_add(more.clamp(0, HIGHEST));
            }
        }
    }
    sum.clamp(0, HIGHEST) as u8
}

/// The points that a Battery loses after a card has changed them (clause RE-6.39).
#[cold]
pub(crate) fn loss(book: &Rulebook, s: &State, spot: Spot, points: u8) -> u8 {
    let Some(unit) = s.unit(spot) else {
        return points;
    };
    let programs =
        values::at_work(book, unit).filter_map(|def| book.def(def).program(HookId::BatteryLoss));
    programs.fold(points, |points, program| {
        let changed = works_out(book, s, program, spot.seat, spot.n(), points.into());
        changed.clamp(0, HIGHEST) as u8
    })
}

/// The result of a program that computes a number.
fn works_out(
    book: &Rulebook,
    s: &State,
    program: ProgramId,
    owner: PlayerId,
    cause: u8,
    other: i16,
) -> i16 {
    let mut frame = Frame::new(program, owner.n(), cause, &[owner.into(), other]);
    match machine::run(
        &book.bound[program].program,
        &mut frame,
        &mut Eyes { book, s },
    ) {
        Stop::Ended(answer) => answer,
        _ => 0,
    }
}
