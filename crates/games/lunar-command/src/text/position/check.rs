//! What cannot be in a state, with every reason (clause LC-11.4).

use super::super::super::options::Point;
use super::super::super::play::stations;
use super::super::super::rulebook::Rulebook;
use super::super::super::rules;
use super::super::super::state::grid::Grid;
use super::super::super::state::{
    Cell, Colour, Figure, Kind, Mark, Piece, Rows, STEPS, State, Step, Ufo, entrances,
};
use cardwright_kernel::RuleId;
use std::fmt::Display;

/// Something about a state that cannot be: the key it is written under, a sentence with its clause, what to write.
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

/// Everything about a state that cannot be.
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
            "{} turns before turn {turn} cannot have brought nothing",
            state.quiet
        );
        let help =
            "write how many turns in a row before this one brought neither a piece nor a point";
        faults.push(Impossible::new("quiet", rules::QUIET, message, help));
    }
    if let Step::Second(left) = state.step
        && (!(1..STEPS).contains(&left) || state.walked == 0)
    {
        let message = format!("{left} steps cannot be left after a walk, or no figure has walked");
        faults.push(Impossible::new(
            "steps",
            rules::SECOND,
            message,
            "write 1 to 3, and in `walked` who has walked",
        ));
    }
    if state.progress && !matches!(state.step, Step::Second(_) | Step::Order) {
        let help = "leave the line out: this turn has brought nothing yet";
        faults.push(Impossible::new(
            "progress",
            rules::QUIET,
            "nothing was done in this turn",
            help,
        ));
    }
    if !matches!(state.step, Step::Second(_)) && (state.walked != 0 || !state.walkers.is_empty()) {
        let help = "write `steps` too, or leave the line out";
        faults.push(Impossible::new(
            "walked",
            rules::SECOND,
            "no spacewalk is under way",
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
            format!("no figure stands on {cell}"),
            "name its cell",
        ));
    }
    faults
}

/// The key under which one of two pieces is written: a starting corner is under none.
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
                let message = format!("{} and {} lie on one another", named(*other), named(*piece));
                faults.push(Impossible::new(
                    key(rules, *piece, *other),
                    rules::FREE,
                    message,
                    "give each piece cells of its own",
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
                    "let another type lie between them",
                ));
            }
        }
        if piece.kind() == Kind::Airlock {
            faults.extend(entrance_fault(rules, grid, *piece));
        }
    }
    faults
}

/// Whether two pieces may not touch (clause LC-4.8, Q-LC-1).
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
            Some(cell) if grid.pieces.has(cell) => format!("({cell}) is built on"),
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
                "there are {built} pieces `{}`{whose}, and the supply is {has}",
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
                "there are {} {kind}s, and the set-up has {most}",
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
                let message = format!("the {kind} on {cell} stands under a wall: {wall} is there");
                faults.push(Impossible::new(
                    figures_key(kind),
                    rules::FREE,
                    message,
                    "put it on a free cell",
                ));
            }
            if taken.has(*cell) {
                let message = format!("two figures stand on {cell}");
                let help = "give each figure a cell of its own";
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
        let message = format!("there are {here} UFOs, and the set-up has {there}");
        faults.push(Impossible::new(
            "ufos",
            rules::STARTS,
            message,
            "UFOs are moved, never taken away",
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
        let message = format!("the UFO on {} cannot have carried anybody", ufo.cell);
        return Some(Impossible::new("ufos", rules::ABDUCTION, message, help));
    }
    let carries = ufo.carrier.is_some() && !state.robots.contains(&ufo.cell);
    let stands = state.figure_on(ufo.cell).is_some() && !carries;
    if grid.pieces.has(ufo.cell) || stands {
        let message = format!("the centre of the UFO on {} is not free", ufo.cell);
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
    let message = format!(
        "the cover of {} lies over the astronaut on {cell}",
        ufo.cell
    );
    Some(Impossible::new(
        "ufos",
        rules::NOT_ASTRONAUTS,
        message,
        "a cover may lie over robots, not over astronauts",
    ))
}

/// Points come from figures that have left the board; under Q-LC-4 `stay` also from others.
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
        format!("{score} points are scored, and figures worth {worth} have left the board");
    vec![Impossible::new(
        "score",
        rules::POINTS,
        message,
        "take scored figures from the board: write `robots` and `astronauts`",
    )]
}

/// What is wrong with what a position says about stations.
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
            let message = format!("this matters only with {variant}");
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
