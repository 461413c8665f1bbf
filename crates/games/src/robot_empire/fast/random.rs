//! Random play: the answers to a question are listed as it is found out whether it is asked, and drawn from there.

use crate::robot_empire::cards::book::Rulebook;
use crate::robot_empire::play::actions::{Action, More};
use crate::robot_empire::play::{Engine, Listed};
use crate::robot_empire::state::{Asked, State};
use cardwright_kernel::{Draw, NoLog, Rng};

impl Rulebook {
    /// [`cardwright_kernel::Rules::play_at_random`], with the generators of chance and of the seats.
    pub(crate) fn random_play(
        &self,
        state: &mut State,
        [dealer, luck]: [&mut Rng; 2],
        legal: &mut Vec<Action>,
        most: u64,
    ) -> u64 {
        let mut log = NoLog;
        let mut table = Engine::new(self, state, &mut log);
        table.listed = Some(Listed { actions: std::mem::take(legal), complete: false });
        let mut answers = 0;
        while answers < most && table.s.asked != Asked::Nobody {
            let action = match table.s.asked {
                Asked::Chance => self.deal_by(table.s, dealer.draw()),
                _ => table.listed_answer(luck.draw()),
            };
            table.carry_out(action);
            table.advance();
            answers += 1;
        }
        *legal = table.listed.take().map_or_else(Vec::new, |listed| listed.actions);
        answers
    }
}

impl Engine<'_, NoLog> {
    /// One of the answers of the seat that is asked, every one as likely as any other.
    #[inline]
    fn listed_answer(&mut self, drawn: Draw<'_>) -> Action {
        let Some(listed) = &mut self.listed else { return Action::Pass };
        if !std::mem::take(&mut listed.complete) {
            listed.actions.clear();
            let _ = self.book.each_answer(self.s, &mut |action| {
                listed.actions.push(action);
                More::Continue(())
            });
        }
        let nth = drawn.below((listed.actions.len() as u32).max(1));
        listed.actions.get(nth as usize).copied().unwrap_or(Action::Pass)
    }
}
