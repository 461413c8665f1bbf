//! The kind of data that a card stores.

use crate::lexicon::{CustomVerb, VerbId};
use cardwright_effects::{Card, Op};

/// The kind of data that a card stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Memo {
    /// No data; the bits are used for counters.
    None,
    /// A number.
    Number,
    /// Robots, with one bit for each.
    Robot,
    /// A slot.
    Slot,
}

impl Memo {
    /// The kind of data that a card stores, determined by its first verb that stores something. A card that stores
    /// two kinds does not load.
    pub(crate) fn of(card: &Card) -> Memo {
        let ops = card
            .handlers
            .iter()
            .flat_map(|handler| &handler.program.ops);
        let memo = |op: &Op| match *op {
            Op::Do { verb, .. } if verb == CustomVerb::RememberAlso.n() => Some(Memo::Robot),
            Op::Do { verb, .. } => match VerbId::of(verb)? {
                VerbId::Remember => Some(Memo::Number),
                VerbId::RememberRobot => Some(Memo::Robot),
                VerbId::RememberSlot => Some(Memo::Slot),
                // The other verbs do not store anything.
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
