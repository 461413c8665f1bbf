//! Which hands a viewer sees.

use crate::book::rulebook::Rulebook;
use crate::lexicon::{LEXICON, SECRECY};
use crate::state::{Asked, PlayerId, State};
use cardwright_effects::{Arg, Frame};
use cardwright_kernel::{Seat, Viewer};
use cardwright_runtime::ids::Id;
use cardwright_runtime::secrets::{
    Chosen, chosen_at, ends_secret, overwrite, secret_of, stays_secret,
};

/// The hand that the current question is about, and the player who looks at it; `None` if the question lists no
/// hand.
pub(crate) fn looked_at(book: &Rulebook, s: &State) -> Option<(PlayerId, PlayerId)> {
    let frame = s.effects.top()?;
    let ops = &book.bound.get(frame.program)?.program.ops;
    let (of, _) = secret_of(&LEXICON, ops.get(usize::from(frame.pc))?)?;
    let Asked::Seat(looker) = s.asked else {
        return None;
    };
    Some((PlayerId::from_value(of.value(frame))?, looker))
}

/// Whether a viewer sees the hand of a seat: its own, or one that a card lets it look at (clause RE-6.21).
pub(crate) fn sees_hand(book: &Rulebook, s: &State, seat: PlayerId, viewer: Viewer) -> bool {
    knows_hand(seat, viewer)
        || matches!(viewer, Viewer::Seat(own) if looks_at(book, s, own) == Some(seat))
}

/// The other player whose hand a seat looks at, while the seat is asked and while the card continues with its
/// choice.
fn looks_at(book: &Rulebook, s: &State, own: Seat) -> Option<PlayerId> {
    if let Some((of, looker)) = looked_at(book, s) {
        return Some(of).filter(|_| looker.seat() == own);
    }
    let mut chosen = chosen(book, s);
    chosen.find_map(|(_, of)| {
        let (of, knows) = of?;
        (knows.seat() == own).then_some(of)
    })
}

/// The registers of the current effect that contain a card chosen from a hand, with the hand's owner and the
/// player who knows the card.
pub(crate) fn chosen(
    book: &Rulebook,
    s: &State,
) -> impl Iterator<Item = (u8, Option<(PlayerId, PlayerId)>)> {
    s.effects
        .top()
        .into_iter()
        .flat_map(|frame| chosen_in(book, frame))
}

/// The same for one effect.
fn chosen_in(
    book: &Rulebook,
    frame: &Frame,
) -> impl Iterator<Item = (u8, Option<(PlayerId, PlayerId)>)> {
    let facts = book.bound.get(frame.program).map(|owned| {
        let facts = chosen_at(&LEXICON, &owned.program, frame);
        facts.map(|chosen| {
            chosen.map(|Chosen { of }| {
                let (of, knows) = of?;
                let seat = |arg: Arg| PlayerId::from_value(arg.value(frame));
                Some((seat(of)?, seat(knows)?))
            })
        })
    });
    let all = (0..).zip(facts.into_iter().flatten());
    all.filter_map(|(reg, chosen)| Some((reg, chosen?)))
}

/// An effect without the values that the viewer may not know.
pub(crate) fn seen_frame(book: &Rulebook, frame: &Frame, viewer: Viewer) -> Frame {
    let mut seen = *frame;
    for (reg, of) in chosen_in(book, frame) {
        let knows = |(of, knows)| knows_hand(of, viewer) || knows_hand(knows, viewer);
        if viewer != Viewer::Referee && !of.is_some_and(knows) {
            seen.set_reg(reg, 0);
        }
    }
    overwrite_numbers(book, &mut seen, viewer, |low, _| low);
    seen
}

/// Replaces the numbers that players have chosen in secret and the viewer does not know (clause RE-6.28).
pub(crate) fn overwrite_numbers(
    book: &Rulebook,
    frame: &mut Frame,
    viewer: Viewer,
    number: impl FnMut(i16, i16) -> i16,
) {
    if let Some(owned) = book.bound.get(frame.program) {
        let knows =
            |value| PlayerId::from_value(value).is_some_and(|seat| knows_hand(seat, viewer));
        overwrite(SECRECY, &owned.program, frame, knows, number);
    }
}

/// The player who alone sees the answer to the present question, a number chosen in secret.
pub(crate) fn chooses_alone(book: &Rulebook, s: &State) -> Option<Seat> {
    let frame = s.effects.top()?;
    let program = &book.bound.get(frame.program)?.program;
    match s.asked {
        Asked::Seat(seat) if stays_secret(SECRECY, program, frame) => Some(seat.seat()),
        _ => None,
    }
}

/// Whether everybody sees the numbers chosen in secret once the present question is answered.
pub(crate) fn ends_secret_choices(book: &Rulebook, s: &State) -> bool {
    let ends = |frame: &Frame| {
        let owned = book.bound.get(frame.program);
        owned.is_some_and(|owned| ends_secret(SECRECY, &owned.program, frame))
    };
    s.effects.top().is_some_and(ends)
}

/// Whether a viewer knows the hand of a seat.
pub(crate) fn knows_hand(seat: PlayerId, viewer: Viewer) -> bool {
    viewer == Viewer::Referee || viewer == Viewer::Seat(seat.seat())
}
