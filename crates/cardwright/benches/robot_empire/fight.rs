//! What may be done, what it does, and combat.

use super::*;

impl Game {
    /// Agents, Instants and taps.
    pub(super) fn open_acts(&mut self, seat: usize, at: At) {
        if self.sides[seat].agents > 0 && self.waiting.len() < 8 {
            self.shown(seat, AGENTS..COMPONENTS);
        }
        let instants = matches!(
            at,
            At::Play | At::Mining | At::Fire | At::Attackers | At::Blocks | At::Announced
        );
        if !instants {
            return;
        }
        let taps = matches!(at, At::Blocks | At::Announced);
        let side = &self.sides[seat];
        for (nth, unit) in side.units.iter().enumerate() {
            if unit.flags & (GONE | RECHARGING) != 0 {
                continue;
            }
            let cost = unit.instant_cost();
            if cost > 0 && !unit.is(INSTANT) && cost <= side.vault {
                self.acts.push(Act::Instant(nth as u8));
            }
            if taps && unit.card == BASE_FIELD {
                self.acts.push(Act::Tap(nth as u8, Named::Player));
                for (other, _) in side
                    .units
                    .iter()
                    .enumerate()
                    .filter(|(_, other)| other.equipment())
                {
                    self.acts
                        .push(Act::Tap(nth as u8, Named::Unit(seat as u8, other as u8)));
                }
            }
            if taps && unit.card == REPAIR_BAY {
                for (other, _) in side
                    .units
                    .iter()
                    .enumerate()
                    .filter(|(_, other)| other.front())
                {
                    self.acts
                        .push(Act::Tap(nth as u8, Named::Unit(seat as u8, other as u8)));
                }
            }
        }
    }

    fn shown(&mut self, seat: usize, cards: std::ops::Range<Card>) {
        let mut hand = self.hand(seat) & ((1 << cards.end) - (1 << cards.start));
        while hand != 0 {
            let card = hand.trailing_zeros() as Card;
            hand &= hand - 1;
            if COST[usize::from(card)] > self.sides[seat].vault {
                continue;
            }
            if self.needs_unit(card) {
                let whose = if card == MECHANIC { seat } else { seat ^ 1 };
                for nth in 0..self.sides[whose].units.len() {
                    if self.may_name(card, &self.sides[whose].units[nth]) {
                        self.acts
                            .push(Act::Show(card, Named::Unit(whose as u8, nth as u8)));
                    }
                }
            } else if self.may_show(seat, card) {
                let player = matches!(card, PICKPOCKET | EMP) || card > METEOR;
                self.acts.push(Act::Show(
                    card,
                    if player {
                        Named::Player
                    } else {
                        Named::Nothing
                    },
                ));
            }
        }
    }

    fn needs_unit(&self, card: Card) -> bool {
        matches!(
            card,
            SABOTEUR | MECHANIC | SNIPER | HACKER | DEMOLITION | LASER
        )
    }

    fn may_name(&self, card: Card, unit: &Unit) -> bool {
        match card {
            SABOTEUR => unit.equipment() && unit.defence() <= 3,
            SNIPER => unit.front(),
            HACKER => unit.target() && !unit.is(RECHARGING),
            _ => unit.target(),
        }
    }

    fn may_show(&self, seat: usize, card: Card) -> bool {
        let (own, foe) = (&self.sides[seat], &self.sides[seat ^ 1]);
        match card {
            PICKPOCKET => foe.vault > 0,
            DOUBLE_AGENT => self
                .waiting
                .last()
                .is_some_and(|last| last.shot == 0 && usize::from(last.owner) != seat),
            TECHNICIAN => own.battery < 20 && self.chest > 0,
            EMP => foe
                .units
                .iter()
                .any(|unit| unit.front() && !unit.is(RECHARGING)),
            METEOR => foe.units.iter().any(Unit::front),
            _ => true,
        }
    }

