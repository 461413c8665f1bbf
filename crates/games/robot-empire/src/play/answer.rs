//! The answers, the moments in which they are given, and how lists of them are walked.

use crate::state::{CardDefId, MoonId, Named, PlayerId, Spot, Step, Time};
use std::ops::ControlFlow;

/// One answer to one question. Cards are card definitions of the rulebook, seats count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Coins for the Battery.
    Battery(u8),
    /// Chance: the Moon that lies first.
    FirstMoon(CardDefId),
    /// Chance: a card is drawn.
    Draw(CardDefId),
    /// Chance: who begins.
    First(PlayerId),
    /// Chance: the die.
    Roll(u8),
    /// Nothing more in this window.
    Pass,
    /// This phase is over.
    Done,
    /// This fighter does nothing.
    Stay,
    /// Brings a card out.
    Play(CardDefId),
    /// Installs a Component.
    Install(CardDefId, Spot),
    /// Shows an Agent or Super Weapon.
    Show(CardDefId, Named),
    /// Pays a Permanent.
    Permanent(Spot),
    /// Pays an Instant.
    Instant(Spot),
    /// Taps Equipment.
    Tap(Spot, Named),
    /// Assembles a top and legs.
    Assemble(Spot, Spot),
    /// Lands on a Moon.
    Land(Spot, MoonId),
    /// Returns from a Moon.
    Return(Spot),
    /// Fires at long range.
    Fire(Spot, Named),
    /// Attacks a player.
    Attack(PlayerId),
    /// Joins the chain of a fighter.
    Chain(Spot),
    /// Blocks an attacker.
    Block(Spot),
    /// The next blocker that gets damage.
    Order(Spot),
    /// Discards a card.
    Discard(CardDefId),
    /// Attacks Equipment.
    AttackAt(Spot),
    /// Joins a Monster of its side in the Play phase.
    Link(Spot, Spot),
    /// Lays a mark on a member of a chain.
    Mark(Spot),
    /// Chance: whether the next card is a Moon.
    Back(bool),
    /// Answers a card's question; what is asked says what the number means, or the number which other kind it is of
    /// (`choice::Kind::misplaced`).
    Choose(i32),
    /// Answers a card's question with nothing.
    ChooseNone,
}

/// Whether a list goes on.
pub(crate) type More = ControlFlow<()>;
/// What is called with each allowed answer.
pub(crate) trait Each: FnMut(Action) -> More {}

impl<F: FnMut(Action) -> More> Each for F {}

/// A moment in which several players may do something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    /// Something that was announced waits.
    Announced,
    /// A window of the turn.
    Window(Time),
}

/// Answers that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offer {
    /// What a seat may do in a window, beside passing.
    Window(PlayerId, Moment),
    /// What a seat may answer in its own step, which is that of the state.
    Step(PlayerId, Step),
}
