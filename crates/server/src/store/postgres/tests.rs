//! The same tests as for a file, and errors that only a database server can have. Skipped if PostgreSQL is not
//! installed.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "these are tests and parts of tests"
)]

#[path = "../../../tests/cluster/mod.rs"]
mod cluster;

use super::*;
use crate::store::kept::tests::{actions, keeps_its_promises};
use cluster::Cluster;
use tokio_postgres::{Client, NoTls};

fn open(cluster: &Cluster) -> Postgres {
    Postgres::open(&cluster.address(), None).unwrap()
}

/// Runs something on a separate connection of the test.
fn beside<T>(cluster: &Cluster, work: impl AsyncFnOnce(Client) -> T) -> T {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(&cluster.address(), NoTls)
            .await
            .unwrap();
        tokio::spawn(async move { drop(connection.await) });
        work(client).await
    })
}

#[test]
fn it_keeps_its_promises_in_postgresql_too() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    // Servers that start at the same time create the tables once.
    std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(|| drop(open(&cluster))))));
    let mut store = open(&cluster);
    keeps_its_promises(&mut store);
    // A second server finds the tables and the rooms. Of two writes that expect the same number of earlier writes,
    // the second is refused.
    let mut other = open(&cluster);
    assert_eq!(other.writes("two").unwrap(), Some(3));
    store.write(&[actions("two", 3, 3, &["c"], 5)], 0).unwrap();
    let refused = other
        .write(&[actions("two", 3, 3, &["d"], 5)], 0)
        .unwrap_err();
    assert!(
        !refused.lost && refused.why.contains("another server"),
        "{refused}"
    );
    let late = Write::About {
        room: "two".into(),
        after: 3,
        about: "old".into(),
    };
    other
        .write(&[late], 0)
        .expect_err("facts are not set back either");
    let two = other.room("two").unwrap().unwrap();
    assert_eq!(
        (
            two.actions.len(),
            two.actions[3].as_str(),
            two.about.as_str()
        ),
        (4, "c", "{}")
    );
    beside(&cluster, async |client| {
        client
            .batch_execute("UPDATE cardwright.form SET steps = 99")
            .await
    })
    .unwrap();
    let error = Postgres::open(&cluster.address(), None)
        .unwrap_err()
        .to_string();
    assert!(error.contains("a later version"), "{error}");
}

/// Reading sees one moment and changes nothing; writing sees what others have written before. After some errors the
/// connection is given up, and after others it is not.
#[test]
fn transactions_and_errors_have_their_kinds() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let mut store = open(&cluster);
    assert!(store.is_shared());
    let kind = "SELECT current_setting('transaction_isolation') || ' ' || current_setting('transaction_read_only')";
    let reading = store.ask(READING, async |line| {
        let (change, _) = line.begin_reading().await?;
        Ok(change.query_one(kind, &[]).await?.try_get::<_, String>(0)?)
    });
    assert_eq!(reading.unwrap(), "repeatable read on");
    let writing = store.ask(WRITING, async |line| {
        let (change, _) = line.begin().await?;
        Ok(change.query_one(kind, &[]).await?.try_get::<_, String>(0)?)
    });
    assert_eq!(writing.unwrap(), "read committed off");
    for (code, lost) in [
        ("08006", true),
        ("25006", true),
        ("25P03", true),
        ("57014", true),
        ("57P01", true),
        ("57P02", true),
        ("57P03", true),
        ("22008", false),
        ("23505", false),
        ("40P01", false),
        ("55P03", false),
    ] {
        let raise = format!("DO $$ BEGIN RAISE 'told' USING ERRCODE = '{code}'; END $$");
        let refused = store.ask(WRITING, async |line| {
            let (change, _) = line.begin().await?;
            Ok(change.batch_execute(&raise).await?)
        });
        let refused = refused.unwrap_err();
        assert_eq!(
            (refused.lost, refused.what),
            (lost, WRITING),
            "{code}: {refused}"
        );
        assert!(
            refused.why.starts_with("PostgreSQL at ") && refused.why.ends_with(" says: told"),
            "{refused}"
        );
        assert_eq!(store.line.is_none(), lost, "{code}");
    }
}

