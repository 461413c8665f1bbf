//! Questions, actions and events as data for programs: ids of cards, names of places, numbers of players from 1.
//! Internal numbers of the rulebook never appear here.

use crate::book::names::PLACES;
use crate::book::rulebook::Rulebook;
use crate::events::Event;
use crate::facts::{choices, ways};
use crate::lexicon::{LEXICON, SLOTS as SLOT_NAMES};
use crate::state::ids::{DamageId, RobotId};
use crate::state::{Asked, PendingChance, State, Status, Step};
use cardwright_effects::{ChoiceSource, Op};
use cardwright_kernel::Asking;
use cardwright_runtime::ids::Id;
use cardwright_runtime::shapes::object;
use serde_json::{Map, Value};

/// What a number of an event means.
enum Sense {
    Robot,
    Player,
    Place,
    Slot,
    Damage,
    /// A part or upgrade of the rulebook.
    Open,
    Weapon,
    /// Any card of the packs.
    Card,
    /// The plain number.
    Plain,
}

pub(crate) fn asking_of(book: &Rulebook, state: &State) -> Asking {
    let (kind, about) = kind_asked(book, state);
    let card = state.top().and_then(|frame| book.bound.get(frame.program));
    let card = card
        .filter(|_| state.pending_reveal.is_none())
        .map(|owned| book.card(owned.card).id.clone());
    Asking { kind, about, card }
}

fn kind_asked(book: &Rulebook, state: &State) -> (&'static str, Option<String>) {
    let chance = state.asked == Asked::Chance;
    match (state.pending_chance, state.step) {
        _ if state.asked == Asked::Nobody => ("over", None),
        _ if state.pending_reveal.is_some() => ("get", None),
        (PendingChance::Roll, _) => ("roll", None),
        (PendingChance::Fill | PendingChance::Top(_), _) => ("draw", None),
        (PendingChance::Discard(_) | PendingChance::Steal(..), _) => ("pick", None),
        (PendingChance::Choice, _) => ("decide", sort_asked(book, state)),
        (PendingChance::Answers, _) => ("weapon", Some("weapon-played".into())),
        (PendingChance::Nothing | PendingChance::Borrow(..), _) if state.runs() => {
            ("choose", sort_asked(book, state))
        }
        (_, Step::Roll | Step::RollAgain) => ("roll", None),
        (_, Step::LayOut | Step::Fill) if chance => ("draw", None),
        (_, Step::Buy) => ("buy", None),
        (_, Step::Activate) => ("activate", None),
        (_, Step::Reroll) => ("re-roll", None),
        (_, Step::Parts) => ("use", None),
        (_, Step::Split) => ("split", None),
        (_, step) => ("weapon", Some(step_name(step).into())),
    }
}

/// The kind of thing that a card's question is about.
pub(crate) fn sort_asked(book: &Rulebook, state: &State) -> Option<String> {
    if let Some(thing) = choices::choice_of(book, state) {
        return Some(LEXICON.thing_name(thing).replace(' ', "-"));
    }
    if ways::ways_asked(book, state).is_some() {
        return Some("points".into());
    }
    let frame = state.top()?;
    match book
        .bound
        .get(frame.program)?
        .program
        .ops
        .get(usize::from(frame.pc))?
    {
        Op::Choose {
            from: ChoiceSource::Labels { .. },
            ..
        } => Some("mode".into()),
        _ => Some("number".into()),
    }
}

pub(crate) fn event_of(book: &Rulebook, event: &Event) -> Value {
    let told = object(event);
    let kind = told
        .get("event")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_string();
    let mut data = Map::new();
    data.insert("kind".into(), kind.as_str().into());
    for (key, value) in told.into_iter().filter(|(key, _)| key != "event") {
        let value = named_value(book, &sense(&kind, &key), value);
        data.insert(key, value);
    }
    data.into()
}

