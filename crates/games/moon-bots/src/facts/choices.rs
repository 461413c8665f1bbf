//! Choices at a card's question: the names of the things of Moon-Bots. The runtime reads the lines
//! (`cardwright_runtime::choice`).
//!
//! | asked for | written | also read |
//! |---|---|---|
//! | a robot | `robot 3`, `robot 1L` | `3`, `1L` |
//! | a player | `player 2` | `2` |
//! | a face of a die | `die 5` | `5`, `face 5` |
//! | a number | `2` | `number 2` |
//! | a place of the market | `middle-left` | the card that is there; with `place` or `card` before it |
//! | a card, weapon, slot or type of damage | `left-claw`, `dodge`, `left-arm`, `fist` | with its kind before it |
//! | damage of several types | `1-fist-1-missile` | `1 fist 1 missile`; `fist` if all of it is fist damage |
//! | a mode | `take-two` | its whole text; `mode 1` |

use crate::book::names::{FACES, PLACES, market_place};
use crate::book::rulebook::Rulebook;
use crate::facts::ways;
use crate::lexicon::{LEXICON, SLOTS as SLOT_NAMES, ThingId};
use crate::state::ids::{CardId, DamageId, PlaceId, RobotId};
use crate::state::{MarketCard, State, TYPES};
use cardwright_effects::Lexicon;
use cardwright_kernel::{NotationError, RuleId, meant, nearest};
use cardwright_runtime::choice::{self, Asked, Kind, Names, number, one_of};
use cardwright_runtime::ids::Id;
use cardwright_runtime::words::Words;

/// Words that state the kind of the next word.
const KINDS: &[(&str, Kind)] = &[
    ("robot", Kind::Thing(ThingId::Robot.n())),
    ("player", Kind::Thing(ThingId::Player.n())),
    ("die", Kind::Thing(ThingId::Face.n())),
    ("face", Kind::Thing(ThingId::Face.n())),
    ("number", Kind::Number),
    ("place", Kind::Thing(ThingId::Place.n())),
    ("card", Kind::Thing(ThingId::Card.n())),
    ("card", Kind::Thing(ThingId::Place.n())),
    ("weapon", Kind::Thing(ThingId::Weapon.n())),
    ("slot", Kind::Thing(ThingId::Slot.n())),
    ("part", Kind::Thing(ThingId::Slot.n())),
    ("upgrade", Kind::Thing(ThingId::Card.n())),
    ("damage", Kind::Thing(ThingId::Damage.n())),
    ("mode", Kind::Mode),
];

/// The kinds of things that are found by name alone, in this order.
const BY_NAME: &[u8] = &[
    ThingId::Robot.n(),
    ThingId::Place.n(),
    ThingId::Slot.n(),
    ThingId::Damage.n(),
    ThingId::Card.n(),
    ThingId::Weapon.n(),
];

/// Names for the things in a state.
struct Here<'a> {
    book: &'a Rulebook,
    state: &'a State,
}

