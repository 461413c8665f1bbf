//! Notation of choices at a card's question. A question asks for one kind of choice, and a word is read as a choice of
//! that kind. If it is a choice of another kind, it is read as that, so that the refusal can say what was given and
//! what is asked.
//!
//! A game names its things ([`Names`]); numbers and modes are the same in every game.

use crate::words::{Words, slug};
use cardwright_effects::machine::MAX_NUMBERS;
use cardwright_effects::{Arg, ChoiceSource, Frame, Lexicon, Op, Program, Ty};
use cardwright_kernel::{NotationError, RuleId};

/// The range of numbers in notation.
const NUMBERS: std::ops::RangeInclusive<i16> = -1000..=1000;

/// The kind of choice that a card's question asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A thing of a kind, given by its index in the lexicon.
    Thing(u8),
    /// A number.
    Number,
    /// One of several named modes.
    Mode,
}

impl Kind {
    /// The kind's number, for encoding a choice of another kind than the one asked for.
    fn number(self) -> i32 {
        match self {
            Kind::Thing(thing) => i32::from(thing),
            Kind::Number => 0x100,
            Kind::Mode => 0x101,
        }
    }

    fn of(number: i32) -> Kind {
        match number {
            0x100 => Kind::Number,
            0x101 => Kind::Mode,
            thing => Kind::Thing(thing as u8),
        }
    }

    /// An encoding for a choice of this kind at a question that asks for another kind. No list contains such a value.
    pub fn misplaced(self, value: i16) -> i32 {
        (1 + self.number()) << 16 | i32::from(value as u16)
    }

    /// Decodes a choice whose kind differs from the one asked for.
    pub fn of_misplaced(value: i32) -> Option<(Kind, i16)> {
        (value >= 1 << 16).then(|| (Kind::of((value >> 16) - 1), value as i16))
    }
}

/// An open question of a card: the effect that waits for a choice.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The frame of the waiting effect.
    pub frame: &'a Frame,
    /// The program of the waiting effect.
    pub program: &'a Program,
    /// The kind of choice it asks for.
    pub kind: Kind,
}

impl<'a> Asked<'a> {
    /// The question at which a frame waits, if any.
    pub fn of(lexicon: &Lexicon, program: &'a Program, frame: &'a Frame) -> Option<Self> {
        let Some(Op::Choose { from, .. }) = program.ops.get(usize::from(frame.pc)) else {
            return None;
        };
        let kind = match *from {
            ChoiceSource::Set(_, thing) => Kind::Thing(thing),
            ChoiceSource::Numbers(..) => Kind::Number,
            ChoiceSource::Labels { .. } => Kind::Mode,
            ChoiceSource::Listed(noun, ..) => {
                match lexicon.nouns.get(usize::from(noun)).map(|noun| noun.gives) {
                    Some(Ty::Many(thing) | Ty::One(thing)) => Kind::Thing(thing),
                    _ => Kind::Number,
                }
            }
        };
        Some(Asked {
            frame,
            program,
            kind,
        })
    }

    /// The modes of the question as words of notation; empty if it asks for something else.
    pub fn modes(&self) -> Vec<String> {
        let begins = |op: &Op| match op {
            Op::Choose {
                from: ChoiceSource::Labels { first, .. },
                ..
            } => Some(usize::from(*first)),
            _ => None,
        };
        let ops = &self.program.ops;
        let Some(first) = ops.get(usize::from(self.frame.pc)).and_then(begins) else {
            return Vec::new();
        };
        // The same list also has the modes of the program's other questions.
        let end = ops
            .iter()
            .filter_map(begins)
            .filter(|begin| *begin > first)
            .min();
        let labels = &self.program.labels;
        let labels = labels
            .get(first..end.unwrap_or(labels.len()))
            .unwrap_or_default();
        labels.iter().map(|label| slug(label)).collect()
    }

