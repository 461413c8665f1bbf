//! What one client and one room may have.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
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
/// Connections of all clients at once; more wait until one goes.
pub(crate) const LINES: u32 = 4_000;
/// Connections of one client at once beside its WebSockets: a browser opens six.
const LINES_BESIDE: u32 = 64;
/// How long a request may take to say what it wants, and a connection to make the next one.
pub(crate) const HEAD: Duration = Duration::from_secs(10);
/// Bytes in which a request says what it wants.
pub(crate) const HEAD_BYTES: usize = 32 << 10;
/// How long the body of a request may take to arrive.
pub(crate) const BODY: Duration = Duration::from_secs(30);
/// How long a connection that is no WebSocket is kept; then its client makes another.
pub(crate) const LIFE: Duration = Duration::from_secs(300);
/// How long a client may take to read what it is sent.
pub(crate) const SEND: Duration = Duration::from_secs(20);
/// Bodies larger than a message that may arrive at once, of all clients and of one: what they come to must fit in memory.
pub(crate) const UPLOADS: usize = 16;
const UPLOADS_EACH: u32 = 2;
/// Packs and rooms of one client that may wait for their turn at once.
const TURNS_EACH: u32 = 4;
/// Bytes of packs that count as one more room: each room keeps its packs.
const ROOM_BYTES: f64 = 262_144.0;
/// Rooms in memory; of more, those go that nobody has used for the longest time. They come back when somebody asks.
pub(crate) const IN_MEMORY: usize = 4_000;
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
    /// What it has now, of each kind.
    has: [u32; 4],
    seen: Instant,
}

/// What a client may have only so many of at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Thing {
    /// A connection.
    Line,
    /// A WebSocket.
    Socket,
    /// A large body that arrives.
    Upload,
    /// Something that takes long.
    Turn,
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
    /// A room, with so many bytes of packs.
    Room(usize),
}

/// Something that a client has until this is dropped.
pub(crate) struct Had {
    clients: Arc<Clients>,
    address: IpAddr,
    thing: Thing,
}

impl Drop for Had {
    fn drop(&mut self) {
        self.clients.of(self.address, |client| {
            let has = &mut client.has[self.thing as usize];
            *has = has.saturating_sub(1);
        });
    }
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
            let (left, cost) = match wanted {
                Wanted::Message => (&mut client.messages, 1.0),
                Wanted::Room(bytes) => (&mut client.rooms, 1.0 + bytes as f64 / ROOM_BYTES),
            };
            let may = *left >= cost;
            if may {
                *left -= cost;
            }
            may
        })
    }

    /// One more of a kind for a client, unless it has as many as it may.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr, thing: Thing) -> Option<Had> {
        let most = match thing {
            Thing::Line => self.limits.connections.saturating_add(LINES_BESIDE),
            Thing::Socket => self.limits.connections,
            Thing::Upload => UPLOADS_EACH,
            Thing::Turn => TURNS_EACH,
        };
        let may = self.of(address, |client| {
            let has = &mut client.has[thing as usize];
            let may = *has < most;
            *has += u32::from(may);
            may
        });
        may.then(|| Had { clients: self.clone(), address, thing })
    }

    fn of<T>(&self, address: IpAddr, work: impl FnOnce(&mut Client) -> T) -> T {
        let Limits { rate, rooms_an_hour, .. } = self.limits;
        let (most, rooms) = (f64::from(rate) * 4.0, f64::from(rooms_an_hour));
        let now = Instant::now();
        // Numbers alone: nothing can be left half done.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= CLIENTS {
            known.retain(|_, client| client.has != [0; 4] || client.seen.elapsed() < IDLE);
        }
        let new = || Client { messages: most, rooms, has: [0; 4], seen: now };
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
        let clients = Arc::new(Clients::new(limits));
        let (one, other) = (IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2]));
        let times = |address, wanted| (0..9).filter(|_| clients.may(address, wanted)).count();
        assert_eq!((times(one, Wanted::Message), times(one, Wanted::Room(0))), (4, 3));
        assert_eq!(times(other, Wanted::Room(262_144)), 1, "a room with large packs counts as several");
        assert_eq!(times(other, Wanted::Room(0)), 1, "another client has its own");
        for (thing, most) in [(Thing::Socket, 2), (Thing::Line, 66), (Thing::Upload, 2), (Thing::Turn, 4)] {
            let mut had: Vec<Had> = std::iter::from_fn(|| clients.take(one, thing)).collect();
            assert_eq!((had.len(), clients.take(one, thing).is_none()), (most, true), "{thing:?}");
            assert!(clients.take(other, thing).is_some(), "{thing:?}");
            had.pop();
            assert!(clients.take(one, thing).is_some(), "{thing:?}");
        }
    }
}
