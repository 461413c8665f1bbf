//! The values and abilities of cards on the table, including their upgrades (clauses RE-4.6 to RE-4.8).

use crate::cards::book::Rulebook;
use crate::cards::card_defs::{CardDef, Upgrade};
use crate::fast::print::{
    ATTACK_DIE, CHAINING, DEFENCE_DIE, EQUIPMENT, FIGHTER, FLYING, HALF, Print, ROBOT,
    SINGLE_BLOCKER,
};
use crate::options::{Coins, No, Recharging, SeveralLongRange, Yes};
use crate::state::{
    CardDefId, GONE, INSTANT, MAX_VAULT, PERMANENT, PlaceId, PlayerId, Players, RECHARGING, SHOT,
    State, Unit,
};
use cardwright_runtime::announced::Announced;

/// The ports, each with a place for one Component.
const PORTS: std::ops::Range<u8> = 0..3;

/// The place of the first card of a fighter's group.
#[inline]
pub(crate) fn group_of(at: PlaceId, unit: &Unit) -> PlaceId {
    unit.led_by().unwrap_or(at)
}

/// Whether an announcement is a shot.
pub(crate) fn is_shot(announced: &Announced) -> bool {
    announced.program == SHOT
}

impl Rulebook {
    /// The definition of the card and, for a Mega Robot, of its legs.
    fn halves(&self, unit: &Unit) -> impl Iterator<Item = &CardDef> {
        std::iter::once(unit.card)
            .chain(self.legs_of(unit))
            .map(|def| self.def(def))
    }

    /// The printed data of these definitions.
    fn halves_printed(&self, unit: &Unit) -> impl Iterator<Item = &Print> {
        std::iter::once(unit.card)
            .chain(self.legs_of(unit))
            .map(|def| self.print(def))
    }

    /// Whether any of these properties is printed on the card.
    #[inline]
    fn printed(&self, unit: &Unit, flags: u16) -> bool {
        self.print(unit.card).is(flags)
            || unit.legs() != 0
                && self
                    .legs_of(unit)
                    .is_some_and(|legs| self.print(legs).is(flags))
    }

    /// The installed Components that currently work.
    fn working_parts(&self, unit: &Unit) -> impl Iterator<Item = &CardDef> {
        let works = unit.has_parts() && self.printed_works(unit);
        self.parts_of(unit)
            .filter(move |_| works)
            .map(|def| self.def(def))
    }

