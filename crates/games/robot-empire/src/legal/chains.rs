//! Permanent chains that are formed in the Play phase (clause RE-9.17).

use crate::actions::{Action, Each, More};
use crate::book::rulebook::Rulebook;
use crate::facts::engagement::{self, MAX_CHAIN};
use crate::facts::values;
use crate::state::{PlayerId, Spot, State};

/// The chains that may be formed in the Play phase (clause RE-9.17).
pub(crate) fn links(book: &Rulebook, s: &State, seat: PlayerId, each: &mut impl Each) -> More {
    if !engagement::chains_last(book) {
        return More::Continue(());
    }
    for (at, _) in s.side(seat).present() {
        for (with, _) in s.side(seat).present() {
            let (spot, with) = (Spot { seat, at }, Spot { seat, at: with });
            if link_flaw(book, s, spot, with).is_none() {
                each(Action::Link(spot, with))?;
            }
        }
    }
    More::Continue(())
}

/// Why a Monster may not join another in the Play phase.
pub(crate) fn link_flaw(
    book: &Rulebook,
    s: &State,
    spot: Spot,
    with: Spot,
) -> Option<&'static str> {
    let (Some(unit), Some(other)) = (s.unit(spot), s.unit(with)) else {
        return Some("is not on the table");
    };
    let members = s
        .side(with.seat)
        .present()
        .filter(|(_, one)| one.chain() == other.chain());
    match () {
        () if spot == with || spot.seat != with.seat => Some("must join a card of the same player"),
        () if !values::chains(book, unit) || !values::chains(book, other) => {
            Some("and the other card need Chaining")
        }
        () if !unit.ready() || !other.ready() => Some("and the other card must not be recharging"),
        () if unit.chain() != 0 => Some("is already in a chain"),
        // For two Monsters that are both alone, either order gives the same chain; only the later one joins the
        // earlier.
        () if other.chain() == 0 && with.at > spot.at => {
            Some("must join an earlier card, or a chain")
        }
        () if other.chain() != 0 && members.count() >= MAX_CHAIN => {
            Some("cannot join: the chain has three Monsters")
        }
        () => None,
    }
}
