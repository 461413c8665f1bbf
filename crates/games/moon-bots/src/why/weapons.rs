//! Why a secret weapon cannot be played now.

use crate::book::cites;
use crate::book::rulebook::Rulebook;
use crate::facts::windows::{self, open_window};
use crate::facts::{players, prices};
use crate::lexicon::{NounId, WINDOWS_BY_NAME};
use crate::rules::{
    AGAIN, CONQUEROR, DUEL_WEAPONS, FITS, FORBID, IN_PLAY, ONCE, ORDER, OUT, WINDOWS,
};
use crate::state::ids::{Places, PlayerId, RobotId, WeaponId};
use crate::state::{Asked, State, Status, dice};
use crate::why::{other_step, unsettled};
use cardwright_effects::Op;
use cardwright_kernel::{Cite, Cites, Refusal};
use cardwright_runtime::ids::Id;

/// The windows of a weapon that fits none, in words.
const NO_WINDOW: &str = "none";

/// The status of a robot as a fact.
pub(super) fn stands(book: &Rulebook, state: &State, robot: RobotId) -> String {
    let name = book.names.robot(robot);
    match state
        .robots
        .get(usize::from(robot))
        .map_or(Status::Absent, |own| own.status)
    {
        Status::Absent => format!("there is no robot {name}"),
        Status::InPlay => format!("robot {name} is in play"),
        Status::SwitchedOff => format!("robot {name} has won its duel and is switched off"),
        Status::Out => format!("robot {name} has lost all its energy and is out"),
    }
}

/// Whether the robot has won its duel and waits for the last one.
pub(super) fn is_off(state: &State, robot: RobotId) -> bool {
    let own = state.robots.get(usize::from(robot));
    own.is_some_and(|own| own.status == Status::SwitchedOff)
}

/// Refuses because the robot is eliminated or switched off.
fn robot_gone(book: &Rulebook, state: &State, robot: RobotId) -> Option<Refusal> {
    if state.plays(robot) {
        return None;
    }
    let name = book.names.robot(robot);
    let (message, rule, help) = match is_off(state, robot) {
        true => (
            format!("robot {name} is switched off"),
            CONQUEROR,
            "it may use its weapons again in the last duel; play one of a robot in play, or `pass`",
        ),
        false => (
            format!("robot {name} is out"),
            OUT,
            "its cards have gone to the box; play a weapon of a robot in play, or `pass`",
        ),
    };
    let refusal = Refusal::new(message, Cites::from(IN_PLAY).and(rule));
    Some(refusal.fact(stands(book, state, robot)).help(help))
}

/// Refuses because a card forbids the player to play weapons (MB-13.16).
fn forbidden_to_play(book: &Rulebook, state: &State, player: PlayerId) -> Option<Refusal> {
    let barred = state.turn.flags.silent().contains(player);
    barred.then(|| {
        let message = format!(
            "a card forbids {} to play secret weapons in this turn",
            book.names.player(player)
        );
        Refusal::new(message, FORBID).help("wait until the next turn")
    })
}

/// Refuses because the player has passed in the current window.
pub(super) fn has_passed(book: &Rulebook, state: &State, player: PlayerId) -> Option<Refusal> {
    let passed = open_window(state).is_some() && state.window.has_passed(player.seat());
    passed.then(|| {
        let message = format!("{} has passed in this window", book.names.player(player));
        Refusal::new(message, Cites::from(ORDER).and(AGAIN))
            .help("wait until somebody plays a weapon, or for the next window")
    })
}

/// Adds the weapon's windows to the facts, and that it must wait for one.
fn windows_of(book: &Rulebook, weapon: WeaponId, refusal: Refusal) -> Refusal {
    match window_names(book, weapon).as_str() {
        NO_WINDOW => refusal
            .fact("it fits no window")
            .help("it is never played from a hand; its effect happens by itself"),
        names => refusal
            .fact(format!("its windows are: {names}"))
            .help("wait for a window that it fits"),
    }
}

/// The windows that a weapon fits.
pub(super) fn window_names(book: &Rulebook, weapon: WeaponId) -> String {
    let windows = book.weapons[usize::from(weapon)].windows;
    let named = (0..WINDOWS_BY_NAME.len() - 1).filter(|window| windows & (1 << window) != 0);
    let names: Vec<_> = named.map(|window| WINDOWS_BY_NAME[window]).collect();
    if names.is_empty() {
        NO_WINDOW.into()
    } else {
        names.join(", ")
    }
}

