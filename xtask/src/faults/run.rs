//! Runs the tests for each fault until one fails.

use super::list::Fault;
use super::suite::{Batch, Suite};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// What caught each fault; none where it survived.
pub(crate) fn all(suite: &Suite, faults: &[&Fault], jobs: usize) -> Vec<Option<String>> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![None; faults.len()]));
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some((at, fault)) = next_of(&next, faults) {
                    let (begun, caught) = (Instant::now(), one(suite, fault));
                    let by = caught.as_deref().unwrap_or("SURVIVED");
                    eprintln!("{:4} {:44} {:4} s  {by}", fault.number, fault.id, begun.elapsed().as_secs());
                    found.lock().unwrap_or_else(PoisonError::into_inner)[at] = caught;
                }
            });
        }
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn next_of<'a>(next: &AtomicUsize, faults: &[&'a Fault]) -> Option<(usize, &'a Fault)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    Some((at, *faults.get(at)?))
}

/// The first test that notices the fault. The tests of the package that holds the fault run first of their class.
fn one(suite: &Suite, fault: &Fault) -> Option<String> {
    let own = fault.file.strip_prefix("crates/").and_then(|rest| rest.split('/').next()).unwrap_or("tests");
    let is_own = |batch: &&Batch| batch.program.name.split('/').next() == Some(own);
    let quick = |batch: &&Batch| batch.seconds < 5.0;
    let first = suite.batches.iter().filter(|batch| is_own(batch) && quick(batch));
    let rest = suite.batches.iter().filter(|batch| !(is_own(batch) && quick(batch)));
    first.chain(rest).find_map(|batch| fails(batch, fault.number))
}

/// The first test of a batch that fails, or that the program stops or hangs.
fn fails(batch: &Batch, number: usize) -> Option<String> {
    let name = &batch.program.name;
    let started = Command::new(&batch.program.path)
        .arg("--exact")
        .args(&batch.names)
        .env("CARDWRIGHT_FAULT", number.to_string())
        .env("RUST_BACKTRACE", "0")
        .env("INSTA_UPDATE", "no")
        .current_dir(&batch.program.folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => return Some(format!("{name} cannot be started: {error}")),
    };
    let failed = first_failure(&mut child, batch);
    if failed.is_some() {
        drop(child.kill());
    }
    match (failed, child.wait()) {
        (Some(test), _) => Some(format!("{name} {test}")),
        (None, Ok(status)) if status.success() => None,
        (None, _) => Some(format!("{name} stops")),
    }
}

/// Reads what the tests print until one has failed, all are over, or time is up.
fn first_failure(child: &mut Child, batch: &Batch) -> Option<String> {
    let (send, lines) = channel();
    let out = child.stdout.take()?;
    let reader = thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    let until = Instant::now() + batch.limit();
    let found = loop {
        match lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                let failed = line.strip_prefix("test ").and_then(|line| line.strip_suffix(" ... FAILED"));
                if let Some(test) = failed {
                    break Some(test.to_owned());
                }
            }
            Err(RecvTimeoutError::Timeout) => break Some(format!("hangs ({} tests)", batch.names.len())),
            Err(RecvTimeoutError::Disconnected) => break None,
        }
    };
    // The reader ends with the program; it is not waited for while a test may still run.
    drop((lines, Arc::new(reader)));
    found
}
