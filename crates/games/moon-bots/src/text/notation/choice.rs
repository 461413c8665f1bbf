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

use super::{FACES, NotationError, PLACES, Rulebook, State, Words, market_place};
use crate::cards::lexicon::{LEXICON, SLOTS as SLOT_NAMES, ThingId};
use crate::state::TYPES;
use crate::state::ids::{DamageId, RobotId};
use cardwright_effects::Lexicon;
use cardwright_kernel::{RuleId, meant};
use cardwright_runtime::choice::{self, Asked, Kind, Names, number, one_of};
use cardwright_runtime::ids::Id;

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
        reads.then(|| self.book.read_market(self.state, words, nth).map(i16::from))
    }
}

impl Rulebook {
    /// The kind of thing that the current question of a card asks for, if it asks for things.
    pub(crate) fn choice_of(&self, state: &State) -> Option<u8> {
        match (Here { book: self, state }).asked()?.kind {
            Kind::Thing(thing) => Some(thing),
            _ => None,
        }
    }

    /// What the current question of a card asks for, such as `which robot` or `how many points`.
    pub(crate) fn asked_for(&self, state: &State) -> String {
        if self.ways_asked(state).is_some() {
            return "which points".into();
        }
        choice::asked_for(&Here { book: self, state })
    }

    /// Why a choice is of the wrong kind, if it is: what was given, and what is asked for.
    pub(crate) fn wrong_kind(&self, state: &State, value: i32) -> Option<String> {
        if self.ways_asked(state).is_some() {
            return None;
        }
        choice::wrong_kind(&Here { book: self, state }, value)
    }

    /// Why a choice of the right kind is not offered, and the clause of the word that excludes it.
    pub(crate) fn not_offered(
        &self,
        state: &State,
        value: Option<i32>,
    ) -> Option<(String, Option<RuleId>)> {
        choice::not_offered(&Here { book: self, state }, value)
    }

    pub(crate) fn write_choice(&self, state: &State, value: i32) -> String {
        if let Some(ways) = self.ways_asked(state)
            && let Some(way) = usize::try_from(value).ok().and_then(|way| ways.get(way))
        {
            return self.write_way(*way);
        }
        choice::write(&Here { book: self, state }, value)
    }

    /// The value of the choice that follows `choose`.
    pub(super) fn read_choice(
        &self,
        state: &State,
        words: &Words<'_>,
    ) -> Result<i32, NotationError> {
        let here = Here { book: self, state };
        let Some(ways) = self.ways_asked(state) else {
            return choice::read(&here, words);
        };
        let text = words.rest(1).to_lowercase().replace(' ', "-");
        let named = ways
            .iter()
            .position(|way| self.write_way(*way) == text || self.only_type(*way) == Some(&text));
        match named {
            Some(way) => Ok(way as i32),
            // A plain number does not name a way.
            None => match choice::read(&here, words) {
                Ok(number @ 0..=0xffff) => Ok(Kind::Number.misplaced(number as i16)),
                Ok(other) => Ok(other),
                Err(_) => Err(NotationError::new(
                    words.place(1),
                    format!("no points `{text}` can be chosen"),
                    one_of(ways.iter().map(|way| self.write_way(*way))),
                )),
            },
        }
    }

    /// Damage of several types in one word, such as `1-fist-1-missile`.
    fn write_way(&self, way: [u8; TYPES]) -> String {
        let some = DamageId::all().zip(way).filter(|(_, points)| *points > 0);
        let each = some.map(|(damage, points)| format!("{points}-{}", self.names.damage(damage)));
        each.collect::<Vec<_>>().join("-")
    }

    /// The type of the damage, if it is all of one type.
    fn only_type(&self, way: [u8; TYPES]) -> Option<&str> {
        let mut types = DamageId::all()
            .zip(way)
            .filter(|(_, points)| *points > 0)
            .map(|(damage, _)| self.names.damage(damage));
        let first = types.next()?;
        types.next().is_none().then_some(first)
    }
}
