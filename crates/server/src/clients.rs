//! The limits of clients: allowances that refill with time, and reserved resources.

use crate::limits::{
    ADDRESSES, DEBT, LINES_BESIDE, Limits, PATIENCE, ROOM_BYTES, SEAT_BURST, SEAT_RATE,
    SEATS_BESIDE, SERVICES_EACH, TURNS_EACH, UNSENT, UNSENT_EACH, UPLOADS_EACH,
};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The unit for limits: an IPv4 address, or the first 64 bits of an IPv6 address, because one customer of a provider
/// owns all addresses with the same prefix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Client(IpAddr);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        Client(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from_bits(network))
            }
            address => address,
        })
    }
}

/// How fast an allowance refills, and its capacity.
#[derive(Clone, Copy, Debug)]
struct Rate {
    most: f64,
    a_second: f64,
}

/// The remaining allowance of a client.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    /// Negative if the cost of a request was known only afterwards.
    left: f64,
    at: Instant,
}

impl Bucket {
    fn fill(&mut self, rate: Rate, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed * rate.a_second).min(rate.most);
        self.at = self.at.max(now);
    }

    /// Takes `cost` and returns how long to wait before using it; or takes nothing, and returns after how long it would
    /// be possible.
    fn spend(&mut self, cost: f64, patience: Duration, rate: Rate) -> Result<Duration, Duration> {
        let missing = (cost - self.left).max(0.0);
        let wait = Duration::try_from_secs_f64(missing / rate.a_second).unwrap_or(Duration::MAX);
        if wait > patience {
            return Err(wait);
        }
        self.left -= cost;
        Ok(wait)
    }

    /// Charges for something already used. A debt never lasts longer than [`DEBT`].
    fn charge(&mut self, cost: f64, rate: Rate) {
        self.left = (self.left - cost).max(-rate.a_second * DEBT.as_secs_f64());
    }
}

/// The allowances of many clients, of one kind. There are never more than `2 × ADDRESSES`, and no request scans them
/// all.
struct Buckets<K> {
    rate: Rate,
    /// After this time without use every bucket is full again, so it can be forgotten.
    full_after: Duration,
    /// Buckets used since `turned`, and those used in the period before. A client in neither has a full bucket.
    new: HashMap<K, Bucket>,
    old: HashMap<K, Bucket>,
    turned: Instant,
    /// A bucket shared by all new clients while there is no space for more.
    crowd: Bucket,
}

impl<K: Copy + Eq + Hash> Buckets<K> {
    fn new(most: f64, a_second: f64, now: Instant) -> Self {
        let full = Bucket {
            left: most,
            at: now,
        };
        let full_after = most / a_second + DEBT.as_secs_f64();
        Buckets {
            rate: Rate { most, a_second },
            full_after: Duration::try_from_secs_f64(full_after).unwrap_or(Duration::MAX),
            new: HashMap::new(),
            old: HashMap::new(),
            turned: now,
            crowd: full,
        }
    }

    /// Forgets buckets that are full again; returns whether any may have been forgotten.
    fn turn(&mut self, now: Instant) -> bool {
        let turns = now.saturating_duration_since(self.turned) >= self.full_after;
        if turns {
            self.old = std::mem::take(&mut self.new);
            self.turned = now;
        }
        turns
    }

    /// The bucket of a client, refilled to the current time.
    fn of(&mut self, who: K, now: Instant) -> (&mut Bucket, Rate) {
        self.turn(now);
        let rate = self.rate;
        let full = Bucket {
            left: rate.most,
            at: now,
        };
        let bucket = if self.new.contains_key(&who) || self.new.len() < ADDRESSES {
            let before = self.old.remove(&who).unwrap_or(full);
            self.new.entry(who).or_insert(before)
        } else {
            self.old.get_mut(&who).unwrap_or(&mut self.crowd)
        };
        bucket.fill(rate, now);
        (bucket, rate)
    }

    /// The bucket of a client that already has one.
    fn known(&mut self, who: K, now: Instant) -> Option<(&mut Bucket, Rate)> {
        let known = self.new.contains_key(&who) || self.old.contains_key(&who);
        known.then(|| self.of(who, now))
    }

    fn spend(
        &mut self,
        who: K,
        cost: f64,
        patience: Duration,
        now: Instant,
    ) -> Result<Duration, Duration> {
        let (bucket, rate) = self.of(who, now);
        bucket.spend(cost, patience, rate)
    }

