//! Mutation testing of packs: which changes their rulings do not notice, one ruling at a time.

use super::faults::{RpcError, codes};
use super::limits::{CHANGES, RULINGS};
use super::message::done;
use super::params::{Mutate, RulingText};
use super::tools;
use super::work::{JobKind, Work};
use cardwright::check_packs;
use cardwright::judge::{Ruling, read};
use cardwright::mutate::{Mutants, Trial, Tried};
use serde_json::{Value, json};

/// A running search for changes of cards that no ruling notices.
#[derive(Debug)]
pub(super) struct Mutation {
    mutants: Mutants,
    rulings: Vec<Ruling>,
    /// The ruling that notices each change so far.
    noticed: Vec<Option<String>>,
    /// The rulings of the change being tried.
    trial: Option<Trial>,
}

impl Mutation {
    /// Prepares the changes, and plays the rulings once without any change.
    pub(super) fn new(given: Mutate) -> Result<Self, RpcError> {
        let texts = tools::ruling_texts(&given.packs)
            .chain(given.rulings)
            .collect::<Vec<_>>();
        if texts.len() > RULINGS {
            let message = format!("a request has at most {RULINGS} rulings");
            return Err(RpcError::limit(message, "name fewer packs"));
        }
        let (tested, beside) = (tools::sources(given.packs)?, tools::sources(given.beside)?);
        let game = check_packs(&[tested.clone(), beside.clone()].concat())?.game;
        let mutants = Mutants::new(game, &tested, &beside)?;
        if mutants.all().len() > CHANGES {
            let message = format!(
                "there are {} changes; at most {CHANGES} are allowed",
                mutants.all().len()
            );
            return Err(RpcError::limit(
                message,
                "move some of the cards to a second pack",
            ));
        }
        let mut rulings = texts.iter().map(ruling).collect::<Result<Vec<_>, _>>()?;
        rulings.retain(|ruling| mutants.is_about(ruling));
        if rulings.is_empty() {
            let help = "write one into the pack's folder `rulings`";
            return Err(fault(
                "there are no rulings that could notice a change",
                help,
            ));
        }
        if let Some(id) = mutants.fails(&rulings) {
            let what = format!("the ruling `{id}` fails even without a change");
            return Err(fault(&what, "`pack/test` shows how"));
        }
        Ok(Mutation {
            mutants,
            rulings,
            noticed: Vec::new(),
            trial: None,
        })
    }
}

impl Work for Mutation {
    fn sort(&self) -> JobKind {
        JobKind::Mutation
    }

    fn step(&mut self) -> Option<Result<Value, RpcError>> {
        let now = self.noticed.len();
        if self.trial.is_none() {
            self.trial = self.mutants.trial(now, &self.rulings);
        }
        let Some(trial) = &mut self.trial else {
            let by = self.noticed.iter().map(Option::as_deref);
            return Some(done(&crate::mutations(self.mutants.all().iter().zip(by))));
        };
        let by = match trial.play_next(&self.rulings) {
            Tried::Held => return None,
            Tried::Noticed(id) => Some(id),
            Tried::Unnoticed => None,
        };
        self.noticed.push(by);
        self.trial = None;
        None
    }

    fn done(&self) -> (u64, u64) {
        (self.noticed.len() as u64, self.mutants.all().len() as u64)
    }
}

fn ruling(text: &RulingText) -> Result<Ruling, RpcError> {
    read(&text.text).map_err(|faults| {
        let first = faults.into_iter().next();
        first.map_or_else(
            || fault(&format!("{} cannot be read", text.name), ""),
            |first| {
                let what = format!(
                    "{}:{}:{}: {}",
                    text.name, first.line, first.column, first.message
                );
                fault(&what, &first.help)
            },
        )
    })
}

fn fault(what: &str, help: &str) -> RpcError {
    RpcError::new(
        codes::RULINGS,
        what,
        json!({ "kind": "rulings", "help": help }),
    )
}
