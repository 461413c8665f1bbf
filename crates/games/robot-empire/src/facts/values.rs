//! The values and abilities of cards on the table, including their upgrades (clauses RE-4.6 to RE-4.8).

use crate::book::card_defs::{CardDef, NO_PORT, Upgrade};
use crate::book::print::{
    ATTACK_DIE, CHAINING, DEFENCE_DIE, EQUIPMENT, FIGHTER, FLYING, HALF, Print, ROBOT,
    SINGLE_BLOCKER,
};
use crate::book::rulebook::Rulebook;
use crate::options::{Ask, Coins, MoonBacks, No, Recharging, SeveralLongRange, Yes};
use crate::state::{
    CardDefId, GONE, INSTANT, MAX_VAULT, PERMANENT, PlayerId, Players, RECHARGING, SHOT, State,
    Unit,
};
use cardwright_runtime::announced::Announced;
use cardwright_runtime::ids::Id;

/// Whether windows ask everybody who holds a card (clause RE-6.12).
pub(crate) fn asks_holders(book: &Rulebook) -> bool {
    book.options.ask == Ask::WhenHolding
}

/// Whether players can see the back of the next card (clause RE-3.12).
pub(crate) fn sees_backs(book: &Rulebook) -> bool {
    book.options.moon_backs == MoonBacks::Seen && book.options.moons == Yes::Yes
}

/// The ports, each with a place for one Component.
const PORTS: std::ops::Range<u8> = 0..NO_PORT;

/// Whether an announcement is a shot.
pub(crate) fn is_shot(announced: &Announced) -> bool {
    announced.program == SHOT
}

/// The definition of the card and, for a Mega Robot, of its legs.
fn halves<'a>(book: &'a Rulebook, unit: &Unit) -> impl Iterator<Item = &'a CardDef> {
    std::iter::once(unit.card)
        .chain(book.legs_of(unit))
        .map(|def| book.def(def))
}

/// The printed data of these definitions.
fn halves_printed<'a>(book: &'a Rulebook, unit: &Unit) -> impl Iterator<Item = &'a Print> {
    std::iter::once(unit.card)
        .chain(book.legs_of(unit))
        .map(|def| book.print(def))
}

/// Whether any of these properties is printed on the card.
#[inline]
fn printed(book: &Rulebook, unit: &Unit, flags: u16) -> bool {
    book.print(unit.card).is(flags)
        || unit.legs() != 0
            && book
                .legs_of(unit)
                .is_some_and(|legs| book.print(legs).is(flags))
}

/// The installed Components that currently work.
fn working_parts<'a>(book: &'a Rulebook, unit: &Unit) -> impl Iterator<Item = &'a CardDef> {
    let works = unit.has_parts() && printed_works(book, unit);
    parts_of(book, unit)
        .filter(move |_| works)
        .map(|def| book.def(def))
}

/// The card definitions of the installed Components.
pub(crate) fn parts_of<'a>(
    book: &'a Rulebook,
    unit: &Unit,
) -> impl Iterator<Item = CardDefId> + use<'a> {
    let unit = *unit;
    PORTS.filter_map(move |port| part_at(book, &unit, port))
}

/// The Component at a port.
pub(crate) fn part_at(book: &Rulebook, unit: &Unit, port: u8) -> Option<CardDefId> {
    let part = usize::from(unit.part(port));
    book.parts.get(part.checked_sub(1)?).copied()
}

/// Whether a Component of this kind is installed.
pub(crate) fn has_kind(book: &Rulebook, unit: &Unit, port: u8) -> bool {
    unit.has_parts() && parts_of(book, unit).any(|part| book.def(part).port == port)
}

/// The place that a Component takes on a robot: that of its port, or else the first free one (clause RE-6.35).
pub(crate) fn place_for(book: &Rulebook, unit: &Unit, card: CardDefId) -> Option<u8> {
    let port = book.def(card).port;
    if port != NO_PORT && has_kind(book, unit, port) {
        return None;
    }
    let free = |place: &u8| unit.part(*place) == 0;
    let own = Some(port).filter(|port| *port != NO_PORT && free(port));
    own.or_else(|| PORTS.clone().find(free))
}

