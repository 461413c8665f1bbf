//! Writes states as positions.

use crate::book::rulebook::Rulebook;
use crate::facts::{sight, values};
use crate::legal::list;
use crate::state::{Asked, CardDefId, PlaceId, PlayerId, Spot, State, Step, Top};
use crate::text::position::{OPEN, TOPS, mid_effect, stack, step_name, units};
use cardwright_kernel::Viewer;
use cardwright_runtime::ids::Id;
use serde_json::{Map, Value as Json, json};
use std::fmt::Write;

fn top_name(top: Top) -> &'static str {
    TOPS.iter()
        .find(|(_, known)| *known == top)
        .map_or("unseen", |(name, _)| name)
}

/// The state as a written position; `None` once the game is over.
pub(crate) fn as_position(book: &Rulebook, s: &State, viewer: Viewer) -> Option<String> {
    if s.asked == Asked::Nobody {
        return None;
    }
    let facts = facts_for(book, s, viewer);
    let mut text = String::new();
    for (key, value) in facts.as_object()? {
        if !["options", "player", "deck"].contains(&key.as_str()) && !value.is_null() {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
    for player in facts.get("player")?.as_object()?.values() {
        text.push_str("\n[[player]]\n");
        for (key, value) in player
            .as_object()?
            .iter()
            .filter(|(_, value)| !value.is_null())
        {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
    Some(text)
}

/// The state in the words of a written position, as far as the viewer may know it.
pub(crate) fn facts_for(book: &Rulebook, s: &State, viewer: Viewer) -> Json {
    let own = book.decks.len() > 1;
    let moons: Vec<Json> = s
        .moons
        .iter()
        .map(|moon| json!(moon_words(book, moon.card, moon.coins)))
        .collect();
    let tried: Vec<Json> = book
        .defs_of(s.active)
        .iter()
        .filter(|card| s.tried & list::tried_bit(book, *card) != 0)
        .map(|card| json!(book.def(card).id))
        .collect();
    let passed: Vec<u8> = book
        .seats()
        .filter(|seat| s.window.has_passed(seat.seat()))
        .map(|seat| seat.number())
        .collect();
    let players: Map<String, Json> = book
        .seats()
        .map(|seat| {
            (
                (seat.number()).to_string(),
                player_facts(book, s, seat, viewer),
            )
        })
        .collect();
    let options = book.options.list().into_iter();
    let options: Map<String, Json> = options
        .map(|option| (option.name, option.value.into()))
        .collect();
    let mut facts = Map::new();
    facts.insert("options".into(), json!(options));
    facts.insert("active".into(), json!((s.active.number()).to_string()));
    facts.insert("step".into(), json!(step_name(s.step).unwrap_or("over")));
    let card = if let Step::Cost(card) = s.step {
        Some(&book.def(card).id)
    } else {
        None
    };
    facts.insert("card".into(), json!(card));
    facts.insert(
        "fighter".into(),
        json!(asked_about(book, s).map(|spot| mid_effect::place_name(book, s, spot))),
    );
    facts.insert("turn".into(), json!(s.turn));
    facts.insert("rounds".into(), json!(s.rounds));
    facts.insert("quiet".into(), json!(s.quiet));
    facts.insert("fought".into(), json!(s.fought));
    facts.insert("reactions".into(), json!(s.reactions));
    facts.insert("passed".into(), json!(passed));
    mid_effect::between_facts(book, s, viewer, &mut facts);
    if !values::has_bank(book) {
        facts.insert("chest".into(), json!(s.chest));
    }
    facts.insert("moons".into(), json!(moons));
    if !own {
        facts.insert(
            "discard".into(),
            json!(pile_words(book, s, PlayerId::First)),
        );
        let next = values::sees_backs(book).then(|| top_name(s.side(PlayerId::First).top));
        facts.insert("next".into(), json!(next));
    }
    let skips: Vec<u8> = s.more_turns.skips().iter().map(PlayerId::number).collect();
    let skips = Some(skips).filter(|skips| !skips.is_empty());
    facts.insert("skips".into(), json!(skips));
    facts.insert("again".into(), json!(s.more_turns.again().then_some(true)));
    facts.insert(
        "extra".into(),
        json!(s.more_turns.is_extra().then_some(true)),
    );
    let without: Vec<u8> = s
        .more_turns
        .without_collect()
        .iter()
        .map(PlayerId::number)
        .collect();
    let without = Some(without).filter(|without| !without.is_empty());
    facts.insert("without_collect".into(), json!(without));
    facts.insert(
        "no_collect".into(),
        json!(s.more_turns.no_collect().then_some(true)),
    );
    facts.insert("tried".into(), json!(tried));
    facts.insert("discarded".into(), json!(s.discarded));
    facts.insert("waiting".into(), json!(stack::waiting_words(book, s)));
    facts.insert("deck".into(), json!(s.piles.deck_size(book.all_defs())));
    facts.insert("player".into(), json!(players));
    Json::Object(facts)
}

/// The fighter that the current step is about, or the place behind the last one.
fn asked_about(book: &Rulebook, s: &State) -> Option<Spot> {
    let seat = match s.step {
        Step::Attack | Step::Order => s.active,
        Step::Block | Step::AttackDie | Step::DefenceDie | Step::Marks => s.blocking,
        _ => return None,
    };
    s.at_cursor(seat).filter(|_| seat.n() < book.players)
}

fn pile_words(book: &Rulebook, s: &State, seat: PlayerId) -> Vec<String> {
    s.piles
        .pile(book.defs_of(seat))
        .map(|(card, number)| counted(book, card, number))
        .collect()
}

fn counted(book: &Rulebook, card: CardDefId, number: u8) -> String {
    let id = &book.def(card).id;
    if number == 1 {
        id.clone()
    } else {
        format!("{id} {number}")
    }
}

/// The normal form of an entry in a list. The words after a card on the table are sorted and those without
/// meaning are left out, `sniper 2` becomes two cards, and a Moon gets its printed coins.
pub(crate) fn stated_words(book: &Rulebook, key: &str, text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match (key, words.as_slice()) {
        ("units", [card, more @ ..]) => {
            let mut more: Vec<_> = more.iter().filter(|word| !word.ends_with("=0")).collect();
            more.sort();
            more.dedup();
            let all = std::iter::once(card).chain(more).copied();
            vec![all.collect::<Vec<_>>().join(" ")]
        }
        ("discard" | "hand", [card, number]) => match number.parse::<u8>() {
            Ok(number) => vec![(*card).to_string(); usize::from(number)],
            Err(_) => vec![text.into()],
        },
        ("moons", [moon]) => {
            let found = book
                .all_defs()
                .iter()
                .find(|def| book.def(*def).id == *moon);
            let coins = found.map(|def| book.def(def).value);
            vec![coins.map_or_else(|| text.into(), |coins| format!("{moon} {coins}"))]
        }
        _ => vec![words.join(" ")],
    }
}

/// A Moon with its coins, and with its deck if there are several.
fn moon_words(book: &Rulebook, card: CardDefId, coins: u8) -> String {
    let deck = book
        .decks
        .iter()
        .position(|defs| defs.contains(card))
        .unwrap_or(0);
    let of = if book.decks.len() > 1 {
        format!(" of {}", deck + 1)
    } else {
        String::new()
    };
    format!("{} {coins}{of}", book.def(card).id)
}

fn player_facts(book: &Rulebook, s: &State, seat: PlayerId, viewer: Viewer) -> Json {
    let side = s.side(seat);
    let known = sight::sees_hand(book, s, seat, viewer);
    let card = |card: &CardDefId| {
        if known {
            book.def(*card).id.clone()
        } else {
            OPEN.into()
        }
    };
    let hand: Vec<String> = side.hand.iter().map(card).collect();
    let units: Vec<String> = PlaceId::all()
        .zip(&side.units)
        .map(|(at, unit)| units::unit_words(book, s, Spot { seat, at }, unit))
        .collect();
    let mut facts = Map::new();
    facts.insert("battery".into(), json!(side.battery));
    facts.insert("start".into(), json!(side.start));
    facts.insert("vault".into(), json!(side.vault));
    facts.insert("prevented".into(), json!(side.prevented));
    facts.insert("out".into(), json!(side.out));
    if let Some(card) = s.lasting.of(seat) {
        facts.insert("lasting".into(), json!(book.def(card).id));
        if s.lasting.stays_on(seat) {
            facts.insert("lasting_on".into(), json!(true));
        }
    }
    facts.insert("hand".into(), json!(hand));
    facts.insert("units".into(), json!(units));
    if book.decks.len() > 1 {
        facts.insert("discard".into(), json!(pile_words(book, s, seat)));
        facts.insert("deck".into(), json!(s.piles.deck_size(book.defs_of(seat))));
        if values::sees_backs(book) {
            facts.insert("next".into(), json!(top_name(side.top)));
        }
    }
    Json::Object(facts)
}
