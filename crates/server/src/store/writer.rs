//! One thread writes for all rooms: what waits while the disk is busy is written together.

use super::kept::{Kept, Stale, Store, StoreError, Write};
use crate::metrics::Metrics;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::oneshot;

/// Jobs that may wait: more, and rooms are told that the server is too busy.
const WAITING: usize = 4_096;
/// How long a count of the rooms holds; what is written meanwhile is added to it.
const COUNTED: Duration = Duration::from_secs(2);
/// Writes of one transaction.
const TOGETHER: usize = 512;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

enum Job {
    Write(Write, Reply<()>),
    Room(String, Reply<Option<Kept>>),
    Rooms(Reply<u64>),
    Writes(String, Reply<Option<u64>>),
    Stale(Stale, u32, Reply<Vec<String>>),
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}

/// The way to the thread that has the store. It ends when every copy is dropped, after it has written what waits.
#[derive(Clone)]
pub(crate) struct Writer {
    sender: SyncSender<Job>,
    shared: bool,
}

impl Writer {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system gives no thread.
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

    /// Keeps something; when this returns well, it is on the disk.
    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        self.ask(|reply| Job::Write(write, reply)).await
    }

    /// A room, as it is kept.
    pub(crate) async fn room(&self, id: String) -> Result<Option<Kept>, StoreError> {
        self.ask(|reply| Job::Room(id, reply)).await
    }

    /// How many rooms are kept.
    pub(crate) async fn rooms(&self) -> Result<u64, StoreError> {
        self.ask(Job::Rooms).await
    }

    /// How often a room was written to.
    pub(crate) async fn writes(&self, id: String) -> Result<Option<u64>, StoreError> {
        self.ask(|reply| Job::Writes(id, reply)).await
    }

    /// Some of the stale rooms.
    pub(crate) async fn stale(&self, until: Stale, most: u32) -> Result<Vec<String>, StoreError> {
        self.ask(|reply| Job::Stale(until, most, reply)).await
    }

    /// Whether other servers may use the store at the same time.
    pub(crate) fn is_shared(&self) -> bool {
        self.shared
    }

    async fn ask<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let gone = || StoreError::new("the store does not answer", "its thread has ended");
        self.sender
            .try_send(job(reply))
            .map_err(|error| match error {
                TrySendError::Full(_) => {
                    StoreError::new("the store does not answer", "too much is waiting")
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

/// What the thread works with.
struct WriteBatch<'a> {
    store: Box<dyn Store>,
    metrics: &'a Metrics,
    /// How many rooms there were, and when they were counted.
    counted: Option<(u64, Instant)>,
    writes: Vec<Write>,
    replies: Vec<Reply<()>>,
}

impl WriteBatch<'_> {
    fn take(&mut self, job: Job) {
        // Whoever has gone away needs no reply.
        match job {
            Job::Write(write, reply) => {
                self.writes.push(write);
                self.replies.push(reply);
            }
            // What was asked to be written before is read.
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

    /// How many rooms there are. Counting reads every room, so it is done now and then only.
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

    /// Writes together; where that is refused, one by one, so that nobody pays for another's fault.
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

    /// Adds what was written to the rooms that were counted.
    fn counts(&mut self, write: &Write) {
        let Some((rooms, _)) = &mut self.counted else {
            return;
        };
        match write {
            Write::Room { .. } => *rooms += 1,
            Write::Close { .. } => *rooms = rooms.saturating_sub(1),
            // It may have been spared.
            Write::Expire { .. } => self.counted = None,
            Write::Actions { .. } | Write::About { .. } => {}
        }
    }
}
