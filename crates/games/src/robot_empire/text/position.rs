//! Written positions: TOML to states and back.

use crate::robot_empire::cards::book::Rulebook;
use crate::robot_empire::cards::lexicon::kind;
use crate::robot_empire::play::Engine;
use crate::robot_empire::rules::POSITION;
use crate::robot_empire::state::{
    Asked, COINS, Counts, HAND, INSTANT, LANDED, MAX_MOONS, MAX_UNITS, Moon, NEW, NONE, PERMANENT,
    RECHARGING, SEATS, State, Step, Unit, Window,
};
use cardwright_kernel::{Flaw, NoLog, Viewer, meant};
use cardwright_runtime::toml;
use serde_json::{Map, Value as Json, json};
use std::fmt::Write;
use toml_span::value::Value;

const KEYS: [&str; 14] = [
    "active",
    "step",
    "turn",
    "rounds",
    "quiet",
    "fought",
    "passed",
    "chest",
    "moons",
    "discard",
    "tried",
    "discarded",
    "player",
    "deck",
];
const PLAYER_KEYS: [&str; 7] = ["battery", "start", "vault", "prevented", "out", "hand", "units"];

/// The steps a position can say.
const STEPS: [(&str, Step); 11] = [
    ("turn-start", Step::Window(Window::TurnStart)),
    ("play", Step::Play),
    ("before-mining", Step::Window(Window::BeforeMining)),
    ("mining", Step::Mining),
    ("before-combat", Step::Window(Window::BeforeCombat)),
    ("fire", Step::Fire),
    ("attack", Step::Attack),
    ("draw", Step::Draw),
    ("discard", Step::Discard),
    ("draw-again", Step::DrawAgain),
    ("turn-end", Step::Window(Window::TurnEnd)),
];

impl Rulebook {
    /// The state that a written position describes, brought to its first question.
    ///
    /// # Errors
    /// Every reason why the text is no possible position.
    pub(crate) fn position(&self, text: &str) -> Result<State, Vec<Flaw>> {
        let root = toml::parse(text)?;
        let mut reader = Reader { book: self, flaws: Vec::new() };
        let mut state = reader.state(&root);
        if !reader.flaws.is_empty() {
            return Err(reader.flaws);
        }
        let flaws = self.flaws_of(&state);
        if !flaws.is_empty() {
            let whole = 0..text.len();
            let help = format!("write a possible position ({POSITION})");
            return Err(flaws.into_iter().map(|flaw| Flaw::new(whole.clone(), flaw, help.clone())).collect());
        }
        Engine::new(self, &mut state, &mut NoLog).advance();
        Ok(state)
    }

    /// The state as a written position; none in the middle of something it cannot say.
    pub(crate) fn as_position(&self, s: &State, viewer: Viewer) -> Option<String> {
        let quiet = !s.holds_places() && s.asked != Asked::Nobody;
        STEPS.iter().find(|(_, step)| *step == s.step).filter(|_| quiet)?;
        let facts = self.facts_for(s, viewer);
        let mut text = String::new();
        for (key, value) in facts.as_object()? {
            if key != "player" && key != "deck" {
                let _ = writeln!(text, "{key} = {value}");
            }
        }
        for player in facts.get("player")?.as_array()? {
            text.push_str("\n[[player]]\n");
            for (key, value) in player.as_object()? {
                let _ = writeln!(text, "{key} = {value}");
            }
        }
        Some(text)
    }

