//! Who knows which goal card: what a viewer sees, and the states that it cannot tell apart.

use crate::actions::Action;
use crate::rules::{self, Rulebook};
use crate::state::{Card, GOALS, State, Step};
use cardwright_kernel::{Assumption, Hidden, Refusal, Rng, RuleId, Seat, Viewer, below};
use cardwright_runtime::form::read_action;

/// Whether a goal card lies before a seat that a viewer does not see (clause SK-1.3): it is another's, and was not shown
/// to claim the game.
fn hides(state: &State, viewer: Viewer, seat: Seat) -> bool {
    let shown = state.step == Step::Won && state.active == seat;
    let own = [Viewer::Referee, Viewer::Seat(seat)].contains(&viewer);
    state.goals[seat.index() & 1] != Card::None && !shown && !own
}

/// Puts a card for each goal that the viewer does not see.
fn replaced(state: &State, viewer: Viewer, mut card: impl FnMut(Seat) -> Card) -> State {
    let mut known = *state;
    for seat in [Seat(0), Seat(1)] {
        if hides(state, viewer, seat) {
            known.goals[seat.index()] = card(seat);
        }
    }
    known
}

impl Hidden for Rulebook {
    type View = State;

    fn seen_by(&self, state: &State, action: Action) -> Option<Seat> {
        matches!(action, Action::Draw { .. }).then_some(state.active)
    }

    fn view(&self, state: &State, viewer: Viewer) -> State {
        replaced(state, viewer, |_| Card::Unknown)
    }

    fn table_view(&self, state: &State, eyes: Viewer, unseen: &[(Seat, &str)]) -> State {
        let mut view = self.view(state, eyes);
        for (seat, _) in unseen {
            view.goals[seat.index() & 1] = Card::Unknown;
        }
        view
    }

    fn table_knows(&self, state: &State, action: Action, unseen: &[(Seat, &str)]) -> bool {
        let own = unseen.iter().any(|(seat, _)| *seat == state.active);
        !(own && matches!(action, Action::Claim { .. }))
    }

    fn concealed(&self, state: &State, seat: Seat, viewer: Viewer) -> usize {
        usize::from(hides(state, viewer, seat))
    }

    fn determinize(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        replaced(state, Viewer::Seat(seat), |_| GOALS[below(rng, 3) as usize])
    }

    fn known_to(&self, state: &State, viewer: Viewer, permutation: u8) -> State {
        let nth = |seat: Seat| GOALS[(usize::from(permutation) + seat.index()) % 3];
        replaced(state, viewer, nth)
    }

    /// A claim of another player hangs on a goal card that the viewer does not see.
    fn assume(
        &self,
        known: &State,
        who: Option<Seat>,
        text: &str,
        viewer: Viewer,
    ) -> Assumption<State> {
        match (who, read_action(self, text)) {
            (Some(seat), Ok(Action::Claim { goal })) if hides(known, viewer, seat) => {
                if !GOALS.contains(&goal) {
                    return Assumption::Not(Refusal::new(
                        "there is no such goal card",
                        rules::GOALS,
                    ));
                }
                let mut state = *known;
                state.goals[seat.index() & 1] = goal;
                Assumption::If(state)
            }
            _ => Assumption::Known,
        }
    }

    fn secrecy(&self) -> Option<RuleId> {
        Some(rules::SECRET)
    }

    fn hides_actions(&self, state: &State, viewer: Viewer) -> bool {
        state.step == Step::Turn && hides(state, viewer, state.active)
    }
}
