//! One thread that writes for all rooms: changes that wait while the disk is busy are written together.

use super::kept::{Kept, Stale, Store, StoreError, Write};
use crate::metrics::Metrics;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::oneshot;

/// The maximum number of waiting jobs; above it, requests are refused because the server is too busy.
const WAITING: usize = 4_096;
/// How long a count of the rooms is reused; rooms written in between are added to it.
const COUNTED: Duration = Duration::from_secs(2);
/// The maximum number of writes in one transaction.
const TOGETHER: usize = 512;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

enum Job {
    Write(Write, Reply<()>),
    Room(String, Reply<Option<Kept>>),
    Rooms(Reply<u64>),
    Writes(String, Reply<Option<u64>>),
    Stale(Stale, u32, Reply<Vec<String>>),
}

/// The current time in seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    i64::try_from(since.unwrap_or_default().as_secs()).unwrap_or(i64::MAX)
}

/// A handle to the thread that owns the store. The thread ends when all handles are dropped, after writing waiting
/// data.
#[derive(Clone)]
pub(crate) struct Writer {
    sender: SyncSender<Job>,
    shared: bool,
}

impl Writer {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub(crate) fn start(
        store: Box<dyn Store>,
        metrics: Arc<Metrics>,
    ) -> std::io::Result<(Self, JoinHandle<()>)> {
        let (sender, jobs) = sync_channel(WAITING);
        let shared = store.is_shared();
        let thread = std::thread::Builder::new().name("store".into());
        let handle = thread.spawn(move || work(store, &jobs, &metrics))?;
        Ok((Writer { sender, shared }, handle))
    }

    /// Stores a change; when this returns successfully, it is on disk.
    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        self.ask(|reply| Job::Write(write, reply)).await
    }

    /// Reads a room from the store.
    pub(crate) async fn room(&self, id: String) -> Result<Option<Kept>, StoreError> {
        self.ask(|reply| Job::Room(id, reply)).await
    }

    /// The number of stored rooms.
    pub(crate) async fn rooms(&self) -> Result<u64, StoreError> {
        self.ask(Job::Rooms).await
    }

    /// The number of writes to a room.
    pub(crate) async fn writes(&self, id: String) -> Result<Option<u64>, StoreError> {
        self.ask(|reply| Job::Writes(id, reply)).await
    }

    /// Up to `most` of the stale rooms.
    pub(crate) async fn stale(&self, until: Stale, most: u32) -> Result<Vec<String>, StoreError> {
        self.ask(|reply| Job::Stale(until, most, reply)).await
    }

    /// Whether other servers may use the store at the same time.
    pub(crate) fn is_shared(&self) -> bool {
        self.shared
    }

    async fn ask<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let gone = || {
            StoreError::new(
                "the database does not answer",
                "the thread that writes has ended",
            )
        };
        self.sender
            .try_send(job(reply))
            .map_err(|error| match error {
                TrySendError::Full(_) => {
                    StoreError::new("the database does not answer", "too many writes wait")
                }
                TrySendError::Disconnected(_) => gone(),
            })?;
        answer.await.map_err(|_| gone())?
    }
}

fn work(store: Box<dyn Store>, jobs: &Receiver<Job>, metrics: &Metrics) {
    let mut batch = WriteBatch {
        store,
        metrics,
        counted: None,
        writes: Vec::new(),
        replies: Vec::new(),
    };
    while let Ok(first) = jobs.recv() {
        let mut waiting = Some(first);
        while let Some(job) = waiting.take() {
            batch.take(job);
            if batch.writes.len() < TOGETHER {
                waiting = jobs.try_recv().ok();
            }
        }
        batch.flush();
    }
}

/// The data of the writer thread.
struct WriteBatch<'a> {
    store: Box<dyn Store>,
    metrics: &'a Metrics,
    /// The number of rooms, and when they were counted.
    counted: Option<(u64, Instant)>,
    writes: Vec<Write>,
    replies: Vec<Reply<()>>,
}

