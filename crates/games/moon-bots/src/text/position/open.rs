//! Weapons in hands that a written position leaves open: `weapons = ["?", "dodge"]`.

use super::{OPEN, Reader, TextErrors, items};
use crate::book::rulebook::Rulebook;
use crate::state::ids::RobotId;
use cardwright_kernel::Secret;
use cardwright_runtime::toml;
use std::ops::Range;
use toml_span::value::Value;

/// Where hands contain open weapons, each with the weapons that it could be: those that the text does not use
/// elsewhere.
pub(crate) fn open_hands(book: &Rulebook, text: &str) -> Vec<(Range<usize>, Vec<Secret>)> {
    let Ok(root) = toml::parse(text) else {
        return Vec::new();
    };
    let mut reader = Reader {
        book,
        flaws: TextErrors::default(),
        held: 0,
        boxed: 0,
        open: Some(Vec::new()),
    };
    let unseen = reader.state(&root).unseen;
    // A weapon that is revealed when bought is never in a hand.
    let held = book
        .weapons
        .iter()
        .zip(&book.names.weapons)
        .filter(|(facts, _)| facts.on_bought.is_none());
    let could_be = |seat| {
        let secret = held.clone().map(|(facts, (id, _))| Secret {
            action: format!("get {id}"),
            seat,
            copies: (facts.copies & unseen).count_ones(),
        });
        secret.filter(|secret| secret.copies > 0).collect()
    };
    let open = reader.open.unwrap_or_default().into_iter();
    open.map(|(span, robot)| (span, could_be(book.owner(robot).seat())))
        .collect()
}

impl Reader<'_> {
    /// Records the open weapons of a robot, if they are allowed.
    pub(super) fn open_in(&mut self, value: &Value<'_>, robot: RobotId) {
        let Some(open) = &mut self.open else { return };
        let left = items(value, "weapons")
            .iter()
            .filter(|value| value.as_str() == Some(OPEN));
        open.extend(left.map(|value| (value.span.into(), robot)));
    }
}
