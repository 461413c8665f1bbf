//! What players and chance can do, and what happens then.

use crate::rules::Rulebook;
use crate::state::{Card, Face};
use cardwright_kernel::Seat;
use cardwright_runtime::{actions, events};

actions! {
    /// An action of Skeleton.
    Action as "SkeletonAction" in Rulebook {
        /// Roll the die.
        Roll = "roll", "roll", "roll the die";
        /// Bank the pot.
        Bank = "bank", "bank", "bank the pot";
        /// Claim the game.
        Claim { /// The goal card.
            goal: Card } = "claim", "claim 25", "show the goal {goal} and win";
        /// Chance: a goal card is drawn.
        Draw { /// The card.
            goal: Card } = "draw", "draw 25", "the goal {goal} is drawn";
        /// Chance: the die shows a face.
        Show { /// The face.
            face: Face } = "show", "show 4", "the die shows {face}";
    }
}

events! {
    /// Something that happened.
    Event {
        /// A player has drawn a goal card; which, that player alone sees.
        Drew { /// Who.
            seat: Seat } = "player {seat} draws a goal card";
        /// Which goal card it is.
        Got { /// Who.
            seat: Seat, /// The card.
            goal: Card } = "player {seat}'s goal is {goal}";
        /// The die was rolled.
        Rolled { /// By whom.
            seat: Seat, /// The face.
            face: Face, /// The pot after it.
            pot: u8 } = "player {seat} rolls {face}; the pot is {pot}";
        /// The pot was banked.
        Banked { /// By whom.
            seat: Seat, /// The pot.
            pot: u8, /// The score after it.
            score: u8 } = "player {seat} banks {pot} and has {score}";
        /// The game was claimed.
        Claimed { /// By whom.
            seat: Seat, /// The goal.
            goal: Card, /// The points.
            score: u8 } = "player {seat} shows the goal {goal} and wins with {score}";
        /// The last turn is over.
        Spent { /// The score of player 1.
            one: u8, /// The score of player 2.
            two: u8 } = "the last turn is over: {one} to {two}";
    }
}
