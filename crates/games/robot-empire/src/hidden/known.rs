//! States as a viewer may know them, and actions that depend on what the viewer does not know.

use crate::actions::Action;
use crate::book::rulebook::Rulebook;
use crate::facts::sight;
use crate::legal::{chance, list};
use crate::rules::HIDDEN;
use crate::state::{Asked, CardDefId, Counts, PlayerId, State, Step};
use crate::text::notation;
use cardwright_kernel::{Assumption, Refusal, Seat, Viewer};
use cardwright_runtime::zones::laid_out;

/// The reason why a card cannot be in any hidden place.
const EVERY_COPY: &str = "every copy is in the open or in a known hand";

/// The state as the viewer may know it. Hidden hands contain cards that they may hold, in one of several
/// arrangements.
pub(crate) fn as_known(book: &Rulebook, s: &State, viewer: Viewer, permutation: u8) -> State {
    let mut known = s.clone();
    let hidden = |seat: &PlayerId| !sight::sees_hand(book, s, *seat, viewer);
    for deck in 0..book.decks.len() {
        let seats = || {
            book.seats()
                .filter(hidden)
                .filter(|seat| book.deck_of(*seat) == deck)
        };
        let pool = collect_hidden(book, &mut known, deck, &mut seats());
        // Takes every fifth card from a start that depends on the arrangement, so that the cards differ, also
        // between arrangements.
        let pool: Vec<Counts> = laid_out(pool, permutation).collect();
        let length = pool.len().max(1);
        let stride = [5, 7]
            .into_iter()
            .find(|stride| !length.is_multiple_of(*stride))
            .unwrap_or(1);
        let mut order = (0..pool.len()).map(|nth| nth * stride % length);
        for seat in seats() {
            for place in order.by_ref().take(s.side(seat).hand.len()) {
                for card in pool[place]
                    .iter()
                    .filter_map(|(place, _)| CardDefId::of(place))
                {
                    known.piles.take(card);
                    known.side_mut(seat).hold(card);
                }
            }
        }
    }
    hide_chosen(book, &mut known, viewer);
    for frame in known.effects.all_mut() {
        sight::overwrite_numbers(book, frame, viewer, |low, _| low);
    }
    known
}

/// Replaces the card in every register that contains a choice unknown to the viewer.
pub(crate) fn hide_chosen(book: &Rulebook, known: &mut State, viewer: Viewer) {
    let hidden: Vec<_> = sight::chosen(book, known).collect();
    for (reg, of) in hidden {
        let knows = viewer == Viewer::Referee
            || of.is_some_and(|(of, knows)| {
                [of, knows]
                    .map(|seat| Viewer::Seat(seat.seat()))
                    .contains(&viewer)
            });
        if knows {
            continue;
        }
        let hand = of.map(|(of, _)| known.side(of).hand);
        let stands = hand.and_then(|hand| hand.first().copied());
        let depth = usize::from(known.effects.depth);
        if let Some(frame) = known.effects.frames.get_mut(depth.wrapping_sub(1)) {
            frame.set_reg(reg, stands.map_or(0, |card| card.n().into()));
        }
    }
}

/// Puts hidden hands back into their decks; returns the cards that may be in these hands.
pub(crate) fn collect_hidden(
    book: &Rulebook,
    s: &mut State,
    deck: usize,
    seats: &mut dyn Iterator<Item = PlayerId>,
) -> Counts {
    for seat in seats {
        let hand = std::mem::take(&mut s.side_mut(seat).hand);
        hand.iter().for_each(|card| s.piles.stock(*card, 1));
    }
    let mut pool = Counts::default();
    // Moons are put on the table when they are drawn, so no hand contains one.
    for (card, number) in s
        .piles
        .deck(book.decks[deck])
        .filter(|(card, _)| !book.is_moon(*card))
    {
        pool.0[card.index()] = number;
    }
    pool
}

