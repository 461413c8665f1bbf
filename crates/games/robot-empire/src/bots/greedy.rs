//! A bot that plays cards along a cost curve, makes good trades, attacks when it loses nothing by it, and blocks when
//! it gains or must.

use crate::actions::Action;
use crate::book::rulebook::Rulebook;
use crate::facts::{auras, values};
use crate::lexicon::{KindId, NamesId};
use crate::state::{CardDefId, NEW, Named, PlayerId, Side, Spot, State, Step, Unit};
use cardwright_kernel::{Bot, Observation, Rng, Seat};
use cardwright_runtime::ids::Id;

/// A Battery with fewer coins is in danger: every attacker is worth a blocker.
const LOW: u8 = 8;

/// The average result of a die, rounded down.
const DIE: i32 = 3;

/// Which player to attack if nothing else decides: the one with the strongest Battery (1) or the weakest (-1).
const TARGET: i32 = 1;

/// Chooses the action with the best immediate result; ties are broken at random.
#[derive(Clone, Copy, Default, Debug)]
pub struct Greedy;

impl Bot<Rulebook> for Greedy {
    fn choose(
        &mut self,
        observation: &Observation<'_, Rulebook>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> usize {
        Table::of(observation.game(), &observation.known(), observation.seat()).best(legal, rng)
    }
}

/// The table as a player sees it. The state contains other players' hands, but this code does not read them.
pub(super) struct Table<'a> {
    book: &'a Rulebook,
    state: &'a State,
    seat: PlayerId,
}

impl<'a> Table<'a> {
    pub(super) fn of(book: &'a Rulebook, state: &'a State, seat: Seat) -> Self {
        Table {
            book,
            state,
            seat: PlayerId::of_seat(seat).unwrap_or_default(),
        }
    }

    /// The index of the best action; ties are broken at random.
    pub(super) fn best(&self, legal: &[Action], rng: &mut Rng) -> usize {
        cardwright_bots::best(legal.iter().map(|action| self.worth(*action)), rng)
    }

    /// The value of an action; passing and staying are worth 0.
    fn worth(&self, action: Action) -> i32 {
        match action {
            Action::Battery(coins) => coins.into(),
            Action::Pass | Action::Done | Action::Stay => 0,
            Action::Play(card) => self.card_worth(card),
            Action::Install(card, on) => {
                5 + i32::from(self.book.def(card).cost)
                    + self.unit(on).map_or(0, |unit| self.value(unit)) / 4
            }
            Action::Permanent(_) => 6,
            Action::Instant(on) => self.instant_worth(on),
            Action::Assemble(..) => 50,
            Action::Return(_) => 40,
            Action::Land(..) => 8,
            Action::Show(card, named) => self.shown_worth(card, named),
            Action::Tap(_, named) => self.tap_worth(named),
            Action::Fire(_, named) => self.hit_worth(named) + 5,
            Action::Attack(foe) => self.attack_worth(foe),
            Action::AttackAt(_) => -1,
            Action::Chain(_) => self.chain_worth(),
            Action::Link(..) => 1,
            Action::Block(attacker) => self.block_worth(attacker),
            Action::Order(blocker) => self.hit_worth(Named::Unit(blocker)),
            Action::Choose(value) => value.clamp(0, 20),
            _ => -5,
        }
    }

    fn own(&self) -> &Side {
        self.state.side(self.seat)
    }

    /// The value of playing a card. Early in the game, Equipment that collects coins comes first, then the most
    /// expensive affordable card (the curve).
    fn card_worth(&self, card: CardDefId) -> i32 {
        let def = self.book.def(card);
        let young = i32::from(self.state.turn < 20);
        let strength =
            i32::from(def.attack) + i32::from(def.defence) / 2 + 3 * i32::from(def.flying);
        let half = if def.kind.is_half() && !self.other_half(def.kind) {
            -3
        } else {
            0
        };
        4 + 20 * i32::from(def.collect) * young + i32::from(def.cost) + strength + half
    }

    /// Whether the other half of a Mega Robot is on the table or in hand.
    fn other_half(&self, kind: KindId) -> bool {
        let wanted = if kind == KindId::MegaTop {
            KindId::MegaLegs
        } else {
            KindId::MegaTop
        };
        let is = |card: CardDefId| self.book.def(card).kind == wanted;
        let own = self.own();
        own.hand.iter().any(|card| is(*card))
            || own
                .present()
                .any(|(_, unit)| unit.legs() == 0 && is(unit.card))
    }

    fn shown_worth(&self, card: CardDefId, named: Named) -> i32 {
        let def = self.book.def(card);
        let hit = match named {
            // Prevention is worth something for a card in combat, or against an announcement.
            Named::Unit(spot) if spot.seat == self.seat => self.unit(spot).map_or(-20, |unit| {
                if self.fights(unit) {
                    self.value(unit) / 2
                } else {
                    -20
                }
            }),
            Named::Unit(_) => self.hit_worth(named),
            Named::Player(_) => 6,
            Named::Nothing if def.names == NamesId::Announced => 5,
            Named::Nothing => 6,
            Named::Battery(_) | Named::Gone => 0,
        };
        hit - i32::from(def.cost)
    }

