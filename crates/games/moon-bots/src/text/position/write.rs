//! Writes states as positions.

use super::{STATUSES, STEPS};
use crate::book::names::PLACES;
use crate::book::rulebook::{Rulebook, ones};
use crate::facts::weapons;
use crate::state::ids::RobotId;
use crate::state::{
    Attack, Guards, MarketCard, PendingChance, ROBOTS, Robot, State, TurnFlags, dice,
};
use crate::text::position::permanents::{self, permanent_copies};
use cardwright_kernel::Viewer;
use cardwright_runtime::ids::Id;
use std::fmt::Write as _;

/// The state as a written position; `None` in the middle of an effect, an attack, a roll or a window, and in the
/// turn of a robot that was eliminated in it.
pub(crate) fn as_position(book: &Rulebook, state: &State) -> Option<String> {
    as_position_without(book, state, &[0; ROBOTS])
}

/// The state as a written position in which weapons that the viewer does not see are `?`. Viewers who see
/// everything get all weapons.
pub(crate) fn as_known_position(book: &Rulebook, state: &State, viewer: Viewer) -> Option<String> {
    if viewer == Viewer::Referee {
        return as_position(book, state);
    }
    let hidden = RobotId::by_each(|robot| {
        state.robots[robot.index()].hand & !weapons::seen_of(book, state, robot, viewer)
    });
    // The other weapons in the box count as unseen, and the weapons the viewer has seen are in the hands.
    let known = State {
        spied: [0; ROBOTS],
        ..state.clone()
    };
    as_position_without(book, &known, &hidden)
}

/// The same with the weapons in `hidden` left open.
fn as_position_without(book: &Rulebook, state: &State, hidden: &[u64; ROBOTS]) -> Option<String> {
    let step = STEPS.iter().find(|(_, step)| *step == state.step)?.0;
    let quiet = state.plays(state.active)
        && state.effects.depth == 0
        && state.pending_reveal.is_none()
        && state.window == Default::default()
        && state.triggers.queued == 0
        && state.gained.is_empty();
    let marked = state.robots.iter().any(|robot| robot.done != 0)
        || state.robots.iter().any(|robot| robot.disabled != 0)
        || state.permanents.iter().any(|permanent| permanent.done());
    let plain = !marked
        && state.attack == Attack::default()
        && state.spied == [0; ROBOTS]
        && !state.turn.changed;
    let market_card_name = dice::faces(state.turn.dice).count();
    let by_cards = state.turn.added > 0
        || state.turn.flags != TurnFlags::default()
        || state.passing.again()
        || state.guards != Guards::default()
        || state.pending_chance != PendingChance::Nothing
        || market_card_name > usize::from(state.on_turn().dice);
    if !quiet || !plain || by_cards || state.turn.to_roll > 0 || state.passing.skips() {
        return None;
    }
    let mut out = String::new();
    write_table(book, state, step, hidden, &mut out);
    let robots = state.robots.iter().zip(hidden).zip(state.gains);
    let robots = RobotId::all().zip(robots);
    for (index, ((robot, hidden), gained)) in robots.take(book.robots().len()) {
        write_robot(book, robot, *hidden, &mut out);
        let _ = writeln!(out, "gained = {gained}");
        let blocked: Vec<_> = state
            .blocked
            .of(index)
            .iter()
            .map(|slot| format!("\"{}\"", book.names.place(slot.n())))
            .collect();
        if !blocked.is_empty() {
            let _ = writeln!(out, "blocked = [{}]", blocked.join(", "));
        }
        book.names.write_counters(robot, &mut out);
    }
    Some(out)
}

