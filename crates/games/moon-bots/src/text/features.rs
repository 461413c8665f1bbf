//! A view as small numbers for machine learning. Robots come in turn order, starting with the viewer's first robot.

use crate::actions::Action;
use crate::book::names::PLACES as PLACE_NAMES;
use crate::book::rulebook::Rulebook;
use crate::lexicon::{SLOTS as SLOT_NAMES, ThingId};
use crate::state::ids::RobotId;
use crate::state::{MarketCard, PLACES, SLOTS, State, Status, Step, dice};
use crate::text::view::View;
use cardwright_kernel::Viewer;
use cardwright_runtime::bit_select::ones;
use cardwright_runtime::ids::Id;

/// The number of kinds of things that cards ask for.
const THINGS: usize = ThingId::Slot.n() as usize + 1;

/// The number of steps of a turn.
const STEPS: usize = Step::Over as usize + 1;

/// The numbers about a robot, besides its cards.
const OF_A_ROBOT: [&str; 13] = [
    "plays",
    "switched-off",
    "out",
    "energy",
    "dice",
    "cap",
    "weapons",
    "active",
    "gained",
    "pending",
    "unstoppable",
    "untargetable",
    "taunting",
];

/// The numbers about the table.
const OF_THE_TABLE: [&str; 9] = [
    "quiet",
    "rounds",
    "lost",
    "last-duel",
    "pile",
    "aimed",
    "extra-turn",
    "attacker",
    "buying-forbidden",
];

/// Writes the numbers of a row in order.
struct Row<'a>(std::slice::IterMut<'a, u8>);

impl Row<'_> {
    fn add(&mut self, number: impl TryInto<u8>) {
        if let Some(place) = self.0.next() {
            *place = number.try_into().unwrap_or(u8::MAX);
        }
    }

    /// Returns the next numbers of the row, to be incremented by index.
    fn part(&mut self, long: usize) -> &mut [u8] {
        let rest = std::mem::take(&mut self.0).into_slice();
        let (part, rest) = rest.split_at_mut(long.min(rest.len()));
        self.0 = rest.iter_mut();
        part
    }
}

fn count(part: &mut [u8], place: usize) {
    if let Some(number) = part.get_mut(place) {
        *number += 1;
    }
}

/// What a first step depends on; see [`cardwright_kernel::Text::step_key`].
pub(crate) fn key_of_step(book: &Rulebook, state: &State, action: Action) -> [u64; 2] {
    let pair = |sort: u64, one: u64| [sort, one];
    match action {
        Action::Pass => pair(0, 0),
        Action::NoBuy => pair(0, 1),
        Action::Activate => pair(0, 2),
        Action::Skip => pair(0, 3),
        Action::Keep => pair(0, 4),
        Action::Stop => pair(0, 5),
        Action::Play { robot, weapon } => {
            pair(1, (robot.index() as u64) << 32 | weapon.index() as u64)
        }
        Action::Buy { place } => pair(2, place.index() as u64),
        Action::Reroll { dice } => pair(3, dice.into()),
        Action::Use { part, combo } => {
            let combos = book.combos_at(&state.on_turn().parts, part);
            let dice = combos.get(usize::from(combo)).copied().unwrap_or(0);
            pair(4, u64::from(part) << 32 | u64::from(dice))
        }
        Action::Split { left } => {
            let word = |points| u64::from(u32::from_le_bytes(points));
            pair(5, word(state.attack.aimed) << 32 | word(left.0))
        }
        Action::Choose { .. } | Action::ChooseNone => {
            let frame = state.top();
            let at = frame.map_or(0, |frame| {
                u64::from(frame.program.0) << 16 | u64::from(frame.pc)
            });
            let value = match action {
                Action::Choose { value } => value as u32,
                _ => u32::MAX,
            };
            [6 | at << 8, value.into()]
        }
        // Only chance takes these actions.
        _ => pair(7, 0),
    }
}

