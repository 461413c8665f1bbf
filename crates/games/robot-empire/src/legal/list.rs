//! The actions, and which of them are allowed: one source for lists, windows and refusals.

use crate::actions::{Action, Each, Moment, More, Offer};
use crate::book::card_defs::NO_PORT;
use crate::book::card_defs::{NO_CONDITION, NO_PROGRAM};
use crate::book::print::{
    COMPONENT, COST_DIE, EQUIPMENT, FIGHTER, FIRES, FLIES, HALVES, HAS_INSTANT, HAS_PERMANENT,
    NEVER, TAP, TAP_IN_PLAY, TAPS, TAPS_IN_PLAY,
};
use crate::book::rulebook::Rulebook;
use crate::facts::nouns::{self, Eyes};
use crate::facts::response_cache::{self, ResponseCache};
use crate::facts::{auras, costs, engagement, reactions, values};
use crate::legal::{attacks, chains, chance, marks};
use crate::lexicon::{HookId, KindId, NamesId};
use crate::options::No;
use crate::state::{
    Asked, CardDefId, INSTANT, LANDED, Named, PERMANENT, PlayerId, RECHARGING, Spot, State, Step,
    Time, Unit,
};
use cardwright_effects::machine;
use cardwright_kernel::ProgramId;
use cardwright_runtime::bit_select::ones;
use cardwright_runtime::ids::Id;

/// Calls `each` with every action of an offer, in a fixed order.
///
/// `responses` are those of the seat that acts.
#[inline(always)]
pub(crate) fn offers(
    book: &Rulebook,
    s: &State,
    offer: Offer,
    responses: ResponseCache,
    each: &mut impl Each,
) -> More {
    match offer {
        Offer::Window(seat, moment) => in_window(book, s, seat, moment, responses, each),
        Offer::Step(seat, step) => in_step(book, s, (seat, step), responses, each),
    }
}

/// The open window, if there is one.
pub(crate) fn moment(s: &State) -> Option<Moment> {
    match s.step {
        _ if s.busy() || s.step == Step::Marks => None,
        _ if !s.waiting.is_empty() => Some(Moment::Announced),
        Step::Window(window) => Some(Moment::Window(window)),
        _ => None,
    }
}

/// Calls `each` with every allowed action of the asked seat, in a fixed order.
pub(crate) fn each_answer(book: &Rulebook, s: &State, each: &mut impl Each) -> More {
    let Asked::Seat(seat) = s.asked else {
        return More::Continue(());
    };
    if s.effects.runs() {
        return choices(book, s, each);
    }
    if let Some(moment) = moment(s) {
        in_window(
            book,
            s,
            seat,
            moment,
            response_cache::responses(book, s, seat),
            each,
        )?;
        return each(Action::Pass);
    }
    in_step(
        book,
        s,
        (seat, s.step),
        response_cache::responses(book, s, seat),
        each,
    )
}

/// The actions that answer a card's question.
fn choices(book: &Rulebook, s: &State, each: &mut impl Each) -> More {
    let Some(frame) = s.effects.top() else {
        return More::Continue(());
    };
    let Some(owned) = book.bound.get(frame.program) else {
        return More::Continue(());
    };
    let (mut flow, mut last) = (More::Continue(()), None);
    machine::choices(&owned.program, frame, &Eyes { book, s }, &mut |value| {
        // A hand lists every copy; each choice is offered once.
        if last.replace(value) != Some(value) {
            flow = each(Action::Choose(value.into()));
        }
        flow.is_continue()
    });
    flow?;
    if machine::optional(&owned.program, frame) {
        each(Action::ChooseNone)
    } else {
        More::Continue(())
    }
}

/// The actions of a seat in a window, except passing.
pub(crate) fn in_window(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    moment: Moment,
    responses: ResponseCache,
    each: &mut impl Each,
) -> More {
    let opens = opened_in(moment);
    shows(book, s, seat, responses.agents(s.side(seat).vault), each)?;
    if responses.able(opens & HAS_INSTANT) {
        instants(book, s, seat, each)?;
    }
    match responses.able(opens & TAPS) {
        true => taps(book, s, seat, TAP, each),
        false => More::Continue(()),
    }
}

