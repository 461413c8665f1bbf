//! The cards of a game, in a form for frontends.

use crate::packs::{needs_of, text_of, with_official};
use crate::registry::{GameInfo, book_of, lexicon, lexicon_under};
use crate::{PackSource, SetupError, game, games};
use cardwright_cards::{Diagnostics, check, digest, sound};
use cardwright_effects::{Card, CardSet, Declared, FactType, FactValue, Lexicon};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A card, with its texts for people and its values for programs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CardText"))]
#[serde(deny_unknown_fields)]
pub struct CardInfo {
    /// The card's id.
    pub id: String,
    /// The card's kind.
    pub kind: String,
    /// The number of copies.
    pub copies: u8,
    /// The card's name in each language, by language code.
    pub names: BTreeMap<String, String>,
    /// Whether some of its numbers are reconstructed, because no source states them.
    pub reconstructed: bool,
    /// The values in its card file.
    pub facts: Map<String, Value>,
    /// What the card does, as one generated line.
    pub text: String,
    /// The text that the author wrote, by language code.
    pub texts: BTreeMap<String, String>,
    /// The id of the card's pack.
    pub pack: String,
    /// The path of the card's file in that pack.
    pub file: String,
    /// The card's line in that file, from 1.
    pub line: u32,
}

/// The cards that are dealt in a game: those of the official packs and of the given packs.
///
/// # Errors
/// If the game does not exist or has no cards, or a pack has errors.
pub fn cards(id: &str, packs: &[PackSource]) -> Result<Vec<CardInfo>, SetupError> {
    cards_under(id, packs, &[])
}

/// Like [`cards`], but the generated texts say what the cards do under the given options.
///
/// # Errors
/// If the game does not exist or has no cards, a pack has errors, or the options are invalid.
pub fn cards_under(
    id: &str,
    packs: &[PackSource],
    options: &[(String, String)],
) -> Result<Vec<CardInfo>, SetupError> {
    let (cards, found) = sound_cards(id, packs, options)?;
    match found.has_errors() {
        true => Err(SetupError::Packs(Box::new(found))),
        false => Ok(cards),
    }
}

/// Like [`cards_under`], but an error of a card leaves out only that card. All errors and warnings are returned.
///
/// # Errors
/// If the game does not exist or has no cards, or the options are invalid.
pub fn sound_cards(
    id: &str,
    packs: &[PackSource],
    options: &[(String, String)],
) -> Result<(Vec<CardInfo>, Diagnostics), SetupError> {
    let info = game(id)?;
    let lexicon = &lexicon_under(info, options)?.ok_or(SetupError::NoCards { game: info.id })?;
    let (set, found) = sound(&with_official(id, packs), lexicon);
    let dealt = |card: &&Card| {
        lexicon
            .kinds
            .get(usize::from(card.kind))
            .is_some_and(|kind| kind.dealt)
    };
    let cards = set.cards.iter().filter(dealt);
    let cards = cards.map(|card| describe(card, &set, lexicon)).collect();
    Ok((cards, found))
}

fn describe(card: &Card, set: &CardSet, lexicon: &Lexicon) -> CardInfo {
    let kind = lexicon.kinds.get(usize::from(card.kind));
    let fact = |(place, value): &(u8, FactValue)| {
        let fact = kind?.facts.get(usize::from(*place))?;
        let json = match fact.ty {
            FactType::Declared(thing) => declared_json(thing, value, set)?,
            ty => fact_json(ty, value)?,
        };
        Some((fact.name.to_owned(), json))
    };
    CardInfo {
        id: card.id.clone(),
        kind: kind.map_or("?", |kind| kind.name).into(),
        copies: card.copies,
        names: card.names.iter().cloned().collect(),
        reconstructed: card.reconstructed,
        facts: card.facts.iter().filter_map(fact).collect(),
        text: card.text.clone(),
        texts: card.texts.iter().cloned().collect(),
        pack: set
            .packs
            .get(usize::from(card.pack))
            .map_or("?", |pack| &pack.id)
            .into(),
        file: card.place.file.clone(),
        line: card.place.line,
    }
}

fn fact_json(ty: FactType, value: &FactValue) -> Option<Value> {
    let (FactType::OneOf(known) | FactType::SomeOf(known)) = ty else {
        return plain_json(value);
    };
    let FactValue::Words(places) = value else {
        return None;
    };
    let words: Vec<&str> = places
        .iter()
        .filter_map(|place| known.get(usize::from(*place)).copied())
        .collect();
    Some(match (ty, words.as_slice()) {
        (FactType::OneOf(_), [word]) => (*word).into(),
        _ => words.into(),
    })
}

/// The names of words that packs declare.
fn declared_json(thing: u8, value: &FactValue, set: &CardSet) -> Option<Value> {
    let FactValue::Words(places) = value else {
        return None;
    };
    let find = |place: &u8| {
        let is = |word: &&Declared| word.thing == thing && word.value == i16::from(*place);
        set.declared.iter().find(is).map(|word| word.name.clone())
    };
    Some(places.iter().filter_map(find).collect::<Vec<_>>().into())
}