/// What an action assumes about cards that the viewer does not see.
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
    let asked = who
        .and_then(PlayerId::of_seat)
        .map_or(known.asked, Asked::Seat);
    let reader = State {
        asked,
        ..known.clone()
    };
    let Ok(action) = notation::read(book, &reader, text) else {
        return Assumption::Known;
    };
    let chosen = |value: i32| {
        let (of, _) = sight::looked_at(book, known)?;
        let card = CardDefId::of(usize::try_from(value).ok()?)?;
        (!sight::sees_hand(book, known, of, viewer)).then_some((of, card))
    };
    let card = match action {
        Action::Choose(value) => {
            return chosen(value).map_or(Assumption::Known, |(of, card)| {
                in_hand(book, known, of, card, viewer)
            });
        }
        Action::Play(card)
        | Action::Install(card, _)
        | Action::Show(card, _)
        | Action::Discard(card) => card,
        Action::Draw(card) => {
            let drawer =
                chance::drawer(known).filter(|seat| !sight::sees_hand(book, known, *seat, viewer));
            return drawer.map_or(Assumption::Known, |_| in_deck(book, known, card, viewer));
        }
        _ => return Assumption::Known,
    };
    let holder = match (asked, chance::discarder(known)) {
        (Asked::Chance, Some(seat)) => Asked::Seat(seat),
        _ => asked,
    };
    match holder {
        Asked::Seat(seat) if !sight::sees_hand(book, known, seat, viewer) => {
            in_hand(book, known, seat, card, viewer)
        }
        _ => Assumption::Known,
    }
}

/// Assumes that a seat holds a card.
fn in_hand(
    book: &Rulebook,
    known: &State,
    seat: PlayerId,
    card: CardDefId,
    viewer: Viewer,
) -> Assumption<State> {
    let mut there = known.clone();
    if there.side(seat).hand.contains(&card) {
        return Assumption::If(there);
    }
    let missing = || {
        let message = format!(
            "player {} cannot hold {}",
            seat.number(),
            book.def(card).name
        );
        Assumption::Not(Refusal::new(message, HIDDEN).fact(EVERY_COPY))
    };
    let Some(given) = there
        .side(seat)
        .hand
        .first()
        .copied()
        .filter(|_| !book.is_moon(card))
    else {
        return missing();
    };
    // The card that goes back may replace the one in another hidden hand, because the deck may be empty.
    there.side_mut(seat).let_go(given);
    there.piles.stock(given, 1);
    if !take_from_hidden(book, &mut there, card, Some(seat), viewer) {
        return missing();
    }
    there.side_mut(seat).hold(card);
    Assumption::If(there)
}

/// Takes a card from the deck or, if it is not there, from another hidden hand with cards of that deck.
fn take_from_hidden(
    book: &Rulebook,
    there: &mut State,
    card: CardDefId,
    but: Option<PlayerId>,
    viewer: Viewer,
) -> bool {
    if there.piles.take(card) {
        return true;
    }
    let hidden =
        |seat: &PlayerId| Some(*seat) != but && !sight::sees_hand(book, there, *seat, viewer);
    let hidden: Vec<PlayerId> = book.seats().filter(hidden).collect();
    for seat in hidden {
        if !there.side(seat).hand.contains(&card) {
            continue;
        }
        let other = there.piles.deck(book.defs_of(seat)).map(|(other, _)| other);
        let other = { other }.find(|other| !book.is_moon(*other));
        let Some(other) = other else { return false };
        there.side_mut(seat).let_go(card);
        there.piles.take(other);
        there.side_mut(seat).hold(other);
        return true;
    }
    false
}

/// Assumes that a card is in the Depot Deck.
fn in_deck(book: &Rulebook, known: &State, card: CardDefId, viewer: Viewer) -> Assumption<State> {
    let mut there = known.clone();
    if book.is_moon(card) {
        return Assumption::Known;
    }
    if !take_from_hidden(book, &mut there, card, None, viewer) {
        let message = format!("no {} can be in the Depot Deck", book.def(card).name);
        let deck = book.decks.iter().copied().find(|defs| defs.contains(card));
        let moons =
            deck.is_some_and(|defs| known.piles.deck(defs).all(|(other, _)| book.is_moon(other)));
        let fact = if moons {
            "it has only Moons left"
        } else {
            EVERY_COPY
        };
        return Assumption::Not(Refusal::new(message, HIDDEN).fact(fact));
    }
    there.piles.stock(card, 1);
    Assumption::If(there)
}

/// Whether the current question has actions that the viewer may not know.
pub(crate) fn hides(book: &Rulebook, s: &State, viewer: Viewer) -> bool {
    match s.asked {
        Asked::Nobody => false,
        Asked::Chance => chance::drawer(s)
            .or_else(|| chance::discarder(s))
            .is_some_and(|seat| !sight::knows_hand(seat, viewer)),
        Asked::Seat(_) if s.effects.runs() => {
            sight::looked_at(book, s).is_some_and(|(of, _)| !sight::sees_hand(book, s, of, viewer))
        }
        Asked::Seat(seat) => {
            let from_hand = list::moment(s).is_some()
                || matches!(
                    s.step,
                    Step::Play | Step::Mining | Step::Fire | Step::Discard
                );
            from_hand && !s.side(seat).hand.is_empty() && !sight::knows_hand(seat, viewer)
        }
    }
}
