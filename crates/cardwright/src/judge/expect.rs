//! Checks what a case states besides its outcome, at the end of its play.

use super::compare::{Change, ChangeKind, compare};
use super::fields::{self, Compared, Difference, Edit, Lists, Plain, Reads};
use super::refused::no_such_player;
use super::ruling::block::RulingError;
use super::ruling::file::Case;
use super::ruling::play::Who;
use super::ruling::stated::{Asked, Eyes, Seen};
use super::run::Said;
use super::why::{Why, why_for};
use crate::CardNames;
use cardwright_kernel::{Actor, DynGame, DynMatch, Viewer, nearest};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What a viewer saw that differs from what the ruling says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeenChanges {
    /// The section of the ruling.
    pub section: String,
    /// The comparison of the log lines.
    pub changes: Vec<Change>,
}

/// The facts at the end of a play that the ruling makes statements about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct End {
    /// Every key of the written position, the player to decide and the winners; filled if the ruling has `## After`.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub after: Map<String, Value>,
    /// Every action offered at the end; filled if the ruling has `## Offered`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offered: Vec<String>,
    /// What each viewer named in the ruling sees.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<Sees>,
    /// The answer to each `## Why` question of the ruling.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<Why>,
}

/// What a viewer sees at the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sees {
    /// The viewer.
    pub eyes: Eyes,
    /// The log lines that the viewer saw.
    pub lines: Vec<String>,
    /// The values of the position that the viewer knows.
    pub facts: Map<String, Value>,
}

/// The results for everything that a case states.
#[derive(Default)]
pub(super) struct Checked {
    pub(super) end: End,
    pub(super) differences: Vec<Difference>,
    pub(super) seen: Vec<SeenChanges>,
    pub(super) faults: Vec<RulingError>,
    pub(super) edits: Vec<Edit>,
}

impl Checked {
    fn take(&mut self, compared: Compared) {
        self.differences.extend(compared.differences);
        self.faults.extend(compared.faults);
        self.edits.extend(compared.edits);
    }
}

/// Checks the statements of a case against the match after its play.
pub(super) fn check(book: &dyn DynGame, play: &mut dyn DynMatch, case: &Case) -> Checked {
    let mut checked = Checked::default();
    if let Some(block) = &case.stated.after {
        let after = facts(play, Viewer::Referee);
        checked.take(fields::compare(
            block,
            "After",
            &after,
            Lists::Whole,
            &Cards(book),
        ));
        checked.end.after = after;
    }
    if let Some(block) = &case.stated.offered {
        checked.take(super::offered::check(book, play, block));
        let choices = play.question().choices.into_iter();
        checked.end.offered = choices.map(|choice| choice.action).collect();
    }
    for seen in &case.stated.seen {
        check_seen(book, play, seen, &mut checked);
    }
    for asked in &case.stated.why {
        check_why(book, play, asked, &mut checked);
    }
    checked
}

/// The current position as keys and values, with the player to decide and the winners.
pub(crate) fn facts(play: &dyn DynMatch, viewer: Viewer) -> Map<String, Value> {
    let mut facts = match play.facts(viewer) {
        Value::Object(facts) => facts,
        _ => Map::new(),
    };
    let (asked, winners) = match play.actor() {
        Actor::Seat(seat) => (seat.to_string(), Vec::new()),
        Actor::Chance => ("chance".to_string(), Vec::new()),
        Actor::Over(outcome) => (
            "nobody".to_string(),
            outcome.winners.iter().map(|seat| seat.0 + 1).collect(),
        ),
    };
    facts.insert("asked".into(), asked.into());
    facts.insert("winners".into(), json!(winners));
    facts
}

/// Checks what a case says about what a viewer sees.
pub(super) fn check_seen(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    seen: &Seen,
    checked: &mut Checked,
) {
    let section = format!("Seen by {}", seen.eyes);
    if let Some((message, help)) = no_such_player(book, seen.eyes.viewer()) {
        checked
            .faults
            .push(RulingError::new((seen.line, 1), message, help));
        return;
    }
    let told = play.lines(seen.eyes.viewer(), 0).into_iter();
    let told: Vec<_> = told
        .map(|line| {
            Said {
                text: line.text,
                cites: line.cites,
                ..Said::default()
            }
            .line()
        })
        .collect();
    let facts = facts(play, seen.eyes.viewer());
    if let Some(block) = &seen.facts {
        checked.take(fields::compare(
            block,
            &section,
            &facts,
            Lists::Whole,
            &Cards(book),
        ));
    }
    if let Some(block) = &seen.lines {
        let changes = compare(
            &block.lines(),
            &told,
            block.line + block.text.lines().count(),
        );
        if changes.iter().any(|change| change.kind != ChangeKind::Same) {
            let text: String = told.iter().map(|line| format!("{line}\n")).collect();
            checked.edits.push((block.span.clone(), text));
            checked.seen.push(SeenChanges { section, changes });
        }
    }
    checked.end.seen.push(Sees {
        eyes: seen.eyes,
        lines: told,
        facts,
    });
}

fn check_why(book: &dyn DynGame, play: &mut dyn DynMatch, asked: &Asked, checked: &mut Checked) {
    let Some(block) = &asked.block else { return };
    let who = match asked.action.who {
        Who::Seat(seat) => seat.to_string(),
        Who::Chance => "chance".into(),
    };
    let line = format!("{who}: {}", asked.action.action);
    match why_for(book, play, &line, Viewer::Referee) {
        Ok(why) => {
            checked.take(fields::compare(
                block,
                &format!("Why {line}"),
                &facts_of(&why),
                Lists::Among,
                &Plain,
            ));
            checked.end.why.push(why);
        }
        Err(error) => {
            let column = asked
                .action
                .column
                .saturating_sub(line.len() - asked.action.action.len());
            let at = (asked.action.line, column.max(1) + error.column - 1);
            checked
                .faults
                .push(RulingError::new(at, error.message, error.help));
        }
    }
}

/// Texts that may name cards.
struct Cards<'a>(&'a dyn DynGame);

impl Reads for Cards<'_> {
    fn stated(&self, key: &str, text: &str) -> Vec<String> {
        // Ids are lower case, so a text with upper case may contain a printed card name.
        let printed = text.contains(char::is_uppercase);
        let names = printed.then(|| CardNames::of(self.0));
        let card = names.as_ref().and_then(|names| names.find(text));
        let id = card.map_or(text, |card| card.id.as_str());
        self.0.stated(key, id)
    }

    fn meant(&self, text: &str) -> Option<String> {
        // Shorter words are similar to too many others.
        const LEAST: usize = 4;
        if text.chars().count() < LEAST {
            return None;
        }
        let names = CardNames::of(self.0);
        let ids: Vec<&str> = names.ids().collect();
        // Details of a card may follow its id, as in `helix 6`.
        if text
            .split_whitespace()
            .next()
            .is_some_and(|word| ids.contains(&word))
        {
            return None;
        }
        nearest(text, &ids).map(String::from)
    }
}

/// The facts about a "May I?" answer that a ruling may state.
fn facts_of(why: &Why) -> Map<String, Value> {
    let cites: Vec<_> = why.cited.iter().map(|cited| cited.cite.as_str()).collect();
    let follows: Vec<_> = why.follows.iter().map(Said::line).collect();
    let facts = json!({
        "allowed": why.legal,
        "message": why.message,
        "cites": cites,
        "facts": why.facts,
        "help": why.help,
        "follows": follows,
    });
    match facts {
        Value::Object(facts) => facts,
        _ => Map::new(),
    }
}