/// The kinds of actions that a card on the table may allow in a window, as bits of `book::print`.
#[inline]
pub(crate) fn opened_in(moment: Moment) -> u16 {
    match moment {
        _ if takes_taps(moment) => HAS_INSTANT | TAPS,
        _ if takes_open_answers(moment) => HAS_INSTANT,
        _ => 0,
    }
}

/// Whether Instants may be paid in a window.
#[inline]
fn takes_open_answers(moment: Moment) -> bool {
    takes_taps(moment) || moment == Moment::Window(Time::Attackers)
}

/// Whether taps may be used in a window.
#[inline]
fn takes_taps(moment: Moment) -> bool {
    matches!(moment, Moment::Announced | Moment::Window(Time::Blocks))
}

/// Whether its responses show that a seat can do nothing in a phase of its own except end it. The responses only
/// contain cards of the hand that it can pay for.
#[inline(always)]
pub(crate) fn idles(book: &Rulebook, vault: u16, step: Step, responses: ResponseCache) -> bool {
    let (nothing, opens) = match step {
        Step::Play => (
            !responses.any_card() && !engagement::chains_last(book),
            HAS_PERMANENT | HALVES | HAS_INSTANT | TAPS_IN_PLAY,
        ),
        Step::Mining => (responses.agents(vault) == 0, FLIES | HAS_INSTANT),
        Step::Fire => (responses.agents(vault) == 0, FIRES | HAS_INSTANT),
        _ => return false,
    };
    nothing & !responses.able(opens)
}

/// The actions of a seat in its own step.
#[inline(always)]
fn in_step(
    book: &Rulebook,
    s: &State,
    (seat, step): (PlayerId, Step),
    responses: ResponseCache,
    each: &mut impl Each,
) -> More {
    match step {
        Step::Battery(_) => (15..=20).try_for_each(|coins| each(Action::Battery(coins))),
        Step::Play => {
            plays(book, s, seat, responses, each)?;
            chains::links(book, s, seat, each)?;
            shows(book, s, seat, responses.weapons(), each)?;
            if responses.able(TAPS_IN_PLAY) {
                taps(book, s, seat, TAP_IN_PLAY, each)?;
            }
            phase(book, s, seat, responses, each)
        }
        Step::Mining => {
            if responses.able(FLIES) {
                mines(book, s, seat, each)?;
            }
            phase(book, s, seat, responses, each)
        }
        Step::Fire => {
            if responses.able(FIRES) {
                fires(book, s, seat, each)?;
            }
            phase(book, s, seat, responses, each)
        }
        Step::Attack => attacks::list_attacks(book, s, each),
        Step::Block => attacks::list_blocks(book, s, each),
        Step::Order => marks::orders(book, s, each),
        Step::Marks => marks::marks(book, s, each),
        Step::Discard => discards(s, seat, responses, each),
        _ => More::Continue(()),
    }
}

/// The Agents and Instants of a player's own phase, and the action that ends it.
fn phase(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    responses: ResponseCache,
    each: &mut impl Each,
) -> More {
    shows(book, s, seat, responses.agents(s.side(seat).vault), each)?;
    if responses.able(HAS_INSTANT) {
        instants(book, s, seat, each)?;
    }
    each(Action::Done)
}

/// The cards at some places of a hand, with one bit for each place.
fn held<'s>(s: &'s State, seat: PlayerId, at: u8) -> impl Iterator<Item = CardDefId> + use<'s> {
    let hand = &s.side(seat).hand;
    ones(at.into()).filter_map(|at| hand.get(at as usize).copied())
}

/// Whether this many more cards fit on a side; the two halves of a Mega Robot count as two (clause RE-1.8).
pub(crate) fn has_room(s: &State, seat: PlayerId, more: usize) -> bool {
    s.side(seat).has_room(more)
}