    /// The state in the words of a written position, as far as the viewer may know it.
    pub(crate) fn facts_for(&self, s: &State, viewer: Viewer) -> Json {
        let step = STEPS.iter().find(|(_, step)| *step == s.step).map_or("between", |(name, _)| name);
        let list = |counts: &Counts| -> Vec<Json> {
            counts.iter().map(|(card, number)| json!(self.counted(card, number))).collect()
        };
        let moons: Vec<Json> =
            s.moons.iter().map(|moon| json!(format!("{} {}", self.sort(moon.card).id, moon.coins))).collect();
        let tried: Vec<Json> = (0..self.sorts.len())
            .filter(|card| s.tried >> card & 1 != 0)
            .map(|card| json!(self.sorts[card].id))
            .collect();
        let passed: Vec<u8> =
            self.seats().filter(|seat| s.passed >> seat & 1 != 0).map(|seat| seat + 1).collect();
        let players: Vec<Json> = self.seats().map(|seat| self.player_facts(s, seat, viewer)).collect();
        let mut facts = Map::new();
        facts.insert("active".into(), json!((s.active + 1).to_string()));
        facts.insert("step".into(), json!(step));
        facts.insert("turn".into(), json!(s.turn));
        facts.insert("rounds".into(), json!(s.rounds));
        facts.insert("quiet".into(), json!(s.quiet));
        facts.insert("fought".into(), json!(s.fought));
        facts.insert("passed".into(), json!(passed));
        facts.insert("chest".into(), json!(s.chest));
        facts.insert("moons".into(), json!(moons));
        facts.insert("discard".into(), json!(list(&s.discard)));
        facts.insert("tried".into(), json!(tried));
        facts.insert("discarded".into(), json!(s.discarded));
        facts.insert("deck".into(), json!(s.deck.total()));
        facts.insert("player".into(), json!(players));
        Json::Object(facts)
    }

    fn counted(&self, card: u8, number: u8) -> String {
        let id = &self.sort(card).id;
        if number == 1 { id.clone() } else { format!("{id} {number}") }
    }

    fn player_facts(&self, s: &State, seat: u8, viewer: Viewer) -> Json {
        let side = s.side(seat);
        let known = Rulebook::knows_hand(seat, viewer);
        let card = |card: &u8| if known { self.sort(*card).id.clone() } else { "?".into() };
        let hand: Vec<String> = side.hand.iter().map(card).collect();
        let units: Vec<String> = side.present().map(|(_, unit)| self.unit_words(s, unit)).collect();
        json!({
            "battery": side.battery,
            "start": side.start,
            "vault": side.vault,
            "prevented": side.prevented,
            "out": side.out,
            "hand": hand,
            "units": units,
        })
    }
}

struct Reader<'a> {
    book: &'a Rulebook,
    flaws: Vec<Flaw>,
}

