//! All rooms: those in memory, and access to those that are only on disk.

use crate::HttpError;
use crate::alarms::Alarms;
use crate::limits::{FRESH, HEAVY, IDLE, IN_MEMORY, Limits, OPENING, SPECTATORS, WINDOWS};
use crate::listeners::{About, Outbox, Right};
use crate::metrics::Metrics;
use crate::room::{Outcome, Room};
use crate::store::{Stale, StoreError, Write, Writer, now};
use crate::tokens;
use cardwright::{DynGame, Match, Session, Setup, SetupError, Viewer, game, rulebook};
use cardwright_wire::rpc::RpcError;
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex as RoomMutex, OwnedMutexGuard, Semaphore};

/// The maximum number of cached rulebooks, and bytes of their packs; rooms with the same rules share one.
const BOOKS: usize = 32;
const BOOK_BYTES: usize = 32 << 20;
/// The maximum number of stale rooms checked in one batch.
const STALE: u32 = 500;
/// The delay before an alarm is repeated that failed because the store could not be reached.
const AGAIN: Duration = Duration::from_secs(5);

/// The slot of a room; empty until the room is loaded.
type Place = Arc<RoomMutex<Option<Room>>>;
/// Exclusive access to a room.
type Held = OwnedMutexGuard<Option<Room>>;
/// A rulebook, with its game and setup.
type Kept = (String, Setup, Arc<dyn DynGame>);

/// All rooms of a server. Requests run in parallel, but each room is used by one request at a time, and its
/// notifications are sent only after the change is on disk.
pub(crate) struct Rooms {
    places: Mutex<HashMap<String, Place>>,
    books: Mutex<VecDeque<Kept>>,
    alarms: Alarms,
    writer: Writer,
    metrics: Arc<Metrics>,
    turns: Arc<Semaphore>,
    /// Limits how many rooms are loaded at once, separately from creating rooms, so that new rooms do not delay
    /// players.
    loads: Arc<Semaphore>,
}

/// The requested properties of a new room.
pub(crate) struct NewRoom {
    pub game: String,
    pub setup: Setup,
    pub seats: Vec<String>,
    pub position: Option<String>,
    pub about: About,
}

/// Whether the client that requested some work has disconnected, so that the work can be cancelled.
#[derive(Clone, Default)]
pub(crate) struct Gone(Arc<AtomicBool>);

impl Gone {
    pub(crate) fn is(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Marks the client as disconnected when it is dropped.
struct Asking(Gone);

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic cannot leave the data behind these locks half changed, so a poisoned lock is safe to use.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl From<StoreError> for HttpError {
    fn from(error: StoreError) -> Self {
        HttpError::internal(&error)
    }
}

/// Why bots must stop thinking before anybody is asked, if they must.
fn given_up(gone: &Gone, thought: Duration) -> Option<HttpError> {
    if gone.is() {
        return Some(HttpError::gone());
    }
    let seconds = OPENING.as_secs();
    (thought > OPENING).then(|| {
        HttpError::params(format!(
            "the bots that begin would think for more than {seconds} seconds: let a person begin, or choose faster bots"
        ))
    })
}

/// Runs a computation on a thread that does not block others.
pub(crate) async fn compute<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, HttpError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| HttpError::internal(&error))
}

/// If there are more than `most` rooms, removes the least recently used ones without listeners, a quarter at once to do
/// it rarely. Clocks of removed rooms keep running; their alarm loads the room again.
fn thin(places: &mut HashMap<String, Place>, most: usize) {
    if places.len() <= most {
        return;
    }
    let mut free: Vec<(Instant, String)> = Vec::new();
    for (id, place) in places
        .iter()
        .filter(|(_, place)| Arc::strong_count(place) == 1)
    {
        if let Ok(held) = place.try_lock()
            && let Some(room) = held.as_ref().filter(|room| room.listeners() == 0)
        {
            free.push((room.used, id.clone()));
        }
    }
    free.sort_unstable();
    let many = places.len() - most * 3 / 4;
    for (_, id) in free.into_iter().take(many) {
        places.remove(&id);
    }
}

impl Rooms {
    pub(crate) fn new(writer: Writer, metrics: Arc<Metrics>) -> Self {
        Rooms {
            places: Mutex::default(),
            books: Mutex::default(),
            alarms: Alarms::default(),
            writer,
            metrics,
            turns: Arc::new(Semaphore::new(HEAVY)),
            loads: Arc::new(Semaphore::new(HEAVY)),
        }
    }

    /// Runs expensive work when it is its turn. The resources in `held` are kept until the work is done, even if the
    /// client has disconnected; the work is notified of that and can stop early.
    pub(crate) async fn heavy<T: Send + 'static>(
        &self,
        held: impl Send + 'static,
        work: impl FnOnce(&Gone) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<T, HttpError> {
        Self::in_turn(&self.turns, held, work).await
    }

    async fn in_turn<T: Send + 'static>(
        turns: &Arc<Semaphore>,
        held: impl Send + 'static,
        work: impl FnOnce(&Gone) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<T, HttpError> {
        let turn = turns.clone().acquire_owned().await;
        let gone = Gone::default();
        let _asking = Asking(gone.clone());
        compute(move || {
            let _held = (turn, held);
            match gone.is() {
                true => Err(HttpError::gone()),
                false => work(&gone),
            }
        })
        .await?
    }

    /// Makes sure that another room can be created. If the server is full, rooms without any play are deleted.
    ///
    /// # Errors
    /// If every room is in play or new.
    pub(crate) async fn make_place(self: &Arc<Self>, limits: &Limits) -> Result<(), HttpError> {
        if self.count().await? < limits.rooms {
            return Ok(());
        }
        self.expire(limits.stale(now(), true)).await?;
        match self.count().await? < limits.rooms {
            true => Ok(()),
            false => Err(HttpError::limit(
                "the server already has as many rooms as it may keep",
                "ask the operator of the server",
            )),
        }
    }

    /// The number of stored rooms.
    pub(crate) async fn count(&self) -> Result<u64, HttpError> {
        Ok(self.writer.rooms().await?)
    }