fn plays(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    responses: ResponseCache,
    each: &mut impl Each,
) -> More {
    let vault = s.side(seat).vault;
    for card in held(
        s,
        seat,
        costs::really_payable(book, s, seat, responses.comes_out()),
    ) {
        let print = book.print(card);
        if !print.is(COMPONENT) {
            if may_pay(book, s, seat, card) && has_room(s, seat, 1) {
                each(Action::Play(card))?;
            }
            continue;
        }
        for (at, unit) in s
            .side(seat)
            .present()
            .filter(|_| u16::from(print.cost) <= vault)
        {
            if takes_part(book, unit, card) {
                each(Action::Install(card, Spot { seat, at }))?;
            }
        }
    }
    if !responses.able(HAS_PERMANENT | HALVES) {
        return More::Continue(());
    }
    for (at, unit) in s.side(seat).present() {
        let spot = Spot { seat, at };
        if !unit.is(PERMANENT) && permanent_cost(book, unit) <= vault {
            each(Action::Permanent(spot))?;
        }
        if values::is_half(book, unit) && book.def(unit.card).kind == KindId::MegaTop {
            for (other, legs) in s.side(seat).present() {
                if values::is_half(book, legs) && book.def(legs.card).kind == KindId::MegaLegs {
                    each(Action::Assemble(spot, Spot { seat, at: other }))?;
                }
            }
        }
    }
    More::Continue(())
}

/// Whether a player may try to play a card: it can pay the cost or, for a cost of 1d6, has a coin and has not
/// failed this turn.
fn may_pay(book: &Rulebook, s: &State, seat: PlayerId, card: CardDefId) -> bool {
    let (print, vault) = (book.print(card), s.side(seat).vault);
    if print.is(COST_DIE) {
        return vault > 0 && s.tried & tried_bit(book, card) == 0;
    }
    u16::from(print.cost) <= vault
}

/// The bit of a card definition with a cost of 1d6 in [`State::tried`].
pub(crate) fn tried_bit(book: &Rulebook, card: CardDefId) -> u16 {
    book.def(card)
        .cost_die
        .checked_sub(1)
        .map_or(0, |nth| 1 << (nth & 15))
}

/// Whether a Component may be installed on a card (clauses RE-4.1, RE-4.2, RE-6.35).
pub(crate) fn takes_part(book: &Rulebook, unit: &Unit, card: CardDefId) -> bool {
    let port = book.def(card).port;
    let fits = book.options.ports == No::No
        || port == NO_PORT
        || unit.legs() == 0 && book.def(unit.card).ports >> port & 1 != 0;
    values::in_front(book, unit)
        && values::is_robot(book, unit)
        && fits
        && values::place_for(book, unit, card).is_some()
}

/// The Agents or Super Weapons at some places of a hand, with one bit for each place, with all their targets.
fn shows(book: &Rulebook, s: &State, seat: PlayerId, at: u8, each: &mut impl Each) -> More {
    if at == 0 || !s.waiting.has_room() {
        return More::Continue(());
    }
    let vault = s.side(seat).vault;
    for card in held(s, seat, costs::really_payable(book, s, seat, at)) {
        if u16::from(book.print(card).cost) > vault {
            continue;
        }
        nameable(book, s, seat, card, &mut |named| {
            if can_name(book, s, seat, card, named, None) {
                each(Action::Show(card, named))
            } else {
                More::Continue(())
            }
        })?;
    }
    More::Continue(())
}