/// Two servers repeatedly write to one room at the same moment: each action comes from exactly one server.
#[test]
fn of_two_servers_at_once_one_is_first() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let mut first = open(&cluster);
    let room = |id: &str| Write::Room {
        id: id.into(),
        start: "{}".into(),
        about: "{}".into(),
        actions: Vec::new(),
        fingerprint: 0,
    };
    first.write(&[room("one"), room("two")], 0).unwrap();
    let play = |me: &str| {
        let mut store = open(&cluster);
        let mut mine = Vec::new();
        while mine.len() < 50 {
            let kept = store.room("one").unwrap().unwrap();
            let answer = format!("{me} {}", mine.len());
            // The second room can cause a deadlock, which is refused too.
            let writes = store.writes("two").unwrap().unwrap();
            let other = Write::About {
                room: "two".into(),
                after: writes,
                about: answer.clone(),
            };
            let mut both = vec![
                actions("one", kept.writes, kept.actions.len(), &[&answer], 1),
                other,
            ];
            if me == "b" {
                both.reverse();
            }
            if store.write(&both, 0).is_ok() {
                mine.push(answer);
            }
        }
        mine
    };
    let (a, b) = std::thread::scope(|scope| {
        let (a, b) = (scope.spawn(|| play("a")), scope.spawn(|| play("b")));
        (a.join().unwrap(), b.join().unwrap())
    });
    let kept = first.room("one").unwrap().unwrap();
    let of = |me: &str| {
        kept.actions
            .iter()
            .filter(|one| one.starts_with(me))
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (of("a"), of("b"), kept.actions.len(), kept.writes),
        (a, b, 100, 100)
    );
}

#[test]
fn rooms_go_on_when_the_database_is_back() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let mut store = open(&cluster);
    keeps_its_promises(&mut store);
    // All operations use one connection.
    let mut connection = || {
        let number = store.ask(READING, async |line| {
            let (change, _) = line.begin_reading().await?;
            let number = change.query_one("SELECT pg_backend_pid()", &[]).await?;
            Ok(number.try_get::<_, i32>(0)?)
        });
        number.unwrap()
    };
    assert_eq!(connection(), connection());
    // An outage without any request in the meantime has no effect.
    cluster.down("fast");
    cluster.up();
    store.write(&[actions("two", 3, 3, &["c"], 5)], 0).unwrap();
    cluster.down("immediate");
    cluster.up();
    assert_eq!(store.room("two").unwrap().unwrap().actions.len(), 4);
    cluster.down("immediate");
    let lost = store
        .write(&[actions("two", 4, 4, &["d"], 5)], 0)
        .unwrap_err();
    assert!(lost.lost && lost.why.contains("PostgreSQL at "), "{lost}");
    assert!(store.room("two").unwrap_err().lost && store.rooms().unwrap_err().lost);
    cluster.up();
    // For a moment the server does not try again; then it reconnects, and all confirmed changes are there and no
    // others.
    let two = (0..600).find_map(|_| {
        std::thread::sleep(Duration::from_millis(50));
        store.room("two").ok()
    });
    assert_eq!(two.unwrap().unwrap().writes, 4);
    store.write(&[actions("two", 4, 4, &["d"], 5)], 0).unwrap();
}

/// Somebody locks a room in the database forever: writers to it are refused, and other rooms continue.
#[test]
fn a_lock_that_is_held_holds_up_nobody_for_ever() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let mut store = open(&cluster);
    keeps_its_promises(&mut store);
    let room = Write::Room {
        id: "three".into(),
        start: "{}".into(),
        about: "{}".into(),
        actions: Vec::new(),
        fingerprint: 0,
    };
    store.write(&[room], 0).unwrap();
    beside(&cluster, async |mut client| {
        let change = client.transaction().await.unwrap();
        change
            .execute(
                "SELECT FROM cardwright.rooms WHERE id = 'two' FOR UPDATE",
                &[],
            )
            .await
            .unwrap();
        let mut store = std::thread::spawn(move || {
            let refused = store
                .write(&[actions("two", 3, 3, &["c"], 5)], 0)
                .unwrap_err();
            assert!(!refused.lost && refused.why.contains("lock"), "{refused}");
            store
                .write(&[actions("three", 0, 0, &["a"], 5)], 0)
                .unwrap();
            store
        })
        .join()
        .unwrap();
        change.rollback().await.unwrap();
        std::thread::spawn(move || store.write(&[actions("two", 3, 3, &["c"], 5)], 0).unwrap())
            .join()
            .unwrap();
    });
}

