//! Final effects of cards whose robot is about to be eliminated (MB-12.12).

use crate::book::rulebook::Rulebook;
use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::reactions;
use crate::lexicon::HookId;
use crate::rules::LAST_WORDS;
use crate::state::ids::{RobotId, Robots};
use crate::state::{FRONT, ROBOTS, State};
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;
use cardwright_runtime::turn_order::TurnOrder;

/// The number of places of a robot in [`crate::state::Falling::at`]: its cards, plus one behind the last card.
const PLACES: usize = FRONT + 1;

/// Whether an effect in progress is a final effect.
fn speaks(book: &Rulebook, state: &State) -> bool {
    state
        .effects
        .all()
        .iter()
        .any(|frame| book.bound[frame.program].hook == Some(HookId::OnFall.n()))
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Starts the final effect of the next card of a robot about to be eliminated. Returns whether a card has one or
    /// is still in progress.
    pub(crate) fn last_words(&mut self) -> bool {
        if speaks(self.book, self.s) {
            return true;
        }
        while let Some((robot, place)) = self.next_place() {
            if place >= FRONT {
                self.s.falling.said.insert(robot);
                self.s.falling.at = 0;
                continue;
            }
            self.s.falling.at = (robot.index() * PLACES + place + 2) as u8;
            let Some((program, cause)) =
                reactions::reaction(self.book, self.s, robot, place, HookId::OnFall)
            else {
                continue;
            };
            let card = self.book.bound[program].card;
            self.emit(LAST_WORDS, || Event::Reacted { robot, card });
            let room = self.s.effects.has_room();
            self.put_by(program, robot, cause, 0);
            if room {
                return true;
            }
        }
        false
    }

    /// The robot whose cards are being checked for final effects.
    pub(crate) fn speaking(&self) -> Option<RobotId> {
        let at = usize::from(self.s.falling.at).checked_sub(1)?;
        RobotId::of(at / PLACES)
    }

    /// Adjusts the check after the cards of these robots behind a place, up to another, have moved down by one.
    pub(crate) fn falling_moved_up(&mut self, robots: Robots, behind: usize, to: usize) {
        let Some(mut cursor) = self.s.falling.at.checked_sub(1) else {
            return;
        };
        let order = TurnOrder {
            first: 0,
            owners: ROBOTS as u8,
            places: PLACES as u8,
        };
        if order.moved_up(&mut cursor, robots.bits(), behind, to) {
            self.s.falling.at -= 1;
        }
    }

    /// The robot and place of the card to be checked next: the active robot first, then clockwise.
    fn next_place(&self) -> Option<(RobotId, usize)> {
        if let Some(at) = usize::from(self.s.falling.at).checked_sub(1) {
            return Some((RobotId::of(at / PLACES)?, at % PLACES));
        }
        let silent = self.s.derived.spent - self.s.falling.said;
        self.s
            .active
            .round()
            .find(|robot| silent.contains(*robot))
            .map(|robot| (robot, 0))
    }
}

const _: () = assert!(ROBOTS * PLACES < u8::MAX as usize);