    pub(super) fn play_acts(&mut self, seat: usize) {
        let vault = self.sides[seat].vault;
        let mut hand = self.hand(seat);
        while hand != 0 {
            let card = hand.trailing_zeros() as Card;
            hand &= hand - 1;
            if card < AGENTS {
                let die = card == WILD_MUTANT;
                let paid = if die {
                    vault > 0 && !self.mutant_tried
                } else {
                    COST[usize::from(card)] <= vault
                };
                if paid && self.sides[seat].units.len() < SIDE {
                    self.acts.push(Act::Play(card));
                }
            } else if (COMPONENTS..SUPER_WEAPONS).contains(&card)
                && COST[usize::from(card)] <= vault
            {
                for (nth, unit) in self.sides[seat].units.iter().enumerate() {
                    if unit.robot() && unit.moon == 0 && unit.parts >> (card - COMPONENTS) & 1 == 0
                    {
                        self.acts.push(Act::Install(card, nth as u8));
                    }
                }
            }
        }
        self.shown(seat, SUPER_WEAPONS..MOONS);
        for (nth, unit) in self.sides[seat].units.iter().enumerate() {
            let cost = unit.permanent_cost();
            if cost > 0 && cost <= vault && !unit.is(PERMANENT) {
                self.acts.push(Act::Permanent(nth as u8));
            }
            if !(TOPS..LEGS).contains(&unit.card) || unit.legs != NONE {
                continue;
            }
            for (legs, lower) in self.sides[seat].units.iter().enumerate() {
                if (LEGS..MONSTERS).contains(&lower.card) {
                    self.acts.push(Act::Assemble(nth as u8, legs as u8));
                }
            }
        }
    }

    pub(super) fn moon_acts(&mut self, seat: usize) {
        let mut taken = 0u32;
        for unit in self.sides.iter().flat_map(|side| &side.units) {
            taken |= 1 << unit.moon >> 1;
        }
        let side = &self.sides[seat];
        for (nth, unit) in side.units.iter().enumerate() {
            if !unit.robot() || unit.is(RECHARGING) || !unit.flies() {
                continue;
            }
            if unit.moon != 0 {
                if !unit.is(LANDED) {
                    self.acts.push(Act::Return(nth as u8));
                }
                continue;
            }
            for (moon, (card, _)) in self.moons.iter().enumerate() {
                if taken >> moon & 1 == 0 && LANDING[usize::from(card - MOONS)] <= side.vault {
                    self.acts.push(Act::Land(nth as u8, moon as u8));
                }
            }
        }
    }

    pub(super) fn fire_acts(&mut self, seat: usize) {
        for (nth, unit) in self.sides[seat].units.iter().enumerate() {
            if unit.is(RECHARGING) || unit.moon != 0 || unit.range() == 0 {
                continue;
            }
            for (at, target) in self.sides[seat ^ 1].units.iter().enumerate() {
                if target.target() {
                    self.acts.push(Act::Fire(nth as u8, at as u8));
                }
            }
        }
    }

