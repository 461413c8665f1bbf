//! Which cards no ruling speaks of.

use super::ruling::file::Ruling;
use crate::packs::text_of;
use crate::{PackSource, SetupError, cards};

impl Ruling {
    /// Whether a position or an action of it names a card, by its whole id.
    pub fn names(&self, id: &str) -> bool {
        let position = |case: &super::Case| {
            case.position
                .as_ref()
                .is_some_and(|block| names(&block.text, id))
        };
        self.cases.iter().any(|case| {
            position(case) || case.answers.iter().any(|answer| names(&answer.action, id))
        })
    }
}

/// Whether the id stands in the text, and not as a piece of another word.
fn names(text: &str, id: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '-' || c == ':';
    text.match_indices(id).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + id.len()..]);
        !before.ends_with(inside) && !after.starts_with(inside)
    })
}

/// The ids of the dealt cards of some packs that none of the rulings names, in order. `all` are all packs that are
/// played with beside the official ones.
///
/// # Errors
/// When the packs cannot be loaded.
pub fn silent_cards(
    game: &str,
    packs: &[PackSource],
    all: &[PackSource],
    rulings: &[Ruling],
) -> Result<Vec<String>, SetupError> {
    let ids: Vec<String> = packs
        .iter()
        .filter_map(|pack| text_of(pack, "id"))
        .collect();
    let silent = cards(game, all)?.into_iter().filter(|card| {
        ids.contains(&card.pack) && !rulings.iter().any(|ruling| ruling.names(&card.id))
    });
    Ok(silent.map(|card| card.id).collect())
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn whole_ids_are_found() {
        for text in [
            "weapons = [\"a:spy\"]",
            "play a:spy",
            "pile = { \"a:spy\" = 1 }",
            "a:spy-2 a:spy",
        ] {
            assert!(names(text, "a:spy"), "{text}");
        }
        for text in ["", "a:spy-2", "b-a:spy", "spy", "a:spying"] {
            assert!(!names(text, "a:spy"), "{text}");
        }
    }
}
