//! Cards by the names that are printed on them.

use crate::packs::source;
use crate::{CardInfo, PackSource, cards_under};
use cardwright_kernel::DynGame;

/// The cards of a match by name, so that people may write what stands on a card in whatever language it is printed, in
/// large or small letters.
#[derive(Clone, Default, Debug)]
pub struct CardNames {
    cards: Vec<CardInfo>,
    /// Names in small letters, the longest first, each with its card's place.
    names: Vec<(String, usize)>,
}

impl CardNames {
    /// The cards that a rulebook was made with; none for a game without cards.
    pub fn of(book: &dyn DynGame) -> Self {
        let about = book.about();
        let packs: Vec<PackSource> = about.packs.iter().map(source).collect();
        let options: Vec<_> = about
            .options
            .into_iter()
            .map(|option| (option.name, option.value))
            .collect();
        let cards = cards_under(&about.game, &packs, &options).unwrap_or_default();
        let named = |(at, card): (usize, &CardInfo)| {
            card.names
                .values()
                .map(|name| (name.to_lowercase(), at))
                .collect::<Vec<_>>()
        };
        let mut names: Vec<_> = cards.iter().enumerate().flat_map(named).collect();
        names.sort_by(|a, b| {
            b.0.chars()
                .count()
                .cmp(&a.0.chars().count())
                .then_with(|| a.cmp(b))
        });
        CardNames { cards, names }
    }

    /// The cards.
    pub fn cards(&self) -> &[CardInfo] {
        &self.cards
    }

    /// Whether there are no cards.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The ids of the cards, as positions and actions write them.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.cards.iter().map(|card| card.id.as_str())
    }

    /// The card of an id, with or without its pack's in front, or of a printed name.
    pub fn find(&self, name: &str) -> Option<&CardInfo> {
        let name = name.trim().to_lowercase();
        let by_id = |card: &&CardInfo| card.id == name || bare(card) == name;
        let by_name = || {
            self.names
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, at)| &self.cards[*at])
        };
        self.cards.iter().find(by_id).or_else(by_name)
    }

    /// A line with the ids of cards in place of their printed names, and all else in small letters but `1L` and `2R`.
    pub fn in_notation(&self, line: &str) -> String {
        let mut text = line.to_lowercase();
        for (name, at) in &self.names {
            let id = &self.cards[*at].id;
            if name != id && text.contains(name.as_str()) {
                text = replace_words(&text, name, id);
            }
        }
        sided(&text)
    }
}

/// The id without its pack's in front.
fn bare(card: &CardInfo) -> &str {
    card.id
        .rsplit_once(':')
        .map_or(card.id.as_str(), |(_, id)| id)
}

/// Replaces a name where it stands for itself, not inside a longer word.
fn replace_words(text: &str, name: &str, id: &str) -> String {
    let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let (mut done, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(name) {
        let (before, from) = rest.split_at(at);
        let after = &from[name.len()..];
        let inside = before
            .chars()
            .next_back()
            .or_else(|| done.chars().next_back())
            .is_some_and(part)
            || after.chars().next().is_some_and(part)
            || ends_with_pack(before);
        done += before;
        done += if inside { name } else { id };
        rest = after;
    }
    done + rest
}

/// Whether the id of a pack ends a text, with its colon: what follows is an id, and no name. Before a place on the table stands
/// a number (`2:gearhound`).
fn ends_with_pack(text: &str) -> bool {
    let pack = text.strip_suffix(':');
    pack.is_some_and(|pack| pack.ends_with(char::is_alphabetic))
}

/// The robots of a duel are written `1L` and `1R`.
fn sided(text: &str) -> String {
    let word = |word: &str| match word.as_bytes() {
        [b'0'..=b'9', b'l' | b'r'] => word.to_uppercase(),
        _ => word.to_string(),
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Setup, rulebook};

    fn names() -> CardNames {
        CardNames::of(&*rulebook("moon-bots", &Setup::players(4)).unwrap())
    }

    #[test]
    fn printed_names_become_ids_in_every_language_and_case() {
        let names = names();
        let claw = names.find("left-claw").unwrap();
        for name in claw.names.values() {
            let line = names.in_notation(&format!("2: Use {} 6", name.to_uppercase()));
            assert_eq!(line, "2: use left-claw 6", "{name}");
        }
        assert_eq!(names.in_notation("Choose robot 1l"), "choose robot 1L");
        assert_eq!(names.in_notation("use left-clawing"), "use left-clawing");
    }

    #[test]
    fn every_card_is_found_by_each_of_its_names() {
        let names = names();
        for card in &names.cards {
            assert_eq!(names.find(&card.id), Some(card));
            for name in card.names.values() {
                assert!(
                    names
                        .find(name)
                        .is_some_and(|found| found.names.values().any(|own| own == name)),
                    "{name}"
                );
            }
        }
    }
}
