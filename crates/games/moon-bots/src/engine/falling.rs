//! Final effects of cards whose robot is about to be eliminated (MB-12.12).

use crate::book::rulebook::Rulebook;
use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::reactions;
use crate::lexicon::HookId;
use crate::rules::LAST_WORDS;
use crate::state::ids::{RobotId, Robots};
use crate::state::{FRONT, ROBOTS, State};
use cardwright_effects::Frame;
use cardwright_kernel::Log;
use cardwright_runtime::effects::EffectDriver;
use cardwright_runtime::ids::Id;

/// The number of places of a robot in [`crate::state::Falling::at`]: its cards, those of the attacker that took its last
/// energy, plus one behind the last card.
const PLACES: usize = 2 * FRONT + 1;

/// Whether an effect in progress is a final effect.
fn speaks(book: &Rulebook, state: &State) -> bool {
    state
        .effects
        .all()
        .iter()
        .filter_map(|frame| book.bound[frame.program].hook)
        .any(|hook| [HookId::OnFall.n(), HookId::OnVictim.n()].contains(&hook))
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Starts the final effect of the next card of a robot about to be eliminated. Returns whether a card has one or
    /// is still in progress.
    pub(crate) fn last_words(&mut self) -> bool {
        if speaks(self.book, self.s) {
            return true;
        }
        while let Some((robot, place)) = self.next_place() {
            if place >= PLACES - 1 {
                self.s.falling.said.insert(robot);
                self.s.falling.at = 0;
                continue;
            }
            self.s.falling.at = (robot.index() * PLACES + place + 2) as u8;
            let (owner, place, hook) = match place.checked_sub(FRONT) {
                None => (robot, place, HookId::OnFall),
                Some(place) => match self.victor_over(robot) {
                    Some(victor) => (victor, place, HookId::OnVictim),
                    None => continue,
                },
            };
            let Some((program, cause)) = reactions::reaction(self.book, self.s, owner, place, hook)
            else {
                continue;
            };
            let card = self.book.bound[program].card;
            self.emit(LAST_WORDS, || Event::Reacted { robot: owner, card });
            let room = self.s.effects.has_room();
            let params = [owner.into(), robot.into()];
            self.put_effect(Frame::new(program, owner.n(), cause, &params));
            if room {
                return true;
            }
        }
        false
    }

    /// The robot whose attack has taken the last energy of this robot, unless it is about to be eliminated too.
    fn victor_over(&self, robot: RobotId) -> Option<RobotId> {
        let victors = reactions::felled_by(self.s, robot) - self.s.derived.spent;
        victors.first()
    }

    /// The robot whose cards are being checked for final effects.
    pub(crate) fn speaking(&self) -> Option<RobotId> {
        let at = usize::from(self.s.falling.at).checked_sub(1)?;
        RobotId::of(at / PLACES)
    }

    /// Adjusts the check after the cards of these robots behind a place, up to another, have moved down by one.
    pub(crate) fn falling_moved_up(&mut self, robots: Robots, behind: usize, to: usize) {
        let Some(at) = usize::from(self.s.falling.at).checked_sub(1) else {
            return;
        };
        let robot = RobotId::of(at / PLACES);
        let (owner, place) = match (at % PLACES).checked_sub(FRONT) {
            None => (robot, at % PLACES),
            Some(place) => (robot.and_then(|robot| self.victor_over(robot)), place),
        };
        let moves = owner.is_some_and(|owner| robots.contains(owner));
        if moves && (behind + 1..=to).contains(&place) {
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
