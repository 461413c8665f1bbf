//! Tests of properties that all games have, and of those of this game, in random games.

use super::*;
use cardwright_kernel::{Item, Match, NoLog, erase, laws, playout, stream};
use std::sync::Arc;

/// A small board, on which random games often close stations.
const SMALL: &str = "board = '10x9'\ngreen = '1,1 7,6'\norange = '7,1 1,6'\nrobots = '4,4 5,5 1,4 3,8'\nastronauts = '5,3'\n\
                     ufos = '4,7'\nstraight = 9\nsquare = 9\ndome = 3\nairlock = 3\nantenna = 2\nquiet_turns = 12\n";

fn rulebook(players: u8, more: &str) -> Rulebook {
    let target = if more.contains("target") {
        ""
    } else {
        "target = 3\n"
    };
    Rulebook::from_toml(players, &format!("{SMALL}{target}{more}")).unwrap()
}

#[test]
fn the_laws_hold_on_a_small_board() {
    for players in [2, 4] {
        for more in [
            "",
            "abduction = 'yes'",
            "die = 'white colour'",
            "edition = 'fr'",
            "edition = 'es'",
        ] {
            let rules = Arc::new(rulebook(players, more));
            for seed in 0..4 {
                laws::check_match(&rules, seed)
                    .unwrap_or_else(|broken| panic!("{players}, {more}: {broken}"));
            }
        }
    }
}

#[test]
fn the_laws_hold_under_every_variant_for_two() {
    the_laws_hold_under_every_variant(2);
}

#[test]
fn the_laws_hold_under_every_variant_for_four() {
    the_laws_hold_under_every_variant(4);
}

fn the_laws_hold_under_every_variant(players: u8) {
    for question in questions::QUESTIONS {
        for variant in &question.variants[1..] {
            let more = format!(
                "abduction = 'yes'\n{} = '{}'",
                question.option, variant.value
            );
            let rules = Arc::new(rulebook(players, &more));
            for seed in 0..3 {
                laws::check_match(&rules, seed)
                    .unwrap_or_else(|broken| panic!("{players}, {more}: {broken}"));
            }
        }
    }
}

/// All variants other than the defaults at once.
#[test]
fn the_laws_hold_under_all_other_variants() {
    let other = questions::QUESTIONS
        .iter()
        .map(|q| format!("{} = '{}'\n", q.option, q.variants[1].value));
    let more = format!("abduction = 'yes'\n{}", other.collect::<String>());
    for players in [2, 4] {
        let rules = Arc::new(rulebook(players, &more));
        for seed in 0..20 {
            laws::check_match(&rules, seed).unwrap_or_else(|broken| panic!("{players}: {broken}"));
        }
    }
}

