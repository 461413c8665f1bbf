//! The listeners of a room, and their rights.

use crate::HttpError;
use crate::clients::{Client, Clients, Had, SeatKey, Thing};
use crate::clock::Clock;
use crate::limits::WAITING;
use crate::tokens::digest;
use axum::extract::ws::Utf8Bytes;
use cardwright::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::{mpsc, watch};

/// The settings of a room, stored in addition to its match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct About {
    /// The digest of the host's token.
    pub host: String,
    /// The digest of each seat's token; `None` for a bot's seat, or if the player has left.
    pub seats: Vec<Option<String>>,
    /// Whether everyone with the room's id may watch.
    pub spectators: bool,
    pub clock: Option<Clock>,
    /// The seats, from 0, whose players have left; bots act for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<usize>,
}

/// Why somebody may see a match: by a token, or without one because spectators are allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Right {
    Token(SeatKey),
    Spectator,
}

impl Right {
    /// The right that a token gives, if any.
    pub(crate) fn of(token: Option<&str>) -> Right {
        token.map_or(Right::Spectator, |token| Right::Token(digest(token)))
    }
}

impl About {
    /// The viewer for a right according to the current settings. All checks of rights use this function.
    ///
    /// # Errors
    /// If the right is not valid here.
    pub(crate) fn viewer(&self, right: &Right) -> Result<Viewer, HttpError> {
        let Right::Token(key) = right else {
            return match self.spectators {
                true => Ok(Viewer::Spectator),
                false => Err(HttpError::token("this room allows no spectators")),
            };
        };
        let found = crate::tokens::hex(key);
        let seat = self
            .seats
            .iter()
            .position(|own| own.as_deref() == Some(&*found));
        seat.map(|seat| Viewer::Seat(Seat(seat as u8)))
            .ok_or_else(|| HttpError::token("this token belongs to no seat in this room"))
    }

    /// Whether a seat intended for a person is empty, so that a bot acts for it.
    pub(crate) fn is_absent(&self, seat: usize) -> bool {
        self.left.contains(&seat) || self.clock.as_ref().is_some_and(|clock| clock.is_up(seat))
    }
}