/// Puts a Component on a robot; returns its place, if there was one for it.
pub(crate) fn install(book: &Rulebook, unit: &mut Unit, card: CardDefId) -> Option<u8> {
    let place = place_for(book, unit, card)?;
    unit.set_part(place, book.def(card).nth);
    Some(place)
}

/// Takes a Component off a robot. The others take their places again, so that only their order counts.
pub(crate) fn uninstall(book: &Rulebook, unit: &mut Unit, card: CardDefId) {
    let before = *unit;
    PORTS.for_each(|place| unit.set_part(place, 0));
    let mut parts: arrayvec::ArrayVec<CardDefId, { NO_PORT as usize }> =
        parts_of(book, &before).collect();
    if let Some(at) = parts.iter().position(|part| *part == card) {
        parts.remove(at);
    }
    for part in parts {
        let _ = install(book, unit, part);
    }
}

/// Whether printed abilities and Components currently work.
fn printed_works(book: &Rulebook, unit: &Unit) -> bool {
    !unit.is(RECHARGING) || book.options.recharging == Recharging::Upgrades
}

/// Its Permanent, whether or not it is paid.
pub(crate) fn permanent_of<'a>(book: &'a Rulebook, unit: &Unit) -> Option<&'a Upgrade> {
    halves(book, unit)
        .map(|def| &def.permanent)
        .find(|upgrade| upgrade.there)
}

/// Its Instant, whether or not it is paid.
pub(crate) fn instant_of<'a>(book: &'a Rulebook, unit: &Unit) -> Option<&'a Upgrade> {
    halves(book, unit)
        .map(|def| &def.instant)
        .find(|upgrade| upgrade.there)
}

/// The paid upgrades that currently work.
fn working_upgrades<'a>(book: &'a Rulebook, unit: &Unit) -> impl Iterator<Item = &'a Upgrade> {
    let works = |flag: u16| unit.is(flag) && !unit.is(RECHARGING);
    let permanent = permanent_of(book, unit).filter(|_| works(PERMANENT));
    permanent
        .into_iter()
        .chain(instant_of(book, unit).filter(|_| works(INSTANT)))
}

/// The printed cost of the card and its Components; 1d6 counts as 4.
pub(crate) fn cost_of(book: &Rulebook, unit: &Unit) -> u8 {
    let cost = |def: &CardDef| if def.cost_die > 0 { 4 } else { def.cost };
    let parts = parts_of(book, unit).map(|part| book.def(part));
    halves(book, unit).chain(parts).map(cost).sum()
}

/// The number of coins on its circles.
pub(crate) fn coins_on(book: &Rulebook, unit: &Unit) -> u8 {
    let permanent = permanent_of(book, unit).filter(|_| unit.is(PERMANENT));
    let instant = instant_of(book, unit).filter(|_| unit.is(INSTANT));
    permanent.map_or(0, |upgrade| upgrade.cost) + instant.map_or(0, |upgrade| upgrade.cost)
}

/// The printed attack, without 1d6.
pub(crate) fn printed_attack(book: &Rulebook, unit: &Unit) -> u8 {
    halves(book, unit).map(|def| def.attack).sum()
}

/// The printed defence, without 1d6.
pub(crate) fn printed_defence(book: &Rulebook, unit: &Unit) -> u8 {
    halves(book, unit).map(|def| def.defence).sum()
}

/// The current attack; for 1d6, the result of the die.
pub(crate) fn attack(book: &Rulebook, unit: &Unit) -> u8 {
    if unit.is_plain() {
        return book.print(unit.card).attack + unit.rolled();
    }
    let printed = printed_attack(book, unit);
    let parts: u8 = working_parts(book, unit).map(|def| def.attack).sum();
    let upgrades: u8 = working_upgrades(book, unit)
        .map(|upgrade| upgrade.attack)
        .sum();
    (printed + parts + upgrades + unit.rolled()).saturating_add_signed(unit.more_attack())
}

/// Whether 1d6 is part of its attack.
pub(crate) fn rolls(book: &Rulebook, unit: &Unit) -> bool {
    printed(book, unit, ATTACK_DIE)
}

