//! States in the words of a written position, as far as a viewer may know them. Rulings state and compare these.

use super::{OPEN, STATUSES, STEPS};
use crate::book::memo::Memo;
use crate::book::names::PLACES;
use crate::book::rulebook::{Rulebook, ones};
use crate::facts::memory;
use crate::lexicon::SLOTS as SLOT_NAMES;
use crate::state::ids::PlayerId;
use crate::state::{MarketCard, Permanent, SLOTS, State, Step, UPGRADES, dice};
use crate::text::position::permanents::{UNTIL, permanent_copies, spot_name};
use crate::text::view;
use cardwright_kernel::{Rules, Viewer};
use cardwright_runtime::ids::Id;
use serde_json::{Map, Value, json};

/// The names of the steps at which no position starts.
const MORE_STEPS: [(&str, Step); 12] = [
    ("lay-out", Step::LayOut),
    ("roll", Step::Roll),
    ("roll-again", Step::RollAgain),
    ("part-used", Step::PartUsed),
    ("split", Step::Split),
    ("boost", Step::Boost),
    ("protect", Step::Protect),
    ("damage", Step::Damage),
    ("commit", Step::Commit),
    ("energy", Step::Energy),
    ("pass", Step::Pass),
    ("over", Step::Over),
];

/// Every key of a written position with its value. What the viewer cannot know is left out; a weapon that it has
/// not seen is `?`.
pub(crate) fn facts_for(book: &Rulebook, state: &State, viewer: Viewer) -> Value {
    let step = STEPS
        .iter()
        .chain(&MORE_STEPS)
        .find(|(_, step)| *step == state.step);
    let used = (0..16).filter(|place| state.turn.used & (1 << place) != 0);
    let used: Vec<_> = used.map(|place| book.names.place(place)).collect();
    let forbidden: Vec<_> = state.turn.forbidden.iter().map(PlayerId::number).collect();
    let permanents: Vec<_> = state
        .permanents
        .iter()
        .filter_map(|permanent| fact_of_permanent(book, *permanent))
        .collect();
    let options = book.about().options.into_iter();
    let options: Map<_, _> = options
        .map(|option| (option.name, Value::from(option.value)))
        .collect();
    let mut facts = json!({
        "options": options,
        "active": book.names.robot(state.active),
        "step": step.map_or("?", |(name, _)| name),
        "dice": dice::faces(state.turn.dice).collect::<Vec<_>>(),
        "used": used,
        "gained": state.gains[usize::from(state.active)],
        "forbidden": forbidden,
        "market": facts_of_market(book, state),
        "pile": facts_of_pile(book, state),
        "pile_weapons": state.pile_weapons,
        "top": book.names.top(&state.top),
        "shown": book.names.weapon_ids(state.shown & !permanent_copies(state)),
        "turn": state.turns,
        "round": state.rounds + 1,
        "quiet": state.quiet,
        "lost": state.passing.lost(),
        "last_duel": state.passing.last_duel(),
        "permanents": permanents,
        "reactions": state.reactions,
        "barred": state.limits.barred().collect::<Vec<_>>(),
        "fewer_dice": state.limits.fewer(),
        "backwards": state.passing.backwards(),
        "purchase": state.purchase.robot().map(|robot| json!({
            "robot": book.names.robot(robot),
            "card": book.names.purchased(state.purchase),
            "price": state.purchase.price(),
        })),
        "robot": facts_of_robots(book, state, viewer),
    });
    if let (Viewer::Referee, Value::Object(all)) = (viewer, &mut facts) {
        let hands = state.robots.iter().fold(0, |all, robot| all | robot.hand);
        let boxed = book.all_weapons() & !(state.unseen | state.shown | hands);
        all.insert("boxed".into(), json!(book.names.weapon_ids(boxed)));
    }
    facts
}

fn facts_of_market(book: &Rulebook, state: &State) -> Map<String, Value> {
    let id = |card| match card {
        MarketCard::Nothing => "empty",
        MarketCard::FaceDown => "weapon",
        MarketCard::Open(card) => book
            .names
            .open
            .get(usize::from(card))
            .map_or("?", |(id, _)| id),
    };
    let places = PLACES.iter().zip(state.market);
    places
        .map(|(place, slot)| (place.to_string(), json!(id(slot.card()))))
        .collect()
}

fn facts_of_pile(book: &Rulebook, state: &State) -> Map<String, Value> {
    let cards = book.open.iter().zip(&book.names.open);
    cards
        .map(|(open, (id, _))| (id.clone(), json!(ones(open.left(state.pile)))))
        .collect()
}

fn facts_of_robots(book: &Rulebook, state: &State, viewer: Viewer) -> Map<String, Value> {
    let view = view::view_for(book, state, viewer);
    let robots = book.robots();
    let robots = robots.iter().map(|number| {
        let (robot, seen) = (
            &state.robots[usize::from(number)],
            &view.robots[usize::from(number)],
        );
        let cards = |numbers: &[u8]| {
            let there = numbers.iter().filter(|number| **number != 0);
            there
                .map(|number| book.names.open[usize::from(*number) - 1].0.clone())
                .collect::<Vec<_>>()
        };
        let mut weapons = book.names.weapon_ids(seen.known);
        weapons.resize(weapons.len().max(usize::from(seen.weapons)), OPEN);
        let places =
            || (0..SLOTS + UPGRADES).map(|place| (place, memory::memo_at(book, robot, place)));
        let counters: Map<_, _> = places()
            .map(|(place, memo)| {
                let counters = if memo == Memo::None {
                    robot.counters.at(place)
                } else {
                    0
                };
                (spot_name(place), json!(counters))
            })
            .collect();
        let memory: Map<_, _> = places()
            .map(|(place, memo)| {
                let memory = book.names.memory(memo, robot.counters.at(place));
                (spot_name(place), json!(memory.unwrap_or_default()))
            })
            .collect();
        let status = STATUSES.iter().find(|(_, status)| *status == robot.status);
        let blocked = state.blocked.of(number).iter();
        let blocked: Vec<_> = blocked.map(|slot| book.names.place(slot.n())).collect();
        let facts = json!({
            "energy": robot.energy,
            "parts": cards(&robot.parts),
            "upgrades": cards(&robot.upgrades),
            "weapons": weapons,
            "status": status.map_or("out", |(name, _)| name),
            "gained": state.gains[usize::from(number)],
            "counters": counters,
            "memory": memory,
            "blocked": blocked,
        });
        (book.names.robot(number), facts)
    });
    robots.collect()
}

fn fact_of_permanent(book: &Rulebook, permanent: Permanent) -> Option<Value> {
    let weapon = book.weapon_of[permanent.copy()?.index()];
    let until = UNTIL.iter().find(|(_, until)| *until == permanent.until());
    let memo = memory::memo_of_permanent(book, permanent);
    let mut fact = json!({
        "robot": book.names.robot(permanent.owner()),
        "weapon": book.names.weapons[usize::from(weapon)].0,
        "until": until.map_or("leaves", |(name, _)| name),
        "counters": if memo == Memo::None { permanent.counters() } else { 0 },
    });
    if let (Some(memory), Value::Object(all)) =
        (book.names.memory(memo, permanent.counters()), &mut fact)
    {
        all.insert("memory".into(), json!(memory));
    }
    Some(fact)
}

const _: () = assert!(SLOTS == SLOT_NAMES.len());
