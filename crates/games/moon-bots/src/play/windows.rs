//! Windows: asking the players who hold weapons.

use crate::engine::context::{Engine, Flow};
use crate::events::Event;
use crate::facts::windows;
use crate::state::ids::{Robots, WindowId};
use crate::state::{Asked, Step};
use cardwright_kernel::Log;
use cardwright_runtime::windows::Window;

impl<L: Log<Event>> Engine<'_, L> {
    /// A window (MB-7.1): asks the next player with a weapon to play. If there is none, it closes and the next step
    /// follows at once.
    #[inline(always)]
    pub(crate) fn window(
        &mut self,
        window: WindowId,
        next: Step,
        follows: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        let quiet = window != WindowId::Damage && self.s.gained.is_empty();
        let awake = if quiet {
            self.s.derived.quiet
        } else {
            self.s.derived.windows
        };
        if awake.contains(window) && self.ask_window(window) {
            return Flow::Stop;
        }
        let s = &mut *self.s;
        (s.window, s.gained, s.step) = (Window::default(), Robots::EMPTY, next);
        follows(self)
    }

    /// Asks the next player with a weapon to play, if there is one.
    #[inline(never)]
    fn ask_window(&mut self, window: WindowId) -> bool {
        let next = windows::first_to_ask(self.book, self.s, window);
        if let Some((player, copies)) = next {
            self.s.asked = Asked::Seat(player);
            self.s.derived.offered = copies;
        }
        next.is_some()
    }
}
