//! The reference's table from a written position, and the lines of play from there.

use super::set_up;
use super::table::{Asked, Cell, Kind, Piece, Table, Ufo};
use serde_json::Value;
use std::collections::BTreeMap;

/// The options of a position that states everything, each as text.
fn said(facts: &Value) -> BTreeMap<String, String> {
    let options = facts["options"].as_object().unwrap();
    options
        .iter()
        .map(|(name, value)| (name.clone(), value.as_str().unwrap().to_string()))
        .collect()
}

/// The words of a list.
fn words(list: &Value) -> Vec<&str> {
    list.as_array()
        .into_iter()
        .flatten()
        .map(|word| word.as_str().unwrap())
        .collect()
}

fn cell(text: &str) -> Cell {
    let (x, y) = text.split_once(',').unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

fn number(value: &Value) -> i32 {
    i32::try_from(value.as_i64().unwrap()).unwrap()
}

/// The table of a position that states everything (in the words of `docs/rules/lunar-command.md` and of positions).
pub(crate) fn table(players: u8, facts: &Value) -> Table {
    let mut table = set_up(players, &said(facts));
    let seats = [
        "green", "orange", "green 1", "green 2", "orange 1", "orange 2",
    ];
    let to_move = seats
        .iter()
        .position(|seat| facts["to_move"] == *seat)
        .unwrap();
    table.seat = if players == 2 { to_move } else { to_move - 2 };
    for kind in [Kind::Straight, Kind::Square] {
        let name = if kind == Kind::Straight {
            "straight"
        } else {
            "square"
        };
        for word in words(&facts[name]) {
            table.white[usize::from(kind == Kind::Square)] -= 1;
            put(&mut table, kind, word, None, 0);
        }
    }
    for (nth, name) in ["dome", "airlock", "antenna"].into_iter().enumerate() {
        let kind = [Kind::Square, Kind::Airlock, Kind::Antenna][nth];
        for (whose, list) in facts[name].as_object().unwrap() {
            let colour = usize::from(whose.starts_with("orange"));
            let member = usize::from(whose.ends_with('2'));
            let seat = if players == 2 {
                colour
            } else {
                2 * colour + member
            };
            for word in words(list) {
                table.built[colour] += 1;
                table.coloured[seat][nth] -= 1;
                // The square under a dome came from the white supply.
                table.white[1] -= i32::from(name == "dome");
                put(&mut table, kind, word, Some(colour), seat);
            }
        }
    }
    table.figures = words(&facts["robots"])
        .into_iter()
        .map(|at| (cell(at), false))
        .collect();
    table.figures.extend(
        words(&facts["astronauts"])
            .into_iter()
            .map(|at| (cell(at), true)),
    );
    table.ufos = words(&facts["ufos"]).into_iter().map(ufo).collect();
    table.score = [
        number(&facts["score"]["green"]),
        number(&facts["score"]["orange"]),
    ];
    table.quiet = number(&facts["quiet"]);
    table.asked = match facts["face"].as_str() {
        Some(face) => Asked::Act(face.split('-').map(str::to_owned).collect()),
        None => Asked::Roll,
    };
    for (colour, name) in ["green", "orange"].into_iter().enumerate() {
        for first in words(&facts["won"][name]) {
            table.mark_won(cell(first), colour);
        }
    }
    table
}

fn ufo(word: &str) -> Ufo {
    let (at, carrier) = word.split_once(' ').unwrap_or((word, ""));
    Ufo {
        at: cell(at),
        on_head: !carrier.is_empty(),
        by: usize::from(carrier == "orange"),
    }
}

fn put(table: &mut Table, kind: Kind, word: &str, colour: Option<usize>, seat: usize) {
    let (at, way) = word.split_once(' ').unwrap_or((word, ""));
    table.pieces.push(Piece {
        kind,
        at: cell(at),
        up: way == "up",
        colour,
        seat,
        start: false,
    });
}

impl Table {
    /// The number of sequences of this many actions and chance outcomes from here.
    pub(crate) fn lines(&self, depth: u32) -> u64 {
        let answers = self.answers();
        if depth <= 1 {
            return answers.len() as u64;
        }
        let after = |answer: &String| {
            let mut next = self.clone();
            next.play(answer);
            next.lines(depth - 1)
        };
        answers.iter().map(after).sum()
    }
}
