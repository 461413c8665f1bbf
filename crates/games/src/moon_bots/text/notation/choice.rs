//! Answers to a card's question. The question asks for one kind of answer, and a word means nothing but an answer of
//! that kind.
//!
//! | asked for | written | also read |
//! |---|---|---|
//! | a robot | `robot 3`, `robot 1L` | `3`, `1L` |
//! | a player | `player 2` | `2` |
//! | a face of a die | `die 5` | `5`, `face 5` |
//! | a number | `2` | `number 2` |
//! | a place of the market | `middle-left` | the card that lies there; with `place` or `card` before it |
//! | a card, a secret weapon, a slot, a type of damage | `left-claw`, `dodge`, `left-arm`, `fist` | with its kind before it |
//! | a course | `take-two` | its whole text; `course 1` |
//!
//! An answer of another kind is read as what it is, so that the refusal can say what was given and what is asked.

use super::{FACES, NotationError, PLACES, Rulebook, State, Words, market_place, slug};
use crate::moon_bots::cards::lexicon::{LEXICON, SLOTS as SLOT_NAMES, thing};
use cardwright_effects::{Arg, Frame, From as Among, Op, Program, Ty};
use cardwright_kernel::meant;

/// The numbers that notation knows.
const NUMBERS: std::ops::RangeInclusive<i16> = -1000..=1000;

/// What kind of answer a card's question asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// One thing of a sort: its place in the lexicon.
    Thing(u8),
    /// A number.
    Number,
    /// One of several named courses.
    Course,
}

/// The words that say of what kind the next one is. Two kinds may share a word: the kind that is asked for is meant.
const KINDS: [(&str, Kind); 14] = [
    ("robot", Kind::Thing(thing::ROBOT)),
    ("player", Kind::Thing(thing::PLAYER)),
    ("die", Kind::Thing(thing::FACE)),
    ("face", Kind::Thing(thing::FACE)),
    ("number", Kind::Number),
    ("place", Kind::Thing(thing::PLACE)),
    ("card", Kind::Thing(thing::CARD)),
    ("card", Kind::Thing(thing::PLACE)),
    ("weapon", Kind::Thing(thing::WEAPON)),
    ("slot", Kind::Thing(thing::SLOT)),
    ("part", Kind::Thing(thing::SLOT)),
    ("upgrade", Kind::Thing(thing::CARD)),
    ("damage", Kind::Thing(thing::DAMAGE)),
    ("course", Kind::Course),
];

/// The kinds whose words name nothing of another kind, in the order in which a word that does not fit is looked up.
const BY_NAME: [Kind; 6] = [
    Kind::Thing(thing::ROBOT),
    Kind::Thing(thing::PLACE),
    Kind::Thing(thing::SLOT),
    Kind::Thing(thing::DAMAGE),
    Kind::Thing(thing::CARD),
    Kind::Thing(thing::WEAPON),
];

impl Kind {
    /// Its number in an answer of another kind than the one asked for.
    fn number(self) -> i32 {
        match self {
            Kind::Thing(thing) => i32::from(thing),
            Kind::Number => 0x100,
            Kind::Course => 0x101,
        }
    }

    fn of(number: i32) -> Kind {
        match number {
            0x100 => Kind::Number,
            0x101 => Kind::Course,
            thing => Kind::Thing(thing as u8),
        }
    }

    /// The value of an answer of this kind to a question that asks for another. No list holds such a value.
    fn misplaced(self, value: i16) -> i32 {
        (1 + self.number()) << 16 | i32::from(value as u16)
    }

    /// The kind and value of an answer that is of another kind than the one asked for.
    fn of_misplaced(value: i32) -> Option<(Kind, i16)> {
        (value >= 1 << 16).then(|| (Kind::of((value >> 16) - 1), value as i16))
    }

    /// What messages call one answer of this kind.
    fn name(self) -> &'static str {
        match self {
            Kind::Thing(thing::FACE) => "face of a die",
            Kind::Thing(thing::PLACE) => "card of the market",
            Kind::Thing(thing::WEAPON) => "secret weapon",
            Kind::Thing(thing) => LEXICON.thing_name(thing),
            Kind::Number => "number",
            Kind::Course => "course",
        }
    }
}

