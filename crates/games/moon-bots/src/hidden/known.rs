//! States as a viewer may know them, and actions that depend on weapons the viewer does not see (MB-7.7).

use crate::actions::Action;
use crate::book::rulebook::Rulebook;
use crate::facts::weapons::{self, staying};
use crate::facts::{choices, derived, windows};
use crate::hidden::secret;
use crate::lexicon::{LEXICON, ThingId};
use crate::options::Ask;
use crate::rules::HIDDEN;
use crate::state::ids::{PlayerId, RobotId, WeaponId};
use crate::state::values::robot;
use crate::state::{Asked, ROBOTS, Robot, State};
use crate::text::{describe, notation};
use cardwright_kernel::{Assumption, Cites, Refusal, Seat, Viewer};
use cardwright_runtime::ids::Id;
use cardwright_runtime::secrets::{Chosen, chosen_at, secret_of};
use cardwright_runtime::zones::{exchanged, laid_out, next_of};

/// The state as the viewer may know it. Open information is copied field by field. Weapons that the viewer does
/// not see are assigned to the hands and the pile in the right numbers, in one of several arrangements.
pub(crate) fn as_known(book: &Rulebook, state: &State, viewer: Viewer, permutation: u8) -> State {
    if viewer == Viewer::Referee {
        return state.clone();
    }
    let (hands, unseen) = hands_as_known(book, state, viewer, permutation);
    let mut known = State {
        robots: std::array::from_fn(|robot| Robot {
            hand: hands[robot],
            ..state.robots[robot]
        }),
        unseen,
        spied: spied_as_known(book, state, viewer, &hands, permutation),
        effects: state.effects,
        shown: state.shown,
        pile: state.pile,
        pile_weapons: state.pile_weapons,
        market: state.market,
        attack: state.attack,
        turn: state.turn,
        gains: state.gains,
        turns: state.turns,
        rounds: state.rounds,
        quiet: state.quiet,
        step: state.step,
        asked: state.asked,
        active: state.active,
        permanents: state.permanents,
        triggers: state.triggers,
        struck: state.struck,
        reactions: state.reactions,
        attacking: state.attacking,
        pending_reveal: state.pending_reveal,
        window: state.window,
        gained: state.gained,
        pending_chance: state.pending_chance,
        passing: state.passing,
        winners: state.winners,
        top: state.top,
        falling: state.falling,
        answering: state.answering,
        copying: state.copying,
        guards: state.guards,
        blocked: state.blocked,
        limits: state.limits,
        purchase: state.purchase,
        // Follows from the rest, and could reveal hands.
        derived: Default::default(),
    };
    for at in 0..known.effects.frames.len() {
        hide_chosen(book, &mut known, at, viewer);
    }
    secret::hide_written(book, &mut known, viewer);
    pass_over(book, &mut known);
    derived::refresh_derived(book, &mut known);
    known
}

/// If a window asks a later player than these rules would ask first, the players before it have nothing to play;
/// marks them as having passed.
fn pass_over(book: &Rulebook, known: &mut State) {
    let Asked::Seat(player) = known.asked else {
        return;
    };
    if known.top().is_some() {
        return;
    }
    derived::refresh_derived(book, known);
    for _ in 0..ROBOTS {
        match windows::next_in_window(book, known) {
            Some((first, _)) if first != player => known.window.pass(first.seat()),
            _ => return,
        }
    }
}

/// The hands and the unseen weapons: the weapons that the viewer sees, and enough others to fill each hand.
fn hands_as_known(
    book: &Rulebook,
    state: &State,
    viewer: Viewer,
    permutation: u8,
) -> ([u64; ROBOTS], u64) {
    let mut hands: [u64; ROBOTS] =
        RobotId::by_each(|robot| weapons::seen_of(book, state, robot, viewer));
    let seen = hands
        .iter()
        .fold(state.shown | staying(state), |all, hand| all | hand);
    let mut next = laid_out(book.all_weapons() & !seen, permutation);
    for (robot, hand) in hands.iter_mut().enumerate() {
        let missing = state.robots[robot].hand.count_ones() - hand.count_ones();
        *hand |= next_of(&mut next, missing);
    }
    let unseen = next_of(&mut next, state.unseen.count_ones());
    (hands, unseen)
}

