//! Numbers that players write in secret and reveal together (MB-13.22). They are in the registers of the effect that
//! asks, which no view shows. This module decides which of them a seat does not know.

use crate::cards::lexicon::SECRECY;
use crate::cards::rulebook::Rulebook;
use crate::cards::values::{chooser, robot};
use crate::play::actions::Action;
use crate::state::State;
use cardwright_kernel::{Rng, Seat, Viewer, below};
use cardwright_runtime::secrets::{overwrite, written_from};

impl Rulebook {
    /// The player who alone sees an action, because it writes a number in secret.
    pub(crate) fn writes_alone(&self, state: &State, action: Action) -> Option<Seat> {
        let frame = state.top()?;
        let program = &self.bound[frame.program].program;
        written_from(SECRECY, program, frame)
            .filter(|_| matches!(action, Action::Choose { .. }))?;
        Some(self.owner(chooser(program, frame)).seat())
    }

    /// Replaces the numbers that other players have written in secret.
    pub(crate) fn rewrite(&self, state: &mut State, seat: Seat, rng: &mut Rng) {
        self.overwrite(state, Viewer::Seat(seat), |low, high| {
            let span = u32::from(high.saturating_sub(low).max(0) as u16) + 1;
            low + below(rng, span) as i16
        });
    }

    /// Replaces each number that the viewer has not written itself with the smallest possible number.
    pub(crate) fn hide_written(&self, state: &mut State, viewer: Viewer) {
        self.overwrite(state, viewer, |low, _| low);
    }

    /// Replaces the numbers that the viewer does not know with numbers within the bounds of the question.
    fn overwrite(
        &self,
        state: &mut State,
        viewer: Viewer,
        mut number: impl FnMut(i16, i16) -> i16,
    ) {
        for frame in state.effects.all_mut() {
            let program = &self.bound[frame.program].program;
            let knows = |value: i16| {
                robot(value).is_some_and(|robot| viewer == Viewer::Seat(self.owner(robot).seat()))
            };
            overwrite(SECRECY, program, frame, knows, &mut number);
        }
    }
}
