//! A table shows what happens: its prices are the prices paid, the sizes of hands are right, and disabled cards are
//! shown as disabled. Random games of Moon-Bots with the cards of every example.

use crate::packs::{folder, pack};
use cardwright::{DynMatch, Setup, rulebook};
use cardwright_cards::check;
use cardwright_games::moon_bots::lexicon::LEXICON;
use cardwright_games::moon_bots::state::State;
use cardwright_games::moon_bots::{Action, Event, Rulebook};
use cardwright_kernel::{Actor, Hidden, Lines, NoLog, Rules, Text, Viewer, below, stream};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The hands in the views of a state: every viewer sees their sizes, and the referee sees their cards.
fn hands(game: &Rulebook, state: &State, seen: &mut BTreeMap<&str, u32>) {
    let robots = |viewer| {
        json!(game.view(state, viewer))["robots"]
            .as_array()
            .unwrap()
            .clone()
    };
    for (open, hidden) in robots(Viewer::Referee)
        .iter()
        .zip(robots(Viewer::Spectator))
    {
        let held = open["known_weapons"].as_array().unwrap().len();
        assert_eq!(
            (&open["weapons"], &hidden["weapons"]),
            (&json!(held), &json!(held))
        );
        *seen.entry("a hand of four").or_default() += u32::from(held >= 4);
    }
}

/// The ids of upgrades that a robot's table shows as disabled.
fn silenced(game: &Rulebook, state: &State, robot: usize) -> Vec<Value> {
    let view = json!(game.view(state, Viewer::Spectator));
    view["robots"][robot]["disabled"]
        .as_array()
        .cloned()
        .unwrap_or_default()
}

fn play(game: &Rulebook, seed: u64, seen: &mut BTreeMap<&str, u32>) {
    let (mut dealer, mut luck) = (stream(seed, 1), stream(seed, 2));
    let mut state = game.start(&mut NoLog);
    let mut legal: Vec<Action> = Vec::new();
    for _ in 0..600 {
        let action = match game.actor(&state) {
            Actor::Over(_) => return,
            Actor::Chance => game.deal(&state, &mut dealer),
            Actor::Seat(_) => {
                legal.clear();
                game.legal(&state, &mut legal);
                hands(game, &state, seen);
                // Cards are bought and played as often as possible.
                let eager = legal
                    .iter()
                    .filter(|action| matches!(action, Action::Buy { .. } | Action::Play { .. }));
                let eager: Vec<Action> = eager.copied().collect();
                let among = if eager.is_empty() || below(&mut luck, 4) == 0 {
                    &legal
                } else {
                    &eager
                };
                among[below(&mut luck, among.len() as u32) as usize]
            }
        };
        let before = game.view(&state, Viewer::Spectator);
        let mut lines: Lines<Event> = Lines::new();
        game.apply_unchecked(&mut state, action, &mut lines);
        let after = game.view(&state, Viewer::Spectator);
        for line in lines.iter() {
            match &line.event {
                Event::Bought {
                    place,
                    price,
                    robot,
                    ..
                } if matches!(action, Action::Buy { .. }) => {
                    let at = usize::from(*place);
                    assert_eq!(
                        before.prices[at],
                        *price,
                        "{}",
                        game.write_action(&state, action)
                    );
                    let row = at as u8 / 2;
                    let first = before.robots[0].energy > 0 && usize::from(*robot) > 0;
                    *seen
                        .entry("another price than the row's, not the first robot's")
                        .or_default() += u32::from(first && *price < row);
                }
                Event::Silenced { robot, card } if after.turns == before.turns => {
                    let id = json!(before.names().open[usize::from(*card)].0);
                    let held = json!(after)["robots"][usize::from(*robot)]["upgrades"].clone();
                    if held.as_array().unwrap().contains(&id) {
                        assert!(
                            silenced(game, &state, usize::from(*robot)).contains(&id),
                            "{id}"
                        );
                        *seen.entry("disabled").or_default() += 1;
                    }
                }
                _ => {}
            }
        }
        let none = after.robots.iter().all(|robot| robot.disabled == 0);
        let shown =
            (0..after.at_table().count()).all(|robot| silenced(game, &state, robot).is_empty());
        assert_eq!(none, shown, "what is silenced and what is shown so");
    }
}

#[test]
fn a_table_shows_what_happens_at_it() {
    let packs = [
        "cards/moon-bots",
        "cards/examples/old-grudges",
        "cards/examples/stormfront",
    ]
    .map(|path| pack(&folder(path)));
    let (cards, found) = check(&packs, &LEXICON);
    assert!(found.list.is_empty(), "{}", found.render());
    let cards = cards.unwrap();
    let mut seen = BTreeMap::new();
    for players in 2..=4 {
        let game = Rulebook::new(cards.clone(), players, &[]).unwrap();
        for seed in 0..20 {
            play(&game, seed, &mut seen);
        }
    }
    for what in [
        "a hand of four",
        "another price than the row's, not the first robot's",
        "disabled",
    ] {
        assert!(
            seen.get(what).is_some_and(|times| *times > 5),
            "{what}: {seen:?}"
        );
    }
}

/// Every view of the end names all winners of a shared game.
#[test]
fn all_winners_are_shown() {
    let position = "active = \"1\"\nstep = \"parts\"\ndice = [3, 4]\n\
                    [[robot]]\nenergy = 2\nparts = [\"battering-chest\"]\nupgrades = [\"plus-die\"]\n\
                    [[robot]]\nstatus = \"out\"\n[[robot]]\nenergy = 1\nweapons = [\"deflection\"]\n\
                    [[robot]]\nstatus = \"out\"\n";
    let book = cardwright::rulebook("moon-bots", &cardwright::Setup::players(4)).unwrap();
    let mut play = book
        .start_from(position, None)
        .unwrap_or_else(|flaws| panic!("{flaws:?}"));
    for action in ["use torso 3 4", "play deflection", "choose 2"] {
        play.play(action).unwrap();
    }
    assert!(matches!(play.actor(), Actor::Over(_)));
    for viewer in [Viewer::Referee, Viewer::Spectator] {
        assert_eq!(play.view(viewer)["winners"], json!([1, 3]));
    }
}

/// Damage about to hit an eliminated robot hits nobody and is not shown, not even unstoppable damage.
#[test]
fn no_points_are_shown_at_a_robot_that_fell() {
    let position = "active = \"1\"\nstep = \"parts\"\ndice = [1]\n[[robot]]\nweapons = [\"stronger\", \"energy-stock\"]\n\
                    [[robot]]\nenergy = 2\n[[robot]]\nweapons = [\"technological-advance\"]\n[[robot]]\n";
    let book = rulebook("moon-bots", &Setup::players(4)).unwrap();
    let mut play = book.start_from(position, None).unwrap();
    let answers = [
        "use base-punch 1",
        "left 1 right 0",
        "pass",
        "play stronger",
    ];
    answers.iter().for_each(|answer| play.play(answer).unwrap());
    let pending = |play: &dyn DynMatch| {
        play.view(Viewer::Spectator)["pending"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(pending(&*play), 2);
    play.play("play technological-advance").unwrap();
    assert_eq!(play.view(Viewer::Spectator)["robots"][1]["status"], "out");
    assert!(
        matches!(play.actor(), Actor::Seat(_)) && pending(&*play) == 0,
        "{}",
        play.view(Viewer::Spectator)
    );
}
