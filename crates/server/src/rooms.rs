//! All rooms: those in memory, and the way to those that are only on the disk.

use crate::HttpError;
use crate::limits::{FRESH, HEAVY, IDLE, IN_MEMORY, LISTENERS};
use crate::metrics::Metrics;
use crate::room::{About, Outcome, Room};
use crate::store::{StoreError, Write, Writer};
use crate::tokens;
use cardwright::{DynGame, Match, Session, Setup, SetupError, Viewer, game, rulebook};
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::mpsc::Sender;
use tokio::sync::{Mutex as RoomMutex, OwnedMutexGuard, Semaphore, SemaphorePermit};

/// Rulebooks that are kept: rooms of the same rules share one.
const BOOKS: usize = 32;

/// A place for a room; empty until it is loaded.
type Place = Arc<RoomMutex<Option<Room>>>;
/// A room that nobody else uses meanwhile.
type Held = OwnedMutexGuard<Option<Room>>;
/// A rulebook, with the game and the setup it was made of.
type Kept = (String, Setup, Arc<dyn DynGame>);

/// Every room of a server. Many requests use one; each room is used by one request at a time, and what it tells anybody is
/// on the disk before.
pub(crate) struct Rooms {
    places: Mutex<HashMap<String, Place>>,
    books: Mutex<VecDeque<Kept>>,
    writer: Writer,
    metrics: Arc<Metrics>,
    turns: Semaphore,
}

/// What somebody who asks for a room wants of it.
pub(crate) struct NewRoom {
    pub game: String,
    pub setup: Setup,
    pub seats: Vec<String>,
    pub position: Option<String>,
    pub about: About,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that is behind these locks can be left half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl From<StoreError> for HttpError {
    fn from(error: StoreError) -> Self {
        HttpError::internal(&error)
    }
}

/// Runs something that computes where it holds up nobody.
pub(crate) async fn compute<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, HttpError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| HttpError::internal(&error))
}

