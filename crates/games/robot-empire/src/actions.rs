//! The actions, the moments at which they are possible, and how lists of them are visited.

use crate::state::{CardDefId, MoonId, Named, PlayerId, Spot, Step, Time};
use std::ops::ControlFlow;

/// An action of a player or of chance. Cards are card definitions of the rulebook, seats count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Chooses the number of coins for the Battery.
    Battery(u8),
    /// Chance: selects the first Moon.
    FirstMoon(CardDefId),
    /// Chance: draws a card.
    Draw(CardDefId),
    /// Chance: selects the first player.
    First(PlayerId),
    /// Chance: rolls the die.
    Roll(u8),
    /// Passes in this window.
    Pass,
    /// Ends this phase.
    Done,
    /// Lets this fighter do nothing.
    Stay,
    /// Plays a card.
    Play(CardDefId),
    /// Installs a Component on a card.
    Install(CardDefId, Spot),
    /// Plays an Agent or Super Weapon on a target.
    Show(CardDefId, Named),
    /// Pays for a Permanent.
    Permanent(Spot),
    /// Pays for an Instant.
    Instant(Spot),
    /// Taps Equipment for a target.
    Tap(Spot, Named),
    /// Assembles a Mega Robot from a top and legs.
    Assemble(Spot, Spot),
    /// Lands on a Moon.
    Land(Spot, MoonId),
    /// Returns from a Moon.
    Return(Spot),
    /// Fires at a target at long range.
    Fire(Spot, Named),
    /// Attacks a player.
    Attack(PlayerId),
    /// Joins the chain of another fighter.
    Chain(Spot),
    /// Blocks an attacker.
    Block(Spot),
    /// Selects the next blocker that takes damage.
    Order(Spot),
    /// Discards a card.
    Discard(CardDefId),
    /// Attacks Equipment.
    AttackAt(Spot),
    /// Joins two Monsters of a side in the Play phase.
    Link(Spot, Spot),
    /// Assigns damage to a member of a chain.
    Mark(Spot),
    /// Chance: decides whether the next card is a Moon.
    Back(bool),
    /// Answers a card's question. The question determines what the number means; a number may also encode a choice of
    /// another kind (`choice::Kind::misplaced`).
    Choose(i32),
    /// Answers a card's question with no choice.
    ChooseNone,
}

/// Whether a list continues.
pub(crate) type More = ControlFlow<()>;

/// The callback for each allowed action.
pub(crate) trait Each: FnMut(Action) -> More {}

impl<F: FnMut(Action) -> More> Each for F {}

/// A moment at which several players may act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    /// An announcement is waiting.
    Announced,
    /// A window of the turn.
    Window(Time),
}

/// Actions that are listed together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offer {
    /// The actions of a seat in a window, except passing.
    Window(PlayerId, Moment),
    /// The actions of a seat in its own step, which is the step of the state.
    Step(PlayerId, Step),
}
