//! Writing and reading of actions as text.

use crate::actions::Action;
use crate::book::card_defs::Upgrade;
use crate::book::rulebook::Rulebook;
use crate::facts::{costs, names, values};
use crate::legal::chance;
use crate::state::{Asked, CardDefId, MoonId, Named, PendingChance, PlayerId, Spot, State, Step};
use crate::text::choices::{self, Here};
use cardwright_kernel::{NotationError, meant};
use cardwright_runtime::choice;
use cardwright_runtime::words::Words;

/// The first words of actions.
const WORDS: [&str; 27] = [
    "battery",
    "moon",
    "draw",
    "first",
    "roll",
    "pass",
    "done",
    "stay",
    "play",
    "install",
    "show",
    "permanent",
    "instant",
    "tap",
    "assemble",
    "land",
    "return",
    "fire",
    "attack",
    "chain",
    "block",
    "order",
    "discard",
    "next",
    "mark",
    "back",
    "choose",
];

/// The draw by which a seat got the card that an action reveals, found from the words of the action alone.
pub(crate) fn shows(action: &str) -> Option<String> {
    let mut words = action.split_whitespace();
    match words.next()? {
        "play" | "install" | "show" | "discard" => Some(format!("draw {}", words.next()?)),
        _ => None,
    }
}

/// An action in notation.
pub(crate) fn write(book: &Rulebook, s: &State, action: Action) -> String {
    let card = |card: CardDefId| book.def(card).id.as_str();
    let spot = |spot: Spot| names::spot_text(book, s, spot);
    match action {
        Action::Battery(coins) => format!("battery {coins}"),
        Action::FirstMoon(moon) => match book.decks.iter().position(|defs| defs.contains(moon)) {
            Some(deck) if book.decks.len() > 1 => {
                format!("moon {} of {}", card(moon), deck + 1)
            }
            _ => format!("moon {}", card(moon)),
        },
        Action::Draw(drawn) if book.is_moon(drawn) => format!("draw moon {}", card(drawn)),
        Action::Draw(drawn) => format!("draw {}", card(drawn)),
        Action::First(seat) => format!("first {}", seat.number()),
        Action::Roll(number) => format!("roll {number}"),
        Action::Pass => "pass".into(),
        Action::Done => "done".into(),
        Action::Stay => "stay".into(),
        Action::Play(played) => format!("play {}", card(played)),
        Action::Install(part, on) => format!("install {} on {}", card(part), spot(on)),
        Action::Show(shown, named) => {
            format!("show {}{}", card(shown), named_text(book, s, named, "at"))
        }
        Action::Permanent(on) => format!("permanent {}", spot(on)),
        Action::Instant(on) => format!("instant {}", spot(on)),
        Action::Tap(tapped, named) => {
            format!("tap {}{}", spot(tapped), named_text(book, s, named, "for"))
        }
        Action::Assemble(top, legs) => format!("assemble {} {}", spot(top), spot(legs)),
        Action::Land(robot, moon) => {
            format!(
                "land {} on {}",
                spot(robot),
                names::moon_text(book, s, moon)
            )
        }
        Action::Return(robot) => format!("return {}", spot(robot)),
        Action::Fire(shooter, named) => {
            format!("fire {}{}", spot(shooter), named_text(book, s, named, "at"))
        }
        Action::Attack(seat) => format!("attack {}", seat.number()),
        Action::Chain(with) => format!("chain with {}", names::group_text(book, s, with)),
        Action::Block(attacker) => format!("block {}", names::group_text(book, s, attacker)),
        Action::Order(blocker) => format!("next {}", names::group_text(book, s, blocker)),
        Action::Discard(discarded) => format!("discard {}", card(discarded)),
        Action::AttackAt(at) => format!("attack {}", spot(at)),
        Action::Link(one, with) => format!("chain {} with {}", spot(one), spot(with)),
        Action::Mark(on) => format!("mark {}", spot(on)),
        Action::Back(moon) => format!("back {}", if moon { "moon" } else { "card" }),
        Action::Choose(value) => format!("choose {}", choices::write_choice(book, s, value)),
        Action::ChooseNone => "choose none".into(),
    }
}

fn named_text(book: &Rulebook, s: &State, named: Named, word: &str) -> String {
    match named {
        Named::Nothing | Named::Gone => String::new(),
        Named::Unit(spot) => format!(" {word} {}", names::spot_text(book, s, spot)),
        Named::Player(seat) => format!(" {word} {}", seat.number()),
        // A player's own Battery needs no number; the target of a shot does.
        Named::Battery(_) if word == "for" => " for battery".into(),
        Named::Battery(seat) => format!(" {word} {}", seat.number()),
    }
}

