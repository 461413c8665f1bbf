//! The matches of one caller: lines of the protocol, calls, and observations as numbers.

use crate::answers::Answers;
use crate::error::{internal, raised, raised_of, within_itself};
use crate::features::features;
use cardwright::{Actor, Seat, Session, Viewer};
use cardwright_wire::rpc::{self, RpcError, codes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value, json};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread::ThreadId;

/// The maximum width of a row of features: a megabyte of numbers is not a useful observation.
const MAX_WIDTH: usize = 1 << 18;

struct State {
    service: rpc::Service,
    /// The number of calls so far, which gives requests their ids.
    calls: u64,
    /// Lines that arrived during a call, for the callers who sent their requests.
    kept: Vec<String>,
}

/// The matches of one caller, and its pending requests. Threads may share it; it serves one at a time.
#[pyclass(frozen, module = "cardwright._native")]
pub(crate) struct Service {
    state: Mutex<State>,
    /// The thread that is being served.
    thread: Mutex<Option<ThreadId>>,
}

/// A service while it serves one thread.
struct Served<'a> {
    state: MutexGuard<'a, State>,
    service: &'a Service,
}

impl Drop for Served<'_> {
    fn drop(&mut self) {
        *self.service.thread() = None;
    }
}

impl Service {
    fn thread(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.thread
            .lock()
            .unwrap_or_else(|broken| broken.into_inner())
    }

    fn serve(&self, py: Python<'_>) -> PyResult<Served<'_>> {
        let me = std::thread::current().id();
        let state = loop {
            match self.state.try_lock() {
                Ok(state) => break state,
                Err(TryLockError::Poisoned(_)) => {
                    return Err(internal(py, "an earlier call has not ended"));
                }
                Err(TryLockError::WouldBlock) if *self.thread() == Some(me) => {
                    return Err(within_itself());
                }
                // The thread being served may need Python to finish, so this thread releases Python while it waits.
                Err(TryLockError::WouldBlock) => py.detach(|| drop(self.state.lock())),
            }
        };
        *self.thread() = Some(me);
        Ok(Served {
            state,
            service: self,
        })
    }
}

/// The answer to a request, if a line is the answer.
fn answer_in(line: &str, id: &str) -> Option<Value> {
    let reply: Value = serde_json::from_str(line).ok()?;
    (reply["id"].as_str() == Some(id)).then_some(reply)
}

fn viewer(session: &Session, seat: u8) -> Result<Viewer, RpcError> {
    let players = session.seats().len();
    match seat
        .checked_sub(1)
        .filter(|index| usize::from(*index) < players)
    {
        Some(index) => Ok(Viewer::Seat(Seat(index))),
        None => {
            let data = json!({ "kind": "no-seat", "seat": seat, "players": players });
            let message = format!("there is no seat {seat}: the match has {players} players");
            Err(RpcError {
                code: codes::NO_SEAT,
                message,
                data,
            })
        }
    }
}

impl State {
    fn session(&self, name: &str) -> Result<&Session, RpcError> {
        self.service.session_of(name).ok_or_else(|| {
            let data = json!({ "kind": "no-match", "match": name });
            RpcError {
                code: codes::NO_MATCH,
                message: format!("there is no match `{name}`"),
                data,
            }
        })
    }
}

#[pymethods]
impl Service {
    /// Creates a service without matches. Matches without a seed get one derived from `seed` (0 to 2**64 - 1): pass an
    /// unpredictable number if players must not know future dice and draws.
    #[new]
    fn new(seed: u64) -> Self {
        let state = State {
            service: rpc::Service::new(seed),
            calls: 0,
            kept: Vec::new(),
        };
        Service {
            state: Mutex::new(state),
            thread: Mutex::new(None),
        }
    }

    /// Handles a line (one JSON-RPC message) and returns the lines to send. Errors in a line are reported in an answer,
    /// not raised.
    fn handle(&self, py: Python<'_>, line: &str) -> PyResult<Vec<String>> {
        let mut served = self.serve(py)?;
        let mut lines = std::mem::take(&mut served.state.kept);
        let service = &mut served.state.service;
        lines.extend(py.detach(|| service.handle(line.as_bytes())));
        Ok(lines)
    }

    /// Plays some games of the running simulations and returns the lines to send: progress, or an answer. Call it
    /// repeatedly while the service is busy.
    fn work(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let mut served = self.serve(py)?;
        let mut lines = std::mem::take(&mut served.state.kept);
        let service = &mut served.state.service;
        lines.extend(py.detach(|| service.work()));
        Ok(lines)
    }

    /// Whether simulations are in progress.
    #[getter]
    fn busy(&self, py: Python<'_>) -> PyResult<bool> {
        let served = self.serve(py)?;
        Ok(served.state.service.is_busy() || !served.state.kept.is_empty())
    }

    /// Whether `shutdown` was sent.
    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.serve(py)?.state.service.is_over())
    }

    /// Calls a method of the protocol; `params` and the result are JSON. Bots act before it returns, and it can be
    /// interrupted between their actions.
    ///
    /// Raises `CardwrightError` if the protocol answers with an error.
    fn call(&self, py: Python<'_>, method: &str, params: &str) -> PyResult<String> {
        let params: Value = serde_json::from_str(params)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let mut served = self.serve(py)?;
        let State {
            service,
            calls,
            kept,
        } = &mut *served.state;
        *calls += 1;
        let id = format!("call {calls}");
        let line =
            json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string();
        let mut lines = py.detach(|| service.begin(line.as_bytes()));
        loop {
            for line in std::mem::take(&mut lines) {
                match answer_in(&line, &id) {
                    Some(reply) if reply["error"].is_object() => {
                        return Err(raised_of(py, &reply["error"]));
                    }
                    Some(reply) => return Ok(reply["result"].to_string()),
                    // Nobody waits for the answer to an interrupted call.
                    None if line.contains(r#""id":"call "#) => {}
                    None => kept.push(line),
                }
            }
            if !service.is_busy() {
                return Err(internal(py, "a request was not answered"));
            }
            py.check_signals()?;
            lines = py.detach(|| service.work());
        }
    }

    /// The allowed actions of a seat (from 1) in the match of that name, by number; empty if another seat is asked.
    fn answers(&self, py: Python<'_>, name: &str, seat: u8) -> PyResult<Answers> {
        let served = self.serve(py)?;
        let found = served.state.session(name).and_then(|session| {
            let viewer = viewer(session, seat)?;
            let asked =
                matches!((session.actor(), viewer), (Actor::Seat(one), Viewer::Seat(two)) if one == two);
            Ok(if asked { session.typed_for(viewer).0 } else { Vec::new() })
        });
        Ok(Answers::new(found.map_err(|fault| raised(py, &fault))?))
    }

    /// What a seat (from 1) may know of a match, as `width` 32-bit numbers in native byte order.
    fn features<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        seat: u8,
        width: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        if !(1..=MAX_WIDTH).contains(&width) {
            return Err(PyValueError::new_err(format!(
                "the width must be 1 to {MAX_WIDTH}, not {width}"
            )));
        }
        let served = self.serve(py)?;
        let found = served.state.session(name).and_then(|session| {
            let viewer = viewer(session, seat)?;
            Ok(features(&session.view(viewer), &session.asking(), width))
        });
        let row = found.map_err(|fault| raised(py, &fault))?;
        let bytes: Vec<u8> = row.iter().flat_map(|number| number.to_ne_bytes()).collect();
        Ok(PyBytes::new(py, &bytes))
    }
}