/// The current defence; for 1d6, the result of the die.
pub(crate) fn defence(book: &Rulebook, unit: &Unit) -> u8 {
    if unit.is_plain() {
        return book.print(unit.card).defence + unit.braced();
    }
    let printed = printed_defence(book, unit);
    let parts: u8 = working_parts(book, unit).map(|def| def.defence).sum();
    let upgrades: u8 = working_upgrades(book, unit)
        .map(|upgrade| upgrade.defence)
        .sum();
    (printed + parts + upgrades + unit.braced()).saturating_add_signed(unit.more_defence())
}

/// Whether 1d6 is part of its defence (clause RE-9.15).
pub(crate) fn braces(book: &Rulebook, unit: &Unit) -> bool {
    printed(book, unit, DEFENCE_DIE)
}

/// Whether the card is currently flying.
pub(crate) fn flies(book: &Rulebook, unit: &Unit) -> bool {
    printed(book, unit, FLYING) && printed_works(book, unit) && unit.flight() != Some(false)
        || !unit.is_plain() && flies_with_help(book, unit)
}

/// Whether a card, a Component or an upgrade makes the card fly, and no card keeps it from flying.
fn flies_with_help(book: &Rulebook, unit: &Unit) -> bool {
    unit.flight().unwrap_or_else(|| {
        working_parts(book, unit).any(|def| def.flying)
            || working_upgrades(book, unit).any(|upgrade| upgrade.flying)
    })
}

/// Whether the card may be in a chain.
pub(crate) fn chains(book: &Rulebook, unit: &Unit) -> bool {
    book.options.chaining == Yes::Yes
        && book.print(unit.card).is(CHAINING)
        && printed_works(book, unit)
}

/// The damage of its shots; 0 without long range.
pub(crate) fn long_range(book: &Rulebook, unit: &Unit) -> u8 {
    if unit.is_plain() {
        return book.print(unit.card).long_range;
    }
    let all = halves(book, unit)
        .chain(working_parts(book, unit))
        .map(|def| def.long_range);
    match book.options.several_long_range {
        SeveralLongRange::Highest => all.max().unwrap_or(0),
        SeveralLongRange::Sum => all.sum(),
    }
}

/// The number of coins it gives when coins are collected (clause RE-3.7).
pub(crate) fn collects(book: &Rulebook, unit: &Unit) -> u8 {
    let counts = unit.ready() && !unit.is_on_moon() && !is_half(book, unit);
    match counts {
        true => halves_printed(book, unit).map(|print| print.collect).sum(),
        false => 0,
    }
}

/// The number of additional coins it collects from a Moon.
pub(crate) fn harvests(book: &Rulebook, unit: &Unit) -> u8 {
    halves(book, unit).map(|def| def.harvest).sum()
}

/// Whether only one blocker may block it.
pub(crate) fn single_blocker(book: &Rulebook, unit: &Unit) -> bool {
    printed(book, unit, SINGLE_BLOCKER)
}

/// Whether its card says that it may block flyers.
pub(crate) fn blocks_flyers(book: &Rulebook, unit: &Unit) -> bool {
    halves(book, unit).any(|def| def.blocks_flyers)
}

/// Whether damage beyond what destroys its blockers hits the Battery.
pub(crate) fn tramples(book: &Rulebook, unit: &Unit) -> bool {
    halves(book, unit).any(|def| def.tramples)
}

/// Whether one blocker alone cannot block it.
pub(crate) fn needs_two_blockers(book: &Rulebook, unit: &Unit) -> bool {
    halves(book, unit).any(|def| def.two_blockers)
}

/// Whether it is half of a Mega Robot that is not assembled.
pub(crate) fn is_half(book: &Rulebook, unit: &Unit) -> bool {
    unit.legs() == 0 && book.print(unit.card).is(HALF)
}

/// Whether the hooks of a card on the table work.
pub(crate) fn hooks_work(book: &Rulebook, unit: &Unit) -> bool {
    let off = unit.is(RECHARGING) && book.options.recharging == Recharging::All;
    !off && !is_half(book, unit)
}