/// An action as a phrase for people.
pub(crate) fn action_text(book: &Rulebook, s: &State, action: Action) -> String {
    let card = |card: CardDefId| book.def(card).name.as_str();
    let spot = |spot: Spot| names::spot_name_or(book, s, spot);
    let buyer = match s.asked {
        Asked::Seat(seat) => Some(seat),
        _ => None,
    };
    match action {
        Action::Battery(coins) => format!("put {coins} coins on the Battery"),
        Action::FirstMoon(moon) => format!("{} is the first Moon", card(moon)),
        Action::Draw(drawn) => format!("draw {}", card(drawn)),
        Action::First(seat) => format!("player {} begins", seat.number()),
        Action::Roll(number) => format!("the die shows {number}"),
        Action::Pass => "do nothing".into(),
        Action::Done => "continue".into(),
        Action::Stay => "stay".into(),
        Action::Play(played) => {
            let def = book.def(played);
            let cost = match (def.cost_die, buyer) {
                (0, Some(seat)) => costs::cost(book, s, seat, played).to_string(),
                _ => def.price(),
            };
            format!("bring out {} for {cost}", def.name)
        }
        Action::Install(part, on) => {
            format!(
                "install {} on {} for {}",
                card(part),
                spot(on),
                buyer.map_or(book.def(part).cost, |seat| costs::cost(book, s, seat, part))
            )
        }
        Action::Show(shown, named) => {
            format!(
                "show {}{} for {}",
                card(shown),
                names::at_phrase(book, s, named),
                buyer.map_or(book.def(shown).cost, |seat| costs::cost(
                    book, s, seat, shown
                ))
            )
        }
        Action::Permanent(on) => {
            let upgrade = s.unit(on).and_then(|unit| values::permanent_of(book, unit));
            format!("pay the Permanent of {}{}", spot(on), price(upgrade))
        }
        Action::Instant(on) => {
            let upgrade = s.unit(on).and_then(|unit| values::instant_of(book, unit));
            format!("pay the Instant of {}{}", spot(on), price(upgrade))
        }
        Action::Tap(tapped, named) => {
            let whom = if named == Named::Nothing { "" } else { " for" };
            format!(
                "tap {}{whom}{}",
                spot(tapped),
                names::names_phrase(book, s, named)
            )
        }
        Action::Assemble(top, legs) => format!("assemble {} and {}", spot(top), spot(legs)),
        Action::Land(robot, moon) => {
            let moon = s.moon(moon).map(|moon| book.def(moon.card));
            let name = moon.map_or("a Moon", |def| &def.name);
            let cost = moon.map_or(0, |def| def.landing);
            format!("{} lands on {name} for {cost}", spot(robot))
        }
        Action::Return(robot) => format!("{} returns", spot(robot)),
        Action::Fire(shooter, named) => {
            format!(
                "{} fires{}",
                spot(shooter),
                names::at_phrase(book, s, named)
            )
        }
        Action::Attack(seat) => format!("attack player {}", seat.number()),
        Action::Chain(with) => {
            format!("form a chain with {}", spot(names::fighting(s, with)))
        }
        Action::Block(attacker) => format!("block {}", spot(names::fighting(s, attacker))),
        Action::Order(blocker) => {
            format!("{} gets damage next", spot(names::fighting(s, blocker)))
        }
        Action::Discard(discarded) => {
            let pays = s.discarded > 0 && s.asked != Asked::Chance;
            let cost = if pays { " for 1" } else { "" };
            format!("discard {}{cost}", card(discarded))
        }
        Action::AttackAt(at) => format!("attack {}", spot(at)),
        Action::Link(one, with) => format!("{} joins {} in a chain", spot(one), spot(with)),
        Action::Mark(on) => format!("{} keeps a mark", spot(on)),
        Action::Back(moon) => format!(
            "the next card is {}",
            if moon { "a Moon" } else { "no Moon" }
        ),
        Action::Choose(value) => format!("choose {}", choices::write_choice(book, s, value)),
        Action::ChooseNone => "choose nothing".into(),
    }
}

/// The action in a line of notation.
pub(crate) fn read(book: &Rulebook, s: &State, text: &str) -> Result<Action, NotationError> {
    Line {
        book,
        s,
        words: Words::of(text),
    }
    .action()
}