#[test]
fn what_is_wrong_with_an_address_is_said_without_its_password() {
    let told = |address: &str, password: Option<&str>| {
        let error = Postgres::open(address, password)
            .map(drop)
            .unwrap_err()
            .to_string();
        assert!(!error.contains("geheim"), "{error}");
        error
    };
    assert!(told("postgres://u:geheim@localhost:x/db", None).contains("not a PostgreSQL address"));
    assert!(
        told("postgres://u:geheim@h/db?colour=geheim", None).contains("not a PostgreSQL address")
    );
    assert!(told("postgres:///db", None).contains("names no host"));
    assert!(told("postgres://localhost/db", None).contains("names no user"));
    let closed = told("postgres://u:geheim@127.0.0.1:1/db", None);
    assert!(
        closed.contains("PostgreSQL at 127.0.0.1:1: ") && closed.contains("refused"),
        "{closed}"
    );
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let nobody = told(&cluster.address().replace("cardwright@", "nobody@"), None);
    assert!(
        nobody.contains("role \"nobody\" does not exist"),
        "{nobody}"
    );
    let nowhere = told(&cluster.address().replace("/postgres", "/nowhere"), None);
    assert!(
        nowhere.contains("database \"nowhere\" does not exist"),
        "{nowhere}"
    );
    let make = "CREATE ROLE guarded LOGIN PASSWORD 'right'; CREATE DATABASE rooms OWNER guarded";
    beside(&cluster, async |client| {
        for one in make.split("; ") {
            client.batch_execute(one).await.unwrap();
        }
    });
    let guarded = cluster
        .address()
        .replace("cardwright@", "guarded@")
        .replace("/postgres", "/rooms");
    let wrong = told(&guarded, Some("geheim"));
    assert!(wrong.contains("password authentication failed"), "{wrong}");
    assert!(told(&guarded, None).contains("password"));
    // A database user without special rights, and with a database of its own, is enough.
    keeps_its_promises(&mut Postgres::open(&guarded, Some("right")).unwrap());
    let own = guarded.replace("guarded@", "guarded:right@");
    assert_eq!(
        Postgres::open(&own, Some("geheim"))
            .unwrap()
            .rooms()
            .unwrap(),
        1
    );
}

/// A database that accepts connections but never answers: the server stops waiting after a while.
#[test]
fn a_database_that_says_nothing_is_given_up() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!(
        "postgres://u@{}/db?connect_timeout=1",
        listener.local_addr().unwrap()
    );
    let error = Postgres::open(&address, None).unwrap_err();
    assert!(error.lost, "{error}");
}

/// A database that is unavailable is tried again after a pause, not at every request; each request gets the reason.
#[test]
fn a_database_that_is_away_is_tried_once_in_a_while() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    // This server closes every connection at once.
    let (told, tries) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        loop {
            match listener.accept() {
                Ok((line, _)) => {
                    // Counted before the asker can see that the line was closed.
                    if told.send(()).is_err() {
                        return;
                    }
                    drop(line);
                }
                Err(_) => std::thread::sleep(std::time::Duration::from_millis(1)),
            }
        }
    });
    let mut store = Postgres {
        runtime: Builder::new_current_thread().enable_all().build().unwrap(),
        address: format!("postgres://nobody@127.0.0.1:{port}/none")
            .parse()
            .unwrap(),
        line: None,
        failed: None,
    };
    let ask = |store: &mut Postgres| {
        let error = store.writes("one").unwrap_err();
        assert!(error.lost, "{error}");
        error.why
    };
    let why = ask(&mut store);
    assert!(!why.is_empty());
    assert_eq!(ask(&mut store), why);
    assert_eq!(ask(&mut store), why);
    assert_eq!(tries.try_iter().count(), 1, "within the pause");
    store.failed = Some((Instant::now().checked_sub(PAUSE).unwrap(), why));
    ask(&mut store);
    assert_eq!(tries.try_iter().count(), 1, "after the pause");
}
