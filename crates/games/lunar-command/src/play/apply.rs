//! Carries out actions.

use super::super::events::{Event, Placed};
use super::super::grid::Grid;
use super::super::options::Point;
use super::super::rulebook::Rulebook;
use super::super::rules;
use super::super::state::{Cell, Figure, Kind, Mark, Piece, STEPS, State, Step, Ufo};
use super::actions::{self, Action};
use super::score;
use super::stations;
use super::turn;
use super::ufos;
use super::walks::Walks;
use cardwright_kernel::{Cites, Log, RuleId};

/// Carries out an allowed action and continues to the next question or the end.
pub(crate) fn apply<L: Log<Event>>(
    rules: &Rulebook,
    state: &mut State,
    action: Action,
    log: &mut L,
) {
    let grid = &mut Grid::of(rules, state);
    carry_out(rules, state, grid, action, None, log);
    turn::settle(rules, state, grid, log);
}

/// Carries out one action. The events cite `why` in addition to the action's own clauses.
pub(crate) fn carry_out<L: Log<Event>>(
    rules: &Rulebook,
    state: &mut State,
    grid: &mut Grid,
    action: Action,
    why: Option<RuleId>,
    log: &mut L,
) {
    let cited = |cites: Cites| why.into_iter().fold(cites, Cites::and);
    let who = rules.name(state.to_move);
    match action {
        Action::Roll(face) => {
            log.emit(|| {
                (
                    Event::Rolled {
                        who,
                        face: face.to_string(),
                    },
                    cited(Cites::from(rules::DIE)),
                )
            });
            state.step = Step::Act(face);
            return;
        }
        Action::Build { kind, cell, up } => {
            log.emit(|| {
                let placed = Placed { kind, cell, up };
                let option = if kind.is_white() {
                    rules::WHITE
                } else {
                    rules::COLOUR
                };
                (Event::Built { who, placed }, cited(Cites::from(option)))
            });
            build(rules, state, grid, (kind, cell, up), log);
        }
        Action::Walk { from, to } => walk(rules, state, grid, (from, to), why, log),
        Action::Ufo { from, to } => {
            log.emit(|| {
                (
                    Event::Ufo { who, from, to },
                    cited(Cites::from(rules::UFO_CENTRE)),
                )
            });
            if let Some(at) = state.ufo_on(from) {
                state.move_ufo(at, Ufo::at(to));
                grid.cover(state);
            }
        }
        Action::Abduct { from, to, with } => abduct(rules, state, grid, (from, to, with), why, log),
        Action::Score(first) => {
            if let Some(station) = stations::around(rules, grid, first) {
                score::score(rules, state, grid, &station, log);
            }
            state.step = Step::Order;
        }
        Action::Stop | Action::Pass => {
            if action == Action::Pass {
                log.emit(|| (Event::Passed { who }, cited(Cites::from(rules::MUST_ACT))));
            }
            state.step = Step::Second(0);
        }
    }
    turn::after(rules, state, grid, log);
}

fn build<L: Log<Event>>(
    rules: &Rulebook,
    state: &mut State,
    grid: &mut Grid,
    (kind, cell, up): (Kind, Cell, bool),
    log: &mut L,
) {
    let seat = state.to_move;
    state.progress = true;
    state.step = Step::Second(0);
    let owner = (!kind.is_white()).then(|| rules.colour(seat));
    let second = owner.is_some() && rules.tells_members() && rules.is_second(seat);
    let piece = Piece::new(kind, cell, up, owner, second);
    if kind == Kind::Dome {
        if let Some(bare) = state.pieces.iter_mut().find(|piece| piece.cell() == cell) {
            *bare = piece;
        }
        grid.put_dome(rules, piece);
        return;
    }
    let before = mark_around(rules, state, grid, cell);
    state.add(piece);
    grid.put(rules, piece);
    grid.join(rules, piece);
    score::after_piece(rules, state, grid, piece, before, log);
}

