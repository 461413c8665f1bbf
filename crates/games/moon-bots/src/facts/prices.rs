//! What cards of the market cost a robot, and the changes of prices that cards compute.

use crate::book::rulebook::{CardKind, Rulebook};
use crate::facts::nouns::ReadOnlyHost;
use crate::facts::{reactions, standing};
use crate::lexicon::{CustomNoun, HookId, NounId, SORTS_BY_NAME};
use crate::options::PayToZero;
use crate::rules::{STANDING, *};
use crate::state::ids::{CardId, PlaceId, Places, RobotId};
use crate::state::values::points;
use crate::state::{CAP, FRONT, MarketCard, MarketSlot, Robot, SLOTS, State, UPGRADES};
use cardwright_effects::machine::{self, Act, Host, Stop};
use cardwright_effects::{Arg, Frame};
use cardwright_kernel::{ProgramId, RuleId};
use cardwright_runtime::ids::Id;

/// The place of a card that is in the market: no place of a robot.
const NOWHERE: u8 = u8::MAX;

/// The total discount of a robot for the card on a place of the market (MB-12.9, MB-12.16).
#[inline]
fn discount(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    slot: MarketSlot,
    place: PlaceId,
) -> u8 {
    if book.standing {
        discounts(book, state, robot, kind_of(book, slot), place)
    } else {
        0
    }
}

/// The part of the discount that cards state; cards may compute more (MB-12.9).
fn stated_discount(book: &Rulebook, robot: &Robot, slot: MarketSlot) -> u8 {
    let kind = kind_of(book, slot);
    if book.standing {
        standing::changed(book, robot, |card| card.discount[kind])
    } else {
        0
    }
}

#[cold]
fn discounts(book: &Rulebook, state: &State, robot: RobotId, kind: usize, place: PlaceId) -> u8 {
    let own = &state.robots[usize::from(robot)];
    let stated = standing::changed(book, own, |card| card.discount[kind]);
    if book.listened & (1 << HookId::Discount.n()) == 0 {
        return stated;
    }
    let args = [robot.into(), place.into()];
    working_out(book, state, robot, kind).fold(stated, |sum, at| {
        sum.saturating_add(worked_out(book, state, at, HookId::Discount, &args, robot))
    })
}

/// The surcharge that a robot pays for a card of the market because of others' cards (MB-12.19).
#[inline]
fn surcharge(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    slot: MarketSlot,
    place: PlaceId,
) -> u8 {
    if book.listened & (1 << HookId::Surcharge.n()) != 0 {
        surcharges(book, state, robot, kind_of(book, slot), place)
    } else {
        0
    }
}

#[cold]
fn surcharges(book: &Rulebook, state: &State, robot: RobotId, kind: usize, place: PlaceId) -> u8 {
    let mut sum = 0u8;
    for owner in state.in_play().without(robot).iter() {
        let args = [owner.into(), robot.into(), place.into()];
        for at in working_out(book, state, owner, kind) {
            sum = sum.saturating_add(worked_out(book, state, at, HookId::Surcharge, &args, owner));
        }
    }
    sum
}

/// The change of price that a card of the market computes itself; negative if the card gets cheaper (MB-12.21).
fn own_price(book: &Rulebook, state: &State, robot: RobotId, slot: MarketSlot) -> i16 {
    let MarketCard::Open(card) = slot.card() else {
        return 0;
    };
    let hooks = &book.open[usize::from(card)].hooks;
    let own = hooks.iter().find(|(hook, _)| *hook == HookId::ExtraCost);
    own.map_or(0, |(_, program)| {
        works_out(book, state, *program, robot, NOWHERE, &[robot.into()])
    })
}

/// The places of a robot whose cards may compute prices for a kind of card, then those of staying weapons, whose
/// prices are for all kinds.
fn working_out<'a>(
    book: &'a Rulebook,
    state: &'a State,
    robot: RobotId,
    kind: usize,
) -> impl Iterator<Item = usize> + 'a {
    let own = &state.robots[usize::from(robot)];
    let numbers = own.parts.iter().chain(&own.upgrades).enumerate();
    numbers
        .filter(move |(_, number)| {
            CardId::on_robot(**number)
                .is_some_and(|card| book.open[card.index()].standing.sorts[kind])
        })
        .map(|(place, _)| place)
        .chain(SLOTS + UPGRADES..FRONT)
}

/// The discount or surcharge that the card at a place of a robot computes.
fn worked_out(
    book: &Rulebook,
    state: &State,
    place: usize,
    hook: HookId,
    args: &[i16],
    robot: RobotId,
) -> u8 {
    let Some((program, cause)) = reactions::reaction(book, state, robot, place, hook) else {
        return 0;
    };
    points(works_out(book, state, program, robot, cause, args))
}

/// The result of a program that computes a price.
fn works_out(
    book: &Rulebook,
    state: &State,
    program: ProgramId,
    robot: RobotId,
    cause: u8,
    args: &[i16],
) -> i16 {
    let mut frame = Frame::new(program, robot.n(), cause, args);
    let mut pricing = Pricing(ReadOnlyHost { book, state });
    match machine::run(&book.bound[program].program, &mut frame, &mut pricing) {
        Stop::Ended(answer) => answer,
        _ => 0,
    }
}

