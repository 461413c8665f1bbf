//! Spends its coins, attacks where it does not lose by it, and blocks where it gains.

use crate::robot_empire::cards::book::Rulebook;

use crate::robot_empire::play::actions::Action;
use crate::robot_empire::state::{Named, Spot};
use crate::robot_empire::text::view::{UnitView, View};
use cardwright_kernel::{Bot, Observation, Rng};

/// Takes the answer that looks best at once; the first of equals.
#[derive(Clone, Copy, Default, Debug)]
pub struct Greedy;

impl Bot<Rulebook> for Greedy {
    fn choose(&mut self, sight: &Observation<'_, Rulebook>, legal: &[Action], _rng: &mut Rng) -> usize {
        let table = Table { book: sight.game(), view: sight.view(), seat: sight.seat().0 };
        let worth = |at: &usize| table.worth(legal[*at]);
        // The first of the best: `max_by_key` would give the last.
        (0..legal.len()).rev().max_by_key(worth).unwrap_or(0)
    }
}

struct Table<'a> {
    book: &'a Rulebook,
    view: View,
    seat: u8,
}

impl Table<'_> {
    /// How good an answer looks; passing and staying are worth 0.
    fn worth(&self, action: Action) -> i32 {
        match action {
            Action::Battery(coins) => coins.into(),
            Action::Pass | Action::Done | Action::Stay => 0,
            Action::Play(card) => self.card_worth(card),
            Action::Install(card, _) => 5 + i32::from(self.book.sort(card).cost),
            Action::Permanent(_) => 6,
            Action::Instant(_) => -1,
            Action::Assemble(..) => 50,
            Action::Return(_) => 40,
            Action::Land(..) => 8,
            Action::Show(card, named) => self.shown_worth(card, named),
            Action::Tap(_, named) => self.tap_worth(named),
            Action::Fire(_, named) => self.hit_worth(named) + 5,
            Action::Attack(foe) => self.attack_worth(foe),
            Action::Chain(_) => -1,
            Action::Block(attacker) => self.block_worth(attacker),
            Action::Order(blocker) => self.hit_worth(Named::Unit(blocker)),
            _ => -5,
        }
    }

    /// Dear cards first, Equipment that collects before all.
    fn card_worth(&self, card: u8) -> i32 {
        let sort = self.book.sort(card);
        let collects = 20 * i32::from(sort.collect);
        let half = sort.kind.is_half();
        2 + collects + i32::from(sort.cost) + if half { -1 } else { 0 }
    }

    fn shown_worth(&self, card: u8, named: Named) -> i32 {
        let sort = self.book.sort(card);
        let hit = match named {
            Named::Unit(spot) if spot.seat == self.seat => -20,
            Named::Unit(_) => self.hit_worth(named),
            Named::Player(_) | Named::Nothing => 6,
            Named::Battery(_) | Named::Gone => 0,
        };
        hit - i32::from(sort.cost)
    }

    /// Prevention is worth something to a fighter in combat.
    fn tap_worth(&self, named: Named) -> i32 {
        match named {
            Named::Unit(spot) => self.unit(spot).map_or(-1, |unit| if unit.fight.is_some() { 5 } else { -1 }),
            Named::Battery(_) => 2,
            _ => -1,
        }
    }

    fn hit_worth(&self, named: Named) -> i32 {
        match named {
            Named::Unit(spot) => self.unit(spot).map_or(0, |unit| {
                let left = i32::from(unit.defence) - i32::from(unit.damage);
                i32::from(unit.attack) + i32::from(unit.long_range) + 4 - left / 2
            }),
            _ => 6,
        }
    }

    fn unit(&self, spot: Spot) -> Option<&UnitView> {
        let player = self.view.players.get(usize::from(spot.seat))?;
        // Gone cards keep their place while a combat goes on, and views leave them out.
        player.units.get(usize::from(spot.at)).or_else(|| player.units.last())
    }

    fn blockers(&self, seat: u8) -> impl Iterator<Item = &UnitView> {
        let player = self.view.players.get(usize::from(seat));
        player.into_iter().flat_map(|player| &player.units).filter(|unit| unit.front && unit.ready)
    }

    /// Attacks where fewer fighters can block than attack, the weakest Battery first.
    fn attack_worth(&self, foe: u8) -> i32 {
        let Some(player) = self.view.players.get(usize::from(foe)) else { return -1 };
        let defenders = self.blockers(foe).count() as i32;
        let own = self.blockers(self.seat).filter(|unit| !unit.new).count() as i32;
        4 * (own - defenders) + 20 - i32::from(player.battery)
    }

    /// Blocks where the attacker falls or the blocker lives, or where the Battery is low.
    fn block_worth(&self, attacker: Spot) -> i32 {
        let Some(enemy) = self.unit(attacker) else { return -1 };
        let own = self.view.players.get(usize::from(self.seat));
        let low = own.is_some_and(|player| player.battery <= 8);
        let strong =
            self.blockers(self.seat).any(|unit| unit.defence > enemy.attack || unit.attack >= enemy.defence);
        if low {
            5
        } else if strong {
            3
        } else {
            -1
        }
    }
}