/// The weapons in others' hands that each player has looked at. The viewer knows its own; for every other player,
/// the arrangement assumes that they have seen nothing or everything.
fn spied_as_known(
    _book: &Rulebook,
    state: &State,
    viewer: Viewer,
    hands: &[u64; ROBOTS],
    permutation: u8,
) -> [u64; ROBOTS] {
    let all = hands.iter().fold(0, |all, hand| all | hand);
    std::array::from_fn(|player| match viewer {
        Viewer::Seat(seat) if seat.index() == player => state.spied[player] & (all | state.shown),
        _ if permutation & 1 != 0 => all,
        _ => 0,
    })
}

/// Replaces the weapon in every register of a frame that contains a choice unknown to the viewer.
fn hide_chosen(book: &Rulebook, known: &mut State, at: usize, viewer: Viewer) {
    let Some(owned) = book.bound.get(known.effects.frames[at].program) else {
        return;
    };
    for (reg, chosen) in chosen_at(&LEXICON, &owned.program, &known.effects.frames[at])
        .into_iter()
        .enumerate()
    {
        let Some(Chosen { of }) = chosen else {
            continue;
        };
        let frame = &known.effects.frames[at];
        let robots = of.map(|(of, knows)| (of.value(frame), knows.value(frame)));
        let knows = robots.is_some_and(|(_, knows)| is_seat(book, knows, viewer));
        if !knows {
            let hand = robots
                .and_then(|(of, _)| robot(of))
                .map_or(0, |of| known.robots[of.index()].hand);
            let stands = weapons::weapons_in(book, hand).next().map_or(0, i16::from);
            known.effects.frames[at].set_reg(reg as u8, stands);
        }
    }
}

fn is_seat(book: &Rulebook, value: i16, viewer: Viewer) -> bool {
    match viewer {
        Viewer::Seat(seat) => robot(value).is_some_and(|robot| book.owner(robot).seat() == seat),
        Viewer::Spectator => false,
        Viewer::Referee => true,
    }
}

/// The same rules, but every window asks everybody who holds a weapon, so that being asked reveals nothing about
/// the hand.
pub(crate) fn asking_every_holder(book: &Rulebook) -> Rulebook {
    let mut book = book.clone();
    book.options.ask = Ask::WhenHolding;
    book.look_up_windows();
    book
}

/// What an action assumes about weapons that the viewer does not see. The action is read as by the seat that
/// would take it.
pub(crate) fn supposed(
    book: &Rulebook,
    known: &State,
    who: Option<Seat>,
    text: &str,
    viewer: Viewer,
) -> Assumption<State> {
    if viewer == Viewer::Referee {
        return Assumption::Known;
    }
    let asked = who.and_then(PlayerId::at).map_or(known.asked, Asked::Seat);
    let reader = State {
        asked,
        ..known.clone()
    };
    match notation::read(book, &reader, text) {
        Ok(Action::Play { robot, weapon }) => in_hand(book, known, robot, weapon, viewer),
        Ok(Action::Choose { value }) => match secret_question(book, known) {
            Some((of, knows)) if !is_seat(book, knows, viewer) => {
                let weapon = robot(of).zip(weapon_chosen(book, known, value));
                weapon.map_or(Assumption::Known, |(of, weapon)| {
                    in_hand(book, known, of, weapon, viewer)
                })
            }
            _ => Assumption::Known,
        },
        Ok(Action::Get { weapon }) => among_unseen(book, known, weapon, viewer),
        Ok(Action::Pick { weapon }) => match known.pending_chance {
            crate::state::PendingChance::Discard(robot)
            | crate::state::PendingChance::Steal(robot, _) => {
                in_hand(book, known, robot, weapon, viewer)
            }
            _ => Assumption::Known,
        },
        _ => Assumption::Known,
    }
}

/// Whether a table knows that a robot holds the weapon that an action names. It knows this if the robot holds
/// more copies than there are stand-ins for weapons that were never entered, wherever those are by now.
pub(crate) fn is_known_at_table(
    book: &Rulebook,
    state: &State,
    action: Action,
    unseen: &[(Seat, &str)],
) -> bool {
    let named = match action {
        Action::Play { robot, weapon } => Some((robot, weapon)),
        Action::Choose { value } => secret_question(book, state)
            .and_then(|(of, _)| robot(of).zip(weapon_chosen(book, state, value))),
        _ => None,
    };
    let Some((holder, weapon)) = named else {
        return true;
    };
    let Some(facts) = book.weapons.get(weapon.index()) else {
        return false;
    };
    let held = (state.robots[holder.index()].hand & facts.copies).count_ones() as usize;
    let id = &book.names.weapons[weapon.index()].0;
    let stands_in = |got: &&(Seat, &str)| got.1.split_whitespace().last() == Some(id);
    held > unseen.iter().filter(stands_in).count()
}