impl Rulebook {
    /// The frame, program and kind of the card's question that is open, if one is.
    fn open_choice<'a>(&'a self, state: &'a State) -> Option<(&'a Frame, &'a Program, Kind)> {
        let frame = state.top()?;
        let program = &self.programs.get(usize::from(frame.program))?.program;
        let Some(Op::Choose { from, .. }) = program.ops.get(usize::from(frame.pc)) else { return None };
        let kind = match *from {
            Among::Set(_, thing) => Kind::Thing(thing),
            Among::Numbers(..) => Kind::Number,
            Among::Labels { .. } => Kind::Course,
            Among::Listed(noun, ..) => match LEXICON.nouns.get(usize::from(noun)).map(|noun| noun.gives) {
                Some(Ty::Many(thing) | Ty::One(thing)) => Kind::Thing(thing),
                _ => Kind::Number,
            },
        };
        Some((frame, program, kind))
    }

    /// The sort of thing that the open question of a card is about, if it is about things.
    pub(crate) fn choice_of(&self, state: &State) -> Option<u8> {
        match self.open_choice(state)? {
            (.., Kind::Thing(thing)) => Some(thing),
            _ => None,
        }
    }

    /// What the open question of a card asks for, such as `which robot` or `how many points`.
    pub(crate) fn asked_for(&self, state: &State) -> String {
        match self.open_choice(state) {
            Some((frame, program, Kind::Number)) => match counted(program, frame) {
                Some(what) => format!("how many {what}"),
                None => "which number".into(),
            },
            Some((.., kind @ Kind::Thing(_))) => format!("which {}", kind.name()),
            _ => "what".into(),
        }
    }

    /// Why an answer is of the wrong kind, if it is: what was given, and what is asked for.
    pub(crate) fn wrong_kind(&self, state: &State, value: i32) -> Option<String> {
        let (given, _) = Kind::of_misplaced(value)?;
        let (.., wanted) = self.open_choice(state)?;
        let text = self.write_choice(state, value);
        let article = |kind: Kind| if kind.name().starts_with('u') { "an" } else { "a" };
        Some(format!(
            "`{text}` is {} {}; the question asks for {} {}",
            article(given),
            given.name(),
            article(wanted),
            wanted.name()
        ))
    }

    pub(crate) fn write_choice(&self, state: &State, value: i32) -> String {
        if let Some((kind, value)) = Kind::of_misplaced(value) {
            return self.write_kind(state, kind, value);
        }
        match (self.open_choice(state), i16::try_from(value)) {
            (Some((.., kind)), Ok(value)) => self.write_kind(state, kind, value),
            // Only a program can have made this answer, and nobody can say what it means.
            _ => "?".into(),
        }
    }

    fn write_kind(&self, state: &State, kind: Kind, value: i16) -> String {
        let place = usize::try_from(value).unwrap_or(usize::MAX);
        let names = &self.names;
        let id = |list: &[(String, String)]| list.get(place).map_or("?".into(), |(id, _)| id.clone());
        match kind {
            Kind::Thing(thing::ROBOT) => format!("robot {}", names.robot(value as u8)),
            Kind::Thing(thing::PLAYER) => format!("player {}", i32::from(value) + 1),
            Kind::Thing(thing::FACE) => format!("die {value}"),
            Kind::Thing(thing::PLACE) => PLACES.get(place).map_or("?", |name| name).into(),
            Kind::Thing(thing::CARD) => id(&names.open),
            Kind::Thing(thing::WEAPON) => id(&names.weapons),
            Kind::Thing(thing::SLOT) => SLOT_NAMES.get(place).map_or("?", |name| name).into(),
            Kind::Thing(thing::DAMAGE) => names.damage(value as u8).into(),
            Kind::Thing(thing) => LEXICON.word_of(thing, value).unwrap_or("?").into(),
            Kind::Number => value.to_string(),
            Kind::Course => self.write_course(state, place),
        }
    }

    /// A course by its text; by its number, from 1, where the text alone would mean something else.
    fn write_course(&self, state: &State, place: usize) -> String {
        let slugs = self.courses(state);
        match slugs.get(place) {
            Some(slug) if Self::course_named(&slugs, slug) == Some(place) => slug.clone(),
            _ => format!("course {}", place.saturating_add(1)),
        }
    }

    /// The courses of the open question as words of notation.
    fn courses(&self, state: &State) -> Vec<String> {
        let Some((frame, program, Kind::Course)) = self.open_choice(state) else { return Vec::new() };
        let begins = |op: &Op| match op {
            Op::Choose { from: Among::Labels { first, .. }, .. } => Some(usize::from(*first)),
            _ => None,
        };
        let Some(first) = program.ops.get(usize::from(frame.pc)).and_then(begins) else { return Vec::new() };
        // The courses of other questions of the program stand in the same list.
        let end = program.ops.iter().filter_map(begins).filter(|begin| *begin > first).min();
        let labels = program.labels.get(first..end.unwrap_or(program.labels.len())).unwrap_or_default();
        labels.iter().map(|label| slug(label)).collect()
    }

    /// The place of the course of a text, where it names one alone and is no word of its own.
    fn course_named(slugs: &[String], slug: &str) -> Option<usize> {
        let mut named = (0..slugs.len()).filter(|place| slugs[*place] == slug);
        match (slug, named.next(), named.next()) {
            ("" | "none", ..) | (_, _, Some(_)) => None,
            (_, first, None) => first,
        }
    }

    /// The value of the answer that stands behind `choose`.
    pub(super) fn read_choice(&self, state: &State, words: &Words<'_>) -> Result<i32, NotationError> {
        let asked = self.open_choice(state).map(|(.., kind)| kind);
        let Some((at, word)) = words.at(1) else {
            let help = "such as `choose 2` or `choose robot 3`";
            return Err(NotationError::new(words.place(1), "nothing chosen", help));
        };
        if let Some((_, second)) = words.at(2)
            && let Some(kind) = kind_named(word, asked)
        {
            words.end_after(2)?;
            return match self.read_kind(state, kind, words, second)? {
                value if asked == Some(kind) => Ok(value.into()),
                value => Ok(kind.misplaced(value)),
            };
        }
        if asked == Some(Kind::Course)
            && let Some(place) =
                Self::course_named(&self.courses(state), &words.rest(1).to_lowercase().replace(' ', "-"))
        {
            return Ok(place as i32);
        }
        words.end_after(1)?;
        if asked == Some(Kind::Thing(thing::PLACE)) && self.names.open.iter().any(|(id, _)| id == word) {
            return self.read_market(state, words, 1).map(i32::from);
        }
        self.read_bare(state, asked, word).ok_or_else(|| self.unknown(state, asked, at, word))
    }

    /// A word alone: what it means where its kind is asked for, or what it is where it is not.
    fn read_bare(&self, state: &State, asked: Option<Kind>, word: &str) -> Option<i32> {
        if let Some(value) = asked.and_then(|kind| self.value_of(state, kind, word)) {
            return Some(value.into());
        }
        if let Some(value) = number(word) {
            // A number is how robots, players and faces are named too: then it names one that is not there.
            let counted = matches!(asked, Some(Kind::Thing(thing::PLAYER | thing::FACE)))
                || asked == Some(Kind::Thing(thing::ROBOT)) && !self.duel();
            return (!counted).then(|| Kind::Number.misplaced(value));
        }
        let other = BY_NAME.into_iter().filter(|kind| Some(*kind) != asked);
        other.filter_map(|kind| Some(kind.misplaced(self.value_of(state, kind, word)?))).next()
    }

    /// The value of a word that says its kind, at the third place of the line.
    fn read_kind(
        &self,
        state: &State,
        kind: Kind,
        words: &Words<'_>,
        word: &str,
    ) -> Result<i16, NotationError> {
        let found = match kind {
            Kind::Thing(thing::PLACE) => return self.read_market(state, words, 2).map(i16::from),
            Kind::Course => number(word)
                .and_then(|number| usize::try_from(number).ok()?.checked_sub(1))
                .filter(|place| *place < self.courses(state).len().max(1))
                .map(|place| place as i16),
            _ => self.value_of(state, kind, word),
        };
        found.ok_or_else(|| self.unknown(state, Some(kind), words.place(2), word))
    }

    /// The value of a word as an answer of a kind.
    fn value_of(&self, state: &State, kind: Kind, word: &str) -> Option<i16> {
        let place = |list: &[(String, String)]| list.iter().position(|(id, _)| id == word);
        let found = match kind {
            Kind::Thing(thing::ROBOT) => return self.names.robot_named(word).map(i16::from),
            Kind::Thing(thing::PLAYER) => {
                let players = 1..=i16::from(self.players);
                return number(word).filter(|number| players.contains(number)).map(|number| number - 1);
            }
            Kind::Thing(thing::FACE) => return number(word).filter(|number| (1..=6).contains(number)),
            Kind::Thing(thing::PLACE) => {
                return market_place(word).map(i16::from);
            }
            Kind::Thing(thing::CARD) => place(&self.names.open),
            Kind::Thing(thing::WEAPON) => place(&self.names.weapons),
            Kind::Thing(thing::SLOT) => SLOT_NAMES.iter().position(|name| *name == word),
            Kind::Thing(thing::DAMAGE) => return self.names.damage_named(word).map(i16::from),
            Kind::Thing(thing) => {
                return LEXICON
                    .all_words()
                    .find(|known| known.thing == thing && known.name == word)
                    .map(|word| word.value);
            }
            Kind::Number => return number(word),
            Kind::Course => Self::course_named(&self.courses(state), word),
        };
        found.map(|place| place as i16)
    }

    /// The word names nothing of the kind that is asked for, nor of any other.
    fn unknown(&self, state: &State, asked: Option<Kind>, at: usize, word: &str) -> NotationError {
        let Some(kind) = asked else {
            let help = "such as `choose 2`, `choose robot 3` or `choose left-claw`";
            return NotationError::new(at, format!("nothing is called `{word}`"), help);
        };
        let message = format!("there is no {} `{word}`", kind.name());
        let ids = |list: &[(String, String)]| {
            meant(word, &list.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>())
        };
        let one_of = |names: Vec<String>| format!("one of: {}", names.join(" "));
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let help = match kind {
            Kind::Thing(thing::ROBOT) => {
                one_of((0..self.robots()).map(|robot| self.names.robot(robot)).collect())
            }
            Kind::Thing(thing::PLAYER) => {
                one_of((1..=self.players).map(|player| player.to_string()).collect())
            }
            Kind::Thing(thing::FACE) => FACES.into(),
            Kind::Thing(thing::PLACE) => one_of(owned(&PLACES)),
            Kind::Thing(thing::CARD) => ids(&self.names.open),
            Kind::Thing(thing::WEAPON) => ids(&self.names.weapons),
            Kind::Thing(thing::SLOT) => one_of(owned(SLOT_NAMES)),
            Kind::Thing(thing::DAMAGE) => one_of(self.names.damage.clone()),
            Kind::Thing(_) => String::new(),
            Kind::Number => "write a number, such as `choose 2`".into(),
            Kind::Course => {
                let courses = self.courses(state).len();
                one_of((0..courses).map(|place| self.write_course(state, place)).collect())
            }
        };
        NotationError::new(at, message, help)
    }
}

