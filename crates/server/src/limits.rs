//! What one client and one room may have.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of a request with packs: as many as a line of the protocol may have.
pub(crate) const BODY_BYTES: usize = cardwright_wire::rpc::LINE_BYTES;
/// Bytes of a message in a room: an answer has some tens.
pub(crate) const MESSAGE_BYTES: usize = 64 << 10;
/// People in a room, players and spectators, counting each window of each.
pub(crate) const LISTENERS: usize = 64;
/// Messages that may wait for a client that does not read.
pub(crate) const WAITING: usize = 256;
/// How long a room that nobody uses stays in memory.
pub(crate) const IDLE: Duration = Duration::from_secs(300);
/// How long a room in memory is believed in where other servers may write to it, too.
pub(crate) const FRESH: Duration = Duration::from_secs(5);
/// How long a WebSocket may take to say who it is.
pub(crate) const ENTER: Duration = Duration::from_secs(10);
/// How often a WebSocket is asked whether it is still there; one that is silent for three times that is let go.
pub(crate) const PING: Duration = Duration::from_secs(20);
/// Desks of their own that clients may have at once, where the server gives them.
pub(crate) const DESKS: usize = 16;
/// Packs that are checked and rooms that are made at once: each takes some milliseconds, and some megabytes.
pub(crate) const HEAVY: usize = 2;
/// Clients that are remembered; of more, those are forgotten that have asked nothing for a while.
const CLIENTS: usize = 100_000;

/// What one client, an address, may have.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// WebSockets at once.
    pub connections: u32,
    /// Messages a second, over time; four times as many at once.
    pub rate: u32,
    /// Rooms an hour.
    pub rooms_an_hour: u32,
    /// Rooms that the server keeps, of all clients.
    pub rooms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { connections: 32, rate: 50, rooms_an_hour: 120, rooms: 100_000 }
    }
}

struct Client {
    /// Messages it may send now.
    messages: f64,
    /// Rooms it may make now.
    rooms: f64,
    connections: u32,
    seen: Instant,
}

/// What clients have asked of late.
pub(crate) struct Clients {
    limits: Limits,
    known: Mutex<HashMap<IpAddr, Client>>,
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    Message,
    Room,
}

impl Clients {
    pub(crate) fn new(limits: Limits) -> Self {
        Clients { limits, known: Mutex::default() }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether a client may have something more now.
    pub(crate) fn may(&self, address: IpAddr, wanted: Wanted) -> bool {
        self.of(address, |client| {
            let left = if wanted == Wanted::Room { &mut client.rooms } else { &mut client.messages };
            let may = *left >= 1.0;
            *left -= f64::from(u8::from(may));
            may
        })
    }

    /// Whether a client may open one more WebSocket; then it counts until [`Clients::closed`].
    pub(crate) fn opened(&self, address: IpAddr) -> bool {
        let most = self.limits.connections;
        self.of(address, |client| {
            let may = client.connections < most;
            client.connections += u32::from(may);
            may
        })
    }

    pub(crate) fn closed(&self, address: IpAddr) {
        self.of(address, |client| client.connections = client.connections.saturating_sub(1));
    }

    fn of<T>(&self, address: IpAddr, work: impl FnOnce(&mut Client) -> T) -> T {
        let Limits { rate, rooms_an_hour, .. } = self.limits;
        let (most, rooms) = (f64::from(rate) * 4.0, f64::from(rooms_an_hour));
        let now = Instant::now();
        // Numbers alone: nothing can be left half done.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= CLIENTS {
            known.retain(|_, client| client.connections > 0 || client.seen.elapsed() < IDLE);
        }
        let new = || Client { messages: most, rooms, connections: 0, seen: now };
        let client = known.entry(address).or_insert_with(new);
        let passed = now.duration_since(client.seen).as_secs_f64();
        client.messages = (client.messages + passed * f64::from(rate)).min(most);
        client.rooms = (client.rooms + passed * rooms / 3600.0).min(rooms);
        client.seen = now;
        work(client)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_so_much_and_no_more() {
        let limits = Limits { connections: 2, rate: 1, rooms_an_hour: 3, rooms: 9 };
        let clients = Clients::new(limits);
        let (one, other) = (IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2]));
        let times = |address, wanted| (0..9).filter(|_| clients.may(address, wanted)).count();
        assert_eq!((times(one, Wanted::Message), times(one, Wanted::Room)), (4, 3));
        assert_eq!(times(other, Wanted::Room), 3, "another client has its own");
        assert!(clients.opened(one) && clients.opened(one) && !clients.opened(one));
        clients.closed(one);
        assert!(clients.opened(one));
    }
}
