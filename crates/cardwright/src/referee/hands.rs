//! Cards in hands that the position of a session leaves open. They are treated as actions before the first one.

use super::given::{Given, Open, Unseen, as_unseen, pick};
use crate::judge::Who;
use cardwright_kernel::{Secret, TextError};

/// Chooses a card for each open place.
pub(super) fn dealt(open: &[Open]) -> Result<Vec<Given>, Vec<TextError>> {
    let mut given = Vec::new();
    for place in open {
        let Some(secret) = pick(&left(place, &given), &[], None).cloned() else {
            let help = "leave it out, or remove a copy from elsewhere";
            return Err(vec![TextError::new(
                place.0.clone(),
                "no card is left that this could be",
                help,
            )]);
        };
        let action = as_unseen(&secret.action);
        let unseen = Some(Unseen {
            seat: secret.seat,
            is: None,
            stand_in: secret.action,
        });
        given.push(Given {
            who: Who::Chance,
            action,
            unseen,
        });
    }
    Ok(given)
}

/// The cards possible at a place, given those at the places before it.
pub(super) fn left((_, secrets): &Open, before: &[Given]) -> Vec<Secret> {
    let there = |secret: &Secret| {
        let plays_as = before
            .iter()
            .filter_map(|given| given.unseen.as_ref())
            .map(Unseen::plays_as);
        plays_as.filter(|action| *action == secret.action).count() as u32
    };
    let copies = |secret: &Secret| secret.copies.saturating_sub(there(secret));
    secrets
        .iter()
        .map(|secret| Secret {
            copies: copies(secret),
            ..secret.clone()
        })
        .filter(|it| it.copies > 0)
        .collect()
}

/// The position with the chosen cards in its open places.
pub(super) fn filled(position: Option<&str>, open: &[Open], given: &[Given]) -> Option<String> {
    let mut text = position?.to_string();
    for ((span, _), given) in open.iter().zip(given).rev() {
        text.replace_range(span.clone(), card(given));
    }
    Some(text)
}

/// Converts errors of the filled position to places in the written one.
pub(super) fn as_written(
    mut flaws: Vec<TextError>,
    open: &[Open],
    given: &[Given],
) -> Vec<TextError> {
    for flaw in &mut flaws {
        for ((span, _), given) in open.iter().zip(given) {
            let longer = card(given).len().saturating_sub(span.len());
            let back = |at: usize| {
                if at > span.start {
                    at.saturating_sub(longer).max(span.start)
                } else {
                    at
                }
            };
            flaw.span = back(flaw.span.start)..back(flaw.span.end);
        }
    }
    flaws
}

/// The id of the card in an action.
fn card(given: &Given) -> &str {
    let action = given
        .unseen
        .as_ref()
        .map_or(given.action.as_str(), Unseen::plays_as);
    action.split_whitespace().last().unwrap_or_default()
}
