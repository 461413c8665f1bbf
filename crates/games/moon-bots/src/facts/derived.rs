//! Data that follows from the rest of a state and is cached in it; see [`crate::state::Derived`].

use crate::book::rulebook::{CardKind, Rulebook};
use crate::facts::{parts, places, prices, reactions, windows};
use crate::lexicon::HookId;
use crate::state::ids::{CardId, RobotId, Robots};
use crate::state::{
    Asked, Derived, FRONT, PendingChance, ROBOTS, Robot, SLOTS, State, Status, Step, UPGRADES,
};
use cardwright_runtime::ids::Id;

/// Recomputes what follows from the cards of a robot: dice, rerolls, which cards act in attacks, and what it has
/// no place for.
pub(crate) fn refresh_robot(book: &Rulebook, state: &mut State, robot: RobotId) {
    let mut own = state.robots[usize::from(robot)];
    (own.dice, own.reroll) = (1, 0);
    for number in own
        .parts
        .into_iter()
        .chain(own.active_upgrades())
        .filter(|number| *number != 0)
    {
        CardId::on_robot(number)
            .into_iter()
            .for_each(|card| count_in(book, &mut own, card));
    }
    state.derived.closed[usize::from(robot)] = places::closed(book, &own);
    state.derived.boosts[usize::from(robot)] = fights_with(book, state, robot, HookId::OnAttack);
    state.derived.shields[usize::from(robot)] = fights_with(book, state, robot, HookId::OnStruck);
    state.robots[usize::from(robot)] = own;
}

/// Adds the dice and rerolls of a part or upgrade to its robot.
pub(crate) fn count_in(book: &Rulebook, robot: &mut Robot, card: CardId) {
    let open = &book.open[usize::from(card)];
    if let CardKind::Upgrade { dice, reroll, .. } = open.kind {
        robot.dice += dice;
        robot.reroll = robot.reroll.max(reroll);
    }
}

/// Recomputes all derived data of a state.
pub(crate) fn refresh_derived(book: &Rulebook, state: &mut State) {
    let in_play = Robots::of(|robot| state.robots[robot.index()].status == Status::InPlay);
    let spent = in_play & Robots::of(|robot| state.robots[robot.index()].energy == 0);
    let closed = state.robots.map(|robot| places::closed(book, &robot));
    let (windows, quiet) = windows::windows_held(book, state);
    state.derived = Derived {
        offered: 0,
        closed,
        boosts: fighting(book, state, HookId::OnAttack),
        shields: fighting(book, state, HookId::OnStruck),
        spent,
        windows,
        quiet,
        in_play,
        gaps: crate::state::gaps(&state.market),
    };
    state.derived.offered = offered(book, state);
}

/// Recomputes the windows in which weapons in hands can be played.
pub(crate) fn refresh_windows(book: &Rulebook, state: &mut State) {
    (state.derived.windows, state.derived.quiet) = windows::windows_held(book, state);
}

/// The value of [`crate::state::Derived::offered`]: what the asked seat may choose.
fn offered(book: &Rulebook, state: &State) -> u64 {
    let answers = state.pending_chance == PendingChance::Answers;
    match (state.asked, state.step) {
        (Asked::Nobody | Asked::Chance, _) => 0,
        _ if state.top().is_some() => 0,
        (_, Step::Buy) if !answers => prices::affordable(book, state, state.active).bits().into(),
        (_, Step::Parts) if !answers => parts::usable(book, state).into(),
        _ => windows::next_in_window(book, state).map_or(0, |(_, copies)| copies),
    }
}

/// For each robot, the places of its cards that have the given attack hook, with one bit for each place.
fn fighting(book: &Rulebook, state: &State, hook: HookId) -> [u16; ROBOTS] {
    let mut all = [0; ROBOTS];
    for robot in RobotId::all() {
        all[robot.index()] = fights_with(book, state, robot, hook);
    }
    all
}

/// The places of a robot's cards that have the given attack hook, with one bit for each place.
fn fights_with(book: &Rulebook, state: &State, robot: RobotId, hook: HookId) -> u16 {
    let places =
        (0..FRONT).filter(|place| reactions::reaction(book, state, robot, *place, hook).is_some());
    let watched = match hook {
        HookId::OnAttack
            if !matches!(
                state.robots[robot.index()].status,
                Status::Absent | Status::Out
            ) =>
        {
            book.watched
        }
        _ => 0,
    };
    places.fold(watched, |mask, place| {
        mask | 1 << place.min(SLOTS + UPGRADES)
    })
}
