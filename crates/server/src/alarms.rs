//! Alarms for clocks: one per room, and one task that waits for the next.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::Notify;

/// The alarms of all rooms with a running clock. Setting an alarm replaces the room's previous one.
#[derive(Default)]
pub(crate) struct Alarms {
    set: Mutex<Set>,
    /// Notified when the next alarm changes.
    changed: Notify,
}

#[derive(Default)]
struct Set {
    in_order: BTreeSet<(Instant, Arc<str>)>,
    /// For each room, the time of the alarm, and the number of actions played when it was set.
    of: HashMap<Arc<str>, (Instant, usize)>,
}

impl Set {
    fn remove(&mut self, room: &str) {
        if let Some((room, (at, _))) = self.of.remove_entry(room) {
            self.in_order.remove(&(at, room));
        }
    }
}

impl Alarms {
    fn lock(&self) -> MutexGuard<'_, Set> {
        // A panic cannot leave a change half done, so a poisoned lock is safe to use.
        self.set.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the alarm of a room, or removes it with `None`.
    pub(crate) fn set(&self, room: &str, alarm: Option<(Instant, usize)>) {
        let mut set = self.lock();
        set.remove(room);
        if let Some((at, answered)) = alarm {
            let room: Arc<str> = room.into();
            set.in_order.insert((at, room.clone()));
            set.of.insert(room, (at, answered));
        }
        self.changed.notify_one();
    }

    /// The alarm of a room: its time, and the number of actions played when it was set.
    pub(crate) fn of(&self, room: &str) -> Option<(Instant, usize)> {
        self.lock().of.get(room).copied()
    }

    /// Removes all alarms that are due; returns their rooms, and the time of the next alarm.
    pub(crate) fn due(&self, now: Instant) -> (Vec<(Arc<str>, usize)>, Option<Instant>) {
        let mut set = self.lock();
        let mut rung = Vec::new();
        while let Some((at, room)) = set.in_order.first().cloned() {
            if at > now {
                return (rung, Some(at));
            }
            set.in_order.pop_first();
            if let Some((_, answered)) = set.of.remove(&room) {
                rung.push((room, answered));
            }
        }
        (rung, None)
    }

    /// Waits until the next alarm may have changed.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Each change wakes up the task that waits for the next alarm, also if it comes before the task waits; nothing
    /// else does.
    #[test]
    fn a_change_is_noticed_once() {
        let alarms = Alarms::default();
        let noticed = || {
            let mut waker = std::task::Context::from_waker(std::task::Waker::noop());
            std::pin::pin!(alarms.changed()).poll(&mut waker).is_ready()
        };
        assert!(!noticed());
        for alarm in [Some((Instant::now(), 1)), None] {
            alarms.set("one", alarm);
            assert!(noticed() && !noticed(), "{alarm:?}");
        }
    }

    /// Whatever was set, and however often: each room has at most the alarm that was set last, and none if it was
    /// removed.
    #[test]
    fn a_room_has_one_alarm() {
        let alarms = Alarms::default();
        let now = Instant::now();
        let at = |seconds| now + Duration::from_secs(seconds);
        for seconds in 1..1_000 {
            alarms.set("one", Some((at(seconds), seconds as usize)));
        }
        alarms.set("two", Some((at(5), 2)));
        alarms.set("three", Some((at(6), 1)));
        alarms.set("three", None);
        alarms.set("four", None);
        assert_eq!(
            alarms.lock().in_order.len(),
            2,
            "nothing is left of what was set before"
        );
        assert_eq!(alarms.of("one"), Some((at(999), 999)));
        assert_eq!(alarms.due(at(4)), (vec![], Some(at(5))));
        assert_eq!(alarms.due(at(5)), (vec![("two".into(), 2)], Some(at(999))));
        assert_eq!(alarms.due(at(10_000)), (vec![("one".into(), 999)], None));
        assert_eq!(alarms.due(at(10_000)), (vec![], None));
        assert!(alarms.lock().of.is_empty());
    }
}
