//! Cards on the table in a position: `gearhound new recharging jump-jets damage=1`, `titan-torso+tread-legs`,
//! `sky-talon moon=helix`; in a combat also `attacks=2`, `blocks=1:scrap-rat`, `chain=1:scrap-rat`.

use crate::book::rulebook::Rulebook;
use crate::facts::engagement::MAX_CHAIN;
use crate::facts::fights::{Target, blocks, met_by};
use crate::facts::{names, values};
use crate::lexicon::KindId;
use crate::state::{
    BLOCKED, CardDefId, GONE, INSTANT, LANDED, LAST, MAX_CHANGE, MAX_POINTS, MoonId, NAMED, NEW,
    PERMANENT, PlaceId, PlayerId, RECHARGING, Spot, State, Step, Unit,
};
use crate::text::position::{Reader, mid_effect};
use cardwright_runtime::ids::Id;
use std::fmt::Write;
use toml_span::value::Value;

/// Words that set one flag.
const FLAGS: &[(&str, u16)] = &[
    ("new", NEW),
    ("recharging", RECHARGING),
    ("landed", LANDED),
    ("gone", GONE),
    ("blocked", BLOCKED),
    ("named", NAMED),
    ("last", LAST),
];

impl Reader<'_> {
    pub(super) fn unit(&mut self, value: &Value<'_>, seat: PlayerId, s: &State) -> Option<Unit> {
        let text = value.as_str().unwrap_or("");
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or("");
        let (seat, name) = match name.split_once('/') {
            // The deck of a card that another player has captured: `2/gearhound`.
            Some((of, name)) => match PlayerId::read(of, self.book.players) {
                Some(of) => (of, name),
                None => {
                    self.wrong(
                        value,
                        format!("`{of}` is not a player of the game"),
                        "such as `2/gearhound`",
                    );
                    return None;
                }
            },
            None => (seat, name),
        };
        let (card, legs) = name
            .split_once('+')
            .map_or((name, None), |(card, legs)| (card, Some(legs)));
        let Some(card) = self.any_def(card, seat).filter(|def| self.comes_out(*def)) else {
            let help = "such as `gearhound` or `titan-torso+tread-legs`";
            self.wrong(value, format!("no card `{name}` can be on the table"), help);
            return None;
        };
        let mut unit = Unit::with_flags(card, 0);
        if let Some(legs) = legs {
            let found = self
                .any_def(legs, seat)
                .filter(|def| self.is_kind(*def, KindId::MegaLegs));
            match found.filter(|_| self.is_kind(card, KindId::MegaTop)) {
                Some(legs) => unit.set_legs(self.book.def(legs).nth),
                None => {
                    self.wrong(
                        value,
                        format!("`{name}` is not a top and legs"),
                        "such as `titan-torso+tread-legs`",
                    );
                    return None;
                }
            }
        }
        for word in words {
            if let Err(help) = self.word(&mut unit, word, s, seat) {
                self.wrong(value, format!("`{word}` is not possible here"), help);
            }
        }
        let moon = unit.moon();
        let elsewhere = |other: &Unit| !other.is(GONE) && other.moon() == moon;
        if moon.is_some()
            && !unit.is(GONE)
            && s.sides.iter().flat_map(|side| &side.units).any(elsewhere)
        {
            self.wrong(
                value,
                "two robots are on one Moon",
                "a Moon has at most one robot",
            );
        }
        Some(unit)
    }

    fn word(&self, unit: &mut Unit, word: &str, s: &State, seat: PlayerId) -> Result<(), String> {
        let book = self.book;
        if let Some((key, value)) = word.split_once('=') {
            let number = |most: u8| value.parse::<u8>().ok().filter(|number| *number <= most);
            let die = || {
                number(6)
                    .filter(|number| *number > 0)
                    .ok_or("a number of the die, 1 to 6".to_string())
            };
            let change = || {
                let number = value.parse::<i8>().ok();
                number
                    .filter(|number| (-MAX_CHANGE..=MAX_CHANGE).contains(number))
                    .ok_or(format!("from -{MAX_CHANGE} to +{MAX_CHANGE}"))
            };
            match key {
                "damage" => unit.damage = number(MAX_POINTS).ok_or("from 0 to 250")?,
                "prevented" => unit.prevented = number(MAX_POINTS).ok_or("from 0 to 250")?,
                "attack" => unit.set_more_attack(change()?),
                "defence" => unit.set_more_defence(change()?),
                "lent" => {
                    let lender =
                        PlayerId::read(value, book.players).filter(|lender| *lender != seat);
                    let lender = lender.ok_or("the number of another player, such as `lent=2`")?;
                    unit.set_lender(values::seats_from(book, seat, lender));
                }
                "counters" => unit.set_counters(number(15).ok_or("from 0 to 15")?),
                "rolled" => unit.set_rolled(die()?),
                "braced" => unit.set_braced(die()?),
                // A card that has left keeps the number of the Moon it was on.
                "moon" if value.starts_with('#') && unit.is(GONE) => {
                    let number = value[1..].parse::<usize>().ok();
                    let moon = number.and_then(|number| MoonId::of(number.checked_sub(1)?));
                    unit.set_moon(Some(moon.ok_or("such as `moon=#1`")?));
                }
                "moon" => {
                    let found = s
                        .moon_ids()
                        .find(|moon| names::moon_text(book, s, *moon) == value);
                    let found = found.filter(|_| values::is_robot(book, unit));
                    let help = "name a Moon of `moons`, such as `moon=helix`";
                    unit.set_moon(Some(found.ok_or(help)?));
                }
                // Read after all cards.
                "attacks" | "blocks" | "chain" => {}
                _ => {
                    return Err(
                        "such as `damage=1`, `prevented=2`, `counters=1`, `moon=helix`".into(),
                    );
                }
            }
            return Ok(());
        }
        if let Some((_, flag)) = FLAGS.iter().find(|(name, _)| *name == word) {
            unit.flags |= flag;
            return Ok(());
        }
        let paid = |there: bool| {
            if there {
                Ok(())
            } else {
                Err("the card has no such upgrade".to_string())
            }
        };
        match word {
            "flies" => unit.set_flight(Some(true)),
            "grounded" => unit.set_flight(Some(false)),
            "survived" => unit.set_survived(1),
            "permanent" => {
                paid(values::permanent_of(book, unit).is_some())?;
                unit.flags |= PERMANENT;
            }
            "instant" => {
                paid(values::instant_of(book, unit).is_some())?;
                unit.flags |= INSTANT;
            }
            part => {
                let (of, id) = match part.split_once('/') {
                    Some((of, id)) => {
                        let no_player = || {
                            format!(
                                "`{of}` is not a player of the game, which has 1 to {}",
                                book.players
                            )
                        };
                        (PlayerId::read(of, book.players).ok_or_else(no_player)?, id)
                    }
                    None => (seat, part),
                };
                let def = self.any_def(id, of).map(|card| (card, book.def(card)));
                let Some((card, _)) = def.filter(|(_, def)| def.kind == KindId::Component) else {
                    return Err(
                        "flags are new, recharging, landed, permanent, instant, flies, grounded, survived, or a Component's id".into()
                    );
                };
                if !values::is_robot(book, unit) {
                    return Err("only a Robot or an assembled Mega Robot has Components".into());
                }
                if values::install(book, unit, card).is_none() {
                    return Err(
                        "a robot has at most one Component of a kind, and at most three".into(),
                    );
                }
            }
        }
        Ok(())
    }

    /// Reads the words about a combat, which refer to other cards.
    pub(super) fn join_units(&mut self, value: &Value<'_>, seat: PlayerId, s: &mut State) {
        let Some(items) = value.as_array() else {
            return;
        };
        for (at, item) in PlaceId::all().zip(items) {
            let spot = Spot { seat, at };
            let text = item.as_str().unwrap_or("");
            for (key, name) in text
                .split_whitespace()
                .filter_map(|word| word.split_once('='))
            {
                if let Err(help) = self.join(key, name, spot, s) {
                    self.wrong(item, format!("`{key}={name}` is not possible here"), help);
                }
            }
        }
    }

    fn join(
        &mut self,
        key: &str,
        name: &str,
        spot: Spot,
        s: &mut State,
    ) -> Result<(), &'static str> {
        let Some(unit) = s.unit_or_gone(spot).copied() else {
            return Ok(());
        };
        if unit.is(GONE) {
            let help = "of cards that have left, a position may only have `chain=#1`";
            if key == "chain" {
                let first = name
                    .strip_prefix('#')
                    .and_then(PlaceId::numbered)
                    .ok_or(help)?;
                s.sides[usize::from(spot.seat)].units[usize::from(spot.at)].join(Some(first));
            }
            if ["attacks", "blocks"].contains(&key) {
                return Err(help);
            }
            return Ok(());
        }
        // Attackers recharge before the marks of their chains are assigned (clauses RE-9.13, RE-9.18).
        let may_fight =
            values::in_front(self.book, &unit) && (unit.ready() || s.step == Step::Marks);
        match key {
            "attacks" => {
                let help =
                    "a ready fighter of the active player attacks another, such as `attacks=2`";
                let gone = name.strip_prefix("nothing:");
                let player = PlayerId::read(gone.unwrap_or(name), self.book.players);
                let target = match (player, self.spot_named(name, s)) {
                    (Some(player), _) if gone.is_some() => Target::Lost(player),
                    (Some(player), _) => Target::Player(player),
                    (None, Some(at)) => Target::Equipment(at),
                    (None, None) => return Err(help),
                };
                if spot.seat != s.active || !may_fight || target.seat() == s.active {
                    return Err(help);
                }
                s.sides[usize::from(spot.seat)].units[usize::from(spot.at)].fight = target.fight();
            }
            "blocks" => {
                let help = "a ready fighter blocks an attacker of its player, such as `blocks=1:gearhound`";
                let met = self
                    .spot_named(name, s)
                    .filter(|met| met.seat == s.active && spot.seat != s.active);
                let Some(met) = met.filter(|_| may_fight) else {
                    return Err(help);
                };
                s.sides[usize::from(spot.seat)].units[usize::from(spot.at)].fight = blocks(met.at);
            }
            "chain" => {
                let help = "a Monster with Chaining names the first of its chain, of 3 at most";
                let first = self
                    .spot_named(name, s)
                    .filter(|first| first.seat == spot.seat);
                let Some(first) = first.filter(|_| self.book.def(unit.card).chaining) else {
                    return Err(help);
                };
                let side = &mut s.sides[usize::from(spot.seat)];
                let before = side
                    .units
                    .iter()
                    .filter(|other| other.led_by() == Some(first.at))
                    .count();
                if before >= MAX_CHAIN {
                    return Err(help);
                }
                side.units[usize::from(spot.at)].join(Some(first.at));
            }
            _ => {}
        }
        Ok(())
    }
}

