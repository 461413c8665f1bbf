//! Whom a robot can reach, and why.

use crate::book::rulebook::Rulebook;
use crate::lexicon::CustomVerb;
use crate::options::DuelTargets;
use crate::rules::{FACING, FINAL, RANKS};
use crate::state::ids::{CardId, Players, RobotId, Robots};
use crate::state::{Robot, State};
use cardwright_effects::Op;
use cardwright_kernel::{Cite, ProgramId, RuleId};
use cardwright_runtime::bound::DefinitionId;
use cardwright_runtime::ids::Id;

/// The players of these robots in the two-player game.
#[inline]
pub(crate) fn pairs_of(robots: Robots) -> Players {
    let bits = robots.bits();
    Players::from_bits(u8::from(bits & 0b0011 != 0) | u8::from(bits & 0b1100 != 0) << 1)
}

/// Whether both robots of a duel are in play, given the robots in play.
#[inline]
pub(crate) fn duel_is_open(play: Robots) -> bool {
    let bits = play.bits();
    bits & 0b1001 == 0b1001 || bits & 0b0110 == 0b0110
}

/// The robots that a robot may attack if no card draws attacks, forbids them or protects robots from them (MB-6.1,
/// MB-10.3, MB-11.2, Q-MB-4).
#[inline]
pub(crate) fn within_reach(book: &Rulebook, state: &State, robot: RobotId) -> Robots {
    let play = state.in_play();
    if !play.contains(robot) {
        return Robots::EMPTY;
    }
    let others = play.without(robot);
    match book.options.duel_targets {
        _ if !book.duel() => neighbours(others, robot),
        _ if state.passing.last_duel() => others,
        DuelTargets::Facing => others & robot.facing().only(),
        DuelTargets::Any => others - robot.pair(),
    }
}

/// Whether a card is on a robot, or is a weapon that everybody has seen.
fn is_open(book: &Rulebook, state: &State, card: DefinitionId) -> bool {
    let weapon = book.weapons.iter().find(|weapon| weapon.card == card);
    let open = book.open.iter().position(|open| open.card == card);
    let open = open.and_then(CardId::of).map(CardId::number);
    let on_robot = |own: &Robot| {
        open.is_some_and(|card| own.parts.contains(&card) || own.upgrades.contains(&card))
    };
    weapon.is_some_and(|weapon| weapon.copies & state.shown != 0)
        || state.robots.iter().any(on_robot)
}

/// The clause of the card that restricts attacks now; `None` unless exactly one visible card does so.
pub(crate) fn guard_of(book: &Rulebook, state: &State) -> Option<Cite> {
    let verb = match state.guards.taunting().is_empty() {
        true => CustomVerb::Spare,
        false => CustomVerb::DrawAttacks,
    };
    let says = |op: &Op| matches!(op, Op::Do { verb: did, .. } if *did == verb.n());
    let mut ops = book
        .bound
        .iter()
        .enumerate()
        .filter_map(|(program, owned)| {
            let at = owned.program.ops.iter().position(says)?;
            if !is_open(book, state, owned.card) {
                return None;
            }
            Some(Cite::Op {
                program: ProgramId(program as u16),
                at: at as u16,
            })
        });
    let first = ops.next();
    first.filter(|_| ops.next().is_none())
}

/// Of the robots that a robot may attack, the one to its left: the next one clockwise. With two players it is the
/// other player's right robot, which is opposite on the left (MB-11.2).
#[inline]
pub(crate) fn left_of(book: &Rulebook, targets: Robots, robot: RobotId) -> Option<RobotId> {
    if book.duel() {
        targets.last()
    } else {
        targets.after(robot)
    }
}

/// The clause under which a robot that is no neighbour may be hit, or is the only one that may be hit.
pub(crate) fn why_beside(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    at: RobotId,
) -> Option<RuleId> {
    if book.duel() {
        return Some(if state.passing.last_duel() {
            FINAL
        } else {
            FACING
        });
    }
    let all = book.robots();
    let beside = [all.after(robot), all.before(robot)];
    (!beside.contains(&Some(at))).then_some(RANKS)
}

/// The nearest robot on either side. `others` must not contain the robot itself.
#[inline]
pub(crate) fn neighbours(others: Robots, robot: RobotId) -> Robots {
    let sides = [others.after(robot), others.before(robot)];
    sides.into_iter().flatten().collect()
}
