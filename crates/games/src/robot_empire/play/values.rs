//! What a card on the table comes to: values and abilities with its upgrades (clauses RE-4.6 to RE-4.8).

use crate::robot_empire::cards::book::{Rulebook, Sort, Upgrade};
use crate::robot_empire::cards::lexicon::kind;
use crate::robot_empire::questions::Point;
use crate::robot_empire::state::{GONE, INSTANT, NONE, PERMANENT, RECHARGING, State, Unit};

impl Rulebook {
    /// The card, and the legs of a Mega Robot.
    fn halves(&self, unit: &Unit) -> impl Iterator<Item = &Sort> {
        let legs = (unit.legs != NONE).then_some(unit.legs);
        std::iter::once(unit.card).chain(legs).map(|sort| self.sort(sort))
    }

    /// The Components that work on it.
    fn working_parts(&self, unit: &Unit) -> impl Iterator<Item = &Sort> {
        let mask = if unit.is(RECHARGING) && self.reading(Point::Recharging) != 0 { 0 } else { unit.parts };
        self.parts.iter().map(|sort| self.sort(*sort)).filter(move |sort| mask & sort.part != 0)
    }

    /// The sorts of the installed Components.
    pub(crate) fn parts_of(&self, unit: &Unit) -> impl Iterator<Item = u8> + use<'_> {
        let mask = unit.parts;
        self.parts.iter().copied().filter(move |sort| mask & self.sort(*sort).part != 0)
    }

    /// Whether printed abilities work.
    fn printed_works(&self, unit: &Unit) -> bool {
        !unit.is(RECHARGING) || self.reading(Point::Recharging) == 0
    }

    /// Its Permanent, paid or not.
    pub(crate) fn permanent_of(&self, unit: &Unit) -> Option<&Upgrade> {
        self.halves(unit).map(|sort| &sort.permanent).find(|upgrade| upgrade.there)
    }

    /// Its Instant, paid or not.
    pub(crate) fn instant_of(&self, unit: &Unit) -> Option<&Upgrade> {
        self.halves(unit).map(|sort| &sort.instant).find(|upgrade| upgrade.there)
    }

    /// The paid upgrades that work.
    fn working_upgrades(&self, unit: &Unit) -> impl Iterator<Item = &Upgrade> {
        let works = |flag: u16| unit.is(flag) && !unit.is(RECHARGING);
        let permanent = self.permanent_of(unit).filter(|_| works(PERMANENT));
        permanent.into_iter().chain(self.instant_of(unit).filter(|_| works(INSTANT)))
    }

    /// What it and its Components cost by their print; 1d6 counts as 4.
    pub(crate) fn cost_of(&self, unit: &Unit) -> u8 {
        let cost = |sort: &Sort| if sort.cost_die { 4 } else { sort.cost };
        let parts = self.parts_of(unit).map(|part| self.sort(part));
        self.halves(unit).chain(parts).map(cost).sum()
    }

    /// Coins on its circles.
    pub(crate) fn coins_on(&self, unit: &Unit) -> u8 {
        let permanent = self.permanent_of(unit).filter(|_| unit.is(PERMANENT));
        let instant = self.instant_of(unit).filter(|_| unit.is(INSTANT));
        permanent.map_or(0, |upgrade| upgrade.cost) + instant.map_or(0, |upgrade| upgrade.cost)
    }

    /// Its attack; of 1d6 what the die has shown.
    pub(crate) fn attack(&self, unit: &Unit) -> u8 {
        let printed: u8 = self.halves(unit).map(|sort| sort.attack).sum();
        let parts: u8 = self.working_parts(unit).map(|sort| sort.attack).sum();
        let upgrades: u8 = self.working_upgrades(unit).map(|upgrade| upgrade.attack).sum();
        printed + parts + upgrades + unit.rolled
    }

    /// Whether 1d6 is part of its attack.
    pub(crate) fn rolls(&self, unit: &Unit) -> bool {
        self.halves(unit).any(|sort| sort.attack_die)
    }

    /// Its defence.
    pub(crate) fn defence(&self, unit: &Unit) -> u8 {
        let printed: u8 = self.halves(unit).map(|sort| sort.defence).sum();
        let parts: u8 = self.working_parts(unit).map(|sort| sort.defence).sum();
        let upgrades: u8 = self.working_upgrades(unit).map(|upgrade| upgrade.defence).sum();
        printed + parts + upgrades
    }

    /// Whether it flies now.
    pub(crate) fn flies(&self, unit: &Unit) -> bool {
        self.printed_works(unit) && self.halves(unit).any(|sort| sort.flying)
            || self.working_parts(unit).any(|sort| sort.flying)
            || self.working_upgrades(unit).any(|upgrade| upgrade.flying)
    }

    /// Whether it may be in a chain.
    pub(crate) fn chains(&self, unit: &Unit) -> bool {
        self.options.chaining && self.sort(unit.card).chaining && self.printed_works(unit)
    }

    /// The damage of its shots; 0 without long range.
    pub(crate) fn long_range(&self, unit: &Unit) -> u8 {
        let all = self.halves(unit).chain(self.working_parts(unit)).map(|sort| sort.long_range);
        if self.reading(Point::LongRange) == 0 { all.max().unwrap_or(0) } else { all.sum() }
    }

    /// What it brings in Collect (clause RE-3.7).
    pub(crate) fn collects(&self, unit: &Unit) -> u8 {
        let counts = unit.ready() && unit.moon == 0 && !self.is_half(unit);
        if counts { self.halves(unit).map(|sort| sort.collect).sum() } else { 0 }
    }

    /// What it brings more from a Moon.
    pub(crate) fn harvests(&self, unit: &Unit) -> u8 {
        self.halves(unit).map(|sort| sort.harvest).sum()
    }

    /// Whether it may be blocked by one blocker only.
    pub(crate) fn single_blocker(&self, unit: &Unit) -> bool {
        self.halves(unit).any(|sort| sort.single_blocker)
    }

    /// A half of a Mega Robot that waits for the other.
    pub(crate) fn is_half(&self, unit: &Unit) -> bool {
        unit.legs == NONE && [kind::MEGA_TOP, kind::MEGA_LEGS].contains(&self.sort(unit.card).kind)
    }

    /// A Robot or an assembled Mega Robot.
    pub(crate) fn is_robot(&self, unit: &Unit) -> bool {
        unit.legs != NONE || self.sort(unit.card).kind == kind::ROBOT
    }

    /// A fighter in the front line.
    pub(crate) fn in_front(&self, unit: &Unit) -> bool {
        unit.moon == 0
            && !unit.is(GONE)
            && (self.is_robot(unit) || self.sort(unit.card).kind == kind::MONSTER)
    }

    /// Equipment in the base.
    pub(crate) fn is_equipment(&self, unit: &Unit) -> bool {
        !unit.is(GONE) && self.sort(unit.card).kind == kind::EQUIPMENT
    }

    /// A fighter in the front line or Equipment (clause RE-1.6).
    pub(crate) fn is_target(&self, unit: &Unit) -> bool {
        self.in_front(unit) || self.is_equipment(unit)
    }

    /// The opponents of a seat who are not out.
    pub(crate) fn opponents<'s>(&self, s: &'s State, seat: u8) -> impl Iterator<Item = u8> + use<'s> {
        self.living(s).filter(move |other| *other != seat)
    }

    /// The seats that are not out.
    pub(crate) fn living<'s>(&self, s: &'s State) -> impl Iterator<Item = u8> + use<'s> {
        self.seats().filter(|seat| !s.side(*seat).out)
    }

    /// All coins of a state (clause RE-1.3).
    pub(crate) fn coins(&self, s: &State) -> u16 {
        let sides = s.sides.iter().map(|side| {
            let circles: u16 = side.present().map(|(_, unit)| u16::from(self.coins_on(unit))).sum();
            u16::from(side.battery) + u16::from(side.vault) + circles
        });
        let moons: u16 = s.moons.iter().map(|moon| u16::from(moon.coins)).sum();
        sides.sum::<u16>() + moons + u16::from(s.chest)
    }
}