    pub(super) fn carry_out(&mut self, seat: usize, act: Act, at: At) -> Result<(), Over> {
        match act {
            Act::End => {}
            Act::Play(card) => {
                let cost = if card == WILD_MUTANT {
                    self.choose(6) as u8 + 1
                } else {
                    COST[usize::from(card)]
                };
                if cost > self.sides[seat].vault {
                    self.mutant_tried = true;
                } else {
                    self.let_go(seat, card);
                    self.pay(seat, cost);
                    self.sides[seat].units.push(Unit::of(card));
                }
            }
            Act::Install(card, on) => {
                self.let_go(seat, card);
                self.pay(seat, COST[usize::from(card)]);
                self.sides[seat].units[usize::from(on)].parts |= 1 << (card - COMPONENTS);
            }
            Act::Permanent(on) => {
                let unit = &mut self.sides[seat].units[usize::from(on)];
                unit.flags |= PERMANENT;
                self.sides[seat].vault -= self.sides[seat].units[usize::from(on)].permanent_cost();
            }
            Act::Instant(on) => {
                let unit = &mut self.sides[seat].units[usize::from(on)];
                unit.flags |= INSTANT;
                self.sides[seat].vault -= self.sides[seat].units[usize::from(on)].instant_cost();
            }
            Act::Assemble(top, legs) => {
                let units = &mut self.sides[seat].units;
                let mut whole = Unit::of(units[usize::from(top)].card);
                whole.legs = units[usize::from(legs)].card;
                units.remove(usize::from(top.max(legs)));
                units.remove(usize::from(top.min(legs)));
                units.push(whole);
            }
            Act::Land(on, moon) => {
                self.pay(
                    seat,
                    LANDING[usize::from(self.moons[usize::from(moon)].0 - MOONS)],
                );
                let unit = &mut self.sides[seat].units[usize::from(on)];
                unit.flags |= LANDED;
                unit.moon = moon + 1;
            }
            Act::Return(on) => self.come_back(seat, usize::from(on)),
            Act::Tap(on, named) => {
                let card = self.sides[seat].units[usize::from(on)].card;
                self.recharge(seat, usize::from(on));
                match named {
                    Named::Unit(side, nth) => {
                        let points = if card == REPAIR_BAY { 2 } else { 3 };
                        self.sides[usize::from(side)].units[usize::from(nth)].prevented += points;
                    }
                    _ => self.sides[seat].prevented += 3,
                }
            }
            Act::Show(card, named) => {
                self.let_go(seat, card);
                self.pile[usize::from(card)] += 1;
                self.pay(seat, COST[usize::from(card)]);
                self.waiting.push(Waiting {
                    card,
                    owner: seat as u8,
                    named,
                    shot: 0,
                });
            }
            Act::Fire(on, target) => {
                let unit = self.sides[seat].units[usize::from(on)];
                self.recharge(seat, usize::from(on));
                let named = Named::Unit(seat as u8 ^ 1, target);
                self.waiting.push(Waiting {
                    card: unit.card,
                    owner: seat as u8,
                    named,
                    shot: unit.range(),
                });
            }
        }
        // Under an announcement the loop that is at work takes up what was announced.
        while at != At::Announced && !self.waiting.is_empty() {
            self.window(At::Announced)?;
            if let Some(top) = self.waiting.pop() {
                self.take_effect(top)?;
            }
            if self.waiting.is_empty() && !matches!(at, At::Attackers | At::Blocks) {
                self.tidy();
            }
        }
        Ok(())
    }

    fn come_back(&mut self, seat: usize, on: usize) {
        let unit = &mut self.sides[seat].units[on];
        let moon = usize::from(std::mem::take(&mut unit.moon)) - 1;
        unit.flags |= RECHARGING;
        let harvest = if unit.card == MOLE { 2 } else { 0 };
        let more = self.taken_of_chest(harvest);
        let (card, coins) = self.moons.remove(moon);
        self.sides[seat].vault += coins + more;
        self.pile[usize::from(card)] += 1;
        for unit in self.sides.iter_mut().flat_map(|side| &mut side.units) {
            unit.moon -= u8::from(usize::from(unit.moon) > moon);
        }
    }

    fn recharge(&mut self, seat: usize, nth: usize) {
        let unit = &mut self.sides[seat].units[nth];
        unit.flags |= RECHARGING;
        (unit.fight, unit.chain, unit.rolled) = (0, 0, 0);
    }

