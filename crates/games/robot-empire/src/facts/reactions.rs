//! Which cards react to what.

use crate::book::card_defs::NO_PORT;
use crate::book::rulebook::Rulebook;
use crate::facts::{nouns, values};
use crate::lexicon::HookId;
use crate::state::{CardDefId, GONE, MAX_UNITS, PlayerId, Spot, State, Trigger, Unit};
use cardwright_kernel::ProgramId;

/// The first of the Components among the pieces of a card.
pub(crate) const FIRST_PART: u8 = 2;

/// The pieces of a card on the table that may have a hook: its upper or only half, its legs, and its Components.
pub(crate) const PIECES: u8 = FIRST_PART + NO_PORT;

/// The places of a side: those of the pieces of each card on the table, then one for a card that lasts until the turn
/// ends.
pub(crate) const PLACES: u8 = MAX_UNITS as u8 * PIECES + 1;

/// The program for a hook of a piece of a card on the table.
pub(crate) fn piece_does(
    book: &Rulebook,
    unit: &Unit,
    piece: u8,
    hook: HookId,
) -> Option<ProgramId> {
    let def = match piece.checked_sub(FIRST_PART) {
        Some(port) => values::part_at(book, unit, port)?,
        None if piece == 0 => unit.card,
        None => book.legs_of(unit)?,
    };
    book.def(def).program(hook)
}

/// Whether a card on the table has a working hook.
pub(crate) fn has_hook(book: &Rulebook, unit: &Unit, hook: HookId) -> bool {
    values::hooks_work(book, unit)
        && (0..PIECES).any(|piece| piece_does(book, unit, piece, hook).is_some())
}

/// The program of a Moon for a trigger, and the Moon.
pub(crate) fn of_moon(book: &Rulebook, trigger: Trigger) -> Option<(ProgramId, CardDefId)> {
    let hook = HookId::of(trigger.hook)?;
    if !matches!(hook, HookId::OnRobotLanded | HookId::OnRobotReturned) {
        return None;
    }
    let moon = CardDefId::of(trigger.other.into())?;
    Some((book.def(moon).program(hook)?, moon))
}

/// The reaction of a piece of a card on the table to a trigger.
pub(crate) fn reaction(
    book: &Rulebook,
    s: &State,
    spot: Spot,
    piece: u8,
    trigger: Trigger,
) -> Option<(ProgramId, Spot)> {
    let hook = HookId::of(trigger.hook)?;
    let unit = s
        .unit_or_gone(spot)
        .filter(|unit| trigger.is_for(spot) && has_hook(book, unit, hook))?;
    let others = matches!(
        hook,
        HookId::OnOwnDestroyed
            | HookId::OnOwnAttack
            | HookId::OnOwnBlock
            | HookId::OnOwnDamaged
            | HookId::OnOwnOut
    );
    let itself = others && trigger.other == spot.n();
    let fell = matches!(
        hook,
        HookId::OnDestroyed
            | HookId::OnDestroyedBy
            | HookId::OnDamageDealt
            | HookId::OnFoughtDestroyed
    );
    // A Component hears of its own installation only.
    let other_part = hook == HookId::OnInstalled
        && piece
            .checked_sub(FIRST_PART)
            .is_some_and(|port| port != trigger.other);
    if itself || other_part || unit.is(GONE) && !fell {
        return None;
    }
    piece_does(book, unit, piece, hook).map(|program| (program, spot))
}

/// The program for a hook of the card of a seat that lasts until the turn ends, and the card.
pub(crate) fn of_lasting(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    hook: HookId,
) -> Option<(ProgramId, CardDefId)> {
    let card = s.lasting.of(seat)?;
    Some((book.def(card).program(hook)?, card))
}

/// Whether a condition of a card on the table holds for something; true if it has none (clause RE-6.16).
pub(crate) fn asks_unit(book: &Rulebook, s: &State, spot: Spot, hook: HookId, other: i16) -> bool {
    refusing(book, s, spot, hook, other).is_none()
}

/// The first condition of a card on the table that does not hold for something.
pub(crate) fn refusing(
    book: &Rulebook,
    s: &State,
    spot: Spot,
    hook: HookId,
    other: i16,
) -> Option<ProgramId> {
    let unit = s.unit(spot).filter(|unit| has_hook(book, unit, hook))?;
    (0..PIECES)
        .filter_map(|piece| piece_does(book, unit, piece, hook))
        .find(|program| !nouns::holds(book, s, *program, spot.seat, spot.n(), other))
}

/// Whether a card on the table says something of itself; false if it has no such hook. One of its pieces is
/// enough.
pub(crate) fn says(book: &Rulebook, s: &State, spot: Spot, hook: HookId) -> bool {
    let unit = s.unit(spot).filter(|unit| values::hooks_work(book, unit));
    unit.is_some_and(|unit| {
        (0..PIECES)
            .filter_map(|piece| piece_does(book, unit, piece, hook))
            .any(|program| nouns::holds(book, s, program, spot.seat, spot.n(), 0))
    })
}
