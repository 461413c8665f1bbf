//! The engine for JavaScript: the protocol of `cardwright serve --stdio`, lines in and lines out.
//!
//! Five functions over the protocol of `cardwright-wire`, without logic of their own. JavaScript programs use the typed
//! package around them (`crates/wasm/npm`, described in `docs/guide/javascript.md`).

use cardwright_wire::rpc;
use wasm_bindgen::prelude::wasm_bindgen;

/// The matches of one client, as [`rpc::Service`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct Service(rpc::Service);

#[wasm_bindgen]
impl Service {
    /// Creates a service without matches. Matches without a seed get one derived from `seed`.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u64) -> Service {
        Service(rpc::Service::new(seed))
    }

    /// Handles a line (one JSON-RPC message) and returns the lines to send. Never throws: errors in a line are reported
    /// in an answer.
    pub fn handle(&mut self, line: &str) -> Vec<String> {
        self.0.handle(line.as_bytes())
    }

    /// Continues long work (some games of a simulation, a ruling of a changed card) and returns the lines to send:
    /// progress, or an answer. Call it repeatedly while the service is busy.
    pub fn work(&mut self) -> Vec<String> {
        self.0.work()
    }

    /// Whether long work is in progress.
    #[wasm_bindgen(getter)]
    pub fn busy(&self) -> bool {
        self.0.is_busy()
    }

    /// Whether the client has sent `shutdown`.
    #[wasm_bindgen(getter)]
    pub fn over(&self) -> bool {
        self.0.is_over()
    }
}