/// The seat to write before a card's id if the card is not from its owner's deck.
fn of_deck(book: &Rulebook, seat: PlayerId, card: CardDefId) -> String {
    match book.decks.iter().position(|defs| defs.contains(card)) {
        Some(deck) if book.decks.len() > 1 && deck != usize::from(seat) => {
            format!("{}/", deck + 1)
        }
        _ => String::new(),
    }
}

/// A card on the table in the words of a position.
pub(crate) fn unit_words(book: &Rulebook, s: &State, spot: Spot, unit: &Unit) -> String {
    let mut text = format!(
        "{}{}",
        of_deck(book, spot.seat, unit.card),
        book.def(unit.card).id
    );
    if let Some(legs) = book.legs_of(unit) {
        let _ = write!(text, "+{}", book.def(legs).id);
    }
    for (word, _) in FLAGS.iter().filter(|(_, flag)| unit.is(*flag)) {
        let _ = write!(text, " {word}");
    }
    for part in values::parts_of(book, unit) {
        let _ = write!(
            text,
            " {}{}",
            of_deck(book, spot.seat, part),
            book.def(part).id
        );
    }
    for (flag, word) in [(PERMANENT, "permanent"), (INSTANT, "instant")] {
        if unit.is(flag) {
            let _ = write!(text, " {word}");
        }
    }
    let numbers = [
        (unit.counters(), "counters"),
        (unit.damage, "damage"),
        (unit.prevented, "prevented"),
        (unit.rolled(), "rolled"),
        (unit.braced(), "braced"),
    ];
    for (number, word) in numbers.into_iter().filter(|(number, _)| *number > 0) {
        let _ = write!(text, " {word}={number}");
    }
    let changes = [
        (unit.more_attack(), "attack"),
        (unit.more_defence(), "defence"),
    ];
    for (number, word) in changes.into_iter().filter(|(number, _)| *number != 0) {
        let _ = write!(text, " {word}={number:+}");
    }
    if let Some(lender) = values::lender_of(book, spot.seat, unit) {
        let _ = write!(text, " lent={}", lender.number());
    }
    match unit.flight() {
        Some(true) => text.push_str(" flies"),
        Some(false) => text.push_str(" grounded"),
        None => {}
    }
    if unit.survived() != 0 {
        text.push_str(" survived");
    }
    if unit.is(GONE) {
        for (number, word) in [(unit.moon_number(), "moon"), (unit.chain(), "chain")] {
            if number != 0 {
                let _ = write!(text, " {word}=#{number}");
            }
        }
        return text;
    }
    if let Some(moon) = unit.moon() {
        let _ = write!(text, " moon={}", names::moon_text(book, s, moon));
    }
    if let Some(at) = unit.led_by() {
        let first = Spot { at, ..spot };
        let _ = write!(text, " chain={}", mid_effect::place_name(book, s, first));
    }
    if let Some(at) = met_by(unit).filter(|_| spot.seat != s.active) {
        let met = Spot { seat: s.active, at };
        let _ = write!(text, " blocks={}", mid_effect::place_name(book, s, met));
    } else if let Some(target) = Target::of(unit.fight) {
        let _ = match target {
            Target::Player(seat) => write!(text, " attacks={}", seat.number()),
            Target::Equipment(at) => {
                write!(text, " attacks={}", mid_effect::place_name(book, s, at))
            }
            Target::Lost(seat) => write!(text, " attacks=nothing:{}", seat.number()),
        };
    }
    text
}
