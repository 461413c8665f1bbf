//! What sort of thing a card remembers.

use crate::cards::lexicon::VerbId;
use cardwright_effects::{Card, Op};

/// What sort of thing a card remembers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Memo {
    /// Nothing: it is a card for counters.
    None,
    /// A number.
    Number,
    /// A robot.
    Robot,
}

impl Memo {
    /// What a card remembers, by the first verb that says so; a card that says both does not load.
    pub(crate) fn of(card: &Card) -> Memo {
        let ops = card
            .handlers
            .iter()
            .flat_map(|handler| &handler.program.ops);
        let memo = |op: &Op| match *op {
            Op::Do { verb, .. } => match VerbId::of(verb)? {
                VerbId::Remember => Some(Memo::Number),
                VerbId::RememberRobot => Some(Memo::Robot),
                // The others are about nothing that is remembered.
                VerbId::Aim
                | VerbId::Strike
                | VerbId::Gain
                | VerbId::GainBeyond
                | VerbId::Lose
                | VerbId::Add
                | VerbId::Reduce
                | VerbId::Prevent
                | VerbId::Deflect
                | VerbId::AddUnstoppable
                | VerbId::TurnDie
                | VerbId::SkipTurn
                | VerbId::Take
                | VerbId::Buy
                | VerbId::Build
                | VerbId::Look
                | VerbId::ForbidReroll
                | VerbId::StayOn
                | VerbId::StayUntilTurn
                | VerbId::StayUntilTurnEnd
                | VerbId::Leave
                | VerbId::PutCounters
                | VerbId::TakeCounters
                | VerbId::Forget => None,
            },
            _ => None,
        };
        ops.filter_map(memo).next().unwrap_or(Memo::None)
    }
}
