//! Who attacks, blocks and chains with whom, and who may.

use crate::actions::{Action, Each, More};
use crate::book::rulebook::Rulebook;
use crate::facts::fights::{Target, blocks, group_of, leaders, met_by};
use crate::facts::{auras, costs, reactions, values};
use crate::lexicon::HookId;
use crate::options::{AttackDie, ChainsFormed};
use crate::state::{BLOCKED, MoonId, NEW as IS_NEW, PlaceId, PlayerId, Spot, State, Unit};
use cardwright_runtime::ids::Id;

/// The maximum number of Monsters in a chain (clause RE-9.6).
pub(crate) const MAX_CHAIN: usize = 3;

/// Cards whose defences are added up against damage: a chain, or one card.
pub(crate) type Together = arrayvec::ArrayVec<Spot, MAX_CHAIN>;

/// Whether chains are formed in the Play phase and are permanent (Q-RS-9).
pub(crate) fn chains_last(book: &Rulebook) -> bool {
    book.options.chains_formed == ChainsFormed::Play
}

/// The fighters of a group that are still in the combat.
pub(crate) fn members<'s>(
    s: &'s State,
    seat: PlayerId,
    group: PlaceId,
) -> impl Iterator<Item = (PlaceId, &'s Unit)> + Clone + use<'s> {
    s.side(seat)
        .present()
        .filter(move |(at, unit)| unit.fights() && group_of(*at, unit) == group)
}

/// Whether a card belongs to a chain that currently acts as one attacker or blocker. A permanent chain does not
/// do so outside of combat (clauses RE-9.6, RE-9.17), and neither does a blocker whose attacker has left.
pub(crate) fn is_chained(book: &Rulebook, s: &State, seat: PlayerId, unit: &Unit) -> bool {
    let meets = |met| members(s, s.active, met).next().is_some();
    let fights = || unit.fights() && (seat == s.active || met_by(unit).is_some_and(meets));
    unit.chain() != 0 && unit.ready() && (!chains_last(book) || fights())
}

/// The cards whose defences count against damage to a card: in a combat its chain (clause RE-9.6), otherwise the
/// card itself; empty if the card has left.
pub(crate) fn together(book: &Rulebook, s: &State, spot: Spot) -> Together {
    let Some(unit) = s.unit(spot) else {
        return Together::new();
    };
    if !is_chained(book, s, spot.seat, unit) {
        return Together::from_iter([spot]);
    }
    let chain = unit.chain();
    let chained = |one: &Unit| one.chain() == chain && is_chained(book, s, spot.seat, one);
    s.side(spot.seat)
        .present()
        .filter(|(_, one)| chained(one))
        .map(|(at, _)| Spot { at, ..spot })
        .take(MAX_CHAIN)
        .collect()
}

/// The total marked damage and the total defence of these cards.
pub(crate) fn endurance_of(book: &Rulebook, s: &State, together: &[Spot]) -> (u8, u8) {
    let units = together
        .iter()
        .filter_map(|one| Some((*one, s.unit(*one)?)));
    units.fold((0u8, 0u8), |(marks, defence), (one, unit)| {
        (
            marks.saturating_add(unit.damage),
            defence.saturating_add(auras::defence_at(book, s, one, unit)),
        )
    })
}

/// The card whose defence die is rolled next because damage was dealt to a card (clause RE-9.15).
pub(crate) fn next_to_brace(book: &Rulebook, s: &State, hurt: Spot) -> Option<Spot> {
    let rolls = |unit: &Unit| unit.braced() == 0 && values::braces(book, unit);
    let mut together = together(book, s, hurt).into_iter();
    together.find(|one| s.unit(*one).is_some_and(rolls))
}

/// The groups of a side that are in the combat, in the order of their places.
pub(crate) fn groups(s: &State, seat: PlayerId) -> impl Iterator<Item = PlaceId> + use<> {
    leaders(s, seat, |_| true).iter()
}

/// The groups that block an attacking group.
pub(crate) fn blockers<'s>(
    book: &'s Rulebook,
    s: &'s State,
    attacker: PlaceId,
) -> impl Iterator<Item = Spot> + use<'s> {
    clockwise(book, s)
        .filter(move |seat| *seat != s.active)
        .flat_map(move |seat| {
            let met = leaders(s, seat, |unit| unit.fight == blocks(attacker));
            met.iter().map(move |at| Spot { seat, at })
        })
}

