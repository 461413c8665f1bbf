//! Every action that seats can take under a rulebook, numbered.
//!
//! The list contains more than any game needs: every part in its slot with every combination of its dice, and every
//! attack of a program with every way to divide it. For each question of a card, it contains everything of the kind
//! that the card asks for. A test compares the list with the allowed actions of random games.

use crate::actions::{Action, Points};
use crate::book::names::{PLACES, Steps};
use crate::book::rulebook::{CardKind, Rulebook};
use crate::facts::ways;
use crate::lexicon::{LEXICON, SLOTS as SLOT_NAMES, ThingId, VerbId, WAYS};
use crate::play::setup;
use crate::state::ids::{RobotId, WeaponId};
use crate::state::{Attack, CAP, POINTS, POOL, State, TYPES};
use crate::text::notation;
use cardwright_effects::machine::MAX_NUMBERS;
use cardwright_effects::{Arg, BinOp, ChoiceSource, Frame, Op, Program, Ty};
use cardwright_kernel::{NoLog, ProgramId};
use cardwright_runtime::ids::Id;
use std::collections::BTreeSet;

/// The maximum number of ways to divide attacks that are numbered individually; the official cards have fewer than a
/// hundred. A pack whose attacks depend on the game can have millions; then all of them share one first step.
const MAX_SPLITS: usize = 20_000;

/// The first step of dividing an attack, if there are too many ways to number them.
const SPLIT: &str = "left";

/// The first step of every choice of damage of several types; the card determines the amount only during play.
const POINTS_CHOSEN: &str = "choose points";

/// The range of numbers for a question whose bounds are both computed by the card. It is larger than any number of
/// robots, dice and counters, and matches the range that actions can be read in.
const NUMBERS: std::ops::RangeInclusive<i16> = -1000..=1000;

/// The maximum depth to which operands are followed; a register may be computed from itself.
const DEEP: u8 = 6;

/// The first steps, computed once.
pub(crate) fn steps(book: &Rulebook) -> &Steps {
    book.steps.get_or_init(|| number_steps(book))
}

/// The first step of an action.
pub(crate) fn step_of(book: &Rulebook, state: &State, action: Action) -> String {
    match action {
        Action::Split { .. } if !steps(book).whole => SPLIT.into(),
        Action::Choose { .. } if ways::ways_asked(book, state).is_some() => POINTS_CHOSEN.into(),
        _ => notation::write(book, state, action),
    }
}

fn number_steps(book: &Rulebook) -> Steps {
    let mut list: Vec<String> = ["pass", "buy nothing", "activate", "skip", "keep", "stop"]
        .map(String::from)
        .to_vec();
    list.extend(PLACES.map(|place| format!("buy {place}")));
    let scratch = scratch(book);
    for weapon in WeaponId::all().take(book.weapons.len()) {
        let robots = if book.duel() {
            book.robots()
        } else {
            RobotId::First.only()
        };
        list.extend(
            robots
                .iter()
                .map(|robot| notation::write(book, &scratch, Action::Play { robot, weapon })),
        );
    }
    list.extend(rerolls(book));
    list.extend(uses(book));
    let splits = splits(book);
    let whole = splits.is_some();
    list.extend(splits.unwrap_or_else(|| BTreeSet::from([SPLIT.into()])));
    list.extend(choices(book));
    Steps { list, whole }
}

/// A state for writing actions.
fn scratch(book: &Rulebook) -> State {
    setup::begin(book, &mut NoLog)
}

fn rerolls(book: &Rulebook) -> Vec<String> {
    let most = book.open.iter().map(|open| match open.kind {
        CardKind::Upgrade { reroll, .. } => reroll,
        CardKind::Part { .. } => 0,
    });
    let mut sets: Vec<Vec<u8>> = vec![Vec::new()];
    let mut all = Vec::new();
    for _ in 0..most.max().unwrap_or(0).min(POOL) {
        let longer = |set: &Vec<u8>| {
            let from = set.last().copied().unwrap_or(1);
            (from..=6)
                .map(|face| set.iter().copied().chain([face]).collect())
                .collect::<Vec<Vec<u8>>>()
        };
        sets = sets.iter().flat_map(longer).collect();
        all.extend(sets.iter().cloned());
    }
    let words = |set: Vec<u8>| set.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    all.into_iter()
        .map(|set| format!("re-roll {}", words(set)))
        .collect()
}