/// The kind that a word says the next one is of; of two, the one that is asked for.
fn kind_named(word: &str, asked: Option<Kind>) -> Option<Kind> {
    let named = || KINDS.iter().filter(|(name, _)| *name == word).map(|(_, kind)| *kind);
    named().find(|kind| Some(*kind) == asked).or_else(|| named().next())
}

fn number(word: &str) -> Option<i16> {
    word.parse().ok().filter(|number| NUMBERS.contains(number))
}

/// What the number counts that a question asks for: the parameter of the first verb in its body that is given it, as
/// it is or worked out from it.
fn counted(program: &Program, frame: &Frame) -> Option<&'static str> {
    let Some(Op::Choose { to, skip, .. }) = program.ops.get(usize::from(frame.pc)) else { return None };
    let body = program.ops.get(usize::from(frame.pc) + 1..usize::from(*skip))?;
    let mut follows = 1u32 << *to;
    let mut set = |reg: u8, follow: bool| {
        follows = if follow { follows | 1 << reg } else { follows & !(1 << reg) };
        follows
    };
    let mut now = set(*to, true);
    for op in body {
        let from = |arg: Arg| arg.register().is_some_and(|reg| now >> reg & 1 != 0);
        match *op {
            Op::Math { to, a, b, .. } => now = set(to, from(a) || from(b)),
            Op::Times { to, number } => now = set(to, from(number)),
            Op::Gather { to, value, .. } => now = set(to, from(value)),
            Op::Put { to, .. } | Op::Read { to, .. } | Op::Choose { to, .. } | Op::Next { to, .. } => {
                now = set(to, false);
            }
            Op::Do { verb, args } => {
                let params = LEXICON.verbs.get(usize::from(verb)).map_or(&[][..], |verb| verb.params);
                let given = params.iter().zip(args).find(|(param, arg)| param.ty == Ty::Number && from(*arg));
                if let Some((param, _)) = given {
                    return Some(param.name);
                }
            }
            Op::Unless { .. }
            | Op::Go { .. }
            | Op::Again { .. }
            | Op::More { .. }
            | Op::Move { .. }
            | Op::Empty { .. }
            | Op::End { .. } => {}
        }
    }
    None
}
