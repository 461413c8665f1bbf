//! The limits for a client and for a room.

use crate::store::Stale;
use std::time::Duration;

/// The maximum bytes of a request with packs, equal to the limit for a line of the protocol.
pub(crate) const BODY_BYTES: usize = cardwright_wire::rpc::LINE_BYTES;
/// The maximum bytes of a message in a room; an action needs less than a hundred.
pub(crate) const MESSAGE_BYTES: usize = 64 << 10;
/// The maximum number of spectators in a room and of connections for one seat, so that many spectators cannot block a
/// player.
pub(crate) const SPECTATORS: usize = 64;
pub(crate) const WINDOWS: usize = 8;
/// The maximum number of messages waiting for a client that does not read.
pub(crate) const WAITING: usize = 256;
/// The maximum bytes waiting to be sent to one client, and to all clients together.
pub(crate) const UNSENT_EACH: usize = 16 << 20;
pub(crate) const UNSENT: usize = 128 << 20;
/// How long an unused room stays in memory.
pub(crate) const IDLE: Duration = Duration::from_secs(300);
/// The maximum number of connections of all clients together. A further one replaces the connection that has been idle
/// longest.
pub(crate) const LINES: u32 = 4_000;
/// The maximum number of connections of one client in addition to its WebSockets; a browser opens six.
pub(crate) const LINES_BESIDE: usize = 64;
/// The time limit for receiving the head of a request, and for the next request on a connection.
pub(crate) const HEAD: Duration = Duration::from_secs(10);
/// The maximum bytes in the head of a request.
pub(crate) const HEAD_BYTES: usize = 32 << 10;
/// The time limit for receiving the body of a request.
pub(crate) const BODY: Duration = Duration::from_secs(30);
/// The maximum age of a connection that is not a WebSocket; after that, the client has to reconnect.
pub(crate) const LIFE: Duration = Duration::from_secs(300);
/// The time limit for a client to read what it is sent.
pub(crate) const SEND: Duration = Duration::from_secs(20);
/// How long, and how many bytes, the server still reads from a connection after its last reply. Otherwise a client that
/// is still sending would not receive the reason.
pub(crate) const LINGER: Duration = Duration::from_secs(1);
pub(crate) const LINGER_BYTES: u64 = 16 << 20;
/// The maximum number of bodies larger than a message in transfer, for all clients and for one client. All of them must
/// fit in memory.
pub(crate) const UPLOADS: usize = 16;
pub(crate) const UPLOADS_EACH: usize = 2;
/// The maximum number of packs and rooms of one client waiting for their turn.
pub(crate) const TURNS_EACH: usize = 4;
/// The size of packs that counts as one more room, because each room keeps its packs.
pub(crate) const ROOM_BYTES: usize = 256 << 10;
/// The maximum number of rooms in memory. Above it, the least recently used rooms are removed; they are loaded again on
/// request.
pub(crate) const IN_MEMORY: usize = 4_000;
/// How long a room in memory is considered current if other servers may write to it too.
pub(crate) const FRESH: Duration = Duration::from_secs(5);
/// The time limit for a WebSocket to identify itself.
pub(crate) const ENTER: Duration = Duration::from_secs(10);
/// The interval of pings to a WebSocket; after three intervals without an answer it is closed.
pub(crate) const PING: Duration = Duration::from_secs(20);
/// The maximum number of services, for all clients together and for one client, if the server offers them.
pub(crate) const SERVICES: usize = 16;
pub(crate) const SERVICES_EACH: usize = 2;
/// The maximum number of packs being checked and rooms being created at once: each takes some milliseconds and
/// megabytes.
pub(crate) const HEAVY: usize = 2;
/// How long bots may think before a person is asked for the first time, or the game is over.
pub(crate) const OPENING: Duration = Duration::from_secs(10);
/// The number of remembered clients in each of two periods, the current and the previous one.
pub(crate) const ADDRESSES: usize = 50_000;
/// How long a request may wait for its client's allowance; if it would take longer, it is refused.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);
/// The maximum time that a client is delayed because of the cost of earlier replies.
pub(crate) const DEBT: Duration = Duration::from_secs(30);
/// The bytes of a reply, and the work for it, that count as one additional request.
pub(crate) const ANSWER_BYTES: f64 = 16_384.0;
pub(crate) const ANSWER_SECONDS: f64 = 0.004;
/// The allowance of a seat whose address has used up its own: the burst, and the requests per second. A person needs
/// less.
pub(crate) const SEAT_BURST: f64 = 100.0;
pub(crate) const SEAT_RATE: f64 = 20.0;
/// The maximum number of seats per address with such an allowance, so that creating rooms does not give unlimited
/// requests.
pub(crate) const SEATS_BESIDE: usize = 16;
/// The maximum number of seats in a room for any game; the largest game has far fewer.
pub(crate) const SEATS: usize = 64;

/// The limits for one client, which is identified by its address.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of open WebSockets.
    pub connections: u32,
    /// The average number of requests per second; short bursts may have four times as many. Replies also count by size
    /// and work.
    pub rate: u32,
    /// The maximum number of rooms a client may create per hour.
    pub rooms_an_hour: u32,
    /// The maximum number of rooms on the server, for all clients together.
    pub rooms: u64,
    /// How many days a room is kept after its last action.
    pub keep_days: u32,
}

/// How long a room is kept in which nobody has played, and how long at least if the server is full.
const UNPLAYED: i64 = 24 * 3_600;
const UNPLAYED_AT_LEAST: i64 = 3_600;

impl Limits {
    /// The times of last use before which rooms are stale.
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

    /// The guide promises these.
    #[test]
    fn the_usual_limits_are_those_of_the_guide() {
        let Limits {
            connections,
            rate,
            rooms_an_hour,
            rooms,
            keep_days,
        } = Limits::default();
        assert_eq!(
            (connections, rate, rooms_an_hour, rooms, keep_days),
            (32, 200, 120, 100_000, 30)
        );
    }

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
