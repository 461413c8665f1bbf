//! Tests of properties that all games have, and of those of this game, in random games.

use super::*;
use crate::rulebook::tests::under;
use cardwright_kernel::{
    Actor, DynGame, Game, Hidden, Match, Positions, Rules, Seat, Text, Viewer, below, erase, laws,
    stream,
};
use std::sync::Arc;

fn rulebooks() -> [Rulebook; 4] {
    [
        "",
        "end_rule=any_colour",
        "columns=3,4,3; light=1,2,2; white=a2; black=b3; red=c1; discs=8",
        "columns=2,3,2; light=1,1,1; white=a2; black=b3; red=c1; discs=30; supply=2",
    ]
    .map(under)
}

#[test]
fn the_laws_hold() {
    for rules in rulebooks() {
        let rules = Arc::new(rules);
        for seed in 0..30 {
            laws::check_match(&rules, seed).unwrap();
        }
    }
}

/// Plays the random game of a seed, and passes each state to a check with the number of actions so far.
fn along(rules: Rulebook, seed: u64, mut check: impl FnMut(&State, usize)) {
    let mut play = Match::new(Arc::new(rules), None);
    let mut luck = stream(seed, 7);
    loop {
        check(play.state(), play.actions_played());
        let legal = play.legal();
        if legal.is_empty() {
            return;
        }
        play.play(legal[below(&mut luck, legal.len() as u32) as usize])
            .unwrap();
    }
}

#[test]
fn the_measure_falls_with_every_action() {
    assert_eq!(Rulebook::official().max_game_length(), 76);
    for rules in rulebooks() {
        for seed in 0..40 {
            let mut last = rules.max_game_length() + 1;
            along(rules.clone(), seed, |state, _| {
                assert!(state.measure() < last);
                assert!(
                    u32::from(state.turn) + state.measure() <= rules.max_game_length() + 1,
                    "{state:?}"
                );
                last = state.measure();
            });
        }
    }
}

/// The winner of a game between two bots with this seed.
fn duel(rules: &dyn DynGame, seats: [&str; 2], seed: u64) -> Option<Seat> {
    let mut play = rules.start(Some(seed));
    while let Actor::Seat(seat) = play.actor() {
        let action = play.ask_bot(seats[seat.index()]).unwrap();
        play.play(&action).unwrap();
    }
    if let Actor::Over(outcome) = play.actor() {
        outcome.winner()
    } else {
        None
    }
}

/// `examples/robotory_duel.rs` plays more: 200 games per side.
#[test]
fn search_beats_greedy_in_both_seats() {
    let rules = erase(Rulebook::official());
    let won = |seats, seat| {
        (0..20)
            .filter(|seed| duel(&*rules, seats, *seed) == Some(seat))
            .count()
    };
    assert!(won(["search:3", "greedy"], LIGHT) >= 18);
    assert!(won(["greedy", "search:3"], DARK) >= 18);
}

/// Against itself, the search wins more often the further it looks ahead.
#[test]
fn search_that_looks_further_wins_more() {
    let rules = erase(Rulebook::official());
    let won = |seats, seat| {
        (0..20)
            .filter(|seed| duel(&*rules, seats, *seed) == Some(seat))
            .count()
    };
    let further = won(["search:3", "search:1"], LIGHT) + won(["search:1", "search:3"], DARK);
    assert!(further >= 30, "{further} of 40");
}

#[test]
fn bots_are_found_by_name() {
    let rules = Rulebook::official();
    for name in ["greedy", "search", "search:1", "search:8"] {
        assert!(rules.bot(name).is_some(), "{name}");
    }
    for name in [
        "search:0",
        "search:9",
        "search:",
        "search:two",
        "greedy:2",
        "best",
    ] {
        assert!(rules.bot(name).is_none(), "{name}");
    }
}

/// The position of `drawing.txt`, which contains everything that can be drawn.
const DRAWN: &str = "discs = { white = ['a1', 'c3'], black = ['c6'] }\nlight = { white = 1, black = 2 }\nturn = 4\nto_move = 'dark'";

#[test]
fn the_board_is_drawn() {
    let rules = Rulebook::official();
    let state = rules.read_position(DRAWN).unwrap();
    assert_eq!(
        rules.draw(&rules.view(&state, Viewer::Spectator)),
        include_str!("drawing.txt")
    );
}

#[test]
fn a_view_shows_the_whole_state() {
    along(Rulebook::official(), 3, |state, _| {
        let rules = Rulebook::official();
        let view = rules.view(state, Viewer::Seat(DARK));
        assert_eq!(view.state, *state);
    });
}

/// The files are in the order of `lib.rs`, and each names only those below it.
#[test]
fn files_use_only_those_below_them() {
    let lib = include_str!("lib.rs").lines();
    let order: Vec<_> = lib
        .filter_map(|line| line.split_once("mod ")?.1.strip_suffix(';'))
        .filter(|name| *name != "tests")
        .collect();
    let level = |name: &str| order.iter().position(|known| *known == name).unwrap();
    let mut files = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut read = 0;
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let inside = path.strip_prefix(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
        let name = inside.unwrap().iter().next().unwrap().to_str().unwrap();
        let name = name.trim_end_matches(".rs");
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for used in code
            .split("crate::")
            .skip(1)
            .filter(|_| order.contains(&name))
        {
            let used = used.split(|c: char| !c.is_alphanumeric()).next().unwrap();
            let names: Vec<_> = if used.is_empty() {
                let group = code.split("use crate::{").nth(1).unwrap();
                group.split('}').next().unwrap().split(", ").collect()
            } else {
                vec![used]
            };
            for used in names.into_iter().filter(|used| *used != name) {
                assert!(level(name) < level(used), "{name} uses {used}");
                read += 1;
            }
        }
    }
    assert!(read > 50, "{read}");
}
