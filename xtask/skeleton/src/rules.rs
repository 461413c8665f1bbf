//! The rulebook, and the numbered clauses that the code cites. Their text is in `docs/rules/skeleton.md`.

use cardwright_runtime::clauses;

clauses! {
    TURNS = "SK-1.1", "two players take turns";
    GOALS = "SK-1.2", "each player draws a goal card";
    SECRET = "SK-1.3", "goal cards are secret";
    ROLL = "SK-2.1", "rolling the die";
    ONE = "SK-2.2", "a 1 ends the turn without points";
    FULL_POT = "SK-2.3", "nobody rolls with 30 points in the pot";
    BANK = "SK-2.4", "banking the pot";
    CLAIM = "SK-3.1", "who reaches the own goal may claim the game";
    LAST_TURN = "SK-3.2", "the game ends after turn 40";
}

/// The rules; there are no options.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rulebook;
