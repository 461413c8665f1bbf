//! A connection to a database, and its errors.

use std::error::Error as _;
use std::fmt::Write as _;
use std::time::Duration;
use tokio_postgres::config::Host;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config, IsolationLevel, NoTls, Statement, Transaction};

/// The migrations from an empty database; the table `form` counts how many were applied.
const MIGRATIONS: [&str; 2] = [
    "
    CREATE TABLE cardwright.rooms (
        id text PRIMARY KEY,
        start text NOT NULL,
        about text NOT NULL,
        writes bigint NOT NULL DEFAULT 0,
        made timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE cardwright.actions (
        room text NOT NULL REFERENCES cardwright.rooms (id) ON DELETE CASCADE,
        nth bigint NOT NULL,
        action text NOT NULL,
        fingerprint bigint,
        PRIMARY KEY (room, nth)
    );
",
    "
    ALTER TABLE cardwright.rooms
        ADD COLUMN used bigint NOT NULL DEFAULT 0,
        ADD COLUMN played boolean NOT NULL DEFAULT false;
    UPDATE cardwright.rooms SET used = extract(epoch FROM now())::bigint, played = true;
    CREATE INDEX rooms_by_use ON cardwright.rooms (played, used);
",
];

/// The number of the advisory lock that servers hold while they migrate the tables.
const LOCK: i64 = 0x6361_7264;

/// The timeout for connecting to one host of the address.
const CONNECT: Duration = Duration::from_secs(5);

/// The settings of every connection: a commit is on disk when it is confirmed, and no statement waits for long.
const HABITS: &str = "SET synchronous_commit = on; SET statement_timeout = '8s'; SET lock_timeout = '2s'; \
                      SET idle_in_transaction_session_timeout = '15s'";

/// Why a database operation failed.
pub(super) enum Fault {
    /// The database returned an error, or the connection broke, so that the result is unknown.
    Said(tokio_postgres::Error),
    /// The connection was already closed at the start.
    Gone(tokio_postgres::Error),
    /// The operation timed out.
    Late,
    /// The stored rooms differ from what the writer expects.
    Refused(String),
}

impl From<tokio_postgres::Error> for Fault {
    fn from(error: tokio_postgres::Error) -> Self {
        Fault::Said(error)
    }
}

impl Fault {
    /// Whether the connection cannot be used any more.
    pub(super) fn is_lost(&self) -> bool {
        match self {
            Fault::Refused(_) => false,
            Fault::Late | Fault::Gone(_) => true,
            Fault::Said(error) => is_lost(error),
        }
    }
    /// The error message of the database, if there is one. It never contains a password.
    pub(super) fn why(&self, address: &Config) -> String {
        let error = match self {
            Fault::Refused(why) => return why.clone(),
            Fault::Late => return format!("{} does not answer in time", place(address)),
            Fault::Said(error) | Fault::Gone(error) => error,
        };
        match error.as_db_error() {
            Some(said) => format!("{} says: {}", place(address), said.message()),
            None => format!("{}: {}", place(address), whole(error)),
        }
    }
}

/// An error with its causes.
fn whole(error: &tokio_postgres::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

/// Whether the connection cannot be used after an error.
fn is_lost(error: &tokio_postgres::Error) -> bool {
    // The server is shutting down, too slow, or a read-only replica: another connection may work.
    let over = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::QUERY_CANCELED,
        SqlState::READ_ONLY_SQL_TRANSACTION,
        SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
    ];
    error
        .code()
        .is_none_or(|code| over.contains(code) || code.code().starts_with("08"))
}

/// The address of the database for messages, without user and password.
pub(super) fn place(address: &Config) -> String {
    let mut text = String::from("PostgreSQL at ");
    for (nth, host) in address.get_hosts().iter().enumerate() {
        let port = address
            .get_ports()
            .get(nth)
            .or(address.get_ports().first())
            .unwrap_or(&5432);
        let comma = if nth > 0 { ", " } else { "" };
        // Writing to a string cannot fail.
        let _ = match host {
            Host::Tcp(name) => write!(text, "{comma}{name}:{port}"),
            #[cfg(unix)]
            Host::Unix(folder) => write!(text, "{comma}{}/.s.PGSQL.{port}", folder.display()),
        };
    }
    text
}

/// Parses an address.
pub(super) fn read(address: &str, password: Option<&str>) -> Result<Config, String> {
    let mut config: Config = address
        .parse()
        .map_err(|error| format!("this is not a PostgreSQL address: {}", whole(&error)))?;
    if config.get_hosts().is_empty() {
        return Err(
            "the address names no host, such as in `postgres://user@localhost/rooms`".into(),
        );
    }
    if config.get_user().is_none() {
        return Err(
            "the address names no user, such as in `postgres://user@localhost/rooms`".into(),
        );
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT);
    }
    if config.get_application_name().is_none() {
        config.application_name("cardwright");
    }
    if let (None, Some(password)) = (config.get_password(), password) {
        config.password(password);
    }
    Ok(config)
}