/// The first cell and the mark of the station around a cell, if marks are recorded.
fn mark_around(
    rules: &Rulebook,
    state: &State,
    grid: &Grid,
    cell: Cell,
) -> Option<(Cell, Option<Mark>)> {
    if state.marks.is_empty() {
        return None;
    }
    let first = stations::around(rules, grid, cell)?.first()?;
    Some((first, state.marks.of(first)))
}

fn walk<L: Log<Event>>(
    rules: &Rulebook,
    state: &mut State,
    grid: &mut Grid,
    (from, to): (Cell, Cell),
    why: Option<RuleId>,
    log: &mut L,
) {
    let steps = if let Step::Second(left) = state.step {
        left
    } else {
        STEPS
    };
    let kind = state.figure_on(from).unwrap_or(Figure::Robot);
    let ground = Walks::of(rules, state, grid, steps);
    let (cost, scores) = ground
        .walk(rules, grid, kind, from, to)
        .unwrap_or((steps, false));
    let (who, colour) = (rules.name(state.to_move), rules.colour(state.to_move));
    log.emit(|| {
        let cites = why
            .into_iter()
            .fold(Cites::from(rules::WALK).and(rules::STEP), Cites::and);
        (
            Event::Walked {
                who,
                figure: kind,
                from,
                to,
                steps: cost,
            },
            cites,
        )
    });
    state.walked |= 1 << kind.index();
    grid.figures[kind.index()].remove(from);
    if scores {
        state.lift(kind, from);
        state.score[colour.index()] += kind.points();
        state.progress = true;
        log.emit(|| {
            let event = Event::WalkedIn {
                colour,
                figure: kind,
                points: kind.points(),
                score: state.score,
            };
            (event, Cites::from(rules::WALK_IN))
        });
    } else {
        state.move_figure(kind, from, to);
        grid.figures[kind.index()].add(to);
    }
    state.step = Step::Second(steps - cost);
    if rules.other(Point::Walkers) && !scores && steps > cost && !state.walkers.is_full() {
        state.walkers.push(to);
        state.walkers.sort_unstable();
    }
}

fn abduct<L: Log<Event>>(
    rules: &Rulebook,
    state: &mut State,
    grid: &mut Grid,
    (from, to, with): (Cell, Cell, Cell),
    why: Option<RuleId>,
    log: &mut L,
) {
    let scores = ufos::scoring(rules, state, grid).has(to);
    let (who, colour) = (rules.name(state.to_move), rules.colour(state.to_move));
    let (kind, at) = (Figure::Astronaut, state.ufo_on(with));
    state.step = Step::Second(0);
    log.emit(|| {
        let cites = why.into_iter().fold(
            Cites::from(rules::ABDUCTED).and(rules::ABDUCT_TO),
            Cites::and,
        );
        (
            Event::Abducted {
                who,
                from,
                to,
                with,
            },
            cites,
        )
    });
    grid.figures[kind.index()].remove(from);
    let ufo = match scores {
        true => {
            state.lift(kind, from);
            state.score[colour.index()] += kind.points();
            state.progress = true;
            Ufo::at(from)
        }
        false => {
            state.move_figure(kind, from, to);
            grid.figures[kind.index()].add(to);
            Ufo {
                cell: to,
                carrier: Some(colour),
            }
        }
    };
    if let Some(at) = at {
        state.move_ufo(at, ufo);
        grid.cover(state);
    }
    log.emit(|| match scores {
        true => {
            let points = kind.points();
            let event = Event::CarriedHome {
                colour,
                points,
                score: state.score,
                ufo: from,
            };
            (event, Cites::from(rules::ABDUCT_HOME))
        }
        false => (
            Event::OnItsHead { cell: to },
            Cites::from(rules::ON_ITS_HEAD),
        ),
    });
}

/// The only legal action, if there is exactly one.
pub(crate) fn only(
    rules: &Rulebook,
    state: &State,
    grid: &Grid,
    choices: &actions::Choices,
) -> Action {
    choices.nth(rules, state, grid, 0)
}
