//! Checks whether a state is possible, and reports every reason why not (clause LC-11.4).

use super::super::super::grid::Grid;
use super::super::super::options::Point;
use super::super::super::play::stations;
use super::super::super::rulebook::Rulebook;
use super::super::super::rules;
use super::super::super::state::{
    Cell, Colour, Figure, Kind, Mark, Piece, Rows, STEPS, State, Step, Ufo, entrances,
};
use cardwright_kernel::RuleId;
use std::fmt::Display;

/// An impossible value in a state: the key under which it is written, a sentence with its clause, and what to write
/// instead.
pub(super) struct Impossible {
    pub(super) key: &'static str,
    pub(super) message: String,
    pub(super) help: &'static str,
}

impl Impossible {
    fn new(key: &'static str, rule: RuleId, message: impl Display, help: &'static str) -> Self {
        Impossible {
            key,
            message: format!("{message} ({rule})"),
            help,
        }
    }
}

/// Everything impossible in a state.
pub(super) fn faults(rules: &Rulebook, state: &State) -> Vec<Impossible> {
    let grid = Grid::of(rules, state);
    let mut faults = turn_faults(rules, state);
    faults.extend(piece_faults(rules, state, &grid));
    faults.extend(supply_faults(rules, &grid));
    faults.extend(figure_faults(rules, state, &grid));
    faults.extend(ufo_faults(rules, state, &grid));
    faults.extend(score_faults(rules, state));
    faults
}

fn turn_faults(rules: &Rulebook, state: &State) -> Vec<Impossible> {
    let mut faults = Vec::new();
    if state.to_move.0 >= rules.seats() {
        faults.push(Impossible::new(
            "to_move",
            rules::SIDES,
            "there is no such seat",
            "name a seat of the game",
        ));
    }
    let turn = u32::from(state.turn);
    if turn == 0 || turn > rules.longest_turns() + 1 {
        let message = format!("no game has a turn {turn}");
        faults.push(Impossible::new(
            "turn",
            rules::ENDS,
            message,
            "write the number of the turn, from 1",
        ));
    }
    if state.quiet > rules.options().quiet_turns || u32::from(state.quiet) >= turn.max(1) {
        let message = format!(
            "there were not {} turns without a new piece or point before turn {turn}",
            state.quiet
        );
        let help =
            "write how many turns in a row before this one had neither a new piece nor a new point";
        faults.push(Impossible::new("quiet", rules::QUIET, message, help));
    }
    if let Step::Second(left) = state.step
        && (!(1..STEPS).contains(&left) || state.walked == 0)
    {
        let message = format!("after a walk, {left} steps cannot be left");
        faults.push(Impossible::new(
            "steps",
            rules::SECOND,
            message,
            "write 1 to 3, and in `walked` who has walked",
        ));
    }
    if state.progress && !matches!(state.step, Step::Second(_) | Step::Order) {
        let help = "leave the line out: nothing has been built or scored this turn";
        faults.push(Impossible::new(
            "progress",
            rules::QUIET,
            "nothing has happened in this turn",
            help,
        ));
    }
    if !matches!(state.step, Step::Second(_)) && (state.walked != 0 || !state.walkers.is_empty()) {
        let help = "write `steps` too, or leave the line out";
        faults.push(Impossible::new(
            "walked",
            rules::SECOND,
            "there is no spacewalk now",
            help,
        ));
    }
    if !state.walkers.is_empty() && !rules.other(Point::Walkers) {
        let help = "write \"robot\" or \"astronaut\" alone";
        faults.push(Impossible::new(
            "walked",
            rules::SECOND,
            "cells matter only with walkers = any",
            help,
        ));
    }
    if let Some(cell) = state
        .walkers
        .iter()
        .find(|cell| state.figure_on(**cell).is_none())
    {
        faults.push(Impossible::new(
            "walked",
            rules::SECOND,
            format!("there is no figure on {cell}"),
            "name its cell",
        ));
    }
    faults
}

/// The key of one of two pieces: a starting corner has none.
fn key(rules: &Rulebook, piece: Piece, other: Piece) -> &'static str {
    let written = if rules.is_corner(piece) { other } else { piece };
    written.built().name()
}

fn named(piece: Piece) -> String {
    format!("the {} on {}", piece.built().name(), piece.cell())
}

