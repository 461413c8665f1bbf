//! Runs the tests for each fault until one fails.

use super::caught::Caught;
use super::list::Fault;
use super::suite::{Batch, Suite};
use std::collections::VecDeque;
use std::fmt;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// The test that caught each fault; `None` if the fault survived. Each result is reported to `known`.
///
/// # Errors
/// When a test also fails without the fault: then no result is valid.
pub(crate) fn all(
    suite: &Suite,
    faults: &[&Fault],
    known: &mut Caught,
    jobs: usize,
) -> Result<Vec<Option<String>>, String> {
    let (next, found, known) = (
        AtomicUsize::new(0),
        Mutex::new(vec![None; faults.len()]),
        Mutex::new(known),
    );
    let broken: Mutex<Option<String>> = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some((at, fault)) = next_of(&next, faults) {
                    match one(suite, fault, &known) {
                        Ok(caught) => locked(&found)[at] = caught,
                        Err(error) => {
                            next.store(faults.len(), Ordering::Relaxed);
                            *locked(&broken) = Some(error);
                        }
                    }
                }
            });
        }
    });
    match broken.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The test that caught a fault, if any.
fn one(suite: &Suite, fault: &Fault, known: &Mutex<&mut Caught>) -> Result<Option<String>, String> {
    let begun = Instant::now();
    let likely = locked(known).likely(fault);
    let mut caught = None;
    let mut left: VecDeque<Batch<'_>> = suite.order(fault, &likely).into();
    while let Some(mut batch) = left.pop_front() {
        let Some(how) = fails(&batch, fault.number) else {
            continue;
        };
        if let Failure::Test(test) = &how {
            let program = batch.program;
            let alone = Batch {
                program,
                names: vec![test],
                seconds: suite.seconds(program, test),
            };
            if !tells(&alone, fault)? {
                batch.names.retain(|name| name != test);
                left.extend((!batch.names.is_empty()).then_some(batch));
                continue;
            }
            locked(known).keep(fault, &program.name, test);
        }
        caught = Some(format!("{} {how}", batch.program.name));
        break;
    }
    // In another tree, the same seed draws other faults, so the id of a survivor does not say where it is.
    let survived = || format!("SURVIVED at {}: {}", fault.listed, fault.why);
    let by = caught.clone().unwrap_or_else(survived);
    eprintln!(
        "{:4} {:44} {:4} s  {by}",
        fault.number,
        fault.id,
        begun.elapsed().as_secs()
    );
    Ok(caught)
}

/// Whether a failed test really notices the fault: alone, it passes without the fault and fails with it again.
///
/// # Errors
/// When it fails twice without the fault.
fn tells(alone: &Batch<'_>, fault: &Fault) -> Result<bool, String> {
    let name = format!("{} {}", alone.program.name, alone.names.join(" "));
    match (
        fails(alone, 0).is_none(),
        fails(alone, fault.number).is_some(),
    ) {
        (true, true) => Ok(true),
        (false, _) if fails(alone, 0).is_some() => {
            Err(format!("{name} fails without a fault, too: mend it first"))
        }
        _ => {
            eprintln!(
                "{:4} {:44} not counted: {name} does not fail each time",
                fault.number, fault.id
            );
            Ok(false)
        }
    }
}

fn next_of<'a>(next: &AtomicUsize, faults: &[&'a Fault]) -> Option<(usize, &'a Fault)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    Some((at, *faults.get(at)?))
}

/// How a fault was noticed.
enum Failure {
    /// A test fails.
    Test(String),
    /// The program ends without output.
    Stops,
    /// The program does not end; this many tests ran.
    Hangs(usize),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Test(test) => f.write_str(test),
            Failure::Stops => f.write_str("stops"),
            Failure::Hangs(tests) => write!(f, "hangs ({tests} tests)"),
        }
    }
}

/// The first test of a batch that fails, or during which the program ends or hangs.
fn fails(batch: &Batch<'_>, number: usize) -> Option<Failure> {
    let started = Command::new(&batch.program.path)
        .arg("--exact")
        .args(&batch.names)
        .env("CARDWRIGHT_FAULT", number.to_string())
        .env("RUST_BACKTRACE", "0")
        .env("INSTA_UPDATE", "no")
        // Otherwise insta calls cargo, which waits for other builds on this machine.
        .env("INSTA_WORKSPACE_ROOT", &batch.program.root)
        .current_dir(&batch.program.folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => {
            // This says nothing about the fault, so it does not count as noticed.
            eprintln!("error: {} cannot be started: {error}", batch.program.name);
            return None;
        }
    };
    let failed = first_failure(&mut child, batch);
    if failed.is_some() {
        drop(child.kill());
    }
    match (failed, child.wait()) {
        (Some(failed), _) => Some(failed),
        (None, Ok(status)) if status.success() => None,
        (None, _) => Some(Failure::Stops),
    }
}

/// Reads the output of the tests until one has failed, all have ended, or the time is up.
fn first_failure(child: &mut Child, batch: &Batch<'_>) -> Option<Failure> {
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
                let failed = line
                    .strip_prefix("test ")
                    .and_then(|line| line.strip_suffix(" ... FAILED"));
                if let Some(test) = failed {
                    break Some(Failure::Test(test.to_owned()));
                }
            }
            Err(RecvTimeoutError::Timeout) => break Some(Failure::Hangs(batch.names.len())),
            Err(RecvTimeoutError::Disconnected) => break None,
        }
    };
    // The reader ends with the program. It is not joined while a test may still run.
    drop((lines, Arc::new(reader)));
    found
}