/// The code and reason for closing a WebSocket.
pub(crate) type Difference = (u16, &'static str);

/// A message waiting to be sent; its bytes count until then.
pub(crate) struct Note {
    pub text: Utf8Bytes,
    pub bytes: Had,
}

/// The sending side of a listener's queue.
pub(crate) struct Outbox {
    clients: Arc<Clients>,
    client: Client,
    notes: mpsc::Sender<Note>,
    end: watch::Sender<Option<Difference>>,
}

/// The receiving side of a listener's queue.
pub(crate) struct Inbox {
    pub notes: mpsc::Receiver<Note>,
    /// Set when nothing more may be sent, not even waiting messages.
    pub end: watch::Receiver<Option<Difference>>,
}

impl Outbox {
    pub(crate) fn new(clients: Arc<Clients>, client: Client) -> (Outbox, Inbox) {
        let (notes, waiting) = mpsc::channel(WAITING);
        let (end, ends) = watch::channel(None);
        let outbox = Outbox {
            clients,
            client,
            notes,
            end,
        };
        let inbox = Inbox {
            notes: waiting,
            end: ends,
        };
        (outbox, inbox)
    }

    /// Queues a message; returns `false` if the queue is full.
    fn send(&self, text: &Utf8Bytes) -> bool {
        let bytes = self
            .clients
            .take_many(self.client, Thing::Unsent, text.len());
        bytes.is_some_and(|bytes| {
            let note = Note {
                text: text.clone(),
                bytes,
            };
            self.notes.try_send(note).is_ok()
        })
    }
}

/// A client that is notified of events.
struct Listener {
    right: Right,
    viewer: Viewer,
    /// The number of log lines sent so far.
    told: usize,
    out: Outbox,
}

/// All clients notified of events in a room. Everything is sent through [`Listeners::tell`], which checks the rights
/// first.
#[derive(Default)]
pub(crate) struct Listeners {
    all: BTreeMap<u64, Listener>,
    next: u64,
}

/// The close reason for clients that have lost their right.
pub(crate) const NO_RIGHT: Difference = (4401, "this token or room no longer allows this");

impl Listeners {
    /// Adds a listener that already has the given number of lines; returns its number.
    pub(crate) fn enter(&mut self, right: Right, viewer: Viewer, told: usize, out: Outbox) -> u64 {
        let number = self.next;
        self.next += 1;
        let listener = Listener {
            right,
            viewer,
            told,
            out,
        };
        self.all.insert(number, listener);
        number
    }

    pub(crate) fn leave(&mut self, number: u64) {
        self.all.remove(&number);
    }

    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    /// The number of listeners for this viewer.
    pub(crate) fn of(&self, viewer: Viewer) -> usize {
        self.all.values().filter(|one| one.viewer == viewer).count()
    }

    /// The number of lines that a listener has.
    pub(crate) fn told(&self, number: u64) -> Option<usize> {
        self.all.get(&number).map(|one| one.told)
    }

    /// Sets the number of lines that a listener has.
    pub(crate) fn set_told(&mut self, number: u64, told: usize) {
        if let Some(one) = self.all.get_mut(&number) {
            one.told = told;
        }
    }

    /// Disconnects listeners that have lost their right immediately, without sending waiting messages.
    pub(crate) fn keep_entitled(&mut self, about: &About) {
        self.all.retain(|_, one| {
            let entitled = about
                .viewer(&one.right)
                .is_ok_and(|viewer| viewer == one.viewer);
            if !entitled {
                one.out.end.send_replace(Some(NO_RIGHT));
            }
            entitled
        });
    }

    /// Sends every entitled listener what `write` returns for its viewer and its number of lines, and updates that
    /// number. A client that does not read is disconnected and may reconnect.
    pub(crate) fn tell(
        &mut self,
        about: &About,
        but: Option<u64>,
        mut write: impl FnMut(Viewer, &mut usize) -> Vec<Utf8Bytes>,
    ) {
        self.keep_entitled(about);
        self.all.retain(|number, one| {
            Some(*number) == but
                || write(one.viewer, &mut one.told)
                    .iter()
                    .all(|text| one.out.send(text))
        });
    }

    /// Sends all listeners a last message, and disconnects them.
    pub(crate) fn close(&mut self, about: &About, word: &Utf8Bytes) {
        self.tell(about, None, |_, _| vec![word.clone()]);
        self.all.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Limits, UNSENT_EACH};
    use std::net::IpAddr;
    use std::time::Instant;

    fn about() -> About {
        let seat = |token: &str| Some(crate::tokens::hex(&digest(token)));
        About {
            host: crate::tokens::hex(&digest("host")),
            seats: vec![seat("one"), seat("two"), None],
            spectators: true,
            clock: None,
            left: Vec::new(),
        }
    }

    struct Table {
        about: About,
        listeners: Listeners,
        inboxes: Vec<(&'static str, Inbox)>,
    }

    /// Two listeners of the first seat, one of the second seat, and a spectator.
    fn table() -> Table {
        let clients = Arc::new(Clients::new(Limits::default(), Instant::now()));
        let mut table = Table {
            about: about(),
            listeners: Listeners::default(),
            inboxes: Vec::new(),
        };
        for who in ["one", "one", "two", ""] {
            let right = Right::of((!who.is_empty()).then_some(who));
            let viewer = table.about.viewer(&right).unwrap();
            let (out, inbox) = Outbox::new(clients.clone(), IpAddr::from([1, 2, 3, 4]).into());
            table.listeners.enter(right, viewer, 0, out);
            table.inboxes.push((who, inbox));
        }
        table
    }

    impl Table {
        /// Sends something to everybody; returns who got it, and who was disconnected without a right.
        fn tell(&mut self) -> (Vec<&'static str>, Vec<&'static str>) {
            let news = Utf8Bytes::from_static("news");
            self.listeners
                .tell(&self.about, None, |_, _| vec![news.clone()]);
            let (mut heard, mut closed) = (Vec::new(), Vec::new());
            for (who, inbox) in &mut self.inboxes {
                heard.extend(inbox.notes.try_recv().is_ok().then_some(*who));
                closed.extend((*inbox.end.borrow() == Some(NO_RIGHT)).then_some(*who));
            }
            (heard, closed)
        }
    }

    /// For every way in which the settings of a room may change: a listener that loses its right gets nothing more,
    /// even if nothing disconnects it explicitly.
    #[test]
    fn who_loses_a_right_hears_nothing_more() {
        let lost = |change: fn(&mut About)| {
            let mut table = table();
            assert_eq!(table.tell(), (vec!["one", "one", "two", ""], vec![]));
            change(&mut table.about);
            table.tell()
        };
        let new = |about: &mut About| about.seats[0] = Some("another".into());
        assert_eq!(lost(new), (vec!["two", ""], vec!["one", "one"]), "renewed");
        let none = |about: &mut About| about.seats[1] = None;
        assert_eq!(
            lost(none),
            (vec!["one", "one", ""], vec!["two"]),
            "left or kicked"
        );
        let alone = |about: &mut About| about.spectators = false;
        assert_eq!(
            lost(alone),
            (vec!["one", "one", "two"], vec![""]),
            "no spectators"
        );
        let swapped = |about: &mut About| about.seats.swap(0, 1);
        assert_eq!(
            lost(swapped),
            (vec![""], vec!["one", "one", "two"]),
            "a right to something else"
        );
    }

    /// Waiting messages for a slow reader are not sent either once it has lost its right.
    #[test]
    fn what_waits_is_cut_off_with_the_right() {
        let mut table = table();
        let news = Utf8Bytes::from_static("news");
        table
            .listeners
            .tell(&table.about, None, |_, _| vec![news.clone()]);
        table.about.seats[0] = None;
        table.listeners.keep_entitled(&table.about);
        let ended = |nth: usize| *table.inboxes[nth].1.end.borrow();
        assert_eq!(
            [ended(0), ended(1), ended(2), ended(3)],
            [Some(NO_RIGHT), Some(NO_RIGHT), None, None]
        );
        assert_eq!(table.listeners.count(), 2);
    }

    #[test]
    fn who_does_not_read_is_let_go_and_its_bytes_are_given_back() {
        let mut table = table();
        let large = Utf8Bytes::from("x".repeat(UNSENT_EACH / 10));
        for _ in 0..2 {
            table
                .listeners
                .tell(&table.about, None, |_, _| vec![large.clone()]);
        }
        assert_eq!(table.listeners.count(), 4);
        // All listeners have one address, so the third message exceeds its limit.
        table
            .listeners
            .tell(&table.about, None, |_, _| vec![large.clone()]);
        assert_eq!(table.listeners.count(), 2);
        for (_, inbox) in &mut table.inboxes {
            while inbox.notes.try_recv().is_ok() {}
        }
        table
            .listeners
            .tell(&table.about, None, |_, _| vec![large.clone()]);
        assert_eq!(table.listeners.count(), 2);
    }
}