/// Where there are more rooms than `most`, those go that nobody listens to and nobody has used for the longest time; a quarter
/// at once, so that it is seldom done. A clock that runs in one of them still rings: then the room comes back.
fn thin(places: &mut HashMap<String, Place>, most: usize) {
    if places.len() <= most {
        return;
    }
    let mut free: Vec<(Instant, String)> = Vec::new();
    for (id, place) in places.iter().filter(|(_, place)| Arc::strong_count(place) == 1) {
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
        let (places, books, turns) = (Mutex::default(), Mutex::default(), Semaphore::new(HEAVY));
        Rooms { places, books, writer, metrics, turns }
    }

    /// Waits for one's turn to do something that takes long.
    pub(crate) async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        self.turns.acquire().await.ok()
    }

    /// How many rooms are kept, in memory or not.
    pub(crate) async fn count(&self) -> Result<u64, HttpError> {
        Ok(self.writer.rooms().await?)
    }

    /// The rules of a setup, made once.
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
        books.truncate(BOOKS - 1);
        books.push_front((id.to_owned(), setup.clone(), book.clone()));
        Ok(book)
    }

    /// Makes a room; gives what everybody may know of it.
    pub(crate) async fn begin(self: &Arc<Self>, new: NewRoom) -> Result<Value, HttpError> {
        let (rooms, id) = (self.clone(), tokens::room()?);
        let name = id.clone();
        let turn = self.turn().await;
        let (room, write) = compute(move || {
            let info = game(&new.game).map_err(cardwright_wire::rpc::RpcError::from)?;
            let book = rooms.book(info.id, &new.setup).map_err(cardwright_wire::rpc::RpcError::from)?;
            let seed = Some(tokens::seed()?);
            let play = match &new.position {
                Some(position) => {
                    Match::start_from(book, position, seed).map_err(cardwright_wire::rpc::RpcError::from)?
                }
                None => Match::start(book, seed),
            };
            let session = Session::new(play, new.seats).map_err(cardwright_wire::rpc::RpcError::from)?;
            Room::begin(name, session, new.about)
        })
        .await??;
        drop(turn);
        self.writer.write(write).await?;
        let info = room.info();
        self.clone().watch_clock(&room);
        lock(&self.places).insert(id, Arc::new(RoomMutex::new(Some(room))));
        self.one_more();
        Ok(info)
    }

    /// A room for oneself; it is loaded where it is not in memory, or in doubt.
    async fn hold(self: &Arc<Self>, id: &str) -> Result<Held, HttpError> {
        let place = lock(&self.places).entry(id.to_owned()).or_default().clone();
        let mut held = place.lock_owned().await;
        if let Some(room) = held.as_mut()
            && !self.holds(room).await?
        {
            // Whoever listened is let go, and comes back to what is on the disk.
            *held = None;
        }
        if held.is_none() {
            let found = self.load(id).await;
            match found {
                Ok(room) => *held = Some(room),
                Err(trouble) => {
                    drop(held);
                    self.forget(id);
                    return Err(trouble);
                }
            }
        }
        if let Some(room) = held.as_mut() {
            room.used = Instant::now();
        }
        Ok(held)
    }

    /// Whether a room in memory is what the store has, as far as is known.
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
        let kept = self.writer.room(id.to_owned()).await?.ok_or_else(HttpError::no_room)?;
        let rooms = self.clone();
        let resume = move |replay: &cardwright::Replay| {
            let broken = |error: &dyn std::fmt::Display| {
                HttpError::internal(&format!("a kept room is broken: {error}"))
            };
            let book = rooms.book(&replay.game, &Setup::of(replay)).map_err(|error| broken(&error))?;
            Match::resume_with(book, replay).map_err(|error| broken(&error))
        };
        let turn = self.turn().await;
        let room = compute(move || Room::load(kept, resume)).await??;
        drop(turn);
        self.clone().watch_clock(&room);
        self.one_more();
        Ok(room)
    }

    /// A room has come into memory. Clients who make or visit very many do not fill it.
    fn one_more(&self) {
        let rooms = lock(&self.places).len();
        self.metrics.rooms.set(rooms as i64);
        if rooms > IN_MEMORY {
            self.forget_idle();
        }
    }

    /// Takes a room out of memory unless somebody holds its place.
    fn forget(&self, id: &str) {
        let mut places = lock(&self.places);
        if places.get(id).is_some_and(|place| Arc::strong_count(place) == 1) {
            places.remove(id);
        }
        self.metrics.rooms.set(places.len() as i64);
    }

    /// Takes rooms out of memory that nobody has used for a while.
    pub(crate) fn forget_idle(&self) {
        let mut places = lock(&self.places);
        places.retain(|_, place| {
            // Places are handed out under this lock alone: nobody else has one whose only holder is the map.
            let idle = |room: &Room| {
                room.listeners() == 0 && room.used.elapsed() > IDLE && room.deadline().is_none()
            };
            Arc::strong_count(place) > 1
                || place.try_lock().is_ok_and(|room| room.as_ref().is_some_and(|room| !idle(room)))
        });
        thin(&mut places, IN_MEMORY);
        self.metrics.rooms.set(places.len() as i64);
    }

    /// Does something with a room.
    pub(crate) async fn with<T>(
        self: &Arc<Self>,
        id: &str,
        work: impl FnOnce(&mut Room) -> Result<T, HttpError>,
    ) -> Result<T, HttpError> {
        let mut held = self.hold(id).await?;
        work(held.as_mut().ok_or_else(HttpError::no_room)?)
    }

    /// Takes a message of a viewer; gives the answers, once what it did is on the disk. It is carried out to its end also
    /// where whoever asked goes away meanwhile. `token` is looked at again: it may have been replaced.
    pub(crate) async fn call(
        self: &Arc<Self>,
        id: &str,
        token: Option<String>,
        listener: Option<u64>,
        line: Vec<u8>,
    ) -> Result<Vec<String>, HttpError> {
        let (rooms, id) = (self.clone(), id.to_owned());
        let task = tokio::spawn(async move {
            let held = rooms.hold(&id).await?;
            let work = move |room: &mut Room| {
                let viewer = room.viewer(token.as_deref())?;
                Ok(room.call(viewer, listener, &line))
            };
            rooms.change(held, listener, work).await
        });
        task.await.map_err(|error| HttpError::internal(&error))?
    }

    /// Changes a room: in memory, on the disk, and then everybody is told.
    async fn change(
        self: &Arc<Self>,
        held: Held,
        but: Option<u64>,
        work: impl FnOnce(&mut Room) -> Result<Outcome, HttpError> + Send + 'static,
    ) -> Result<Vec<String>, HttpError> {
        let (mut held, outcome) = compute(move || {
            let mut held = held;
            let outcome = match held.as_mut() {
                Some(room) => {
                    // Should this not come to its end, nobody knows how far it came.
                    room.in_doubt = true;
                    work(room).inspect(|outcome| room.in_doubt = outcome.write.is_some())
                }
                None => Err(HttpError::no_room()),
            };
            if let (Some(room), Err(_)) = (held.as_mut(), &outcome) {
                room.in_doubt = false;
            }
            (held, outcome)
        })
        .await?;
        let outcome = outcome?;
        if let Some(write) = outcome.write {
            self.writer.write(write).await?;
            self.metrics.answers.inc_by(outcome.answers as u64);
            if let Some(room) = held.as_mut() {
                room.confirm();
                room.tell_news(but.filter(|_| outcome.told_all));
                self.clone().watch_clock(room);
            }
        }
        Ok(outcome.replies)
    }

    /// Somebody comes to listen.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        id: &str,
        token: Option<&str>,
        from: usize,
        out: Sender<String>,
    ) -> Result<(u64, Value), HttpError> {
        self.with(id, |room| {
            let viewer = room.viewer(token)?;
            match room.listeners() < LISTENERS {
                true => room.enter(viewer, from, out),
                false => Err(HttpError::limit("too many people are in this room", "come back later")),
            }
        })
        .await
    }

    /// Somebody who listened goes. A room that is not in memory any more has no listeners.
    pub(crate) async fn leave(&self, id: &str, number: u64) {
        let place = lock(&self.places).get(id).cloned();
        if let Some(place) = place
            && let Some(room) = place.lock().await.as_mut()
        {
            room.leave(number);
        }
    }

    /// Gives the seat of a token another one; the old one is void.
    pub(crate) async fn renew(self: &Arc<Self>, id: &str, token: String) -> Result<String, HttpError> {
        let (rooms, id) = (self.clone(), id.to_owned());
        let task = tokio::spawn(async move {
            let mut held = rooms.hold(&id).await?;
            let room = held.as_mut().ok_or_else(HttpError::no_room)?;
            let Viewer::Seat(seat) = room.viewer(Some(&token))? else {
                return Err(HttpError::token("only a seat has a token"));
            };
            let new = tokens::token()?;
            room.in_doubt = true;
            let write = room.renew(seat, &new);
            rooms.writer.write(write).await?;
            room.confirm();
            Ok(new)
        });
        task.await.map_err(|error| HttpError::internal(&error))?
    }

    /// Closes a room, as its host.
    pub(crate) async fn close(self: &Arc<Self>, id: &str, token: Option<String>) -> Result<(), HttpError> {
        let (rooms, name) = (self.clone(), id.to_owned());
        let task = tokio::spawn(async move {
            let mut held = rooms.hold(&name).await?;
            let room = held.as_mut().ok_or_else(HttpError::no_room)?;
            if !room.is_host(token.as_deref()) {
                return Err(HttpError::token("only the host closes a room"));
            }
            room.in_doubt = true;
            rooms.writer.write(Write::Close { room: name.clone() }).await?;
            room.close("the host has closed the room");
            *held = None;
            drop(held);
            rooms.forget(&name);
            Ok(())
        });
        task.await.map_err(|error| HttpError::internal(&error))?
    }

    /// The server ends: everybody is told.
    pub(crate) async fn close_all(&self, reason: &str) {
        let places: Vec<Place> = lock(&self.places).values().cloned().collect();
        for place in places {
            if let Some(room) = place.lock().await.as_mut() {
                room.close(reason);
            }
        }
    }

    /// Rings when the time of who is asked is up, unless it has answered by then.
    fn watch_clock(self: Arc<Self>, room: &Room) {
        let Some((left, answered)) = room.deadline() else { return };
        let id = room.id.clone();
        tokio::spawn(async move {
            tokio::time::sleep(left).await;
            let Ok(held) = self.hold(&id).await else { return };
            if let Err(trouble) = self.ring(held, answered).await {
                tracing::error!(room = id, ?trouble, "an alarm came to nothing");
            }
        });
    }

    /// A box, as what rings winds the clock up again.
    fn ring(
        self: &Arc<Self>,
        held: Held,
        answered: usize,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<Vec<String>, HttpError>> + Send + '_>> {
        Box::pin(self.change(held, None, move |room| Ok(room.alarm(answered))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::digest;
    use std::time::Duration;
    use tokio::sync::mpsc::channel;

    fn room(id: &str) -> Room {
        let session = Session::begin("robotory", &Setup::players(2), 1, vec!["human".into(); 2]).unwrap();
        let about = About { host: digest("host"), seats: vec![None, None], spectators: true, clock: None };
        Room::begin(id.into(), session, about).unwrap().0
    }

    /// Of too many rooms those go that were used longest ago, and none that somebody has or listens to.
    #[test]
    fn of_too_many_rooms_the_oldest_go() {
        let mut places: HashMap<String, Place> = HashMap::new();
        let (out, _news) = channel(4);
        let now = Instant::now();
        for nth in 0..12u64 {
            let mut one = room(&nth.to_string());
            one.used = now + Duration::from_secs(nth);
            if nth == 1 {
                one.enter(Viewer::Spectator, 0, out.clone()).unwrap();
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
}
