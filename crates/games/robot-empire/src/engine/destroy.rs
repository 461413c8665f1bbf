//! Damage, destruction, Batteries, and elimination of players.

use crate::engine::context::Engine;
use crate::events::{Event, tell};
use crate::facts::names::{self, coins_go};
use crate::facts::{auras, costs, engagement, reactions, values};
use crate::legal::list;
use crate::lexicon::HookId;
use crate::options::{ChainPrevention, DefenceDie, No, Ownerless};
use crate::rules::{
    BACK, BATTERIES, BATTERY_LOSS, CAPTURE, CHAINS, DAMAGE, DESTROYED, EMPTIED, END,
    FALLING_DEFENCE, OUT, OWNERLESS, PREVENTION, RECHARGING, SURVIVES, SURVIVORS,
};
use crate::state::{
    Asked, CardDefId, FOUGHT, GONE, LANDED, MoonId, NEW as IS_NEW, PendingChance, Places, PlayerId,
    Players, RECHARGING as RECHARGES, SEATS, Spot, Step, Trigger, UNHARMED, Unit,
};
use arrayvec::ArrayVec;
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

/// A card or a chain that takes coins from a Battery.
pub(crate) struct Hitting {
    pub(crate) members: Places,
    pub(crate) foe: PlayerId,
    pub(crate) points: u8,
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Clears a defence die, which counts for the damage it was rolled for, or for the turn (Q-RS-1).
    pub(crate) fn forget_defence(&mut self, spot: Spot) {
        if self.book.options.defence_die == DefenceDie::EachTime
            && let Some(unit) = self.s.unit_mut(spot)
        {
            unit.set_braced(0);
        }
    }

    /// Uses prevention on a card to stop damage; returns the damage that is left (clause RE-6.10).
    pub(crate) fn absorb(&mut self, spot: Spot, points: u8) -> u8 {
        let Some(unit) = self.s.unit_mut(spot) else {
            return 0;
        };
        let stopped = unit.absorb(points);
        if stopped > 0 {
            self.emit(PREVENTION, "prevented", |book, s| {
                tell(format!(
                    "{stopped} damage to {} is prevented",
                    names::spot_name(book, s, spot)
                ))
                .unit(book, s, spot)
                .points(stopped)
            });
        }
        points - stopped
    }

    /// Deals damage to one card (clause RE-9.12), which may be a member of a chain (clause RE-9.6).
    pub(crate) fn deal_damage(&mut self, spot: Spot, points: u8) {
        let rest = self.mark_damage(spot, points);
        if rest > 0 {
            self.settle(spot, rest);
        }
    }

    /// Marks the damage to one card that nothing prevents; returns how much that is.
    pub(crate) fn mark_damage(&mut self, spot: Spot, points: u8) -> u8 {
        let mut rest = self.absorb(spot, points);
        if self.book.options.chain_prevention == ChainPrevention::Chain {
            for other in engagement::together(self.book, self.s, spot) {
                rest = self.absorb(other, rest);
            }
        }
        match self.s.unit_mut(spot) {
            Some(unit) => unit.mark(rest),
            None => rest = 0,
        }
        rest
    }

    /// Settles damage that was marked on a card. Defences of 1d6 that count are rolled first (clause RE-9.15).
    pub(crate) fn settle(&mut self, spot: Spot, points: u8) {
        if engagement::next_to_brace(self.book, self.s, spot).is_some() {
            self.s.pending_chance = PendingChance::Defence(spot.n(), points);
        } else {
            let together = engagement::together(self.book, self.s, spot);
            let endurance = engagement::endurance_of(self.book, self.s, &together);
            self.compare(spot, points, &together, endurance);
        }
    }

    /// Destroys the card, or its whole chain, if the marks are as many as the defence.
    pub(crate) fn compare(
        &mut self,
        spot: Spot,
        points: u8,
        together: &[Spot],
        (marks, defence): (u8, u8),
    ) {
        let (rule, what, whose) = match together.len() {
            0 => return,
            1 => (DAMAGE, "damaged", ""),
            _ => (CHAINS, "chain-damaged", " of its chain"),
        };
        self.emit_hit(rule, what, (spot.seat, points), |book, s| {
            tell(format!(
                "{} takes {points} damage: {marks} of {defence}{whose}",
                names::spot_name(book, s, spot)
            ))
            .unit(book, s, spot)
            .points(points)
        });
        if marks < defence {
            self.raise(HookId::OnDamaged, spot, points);
            self.raise_all(HookId::OnOwnDamaged, spot.seat, spot.n());
        }
        for one in together {
            if marks >= defence {
                self.destroy(*one, if rule == CHAINS { CHAINS } else { DESTROYED });
            }
            // In a combat they are cleared after all its damage has been dealt.
            if self.s.step != Step::DefenceDie {
                self.forget_defence(*one);
            }
        }
    }