/// The seats clockwise from the active player's left; the active player is last.
pub(crate) fn clockwise(book: &Rulebook, s: &State) -> impl Iterator<Item = PlayerId> + use<> {
    let (mut seat, players) = (s.active, book.players);
    (0..players).map(move |_| {
        seat = seat.left(players);
        seat
    })
}

/// All seats, the active player first, then clockwise.
pub(crate) fn in_turn_order(book: &Rulebook, s: &State) -> impl Iterator<Item = PlayerId> + use<> {
    let others = usize::from(book.players - 1);
    std::iter::once(s.active).chain(clockwise(book, s).take(others))
}

/// The total attack of a group.
pub(crate) fn group_attack(book: &Rulebook, s: &State, seat: PlayerId, group: PlaceId) -> u8 {
    members(s, seat, group).fold(0, |sum, (at, unit)| {
        sum.saturating_add(auras::attack_at(book, s, Spot { seat, at }, unit))
    })
}

/// Whether a group flies, that is, all its fighters fly (clause RE-9.6).
fn group_flies(book: &Rulebook, s: &State, seat: PlayerId, group: PlaceId) -> bool {
    members(s, seat, group).all(|(at, unit)| auras::flies_at(book, s, Spot { seat, at }, unit))
}

/// Whether an attacking group has been blocked.
fn is_blocked(s: &State, group: PlaceId) -> bool {
    leaders(s, s.active, |unit| unit.is(BLOCKED)).contains(group)
}

/// Whether a fighter may be asked to attack (clause RE-9.2).
pub(crate) fn may_attack(book: &Rulebook, unit: &Unit) -> bool {
    values::in_front(book, unit) && unit.ready() && !unit.is(IS_NEW)
}

/// Whether a fighter may be asked to block (clause RE-9.3).
pub(crate) fn may_block(book: &Rulebook, unit: &Unit) -> bool {
    values::in_front(book, unit) && unit.ready()
}

/// The fighters declared together with a fighter: itself, or the members of its permanent chain that may take
/// part.
pub(crate) fn declared<'s>(
    book: &'s Rulebook,
    s: &'s State,
    spot: Spot,
) -> impl Iterator<Item = Spot> + Clone + use<'s> {
    let chain = s
        .unit(spot)
        .filter(|_| chains_last(book))
        .map_or(0, Unit::chain);
    let attacks = spot.seat == s.active;
    let asked = if chain == 0 {
        spot.at.only()
    } else {
        s.side(spot.seat).taken()
    };
    PlaceId::ALL
        .iter()
        .copied()
        .filter(move |at| asked.contains(*at))
        .map(move |at| Spot { at, ..spot })
        .filter(move |one| {
            s.unit(*one).is_some_and(|unit| {
                let may = if attacks {
                    may_attack(book, unit)
                } else {
                    may_block(book, unit)
                };
                may && (one.at == spot.at || unit.chain() == chain)
            })
        })
}

/// Whether the conditions of a fighter, of its permanent chain, and of the cards of a player allow it to attack this
/// player (clause RE-6.16).
#[inline]
pub(crate) fn can_attack(book: &Rulebook, s: &State, spot: Spot, foe: PlayerId) -> bool {
    !book.limits_attacks() || is_let(book, s, spot, foe)
}

#[cold]
fn is_let(book: &Rulebook, s: &State, spot: Spot, foe: PlayerId) -> bool {
    declared(book, s, spot)
        .all(|one| reactions::asks_unit(book, s, one, HookId::CanAttack, foe.into()))
        && defenders(book, s, spot, foe)
            .all(|(by, hook, one)| reactions::asks_unit(book, s, by, hook, one))
        && toll(book, s, spot, foe) <= s.side(spot.seat).vault
}