    /// The cached rulebook of a setup.
    fn book(&self, id: &str, setup: &Setup) -> Result<Arc<dyn DynGame>, SetupError> {
        let found = lock(&self.books)
            .iter()
            .find(|(of, made, _)| of == id && made == setup)
            .map(|(.., book)| book.clone());
        if let Some(book) = found {
            return Ok(book);
        }
        let book = rulebook(id, setup)?;
        let mut books = lock(&self.books);
        books.push_front((id.to_owned(), setup.clone(), book.clone()));
        let mut bytes = 0;
        let fit = books.iter().take(BOOKS).take_while(|(_, setup, _)| {
            bytes += size(setup);
            bytes <= BOOK_BYTES
        });
        let fit = fit.count().max(1);
        books.truncate(fit);
        Ok(book)
    }

    /// Creates the room that `ask` prepares once it is its turn; returns its public information and the additional
    /// result of `ask`. `spent` is called with the time that bots took at the start.
    pub(crate) async fn begin<T: Send + 'static>(
        self: &Arc<Self>,
        held: impl Send + 'static,
        ask: impl FnOnce() -> Result<(NewRoom, T), HttpError> + Send + 'static,
        spent: impl FnOnce(Duration) + Send + 'static,
    ) -> Result<(Value, T), HttpError> {
        let (rooms, id) = (self.clone(), tokens::room()?);
        let name = id.clone();
        let work = move |gone: &Gone| {
            let (new, more) = ask()?;
            let info = game(&new.game).map_err(RpcError::from)?;
            let book = rooms.book(info.id, &new.setup).map_err(RpcError::from)?;
            let seed = Some(tokens::seed()?);
            let play = match &new.position {
                Some(position) => {
                    Match::start_from(book, position, seed).map_err(RpcError::from)?
                }
                None => Match::start(book, seed),
            };
            let session = Session::new(play, new.seats).map_err(RpcError::from)?;
            let begun = Instant::now();
            let stop = || given_up(gone, begun.elapsed());
            let begins = Room::begin(name, session, new.about, &stop);
            spent(begun.elapsed());
            let (room, write) = begins?;
            Ok((room, write, more))
        };
        let (room, write, more) = self.heavy(held, work).await?;
        self.writer.write(write).await?;
        let info = room.info();
        self.watch_clock(&room);
        lock(&self.places).insert(id, Arc::new(RoomMutex::new(Some(room))));
        self.one_more();
        Ok((info, more))
    }

    /// Exclusive access to a room; it is loaded if it is not in memory, or in doubt.
    async fn hold(self: &Arc<Self>, id: &str) -> Result<Held, HttpError> {
        if !tokens::is_room(id) {
            return Err(HttpError::no_room());
        }
        let place = lock(&self.places).entry(id.to_owned()).or_default().clone();
        let mut held = place.lock_owned().await;
        if let Some(room) = held.as_mut()
            && !self.holds(room).await?
        {
            // Its listeners are disconnected; after reconnecting, they get what is on disk.
            *held = None;
        }
        if held.is_none() {
            let found = self.load(id).await;
            match found {
                Ok(room) => *held = Some(room),
                Err(error) => {
                    drop(held);
                    self.forget(id);
                    return Err(error);
                }
            }
        }
        if let Some(room) = held.as_mut() {
            room.used = Instant::now();
        }
        Ok(held)
    }

    /// Whether a room in memory matches the store, as far as known.
    async fn holds(&self, room: &mut Room) -> Result<bool, HttpError> {
        if room.in_doubt {
            return Ok(false);
        }
        if self.writer.is_shared() && room.confirmed.elapsed() > FRESH {
            if self.writer.writes(room.id.clone()).await? != Some(room.writes) {
                return Ok(false);
            }
            room.confirmed = Instant::now();
        }
        Ok(true)
    }

    async fn load(self: &Arc<Self>, id: &str) -> Result<Room, HttpError> {
        let kept = self
            .writer
            .room(id.to_owned())
            .await?
            .ok_or_else(HttpError::no_room)?;
        let rooms = self.clone();
        let resume = move |replay: &cardwright::Replay| {
            let broken = |error: &dyn std::fmt::Display| {
                HttpError::internal(&format!("a stored room is damaged: {error}"))
            };
            let book = rooms
                .book(&replay.game, &Setup::of(replay))
                .map_err(|error| broken(&error))?;
            Match::resume_with(book, replay).map_err(|error| broken(&error))
        };
        let load = move |_: &Gone| Room::load(kept, resume);
        let mut room = Self::in_turn(&self.loads, (), load).await?;
        if let Some((at, answered)) = self.alarms.of(id) {
            room.keep_time(at, answered);
        }
        self.watch_clock(&room);
        self.one_more();
        Ok(room)
    }

    /// Records that a room was loaded, and keeps the number of rooms in memory below the limit.
    fn one_more(&self) {
        let rooms = lock(&self.places).len();
        self.metrics.rooms.set(rooms as i64);
        if rooms > IN_MEMORY {
            self.forget_idle();
        }
    }

    /// Removes a room from memory unless it is in use.
    fn forget(&self, id: &str) {
        let mut places = lock(&self.places);
        if places
            .get(id)
            .is_some_and(|place| Arc::strong_count(place) == 1)
        {
            places.remove(id);
        }
        self.metrics.rooms.set(places.len() as i64);
    }

    /// Removes rooms from memory that were not used for a while.
    pub(crate) fn forget_idle(&self) {
        let mut places = lock(&self.places);
        places.retain(|_, place| {
            // Slots are handed out only under this lock, so nobody else uses one that only the map refers to.
            let idle = |room: &Room| room.listeners() == 0 && room.used.elapsed() > IDLE;
            Arc::strong_count(place) > 1
                || place
                    .try_lock()
                    .is_ok_and(|room| room.as_ref().is_some_and(|room| !idle(room)))
        });
        thin(&mut places, IN_MEMORY);
        self.metrics.rooms.set(places.len() as i64);
    }

    /// Runs a function with a room.
    pub(crate) async fn with<T>(
        self: &Arc<Self>,
        id: &str,
        work: impl FnOnce(&mut Room) -> Result<T, HttpError>,
    ) -> Result<T, HttpError> {
        let mut held = self.hold(id).await?;
        work(held.as_mut().ok_or_else(HttpError::no_room)?)
    }

    /// Handles a message of a viewer; returns the replies, once the change is on disk, and the time it took. It is
    /// completed even if the client disconnects. The right is checked again, because it may have been lost.
    pub(crate) async fn call(
        self: &Arc<Self>,
        id: &str,
        right: Right,
        listener: Option<u64>,
        line: Vec<u8>,
    ) -> Result<(Vec<String>, Duration), HttpError> {
        let (rooms, id) = (self.clone(), id.to_owned());
        let task = tokio::spawn(async move {
            let held = rooms.hold(&id).await?;
            let work = move |room: &mut Room| {
                let begun = Instant::now();
                let viewer = room.about.viewer(&right)?;
                let outcome = room.call(viewer, listener, &line);
                Ok((outcome, begun.elapsed()))
            };
            rooms.change(held, listener, work).await
        });
        task.await.map_err(|error| HttpError::internal(&error))?
    }

    /// Changes a room in memory and on disk, then notifies the listeners.
    async fn change(
        self: &Arc<Self>,
        held: Held,
        but: Option<u64>,
        work: impl FnOnce(&mut Room) -> Result<(Outcome, Duration), HttpError> + Send + 'static,
    ) -> Result<(Vec<String>, Duration), HttpError> {
        let (mut held, outcome) = compute(move || {
            let mut held = held;
            let outcome = match held.as_mut() {
                Some(room) => {
                    // If the work does not finish, it is unknown how much of it was done.
                    room.in_doubt = true;
                    work(room).inspect(|(outcome, _)| room.in_doubt = outcome.write.is_some())
                }
                None => Err(HttpError::no_room()),
            };
            if let (Some(room), Err(_)) = (held.as_mut(), &outcome) {
                room.in_doubt = false;
            }
            (held, outcome)
        })
        .await?;
        let (outcome, took) = outcome?;
        if let Some(write) = outcome.write {
            self.writer.write(write).await?;
            self.metrics.answers.inc_by(outcome.answers as u64);
            if let Some(room) = held.as_mut() {
                room.confirm();
                room.tell_news(but.filter(|_| outcome.told_all));
                self.watch_clock(room);
            }
        }
        Ok((outcome.replies, took))
    }

    /// Adds a listener to a room.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        id: &str,
        right: Right,
        from: usize,
        out: Outbox,
    ) -> Result<(u64, Value), HttpError> {
        let mut held = self.hold(id).await?;
        let enter = move || {
            let room = held.as_mut().ok_or_else(HttpError::no_room)?;
            // A client without a right does not learn that the room is full.
            let viewer = room.about.viewer(&right)?;
            let most = match viewer {
                Viewer::Seat(_) => WINDOWS,
                _ => SPECTATORS,
            };
            match room.listeners_as(viewer) < most {
                true => room.enter(right, from, out),
                false => Err(HttpError::limit(
                    "too many people are in this room",
                    "come back later",
                )),
            }
        };
        compute(enter).await?
    }

    /// Removes a listener. A room that is no longer in memory has no listeners.
    pub(crate) async fn leave(&self, id: &str, number: u64) {
        let place = lock(&self.places).get(id).cloned();
        if let Some(place) = place
            && let Some(room) = place.lock().await.as_mut()
        {
            room.leave(number);
        }
    }

    /// Replaces the token of a seat; the old one becomes invalid.
    pub(crate) async fn renew(
        self: &Arc<Self>,
        id: &str,
        token: String,
    ) -> Result<String, HttpError> {
        let new = tokens::token()?;
        let named = new.clone();
        self.change_about(id, move |room| room.renewed(&token, &named))
            .await?;
        Ok(new)
    }

    /// Frees a seat, from 0, because its player leaves or the host removes the player. A bot continues for it.
    pub(crate) async fn free_seat(
        self: &Arc<Self>,
        id: &str,
        seat: usize,
        token: Option<String>,
    ) -> Result<(), HttpError> {
        self.change_about(id, move |room| room.without(seat, token.as_deref()))
            .await
    }

    /// Allows or removes spectators, on request of the host.
    pub(crate) async fn open_to(
        self: &Arc<Self>,
        id: &str,
        spectators: bool,
        token: Option<String>,
    ) -> Result<(), HttpError> {
        self.change_about(id, move |room| room.open_to(spectators, token.as_deref()))
            .await
    }

    /// Changes the settings of a room. Every loss of rights happens here: listeners without rights are disconnected
    /// before the change is reported.
    async fn change_about(
        self: &Arc<Self>,
        id: &str,
        work: impl FnOnce(&Room) -> Result<About, HttpError> + Send + 'static,
    ) -> Result<(), HttpError> {
        let (rooms, id) = (self.clone(), id.to_owned());
        let task = tokio::spawn(async move {
            let mut held = rooms.hold(&id).await?;
            let room = held.as_mut().ok_or_else(HttpError::no_room)?;
            let about = work(room)?;
            let write = room.change(about);
            rooms.writer.write(write).await?;
            room.confirm();
            room.keep_entitled();
            rooms.watch_clock(room);
            // The player who has left may be the one who has to act.
            let go_on = |room: &mut Room| Ok((room.go_on(), Duration::ZERO));
            rooms.change(held, None, go_on).await.map(drop)
        });
        task.await.map_err(|error| HttpError::internal(&error))?
    }

    /// Deletes stale rooms. Rooms with connected clients count as used.
    pub(crate) async fn expire(self: &Arc<Self>, until: Stale) -> Result<(), HttpError> {
        for id in self.writer.stale(until, STALE).await? {
            let place = lock(&self.places).entry(id.clone()).or_default().clone();
            let mut held = place.lock_owned().await;
            let write = match held.as_mut().filter(|room| room.listeners() > 0) {
                Some(room) => room.change(room.about.clone()),
                None => {
                    *held = None;
                    let room = id.clone();
                    Write::Expire { room, until }
                }
            };
            self.writer.write(write).await?;
            match held.as_mut() {
                Some(room) => room.confirm(),
                None => {
                    drop(held);
                    self.forget(&id);
                }
            }
        }
        Ok(())
    }

    /// Closes a room, on request of its host.
    pub(crate) async fn close(
        self: &Arc<Self>,
        id: &str,
        token: Option<String>,
    ) -> Result<(), HttpError> {
        let (rooms, name) = (self.clone(), id.to_owned());
        let task = tokio::spawn(async move {
            let mut held = rooms.hold(&name).await?;
            let room = held.as_mut().ok_or_else(HttpError::no_room)?;
            if !room.is_host(token.as_deref()) {
                return Err(HttpError::token("only the host may close a room"));
            }
            room.in_doubt = true;
            rooms
                .writer
                .write(Write::Close { room: name.clone() })
                .await?;
            room.close("the host has closed the room");
            rooms.alarms.set(&name, None);
            *held = None;
            drop(held);
            rooms.forget(&name);
            Ok(())
        });
        task.await.map_err(|error| HttpError::internal(&error))?
    }

    /// Notifies all clients that the server stops.
    pub(crate) async fn close_all(&self, reason: &str) {
        let places: Vec<Place> = lock(&self.places).values().cloned().collect();
        for place in places {
            if let Some(room) = place.lock().await.as_mut() {
                room.close(reason);
            }
        }
    }

    /// Sets the alarm of a room to the end of the current player's time, replacing the previous alarm.
    fn watch_clock(&self, room: &Room) {
        let alarm = room.deadline();
        let alarm = alarm.map(|(left, answered)| (Instant::now() + left, answered));
        self.alarms.set(&room.id, alarm);
    }

    /// Handles the alarms of all rooms, as long as it is polled.
    pub(crate) async fn ring_alarms(self: Arc<Self>) {
        /// The latest possible time of an alarm.
        const LATE: Duration = Duration::from_secs(86_400);
        loop {
            let now = Instant::now();
            let (due, next) = self.alarms.due(now);
            for (id, answered) in due {
                tokio::spawn(self.clone().ring(id, answered));
            }
            let next = next.unwrap_or(now + LATE);
            tokio::select! {
                () = tokio::time::sleep_until(next.into()) => {}
                () = self.alarms.changed() => {}
            }
        }
    }

    /// Handles the end of the current player's time, unless the player has acted.
    async fn ring(self: Arc<Self>, id: Arc<str>, answered: usize) {
        let rung = match self.hold(&id).await {
            Ok(held) => {
                let alarm = move |room: &mut Room| Ok((room.alarm(answered), Duration::ZERO));
                self.change(held, None, alarm).await.map(drop)
            }
            Err(error) if error.status == axum::http::StatusCode::NOT_FOUND => return,
            Err(error) => Err(error),
        };
        if let Err(error) = rung {
            tracing::error!(room = %id, ?error, "an alarm came to nothing");
            if self.alarms.of(&id).is_none() {
                self.alarms
                    .set(&id, Some((Instant::now() + AGAIN, answered)));
            }
        }
    }
}