    fn take_effect(&mut self, top: Waiting) -> Result<(), Over> {
        let (owner, card) = (usize::from(top.owner), top.card);
        if let Named::Unit(side, nth) = top.named {
            let (side, nth) = (usize::from(side), usize::from(nth));
            let unit = &self.sides[side].units[nth];
            if top.shot > 0 {
                if unit.target() {
                    self.hurt(side, nth, top.shot);
                }
            } else if self.may_name(card, unit) {
                match card {
                    SABOTEUR => self.destroy(side, nth),
                    MECHANIC => self.sides[side].units[nth].prevented += 2,
                    SNIPER => self.hurt(side, nth, 2),
                    HACKER => self.recharge(side, nth),
                    DEMOLITION => self.hurt(side, nth, 4),
                    _ => self.hurt(side, nth, 6),
                }
            }
            return Ok(());
        }
        if !self.may_show(owner, card) {
            return Ok(());
        }
        let foe = owner ^ 1;
        match card {
            PICKPOCKET => {
                let taken = self.sides[foe].vault.min(2);
                self.sides[foe].vault -= taken;
                self.sides[owner].vault += taken;
            }
            DOUBLE_AGENT => {
                self.waiting.pop();
            }
            TECHNICIAN => {
                let coins = self.taken_of_chest((20 - self.sides[owner].battery).min(2));
                self.sides[owner].battery += coins;
            }
            EMP | METEOR => {
                for nth in 0..self.sides[foe].units.len() {
                    if self.sides[foe].units[nth].front() {
                        if card == EMP {
                            self.recharge(foe, nth)
                        } else {
                            self.hurt(foe, nth, 2)
                        }
                    }
                }
            }
            _ => {
                let points = self.choose(6) as u8 + 1;
                return self.hit_battery(foe, points);
            }
        }
        Ok(())
    }

    fn absorb(&mut self, seat: usize, nth: usize, points: u8) -> u8 {
        let unit = &mut self.sides[seat].units[nth];
        let stopped = points.min(unit.prevented);
        unit.prevented -= stopped;
        points - stopped
    }

    fn hurt(&mut self, seat: usize, nth: usize, points: u8) {
        let rest = self.absorb(seat, nth, points);
        let unit = &mut self.sides[seat].units[nth];
        unit.damage += rest;
        if rest > 0 && unit.damage >= unit.defence() {
            self.destroy(seat, nth);
        }
    }

    fn destroy(&mut self, seat: usize, nth: usize) {
        let unit = &mut self.sides[seat].units[nth];
        unit.flags |= GONE;
        (unit.fight, unit.chain) = (0, 0);
        let unit = *unit;
        self.chest += unit.coins();
        self.pile[usize::from(unit.card)] += 1;
        if unit.legs != NONE {
            self.pile[usize::from(unit.legs)] += 1;
        }
        for part in 0..3 {
            self.pile[usize::from(COMPONENTS) + part] += unit.parts >> part & 1;
        }
    }

    fn hit_battery(&mut self, seat: usize, points: u8) -> Result<(), Over> {
        let side = &mut self.sides[seat];
        let stopped = side.prevented.min(points);
        side.prevented -= stopped;
        let lost = (points - stopped).min(side.battery);
        side.battery -= lost;
        self.chest += lost;
        self.lost |= lost > 0;
        if self.sides[seat].battery == 0 {
            Err(Over)
        } else {
            Ok(())
        }
    }

    /// The members of the group that a fighter leads.
    fn members(&self, seat: usize, first: usize) -> ([u8; 3], usize) {
        let (mut members, mut number) = ([0; 3], 0);
        for (nth, unit) in self.sides[seat].units.iter().enumerate() {
            if unit.fight != 0
                && (nth == first && unit.chain == 0 || usize::from(unit.chain) == first + 1)
            {
                members[number] = nth as u8;
                number += 1;
            }
        }
        (members, number)
    }

    /// Whether a fighter is alone or the first of its chain that is still there.
    fn leads(&self, seat: usize, nth: usize) -> Option<usize> {
        let unit = &self.sides[seat].units[nth];
        if unit.fight == 0 {
            return None;
        }
        if unit.chain == 0 {
            return Some(nth);
        }
        let first = self.sides[seat].units[..nth]
            .iter()
            .any(|other| other.chain == unit.chain);
        (!first).then_some(usize::from(unit.chain) - 1)
    }

    fn sum(&self, seat: usize, first: usize, value: impl Fn(&Unit) -> u8) -> u8 {
        let (members, number) = self.members(seat, first);
        members[..number]
            .iter()
            .map(|nth| value(&self.sides[seat].units[usize::from(*nth)]))
            .sum()
    }

    fn join(&mut self, seat: usize, nth: usize, first: usize) {
        let fight = self.sides[seat].units[first].fight;
        let blocked = self.sides[seat].units[first].flags & BLOCKED;
        self.sides[seat].units[first].chain = first as u8 + 1;
        let unit = &mut self.sides[seat].units[nth];
        (unit.fight, unit.chain) = (fight, first as u8 + 1);
        unit.flags |= blocked;
    }

