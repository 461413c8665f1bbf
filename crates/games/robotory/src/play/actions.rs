//! The three actions: every one that is allowed, how many, and why another one is not.

use crate::play::over;
use crate::rulebook::Rulebook;
use crate::rules;
use crate::state::board::Board;
use crate::state::{Colour, Hex, Hexes, Pile, Robot, State, side};
use cardwright_kernel::{Cites, Grounds, Refusal, RuleId};

/// The most hexes a written path may have, its first one counted: a path enters no hex twice (clause RB-5.6), and
/// no board has more.
pub const MAX_PATH: usize = crate::state::board::MAX_HEXES;

/// Bits of a hex in a path.
const BITS: u32 = 5;

/// The hexes of a move in order, the first being where the robot stands. At most [`MAX_PATH`].
///
/// Five bits a hex below a single leading one: a path is small, `Copy`, and grows by a shift.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path(u128);

impl Path {
    /// The path that has not left its first hex yet.
    #[inline]
    pub fn from(start: Hex) -> Self {
        Path((1 << BITS) | u128::from(start.0))
    }

    /// The path with one more hex. Of a path of [`MAX_PATH`] hexes, itself.
    #[inline]
    #[must_use]
    pub fn then(self, hex: Hex) -> Self {
        if self.hexes() == MAX_PATH {
            self
        } else {
            Path((self.0 << BITS) | u128::from(hex.0))
        }
    }

    /// How many hexes it has, the first one counted.
    #[inline]
    pub fn hexes(self) -> usize {
        ((u128::BITS - 1 - self.0.leading_zeros()) / BITS) as usize
    }

    /// Its first hex, where the robot stands before the move.
    #[inline]
    pub fn start(self) -> Hex {
        Hex(((self.0 >> ((self.hexes() as u32 - 1) * BITS)) & ((1 << BITS) - 1)) as u8)
    }

    /// Its last hex.
    #[inline]
    pub fn end(self) -> Hex {
        Hex((self.0 & ((1 << BITS) - 1)) as u8)
    }

    /// Its hexes in order.
    pub fn iter(self) -> impl Iterator<Item = Hex> {
        let hexes = self.hexes();
        (0..hexes)
            .rev()
            .map(move |above| Hex(((self.0 >> (above as u32 * BITS)) & ((1 << BITS) - 1)) as u8))
    }

    /// The hexes it enters: all but the first.
    #[inline]
    pub fn entered(self) -> Hexes {
        let (mut rest, mut set) = (self.0, 0);
        while rest >> (2 * BITS) != 0 {
            set |= 1u32 << (rest & ((1 << BITS) - 1));
            rest >>= BITS;
        }
        Hexes(set)
    }
}

/// What a player does in a turn (clause RB-3.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A disc of the own supply is placed on a free hex.
    Place {
        /// Its colour.
        colour: Colour,
        /// Where it is placed.
        hex: Hex,
    },
    /// A robot is moved and burns every disc it enters.
    Move {
        /// Which robot.
        robot: Robot,
        /// Its way, hex by hex.
        path: Path,
    },
    /// Discs are taken from the reserve.
    Refill {
        /// How many of each colour.
        take: Pile,
    },
}

/// The hexes without robot and disc (clause RB-4.2).
#[inline]
pub(crate) fn free(board: &Board, state: &State) -> Hexes {
    board.all().without(state.discs()).without(state.robots())
}

/// How many discs a refill takes: none from a full supply, else what it lacks or all that is left (clauses RB-6.1
/// to RB-6.4).
#[inline]
pub(crate) fn lacking(supply: u8, state: &State) -> u8 {
    supply
        .saturating_sub(state.hand().total())
        .min(state.reserve.total())
}

/// The clause that decides how many discs a refill takes.
pub(crate) fn number_clause(rules: &Rulebook, state: &State) -> RuleId {
    let short = state.hand().total().saturating_add(state.reserve.total()) < rules.supply();
    if short {
        rules::TAKE_ALL
    } else {
        rules::EXACTLY
    }
}

/// The numbers of white discs, from and to, in the mixtures of a refill of so many discs.
#[inline]
fn whites(reserve: Pile, number: u8) -> (u8, u8) {
    (
        number.saturating_sub(reserve.black),
        number.min(reserve.white),
    )
}

