//! Scoring: the points for a closed station, and what happens to it afterwards (section 5).

use super::super::events::Event;
use super::super::grid::Grid;
use super::super::options::Point;
use super::super::rulebook::Rulebook;
use super::super::rules;
use super::super::state::{Cell, Colour, Figure, Mark, Piece, Rows, State, Step};
use super::stations;
use cardwright_kernel::{Cites, Log};

/// Scores the stations that a new piece has closed (clauses LC-5.2 to LC-5.4). `before` is the mark of the station
/// in which the piece was built, if any.
pub(crate) fn after_piece<L: Log<Event>>(
    rules: &Rulebook,
    state: &mut State,
    grid: &mut Grid,
    piece: Piece,
    before: Option<(Cell, Option<Mark>)>,
    log: &mut L,
) {
    let closed = stations::beside(rules, grid, piece);
    let split = closed.stations.len() > 1 && !rules.other(Point::SplitScores);
    let scored = closed.was_open || split;
    if let Some((first, mark)) = before {
        state.marks.set(first, None);
        carry_marks(rules, state, grid, piece, &closed.stations, mark);
    }
    if !scored {
        return;
    }
    let in_order = rules.other(Point::SeveralStations) && closed.stations.len() > 1;
    for station in &closed.stations {
        log.emit(|| {
            let first = station.first().unwrap_or(Cell::at(0, 0));
            let rule = if closed.was_open {
                rules::CLOSES
            } else {
                rules::SPLIT
            };
            (
                Event::Closed {
                    first,
                    cells: station.len(),
                },
                Cites::from(rules::STATION).and(rule),
            )
        });
        match (in_order, station.first()) {
            (true, Some(first)) => state.marks.set(first, Some(Mark::Waiting)),
            _ => score(rules, state, grid, station, log),
        }
    }
    if in_order {
        state.step = Step::Order;
    }
}

/// Copies the mark of a station to its parts, until they are scored again.
fn carry_marks(
    rules: &Rulebook,
    state: &mut State,
    grid: &Grid,
    piece: Piece,
    parts: &[Rows],
    mark: Option<Mark>,
) {
    let Some(mark) = mark else { return };
    let mut keep = |part: &Rows| {
        if let Some(first) = part.first() {
            state.marks.set(first, Some(mark));
        }
    };
    parts.iter().for_each(&mut keep);
    if parts.is_empty() {
        // The station was not split: any remaining part of it is next to the piece.
        let rim = piece
            .rows()
            .spread_round()
            .without(&grid.pieces)
            .and(rules.board());
        let rest = rim
            .first()
            .and_then(|cell| stations::around(rules, grid, cell));
        rest.iter().for_each(keep);
    }
}

/// Scores one station: the figures inside go to the majority, or half of their points to each in a tie (clauses
/// LC-5.7, LC-5.8, Q-LC-4).
pub(crate) fn score<L: Log<Event>>(
    rules: &Rulebook,
    state: &mut State,
    grid: &mut Grid,
    station: &Rows,
    log: &mut L,
) {
    let wall = stations::outer_wall(rules, state, grid, station);
    let owner = stations::majority(wall);
    let inside = Figure::ALL.map(|kind| grid.figures[kind.index()].and(station));
    let numbers = [inside[0].len(), inside[1].len()];
    let points =
        numbers[0] as u16 * Figure::Robot.points() + numbers[1] as u16 * Figure::Astronaut.points();
    match owner {
        Some(colour) => state.score[colour.index()] += points,
        None => state
            .score
            .iter_mut()
            .for_each(|score| *score += points / 2),
    }
    let first = station.first();
    let stay = owner.is_none() && rules.other(Point::TiedFigures);
    if !stay {
        for (kind, cells) in Figure::ALL.into_iter().zip(&inside) {
            cells.iter().for_each(|cell| state.lift(kind, cell));
            grid.figures[kind.index()] = grid.figures[kind.index()].without(cells);
        }
    }
    if let Some(first) = first
        && (rules.marks_stations() || state.marks.of(first).is_some())
    {
        state.marks.set(
            first,
            owner.filter(|_| rules.marks_stations()).map(Mark::Won),
        );
    }
    log.emit(|| {
        let [robots, astronauts] = numbers;
        let first = first.unwrap_or(Cell::at(0, 0));
        let event = Event::Scored {
            first,
            owner,
            stay,
            wall,
            robots,
            astronauts,
            points: given(owner, points),
            score: state.score,
        };
        let rule = if owner.is_some() {
            rules::POINTS
        } else {
            rules::TIE
        };
        (event, Cites::from(rule).and(rules::OUTER_WALL))
    });
}

/// The points of a station for green and orange.
fn given(owner: Option<Colour>, points: u16) -> [u16; 2] {
    match owner {
        Some(Colour::Green) => [points, 0],
        Some(Colour::Orange) => [0, points],
        None => [points / 2; 2],
    }
}
