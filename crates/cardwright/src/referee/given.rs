//! What was entered so far: actions, and the cards that nobody entered with what stands in for them.

use crate::judge::Who;
use cardwright_kernel::{Seat, Secret};
use std::ops::Range;

/// What is written for a card that its owner alone has seen.
pub(super) const UNSEEN: &str = "?";

/// An open place of a position, and what could be there.
pub(super) type Open = (Range<usize>, Vec<Secret>);

/// One action of the game so far.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) who: Who,
    /// The action in notation; of an unseen card, `get ?`.
    pub(super) action: String,
    pub(super) unseen: Option<Unseen>,
}

/// An action of chance that its owner alone has seen.
#[derive(Clone, Debug)]
pub(super) struct Unseen {
    /// Who has it.
    pub(super) seat: Seat,
    /// The action, since it was shown.
    pub(super) is: Option<String>,
    /// The action that stands in its place meanwhile.
    pub(super) stand_in: String,
}

impl Unseen {
    pub(super) fn plays_as(&self) -> &str {
        self.is.as_deref().unwrap_or(&self.stand_in)
    }
}

/// Chooses anew what stands in for the card at a place, if it is unseen.
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

/// Something to stand in for an unseen card that leaves enough copies for all that is known to come later. A card that
/// is known nowhere else is taken first.
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

/// An action of chance as somebody enters it who has not seen which it was: `get ?`.
pub(super) fn as_unseen(action: &str) -> String {
    let verb = action.split_whitespace().next().unwrap_or_default();
    format!("{verb} {UNSEEN}")
}
