//! The names of cards on the table, in notation and in sentences.

use crate::book::rulebook::Rulebook;
use crate::facts::engagement;
use crate::facts::fights::group_of;
use crate::state::{CardDefId, GONE, MoonId, Named, Spot, State, Unit};
use cardwright_runtime::ids::Id;

/// A number of coins in words.
pub(crate) fn coins(number: impl Into<u16>) -> String {
    let number = number.into();
    if number == 1 {
        "1 coin".into()
    } else {
        format!("{number} coins")
    }
}

/// The same as a subject with its verb.
pub(crate) fn coins_go(number: impl Into<u16>) -> String {
    let number = number.into();
    format!(
        "{} {}",
        coins(number),
        if number == 1 { "goes" } else { "go" }
    )
}

/// The number of the card among its side's cards with the same id, from 1.
fn nth(book: &Rulebook, s: &State, spot: Spot) -> usize {
    let units = &s.side(spot.seat).units;
    let Some(unit) = units.get(usize::from(spot.at)) else {
        return 1;
    };
    let earlier = units[..usize::from(spot.at)].iter();
    // Cards from several decks share a name.
    let id = &book.def(unit.card).id;
    1 + earlier
        .filter(|other| !other.is(GONE) && book.def(other.card).id == *id)
        .count()
}

/// A card on the table in notation, such as `1:gearhound.2`.
pub(crate) fn spot_text(book: &Rulebook, s: &State, spot: Spot) -> String {
    let card = s
        .side(spot.seat)
        .units
        .get(usize::from(spot.at))
        .map_or(CardDefId::FIRST, |unit| unit.card);
    let nth = nth(book, s, spot);
    let more = if nth > 1 {
        format!(".{nth}")
    } else {
        String::new()
    };
    format!("{}:{}{more}", spot.seat.number(), book.def(card).id)
}

/// The card by which actions name a group in a combat: the first of its cards that fights. The first card of a
/// chain may have left the combat, or may not have joined it (clauses RE-9.8, RE-9.17).
pub(crate) fn fighting(s: &State, group: Spot) -> Spot {
    let first = engagement::members(s, group.seat, group.at).next();
    first.map_or(group, |(at, _)| Spot { at, ..group })
}

/// The group whose first fighter is this card.
pub(crate) fn group_at(s: &State, fighter: Spot) -> Spot {
    let fights = s.unit(fighter).filter(|unit| unit.fights());
    let group = fights.map(|unit| Spot {
        at: group_of(fighter.at, unit),
        ..fighter
    });
    group
        .filter(|group| fighting(s, *group) == fighter)
        .unwrap_or(fighter)
}

/// A group of a combat in notation.
pub(crate) fn group_text(book: &Rulebook, s: &State, group: Spot) -> String {
    spot_text(book, s, fighting(s, group))
}

/// A card on the table in a sentence, such as `player 1's Gearhound`.
pub(crate) fn spot_name(book: &Rulebook, s: &State, spot: Spot) -> String {
    let Some(unit) = s.side(spot.seat).units.get(usize::from(spot.at)) else {
        return "no card".into();
    };
    let nth = nth(book, s, spot);
    let more = if nth > 1 {
        format!(" {nth}")
    } else {
        String::new()
    };
    format!(
        "player {}'s {}{more}",
        spot.seat.number(),
        unit_name(book, unit)
    )
}

/// A card on the table in a sentence without its owner, such as `Titan Torso on Tread Legs`.
pub(crate) fn unit_name(book: &Rulebook, unit: &Unit) -> String {
    let legs = book
        .legs_of(unit)
        .map_or(String::new(), |legs| format!(" on {}", book.def(legs).name));
    format!("{}{legs}", book.def(unit.card).name)
}

/// A card on the table in a sentence, for a spot that may be empty.
pub(crate) fn spot_name_or(book: &Rulebook, s: &State, spot: Spot) -> String {
    if s.unit(spot).is_some() {
        spot_name(book, s, spot)
    } else {
        "a card that is not there".into()
    }
}

/// The same for an optional spot.
pub(crate) fn name_at(book: &Rulebook, s: &State, spot: Option<Spot>) -> String {
    spot.map_or_else(
        || "a card that is not there".into(),
        |spot| spot_name_or(book, s, spot),
    )
}

/// A target as the end of a sentence: ` at player 2's Mint`; empty if there is none.
pub(crate) fn at_phrase(book: &Rulebook, s: &State, named: Named) -> String {
    match named {
        Named::Nothing => String::new(),
        Named::Unit(spot) => format!(" at {}", spot_name_or(book, s, spot)),
        Named::Player(seat) => format!(" at player {}", seat.number()),
        Named::Battery(seat) => format!(" at the Battery of player {}", seat.number()),
        Named::Gone => " at a card that is not there".into(),
    }
}

/// The same without the first word.
pub(crate) fn names_phrase(book: &Rulebook, s: &State, named: Named) -> String {
    at_phrase(book, s, named).replacen(" at", "", 1)
}

/// A Moon in notation, such as `helix.2`.
pub(crate) fn moon_text(book: &Rulebook, s: &State, place: MoonId) -> String {
    let Some(moon) = s.moon(place) else {
        return "moon".into();
    };
    let id = &book.def(moon.card).id;
    let nth = 1 + s.moons[..place.index()]
        .iter()
        .filter(|other| book.def(other.card).id == *id)
        .count();
    let more = if nth > 1 {
        format!(".{nth}")
    } else {
        String::new()
    };
    format!("{}{more}", book.def(moon.card).id)
}