/// The cost of an upgrade, as the end of a phrase.
fn price(upgrade: Option<&Upgrade>) -> String {
    upgrade.map_or(String::new(), |upgrade| format!(" for {}", upgrade.cost))
}

struct Line<'a> {
    book: &'a Rulebook,
    s: &'a State,
    words: Words<'a>,
}

type Read<T> = Result<T, NotationError>;

impl<'a> Line<'a> {
    /// A word that picks a card although chance decides which one, with the word for that.
    fn not_of_chance(&self, at: usize, word: &str) -> Option<NotationError> {
        if !matches!(word, "choose" | "pick" | "random" | "take" | "lose") {
            return None;
        }
        let (what, help) = match self.s.pending_chance {
            PendingChance::Discard(seat) => (
                format!("chance discards a card of player {}", seat.number()),
                "write `discard` and the card, such as `chance: discard mint`",
            ),
            PendingChance::Mill(_) | PendingChance::Draw(..) => (
                "chance decides which card is drawn".to_owned(),
                "write `draw` and the card, such as `chance: draw mint`",
            ),
            PendingChance::Die | PendingChance::Defence(..) => (
                "chance rolls a die".to_owned(),
                "write `roll` and the number, such as `chance: roll 4`",
            ),
            PendingChance::Top(..) => (
                "chance decides whether the next card is a Moon".to_owned(),
                "write `chance: back moon` or `chance: back card`",
            ),
            PendingChance::None | PendingChance::Choice => return None,
        };
        Some(NotationError::new(at, what, help))
    }

    fn action(&self) -> Read<Action> {
        let (at, first) = self.word(0, "an answer, such as `pass`")?;
        if let Some(wrong) = self.not_of_chance(at, first) {
            return Err(wrong);
        }
        match first {
            "battery" => Ok(Action::Battery(
                self.last(1, |line, at| line.number(at, 99))?,
            )),
            "moon" if self.book.decks.len() > 1 => {
                self.says(2, "of")?;
                let seat = self.last(3, Self::seat)?;
                Ok(Action::FirstMoon(self.card_of(1, seat)?))
            }
            "moon" => Ok(Action::FirstMoon(self.last(1, Self::card)?)),
            "draw" => {
                let at = if self.words.at(1).is_some_and(|(_, word)| word == "moon") {
                    2
                } else {
                    1
                };
                Ok(Action::Draw(self.last(at, Self::card)?))
            }
            "back" => match self.word(1, "`moon` or `card`")? {
                (_, "moon") => self.ends(2).map(|()| Action::Back(true)),
                (_, "card") => self.ends(2).map(|()| Action::Back(false)),
                (at, other) => Err(NotationError::new(
                    at,
                    format!("`{other}` is not the back of a card"),
                    "`moon` or `card`",
                )),
            },
            "choose" if self.words.rest(1) == "none" => Ok(Action::ChooseNone),
            "choose" => choice::read(
                &Here {
                    book: self.book,
                    state: self.s,
                },
                &self.words,
            )
            .map(Action::Choose),
            "mark" => Ok(Action::Mark(self.last(1, Self::spot)?)),
            "first" if self.words.at(1).is_some_and(|(_, word)| word.contains(':')) => {
                Ok(Action::Order(self.last(1, Self::group)?))
            }
            "first" => Ok(Action::First(self.last(1, Self::seat)?)),
            "roll" => Ok(Action::Roll(self.last(1, |line, at| line.number(at, 6))?)),
            "pass" => self.alone(Action::Pass),
            "done" => self.alone(Action::Done),
            "stay" => self.alone(Action::Stay),
            "play" => Ok(Action::Play(self.last(1, Self::card)?)),
            "install" => {
                self.says(2, "on")?;
                Ok(Action::Install(self.card(1)?, self.last(3, Self::spot)?))
            }
            "show" => Ok(Action::Show(self.card(1)?, self.named("at")?)),
            "permanent" => Ok(Action::Permanent(self.last(1, Self::spot)?)),
            "instant" => Ok(Action::Instant(self.last(1, Self::spot)?)),
            "tap" => Ok(Action::Tap(self.spot(1)?, self.named("for")?)),
            "assemble" => Ok(Action::Assemble(self.half(1)?, self.last(2, Self::half)?)),
            "land" => {
                self.says(2, "on")?;
                Ok(Action::Land(self.spot(1)?, self.last(3, Self::moon)?))
            }
            "return" => Ok(Action::Return(self.last(1, Self::spot)?)),
            "fire" => Ok(Action::Fire(self.spot(1)?, self.named("at")?)),
            "attack" if self.words.at(1).is_some_and(|(_, word)| word.contains(':')) => {
                Ok(Action::AttackAt(self.last(1, Self::spot)?))
            }
            "attack" => Ok(Action::Attack(self.last(1, Self::seat)?)),
            "chain" if self.words.at(1).is_some_and(|(_, word)| word != "with") => {
                self.says(2, "with")?;
                Ok(Action::Link(self.spot(1)?, self.last(3, Self::spot)?))
            }
            "chain" => {
                self.says(1, "with")?;
                Ok(Action::Chain(self.last(2, Self::group)?))
            }
            "block" => Ok(Action::Block(self.last(1, Self::group)?)),
            "next" | "order" => Ok(Action::Order(self.last(1, Self::group)?)),
            "discard" => Ok(Action::Discard(self.last(1, Self::card)?)),
            other => {
                let help = meant(other, &WORDS[..]);
                let error = NotationError::new(
                    self.words.place(0),
                    format!("no answer begins with `{other}`"),
                    help,
                );
                Err(error.in_any_position())
            }
        }
    }

