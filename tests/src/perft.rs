//! Pinned counts of lines of play (`tests/perft/<game>.txt`), which the engine and a slow, simple reference
//! implementation must both find.

// Everything in this file is test code, but Clippy knows only functions marked as tests.
#![allow(clippy::unwrap_used)]

mod robotory;

use crate::packs::{folder, pack};
use cardwright_cards::check;
use cardwright_games::robot_empire::lexicon::LEXICON;
use cardwright_games::robotory::Rulebook;
use cardwright_games::{lunar_command, robot_empire};
use cardwright_kernel::{Counting, NoLog, Positions, Rules, Viewer, perft};
use std::path::Path;

/// Up to this depth, every action is carried out as well as counted. One level deeper takes too long for a test.
const WALKED: u32 = 4;

/// A position and the pinned counts of lines from it.
struct Pinned {
    name: String,
    position: String,
    counts: Vec<(u32, u64)>,
}

/// Reads a file of pinned counts. The file's header describes the format.
fn pinned(file: &str) -> Vec<Pinned> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("perft")
        .join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let mut found: Vec<Pinned> = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if let Some(name) = line.strip_prefix("@ ") {
            found.push(Pinned {
                name: name.into(),
                position: String::new(),
                counts: Vec::new(),
            });
            continue;
        }
        let last = found.last_mut().unwrap();
        match line
            .split_once(' ')
            .map(|(depth, nodes)| (depth.parse(), nodes.parse()))
        {
            Some((Ok(depth), Ok(nodes))) => last.counts.push((depth, nodes)),
            _ => last.position += &format!("{line}\n"),
        }
    }
    found
}

/// Counts step by step: the engine lists the same actions, and plays every line the same way.
#[test]
fn robot_empire_counts_are_the_pinned_ones() {
    let all = pinned("robot-empire.txt");
    assert!(all.len() >= 30, "{} positions", all.len());
    for pinned in all {
        let mut words = pinned.name.split(" | ").skip(1);
        let options = words.by_ref().map(|word| word.split_once(" = ").unwrap());
        let (players, options): (Vec<_>, Vec<_>) =
            options.partition(|(name, _)| *name == "players");
        let players = players
            .first()
            .map_or(2, |(_, number)| number.parse().unwrap());
        let options: Vec<_> = options
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect();
        let official = [pack(&folder("cards/robot-empire"))];
        let cards = check(&official, &LEXICON).0.unwrap();
        let rules = robot_empire::Rulebook::new(cards, players, &options).unwrap();
        let state = match pinned.position.is_empty() {
            true => rules.start(&mut NoLog),
            false => rules.read_position(&pinned.position).unwrap(),
        };
        for (depth, nodes) in pinned.counts {
            for counting in [Counting::Bulk, Counting::Walk] {
                assert_eq!(
                    perft(&rules, &state, depth, counting),
                    nodes,
                    "{}, depth {depth}",
                    pinned.name
                );
            }
        }
    }
}

#[test]
fn robotory_counts_are_the_pinned_ones() {
    let rules = Rulebook::official();
    for pinned in pinned("robotory.txt") {
        let state = rules.read_position(&pinned.position).unwrap();
        for (depth, nodes) in pinned.counts {
            assert_eq!(
                perft(&rules, &state, depth, Counting::Bulk),
                nodes,
                "{}, depth {depth}",
                pinned.name
            );
            if depth <= WALKED {
                assert_eq!(
                    perft(&rules, &state, depth, Counting::Walk),
                    nodes,
                    "{}, depth {depth}",
                    pinned.name
                );
            }
        }
    }
}

/// The rules for a position of Lunar Command. The position states its options, and its name says whether four play.
fn moon(pinned: &Pinned) -> lunar_command::Rulebook {
    let options = cardwright_games::position_options(&pinned.position).unwrap();
    let options: Vec<_> = options
        .into_iter()
        .map(|option| (option.name, option.value))
        .collect();
    lunar_command::Rulebook::new(
        if pinned.name.starts_with("four") {
            4
        } else {
            2
        },
        &options,
    )
    .unwrap()
}

#[test]
fn the_second_player_of_lunar_command_finds_the_pinned_counts() {
    for pinned in pinned("lunar-command.txt") {
        let book = moon(&pinned);
        let state = book.read_position(&pinned.position).unwrap();
        let table = crate::lunar_command::written::table(
            book.players(),
            &book.facts(&state, Viewer::Referee),
        );
        // On the full board, the reference is slow.
        let most = if book.size() == (30, 30) { 2 } else { 3 };
        for (depth, nodes) in pinned
            .counts
            .into_iter()
            .filter(|(depth, _)| *depth <= most)
        {
            assert_eq!(table.lines(depth), nodes, "{}, depth {depth}", pinned.name);
        }
    }
}

#[test]
fn lunar_command_counts_are_the_pinned_ones() {
    for pinned in pinned("lunar-command.txt") {
        let book = moon(&pinned);
        let state = book.read_position(&pinned.position).unwrap();
        for (depth, nodes) in pinned.counts {
            for counting in [Counting::Bulk, Counting::Walk] {
                assert_eq!(
                    perft(&book, &state, depth, counting),
                    nodes,
                    "{}, depth {depth}",
                    pinned.name
                );
            }
        }
    }
}

#[test]
fn the_slow_player_of_robotory_finds_the_pinned_counts() {
    let rules = Rulebook::official();
    for pinned in pinned("robotory.txt") {
        let slow =
            robotory::Table::from_view(&rules, &rules.read_position(&pinned.position).unwrap());
        let mut known = robotory::Known::new();
        for (depth, nodes) in pinned.counts {
            assert_eq!(
                slow.lines(depth, &mut known),
                nodes,
                "{}, depth {depth}",
                pinned.name
            );
        }
    }
}

/// A line that ends earlier does not count at any depth, in either count.
#[test]
fn nothing_follows_the_end_of_a_game() {
    for game in cardwright::games() {
        let options = crate::laws::board(game.id)
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()));
        let setup = cardwright::Setup {
            players: game.usual,
            options: options.collect(),
            packs: Vec::new(),
        };
        let book = cardwright::rulebook(game.id, &setup).unwrap();
        let mut play = book.start(Some(2));
        let mut last = None;
        while !matches!(play.actor(), cardwright::Actor::Over(_)) {
            last = play.position().or(last);
            let answer = play.ask_bot("random").unwrap();
            play.play(&answer).unwrap();
        }
        let Some(last) = last else { continue };
        for counting in [Counting::Bulk, Counting::Walk] {
            assert_eq!(book.perft_from(&last, 0, counting), Ok(1), "{}", game.id);
        }
        let (bulk, walk) = (
            book.perft_from(&last, 2, Counting::Bulk),
            book.perft_from(&last, 2, Counting::Walk),
        );
        assert_eq!(bulk, walk, "{}\n{last}", game.id);
    }
    let over = "reserve = { white = 0, black = 0 }";
    let robotory = cardwright::rulebook("robotory", &cardwright::Setup::players(2)).unwrap();
    for depth in 1..4 {
        for counting in [Counting::Bulk, Counting::Walk] {
            assert_eq!(robotory.perft_from(over, depth, counting), Ok(0));
        }
    }
}