/// Random games on the small board reach all rules, so the tests of properties above cover them.
#[test]
fn small_boards_bring_everything() {
    let rules = Arc::new(rulebook(2, "abduction = 'yes'\ntarget = 9"));
    let mut told = String::new();
    for seed in 0..300 {
        let mut play = Match::new(rules.clone(), Some(seed));
        let mut luck = stream(seed, 7);
        while let Actor::Seat(_) = play.actor() {
            let legal = play.legal();
            play.play(legal[below(&mut luck, legal.len() as u32) as usize])
                .unwrap();
        }
        play.lines()
            .iter()
            .for_each(|line| told.push_str(&(rules.describe_event(&line.event) + "\n")));
    }
    // Exhaustion and shared wins are rarer than that; rulings cover them.
    let wanted = [
        "is closed",
        "a tie",
        "enters a station of green",
        "enters a station of orange",
        "the astronaut enters",
        "stays above",
        "too many turns",
        "cannot use any face",
        "builds dome",
        "builds airlock",
    ];
    let missing: Vec<_> = wanted
        .into_iter()
        .filter(|what| !told.contains(what))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// More than half of the games between greedy bots end because a colour reaches the winning points.
#[test]
fn greedy_plays_for_the_goal() {
    let rules = Rulebook::new(2, &[]).unwrap();
    let reached = (0..8).filter(|seed| {
        let mut state = rules.start(&mut NoLog);
        let (mut dealer, mut luck) = (stream(*seed, 0), stream(*seed, 1));
        playout(
            &rules,
            &mut state,
            &mut Greedy,
            &mut dealer,
            &mut luck,
            &mut Vec::new(),
        );
        let target = rules.options().target;
        state.score.iter().any(|score| *score >= target)
    });
    assert!(
        reached.clone().count() > 4,
        "{:?}",
        reached.collect::<Vec<_>>()
    );
}

/// For more games: `cargo run --release -- simulate lunar-command --seats greedy,random`.
#[test]
fn greedy_beats_random_in_both_seats() {
    let rules = erase(Rulebook::new(2, &[]).unwrap());
    let won = |seats: [&str; 2], seat: u8| {
        let wins = (0..4).filter(|seed| {
            let mut play = rules.start(Some(*seed));
            while let Actor::Seat(seat) = play.actor() {
                let action = play.ask_bot(seats[seat.index()]).unwrap();
                play.play(&action).unwrap();
            }
            matches!(play.actor(), Actor::Over(outcome) if outcome.winner() == Some(Seat(seat)))
        });
        wins.count()
    };
    let (first, second) = (won(["greedy", "random"], 0), won(["random", "greedy"], 1));
    assert!(first >= 3 && second >= 3, "{first} {second}");
}

#[test]
fn a_teams_win_counts_for_both() {
    let tally = erase(rulebook(4, "")).simulate("random", 0..60).unwrap();
    assert_eq!(
        (tally.wins[0], tally.wins[2]),
        (tally.wins[1], tally.wins[3])
    );
    assert_eq!(tally.wins[0] + tally.wins[2] + tally.draws, 60);
}

#[test]
fn every_game_ends_in_time() {
    let rules = Rulebook::new(2, &[]).unwrap();
    assert_eq!(
        (rules.longest_turns(), rules.max_game_length()),
        (4280, 12840)
    );
}

#[test]
fn the_opening_has_the_counted_actions() {
    let rules = Rulebook::new(2, &[]).unwrap();
    let count = |face: &str| {
        let state = rules.read_position(&format!("face = '{face}'")).unwrap();
        rules.count(&state).unwrap()
    };
    assert_eq!(
        (
            count("yellow-grey"),
            count("white-yellow"),
            count("white-colour")
        ),
        (3672, 900, 96)
    );
    assert_eq!(count("white-grey"), 2868);
}

#[test]
fn the_board_fits_a_screen() {
    let rules = Rulebook::new(2, &[]).unwrap();
    let state = rules.start(&mut NoLog);
    let drawn = rules.draw(&rules.view(&state, Viewer::Spectator));
    assert!(
        drawn.lines().count() <= 40 && drawn.lines().all(|line| line.chars().count() <= 100),
        "{drawn}"
    );
}

/// A position has at most as many pieces as the supply of a colour or, if its members have half each, of a member:
/// the first gets the odd one.
#[test]
fn a_position_has_no_more_pieces_than_the_supply() {
    let text = "face = 'white-colour'\nto_move = 'green 1'\nturn = 2\nrobots = []\nastronauts = []\nufos = []\n";
    let free = ["0,4", "0,6", "3,3", "3,5", "6,3", "8,4", "9,6", "5,7"];
    for (variant, first, second) in [("", 5, None), ("team_pieces = 'seven-each'\n", 3, Some(2))] {
        let options = SMALL.replace("antenna = 2", "antenna = 5");
        let rules = Rulebook::from_toml(4, &format!("{options}target = 3\n{variant}")).unwrap();
        let members = ["green", "orange"].map(|colour| (colour.to_owned(), first));
        let others = ["green 2", "orange 2"].map(|colour| Some((colour.to_owned(), second?)));
        for (key, most) in members.into_iter().chain(others.into_iter().flatten()) {
            for many in most - 1..=most + 1 {
                let cells: Vec<String> = free[..many]
                    .iter()
                    .map(|cell| format!("'{cell}'"))
                    .collect();
                let own = format!("antenna = {{ '{key}' = [{}] }}\n", cells.join(", "));
                let errors = rules
                    .read_position(&format!("{text}{own}"))
                    .err()
                    .unwrap_or_default();
                let told = |error: &TextError| error.message.contains("pieces `antenna`");
                let beyond = errors.iter().any(told);
                assert_eq!(beyond, many > most, "{variant}{own}: {errors:?}");
            }
        }
    }
}

/// A cell on the screen has two columns if they fit.
#[test]
fn the_board_of_the_screen_is_as_wide_as_fits() {
    let rules = Rulebook::new(2, &[]).unwrap();
    let view = rules.view(&rules.start(&mut NoLog), Viewer::Spectator);
    let wide = usize::from(view.size.0);
    for (columns, each) in [(0, 1), (3 + 2 * wide - 1, 1), (3 + 2 * wide, 2), (999, 2)] {
        let picture = rules.picture(&view, Room { columns, rows: 100 });
        let cells = usize::from(view.size.1);
        for row in &picture.rows[..cells] {
            let signs: usize = row.iter().map(|span| span.text.chars().count()).sum();
            assert_eq!(signs, 3 + each * wide, "{columns}");
        }
    }
}

#[test]
fn as_much_of_the_board_is_drawn_as_a_sheet_has_room_for() {
    let rules = Rulebook::new(2, &[]).unwrap();
    let view = rules.view(&rules.start(&mut NoLog), Viewer::Spectator);
    let whole = rules.draw(&view);
    assert_eq!(whole.lines().count(), 36);
    assert!(whole.lines().all(|line| line.len() <= 80), "{whole}");
    for (columns, lines) in [
        (80, 18),
        (80, 24),
        (80, 35),
        (63, 20),
        (40, 20),
        (80, 36),
        (200, 100),
    ] {
        let text = rules.draw_on(
            &view,
            &Sheet {
                columns,
                lines,
                ..Sheet::plain()
            },
        );
        let cells = |line: &&str| {
            line.as_bytes()
                .get(..3)
                .is_some_and(|head| head[1].is_ascii_digit() && head[2] == b' ')
        };
        let rows: Vec<&str> = text.lines().filter(cells).collect();
        assert!(
            rows.iter().all(|row| row.len() <= columns),
            "{columns} columns:\n{text}"
        );
        // Lines other than rows of cells may be longer than a narrow screen, and are wrapped there.
        let high: usize = text.lines().map(|line| line.len().div_ceil(columns)).sum();
        assert!(
            high <= lines,
            "{high} of {lines} lines of {columns}:\n{text}"
        );
        assert_eq!(
            text == whole,
            columns >= 63 && lines >= 36,
            "{columns} by {lines}"
        );
        assert!(text.contains("GS"), "the own corner is in sight:\n{text}");
    }
    // A chosen place; at least six by six cells are drawn.
    let text = rules.draw_on(
        &view,
        &Sheet {
            columns: 30,
            lines: 8,
            around: "27,27",
            ..Sheet::plain()
        },
    );
    assert!(
        text.contains("\n27 ")
            && text.contains("(columns 17 to 29 and rows 24 to 29 of 30 by 30 cells)"),
        "{text}"
    );
    // Colours take no columns.
    let painted = rules.draw_on(
        &view,
        &Sheet {
            paint: &|tone, text| format!("<{tone:?}|{text}>"),
            ..Sheet::plain()
        },
    );
    assert!(
        painted.contains("<Green|GS><Green|GS>") && painted.contains("<Purple|U:>"),
        "{painted}"
    );
}

#[test]
fn a_scene_names_everything_on_the_table() {
    let rules = Rulebook::new(2, &[]).unwrap();
    let view = rules.view(&rules.start(&mut NoLog), Viewer::Spectator);
    let scene = rules.scene(&view).unwrap();
    let count = |what: &str| {
        scene
            .items
            .iter()
            .filter(|item| item.label.starts_with(what))
            .count()
    };
    assert_eq!(
        (
            count("robot"),
            count("astronaut"),
            count("UFO"),
            count("starting corner")
        ),
        (22, 4, 4, 4)
    );
    assert!(
        scene
            .items
            .iter()
            .any(|item| item.label == "robot" && item.place == "6,9")
    );
    assert_eq!(scene.svg(), rules.scene(&view).unwrap().svg());
}

/// A robot is marked if any UFO covers it, whichever it is.
#[test]
fn a_robot_under_any_ufo_is_marked() {
    let rules = Rulebook::new(2, &[]).unwrap();
    let start = rules.view(&rules.start(&mut NoLog), Viewer::Spectator);
    assert!(start.ufos.len() > 1);
    for ufo in &start.ufos {
        let robot = ufo.covers.iter().find(|cell| **cell != ufo.cell).unwrap();
        let text = format!("robots = ['{robot}']\nastronauts = []\n");
        let view = rules.view(&rules.read_position(&text).unwrap(), Viewer::Spectator);
        let drawn = rules.draw(&view);
        assert!(drawn.contains("R:"), "{drawn}");
        let place = robot.to_string();
        let items = rules.scene(&view).unwrap().items;
        let is_robot = |item: &&Item| item.place == place && item.label == "robot under a UFO";
        assert_eq!(items.iter().filter(is_robot).count(), 1, "{robot}");
    }
}

/// Clause LC-5.9: the colour with more coloured pieces is the owner, however many; in a tie there is none.
#[test]
fn the_greater_number_owns_a_station() {
    for green in 0..40 {
        for orange in 0..40 {
            let owner = match green {
                _ if green > orange => Some(state::Colour::Green),
                _ if green < orange => Some(state::Colour::Orange),
                _ => None,
            };
            assert_eq!(
                play::stations::majority([green, orange]),
                owner,
                "{green} to {orange}"
            );
        }
    }
}
