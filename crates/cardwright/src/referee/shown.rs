//! The table with what was entered of hands: all that everybody sees, and the cards in hands that are known.

use super::Referee;
use super::unseen::mentions;
use cardwright_kernel::Viewer;
use serde_json::Value;

/// What stands for a card that its owner alone has seen.
const UNSEEN: &str = "?";

impl Referee {
    /// The table as text: what everybody sees, and the cards in hands as far as they were entered.
    pub fn draw(&self) -> String {
        let (open, all) = (self.play.draw(Viewer::Spectator), self.play.draw(self.eyes));
        let line = |(open, all): (&str, &str)| if open == all { open.into() } else { self.masked(all) };
        let lines: Vec<String> = open.split('\n').zip(all.split('\n')).map(line).collect();
        lines.join("\n")
    }

    /// The same as JSON; unseen cards are left out there.
    pub fn view(&self) -> Value {
        self.seen_by(self.eyes)
    }

    /// What was entered, as far as a viewer may see it.
    pub(super) fn seen_by(&self, viewer: Viewer) -> Value {
        self.known(self.play.view(Viewer::Spectator), self.play.view(viewer))
    }

    /// A line with `?` in the place of what merely stands in for a card.
    fn masked(&self, line: &str) -> String {
        let hidden: Vec<&str> = self.stand_ins().collect();
        let mask = |word: &str| match hidden.iter().find(|id| mentions(word, id)) {
            Some(id) => word.replace(id, UNSEEN),
            None => word.into(),
        };
        line.split(' ').map(mask).collect::<Vec<_>>().join(" ")
    }

    /// What everybody sees, with the lists that are longer for who sees everything; without stand-ins.
    fn known(&self, open: Value, all: Value) -> Value {
        match (open, all) {
            (Value::Object(open), Value::Object(mut all)) => {
                let take = |(key, open): (String, Value)| {
                    let all = all.remove(&key).unwrap_or_default();
                    (key, self.known(open, all))
                };
                Value::Object(open.into_iter().map(take).collect())
            }
            (Value::Array(open), Value::Array(all)) if open.len() == all.len() => {
                open.into_iter().zip(all).map(|(open, all)| self.known(open, all)).collect()
            }
            (Value::Array(_), Value::Array(mut all)) => {
                all.retain(|one| !one.as_str().is_some_and(|id| self.stand_ins().any(|hidden| hidden == id)));
                Value::Array(all)
            }
            (open, _) => open,
        }
    }
}
