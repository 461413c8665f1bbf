//! Finds cards that no ruling mentions.

use super::ruling::file::Ruling;
use crate::packs::text_of;
use crate::{PackSource, SetupError, cards};

impl Ruling {
    /// Whether the ruling's position or one of its actions names a card by its full id.
    pub fn names(&self, id: &str) -> bool {
        let position = |case: &super::Case| {
            case.position
                .as_ref()
                .is_some_and(|block| names(&block.text, id))
        };
        self.cases.iter().any(|case| {
            position(case) || case.played.iter().any(|played| names(&played.action, id))
        })
    }
}

/// Whether a text contains an id as a whole word.
fn names(text: &str, id: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '-' || c == ':';
    text.match_indices(id).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + id.len()..]);
        !before.ends_with(inside) && !after.starts_with(inside)
    })
}

/// The ids of the dealt cards of some packs that no ruling names, in order. `all` are all packs in play besides the
/// official ones.
///
/// # Errors
/// If the packs cannot be loaded.
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
