//! Converts written positions (TOML) to states and back. Keys that are left out have their value at the start of a
//! game.
//!
//! ```toml
//! to_move = "green"                         # with four seats "green 1", "green 2", "orange 1", "orange 2"
//! turn = 1                                  # the number of the turn
//! quiet = 0                                 # consecutive turns before it without a new piece or point
//! face = "white-yellow"                     # what the die shows; if left out, it has to be rolled
//! steps = 2                                 # instead of `face`: steps left after a figure's walk
//! walked = ["robot"]                        # with `steps`: the kinds that have walked (Q-LC-8 `any`: also cells)
//! progress = true                           # whether this turn has brought a new piece or point
//! score = { green = 3, orange = 0 }
//! straight = ["5,3 across", "9,9 up"]
//! square = ["9,3"]
//! dome = { green = ["12,7"], orange = [] }  # each with its square wall; starting corners are always there
//! airlock = { green = ["14,7 across"] }
//! antenna = { orange = ["20,3"] }
//! robots = ["6,9", "5,16"]
//! astronauts = ["9,9"]
//! ufos = ["7,13", "12,15 green"]            # with the colour that placed it on an astronaut
//! ```
//!
//! If it matters which member of a team built something, use `"green 2"` in addition to `green`. For variants that
//! need it, `won = { green = ["12,12"] }` names a cell of each station that green alone has scored, and
//! `waiting = ["12,12"]` a cell of each closed station that waits to be scored. A table `[options]` may name the
//! options of the position.

mod check;
mod read;

use super::super::events::Placed;
use super::super::grid::Grid;
use super::super::options::Point;
use super::super::play::{setup, stations, turn};
use super::super::rulebook::Rulebook;
use super::super::state::{Cell, Colour, Figure, Kind, Mark, State, Step};
use cardwright_kernel::{NoLog, Rules, TextError};
use cardwright_runtime::toml;
use check::{Impossible, faults};
use read::Reader;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Parses a written position; the state is at its first question.
pub(crate) fn read(rules: &Rulebook, text: &str) -> Result<State, Vec<TextError>> {
    let root = toml::parse(text)?;
    let mut reader = Reader::new(rules);
    let mut state = reader.state(&root);
    // Values that could not be read are left out; errors in the rest are reported too.
    let place = |key: &str| {
        root.as_table()
            .and_then(|top| top.get(key))
            .map_or(0..0, |value| value.span.into())
    };
    let flaw = |fault: Impossible| TextError::new(place(fault.key), fault.message, fault.help);
    let mut flaws = std::mem::take(&mut reader.flaws.list);
    let wrong = faults(rules, &state)
        .into_iter()
        .chain(check::marks(rules, &state, &reader.marks));
    flaws.extend(wrong.map(flaw));
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let grid = &mut Grid::of(rules, &state);
    for (cell, mark) in &reader.marks {
        let first = stations::around(rules, grid, *cell).and_then(|station| station.first());
        first
            .into_iter()
            .for_each(|first| state.marks.set(first, Some(*mark)));
    }
    turn::end_if_over(rules, &mut state, grid);
    turn::settle(rules, &mut state, grid, &mut NoLog);
    Ok(state)
}

/// Everything impossible in a state.
pub(crate) fn check_invariants(rules: &Rulebook, state: &State) -> Vec<String> {
    faults(rules, state)
        .into_iter()
        .map(|fault| format!("{}: {}", fault.key, fault.message))
        .collect()
}

/// The state as a written position.
pub(crate) fn write(rules: &Rulebook, state: &State) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "to_move = \"{}\"", rules.name(state.to_move));
    let _ = writeln!(text, "turn = {}\nquiet = {}", state.turn, state.quiet);
    write_step(rules, state, &mut text);
    let _ = writeln!(
        text,
        "score = {{ green = {}, orange = {} }}",
        state.score[0], state.score[1]
    );
    for kind in [Kind::Straight, Kind::Square] {
        let _ = writeln!(
            text,
            "{} = {}",
            kind.name(),
            list(places(rules, state, kind, None))
        );
    }
    for kind in [Kind::Dome, Kind::Airlock, Kind::Antenna] {
        let _ = writeln!(
            text,
            "{} = {{ {} }}",
            kind.name(),
            coloured(rules, state, kind)
        );
    }
    let cells = |cells: &[Cell]| list(cells.iter().map(Cell::to_string).collect());
    let _ = writeln!(text, "robots = {}", cells(&state.robots));
    let _ = writeln!(text, "astronauts = {}", cells(&state.astronauts));
    let _ = writeln!(text, "ufos = {}", list(ufos(state)));
    write_marks(rules, state, &mut text);
    text
}

fn write_step(rules: &Rulebook, state: &State, text: &mut String) {
    match state.step {
        Step::Act(face) => {
            let _ = writeln!(text, "face = \"{face}\"");
        }
        Step::Second(left) => {
            let _ = writeln!(
                text,
                "steps = {left}\nwalked = {}",
                list(walked(rules, state))
            );
        }
        Step::Roll | Step::Order | Step::Over => {}
    }
    if state.progress {
        text.push_str("progress = true\n");
    }
}