impl Reader<'_> {
    fn wrong(&mut self, value: &Value<'_>, message: impl Into<String>, help: impl Into<String>) {
        let message = format!("{} ({POSITION})", message.into());
        self.flaws.push(Flaw::new(value.span.into(), message, help));
    }

    fn state(&mut self, root: &Value<'_>) -> State {
        let mut s = self.book.opening();
        (s.step, s.turn, s.deck) = (Step::Play, 1, Counts::default());
        let mut chest = None;
        let entries = toml::in_order(root);
        // Moons come before the robots that are on them, and the cards of the table before those that are counted.
        if let Some((_, value)) = entries.iter().find(|(key, _)| key.name == "moons") {
            self.moons(value, &mut s);
        }
        for (key, value) in &entries {
            match &*key.name {
                "active" => s.active = self.seat(value),
                "step" => s.step = self.step(value),
                "turn" => s.turn = self.number(value, 1, 60_000) as u16,
                "rounds" => s.rounds = self.number(value, 0, 119) as u8,
                "quiet" => s.quiet = self.number(value, 0, 29) as u8,
                "fought" => s.fought = self.flag(value),
                "passed" => {
                    for one in self.list(value) {
                        s.passed |= 1 << self.seat(one);
                    }
                }
                "chest" => chest = Some((self.number(value, 0, COINS.into()) as u16, *value)),
                "moons" | "deck" => {}
                "discard" => self.discard(value, &mut s),
                "tried" => {
                    for one in self.list(value) {
                        s.tried |= self.card(one).map_or(0, |card| 1 << card);
                    }
                }
                "discarded" => s.discarded = self.number(value, 0, 7) as u8,
                "player" => self.players(value, &mut s),
                other => {
                    let help = meant(other, &KEYS);
                    self.flaws.push(Flaw::new(key.span.into(), format!("unknown key `{other}` here"), help));
                }
            }
        }
        self.rest(root, &mut s, chest);
        s
    }

    /// What follows from the rest: the War Chest and the Depot Deck.
    fn rest(&mut self, root: &Value<'_>, s: &mut State, chest: Option<(u16, &Value<'_>)>) {
        s.chest = 0;
        let elsewhere = self.book.coins(s);
        match chest {
            Some((given, value)) if given + elsewhere != COINS => {
                let message =
                    format!("there are {elsewhere} coins elsewhere, so the War Chest does not hold {given}");
                self.wrong(
                    value,
                    message,
                    format!("there are {COINS} coins in all; leave `chest` out, and it follows"),
                );
            }
            _ if elsewhere > COINS => {
                self.wrong(root, format!("there are {elsewhere} coins"), format!("there are {COINS} in all"));
            }
            _ => s.chest = (COINS - elsewhere) as u8,
        }
        let mut seen = s.discard;
        for side in &s.sides {
            side.hand.iter().for_each(|card| seen.add(*card, 1));
            for unit in &side.units {
                seen.add(unit.card, 1);
                if unit.legs != NONE {
                    seen.add(unit.legs, 1);
                }
                self.book.parts_of(unit).for_each(|part| seen.add(part, 1));
            }
        }
        s.moons.iter().for_each(|moon| seen.add(moon.card, 1));
        for card in 0..self.book.sorts.len() as u8 {
            let (there, all) = (seen.of(card), self.book.deck.of(card));
            if there > all {
                let name = &self.book.sort(card).id;
                self.wrong(
                    root,
                    format!("`{name}` is there {there} times"),
                    format!("the deck has {all} copies"),
                );
            }
            s.deck.add(card, all.saturating_sub(there));
        }
        let deck = toml::in_order(root).into_iter().find(|(key, _)| key.name == "deck");
        if let Some((_, value)) = deck.filter(|(_, value)| value.as_integer() != Some(s.deck.total().into()))
        {
            let message = format!("the Depot Deck has {} cards: all that lie nowhere else", s.deck.total());
            self.wrong(value, message, "leave `deck` out, and it follows");
        }
        if s.side(s.active).out || self.book.living(s).count() < 2 {
            self.wrong(root, "the active player and one other at least are not out", "let them play");
        }
    }

    fn number(&mut self, value: &Value<'_>, least: i64, most: i64) -> i64 {
        match value.as_integer().filter(|number| (least..=most).contains(number)) {
            Some(number) => number,
            None => {
                self.wrong(value, "this is no number that can stand here", format!("from {least} to {most}"));
                least
            }
        }
    }

    fn flag(&mut self, value: &Value<'_>) -> bool {
        if value.as_bool().is_none() {
            self.wrong(value, "this is neither true nor false", "write true or false");
        }
        value.as_bool().unwrap_or(false)
    }

    fn seat(&mut self, value: &Value<'_>) -> u8 {
        let number = value.as_integer().or_else(|| value.as_str()?.parse().ok());
        match number.filter(|number| (1..=i64::from(self.book.players)).contains(number)) {
            Some(number) => number as u8 - 1,
            None => {
                self.wrong(
                    value,
                    "this is no player of the game",
                    format!("from 1 to {}", self.book.players),
                );
                0
            }
        }
    }

    fn step(&mut self, value: &Value<'_>) -> Step {
        let found = value.as_str().and_then(|name| STEPS.iter().find(|(known, _)| *known == name));
        match found {
            Some((_, step)) => *step,
            None => {
                let names: Vec<&str> = STEPS.iter().map(|(name, _)| *name).collect();
                self.wrong(value, "there is no such step", meant(value.as_str().unwrap_or(""), &names));
                Step::Play
            }
        }
    }

    fn list<'v, 'de>(&mut self, value: &'v Value<'de>) -> Vec<&'v Value<'de>> {
        match value.as_array() {
            Some(items) => items.iter().collect(),
            None => {
                self.wrong(value, "this is no list", "write it in square brackets");
                Vec::new()
            }
        }
    }

    fn card(&mut self, value: &Value<'_>) -> Option<u8> {
        let name = value.as_str().unwrap_or("");
        let card = self.book.sort_named(name);
        if card.is_none() {
            let ids: Vec<&str> = self.book.sorts.iter().map(|sort| sort.id.as_str()).collect();
            let near = cardwright_kernel::nearest(name, &ids);
            let help = near.map_or("write a card's id".to_string(), |id| format!("did you mean `{id}`?"));
            self.wrong(value, format!("there is no card `{name}` in the deck"), help);
        }
        card
    }

    /// `"sniper"` or `"sniper 2"`.
    fn named_number(&mut self, value: &Value<'_>, usual: u8) -> Option<(u8, u8)> {
        let text = value.as_str().unwrap_or("");
        let (name, number) = match text.split_once(' ') {
            Some((name, number)) => (name, number.parse::<u8>().ok().filter(|number| *number <= COINS as u8)),
            None => (text, Some(usual)),
        };
        let Some(number) = number else {
            self.wrong(
                value,
                format!("`{text}` does not end with a number that can stand here"),
                "such as `helix 6`",
            );
            return None;
        };
        match self.book.sort_named(name) {
            Some(card) => Some((card, number)),
            None => self.card(value).map(|card| (card, number)),
        }
    }

    fn moons(&mut self, value: &Value<'_>, s: &mut State) {
        for one in self.list(value) {
            let Some((card, coins)) = self.named_number(one, NONE) else { continue };
            if !self.book.is_moon(card) {
                self.wrong(one, "this is no Moon", "name a Moon and its coins, such as `helix 6`");
                continue;
            }
            let coins = if coins == NONE { self.book.moon_value(card) } else { coins };
            if s.moons.try_push(Moon { card, coins }).is_err() {
                self.wrong(one, format!("more than {MAX_MOONS} Moons"), "leave some out");
            }
        }
    }

    fn discard(&mut self, value: &Value<'_>, s: &mut State) {
        for one in self.list(value) {
            if let Some((card, number)) = self.named_number(one, 1) {
                let all = self.book.deck.of(card);
                if s.discard.of(card) + number.min(all + 1) > all {
                    self.wrong(one, format!("more copies than the {all} of the deck"), "write fewer");
                    continue;
                }
                s.discard.add(card, number);
            }
        }
    }

    fn players(&mut self, value: &Value<'_>, s: &mut State) {
        let list = self.list(value);
        if list.len() > usize::from(self.book.players) {
            self.wrong(
                value,
                format!("{} players are described", list.len()),
                format!("{} play", self.book.players),
            );
        }
        for (seat, value) in list.into_iter().take(SEATS).enumerate() {
            self.player(value, seat, s);
        }
    }

    fn player(&mut self, value: &Value<'_>, seat: usize, s: &mut State) {
        let mut given_start = false;
        for (key, value) in toml::in_order(value) {
            match &*key.name {
                "battery" => s.sides[seat].battery = self.number(value, 0, 20) as u8,
                "start" => {
                    s.sides[seat].start = self.number(value, 15, 20) as u8;
                    given_start = true;
                }
                "vault" => s.sides[seat].vault = self.number(value, 0, COINS.into()) as u8,
                "prevented" => s.sides[seat].prevented = self.number(value, 0, 99) as u8,
                "out" => s.sides[seat].out = self.flag(value),
                "hand" => self.hand(value, seat, s),
                "units" => {
                    for one in self.list(value) {
                        let Some(unit) = self.unit(one, s) else { continue };
                        if s.sides[seat].units.try_push(unit).is_err() {
                            self.wrong(
                                one,
                                format!("more than {MAX_UNITS} cards on a side"),
                                "leave some out",
                            );
                        }
                    }
                }
                other => {
                    let help = meant(other, &PLAYER_KEYS);
                    self.flaws.push(Flaw::new(key.span.into(), format!("unknown key `{other}` here"), help));
                }
            }
        }
        let side = &s.sides[seat];
        if side.out {
            if !side.units.is_empty() || !side.hand.is_empty() || side.battery > 0 || side.vault > 0 {
                let help = "write `battery = 0` and `vault = 0` and no cards";
                self.wrong(value, "a player who is out has no cards and no coins", help);
            }
        } else if side.battery == 0 {
            self.wrong(
                value,
                "the Battery is empty, and the player is not out",
                "write `out = true`, or coins",
            );
        } else if given_start && side.battery > side.start {
            self.wrong(value, "the Battery is above its start value", "write fewer coins");
        }
    }

    fn hand(&mut self, value: &Value<'_>, seat: usize, s: &mut State) {
        for one in self.list(value) {
            let Some(card) = self.card(one) else { continue };
            if self.book.is_moon(card) {
                self.wrong(one, "nobody holds a Moon: it lies on the table when it is drawn", "leave it out");
            } else if s.sides[seat].hand.len() == HAND {
                self.wrong(one, format!("a hand has at most {HAND} cards"), "leave some out");
            } else {
                s.sides[seat].hold(card);
            }
        }
    }

    /// `"gearhound new recharging jump-jets damage=1"`, `"titan-torso+tread-legs"`, `"sky-talon moon=helix"`.
    fn unit(&mut self, value: &Value<'_>, s: &State) -> Option<Unit> {
        let text = value.as_str().unwrap_or("");
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or("");
        let (card, legs) = name.split_once('+').map_or((name, None), |(card, legs)| (card, Some(legs)));
        let placed = |sort: &u8| {
            ![kind::AGENT, kind::SUPER_WEAPON, kind::COMPONENT, kind::MOON]
                .contains(&self.book.sort(*sort).kind)
        };
        let Some(card) = self.book.sort_named(card).filter(placed) else {
            self.wrong(
                value,
                format!("no card `{name}` comes out on the table"),
                "such as `gearhound` or `titan-torso+tread-legs`",
            );
            return None;
        };
        let mut unit = Unit { flags: 0, ..Unit::of(card) };
        if let Some(legs) = legs {
            let found =
                self.book.sort_named(legs).filter(|sort| self.book.sort(*sort).kind == kind::MEGA_LEGS);
            match found.filter(|_| self.book.sort(card).kind == kind::MEGA_TOP) {
                Some(legs) => unit.legs = legs,
                None => {
                    self.wrong(
                        value,
                        format!("`{name}` is no top and legs"),
                        "such as `titan-torso+tread-legs`",
                    );
                    return None;
                }
            }
        }
        for word in words {
            if let Err(help) = self.word(&mut unit, word, s) {
                self.wrong(value, format!("`{word}` cannot stand here"), help);
            }
        }
        if unit.moon != 0 && s.sides.iter().flat_map(|side| &side.units).any(|other| other.moon == unit.moon)
        {
            self.wrong(value, "two robots are on one Moon", "one robot a Moon");
        }
        Some(unit)
    }

    fn word(&self, unit: &mut Unit, word: &str, s: &State) -> Result<(), String> {
        let book = self.book;
        if let Some((key, value)) = word.split_once('=') {
            let number = value.parse::<u8>().ok().filter(|number| *number <= 99);
            match (key, number) {
                ("damage", Some(number)) => unit.damage = number,
                ("prevented", Some(number)) => unit.prevented = number,
                ("moon", _) => {
                    let found = (0..s.moons.len() as u8).find(|moon| book.moon_text(s, *moon) == value);
                    let found = found.filter(|_| book.is_robot(unit));
                    unit.moon =
                        1 + found.ok_or("a robot is on a Moon that `moons` names, such as `moon=helix`")?;
                }
                _ => return Err("such as `damage=1`, `prevented=2`, `moon=helix`".into()),
            }
            return Ok(());
        }
        let paid = |there: bool| if there { Ok(()) } else { Err("the card has no such upgrade".to_string()) };
        match word {
            "new" => unit.flags |= NEW,
            "recharging" => unit.flags |= RECHARGING,
            "landed" => unit.flags |= LANDED,
            "permanent" => {
                paid(book.permanent_of(unit).is_some())?;
                unit.flags |= PERMANENT;
            }
            "instant" => {
                paid(book.instant_of(unit).is_some())?;
                unit.flags |= INSTANT;
            }
            part => {
                let sort = book.sort_named(part).map(|card| book.sort(card));
                let Some(sort) = sort.filter(|sort| sort.kind == kind::COMPONENT) else {
                    return Err(
                        "flags are new, recharging, landed, permanent, instant, or a Component's id".into()
                    );
                };
                if !book.is_robot(unit)
                    || book.parts_of(unit).any(|other| book.sort(other).ports == sort.ports)
                {
                    return Err("a robot has one Component of a kind at most".into());
                }
                unit.parts |= sort.part;
            }
        }
        Ok(())
    }
}
