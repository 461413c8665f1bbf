//! The events of a game of Robot Empire, as recorded in the log.

use crate::book::rulebook::Rulebook;
use crate::facts::names;
use crate::state::{CardDefId, Named, PlayerId, Spot, State};
use serde::Serialize;

/// An event of the game, with its sentence and data.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Event {
    /// The kind of event, a word from a fixed list such as `destroyed`.
    pub what: &'static str,
    /// The event as a readable sentence.
    pub text: String,
    /// The affected player, from 0, for damage, coins lost from a Battery, and destroyed cards.
    #[serde(skip)]
    pub seat: PlayerId,
    /// The damage or the number of coins; for a destroyed card its cost, with 1d6 counted as 4.
    #[serde(skip)]
    pub points: u8,
    /// The event as structured data for frontends.
    #[serde(skip)]
    pub facts: Facts,
}

/// The participants and numbers of an event. Cards on the table are named as in notation, players are counted from 1.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Facts {
    /// The player who caused the event or is affected by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// The card on the table that caused the event or is affected by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The id of the card that was played, removed or used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The card on the table that is the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_unit: Option<String>,
    /// The player who is the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_player: Option<u8>,
    /// The damage, the number of coins, the result of a die, or the number of a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u16>,
    /// The number of coins left on the Battery or Moon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u8>,
}

/// The sentence of an event with its data.
pub(crate) struct Told {
    pub(crate) text: String,
    pub(crate) facts: Facts,
}

/// An event with this sentence and no data yet.
pub(crate) fn tell(text: String) -> Told {
    Told {
        text,
        facts: Facts::default(),
    }
}

impl From<String> for Told {
    fn from(text: String) -> Self {
        tell(text)
    }
}

impl Told {
    pub(crate) fn player(mut self, seat: PlayerId) -> Self {
        self.facts.player = Some(seat.number());
        self
    }

    pub(crate) fn unit(mut self, book: &Rulebook, s: &State, spot: Spot) -> Self {
        self.facts.unit = Some(names::spot_text(book, s, spot));
        self.player(spot.seat)
    }

    pub(crate) fn card(mut self, book: &Rulebook, card: CardDefId) -> Self {
        self.facts.card = Some(book.def(card).id.to_string());
        self
    }

    pub(crate) fn at_unit(mut self, book: &Rulebook, s: &State, spot: Spot) -> Self {
        self.facts.at_unit = Some(names::spot_text(book, s, spot));
        self.at_player(spot.seat)
    }

    pub(crate) fn at_player(mut self, seat: PlayerId) -> Self {
        self.facts.at_player = Some(seat.number());
        self
    }

    /// Adds the target of an announcement.
    pub(crate) fn at(self, book: &Rulebook, s: &State, named: Named) -> Self {
        match named {
            Named::Unit(spot) => self.at_unit(book, s, spot),
            Named::Player(seat) | Named::Battery(seat) => self.at_player(seat),
            Named::Nothing | Named::Gone => self,
        }
    }

    pub(crate) fn points(mut self, points: impl Into<u16>) -> Self {
        self.facts.points = Some(points.into());
        self
    }

    pub(crate) fn left(mut self, left: u8) -> Self {
        self.facts.left = Some(left);
        self
    }
}
