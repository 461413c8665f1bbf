//! A protocol for programs in any language: JSON-RPC 2.0, one message per line.
//!
//! A [`Service`] holds the matches of one client. It takes lines and returns lines; the host transports them
//! (standard input and output, a socket). It reads no files, uses no clock and starts no threads. Simulations run a
//! few games at a time, whenever the host calls [`Service::work`].
//!
//! ```
//! use cardwright_wire::rpc::Service;
//!
//! let mut service = Service::new(7);
//! let line = br#"{"jsonrpc":"2.0","id":1,"method":"match/new","params":{"game":"robotory"}}"#;
//! let replies = service.handle(line);
//! assert!(replies[0].contains(r#""match":"m1""#));
//! ```

mod bots;
mod docs;
mod faults;
mod jobs;
mod limits;
mod matches;
mod message;
mod methods;
mod mutation;
#[cfg(feature = "schema")]
mod openrpc;
mod params;
mod seat_endpoint;
mod tools;
mod waiting;
mod work;

pub use docs::errors_page;
pub use faults::{RpcError, codes};
pub use limits::{
    ACTIONS, BATCH, BOT_ACTIONS, CHANGES, CHOICES, GAMES, JOBS, LINE_BYTES, LINES, MATCHES, PACKS,
    PROTOCOL, REPLIES, RULINGS, SEAT_REPLIES, WAITING,
};
pub use message::requests;
pub use methods::METHODS;
#[cfg(feature = "schema")]
pub use openrpc::openrpc;
pub use params::*;
pub use seat_endpoint::{SEAT_METHODS, SeatEndpoint};

use cardwright::{DynGame, Session, Setup, SetupError, meant, rulebook};
use jobs::Job;
use message::{Request, done, shortened};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use waiting::Playing;
use work::JobKind;

/// The maximum number of cached rulebooks; each may contain packs of some megabytes.
const BOOKS: usize = 6;

/// The matches and running jobs of one client.
#[derive(Debug)]
pub struct Service {
    matches: BTreeMap<String, Session>,
    /// The names of matches that are sampled worlds.
    worlds: BTreeSet<String>,
    /// Matches in which bots are acting now.
    playing: VecDeque<Playing>,
    /// How many matches have been created so far.
    made: u64,
    /// The source of seeds for requests that name none.
    seed: u64,
    jobs: VecDeque<Job>,
    /// The most recently made rulebooks with their setups, cached because clients start many matches under the same
    /// rules.
    books: VecDeque<(&'static str, Setup, Arc<dyn DynGame>)>,
    over: bool,
    /// The maximum number of actions in all matches, and of actions that bots take before a request is answered.
    most_actions: usize,
    most_bot_actions: usize,
}

impl Service {
    /// A service without matches. Seeds that a client does not choose are derived from `seed`.
    pub fn new(seed: u64) -> Self {
        Service {
            matches: BTreeMap::new(),
            worlds: BTreeSet::new(),
            playing: VecDeque::new(),
            made: 0,
            seed,
            jobs: VecDeque::new(),
            books: VecDeque::new(),
            over: false,
            most_actions: ACTIONS,
            most_bot_actions: BOT_ACTIONS,
        }
    }

    /// Whether the client has sent `shutdown`.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether long work is running or bots are acting. If so, call [`Service::work`] repeatedly.
    pub fn is_busy(&self) -> bool {
        !self.jobs.is_empty() || !self.playing.is_empty()
    }

    /// The session with this name, for a host that needs more than the protocol offers, such as features for machine
    /// learning. It is for the host only, because it contains all hidden information.
    pub fn session_of(&self, name: &str) -> Option<&Session> {
        self.matches.get(name)
    }

    /// Handles a line and returns the lines to send back. Bots have acted by then; only long work is left to
    /// [`Service::work`]. It never fails: errors are reported in a reply.
    pub fn handle(&mut self, line: &[u8]) -> Vec<String> {
        let mut replies = self.begin(line);
        replies.extend(self.let_bots_end());
        replies
    }

    /// Like [`Service::handle`], for a host that reads lines while bots think. Bots act one by one in
    /// [`Service::work`], and the request is answered once they are done. Until then, other requests about the same
    /// match wait, except `match/cancel`; requests about other matches do not.
    pub fn begin(&mut self, line: &[u8]) -> Vec<String> {
        let mut replies = Vec::new();
        let last = message::answer(line, limits::REPLIES, |request, in_batch| {
            // A batch and `shutdown` wait until everything requested before them is done.
            if in_batch || request.method == "shutdown" {
                replies.extend(self.let_bots_end());
            }
            self.reply(request, in_batch)
        });
        replies.extend(last);
        replies
    }

