//! Explains questions, refusals and permissions; it decides nothing.

use crate::actions::Action;
use crate::board::Board;
use crate::hex::{Hex, Hexes, Path};
use crate::messages::{self, Message};
use crate::play::apply::number_clause;
use crate::play::legal::{count_placements, free, lacking, mixtures};
use crate::play::over::{end_clause, is_over};
use crate::rulebook::Rulebook;
use crate::rules;
use crate::state::{Colour, Pile, Robot, State, side};
use cardwright_kernel::{Cites, Grounds, Refusal, Seat};
use cardwright_runtime::ids::Id;

/// The current question; the player `you` needs neither the turn nor a name.
pub(crate) fn question(rules: &Rulebook, state: &State, you: Option<Seat>) -> String {
    if is_over(rules, state) {
        return "the game is over".into();
    }
    let board = rules.board();
    let moves = |robot: &Robot| {
        let near = board.near(state.robots[robot.index()]);
        near.meets(state.fuel(*robot))
    };
    let placing = (count_placements(board, state) > 0).then(|| "place a disc".into());
    let moving = Robot::ALL.iter().any(moves).then(|| "move a robot".into());
    let number = lacking(rules.supply(), state);
    let refilling = (number > 0).then(|| format!("refill with {number}"));
    let kinds: Vec<String> = [placing, moving, refilling].into_iter().flatten().collect();
    let kinds = kinds.join(" or ");
    match you {
        Some(_) => kinds,
        None => format!("turn {}, {}: {kinds}", state.turn, side(state.to_move)),
    }
}

/// Why an action is not allowed; `None` if it is allowed.
pub(crate) fn refuse(rules: &Rulebook, state: &State, action: Action) -> Option<Refusal> {
    if is_over(rules, state) {
        return no(end_clause(rules), messages::game_over(), []);
    }
    match action {
        Action::Place { colour, hex } => refuse_place(rules.board(), state, colour, hex),
        Action::Move { robot, path } => refuse_move(rules.board(), state, robot, path),
        Action::Refill { take } => refuse_refill(rules, state, take),
    }
}

fn no<const N: usize>(
    cites: impl Into<Cites>,
    message: Message,
    facts: [String; N],
) -> Option<Refusal> {
    let refusal = Refusal::new(message.text, cites).help(message.help);
    Some(facts.into_iter().fold(refusal, Refusal::fact))
}

fn holds(state: &State) -> String {
    format!("{} holds {}", side(state.to_move), state.hand())
}

/// What is on a hex.
fn on_it(board: &Board, state: &State, hex: Hex) -> String {
    let name = board.name(hex);
    match (state.robot_on(hex), state.disc_on(hex)) {
        (Some(robot), _) => format!("the {robot} robot is on {name}"),
        (None, Some(colour)) => format!("there is a {colour} disc on {name}"),
        (None, None) => format!("{name} is empty"),
    }
}

fn refuse_place(board: &Board, state: &State, colour: Colour, hex: Hex) -> Option<Refusal> {
    if hex.index() >= board.len() {
        no(rules::BOARD, messages::no_such_hex(board.ranges()), [])
    } else if state.hand().of(colour) == 0 {
        let message = messages::no_disc(side(state.to_move), colour);
        no(rules::PLACE, message, [holds(state)])
    } else if !free(board, state).contains(hex) {
        let message = messages::not_free(board.name(hex));
        no(rules::FREE_HEX, message, [on_it(board, state, hex)])
    } else {
        None
    }
}

fn refuse_move(board: &Board, state: &State, robot: Robot, path: Path) -> Option<Refusal> {
    let from = state.robots[robot.index()];
    let stands = board.name(from);
    if path.start() != from {
        let message = messages::wrong_start(robot, board.name(path.start()), stands);
        return no(rules::STEP, message, [on_it(board, state, from)]);
    }
    if path.hexes() == 1 {
        let cites = Cites::from(rules::LENGTH).and(rules::NO_PASS);
        let fact = format!("the path is {stands} alone");
        return no(cites, messages::no_step(), [fact]);
    }
    let (mut at, mut been) = (from, from.only());
    path.iter().skip(1).find_map(|hex| {
        let refusal = refuse_step(board, state, robot, (at, hex), been);
        (at, been) = (hex, been.with(hex));
        refusal
    })
}

