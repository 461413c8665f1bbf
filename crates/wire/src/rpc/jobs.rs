//! Simulations, a few games at a time.

use super::faults::{RpcError, codes};
use super::limits::{GAMES, JOBS};
use super::message::{Request, failed};
use super::params::{Cancel, Simulate};
use super::{Desk, tools};
use crate::Report;
use cardwright::{DynGame, Tally, game, meant};
use serde_json::{Value, json};
use std::sync::Arc;

/// Games that are played before the desk looks at the next line: a few milliseconds of random play.
const AT_A_TIME: u64 = 20;
/// Messages of progress in a simulation, at most.
const MESSAGES: u64 = 100;

/// A simulation under way.
#[derive(Debug)]
pub(super) struct Job {
    id: Value,
    book: Arc<dyn DynGame>,
    bot: String,
    from: u64,
    next: u64,
    to: u64,
    tally: Tally,
    /// How many games were done at the last message of progress.
    told: u64,
}

impl Desk {
    /// Begins a simulation; it is answered when it is over.
    pub(super) fn begin_job(&mut self, request: &Request, in_batch: bool) -> Result<(), RpcError> {
        let given: Simulate = request.params()?;
        let Some(id) = request.id.clone() else {
            return Err(RpcError::params("", "a simulation has an id, by which it is answered"));
        };
        if in_batch {
            return Err(RpcError::params(
                "",
                "a simulation is no part of a batch: it is answered when it is over",
            ));
        }
        if self.jobs.len() >= JOBS {
            let message = format!("a client has at most {JOBS} simulations under way");
            return Err(RpcError::limit(message, "wait, or cancel one with `simulate/cancel`"));
        }
        let to = given.seed.checked_add(given.games).filter(|_| given.games <= GAMES);
        let Some(to) = to else {
            let message = format!("a simulation has at most {GAMES} games, of seeds that fit 64 bits");
            return Err(RpcError::limit(message, "run several and add them up"));
        };
        let info = game(&given.game)?;
        let players = given.players.unwrap_or(info.usual);
        let book = self.book(info.id, tools::setup(players, given.packs, given.options)?)?;
        let tally = book.simulate(&given.bot, 0..0).ok_or_else(|| {
            let bots = book.bots();
            let data = json!({ "kind": "setup", "help": meant(&given.bot, &bots) });
            let message = format!("{} has no bot `{}`", info.id, super::message::shortened(&given.bot));
            RpcError::new(codes::SETUP, message, data)
        })?;
        self.jobs.push_back(Job {
            id,
            book,
            bot: given.bot,
            from: given.seed,
            next: given.seed,
            to,
            tally,
            told: 0,
        });
        Ok(())
    }

    pub(super) fn cancel_job(&mut self, given: &Cancel) -> Result<Value, RpcError> {
        let found = self.jobs.iter_mut().find(|job| job.id == given.id && job.next <= job.to);
        let cancelled = found.is_some();
        if let Some(job) = found {
            // Its request is answered next.
            job.next = u64::MAX;
            job.to = 0;
        }
        Ok(json!({ "version": crate::Version, "cancelled": cancelled }))
    }

    /// Plays some games of the first simulation under way; gives progress, or its answer.
    pub(super) fn simulate_some(&mut self) -> Vec<String> {
        let Some(mut job) = self.jobs.pop_front() else { return Vec::new() };
        if job.next > job.to {
            let fault = RpcError::new(
                codes::CANCELLED,
                "the simulation was cancelled",
                json!({ "kind": "cancelled" }),
            );
            return vec![failed(&job.id, &fault).to_string()];
        }
        // A bot that searches takes long for a game.
        let some = if job.bot.starts_with("search") { 1 } else { AT_A_TIME };
        let end = job.next.saturating_add(some).min(job.to);
        if let Some(tally) = job.book.simulate(&job.bot, job.next..end) {
            job.tally.add(&tally);
        }
        job.next = end;
        if job.next < job.to {
            let lines = job.progress();
            self.jobs.push_front(job);
            return lines;
        }
        let report = Report::of(&*job.book, &job.bot, (job.from, job.to), &job.tally);
        vec![json!({ "jsonrpc": "2.0", "id": job.id, "result": report }).to_string()]
    }
}

impl Job {
    /// A message of progress, when there is enough of it.
    fn progress(&mut self) -> Vec<String> {
        let (done, all) = (self.next - self.from, self.to - self.from);
        if (done - self.told).saturating_mul(MESSAGES) < all {
            return Vec::new();
        }
        self.told = done;
        let params = json!({ "id": self.id, "done": done, "games": all });
        vec![json!({ "jsonrpc": "2.0", "method": "simulate/progress", "params": params }).to_string()]
    }
}
