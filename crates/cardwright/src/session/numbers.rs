//! Actions by number.

use cardwright_kernel::{Choice, NotationError, Question};

/// The action that leaves a card's question open.
const NONE: &str = "choose none";

/// The number by which each action of the list goes: its place, from 1. Where the actions themselves are numbers, robots
/// or players by number, or faces, that number, so that `2` never means another one; `choose none` then has none.
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

/// The notation of an action named by its number, or in notation already.
pub(super) fn read(question: &Question, text: &str) -> Result<String, NotationError> {
    let Ok(number) = text.trim().parse::<usize>() else {
        return Ok(text.into());
    };
    let numbers = numbers(question);
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
                format!("there is no answer {number}"),
                help,
            ))
        }
    }
}
