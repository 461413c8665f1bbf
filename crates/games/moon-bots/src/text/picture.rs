//! The table for a screen: market, robots with selectable cards, dice, and damage about to hit.

use crate::book::names::PLACES;
use crate::lexicon::SLOTS as SLOT_NAMES;
use crate::state::ids::{PlayerId, RobotId};
use crate::state::{MarketCard, Status, dice};
use crate::text::view::{RobotView, View};
use cardwright_kernel::{Picture, Room, Seat, SeatLine, Tone, Viewer};

/// The width of an energy bar: one character for each point.
const BAR: usize = 18;

/// The minimum width of the table in columns; a narrower screen scrolls.
const MIN_COLUMNS: usize = 60;

/// The maximum width in columns; longer lines are hard to read.
const MAX_COLUMNS: usize = 84;

/// The column where the cards of a robot start.
const INDENT: usize = 4;

/// The maximum width of a place of the market, and the columns before the first one.
const PLACE: (usize, usize) = (27, 20);

/// The width of ` and 9 more`.
const MORE: usize = 12;

/// The symbols of the faces, from 1.
const FACES: [&str; 6] = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/// Draws the table within the given room if it fits. If it is too high, the cards of each other robot are in one row.
pub(crate) fn picture(view: &View, room: Room) -> Picture {
    let columns = room.columns.clamp(MIN_COLUMNS, MAX_COLUMNS);
    let whole = table(view, columns, false);
    if whole.height() <= room.rows {
        whole
    } else {
        table(view, columns, true)
    }
}

fn table(view: &View, columns: usize, short: bool) -> Picture {
    let mut picture = Picture {
        seats: seats(view),
        legend: legend(),
        ..Picture::new()
    };
    market(&mut picture, view, columns);
    for (number, robot) in view.at_table() {
        robot_row(&mut picture, view, number, robot);
        let own = view.viewer == Viewer::Seat(owner(view, number));
        match robot.status {
            Status::InPlay if short && !own => few_cards(&mut picture, view, robot, columns),
            Status::InPlay => cards(&mut picture, view, (number, robot), columns),
            _ => {}
        }
    }
    attack(&mut picture, view);
    picture
}

/// The seat of a robot's player.
fn owner(view: &View, robot: RobotId) -> Seat {
    PlayerId::owners(view.names().players)[usize::from(robot)].seat()
}

pub(crate) fn seats(view: &View) -> Vec<SeatLine> {
    let line = |seat: Seat| {
        let own = view
            .at_table()
            .filter(|(robot, _)| owner(view, *robot) == seat);
        let (mut names, mut energy, mut alive) = (Vec::new(), Vec::new(), false);
        let mut sum = 0;
        for (robot, facts) in own {
            names.push(format!("robot {}", view.names().robot(robot)));
            let out = facts.status == Status::Out;
            energy.push(if out {
                "out".to_string()
            } else {
                facts.energy.to_string()
            });
            alive |= !out;
            sum += if out { 0 } else { i64::from(facts.energy) };
        }
        if names.len() > 1 {
            names.insert(0, format!("player {seat}"));
        }
        (names, energy.join(" + "), alive.then_some(sum))
    };
    SeatLine::of((0..view.names().players).map(Seat).map(line))
}

fn legend() -> Vec<String> {
    let lines = [
        "Every turn: buy a card if you like, roll your dice, use parts whose dice you rolled.",
        "Damage goes to the robots beside yours. A robot without energy is out; the last one wins.",
        "The market slides down: lower cards cost less, and secret weapons at the bottom are discarded.",
        "▸ whose turn it is    ★ who leads    ▣ secret weapons, face down",
    ];
    lines.map(String::from).to_vec()
}

