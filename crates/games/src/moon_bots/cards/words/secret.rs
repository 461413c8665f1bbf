//! Numbers that players write in secret and show together (MB-13.22). They lie in the registers of the effect that asks,
//! which no view shows; here stands which of them a seat does not know.

use crate::moon_bots::cards::book::Rulebook;
use crate::moon_bots::cards::lexicon::house_verbs as verbs;
use crate::moon_bots::play::actions::Action;
use crate::moon_bots::state::{FRAMES, ROBOTS, State};
use cardwright_effects::{Frame, From, Op, Program};
use cardwright_kernel::{Rng, Seat, Viewer, below};

/// The operations from which on an effect asks in secret, if it does so where it stands.
fn secret_from(program: &Program, frame: &Frame) -> Option<usize> {
    let done = program.ops.get(..usize::from(frame.pc))?;
    let is = |op: &Op, wanted: u8| matches!(op, Op::Do { verb, .. } if *verb == wanted);
    let from = done.iter().rposition(|op| is(op, verbs::IN_SECRET))?;
    (!done[from..].iter().any(|op| is(op, verbs::SHOW))).then_some(from)
}

impl Rulebook {
    /// The player that alone sees an answer, because it is written in secret.
    pub(crate) fn writes_alone(&self, state: &State, action: Action) -> Option<Seat> {
        let frame = state.top()?;
        let program = &self.programs[usize::from(frame.program)].program;
        secret_from(program, frame).filter(|_| matches!(action, Action::Choose { .. }))?;
        let robot = cardwright_effects::machine::asked(program, frame) as u8 % ROBOTS as u8;
        Some(Seat(self.owner(robot)))
    }

    /// Puts other numbers in the place of those that others have written in secret.
    pub(crate) fn rewrite(&self, state: &mut State, seat: Seat, rng: &mut Rng) {
        self.overwrite(state, Viewer::Seat(seat), |low, high| {
            let span = u32::from(high.saturating_sub(low).max(0) as u16) + 1;
            low + below(rng, span) as i16
        });
    }

    /// Puts the least number in the place of each that the viewer has not written itself.
    pub(crate) fn hide_written(&self, state: &mut State, viewer: Viewer) {
        self.overwrite(state, viewer, |low, _| low);
    }

    /// Puts numbers between the bounds of the question in the place of those that the viewer does not know.
    fn overwrite(&self, state: &mut State, viewer: Viewer, mut number: impl FnMut(i16, i16) -> i16) {
        let depth = usize::from(state.depth).min(FRAMES);
        for frame in &mut state.frames[..depth] {
            let program = &self.programs[usize::from(frame.program)].program;
            let Some(from) = secret_from(program, frame) else { continue };
            for op in &program.ops[from..usize::from(frame.pc)] {
                let Op::Choose { by, to, from: From::Numbers(low, high), .. } = *op else { continue };
                let player = self.owner(by.value(frame) as u8 % ROBOTS as u8);
                let own = viewer == Viewer::Seat(Seat(player));
                if let (false, Some(low), Some(high)) = (own, low.number(), high.number()) {
                    frame.set_reg(to, number(low, high));
                }
            }
        }
    }
}
