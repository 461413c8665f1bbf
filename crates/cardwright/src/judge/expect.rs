//! Checking what a case states beside its outcome, at the end of its play.

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
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::cell::OnceCell;

/// What a viewer was told otherwise than the ruling says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeenChanges {
    /// The section, such as `Seen by player 2`.
    pub section: String,
    /// The comparison of the lines.
    pub changes: Vec<Change>,
}

/// How it is at the end of a play, as far as the ruling states anything of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct End {
    /// Every key of a written position, with who is asked and who has won; for a ruling with `## After`.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub after: Map<String, Value>,
    /// Every action that is offered; for a ruling with `## Offered`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offered: Vec<String>,
    /// What each viewer sees that the ruling names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<Sees>,
    /// The answer to each question that the ruling asks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<Why>,
}

/// What one viewer sees at the end of a play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sees {
    /// Who.
    pub eyes: Eyes,
    /// Every line that this viewer was told.
    pub lines: Vec<String>,
    /// Every key of a written position, as far as this viewer may know it.
    pub facts: Map<String, Value>,
}

/// What came of everything that is stated.
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

/// Checks what a case states against the match that its play led to.
pub(super) fn check(book: &dyn DynGame, play: &mut dyn DynMatch, case: &Case) -> Checked {
    let mut checked = Checked::default();
    if let Some(block) = &case.stated.after {
        let after = facts(play, Viewer::Referee);
        checked.take(fields::compare(
            block,
            "After",
            &after,
            Lists::Whole,
            &Cards::of(book),
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
    let names = OnceCell::new();
    for asked in &case.stated.why {
        check_why(book, play, asked, &names, &mut checked);
    }
    checked
}

/// The keys of a written position as they are now, with who is asked and who has won.
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

/// Checks what a case says that a viewer sees.
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
            &Cards::of(book),
        ));
    }
    if let Some(block) = &seen.lines {
        let changes = compare(
            &block.lines(),
            &told,
            block.line + block.text.lines().count(),
        );
        if changes.iter().any(|change| change.sort != ChangeKind::Same) {
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

fn check_why(
    book: &dyn DynGame,
    play: &mut dyn DynMatch,
    asked: &Asked,
    names: &OnceCell<CardNames>,
    checked: &mut Checked,
) {
    let Some(block) = &asked.block else { return };
    let who = match asked.answer.who {
        Who::Seat(seat) => seat.to_string(),
        Who::Chance => "chance".into(),
    };
    let line = format!("{who}: {}", asked.answer.action);
    match why_for(book, play, &line, Viewer::Referee, names) {
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
                .answer
                .column
                .saturating_sub(line.len() - asked.answer.action.len());
            let at = (asked.answer.line, column.max(1) + error.column - 1);
            checked
                .faults
                .push(RulingError::new(at, error.message, error.help));
        }
    }
}

/// Texts that name cards.
struct Cards<'a> {
    book: &'a dyn DynGame,
    names: OnceCell<CardNames>,
}

impl<'a> Cards<'a> {
    fn of(book: &'a dyn DynGame) -> Self {
        Cards {
            book,
            names: OnceCell::new(),
        }
    }

    fn names(&self) -> &CardNames {
        self.names.get_or_init(|| CardNames::of(self.book))
    }
}

impl Reads for Cards<'_> {
    fn stated(&self, key: &str, text: &str) -> Vec<String> {
        // Ids are written small; what is not may be a name that is printed on a card.
        let printed = text.contains(char::is_uppercase);
        let card = printed.then(|| self.names().find(text)).flatten();
        let id = card.map_or(text, |card| card.id.as_str());
        self.book.stated(key, id)
    }

    fn meant(&self, text: &str) -> Option<String> {
        // Shorter words are near to anything.
        const LEAST: usize = 4;
        if text.chars().count() < LEAST {
            return None;
        }
        let ids: Vec<&str> = self.names().ids().collect();
        // What a card is like may follow its id, as in `helix 6`.
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

/// What a ruling may state of the answer to "may I?".
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
