//! The rules: who is asked, what is allowed, and what each action does.

use crate::actions::{Action, Event};
use crate::rules::{self, Rulebook};
use crate::state::{Card, FULL_POT, Face, GOALS, LAST_TURN, State, Step};
use cardwright_kernel::{
    About, Actor, Clause, Log, Outcome, Refusal, RuleId, Rules, Seat, SeatSet,
};

/// The table before the first draw.
pub(crate) const START: State = State {
    step: Step::Deal,
    active: Seat(0),
    turn: 1,
    pot: 0,
    scores: [0; 2],
    goals: [Card::None; 2],
};

impl Rules for Rulebook {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn about(&self) -> About {
        About {
            game: "skeleton".into(),
            players: 2,
            options: Vec::new(),
            packs: Default::default(),
        }
    }

    fn start<L: Log<Event>>(&self, _: &mut L) -> State {
        START
    }

    fn actor(&self, state: &State) -> Actor {
        let [one, two] = state.scores;
        let winners = match state.step {
            Step::Deal | Step::Die => return Actor::Chance,
            Step::Turn => return Actor::Seat(state.active),
            Step::Won => SeatSet::one(state.active),
            // A bit a seat: both win where the scores are equal.
            Step::Spent => SeatSet(u8::from(one >= two) | u8::from(two >= one) << 1),
        };
        Actor::Over(Outcome { winners })
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        let goal = state.goal();
        let all = [Action::Roll, Action::Bank, Action::Claim { goal }];
        let allowed = |action: &Action| lacking(state, *action).is_none();
        out.extend(all.into_iter().filter(allowed));
    }

    fn chance_outcomes(&self, state: &State, out: &mut Vec<(Action, u32)>) {
        match state.step {
            Step::Deal => out.extend(GOALS.map(|goal| (Action::Draw { goal }, 1))),
            Step::Die => out.extend(Face::ALL.map(|face| (Action::Show { face }, 1))),
            _ => {}
        }
    }

    fn refuse(&self, state: &State, action: Action) -> Option<Refusal> {
        let (clause, what, help) = lacking(state, action)?;
        let fact = format!("with the pot it is {}", state.reached());
        Some(Refusal::new(what, clause).fact(fact).help(help))
    }

    fn apply_unchecked<L: Log<Event>>(&self, state: &mut State, action: Action, log: &mut L) {
        let (seat, own) = (state.active, state.active.index() & 1);
        match action {
            Action::Draw { goal } => {
                state.goals[own] = goal;
                log.emit(|| (Event::Drew { seat }, rules::GOALS.into()));
                log.emit_private(seat, || (Event::Got { seat, goal }, rules::SECRET.into()));
                state.active = Seat(1 - own as u8);
                if state.goal() != Card::None {
                    state.step = Step::Turn;
                }
            }
            Action::Roll => state.step = Step::Die,
            Action::Show { face } => {
                let one = face == Face::One;
                state.pot = if one { 0 } else { state.pot + face as u8 + 1 };
                let (pot, clause) = (state.pot, if one { rules::ONE } else { rules::ROLL });
                log.emit(|| (Event::Rolled { seat, face, pot }, clause.into()));
                state.step = Step::Turn;
                if one {
                    pass_on(state, log);
                }
            }
            Action::Bank => {
                let (pot, score) = (state.pot, state.reached());
                state.scores[own] = score;
                log.emit(|| (Event::Banked { seat, pot, score }, rules::BANK.into()));
                pass_on(state, log);
            }
            Action::Claim { goal } => {
                let score = state.reached();
                log.emit(|| (Event::Claimed { seat, goal, score }, rules::CLAIM.into()));
                state.step = Step::Won;
            }
        }
    }

    fn turns(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn check_invariants(&self, state: &State) -> Vec<String> {
        faults(state)
            .map(|(key, message)| format!("{key}: {message}"))
            .collect()
    }

    /// Two draws, and in each turn at most fifteen rolls with their faces before the pot is full, and one more action.
    fn max_game_length(&self) -> u32 {
        2 + u32::from(LAST_TURN) * (2 * 15 + 1)
    }

    fn clauses(&self) -> &'static [Clause] {
        rules::CLAUSES
    }