/// The prepared statements of a connection.
pub(super) struct Statements {
    pub make: Statement,
    pub next: Statement,
    pub add: Statement,
    pub close: Statement,
    pub room: Statement,
    pub answers: Statement,
    pub count: Statement,
    pub writes: Statement,
    pub stale: Statement,
    pub expire: Statement,
}

impl Statements {
    async fn read(client: &Client) -> Result<Self, tokio_postgres::Error> {
        Ok(Statements {
            make: client
                .prepare("INSERT INTO cardwright.rooms (id, start, about, used) VALUES ($1, $2, $3, $4)")
                .await?,
            next: client
                .prepare(
                    "UPDATE cardwright.rooms SET writes = writes + 1, about = coalesce($3, about), played = played OR $4, used = $5
                     WHERE id = $1 AND writes = $2",
                )
                .await?,
            // Only if the number of actions is as expected. They are added one after the other; the last one gets
            // the fingerprint.
            add: client
                .prepare(
                    "INSERT INTO cardwright.actions (room, nth, action, fingerprint)
                     SELECT $1, $2 + one.nth, one.action, CASE one.nth WHEN cardinality($3) THEN $4::bigint END
                     FROM unnest($3::text[]) WITH ORDINALITY AS one (action, nth)
                     WHERE $2::bigint = (SELECT coalesce(max(nth), 0) FROM cardwright.actions WHERE room = $1)",
                )
                .await?,
            close: client.prepare("DELETE FROM cardwright.rooms WHERE id = $1").await?,
            room: client.prepare("SELECT start, about, writes FROM cardwright.rooms WHERE id = $1").await?,
            answers: client
                .prepare("SELECT action, fingerprint FROM cardwright.actions WHERE room = $1 ORDER BY nth")
                .await?,
            count: client.prepare("SELECT count(*) FROM cardwright.rooms").await?,
            writes: client.prepare("SELECT writes FROM cardwright.rooms WHERE id = $1").await?,
            stale: client
                .prepare(
                    "SELECT id FROM cardwright.rooms
                     WHERE (NOT played AND used <= $1) OR (played AND used <= $2) ORDER BY used, id LIMIT $3",
                )
                .await?,
            expire: client
                .prepare(
                    "DELETE FROM cardwright.rooms
                     WHERE id = $1 AND used <= CASE WHEN played THEN $3::bigint ELSE $2::bigint END",
                )
                .await?,
        })
    }
}

/// A connection with its prepared statements.
pub(super) struct Line {
    client: Client,
    statements: Statements,
}

impl Line {
    /// Opens a new connection. Its data is transferred in the background.
    pub(super) async fn open(address: &Config) -> Result<Self, Fault> {
        let (mut client, connection) = address.connect(NoTls).await?;
        // Errors of the connection are reported to those who use it.
        tokio::spawn(async move { drop(connection.await) });
        client.batch_execute(HABITS).await?;
        if client
            .query_one("SHOW fsync", &[])
            .await?
            .try_get::<_, String>(0)?
            == "off"
        {
            tracing::warn!(
                "the database runs with `fsync = off`: it may lose writes that it has confirmed"
            );
        }
        migrate(&mut client).await?;
        let statements = Statements::read(&client).await?;
        Ok(Line { client, statements })
    }

    /// Starts a transaction for a change.
    pub(super) async fn begin(&mut self) -> Result<(Transaction<'_>, &Statements), Fault> {
        self.start(false).await
    }

