//! Compares Lunar Command with a slow and simple reference implementation, in random games on boards of many sizes and
//! under every variant, at every decision. The reference shares no rule with the engine.

mod table;
pub(crate) mod written;

use cardwright::{Actor, Setup, Viewer, rulebook};
use cardwright_games::lunar_command::questions::QUESTIONS;
use cardwright_kernel::{below, stream};
use std::collections::BTreeMap;
use table::{Asked, Cell, Rules, Table};

/// Cells as an option names them.
fn cells(text: &str) -> Vec<Cell> {
    let pair = |word: &str| {
        let (x, y) = word.split_once(',').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    text.split_whitespace().map(pair).collect()
}

/// The reference's table, set up with the engine's options.
fn set_up(players: u8, said: &BTreeMap<String, String>) -> Table {
    let number = |name: &str| said[name].parse::<i32>().unwrap();
    let (wide, high) = said["board"].split_once('x').unwrap();
    let face = |face: &str| face.split('-').map(str::to_owned).collect::<Vec<_>>();
    let rules = Rules {
        size: (wide.parse().unwrap(), high.parse().unwrap()),
        corners: [cells(&said["green"]), cells(&said["orange"])],
        white: [number("straight"), number("square")],
        coloured: [number("dome"), number("airlock"), number("antenna")],
        target: number("target"),
        quiet_turns: number("quiet_turns"),
        die: said["die"].split_whitespace().map(face).collect(),
        teams: players == 4,
        abduction: said["abduction"] == "yes",
        variants: said.clone(),
    };
    Table::new(
        rules,
        &cells(&said["robots"]),
        &cells(&said["astronauts"]),
        &cells(&said["ufos"]),
    )
}

/// Plays one random game in both and compares them at every decision.
fn play(players: u8, options: &[(String, String)], seed: u64) {
    let mut setup = Setup::players(players);
    setup.options = options.to_vec();
    let book =
        rulebook("lunar-command", &setup).unwrap_or_else(|error| panic!("{options:?}: {error}"));
    let said = book
        .about()
        .options
        .iter()
        .map(|used| (used.name.clone(), used.value.clone()))
        .collect();
    let mut engine = book.start(None);
    let mut table = set_up(players, &said);
    let mut rng = stream(seed, 78);
    let mut answers = table.answers();
    loop {
        let so_far = || {
            format!(
                "{players} players, {options:?}, seed {seed}\n{}",
                engine.notation().join("\n")
            )
        };
        let question = engine.question();
        let mut listed: Vec<&str> = question
            .choices
            .iter()
            .map(|choice| choice.action.as_str())
            .collect();
        listed.sort_unstable();
        match (question.actor, &table.asked) {
            (Actor::Over(outcome), Asked::Over(winners)) => {
                let engine: Vec<usize> = outcome.winners.iter().map(|seat| seat.index()).collect();
                return assert_eq!(&engine, winners, "{}", so_far());
            }
            (Actor::Chance, Asked::Roll) => {}
            (Actor::Seat(seat), Asked::Act(_) | Asked::Second(..) | Asked::Order(_)) => {
                assert_eq!(seat.index(), table.seat, "who is asked: {}", so_far());
            }
            (actor, asked) => panic!(
                "{actor:?} is asked in the engine, {asked:?} here: {}",
                so_far()
            ),
        }
        let mut here: Vec<&str> = answers.iter().map(String::as_str).collect();
        here.sort_unstable();
        let only = |one: &[&str], other: &[&str]| -> Vec<String> {
            one.iter()
                .filter(|answer| other.binary_search(answer).is_err())
                .map(|answer| (*answer).into())
                .collect()
        };
        assert!(
            listed == here,
            "the engine alone lists {:?}, the second player alone {:?}: {}",
            only(&listed, &here),
            only(&here, &listed),
            so_far()
        );
        let view = engine.view(Viewer::Spectator);
        assert_eq!(
            view["score"],
            serde_json::json!(table.score),
            "{}",
            so_far()
        );
        // Sometimes pieces first: random play alone rarely closes a station.
        let builds: Vec<&String> = answers
            .iter()
            .filter(|answer| !answer.starts_with("walk") && !answer.starts_with("ufo"))
            .collect();
        let some = if builds.is_empty() || below(&mut rng, 4) == 0 {
            answers.iter().collect()
        } else {
            builds
        };
        let answer = some[below(&mut rng, some.len() as u32) as usize].clone();
        engine.play(&answer).unwrap();
        answers = table.play(&answer);
    }
}

/// A board that random play fills: small, with some figures and some unusual variants.
fn small_board(seed: u64) -> Vec<(String, String)> {
    let mut rng = stream(seed, 79);
    let mut any = |n: i32| below(&mut rng, n as u32) as i32;
    let (wide, high) = (8 + any(6), 8 + any(6));
    let green = [(1 + any(2), 1 + any(2)), (wide - 3, high - 3)];
    let orange = [(wide - 3, any(2)), (any(2), high - 3)];
    let corners: Vec<Cell> = green.iter().chain(&orange).copied().collect();
    let mut free: Vec<Cell> = (0..wide)
        .flat_map(|x| (0..high).map(move |y| (x, y)))
        .collect();
    free.retain(|(x, y)| {
        !corners
            .iter()
            .any(|(cx, cy)| (0..2).contains(&(x - cx)) && (0..2).contains(&(y - cy)))
    });
    let mut figures = |count: i32| {
        let mut found = Vec::new();
        for _ in 0..count {
            found.push(free.swap_remove(any(free.len() as i32) as usize));
        }
        found
    };
    let (robots, astronauts) = (figures(3), figures(2));
    let text = |cells: &[Cell]| {
        cells
            .iter()
            .map(|(x, y)| format!("{x},{y}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let middle = (wide / 2, high / 2);
    let near = |(x, y): &Cell| (x - middle.0).pow(2) + (y - middle.1).pow(2) <= 4;
    let ufos = if astronauts.iter().chain(&robots).any(near) {
        String::new()
    } else {
        text(&[middle])
    };
    let mut rng = stream(seed, 80);
    let mut options: Vec<(String, String)> = [
        ("board", format!("{wide}x{high}")),
        ("green", text(&green)),
        ("orange", text(&orange)),
        ("robots", text(&robots)),
        ("astronauts", text(&astronauts)),
        ("ufos", ufos),
        ("target", (2 + below(&mut rng, 10)).to_string()),
        (
            "abduction",
            if below(&mut rng, 3) == 0 {
                "yes".into()
            } else {
                "no".into()
            },
        ),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec();
    // One question at a time has an unusual variant. In every fourth game, all variants are random.
    let number = QUESTIONS.len() as u64;
    let away = |nth: u64| seed % 4 == 3 || nth == (seed / 4 * 3 + seed % 4) % number;
    for (_, question) in (0..).zip(QUESTIONS).filter(|(nth, _)| away(*nth)) {
        let usual = u32::from(seed % 4 != 3);
        let nth = (below(&mut rng, question.variants.len() as u32 - usual) + usual) as usize;
        options.push((question.option.into(), question.variants[nth].value.into()));
    }
    options
}

#[test]
fn small_boards_are_played_alike_by_a_second_player() {
    for seed in crate::first_seed()..crate::first_seed() + crate::games(500) {
        let players = if seed % 3 == 0 { 4 } else { 2 };
        play(players, &small_board(seed), seed);
    }
}

#[test]
fn the_whole_board_is_played_alike_by_a_second_player() {
    for seed in crate::first_seed()..crate::first_seed() + crate::games(500) / 100 {
        let players = if seed % 3 == 0 { 4 } else { 2 };
        play(players, &[], seed);
    }
}