fn piece_faults(rules: &Rulebook, state: &State, grid: &Grid) -> Vec<Impossible> {
    let mut faults = Vec::new();
    for (at, piece) in state.pieces.iter().enumerate() {
        for other in &state.pieces[..at] {
            let (one, two) = (piece.rows(), other.rows());
            if one.meets(&two) {
                let message = format!(
                    "{} and {} are on the same cells",
                    named(*other),
                    named(*piece)
                );
                faults.push(Impossible::new(
                    key(rules, *piece, *other),
                    rules::FREE,
                    message,
                    "give each piece its own cells",
                ));
            } else if one.spread().meets(&two) && alike(rules, *piece, *other) {
                let message = format!(
                    "{} and {} are of one type and touch",
                    named(*other),
                    named(*piece)
                );
                faults.push(Impossible::new(
                    key(rules, *piece, *other),
                    rules::SAME_TYPE,
                    message,
                    "put another type between them",
                ));
            }
        }
        if piece.kind() == Kind::Airlock {
            faults.extend(entrance_fault(rules, grid, *piece));
        }
    }
    faults
}

/// Whether two pieces must not touch each other (clause LC-4.8, Q-LC-1).
fn alike(rules: &Rulebook, one: Piece, two: Piece) -> bool {
    one.kind() == two.kind() && (!rules.other(Point::SameType) || one.owner() == two.owner())
}

fn entrance_fault(rules: &Rulebook, grid: &Grid, airlock: Piece) -> Option<Impossible> {
    for (dx, dy) in entrances(airlock.up()) {
        let cell = airlock
            .cell()
            .by(dx, dy)
            .filter(|cell| rules.board().has(*cell));
        let what = match cell {
            None => "is not on the board".to_string(),
            Some(cell) if grid.pieces.has(cell) => format!("({cell}) has a piece on it"),
            Some(_) => continue,
        };
        let message = format!("an entrance of {} {what}", named(airlock));
        return Some(Impossible::new(
            "airlock",
            rules::FREE_ENTRANCES,
            message,
            "leave entrances free of pieces",
        ));
    }
    None
}

fn supply_faults(rules: &Rulebook, grid: &Grid) -> Vec<Impossible> {
    let mut faults = Vec::new();
    for kind in Kind::ALL {
        let colours: &[Colour] = if kind.is_white() {
            &[Colour::Green]
        } else {
            &Colour::ALL
        };
        for colour in colours
            .iter()
            .filter(|colour| grid.is_beyond_supply(rules, **colour, kind))
        {
            let whose = if kind.is_white() {
                String::new()
            } else {
                format!(" of {colour}")
            };
            let (built, has) = (grid.built(*colour, kind), rules.supply(kind));
            let message = format!(
                "there are {built} pieces `{}`{whose}, but the supply has {has}",
                kind.name()
            );
            faults.push(Impossible::new(
                kind.name(),
                rules::SUPPLY,
                message,
                "write fewer",
            ));
        }
    }
    faults
}

/// The key of a kind of figure.
fn figures_key(kind: Figure) -> &'static str {
    if kind == Figure::Robot {
        "robots"
    } else {
        "astronauts"
    }
}

fn figure_faults(rules: &Rulebook, state: &State, grid: &Grid) -> Vec<Impossible> {
    let mut faults = Vec::new();
    let mut taken = Rows::EMPTY;
    for kind in Figure::ALL {
        let cells = state.figures(kind);
        let most = match kind {
            Figure::Robot => rules.options().robots.len(),
            Figure::Astronaut => rules.options().astronauts.len(),
        };
        if cells.len() > most {
            let message = format!(
                "there are {} {kind}s, but the set-up has {most}",
                cells.len()
            );
            faults.push(Impossible::new(
                figures_key(kind),
                rules::STARTS,
                message,
                "write fewer",
            ));
        }
        for cell in cells {
            let door = grid.doors.iter().any(|doors| doors.has(*cell));
            if grid.pieces.has(*cell) && !(door && rules.other(Point::StopInDoor)) {
                let wall = state.piece_on(*cell).map_or("piece".into(), named);
                let message = format!("the {kind} on {cell} is under a wall: {wall} is there");
                faults.push(Impossible::new(
                    figures_key(kind),
                    rules::FREE,
                    message,
                    "put it on a free cell",
                ));
            }
            if taken.has(*cell) {
                let message = format!("there are two figures on {cell}");
                let help = "give each figure its own cell";
                faults.push(Impossible::new(
                    figures_key(kind),
                    rules::WRITTEN,
                    message,
                    help,
                ));
            }
            taken.add(*cell);
        }
    }
    faults
}

