//! Finds cards by their printed names.

use crate::packs::source;
use crate::{CardInfo, PackSource, cards_under};
use cardwright_kernel::DynGame;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of rulebooks whose card names are cached.
const REMEMBERED: usize = 16;

/// A cache key for a rulebook with cards: its game, the digests of its packs and its options.
type Key = (String, Vec<String>, Vec<(String, String)>);

static NAMES: Mutex<VecDeque<(Key, CardNames)>> = Mutex::new(VecDeque::new());

/// Finds the cards of a match by their printed name, in any language and ignoring case.
#[derive(Clone, Default, Debug)]
pub struct CardNames(Arc<Names>);

#[derive(Default, Debug)]
struct Names {
    cards: Vec<CardInfo>,
    /// Names in lower case, longest first, each with its card's index.
    names: Vec<(String, usize)>,
    /// The ids and names in lower case of cards with reconstructed numbers, by their first word: the text before it (as in
    /// `+1 Die`), the rest, and the card's index.
    reconstructed: BTreeMap<String, Vec<(String, String, usize)>>,
}

impl CardNames {
    /// The cards of a rulebook; empty for a game without cards. The packs of the last few rulebooks are cached, so
    /// repeated calls are cheap.
    pub fn of(book: &dyn DynGame) -> Self {
        let about = book.about();
        if about.packs.is_empty() {
            return CardNames::default();
        }
        let digests = about.packs.iter().map(|pack| pack.digest.clone()).collect();
        let options = about
            .options
            .into_iter()
            .map(|option| (option.name, option.value))
            .collect();
        let key = (about.game, digests, options);
        // The lock is not held while packs are read, so that callers with other packs need not wait.
        let known = || NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, names)) = known().iter().find(|(other, _)| *other == key) {
            return names.clone();
        }
        let packs: Vec<PackSource> = about.packs.iter().map(source).collect();
        let cards = cards_under(&key.0, &packs, &key.2).unwrap_or_default();
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
        let mut reconstructed: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (at, card) in cards
            .iter()
            .enumerate()
            .filter(|(_, card)| card.reconstructed)
        {
            for name in card.names.values().chain([&card.id]) {
                let name = name.to_lowercase();
                let (sign, name) = name.split_at(name.find(inside).unwrap_or(name.len()));
                let such = reconstructed.entry(word(name).into()).or_default();
                such.push((sign.into(), name.into(), at));
            }
        }
        let names = CardNames(Arc::new(Names {
            cards,
            names,
            reconstructed,
        }));
        let mut known = known();
        known.truncate(REMEMBERED - 1);
        known.push_front((key, names.clone()));
        names
    }

    /// All cards of the match.
    pub fn cards(&self) -> &[CardInfo] {
        &self.0.cards
    }

    /// Whether the game has no cards.
    pub fn is_empty(&self) -> bool {
        self.0.cards.is_empty()
    }

    /// The ids of the cards, as used in positions and actions.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.cards.iter().map(|card| card.id.as_str())
    }

    /// Finds a card by its id, with or without the pack's prefix, or by a printed name.
    pub fn find(&self, name: &str) -> Option<&CardInfo> {
        let name = name.trim().to_lowercase();
        let by_id = |card: &&CardInfo| card.id == name || bare(card) == name;
        let by_name = || {
            self.0
                .names
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, at)| &self.0.cards[*at])
        };
        self.0.cards.iter().find(by_id).or_else(by_name)
    }

    /// The English names of the cards that a text mentions by id or name and whose numbers are reconstructed, in card
    /// order.
    pub fn reconstructed(&self, text: &str) -> Vec<String> {
        let small = text.to_lowercase();
        let mut mentioned = BTreeSet::new();
        for first in small.split(|c| !inside(c)) {
            let Some(such) = self.0.reconstructed.get(first) else {
                continue;
            };
            let begin = first.as_ptr().addr() - small.as_ptr().addr();
            let (before, rest) = small.split_at(begin);
            for (sign, name, at) in such {
                let before = before.strip_suffix(sign.as_str());
                let after = rest.strip_prefix(name.as_str());
                if before.is_some_and(|before| !before.ends_with(inside))
                    && after.is_some_and(|after| !after.starts_with(inside))
                {
                    mentioned.insert(*at);
                }
            }
        }
        let name = |at: usize| {
            let card = &self.0.cards[at];
            card.names.get("en").unwrap_or(&card.id).clone()
        };
        mentioned.into_iter().map(name).collect()
    }

    /// Replaces printed card names in a line by ids, and converts the rest to lower case, except `1L` and `2R`.
    pub fn in_notation(&self, line: &str) -> String {
        let mut text = line.to_lowercase();
        for (name, at) in &self.0.names {
            let id = &self.0.cards[*at].id;
            if name != id && text.contains(name.as_str()) {
                text = replace_words(&text, name, id);
            }
        }
        sided(&text)
    }
}

/// Whether a character belongs to a word: ids are one word each.
fn inside(c: char) -> bool {
    matches!(c, 'a'..='z' | '-' | ':') || c.is_alphanumeric()
}

/// The word that a text begins with.
fn word(text: &str) -> &str {
    &text[..text.find(|c| !inside(c)).unwrap_or(text.len())]
}

/// The id without the pack's prefix.
fn bare(card: &CardInfo) -> &str {
    card.id
        .rsplit_once(':')
        .map_or(card.id.as_str(), |(_, id)| id)
}

/// Replaces a name that is not part of a longer word.
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

/// Whether a text ends with the id of a pack and a colon, so that an id follows, not a name. A number and a colon
/// (`2:gearhound`) give a place on the table.
fn ends_with_pack(text: &str) -> bool {
    let pack = text.strip_suffix(':');
    pack.is_some_and(|pack| pack.ends_with(char::is_alphabetic))
}

/// Restores the upper case in robot names such as `1L` and `1R`.
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
    fn reconstructed_cards_are_those_mentioned_by_a_whole_name() {
        let found = |text: &str| names().reconstructed(text);
        assert_eq!(found("robot 1 has +1 die"), ["+1 Die"]);
        assert_eq!(found("robot 1 rolls 1 die"), [""; 0]);
        assert_eq!(found("2+1 die"), [""; 0]);
        assert_eq!(found("a +1 dienst"), [""; 0]);
    }

    #[test]
    fn every_card_is_found_by_each_of_its_names() {
        let names = names();
        for card in &names.0.cards {
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
