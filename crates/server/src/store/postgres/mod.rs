//! Rooms in PostgreSQL, which several servers may share. Each write contains the expected number of earlier writes
//! to its room, and is refused if another server has written first.

mod line;

use super::kept::{Kept, Stale, Store, StoreError, Write};
use line::{Fault, Line};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::time::timeout;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, Transaction};

/// The timeout of an operation; after it, the connection is closed.
const PATIENCE: Duration = Duration::from_secs(10);
/// The delay before a database that could not be reached is tried again.
const PAUSE: Duration = Duration::from_secs(1);

/// Stores rooms in a PostgreSQL database. A commit is confirmed once the database has written it to disk
/// (`synchronous_commit` is on). If the connection is lost, the next call opens a new one.
///
/// Its calls block, so they must not run on threads of an asynchronous runtime.
pub struct Postgres {
    runtime: Runtime,
    address: Config,
    line: Option<Line>,
    /// When and why the database last could not be reached.
    failed: Option<(Instant, String)>,
}

impl std::fmt::Debug for Postgres {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The address may contain a password.
        f.debug_struct("Postgres")
            .field("place", &line::place(&self.address))
            .finish_non_exhaustive()
    }
}

const OPENING: &str = "the database cannot be used";
const WRITING: &str = "it cannot be written";
const READING: &str = "the rooms cannot be read";

impl Postgres {
    /// Opens the store at an address, such as `postgres://user@host/database`; creates or upgrades its tables in the
    /// schema `cardwright`. `password` is used if the address contains none.
    ///
    /// # Errors
    /// If called on a thread of an asynchronous runtime, if the address is invalid, if the database cannot be reached
    /// or rejects the user, or if it was written by a later version.
    pub fn open(address: &str, password: Option<&str>) -> Result<Self, StoreError> {
        let address = line::read(address, password).map_err(|why| StoreError::new(OPENING, why))?;
        if Handle::try_current().is_ok() {
            return Err(StoreError::new(
                OPENING,
                "a store waits, and an asynchronous runtime must not",
            ));
        }
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|why| StoreError::new(OPENING, why))?;
        let mut store = Postgres {
            runtime,
            address,
            line: None,
            failed: None,
        };
        store.line = Some(store.connect(OPENING)?);
        Ok(store)
    }

    /// Runs an operation on the connection, or on a new one if it was lost while idle.
    fn ask<T>(
        &mut self,
        what: &'static str,
        work: impl AsyncFn(&mut Line) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        loop {
            let (mut line, kept) = match self.line.take() {
                Some(line) => (line, true),
                None => (self.connect(what)?, false),
            };
            let done = self
                .runtime
                .block_on(async { timeout(PATIENCE, work(&mut line)).await });
            match done.unwrap_or(Err(Fault::Late)) {
                // Nothing was sent over a connection that was already closed.
                Err(Fault::Gone(_)) if kept => {}
                Err(fault) if fault.is_lost() => {
                    let why = fault.why(&self.address);
                    tracing::warn!(why, "the connection to the database is given up");
                    return Err(StoreError::lost(what, why));
                }
                Err(fault) => {
                    self.line = Some(line);
                    return Err(StoreError::new(what, fault.why(&self.address)));
                }
                Ok(done) => {
                    self.line = Some(line);
                    return Ok(done);
                }
            }
        }
    }

    fn connect(&mut self, what: &'static str) -> Result<Line, StoreError> {
        if let Some((when, why)) = &self.failed
            && when.elapsed() < PAUSE
        {
            return Err(StoreError::lost(what, why));
        }
        let address = &self.address;
        let made = self
            .runtime
            .block_on(async { timeout(PATIENCE, Line::open(address)).await });
        match made.unwrap_or(Err(Fault::Late)) {
            Ok(line) => {
                if self.failed.take().is_some() {
                    tracing::info!("the database is back");
                }
                Ok(line)
            }
            Err(fault) => {
                let why = fault.why(address);
                self.failed = Some((Instant::now(), why.clone()));
                Err(StoreError::lost(what, why))
            }
        }
    }
}

impl Store for Postgres {
    fn write(&mut self, writes: &[Write], now: i64) -> Result<(), StoreError> {
        self.ask(WRITING, async |line| {
            let (change, sql) = line.begin().await?;
            for write in writes {
                one(&change, sql, write, now).await?;
            }
            Ok(change.commit().await?)
        })
    }

