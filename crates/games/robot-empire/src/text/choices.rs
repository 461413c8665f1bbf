//! Choices at a card's question: the names of the things of Robot Empire. The runtime reads the lines
//! (`cardwright_runtime::choice`).

use crate::book::rulebook::Rulebook;
use crate::facts::{names, sight};
use crate::lexicon::{LEXICON, PORT_NAMES, ThingId};
use crate::state::{CardDefId, MoonId, PlayerId, Spot, State};
use cardwright_effects::Lexicon;
use cardwright_kernel::{RuleId, meant};
use cardwright_runtime::choice::{self, Asked, Kind, Names, number, one_of};
use cardwright_runtime::ids::Id;

/// Words that state the kind of the next word.
const KINDS: &[(&str, Kind)] = &[
    ("player", Kind::Thing(ThingId::Player.n())),
    ("unit", Kind::Thing(ThingId::Unit.n())),
    ("card", Kind::Thing(ThingId::Unit.n())),
    ("moon", Kind::Thing(ThingId::Moon.n())),
    ("discarded", Kind::Thing(ThingId::Discarded.n())),
    ("held", Kind::Thing(ThingId::Held.n())),
    ("component", Kind::Thing(ThingId::Component.n())),
    ("number", Kind::Number),
    ("mode", Kind::Mode),
];

const BY_NAME: &[u8] = &[
    ThingId::Unit.n(),
    ThingId::Moon.n(),
    ThingId::Component.n(),
    ThingId::Discarded.n(),
    ThingId::Held.n(),
];

/// Names for the things in a state.
pub(crate) struct Here<'a> {
    pub(crate) book: &'a Rulebook,
    pub(crate) state: &'a State,
}

impl Here<'_> {
    fn units(&self) -> impl Iterator<Item = Spot> {
        self.book.seats().flat_map(|seat| {
            self.state
                .side(seat)
                .present()
                .map(move |(at, _)| Spot { seat, at })
        })
    }

    /// The cards on the discard pile of the player whose card asks.
    fn discards(&self) -> impl Iterator<Item = CardDefId> {
        let asking = self.state.effects.top();
        let player = asking.and_then(|frame| PlayerId::from_value(frame.owner.into()));
        player
            .into_iter()
            .flat_map(|player| self.state.piles.pile(self.book.defs_of(player)))
            .map(|(card, _)| card)
    }

    /// The cards that the hand in question may contain.
    fn held(&self) -> impl Iterator<Item = CardDefId> {
        let looked = sight::looked_at(self.book, self.state).into_iter();
        let defs = looked.flat_map(|(of, _)| self.book.defs_of(of).iter());
        defs.filter(|card| !self.book.is_moon(*card))
    }

    fn moons(&self) -> impl Iterator<Item = MoonId> {
        self.state.moon_ids()
    }
}

impl Names for Here<'_> {
    fn lexicon(&self) -> &Lexicon {
        &LEXICON
    }

    fn asked(&self) -> Option<Asked<'_>> {
        let frame = self.state.effects.top()?;
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
        thing == ThingId::Player.n()
    }

    fn called(&self, thing: u8) -> &str {
        LEXICON.thing_name(thing)
    }

    fn write(&self, thing: u8, value: i16) -> String {
        let place = u8::try_from(value).unwrap_or(u8::MAX);
        match ThingId::of(thing) {
            Some(ThingId::Player) => format!("player {}", i32::from(value) + 1),
            Some(ThingId::Unit) => Spot::of(place).map_or_else(
                || "?".into(),
                |spot| names::spot_text(self.book, self.state, spot),
            ),
            Some(ThingId::Moon) => MoonId::from_value(value).map_or_else(
                || "moon".into(),
                |moon| names::moon_text(self.book, self.state, moon),
            ),
            Some(ThingId::Component) => PORT_NAMES
                .get(usize::from(place))
                .map_or("?", |name| name)
                .into(),
            Some(ThingId::Discarded | ThingId::Held) => CardDefId::of(place.into())
                .map_or_else(|| "?".into(), |card| self.book.def(card).id.clone()),
            None => "?".into(),
        }
    }

    fn read(&self, thing: u8, word: &str) -> Option<i16> {
        match ThingId::of(thing)? {
            ThingId::Player => {
                let players = 1..=i16::from(self.book.players);
                number(word)
                    .filter(|number| players.contains(number))
                    .map(|number| number - 1)
            }
            ThingId::Unit => {
                let mut units = self.units();
                let word = word.strip_suffix(".1").unwrap_or(word);
                units
                    .find(|spot| names::spot_text(self.book, self.state, *spot) == word)
                    .map(|spot| spot.n().into())
            }
            ThingId::Moon => self
                .moons()
                .find(|moon| names::moon_text(self.book, self.state, *moon) == word)
                .map(i16::from),
            ThingId::Discarded => self
                .discards()
                .find(|card| self.book.def(*card).id == word)
                .map(|card| card.n().into()),
            // Any card of the hand's deck, because it is secret whether the hand contains it.
            ThingId::Held => self
                .held()
                .find(|card| self.book.def(*card).id == word)
                .map(|card| card.n().into()),
            ThingId::Component => PORT_NAMES
                .iter()
                .position(|name| *name == word)
                .map(|at| at as i16),
        }
    }

    fn help(&self, thing: u8, word: &str) -> String {
        match ThingId::of(thing) {
            Some(ThingId::Player) => {
                one_of((1..=self.book.players).map(|player| player.to_string()))
            }
            Some(ThingId::Unit) => one_of(
                self.units()
                    .map(|spot| names::spot_text(self.book, self.state, spot)),
            ),
            Some(ThingId::Moon) => one_of(
                self.moons()
                    .map(|moon| names::moon_text(self.book, self.state, moon)),
            ),
            Some(ThingId::Discarded) => {
                one_of(self.discards().map(|card| self.book.def(card).id.clone()))
            }
            Some(ThingId::Held) => one_of(self.held().map(|card| self.book.def(card).id.clone())),
            Some(ThingId::Component) => meant(word, PORT_NAMES),
            None => String::new(),
        }
    }
}

/// What the current question of a card asks for, such as `which card on the table`.
pub(crate) fn asked_for(book: &Rulebook, state: &State) -> String {
    choice::asked_for(&Here { book, state })
}

/// Why a choice is of the wrong kind, if it is: what was given, and what is asked for.
pub(crate) fn wrong_kind(book: &Rulebook, state: &State, value: i32) -> Option<String> {
    choice::wrong_kind(&Here { book, state }, value)
}

/// Why a choice of the right kind is not offered, and the clause of the word that says so.
pub(crate) fn not_offered(
    book: &Rulebook,
    state: &State,
    value: Option<i32>,
) -> Option<(String, Option<RuleId>)> {
    choice::not_offered(&Here { book, state }, value)
}

pub(crate) fn write_choice(book: &Rulebook, state: &State, value: i32) -> String {
    choice::write(&Here { book, state }, value)
}

/// The kind of thing that the current question of a card asks for, in one word.
pub(crate) fn choice_about(book: &Rulebook, state: &State) -> Option<String> {
    let asked = (Here { book, state }).asked()?.kind;
    Some(match asked {
        Kind::Thing(thing) => LEXICON.things.get(usize::from(thing))?.name.into(),
        Kind::Number => "number".into(),
        Kind::Mode => "mode".into(),
    })
}