    /// Starts a transaction that reads a consistent snapshot.
    pub(super) async fn begin_reading(&mut self) -> Result<(Transaction<'_>, &Statements), Fault> {
        self.start(true).await
    }

    async fn start(&mut self, reading: bool) -> Result<(Transaction<'_>, &Statements), Fault> {
        let level = if reading {
            IsolationLevel::RepeatableRead
        } else {
            IsolationLevel::ReadCommitted
        };
        let begin = self
            .client
            .build_transaction()
            .isolation_level(level)
            .read_only(reading);
        match begin.start().await {
            Ok(change) => Ok((change, &self.statements)),
            Err(error) if is_lost(&error) => Err(Fault::Gone(error)),
            Err(error) => Err(Fault::Said(error)),
        }
    }
}

/// Creates or migrates the tables. Servers that do so at the same time wait for each other.
async fn migrate(client: &mut Client) -> Result<(), Fault> {
    let change = client.transaction().await?;
    change
        .execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])
        .await?;
    let found = change
        .query_one("SELECT to_regclass('cardwright.form') IS NOT NULL", &[])
        .await?;
    if !found.try_get::<_, bool>(0)? {
        let first = "CREATE SCHEMA IF NOT EXISTS cardwright;
                         CREATE TABLE cardwright.form (steps bigint NOT NULL);
                         INSERT INTO cardwright.form (steps) VALUES (0)";
        change.batch_execute(first).await?;
    }
    let had: i64 = change
        .query_one("SELECT steps FROM cardwright.form", &[])
        .await?
        .try_get(0)?;
    let here = MIGRATIONS.len() as i64;
    if had > here {
        let why = format!("a later version of Cardwright wrote it (form {had}, here {here})");
        return Err(Fault::Refused(why));
    }
    for step in MIGRATIONS
        .iter()
        .skip(usize::try_from(had).unwrap_or_default())
    {
        change.batch_execute(step).await?;
    }
    if had < here {
        change
            .execute("UPDATE cardwright.form SET steps = $1", &[&here])
            .await?;
    }
    Ok(change.commit().await?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]
mod tests {
    use super::*;

    #[test]
    fn what_an_address_leaves_out_is_filled_in_and_nothing_else() {
        let bare = read("postgres://me@one/rooms", Some("secret")).unwrap();
        assert_eq!(bare.get_connect_timeout(), Some(&CONNECT));
        assert_eq!(bare.get_application_name(), Some("cardwright"));
        assert_eq!(bare.get_password(), Some(b"secret".as_slice()));
        assert_eq!(
            read("postgres://me@one/rooms", None)
                .unwrap()
                .get_password(),
            None
        );
        let whole = "postgres://me:own@one/rooms?application_name=mine&connect_timeout=9";
        let whole = read(whole, Some("secret")).unwrap();
        assert_eq!(whole.get_connect_timeout(), Some(&Duration::from_secs(9)));
        assert_eq!(whole.get_application_name(), Some("mine"));
        assert_eq!(whole.get_password(), Some(b"own".as_slice()));
        for (address, why) in [
            ("postgres://me@/rooms", "names no host"),
            ("user=me", "names no host"),
            ("postgres://one/rooms", "names no user"),
            ("http://one", "not a PostgreSQL address"),
        ] {
            let found = read(address, None).unwrap_err();
            assert!(found.contains(why), "{address}: {found}");
        }
    }

    #[test]
    fn a_place_names_hosts_and_ports_and_no_secrets() {
        for (address, expected) in [
            ("postgres://me:secret@one/rooms", "one:5432"),
            ("postgres://me@one:9/rooms", "one:9"),
            ("postgres://me@one:9,two:8/rooms", "one:9, two:8"),
            ("host=one,two port=9 user=me", "one:9, two:9"),
            ("host=/run user=me", "/run/.s.PGSQL.5432"),
        ] {
            let found = place(&read(address, None).unwrap());
            assert_eq!(found, format!("PostgreSQL at {expected}"));
        }
        let config = read("host=one user=me password=secret", None).unwrap();
        let late = Fault::Late.why(&config);
        assert_eq!(late, "PostgreSQL at one:5432 does not answer in time");
        assert!(Fault::Late.is_lost());
        let refused = Fault::Refused("why".into());
        assert!(!refused.is_lost() && refused.why(&config) == "why");
    }
}