/// All targets that a card may have by what is printed on it (clause RE-6.8).
pub(crate) fn nameable(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    card: CardDefId,
    each: &mut impl FnMut(Named) -> More,
) -> More {
    let mut units = |seat: PlayerId, kinds: u16| -> More {
        for (at, unit) in s.side(seat).present() {
            if values::stands_as(book, unit, kinds) {
                each(Named::Unit(Spot { seat, at }))?;
            }
        }
        More::Continue(())
    };
    match book.print(card).names {
        NamesId::Nothing => each(Named::Nothing),
        NamesId::OwnTarget => units(seat, FIGHTER | EQUIPMENT),
        NamesId::OwnFighter => units(seat, FIGHTER),
        NamesId::OwnEquipmentOrBattery => {
            units(seat, EQUIPMENT)?;
            each(Named::Battery(seat))
        }
        NamesId::OpponentsTarget => {
            values::opponents(book, s, seat).try_for_each(|foe| units(foe, FIGHTER | EQUIPMENT))
        }
        NamesId::OpponentsFighter => {
            values::opponents(book, s, seat).try_for_each(|foe| units(foe, FIGHTER))
        }
        NamesId::OpponentsEquipment => {
            values::opponents(book, s, seat).try_for_each(|foe| units(foe, EQUIPMENT))
        }
        NamesId::AnyTarget => {
            values::living(book, s).try_for_each(|one| units(one, FIGHTER | EQUIPMENT))
        }
        NamesId::AnyFighter => values::living(book, s).try_for_each(|one| units(one, FIGHTER)),
        NamesId::Opponent => {
            values::opponents(book, s, seat).try_for_each(|foe| each(Named::Player(foe)))
        }
        NamesId::Announced => match s.waiting.last() {
            Some(last) if !crate::facts::values::is_shot(last) && last.owner != seat.n() => {
                each(Named::Nothing)
            }
            _ => More::Continue(()),
        },
    }
}

/// Whether the card's own condition allows a target; `by` is the card on the table that has the condition.
pub(crate) fn can_name(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    card: CardDefId,
    named: Named,
    by: Option<Spot>,
) -> bool {
    match book.print(card).can {
        NO_PROGRAM => true,
        program => may_name(book, s, program, seat, named, by),
    }
}

/// The same with a condition of the card, or of cards that say who may name them (clause RE-6.16).
fn may_name(
    book: &Rulebook,
    s: &State,
    program: ProgramId,
    seat: PlayerId,
    named: Named,
    by: Option<Spot>,
) -> bool {
    if book.protects() && by.is_none() && !lets_name(book, s, seat, named) {
        return false;
    }
    program == NO_CONDITION || nouns::asks_card(book, s, program, seat, named, by)
}

/// Whether what a player names lets the player do so.
#[cold]
pub(crate) fn lets_name(book: &Rulebook, s: &State, seat: PlayerId, named: Named) -> bool {
    match named {
        Named::Unit(spot) => {
            reactions::asks_unit(book, s, spot, HookId::CanBeNamed, seat.into())
                && !auras::is_protected(book, s, spot, seat)
        }
        _ => true,
    }
}

fn instants(book: &Rulebook, s: &State, seat: PlayerId, each: &mut impl Each) -> More {
    for (at, unit) in s.side(seat).present() {
        if may_instant(book, s, seat, unit) {
            each(Action::Instant(Spot { seat, at }))?;
        }
    }
    More::Continue(())
}

/// Whether a card's Instant may be paid for, considering only the card and the Vault.
fn may_instant(book: &Rulebook, s: &State, seat: PlayerId, unit: &Unit) -> bool {
    let vault = s.side(seat).vault;
    !unit.is(INSTANT | RECHARGING) && instant_cost(book, unit) <= vault
}

/// The cost of its Permanent in coins; more than any Vault holds if it has none.
fn permanent_cost(book: &Rulebook, unit: &Unit) -> u16 {
    match unit.legs() {
        0 => book.print(unit.card).permanent,
        _ => values::permanent_of(book, unit).map_or(NEVER, |upgrade| upgrade.cost.into()),
    }
}

/// The same for its Instant.
fn instant_cost(book: &Rulebook, unit: &Unit) -> u16 {
    match unit.legs() {
        0 => book.print(unit.card).instant,
        _ => values::instant_of(book, unit).map_or(NEVER, |upgrade| upgrade.cost.into()),
    }
}

