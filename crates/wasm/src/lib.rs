//! The engine for JavaScript: the protocol of `cardwright serve --stdio`, lines in and lines out.
//!
//! Five functions over the protocol of `cardwright-wire`; they translate and add nothing. JavaScript programs use the typed package around
//! them (`crates/wasm/npm`, described in `docs/guide/javascript.md`).

use cardwright_wire::rpc;
use wasm_bindgen::prelude::wasm_bindgen;

/// The matches of one client, as [`rpc::Service`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct Service(rpc::Service);

#[wasm_bindgen]
impl Service {
    /// A service without matches. Seeds that a client leaves open follow from `seed`.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u64) -> Service {
        Service(rpc::Service::new(seed))
    }

    /// Takes a line (one JSON-RPC message) and gives the lines to send back. Never throws: what is wrong with a line is
    /// said in an answer.
    pub fn handle(&mut self, line: &str) -> Vec<String> {
        self.0.handle(line.as_bytes())
    }

    /// Goes on with long work (some games of a simulation, a ruling of a changed card) and gives the lines to send: progress, or an answer. Call it again
    /// and again while the service is busy.
    pub fn work(&mut self) -> Vec<String> {
        self.0.work()
    }

    /// Whether long work is under way.
    #[wasm_bindgen(getter)]
    pub fn busy(&self) -> bool {
        self.0.is_busy()
    }

    /// Whether `shutdown` was said.
    #[wasm_bindgen(getter)]
    pub fn over(&self) -> bool {
        self.0.is_over()
    }
}
