//! What one client and one room may have.

use crate::store::Stale;
use std::time::Duration;

/// Bytes of a request with packs: as many as a line of the protocol may have.
pub(crate) const BODY_BYTES: usize = cardwright_wire::rpc::LINE_BYTES;
/// Bytes of a message in a room: an action has some tens.
pub(crate) const MESSAGE_BYTES: usize = 64 << 10;
/// Spectators in a room, and windows of one seat: a crowd that watches keeps no player out.
pub(crate) const SPECTATORS: usize = 64;
pub(crate) const WINDOWS: usize = 8;
/// Messages that may wait for a client that does not read.
pub(crate) const WAITING: usize = 256;
/// Bytes that may wait to be sent to one client, and to all: the answers of a whole address, and what fits in memory.
pub(crate) const UNSENT_EACH: usize = 16 << 20;
pub(crate) const UNSENT: usize = 128 << 20;
/// How long a room that nobody uses stays in memory.
pub(crate) const IDLE: Duration = Duration::from_secs(300);
/// Connections of all clients at once; for another one, the one goes that has been without a request for longest.
pub(crate) const LINES: u32 = 4_000;
/// Connections of one client at once beside its WebSockets: a browser opens six.
pub(crate) const LINES_BESIDE: usize = 64;
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
/// How long a connection is still read, and how much of it, after the server has said its last word: who is cut off while
/// it sends would not hear why.
pub(crate) const LINGER: Duration = Duration::from_secs(1);
pub(crate) const LINGER_BYTES: usize = 16 << 20;
/// Bodies larger than a message that may arrive at once, of all clients and of one: what they come to must fit in memory.
pub(crate) const UPLOADS: usize = 16;
pub(crate) const UPLOADS_EACH: usize = 2;
/// Packs and rooms of one client that may wait for their turn at once.
pub(crate) const TURNS_EACH: usize = 4;
/// Bytes of packs that count as one more room: each room keeps its packs.
pub(crate) const ROOM_BYTES: usize = 256 << 10;
/// Rooms in memory; of more, those go that nobody has used for the longest time. They come back when somebody asks.
pub(crate) const IN_MEMORY: usize = 4_000;
/// How long a room in memory is believed in where other servers may write to it, too.
pub(crate) const FRESH: Duration = Duration::from_secs(5);
/// How long a WebSocket may take to say who it is.
pub(crate) const ENTER: Duration = Duration::from_secs(10);
/// How often a WebSocket is asked whether it is still there; one that is silent for three times that is let go.
pub(crate) const PING: Duration = Duration::from_secs(20);
/// Services of their own that clients may have at once, where the server gives them, and one client.
pub(crate) const SERVICES: usize = 16;
pub(crate) const SERVICES_EACH: usize = 2;
/// Packs that are checked and rooms that are made at once: each takes some milliseconds, and some megabytes.
pub(crate) const HEAVY: usize = 2;
/// How long bots may think before a person is asked for the first time, or the game is over.
pub(crate) const OPENING: Duration = Duration::from_secs(10);
/// Clients that are remembered twice over: those of now, and those of the time before.
pub(crate) const ADDRESSES: usize = 50_000;
/// How long a request waits for its client's allowance; one that would wait for longer is refused.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);
/// How long a client pays at most for what it was answered.
pub(crate) const DEBT: Duration = Duration::from_secs(30);
/// Bytes of an answer, and time of work for it, that count as one more request.
pub(crate) const ANSWER_BYTES: f64 = 16_384.0;
pub(crate) const ANSWER_SECONDS: f64 = 0.004;
/// What a seat may ask for by itself where others have used up its address: at once, and a second. A person needs less.
pub(crate) const SEAT_BURST: f64 = 100.0;
pub(crate) const SEAT_RATE: f64 = 20.0;
/// Seats of one address that have such an allowance at once: rooms of one's own are no way to ask without end.
pub(crate) const SEATS_BESIDE: usize = 16;
/// Seats of a room, whatever the game: as many as the largest takes are far fewer.
pub(crate) const SEATS: usize = 64;

/// What one client, an address, may have.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// WebSockets at once.
    pub connections: u32,
    /// Requests a second, over time; four times as many at once. Answers count by their size and work, too.
    pub rate: u32,
    /// Rooms an hour.
    pub rooms_an_hour: u32,
    /// Rooms that the server keeps, of all clients.
    pub rooms: u64,
    /// Days that a room is kept after its last action.
    pub keep_days: u32,
}

/// How long a room is kept in which nobody has played, and how long at least where there is no place for another.
const UNPLAYED: i64 = 24 * 3_600;
const UNPLAYED_AT_LEAST: i64 = 3_600;

impl Limits {
    /// Until when a room must have been used to be kept.
    pub(crate) fn stale(&self, now: i64, full: bool) -> Stale {
        let unplayed = if full { UNPLAYED_AT_LEAST } else { UNPLAYED };
        let played = i64::from(self.keep_days.max(1)) * 24 * 3_600;
        Stale {
            unplayed: now.saturating_sub(unplayed),
            played: now.saturating_sub(played),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            connections: 32,
            rate: 200,
            rooms_an_hour: 120,
            rooms: 100_000,
            keep_days: 30,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_kept_for_a_day_unplayed_and_as_many_days_as_asked_for_once_played() {
        let limits = Limits {
            keep_days: 2,
            ..Limits::default()
        };
        let stale = |unplayed, played| Stale { unplayed, played };
        let now = 1_000_000;
        assert_eq!(limits.stale(now, false), stale(now - 86_400, now - 172_800));
        assert_eq!(limits.stale(now, true), stale(now - 3_600, now - 172_800));
        let none = Limits {
            keep_days: 0,
            ..limits
        };
        assert_eq!(
            none.stale(now, false).played,
            now - 86_400,
            "a day at least"
        );
    }
}