    fn word(&self, at: usize, help: &str) -> Read<(usize, &'a str)> {
        let end = self
            .words
            .at(at.wrapping_sub(1))
            .map_or(0, |(at, word)| at + word.len());
        self.words
            .at(at)
            .ok_or_else(|| NotationError::new(end, "the line is incomplete", help))
    }

    fn ends(&self, number: usize) -> Read<()> {
        match self.words.at(number) {
            None => Ok(()),
            Some((at, word)) => Err(NotationError::new(
                at,
                format!("`{word}` is one word too many"),
                "leave it out",
            )),
        }
    }

    fn alone(&self, action: Action) -> Read<Action> {
        self.ends(1).map(|()| action)
    }

    /// Reads the last word of a line.
    fn last<T>(&self, at: usize, read: impl Fn(&Self, usize) -> Read<T>) -> Read<T> {
        let value = read(self, at)?;
        self.ends(at + 1)?;
        Ok(value)
    }

    fn says(&self, at: usize, wanted: &str) -> Read<()> {
        let (place, word) = self.word(at, &format!("write `{wanted}`"))?;
        match word == wanted {
            true => Ok(()),
            false => Err(NotationError::new(
                place,
                format!("write `{wanted}` instead of `{word}`"),
                "",
            )),
        }
    }

