//! The log of events: what happened, why, and who may know it.

use crate::{Cites, Seat, Viewer};
use serde::Serialize;

/// Who may know of an event.
///
/// Hidden information is a second event for those who may know it, never a public event with parts removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Audience {
    /// Everybody.
    All,
    /// One player (and the referee).
    Only(Seat),
}

impl Audience {
    /// Whether the viewer may know the event.
    pub fn includes(self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (Audience::All, _) | (_, Viewer::Referee) => true,
            (Audience::Only(seat), Viewer::Seat(eyes)) => seat == eyes,
            (Audience::Only(_), Viewer::Spectator) => false,
        }
    }
}

/// An entry of the log.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry<E> {
    /// What happened.
    pub event: E,
    /// The rules and card operations that decided it.
    pub cites: Cites,
    /// Who may know of the event.
    pub audience: Audience,
}

/// A destination for a game's events.
///
/// Each entry is built inside a closure, so that with [`NoLog`] not even building it costs anything.
pub trait Log<E> {
    /// Whether anybody reads the log. If not, work done only for the log may be skipped.
    const READ: bool = true;

    /// Adds an entry.
    fn add(&mut self, entry: impl FnOnce() -> Entry<E>);

    /// Adds a public event with its citations.
    #[inline]
    fn emit(&mut self, make: impl FnOnce() -> (E, Cites)) {
        self.add(|| {
            let (event, cites) = make();
            Entry {
                event,
                cites,
                audience: Audience::All,
            }
        });
    }

    /// Adds an event that only one player may know.
    #[inline]
    fn emit_private(&mut self, seat: Seat, make: impl FnOnce() -> (E, Cites)) {
        self.add(|| {
            let (event, cites) = make();
            Entry {
                event,
                cites,
                audience: Audience::Only(seat),
            }
        });
    }
}

/// A log that discards all entries and is optimized away.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoLog;

impl<E> Log<E> for NoLog {
    const READ: bool = false;

    #[inline(always)]
    fn add(&mut self, _entry: impl FnOnce() -> Entry<E>) {}
}

/// A log kept in memory.
pub type Lines<E> = Vec<Entry<E>>;

impl<E> Log<E> for Lines<E> {
    fn add(&mut self, entry: impl FnOnce() -> Entry<E>) {
        self.push(entry());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_for_its_audience_and_the_referee() {
        let mut lines: Lines<u8> = Lines::new();
        lines.emit(|| (0, Cites::none()));
        (0..4).for_each(|seat| lines.emit_private(Seat(seat), || (seat + 1, Cites::none())));
        let told = |viewer| {
            let told = lines.iter().filter(|entry| entry.audience.includes(viewer));
            told.map(|entry| entry.event).collect::<Vec<_>>()
        };
        for seat in 0..8 {
            let own: Vec<u8> = if seat < 4 { vec![0, seat + 1] } else { vec![0] };
            assert_eq!(told(Viewer::Seat(Seat(seat))), own);
        }
        assert_eq!(told(Viewer::Spectator), [0]);
        assert_eq!(told(Viewer::Referee), [0, 1, 2, 3, 4]);
    }
}