/// Refuses because the robot does not hold the weapon.
fn not_held(book: &Rulebook, state: &State, robot: RobotId, weapon: WeaponId) -> Option<Refusal> {
    let facts = book.weapons.get(usize::from(weapon))?;
    let own = state
        .robots
        .get(usize::from(robot))
        .map_or(0, |own| own.hand);
    (own & facts.copies == 0).then(|| {
        let (holder, name) = (
            book.names.robot(robot),
            &book.names.weapons[usize::from(weapon)].1,
        );
        let held = book.names.weapon_ids(own);
        let held = if held.is_empty() {
            "nothing".into()
        } else {
            held.join(" ")
        };
        let refusal = Refusal::new(format!("robot {holder} does not hold {name}"), ONCE)
            .fact(format!("robot {holder} holds: {held}"))
            .help("play a weapon that it holds, or `pass`");
        of_the_other(book, state, robot, weapon, refusal)
    })
}

/// With two players: adds that only the robot that holds a weapon can use it, if the player's other robot holds
/// it or could use it (MB-11.7).
fn of_the_other(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    weapon: WeaponId,
    refusal: Refusal,
) -> Refusal {
    let holds = |robot: RobotId| {
        let copies = book.weapons[usize::from(weapon)].copies;
        state.robots[robot.index()].hand & copies != 0
    };
    let other = robot.pair().without(robot) & state.in_play();
    let Some(other) = other.first().filter(|_| book.duel()) else {
        return refusal;
    };
    let bears = match holds(robot) {
        true => windows::condition_holds(book, state, other, weapon),
        false => holds(other),
    };
    if !bears {
        return refusal;
    }
    let holder = if holds(robot) { robot } else { other };
    let (name, holder) = (
        &book.names.weapons[usize::from(weapon)].1,
        book.names.robot(holder),
    );
    let cites = refusal.cites.clone().and(DUEL_WEAPONS);
    Refusal { cites, ..refusal }.fact(format!(
        "{name} belongs to robot {holder}, and only that robot can use it"
    ))
}

/// Refuses because the weapon does not fit the current window.
fn not_fitting(book: &Rulebook, state: &State, weapon: WeaponId) -> Option<Refusal> {
    let facts = book.weapons.get(usize::from(weapon))?;
    let window = open_window(state)?;
    (facts.windows & (1 << window.index()) == 0).then(|| {
        let name = &book.names.weapons[usize::from(weapon)].1;
        let message = format!(
            "{name} cannot be played in the window `{}`",
            WINDOWS_BY_NAME[window.index()]
        );
        let refusal = unsettled::with_question(
            book,
            Refusal::new(message, FITS),
            unsettled::question_of_window(book, state, weapon),
        );
        windows_of(book, weapon, refusal)
    })
}

/// Refuses because the weapon's own condition is not met.
fn condition_fails(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    weapon: WeaponId,
) -> Option<Refusal> {
    let facts = book.weapons.get(usize::from(weapon))?;
    if windows::condition_holds(book, state, robot, weapon) {
        return None;
    }
    let cites = match facts.can {
        Some(program) => cites::cites(book, Some(Cite::Op { program, at: 0 }), FITS),
        None => FITS.into(),
    };
    let name = &book.names.weapons[usize::from(weapon)].1;
    let refusal = Refusal::new(format!("the condition of {name} does not hold now"), cites);
    let refusal = condition_of(book, weapon)
        .into_iter()
        .fold(refusal, Refusal::fact);
    let refusal = looked_at(book, state, robot, weapon)
        .into_iter()
        .fold(refusal, Refusal::fact);
    let refusal = refusal.help("wait until its condition holds, or `pass`");
    Some(of_the_other(book, state, robot, weapon, refusal))
}

/// The weapon's condition in words, if it has one.
pub(super) fn condition_of(book: &Rulebook, weapon: WeaponId) -> Option<String> {
    let facts = book.weapons.get(usize::from(weapon))?;
    let hook = book.bound[facts.can?].hook?;
    let text = &book.card(facts.card).handler(hook)?.text;
    let text = text.trim_end_matches('.');
    let only = text
        .strip_prefix("Only if")
        .map(|rest| format!("only if{rest}"));
    Some(format!(
        "its condition: {}",
        only.as_deref().unwrap_or(text)
    ))
}

/// The current values that the weapon's condition depends on, for the robot that holds it.
fn looked_at(book: &Rulebook, state: &State, robot: RobotId, weapon: WeaponId) -> Vec<String> {
    let can = book
        .weapons
        .get(usize::from(weapon))
        .and_then(|facts| facts.can);
    let ops = can.map_or(&[][..], |can| &book.bound[can].program.ops);
    let mut facts: Vec<String> = Vec::new();
    for op in ops {
        let Op::Read { noun, .. } = op else { continue };
        let fact = noun_fact(book, state, robot, *noun);
        facts.extend(fact.filter(|fact| !facts.contains(fact)));
    }
    facts
}