    /// Continues running work by one step: an action of a bot, some games of a simulation, or a ruling of a changed
    /// card. Returns the lines to send.
    pub fn work(&mut self) -> Vec<String> {
        if self.playing.is_empty() {
            self.some_work()
        } else {
            self.one_answer()
        }
    }

    /// The reply to a line longer than [`LINE_BYTES`]; the host need not store that line.
    pub fn too_long(&self) -> Vec<String> {
        message::too_long()
    }

    /// The reply to a request; `None` for a notification, and for a request that is answered later.
    fn reply(&mut self, request: Request, in_batch: bool) -> Option<Value> {
        let id = request.id.clone();
        let found = match request.method.as_str() {
            "simulate/run" | "pack/mutate" => self.begin_job(&request, in_batch).map(|()| None),
            _ => match self.wait_for_bots(request) {
                Ok(None) => return None,
                Ok(Some(request)) => self.call(&request, in_batch),
                Err(fault) => Err(fault),
            },
        };
        let found = match found {
            Ok(None) => return None,
            Ok(Some(result)) => Ok(result),
            Err(fault) => Err(fault),
        };
        id.map(|id| message::replied(&id, found))
    }

    /// The rulebook of a setup, cached.
    fn book(&mut self, game: &'static str, setup: Setup) -> Result<Arc<dyn DynGame>, SetupError> {
        if let Some((.., book)) = self
            .books
            .iter()
            .find(|(of, made, _)| *of == game && *made == setup)
        {
            return Ok(book.clone());
        }
        let book = rulebook(game, &setup)?;
        self.books.truncate(BOOKS - 1);
        self.books.push_front((game, setup, book.clone()));
        Ok(book)
    }

    /// Calls a method; `None` if it is answered later.
    fn call(&mut self, request: &Request, in_batch: bool) -> Result<Option<Value>, RpcError> {
        let answers = match request.method.as_str() {
            "match/new" => self.match_new(request.params()?)?,
            "match/load" => self.match_load(request.params()?)?,
            "match/world" => self.match_world(request.params()?)?,
            "match/play" => self.match_play(request.params()?)?,
            "match/bots" => self.match_bots(request.params()?)?,
            _ => return self.call_at_once(request).map(Some),
        };
        self.answer_after_bots(request.id.clone(), answers, in_batch)
    }

    fn call_at_once(&mut self, request: &Request) -> Result<Value, RpcError> {
        match request.method.as_str() {
            "initialize" => tools::initialize(request.params()?),
            "match/cancel" => self.match_cancel(request.params()?),
            "match/close" => self.match_close(request.params()?),
            "match/save" => self.match_save(request.params()?),
            "match/question" => self.match_question(request.params()?),
            "match/undo" => self.match_undo(request.params()?),
            "match/hint" => self.match_hint(&request.params()?),
            "match/lines" => self.match_lines(request.params()?),
            "match/view" => self.match_view(request.params()?),
            "match/scene" => self.match_scene(request.params()?),
            "match/why" => self.match_why(request.params()?),
            "match/position" => self.match_position(request.params()?),
            "match/actions" => self.match_actions(request.params()?),
            "pack/archive" => tools::pack_archive(request.params()?),
            "pack/cancel" => self.cancel_job(&request.params()?, JobKind::Mutation),
            "pack/check" => tools::pack_check(request.params()?),
            "pack/new" => tools::pack_new(&request.params()?),
            "pack/text" => tools::pack_text(request.params()?),
            "pack/odds" => tools::pack_odds(request.params()?),
            "pack/test" => tools::pack_test(request.params()?),
            "judge/write" => tools::judge_write(request.params()?),
            "judge/run" => tools::judge_run(request.params()?),
            "rules/ask" => tools::rules_ask(&request.params()?),
            "rules/explain" => tools::rules_explain(request.params()?),
            "rules/texts" => tools::rules_texts(request.params()?),
            "simulate/cancel" => self.cancel_job(&request.params()?, JobKind::Simulation),
            "shutdown" => {
                let Nothing {} = request.params()?;
                self.over = true;
                done(&json!({}))
            }
            other => Err(RpcError::new(
                codes::NO_METHOD,
                format!("there is no method `{}`", shortened(other)),
                json!({ "kind": "no-method", "help": meant(other, &METHODS) }),
            )),
        }
    }
}
