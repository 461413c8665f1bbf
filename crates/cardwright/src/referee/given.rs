//! What was entered so far: actions, and cards that nobody entered, with their placeholders.

use crate::judge::Who;
use cardwright_kernel::{Seat, Secret};
use std::ops::Range;

/// The notation for a card that only its owner has seen.
pub(super) const UNSEEN: &str = "?";

/// An open place of a position, and the cards that could be there.
pub(super) type Open = (Range<usize>, Vec<Secret>);

/// An action of the game so far.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) who: Who,
    /// The action in notation; `get ?` for an unseen card.
    pub(super) action: String,
    pub(super) unseen: Option<Unseen>,
}

/// A chance action that only its owner has seen.
#[derive(Clone, Debug)]
pub(super) struct Unseen {
    /// The owner of the card.
    pub(super) seat: Seat,
    /// The actual action, once it was revealed.
    pub(super) is: Option<String>,
    /// The action used as a placeholder until then.
    pub(super) stand_in: String,
}

impl Unseen {
    pub(super) fn plays_as(&self) -> &str {
        self.is.as_deref().unwrap_or(&self.stand_in)
    }
}

/// Chooses a new placeholder for the unseen card at an index.
pub(super) fn stand_in(
    given: &mut [Given],
    at: usize,
    secrets: &[Secret],
    next: Option<&str>,
) -> Option<()> {
    let (before, later) = given.split_at_mut(at + 1);
    let open = before.last_mut().and_then(|given| given.unseen.as_mut());
    if let Some(unseen) = open.filter(|unseen| unseen.is.is_none()) {
        unseen
            .stand_in
            .clone_from(&pick(secrets, later, next)?.action);
    }
    Some(())
}

/// A placeholder for an unseen card that leaves enough copies for everything known to come later. Cards that are not
/// known to be elsewhere are preferred.
pub(super) fn pick<'a>(
    secrets: &'a [Secret],
    later: &[Given],
    next: Option<&str>,
) -> Option<&'a Secret> {
    let known = |secret: &Secret| {
        let shown = |given: &&Given| match &given.unseen {
            Some(unseen) => unseen.is.as_deref() == Some(&secret.action),
            None => given.action == secret.action,
        };
        let next =
            next.is_some_and(|next| next.split_whitespace().eq(secret.action.split_whitespace()));
        later.iter().filter(shown).count() as u32 + u32::from(next)
    };
    let free = || {
        secrets
            .iter()
            .filter(|secret| secret.copies > known(secret))
    };
    free()
        .find(|secret| known(secret) == 0)
        .or_else(|| free().next())
}

/// The notation of a chance action for somebody who has not seen the card: `get ?`.
pub(super) fn as_unseen(action: &str) -> String {
    let verb = action.split_whitespace().next().unwrap_or_default();
    format!("{verb} {UNSEEN}")
}