fn write_marks(rules: &Rulebook, state: &State, text: &mut String) {
    if state.marks.is_empty() {
        return;
    }
    let grid = Grid::of(rules, state);
    let firsts: Vec<Cell> = stations::all(rules, &grid)
        .filter_map(|station| station.first())
        .collect();
    let with = |mark: Mark| {
        let cells = firsts
            .iter()
            .filter(|cell| state.marks.of(**cell) == Some(mark));
        list(cells.map(Cell::to_string).collect())
    };
    let [green, orange] = Colour::ALL.map(|colour| with(Mark::Won(colour)));
    let _ = writeln!(text, "won = {{ green = {green}, orange = {orange} }}");
    let _ = writeln!(text, "waiting = {}", with(Mark::Waiting));
}

/// Every key of a written position with its value.
pub(crate) fn facts(rules: &Rulebook, state: &State) -> Value {
    let grid = Grid::of(rules, state);
    let options = rules.about().options.into_iter();
    let options: Map<_, _> = options
        .map(|option| (option.name, Value::from(option.value)))
        .collect();
    let firsts: Vec<Cell> = stations::all(rules, &grid)
        .filter_map(|station| station.first())
        .collect();
    let with = |mark: Mark| -> Vec<&Cell> {
        firsts
            .iter()
            .filter(|cell| state.marks.of(**cell) == Some(mark))
            .collect()
    };
    let face = if let Step::Act(face) = state.step {
        Value::from(face.to_string())
    } else {
        Value::Null
    };
    let steps = if let Step::Second(left) = state.step {
        left
    } else {
        0
    };
    let own = |kind| {
        let of = |colour| places(rules, state, kind, Some((colour, false)));
        let second = |colour| places(rules, state, kind, Some((colour, true)));
        let mut own = json!({ "green": of(Colour::Green), "orange": of(Colour::Orange) });
        if rules.tells_members() {
            own["green 2"] = json!(second(Colour::Green));
            own["orange 2"] = json!(second(Colour::Orange));
        }
        own
    };
    json!({
        "options": options,
        "to_move": rules.name(state.to_move),
        "turn": state.turn,
        "quiet": state.quiet,
        "face": face,
        "steps": steps,
        "walked": walked(rules, state),
        "progress": state.progress,
        "score": { "green": state.score[0], "orange": state.score[1] },
        "straight": places(rules, state, Kind::Straight, None),
        "square": places(rules, state, Kind::Square, None),
        "dome": own(Kind::Dome),
        "airlock": own(Kind::Airlock),
        "antenna": own(Kind::Antenna),
        "robots": state.robots,
        "astronauts": state.astronauts,
        "ufos": ufos(state),
        "won": { "green": with(Mark::Won(Colour::Green)), "orange": with(Mark::Won(Colour::Orange)) },
        "waiting": with(Mark::Waiting),
    })
}

/// Who has walked this turn: the kinds, or the cells if they matter.
pub(crate) fn walked(rules: &Rulebook, state: &State) -> Vec<String> {
    let kinds = Figure::ALL
        .into_iter()
        .filter(|kind| state.walked >> kind.index() & 1 == 1);
    let mut walked: Vec<String> = kinds.map(|kind| kind.to_string()).collect();
    if rules.other(Point::Walkers) {
        walked.extend(state.walkers.iter().map(Cell::to_string));
    }
    walked
}

fn ufos(state: &State) -> Vec<String> {
    let written = state.ufos.iter().map(|ufo| match ufo.carrier {
        None => ufo.cell.to_string(),
        Some(colour) => format!("{} {colour}", ufo.cell),
    });
    written.collect()
}

/// The coloured pieces of a kind, by owner.
fn coloured(rules: &Rulebook, state: &State, kind: Kind) -> String {
    let members: &[bool] = if rules.tells_members() {
        &[false, true]
    } else {
        &[false]
    };
    let entries = Colour::ALL.into_iter().flat_map(|colour| {
        members.iter().map(move |second| {
            let key = if *second {
                format!("\"{colour} 2\"")
            } else {
                colour.to_string()
            };
            format!(
                "{key} = {}",
                list(places(rules, state, kind, Some((colour, *second))))
            )
        })
    });
    entries.collect::<Vec<_>>().join(", ")
}

/// The places of pieces of a kind, without starting corners.
fn places(
    rules: &Rulebook,
    state: &State,
    kind: Kind,
    owner: Option<(Colour, bool)>,
) -> Vec<String> {
    let own = state.pieces.iter().filter(|piece| {
        let whose = piece.owner().map(|colour| (colour, piece.second()));
        piece.built() == kind && whose == owner && !rules.is_corner(**piece)
    });
    own.map(|piece| {
        let placed = Placed {
            kind,
            cell: piece.cell(),
            up: piece.up(),
        }
        .to_string();
        placed
            .split_once(' ')
            .map_or(String::new(), |(_, place)| place.to_string())
    })
    .collect()
}

fn list(items: Vec<String>) -> String {
    let items: Vec<_> = items.iter().map(|item| format!("\"{item}\"")).collect();
    format!("[{}]", items.join(", "))
}

/// The table before the first turn, for keys that a position leaves out.
fn opening(rules: &Rulebook) -> State {
    setup::opening(rules)
}