    /// The meaning of the number that the question asks for: the name of the parameter of the first verb in its body
    /// that receives the number, directly or after a calculation.
    pub fn counted(&self, lexicon: &Lexicon) -> Option<&'static str> {
        let (program, pc) = (self.program, usize::from(self.frame.pc));
        let Some(Op::Choose { to, skip, .. }) = program.ops.get(pc) else {
            return None;
        };
        let body = program.ops.get(pc + 1..usize::from(*skip))?;
        let mut follows = 1u32 << *to;
        for op in body {
            let from = |arg: Arg| arg.register().is_some_and(|reg| follows >> reg & 1 != 0);
            let (to, follow) = match *op {
                Op::BinOp { to, a, b, .. } => (to, from(a) || from(b)),
                Op::Times { number, .. } if from(number) => return Some("times"),
                Op::Times { to, .. } => (to, false),
                Op::Gather { to, value, .. } => (to, from(value)),
                Op::Put { to, .. }
                | Op::Read { to, .. }
                | Op::Choose { to, .. }
                | Op::Next { to, .. }
                | Op::NextListed { to, .. } => (to, false),
                Op::Do { verb, args } => {
                    let params = lexicon
                        .verbs
                        .get(usize::from(verb))
                        .map_or(&[][..], |verb| verb.params);
                    let given = params
                        .iter()
                        .zip(args)
                        .find(|(param, arg)| param.ty == Ty::Number && from(*arg));
                    if let Some((param, _)) = given {
                        return Some(param.name);
                    }
                    continue;
                }
                Op::Unless { .. }
                | Op::Go { .. }
                | Op::Again { .. }
                | Op::More { .. }
                | Op::Move { .. }
                | Op::Empty { .. }
                | Op::Only { .. }
                | Op::End { .. } => continue,
            };
            follows = if follow {
                follows | 1 << to
            } else {
                follows & !(1 << to)
            };
        }
        None
    }
}

/// The names of a game's things in notation, in a given position.
pub trait Names {
    /// The lexicon of the game.
    fn lexicon(&self) -> &Lexicon;

    /// The open question of a card, if any.
    fn asked(&self) -> Option<Asked<'_>>;

