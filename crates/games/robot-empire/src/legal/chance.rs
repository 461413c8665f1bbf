//! The actions of chance and their weights.

use crate::actions::{Action, More};
use crate::book::rulebook::Rulebook;
use crate::facts::nouns::Eyes;
use crate::facts::values;
use crate::state::{Asked, CardDefId, HAND, PendingChance, PlayerId, State, Step, Top};
use cardwright_effects::machine;
use cardwright_kernel::Draw;
use cardwright_runtime::chance;

/// Calls `each` with every action of chance and its weight.
pub(crate) fn each_chance(
    book: &Rulebook,
    s: &State,
    each: &mut dyn FnMut(Action, u32) -> More,
) -> More {
    if s.asked != Asked::Chance {
        return More::Continue(());
    }
    let mut die = || (1..=6).try_for_each(|number| each(Action::Roll(number), 1));
    match (s.pending_chance, s.step) {
        (PendingChance::Die | PendingChance::Defence(..), _) => die(),
        (PendingChance::Top(seat, _), _) => {
            let (mut moons, mut others) = (0, 0);
            for (card, number) in s.piles.deck(book.defs_of(seat)) {
                *(if book.is_moon(card) {
                    &mut moons
                } else {
                    &mut others
                }) += u32::from(number);
            }
            each(Action::Back(true), moons)?;
            each(Action::Back(false), others)
        }
        (PendingChance::Draw(seat, _) | PendingChance::Mill(seat), _)
        | (PendingChance::None, Step::Deal(seat)) => each_draw(book, s, seat, each),
        (PendingChance::Choice, _) => each_lot(book, s, each),
        (PendingChance::Discard(seat), _) => {
            let hand = &s.side(seat).hand;
            for chunk in hand.chunk_by(|one, other| one == other) {
                if let Some(card) = chunk.first() {
                    each(Action::Discard(*card), chunk.len() as u32)?;
                }
            }
            More::Continue(())
        }
        (PendingChance::None, Step::Draw | Step::DrawAgain) => each_draw(book, s, s.active, each),
        (PendingChance::None, Step::FirstMoon) => {
            let mut moons = s
                .piles
                .deck(book.all_defs())
                .filter(|(card, _)| book.is_moon(*card));
            moons.try_for_each(|(card, number)| each(Action::FirstMoon(card), number.into()))
        }
        (PendingChance::None, Step::First) => book
            .seats()
            .try_for_each(|seat| each(Action::First(seat), 1)),
        (PendingChance::None, _) => die(),
    }
}

/// The cards that a seat may draw; if the back is visible, only those with that back.
fn each_draw(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    each: &mut dyn FnMut(Action, u32) -> More,
) -> More {
    let top = s.side(book.deck_holder(seat)).top;
    for (card, number) in s.piles.deck(book.defs_of(seat)) {
        if top == Top::Unseen || (top == Top::Moon) == book.is_moon(card) {
            each(Action::Draw(card), number.into())?;
        }
    }
    More::Continue(())
}

/// The choices of chance at a card's question.
fn each_lot(book: &Rulebook, s: &State, each: &mut dyn FnMut(Action, u32) -> More) -> More {
    let Some(frame) = s.effects.top() else {
        return More::Continue(());
    };
    let Some(owned) = book.bound.get(frame.program) else {
        return More::Continue(());
    };
    let mut flow = More::Continue(());
    chance::odds(
        &owned.program,
        frame,
        &Eyes { book, s },
        &mut |value, weight| {
            if flow.is_continue() {
                flow = each(Action::Choose(value.into()), weight);
            }
        },
    );
    flow?;
    if machine::optional(&owned.program, frame) {
        each(Action::ChooseNone, 1)
    } else {
        More::Continue(())
    }
}

/// The player from whose deck a card is taken now, if any: the player draws it, or it goes to the discard pile.
pub(crate) fn drawer(s: &State) -> Option<PlayerId> {
    match (s.pending_chance, s.step) {
        _ if s.asked != Asked::Chance => None,
        (PendingChance::Draw(seat, _) | PendingChance::Mill(seat), _)
        | (PendingChance::None, Step::Deal(seat)) => Some(seat),
        (PendingChance::None, Step::Draw | Step::DrawAgain) => Some(s.active),
        _ => None,
    }
}

/// The player who discards at random now, if any.
pub(crate) fn discarder(s: &State) -> Option<PlayerId> {
    match s.pending_chance {
        PendingChance::Discard(seat) if s.asked == Asked::Chance => Some(seat),
        _ => None,
    }
}

/// Whether a hand is not full and there are cards to draw.
pub(crate) fn draws(book: &Rulebook, s: &State, seat: PlayerId) -> bool {
    let defs = book.defs_of(seat);
    s.side(seat).hand.len() < HAND && s.piles.any(defs)
}

/// Draws a card from a seat's deck; all cards are equally likely.
#[inline]
pub(crate) fn card_drawn(book: &Rulebook, s: &State, seat: PlayerId, drawn: Draw<'_>) -> CardDefId {
    let defs = book.defs_of(seat);
    let nth = drawn.below(s.piles.deck_size(defs).max(1));
    s.piles.nth_in_deck(defs, nth).unwrap_or(CardDefId::FIRST)
}

/// Draws the action of chance for the current question.
pub(crate) fn deal_by(book: &Rulebook, s: &State, drawn: Draw<'_>) -> Action {
    // Most chance events are draws: this gives the same result as below, without visiting each card.
    if !values::sees_backs(book)
        && let Some(seat) = drawer(s)
    {
        return Action::Draw(card_drawn(book, s, seat, drawn));
    }
    let mut total = 0;
    let _ = each_chance(book, s, &mut |_, weight| {
        total += weight;
        More::Continue(())
    });
    let mut nth = drawn.below(total.max(1));
    let mut dealt = Action::Roll(1);
    let _ = each_chance(book, s, &mut |action, weight| {
        dealt = action;
        if nth < weight {
            return More::Break(());
        }
        nth -= weight;
        More::Continue(())
    });
    dealt
}