fn write_table(
    book: &Rulebook,
    state: &State,
    step: &str,
    hidden: &[u64; ROBOTS],
    out: &mut String,
) {
    let quoted = |names: Vec<&str>| {
        names
            .iter()
            .map(|name| format!("\"{name}\""))
            .collect::<Vec<_>>()
            .join(", ")
    };
    // `blocked` of the active robot says the rest, also about slots without a part.
    let used = state.turn.used & !u16::from(state.blocked.of(state.active).bits());
    let used = (0..16)
        .filter(|place| used & (1 << place) != 0)
        .map(|place| book.names.place(place));
    let players: Vec<_> = state
        .turn
        .forbidden
        .iter()
        .map(|player| player.number().to_string())
        .collect();
    let hands = state.robots.iter().fold(0, |all, robot| all | robot.hand);
    // Only a viewer who sees every hand knows which weapons are in the box.
    let knows = hidden.iter().all(|hidden| *hidden == 0);
    let boxed = if knows {
        book.all_weapons() & !(state.unseen | state.shown | hands)
    } else {
        0
    };
    let market = state
        .market
        .iter()
        .zip(PLACES)
        .filter_map(|(slot, place)| match slot.card() {
            MarketCard::Nothing => None,
            MarketCard::FaceDown => Some(format!("{place} = \"weapon\"")),
            MarketCard::Open(card) => Some(format!(
                "{place} = \"{}\"",
                book.names.open[usize::from(card)].0
            )),
        });
    let pile = book
        .open
        .iter()
        .zip(&book.names.open)
        .filter_map(|(open, (id, _))| {
            let left = ones(open.left(state.pile));
            (left > 0).then(|| format!("{} = {left}", key(id)))
        });
    let _ = writeln!(
        out,
        "active = \"{}\"\nstep = \"{step}\"",
        book.names.robot(state.active)
    );
    let faces = dice::faces(state.turn.dice)
        .map(|face| face.to_string())
        .collect::<Vec<_>>()
        .join(", ");
    let _ = writeln!(
        out,
        "dice = [{faces}]\nused = [{}]\ngained = {}",
        quoted(used.collect()),
        state.gains[usize::from(state.active)]
    );
    let _ = writeln!(out, "forbidden = [{}]", players.join(", "));
    let _ = writeln!(
        out,
        "market = {{ {} }}",
        market.collect::<Vec<_>>().join(", ")
    );
    let _ = writeln!(
        out,
        "pile = {{ {} }}\npile_weapons = {}",
        pile.collect::<Vec<_>>().join(", "),
        state.pile_weapons
    );
    let top = book.names.top(&state.top);
    if !top.is_empty() {
        let _ = writeln!(out, "top = [{}]", quoted(top));
    }
    let _ = writeln!(
        out,
        "shown = [{}]\nboxed = [{}]",
        quoted(
            book.names
                .weapon_ids(state.shown & !permanent_copies(state))
        ),
        quoted(book.names.weapon_ids(boxed))
    );
    let _ = writeln!(
        out,
        "turn = {}\nround = {}\nquiet = {}",
        state.turns,
        state.rounds + 1,
        state.quiet
    );
    let _ = writeln!(
        out,
        "lost = {}\nlast_duel = {}",
        state.passing.lost(),
        state.passing.last_duel()
    );
    let barred: Vec<_> = state.limits.barred().map(|face| face.to_string()).collect();
    if !barred.is_empty() {
        let _ = writeln!(out, "barred = [{}]", barred.join(", "));
    }
    if state.limits.fewer() > 0 {
        let _ = writeln!(out, "fewer_dice = {}", state.limits.fewer());
    }
    if state.passing.backwards() {
        let _ = writeln!(out, "backwards = true");
    }
    if let Some(robot) = state.purchase.robot() {
        let _ = writeln!(
            out,
            "purchase = {{ robot = \"{}\", card = \"{}\", price = {} }}",
            book.names.robot(robot),
            book.names.purchased(state.purchase),
            state.purchase.price()
        );
    }
    permanents::write_permanents(book, state, out);
}

fn write_robot(book: &Rulebook, robot: &Robot, hidden: u64, out: &mut String) {
    let list = |numbers: &[u8]| {
        let ids = numbers
            .iter()
            .filter(|number| **number != 0)
            .map(|number| format!("\"{}\"", book.names.open[usize::from(*number) - 1].0));
        ids.collect::<Vec<_>>().join(", ")
    };
    let status = STATUSES
        .iter()
        .find(|(_, status)| *status == robot.status)
        .map_or("out", |(name, _)| name);
    let open = std::iter::repeat_n(super::OPEN, hidden.count_ones() as usize);
    let weapons: Vec<_> = book
        .names
        .weapon_ids(robot.hand & !hidden)
        .into_iter()
        .chain(open)
        .map(|id| format!("\"{id}\""))
        .collect();
    let _ = writeln!(
        out,
        "\n[[robot]]\nenergy = {}\nparts = [{}]\nupgrades = [{}]",
        robot.energy,
        list(&robot.parts),
        list(&robot.upgrades)
    );
    let _ = writeln!(
        out,
        "weapons = [{}]\nstatus = \"{status}\"",
        weapons.join(", ")
    );
}

/// An id as a TOML key: ids of homebrew packs contain a colon.
fn key(id: &str) -> String {
    if id.contains(':') {
        format!("\"{id}\"")
    } else {
        id.to_owned()
    }
}