    /// Makes a card recharge after its attack or shot, or because of an effect. If this lowers its defence, it may be
    /// destroyed (Q-RS-17).
    pub(crate) fn turn_sideways(&mut self, spot: Spot, survives: bool) {
        let ready = self.s.unit(spot).filter(|unit| !unit.is(RECHARGES));
        let Some(before) = ready.map(|unit| auras::defence_at(self.book, self.s, spot, unit))
        else {
            return;
        };
        let Some(unit) = self.s.unit_mut(spot) else {
            return;
        };
        unit.flags |= RECHARGES;
        let (rule, why) = if survives {
            (SURVIVORS, " after its attack")
        } else {
            (RECHARGING, "")
        };
        self.emit(rule, "recharges", |book, s| {
            tell(format!(
                "{} recharges{why}",
                names::spot_name(book, s, spot)
            ))
            .unit(book, s, spot)
        });
        self.defence_fell(spot, before);
    }

    /// Destroys a card or its chain if its defence has fallen to its damage (clause RE-9.19, Q-RS-17).
    pub(crate) fn defence_fell(&mut self, spot: Spot, before: u8) {
        if self.book.options.falling_defence == No::No {
            return;
        }
        let together = engagement::together(self.book, self.s, spot);
        let (marks, after) = engagement::endurance_of(self.book, self.s, &together);
        if after < before && marks >= after && marks > 0 {
            for one in together {
                self.destroy(one, FALLING_DEFENCE);
            }
        }
    }

    /// Runs `leaves`, which removes a card from its chain. The defence of each part is lower than that of the whole
    /// chain.
    pub(crate) fn parted(&mut self, spot: Spot, leaves: impl FnOnce(&mut Self)) {
        let chain = engagement::together(self.book, self.s, spot);
        let (_, before) = engagement::endurance_of(self.book, self.s, &chain);
        leaves(self);
        if chain.len() > 1 {
            let other = chain.into_iter().find(|one| *one != spot);
            for part in other.into_iter().chain([spot]) {
                self.defence_fell(part, before);
            }
        }
    }

    /// Removes a destroyed card from the table (clauses RE-5.3, RE-9.12).
    pub(crate) fn destroy(&mut self, spot: Spot, rule: cardwright_kernel::RuleId) {
        let Some(unit) = self.s.unit(spot).copied() else {
            return;
        };
        if self.book.listens(HookId::Survives) && self.survives_instead(spot)
            || self.book.listens(HookId::Returns) && self.returns_instead(spot, &unit)
        {
            return;
        }
        let cost = values::cost_of(self.book, &unit);
        self.emit_hit(rule, "destroyed", (spot.seat, cost), |book, s| {
            tell(format!("{} is destroyed", names::spot_name(book, s, spot))).unit(book, s, spot)
        });
        self.clear_away(&unit);
        let told = self.book.tells_destroyed();
        if let Some(unit) = self.s.unit_mut(spot) {
            if told {
                unit.flags = unit.flags & !FOUGHT | (u16::from(unit.fights()) * FOUGHT);
            }
            unit.flags = unit.flags & !UNHARMED | GONE;
            unit.fight = 0;
        }
        self.gaps = true;
        self.raise(HookId::OnDestroyed, spot, 0);
        self.raise_about(spot, HookId::OnOwnDestroyed, HookId::OnFoeDestroyed);
    }

    /// Keeps a card in play that is about to be destroyed, if the card says so (clause RE-6.33).
    #[cold]
    fn survives_instead(&mut self, spot: Spot) -> bool {
        let survives = reactions::says(self.book, self.s, spot, HookId::Survives);
        if let Some(unit) = self.s.unit_mut(spot).filter(|_| survives) {
            unit.damage = 0;
            unit.set_survived(1);
            self.emit(SURVIVES, "survives", |book, s| {
                tell(format!(
                    "{} survives instead of being destroyed; its damage is removed",
                    names::spot_name(book, s, spot)
                ))
                .unit(book, s, spot)
            });
            self.raise(HookId::OnSurvived, spot, 0);
        }
        survives
    }

