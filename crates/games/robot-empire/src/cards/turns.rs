//! What cards do with the turns of players.

use crate::engine::context::Engine;
use crate::events::{Event, tell};
use crate::rules::{MORE_TURNS, NO_COLLECT};
use crate::state::PlayerId;
use cardwright_kernel::Log;

impl<L: Log<Event>> Engine<'_, L> {
    /// Gives the active player another turn after this one (clause RE-6.22).
    pub(crate) fn extra_turn(&mut self) {
        let turns = self.s.more_turns;
        if turns.is_extra() || turns.again() {
            return;
        }
        self.s.more_turns.set_again(true);
        let seat = self.s.active;
        self.emit(MORE_TURNS, "again", |_, _| {
            tell(format!(
                "player {} has another turn after this one",
                seat.number()
            ))
            .player(seat)
        });
    }

    /// Makes a player skip their next turn (clause RE-6.22).
    pub(crate) fn skip_turn(&mut self, seat: PlayerId) {
        if self.s.side(seat).out || self.s.more_turns.skips().contains(seat) {
            return;
        }
        self.s.more_turns.set_skip(seat, true);
        self.emit(MORE_TURNS, "will-skip", |_, _| {
            tell(format!("player {} skips the next turn", seat.number())).player(seat)
        });
    }

    /// Makes a player collect nothing in their next turn (clause RE-6.38).
    pub(crate) fn skip_collect(&mut self, seat: PlayerId) {
        if self.s.side(seat).out || self.s.more_turns.without_collect().contains(seat) {
            return;
        }
        self.s.more_turns.set_without_collect(seat, true);
        self.emit(NO_COLLECT, "will-not-collect", |_, _| {
            tell(format!(
                "player {} does not collect in the next turn",
                seat.number()
            ))
            .player(seat)
        });
    }
}
