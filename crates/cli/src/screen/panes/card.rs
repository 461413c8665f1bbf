//! The pane of the card under the cursor: its text and its odds.

use super::super::app::{App, Focus};
use super::list::Row;
use crate::lang;

impl App {
    /// The id of the card under the cursor: that of the spot, or of the chosen action.
    pub(crate) fn card_id(&self) -> Option<String> {
        let spot = self.cursor.filter(|_| self.focus == Focus::Board);
        match (spot, self.rows.get(self.chosen)) {
            (Some(at), _) => self.picture.spots.get(at)?.card.clone(),
            (None, Some(Row::Choice(at))) => self.card_of(*at),
            _ => None,
        }
    }

    /// The card that an action names, directly or by its spot.
    pub(crate) fn card_of(&self, choice: usize) -> Option<String> {
        let spots = self.spots.get(choice)?;
        let lying = spots
            .iter()
            .find_map(|at| self.picture.spots.get(*at)?.card.clone());
        let named = || {
            let action = &self.question.choices.get(choice)?.action;
            action
                .split(' ')
                .skip(1)
                .find_map(|word| self.cards.find(word))
                .map(|card| card.id.clone())
        };
        lying.or_else(named)
    }

    /// The heading and the text of the card pane.
    pub(crate) fn card_text(&mut self) -> Option<(String, String)> {
        let id = self.card_id()?;
        let odds = self.cards.odds(&id);
        let card = self.cards.find(&id)?;
        // The board and the actions have English names.
        let (english, name) = (lang::name(card, "en"), lang::name(card, &self.at.lang));
        let mut text = lang::text(card, &self.at.lang).to_string();
        if name != english {
            text = format!("{name}: {text}");
        }
        if let Some(odds) = odds {
            let each = odds
                .iter()
                .zip(1..)
                .map(|(percent, dice)| format!("{dice}: {percent} %"));
            text += &format!("\nWorks with dice {}", each.collect::<Vec<_>>().join(", "));
        }
        Some((format!("{english} · {}", card.kind), text))
    }
}
