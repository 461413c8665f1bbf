//! One thread writes for all rooms: what waits while the disk is busy is written together.

use super::kept::{Kept, Store, StoreError, Write};
use crate::metrics::Metrics;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Instant;
use tokio::sync::oneshot;

/// Jobs that may wait: more, and rooms are told that the server is too busy.
const WAITING: usize = 4_096;
/// Writes of one transaction.
const TOGETHER: usize = 512;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

enum Job {
    Write(Write, Reply<()>),
    Room(String, Reply<Option<Kept>>),
    Rooms(Reply<u64>),
}

/// The way to the thread that has the store. It ends when every copy is dropped, after it has written what waits.
#[derive(Clone)]
pub(crate) struct Writer {
    sender: SyncSender<Job>,
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
        let thread = std::thread::Builder::new().name("store".into());
        let handle = thread.spawn(move || work(store, &jobs, &metrics))?;
        Ok((Writer { sender }, handle))
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

    async fn ask<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let gone = || StoreError::new("the store does not answer", "its thread has ended");
        self.sender.try_send(job(reply)).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::new("the store does not answer", "too much is waiting"),
            TrySendError::Disconnected(_) => gone(),
        })?;
        answer.await.map_err(|_| gone())?
    }
}

fn work(mut store: Box<dyn Store>, jobs: &Receiver<Job>, metrics: &Metrics) {
    while let Ok(first) = jobs.recv() {
        let mut waiting = Some(first);
        let mut writes = Vec::new();
        let mut replies = Vec::new();
        while let Some(job) = waiting.take() {
            match job {
                Job::Write(write, reply) => {
                    writes.push(write);
                    replies.push(reply);
                }
                // What was asked to be written before is read.
                Job::Room(id, reply) => {
                    flush(&mut *store, &mut writes, &mut replies, metrics);
                    let _ = reply.send(store.room(&id));
                }
                Job::Rooms(reply) => {
                    flush(&mut *store, &mut writes, &mut replies, metrics);
                    let _ = reply.send(store.rooms());
                }
            }
            if writes.len() < TOGETHER {
                waiting = jobs.try_recv().ok();
            }
        }
        flush(&mut *store, &mut writes, &mut replies, metrics);
    }
}

/// Writes together; where that fails, one by one, so that nobody pays for another's fault.
fn flush(store: &mut dyn Store, writes: &mut Vec<Write>, replies: &mut Vec<Reply<()>>, metrics: &Metrics) {
    if writes.is_empty() {
        return;
    }
    let begun = Instant::now();
    let (writes, replies) = (std::mem::take(writes), std::mem::take(replies));
    // Whoever has gone away needs no reply.
    match store.write(&writes) {
        Ok(()) => replies.into_iter().for_each(|reply| drop(reply.send(Ok(())))),
        Err(error) if writes.len() == 1 => {
            tracing::error!(%error, "a write is refused");
            replies.into_iter().take(1).for_each(|reply| {
                let _ = reply.send(Err(StoreError::new(error.what, &error.why)));
            });
        }
        Err(_) => {
            for (write, reply) in writes.iter().zip(replies) {
                let _ = reply.send(store.write(std::slice::from_ref(write)));
            }
        }
    }
    metrics.commits.inc();
    metrics.commit_seconds.observe(begun.elapsed().as_secs_f64());
}
