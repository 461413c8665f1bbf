//! Spends its coins along a curve, trades where it gains, attacks where it does not lose by it, and blocks where it gains
//! or must.

use crate::cards::book::Rulebook;
use crate::cards::lexicon::{KindId, NamesId};
use crate::play::actions::Action;
use crate::state::{Named, PlayerId, SortId, Spot};
use crate::text::view::{PlayerView, UnitView, View};
use cardwright_kernel::{Bot, Observation, Rng};

/// A Battery below this is in danger: every attacker is worth a blocker.
const LOW: u8 = 8;
/// What an average die adds.
const DIE: i32 = 3;

/// Takes the action that looks best at once; the first of equals.
#[derive(Clone, Copy, Default, Debug)]
pub struct Greedy;

impl Bot<Rulebook> for Greedy {
    fn choose(
        &mut self,
        sight: &Observation<'_, Rulebook>,
        legal: &[Action],
        _rng: &mut Rng,
    ) -> usize {
        let table = Table {
            book: sight.game(),
            view: sight.view(),
            seat: PlayerId::of_seat(sight.seat()).unwrap_or_default(),
        };
        let worth = |at: &usize| table.worth(legal[*at]);
        // The first of the best: `max_by_key` would give the last.
        (0..legal.len()).rev().max_by_key(worth).unwrap_or(0)
    }
}

struct Table<'a> {
    book: &'a Rulebook,
    view: View,
    seat: PlayerId,
}

