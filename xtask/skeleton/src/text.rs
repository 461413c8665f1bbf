//! Questions, actions, events and positions in words.

use crate::actions::{Action, Event};
use crate::play::{START, faults};
use crate::rules::Rulebook;
use crate::state::{GOALS, State, Step};
use cardwright_kernel::{Positions, Seat, Text, TextError, Viewer};
use cardwright_runtime::form::{read_whole_position, write_position};
use cardwright_runtime::form_text;

impl Text for Rulebook {
    form_text!(Action, Event, |rules| rules; write_action, read_action, describe, describe_event, action_data);

    fn question(&self, state: &State, you: Option<Seat>) -> String {
        let State {
            turn, active, pot, ..
        } = state;
        match state.step {
            Step::Deal => format!("which goal does player {active} draw?"),
            Step::Die => "what does the die show?".into(),
            Step::Turn if you.is_some() => format!("roll, or bank {pot}?"),
            Step::Turn => format!("turn {turn}, player {active}: roll, or bank {pot}?"),
            Step::Won | Step::Spent => "the game is over".into(),
        }
    }

    fn shows(&self, action: &str) -> Option<String> {
        let goal = action.strip_prefix("claim ")?;
        Some(format!("draw {goal}"))
    }

    fn action_space(&self) -> Vec<String> {
        let claims = GOALS.map(|goal| format!("claim {goal}"));
        ["roll".into(), "bank".into()]
            .into_iter()
            .chain(claims)
            .collect()
    }

    fn standing(&self, view: &State) -> String {
        let [one, two] = view.scores;
        format!("player 1 has {one}, player 2 has {two}")
    }
}

impl Positions for Rulebook {
    fn read_position(&self, text: &str) -> Result<State, Vec<TextError>> {
        read_whole_position(START, self, text, faults)
    }

    fn write_position(&self, state: &State) -> Option<String> {
        Some(write_position(state, self))
    }

    /// A position names every goal card, so that the referee alone may write it.
    fn write_known_position(&self, state: &State, viewer: Viewer) -> Option<String> {
        (viewer == Viewer::Referee).then(|| write_position(state, self))
    }
}
