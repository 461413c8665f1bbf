//! Chances of the events that cards need.

use crate::actions::Action;
use crate::book::rulebook::Rulebook;
use crate::facts::nouns::ReadOnlyHost;
use crate::state::State;
use crate::state::ids::WeaponId;
use cardwright_kernel::Draw;
use cardwright_runtime::chance;
use cardwright_runtime::ids::Id;

/// Adds every kind of weapon in a hand with its number of copies.
pub(crate) fn pick_odds(book: &Rulebook, hand: u64, out: &mut Vec<(Action, u32)>) {
    for (weapon, facts) in WeaponId::all().zip(&book.weapons) {
        let copies = (facts.copies & hand).count_ones();
        if copies > 0 {
            out.push((Action::Pick { weapon }, copies));
        }
    }
}

/// Adds every action for the question of a card that chance decides. All choices are equally likely.
pub(crate) fn choice_odds(book: &Rulebook, state: &State, out: &mut Vec<(Action, u32)>) {
    let Some(frame) = state.top() else { return };
    let program = &book.bound[frame.program].program;
    chance::odds(
        program,
        frame,
        &ReadOnlyHost { book, state },
        &mut |value, weight| {
            out.push((
                Action::Choose {
                    value: value.into(),
                },
                weight,
            ));
        },
    );
}

/// Draws the choice that chance makes for a card.
pub(crate) fn draw_choice(book: &Rulebook, state: &State, drawn: Draw<'_>) -> i16 {
    let Some(frame) = state.top() else { return 0 };
    chance::draw(
        &book.bound[frame.program].program,
        frame,
        &ReadOnlyHost { book, state },
        drawn,
    )
}