    /// Returns a card that is about to be destroyed to the hand, if the card says so (clause RE-6.19).
    #[cold]
    fn returns_instead(&mut self, spot: Spot, unit: &Unit) -> bool {
        let returns = reactions::says(self.book, self.s, spot, HookId::Returns);
        if returns {
            self.emit(BACK, "returned", |book, s| {
                tell(format!(
                    "{} returns instead of being destroyed",
                    names::spot_name(book, s, spot)
                ))
                .unit(book, s, spot)
            });
            self.clear_away(unit);
            if let Some(left) = self.s.unit_mut(spot) {
                left.flags |= GONE | UNHARMED;
                left.fight = 0;
            }
            self.gaps = true;
            self.back_to_hand_or_pile(spot, unit);
        }
        returns
    }

    /// Returns a card that leaves the table to the hand, and names those of its cards that stay on the discard pile.
    pub(crate) fn back_to_hand_or_pile(&mut self, spot: Spot, unit: &Unit) {
        let book = self.book;
        for card in self
            .back_to_hand(spot, unit)
            .into_iter()
            .chain(values::parts_of(book, unit))
        {
            self.emit(BACK, "left-behind", |book, _| {
                tell(format!("{} goes to the discard pile", book.def(card).name))
                    .card(book, card)
                    .player(spot.seat)
            });
        }
    }

    /// Moves a card that has left the table from the discard pile to the hand of the player who controlled it, or who
    /// lent it (clause RE-6.19). Returns the card, or those of its halves, for which there is no room.
    pub(crate) fn back_to_hand(&mut self, spot: Spot, unit: &Unit) -> ArrayVec<CardDefId, 2> {
        let book = self.book;
        let seat = values::lender_of(book, spot.seat, unit).unwrap_or(spot.seat);
        let halves = std::iter::once(unit.card).chain(book.legs_of(unit));
        halves.filter(|card| !self.take_back(seat, *card)).collect()
    }

    /// Moves a card from the discard pile to a hand of the same deck that is not full; returns whether it has moved.
    pub(crate) fn take_back(&mut self, seat: PlayerId, card: CardDefId) -> bool {
        let own = self.book.defs_of(seat).iter().any(|def| def == card);
        let side = self.s.side(seat);
        let moves = own
            && !(side.out || side.hand.is_full() || self.book.is_moon(card))
            && self.s.piles.take_discarded(card);
        if moves {
            self.s.side_mut(seat).hold(card);
            self.hand_changed(seat);
            self.emit(BACK, "taken-back", |book, _| {
                tell(format!(
                    "{} goes to the hand of player {}",
                    book.def(card).name,
                    seat.number()
                ))
                .card(book, card)
                .player(seat)
            });
        }
        moves
    }

    /// Puts the cards of a unit onto the discard pile and its coins into the War Chest (clauses RE-1.4, RE-4.1,
    /// RE-12.3).
    pub(crate) fn clear_away(&mut self, unit: &Unit) {
        let book = self.book;
        let cards = std::iter::once(unit.card)
            .chain(book.legs_of(unit))
            .chain(values::parts_of(book, unit));
        cards.for_each(|card| self.s.piles.discard(card, 1));
        self.fill_chest(values::coins_on(book, unit).into());
    }

    /// A Moon goes to the discard pile (clause RE-8.4).
    pub(crate) fn discard_moon(&mut self, place: MoonId) {
        let Some(moon) = self.s.moons.pop_at(place.index()) else {
            return;
        };
        self.s.piles.discard(moon.card, 1);
        for unit in self.s.sides.iter_mut().flat_map(|side| &mut side.units) {
            if let Some(on) = unit.moon().filter(|on| *on > place) {
                unit.set_moon(MoonId::of(on.index() - 1));
            }
        }
        self.emit(EMPTIED, "moon-gone", |book, _| {
            tell(format!(
                "the Moon {} goes to the discard pile",
                book.def(moon.card).name
            ))
            .card(book, moon.card)
        });
    }

    /// Batteries lose coins together; players whose Battery is at 0 are eliminated (clauses RE-9.14, RE-10.1).
    pub(crate) fn hit_batteries(
        &mut self,
        points: [u8; SEATS],
        by: Option<PlayerId>,
        hitting: &[Hitting],
    ) {
        let fallen = self.empty_batteries(points, hitting);
        if !fallen.is_empty() {
            self.fall(fallen, by);
        }
    }