/// What is asked before a fighter and its permanent chain attack a player: each card of that player about each of them.
pub(crate) fn defenders<'s>(
    book: &'s Rulebook,
    s: &'s State,
    spot: Spot,
    foe: PlayerId,
) -> impl Iterator<Item = (Spot, HookId, i16)> + use<'s> {
    declared(book, s, spot).flat_map(move |one| {
        let there = s.side(foe).present();
        there.map(move |(at, _)| {
            (
                Spot { seat: foe, at },
                HookId::CanBeAttackedBy,
                one.n().into(),
            )
        })
    })
}

/// The coins that declaring a fighter and its permanent chain against a player costs (clause RE-6.27).
#[inline]
pub(crate) fn toll(book: &Rulebook, s: &State, spot: Spot, foe: PlayerId) -> u16 {
    match book.listens(HookId::AttackToll) {
        true => declared(book, s, spot)
            .map(|one| u16::from(costs::toll(book, s, one, foe)))
            .sum(),
        false => 0,
    }
}

/// Whether the condition of a robot allows it to land on a Moon (clause RE-6.16).
pub(crate) fn can_land(book: &Rulebook, s: &State, spot: Spot, moon: MoonId) -> bool {
    !book.listens(HookId::CanLand)
        || reactions::asks_unit(book, s, spot, HookId::CanLand, moon.into())
}

/// The chains of its side that a Monster may join when it is declared.
pub(crate) fn chains_to(
    book: &Rulebook,
    s: &State,
    spot: Spot,
    unit: &Unit,
    each: &mut impl Each,
) -> More {
    if !values::chains(book, unit) || chains_last(book) {
        return More::Continue(());
    }
    for at in groups(s, spot.seat) {
        if chain_flaw(book, s, spot, unit, at).is_none() {
            each(Action::Chain(Spot { at, ..spot }))?;
        }
    }
    More::Continue(())
}

/// Why a Monster may not join a group of its side.
pub(crate) fn chain_flaw(
    book: &Rulebook,
    s: &State,
    spot: Spot,
    unit: &Unit,
    group: PlaceId,
) -> Option<ChainFlaw> {
    let members = members(s, spot.seat, group);
    let Some((_, first)) = members.clone().next() else {
        return Some(ChainFlaw::Nobody);
    };
    if members.clone().count() >= MAX_CHAIN {
        return Some(ChainFlaw::Full);
    }
    if !members.clone().all(|(_, one)| values::chains(book, one)) {
        return Some(ChainFlaw::NoChaining);
    }
    if spot.seat == s.active {
        let foe = Target::of(first.fight).map_or(PlayerId::First, Target::seat);
        return (!can_attack(book, s, spot, foe)).then_some(ChainFlaw::Condition);
    }
    let Some(met) = met_by(first) else {
        return Some(ChainFlaw::Nobody);
    };
    if !auras::meets_flyers_at(book, s, spot, unit) && group_flies(book, s, s.active, met) {
        return Some(ChainFlaw::Flies);
    }
    (!can_meet(book, s, spot, met)).then_some(ChainFlaw::Condition)
}

/// Whether conditions allow a fighter to block an attacking group: its own and those of the attackers (clause
/// RE-6.16).
fn can_meet(book: &Rulebook, s: &State, spot: Spot, attacker: PlaceId) -> bool {
    if !book.listens(HookId::CanBlock) && !book.listens(HookId::CanBeBlocked) {
        return true;
    }
    to_meet(book, s, spot, attacker)
        .all(|(one, hook, other)| reactions::asks_unit(book, s, one, hook, other))
}