/// The size of a setup's packs and options in bytes.
fn size(setup: &Setup) -> usize {
    let files = setup.packs.iter().flat_map(|pack| &pack.files);
    let files = files.map(|(path, bytes)| path.len() + bytes.len());
    let options = setup
        .options
        .iter()
        .map(|(name, value)| name.len() + value.len());
    files.chain(options).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::Clients;
    use crate::clock::{Clock, ClockRules};
    use crate::listeners::Inbox;
    use crate::store::{Sqlite, Store};
    use crate::tokens::{digest, hex};
    use cardwright::PackSource;
    use std::net::IpAddr;

    fn some_outbox() -> (Outbox, Inbox) {
        let clients = Arc::new(Clients::new(Limits::default(), Instant::now()));
        Outbox::new(clients, IpAddr::from([127, 0, 0, 1]).into())
    }

    fn outbox() -> Outbox {
        some_outbox().0
    }

    fn about(seats: [Option<String>; 2]) -> About {
        About {
            host: hex(&digest("host")),
            seats: seats.into(),
            spectators: true,
            clock: None,
            left: Vec::new(),
        }
    }

    fn room(id: &str) -> Room {
        let session =
            Session::begin("robotory", &Setup::players(2), 1, vec!["human".into(); 2]).unwrap();
        Room::begin(id.into(), session, about([None, None]), &|| None)
            .unwrap()
            .0
    }

    /// Rooms with a store in memory.
    fn rooms() -> Arc<Rooms> {
        rooms_of(Sqlite::in_memory().unwrap())
    }

    fn rooms_of(store: impl Store + 'static) -> Arc<Rooms> {
        let metrics = Arc::new(Metrics::new());
        let (writer, _) = Writer::start(Box::new(store), metrics.clone()).unwrap();
        Arc::new(Rooms::new(writer, metrics))
    }

    async fn make(rooms: &Arc<Rooms>, clock: Option<ClockRules>) -> String {
        let ask = move || {
            let new = NewRoom {
                game: "robotory".into(),
                setup: Setup::players(2),
                seats: vec!["human".into(); 2],
                position: None,
                about: About {
                    clock: clock.map(|rules| Clock::new(rules, 2).unwrap()),
                    ..about([Some(hex(&digest("one"))), Some(hex(&digest("two")))])
                },
            };
            Ok((new, ()))
        };
        let (info, ()) = rooms.begin((), ask, drop).await.unwrap();
        info["room"].as_str().unwrap().to_owned()
    }

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(work)
    }

    async fn play(rooms: &Arc<Rooms>, id: &str, token: &str) {
        let ask = |method: &str, params: Value| {
            serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
                .to_string()
                .into_bytes()
        };
        let right = || Right::of(Some(token));
        let question = ask("match/question", serde_json::json!({}));
        let (replies, _) = rooms.call(id, right(), None, question).await.unwrap();
        let question: Value = serde_json::from_str(&replies[0]).unwrap();
        let action = &question["result"]["choices"][0]["action"];
        let play = ask("match/play", serde_json::json!({ "action": action }));
        let (replies, _) = rooms.call(id, right(), None, play).await.unwrap();
        assert!(replies[0].contains("\"result\""), "{replies:?}");
    }

    /// If there are too many rooms in memory, the least recently used ones are removed, but none that is in use or
    /// has listeners.
    #[test]
    fn of_too_many_rooms_the_oldest_go() {
        let mut places: HashMap<String, Place> = HashMap::new();
        let now = Instant::now();
        for nth in 0..12u64 {
            let mut one = room(&nth.to_string());
            one.used = now + Duration::from_secs(nth);
            if nth == 1 {
                one.enter(Right::Spectator, 0, outbox()).unwrap();
            }
            places.insert(one.id.clone(), Arc::new(RoomMutex::new(Some(one))));
        }
        let held = places["0"].clone();
        thin(&mut places, 12);
        assert_eq!(places.len(), 12, "there are not too many");
        thin(&mut places, 8);
        let mut left: Vec<u64> = places.keys().map(|id| id.parse().unwrap()).collect();
        left.sort_unstable();
        assert_eq!(left, [0, 1, 8, 9, 10, 11]);
        drop(held);
        thin(&mut places, 0);
        assert_eq!(places.keys().collect::<Vec<_>>(), ["1"]);
    }

    /// A change of any one field of a setup gives other rules, or is refused; equal setups share their rules.
    #[test]
    fn setups_that_differ_in_one_field_share_no_rulebook() {
        let rooms = block_on(async { rooms() });
        let files = cardwright::starter("moon-bots", "space-junk").unwrap();
        let pack = PackSource::from_texts("mine", files.clone());
        let changed = |from: &str, to: &str| {
            let files = files
                .iter()
                .map(|(path, text)| (path.clone(), text.replacen(from, to, 1)));
            PackSource::from_texts("mine", files.collect::<Vec<_>>())
        };
        let base = || Setup::players(2).pack(pack.clone());
        let renamed = PackSource {
            name: "other".into(),
            ..pack.clone()
        };
        let mut more = pack.clone();
        more.files.push(("notes.txt".into(), b"more".to_vec()));
        let setups = [
            base(),
            Setup::players(3).pack(pack.clone()),
            Setup::players(2),
            base().option("max_rounds", "9"),
            base().option("max_rounds", "8"),
            Setup::players(2).pack(changed("0.1.0", "0.1.1")),
            Setup::players(2).pack(changed("Tin Hat", "Tin Cap")),
            Setup::players(2).pack(renamed),
            Setup::players(2).pack(more),
        ];
        let mut books: Vec<(Setup, Arc<dyn DynGame>)> = Vec::new();
        for setup in setups {
            assert!(
                books.iter().all(|(other, _)| *other != setup),
                "the list has each once"
            );
            let Ok(book) = rooms.book("moon-bots", &setup) else {
                continue;
            };
            for (other, made) in &books {
                assert!(!Arc::ptr_eq(&book, made), "{setup:?} and {other:?}");
            }
            books.push((setup, book));
        }
        assert!(books.len() >= 7, "{} made rules", books.len());
        for (setup, book) in &books {
            let again = rooms.book("moon-bots", setup).unwrap();
            assert!(Arc::ptr_eq(&again, book), "{setup:?}");
        }
        let two = Setup::players(2);
        let [one, other] = ["robotory", "moon-bots"].map(|game| rooms.book(game, &two).unwrap());
        assert!(!Arc::ptr_eq(&one, &other), "nor do two games");
    }

    /// However many rooms there are, and however large their packs, the number of cached rulebooks is limited.
    #[test]
    fn rulebooks_that_are_kept_have_a_bound() {
        let rooms = block_on(async { rooms() });
        let setup = |nth: usize, bytes: usize| {
            let mut pack = PackSource::from_texts(
                "mine",
                cardwright::starter("moon-bots", "space-junk").unwrap(),
            );
            pack.files
                .push((format!("notes-{nth}.txt"), vec![b' '; bytes]));
            Setup::players(2).pack(pack)
        };
        for nth in 0..BOOKS + 3 {
            rooms.book("moon-bots", &setup(nth, 1)).unwrap();
        }
        assert_eq!(lock(&rooms.books).len(), BOOKS);
        let kept = |rooms: &Rooms| {
            lock(&rooms.books)
                .iter()
                .map(|(_, setup, _)| size(setup))
                .sum::<usize>()
        };
        for nth in 0..12 {
            let large = setup(nth, 3 << 20);
            if rooms.book("moon-bots", &large).is_ok() {
                assert!(kept(&rooms) <= BOOK_BYTES, "{} bytes", kept(&rooms));
            }
        }
    }

    /// A turn for work becomes free when the work is done, not when the client that requested it disconnects. The
    /// work is notified of that, and work that still waits for its turn is never started.
    #[test]
    fn work_has_its_turn_until_it_is_done() {
        block_on(async {
            let rooms = rooms();
            let (told, hears) = std::sync::mpsc::channel();
            let (go, goes) = std::sync::mpsc::channel::<()>();
            let work = {
                let rooms = rooms.clone();
                tokio::spawn(async move {
                    let work = move |gone: &Gone| {
                        told.send(gone.is()).unwrap();
                        goes.recv().unwrap();
                        told.send(gone.is()).unwrap();
                        Ok(())
                    };
                    rooms.heavy((), work).await
                })
            };
            assert!(!hears.recv().unwrap(), "somebody waits for it");
            work.abort();
            assert!(work.await.is_err());
            assert_eq!(rooms.turns.available_permits(), HEAVY - 1);
            go.send(()).unwrap();
            assert!(hears.recv().unwrap(), "nobody does any more");
            let free = async {
                while rooms.turns.available_permits() < HEAVY {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            };
            tokio::time::timeout(Duration::from_secs(10), free)
                .await
                .unwrap();
        });
    }

    /// Rooms are deleted by the stated rule, whether they are in memory or not; rooms with connected clients stay,
    /// and count as used.
    #[test]
    fn rooms_that_nobody_uses_are_forgotten() {
        block_on(async {
            let rooms = rooms();
            let all = |unplayed, played| Stale { unplayed, played };
            let (played, watched, unused) = (
                make(&rooms, None).await,
                make(&rooms, None).await,
                make(&rooms, None).await,
            );
            play(&rooms, &played, "one").await;
            rooms
                .enter(&watched, Right::Spectator, 0, outbox())
                .await
                .unwrap();
            rooms.expire(all(now() - 10, now() - 10)).await.unwrap();
            assert_eq!(
                rooms.writer.rooms().await.unwrap(),
                3,
                "all of them are new"
            );
            rooms.expire(all(now() + 10, now() - 10)).await.unwrap();
            let there = async |id: &str| rooms.with(id, |_| Ok(())).await.is_ok();
            let watching = rooms.with(&watched, |room| Ok(room.listeners())).await;
            assert_eq!(watching, Ok(1), "its client has heard nothing of it");
            assert!(there(&played).await && there(&watched).await && !there(&unused).await);
            rooms
                .with(&watched, |room| {
                    room.leave(0);
                    Ok(())
                })
                .await
                .unwrap();
            rooms.expire(all(now() + 10, now() + 10)).await.unwrap();
            assert!(!there(&played).await && !there(&watched).await);
            assert_eq!(rooms.writer.rooms().await.unwrap(), 0);
        });
    }

    /// A full server deletes only rooms without play for an hour; if there are none, it stays full.
    #[test]
    fn a_full_server_makes_place_with_unused_rooms_alone() {
        let mut store = Sqlite::in_memory().unwrap();
        for (id, age) in [("old", 3_700), ("older", 9_000), ("new", 3_500)] {
            let room = Write::Room {
                id: id.into(),
                start: "{}".into(),
                about: "{}".into(),
                actions: Vec::new(),
                fingerprint: 0,
            };
            store.write(&[room], now() - age).unwrap();
        }
        block_on(async {
            let rooms = rooms_of(store);
            let limits = |rooms| Limits {
                rooms,
                ..Limits::default()
            };
            // The maximum number of rooms, whether another room is possible, and the number of rooms afterwards.
            for (most, place, left) in [(4, true, 3), (3, true, 1), (2, true, 1), (1, false, 1)] {
                let made = rooms.make_place(&limits(most)).await;
                assert_eq!(made.is_ok(), place, "{most}");
                assert_eq!(rooms.count().await.unwrap(), left, "{most}");
            }
        });
    }

    /// A room has one alarm however often somebody acts, even if it is not in memory, and none after it is closed.
    #[test]
    fn clocks_leave_nothing_behind() {
        block_on(async {
            let rooms = rooms();
            let clock = Some(ClockRules {
                seconds: 600,
                increment: 0,
            });
            let id = make(&rooms, clock).await;
            let alarm = || rooms.alarms.of(&id);
            let (first, _) = alarm().unwrap();
            play(&rooms, &id, "one").await;
            let (_, answered) = alarm().unwrap();
            assert_eq!(answered, 1);
            play(&rooms, &id, "two").await;
            let (second, answered) = alarm().unwrap();
            assert!(answered == 2 && second > first);
            lock(&rooms.places).clear();
            assert_eq!(alarm(), Some((second, 2)));
            rooms.with(&id, |_| Ok(())).await.unwrap();
            let (third, _) = alarm().unwrap();
            assert!(third.max(second) - third.min(second) < Duration::from_millis(50));
            // The time has passed even though nobody used the room in the meantime.
            let rings = third - Duration::from_secs(400);
            rooms.alarms.set(&id, Some((rings, 2)));
            lock(&rooms.places).clear();
            rooms.with(&id, |_| Ok(())).await.unwrap();
            let (fourth, _) = alarm().unwrap();
            assert!(fourth.max(rings) - fourth.min(rings) < Duration::from_millis(50));
            rooms.close(&id, Some("host".into())).await.unwrap();
            assert_eq!(alarm(), None);
            assert_eq!(
                rooms.alarms.due(third + Duration::from_secs(9_999)),
                (vec![], None)
            );
            let left = make(&rooms, clock).await;
            rooms.free_seat(&left, 0, Some("one".into())).await.unwrap();
            assert_eq!(
                rooms.alarms.of(&left).map(|(_, answered)| answered),
                Some(1),
                "a bot has answered"
            );
            rooms
                .free_seat(&left, 1, Some("host".into()))
                .await
                .unwrap();
            assert_eq!(rooms.alarms.of(&left), None, "bots have no clock");
        });
    }

    /// Many spectators do not keep a player out, and the number of connections per player is limited.
    #[test]
    fn spectators_and_windows_are_counted_apart() {
        block_on(async {
            let rooms = rooms();
            let id = make(&rooms, None).await;
            let clients = Arc::new(Clients::new(Limits::default(), Instant::now()));
            let inboxes = Mutex::new(Vec::new());
            let enter = |token: Option<&'static str>| {
                let (out, inbox) =
                    Outbox::new(clients.clone(), IpAddr::from([127, 0, 0, 1]).into());
                // A client that disconnects makes its place free.
                lock(&inboxes).push(inbox);
                rooms.enter(&id, Right::of(token), 0, out)
            };
            for _ in 0..SPECTATORS {
                enter(None).await.unwrap();
            }
            assert!(enter(None).await.is_err());
            for token in ["one", "two"] {
                for _ in 0..WINDOWS {
                    enter(Some(token)).await.unwrap();
                }
                assert!(enter(Some(token)).await.is_err());
            }
        });
    }

    /// An invalid room id is not looked up, and takes no memory.
    #[test]
    fn only_ids_of_rooms_are_looked_for() {
        block_on(async {
            let rooms = rooms();
            let id = make(&rooms, None).await;
            for wrong in [
                "",
                "r",
                "r\0",
                &id.to_uppercase(),
                &id[1..],
                &format!("{id} "),
            ] {
                // The store must not be queried: it might not even be able to represent such an id.
                let waits = rooms.hold(wrong);
                assert!(waits.await.is_err(), "{wrong:?}");
                assert_eq!(lock(&rooms.places).len(), 1, "{wrong:?}");
            }
        });
    }

    /// Rooms are loaded while new rooms take their time.
    #[test]
    fn rooms_come_back_while_others_are_made() {
        block_on(async {
            let rooms = rooms();
            let id = make(&rooms, None).await;
            lock(&rooms.places).clear();
            let _all = rooms.turns.clone().acquire_many_owned(HEAVY as u32).await;
            let back = rooms.with(&id, |_| Ok(()));
            tokio::time::timeout(Duration::from_secs(10), back)
                .await
                .unwrap()
                .unwrap();
        });
    }

    #[test]
    fn bots_that_begin_think_for_so_long() {
        let (here, gone) = (Gone::default(), Gone::default());
        drop(Asking(gone.clone()));
        let status = |gone, thought| given_up(gone, thought).map(|why| why.status.as_u16());
        assert_eq!(status(&here, OPENING), None);
        assert_eq!(status(&here, OPENING + Duration::from_millis(1)), Some(400));
        assert_eq!(given_up(&gone, Duration::ZERO), Some(HttpError::gone()));
    }

    /// A store that several servers use.
    struct Shared(Arc<Mutex<Sqlite>>);

    impl Store for Shared {
        fn write(&mut self, writes: &[Write], now: i64) -> Result<(), StoreError> {
            lock(&self.0).write(writes, now)
        }
        fn stale(&mut self, until: Stale, most: u32) -> Result<Vec<String>, StoreError> {
            lock(&self.0).stale(until, most)
        }
        fn room(&mut self, id: &str) -> Result<Option<crate::store::Kept>, StoreError> {
            lock(&self.0).room(id)
        }
        fn rooms(&mut self) -> Result<u64, StoreError> {
            lock(&self.0).rooms()
        }
        fn writes(&mut self, id: &str) -> Result<Option<u64>, StoreError> {
            lock(&self.0).writes(id)
        }
        fn is_shared(&self) -> bool {
            true
        }
    }

    /// Whether the listener is still in a room, and how many actions the room has.
    async fn seen(rooms: &Arc<Rooms>, id: &str) -> (usize, Value) {
        let look = |room: &mut Room| Ok((room.listeners(), room.info()["actions_played"].clone()));
        rooms.with(id, look).await.unwrap()
    }

    /// A room in memory is read again if another server has written to it, but only after a while, and only then.
    #[test]
    fn a_room_that_another_server_has_changed_is_loaded_again() {
        block_on(async {
            let store = Arc::new(Mutex::new(Sqlite::in_memory().unwrap()));
            let [one, other] = [(); 2].map(|()| rooms_of(Shared(store.clone())));
            let id = make(&one, None).await;
            let (out, _inbox) = some_outbox();
            other.enter(&id, Right::Spectator, 0, out).await.unwrap();
            let old = Instant::now() - FRESH - Duration::from_secs(1);
            let age = async || {
                let age = |room: &mut Room| {
                    room.confirmed = old;
                    Ok(())
                };
                other.with(&id, age).await.unwrap();
            };
            age().await;
            assert_eq!(seen(&other, &id).await, (1, 0.into()), "nobody has written");
            let confirmed = other.with(&id, |room| Ok(room.confirmed)).await.unwrap();
            assert!(confirmed > old, "it is known to be as it should");
            play(&one, &id, "one").await;
            assert_eq!(
                seen(&other, &id).await,
                (1, 0.into()),
                "it was looked at just now"
            );
            age().await;
            assert_eq!(seen(&other, &id).await, (0, 1.into()));
            // Both go on from there.
            play(&other, &id, "two").await;
            one.with(&id, |room| {
                room.confirmed = old;
                Ok(())
            })
            .await
            .unwrap();
            assert_eq!(seen(&one, &id).await.1, 2);
        });
    }

    /// A request that is refused before anything has changed leaves the room as it is, with its listeners. One whose
    /// change cannot be stored leaves it in doubt, so it is loaded again.
    #[test]
    fn refused_requests_disturb_nobody() {
        block_on(async {
            let rooms = rooms();
            let id = make(&rooms, None).await;
            let (out, _inbox) = some_outbox();
            rooms.enter(&id, Right::Spectator, 0, out).await.unwrap();
            let question = br#"{"jsonrpc": "2.0", "id": 1, "method": "match/question"}"#;
            for right in [Right::of(Some("nobody")), Right::Spectator] {
                let is_wrong = right != Right::Spectator;
                let asked = rooms.call(&id, right, None, question.to_vec()).await;
                assert_eq!(asked.is_err(), is_wrong);
                let doubt = rooms.with(&id, |room| Ok(room.in_doubt)).await;
                assert_eq!(doubt, Ok(false));
            }
            let token = |name: &str| Some(name.to_owned());
            assert!(rooms.open_to(&id, false, token("one")).await.is_err());
            assert!(rooms.free_seat(&id, 0, token("two")).await.is_err());
            assert!(rooms.renew(&id, "host".into()).await.is_err());
            assert!(rooms.close(&id, token("one")).await.is_err());
            assert_eq!(seen(&rooms, &id).await, (1, 0.into()));
            // Another writer comes first.
            let other = Write::About {
                room: id.clone(),
                after: 0,
                about: "{}".into(),
            };
            rooms.writer.write(other).await.unwrap();
            assert!(rooms.open_to(&id, true, token("host")).await.is_err());
            let damaged = rooms.with(&id, |_| Ok(())).await.unwrap_err();
            assert_eq!(
                damaged.status.as_u16(),
                503,
                "it was loaded again, as the other left it"
            );
            assert_eq!(lock(&rooms.places).len(), 0);
        });
    }

    /// Answers are counted, whoever gives them; the rooms in memory are counted too.
    #[test]
    fn answers_and_rooms_are_counted() {
        block_on(async {
            let rooms = rooms();
            let counted = || (rooms.metrics.answers.get(), rooms.metrics.rooms.get());
            let id = make(&rooms, None).await;
            assert_eq!(counted(), (0, 1));
            play(&rooms, &id, "one").await;
            assert_eq!(counted(), (1, 1));
            // A bot answers for whoever leaves when it is asked.
            rooms.free_seat(&id, 1, Some("host".into())).await.unwrap();
            assert_eq!(counted(), (2, 1));
            play(&rooms, &id, "one").await;
            assert_eq!(counted(), (4, 1));
            let other = make(&rooms, None).await;
            assert_eq!(counted(), (4, 2));
            rooms.close(&other, Some("host".into())).await.unwrap();
            assert_eq!(counted(), (4, 1));
            lock(&rooms.places).clear();
            rooms.with(&id, |_| Ok(())).await.unwrap();
            assert_eq!(counted(), (4, 1));
            assert!(rooms.with(&other, |_| Ok(())).await.is_err());
            assert_eq!(counted(), (4, 1));
        });
    }

    /// Rooms that were not used for a while go; those with clients, in use, or used just now stay.
    #[test]
    fn idle_rooms_leave_memory() {
        block_on(async {
            let rooms = rooms();
            let all = [
                make(&rooms, None).await,
                make(&rooms, None).await,
                make(&rooms, None).await,
            ];
            let (out, _inbox) = some_outbox();
            rooms
                .enter(&all[0], Right::Spectator, 0, out)
                .await
                .unwrap();
            let age = async |id: &String, idle: Duration| {
                let place = lock(&rooms.places)[id].clone();
                place.lock().await.as_mut().unwrap().used = Instant::now() - idle;
            };
            let second = Duration::from_secs(1);
            for (idle, left) in [(IDLE - second, 3), (IDLE + second, 2)] {
                age(&all[0], IDLE + second).await;
                age(&all[1], IDLE + second).await;
                age(&all[2], idle).await;
                let held = lock(&rooms.places)[&all[1]].clone();
                rooms.forget_idle();
                assert_eq!(lock(&rooms.places).len(), left, "{idle:?}");
                assert_eq!(rooms.metrics.rooms.get(), left as i64);
                drop(held);
            }
            assert!(!lock(&rooms.places).contains_key(&all[2]));
            let _in_use = rooms.hold(&all[1]).await.unwrap();
            rooms.forget(&all[1]);
            rooms.forget(&all[0]);
            assert_eq!(lock(&rooms.places).keys().collect::<Vec<_>>(), [&all[1]]);
        });
    }

    /// The time that bots take before anybody is asked is told, whether the room comes into being or not.
    #[test]
    fn the_time_of_bots_that_begin_is_told() {
        block_on(async {
            let rooms = rooms();
            for (seats, made) in [(["random", "human"], true), (["nobody", "human"], false)] {
                let (tell, told) = std::sync::mpsc::channel();
                let ask = move || {
                    let new = NewRoom {
                        game: "robotory".into(),
                        setup: Setup::players(2),
                        seats: seats.map(String::from).to_vec(),
                        position: None,
                        about: about([None, Some(hex(&digest("one")))]),
                    };
                    Ok((new, 7))
                };
                let spent = move |time| tell.send(time).unwrap();
                let begun = rooms.begin((), ask, spent).await;
                assert_eq!(begun.is_ok(), made);
                assert_eq!(told.recv().is_ok(), made);
                if let Ok((info, more)) = begun {
                    assert_eq!((&info["actions_played"], more), (&1.into(), 7));
                }
            }
        });
    }

    /// A clock that runs out hands the seat to a bot. If the store fails, the alarm comes again; for a room that is
    /// gone, it does not.
    #[test]
    fn an_alarm_is_not_lost() {
        block_on(async {
            let rooms = rooms();
            let clock = Some(ClockRules {
                seconds: 60,
                increment: 0,
            });
            let id = make(&rooms, clock).await;
            rooms.alarms.set(&id, Some((Instant::now(), 0)));
            let ringing = tokio::spawn(rooms.clone().ring_alarms());
            while seen(&rooms, &id).await.1 == 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            ringing.abort();
            let up = |room: &mut Room| {
                Ok([0, 1].map(|seat| room.about.clock.as_ref().unwrap().is_up(seat)))
            };
            assert_eq!(rooms.with(&id, up).await.unwrap(), [true, false]);
            let other = Write::About {
                room: id.clone(),
                after: 0,
                about: "{}".into(),
            };
            assert!(rooms.writer.write(other).await.is_err(), "it is stored");
            let other = Write::About {
                room: id.clone(),
                after: 1,
                about: "{}".into(),
            };
            rooms.writer.write(other).await.unwrap();
            lock(&rooms.places).clear();
            rooms.alarms.set(&id, None);
            rooms.clone().ring(id.as_str().into(), 1).await;
            let (again, answered) = rooms.alarms.of(&id).unwrap();
            let wait = again - Instant::now();
            assert!(
                answered == 1 && wait <= AGAIN && wait > AGAIN / 2,
                "{wait:?}"
            );
            rooms.clone().ring("r22222222222222222222".into(), 1).await;
            assert_eq!(rooms.alarms.of("r22222222222222222222"), None);
        });
    }

    /// All clients of all rooms are told that the server stops.
    #[test]
    fn everybody_is_told_of_the_end() {
        block_on(async {
            let rooms = rooms();
            let mut inboxes = Vec::new();
            for _ in 0..2 {
                let id = make(&rooms, None).await;
                let (out, inbox) = some_outbox();
                rooms.enter(&id, Right::Spectator, 0, out).await.unwrap();
                inboxes.push(inbox);
            }
            rooms.close_all("the end").await;
            for inbox in &mut inboxes {
                let note = inbox.notes.recv().await.unwrap();
                assert!(note.text.contains("room/closed") && note.text.contains("the end"));
                assert!(inbox.notes.recv().await.is_none(), "nothing comes after it");
            }
        });
    }
}
