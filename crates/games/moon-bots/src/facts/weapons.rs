//! Secret weapons: in hands, played, and seen by whom.

use crate::book::rulebook::Rulebook;
use crate::lexicon::kind;
use crate::state::ids::{CopyId, RobotId, WeaponId};
use crate::state::{PendingChance, State};
use cardwright_effects::Frame;
use cardwright_kernel::Viewer;
use cardwright_runtime::ids::Id;

/// The effect of the secret weapon that is being played and can still be responded to.
pub(crate) fn announced(state: &State) -> Option<&Frame> {
    let asked = state.pending_chance == PendingChance::Answers;
    let place = usize::from(state.effects.floor).checked_sub(usize::from(asked))?;
    let frames = state.effects.all();
    frames.get(place).filter(|_| state.answering != 0)
}

/// The weapons in a hand by kind, in order, with one entry for each copy.
pub(crate) fn weapons_in(book: &Rulebook, hand: u64) -> impl Iterator<Item = WeaponId> {
    (0..64u32)
        .filter(move |copy| hand & (1 << copy) != 0)
        .map(|copy| book.weapon_of[copy as usize])
}

/// The weapons in a robot's hand that the player of another robot knows, with one bit for each copy.
pub(crate) fn known(book: &Rulebook, state: &State, robot: RobotId, to: RobotId) -> u64 {
    let (hand, player) = (state.robots[usize::from(robot)].hand, book.owner(to));
    match book.owner(robot) == player {
        true => hand,
        false => hand & state.spied[usize::from(player)],
    }
}

/// The copies of used weapons in the box. Weapons that stay, are being played or never go to a hand are not
/// included.
pub(crate) fn used_copies(book: &Rulebook, state: &State) -> u64 {
    let staying = state.permanents.iter().filter_map(|one| one.copy());
    let played = state.effects.all().iter().filter_map(|frame| {
        let weapon = book.bound[frame.program].kind == kind::WEAPON;
        CopyId::of(frame.cause.into()).filter(|_| weapon)
    });
    let out = staying
        .chain(played)
        .fold(0, |all, copy| all | copy.only().bits());
    let held = book
        .weapons
        .iter()
        .filter(|facts| facts.on_bought.is_none());
    held.fold(0, |all, facts| all | facts.copies) & state.shown & !out
}

/// The used weapons in the box, each kind once.
pub(crate) fn played_weapons(book: &Rulebook, state: &State) -> impl Iterator<Item = WeaponId> {
    let used = used_copies(book, state);
    let kinds = WeaponId::all().zip(&book.weapons);
    kinds
        .filter(move |(_, facts)| facts.copies & used != 0)
        .map(|(weapon, _)| weapon)
}

/// The weapons in a hand that the viewer sees.
pub(crate) fn seen_of(book: &Rulebook, state: &State, robot: RobotId, viewer: Viewer) -> u64 {
    let hand = state.robots[robot.index()].hand;
    match viewer {
        Viewer::Referee => hand,
        Viewer::Spectator => 0,
        Viewer::Seat(seat) if book.owner(robot).seat() == seat => hand,
        Viewer::Seat(seat) => hand & state.spied.get(seat.index()).copied().unwrap_or(0),
    }
}

/// The copies that stay on the table.
pub(crate) fn staying(state: &State) -> u64 {
    state
        .permanents
        .iter()
        .filter_map(|permanent| permanent.copy())
        .fold(0, |all, copy| all | copy.only().bits())
}