    /// A card takes coins from a Battery. The player is out if it is at 0; what follows from this waits until the
    /// running effect pauses or ends, because it may empty several Batteries (clause RE-10.3).
    pub(crate) fn drain(&mut self, seat: PlayerId, points: u8, by: Option<PlayerId>) {
        let mut batteries = [0; SEATS];
        batteries[usize::from(seat)] = points;
        let fallen = self.empty_batteries(batteries, &[]);
        if !fallen.is_empty() {
            self.put_out(fallen);
            let all = fallen.iter().chain(self.fallen.0.iter()).collect();
            self.fallen = (all, by, self.op);
        }
    }

    /// Eliminates the players whose Batteries the running effect has emptied.
    #[inline]
    pub(crate) fn settle_fallen(&mut self) {
        if !self.fallen.0.is_empty() {
            let (fallen, by, op) = std::mem::take(&mut self.fallen);
            let now = std::mem::replace(&mut self.op, op);
            self.eliminate(fallen, by);
            self.op = now;
        }
    }

    /// Takes coins from Batteries; returns the players whose Battery is at 0. In combat, `hitting` contains the
    /// attackers that dealt the damage, in the order in which it is counted.
    fn empty_batteries(&mut self, points: [u8; SEATS], hitting: &[Hitting]) -> Players {
        let mut fallen = Players::EMPTY;
        for seat in self.book.seats() {
            let hit = points[seat.index()];
            let side = self.s.side_mut(seat);
            if hit == 0 || side.out {
                continue;
            }
            let stopped = hit.min(side.prevented);
            side.prevented -= stopped;
            let hit = hit - stopped;
            if stopped > 0 {
                self.emit(PREVENTION, "prevented", |_, _| {
                    tell(format!(
                        "{stopped} damage to the Battery of player {} is prevented",
                        seat.number()
                    ))
                    .player(seat)
                    .points(stopped)
                });
            }
            let hit = match self.book.listens(HookId::BatteryLoss) {
                true => self.changed_loss(seat, hit),
                false => hit,
            };
            let side = self.s.side_mut(seat);
            let lost = hit.min(side.battery);
            side.battery -= lost;
            let left = side.battery;
            if lost > 0 {
                self.s.fought = true;
                self.fill_chest(lost.into());
                self.emit_hit(BATTERIES, "battery-hit", (seat, lost), |_, _| {
                    tell(format!(
                        "the Battery of player {} loses {lost}: {left} left",
                        seat.number()
                    ))
                    .player(seat)
                    .points(lost)
                    .left(left)
                });
            }
            if left == 0 {
                fallen.insert(seat);
            } else if lost > 0 {
                self.raise_all(HookId::OnBatteryHit, seat, lost);
                let mut rest = lost;
                for hit in hitting.iter().filter(|hit| hit.foe == seat) {
                    let part = hit.points.min(rest);
                    rest -= part;
                    for at in hit.members.iter().filter(|_| part > 0) {
                        let spot = Spot {
                            seat: self.s.active,
                            at,
                        };
                        self.raise(HookId::OnBatteryDamageDealt, spot, Trigger::hit(seat, part));
                    }
                }
            }
        }
        fallen
    }

    /// The points that a Battery loses after cards have changed them, one card after another (clause RE-6.39).
    #[cold]
    fn changed_loss(&mut self, seat: PlayerId, points: u8) -> u8 {
        let mut points = points;
        for at in self.s.side(seat).taken().iter() {
            let spot = Spot { seat, at };
            let changed = costs::loss(self.book, self.s, spot, points);
            if points == 0 || changed == points {
                continue;
            }
            self.emit(BATTERY_LOSS, "loss-changed", |book, s| {
                tell(format!(
                    "{} makes the Battery of player {} lose {changed} instead of {points}",
                    names::spot_name(book, s, spot),
                    seat.number()
                ))
                .unit(book, s, spot)
                .player(seat)
                .points(points)
                .left(changed)
            });
            self.raise(HookId::OnLossChanged, spot, points.abs_diff(changed));
            points = changed;
        }
        points
    }

    /// Eliminates players (clauses RE-10.1 to RE-10.3).
    fn fall(&mut self, fallen: Players, by: Option<PlayerId>) {
        self.put_out(fallen);
        self.eliminate(fallen, by);
    }

    fn put_out(&mut self, fallen: Players) {
        for seat in fallen.iter() {
            self.s.side_mut(seat).out = true;
            self.emit(OUT, "out", |_, _| {
                tell(format!("player {} is out", seat.number())).player(seat)
            });
        }
    }

