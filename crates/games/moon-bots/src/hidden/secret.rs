//! Decisions that one seat alone sees.

use crate::actions::Action;
use crate::book::rulebook::Rulebook;
use crate::lexicon::{LEXICON, SECRECY};
use crate::state::State;
use crate::state::values::{chooser, robot};
use cardwright_effects::Frame;
use cardwright_kernel::{Rng, Seat, Viewer, below};
use cardwright_runtime::secrets::{self, ends_secret, overwrite, stays_secret};

/// Whether the current question is about a hand. It is asked whenever the hand has several weapons, even if they
/// are all of the same kind, because being asked must reveal nothing about them.
pub(crate) fn asks_for_secrets(book: &Rulebook, state: &State) -> bool {
    if state.picked_from().is_some() {
        return true;
    }
    let Some(frame) = state.top() else {
        return false;
    };
    let op = book.bound[frame.program]
        .program
        .ops
        .get(usize::from(frame.pc));
    op.is_some_and(|op| secrets::secret_of(&LEXICON, op).is_some())
}

/// The player who alone sees an action, because it writes a number in secret.
pub(crate) fn writes_alone(book: &Rulebook, state: &State, action: Action) -> Option<Seat> {
    let frame = state.top()?;
    let program = &book.bound[frame.program].program;
    let secret = stays_secret(SECRECY, program, frame);
    (secret && matches!(action, Action::Choose { .. })).then_some(())?;
    Some(book.owner(chooser(program, frame)).seat())
}

/// Whether everybody sees the numbers written in secret once the present question is answered.
pub(crate) fn ends_writing(book: &Rulebook, state: &State) -> bool {
    let ends = |frame: &Frame| {
        let owned = book.bound.get(frame.program);
        owned.is_some_and(|owned| ends_secret(SECRECY, &owned.program, frame))
    };
    state.top().is_some_and(ends)
}

/// Replaces the numbers that other players have written in secret.
pub(crate) fn rewrite(book: &Rulebook, state: &mut State, seat: Seat, rng: &mut Rng) {
    overwrite_numbers(book, state, Viewer::Seat(seat), |low, high| {
        let span = u32::from(high.saturating_sub(low).max(0) as u16) + 1;
        low + below(rng, span) as i16
    });
}

/// Replaces each number that the viewer has not written itself with the smallest possible number.
pub(crate) fn hide_written(book: &Rulebook, state: &mut State, viewer: Viewer) {
    overwrite_numbers(book, state, viewer, |low, _| low);
}

/// Replaces the numbers that the viewer does not know with numbers within the bounds of the question.
fn overwrite_numbers(
    book: &Rulebook,
    state: &mut State,
    viewer: Viewer,
    mut number: impl FnMut(i16, i16) -> i16,
) {
    for frame in state.effects.all_mut() {
        let program = &book.bound[frame.program].program;
        let knows = |value: i16| {
            robot(value).is_some_and(|robot| viewer == Viewer::Seat(book.owner(robot).seat()))
        };
        overwrite(SECRECY, program, frame, knows, &mut number);
    }
}

/// The player who alone sees which weapon it got (MB-4.6); `None` for a weapon that is shown at once.
pub(crate) fn looks_alone(book: &Rulebook, state: &State, action: Action) -> Option<Seat> {
    let Action::Get { weapon } = action else {
        return None;
    };
    let robot = state.pending_reveal?;
    let shown =
        book.weapons.get(usize::from(weapon))?.on_bought.is_some() && !state.passing.stolen();
    (!shown).then(|| book.owner(robot).seat())
}
