//! Tables late in a game: robots full of cards, hands full of weapons, little energy, some robots eliminated.

use super::cards::{PARTS, UPGRADES, WEAPONS};
use super::table::{MarketCard, Status, Table};
use cardwright_kernel::{Rng, below};
use std::fmt::Write as _;

/// What is left to place.
struct Left {
    rng: Rng,
    parts: Vec<(&'static str, &'static str)>,
    weapons: Vec<&'static str>,
}

impl Left {
    fn once_in(&mut self, times: u32) -> bool {
        below(&mut self.rng, times) == 0
    }

    fn take<T>(&mut self, from: impl Fn(&mut Self) -> &mut Vec<T>) -> Option<T> {
        let left = from(self).len() as u32;
        if left == 0 {
            return None;
        }
        let nth = below(&mut self.rng, left) as usize;
        Some(from(self).swap_remove(nth))
    }
}

/// Fills a table without drawing a card, and describes it as a position.
pub(super) fn lay(table: &mut Table, rng: Rng) -> String {
    let three = table.players == 3;
    let parts = PARTS
        .iter()
        .filter(|part| !(three && part.marked))
        .map(|part| (part.id, part.slot));
    // The weapon that works when it is bought is never in a hand.
    let weapons = WEAPONS
        .iter()
        .filter(|weapon| **weapon != "bad-luck")
        .copied();
    let mut all = Left {
        rng,
        parts: parts.collect(),
        weapons: weapons.collect(),
    };
    table.laid = true;
    lay_robots(table, &mut all);
    lay_market(table, &mut all);
    say(table)
}

fn lay_robots(table: &mut Table, all: &mut Left) {
    let robots = table.robots.len();
    match table.players {
        // In a decided duel, one robot is eliminated and the other waits. In the last duel, two are left.
        2 if all.once_in(4) => {
            let (fell, waits) = if all.once_in(2) { (0, 3) } else { (2, 1) };
            table.decide(fell, waits);
        }
        2 if all.once_in(4) => table.last_of(if all.once_in(2) { [0, 2] } else { [1, 3] }),
        3.. if all.once_in(4) => {
            table.robots[below(&mut all.rng, robots as u32) as usize].status = Status::Out
        }
        _ => {}
    }
    for robot in 0..robots {
        if table.robots[robot].status == Status::Out {
            table.robots[robot].energy = 0;
            continue;
        }
        table.robots[robot].energy = 1 + below(&mut all.rng, 12) as i32;
        for _ in 0..below(&mut all.rng, 10) {
            let Some((id, slot)) = all.take(|all| &mut all.parts) else {
                continue;
            };
            if table.robots[robot].parts.contains_key(slot) {
                all.parts.push((id, slot));
            } else {
                table.out_of_pile(id);
                table.build(robot, id);
            }
        }
        for _ in 0..below(&mut all.rng, 7) {
            let upgrade = UPGRADES[below(&mut all.rng, UPGRADES.len() as u32) as usize];
            if table.in_pile(upgrade) && table.has_place(robot, upgrade) {
                table.out_of_pile(upgrade);
                table.build(robot, upgrade);
            }
        }
        for _ in 0..below(&mut all.rng, 4) {
            if let Some(weapon) = all.take(|all| &mut all.weapons) {
                table.hold(robot, weapon);
            }
        }
    }
    let playing: Vec<usize> = (0..robots)
        .filter(|robot| table.robots[*robot].status == Status::Playing)
        .collect();
    table.active = playing[below(&mut all.rng, playing.len() as u32) as usize];
}

fn lay_market(table: &mut Table, all: &mut Left) {
    for place in 0..6 {
        if all.once_in(4) {
            table.lay_weapon(place);
        } else if all.once_in(2) {
            let Some((part, _)) = all.take(|all| &mut all.parts) else {
                continue;
            };
            table.out_of_pile(part);
            table.market[place] = Some(MarketCard::Open(part));
        }
    }
}

fn quoted<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names
        .into_iter()
        .map(|name| format!("\"{name}\""))
        .collect::<Vec<_>>()
        .join(", ")
}

fn say(table: &Table) -> String {
    let market =
        table
            .market
            .iter()
            .zip(super::table::PLACES)
            .filter_map(|(lies, place)| match lies {
                None => None,
                Some(MarketCard::Weapon) => Some(format!("{place} = \"weapon\"")),
                Some(MarketCard::Open(card)) => Some(format!("{place} = \"{card}\"")),
            });
    let mut said = format!(
        "active = \"{}\"\nstep = \"turn-start\"\nmarket = {{ {} }}\npile_weapons = {}\nlast_duel = {}\n",
        table.name(table.active),
        market.collect::<Vec<_>>().join(", "),
        table.weapons_in_pile(),
        table.is_last_duel(),
    );
    for robot in &table.robots {
        let status = match robot.status {
            Status::Playing => "in-play",
            Status::Off => "switched-off",
            Status::Out => "out",
        };
        let _ = write!(said, "[[robot]]\nstatus = \"{status}\"\n");
        if robot.status != Status::Out {
            let (parts, upgrades) = (
                quoted(robot.parts.values().copied()),
                quoted(robot.upgrades.iter().copied()),
            );
            let weapons = quoted(robot.hand.iter().copied());
            let energy = robot.energy;
            let _ = write!(
                said,
                "energy = {energy}\nparts = [{parts}]\nupgrades = [{upgrades}]\nweapons = [{weapons}]\n"
            );
        }
    }
    said
}