/// Every allowed action, in order: discs white before black and by hex; robots white, black, red and their paths,
/// each before its own continuations; refills with the most white first.
#[inline]
pub(crate) fn each(rules: &Rulebook, state: &State, visit: &mut impl FnMut(Action)) {
    placements(rules, state, visit);
    for robot in Robot::ALL {
        let path = Path::from(state.robots[robot.index()]);
        paths(rules.board(), path, state.fuel(robot), &mut |path| {
            visit(Action::Move { robot, path })
        });
    }
    refills(rules, state, visit);
}

/// Every placement.
#[inline]
pub(crate) fn placements(rules: &Rulebook, state: &State, visit: &mut impl FnMut(Action)) {
    for colour in Colour::ALL {
        if state.hand().of(colour) > 0 {
            free(rules.board(), state)
                .into_iter()
                .for_each(|hex| visit(Action::Place { colour, hex }));
        }
    }
}

/// Every refill.
#[inline]
pub(crate) fn refills(rules: &Rulebook, state: &State, visit: &mut impl FnMut(Action)) {
    let number = lacking(rules.supply(), state);
    if number > 0 {
        let (least, most) = whites(state.reserve, number);
        let take = |white| Pile {
            white,
            black: number - white,
        };
        (least..=most)
            .rev()
            .for_each(|white| visit(Action::Refill { take: take(white) }));
    }
}

fn paths(board: &Board, path: Path, fuel: Hexes, visit: &mut impl FnMut(Path)) {
    for hex in board.near(path.end()).and(fuel) {
        let longer = path.then(hex);
        visit(longer);
        paths(board, longer, fuel.without(Hexes::one(hex)), visit);
    }
}

/// How many actions are allowed: as many as [`each`] visits.
#[inline]
pub(crate) fn count(rules: &Rulebook, state: &State) -> u64 {
    let moves: u64 = Robot::ALL
        .into_iter()
        .map(|robot| count_moves(rules.board(), state, robot))
        .sum();
    count_placements(rules.board(), state) + moves + count_refills(rules.supply(), state)
}

#[inline]
fn count_placements(board: &Board, state: &State) -> u64 {
    u64::from(state.hand().colours() * free(board, state).len())
}

#[inline]
fn count_moves(board: &Board, state: &State, robot: Robot) -> u64 {
    count_paths(board, state.robots[robot.index()], state.fuel(robot))
}

fn count_paths(board: &Board, at: Hex, fuel: Hexes) -> u64 {
    let steps = board.near(at).and(fuel);
    let further = |hex| count_paths(board, hex, fuel.without(Hexes::one(hex)));
    u64::from(steps.len()) + steps.into_iter().map(further).sum::<u64>()
}

#[inline]
fn count_refills(supply: u8, state: &State) -> u64 {
    let number = lacking(supply, state);
    let (least, most) = whites(state.reserve, number);
    if number == 0 {
        0
    } else {
        u64::from(most - least) + 1
    }
}

/// The kinds of action that are allowed, as phrases.
pub(crate) fn kinds(rules: &Rulebook, state: &State) -> Vec<String> {
    let board = rules.board();
    let moves = |robot: &Robot| {
        !board
            .near(state.robots[robot.index()])
            .and(state.fuel(*robot))
            .is_empty()
    };
    let placing = (count_placements(board, state) > 0).then(|| "place a disc".into());
    let moving = Robot::ALL.iter().any(moves).then(|| "move a robot".into());
    let number = lacking(rules.supply(), state);
    let refilling = (number > 0).then(|| format!("refill with {number}"));
    [placing, moving, refilling].into_iter().flatten().collect()
}

/// The only allowed action, if there is exactly one. Most questions are told apart by their placements alone.
#[inline]
pub(crate) fn only(rules: &Rulebook, state: &State) -> Option<Action> {
    if count_placements(rules.board(), state) > 1 || count(rules, state) != 1 {
        return None;
    }
    let mut found = None;
    each(rules, state, &mut |action| found = Some(action));
    found
}