fn plain_json(value: &FactValue) -> Option<Value> {
    match value {
        FactValue::Number(number) => Some((*number).into()),
        FactValue::Quantity(rolled) => Some(rolled.to_string().into()),
        FactValue::Flag(flag) => Some((*flag).into()),
        FactValue::Dice(condition) => {
            let faces =
                |combo: &cardwright_effects::dice::Combo| combo.faces().collect::<Vec<u8>>();
            let mut rolls: Vec<Vec<u8>> = condition.combos().iter().map(faces).collect();
            rolls.sort();
            Some(rolls.into())
        }
        FactValue::Words(_) | FactValue::Symbols(_) => None,
    }
}

/// The id of a pack and the game it is for, read from its manifest; `None` for each that cannot be read.
pub fn pack_head(pack: &PackSource) -> (Option<String>, Option<String>) {
    (text_of(pack, "id"), text_of(pack, "game"))
}

/// The ids of the packs that a pack depends on, read from its manifest; empty if they cannot be read.
pub fn pack_needs(pack: &PackSource) -> Vec<String> {
    needs_of(pack)
}

/// The result of checking packs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Checked {
    /// The game the packs are for.
    pub game: &'static str,
    /// How many cards the game has when played with these packs; `None` if the packs have errors.
    pub cards: Option<usize>,
    /// All errors and warnings with their places, including the reasons why no game can be set up with the packs.
    pub found: Diagnostics,
    /// The digest of the official packs together with these; `None` if the packs have errors. The order of packs and
    /// files does not affect it.
    pub digest: Option<String>,
    /// Why no game can be set up with the packs although they have no errors, for example because a deck is too large.
    pub unplayable: Vec<String>,
}

impl Checked {
    /// Whether the game can be played with these packs.
    pub fn is_good(&self) -> bool {
        !self.found.has_errors() && self.unplayable.is_empty()
    }
}

/// Checks packs as they would be loaded, together with the official packs, and reports all problems.
///
/// ```
/// use cardwright::{PackSource, check_packs};
///
/// let head = "id = \"mine\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"Mine\"\ncards = [\"c.toml\"]\n";
/// let card = "[[card]]\nid = \"hat\"\nkind = \"part\"\nname = \"Hat\"\nslot = \"hed\"\nactivate = { any = [1] }\n\
///             effect = [{ energy = 1 }]\n";
/// let checked = check_packs(&[PackSource::from_texts("mine", [("pack.toml", head), ("c.toml", card)])])?;
/// assert!(!checked.is_good());
/// assert_eq!(checked.found.list[0].help.as_deref(), Some("did you mean `head`?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the packs are for an unknown game, or for a game without cards.
pub fn check_packs(packs: &[PackSource]) -> Result<Checked, SetupError> {
    let named = packs.iter().find_map(|pack| text_of(pack, "game"));
    let first = games()
        .iter()
        .find(|game| game.cards)
        .map_or("", |game| game.id);
    // An unknown game is an error in the manifest; loading reports it with its place.
    let info = named
        .and_then(|id| game(&id).ok())
        .map_or_else(|| game(first), Ok)?;
    let lexicon = lexicon(info).ok_or(SetupError::NoCards { game: info.id })?;
    let (set, mut found) = check(&with_official(info.id, packs), lexicon);
    let unplayable = set
        .as_ref()
        .map(|set| unplayable(info, set))
        .unwrap_or_default();
    let own = packs.last().map_or("", |pack| pack.name.as_str());
    unplayable
        .iter()
        .for_each(|reason| found.add_unplayable(reason, own));
    let digest = set.as_ref().map(digest);
    Ok(Checked {
        game: info.id,
        cards: set.map(|set| set.cards.len()),
        found,
        digest,
        unplayable,
    })
}

/// The reasons why no game is possible, each once, with the numbers of players it applies to unless it applies to all.
fn unplayable(info: &GameInfo, set: &CardSet) -> Vec<String> {
    let mut reasons: Vec<(String, Vec<u8>)> = Vec::new();
    for players in info.players() {
        let Err(SetupError::Options(more)) = book_of(info, set.clone(), players, &[]) else {
            continue;
        };
        for reason in more {
            match reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, with)) if with.contains(&players) => {}
                Some((_, with)) => with.push(players),
                None => reasons.push((reason, vec![players])),
            }
        }
    }
    let all = info.players().len();
    let said = |(reason, with): (String, Vec<u8>)| match with.len() == all {
        true => reason,
        false => {
            let with: Vec<String> = with.iter().map(u8::to_string).collect();
            format!("with {} players: {reason}", with.join(" or "))
        }
    };
    reasons.into_iter().map(said).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_effects::dice::Condition;

    #[test]
    fn facts_are_said_as_their_file_says_them() {
        let check = |ty, value: FactValue| fact_json(ty, &value).unwrap_or_default().to_string();
        assert_eq!(
            check(FactType::OneOf(&["a", "b"]), FactValue::Words(vec![1])),
            "\"b\""
        );
        assert_eq!(
            check(FactType::SomeOf(&["a", "b"]), FactValue::Words(vec![1])),
            "[\"b\"]"
        );
        assert_eq!(
            check(FactType::Number { min: 0, max: 9 }, FactValue::Number(3)),
            "3"
        );
        let pairs = FactValue::Dice(Condition::SumBelow { sum: 4, dice: 2 });
        assert_eq!(check(FactType::Dice, pairs), "[[1,1],[1,2]]");
    }

    #[test]
    fn a_game_without_cards_says_so() {
        assert_eq!(
            cards("robotory", &[]),
            Err(SetupError::NoCards { game: "robotory" })
        );
    }
}