    /// The words that state the kind of the following word. Two kinds may share a word; then the kind asked for is
    /// used.
    fn kinds(&self) -> &[(&'static str, Kind)];

    /// The kinds of things whose words cannot be confused with others, in the order in which an unexpected word is
    /// looked up.
    fn by_name(&self) -> &[u8];

    /// Whether things of a kind are named by numbers, so that a number which names none is not read as a plain number.
    fn numbered(&self, thing: u8) -> bool;

    /// The name for one thing of a kind in messages.
    fn called(&self, thing: u8) -> &str;

    /// The notation of a thing.
    fn write(&self, thing: u8, value: i16) -> String;

    /// The thing that a word names.
    fn read(&self, thing: u8, word: &str) -> Option<i16>;

    /// A hint for a word that names no thing of a kind.
    fn help(&self, thing: u8, word: &str) -> String;

    /// The thing at a place of the line, read according to the position. `said` tells whether a word before it states
    /// its kind.
    fn read_at(
        &self,
        _thing: u8,
        _words: &Words<'_>,
        _nth: usize,
        _said: bool,
    ) -> Option<Result<i16, NotationError>> {
        None
    }
}

/// The name of a kind of choice in messages.
fn called<N: Names>(names: &N, kind: Kind) -> &str {
    match kind {
        Kind::Thing(thing) => names.called(thing),
        Kind::Number => "number",
        Kind::Mode => "mode",
    }
}

/// What the open question of a card asks for, such as `which robot` or `how many points`.
pub fn asked_for<N: Names>(names: &N) -> String {
    match names.asked() {
        Some(asked) if asked.kind == Kind::Number => match asked.counted(names.lexicon()) {
            // Some parameters count something: `points`, `counters`; others are just a `number`.
            Some(what) if what.ends_with('s') => format!("how many {what}"),
            _ => "which number".into(),
        },
        Some(Asked {
            kind: Kind::Thing(thing),
            ..
        }) => format!("which {}", names.called(thing)),
        _ => "what".into(),
    }
}

/// Why a choice is of the wrong kind, if it is: the kind given and the kind asked for.
pub fn wrong_kind<N: Names>(names: &N, value: i32) -> Option<String> {
    let (given, _) = Kind::of_misplaced(value)?;
    let wanted = names.asked()?.kind;
    let with_article = |kind| {
        let name = called(names, kind);
        format!("{} {name}", if name.starts_with('u') { "an" } else { "a" })
    };
    let text = write(names, value);
    let modes = match wanted {
        Kind::Mode => (0..modes(names).len())
            .map(|place| format!("`{}`", write_mode(names, place)))
            .collect(),
        _ => Vec::new(),
    };
    let which = if modes.is_empty() { "" } else { ": " };
    Some(format!(
        "`{text}` is {}; the question asks for {}{which}{}",
        with_article(given),
        with_article(wanted),
        modes.join(" or ")
    ))
}

/// Why a choice of the right kind is not offered, and the rule behind it if the game has one. `None` as the value means
/// that nothing was chosen.
pub fn not_offered<N: Names>(names: &N, value: Option<i32>) -> Option<(String, Option<RuleId>)> {
    let asked = names.asked()?;
    let pc = usize::from(asked.frame.pc);
    let Some(Op::Choose { from, .. }) = asked.program.ops.get(pc) else {
        return None;
    };
    let Some(value) = value else {
        return Some((
            "you must choose one: this card does not let you choose none".into(),
            None,
        ));
    };
    let given = write(names, value);
    Some(match *from {
        ChoiceSource::Numbers(least, most) => {
            let (least, most) = (least.value(asked.frame), most.value(asked.frame));
            let most = most.min(least.saturating_add(MAX_NUMBERS - 1));
            (format!("`{given}` is not from {least} to {most}"), None)
        }
        ChoiceSource::Labels { .. } => (
            match pc.checked_sub(1).and_then(|pc| asked.program.ops.get(pc)) {
                // One of several options is chosen after the other.
                Some(Op::More { .. }) => format!(
                    "`{given}` has been chosen already, or the card's condition for it does not hold now"
                ),
                _ => format!("the card's condition for `{given}` does not hold now"),
            },
            None,
        ),
        ChoiceSource::Listed(noun, one, other) => {
            let (phrase, rule) = phrase(names, &asked, noun, [one, other])?;
            // A condition on the members follows the question.
            let some = matches!(asked.program.ops.get(pc + 1), Some(Op::Only { .. }));
            let or = if some {
                ", or is excluded by the card"
            } else {
                ""
            };
            (format!("`{given}` is not among {phrase}{or}"), Some(rule))
        }
        ChoiceSource::Set(set, thing) => {
            let lists = |noun: u8| {
                let noun = names.lexicon().nouns.get(usize::from(noun));
                noun.is_some_and(|noun| noun.gives == Ty::Many(thing))
            };
            let before = &asked.program.ops[..pc];
            let read = before
                .iter()
                .enumerate()
                .rev()
                .find_map(|(at, op)| match *op {
                    Op::Read { to, noun, args } if lists(noun) => Some((at, to, noun, args)),
                    _ => None,
                });
            let Some((at, to, noun, args)) = read else {
                let what = called(names, Kind::Thing(thing));
                let message =
                    format!("the card does not let anybody choose the {what} `{given}` now");
                return Some((message, None));
            };
            let (phrase, rule) = phrase(names, &asked, noun, args)?;
            // The set is as it was read, unless the program has changed it since.
            let is_whole = !before[at + 1..].iter().any(|op| op.sets(to));
            let whole = asked.frame.reg(to) as u16;
            let among = u32::try_from(value)
                .ok()
                .and_then(|bit| whole.checked_shr(bit))
                .is_some_and(|rest| rest & 1 != 0);
            match (set.register() == Some(to), is_whole) {
                (false, true) if among => (
                    format!("the card excludes `{given}` from {phrase}"),
                    Some(rule),
                ),
                (_, true) => (format!("`{given}` is not among {phrase}"), Some(rule)),
                (_, false) => (
                    format!(
                        "`{given}` is not among {phrase}, was already chosen, or is excluded by the card"
                    ),
                    Some(rule),
                ),
            }
        }
    })
}

/// A phrase for a noun with its arguments, and its rule.
fn phrase<N: Names>(
    names: &N,
    asked: &Asked<'_>,
    noun: u8,
    args: [Arg; 2],
) -> Option<(String, RuleId)> {
    let mut choices = names.lexicon().phrases.choices.iter();
    let choice = choices.find(|(place, _)| *place == noun);
    let noun = names.lexicon().nouns.get(usize::from(noun))?;
    let mut text = choice.map_or(noun.say, |(_, words)| words).to_string();
    for (at, (param, arg)) in noun.params.iter().zip(args).enumerate() {
        let value = arg.value(asked.frame);
        let word = match param.ty {
            Ty::One(thing) => names.write(thing, value),
            _ => value.to_string(),
        };
        text = text.replace(&format!("{{{at}}}"), &word);
    }
    // `[has|have]`: use the form for a single thing.
    while let (Some(open), Some(end)) = (text.find('['), text.find(']')) {
        let one = text.get(open + 1..end)?.split('|').next()?.to_string();
        text.replace_range(open..=end, &one);
    }
    Some((text, noun.rule))
}

/// The notation of a choice.
pub fn write<N: Names>(names: &N, value: i32) -> String {
    if let Some((kind, value)) = Kind::of_misplaced(value) {
        return write_kind(names, kind, value);
    }
    match (names.asked(), i16::try_from(value)) {
        (Some(asked), Ok(value)) => write_kind(names, asked.kind, value),
        // Only a program can have made this choice, and it has no meaning.
        _ => "?".into(),
    }
}

fn write_kind<N: Names>(names: &N, kind: Kind, value: i16) -> String {
    match kind {
        Kind::Thing(thing) => names.write(thing, value),
        Kind::Number => value.to_string(),
        Kind::Mode => write_mode(names, usize::try_from(value).unwrap_or(usize::MAX)),
    }
}

/// The modes of the open question as words of notation.
fn modes<N: Names>(names: &N) -> Vec<String> {
    names.asked().map_or(Vec::new(), |asked| asked.modes())
}

/// The notation of a mode: its text, or its number, from 1, if the text would be ambiguous.
fn write_mode<N: Names>(names: &N, place: usize) -> String {
    let slugs = modes(names);
    match slugs.get(place) {
        Some(slug) if mode_named(&slugs, slug) == Some(place) => slug.clone(),
        _ => format!("mode {}", place.saturating_add(1)),
    }
}

/// The index of the mode with a text, if it is unique and not another word of the notation.
fn mode_named(slugs: &[String], slug: &str) -> Option<usize> {
    let mut named = (0..slugs.len()).filter(|place| slugs[*place] == slug);
    match (slug, named.next(), named.next()) {
        ("" | "none", ..) | (_, _, Some(_)) => None,
        (_, first, None) => first,
    }
}

/// Parses the choice that follows the first word of a line.
///
/// # Errors
/// If nothing follows, if it is no choice of any kind, or if more words follow.
pub fn read<N: Names>(names: &N, words: &Words<'_>) -> Result<i32, NotationError> {
    let asked = names.asked().map(|asked| asked.kind);
    let Some((at, word)) = words.at(1) else {
        let help = "such as `choose 2` or `choose robot 3`";
        return Err(NotationError::new(words.place(1), "nothing chosen", help));
    };
    if let Some((_, second)) = words.at(2)
        && let Some(kind) = kind_named(names, word, asked)
    {
        words.end_after(2)?;
        return match read_kind(names, kind, words, second)? {
            value if asked == Some(kind) => Ok(value.into()),
            value => Ok(kind.misplaced(value)),
        };
    }
    if asked == Some(Kind::Mode)
        && let Some(place) = mode_named(
            &modes(names),
            &words.rest(1).to_lowercase().replace(' ', "-"),
        )
    {
        return Ok(place as i32);
    }
    words.end_after(1)?;
    if let Some(Kind::Thing(thing)) = asked
        && let Some(read) = names.read_at(thing, words, 1, false)
    {
        return read.map(i32::from);
    }
    read_bare(names, asked, word).ok_or_else(|| unknown(names, asked, at, word))
}

/// The kind that a word announces; of two possible kinds, the one asked for.
fn kind_named<N: Names>(names: &N, word: &str, asked: Option<Kind>) -> Option<Kind> {
    let named = || {
        names
            .kinds()
            .iter()
            .filter(|(name, _)| *name == word)
            .map(|(_, kind)| *kind)
    };
    named()
        .find(|kind| Some(*kind) == asked)
        .or_else(|| named().next())
}

/// The meaning of a single word: as the kind asked for, or else as another kind.
fn read_bare<N: Names>(names: &N, asked: Option<Kind>, word: &str) -> Option<i32> {
    if let Some(value) = asked.and_then(|kind| value_of(names, kind, word)) {
        return Some(value.into());
    }
    if let Some(value) = number(word) {
        let counted = matches!(asked, Some(Kind::Thing(thing)) if names.numbered(thing));
        return (!counted).then(|| Kind::Number.misplaced(value));
    }
    let others = names
        .by_name()
        .iter()
        .map(|thing| Kind::Thing(*thing))
        .filter(|kind| Some(*kind) != asked);
    others
        .filter_map(|kind| Some(kind.misplaced(value_of(names, kind, word)?)))
        .next()
}

/// The value of a word with an explicit kind, at the third place of the line.
fn read_kind<N: Names>(
    names: &N,
    kind: Kind,
    words: &Words<'_>,
    word: &str,
) -> Result<i16, NotationError> {
    if let Kind::Thing(thing) = kind
        && let Some(read) = names.read_at(thing, words, 2, true)
    {
        return read;
    }
    let found = match kind {
        Kind::Mode => number(word)
            .and_then(|number| usize::try_from(number).ok()?.checked_sub(1))
            .filter(|place| *place < modes(names).len().max(1))
            .map(|place| place as i16),
        _ => value_of(names, kind, word),
    };
    found.ok_or_else(|| unknown(names, Some(kind), words.place(2), word))
}

/// The value of a word as a choice of a kind.
fn value_of<N: Names>(names: &N, kind: Kind, word: &str) -> Option<i16> {
    match kind {
        Kind::Thing(thing) => names.read(thing, word),
        Kind::Number => number(word),
        Kind::Mode => mode_named(&modes(names), word).map(|place| place as i16),
    }
}

/// Parses a number in notation.
pub fn number(word: &str) -> Option<i16> {
    word.parse().ok().filter(|number| NUMBERS.contains(number))
}

/// The error for a word that is no choice of the kind asked for, nor of any other.
fn unknown<N: Names>(names: &N, asked: Option<Kind>, at: usize, word: &str) -> NotationError {
    let Some(kind) = asked else {
        let help = "no card asks for a choice here";
        return NotationError::new(at, format!("nothing is called `{word}`"), help);
    };
    let help = match kind {
        Kind::Thing(thing) => names.help(thing, word),
        Kind::Number => "write a number, such as `choose 2`".into(),
        Kind::Mode => {
            let modes = modes(names).len();
            one_of((0..modes).map(|place| write_mode(names, place)))
        }
    };
    NotationError::new(
        at,
        format!("no {} is called `{word}`", called(names, kind)),
        help,
    )
}

/// Lists the allowed words for a message.
pub fn one_of(names: impl IntoIterator<Item = String>) -> String {
    format!(
        "one of: {}",
        names.into_iter().collect::<Vec<_>>().join(" ")
    )
}
