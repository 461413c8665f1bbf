//! Rooms in one SQLite file.

use super::kept::{Kept, Stale, Store, StoreError, Write};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use std::path::Path;
use std::time::Duration;

/// The migrations from an empty file; the file counts how many were applied.
const MIGRATIONS: [&str; 3] = [
    "
    CREATE TABLE rooms (
        id TEXT PRIMARY KEY,
        start TEXT NOT NULL,
        about TEXT NOT NULL,
        made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
    ) WITHOUT ROWID;
    CREATE TABLE actions (
        room TEXT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
        nth INTEGER NOT NULL,
        action TEXT NOT NULL,
        fingerprint INTEGER,
        PRIMARY KEY (room, nth)
    ) WITHOUT ROWID;
    ",
    "ALTER TABLE rooms ADD COLUMN writes INTEGER NOT NULL DEFAULT 0;",
    // The time of last use of a room, in seconds since 1970, and whether it was played. Both are unknown for
    // existing rooms: they count as played, and as used now.
    "
    ALTER TABLE rooms ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE rooms ADD COLUMN played INTEGER NOT NULL DEFAULT 0;
    UPDATE rooms SET used = unixepoch(), played = 1;
    CREATE INDEX rooms_by_use ON rooms (played, used);
    ",
];

/// How long to wait for a file that another program has locked.
const BUSY: Duration = Duration::from_secs(2);

/// Stores rooms in one SQLite file in write-ahead mode; each write is synced to disk before it is confirmed.
#[derive(Debug)]
pub struct Sqlite {
    connection: Connection,
}

impl Sqlite {
    /// Opens the store in a file; creates or upgrades it.
    ///
    /// # Errors
    /// If the file cannot be used, is locked by another server, or was written by a later version.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        #[cfg(unix)]
        make_private(path)
            .map_err(|error| StoreError::new("the file with the rooms cannot be used", error))?;
        Sqlite::begin(Connection::open(path).map_err(opening)?)
    }

    /// Creates a store in memory, which is lost when the program ends.
    ///
    /// # Errors
    /// If no memory is available.
    pub fn in_memory() -> Result<Self, StoreError> {
        Sqlite::begin(Connection::open_in_memory().map_err(opening)?)
    }

    fn begin(mut connection: Connection) -> Result<Self, StoreError> {
        connection.busy_timeout(BUSY).map_err(opening)?;
        // Only one server may use the file, because two would not see each other's actions.
        for (name, value) in [
            ("locking_mode", "EXCLUSIVE"),
            ("journal_mode", "WAL"),
            ("synchronous", "FULL"),
            ("foreign_keys", "ON"),
        ] {
            connection
                .pragma_update(None, name, value)
                .map_err(opening)?;
        }
        let change = connection.transaction().map_err(opening)?;
        migrate(&change)?;
        change.commit().map_err(opening)?;
        Ok(Sqlite { connection })
    }
}