fn market(picture: &mut Picture, view: &View, columns: usize) {
    let place_columns = PLACE.0.min(columns.saturating_sub(PLACE.1) / 2);
    picture.row().put("MARKET", Tone::Strong);
    picture.put(
        format!("  round {}, turn {}", view.rounds + 1, view.turns),
        Tone::Faint,
    );
    picture.put(format!(" · {} cards in the pile", view.pile), Tone::Faint);
    if view.turn.dice != 0 {
        let rolled: Vec<&str> = dice::faces(view.turn.dice)
            .map(|face| FACES[usize::from(face.clamp(1, 6)) - 1])
            .collect();
        let numbers: Vec<String> = dice::faces(view.turn.dice)
            .map(|face| face.to_string())
            .collect();
        picture
            .put("   dice ", Tone::Strong)
            .put(rolled.join(" "), Tone::Strong);
        picture.put(format!(" ({})", numbers.join(" ")), Tone::Faint);
    }
    for row in (0..3).rev() {
        let label = PLACES[2 * row].trim_end_matches("-left");
        picture
            .row()
            .put(format!("  {label:<7} {row} energy  "), Tone::Faint);
        for (at, place) in [2 * row, 2 * row + 1].into_iter().enumerate() {
            let begin = picture.column();
            put_market_card(picture, view, place, place_columns.saturating_sub(1));
            if at == 0 {
                picture.put(" ", Tone::Plain).pad(begin + place_columns);
            }
        }
    }
}

/// Draws a card of the market; a name that is too long for its place is shortened.
fn put_market_card(picture: &mut Picture, view: &View, place: usize, columns: usize) {
    match view.market[place] {
        MarketCard::Nothing => picture.put("-", Tone::Faint),
        MarketCard::FaceDown => picture.spot("▣ secret weapon", Tone::Plain, PLACES[place], None),
        MarketCard::Open(card) => {
            let (id, name) = &view.names().open[usize::from(card)];
            let short = match name.chars().count() > columns {
                true => name
                    .chars()
                    .take(columns.saturating_sub(1))
                    .chain(['…'])
                    .collect(),
                false => name.clone(),
            };
            picture.spot(&short, Tone::Plain, PLACES[place], Some(id))
        }
    };
}

fn robot_row(picture: &mut Picture, view: &View, number: RobotId, robot: &RobotView) {
    let (name, seat) = (view.names().robot(number), owner(view, number));
    let turn = if number == view.active { "▸ " } else { "  " };
    let out = robot.status == Status::Out;
    let tone = if out { Tone::Faint } else { Tone::Seat(seat) };
    picture.row().put(turn, Tone::Strong);
    let word = format!("robot {name}");
    picture.spot(&format!("Robot {name:<2}"), tone, &word, None);
    if out {
        picture.put(" out", Tone::Faint);
        return;
    }
    let full = usize::from(robot.energy).min(BAR);
    picture
        .put(" ", Tone::Plain)
        .put("█".repeat(full), tone)
        .put("░".repeat(BAR - full), Tone::Faint);
    picture.put(format!(" {:>2}", robot.energy), Tone::Strong);
    if robot.status == Status::SwitchedOff {
        picture.put("  has won its duel and waits", Tone::Faint);
        return;
    }
    let more = if robot.dice == 1 { "die" } else { "dice" };
    picture.put(format!("  {} {more}", robot.dice), Tone::Plain);
    weapons(picture, view, robot);
}

/// Draws the secret weapons in a hand: those that the viewer knows by name, the others as face-down cards.
fn weapons(picture: &mut Picture, view: &View, robot: &RobotView) {
    let names = view.names();
    let known: Vec<(String, String)> = (0..64usize)
        .filter(|copy| robot.known & (1 << copy) != 0)
        .filter_map(|copy| {
            names
                .weapons
                .get(usize::from(*names.weapon_of.get(copy)?))
                .cloned()
        })
        .collect();
    let hidden = usize::from(robot.weapons).saturating_sub(known.len());
    if hidden > 0 {
        picture.put(format!("  {}", "▣".repeat(hidden)), Tone::Faint);
    }
    for (at, (id, name)) in known.iter().enumerate() {
        picture.put(if at == 0 { "  ▣ " } else { ", " }, Tone::Faint);
        picture.spot(name, Tone::Plain, id, Some(id));
    }
}