    pub(super) fn combat(&mut self) -> Result<(), Over> {
        let (own, foe) = (self.active, self.active ^ 1);
        if !self.declare_attackers() {
            return Ok(());
        }
        self.window(At::Attackers)?;
        for nth in 0..self.sides[foe].units.len() {
            self.declare_blocker(nth);
        }
        self.window(At::Blocks)?;
        self.roll_attacks();
        self.share();
        let mut battery = 0;
        let mut dealt = [(0u8, 0u8); SIDE];
        let mut hits = 0;
        for nth in 0..self.sides[own].units.len() {
            let Some(first) = self.leads(own, nth) else {
                continue;
            };
            if self.sides[own].units[nth].is(BLOCKED) {
                let mut taken = 0;
                for unit in &self.sides[foe].units {
                    if usize::from(unit.fight) == first + 1 {
                        taken += unit.attack();
                    }
                }
                dealt[hits] = (first as u8, taken);
                hits += 1;
            } else {
                battery += self.sum(own, first, Unit::attack);
                dealt[hits] = (first as u8, 0);
                hits += 1;
            }
        }
        for nth in 0..self.sides[foe].units.len() {
            if let Some(first) = self.leads(foe, nth) {
                let due = self.sides[foe].units[nth].due;
                self.hit_group(foe, first, due);
            }
        }
        for (first, points) in dealt.into_iter().take(hits) {
            self.hit_group(own, usize::from(first), points);
        }
        for nth in 0..self.sides[own].units.len() {
            if self.sides[own].units[nth].fight != 0 {
                self.recharge(own, nth);
            }
        }
        for unit in self.sides.iter_mut().flat_map(|side| &mut side.units) {
            (unit.fight, unit.chain, unit.rolled, unit.due) = (0, 0, 0, 0);
            unit.flags &= !BLOCKED;
        }
        self.tidy();
        if battery > 0 {
            self.hit_battery(foe, battery)
        } else {
            Ok(())
        }
    }

    fn declare_attackers(&mut self) -> bool {
        let own = self.active;
        let mut any = false;
        for nth in 0..self.sides[own].units.len() {
            let unit = self.sides[own].units[nth];
            if !unit.front() || unit.flags & (RECHARGING | NEW) != 0 {
                continue;
            }
            let (mut chains, mut number) = ([0u8; SIDE], 0);
            if CHAINS >> unit.card & 1 != 0 {
                for first in 0..nth {
                    let other = &self.sides[own].units[first];
                    let leads = other.fight != 0
                        && (other.chain == 0 || usize::from(other.chain) == first + 1);
                    if leads && CHAINS >> other.card & 1 != 0 && self.members(own, first).1 < 3 {
                        chains[number] = first as u8;
                        number += 1;
                    }
                }
            }
            let chosen = self.choose(2 + number);
            any |= chosen > 0;
            match chosen {
                0 => {}
                1 => self.sides[own].units[nth].fight = 1,
                _ => self.join(own, nth, usize::from(chains[chosen - 2])),
            }
        }
        any
    }

    fn declare_blocker(&mut self, nth: usize) {
        let (own, foe) = (self.active, self.active ^ 1);
        let unit = self.sides[foe].units[nth];
        if !unit.front() || unit.is(RECHARGING) {
            return;
        }
        let (mut actions, mut number) = ([(0u8, false); 2 * SIDE], 0);
        for at in 0..self.sides[own].units.len() {
            let Some(first) = self.leads(own, at) else {
                continue;
            };
            let attacker = &self.sides[own].units[at];
            let high_enough = unit.flies() || !attacker.flies();
            let room = attacker.legs != STRIDER || !attacker.is(BLOCKED);
            if high_enough && room {
                actions[number] = (first as u8, false);
                number += 1;
            }
        }
        if CHAINS >> unit.card & 1 != 0 {
            for first in 0..nth {
                let other = &self.sides[foe].units[first];
                let leads =
                    other.fight != 0 && (other.chain == 0 || usize::from(other.chain) == first + 1);
                if !leads || CHAINS >> other.card & 1 == 0 || self.members(foe, first).1 >= 3 {
                    continue;
                }
                let attacker = &self.sides[own].units[usize::from(other.fight) - 1];
                if !attacker.flies() || attacker.chain != 0 {
                    actions[number] = (first as u8, true);
                    number += 1;
                }
            }
        }
        if number == 0 {
            return;
        }
        let chosen = self.choose(1 + number);
        if chosen == 0 {
            return;
        }
        let (at, chain) = actions[chosen - 1];
        if chain {
            return self.join(foe, nth, usize::from(at));
        }
        self.sides[foe].units[nth].fight = at + 1;
        let (members, number) = self.members(own, usize::from(at));
        for member in &members[..number] {
            self.sides[own].units[usize::from(*member)].flags |= BLOCKED;
        }
    }

