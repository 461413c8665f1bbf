//! Questions about the damage of a combat.

use crate::actions::{Action, Each, More};
use crate::book::rulebook::Rulebook;
use crate::facts::{auras, damage};
use crate::state::{PlaceId, Spot, State, Unit};

/// The blockers of the attacker at the cursor that may be named next. With fewer than two there is no question.
pub(crate) fn orders(book: &Rulebook, s: &State, each: &mut impl Each) -> More {
    match s.cursor.place() {
        Some(attacker) => {
            damage::unnamed(book, s, attacker).try_for_each(|spot| each(Action::Order(spot)))
        }
        None => More::Continue(()),
    }
}

/// The members of the chain that fought and can take another mark: those whose defence still holds, or all of
/// them if there are none.
pub(crate) fn marks(book: &Rulebook, s: &State, each: &mut impl Each) -> More {
    let chain = s
        .at_cursor(s.blocking)
        .and_then(|first| s.unit(first))
        .map_or(0, Unit::chain);
    // A permanent chain may have members that did not take part in the combat, or have left it.
    let fought = move |unit: &Unit| unit.chain() == chain && chain != 0 && unit.fight != 0;
    let members = || {
        s.side(s.blocking)
            .present()
            .filter(move |(_, unit)| fought(unit))
    };
    let seat = s.blocking;
    let holds = |at: PlaceId, unit: &Unit| {
        unit.damage.saturating_add(1) < auras::defence_at(book, s, Spot { seat, at }, unit)
    };
    let any = members().any(|(at, unit)| holds(at, unit));
    for (at, _) in members().filter(|(at, unit)| !any || holds(*at, unit)) {
        each(Action::Mark(Spot {
            seat: s.blocking,
            at,
        }))?;
    }
    More::Continue(())
}