    fn asked_by(&self, state: &State) -> RuleId {
        [
            rules::GOALS,
            rules::TURNS,
            rules::ROLL,
            rules::CLAIM,
            rules::LAST_TURN,
        ][state.step as usize]
    }
}

/// What an action lacks to be allowed: the clause, a sentence, and what to do instead.
fn lacking(state: &State, action: Action) -> Option<(RuleId, String, &'static str)> {
    let step = match action {
        Action::Draw { .. } => Step::Deal,
        Action::Show { .. } => Step::Die,
        Action::Roll | Action::Bank | Action::Claim { .. } => Step::Turn,
    };
    let cannot = |clause, what: String, help| Some((clause, what, help));
    match action {
        _ if step != state.step => cannot(
            rules::TURNS,
            "this is not asked now".into(),
            "see what is asked",
        ),
        Action::Draw { goal } if !GOALS.contains(&goal) => cannot(
            rules::GOALS,
            format!("there is no goal card `{goal}`"),
            "draw 20, 25 or 30",
        ),
        Action::Roll if state.pot >= FULL_POT => cannot(
            rules::FULL_POT,
            format!("the pot has {FULL_POT} points or more"),
            "bank it",
        ),
        Action::Claim { goal } if goal != state.goal() => cannot(
            rules::CLAIM,
            format!("player {}'s goal is not {goal}", state.active),
            "roll or bank",
        ),
        Action::Claim { goal } if state.reached() < points(goal) => cannot(
            rules::CLAIM,
            format!("the goal {goal} is not reached"),
            "roll or bank",
        ),
        _ => None,
    }
}

/// The points that a goal card asks for; 255 where it is none that is known.
fn points(goal: Card) -> u8 {
    goal.name().parse().unwrap_or(u8::MAX)
}

/// Gives the turn to the other player, or ends the game after the last turn.
fn pass_on<L: Log<Event>>(state: &mut State, log: &mut L) {
    state.pot = 0;
    if state.turn == LAST_TURN {
        let [one, two] = state.scores;
        log.emit(|| (Event::Spent { one, two }, rules::LAST_TURN.into()));
        state.step = Step::Spent;
    } else {
        state.turn += 1;
        state.active = Seat(1 - (state.active.0 & 1));
    }
}

/// Everything about a state that cannot be: the key, and a sentence with its clause.
pub(crate) fn faults(state: &State) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let first = state.active == Seat(0);
    let dealt = state.goals.map(|goal| GOALS.contains(&goal));
    let dealing = state.step == Step::Deal;
    let goals = match dealing {
        true => {
            state.goals[1] == Card::None
                && dealt[0] != first
                && (dealt[0] || state.goals[0] == Card::None)
        }
        false => dealt == [true; 2],
    };
    let active =
        dealing && state.active.0 < 2 || state.active.0 == (state.turn.wrapping_sub(1)) % 2;
    let turn = (1..=LAST_TURN).contains(&state.turn) && (!dealing || state.turn == 1);
    let most = if state.step == Step::Die {
        FULL_POT - 1
    } else {
        FULL_POT + 5
    };
    let points = state.pot != 1
        && state.pot <= most
        && state.scores.iter().all(|score| *score != 1 && *score < 200);
    let step = match state.step {
        Step::Deal => (state.pot, state.scores) == (0, [0; 2]),
        Step::Won => state.reached() >= self::points(state.goal()),
        Step::Spent => (state.turn, state.pot) == (LAST_TURN, 0),
        _ => true,
    };
    let all = [
        (
            goals,
            "goals",
            "the goal cards do not fit the step (SK-1.2)",
        ),
        (
            active,
            "active",
            "in this turn the other player plays (SK-1.1)",
        ),
        (turn, "turn", "there is no such turn (SK-3.2)"),
        (points, "pot", "no rolls give such points (SK-2.1, SK-2.3)"),
        (
            step,
            "step",
            "the rest does not fit this step (SK-3.1, SK-3.2)",
        ),
    ];
    let wrong = all.into_iter().filter(|(holds, ..)| !holds);
    wrong.map(|(_, key, message)| (key, message))
}
