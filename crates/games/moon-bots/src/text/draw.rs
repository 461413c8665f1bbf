//! The table as text.

use crate::book::names::PLACES;
use crate::lexicon::SLOTS as SLOT_NAMES;
use crate::state::ids::RobotId;
use crate::state::{MarketCard, Status};
use crate::text::notation::faces;
use crate::text::position::OPEN;
use crate::text::view::{RobotView, View};

/// The width of an energy bar: one mark for each point.
const BAR: usize = 18;

/// Draws the table: market, robots, dice, and what is about to hit.
pub(crate) fn table(view: &View) -> String {
    let mut out = format!(
        "Round {}, turn {}. {} cards in the pile.\n\n",
        view.rounds + 1,
        view.turns,
        view.pile
    );
    market(view, &mut out);
    for (number, robot) in view.at_table() {
        out.push_str(&draw_robot(view, number, robot));
    }
    if view.turn.dice != 0 {
        out.push_str(&format!("\nDice: {}\n", faces(view.turn.dice)));
    }
    for pending in view.pending() {
        out.push_str(&format!(
            "About to hit robot {}: {} {}\n",
            pending.robot, pending.points, pending.damage
        ));
    }
    out
}

/// The energy of every robot in one line.
pub(crate) fn standing(view: &View) -> String {
    let told = view.at_table().map(|(number, robot)| {
        let name = view.names().robot(number);
        match robot.status {
            Status::Out => format!("robot {name} out"),
            Status::SwitchedOff => format!("robot {name} {} (switched off)", robot.energy),
            _ => format!("robot {name} {}", robot.energy),
        }
    });
    format!("energy: {}", told.collect::<Vec<_>>().join(", "))
}

fn market(view: &View, out: &mut String) {
    out.push_str("Market\n");
    for row in (0..3).rev() {
        let [left, right] =
            [2 * row, 2 * row + 1].map(|place| market_card_name(view, view.market[place]));
        out.push_str(&format!(
            "  {:<7} {row} energy   {left:<26} {right}\n",
            PLACES[2 * row].trim_end_matches("-left")
        ));
    }
    out.push('\n');
}

fn market_card_name(view: &View, card: MarketCard) -> String {
    match card {
        MarketCard::Nothing => "-".into(),
        MarketCard::FaceDown => "[secret weapon]".into(),
        MarketCard::Open(card) => view.names().open[usize::from(card)].1.clone(),
    }
}

fn draw_robot(view: &View, number: RobotId, robot: &RobotView) -> String {
    let turn = if number == view.active { ">" } else { " " };
    let name = view.names().robot(number);
    let bar = "#".repeat(usize::from(robot.energy))
        + &".".repeat(BAR.saturating_sub(robot.energy.into()));
    let state = match robot.status {
        Status::Out => " out",
        Status::SwitchedOff => " switched off",
        _ => "",
    };
    let mut out = format!("{turn} Robot {name:<2} [{bar}] {:>2}{state}", robot.energy);
    if robot.status != Status::InPlay {
        return out + "\n";
    }
    out.push_str(&format!(
        "   dice {}   secret weapons {}",
        robot.dice, robot.weapons
    ));
    let mut known = view.names().weapon_ids(robot.known);
    known.resize(known.len() + usize::from(robot.unseen), OPEN);
    if !known.is_empty() {
        out.push_str(&format!(" ({})", known.join(", ")));
    }
    out.push('\n');
    let card = |number: u8| view.names().open[usize::from(number) - 1].1.as_str();
    let parts = SLOT_NAMES
        .iter()
        .zip(robot.parts)
        .filter(|(_, number)| *number != 0);
    let parts: Vec<_> = parts
        .map(|(slot, number)| format!("{slot}: {}", card(number)))
        .collect();
    let upgrade = |(place, number): (usize, &u8)| {
        let silent = if robot.disabled >> place & 1 != 0 {
            " (does nothing this turn)"
        } else {
            ""
        };
        (*number != 0).then(|| format!("{}{silent}", card(*number)))
    };
    let upgrades: Vec<_> = robot
        .upgrades
        .iter()
        .enumerate()
        .filter_map(upgrade)
        .collect();
    if !parts.is_empty() {
        out.push_str(&format!("      {}\n", parts.join(", ")));
    }
    let counters: Vec<_> = view
        .counted(robot)
        .into_iter()
        .map(|(place, n)| format!("{place}: {n}"))
        .collect();
    if !counters.is_empty() {
        out.push_str(&format!("      counters: {}\n", counters.join(", ")));
    }
    let memory: Vec<_> = view
        .remembered(robot)
        .into_iter()
        .map(|(place, what)| format!("{place}: {what}"))
        .collect();
    if !memory.is_empty() {
        out.push_str(&format!("      remembers: {}\n", memory.join(", ")));
    }
    for permanent in view
        .permanents()
        .filter(|permanent| permanent.robot == name)
    {
        let counters = if permanent.counters > 0 {
            format!(" ({})", permanent.counters)
        } else {
            String::new()
        };
        let memory = permanent
            .memory
            .map_or(String::new(), |what| format!(" (remembers {what})"));
        out.push_str(&format!(
            "      stays: {}{counters}{memory}\n",
            permanent.weapon
        ));
    }
    if !upgrades.is_empty() {
        out.push_str(&format!("      upgrades: {}\n", upgrades.join(", ")));
    }
    out
}
