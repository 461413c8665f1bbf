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
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
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