/// The kind of the card in the market, as an index in [`SORTS_BY_NAME`].
fn kind_of(book: &Rulebook, slot: MarketSlot) -> usize {
    match slot.card() {
        MarketCard::Open(card) => match book.open[usize::from(card)].kind {
            CardKind::Part { .. } => 0,
            CardKind::Upgrade { .. } => 1,
        },
        _ => SORTS_BY_NAME.len() - 1,
    }
}

/// The game as seen by a card that computes a price: everything except prices, which would run the card again.
struct Pricing<'a>(ReadOnlyHost<'a>);

impl Host for Pricing<'_> {
    fn read(&self, frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        match [NounId::Affordable.n(), CustomNoun::PriceOf.n()].contains(&noun) {
            true => 0,
            false => self.0.read(frame, noun, args),
        }
    }

    fn act(&mut self, _frame: &Frame, _verb: u8, _args: [Arg; 3]) -> Act {
        Act::Done
    }

    fn list(&self, _frame: &Frame, _noun: u8, _args: [i16; 2], _each: &mut dyn FnMut(i16) -> bool) {
    }
}

/// The highest possible price of a card (MB-12.19): the row plus the highest extra cost.
const HIGHEST_PRICE: u8 = 2 + CAP;

/// The price of the card on a place for a robot (MB-4.1, MB-4.2, MB-12.9, MB-12.19, MB-12.21).
#[inline(always)]
pub(crate) fn price(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    slot: MarketSlot,
    place: PlaceId,
) -> u8 {
    let price = place.row() + book.market_keys[usize::from(slot.0)].extra;
    if book.standing {
        changed_price(book, state, robot, slot, (place, price))
    } else {
        price
    }
}

#[cold]
fn changed_price(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    slot: MarketSlot,
    (place, stated): (PlaceId, u8),
) -> u8 {
    let own = i16::from(stated).saturating_add(own_price(book, state, robot, slot));
    points(own)
        .saturating_add(surcharge(book, state, robot, slot, place))
        .saturating_sub(discount(book, state, robot, slot, place))
        .min(HIGHEST_PRICE)
}

/// The clauses that determine the price on a place. A card bought with a weapon counts from the middle of the
/// turn (MB-4.8).
pub(crate) fn price_clauses(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    slot: MarketSlot,
    place: PlaceId,
    by_weapon: bool,
) -> Vec<RuleId> {
    let (open, extra) = (
        slot != MarketSlot::FACE_DOWN,
        book.market_keys[usize::from(slot.0)].extra,
    );
    let stated = stated_discount(book, &state.robots[usize::from(robot)], slot);
    let clauses = [
        (UNSEEN, !open),
        (PRICE, place.row() > 0 || extra == 0),
        (EXTRA_COST, extra > 0),
        (STANDING, stated > 0),
        (
            COMPUTED_PRICE,
            discount(book, state, robot, slot, place) > stated,
        ),
        (SURCHARGE, surcharge(book, state, robot, slot, place) > 0),
        (OWN_PRICE, own_price(book, state, robot, slot) != 0),
        (PRICE_NO_LOSS, price(book, state, robot, slot, place) > 0),
        (AT_ONCE, open && by_weapon),
    ];
    clauses
        .into_iter()
        .filter_map(|(clause, decides)| decides.then_some(clause))
        .collect()
}

/// The places whose card the robot could take without paying.
#[inline]
pub(crate) fn free_cards(book: &Rulebook, state: &State, robot: RobotId) -> Places {
    if !state.plays(robot) {
        return Places::EMPTY;
    }
    let closed = state.derived.closed[usize::from(robot)];
    let open =
        |slot: &MarketSlot| !(closed >> book.market_keys[usize::from(slot.0)].category) as u8 & 1;
    Places::from_bits(
        state
            .market
            .iter()
            .rev()
            .fold(0, |all, slot| all << 1 | open(slot)),
    )
}

/// The places whose card the robot could buy (MB-4.3; Q-MB-19: some tables forbid paying with the last energy).
#[inline]
pub(crate) fn affordable(book: &Rulebook, state: &State, robot: RobotId) -> Places {
    let energy = state.robots[usize::from(robot)].energy;
    let keep = u8::from(book.options.pay_to_zero == PayToZero::No);
    let (free, purse) = (free_cards(book, state, robot), energy.saturating_sub(keep));
    if purse >= book.dearest {
        free
    } else {
        within(book, state, robot, free, purse)
    }
}

/// The places whose card costs at most the energy in the purse.
#[inline(never)]
fn within(book: &Rulebook, state: &State, robot: RobotId, places: Places, purse: u8) -> Places {
    let costs = |place: PlaceId| price(book, state, robot, state.market[place.index()], place);
    places - Places::of(|place| costs(place) > purse)
}
