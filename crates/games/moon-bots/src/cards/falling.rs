//! Final effects of cards whose robot is about to be eliminated (MB-12.12).

use crate::cards::lexicon::HookId;
use crate::cards::rulebook::Rulebook;
use crate::play::engine::Engine;
use crate::play::events::Event;
use crate::rules::{LAST_WORDS, SURVIVES};
use crate::state::ids::{RobotId, Robots};
use crate::state::{FRONT, Falling, REACTIONS, ROBOTS, State};
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;
use cardwright_runtime::turn_order::TurnOrder;

/// The number of places of a robot in [`crate::state::Falling::at`]: its cards, plus one behind the last card.
const PLACES: usize = FRONT + 1;

impl Rulebook {
    /// The robot in play whose attack takes the last energy of this robot, which is about to be eliminated.
    pub(crate) fn felled_by(state: &State, robot: RobotId) -> Robots {
        match state.falling.attacker() {
            Some(attacker) if state.falling.struck().contains(robot) && attacker != robot => {
                state.in_play() & attacker.only()
            }
            _ => Robots::EMPTY,
        }
    }

    /// Whether an effect in progress is a final effect.
    fn speaks(&self, state: &State) -> bool {
        state
            .effects
            .all()
            .iter()
            .any(|frame| self.bound[frame.program].hook == Some(HookId::OnFall.n()))
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Starts the final effect of the next card of a robot about to be eliminated. Returns whether a card has one or
    /// is still in progress.
    pub(crate) fn last_words(&mut self) -> bool {
        if self.book.speaks(self.s) {
            return true;
        }
        while let Some((robot, place)) = self.next_place() {
            if place >= FRONT {
                self.s.falling.said.insert(robot);
                self.s.falling.at = 0;
                continue;
            }
            self.s.falling.at = (robot.index() * PLACES + place + 2) as u8;
            let Some((program, cause)) = self.book.reaction(self.s, robot, place, HookId::OnFall)
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

    /// MB-12.24: a robot about to be eliminated stays in play with this much energy. Its other cards have no final
    /// effect any more.
    pub(crate) fn survive(&mut self, robot: RobotId, energy: u8) {
        let doomed = self.s.derived.spent.contains(robot) && self.s.plays(robot);
        if !doomed || self.s.reactions >= REACTIONS {
            return;
        }
        // Cards that save each other again and again come to an end (MB-12.3).
        self.count_again();
        let most = self.book.cap(&self.s.robots[robot.index()]);
        let energy = energy.clamp(1, most);
        self.s.robots[robot.index()].energy = energy;
        self.s.derived.spent = self.s.derived.spent.without(robot);
        if self.s.derived.spent.is_empty() {
            self.s.falling = Falling::default();
        } else if self.speaking() == Some(robot) {
            self.s.falling.at = 0;
        }
        self.change();
        self.emit(SURVIVES, || Event::Survives { robot, energy });
    }

    /// The robot whose cards are being checked for final effects.
    fn speaking(&self) -> Option<RobotId> {
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
