//! Sentences about all cards in play that meet some conditions: "your other Monsters have 1 more attack".

use crate::phrases::Phrases;
use crate::say::{Said, fill};

/// The sentence for the answer of a hook that is called for each card in play: "1 if A and B", or "A and B" for a hook
/// that answers yes or no. `None` if the conditions have no such words.
pub(super) fn grouped(phrases: &Phrases, hook: u8, told: &str) -> Option<String> {
    let mut hooks = phrases.grouped.iter();
    let (_, one, many) = hooks.find(|(known, ..)| *known == hook)?;
    let (number, conditions) = match one.contains("{1}") {
        true => {
            let (number, conditions) = told.split_once(" if ")?;
            (number.parse::<i16>().ok()?, conditions)
        }
        false => (0, told),
    };
    let parts: Vec<&str> = conditions.split(" and ").collect();
    let known = |part: &&str| phrases.groups.iter().any(|(said, ..)| said == part);
    if !parts.iter().all(known) {
        return None;
    }
    let words: Vec<_> = phrases
        .groups
        .iter()
        .filter(|(said, ..)| parts.contains(said))
        .collect();
    // Two words that name the cards, or the same condition twice, need a sentence of their own.
    let named = words.iter().filter(|(.., names)| *names).count();
    if words.len() != parts.len() || named > 1 {
        return None;
    }
    let (cards, template) = match words.as_slice() {
        [(_, only, true)] if only.starts_with("this ") => ((*only).to_owned(), one),
        words if words.iter().any(|(_, word, _)| word.starts_with("this ")) => return None,
        words => {
            let all: Vec<&str> = words.iter().map(|(_, word, _)| *word).collect();
            let begin = if all.contains(&"your") { "" } else { "all " };
            let behind = if named == 0 { " cards" } else { "" };
            (format!("{begin}{}{behind}", all.join(" ")), many)
        }
    };
    let template = match number < 0 {
        true => template.replace(" more ", " less "),
        false => (*template).to_owned(),
    };
    let number = Said::one(number.unsigned_abs().to_string());
    Some(fill(&template, &[Said::one(cards), number]))
}
