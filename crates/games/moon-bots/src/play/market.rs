//! A robot looks at the weapon it got.

use crate::engine::context::{Engine, Flow};
use crate::events::Event;
use crate::facts::{derived, market};
use crate::rules::{BAD_LUCK, UNSEEN};
use crate::state::Asked;
use crate::state::ids::WeaponId;
use cardwright_kernel::Log;

impl<L: Log<Event>> Engine<'_, L> {
    /// The robot looks at the weapon it got. Chance decides which it is, unless only one is possible.
    pub(crate) fn look_at_new(&mut self) -> Flow {
        let mut kinds = market::unseen_kinds(self.book, self.s);
        match (kinds.next(), kinds.next()) {
            (Some(only), None) => self.got(only),
            (Some(_), Some(_)) => {
                self.s.asked = Asked::Chance;
                Flow::Stop
            }
            // Only in an impossible position are more weapons face down than unseen.
            (None, _) => {
                self.s.pending_reveal = None;
                Flow::On
            }
        }
    }

    /// The robot that looks at a weapon got this one.
    pub(crate) fn got(&mut self, weapon: WeaponId) -> Flow {
        let Some(robot) = self.s.pending_reveal.take() else {
            return Flow::On;
        };
        let taken = self.s.passing.stolen();
        self.s.passing.set_stolen(false);
        let facts = &self.book.weapons[usize::from(weapon)];
        let left = self.s.unseen & facts.copies;
        let copy = left & left.wrapping_neg();
        self.s.unseen &= !copy;
        let player = self.book.owner(robot);
        self.emit_private(player, UNSEEN, || Event::Got { robot, weapon });
        match facts.on_bought.filter(|_| !taken) {
            None => {
                self.s.robots[usize::from(robot)].hand |= copy;
                derived::refresh_windows(self.book, self.s);
                Flow::On
            }
            Some(program) => {
                self.s.shown |= copy;
                self.emit_weapon(weapon, &[BAD_LUCK], &[], || Event::Shown { robot, weapon });
                self.start(program, robot, copy.trailing_zeros() as u8)
            }
        }
    }
}