/// Every part in its slot, and every built-in ability, with every combination of its dice.
fn uses(book: &Rulebook) -> BTreeSet<String> {
    let parts = book.open.iter().filter_map(|open| match open.kind {
        CardKind::Part { slot } => Some((slot.n(), open.ability.as_ref()?)),
        CardKind::Upgrade { .. } => None,
    });
    let base = (SLOT_NAMES.len() as u8..).zip(&book.base);
    let use_of = |place: u8, combo: u32| {
        format!(
            "use {} {}",
            book.names.place(place),
            super::notation::faces(combo)
        )
    };
    let all = parts.chain(base);
    all.flat_map(|(place, ability)| {
        ability
            .combos
            .iter()
            .map(move |combo| use_of(place, *combo))
    })
    .collect()
}

/// Every way to divide an attack; `None` if there are too many.
fn splits(book: &Rulebook) -> Option<BTreeSet<String>> {
    let mut attacks = BTreeSet::new();
    for owned in book.bound.iter() {
        attacks_of(&owned.program, &mut attacks)?;
    }
    let mut all = BTreeSet::new();
    for aimed in attacks {
        let attack = Attack {
            aimed,
            ..Attack::default()
        };
        let scratch = State {
            attack,
            ..scratch(book)
        };
        for left in up_to(aimed)? {
            all.insert(notation::write(
                book,
                &scratch,
                Action::Split { left: Points(left) },
            ));
        }
        if all.len() > MAX_SPLITS {
            return None;
        }
    }
    Some(all)
}

/// Every choice at every question of a card.
fn choices(book: &Rulebook) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (number, owned) in (0..).map(ProgramId).zip(book.bound.iter()) {
        for (pc, op) in (0..).zip(&owned.program.ops) {
            let Op::Choose {
                by, from, optional, ..
            } = *op
            else {
                continue;
            };
            // Chance answers such a question, never a seat.
            if by == Arg::CHANCE {
                continue;
            }
            if matches!(from, ChoiceSource::Listed(WAYS, ..)) {
                all.insert(POINTS_CHOSEN.into());
                continue;
            }
            let mut scratch = scratch(book);
            scratch.effects.put(Frame {
                pc,
                ..Frame::new(number, 0, 0, &[])
            });
            let values = values(book, from, &owned.program, usize::from(pc));
            all.extend(values.into_iter().map(|value| {
                notation::write(
                    book,
                    &scratch,
                    Action::Choose {
                        value: value.into(),
                    },
                )
            }));
            if optional {
                all.insert("choose none".into());
            }
        }
    }
    all
}

/// The possible choices at the question of an operation.
fn values(book: &Rulebook, from: ChoiceSource, program: &Program, at: usize) -> Vec<i16> {
    match from {
        ChoiceSource::Set(_, kind) => things(book, kind),
        ChoiceSource::Listed(noun, ..) => {
            match LEXICON.nouns.get(usize::from(noun)).map(|noun| noun.gives) {
                Some(Ty::Many(kind) | Ty::One(kind)) => things(book, kind),
                _ => (0..=i16::from(CAP)).collect(),
            }
        }
        ChoiceSource::Numbers(low, high) => match (low.number(), high.number()) {
            (Some(low), Some(high)) => (low..=high).take(MAX_NUMBERS as usize).collect(),
            (Some(low), None) => {
                let last = low
                    .saturating_add(MAX_NUMBERS - 1)
                    .min(most(program, high, at, DEEP));
                (low..=last).collect()
            }
            _ => NUMBERS.collect(),
        },
        ChoiceSource::Labels { first, .. } => {
            (0..program.labels.len().saturating_sub(usize::from(first)) as i16).collect()
        }
    }
}

/// The numbers of all things of a kind.
pub(crate) fn things(book: &Rulebook, kind: u8) -> Vec<i16> {
    let first = |many: usize| (0..many as i16).collect();
    match ThingId::of(kind) {
        Some(ThingId::Robot) => first(book.robots().len()),
        Some(ThingId::Player) => first(usize::from(book.players)),
        Some(ThingId::Face) => (1..=6).collect(),
        Some(ThingId::Place) => first(PLACES.len()),
        Some(ThingId::Card) => first(book.open.len()),
        Some(ThingId::Weapon) => first(book.weapons.len()),
        Some(ThingId::Slot) => first(SLOT_NAMES.len()),
        Some(ThingId::Damage) => first(book.names.damage.len()),
        Some(ThingId::Sort | ThingId::Variant | ThingId::Keyword) | None => LEXICON
            .all_words()
            .filter(|word| word.thing == kind)
            .map(|word| word.value)
            .collect(),
    }
}