/// Why an action is not allowed, or `None` when it is.
pub(crate) fn refuse(rules: &Rulebook, state: &State, action: Action) -> Option<Refusal> {
    if over::is_over(rules, state) {
        return Some(over(rules));
    }
    match action {
        Action::Place { colour, hex } => refuse_place(rules.board(), state, colour, hex),
        Action::Move { robot, path } => refuse_move(rules.board(), state, robot, path),
        Action::Refill { take } => refuse_refill(rules, state, take),
    }
}

fn no(message: impl Into<String>, rule: RuleId) -> Refusal {
    Refusal::new(message, Cites::from(rule))
}

fn over(rules: &Rulebook) -> Refusal {
    no("the game is over", over::end_clause(rules))
        .help("start a new game, or take back the last action")
}

fn refuse_place(board: &Board, state: &State, colour: Colour, hex: Hex) -> Option<Refusal> {
    if hex.index() >= board.len() {
        return Some(
            no("the board has no such hex", rules::BOARD)
                .help(format!("the hexes are {}", board.ranges())),
        );
    }
    if state.hand().of(colour) == 0 {
        let refusal = no(
            format!("{} has no {colour} disc to place", side(state.to_move)),
            rules::PLACE,
        );
        let refusal = refusal.fact(format!("{} holds {}", side(state.to_move), state.hand()));
        return Some(refusal.help("place a disc of the supply, or refill first"));
    }
    if free(board, state).has(hex) {
        return None;
    }
    let refusal = no(format!("{} is not free", board.name(hex)), rules::FREE_HEX);
    Some(
        refusal
            .fact(on_it(board, state, hex))
            .help("place the disc on a hex with neither robot nor disc"),
    )
}

/// What lies or stands on a hex.
fn on_it(board: &Board, state: &State, hex: Hex) -> String {
    match (state.robot_on(hex), state.disc_on(hex)) {
        (Some(robot), _) => format!("the {robot} robot stands on {}", board.name(hex)),
        (None, Some(colour)) => format!("a {colour} disc lies on {}", board.name(hex)),
        (None, None) => format!("{} is empty", board.name(hex)),
    }
}

fn refuse_move(board: &Board, state: &State, robot: Robot, path: Path) -> Option<Refusal> {
    let stands = state.robots[robot.index()];
    let mut at = path.start();
    if at != stands {
        let refusal = no(
            format!("the {robot} robot does not start from {}", board.name(at)),
            rules::STEP,
        );
        let refusal = refusal.fact(format!(
            "the {robot} robot stands on {}",
            board.name(stands)
        ));
        return Some(refusal.help(format!("begin the path with {}", board.name(stands))));
    }
    if path.hexes() == 1 {
        let refusal = Refusal::new(
            "a move is at least one step",
            Cites::from(rules::LENGTH).and(rules::NO_PASS),
        );
        let refusal = refusal.fact(format!("the path is {} alone", board.name(at)));
        return Some(refusal.help("name the hexes after the first, or do something else"));
    }
    let mut entered = Hexes::one(stands);
    for hex in path.iter().skip(1) {
        if let Some(refusal) = refuse_step(board, state, robot, (at, hex), entered) {
            return Some(refusal);
        }
        entered = entered.or(Hexes::one(hex));
        at = hex;
    }
    None
}

/// Why a robot that has been on the hexes of `been` cannot take one step.
fn refuse_step(
    board: &Board,
    state: &State,
    robot: Robot,
    step: (Hex, Hex),
    been: Hexes,
) -> Option<Refusal> {
    let (from, to) = step;
    let name = board.name(to);
    if to.index() >= board.len() || !board.near(from).has(to) {
        let cites = Cites::from(rules::STEP).and(rules::NEIGHBOURS);
        let refusal = Refusal::new(format!("{name} is not next to {}", board.name(from)), cites);
        let near = format!(
            "{} touches {}",
            board.name(from),
            board.list(board.near(from))
        );
        return Some(refusal.fact(near).help("go from hex to neighbouring hex"));
    }
    if been.has(to) {
        let refusal = no(
            format!("the path comes to {name} twice"),
            rules::NO_HEX_TWICE,
        );
        let fact = format!(
            "by then {name} carries no disc: a robot never starts on one, and burns those it enters"
        );
        return Some(refusal.fact(fact).help("end the path before, or go round"));
    }
    if let Some(other) = state.robot_on(to) {
        let refusal = no(
            format!("the {robot} robot cannot enter {name}"),
            rules::ONTO_DISC,
        );
        return Some(
            refusal
                .fact(format!("the {other} robot stands on {name}"))
                .help("go round it"),
        );
    }
    let Some(colour) = state.disc_on(to) else {
        let refusal = no(
            format!("the {robot} robot cannot enter {name}"),
            rules::ONTO_DISC,
        );
        return Some(
            refusal
                .fact(format!("no disc lies on {name}"))
                .help("place a disc there first"),
        );
    };
    if robot.burns(colour) {
        return None;
    }
    let refusal = no(
        format!("the {robot} robot cannot burn the disc on {name}"),
        rules::BURNS,
    );
    Some(
        refusal
            .fact(format!("a {colour} disc lies on {name}"))
            .help(format!("the {robot} robot enters only {robot} discs")),
    )
}

