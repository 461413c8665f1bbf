//! The table with what was entered of hands: all that everybody sees, and the cards in hands that are known. The game
//! builds it up from what was entered; what stands in for an unseen card is left out of it there.

use super::given::Given;
use super::keeping::Referee;
use cardwright_kernel::{Seat, Viewer};
use serde_json::Value;

impl Referee {
    /// The table as text: what everybody sees, and the cards in hands as far as they were entered.
    pub fn draw(&self) -> String {
        self.play.draw_table(self.eyes, &self.not_entered())
    }

    /// The same as JSON; unseen cards are left out there.
    pub fn view(&self) -> Value {
        self.seen_by(self.eyes)
    }

    /// What was entered, as far as a viewer may see it.
    pub(super) fn seen_by(&self, viewer: Viewer) -> Value {
        self.play.table_view(viewer, &self.not_entered())
    }

    /// The cards that nobody entered.
    pub(super) fn not_entered(&self) -> Vec<(Seat, &str)> {
        not_entered(&self.given)
    }
}

/// The cards that nobody entered: whose, and the action of chance that stands in for each.
pub(super) fn not_entered(given: &[Given]) -> Vec<(Seat, &str)> {
    let unseen = given
        .iter()
        .filter_map(|given| given.unseen.as_ref())
        .filter(|unseen| unseen.is.is_none());
    unseen
        .map(|unseen| (unseen.seat, unseen.stand_in.as_str()))
        .collect()
}
