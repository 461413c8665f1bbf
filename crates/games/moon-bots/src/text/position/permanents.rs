//! Written positions: counters and permanent weapons, which only cards of packs create.

use crate::book::memo::Memo;
use crate::book::names::Names;
use crate::book::rulebook::Rulebook;
use crate::facts::{derived, memory, permanents};
use crate::lexicon::SLOTS as SLOT_NAMES;
use crate::rules;
use crate::sizes::MAX_REMEMBERED;
use crate::state::ids::{CopyId, RobotId, Robots};
use crate::state::{COUNTERS, PERMANENTS, Permanent, Robot, SLOTS, State, UPGRADES, Until};
use crate::text::position::{Reader, get};
use cardwright_runtime::ids::Id;
use std::fmt::Write as _;
use toml_span::value::Value;

/// The names of the durations for which a weapon stays.
pub(crate) const UNTIL: [(&str, Until); 3] = [
    ("leaves", Until::Leaves),
    ("turn", Until::OwnTurn),
    ("turn-end", Until::TurnEnd),
];

const PERMANENT_KEYS: [&str; 5] = ["robot", "weapon", "until", "counters", "memory"];

/// The permanent weapons, with one bit for each copy.
pub(crate) fn permanent_copies(state: &State) -> u64 {
    state
        .permanents
        .iter()
        .filter_map(|permanent| permanent.copy())
        .fold(0, |mask, copy| mask | copy.only().bits())
}

/// The name of a card's place: a slot, or `upgrade-1` and so on.
pub(crate) fn spot_name(place: usize) -> String {
    match SLOT_NAMES.get(place) {
        Some(slot) => (*slot).into(),
        None => format!("upgrade-{}", place + 1 - SLOTS),
    }
}

impl Names {
    /// The places of a robot whose cards store something, each with the kind of data and the stored value.
    fn keeping<'a>(&'a self, robot: &'a Robot) -> impl Iterator<Item = (String, Memo, u8)> + 'a {
        let all = (0..SLOTS + UPGRADES).map(|place| (place, robot.counters.at(place)));
        let some = all.filter(|(_, stored)| *stored > 0);
        some.map(|(place, stored)| (spot_name(place), self.memo_at(robot, place), stored))
    }

    /// The places of a robot with counters, each with their number.
    pub(crate) fn counted<'a>(
        &'a self,
        robot: &'a Robot,
    ) -> impl Iterator<Item = (String, u8)> + 'a {
        let counters = self
            .keeping(robot)
            .filter(|(_, memo, _)| *memo == Memo::None);
        counters.map(|(name, _, counters)| (name, counters))
    }

    /// The places of a robot whose cards store data, each with the data.
    pub(crate) fn remembered<'a>(
        &'a self,
        robot: &'a Robot,
    ) -> impl Iterator<Item = (String, String)> + 'a {
        self.keeping(robot)
            .filter_map(|(name, memo, stored)| Some((name, self.memory(memo, stored)?)))
    }

    /// Writes a robot's counters and the data stored on its cards, if there are any.
    pub(crate) fn write_counters(&self, robot: &Robot, out: &mut String) {
        let counters: Vec<_> = self
            .counted(robot)
            .map(|(name, number)| format!("{name} = {number}"))
            .collect();
        let memory: Vec<_> = self
            .remembered(robot)
            .map(|(name, what)| format!("{name} = \"{what}\""))
            .collect();
        for (key, list) in [("counters", counters), ("memory", memory)] {
            if !list.is_empty() {
                let _ = writeln!(out, "{key} = {{ {} }}", list.join(", "));
            }
        }
    }
}

/// Writes the permanent weapons, in the order they were played, and the reactions of the turn, if there are any.
pub(crate) fn write_permanents(book: &Rulebook, state: &State, out: &mut String) {
    let entries: Vec<_> = state
        .permanents
        .iter()
        .filter_map(|permanent| permanent_text(book, *permanent))
        .collect();
    if !entries.is_empty() {
        let _ = writeln!(out, "permanents = [{}]", entries.join(", "));
    }
    if state.reactions > 0 {
        let _ = writeln!(out, "reactions = {}", state.reactions);
    }
}

fn permanent_text(book: &Rulebook, permanent: Permanent) -> Option<String> {
    let weapon = &book.names.weapons[usize::from(book.weapon_of[permanent.copy()?.index()])].0;
    let until = UNTIL
        .iter()
        .find(|(_, until)| *until == permanent.until())
        .map_or("leaves", |(name, _)| name);
    let robot = book.names.robot(permanent.owner());
    let stored = match memory::memo_of_permanent(book, permanent) {
        Memo::None => format!(", counters = {}", permanent.counters()),
        memo => {
            let memory = book.names.memory(memo, permanent.counters());
            memory.map_or(String::new(), |what| format!(", memory = \"{what}\""))
        }
    };
    Some(format!(
        "{{ robot = \"{robot}\", weapon = \"{weapon}\", until = \"{until}\"{stored} }}"
    ))
}

