//! Windows: who may play which secret weapons now (MB-7.1 to MB-7.6).

use crate::book::conditions::{ACTIVE, ATTACKER, DICE, FOE_GAINED, FOES, HIT};
use crate::book::rulebook::{Rulebook, WINDOWS};
use crate::facts::nouns::ReadOnlyHost;
use crate::facts::players;
use crate::options::Ask;
use crate::state::ids::{PlayerId, Players, RobotId, Robots, WeaponId, WindowId, Windows};
use crate::state::{PendingChance, State, Step, TYPES};
use cardwright_effects::Frame;
use cardwright_effects::machine::{self, Stop};
use cardwright_kernel::SeatSet;
use cardwright_runtime::ids::Id;
use cardwright_runtime::windows::first_clockwise;

/// The windows of a turn, as bits of [`crate::book::rulebook::Weapon::windows`].
pub(crate) fn window_of(step: Step) -> Option<WindowId> {
    Some(match step {
        Step::TurnStart => WindowId::TurnStart,
        Step::Bought => WindowId::Bought,
        Step::Rolled => WindowId::Rolled,
        Step::Rerolled => WindowId::Rerolled,
        Step::Damage => WindowId::Damage,
        Step::Energy => WindowId::Energy,
        Step::BeforeRefill => WindowId::BeforeRefill,
        Step::TurnEnd => WindowId::TurnEnd,
        _ => return None,
    })
}

/// The open window: that of the step, or the one for responses to a weapon.
pub(crate) fn open_window(state: &State) -> Option<WindowId> {
    match state.pending_chance {
        PendingChance::Answers => Some(WindowId::WeaponPlayed),
        _ => window_of(state.step),
    }
}

/// The first weapon whose actual condition differs from the precomputed one for a robot in play, if any.
pub(crate) fn contradicted_condition(
    book: &Rulebook,
    state: &State,
) -> Option<(RobotId, WeaponId)> {
    let weapons = || WeaponId::all().take(book.weapons.len());
    let mut all = state
        .in_play()
        .iter()
        .flat_map(|robot| weapons().map(move |weapon| (robot, weapon)));
    all.find(|(robot, weapon)| {
        let (of, copies) = (robot.index(), book.weapons[weapon.index()].copies);
        let features = condition_features(book, state, *robot);
        let [never, always] = [&book.precomputed.never, &book.precomputed.always]
            .map(|them| them[of][features] & copies != 0);
        (never || always) && condition_holds(book, state, *robot, *weapon) != always
    })
}

/// The features of a robot.
#[inline]
fn condition_features(book: &Rulebook, state: &State, robot: RobotId) -> usize {
    let others = players::others_robots(book, robot);
    let hit = state.attack.pending[usize::from(robot)] != [0; TYPES];
    let seen = [
        (ACTIVE, state.active == robot),
        (HIT, hit),
        (FOE_GAINED, state.gained.meets(others)),
        (ATTACKER, state.attack.attacker == robot),
        (DICE, state.turn.dice != 0),
        (FOES, state.in_play().meets(others)),
    ];
    seen.into_iter()
        .map(|(bit, seen)| bit * usize::from(seen))
        .sum()
}

/// The windows in which the holder of some weapon may have to be asked: in general, and while no damage is about
/// to be dealt and nobody has gained energy.
pub(crate) fn windows_held(book: &Rulebook, state: &State) -> (Windows, Windows) {
    let (mut held, mut quiet) = (0, 0);
    for (robot, loud) in state.robots.iter().zip(&book.precomputed.loud) {
        held |= robot.hand;
        quiet |= robot.hand & !loud;
    }
    if book.options.ask == Ask::WhenHolding {
        quiet = held;
    }
    (windows_for(book, held), windows_for(book, quiet))
}

