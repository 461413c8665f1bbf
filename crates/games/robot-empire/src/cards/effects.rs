//! Effects of cards: what the game says about the one in progress. How it starts, runs and waits is the runtime's
//! (`cardwright_runtime::effects`).

use super::host::seat_of;
use crate::play::Engine;
use crate::play::event::Event;
use crate::rules::LAPSES;
use crate::state::{Asked, PendingChance, PlayerId, Step};
use cardwright_effects::machine;
use cardwright_effects::{Frame, Program};
use cardwright_kernel::{Log, ProgramId};
use cardwright_runtime::effects::{EffectDriver, Effects};
use cardwright_runtime::ids::Id;

/// Reactions, and rounds of a loop that waits, in one turn at most (clause RE-6.14).
pub(crate) const REACTIONS: u8 = 100;

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

    /// One effect runs at a time: what reacts waits until it has ended.
    fn lapsed(&mut self, frame: &Frame) {
        self.lapse(frame.program);
    }

    fn ended(&mut self) {
        self.s.die = 0;
    }

    fn asked(&mut self, program: &'a Program, frame: &Frame) {
        if machine::by_chance(program, frame) {
            (self.s.asked, self.s.pending_chance) = (Asked::Chance, PendingChance::Choice);
            return;
        }
        // The card's own player is asked where no other is named. Who is out answers nothing more: the next player does.
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
        self.s.die = 0;
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Something a card would do does not happen (clause RE-6.14).
    #[cold]
    pub(super) fn lapse(&mut self, program: ProgramId) {
        self.emit(LAPSES, "lapses", |book, _| {
            let card = book
                .bound
                .get(program)
                .map_or("a card", |owned| book.bound.card(owned.card).name("en"));
            format!("what {card} would do lapses")
        });
    }
}
