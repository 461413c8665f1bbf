//! The open question that keeps a weapon from having a window at the current step.

use crate::book::rulebook::Rulebook;
use crate::facts::windows::open_window;
use crate::lexicon::weapon as facts;
use crate::options::{BetweenParts, window_if};
use crate::questions::{QUESTIONS, Question};
use crate::state::ids::{WeaponId, WindowId};
use crate::state::{State, Step};
use cardwright_effects::FactValue;
use cardwright_kernel::Refusal;
use cardwright_runtime::bound::DefinitionId;
use cardwright_runtime::ids::Id;

/// The open question under whose other variant the weapon would have a window now.
pub(crate) fn question_of_window(
    book: &Rulebook,
    state: &State,
    weapon: WeaponId,
) -> Option<&'static Question> {
    let facts = book.weapons.get(usize::from(weapon))?;
    let between = matches!(state.step, Step::Parts | Step::Reroll) && state.turn.used != 0;
    let window = open_window(state).or(between.then_some(WindowId::Energy))?;
    let fits = facts.windows & (1 << window.index()) != 0;
    let option =
        match windows_under_variants(book, facts.card).find(|(own, _)| *own == window.index()) {
            Some((_, option)) if !fits => option,
            _ if between && fits && book.options.between_parts == BetweenParts::AfterEnergy => {
                "between_parts"
            }
            _ => return None,
        };
    QUESTIONS.iter().find(|question| question.option == option)
}

/// The windows that a card only fits under a variant, with the option of the question.
fn windows_under_variants(
    book: &Rulebook,
    card: DefinitionId,
) -> impl Iterator<Item = (usize, &'static str)> {
    let words = match book.card(card).fact(facts::PLAY_IF) {
        Some(FactValue::Words(words)) => words.as_slice(),
        _ => &[],
    };
    words
        .iter()
        .filter_map(|word| window_if(*word))
        .map(|(window, option, _)| (window, option))
}

/// Adds the question to the facts, with the variant that this table uses.
pub(crate) fn with_question(
    book: &Rulebook,
    refusal: Refusal,
    question: Option<&Question>,
) -> Refusal {
    let Some(Question {
        id, title, option, ..
    }) = question
    else {
        return refusal;
    };
    let ours = book
        .options
        .list()
        .into_iter()
        .find(|used| used.name == *option);
    let ours = ours.map_or_else(String::new, |used| used.value);
    refusal.fact(format!(
        "open question {id}: {title} This table plays by `{option} = {ours}`"
    ))
}