/// Why a robot that has been on the hexes in `been` cannot take a step.
fn refuse_step(
    board: &Board,
    state: &State,
    robot: Robot,
    (from, to): (Hex, Hex),
    been: Hexes,
) -> Option<Refusal> {
    let (near, from, name) = (board.near(from), board.name(from), board.name(to));
    if to.index() >= board.len() || !near.contains(to) {
        let cites = Cites::from(rules::STEP).and(rules::NEIGHBOURS);
        let fact = format!("{from} touches {}", board.list(near));
        return no(cites, messages::not_next(name, from), [fact]);
    }
    if been.contains(to) {
        let burned = "a robot never starts on one, and burns those it enters";
        let fact = format!("by then there is no disc on {name}: {burned}");
        return no(rules::NO_HEX_TWICE, messages::twice(name), [fact]);
    }
    let (rule, message, fact) = match (state.robot_on(to), state.disc_on(to)) {
        (None, Some(colour)) if robot.burns(colour) => return None,
        (Some(_), _) => {
            let message = messages::robot_there(robot, name);
            (rules::ONTO_DISC, message, on_it(board, state, to))
        }
        (None, None) => {
            let message = messages::no_disc_there(robot, name);
            (
                rules::ONTO_DISC,
                message,
                format!("there is no disc on {name}"),
            )
        }
        (None, Some(_)) => {
            let message = messages::no_fuel(robot, name);
            (rules::BURNS, message, on_it(board, state, to))
        }
    };
    no(rule, message, [fact])
}

fn refuse_refill(rules: &Rulebook, state: &State, take: Pile) -> Option<Refusal> {
    let (reserve, number) = (state.reserve, lacking(rules.supply(), state));
    if number == 0 {
        let message = messages::supply_full(side(state.to_move));
        return no(rules::REFILL, message, [holds(state)]);
    }
    let lies = format!("the reserve holds {reserve}");
    let mixtures = mixtures(reserve, number).map(|take| take.to_string());
    let mixtures = mixtures.collect::<Vec<_>>().join(", or ");
    if take.total() != number {
        let message = messages::not_exactly(number, take.total(), mixtures);
        return no(number_clause(rules, state), message, [holds(state), lies]);
    }
    let mut colours = Colour::ALL.into_iter();
    let short = colours.find(|colour| take.of(*colour) > reserve.of(*colour))?;
    no(
        rules::COLOUR_SHORT,
        messages::colour_short(short, mixtures),
        [lies],
    )
}

/// Why an allowed action is allowed.
pub(crate) fn grounds(rules: &Rulebook, state: &State, action: Action) -> Grounds {
    let board = rules.board();
    let (cites, facts) = match action {
        Action::Place { hex, .. } => {
            let cites = Cites::from(rules::PLACE).and(rules::FREE_HEX);
            (cites, vec![holds(state), on_it(board, state, hex)])
        }
        Action::Move { robot, path } => {
            let cites = Cites::from(rules::STEP)
                .and(rules::ONTO_DISC)
                .and(rules::BURNS);
            let on_it = |hex| on_it(board, state, hex);
            let stands = on_it(state.robots[robot.index()]);
            let entered = path.iter().skip(1).map(on_it);
            (cites, std::iter::once(stands).chain(entered).collect())
        }
        Action::Refill { .. } => {
            let (reserve, number) = (state.reserve, lacking(rules.supply(), state));
            let cites = Cites::from(rules::REFILL).and(number_clause(rules, state));
            let exactly =
                format!("the reserve holds {reserve}; a refill takes exactly {number} now");
            (cites, vec![holds(state), exactly])
        }
    };
    Grounds { cites, facts }
}