impl Reader<'_> {
    /// Reads the counters on a robot's cards.
    pub(crate) fn counters(&mut self, value: &Value<'_>, robot: &mut Robot) {
        for word in ["counters", "memory"] {
            for (key, value) in self
                .flaws
                .entries(value, word, &format!("{word} = {{ head = 1 }}"))
            {
                let place = (0..SLOTS + UPGRADES).find(|place| spot_name(*place) == key.name);
                let card = place.map(|place| match place.checked_sub(SLOTS) {
                    None => robot.parts[place],
                    Some(upgrade) => robot.upgrades[upgrade],
                });
                let Some((place, 1..)) = place.zip(card) else {
                    self.flaw(
                        key.span,
                        format!("the robot has no card at `{}`", key.name),
                        format!(
                            "one of: {} upgrade-1 to upgrade-{UPGRADES}",
                            SLOT_NAMES.join(" ")
                        ),
                    );
                    continue;
                };
                let stored = self.stored(value, word, memory::memo_at(self.book, robot, place));
                robot.counters.set(place, stored);
            }
        }
    }

    /// Reads the value stored on a card, counters or data, depending on the key it is written under.
    fn stored(&mut self, value: &Value<'_>, word: &str, memo: Memo) -> u8 {
        let of_counters = word == "counters";
        if of_counters != (memo == Memo::None) {
            let (message, other) = match of_counters {
                true => ("this card remembers things; it has no counters", "memory"),
                false => ("this card remembers nothing", "counters"),
            };
            self.flaw(
                value.span,
                message,
                format!("write `{other}`, or leave it out"),
            );
            return 0;
        }
        if of_counters {
            let help = format!("a card holds at most {COUNTERS} ({})", rules::COUNTER);
            return self.flaws.number(value, 0, COUNTERS.into(), &help) as u8;
        }
        let text = value.as_str().unwrap_or_default();
        let remembered = match memo {
            Memo::Robot => text
                .split(", ")
                .map(|name| {
                    let name = name.strip_prefix("robot ")?;
                    self.book.names.robot_named(name)
                })
                .collect::<Option<Robots>>()
                .and_then(|robots| robots.bits().checked_sub(1)),
            Memo::Slot => SLOT_NAMES
                .iter()
                .position(|name| *name == text)
                .map(|slot| slot as u8),
            _ => text.parse().ok().filter(|number| *number <= MAX_REMEMBERED),
        };
        if remembered.is_none() {
            let help = match memo {
                Memo::Robot => {
                    "write robots, such as \"robot 2\" or \"robot 2, robot 4\"".to_owned()
                }
                Memo::Slot => format!("one of: {}", SLOT_NAMES.join(" ")),
                _ => format!("write a number from 0 to {MAX_REMEMBERED} in quotes, such as \"3\""),
            };
            self.flaw(value.span, "a card cannot remember this", help);
        }
        remembered.map_or(0, |remembered| remembered + 1)
    }

    /// Reads the permanent weapons in the order they were played; returns their copies.
    pub(crate) fn permanents(&mut self, root: &Value<'_>, state: &mut State, seen: u64) -> u64 {
        let mut copies = 0;
        for (place, value) in self.flaws.items(root, "permanents").iter().enumerate() {
            self.keys(value, &PERMANENT_KEYS);
            if place >= PERMANENTS {
                self.flaw(
                    value.span,
                    "one weapon too many stays in play",
                    format!("at most {PERMANENTS} ({})", rules::LEAVING),
                );
                return copies;
            }
            let Some((permanent, copy)) = self.one_permanent(value, state, seen | copies) else {
                continue;
            };
            state.permanents[place] = permanent;
            state.shown |= copy;
            copies |= copy;
        }
        for robot in RobotId::all() {
            if permanents::permanents_of(state, robot) > 0 {
                derived::refresh_robot(self.book, state, robot);
            }
        }
        copies
    }

    fn one_permanent(
        &mut self,
        value: &Value<'_>,
        state: &State,
        seen: u64,
    ) -> Option<(Permanent, u64)> {
        let (Some(robot), Some(weapon)) = (get(value, "robot"), get(value, "weapon")) else {
            self.flaw(
                value.span,
                "this does not say `robot` and `weapon`",
                "such as { robot = \"1\", weapon = \"pack:shield\" }",
            );
            return None;
        };
        let robot = self.robot_in_play(robot, state)?;
        let copy = self.weapon(weapon.span.into(), weapon.as_str().unwrap_or(""), seen);
        let until = get(value, "until")
            .and_then(|value| self.flaws.word(value, &UNTIL))
            .unwrap_or(Until::Leaves);
        // No copy: the weapon is unknown, which has been reported already.
        let mut permanent =
            Permanent::new(CopyId::of(copy.trailing_zeros() as usize)?, robot, until);
        let memo = memory::memo_of_permanent(self.book, permanent);
        for word in ["counters", "memory"] {
            if let Some(stored) = get(value, word) {
                permanent = permanent.with_counters(self.stored(stored, word, memo));
            }
        }
        Some((permanent, copy))
    }
}