/// Makes the file readable for its owner only, because it contains all seeds and hands; SQLite creates the files next
/// to it with the same permissions. A file that others can read was made by an earlier version, or copied.
#[cfg(unix)]
fn make_private(path: &Path) -> std::io::Result<()> {
    use std::fs::{OpenOptions, Permissions, set_permissions};
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    OpenOptions::new()
        .append(true)
        .create(true)
        .mode(0o600)
        .open(path)?;
    for ending in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        match std::fs::metadata(&name) {
            Ok(about) if about.is_file() && about.permissions().mode() & 0o077 != 0 => {
                set_permissions(&name, Permissions::from_mode(0o600))?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn opening(error: rusqlite::Error) -> StoreError {
    StoreError::new("the file with the rooms cannot be used", error)
}

/// Applies the migrations that the file needs.
fn migrate(change: &Transaction<'_>) -> Result<(), StoreError> {
    let had: i64 = change
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .map_err(opening)?;
    let here = MIGRATIONS.len() as i64;
    if had > here {
        let why = format!("a later version of Cardwright wrote it (form {had}, here {here})");
        return Err(StoreError::new(
            "the file with the rooms cannot be used",
            why,
        ));
    }
    for step in MIGRATIONS
        .iter()
        .skip(usize::try_from(had).unwrap_or_default())
    {
        change.execute_batch(step).map_err(opening)?;
    }
    change
        .pragma_update(None, "user_version", here)
        .map_err(opening)
}

fn writing(error: rusqlite::Error) -> StoreError {
    StoreError::new("it cannot be written", error)
}

fn reading(error: rusqlite::Error) -> StoreError {
    StoreError::new("the rooms cannot be read", error)
}

impl Store for Sqlite {
    fn write(&mut self, writes: &[Write], now: i64) -> Result<(), StoreError> {
        let change = self.connection.transaction().map_err(writing)?;
        writes
            .iter()
            .try_for_each(|write| one(&change, write, now))?;
        change.commit().map_err(writing)
    }

    fn stale(&mut self, until: Stale, most: u32) -> Result<Vec<String>, StoreError> {
        let find = "SELECT id FROM rooms
                    WHERE (played = 0 AND used <= ?1) OR (played = 1 AND used <= ?2) ORDER BY used, id LIMIT ?3";
        let mut statement = self.connection.prepare_cached(find).map_err(reading)?;
        let rows = statement
            .query_map(params![until.unplayed, until.played, most], |row| {
                row.get(0)
            })
            .map_err(reading)?;
        rows.collect::<Result<_, _>>().map_err(reading)
    }

    fn room(&mut self, id: &str) -> Result<Option<Kept>, StoreError> {
        let find = "SELECT start, about, writes FROM rooms WHERE id = ?1";
        let row = self.connection.query_row(find, [id], |row| {
            let writes: i64 = row.get(2)?;
            let (actions, fingerprints) = (Vec::new(), Vec::new());
            let (start, about, writes) = (row.get(0)?, row.get(1)?, writes.cast_unsigned());
            Ok(Kept {
                id: id.into(),
                start,
                about,
                actions,
                fingerprints,
                writes,
            })
        });
        let Some(mut kept) = row.optional().map_err(reading)? else {
            return Ok(None);
        };
        let find = "SELECT action, fingerprint FROM actions WHERE room = ?1 ORDER BY nth";
        let mut statement = self.connection.prepare_cached(find).map_err(reading)?;
        let mut rows = statement.query([id]).map_err(reading)?;
        while let Some(row) = rows.next().map_err(reading)? {
            kept.actions.push(row.get(0).map_err(reading)?);
            let print: Option<i64> = row.get(1).map_err(reading)?;
            kept.fingerprints
                .extend(print.map(|print| (kept.actions.len(), print.cast_unsigned())));
        }
        Ok(Some(kept))
    }

    fn rooms(&mut self) -> Result<u64, StoreError> {
        let count: i64 = self
            .connection
            .query_row("SELECT count(*) FROM rooms", [], |row| row.get(0))
            .map_err(reading)?;
        Ok(count.cast_unsigned())
    }

    fn writes(&mut self, id: &str) -> Result<Option<u64>, StoreError> {
        let find = "SELECT writes FROM rooms WHERE id = ?1";
        let row = self
            .connection
            .query_row(find, [id], |row| row.get::<_, i64>(0));
        Ok(row.optional().map_err(reading)?.map(i64::cast_unsigned))
    }

    fn is_shared(&self) -> bool {
        false
    }
}

fn one(change: &Transaction<'_>, write: &Write, now: i64) -> Result<(), StoreError> {
    match write {
        Write::Room {
            id,
            start,
            about,
            actions,
            fingerprint,
        } => {
            let sql = "INSERT INTO rooms (id, start, about, used) VALUES (?1, ?2, ?3, ?4)";
            change
                .prepare_cached(sql)
                .and_then(|mut it| it.execute(params![id, start, about, now]))
                .map_err(writing)?;
            add(change, id, 0, actions, *fingerprint)
        }
        Write::Actions {
            room,
            after,
            from,
            actions,
            fingerprint,
            about,
        } => {
            next(change, room, *after, about.as_deref(), true, now)?;
            add(change, room, *from, actions, *fingerprint)
        }
        Write::About { room, after, about } => next(change, room, *after, Some(about), false, now),
        Write::Close { room } => change
            .execute("DELETE FROM rooms WHERE id = ?1", [room])
            .map(drop)
            .map_err(writing),
        Write::Expire { room, until } => {
            let sql = "DELETE FROM rooms WHERE id = ?1 AND used <= iif(played, ?3, ?2)";
            change
                .execute(sql, params![room, until.unplayed, until.played])
                .map(drop)
                .map_err(writing)
        }
    }
}

/// Counts a write to a room, and updates its settings if there are new ones.
fn next(
    change: &Transaction<'_>,
    room: &str,
    after: u64,
    about: Option<&str>,
    played: bool,
    now: i64,
) -> Result<(), StoreError> {
    let sql = "UPDATE rooms SET writes = writes + 1, about = coalesce(?3, about), played = played OR ?4, used = ?5
               WHERE id = ?1 AND writes = ?2";
    let params = params![room, after.cast_signed(), about, played, now];
    match change
        .prepare_cached(sql)
        .and_then(|mut it| it.execute(params))
        .map_err(writing)?
    {
        0 => Err(StoreError::new(
            "it cannot be written",
            "the room is closed, or another program has written to it",
        )),
        _ => Ok(()),
    }
}

fn add(
    change: &Transaction<'_>,
    room: &str,
    from: usize,
    actions: &[String],
    fingerprint: u64,
) -> Result<(), StoreError> {
    let last = "SELECT coalesce(max(nth), 0) FROM actions WHERE room = ?1";
    let had: i64 = change
        .prepare_cached(last)
        .and_then(|mut it| it.query_row([room], |row| row.get(0)))
        .map_err(writing)?;
    let begin = i64::try_from(from).unwrap_or(i64::MAX);
    if had != begin {
        return Err(StoreError::new(
            "it cannot be written",
            format!("there are {had} answers, not {begin}"),
        ));
    }
    let sql = "INSERT INTO actions (room, nth, action, fingerprint) VALUES (?1, ?2, ?3, ?4)";
    let mut insert = change.prepare_cached(sql).map_err(writing)?;
    for (nth, action) in (begin + 1..).zip(actions) {
        let last = nth - begin == i64::try_from(actions.len()).unwrap_or(i64::MAX);
        let print = last.then(|| fingerprint.cast_signed());
        insert
            .execute(params![room, nth, action, print])
            .map_err(writing)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::kept::tests::{actions, keeps_its_promises};

    #[test]
    fn it_keeps_its_promises() {
        let mut store = Sqlite::in_memory().unwrap();
        keeps_its_promises(&mut store);
        assert!(!store.is_shared());
        for (name, expected) in [
            ("busy_timeout", "2000"),
            ("locking_mode", "exclusive"),
            ("synchronous", "2"),
            ("foreign_keys", "1"),
            ("user_version", "3"),
        ] {
            let found = store.connection.pragma_query_value(None, name, |row| {
                let value: rusqlite::types::Value = row.get(0)?;
                Ok(match value {
                    rusqlite::types::Value::Integer(number) => number.to_string(),
                    rusqlite::types::Value::Text(text) => text,
                    other => format!("{other:?}"),
                })
            });
            assert_eq!(found.unwrap(), expected, "{name}");
        }
    }

    /// A file in the first format, as an early version wrote it, is upgraded and keeps all its rooms.
    #[test]
    fn a_file_of_an_earlier_form_is_used_on() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(MIGRATIONS[0]).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        let rows = "INSERT INTO rooms (id, start, about) VALUES ('old', '{}', '{}');
                    INSERT INTO actions VALUES ('old', 1, 'a', 5);";
        connection.execute_batch(rows).unwrap();
        let mut store = Sqlite::begin(connection).unwrap();
        let until = |played| Stale {
            unplayed: i64::MAX,
            played,
        };
        assert_eq!(
            store.stale(until(1_700_000_000), 9).unwrap(),
            [""; 0],
            "it counts as played now"
        );
        assert_eq!(store.stale(until(i64::MAX), 9).unwrap(), ["old"]);
        store.write(&[actions("old", 0, 1, &["b"], 6)], 7).unwrap();
        let kept = store.room("old").unwrap().unwrap();
        assert_eq!(
            (kept.actions, kept.writes),
            (vec!["a".to_owned(), "b".to_owned()], 1)
        );
        assert_eq!(kept.fingerprints, [(1, 5), (2, 6)]);
    }

    /// Both for a new file, and for one that an earlier version made readable for everybody.
    #[cfg(unix)]
    #[test]
    fn nobody_else_on_the_machine_reads_the_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder =
            std::env::temp_dir().join(format!("cardwright-private-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("rooms.db");
        let modes = || -> Vec<u32> {
            let files = std::fs::read_dir(&folder).unwrap();
            files
                .map(|file| file.unwrap().metadata().unwrap().permissions().mode() & 0o777)
                .collect()
        };
        let widen = || {
            for file in std::fs::read_dir(&folder).unwrap() {
                let wide = std::fs::Permissions::from_mode(0o644);
                std::fs::set_permissions(file.unwrap().path(), wide).unwrap();
            }
        };
        let mut store = Sqlite::open(&path).unwrap();
        keeps_its_promises(&mut store);
        assert_eq!(modes(), [0o600; 2], "the file and its log");
        drop(store);
        widen();
        let store = Sqlite::open(&path).unwrap();
        assert_eq!(modes(), [0o600; 2]);
        // As after a crash: the log still exists.
        std::mem::forget(store);
        widen();
        make_private(&path).unwrap();
        assert_eq!(modes(), [0o600; 2]);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_strict_umask_changes_no_mode() {
        let run = std::process::Command::new("sh")
            .args(["-c", r#"umask 077; exec "$0" --exact "$1""#])
            .arg(std::env::current_exe().unwrap())
            .arg("store::sqlite::tests::nobody_else_on_the_machine_reads_the_file")
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&run.stdout);
        assert!(told.contains("1 passed"), "{told}");
    }

    #[test]
    fn a_file_is_opened_again_by_one_server_at_a_time() {
        let path = std::env::temp_dir().join(format!("cardwright-store-{}.db", std::process::id()));
        let clean = || {
            for ending in ["", "-wal", "-shm"] {
                let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
            }
        };
        clean();
        let mut store = Sqlite::open(&path).unwrap();
        keeps_its_promises(&mut store);
        assert!(
            Sqlite::open(&path)
                .unwrap_err()
                .to_string()
                .contains("locked")
        );
        drop(store);
        let mut store = Sqlite::open(&path).unwrap();
        assert_eq!(store.room("two").unwrap().unwrap().actions, ["a", "b", ""]);
        store
            .connection
            .pragma_update(None, "user_version", 99)
            .unwrap();
        drop(store);
        assert!(
            Sqlite::open(&path)
                .unwrap_err()
                .to_string()
                .contains("a later version")
        );
        clean();
    }
}