/// The name of each number, in the order of [`Rulebook::features_of`].
pub(crate) fn feature_names(book: &Rulebook) -> Vec<String> {
    let names = &book.names;
    let mut all = Vec::new();
    for robot in 0..book.robots().len() {
        all.extend(OF_A_ROBOT.map(|name| format!("robot/{robot}/{name}")));
        all.extend(
            names
                .open
                .iter()
                .map(|(id, _)| format!("robot/{robot}/card/{id}")),
        );
        all.extend(
            names
                .weapons
                .iter()
                .map(|(id, _)| format!("robot/{robot}/weapon/{id}")),
        );
    }
    for place in PLACE_NAMES {
        all.push(format!("market/{place}/price"));
        all.push(format!("market/{place}/weapon"));
        all.extend(
            names
                .open
                .iter()
                .map(|(id, _)| format!("market/{place}/{id}")),
        );
    }
    all.extend(OF_THE_TABLE.map(String::from));
    all.extend((1..=6).map(|face| format!("dice/{face}")));
    all.extend((0..16).map(|place| {
        let slot = SLOT_NAMES.get(place).map_or_else(
            || format!("ability-{}", place - SLOTS + 1),
            |slot| (*slot).into(),
        );
        format!("used/{slot}")
    }));
    all.extend(names.weapons.iter().map(|(id, _)| format!("shown/{id}")));
    all.extend((0..STEPS).map(|step| format!("step/{step}")));
    all.extend((0..THINGS).map(|thing| format!("choose/{thing}")));
    all
}

/// Writes a view as numbers. It only uses what the viewer sees.
pub(crate) fn features_of(book: &Rulebook, view: &View, row: &mut [u8]) {
    let mut row = Row(row.iter_mut());
    let many = book.robots().len().max(1);
    let first = match view.viewer {
        Viewer::Seat(seat) => RobotId::all()
            .take(many)
            .find(|robot| book.owner(*robot).seat() == seat),
        _ => None,
    };
    let first = first.map_or(0, Id::index);
    let (cards, weapons) = (book.names.open.len(), book.names.weapons.len());
    for nth in 0..many {
        let at = (first + nth) % many;
        let (Some(robot), Some(id)) = (view.robots.get(at), RobotId::of(at)) else {
            continue;
        };
        row.add(u8::from(robot.status == Status::InPlay));
        row.add(u8::from(robot.status == Status::SwitchedOff));
        row.add(u8::from(robot.status == Status::Out));
        row.add(robot.energy);
        row.add(robot.dice);
        row.add(robot.cap);
        row.add(robot.weapons);
        row.add(u8::from(view.active == id));
        row.add(view.gains[at]);
        row.add(
            view.attack.pending[at]
                .iter()
                .map(|points| u32::from(*points))
                .sum::<u32>(),
        );
        row.add(view.attack.unstoppable[at]);
        row.add(u8::from(view.untargetable.contains(id)));
        row.add(u8::from(view.taunting.contains(id)));
        let part = row.part(cards);
        for number in robot
            .parts
            .iter()
            .chain(&robot.upgrades)
            .filter(|number| **number != 0)
        {
            count(part, usize::from(*number) - 1);
        }
        let part = row.part(weapons);
        for copy in ones(robot.known) {
            let weapon = book.names.weapon_of.get(copy as usize);
            weapon.iter().for_each(|weapon| count(part, weapon.index()));
        }
    }
    for place in 0..PLACES {
        row.add(view.prices[place]);
        row.add(u8::from(view.market[place] == MarketCard::FaceDown));
        let part = row.part(cards);
        if let MarketCard::Open(card) = view.market[place] {
            count(part, card.index());
        }
    }
    row.add(view.quiet);
    row.add(view.rounds);
    row.add(u8::from(view.lost));
    row.add(u8::from(view.last_duel));
    row.add(view.pile);
    row.add(
        view.attack
            .aimed
            .iter()
            .map(|points| u32::from(*points))
            .sum::<u32>(),
    );
    row.add(u8::from(view.turn.flags.is_extra()));
    row.add((view.attack.attacker.index() + many - first) % many);
    row.add(u8::from(view.turn.flags.buying_forbidden()));
    (1..=6).for_each(|face| row.add(dice::count(view.turn.dice, face)));
    (0..16).for_each(|place| row.add(view.turn.used >> place & 1));
    let part = row.part(weapons);
    for copy in ones(view.shown) {
        let weapon = book.names.weapon_of.get(copy as usize);
        weapon.iter().for_each(|weapon| count(part, weapon.index()));
    }
    count(row.part(STEPS), view.step as usize);
    let choice = view.choice.map_or(usize::MAX, usize::from);
    count(row.part(THINGS), choice);
}