/// The maximum value of an operand before the operation at `before`, such as 2 for `min(2, me.pending)`. It is only
/// known for values computed from fixed numbers and from nouns that the rules bound; otherwise it is `i16::MAX`.
fn most(program: &Program, arg: Arg, before: usize, deep: u8) -> i16 {
    let (Some(register), Some(deeper)) = (arg.register(), deep.checked_sub(1)) else {
        return arg.number().unwrap_or(i16::MAX);
    };
    let ops = program.ops.get(..before).unwrap_or_default();
    let Some(last) = ops.iter().rposition(|op| op.sets(register)) else {
        return i16::MAX;
    };
    // If a jump leads to an operation in between, the register may contain an older value.
    let leads =
        |op: &Op| target(op).is_some_and(|to| (last + 1..=before).contains(&usize::from(to)));
    if program.ops.iter().any(leads) {
        return i16::MAX;
    }
    match program.ops[last] {
        Op::Put { value, .. } => value,
        Op::Read { noun, .. } => {
            let noun = LEXICON.nouns.get(usize::from(noun));
            noun.and_then(|noun| noun.range)
                .map_or(i16::MAX, |(_, most)| most)
        }
        Op::BinOp { math, a, b, .. } => {
            let [a, b] = [a, b].map(|arg| most(program, arg, last, deeper));
            match math {
                BinOp::Min => a.min(b),
                BinOp::Max => a.max(b),
                BinOp::Add => a.saturating_add(b),
                _ => i16::MAX,
            }
        }
        _ => i16::MAX,
    }
}

/// The target of an operation's jump, if it jumps.
fn target(op: &Op) -> Option<u16> {
    match *op {
        Op::Unless { go: to, .. }
        | Op::Choose { skip: to, .. }
        | Op::Next { done: to, .. }
        | Op::NextListed { done: to, .. }
        | Op::Again { done: to, .. }
        | Op::More { done: to, .. }
        | Op::Empty { go: to, .. }
        | Op::Only { then: to }
        | Op::Go { to } => Some(to),
        _ => None,
    }
}

/// Adds the damage of the attacks that a program may make; `None` if there are too many to list.
fn attacks_of(program: &Program, attacks: &mut BTreeSet<[u8; TYPES]>) -> Option<()> {
    let plain = program
        .ops
        .iter()
        .all(|op| matches!(op, Op::Do { .. } | Op::End { .. }));
    let loops = program.ops.iter().any(|op| {
        matches!(
            op,
            Op::Next { .. } | Op::NextListed { .. } | Op::Again { .. } | Op::More { .. }
        )
    });
    let mut aimed = [0u8; TYPES];
    for op in &program.ops {
        match *op {
            Op::Do {
                verb,
                args: [of, number, _],
            } if verb == VerbId::Aim.n() => {
                let points = number
                    .number()
                    .filter(|_| !loops)
                    .map_or(POINTS, |n| n.clamp(0, POINTS.into()) as u8);
                let types = of
                    .number()
                    .map_or(0..TYPES, |damage| damage as usize..damage as usize + 1);
                for slot in aimed.get_mut(types)? {
                    *slot = slot.saturating_add(points).min(POINTS);
                }
            }
            Op::Do { verb, .. } if plain && verb == VerbId::Strike.n() => {
                attacks.insert(std::mem::take(&mut aimed));
            }
            _ => {}
        }
    }
    if !plain && aimed != [0; TYPES] {
        attacks.extend(up_to(aimed)?);
    }
    (attacks.len() <= MAX_SPLITS).then_some(())
}

/// Every combination of damage up to these amounts; `None` if there are too many.
fn up_to(most: [u8; TYPES]) -> Option<Vec<[u8; TYPES]>> {
    let ways = most.iter().try_fold(1usize, |ways, points| {
        ways.checked_mul(usize::from(*points) + 1)
    })?;
    if ways > MAX_SPLITS {
        return None;
    }
    let mut all = vec![[0; TYPES]];
    for (at, most) in most.iter().enumerate() {
        all = all
            .iter()
            .flat_map(|set| {
                (0..=*most).map(move |n| {
                    let mut set = *set;
                    set[at] = n;
                    set
                })
            })
            .collect();
    }
    Some(all)
}
