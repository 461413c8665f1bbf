//! Random play: the actions of a question are listed while checking whether it is asked, and drawn from that list.

use crate::actions::{Action, More};
use crate::book::rulebook::Rulebook;
use crate::engine::context::{Engine, Listed};
use crate::facts::values;
use crate::legal::{chance, list};
use crate::state::{Asked, CardDefId, PendingChance, PlayerId, Side, State, Step};
use cardwright_kernel::{Draw, NoLog, Rng};
use cardwright_runtime::bit_select::nth_of_byte;

/// [`cardwright_kernel::Rules::play_at_random`], with the generators of chance and of the seats.
pub(crate) fn random_play(
    book: &Rulebook,
    state: &mut State,
    [dealer, luck]: [&mut Rng; 2],
    legal: &mut Vec<Action>,
    most: u64,
) -> u64 {
    let mut log = NoLog;
    let mut table = Engine::new(book, state, &mut log);
    table.listed = Some(Listed {
        actions: std::mem::take(legal),
        complete: false,
    });
    let mut answers = 0;
    while answers < most {
        let left = most - answers;
        // Nothing happens between the draws and discards of a turn, so what follows them is known.
        let (given, asks) = match (table.s.asked, table.s.step) {
            (Asked::Nobody, _) => break,
            (Asked::Chance, Step::Draw | Step::DrawAgain) if table.draws_plainly() => (
                table.draw_hand(table.s.active, dealer, left),
                table.hand_step(),
            ),
            (Asked::Chance, Step::Deal(seat)) if table.draws_plainly() => {
                (table.draw_hand(seat, dealer, left), false)
            }
            (Asked::Chance, _) => {
                let action = chance::deal_by(book, table.s, dealer.draw());
                table.carry_out(action);
                (1, false)
            }
            (Asked::Seat(seat), Step::Discard) if table.discards_plainly() => {
                (table.discard_some(seat, luck, left), table.hand_step())
            }
            (Asked::Seat(_), _) => {
                let action = table.listed_answer(luck.draw());
                table.carry_out(action);
                (1, false)
            }
        };
        answers += given;
        if !asks {
            table.advance();
        }
    }
    *legal = table
        .listed
        .take()
        .map_or_else(Vec::new, |listed| listed.actions);
    answers
}

impl Engine<'_, NoLog> {
    /// Whether a hand is being filled, one card after the other, with nothing else in between.
    #[inline]
    fn draws_plainly(&self) -> bool {
        matches!(self.s.pending_chance, PendingChance::None) && !values::sees_backs(self.book)
    }

    /// Draws up to this many cards for the hand that is being filled; returns how many were drawn.
    fn draw_hand(&mut self, seat: PlayerId, dealer: &mut Rng, most: u64) -> u64 {
        let defs = self.book.defs_of(seat);
        let Some(mut sums) = self.s.piles.sums(defs) else {
            let card = chance::card_drawn(self.book, self.s, seat, dealer.draw());
            self.draw(seat, card);
            return 1;
        };
        for drawn in 1..=most {
            let nth = dealer.draw().below(sums.size().max(1));
            let card = self
                .s
                .piles
                .nth_by(&mut sums, defs, nth)
                .unwrap_or(CardDefId::FIRST);
            self.draw(seat, card);
            if drawn == most || self.s.side(seat).hand.is_full() {
                return drawn;
            }
            if sums.size() == 0 {
                if !self.can_draw(seat) {
                    return drawn;
                }
                match self.s.piles.sums(defs) {
                    Some(anew) => sums = anew,
                    None => return drawn,
                }
            }
        }
        most
    }

    /// Whether the discards of a turn are asked for, one after the other, with nothing else in between.
    #[inline]
    fn discards_plainly(&self) -> bool {
        !self.s.busy() && !values::asks_holders(self.book)
    }

    /// A player discards at random until done, up to this many actions; returns how many were taken.
    #[inline]
    fn discard_some(&mut self, seat: PlayerId, luck: &mut Rng, most: u64) -> u64 {
        if let Some(listed) = &mut self.listed {
            listed.complete = false;
        }
        for answered in 1..=most {
            let open = self.s.side(seat).hand.first_of_each();
            let number = open.count_ones();
            let nth = luck.draw().below(number + 1);
            let at = usize::from(nth_of_byte(open, nth));
            let card = self
                .s
                .side(seat)
                .hand
                .get(at)
                .copied()
                .filter(|_| nth < number);
            let Some(card) = card else {
                self.end_phase();
                return answered;
            };
            self.s.side_mut(seat).hand.let_go_at(at);
            self.hand_changed(seat);
            self.discarded(seat, card);
            let Side { vault, hand, .. } = self.s.side(seat);
            // The next discard costs a coin; the phase ends if the player cannot pay or has no card left.
            if answered == most || *vault == 0 || hand.is_empty() {
                return answered;
            }
        }
        most
    }

    /// Draws one of the actions of the asked seat; all are equally likely.
    #[inline]
    fn listed_answer(&mut self, drawn: Draw<'_>) -> Action {
        let Some(listed) = &mut self.listed else {
            return Action::Pass;
        };
        if !std::mem::take(&mut listed.complete) {
            listed.actions.clear();
            let _ = list::each_answer(self.book, self.s, &mut |action| {
                listed.actions.push(action);
                More::Continue(())
            });
        }
        let nth = drawn.below((listed.actions.len() as u32).max(1));
        listed
            .actions
            .get(nth as usize)
            .copied()
            .unwrap_or(Action::Pass)
    }
}
