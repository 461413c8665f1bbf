//! Long work in small steps: games between bots, changes of cards.

use super::Service;
use super::faults::{RpcError, codes};
use super::limits::{GAMES, JOBS};
use super::message::{Request, failed, replied, shortened};
use super::mutation::Mutation;
use super::params::{Cancel, Simulate};
use super::tools;
use super::work::{JobKind, Work};
use crate::Report;
use cardwright::{DynGame, Tally, game, meant};
use serde_json::{Value, json};
use std::sync::Arc;

/// The number of games played before the service checks for the next line: a few milliseconds of random play.
const AT_A_TIME: u64 = 20;
/// The maximum number of progress messages of a job.
const MESSAGES: u64 = 100;

/// Long work for a request.
#[derive(Debug)]
pub(super) struct Job {
    id: Value,
    work: Box<dyn Work>,
    /// Whether the request was cancelled.
    cancelled: bool,
    /// The amount of work done at the last progress message.
    told: u64,
}

impl Service {
    /// Starts a job; its request is answered when it is finished.
    pub(super) fn begin_job(&mut self, request: &Request, in_batch: bool) -> Result<(), RpcError> {
        let sort = if request.method == "pack/mutate" {
            JobKind::Mutation
        } else {
            JobKind::Simulation
        };
        let Some(id) = request.id.clone() else {
            let reason = format!(
                "{} needs an `id`, because its answer comes later",
                sort.name()
            );
            return Err(RpcError::params("", &reason));
        };
        if in_batch {
            let reason = format!(
                "{} cannot be part of a batch, because its answer comes when it is done",
                sort.name()
            );
            return Err(RpcError::params("", &reason));
        }
        if self.jobs.len() >= JOBS {
            let message = format!("a client may run at most {JOBS} simulations at the same time");
            return Err(RpcError::limit(
                message,
                "wait, or cancel one with `simulate/cancel`",
            ));
        }
        let work: Box<dyn Work> = match sort {
            JobKind::Simulation => Box::new(self.simulation(request.params()?)?),
            JobKind::Mutation => Box::new(Mutation::new(request.params()?)?),
        };
        self.jobs.push_back(Job {
            id,
            work,
            cancelled: false,
            told: 0,
        });
        Ok(())
    }

    fn simulation(&mut self, given: Simulate) -> Result<Simulation, RpcError> {
        let to = given
            .seed
            .checked_add(given.games)
            .filter(|_| given.games <= GAMES);
        let Some(to) = to else {
            let message =
                format!("a simulation has at most {GAMES} games, and its seeds fit 64 bits");
            return Err(RpcError::limit(message, "run several and add them up"));
        };
        let info = game(&given.game)?;
        let players = given.players.unwrap_or(info.usual);
        let book = self.book(info.id, tools::setup(players, given.packs, given.options)?)?;
        let tally = book.simulate(&given.bot, 0..0).ok_or_else(|| {
            let bots = book.bots();
            let data = json!({ "kind": "setup", "help": meant(&given.bot, &bots) });
            let message = format!("{} has no bot `{}`", info.id, shortened(&given.bot));
            RpcError::new(codes::SETUP, message, data)
        })?;
        Ok(Simulation {
            book,
            bot: given.bot,
            from: given.seed,
            next: given.seed,
            to,
            tally,
        })
    }

    /// Cancels a job of a kind; its request is answered when its turn comes.
    pub(super) fn cancel_job(&mut self, given: &Cancel, sort: JobKind) -> Result<Value, RpcError> {
        let mine = |job: &&mut Job| job.id == given.id && job.work.sort() == sort && !job.cancelled;
        let found = self.jobs.iter_mut().find(mine);
        let cancelled = found.is_some();
        if let Some(job) = found {
            job.cancelled = true;
        }
        Ok(json!({ "version": crate::Version, "cancelled": cancelled }))
    }

    /// Runs a step of the first job; returns progress messages, or the reply.
    pub(super) fn some_work(&mut self) -> Vec<String> {
        let Some(mut job) = self.jobs.pop_front() else {
            return Vec::new();
        };
        if job.cancelled {
            let data = json!({ "kind": "cancelled" });
            let fault = RpcError::new(codes::CANCELLED, job.work.sort().cancelled(), data);
            return vec![failed(&job.id, &fault).to_string()];
        }
        if let Some(found) = job.work.step() {
            return vec![replied(&job.id, found).to_string()];
        }
        let lines = job.progress();
        self.jobs.push_front(job);
        lines
    }
}

impl Job {
    /// A progress message, if enough work was done since the last one.
    fn progress(&mut self) -> Vec<String> {
        let (done, all) = self.work.done();
        if (done - self.told).saturating_mul(MESSAGES) < all {
            return Vec::new();
        }
        self.told = done;
        let (method, counted) = self.work.sort().progress();
        let params = json!({ "id": self.id, "done": done, counted: all });
        vec![json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string()]
    }
}

/// A running simulation.
#[derive(Debug)]
struct Simulation {
    book: Arc<dyn DynGame>,
    bot: String,
    from: u64,
    next: u64,
    to: u64,
    tally: Tally,
}

impl Work for Simulation {
    fn sort(&self) -> JobKind {
        JobKind::Simulation
    }

    fn step(&mut self) -> Option<Result<Value, RpcError>> {
        // A searching bot takes long for each game.
        let some = if self.bot.starts_with("search") {
            1
        } else {
            AT_A_TIME
        };
        let end = self.next.saturating_add(some).min(self.to);
        if let Some(tally) = self.book.simulate(&self.bot, self.next..end) {
            self.tally.add(&tally);
        }
        self.next = end;
        (self.next >= self.to).then(|| {
            Ok(json!(Report::of(
                &*self.book,
                &self.bot,
                (self.from, self.to),
                &self.tally
            )))
        })
    }

    fn done(&self) -> (u64, u64) {
        (self.next - self.from, self.to - self.from)
    }
}
