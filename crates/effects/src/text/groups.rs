//! Sentences about all cards in play that meet some conditions: "your other Monsters have 1 more attack".

use crate::phrases::Phrases;
use crate::say::{Said, fill};

/// The sentence for what a hook answers about the cards that meet the conditions "A and B"; `{0}` in it stands for the
/// number, if it is one. `None` if there are no words for such cards.
pub(super) fn grouped(phrases: &Phrases, hook: u8, conditions: &str) -> Option<String> {
    let mut hooks = phrases.grouped.iter();
    let (_, one, many) = hooks.find(|(known, ..)| *known == hook)?;
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
            let begin = if all.iter().any(|word| word.starts_with("you")) {
                ""
            } else {
                "all "
            };
            let behind = if named == 0 { " cards" } else { "" };
            (format!("{begin}{}{behind}", all.join(" ")), many)
        }
    };
    Some(fill(template, &[Said::one(cards), Said::one("{0}")]))
}