    fn charge(&mut self, who: K, cost: f64, now: Instant) {
        let (bucket, rate) = self.of(who, now);
        bucket.charge(cost, rate);
    }
}

/// The allowances of seats, for a limited number of seats per address.
struct Seats {
    all: Buckets<(Client, SeatKey)>,
    /// The number of seats with an allowance, by address.
    beside: HashMap<Client, usize>,
}

impl Seats {
    fn turn(&mut self, now: Instant) {
        if self.all.turn(now) {
            self.beside.clear();
            for (client, _) in self.all.old.keys() {
                *self.beside.entry(*client).or_default() += 1;
            }
        }
    }

    /// Gives a seat that has shown its token an allowance, unless its address already has the maximum number. Existing
    /// allowances are kept.
    fn meet(&mut self, client: Client, seat: SeatKey, now: Instant) {
        self.turn(now);
        let beside = self.beside.get(&client).copied().unwrap_or_default();
        let is_new = self.all.known((client, seat), now).is_none();
        if is_new && beside < SEATS_BESIDE && self.all.new.len() < ADDRESSES {
            self.all.of((client, seat), now);
            self.beside.insert(client, beside + 1);
        }
    }

    fn known(
        &mut self,
        client: Client,
        seat: SeatKey,
        now: Instant,
    ) -> Option<(&mut Bucket, Rate)> {
        self.turn(now);
        self.all.known((client, seat), now)
    }
}

/// A resource of which a client may have only a limited number at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Thing {
    /// A connection.
    Line,
    /// A WebSocket.
    Socket,
    /// A service.
    Service,
    /// A large request body in transfer or processing.
    Upload,
    /// A turn for expensive work.
    Turn,
    /// A byte that waits to be sent.
    Unsent,
}

/// A resource reserved for a client until this is dropped.
#[must_use]
pub(crate) struct Had {
    clients: Arc<Clients>,
    client: Client,
    thing: Thing,
    amount: usize,
}

impl Drop for Had {
    fn drop(&mut self) {
        let mut held = lock(&self.clients.held);
        if self.thing == Thing::Unsent {
            held.unsent = held.unsent.saturating_sub(self.amount);
        }
        let key = (self.client, self.thing);
        if let Some(has) = held.of.get_mut(&key) {
            *has = has.saturating_sub(self.amount);
            if *has == 0 {
                held.of.remove(&key);
            }
        }
    }
}

/// The resources in use; clients without any are not listed.
#[derive(Default)]
struct Held {
    of: HashMap<(Client, Thing), usize>,
    /// The bytes waiting to be sent to all clients.
    unsent: usize,
}

/// Identifies a seat that has shown its token: the digest of the token.
pub(crate) type SeatKey = [u8; 32];

/// Who pays for a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Payer {
    Client(Client),
    /// A seat whose address has used up its allowance.
    Seat(Client, SeatKey),
}