    /// Ends the game if players who are out leave one or nobody; otherwise hands over what they own.
    fn eliminate(&mut self, fallen: Players, by: Option<PlayerId>) {
        let living = values::living_set(self.book, self.s);
        if living.len() <= 1 {
            self.end_game(if living.is_empty() { fallen } else { living }, END);
            return;
        }
        let by = by.filter(|by| living.contains(*by));
        // Destroyed cards have left, so their places are free for captured cards (clauses RE-1.8, RE-9.14).
        self.compact();
        for seat in fallen.iter() {
            self.give_up(seat, by);
        }
        // Their announcements lapse; the cards are already on the discard pile.
        self.s.waiting.cancel_of(fallen.bits());
    }

    /// Hands over what an eliminated player owns: to the player who caused it, or it is lost, or stays (clauses
    /// RE-10.2, RE-10.5).
    fn give_up(&mut self, seat: PlayerId, by: Option<PlayerId>) {
        let units = std::mem::take(&mut self.s.side_mut(seat).units);
        let stays = by.is_none() && self.book.options.ownerless == Ownerless::Stay;
        for unit in units.iter().filter(|unit| !unit.is(GONE)) {
            let robot = values::is_robot(self.book, unit);
            let taker = by.filter(|by| robot && list::has_room(self.s, *by, unit.cards()));
            let Some(by) = taker else {
                match robot && stays {
                    true => self.stay(seat, unit),
                    false => self.clear_away(unit),
                }
                continue;
            };
            let mut captured = *unit;
            captured.leave_combat();
            captured.set_lender(0);
            captured.flags = captured.flags & !LANDED | IS_NEW;
            let _ = self.stand(by, captured);
            self.emit(CAPTURE, "captured", |book, _| {
                tell(format!(
                    "{} of player {} goes to player {}",
                    names::unit_name(book, &captured),
                    seat.number(),
                    by.number()
                ))
                .card(book, captured.card)
                .player(by)
                .at_player(seat)
            });
        }
        let hand = std::mem::take(&mut self.s.side_mut(seat).hand);
        self.hand_changed(seat);
        hand.iter().for_each(|card| self.s.piles.discard(*card, 1));
        let vault = std::mem::take(&mut self.s.side_mut(seat).vault);
        self.s.side_mut(seat).prevented = 0;
        self.fill_chest(vault);
        self.emit(CAPTURE, "lost", |_, _| {
            tell(format!(
                "all else of player {} is lost; {} to the War Chest",
                seat.number(),
                coins_go(vault)
            ))
            .player(seat)
        });
    }

    /// Leaves a robot where it is, without an owner.
    fn stay(&mut self, seat: PlayerId, unit: &Unit) {
        let mut left = *unit;
        left.leave_combat();
        left.set_lender(0);
        let _ = self.stand(seat, left);
        self.emit(OWNERLESS, "ownerless", |book, _| {
            tell(format!(
                "{} of player {} stays, ownerless",
                names::unit_name(book, &left),
                seat.number()
            ))
            .player(seat)
            .card(book, left.card)
        });
    }

    /// Ends the game.
    pub(crate) fn end_game(&mut self, winners: Players, rule: cardwright_kernel::RuleId) {
        self.s.step = Step::Over;
        self.s.asked = Asked::Nobody;
        self.s.winners = winners;
        self.s.pending_chance = PendingChance::None;
        (self.s.effects, self.s.triggers, self.s.waiting) = Default::default();
        self.emit(rule, "over", |_, _| {
            let names: Vec<String> = winners
                .iter()
                .map(|seat| seat.number().to_string())
                .collect();
            match &names[..] {
                [one] => format!("player {one} wins"),
                all => format!("players {} share the game", all.join(" and ")),
            }
        });
    }

    /// Makes a card recharge; it leaves the combat if it is in one (clauses RE-4.8, RE-9.8).
    pub(crate) fn recharge(&mut self, spot: Spot) {
        let Some(unit) = self
            .s
            .unit(spot)
            .filter(|unit| !unit.is(RECHARGES))
            .copied()
        else {
            return;
        };
        self.parted(spot, |engine| {
            engine.turn_sideways(spot, false);
            if unit.fight != 0 {
                engine.withdraw(spot);
            }
        });
    }

    /// Removes a card from the combat (clause RE-9.8).
    pub(crate) fn withdraw(&mut self, spot: Spot) {
        let last = engagement::chains_last(self.book);
        let Some(unit) = self.s.unit_mut(spot).filter(|unit| unit.fight != 0) else {
            return;
        };
        unit.leave_combat();
        if !last {
            unit.join(None);
        }
        self.emit(crate::rules::LEAVES, "leaves-combat", |book, s| {
            tell(format!(
                "{} leaves the combat",
                names::spot_name(book, s, spot)
            ))
            .unit(book, s, spot)
        });
    }
}