    /// The card definitions of the installed Components.
    pub(crate) fn parts_of(&self, unit: &Unit) -> impl Iterator<Item = CardDefId> + use<'_> {
        let parts = PORTS.map({
            let unit = *unit;
            move |port| usize::from(unit.part(port))
        });
        parts.filter_map(|part| self.parts.get(part.checked_sub(1)?).copied())
    }

    /// Whether printed abilities and Components currently work.
    fn printed_works(&self, unit: &Unit) -> bool {
        !unit.is(RECHARGING) || self.options.recharging == Recharging::Upgrades
    }

    /// Its Permanent, whether or not it is paid.
    pub(crate) fn permanent_of(&self, unit: &Unit) -> Option<&Upgrade> {
        self.halves(unit)
            .map(|def| &def.permanent)
            .find(|upgrade| upgrade.there)
    }

    /// Its Instant, whether or not it is paid.
    pub(crate) fn instant_of(&self, unit: &Unit) -> Option<&Upgrade> {
        self.halves(unit)
            .map(|def| &def.instant)
            .find(|upgrade| upgrade.there)
    }

    /// The paid upgrades that currently work.
    fn working_upgrades(&self, unit: &Unit) -> impl Iterator<Item = &Upgrade> {
        let works = |flag: u16| unit.is(flag) && !unit.is(RECHARGING);
        let permanent = self.permanent_of(unit).filter(|_| works(PERMANENT));
        permanent
            .into_iter()
            .chain(self.instant_of(unit).filter(|_| works(INSTANT)))
    }

    /// The printed cost of the card and its Components; 1d6 counts as 4.
    pub(crate) fn cost_of(&self, unit: &Unit) -> u8 {
        let cost = |def: &CardDef| if def.cost_die > 0 { 4 } else { def.cost };
        let parts = self.parts_of(unit).map(|part| self.def(part));
        self.halves(unit).chain(parts).map(cost).sum()
    }

    /// The number of coins on its circles.
    pub(crate) fn coins_on(&self, unit: &Unit) -> u8 {
        let permanent = self.permanent_of(unit).filter(|_| unit.is(PERMANENT));
        let instant = self.instant_of(unit).filter(|_| unit.is(INSTANT));
        permanent.map_or(0, |upgrade| upgrade.cost) + instant.map_or(0, |upgrade| upgrade.cost)
    }

    /// The current attack; for 1d6, the result of the die.
    pub(crate) fn attack(&self, unit: &Unit) -> u8 {
        if unit.is_plain() {
            return self.print(unit.card).attack + unit.rolled();
        }
        let printed: u8 = self.halves(unit).map(|def| def.attack).sum();
        let parts: u8 = self.working_parts(unit).map(|def| def.attack).sum();
        let upgrades: u8 = self
            .working_upgrades(unit)
            .map(|upgrade| upgrade.attack)
            .sum();
        (printed + parts + upgrades + unit.rolled()).saturating_add_signed(unit.more_attack())
    }

    /// Whether 1d6 is part of its attack.
    pub(crate) fn rolls(&self, unit: &Unit) -> bool {
        self.printed(unit, ATTACK_DIE)
    }

    /// The current defence; for 1d6, the result of the die.
    pub(crate) fn defence(&self, unit: &Unit) -> u8 {
        if unit.is_plain() {
            return self.print(unit.card).defence + unit.braced();
        }
        let printed: u8 = self.halves(unit).map(|def| def.defence).sum();
        let parts: u8 = self.working_parts(unit).map(|def| def.defence).sum();
        let upgrades: u8 = self
            .working_upgrades(unit)
            .map(|upgrade| upgrade.defence)
            .sum();
        (printed + parts + upgrades + unit.braced()).saturating_add_signed(unit.more_defence())
    }

    /// Whether 1d6 is part of its defence (clause RE-9.15).
    pub(crate) fn braces(&self, unit: &Unit) -> bool {
        self.printed(unit, DEFENCE_DIE)
    }

    /// Whether the card is currently flying.
    pub(crate) fn flies(&self, unit: &Unit) -> bool {
        self.printed(unit, FLYING) && self.printed_works(unit) && unit.flight() != Some(false)
            || !unit.is_plain() && self.flies_with_help(unit)
    }

    /// Whether a card, a Component or an upgrade makes the card fly, and no card keeps it from flying.
    fn flies_with_help(&self, unit: &Unit) -> bool {
        unit.flight().unwrap_or_else(|| {
            self.working_parts(unit).any(|def| def.flying)
                || self.working_upgrades(unit).any(|upgrade| upgrade.flying)
        })
    }

    /// Whether the card may be in a chain.
    pub(crate) fn chains(&self, unit: &Unit) -> bool {
        self.options.chaining == Yes::Yes
            && self.print(unit.card).is(CHAINING)
            && self.printed_works(unit)
    }

    /// The damage of its shots; 0 without long range.
    pub(crate) fn long_range(&self, unit: &Unit) -> u8 {
        if unit.is_plain() {
            return self.print(unit.card).long_range;
        }
        let all = self
            .halves(unit)
            .chain(self.working_parts(unit))
            .map(|def| def.long_range);
        match self.options.several_long_range {
            SeveralLongRange::Highest => all.max().unwrap_or(0),
            SeveralLongRange::Sum => all.sum(),
        }
    }

    /// The number of coins it gives when coins are collected (clause RE-3.7).
    pub(crate) fn collects(&self, unit: &Unit) -> u8 {
        let counts = unit.ready() && !unit.is_on_moon() && !self.is_half(unit);
        match counts {
            true => self.halves_printed(unit).map(|print| print.collect).sum(),
            false => 0,
        }
    }

    /// The number of additional coins it collects from a Moon.
    pub(crate) fn harvests(&self, unit: &Unit) -> u8 {
        self.halves(unit).map(|def| def.harvest).sum()
    }

    /// Whether only one blocker may block it.
    pub(crate) fn single_blocker(&self, unit: &Unit) -> bool {
        self.printed(unit, SINGLE_BLOCKER)
    }

    /// Whether one blocker alone cannot block it.
    pub(crate) fn needs_two_blockers(&self, unit: &Unit) -> bool {
        self.halves(unit).any(|def| def.two_blockers)
    }

    /// Whether it is half of a Mega Robot that is not assembled.
    pub(crate) fn is_half(&self, unit: &Unit) -> bool {
        unit.legs() == 0 && self.print(unit.card).is(HALF)
    }

    /// Whether it is a Robot or an assembled Mega Robot.
    pub(crate) fn is_robot(&self, unit: &Unit) -> bool {
        unit.legs() != 0 || self.print(unit.card).is(ROBOT)
    }

    /// Whether a card on the table has any of these properties at its place. Fighters only count in the front line.
    #[inline]
    pub(crate) fn stands_as(&self, unit: &Unit, kinds: u16) -> bool {
        let whole = if unit.legs() == 0 { 0 } else { ROBOT };
        let here = if unit.is_on_moon() {
            EQUIPMENT
        } else {
            u16::MAX
        };
        (self.print(unit.card).is | whole) & here & kinds != 0
    }

    /// Whether it is a fighter in the front line.
    pub(crate) fn in_front(&self, unit: &Unit) -> bool {
        !unit.is(GONE) && self.stands_as(unit, FIGHTER)
    }

    /// Whether it is Equipment in the base.
    pub(crate) fn is_equipment(&self, unit: &Unit) -> bool {
        !unit.is(GONE) && self.print(unit.card).is(EQUIPMENT)
    }

    /// Whether it is a fighter in the front line or Equipment (clause RE-1.6).
    pub(crate) fn is_target(&self, unit: &Unit) -> bool {
        !unit.is(GONE) && self.stands_as(unit, FIGHTER | EQUIPMENT)
    }

    /// The opponents of a seat who are not eliminated.
    pub(crate) fn opponents(
        &self,
        s: &State,
        seat: PlayerId,
    ) -> impl Iterator<Item = PlayerId> + use<> {
        self.living_set(s).without(seat).iter()
    }

    /// The players who are not eliminated.
    pub(crate) fn living(&self, s: &State) -> impl Iterator<Item = PlayerId> + use<> {
        self.living_set(s).iter()
    }

    /// The same as a set.
    #[inline]
    pub(crate) fn living_set(&self, s: &State) -> Players {
        let playing = (1 << self.players) - 1;
        let there = (0..)
            .zip(&s.sides)
            .fold(0, |all, (at, side)| all | u8::from(!side.out) << at);
        Players::from_bits(there & playing)
    }

    /// Whether the bank is unlimited (clause RE-1.10).
    #[inline]
    pub(crate) fn has_bank(&self) -> bool {
        self.options.coins == Coins::Unlimited
    }

    /// Whether long range may hit Batteries (Q-RS-7).
    pub(crate) fn fires_at_batteries(&self) -> bool {
        self.options.fire_at_batteries == No::Yes
    }

    /// The number of coins anywhere except in the War Chest (clause RE-1.3).
    pub(crate) fn coins_out(&self, s: &State) -> u32 {
        let sides = s.sides.iter().map(|side| {
            let circles: u32 = side
                .present()
                .map(|(_, unit)| u32::from(self.coins_on(unit)))
                .sum();
            u32::from(side.battery) + u32::from(side.vault) + circles
        });
        let moons: u32 = s.moons.iter().map(|moon| u32::from(moon.coins)).sum();
        sides.sum::<u32>() + moons
    }

    /// The number of coins in the War Chest that cards and players can rely on.
    pub(crate) fn chest(&self, s: &State) -> u16 {
        if self.has_bank() { MAX_VAULT } else { s.chest }
    }
}