/// The taps of cards with a property of `book::print`, which says when they are used.
fn taps(book: &Rulebook, s: &State, seat: PlayerId, when: u16, each: &mut impl Each) -> More {
    for (at, unit) in s.side(seat).present() {
        if !unit.ready() || unit.is_on_moon() || !book.print(unit.card).is(when) {
            continue;
        }
        let spot = Spot { seat, at };
        nameable(book, s, seat, unit.card, &mut |named| match can_name(
            book,
            s,
            seat,
            unit.card,
            named,
            Some(spot),
        ) {
            true => each(Action::Tap(spot, named)),
            false => More::Continue(()),
        })?;
    }
    More::Continue(())
}

/// Whether a seat has an Instant or a tap to use; everybody can see that.
pub(crate) fn has_open_answer(book: &Rulebook, s: &State, seat: PlayerId, moment: Moment) -> bool {
    let blocks = takes_taps(moment);
    let any = &mut |_| More::Break(());
    takes_open_answers(moment) && instants(book, s, seat, any).is_break()
        || blocks && taps(book, s, seat, TAP, any).is_break()
}

fn mines(book: &Rulebook, s: &State, seat: PlayerId, each: &mut impl Each) -> More {
    let vault = s.side(seat).vault;
    let mut known = None;
    for (at, unit) in s.side(seat).present() {
        let spot = Spot { seat, at };
        if !unit.ready() || !values::is_robot(book, unit) || !auras::flies_at(book, s, spot, unit) {
            continue;
        }
        if unit.is_on_moon() {
            if !unit.is(LANDED) {
                each(Action::Return(spot))?;
            }
            continue;
        }
        // Most sides have no flying robot; then the Moons need not be checked.
        let free = *known.get_or_insert_with(|| s.free_moons());
        for (place, moon) in s.moon_ids().zip(&s.moons) {
            if free.contains(place)
                && u16::from(book.print(moon.card).landing) <= vault
                && engagement::can_land(book, s, spot, place)
            {
                each(Action::Land(spot, place))?;
            }
        }
    }
    More::Continue(())
}

fn fires(book: &Rulebook, s: &State, seat: PlayerId, each: &mut impl Each) -> More {
    for (at, unit) in s.side(seat).present() {
        let spot = Spot { seat, at };
        if !may_fire(book, s, spot, unit) {
            continue;
        }
        for foe in values::opponents(book, s, seat) {
            for (at, target) in s.side(foe).present() {
                if values::is_target(book, target) {
                    each(Action::Fire(spot, Named::Unit(Spot { seat: foe, at })))?;
                }
            }
            if values::fires_at_batteries(book) {
                each(Action::Fire(spot, Named::Battery(foe)))?;
            }
        }
    }
    More::Continue(())
}

/// Whether a card may fire at long range (clause RE-9.1).
pub(crate) fn may_fire(book: &Rulebook, s: &State, spot: Spot, unit: &Unit) -> bool {
    unit.ready()
        && !unit.is_on_moon()
        && !values::is_half(book, unit)
        && auras::long_range_at(book, s, spot, unit) > 0
}

fn discards(s: &State, seat: PlayerId, responses: ResponseCache, each: &mut impl Each) -> More {
    if s.discarded == 0 || s.side(seat).vault > 0 {
        for card in held(s, seat, responses.cards()) {
            each(Action::Discard(card))?;
        }
    }
    each(Action::Done)
}

/// Whether an action is allowed now.
pub(crate) fn allows(book: &Rulebook, s: &State, action: Action) -> bool {
    let is = |other: Action| {
        if other == action {
            More::Break(())
        } else {
            More::Continue(())
        }
    };
    match s.asked {
        Asked::Chance => chance::each_chance(book, s, &mut |other, _| is(other)).is_break(),
        _ => each_answer(book, s, &mut |other| is(other)).is_break(),
    }
}