fn named_value(book: &Rulebook, sense: &Sense, value: Value) -> Value {
    match value {
        Value::Array(all) => all
            .into_iter()
            .map(|one| named_value(book, sense, one))
            .collect(),
        Value::Number(number) => match number.as_u64() {
            Some(number) => named_number(book, sense, number),
            None => number.into(),
        },
        other => other,
    }
}

fn named_number(book: &Rulebook, sense: &Sense, number: u64) -> Value {
    let at = usize::try_from(number).unwrap_or(usize::MAX);
    let id = |list: &[(String, String)]| list.get(at).map(|(id, _)| id.clone()).into();
    match sense {
        Sense::Robot => RobotId::of(at).map(|robot| book.names.robot(robot)).into(),
        Sense::Player => (number + 1).into(),
        Sense::Place => PLACES.get(at).copied().into(),
        Sense::Slot => SLOT_NAMES.get(at).copied().into(),
        Sense::Damage => DamageId::of(at)
            .map(|damage| book.names.damage(damage))
            .into(),
        Sense::Open => id(&book.names.open),
        Sense::Weapon => id(&book.names.weapons),
        Sense::Card => book
            .bound
            .cards
            .cards
            .get(at)
            .map(|card| card.id.clone())
            .into(),
        Sense::Plain => number.into(),
    }
}

/// What a number in an event means, by the event's kind and the number's name.
fn sense(kind: &str, key: &str) -> Sense {
    const ANY_CARD: [&str; 14] = [
        "decided",
        "used",
        "reacted",
        "lapsed",
        "numbers-cut",
        "stays",
        "left",
        "counted",
        "cancelled",
        "copies",
        "remembers",
        "remembers-robot",
        "remembers-slot",
        "forgets",
    ];
    match (key, kind) {
        ("robot" | "at", _) | ("remembered", "remembers-robot") => Sense::Robot,
        ("from" | "to", "deflected" | "handed-over" | "handed-weapon" | "moved") => Sense::Robot,
        ("first" | "second", "hands-swapped") => Sense::Robot,
        ("from" | "to", "slid") | ("first" | "second", "places-swapped") | ("place", _) => {
            Sense::Place
        }
        ("from" | "to", "converted") | ("damage", _) => Sense::Damage,
        ("player" | "winners", _) => Sense::Player,
        ("slot", _) => Sense::Slot,
        ("weapon", _) | ("weapons", "saw" | "revealed") => Sense::Weapon,
        ("cards", "endless") => Sense::Card,
        ("card", kind) if ANY_CARD.contains(&kind) => Sense::Card,
        ("card", _) => Sense::Open,
        _ => Sense::Plain,
    }
}

/// The name of a step for programs.
pub(crate) fn step_name(step: Step) -> &'static str {
    match step {
        Step::LayOut => "lay-out",
        Step::TurnStart => "turn-start",
        Step::Buy => "buy",
        Step::Bought => "bought",
        Step::Activate => "activate",
        Step::Roll => "roll",
        Step::Rolled => "rolled",
        Step::Reroll => "re-roll",
        Step::RollAgain => "roll-again",
        Step::Rerolled => "re-rolled",
        Step::Parts => "parts",
        Step::PartUsed => "part-used",
        Step::Split => "split",
        Step::Boost => "boost",
        Step::Protect => "protect",
        Step::Damage => "damage",
        Step::Commit => "commit",
        Step::Energy => "energy",
        Step::BeforeRefill => "before-refill",
        Step::Refill => "refill",
        Step::Fill => "fill",
        Step::TurnEnd => "turn-end",
        Step::Pass => "pass",
        Step::Over => "over",
    }
}

/// The name of a robot's status for programs.
pub(crate) fn status_name(status: Status) -> &'static str {
    match status {
        Status::Absent => "absent",
        Status::InPlay => "in-play",
        Status::SwitchedOff => "switched-off",
        Status::Out => "out",
    }
}
