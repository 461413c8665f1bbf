//! The order of turns, what follows an action, and the end of the game (clauses LC-3.4 to LC-3.6, section 8).

use super::super::events::{Event, Reason};
use super::super::grid::Grid;
use super::super::rulebook::Rulebook;
use super::super::rules;
use super::super::state::{Colour, Kind, State, Step};
use super::actions::{self, Choices};
use super::apply;
use cardwright_kernel::{Actor, Cites, Log, Outcome, RuleId, Seat, SeatSet};
use std::cmp::Ordering;

/// Who has to act, or how the game ended.
#[inline]
pub(crate) fn actor(rules: &Rulebook, state: &State) -> Actor {
    match state.step {
        Step::Roll => Actor::Chance,
        Step::Over => Actor::Over(outcome(rules, state)),
        _ => Actor::Seat(state.to_move),
    }
}

/// Moves on to the next question with a choice, or to the end. Returns the legal actions there.
pub(crate) fn settle<L: Log<Event>>(
    rules: &Rulebook,
    state: &mut State,
    grid: &mut Grid,
    log: &mut L,
) -> Choices {
    loop {
        if state.step == Step::Roll
            && let Some(face) = rules.only_face()
        {
            state.step = Step::Act(face);
        }
        let choices = Choices::of(rules, state, grid);
        match (state.step, choices.total) {
            (Step::Roll | Step::Over, _) => return choices,
            (Step::Act(_), 0) => {
                let who = rules.name(state.to_move);
                log.emit(|| (Event::NothingToDo { who }, Cites::from(rules::PASSED)));
                state.step = Step::Second(0);
                after(rules, state, grid, log);
            }
            (_, 1) => {
                let action = apply::only(rules, state, grid, &choices);
                apply::carry_out(rules, state, grid, action, Some(rules::ASKED), log);
            }
            _ => return choices,
        }
    }
}

/// Continues after pieces and figures were moved and scored: with the end of the game, another question of this
/// turn, or the next turn (clause LC-3.6).
pub(crate) fn after<L: Log<Event>>(
    rules: &Rulebook,
    state: &mut State,
    grid: &mut Grid,
    log: &mut L,
) {
    if let Some(reason) = ended(rules, state, grid) {
        return end(rules, state, grid, reason, log);
    }
    match state.step {
        Step::Order if actions::waiting(rules, state, grid).next().is_some() => {}
        Step::Second(left) if left > 0 => {}
        _ => {
            pass_on(rules, state);
            if state.quiet >= rules.options().quiet_turns {
                end(rules, state, grid, Reason::Quiet, log);
            }
        }
    }
}

/// Passes the turn to the next seat.
fn pass_on(rules: &Rulebook, state: &mut State) {
    state.quiet = if state.progress {
        0
    } else {
        state.quiet.saturating_add(1)
    };
    state.turn = state.turn.saturating_add(1);
    state.to_move = Seat((state.to_move.0 + 1) % rules.seats());
    state.step = Step::Roll;
    clear_turn(state);
}

fn clear_turn(state: &mut State) {
    state.progress = false;
    state.walked = 0;
    state.walkers.clear();
}

/// Why the game is over; `None` if it is not (clauses LC-8.1, LC-8.3). While stations wait to be scored, exhaustion
/// does not end the game.
fn ended(rules: &Rulebook, state: &State, grid: &Grid) -> Option<Reason> {
    if state
        .score
        .iter()
        .any(|score| *score >= rules.options().target)
    {
        return Some(Reason::Target);
    }
    let waits = state.step == Step::Order && actions::waiting(rules, state, grid).next().is_some();
    if waits { None } else { exhausted(rules, grid) }
}

/// Which supply is exhausted, of those that end the game.
fn exhausted(rules: &Rulebook, grid: &Grid) -> Option<Reason> {
    if grid.white_built() >= rules.options().white() {
        return Some(Reason::White);
    }
    let gone = |colour: &Colour| grid.built_by(*colour) >= rules.options().coloured();
    Colour::ALL.into_iter().find(gone).map(Reason::Coloured)
}

fn end<L: Log<Event>>(
    rules: &Rulebook,
    state: &mut State,
    grid: &Grid,
    reason: Reason,
    log: &mut L,
) {
    // Stations that still wait to be scored never are.
    if state.step == Step::Order {
        actions::waiting(rules, state, grid).for_each(|first| state.marks.set(first, None));
    }
    state.step = Step::Over;
    clear_turn(state);
    log.emit(|| {
        let winners = outcome(rules, state)
            .winners
            .iter()
            .map(|seat| rules.name(seat))
            .collect();
        let built = Colour::ALL.map(|colour| built(rules, state, colour));
        let cites = Cites::from(reason.rule()).and(ranked_by(rules, state));
        (
            Event::Over {
                reason,
                winners,
                score: state.score,
                built,
            },
            cites,
        )
    });
}

/// The clause that decides the winner.
fn ranked_by(rules: &Rulebook, state: &State) -> RuleId {
    let both = state
        .score
        .iter()
        .all(|score| *score >= rules.options().target);
    if both { rules::BEYOND } else { rules::RANKED }
}

/// Ends the game if a written position is over; returns whether it is.
pub(crate) fn end_if_over(rules: &Rulebook, state: &mut State, grid: &Grid) {
    if ended(rules, state, grid).is_some() || state.quiet >= rules.options().quiet_turns {
        state.step = Step::Over;
        clear_turn(state);
    }
}

/// The clause that ended the game.
pub(crate) fn end_clause(rules: &Rulebook, state: &State) -> RuleId {
    ended(rules, state, &Grid::of(rules, state))
        .unwrap_or(Reason::Quiet)
        .rule()
}

/// The number of coloured pieces that a colour has built (clause LC-8.4).
pub(crate) fn built(rules: &Rulebook, state: &State, colour: Colour) -> u32 {
    let own = |piece: &&crate::Piece| {
        piece.owner() == Some(colour) && !rules.is_corner(**piece) && piece.built() != Kind::Square
    };
    state.pieces.iter().filter(own).count() as u32
}

/// The winners: the colour with the higher score, then with more coloured pieces built, otherwise both (clauses
/// LC-8.2, LC-8.4).
pub(crate) fn outcome(rules: &Rulebook, state: &State) -> Outcome {
    let rank = |colour: Colour| (state.score[colour.index()], built(rules, state, colour));
    let best = match rank(Colour::Green).cmp(&rank(Colour::Orange)) {
        Ordering::Greater => Some(Colour::Green),
        Ordering::Less => Some(Colour::Orange),
        Ordering::Equal => None,
    };
    let won = |seat: &Seat| best.is_none_or(|colour| rules.colour(*seat) == colour);
    let winners = (0..rules.seats()).map(Seat).filter(won);
    Outcome {
        winners: winners.fold(SeatSet::default(), |all, seat| {
            SeatSet(all.0 | SeatSet::one(seat).0)
        }),
    }
}