    fn number(&self, at: usize, most: u8) -> Read<u8> {
        let (place, word) = self.word(at, "a number")?;
        let number = word
            .parse::<u8>()
            .ok()
            .filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| {
            NotationError::new(
                place,
                format!("`{word}` is not a possible number here"),
                format!("from 1 to {most}"),
            )
        })
    }

    fn seat(&self, at: usize) -> Read<PlayerId> {
        let number = self.number(at, self.book.players)?;
        Ok(PlayerId::numbered(number, self.book.players).unwrap_or_default())
    }

    /// The player who is asked, or draws.
    fn asked(&self) -> PlayerId {
        match self.s.asked {
            Asked::Seat(seat) => seat,
            Asked::Chance | Asked::Nobody => chance::drawer(self.s)
                .or_else(|| chance::discarder(self.s))
                .unwrap_or(self.s.active),
        }
    }

    fn card(&self, at: usize) -> Read<CardDefId> {
        self.card_of(at, self.asked())
    }

    /// Reads a card of a seat's deck.
    fn card_of(&self, at: usize, seat: PlayerId) -> Read<CardDefId> {
        let (place, word) = self.word(at, "a card")?;
        self.book
            .sort_named(word, seat)
            .ok_or_else(|| self.unknown(place, word))
    }

    fn unknown(&self, place: usize, word: &str) -> NotationError {
        let mut ids: Vec<&str> = self.book.defs.iter().map(|def| def.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        let top = word.split_once('+').map(|(top, _)| top);
        let help = match top.filter(|top| ids.contains(top)) {
            Some(top) => format!("a Mega Robot is named by its upper half alone: `{top}`"),
            None => cardwright_kernel::nearest(word, &ids)
                .map_or("write a card's id, such as `gearhound`".to_string(), |id| {
                    format!("did you mean `{id}`?")
                }),
        };
        NotationError::new(place, format!("there is no card `{word}`"), help).in_any_position()
    }

    /// Reads a fighter or chain of the combat, named by one of its fighters: `1:gearhound` or `1:gearhound.2`.
    fn group(&self, at: usize) -> Read<Spot> {
        self.spot(at).map(|spot| names::group_at(self.s, spot))
    }

    fn spot(&self, at: usize) -> Read<Spot> {
        let help = "a card on the table, such as `1:gearhound`";
        let (place, word) = self.word(at, help)?;
        let Some((seat, name)) = word.split_once(':') else {
            return Err(NotationError::new(
                place,
                format!("`{word}` names no player"),
                help,
            ));
        };
        let Some(seat) = PlayerId::read(seat, self.book.players) else {
            return Err(NotationError::new(
                place,
                format!("`{word}` names no player of this game"),
                help,
            ));
        };
        self.on_side(place, seat, name, |_| true)
    }

    /// The nth card with a name on a side, among those that fit.
    fn on_side(
        &self,
        place: usize,
        seat: PlayerId,
        name: &str,
        fits: impl Fn(Spot) -> bool,
    ) -> Read<Spot> {
        let (id, nth) = match name
            .rsplit_once('.')
            .and_then(|(id, nth)| Some((id, nth.parse::<usize>().ok()?)))
        {
            Some((id, nth)) => (id, nth),
            None => (name, 1),
        };
        if !self.book.defs.iter().any(|def| def.id == id) {
            return Err(self.unknown(place, id));
        }
        let units = self.s.side(seat).present();
        let mut same = units
            .filter(|(_, unit)| self.book.def(unit.card).id == id)
            .map(|(at, _)| Spot { seat, at });
        let found = nth
            .checked_sub(1)
            .and_then(|before| same.nth(before))
            .filter(|spot| fits(*spot));
        found.ok_or_else(|| {
            let message = format!("player {} has no `{name}` on the table", seat.number());
            NotationError::new(place, message, "name a card that is there")
        })
    }

    /// Reads a half of a Mega Robot, with or without its player.
    fn half(&self, at: usize) -> Read<Spot> {
        let (place, word) = self.word(at, "a half of a Mega Robot, such as `titan-torso`")?;
        if word
            .split_once(':')
            .is_some_and(|(seat, _)| seat.parse::<u8>().is_ok())
        {
            return self.spot(at);
        }
        let lone = |spot: Spot| {
            self.s
                .unit(spot)
                .is_some_and(|unit| values::is_half(self.book, unit))
        };
        (0..self.s.side(self.s.active).units.len())
            .filter_map(|nth| {
                self.on_side(place, self.s.active, &format!("{word}.{}", nth + 1), lone)
                    .ok()
            })
            .next()
            .map_or_else(|| self.on_side(place, self.s.active, word, lone), Ok)
    }

    fn moon(&self, at: usize) -> Read<MoonId> {
        let (place, word) = self.word(at, "a Moon on the table, such as `helix`")?;
        let found = self
            .s
            .moon_ids()
            .find(|moon| names::moon_text(self.book, self.s, *moon) == word);
        found.ok_or_else(|| {
            let there: Vec<String> = self
                .s
                .moon_ids()
                .map(|moon| names::moon_text(self.book, self.s, moon))
                .collect();
            NotationError::new(
                place,
                format!("no Moon `{word}` is on the table"),
                format!("there are: {}", there.join(", ")),
            )
        })
    }

    /// Reads the target after a word, if there is one.
    fn named(&self, word: &str) -> Read<Named> {
        if self.words.at(2).is_none() {
            return Ok(Named::Nothing);
        }
        self.says(2, word)?;
        let (place, name) = self.word(3, "what it names")?;
        if name == "battery" {
            // The player's own Battery, unless a player is named.
            return Ok(Named::Battery(match self.words.at(4) {
                Some(_) => self.last(4, Self::seat)?,
                None => self.asked(),
            }));
        }
        self.ends(4)?;
        if name.contains(':') {
            return self.spot(3).map(Named::Unit);
        }
        if name.parse::<u8>().is_err() {
            return Err(NotationError::new(
                place,
                format!("`{name}` names no player and no card on the table"),
                "write the number of a player, or a card such as `1:gearhound`; a card that targets an announcement needs neither",
            ));
        }
        let seat = self.seat(3)?;
        let shot = word == "at"
            && matches!(self.s.step, Step::Fire)
            && self.words.at(0).is_some_and(|(_, first)| first == "fire");
        Ok(if shot {
            Named::Battery(seat)
        } else {
            Named::Player(seat)
        })
    }
}