/// The current value of a noun that conditions often use, as a fact.
fn noun_fact(book: &Rulebook, state: &State, robot: RobotId, noun: u8) -> Option<String> {
    let (name, attack) = (book.names.robot(robot), &state.attack);
    let cards = |places: Places| match places.len() {
        1 => "1 card".to_string(),
        more => format!("{more} cards"),
    };
    let fact = match NounId::of(noun)? {
        NounId::Active => format!("robot {} is the active one", book.names.robot(state.active)),
        NounId::Pending => {
            let points: u16 = attack
                .pending
                .get(usize::from(robot))?
                .iter()
                .map(|n| u16::from(*n))
                .sum();
            format!("points about to hit robot {name}: {points}")
        }
        NounId::Attacker if state.attacking => {
            format!("robot {} attacks", book.names.robot(attack.attacker))
        }
        NounId::Attacker => "nobody attacks".into(),
        NounId::OpponentGained if !state.gained.meets(players::others_robots(book, robot)) => {
            format!("no opponent of robot {name} has gained energy since the last window")
        }
        NounId::FreeCards => {
            format!(
                "robot {name} has a place for {} of the market",
                cards(prices::free_cards(book, state, robot))
            )
        }
        NounId::Affordable => {
            let energy = state.robots.get(usize::from(robot))?.energy;
            let cards = cards(prices::affordable(book, state, robot));
            format!("robot {name} has {energy} energy, and can pay and place {cards} of the market")
        }
        NounId::DiceShown => format!("unplaced dice: {}", dice::faces(state.turn.dice).count()),
        NounId::InPlayNow => stands(book, state, state.active),
        _ => return None,
    };
    Some(fact)
}

/// Why the asked player may not play the weapon in this window.
pub(super) fn not_played(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    weapon: WeaponId,
) -> Refusal {
    if book.weapons.get(usize::from(weapon)).is_none() {
        return Refusal::new("there is no such weapon", ONCE);
    }
    let player = book.owner(robot);
    if state.asked != Asked::Seat(player) {
        let holder = book.names.robot(robot);
        return robot_gone(book, state, robot).unwrap_or_else(|| {
                Refusal::new(format!("the player of robot {holder} is not asked now"), ORDER)
                    .help("players are asked one after the other; each time a weapon is played, everybody is asked again")
            });
    }
    robot_gone(book, state, robot)
        .or_else(|| forbidden_to_play(book, state, player))
        .or_else(|| not_held(book, state, robot, weapon))
        .or_else(|| not_fitting(book, state, weapon))
        .or_else(|| condition_fails(book, state, robot, weapon))
        .unwrap_or_else(|| Refusal::new("you are not asked about this weapon now", ORDER))
}

/// Why the weapon cannot be played while no window is open, or while a card asks something.
pub(super) fn not_played_elsewhere(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    weapon: WeaponId,
) -> Refusal {
    let player = book.owner(robot);
    robot_gone(book, state, robot)
        .or_else(|| forbidden_to_play(book, state, player))
        .or_else(|| {
            not_held(book, state, robot, weapon).filter(|_| state.asked == Asked::Seat(player))
        })
        .or_else(|| state.top().map(|_| other_step::card_first(book, state)))
        .unwrap_or_else(|| no_window_for(book, state, weapon))
}

fn no_window_for(book: &Rulebook, state: &State, weapon: WeaponId) -> Refusal {
    let name = book
        .names
        .weapons
        .get(usize::from(weapon))
        .map_or("it", |(_, name)| name);
    let refusal = Refusal::new(
        format!("no window for {name} is open now"),
        Cites::from(WINDOWS).and(FITS),
    );
    let refusal = unsettled::with_question(
        book,
        refusal,
        unsettled::question_of_window(book, state, weapon),
    );
    windows_of(book, weapon, refusal)
}

/// Why a player who is not asked may not play the weapon, if the reason is more than that others are asked first.
/// Public reasons come before those that only the holder knows.
pub(super) fn not_played_unasked(
    book: &Rulebook,
    state: &State,
    robot: RobotId,
    weapon: WeaponId,
) -> Option<Refusal> {
    let player = book.owner(robot);
    book.weapons.get(usize::from(weapon))?;
    let window =
        open_window(state).filter(|_| state.top().is_none() && state.pending_reveal.is_none());
    robot_gone(book, state, robot)
        .or_else(|| forbidden_to_play(book, state, player))
        .or_else(|| window.is_none().then(|| no_window_for(book, state, weapon)))
        .or_else(|| not_fitting(book, state, weapon))
        .or_else(|| not_held(book, state, robot, weapon))
        .or_else(|| condition_fails(book, state, robot, weapon))
        .or_else(|| has_passed(book, state, player))
}
