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
    /// The maximum number of rooms in memory.
    in_memory: usize,
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
            in_memory: IN_MEMORY,
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
        let fit = fit.count();
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
        if rooms > self.in_memory {
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
        thin(&mut places, self.in_memory);
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
mod tests;