/// The recent requests and reserved resources of all clients.
pub(crate) struct Clients {
    limits: Limits,
    requests: Mutex<Buckets<Client>>,
    rooms: Mutex<Buckets<Client>>,
    seats: Mutex<Seats>,
    held: Mutex<Held>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The data consists of independent numbers, so a poisoned lock is safe to use.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Clients {
    pub(crate) fn new(limits: Limits, now: Instant) -> Self {
        let rate = f64::from(limits.rate.max(1));
        let rooms = f64::from(limits.rooms_an_hour);
        Clients {
            limits,
            requests: Mutex::new(Buckets::new(rate * 4.0, rate, now)),
            rooms: Mutex::new(Buckets::new(rooms, rooms.max(1.0) / 3_600.0, now)),
            seats: Mutex::new(Seats {
                all: Buckets::new(SEAT_BURST, SEAT_RATE, now),
                beside: HashMap::new(),
            }),
            held: Mutex::default(),
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts requests of a client; returns who pays and how long to wait first. If an address has used up its
    /// allowance, a seat pays with its own, so that other clients behind the same address cannot block it.
    ///
    /// # Errors
    /// If the wait would be too long: after how long it would be possible.
    pub(crate) fn ask(
        &self,
        client: Client,
        seat: Option<SeatKey>,
        requests: usize,
        now: Instant,
    ) -> Result<(Payer, Duration), Duration> {
        let cost = requests as f64;
        let found = lock(&self.requests).spend(client, cost, PATIENCE, now);
        if found == Ok(Duration::ZERO) {
            return Ok((Payer::Client(client), Duration::ZERO));
        }
        if let Some(seat) = seat
            && let Some((bucket, rate)) = lock(&self.seats).known(client, seat, now)
            && let Ok(wait) = bucket.spend(cost, Duration::ZERO, rate)
        {
            if found.is_ok() {
                // The address has paid for it too.
                lock(&self.requests).charge(client, -cost, now);
            }
            return Ok((Payer::Seat(client, seat), wait));
        }
        found.map(|wait| (Payer::Client(client), wait))
    }

    /// Records that a seat has shown its token.
    pub(crate) fn meet(&self, client: Client, seat: SeatKey, now: Instant) {
        lock(&self.seats).meet(client, seat, now);
    }

    /// Charges the additional cost of a request, in requests.
    pub(crate) fn charge(&self, payer: Payer, cost: f64, now: Instant) {
        match payer {
            Payer::Client(client) => lock(&self.requests).charge(client, cost, now),
            // A seat without an entry has a full allowance again.
            Payer::Seat(client, seat) => {
                if let Some((bucket, rate)) = lock(&self.seats).known(client, seat, now) {
                    bucket.charge(cost, rate);
                }
            }
        }
    }

    /// Counts a new room of a client, with the size of its packs.
    ///
    /// # Errors
    /// If the client has created too many rooms: after how long another is possible.
    pub(crate) fn make_room(
        &self,
        client: Client,
        bytes: usize,
        now: Instant,
    ) -> Result<(), Duration> {
        let cost = (1 + bytes / ROOM_BYTES) as f64;
        lock(&self.rooms)
            .spend(client, cost, Duration::ZERO, now)
            .map(drop)
    }

    /// Reserves a resource for a client; `None` if it already has the maximum.
    pub(crate) fn take(self: &Arc<Self>, client: Client, thing: Thing) -> Option<Had> {
        self.take_many(client, thing, 1)
    }

    /// Reserves an amount of a resource for a client; `None` if it exceeds the client's limit, or for bytes the limit
    /// of all clients.
    pub(crate) fn take_many(
        self: &Arc<Self>,
        client: Client,
        thing: Thing,
        amount: usize,
    ) -> Option<Had> {
        let connections = usize::try_from(self.limits.connections).unwrap_or(usize::MAX);
        let most = match thing {
            Thing::Line => connections.saturating_add(LINES_BESIDE),
            Thing::Socket => connections,
            Thing::Service => SERVICES_EACH,
            Thing::Upload => UPLOADS_EACH,
            Thing::Turn => TURNS_EACH,
            Thing::Unsent => UNSENT_EACH,
        };
        let mut held = lock(&self.held);
        let has = held.of.get(&(client, thing)).copied().unwrap_or_default();
        if has.saturating_add(amount) > most {
            return None;
        }
        if thing == Thing::Unsent {
            let all = held.unsent.saturating_add(amount);
            if all > UNSENT {
                return None;
            }
            held.unsent = all;
        }
        held.of.insert((client, thing), has + amount);
        Some(Had {
            clients: self.clone(),
            client,
            thing,
            amount,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits {
        connections: 3,
        rate: 10,
        rooms_an_hour: 3,
        rooms: 9,
        keep_days: 30,
    };

    fn client(last: u8) -> Client {
        Client::from(IpAddr::from([127, 0, 0, last]))
    }

    /// Clients, and the time on the test's own clock.
    fn clients() -> (Arc<Clients>, Instant) {
        let now = Instant::now();
        (Arc::new(Clients::new(LIMITS, now)), now)
    }

    /// The number of requests that need not wait, all at one moment.
    fn at_once(clients: &Clients, who: Client, now: Instant) -> usize {
        (0..1_000)
            .take_while(|_| {
                clients.ask(who, None, 1, now) == Ok((Payer::Client(who), Duration::ZERO))
            })
            .count()
    }

    #[test]
    fn an_ipv6_customer_is_one_client_and_a_mapped_address_is_its_ipv4() {
        let of = |text: &str| Client::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(
            of("2001:db8:1:2::1"),
            of("2001:db8:1:2:ffff:ffff:ffff:ffff")
        );
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:10.1.2.3"), of("10.1.2.3"));
        assert_ne!(of("10.1.2.3"), of("10.1.2.4"));
    }

    /// A burst of four seconds' worth of requests, then `rate` per second; unused allowance never exceeds four
    /// seconds' worth.
    #[test]
    fn requests_have_a_ceiling_and_come_back_by_the_second() {
        let (clients, now) = clients();
        let one = client(1);
        assert_eq!(at_once(&clients, one, now), 40);
        let wait = |now| clients.ask(one, None, 1, now);
        // The refused request above waited for a tenth of a second; the next ones wait longer, up to `PATIENCE`.
        let (_, second) = wait(now).unwrap();
        assert_eq!(second.as_millis(), 200);
        let waited = (0..1_000).take_while(|_| wait(now).is_ok()).count();
        assert_eq!(waited, 8, "ten in all wait, a second at most");
        let after = wait(now).unwrap_err();
        assert_eq!(
            after.as_millis(),
            1_100,
            "and how long the next has to wait"
        );
        assert_eq!(
            at_once(&clients, client(2), now),
            40,
            "others have their own"
        );
        // Ten were used in advance, so ten are available after two seconds.
        assert_eq!(at_once(&clients, one, now + Duration::from_secs(2)), 10);
        let later = now + Duration::from_secs(3_600);
        assert_eq!(
            at_once(&clients, one, later),
            40,
            "no more than the ceiling"
        );
        // A clock that goes backwards changes nothing.
        assert_eq!(at_once(&clients, one, now), 0);
    }

    #[test]
    fn what_an_answer_cost_is_paid_later_and_debts_end() {
        let (clients, now) = clients();
        let one = client(1);
        let (payer, _) = clients.ask(one, None, 1, now).unwrap();
        clients.charge(payer, 48.0, now);
        assert_eq!(
            clients.ask(one, None, 1, now).unwrap().1.as_millis(),
            1_100 - 100
        );
        clients.charge(payer, 1e9, now);
        let wait = clients.ask(one, None, 1, now).unwrap_err();
        assert_eq!(wait.as_secs(), DEBT.as_secs());
        assert_eq!(
            at_once(&clients, one, now + DEBT + Duration::from_secs(1)),
            10
        );
    }

    #[test]
    fn rooms_are_counted_by_the_hour_with_the_bytes_they_keep() {
        let (clients, now) = clients();
        let one = client(1);
        let made = |now| {
            (0..9)
                .take_while(|_| clients.make_room(one, 0, now).is_ok())
                .count()
        };
        assert_eq!(made(now), 3);
        let wait = clients.make_room(one, 0, now).unwrap_err();
        assert_eq!(wait.as_secs(), 1_200, "a third of an hour");
        assert_eq!(made(now + Duration::from_secs(1_199)), 0);
        assert_eq!(made(now + Duration::from_secs(1_201)), 1);
        assert_eq!(made(now + Duration::from_secs(100_000)), 3);
        let two = client(2);
        assert!(clients.make_room(two, 262_144, now).is_ok());
        assert!(clients.make_room(two, 262_144, now).is_err(), "two each");
        assert!(clients.make_room(two, 0, now).is_ok());
    }

    /// A limit of none: requests are limited to one per second, and rooms are forbidden.
    #[test]
    fn a_limit_of_none_is_the_smallest() {
        let now = Instant::now();
        for (rate, requests) in [(0, 4), (1, 4), (2, 8)] {
            let limits = Limits { rate, ..LIMITS };
            assert_eq!(
                at_once(&Clients::new(limits, now), client(1), now),
                requests
            );
        }
        for (rooms_an_hour, made) in [(0, 0), (1, 1), (2, 2)] {
            let clients = Clients::new(
                Limits {
                    rooms_an_hour,
                    ..LIMITS
                },
                now,
            );
            let rooms = (0..9).take_while(|_| clients.make_room(client(1), 0, now).is_ok());
            assert_eq!(rooms.count(), made);
        }
    }

    /// Filling the table has no advantage: nobody's debt is forgotten, and clients without an entry share one
    /// allowance.
    #[test]
    fn a_crowd_of_addresses_forgets_nobody_and_is_bounded() {
        let now = Instant::now();
        let mut buckets: Buckets<u32> = Buckets::new(4.0, 1.0, now);
        for _ in 0..4 {
            buckets.spend(0, 1.0, Duration::ZERO, now).unwrap();
        }
        let many = ADDRESSES as u32 + 1_000;
        let taken = (1..many)
            .filter(|who| buckets.spend(*who, 1.0, Duration::ZERO, now).is_ok())
            .count();
        assert_eq!(taken, ADDRESSES - 1 + 4, "the crowd has four together");
        assert!(buckets.new.len() <= ADDRESSES);
        assert!(buckets.spend(0, 1.0, Duration::ZERO, now).is_err());
        // Once all allowances are full again, clients that sent nothing are forgotten, in two steps.
        let later = now + buckets.full_after;
        assert!(buckets.spend(many, 1.0, Duration::ZERO, later).is_ok());
        assert_eq!((buckets.new.len(), buckets.old.len()), (1, ADDRESSES));
        let later = later + buckets.full_after;
        assert!(buckets.spend(0, 1.0, Duration::ZERO, later).is_ok());
        assert_eq!((buckets.new.len(), buckets.old.len()), (1, 1));
    }

    #[test]
    fn a_client_holds_so_much_of_each_kind_and_gets_it_back() {
        let (clients, _) = clients();
        let (one, other) = (client(1), client(2));
        for (thing, most) in [
            (Thing::Socket, 3),
            (Thing::Line, 67),
            (Thing::Upload, 2),
            (Thing::Turn, 4),
            (Thing::Service, 2),
        ] {
            let mut had: Vec<Had> = std::iter::from_fn(|| clients.take(one, thing)).collect();
            assert_eq!(had.len(), most, "{thing:?}");
            assert!(clients.take(other, thing).is_some(), "{thing:?}");
            had.pop();
            assert!(clients.take(one, thing).is_some(), "{thing:?}");
        }
        assert!(
            lock(&clients.held).of.is_empty(),
            "nobody is remembered for nothing"
        );
    }

    #[test]
    fn bytes_that_wait_are_counted_for_each_and_for_all() {
        let (clients, _) = clients();
        let take = |who, bytes| clients.take_many(who, Thing::Unsent, bytes);
        let most = take(client(1), UNSENT_EACH).unwrap();
        assert!(take(client(1), 1).is_none());
        let others: Vec<Had> = (2..=255)
            .map_while(|nth| take(client(nth), UNSENT_EACH))
            .collect();
        assert_eq!(others.len() + 1, UNSENT / UNSENT_EACH);
        assert!(
            take(client(254), 1).is_none(),
            "all together have as many as there may be"
        );
        drop(most);
        assert!(take(client(254), 1).is_some());
        drop(others);
        assert_eq!(lock(&clients.held).unsent, 0);
    }

    /// A seat can continue if its neighbours have used up the allowance of their address, as long as it sends as
    /// few requests as a person.
    #[test]
    fn a_seat_is_heard_where_its_address_is_used_up() {
        let (clients, now) = clients();
        let (one, seat) = (client(1), [7; 32]);
        while clients.ask(one, None, 1, now).is_ok() {}
        assert!(
            clients.ask(one, Some(seat), 1, now).is_err(),
            "nobody has seen its token"
        );
        clients.meet(one, seat, now);
        let heard = (0..1_000)
            .take_while(|_| {
                clients.ask(one, Some(seat), 1, now) == Ok((Payer::Seat(one, seat), Duration::ZERO))
            })
            .count();
        assert_eq!(heard, SEAT_BURST as usize);
        let second = now + Duration::from_secs(1);
        while clients.ask(one, None, 1, second).is_ok() {}
        assert!(
            clients
                .ask(one, Some(seat), SEAT_RATE as usize, second)
                .is_ok()
        );
        assert!(clients.ask(one, Some(seat), 1, second).is_err());
    }

    /// What a seat pays, its address does not pay, and what a seat's replies cost is charged to the seat.
    #[test]
    fn a_seat_pays_for_itself() {
        let (clients, now) = clients();
        let (one, seat) = (client(1), [7; 32]);
        clients.meet(one, seat, now);
        assert_eq!(at_once(&clients, one, now), 40);
        // The address would have to wait: for a tenth of a second after the refusal above, and one more for each of
        // these if it paid for them.
        for _ in 0..5 {
            let paid = clients.ask(one, Some(seat), 1, now);
            assert_eq!(paid, Ok((Payer::Seat(one, seat), Duration::ZERO)));
        }
        let (_, wait) = clients.ask(one, None, 1, now).unwrap();
        assert_eq!(wait.as_millis(), 200);
        // An address that cannot even wait gets nothing back.
        while clients.ask(one, None, 1, now).is_ok() {}
        let wait = || clients.ask(one, None, 1, now).unwrap_err();
        let before = wait();
        for _ in 0..5 {
            clients.ask(one, Some(seat), 1, now).unwrap();
        }
        assert_eq!(wait(), before);
        clients.charge(Payer::Seat(one, seat), SEAT_BURST - 11.0, now);
        let asked = |requests| clients.ask(one, Some(seat), requests, now);
        assert!(asked(2).is_err(), "one request is left");
        assert!(asked(1).is_ok() && asked(1).is_err());
        assert_eq!(wait(), before);
    }

    /// The table of seats has a maximum size, and a seat that finds no space in it does not count for its address.
    #[test]
    fn seats_are_bounded() {
        let (clients, now) = clients();
        let seat = |nth: usize| {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&nth.to_le_bytes());
            key
        };
        let address = |nth: usize| Client::from(IpAddr::from((nth as u32).to_be_bytes()));
        for nth in 0..ADDRESSES + 9 {
            clients.meet(address(nth / 2), seat(nth), now);
        }
        let seats = lock(&clients.seats);
        assert_eq!(seats.all.new.len(), ADDRESSES);
        assert_eq!(seats.beside.values().sum::<usize>(), ADDRESSES);
    }

    /// Seats that are asked for keep their allowance, and those that are not make space, even if no seat shows its
    /// token in the meantime.
    #[test]
    fn allowances_that_nobody_uses_become_free() {
        let (clients, now) = clients();
        let one = client(1);
        let meet = |from: u8, now| {
            (from..from + 100).for_each(|nth| clients.meet(one, [nth; 32], now));
            let seats = lock(&clients.seats);
            let known = (from..from + 100).filter(|nth| {
                let key = (one, [*nth; 32]);
                seats.all.new.contains_key(&key) || seats.all.old.contains_key(&key)
            });
            known.count()
        };
        assert_eq!(meet(0, now), SEATS_BESIDE);
        let period = lock(&clients.seats).all.full_after;
        for periods in 1..=2 {
            let later = now + periods * period;
            while clients.ask(one, None, 1, later).is_ok() {}
            assert!(clients.ask(one, Some([0; 32]), 1, later).is_ok());
        }
        assert_eq!(meet(100, now + 2 * period), SEATS_BESIDE - 1);
    }

    /// Somebody who has created many rooms has no more allowances than others, however long their seats are used. A
    /// seat that has an allowance keeps it, and the entry of an unused one becomes free for another.
    #[test]
    fn an_address_has_so_many_allowances_of_seats() {
        let (clients, now) = clients();
        let (one, other) = (client(1), client(2));
        let seat = |nth: usize| {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&nth.to_le_bytes());
            key
        };
        let heard = |client: Client, nth: usize, now: Instant| {
            while clients.ask(client, None, 1, now).is_ok() {}
            clients.ask(client, Some(seat(nth)), 1, now).is_ok()
        };
        let known =
            |client: Client, now: Instant| (0..200).filter(|nth| heard(client, *nth, now)).count();
        // All of them are used again and again, over many periods of the table.
        let mut later = now;
        for _ in 0..10 {
            (0..100).for_each(|nth| clients.meet(one, seat(nth), later));
            assert_eq!(known(one, later), SEATS_BESIDE);
            assert!(heard(one, 0, later), "the first keeps what it has");
            later += Duration::from_secs(20);
        }
        clients.meet(other, seat(0), later);
        assert!(heard(other, 0, later), "other addresses have their own");
        later += Duration::from_secs(600);
        (100..200).for_each(|nth| clients.meet(one, seat(nth), later));
        later += Duration::from_secs(600);
        (150..200).for_each(|nth| clients.meet(one, seat(nth), later));
        assert_eq!(known(one, later), SEATS_BESIDE);
        assert!(!heard(one, 0, later), "whoever has gone has none");
    }
}