    /// The Dice Drives that deal damage.
    fn roll_attacks(&mut self) {
        let (own, foe) = (self.active, self.active ^ 1);
        for nth in 0..self.sides[own].units.len() {
            let unit = self.sides[own].units[nth];
            let blocked = |other: &Unit| usize::from(other.fight) == nth + 1;
            let deals = !unit.is(BLOCKED) || self.sides[foe].units.iter().any(blocked);
            if unit.card == DICE_DRIVE && unit.fight != 0 && deals {
                self.sides[own].units[nth].rolled = self.choose(6) as u8 + 1;
            }
        }
        for nth in 0..self.sides[foe].units.len() {
            let unit = self.sides[foe].units[nth];
            let there = |group: u8| group != 0 && self.members(own, usize::from(group) - 1).1 > 0;
            if unit.card == DICE_DRIVE && there(unit.fight) {
                self.sides[foe].units[nth].rolled = self.choose(6) as u8 + 1;
            }
        }
    }

    /// The damage of attackers with blockers: in the order drawn, each gets what destroys it, the last one the rest.
    fn share(&mut self) {
        let (own, foe) = (self.active, self.active ^ 1);
        for at in 0..self.sides[own].units.len() {
            let Some(first) = self.leads(own, at) else {
                continue;
            };
            let mut left = self.sum(own, first, Unit::attack);
            let (mut blockers, mut number) = ([0u8; SIDE], 0);
            for nth in 0..self.sides[foe].units.len() {
                if usize::from(self.sides[foe].units[nth].fight) == first + 1
                    && self.leads(foe, nth).is_some()
                {
                    blockers[number] = nth as u8;
                    number += 1;
                }
            }
            while number >= 2 && left > 0 {
                let chosen = self.choose(number);
                let nth = usize::from(blockers[chosen]);
                blockers.copy_within(chosen + 1..number, chosen);
                number -= 1;
                let group = self.leads(foe, nth).unwrap_or(nth);
                let enough = self.sum(foe, group, |unit| {
                    unit.defence() + unit.prevented - unit.damage
                });
                let share = left.min(enough);
                left -= share;
                self.sides[foe].units[nth].due = share;
            }
            if number == 1 {
                self.sides[foe].units[usize::from(blockers[0])].due = left;
            }
        }
    }

    fn hit_group(&mut self, seat: usize, first: usize, points: u8) {
        let (members, number) = self.members(seat, first);
        let chain = number > 0 && self.sides[seat].units[usize::from(members[0])].chain != 0;
        if !chain {
            if number > 0 && points > 0 {
                self.hurt(seat, first, points);
            }
            return;
        }
        let (mut rest, mut marks, mut defence) = (points, 0, 0);
        for nth in &members[..number] {
            rest = self.absorb(seat, usize::from(*nth), rest);
            let unit = &self.sides[seat].units[usize::from(*nth)];
            marks += unit.damage;
            defence += unit.defence();
        }
        for nth in &members[..number] {
            if rest > 0 && marks + rest >= defence {
                self.destroy(seat, usize::from(*nth));
            } else {
                self.sides[seat].units[usize::from(*nth)].damage = 0;
            }
        }
    }
}