impl Names for Here<'_> {
    fn lexicon(&self) -> &Lexicon {
        &LEXICON
    }

    fn asked(&self) -> Option<Asked<'_>> {
        let frame = self.state.top()?;
        Asked::of(
            &LEXICON,
            &self.book.bound.get(frame.program)?.program,
            frame,
        )
    }

    fn kinds(&self) -> &[(&'static str, Kind)] {
        KINDS
    }

    fn by_name(&self) -> &[u8] {
        BY_NAME
    }

    fn numbered(&self, thing: u8) -> bool {
        match ThingId::of(thing) {
            Some(ThingId::Player | ThingId::Face) => true,
            Some(ThingId::Robot) => !self.book.duel(),
            _ => false,
        }
    }

    fn called(&self, thing: u8) -> &str {
        match ThingId::of(thing) {
            Some(ThingId::Face) => "face of a die",
            Some(ThingId::Place) => "card of the market",
            Some(ThingId::Weapon) => "secret weapon",
            _ => LEXICON.thing_name(thing),
        }
    }

    fn write(&self, thing: u8, value: i16) -> String {
        let place = usize::try_from(value).unwrap_or(usize::MAX);
        let names = &self.book.names;
        let id =
            |list: &[(String, String)]| list.get(place).map_or("?".into(), |(id, _)| id.clone());
        let Some(thing) = ThingId::of(thing) else {
            return "?".into();
        };
        match thing {
            ThingId::Robot => RobotId::of(place)
                .map_or("?".into(), |robot| format!("robot {}", names.robot(robot))),
            ThingId::Player => format!("player {}", i32::from(value) + 1),
            ThingId::Face => format!("die {value}"),
            ThingId::Place => PLACES.get(place).map_or("?", |name| name).into(),
            ThingId::Card => id(&names.open),
            ThingId::Weapon => id(&names.weapons),
            ThingId::Slot => SLOT_NAMES.get(place).map_or("?", |name| name).into(),
            ThingId::Damage => DamageId::of(place)
                .map_or("?", |damage| names.damage(damage))
                .into(),
            ThingId::Sort | ThingId::Variant | ThingId::Keyword => {
                LEXICON.word_of(thing.n(), value).unwrap_or("?").into()
            }
        }
    }

    fn read(&self, thing: u8, word: &str) -> Option<i16> {
        let book = self.book;
        let place = |list: &[(String, String)]| list.iter().position(|(id, _)| id == word);
        let thing = ThingId::of(thing)?;
        let found = match thing {
            ThingId::Robot => return book.names.robot_named(word).map(i16::from),
            ThingId::Player => {
                let players = 1..=i16::from(book.players);
                return number(word)
                    .filter(|number| players.contains(number))
                    .map(|number| number - 1);
            }
            ThingId::Face => return number(word).filter(|number| (1..=6).contains(number)),
            ThingId::Place => return market_place(word).map(i16::from),
            ThingId::Card => place(&book.names.open),
            ThingId::Weapon => place(&book.names.weapons),
            ThingId::Slot => SLOT_NAMES.iter().position(|name| *name == word),
            ThingId::Damage => return book.names.damage_named(word).map(i16::from),
            ThingId::Sort | ThingId::Variant | ThingId::Keyword => {
                let mut known = LEXICON.all_words();
                return known
                    .find(|known| known.thing == thing.n() && known.name == word)
                    .map(|known| known.value);
            }
        };
        found.map(|place| place as i16)
    }

    fn help(&self, thing: u8, word: &str) -> String {
        let book = self.book;
        let ids = |list: &[(String, String)]| {
            meant(
                word,
                &list.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(),
            )
        };
        let owned = |names: &[&str]| one_of(names.iter().map(|name| (*name).to_owned()));
        match ThingId::of(thing) {
            Some(ThingId::Robot) => {
                one_of(book.robots().iter().map(|robot| book.names.robot(robot)))
            }
            Some(ThingId::Player) => one_of((1..=book.players).map(|player| player.to_string())),
            Some(ThingId::Face) => FACES.into(),
            Some(ThingId::Place) => owned(&PLACES),
            Some(ThingId::Card) => ids(&book.names.open),
            Some(ThingId::Weapon) => ids(&book.names.weapons),
            Some(ThingId::Slot) => owned(SLOT_NAMES),
            Some(ThingId::Damage) => one_of(book.names.damage.clone()),
            Some(ThingId::Sort | ThingId::Variant | ThingId::Keyword) | None => String::new(),
        }
    }

    /// Also reads a place of the market from the card on it.
    fn read_at(
        &self,
        thing: u8,
        words: &Words<'_>,
        nth: usize,
        said: bool,
    ) -> Option<Result<i16, NotationError>> {
        let word = words.at(nth).map_or("", |(_, word)| word);
        let market = said || self.book.names.open.iter().any(|(id, _)| id == word);
        let reads = thing == ThingId::Place.n() && market;
        reads.then(|| read_market(self.book, self.state, words, nth).map(i16::from))
    }
}

/// The kind of thing that the current question of a card asks for, if it asks for things.
pub(crate) fn choice_of(book: &Rulebook, state: &State) -> Option<u8> {
    match (Here { book, state }).asked()?.kind {
        Kind::Thing(thing) => Some(thing),
        _ => None,
    }
}

/// What the current question of a card asks for, such as `which robot` or `how many points`.
pub(crate) fn asked_for(book: &Rulebook, state: &State) -> String {
    if ways::ways_asked(book, state).is_some() {
        return "which points".into();
    }
    choice::asked_for(&Here { book, state })
}

/// Why a choice is of the wrong kind, if it is: what was given, and what is asked for.
pub(crate) fn wrong_kind(book: &Rulebook, state: &State, value: i32) -> Option<String> {
    if ways::ways_asked(book, state).is_some() {
        return None;
    }
    choice::wrong_kind(&Here { book, state }, value)
}

/// Why a choice of the right kind is not offered, and the clause of the word that excludes it.
pub(crate) fn not_offered(
    book: &Rulebook,
    state: &State,
    value: Option<i32>,
) -> Option<(String, Option<RuleId>)> {
    choice::not_offered(&Here { book, state }, value)
}