    fn stale(&mut self, until: Stale, most: u32) -> Result<Vec<String>, StoreError> {
        self.ask(READING, async |line| {
            let (change, sql) = line.begin_reading().await?;
            let most = i64::from(most);
            let rows = change
                .query(&sql.stale, &[&until.unplayed, &until.played, &most])
                .await?;
            let mut rooms = Vec::new();
            for row in rows {
                rooms.push(row.try_get(0)?);
            }
            Ok(rooms)
        })
    }

    fn room(&mut self, id: &str) -> Result<Option<Kept>, StoreError> {
        self.ask(READING, async |line| {
            // Both are read at the same moment.
            let (change, sql) = line.begin_reading().await?;
            let Some(row) = change.query_opt(&sql.room, &[&id]).await? else {
                return Ok(None);
            };
            let writes: i64 = row.try_get(2)?;
            let (start, about, writes) = (row.try_get(0)?, row.try_get(1)?, writes.cast_unsigned());
            let (actions, fingerprints) = (Vec::new(), Vec::new());
            let mut kept = Kept {
                id: id.into(),
                start,
                about,
                actions,
                fingerprints,
                writes,
            };
            for row in change.query(&sql.answers, &[&id]).await? {
                kept.actions.push(row.try_get(0)?);
                let print: Option<i64> = row.try_get(1)?;
                kept.fingerprints
                    .extend(print.map(|print| (kept.actions.len(), print.cast_unsigned())));
            }
            Ok(Some(kept))
        })
    }

    fn rooms(&mut self) -> Result<u64, StoreError> {
        let count: i64 = self.ask(READING, async |line| {
            let (change, sql) = line.begin_reading().await?;
            Ok(change.query_one(&sql.count, &[]).await?.try_get(0)?)
        })?;
        Ok(count.cast_unsigned())
    }

    fn writes(&mut self, id: &str) -> Result<Option<u64>, StoreError> {
        self.ask(READING, async |line| {
            let (change, sql) = line.begin_reading().await?;
            let row = change.query_opt(&sql.writes, &[&id]).await?;
            let writes: Option<i64> = row.map(|row| row.try_get(0)).transpose()?;
            Ok(writes.map(i64::cast_unsigned))
        })
    }

    fn is_shared(&self) -> bool {
        true
    }
}

async fn one(
    change: &Transaction<'_>,
    sql: &line::Statements,
    write: &Write,
    now: i64,
) -> Result<(), Fault> {
    match write {
        Write::Room {
            id,
            start,
            about,
            actions,
            fingerprint,
        } => {
            change.execute(&sql.make, &[id, start, about, &now]).await?;
            add(change, sql, id, 0, actions, *fingerprint).await
        }
        Write::Actions {
            room,
            after,
            from,
            actions,
            fingerprint,
            about,
        } => {
            let used = (true, now);
            next(change, sql, room, *after, about.as_deref(), used).await?;
            add(change, sql, room, *from, actions, *fingerprint).await
        }
        Write::About { room, after, about } => {
            next(change, sql, room, *after, Some(about), (false, now)).await
        }
        Write::Close { room } => {
            change.execute(&sql.close, &[room]).await?;
            Ok(())
        }
        Write::Expire { room, until } => {
            let params: [&(dyn ToSql + Sync); 3] = [room, &until.unplayed, &until.played];
            change.execute(&sql.expire, &params).await?;
            Ok(())
        }
    }
}

/// Counts a write to a room, and updates its settings if there are new ones. Until the transaction ends, other writers
/// to the room wait, and are then refused.
async fn next(
    change: &Transaction<'_>,
    sql: &line::Statements,
    room: &str,
    after: u64,
    about: Option<&str>,
    (played, now): (bool, i64),
) -> Result<(), Fault> {
    match change
        .execute(
            &sql.next,
            &[&room, &after.cast_signed(), &about, &played, &now],
        )
        .await?
    {
        0 => Err(Fault::Refused(
            "the room is closed, or another server has written to it".into(),
        )),
        _ => Ok(()),
    }
}

async fn add(
    change: &Transaction<'_>,
    sql: &line::Statements,
    room: &str,
    from: usize,
    actions: &[String],
    fingerprint: u64,
) -> Result<(), Fault> {
    let begin = i64::try_from(from).unwrap_or(i64::MAX);
    let done = change
        .execute(
            &sql.add,
            &[&room, &begin, &actions, &fingerprint.cast_signed()],
        )
        .await?;
    match done == actions.len() as u64 {
        true => Ok(()),
        false => Err(Fault::Refused(format!("there are not {begin} answers"))),
    }
}

#[cfg(all(test, unix))]
mod tests;