impl Table<'_> {
    /// How good an action looks; passing and staying are worth 0.
    fn worth(&self, action: Action) -> i32 {
        match action {
            Action::Battery(coins) => coins.into(),
            Action::Pass | Action::Done | Action::Stay => 0,
            Action::Play(card) => self.card_worth(card),
            Action::Install(card, on) => {
                5 + i32::from(self.book.sort(card).cost) + self.unit(on).map_or(0, value) / 4
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

    fn own(&self) -> Option<&PlayerView> {
        self.view.players.get(usize::from(self.seat))
    }

    /// Equipment that collects before all while the game is young, then the dearest card that can be paid: the curve.
    fn card_worth(&self, card: SortId) -> i32 {
        let sort = self.book.sort(card);
        let young = i32::from(self.view.turn < 20);
        let strength =
            i32::from(sort.attack) + i32::from(sort.defence) / 2 + 3 * i32::from(sort.flying);
        let half = if sort.kind.is_half() && !self.other_half(sort.kind) {
            -3
        } else {
            0
        };
        4 + 20 * i32::from(sort.collect) * young + i32::from(sort.cost) + strength + half
    }

    /// Whether the other half of a Mega Robot lies there or is held.
    fn other_half(&self, kind: KindId) -> bool {
        let wanted = if kind == KindId::MegaTop {
            KindId::MegaLegs
        } else {
            KindId::MegaTop
        };
        let is = |id: &String| {
            self.book
                .sort_named(id, self.seat)
                .is_some_and(|card| self.book.sort(card).kind == wanted)
        };
        let Some(own) = self.own() else { return false };
        own.hand.iter().flatten().any(is)
            || own
                .units
                .iter()
                .any(|unit| unit.legs.is_none() && is(&unit.card))
    }

    fn shown_worth(&self, card: SortId, named: Named) -> i32 {
        let sort = self.book.sort(card);
        let hit = match named {
            // Prevention is worth something to a card in combat, or against what is announced.
            Named::Unit(spot) if spot.seat == self.seat => self.unit(spot).map_or(-20, |unit| {
                if unit.fight.is_some() {
                    value(unit) / 2
                } else {
                    -20
                }
            }),
            Named::Unit(_) => self.hit_worth(named),
            Named::Player(_) => 6,
            Named::Nothing if sort.names == NamesId::Announced => 5,
            Named::Nothing => 6,
            Named::Battery(_) | Named::Gone => 0,
        };
        hit - i32::from(sort.cost)
    }

    /// An Instant is worth its coins to a fighter in combat.
    fn instant_worth(&self, on: Spot) -> i32 {
        self.unit(on)
            .map_or(-1, |unit| if unit.fight.is_some() { 2 } else { -1 })
    }

    fn tap_worth(&self, named: Named) -> i32 {
        match named {
            Named::Unit(spot) => self
                .unit(spot)
                .map_or(-1, |unit| if unit.fight.is_some() { 5 } else { -1 }),
            Named::Battery(_) => 2,
            _ => -1,
        }
    }

    /// What a hit on a card, or on a Battery, is worth: more where it nearly falls.
    fn hit_worth(&self, named: Named) -> i32 {
        match named {
            Named::Unit(spot) => self.unit(spot).map_or(0, |unit| {
                let left = i32::from(unit.defence) - i32::from(unit.damage);
                value(unit) + 4 - left / 2
            }),
            _ => 6,
        }
    }

    fn unit(&self, spot: Spot) -> Option<&UnitView> {
        let player = self.view.players.get(usize::from(spot.seat))?;
        // While an effect runs, gone cards keep their place, and views leave them out.
        player
            .units
            .get(usize::from(spot.at))
            .or_else(|| player.units.last())
    }

    fn ready(&self, seat: PlayerId) -> impl Iterator<Item = &UnitView> {
        let player = self.view.players.get(usize::from(seat));
        player
            .into_iter()
            .flat_map(|player| &player.units)
            .filter(|unit| unit.front && unit.ready)
    }

    /// The fighter that is asked about: the first of its own that may still attack, or block.
    fn asked(&self, attacks: bool) -> Option<&UnitView> {
        self.ready(self.seat)
            .find(|unit| unit.fight.is_none() && !(attacks && unit.new))
    }

    /// Attacks unless a single blocker would destroy the fighter and live, or the attackers left at home would not hold
    /// the Battery; the weakest Battery first.
    fn attack_worth(&self, foe: PlayerId) -> i32 {
        let (Some(player), Some(own)) = (self.view.players.get(usize::from(foe)), self.asked(true))
        else {
            return -1;
        };
        let (attack, defence) = (attack(own), left(own));
        let blockers = || self.ready(foe).filter(|unit| !own.flying || unit.flying);
        let lost = blockers().any(|unit| self::attack(unit) >= defence && left(unit) > attack);
        let traded =
            blockers().any(|unit| self::attack(unit) >= defence && value(unit) < value(own));
        let alone = blockers().next().is_none();
        let deadly = alone && attack >= i32::from(player.battery);
        let counter: i32 = self.ready(foe).map(self::attack).sum();
        let stays: i32 = self
            .ready(self.seat)
            .filter(|unit| unit.id != own.id)
            .map(left)
            .sum();
        let open = self
            .own()
            .is_some_and(|own| counter > stays + i32::from(own.battery));
        match () {
            () if deadly => 100,
            () if lost || traded || open => -1,
            () => 20 + attack - i32::from(player.battery) / 2 + if alone { 5 } else { 0 },
        }
    }

    /// A chain where alone the Monster would only be lost.
    fn chain_worth(&self) -> i32 {
        self.asked(false)
            .map_or(-1, |own| if left(own) <= 2 { 3 } else { -1 })
    }

    /// Blocks where the attacker falls or the blocker lives, where the trade is good, or where the Battery is low.
    fn block_worth(&self, attacker: Spot) -> i32 {
        let (Some(enemy), Some(own)) = (self.unit(attacker), self.asked(false)) else {
            return -1;
        };
        let low = self.own().is_some_and(|own| own.battery <= LOW);
        let (falls, lives) = (attack(own) >= left(enemy), left(own) > attack(enemy));
        match (falls, lives) {
            (true, true) => 20 + value(enemy),
            (true, false) if value(enemy) >= value(own) => 10 + value(enemy) - value(own),
            (false, true) => 4,
            _ if low => 3,
            _ => -1,
        }
    }
}

/// The attack that is to be expected of a card.
fn attack(unit: &UnitView) -> i32 {
    i32::from(unit.attack) + if unit.attack_die { DIE } else { 0 }
}

/// The damage it still bears.
fn left(unit: &UnitView) -> i32 {
    let die = if unit.defence_die { DIE } else { 0 };
    i32::from(unit.defence) + die + i32::from(unit.prevented) - i32::from(unit.damage)
}

/// What a card on the table is worth.
fn value(unit: &UnitView) -> i32 {
    attack(unit)
        + i32::from(unit.defence) / 2
        + i32::from(unit.long_range)
        + 2 * i32::from(unit.flying)
}
