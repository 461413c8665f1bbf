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

/// Each further room removes unused ones from memory, as soon as there are more than the maximum.
#[test]
fn rooms_in_memory_have_a_bound() {
    block_on(async {
        let metrics = Arc::new(Metrics::new());
        let store = Box::new(Sqlite::in_memory().unwrap());
        let (writer, _) = Writer::start(store, metrics.clone()).unwrap();
        let rooms = Arc::new(Rooms {
            in_memory: 4,
            ..Rooms::new(writer, metrics)
        });
        let mut ids = Vec::new();
        for left in [1, 2, 3, 4, 3, 4] {
            ids.push(make(&rooms, None).await);
            assert_eq!(lock(&rooms.places).len(), left);
            assert_eq!(rooms.metrics.rooms.get(), left as i64);
        }
        // The first one was removed; loading it removes others.
        rooms.metrics.rooms.set(9);
        rooms.with(&ids[0], |_| Ok(())).await.unwrap();
        assert_eq!(rooms.metrics.rooms.get(), 3);
        assert_eq!(
            Rooms::new(rooms.writer.clone(), rooms.metrics.clone()).in_memory,
            IN_MEMORY
        );
    });
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
    // Exactly as many bytes as there may be, and then one more.
    let (mut bytes, mut nth) = (0, 0);
    while bytes < BOOK_BYTES {
        let free = BOOK_BYTES - bytes - size(&setup(nth, 0));
        let large = setup(nth, free.min(3 << 20));
        bytes += size(&large);
        nth += 1;
        rooms.book("moon-bots", &large).unwrap();
    }
    assert_eq!((kept(&rooms), lock(&rooms.books).len()), (BOOK_BYTES, nth));
    rooms
        .book("robotory", &Setup::players(2).option("a", "bc"))
        .unwrap_err();
    rooms
        .book("moon-bots", &Setup::players(2).option("max_rounds", "9"))
        .unwrap();
    assert_eq!(lock(&rooms.books).len(), nth, "the oldest one is forgotten");
    assert!(kept(&rooms) < BOOK_BYTES);
    let pack = PackSource::from_texts("mine", [("abc", "de")]);
    assert_eq!(
        size(&Setup::players(2).pack(pack).option("max_rounds", "9")),
        5 + 11
    );
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

/// Work is not started if the client that requested it has disconnected in the meantime.
#[test]
fn work_of_nobody_is_not_started() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .max_blocking_threads(1)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let rooms = rooms();
        let (begun, begins) = std::sync::mpsc::channel();
        let (go, goes) = std::sync::mpsc::channel::<()>();
        let before = compute(move || {
            begun.send(()).unwrap();
            goes.recv()
        });
        let before = tokio::spawn(before);
        begins.recv().unwrap();
        let started = Arc::new(AtomicBool::new(false));
        let work = {
            let (rooms, started) = (rooms.clone(), started.clone());
            tokio::spawn(async move {
                let work = move |_: &Gone| {
                    started.store(true, Ordering::Relaxed);
                    Ok(())
                };
                rooms.heavy((), work).await
            })
        };
        while rooms.turns.available_permits() == HEAVY {
            tokio::task::yield_now().await;
        }
        // It has its turn, and waits for a thread.
        work.abort();
        assert!(work.await.is_err());
        go.send(()).unwrap();
        before.await.unwrap().unwrap().unwrap();
        rooms.heavy((), |_: &Gone| Ok(())).await.unwrap();
        assert!(!started.load(Ordering::Relaxed));
    });
}

/// If the server panics while it changes a room, it reads the room again.
#[test]
fn a_room_is_in_doubt_after_a_panic() {
    block_on(async {
        let rooms = rooms();
        let id = make(&rooms, None).await;
        let (out, _inbox) = some_outbox();
        rooms.enter(&id, Right::Spectator, 0, out).await.unwrap();
        let held = rooms.hold(&id).await.unwrap();
        let work = |_: &mut Room| panic!("this panic is part of the test");
        assert!(rooms.change(held, None, work).await.is_err());
        assert_eq!(seen(&rooms, &id).await, (0, 0.into()));
        let (out, _inbox) = some_outbox();
        let (number, _) = rooms.enter(&id, Right::Spectator, 0, out).await.unwrap();
        assert_eq!(seen(&rooms, &id).await.0, 1);
        rooms.leave(&id, number).await;
        assert_eq!(seen(&rooms, &id).await.0, 0);
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
            if let Err(why) = made {
                let (message, help) = (why.fault.message, &why.fault.data["help"]);
                assert!(
                    message.contains("as many rooms as it may keep"),
                    "{message}"
                );
                assert_eq!(help, "ask the operator of the server");
            }
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
        let wait = first.saturating_duration_since(Instant::now());
        assert!(wait > Duration::from_secs(500) && wait <= Duration::from_secs(600));
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
            let (out, inbox) = Outbox::new(clients.clone(), IpAddr::from([127, 0, 0, 1]).into());
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
            let full = enter(Some(token)).await.unwrap_err().json();
            assert_eq!(full["message"], "too many people are in this room");
            assert_eq!(full["data"]["help"], "come back later");
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

/// Answers of people and of bots are counted, and so are the rooms in memory.
#[test]
fn answers_and_rooms_are_counted() {
    block_on(async {
        let rooms = rooms();
        let counted = || (rooms.metrics.answers.get(), rooms.metrics.rooms.get());
        let id = make(&rooms, None).await;
        assert_eq!(counted(), (0, 1));
        play(&rooms, &id, "one").await;
        assert_eq!(counted(), (1, 1));
        // A bot answers for a person who leaves.
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
            // Its client left while the room was being loaded.
            lock(&rooms.places).insert("unloaded".into(), Place::default());
            rooms.forget_idle();
            assert_eq!(lock(&rooms.places).len(), left, "{idle:?}");
            assert_eq!(rooms.metrics.rooms.get(), left as i64);
            drop(held);
        }
        assert!(!lock(&rooms.places).contains_key(&all[2]));
        // Using it counts.
        rooms.with(&all[1], |_| Ok(())).await.unwrap();
        rooms.forget_idle();
        assert!(lock(&rooms.places).contains_key(&all[1]));
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
        let up =
            |room: &mut Room| Ok([0, 1].map(|seat| room.about.clock.as_ref().unwrap().is_up(seat)));
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
