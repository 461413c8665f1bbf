//! The table with the entered hands: everything that everybody sees, and the known cards in hands. The game builds it
//! from what was entered, without the placeholders for unseen cards.

use super::given::Given;
use super::keeping::Referee;
use cardwright_kernel::{Seat, Viewer};
use serde_json::Value;

impl Referee {
    /// The table as text: everything public, and the cards in hands that were entered.
    pub fn draw(&self) -> String {
        self.play.draw_table(self.eyes, &self.not_entered())
    }

    /// The table as JSON, like [`Referee::draw`] but without unseen cards.
    pub fn view(&self) -> Value {
        self.seen_by(self.eyes)
    }

    /// Everything that was entered, as far as a viewer may see it.
    pub(super) fn seen_by(&self, viewer: Viewer) -> Value {
        self.play.table_view(viewer, &self.not_entered())
    }

    /// The cards that nobody entered.
    pub(super) fn not_entered(&self) -> Vec<(Seat, &str)> {
        not_entered(&self.given)
    }
}

/// The cards that nobody entered: the owner of each, and the chance action used as its placeholder.
pub(super) fn not_entered(given: &[Given]) -> Vec<(Seat, &str)> {
    let unseen = given
        .iter()
        .filter_map(|given| given.unseen.as_ref())
        .filter(|unseen| unseen.is.is_none());
    unseen
        .map(|unseen| (unseen.seat, unseen.stand_in.as_str()))
        .collect()
}