/// These conditions: whose they are, and for what.
pub(crate) fn to_meet<'s>(
    book: &'s Rulebook,
    s: &'s State,
    spot: Spot,
    attacker: PlaceId,
) -> impl Iterator<Item = (Spot, HookId, i16)> + use<'s> {
    members(s, s.active, attacker).flat_map(move |(at, _)| {
        let attacker = Spot { seat: s.active, at };
        declared(book, s, spot).flat_map(move |one| {
            [
                (one, HookId::CanBlock, attacker.n().into()),
                (attacker, HookId::CanBeBlocked, one.n().into()),
            ]
        })
    })
}

/// Why a fighter may not block an attacking group as a separate blocker.
pub(crate) fn block_flaw(
    book: &Rulebook,
    s: &State,
    spot: Spot,
    attacker: PlaceId,
) -> Option<BlockFlaw> {
    flaw_against(book, s, spot, attacker, members(s, s.active, attacker))
}

/// The same, given the members of the attacking group.
pub(crate) fn flaw_against<'s>(
    book: &Rulebook,
    s: &'s State,
    spot: Spot,
    attacker: PlaceId,
    mut members: impl Iterator<Item = (PlaceId, &'s Unit)> + Clone,
) -> Option<BlockFlaw> {
    let Some((_, first)) = members.clone().next() else {
        return Some(BlockFlaw::NoAttacker);
    };
    if Target::of(first.fight).map(Target::seat) != Some(spot.seat) {
        return Some(BlockFlaw::AttacksAnother);
    }
    let fly = |s: &State| {
        declared(book, s, spot).all(|one| {
            s.unit(one)
                .is_some_and(|unit| auras::meets_flyers_at(book, s, one, unit))
        })
    };
    let seat = s.active;
    let flies = |(at, one)| auras::flies_at(book, s, Spot { seat, at }, one);
    if members.clone().all(flies) && !fly(s) {
        return Some(BlockFlaw::Flies);
    }
    if members.any(|(_, one)| values::single_blocker(book, one))
        && blockers(book, s, attacker).next().is_some()
    {
        return Some(BlockFlaw::OneOnly);
    }
    (!can_meet(book, s, spot, attacker)).then_some(BlockFlaw::Condition)
}

/// Whether an earlier member of the fighter's permanent chain has already been asked for it.
pub(crate) fn was_asked(book: &Rulebook, s: &State, spot: Spot) -> bool {
    chains_last(book) && declared(book, s, spot).any(|one| one.at < spot.at)
}

/// The first fighter of a side in the combat whose attack die is rolled now (Q-RS-15).
pub(crate) fn undeclared_die(book: &Rulebook, s: &State, seat: PlayerId) -> Option<PlaceId> {
    if book.options.attack_die != AttackDie::AtDeclaration {
        return None;
    }
    let mut units = s.side(seat).present().filter(|(_, unit)| unit.fights());
    units
        .find(|(_, unit)| unit.rolled() == 0 && values::rolls(book, unit))
        .map(|(at, _)| at)
}

/// Whether a fighter deals damage in this combat (clauses RE-9.8, RE-9.9).
pub(crate) fn deals(book: &Rulebook, s: &State, seat: PlayerId, at: PlaceId, unit: &Unit) -> bool {
    if !unit.fights() {
        return false;
    }
    if seat != s.active {
        return met_by(unit).is_some_and(|met| members(s, s.active, met).next().is_some());
    }
    let group = group_of(at, unit);
    if is_blocked(s, group) {
        return blockers(book, s, group).next().is_some();
    }
    match Target::of(unit.fight) {
        Some(Target::Player(foe)) => !s.side(foe).out,
        Some(Target::Equipment(spot)) => s.unit(spot).is_some(),
        Some(Target::Lost(_)) | None => false,
    }
}

/// Why a fighter may not block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BlockFlaw {
    NoAttacker,
    AttacksAnother,
    Flies,
    OneOnly,
    Condition,
}

/// Why a Monster may not join a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChainFlaw {
    Nobody,
    Full,
    NoChaining,
    Flies,
    Condition,
}