/// The definitions of a card in play whose abilities work: none, or the card, its legs and its Components.
pub(crate) fn at_work(book: &Rulebook, unit: &Unit) -> impl Iterator<Item = CardDefId> {
    let works = hooks_work(book, unit);
    std::iter::once(unit.card)
        .chain(book.legs_of(unit))
        .chain(parts_of(book, unit))
        .filter(move |_| works)
}

/// Whether it is a Robot or an assembled Mega Robot.
pub(crate) fn is_robot(book: &Rulebook, unit: &Unit) -> bool {
    unit.legs() != 0 || book.print(unit.card).is(ROBOT)
}

/// Whether a card on the table has any of these properties at its place. Fighters only count in the front line.
#[inline]
pub(crate) fn stands_as(book: &Rulebook, unit: &Unit, kinds: u16) -> bool {
    let whole = if unit.legs() == 0 { 0 } else { ROBOT };
    let here = if unit.is_on_moon() {
        EQUIPMENT
    } else {
        u16::MAX
    };
    (book.print(unit.card).is | whole) & here & kinds != 0
}

/// Whether it is a fighter in the front line.
pub(crate) fn in_front(book: &Rulebook, unit: &Unit) -> bool {
    !unit.is(GONE) && stands_as(book, unit, FIGHTER)
}

/// Whether it is Equipment in the base.
pub(crate) fn is_equipment(book: &Rulebook, unit: &Unit) -> bool {
    !unit.is(GONE) && book.print(unit.card).is(EQUIPMENT)
}

/// Whether it is a fighter in the front line or Equipment (clause RE-1.6).
pub(crate) fn is_target(book: &Rulebook, unit: &Unit) -> bool {
    !unit.is(GONE) && stands_as(book, unit, FIGHTER | EQUIPMENT)
}

/// The opponents of a seat who are not eliminated.
pub(crate) fn opponents(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
) -> impl Iterator<Item = PlayerId> + use<> {
    living_set(book, s).without(seat).iter()
}

/// The players who are not eliminated.
pub(crate) fn living(book: &Rulebook, s: &State) -> impl Iterator<Item = PlayerId> + use<> {
    living_set(book, s).iter()
}

/// The same as a set.
#[inline]
pub(crate) fn living_set(book: &Rulebook, s: &State) -> Players {
    let playing = (1 << book.players) - 1;
    let there = (0..)
        .zip(&s.sides)
        .fold(0, |all, (at, side)| all | u8::from(!side.out) << at);
    Players::from_bits(there & playing)
}

/// How many seats clockwise from a player another one is.
pub(crate) fn seats_from(book: &Rulebook, from: PlayerId, to: PlayerId) -> u8 {
    (to.n() + book.players - from.n()) % book.players
}

/// The player to whom a card of a player goes back when the turn ends.
pub(crate) fn lender_of(book: &Rulebook, holder: PlayerId, unit: &Unit) -> Option<PlayerId> {
    match unit.lender() {
        0 => None,
        seats => PlayerId::of(usize::from((holder.n() + seats) % book.players)),
    }
}

/// Whether the bank is unlimited (clause RE-1.10).
#[inline]
pub(crate) fn has_bank(book: &Rulebook) -> bool {
    book.options.coins == Coins::Unlimited
}

/// Whether long range may hit Batteries (Q-RS-7).
pub(crate) fn fires_at_batteries(book: &Rulebook) -> bool {
    book.options.fire_at_batteries == No::Yes
}

/// The number of coins anywhere except in the War Chest (clause RE-1.3).
pub(crate) fn coins_out(book: &Rulebook, s: &State) -> u32 {
    let sides = s.sides.iter().map(|side| {
        let circles: u32 = side
            .present()
            .map(|(_, unit)| u32::from(coins_on(book, unit)))
            .sum();
        u32::from(side.battery) + u32::from(side.vault) + circles
    });
    let moons: u32 = s.moons.iter().map(|moon| u32::from(moon.coins)).sum();
    sides.sum::<u32>() + moons
}

/// The number of coins in the War Chest that cards and players can rely on.
pub(crate) fn chest(book: &Rulebook, s: &State) -> u16 {
    if has_bank(book) { MAX_VAULT } else { s.chest }
}
