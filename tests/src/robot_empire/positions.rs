//! A written position is read back unchanged: at every decision of random games, in the set-up, in the middle of a
//! card's effect, while dice are rolled and while marks are placed.

use super::rich;
use super::table::Table;
use crate::packs::{folder, pack};
use cardwright_cards::check;
use cardwright_games::robot_empire::lexicon::LEXICON;
use cardwright_games::robot_empire::{Action, Rulebook};
use cardwright_kernel::{Actor, NoLog, OptionUse, Positions, Rules, Seat, Viewer, below, stream};
use std::collections::BTreeMap;

/// Options under which a position contains something that it does not contain without them.
const OPTIONS: &[&[(&str, &str)]] = &[
    &[],
    &[("battery", "choose"), ("moon_backs", "seen")],
    &[
        ("attack_die", "at-declaration"),
        ("ask", "when-holding"),
        ("responses", "at-once"),
    ],
    &[
        ("chain_marks", "stays"),
        ("attack_equipment", "yes"),
        ("fire_at_batteries", "yes"),
    ],
    &[
        ("chain_marks", "stays"),
        ("chains_formed", "play"),
        ("falling_defence", "yes"),
    ],
    &[
        ("decks", "raiders"),
        ("moon_backs", "seen"),
        ("battery", "choose"),
    ],
    &[
        ("coins", "unlimited"),
        ("defence_die", "once-a-turn"),
        ("ownerless", "stay"),
        ("emptied_moon", "refilled"),
    ],
];

/// Plays one random game and compares at every decision. Counts the effects in progress.
fn play(
    game: &Rulebook,
    seed: u64,
    what: &str,
    start: Option<String>,
    seen: &mut BTreeMap<String, u64>,
) {
    let (mut dealer, mut luck) = (stream(seed, 1), stream(seed, 2));
    let mut state = match start {
        None => game.start(&mut NoLog),
        Some(text) => game
            .read_position(&text)
            .unwrap_or_else(|flaws| panic!("{what}: {flaws:?}\n{text}")),
    };
    let mut legal: Vec<Action> = Vec::new();
    for answers in 0..game.max_game_length() {
        let actor = game.actor(&state);
        if let Actor::Over(_) = actor {
            assert!(
                game.write_position(&state).is_none(),
                "{what}, seed {seed}: a game that is over"
            );
            return;
        }
        let text = game.write_position(&state);
        let text =
            text.unwrap_or_else(|| panic!("{what}, seed {seed}, after {answers}: no position"));
        match game.read_position(&text) {
            Ok(read) => {
                assert!(
                    read == state,
                    "{what}, seed {seed}, after {answers}: another state from\n{text}"
                )
            }
            Err(flaws) => panic!("{what}, seed {seed}, after {answers}: {flaws:?}\n{text}"),
        }
        for key in ["effect", "chance", "events", "heard", "seat", "die"] {
            let there = text.lines().any(|line| {
                line.strip_prefix(key)
                    .is_some_and(|rest| rest.starts_with(" = "))
            });
            *seen.entry(key.into()).or_default() += u64::from(there);
        }
        let marks = text.contains("step = \"marks\"");
        *seen.entry("marks".into()).or_default() += u64::from(marks);
        *seen.entry("gone".into()).or_default() += u64::from(text.contains(" gone"));
        // What a seat may know of it is compared at every decision too.
        assert!(
            game.write_known_position(&state, Viewer::Seat(Seat(0)))
                .is_some()
        );
        let action = match actor {
            Actor::Chance => game.deal(&state, &mut dealer),
            _ => {
                legal.clear();
                game.legal(&state, &mut legal);
                legal[below(&mut luck, legal.len() as u32) as usize]
            }
        };
        game.apply_unchecked(&mut state, action, &mut NoLog);
    }
    panic!("{what}, seed {seed}: goes on");
}

#[test]
fn a_position_that_is_written_is_the_one_that_is_read_at_every_decision() {
    let games = crate::games(6);
    let packs = [
        "cards/robot-empire",
        "cards/examples/rust-fair",
        "tests/packs/interrupted-effects",
    ]
    .map(|path| pack(&folder(path)));
    let (cards, found) = check(&packs, &LEXICON);
    assert!(found.list.is_empty(), "{}", found.render());
    let cards = cards.unwrap();
    let mut seen = BTreeMap::new();
    for options in OPTIONS {
        let given: Vec<_> = options
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect();
        for players in 2..=3 {
            let game = Rulebook::new(cards.clone(), players, &given).unwrap();
            let what = format!("{players} players, {options:?}");
            let said = |used: &OptionUse| (used.name.clone(), used.value.clone());
            let table = || {
                Table::new(
                    players.into(),
                    game.about().options.iter().map(said).collect(),
                )
            };
            for seed in 0..games {
                // Random games from the set-up hardly ever have chains and Mega Robots.
                let rich = (seed % 2 == 1 && !what.contains("decks"))
                    .then(|| rich::deal(&mut table(), &mut stream(seed, 84)).0);
                play(&game, seed, &what, rich, &mut seen);
            }
        }
    }
    println!("{seen:?}");
    for (what, times) in &seen {
        assert!(*times > 0, "no position had `{what}`: {seen:?}");
    }
}