fn ufo_faults(rules: &Rulebook, state: &State, grid: &Grid) -> Vec<Impossible> {
    let mut faults = Vec::new();
    let (here, there) = (state.ufos.len(), rules.options().ufos.len());
    if here != there {
        let message = format!("there are {here} UFOs, but the set-up has {there}");
        faults.push(Impossible::new(
            "ufos",
            rules::STARTS,
            message,
            "UFOs never leave the board",
        ));
    }
    let mut covered = Rows::EMPTY;
    for ufo in &state.ufos {
        faults.extend(ufo_fault(rules, state, grid, *ufo));
        let cover = ufo.cover().and(rules.board());
        let common = cover
            .and(&covered)
            .first()
            .filter(|_| !rules.other(Point::CoversOverlap));
        if let Some(cell) = common {
            let message = format!("the cover of {} shares {cell} with another one", ufo.cell);
            faults.push(Impossible::new(
                "ufos",
                rules::COVERS_APART,
                message,
                "put the UFOs further apart",
            ));
        }
        covered = covered.or(&cover);
    }
    faults
}

fn ufo_fault(rules: &Rulebook, state: &State, grid: &Grid, ufo: Ufo) -> Option<Impossible> {
    if ufo.carrier.is_some() && !rules.abducts() {
        let help = "leave the colour out, or play with abduction = yes";
        let message = format!("the UFO on {} cannot have abducted anybody", ufo.cell);
        return Some(Impossible::new("ufos", rules::ABDUCTION, message, help));
    }
    let carries = ufo.carrier.is_some() && !state.robots.contains(&ufo.cell);
    let stands = state.figure_on(ufo.cell).is_some() && !carries;
    if grid.pieces.has(ufo.cell) || stands {
        let message = format!("the UFO on {} is not on a free cell", ufo.cell);
        return Some(Impossible::new(
            "ufos",
            rules::UFO_CENTRE,
            message,
            "put it on a cell without piece or figure",
        ));
    }
    if ufo.carrier.is_some() || rules.other(Point::UfoBlocks) {
        return None;
    }
    let cell = ufo.cover().and(&grid.figures[1]).first()?;
    let message = format!("the cover of {} is over the astronaut on {cell}", ufo.cell);
    Some(Impossible::new(
        "ufos",
        rules::NOT_ASTRONAUTS,
        message,
        "covers may be over robots, but not over astronauts",
    ))
}

/// Checks the points, which come from figures that have left the board; under Q-LC-4 `stay`, also from others.
fn score_faults(rules: &Rulebook, state: &State) -> Vec<Impossible> {
    if rules.other(Point::TiedFigures) {
        return Vec::new();
    }
    let gone = |before: usize, now: usize| before.saturating_sub(now) as u32;
    let robots = gone(rules.options().robots.len(), state.robots.len());
    let astronauts = gone(rules.options().astronauts.len(), state.astronauts.len());
    let (worth, score) = (
        robots + 2 * astronauts,
        state
            .score
            .iter()
            .map(|score| u32::from(*score))
            .sum::<u32>(),
    );
    if score <= worth {
        return Vec::new();
    }
    let message =
        format!("there are {score} points, but figures worth {worth} have left the board");
    vec![Impossible::new(
        "score",
        rules::POINTS,
        message,
        "remove scored figures: write `robots` and `astronauts`",
    )]
}

/// Checks what a position says about stations.
pub(super) fn marks(rules: &Rulebook, state: &State, marks: &[(Cell, Mark)]) -> Vec<Impossible> {
    let grid = Grid::of(rules, state);
    let mut faults = Vec::new();
    for (cell, mark) in marks {
        let (key, asked, variant) = match mark {
            Mark::Won(_) => (
                "won",
                rules.marks_stations(),
                "owner = won or abduction_scores = scored-by-me or both",
            ),
            Mark::Waiting => (
                "waiting",
                rules.other(Point::SeveralStations),
                "several_stations = in-order",
            ),
        };
        if !asked {
            let message = format!("this is used only with {variant}");
            faults.push(Impossible::new(
                key,
                rules::WRITTEN,
                message,
                "leave the line out",
            ));
        } else if stations::around(rules, &grid, *cell).is_none() {
            let message = format!("{cell} is in no station");
            faults.push(Impossible::new(
                key,
                rules::STATION,
                message,
                "name a cell inside a closed station",
            ));
        }
    }
    faults
}