impl WriteBatch<'_> {
    fn take(&mut self, job: Job) {
        // If the requester has gone, its reply is dropped.
        match job {
            Job::Write(write, reply) => {
                self.writes.push(write);
                self.replies.push(reply);
            }
            // Earlier writes are included in what is read.
            Job::Room(id, reply) => {
                self.flush();
                let _ = reply.send(self.store.room(&id));
            }
            Job::Writes(id, reply) => {
                self.flush();
                let _ = reply.send(self.store.writes(&id));
            }
            Job::Stale(until, most, reply) => {
                self.flush();
                let _ = reply.send(self.store.stale(until, most));
            }
            Job::Rooms(reply) => {
                self.flush();
                let _ = reply.send(self.count());
            }
        }
    }

    /// The number of rooms. Counting reads every room, so the result is cached for a while.
    fn count(&mut self) -> Result<u64, StoreError> {
        if let Some((rooms, when)) = self.counted
            && when.elapsed() < COUNTED
        {
            return Ok(rooms);
        }
        let rooms = self.store.rooms()?;
        self.counted = Some((rooms, Instant::now()));
        Ok(rooms)
    }

    /// Writes several changes in one transaction. If it is refused, writes them one by one, so that a faulty change
    /// does not affect the others.
    fn flush(&mut self) {
        if self.writes.is_empty() {
            return;
        }
        let begun = Instant::now();
        let (writes, replies) = (
            std::mem::take(&mut self.writes),
            std::mem::take(&mut self.replies),
        );
        match self.store.write(&writes, now()) {
            Ok(()) => {
                writes.iter().for_each(|write| self.counts(write));
                replies
                    .into_iter()
                    .for_each(|reply| drop(reply.send(Ok(()))));
            }
            Err(error) if error.lost || writes.len() == 1 => {
                tracing::error!(%error, writes = writes.len(), "a write is refused");
                let again = || StoreError {
                    what: error.what,
                    why: error.why.clone(),
                    lost: error.lost,
                };
                replies
                    .into_iter()
                    .for_each(|reply| drop(reply.send(Err(again()))));
                self.counted = None;
            }
            Err(_) => {
                for (write, reply) in writes.iter().zip(replies) {
                    let done = self.store.write(std::slice::from_ref(write), now());
                    if done.is_ok() {
                        self.counts(write);
                    }
                    let _ = reply.send(done);
                }
            }
        }
        self.metrics.commits.inc();
        self.metrics
            .commit_seconds
            .observe(begun.elapsed().as_secs_f64());
    }

    /// Updates the cached number of rooms after a write.
    fn counts(&mut self, write: &Write) {
        let Some((rooms, _)) = &mut self.counted else {
            return;
        };
        match write {
            Write::Room { .. } => *rooms += 1,
            Write::Close { .. } => *rooms = rooms.saturating_sub(1),
            // The room may not have been stale.
            Write::Expire { .. } => self.counted = None,
            Write::Actions { .. } | Write::About { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Sqlite;
    use std::sync::Mutex;
    use std::sync::mpsc::{Sender, channel};

    /// A store that tells of each transaction, waits before it, and counts how often the rooms are counted.
    struct Slow {
        inner: Sqlite,
        begins: Sender<usize>,
        goes: Receiver<()>,
        counts: Arc<Mutex<usize>>,
        lost: bool,
    }

    impl Store for Slow {
        fn write(&mut self, writes: &[Write], now: i64) -> Result<(), StoreError> {
            let _ = self.begins.send(writes.len());
            let _ = self.goes.recv();
            match self.lost {
                true => Err(StoreError::lost("what", "why")),
                false => self.inner.write(writes, now),
            }
        }
        fn stale(&mut self, until: Stale, most: u32) -> Result<Vec<String>, StoreError> {
            self.inner.stale(until, most)
        }
        fn room(&mut self, id: &str) -> Result<Option<Kept>, StoreError> {
            self.inner.room(id)
        }
        fn rooms(&mut self) -> Result<u64, StoreError> {
            *self.counts.lock().unwrap() += 1;
            self.inner.rooms()
        }
        fn writes(&mut self, id: &str) -> Result<Option<u64>, StoreError> {
            self.inner.writes(id)
        }
        fn is_shared(&self) -> bool {
            self.lost
        }
    }

    struct Desk {
        writer: Writer,
        metrics: Arc<Metrics>,
        begun: Receiver<usize>,
        /// Lets transactions begin; when it is dropped, all of them do.
        go: Option<Sender<()>>,
        counts: Arc<Mutex<usize>>,
    }

    fn desk(lost: bool) -> Desk {
        let (begins, begun) = channel();
        let (go, goes) = channel();
        let (metrics, counts) = (Arc::new(Metrics::new()), Arc::default());
        let store = Slow {
            inner: Sqlite::in_memory().unwrap(),
            begins,
            goes,
            counts: Arc::clone(&counts),
            lost,
        };
        let (writer, _) = Writer::start(Box::new(store), metrics.clone()).unwrap();
        let go = Some(go);
        Desk {
            writer,
            metrics,
            begun,
            go,
            counts,
        }
    }

    fn room(id: &str) -> Write {
        let (id, start, about) = (id.into(), "{}".into(), "{}".into());
        let (actions, fingerprint) = (Vec::new(), 0);
        Write::Room {
            id,
            start,
            about,
            actions,
            fingerprint,
        }
    }

    /// The answers to writes that come in while another one is being written, and the sizes of the transactions.
    fn together(desk: &mut Desk, writes: Vec<Write>) -> (Vec<Result<(), StoreError>>, Vec<usize>) {
        let ask = |write| {
            let (reply, answer) = oneshot::channel();
            desk.writer
                .sender
                .try_send(Job::Write(write, reply))
                .unwrap();
            answer
        };
        let first = ask(room("first"));
        let mut sizes = vec![desk.begun.recv().unwrap()];
        let rest: Vec<_> = writes.into_iter().map(ask).collect();
        desk.go = None;
        let all = std::iter::once(first).chain(rest);
        let answers = all.map(|answer| answer.blocking_recv().unwrap()).collect();
        sizes.extend(desk.begun.try_iter());
        (answers, sizes)
    }

    #[test]
    fn changes_that_wait_are_written_together() {
        let mut desk = desk(false);
        let many = (0..TOGETHER + 88)
            .map(|nth| room(&format!("r{nth}")))
            .collect();
        let (answers, sizes) = together(&mut desk, many);
        assert!(answers.iter().all(Result::is_ok));
        assert_eq!(sizes, [1, TOGETHER, 88]);
        assert!(!desk.writer.is_shared());
        // The last transaction is counted after its answers.
        let read = |work| {
            tokio::runtime::Builder::new_current_thread()
                .build()
                .unwrap()
                .block_on(work)
        };
        assert_eq!(read(desk.writer.rooms()).unwrap(), TOGETHER as u64 + 89);
        assert_eq!(desk.metrics.commits.get(), 3);
        assert!(desk.metrics.text().contains("commit_seconds_count 3"));
    }

    #[test]
    fn a_faulty_change_spoils_no_other() {
        let mut desk = desk(false);
        let (answers, sizes) = together(&mut desk, vec![room("a"), room("a"), room("b")]);
        let well: Vec<bool> = answers.iter().map(Result::is_ok).collect();
        assert_eq!(well, [true, true, false, true]);
        let why = answers[2].as_ref().unwrap_err();
        assert!(
            !why.lost && why.to_string().starts_with("it cannot be written: "),
            "{why}"
        );
        assert_eq!(sizes, [1, 3, 1, 1, 1], "together, and then one by one");
    }

    /// Two changes of which one is faulty are written one by one, one faulty change is tried once, and the cached number
    /// of rooms follows those that are written.
    #[test]
    fn the_number_of_rooms_follows_what_is_written_one_by_one() {
        let metrics = Metrics::new();
        let (begins, begun) = channel();
        let (go, goes) = channel();
        drop(go);
        let mut batch = WriteBatch {
            store: Box::new(Slow {
                inner: Sqlite::in_memory().unwrap(),
                begins,
                goes,
                counts: Arc::default(),
                lost: false,
            }),
            metrics: &metrics,
            counted: None,
            writes: Vec::new(),
            replies: Vec::new(),
        };
        for (rooms, sizes, count) in [
            (&["a", "a"][..], &[2, 1, 1][..], Some(1)),
            (&["b", "a"], &[2, 1, 1], Some(2)),
            (&["c"], &[1], Some(3)),
            (&[], &[], Some(3)),
            // Nothing is known after a refusal of everything.
            (&["c"], &[1], None),
        ] {
            batch.count().unwrap();
            let answers = rooms.iter().map(|id| {
                let (reply, answer) = oneshot::channel();
                batch.take(Job::Write(room(id), reply));
                answer
            });
            let answers: Vec<_> = answers.collect();
            batch.flush();
            assert_eq!(begun.try_iter().collect::<Vec<_>>(), sizes, "{rooms:?}");
            assert_eq!(batch.counted.map(|(count, _)| count), count, "{rooms:?}");
            let all = answers.into_iter().map(|answer| answer.blocking_recv());
            assert!(all.into_iter().all(|answer| answer.is_ok()), "{rooms:?}");
        }
        assert_eq!(metrics.commits.get(), 4);
    }

    /// If the store is lost, nobody tries again, and each is told so.
    #[test]
    fn what_a_lost_store_refuses_is_not_tried_again() {
        let mut desk = desk(true);
        let (answers, sizes) = together(&mut desk, vec![room("a"), room("b")]);
        assert!(
            answers
                .iter()
                .all(|answer| answer.as_ref().is_err_and(|why| why.lost))
        );
        assert_eq!(sizes, [1, 2]);
        assert!(desk.writer.is_shared());
    }

    /// Rooms are counted once, and then along with what is written.
    #[test]
    fn the_number_of_rooms_follows_what_is_written() {
        let mut desk = desk(false);
        desk.go = None;
        let until = Stale {
            unplayed: i64::MAX,
            played: i64::MAX,
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime.block_on(async {
            let about = Write::About {
                room: "a".into(),
                after: 0,
                about: "{}".into(),
            };
            let expire = Write::Expire {
                room: "b".into(),
                until,
            };
            for (write, rooms, counts) in [
                (room("a"), 1, 1),
                (room("b"), 2, 1),
                (about, 2, 1),
                (Write::Close { room: "a".into() }, 1, 1),
                (room("c"), 2, 1),
                // It may not have been stale, so they are counted again.
                (expire, 1, 2),
                (room("d"), 2, 2),
            ] {
                desk.writer.write(write.clone()).await.unwrap();
                assert_eq!(desk.writer.rooms().await.unwrap(), rooms, "{write:?}");
                assert_eq!(*desk.counts.lock().unwrap(), counts, "{write:?}");
            }
            assert_eq!(desk.writer.writes("c".into()).await.unwrap(), Some(0));
            assert_eq!(desk.writer.stale(until, 1).await.unwrap(), ["c"]);
            assert_eq!(desk.writer.room("d".into()).await.unwrap().unwrap().id, "d");
        });
    }

    #[test]
    fn a_server_that_cannot_write_fast_enough_says_so() {
        let desk = desk(false);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let ask = |id| {
            let (reply, answer) = oneshot::channel();
            let taken = desk.writer.sender.try_send(Job::Write(room(id), reply));
            (taken.is_ok(), answer)
        };
        let mut waits = vec![ask("first")];
        desk.begun.recv().unwrap();
        waits.extend((0..WAITING).map(|_| ask("more")));
        assert!(waits.iter().all(|(taken, _)| *taken));
        let why = runtime
            .block_on(desk.writer.write(room("last")))
            .unwrap_err();
        assert_eq!(
            why.to_string(),
            "the database does not answer: too many writes wait"
        );
        let (sender, _) = sync_channel(1);
        let ended = Writer {
            sender,
            shared: false,
        };
        let why = runtime.block_on(ended.rooms()).unwrap_err();
        assert!(why.why.contains("has ended") && !why.lost, "{why}");
    }

    #[test]
    fn times_are_seconds_since_1970() {
        let real = || {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap()
                .as_secs() as i64
        };
        let (before, found, after) = (real(), now(), real());
        assert!((before..=after).contains(&found));
    }
}