/// The weapon that an action chooses, if a card asks for a weapon.
fn weapon_chosen(book: &Rulebook, known: &State, value: i32) -> Option<WeaponId> {
    let weapon = || usize::try_from(value).ok().and_then(WeaponId::of);
    (choices::choice_of(book, known) == Some(ThingId::Weapon.n()))
        .then(weapon)
        .flatten()
}

/// Whether the current question has actions that only some players may know.
pub(crate) fn hides(book: &Rulebook, state: &State, viewer: Viewer) -> bool {
    match state.asked {
        Asked::Seat(player) if state.top().is_none() => {
            crate::facts::windows::open_window(state).is_some()
                && Viewer::Seat(player.seat()) != viewer
        }
        Asked::Seat(_) => {
            secret_question(book, state).is_some_and(|(_, knows)| !is_seat(book, knows, viewer))
        }
        Asked::Chance => state.pending_reveal.is_some() || state.picked_from().is_some(),
        Asked::Nobody => false,
    }
}

/// The robot whose hand the current question lists, and the robot that knows this hand; `None` if the question
/// lists nothing secret.
fn secret_question(book: &Rulebook, state: &State) -> Option<(i16, i16)> {
    let frame = state.top()?;
    let program = &book.bound.get(frame.program)?.program;
    let (of, knows) = secret_of(&LEXICON, program.ops.get(usize::from(frame.pc))?)?;
    Some((of.value(frame), knows.value(frame)))
}

/// Assumes that a robot holds a weapon.
fn in_hand(
    book: &Rulebook,
    known: &State,
    robot: RobotId,
    weapon: WeaponId,
    viewer: Viewer,
) -> Assumption<State> {
    let copies = book
        .weapons
        .get(usize::from(weapon))
        .map_or(0, |facts| facts.copies);
    if is_seat(book, robot.into(), viewer) || sees(book, known, robot, viewer) & copies != 0 {
        return Assumption::Known;
    }
    let hidden = known.robots[robot.index()].hand & !sees(book, known, robot, viewer);
    with(book, known, hidden, copies, viewer).unwrap_or_else(|| {
        let (robot, name) = (book.names.robot(robot), describe::weapon_name(book, weapon));
        let message = format!("robot {robot} cannot hold {name}");
        let holds = match hidden.count_ones() {
            0 => format!("robot {robot} holds no weapon that is hidden"),
            _ => "every copy of it has been seen elsewhere".into(),
        };
        Assumption::Not(
            Refusal::new(message, Cites::from(HIDDEN))
                .fact(holds)
                .help("name another weapon, or `pass`"),
        )
    })
}

/// The weapons in a hand of a known state that the viewer sees.
fn sees(book: &Rulebook, known: &State, robot: RobotId, viewer: Viewer) -> u64 {
    weapons::seen_of(book, known, robot, viewer)
}

/// Assumes that a weapon is the one that a robot got.
fn among_unseen(
    book: &Rulebook,
    known: &State,
    weapon: WeaponId,
    viewer: Viewer,
) -> Assumption<State> {
    let copies = book
        .weapons
        .get(usize::from(weapon))
        .map_or(0, |facts| facts.copies);
    with(book, known, known.unseen, copies, viewer).unwrap_or_else(|| {
        let message = format!(
            "it cannot be {}: every copy has been seen",
            describe::weapon_name(book, weapon)
        );
        Assumption::Not(
            Refusal::new(message, Cites::from(HIDDEN))
                .help("name a weapon that nobody has seen yet"),
        )
    })
}

/// The known state with one of these copies among the hidden weapons at a place; `None` if there is no such place
/// or no such copy.
fn with(
    book: &Rulebook,
    known: &State,
    place: u64,
    copies: u64,
    viewer: Viewer,
) -> Option<Assumption<State>> {
    if place == 0 {
        return None;
    }
    if place & copies != 0 {
        return Some(Assumption::If(known.clone()));
    }
    let seen = RobotId::all().fold(known.shown | staying(known), |all, robot| {
        all | sees(book, known, robot, viewer)
    });
    let (free, gone) = (copies & !seen, place & place.wrapping_neg());
    let copy = free & free.wrapping_neg();
    if copy == 0 {
        return None;
    }
    // The two copies are swapped, wherever the wanted one is.
    let turn = |set: u64| exchanged(set, copy, gone);
    let mut there = known.clone();
    for robot in &mut there.robots {
        robot.hand = turn(robot.hand);
    }
    there.unseen = turn(there.unseen);
    derived::refresh_derived(book, &mut there);
    Some(Assumption::If(there))
}
