//! Written positions, the part about what cards of packs leave on the table: counters and weapons that stay.

use super::book::Rulebook;
use super::lexicon::SLOTS as SLOT_NAMES;
use super::position::{Reader, get, items};
use super::rules;
use super::state::{COUNTERS, LASTING, Lasting, Robot, SLOTS, State, UPGRADES, Until};
use crate::toml;
use std::fmt::Write as _;
use toml_span::value::Value;

/// The names of how long a weapon stays.
pub(super) const UNTIL: [(&str, Until); 3] =
    [("leaves", Until::Leaves), ("turn", Until::OwnTurn), ("turn-end", Until::TurnEnd)];
const LASTING_KEYS: [&str; 4] = ["robot", "weapon", "until", "counters"];

/// The weapons that stay: a bit for each copy.
pub(super) fn staying(state: &State) -> u64 {
    state.lasting.iter().filter_map(|lasting| lasting.copy()).fold(0, |mask, copy| mask | 1 << copy)
}

/// The name of a place where counters lie: a slot, or `upgrade-1` and so on.
pub(super) fn spot_name(place: usize) -> String {
    match SLOT_NAMES.get(place) {
        Some(slot) => (*slot).into(),
        None => format!("upgrade-{}", place + 1 - SLOTS),
    }
}

/// The places of a robot where counters lie, each with how many.
pub(super) fn counted(robot: &Robot) -> impl Iterator<Item = (String, u8)> + '_ {
    let all = (0..SLOTS + UPGRADES).map(|place| (place, robot.counters_at(place)));
    all.filter(|(_, counters)| *counters > 0).map(|(place, counters)| (spot_name(place), counters))
}

/// Writes a robot's counters, if it has any.
pub(super) fn write_counters(robot: &Robot, out: &mut String) {
    let list: Vec<_> = counted(robot).map(|(name, counters)| format!("{name} = {counters}")).collect();
    if !list.is_empty() {
        let _ = writeln!(out, "counters = {{ {} }}", list.join(", "));
    }
}

impl Rulebook {
    /// Writes the weapons that stay, in the order they came, and the reactions of the turn, if there are any.
    pub(super) fn write_lasting(&self, state: &State, out: &mut String) {
        let entries: Vec<_> =
            state.lasting.iter().filter_map(|lasting| self.lasting_text(*lasting)).collect();
        if !entries.is_empty() {
            let _ = writeln!(out, "lasting = [{}]", entries.join(", "));
        }
        if state.reactions > 0 {
            let _ = writeln!(out, "reactions = {}", state.reactions);
        }
    }

    fn lasting_text(&self, lasting: Lasting) -> Option<String> {
        let weapon = &self.names.weapons[usize::from(self.weapon_of[usize::from(lasting.copy()?)])].0;
        let until =
            UNTIL.iter().find(|(_, until)| *until == lasting.until()).map_or("leaves", |(name, _)| name);
        let (robot, counters) = (self.names.robot(lasting.owner()), lasting.counters());
        Some(format!(
            "{{ robot = \"{robot}\", weapon = \"{weapon}\", until = \"{until}\", counters = {counters} }}"
        ))
    }
}

impl Reader<'_> {
    /// The counters on a robot's cards.
    pub(super) fn counters(&mut self, value: &Value<'_>, robot: &mut Robot) {
        let Some(table) = get(value, "counters") else { return };
        for (key, value) in toml::in_order(table) {
            let place = (0..SLOTS + UPGRADES).find(|place| spot_name(*place) == key.name);
            let card = place.map(|place| match place.checked_sub(SLOTS) {
                None => robot.parts[place],
                Some(upgrade) => robot.upgrades[upgrade],
            });
            match (place, card) {
                (Some(place), Some(1..)) => {
                    let help = format!("a card holds at most {COUNTERS} ({})", rules::COUNTER);
                    robot.set_counters(place, self.number(value, 0, COUNTERS.into(), &help) as u8);
                }
                _ => self.flaw(
                    key.span,
                    format!("the robot has no card at `{}`", key.name),
                    format!("one of: {} upgrade-1 to upgrade-{UPGRADES}", SLOT_NAMES.join(" ")),
                ),
            }
        }
    }

    /// The weapons that stay, in the order they came; gives their copies.
    pub(super) fn lasting(&mut self, root: &Value<'_>, state: &mut State, seen: u64) -> u64 {
        let mut copies = 0;
        for (place, value) in items(root, "lasting").iter().enumerate() {
            self.keys(value, &LASTING_KEYS);
            if place >= LASTING {
                self.flaw(
                    value.span,
                    "one weapon too many stays",
                    format!("at most {LASTING} ({})", rules::LEAVING),
                );
                return copies;
            }
            let Some((lasting, copy)) = self.one_lasting(value, state, seen | copies) else { continue };
            state.lasting[place] = lasting;
            state.shown |= copy;
            copies |= copy;
        }
        for robot in 0..super::state::ROBOTS as u8 {
            if Rulebook::staying(state, robot) > 0 {
                self.book.refresh(state, robot);
            }
        }
        copies
    }

    fn one_lasting(&mut self, value: &Value<'_>, state: &State, seen: u64) -> Option<(Lasting, u64)> {
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
        let until = get(value, "until").and_then(|value| self.word(value, &UNTIL)).unwrap_or(Until::Leaves);
        let mut lasting = Lasting::new(copy.trailing_zeros() as u8, robot, until);
        let help = format!("a card holds at most {COUNTERS} ({})", rules::COUNTER);
        if let Some(counters) = get(value, "counters") {
            lasting = lasting.counting(self.number(counters, 0, COUNTERS.into(), &help) as u8);
        }
        (copy != 0).then_some((lasting, copy))
    }
}