pub(crate) fn write_choice(book: &Rulebook, state: &State, value: i32) -> String {
    if let Some(ways) = ways::ways_asked(book, state)
        && let Some(way) = usize::try_from(value).ok().and_then(|way| ways.get(way))
    {
        return write_way(book, *way);
    }
    choice::write(&Here { book, state }, value)
}

/// The value of the choice that follows `choose`.
pub(crate) fn read_choice(
    book: &Rulebook,
    state: &State,
    words: &Words<'_>,
) -> Result<i32, NotationError> {
    let here = Here { book, state };
    let Some(ways) = ways::ways_asked(book, state) else {
        return choice::read(&here, words);
    };
    let text = words.rest(1).to_lowercase().replace(' ', "-");
    let named = ways
        .iter()
        .position(|way| write_way(book, *way) == text || only_type(book, *way) == Some(&text));
    match named {
        Some(way) => Ok(way as i32),
        // A plain number does not name a way.
        None => match choice::read(&here, words) {
            Ok(number @ 0..=0xffff) => Ok(Kind::Number.misplaced(number as i16)),
            Ok(other) => Ok(other),
            Err(_) => Err(NotationError::new(
                words.place(1),
                format!("no points `{text}` can be chosen"),
                one_of(ways.iter().map(|way| write_way(book, *way))),
            )),
        },
    }
}

/// Damage of several types in one word, such as `1-fist-1-missile`.
fn write_way(book: &Rulebook, way: [u8; TYPES]) -> String {
    let some = DamageId::all().zip(way).filter(|(_, points)| *points > 0);
    let each = some.map(|(damage, points)| format!("{points}-{}", book.names.damage(damage)));
    each.collect::<Vec<_>>().join("-")
}

/// The type of the damage, if it is all of one type.
fn only_type(book: &Rulebook, way: [u8; TYPES]) -> Option<&str> {
    let mut types = DamageId::all()
        .zip(way)
        .filter(|(_, points)| *points > 0)
        .map(|(damage, _)| book.names.damage(damage));
    let first = types.next()?;
    types.next().is_none().then_some(first)
}

/// Reads a place of the market, by its name or by the face-up card on it.
pub(crate) fn read_market(
    book: &Rulebook,
    state: &State,
    words: &Words<'_>,
    nth: usize,
) -> Result<PlaceId, NotationError> {
    let Some((at, name)) = words.at(nth) else {
        let help = format!("name a place or its card; one of: {}", PLACES.join(" "));
        return Err(NotationError::new(words.place(nth), "no card named", help).in_any_position());
    };
    if let Some(place) = market_place(name) {
        return Ok(place);
    }
    let card = book
        .names
        .open
        .iter()
        .position(|(id, _)| id == name)
        .and_then(CardId::of);
    let mut market_card_name = PlaceId::all().filter(|place| {
        card.is_some_and(|card| state.market[usize::from(*place)].card() == MarketCard::Open(card))
    });
    match (market_card_name.next(), market_card_name.next()) {
        (Some(place), None) => Ok(place),
        (Some(_), Some(_)) => Err(NotationError::new(
            at,
            format!("`{name}` is in the market twice"),
            "name its place, such as `middle-left`",
        )),
        (None, _) => Err(not_in_market(book, state, at, name, card.is_some())),
    }
}

/// The error for a word that is neither a place of the market nor a card in it.
fn not_in_market(
    book: &Rulebook,
    state: &State,
    at: usize,
    name: &str,
    is_card: bool,
) -> NotationError {
    if is_card {
        let card = |place: PlaceId| match state.market[place.index()].card() {
            MarketCard::Nothing => None,
            MarketCard::FaceDown => Some(format!("{} (a secret weapon)", PLACES[place.index()])),
            MarketCard::Open(card) => Some(format!(
                "{} ({})",
                PLACES[place.index()],
                book.names.open[usize::from(card)].0
            )),
        };
        let there: Vec<_> = PlaceId::all().filter_map(card).collect();
        let there = if there.is_empty() {
            "nothing".into()
        } else {
            there.join(", ")
        };
        return NotationError::new(
            at,
            format!("`{name}` is not in the market"),
            format!("the market has {there}"),
        );
    }
    let cards = book.names.open.iter().map(|(id, _)| id.as_str());
    let help = match (
        name,
        nearest(name, &PLACES.into_iter().chain(cards).collect::<Vec<_>>()),
    ) {
        ("weapon", _) => format!(
            "a secret weapon is named by its place: {}",
            PLACES.join(" ")
        ),
        (_, Some(near)) => format!("did you mean `{near}`?"),
        (_, None) => format!("one of: {}", PLACES.join(" ")),
    };
    NotationError::new(
        at,
        format!("the market has no place and no card `{name}`"),
        help,
    )
    .in_any_position()
}
