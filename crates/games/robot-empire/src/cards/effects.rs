//! Effects of cards: the parts that are specific to this game. How effects start, run and wait is part of the runtime
//! (`cardwright_runtime::effects`).

use crate::engine::context::Engine;
use crate::engine::effects::REACTIONS;
use crate::events::Event;
use crate::facts::nouns::seat_of;
use crate::state::{Asked, Entered, PendingChance, PlayerId, Shown, Step};
use cardwright_effects::{Frame, Program, machine};
use cardwright_kernel::{Log, ProgramId};
use cardwright_runtime::effects::{EffectDriver, Effects};
use cardwright_runtime::ids::Id;

impl<'a, L: Log<Event>> EffectDriver<'a, 1> for Engine<'a, L> {
    #[inline]
    fn program(&self, program: ProgramId) -> &'a Program {
        &self.book.bound[program].program
    }

    #[inline]
    fn effects(&mut self) -> &mut Effects<1> {
        &mut self.s.effects
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.s.step == Step::Over
    }

    /// Only one effect runs at a time; reactions wait until it has ended.
    fn lapsed(&mut self, frame: &Frame) {
        self.lapse(frame.program);
    }

    fn ended(&mut self) {
        self.settle_fallen();
        self.forget_data();
    }

    fn asked(&mut self, program: &'a Program, frame: &Frame) {
        self.settle_fallen();
        if self.is_over() {
            return;
        }
        if machine::by_chance(program, frame) {
            (self.s.asked, self.s.pending_chance) = (Asked::Chance, PendingChance::Choice);
            return;
        }
        // The card's own player is asked unless another is named. An eliminated player is not asked; the next player
        // is.
        let players = self.book.players;
        let named = [machine::asked(program, frame), frame.owner.into()].map(seat_of);
        let playing = |seat: &PlayerId| seat.n() < players;
        let seat = named
            .into_iter()
            .flatten()
            .find(playing)
            .unwrap_or(self.s.active);
        let others = std::iter::successors(Some(seat), |seat| Some(seat.left(players)));
        let asked = others
            .take(players.into())
            .find(|seat| !self.s.side(*seat).out)
            .unwrap_or(seat);
        self.s.asked = Asked::Seat(asked);
    }

    fn goes_round(&mut self) -> bool {
        self.s.reactions = self.s.reactions.saturating_add(1);
        self.s.reactions >= REACTIONS
    }

    #[cold]
    fn endless(&mut self, frame: &Frame) {
        self.lapse(frame.program);
        self.s.effects.pop();
        self.settle_fallen();
        self.forget_data();
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Forgets what only the effect that has ended could use.
    fn forget_data(&mut self) {
        (self.s.die, self.s.shown) = (0, Shown::default());
        self.s.entered = Entered::default();
    }
}