/// Draws the cards in front of a robot, wrapped between cards.
fn cards(
    picture: &mut Picture,
    view: &View,
    (number, robot): (RobotId, &RobotView),
    columns: usize,
) {
    let mut row = Row {
        picture,
        columns,
        begun: false,
        label: String::new(),
    };
    let active = number == view.active;
    let (counted, remembered) = (view.counted(robot), view.remembered(robot));
    let more = |place: &str| {
        let counters = counted
            .get(place)
            .map(|count| format!(" ({count})"))
            .unwrap_or_default();
        let memory = remembered
            .get(place)
            .map(|what| format!(" (remembers {what})"))
            .unwrap_or_default();
        counters + &memory
    };
    for (slot, number) in SLOT_NAMES
        .iter()
        .zip(robot.parts)
        .filter(|(_, number)| *number != 0)
    {
        let Some((id, name)) = view.names().open.get(usize::from(number) - 1) else {
            continue;
        };
        // Only the active robot can use parts.
        row.card(
            &format!("{slot} "),
            name,
            &more(slot),
            if active { slot } else { "" },
            id,
        );
    }
    for (place, number) in robot
        .upgrades
        .iter()
        .enumerate()
        .filter(|(_, number)| **number != 0)
    {
        let Some((id, name)) = view.names().open.get(usize::from(*number) - 1) else {
            continue;
        };
        let silent = if robot.disabled >> place & 1 != 0 {
            " (does nothing this turn)"
        } else {
            ""
        };
        let more = more(&format!("upgrade-{}", place + 1)) + silent;
        row.card("upgrades ", name, &more, "", id);
    }
    let own = view.names().robot(number);
    for permanent in view.permanents().filter(|permanent| permanent.robot == own) {
        let counters = if permanent.counters > 0 {
            format!(" ({})", permanent.counters)
        } else {
            String::new()
        };
        let memory = permanent
            .memory
            .map_or(String::new(), |what| format!(" (remembers {what})"));
        row.card(
            "stays ",
            permanent.weapon,
            &(counters + &memory),
            "",
            permanent.weapon,
        );
    }
}

/// Draws the cards in front of a robot in one row: as many as fit, then how many more there are.
fn few_cards(picture: &mut Picture, view: &View, robot: &RobotView, columns: usize) {
    let numbers = robot
        .parts
        .iter()
        .chain(&robot.upgrades)
        .filter(|number| **number != 0);
    let cards: Vec<_> = numbers
        .filter_map(|number| view.names().open.get(usize::from(*number) - 1))
        .collect();
    if cards.is_empty() {
        return;
    }
    picture.row().pad(INDENT);
    for (at, (id, name)) in cards.iter().enumerate() {
        let left = cards.len() - at;
        let rest = if left > 1 { MORE } else { 0 };
        let gap = if at > 0 { 2 } else { 0 };
        if picture.column() + gap + name.chars().count() + rest > columns {
            picture.put(format!(" and {left} more"), Tone::Faint);
            return;
        }
        picture.put(if at > 0 { ", " } else { "" }, Tone::Faint);
        picture.spot(name, Tone::Plain, "", Some(id));
    }
}

/// A row of cards that continues on the next line when it is full.
struct Row<'a> {
    picture: &'a mut Picture,
    columns: usize,
    begun: bool,
    /// The label of the previous card; cards of one kind share a label.
    label: String,
}

impl Row<'_> {
    fn card(&mut self, label: &str, name: &str, more: &str, word: &str, id: &str) {
        let shared = self.begun && self.label == label;
        let label = if shared { "" } else { label };
        let long = label.chars().count() + name.chars().count() + more.chars().count();
        let full = self.begun && self.picture.column() + 2 + long > self.columns;
        if full && shared {
            self.picture.put(",", Tone::Faint);
        }
        if !self.begun || full {
            self.picture.row().pad(INDENT);
            self.begun = true;
        } else {
            self.picture
                .put(if shared { ", " } else { "  " }, Tone::Faint);
        }
        if !shared {
            self.label = label.to_string();
            self.picture.put(label, Tone::Faint);
        }
        self.picture.spot(name, Tone::Plain, word, Some(id));
        if !more.is_empty() {
            self.picture.put(more, Tone::Faint);
        }
    }
}

fn attack(picture: &mut Picture, view: &View) {
    let pending = view.pending();
    for (at, pending) in pending.iter().enumerate() {
        let begin = if at == 0 { "  about to hit: " } else { ", " };
        if at == 0 {
            picture.row();
        }
        picture.put(begin, Tone::Faint);
        let what = format!(
            "robot {} with {} {}",
            pending.robot, pending.points, pending.damage
        );
        picture.put(what, Tone::Bad);
    }
}
