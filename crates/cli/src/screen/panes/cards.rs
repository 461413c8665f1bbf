//! The cards of a match and their odds.

use cardwright::odds::card_odds;
use cardwright::{CardInfo, CardNames, Session, Setup};
use std::collections::BTreeMap;

/// The cards of a match, and the odds that were requested so far.
pub(crate) struct Cards {
    names: CardNames,
    game: String,
    setup: Setup,
    odds: BTreeMap<String, Option<Vec<u32>>>,
}

impl Cards {
    /// The cards of a session.
    pub(crate) fn of(session: &mut Session) -> Self {
        Cards {
            names: session.names().clone(),
            game: session.rulebook().about().game,
            setup: Setup::of(&session.replay(Vec::new())),
            odds: BTreeMap::new(),
        }
    }

    /// Whether the game has no cards.
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The card with an id or a name.
    pub(crate) fn find(&self, name: &str) -> Option<&CardInfo> {
        self.names.find(name)
    }

    /// In how many of 100 rolls of 1, 2 and more dice a card works without rerolls; `None` if it needs no dice.
    pub(crate) fn odds(&mut self, id: &str) -> Option<Vec<u32>> {
        if !self.odds.contains_key(id) {
            let found = card_odds(&self.game, id, &self.setup).ok().map(|odds| {
                let rolled = odds.dice.iter().filter(|odds| odds.reroll == 0);
                rolled
                    .map(|odds| (100.0 * odds.chance.decimal()).round() as u32)
                    .collect()
            });
            self.odds.insert(id.to_string(), found);
        }
        self.odds.get(id).cloned().flatten()
    }
}
