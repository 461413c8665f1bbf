//! Writes states as positions.

use super::{OPEN, TOPS, step_name};
use crate::cards::book::Rulebook;
use crate::state::{Asked, CardDefId, PlaceId, PlayerId, Spot, State, Step, Top};
use cardwright_kernel::Viewer;
use cardwright_runtime::ids::Id;
use serde_json::{Map, Value as Json, json};
use std::fmt::Write;

fn top_name(top: Top) -> &'static str {
    TOPS.iter()
        .find(|(_, known)| *known == top)
        .map_or("unseen", |(name, _)| name)
}

impl Rulebook {
    /// The state as a written position; `None` once the game is over.
    pub(crate) fn as_position(&self, s: &State, viewer: Viewer) -> Option<String> {
        if s.asked == Asked::Nobody {
            return None;
        }
        let facts = self.facts_for(s, viewer);
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
    pub(crate) fn facts_for(&self, s: &State, viewer: Viewer) -> Json {
        let own = self.decks.len() > 1;
        let moons: Vec<Json> = s
            .moons
            .iter()
            .map(|moon| json!(self.moon_words(moon.card, moon.coins)))
            .collect();
        let tried: Vec<Json> = self
            .defs_of(s.active)
            .iter()
            .filter(|card| s.tried & self.tried_bit(*card) != 0)
            .map(|card| json!(self.def(card).id))
            .collect();
        let passed: Vec<u8> = self
            .seats()
            .filter(|seat| s.window.has_passed(seat.seat()))
            .map(|seat| seat.number())
            .collect();
        let players: Map<String, Json> = self
            .seats()
            .map(|seat| {
                (
                    (seat.number()).to_string(),
                    self.player_facts(s, seat, viewer),
                )
            })
            .collect();
        let options = self.options.list().into_iter();
        let options: Map<String, Json> = options
            .map(|option| (option.name, option.value.into()))
            .collect();
        let mut facts = Map::new();
        facts.insert("options".into(), json!(options));
        facts.insert("active".into(), json!((s.active.number()).to_string()));
        facts.insert("step".into(), json!(step_name(s.step).unwrap_or("over")));
        let card = if let Step::Cost(card) = s.step {
            Some(&self.def(card).id)
        } else {
            None
        };
        facts.insert("card".into(), json!(card));
        facts.insert(
            "fighter".into(),
            json!(self.asked_about(s).map(|spot| self.place_name(s, spot))),
        );
        facts.insert("turn".into(), json!(s.turn));
        facts.insert("rounds".into(), json!(s.rounds));
        facts.insert("quiet".into(), json!(s.quiet));
        facts.insert("fought".into(), json!(s.fought));
        facts.insert("reactions".into(), json!(s.reactions));
        facts.insert("passed".into(), json!(passed));
        self.between_facts(s, &mut facts);
        if !self.has_bank() {
            facts.insert("chest".into(), json!(s.chest));
        }
        facts.insert("moons".into(), json!(moons));
        if !own {
            facts.insert("discard".into(), json!(self.pile_words(s, PlayerId::First)));
            let next = self
                .sees_backs()
                .then(|| top_name(s.side(PlayerId::First).top));
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
        facts.insert("tried".into(), json!(tried));
        facts.insert("discarded".into(), json!(s.discarded));
        facts.insert("waiting".into(), json!(self.waiting_words(s)));
        facts.insert("deck".into(), json!(s.piles.deck_size(self.all_defs())));
        facts.insert("player".into(), json!(players));
        Json::Object(facts)
    }

    /// The fighter that the current step is about, or the place behind the last one.
    fn asked_about(&self, s: &State) -> Option<Spot> {
        let seat = match s.step {
            Step::Attack | Step::Order => s.active,
            Step::Block | Step::AttackDie | Step::DefenceDie | Step::Marks => s.blocking,
            _ => return None,
        };
        s.at_cursor(seat).filter(|_| seat.n() < self.players)
    }

    fn pile_words(&self, s: &State, seat: PlayerId) -> Vec<String> {
        s.piles
            .pile(self.defs_of(seat))
            .map(|(card, number)| self.counted(card, number))
            .collect()
    }

    fn counted(&self, card: CardDefId, number: u8) -> String {
        let id = &self.def(card).id;
        if number == 1 {
            id.clone()
        } else {
            format!("{id} {number}")
        }
    }

    /// The normal form of an entry in a list. The words after a card on the table are sorted and those without
    /// meaning are left out, `sniper 2` becomes two cards, and a Moon gets its printed coins.
    pub(crate) fn stated_words(&self, key: &str, text: &str) -> Vec<String> {
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
                let found = self
                    .all_defs()
                    .iter()
                    .find(|def| self.def(*def).id == *moon);
                let coins = found.map(|def| self.def(def).value);
                vec![coins.map_or_else(|| text.into(), |coins| format!("{moon} {coins}"))]
            }
            _ => vec![words.join(" ")],
        }
    }

    /// A Moon with its coins, and with its deck if there are several.
    fn moon_words(&self, card: CardDefId, coins: u8) -> String {
        let deck = self
            .decks
            .iter()
            .position(|defs| defs.contains(card))
            .unwrap_or(0);
        let of = if self.decks.len() > 1 {
            format!(" of {}", deck + 1)
        } else {
            String::new()
        };
        format!("{} {coins}{of}", self.def(card).id)
    }

    fn player_facts(&self, s: &State, seat: PlayerId, viewer: Viewer) -> Json {
        let side = s.side(seat);
        let known = self.sees_hand(s, seat, viewer);
        let card = |card: &CardDefId| {
            if known {
                self.def(*card).id.clone()
            } else {
                OPEN.into()
            }
        };
        let hand: Vec<String> = side.hand.iter().map(card).collect();
        let units: Vec<String> = PlaceId::all()
            .zip(&side.units)
            .map(|(at, unit)| self.unit_words(s, Spot { seat, at }, unit))
            .collect();
        let mut facts = Map::new();
        facts.insert("battery".into(), json!(side.battery));
        facts.insert("start".into(), json!(side.start));
        facts.insert("vault".into(), json!(side.vault));
        facts.insert("prevented".into(), json!(side.prevented));
        facts.insert("out".into(), json!(side.out));
        facts.insert("hand".into(), json!(hand));
        facts.insert("units".into(), json!(units));
        if self.decks.len() > 1 {
            facts.insert("discard".into(), json!(self.pile_words(s, seat)));
            facts.insert("deck".into(), json!(s.piles.deck_size(self.defs_of(seat))));
            if self.sees_backs() {
                facts.insert("next".into(), json!(top_name(side.top)));
            }
        }
        Json::Object(facts)
    }
}
