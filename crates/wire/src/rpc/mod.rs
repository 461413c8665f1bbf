//! A protocol for any language: JSON-RPC 2.0, one message a line.
//!
//! A [`Service`] holds the matches of one client. It takes lines and gives lines; who carries them (standard input and output,
//! a socket) is the host's affair. It reads no file, looks at no clock and starts no thread: games are simulated a few at
//! a time whenever the host calls [`Service::work`].
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
    ANSWERS, BATCH, BOT_ANSWERS, CHANGES, CHOICES, GAMES, JOBS, LINE_BYTES, LINES, MATCHES, PACKS,
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

/// Rulebooks that are kept: each may hold packs of some megabytes.
const BOOKS: usize = 6;

/// The matches of one client, and what it has asked for.
#[derive(Debug)]
pub struct Service {
    matches: BTreeMap<String, Session>,
    /// Those of them that are sampled worlds.
    worlds: BTreeSet<String>,
    /// Matches in which bots answer now.
    playing: VecDeque<Playing>,
    /// How many matches were made so far.
    made: u64,
    /// What the next seed follows from, where a client names none.
    seed: u64,
    jobs: VecDeque<Job>,
    /// Rulebooks made last, with what they were made of: clients begin many matches under the same rules.
    books: VecDeque<(&'static str, Setup, Arc<dyn DynGame>)>,
    over: bool,
}

impl Service {
    /// A service without matches. Seeds that a client leaves open follow from `seed`.
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
        }
    }

    /// Whether the client has said `shutdown`.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether simulations or other long work are under way, or bots answer: then call [`Service::work`] again and again.
    pub fn is_busy(&self) -> bool {
        !self.jobs.is_empty() || !self.playing.is_empty()
    }

    /// The match of a name, for a host that works out more of it than the protocol says, such as numbers for learning
    /// machines. It is the host's: nothing in it is hidden from whoever holds it.
    pub fn session_of(&self, name: &str) -> Option<&Session> {
        self.matches.get(name)
    }

    /// Takes a line and gives the lines to send back; bots have answered by then, and only long work is left to
    /// [`Service::work`]. Never fails: what is wrong with a line is said in an answer.
    pub fn handle(&mut self, line: &[u8]) -> Vec<String> {
        let mut replies = self.begin(line);
        replies.extend(self.let_bots_end());
        replies
    }

    /// The same for a host that reads lines while bots think: they answer one by one in [`Service::work`], and the request is
    /// answered when they have. Requests about the same match wait for that, but `match/cancel`; others do not.
    pub fn begin(&mut self, line: &[u8]) -> Vec<String> {
        let mut replies = Vec::new();
        let last = message::answer(line, limits::REPLIES, |request, in_batch| {
            // A batch and the end come after what was asked for before them.
            if in_batch || request.method == "shutdown" {
                replies.extend(self.let_bots_end());
            }
            self.reply(request, in_batch)
        });
        replies.extend(last);
        replies
    }

    /// Goes on with what is under way: one answer of a bot, or some games of a simulation, or a ruling of a changed card. Gives the lines to send.
    pub fn work(&mut self) -> Vec<String> {
        if self.playing.is_empty() {
            self.some_work()
        } else {
            self.one_answer()
        }
    }

    /// What is said to a line that is longer than [`LINE_BYTES`]; the host need not keep it.
    pub fn too_long(&self) -> Vec<String> {
        message::too_long()
    }

    /// The answer to a request; none to a notification, and none yet to what goes on.
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

    /// The rulebook of a setup, made once.
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

    /// Calls a method; none where it is answered later.
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
            "match/lines" => self.match_lines(request.params()?),
            "match/view" => self.match_view(request.params()?),
            "match/scene" => self.match_scene(request.params()?),
            "match/why" => self.match_why(request.params()?),
            "match/position" => self.match_position(request.params()?),
            "match/actions" => self.match_actions(request.params()?),
            "pack/cancel" => self.cancel_job(&request.params()?, JobKind::Mutation),
            "pack/check" => tools::pack_check(request.params()?),
            "pack/new" => tools::pack_new(&request.params()?),
            "pack/text" => tools::pack_text(request.params()?),
            "pack/odds" => tools::pack_odds(request.params()?),
            "pack/test" => tools::pack_test(request.params()?),
            "judge/write" => tools::judge_write(request.params()?),
            "judge/run" => tools::judge_run(request.params()?),
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
