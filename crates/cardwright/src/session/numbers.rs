//! Actions given by their number.

use cardwright_kernel::{Choice, NotationError, Question};

/// The action that declines a card's optional question.
const NONE: &str = "choose none";

/// The number for choosing each action of the list: its place, counted from 1. If the actions are numbers themselves
/// (robots or players by number, or die faces), that number is used, so that `2` is never ambiguous; `choose none` then
/// has no number.
pub fn numbers(question: &Question) -> Vec<Option<usize>> {
    let own = |choice: &Choice| {
        choice
            .action
            .strip_prefix("choose ")?
            .split_whitespace()
            .last()?
            .parse::<usize>()
            .ok()
    };
    let numbers: Vec<_> = question.choices.iter().map(own).collect();
    let mut counted = question.choices.iter().zip(&numbers);
    match counted.all(|(choice, own)| own.is_some() || choice.action == NONE) {
        true => numbers,
        false => (1..=question.choices.len()).map(Some).collect(),
    }
}

/// The notation of an action given by its number. Text that is already notation is returned without computing the
/// question.
pub(super) fn read(
    question: impl FnOnce() -> Question,
    text: &str,
) -> Result<String, NotationError> {
    let Ok(number) = text.trim().parse::<usize>() else {
        return Ok(text.into());
    };
    let question = question();
    let numbers = numbers(&question);
    match question
        .choices
        .iter()
        .zip(&numbers)
        .find(|(_, own)| **own == Some(number))
    {
        Some((choice, _)) => Ok(choice.action.clone()),
        None => {
            let known = numbers.iter().flatten();
            let (least, most) = (known.clone().min().unwrap_or(&1), known.max().unwrap_or(&1));
            let help = format!("{least} to {most}");
            Err(NotationError::new(
                0,
                format!("there is no action {number}"),
                help,
            ))
        }
    }
}