    /// The value of an Instant: it is worth its coins to a fighter in combat.
    fn instant_worth(&self, on: Spot) -> i32 {
        self.unit(on)
            .map_or(-1, |unit| if self.fights(unit) { 2 } else { -1 })
    }

    fn tap_worth(&self, named: Named) -> i32 {
        match named {
            Named::Unit(spot) => self
                .unit(spot)
                .map_or(-1, |unit| if self.fights(unit) { 5 } else { -1 }),
            Named::Battery(_) => 2,
            _ => -1,
        }
    }

    /// The value of hitting a card or a Battery; it is higher if the target is nearly destroyed.
    fn hit_worth(&self, named: Named) -> i32 {
        match named {
            Named::Unit(spot) => self.unit(spot).map_or(0, |unit| {
                let left = i32::from(values::defence(self.book, unit)) - i32::from(unit.damage);
                self.value(unit) + 4 - left / 2
            }),
            _ => 6,
        }
    }

    fn unit(&self, spot: Spot) -> Option<&Unit> {
        self.state.side(spot.seat).units.get(spot.at.index())
    }

    fn fights(&self, unit: &Unit) -> bool {
        unit.fights() && self.state.step != Step::Marks
    }

    fn ready(&self, seat: PlayerId) -> impl Iterator<Item = (Spot, &Unit)> {
        let units = self.state.side(seat).present();
        units
            .map(move |(at, unit)| (Spot { seat, at }, unit))
            .filter(|(_, unit)| values::in_front(self.book, unit) && unit.ready())
    }

    /// The fighter that is asked: the first of its own that may still attack, or block.
    fn asked(&self, attacks: bool) -> Option<(Spot, &Unit)> {
        self.ready(self.seat)
            .find(|(_, unit)| !(self.fights(unit) || attacks && unit.is(NEW)))
    }

    /// The value of an attack. It attacks unless a single blocker would destroy the fighter and survive, the trade is
    /// bad, or the fighters left at home could not protect the Battery. [`TARGET`] decides which Battery is preferred.
    fn attack_worth(&self, foe: PlayerId) -> i32 {
        let Some((spot, own)) = self.asked(true) else {
            return -1;
        };
        let battery = i32::from(self.state.side(foe).battery);
        let (attack, defence) = (self.attack(own), self.left(own));
        let flying = auras::flies_at(self.book, self.state, spot, own);
        let blockers = || {
            self.ready(foe)
                .filter(|(spot, unit)| {
                    !flying || auras::flies_at(self.book, self.state, *spot, unit)
                })
                .map(|(_, unit)| unit)
        };
        let fells = |unit: &Unit| self.attack(unit) >= defence;
        let lost = blockers().any(|unit| fells(unit) && self.left(unit) > attack);
        let traded = blockers().any(|unit| fells(unit) && self.value(unit) < self.value(own));
        let alone = blockers().next().is_none();
        let deadly = alone && attack >= battery;
        let counter: i32 = self.ready(foe).map(|(_, unit)| self.attack(unit)).sum();
        let stays: i32 = self
            .ready(self.seat)
            .filter(|(other, _)| *other != spot)
            .map(|(_, unit)| self.left(unit))
            .sum();
        let open = counter > stays + i32::from(self.own().battery);
        match () {
            () if deadly => 100,
            () if lost || traded || open => -1,
            () => 20 + attack + TARGET * battery / 2 + if alone { 5 } else { 0 },
        }
    }

    /// The value of joining a chain: positive if the Monster would only be lost when alone.
    fn chain_worth(&self) -> i32 {
        self.asked(false)
            .map_or(-1, |(_, own)| if self.left(own) <= 2 { 3 } else { -1 })
    }

    /// The value of a block: positive if the attacker is destroyed or the blocker survives, if the trade is good, or
    /// if the Battery is low.
    fn block_worth(&self, attacker: Spot) -> i32 {
        let (Some(enemy), Some((_, own))) = (self.unit(attacker), self.asked(false)) else {
            return -1;
        };
        let falls = self.attack(own) >= self.left(enemy);
        let lives = self.left(own) > self.attack(enemy);
        let (theirs, mine) = (self.value(enemy), self.value(own));
        match (falls, lives) {
            (true, true) => 20 + theirs,
            (true, false) if theirs >= mine => 10 + theirs - mine,
            (false, true) => 4,
            _ if self.own().battery <= LOW => 3,
            _ => -1,
        }
    }

    /// The expected attack of a card.
    fn attack(&self, unit: &Unit) -> i32 {
        i32::from(values::attack(self.book, unit))
            + if values::rolls(self.book, unit) {
                DIE
            } else {
                0
            }
    }

    /// The damage that the card can still take before it is destroyed.
    fn left(&self, unit: &Unit) -> i32 {
        let die = if values::braces(self.book, unit) {
            DIE
        } else {
            0
        };
        i32::from(values::defence(self.book, unit)) + die + i32::from(unit.prevention())
            - i32::from(unit.damage)
    }

    /// The value of a card on the table.
    fn value(&self, unit: &Unit) -> i32 {
        self.attack(unit)
            + i32::from(values::defence(self.book, unit)) / 2
            + i32::from(values::long_range(self.book, unit))
            + 2 * i32::from(values::flies(self.book, unit))
    }
}
