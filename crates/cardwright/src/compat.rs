//! How cards of several packs affect each other.

use crate::packs::{text_of, with_official};
use crate::registry::lexicon;
use crate::{PackSource, SetupError, game};
use cardwright_cards::load;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A script function that cards of several packs define, so that the order of the calls matters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Meeting {
    /// The name of the function, such as `on_damage_taken`.
    pub function: &'static str,
    /// When the game calls the function.
    pub when: &'static str,
    /// The cards that define the function, by pack.
    pub cards: BTreeMap<String, Vec<String>>,
}

/// The script functions that cards of at least two of the given packs define. Official packs are not counted.
///
/// # Errors
/// If the game does not exist or has no cards, or a pack has errors.
pub fn meetings(id: &str, packs: &[PackSource]) -> Result<Vec<Meeting>, SetupError> {
    let info = game(id)?;
    let lexicon = lexicon(info).ok_or(SetupError::NoCards { game: info.id })?;
    let set = load(&with_official(id, packs), lexicon)
        .map_err(|found| SetupError::Packs(Box::new(found)))?;
    let own: BTreeSet<String> = packs
        .iter()
        .filter_map(|pack| text_of(pack, "id"))
        .collect();
    let mut found: BTreeMap<u8, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for card in &set.cards {
        let pack = set.packs.get(usize::from(card.pack)).map(|pack| &pack.id);
        let Some(pack) = pack.filter(|pack| own.contains(*pack)) else {
            continue;
        };
        for handler in &card.handlers {
            let of_hook = found.entry(handler.hook).or_default();
            of_hook
                .entry(pack.clone())
                .or_default()
                .push(card.id.clone());
        }
    }
    let meeting = |(hook, cards): (u8, BTreeMap<String, Vec<String>>)| {
        let about = lexicon.hooks.get(usize::from(hook))?;
        let reacts = about.name.starts_with("on_") || about.name.starts_with("before_");
        (reacts && cards.len() > 1).then_some(Meeting {
            function: about.name,
            when: about.doc,
            cards,
        })
    };
    Ok(found.into_iter().filter_map(meeting).collect())
}