/// The windows in which some of these copies can be played.
#[inline]
fn windows_for(book: &Rulebook, copies: u64) -> Windows {
    let (mut rest, mut windows) = (copies, Windows::EMPTY);
    while rest != 0 {
        windows |= book.windows_of[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    windows
}

/// The next player to be asked in the present window (MB-7.2) and the weapon copies it may play; `None` when all
/// have passed or the present step is no window.
pub(crate) fn next_in_window(book: &Rulebook, state: &State) -> Option<(PlayerId, u64)> {
    open_window(state).and_then(|window| first_to_ask(book, state, window))
}

/// The next player to be asked in a window and the weapon copies it may play.
pub(crate) fn first_to_ask(
    book: &Rulebook,
    state: &State,
    window: WindowId,
) -> Option<(PlayerId, u64)> {
    let silent = Players::from_bits(state.window.passed.0) | state.turn.flags.silent();
    let waiting = holders(book, state, window) - silent;
    if waiting.is_empty() {
        return None;
    }
    if window != WindowId::Damage {
        return first_of(book, waiting, state, window);
    }
    let victims = waiting & victims(book, state);
    first_of(book, victims, state, window)
        .or_else(|| first_of(book, waiting - victims, state, window))
}

/// The first of these players, clockwise from the active player's left, who can play a weapon. Conditions are
/// only checked here, once, and only for players whose turn it is to be asked.
fn first_of(
    book: &Rulebook,
    players: Players,
    state: &State,
    window: WindowId,
) -> Option<(PlayerId, u64)> {
    let found = first_clockwise(
        SeatSet(players.bits()),
        book.owner(state.active).seat(),
        |seat| {
            let player = PlayerId::at(seat)?;
            let copies = playable(book, state, player, window);
            (copies != 0 || book.options.ask == Ask::WhenHolding).then_some((player, copies))
        },
    );
    found.map(|(_, asked)| asked)
}

/// The players who have a weapon for which they may have to be asked.
fn holders(book: &Rulebook, state: &State, window: WindowId) -> Players {
    let wakes = book.wakes[window.index()];
    let robots = Robots::of(|robot| state.robots[robot.index()].hand & wakes != 0);
    players::players_of(book, robots & state.in_play())
}

/// The copies of weapons that the player may play.
#[inline]
fn playable(book: &Rulebook, state: &State, player: PlayerId, window: WindowId) -> u64 {
    let by = |robot| playable_by(book, state, robot, window);
    match book.duel() {
        true => player
            .pair()
            .into_iter()
            .fold(0, |copies, robot| copies | by(robot)),
        false => by(player.robot()),
    }
}

/// Calls `each` with the robot and weapon of every play that these copies allow the player, once for each kind in
/// a hand.
#[inline]
pub(crate) fn each_play(
    book: &Rulebook,
    state: &State,
    player: PlayerId,
    copies: u64,
    mut each: impl FnMut(RobotId, WeaponId),
) {
    for robot in book.robots_of(player).iter() {
        let mut rest = state.robots[usize::from(robot)].hand & copies;
        while rest != 0 {
            let weapon = book.weapon_of[rest.trailing_zeros() as usize];
            rest &= !book.weapons[usize::from(weapon)].copies;
            each(robot, weapon);
        }
    }
}

/// The playable copies that one robot holds.
fn playable_by(book: &Rulebook, state: &State, robot: RobotId, window: WindowId) -> u64 {
    let index = robot.index();
    let held = state.robots[index].hand & book.fits[window.index()];
    if held == 0 || !state.plays(robot) {
        return 0;
    }
    let features = condition_features(book, state, robot);
    let always = held & book.precomputed.always[index][features];
    let open = held & !(always | book.precomputed.never[index][features]);
    if open == 0 {
        always
    } else {
        always | run_conditions(book, state, robot, open)
    }
}

/// The copies whose condition is met, computed for one kind after the other.
#[inline(never)]
fn run_conditions(book: &Rulebook, state: &State, robot: RobotId, copies: u64) -> u64 {
    let (mut open, mut holding) = (copies, 0);
    while open != 0 {
        let weapon = book.weapon_of[open.trailing_zeros() as usize];
        let alike = open & book.weapons[usize::from(weapon)].copies;
        if condition_holds(book, state, robot, weapon) {
            holding |= alike;
        }
        open &= !alike;
    }
    holding
}

/// The players of the robots about to be hit (MB-7.2).
fn victims(book: &Rulebook, state: &State) -> Players {
    let attack = &state.attack;
    let hit = |robot: RobotId| {
        attack.unstoppable[robot.index()] > 0 || attack.pending[robot.index()] != [0; TYPES]
    };
    RobotId::all()
        .filter(|robot| hit(*robot))
        .map(|robot| book.owner(robot))
        .collect()
}

/// Whether the weapon's own condition is met for the robot that holds it (MB-7.4, MB-7.6).
pub(crate) fn condition_holds(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    weapon: WeaponId,
) -> bool {
    let Some(can) = book.weapons[usize::from(weapon)].can else {
        return true;
    };
    let mut frame = Frame::new(can, robot.n(), weapon.n(), &[robot.into()]);
    let program = &book.bound[can].program;
    let mut host = ReadOnlyHost { book, state };
    matches!(machine::run(program, &mut frame, &mut host), Stop::Ended(answer) if answer != 0)
}

const _: () = assert!(WINDOWS <= u16::BITS as usize);