fn refuse_refill(rules: &Rulebook, state: &State, take: Pile) -> Option<Refusal> {
    let (hand, reserve) = (state.hand(), state.reserve);
    let number = lacking(rules.supply(), state);
    let holds = format!("{} holds {hand}", side(state.to_move));
    if number == 0 {
        let refusal = no(
            format!("the supply of {} is full", side(state.to_move)),
            rules::REFILL,
        );
        return Some(refusal.fact(holds).help("place a disc or move a robot"));
    }
    if take.total() != number {
        let rule = number_clause(rules, state);
        let refusal = no(
            format!("a refill takes exactly {number} now, not {}", take.total()),
            rule,
        );
        return Some(
            refusal
                .fact(holds)
                .fact(format!("the reserve holds {reserve}"))
                .help(mixtures(reserve, number)),
        );
    }
    let short = Colour::ALL
        .into_iter()
        .find(|colour| take.of(*colour) > reserve.of(*colour))?;
    let refusal = no(
        format!("the reserve has not that many {short} discs"),
        rules::COLOUR_SHORT,
    );
    Some(
        refusal
            .fact(format!("the reserve holds {reserve}"))
            .help(mixtures(reserve, number)),
    )
}

/// What makes an allowed action allowed.
pub(crate) fn grounds(rules: &Rulebook, state: &State, action: Action) -> Grounds {
    let board = rules.board();
    let holds = format!("{} holds {}", side(state.to_move), state.hand());
    match action {
        Action::Place { hex, .. } => Grounds::new(Cites::from(rules::PLACE).and(rules::FREE_HEX))
            .fact(holds)
            .fact(on_it(board, state, hex)),
        Action::Move { robot, path } => {
            let stands = board.name(state.robots[robot.index()]);
            let grounds = Grounds::new(
                Cites::from(rules::STEP)
                    .and(rules::ONTO_DISC)
                    .and(rules::BURNS),
            )
            .fact(format!("the {robot} robot stands on {stands}"));
            let entered = path.iter().skip(1).map(|hex| on_it(board, state, hex));
            entered.fold(grounds, Grounds::fact)
        }
        Action::Refill { .. } => {
            let number = lacking(rules.supply(), state);
            Grounds::new(Cites::from(rules::REFILL).and(number_clause(rules, state)))
                .fact(holds)
                .fact(format!(
                    "the reserve holds {}; a refill takes exactly {number} now",
                    state.reserve
                ))
        }
    }
}

fn mixtures(reserve: Pile, number: u8) -> String {
    let (least, most) = whites(reserve, number);
    let mixtures = (least..=most).rev().map(|white| {
        Pile {
            white,
            black: number - white,
        }
        .to_string()
    });
    format!("take {}", mixtures.collect::<Vec<_>>().join(", or "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_keeps_its_hexes() {
        let mut path = Path::from(Hex(23));
        for hex in 0..40 {
            path = path.then(Hex(hex % 23));
        }
        assert_eq!(path.hexes(), MAX_PATH);
        let hexes: Vec<_> = path.iter().map(|hex| hex.0).collect();
        assert_eq!(hexes, std::iter::once(23).chain(0..23).collect::<Vec<_>>());
        assert_eq!((path.end(), path.entered().0), (Hex(22), (1 << 23) - 1));
    }
}
