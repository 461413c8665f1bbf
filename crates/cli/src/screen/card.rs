//! The card under the cursor: its text and its odds.

use super::app::{App, Focus};
use super::list::Row;
use crate::lang;
use cardwright::odds::card_odds;
use cardwright::{CardInfo, CardNames, Session, Setup};
use std::collections::BTreeMap;

/// The cards of a match, and odds once somebody has asked for them.
pub(super) struct Cards {
    names: CardNames,
    game: String,
    setup: Setup,
    odds: BTreeMap<String, Option<Vec<u32>>>,
}

impl Cards {
    /// The cards of a session.
    pub(super) fn of(session: &mut Session) -> Self {
        Cards {
            names: session.names().clone(),
            game: session.rulebook().about().game,
            setup: Setup::of(&session.replay(Vec::new())),
            odds: BTreeMap::new(),
        }
    }

    /// Whether the game is played without cards.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The card of an id or a name.
    pub(super) fn find(&self, name: &str) -> Option<&CardInfo> {
        self.names.find(name)
    }

    /// In how many of 100 rolls of 1, 2 and more dice a card works as rolled; none where no dice are needed.
    pub(super) fn odds(&mut self, id: &str) -> Option<Vec<u32>> {
        if !self.odds.contains_key(id) {
            let found = card_odds(&self.game, id, &self.setup).ok().map(|odds| {
                let rolled = odds.dice.iter().filter(|odds| odds.reroll == 0);
                rolled.map(|odds| (100.0 * odds.chance.decimal()).round() as u32).collect()
            });
            self.odds.insert(id.to_string(), found);
        }
        self.odds.get(id).cloned().flatten()
    }
}

impl App {
    /// The id of the card under the cursor: that of the spot, or of the chosen action.
    pub(super) fn card_id(&self) -> Option<String> {
        let spot = self.cursor.filter(|_| self.focus == Focus::Board);
        match (spot, self.rows.get(self.chosen)) {
            (Some(at), _) => self.picture.spots.get(at)?.card.clone(),
            (None, Some(Row::Choice(at))) => self.card_of(*at),
            _ => None,
        }
    }

    /// The card that an action is about: that of a spot it names, or one it names itself.
    pub(super) fn card_of(&self, choice: usize) -> Option<String> {
        let spots = self.spots.get(choice)?;
        let lying = spots.iter().find_map(|at| self.picture.spots.get(*at)?.card.clone());
        let named = || {
            let action = &self.question.choices.get(choice)?.action;
            action.split(' ').skip(1).find_map(|word| self.cards.find(word)).map(|card| card.id.clone())
        };
        lying.or_else(named)
    }

    /// What the card pane says: a heading and a text.
    pub(super) fn card_text(&mut self) -> Option<(String, String)> {
        let id = self.card_id()?;
        let odds = self.cards.odds(&id);
        let card = self.cards.find(&id)?;
        let (name, mut text) = (lang::name(card, &self.at.lang), lang::text(card, &self.at.lang).to_string());
        if let Some(odds) = odds {
            let each = odds.iter().zip(1..).map(|(percent, dice)| format!("{dice}: {percent} %"));
            text += &format!("\nWorks with dice {}", each.collect::<Vec<_>>().join(", "));
        }
        Some((format!("{name} · {}", card.kind), text))
    }
}
