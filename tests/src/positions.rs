//! A written position is valid, with values of the right types, or it is refused. Nothing in it is ignored.

use crate::packs::{folder, pack};
use crate::rulings::{rulings, seat};
use cardwright::judge::Judge;
use cardwright::{Actor, DynGame, DynMatch, Setup, Viewer, games, rulebook};
use cardwright_kernel::{below, stream};
use std::sync::Arc;

fn book(game: &str, players: u8) -> Arc<dyn DynGame> {
    let options = crate::laws::board(game)
        .iter()
        .map(|(name, value)| ((*name).into(), (*value).into()));
    rulebook(
        game,
        &Setup {
            players,
            options: options.collect(),
            packs: Vec::new(),
        },
    )
    .unwrap()
}

/// Positions of a random game, as the game writes them.
fn written(book: &dyn DynGame, seed: u64) -> Vec<String> {
    let (mut play, mut luck, mut found) = (book.start(Some(seed)), stream(seed, 3), Vec::new());
    while !matches!(play.actor(), Actor::Over(_)) && found.len() < 12 {
        let choices = play.question().choices;
        play.play(&choices[below(&mut luck, choices.len() as u32) as usize].action)
            .unwrap();
        if play.actions_played() % 11 == 0 {
            found.extend(play.position());
        }
    }
    found
}

/// The type of a TOML value.
fn sort(value: &str) -> char {
    match value.trim().chars().next() {
        Some(sign @ ('"' | '[' | '{')) => sign,
        Some('t' | 'f') => 't',
        _ => '1',
    }
}

/// One value of each type; `None` for the type that a key has.
const VALUES: [&str; 5] = ["1", "true", "\"nonsense\"", "[true]", "{ nonsense = 1 }"];

#[test]
fn a_value_of_another_type_is_refused() {
    let mut tried = 0;
    for game in games() {
        for players in game.players() {
            let book = book(game.id, players);
            for text in written(&*book, 5) {
                assert!(book.start_from(&text, None).is_ok(), "{}:\n{text}", game.id);
                let lines: Vec<&str> = text.lines().collect();
                for (at, line) in lines.iter().enumerate() {
                    let Some((key, value)) = line.split_once(" = ") else {
                        continue;
                    };
                    // A robot's number may be written with or without quotes.
                    let may = |other: &str| key == "active" && other == "1";
                    for other in VALUES
                        .iter()
                        .filter(|other| sort(other) != sort(value) && !may(other))
                    {
                        let wrong = format!("{key} = {other}");
                        let mut changed = lines.clone();
                        changed[at] = &wrong;
                        let read = book.start_from(&changed.join("\n"), None);
                        assert!(
                            read.is_err(),
                            "{}, {players} players: `{wrong}` in the place of `{line}`",
                            game.id
                        );
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

#[test]
fn an_unknown_key_is_refused_wherever_it_stands() {
    for game in games() {
        let book = book(game.id, game.usual);
        for text in written(&*book, 6) {
            let lines: Vec<&str> = text.lines().collect();
            for at in 0..=lines.len() {
                let mut changed = lines.clone();
                changed.insert(at, "nonsense = 1");
                assert!(
                    book.start_from(&changed.join("\n"), None).is_err(),
                    "{}, line {at}:\n{text}",
                    game.id
                );
            }
        }
    }
}

/// Impossible positions of Moon-Bots, each with a word of the reason.
const IMPOSSIBLE: &[(u8, &str, &str)] = &[
    (
        4,
        "step = \"parts\"\ndice = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]",
        "more dice",
    ),
    (4, "step = \"parts\"\ndice = [1, 2, 3, 4]", "more dice"),
    (4, "step = \"parts\"\ndice = 1", "`dice` is not a list"),
    (4, "step = \"parts\"\ndice = [7]", "not from 1 to 6"),
    (4, "market = 1", "not a table"),
    (4, "pile = []", "not a table"),
    (4, "permanents = 1", "`permanents` is not a list"),
    (4, "forbidden = 2", "`forbidden` is not a list"),
    (4, "[[robot]]\ncounters = 1", "not a table"),
    (4, "[[robot]]\nmemory = \"x\"", "not a table"),
    (
        2,
        "[[robot]]\nstatus = \"out\"\n[[robot]]\nstatus = \"out\"\n[[robot]]\nstatus = \"out\"\n[[robot]]\nstatus = \"out\"",
        "no robot is in play",
    ),
    (
        3,
        "[[robot]]\nstatus = \"out\"\n[[robot]]\nstatus = \"out\"\n[[robot]]\nstatus = \"out\"",
        "no robot is in play",
    ),
    (
        3,
        "[[robot]]\n[[robot]]\nstatus = \"switched-off\"",
        "switched off",
    ),
    (4, "[[robot]]\nstatus = \"switched-off\"", "switched off"),
    (
        4,
        "step = \"parts\"\nused = [\"head\"]\ndice = [1]",
        "no part at `head`",
    ),
    (4, "[[robot]]\nenergy = 19", "not from 1 to 18"),
    (
        4,
        "[[robot]]\nstatus = \"out\"\nenergy = 3",
        "not from 0 to 0",
    ),
    (
        4,
        "[[robot]]\nstatus = \"out\"\nparts = [\"left-claw\"]",
        "out has no",
    ),
    (
        4,
        "[[robot]]\nstatus = \"out\"\nweapons = [\"dodge\"]",
        "out has no",
    ),
    (
        4,
        "[[robot]]\nparts = [\"left-claw\", \"left-claw\"]",
        "second part",
    ),
    (4, "[[robot]]\nweapons = [\"dodge\", \"dodge\"]", "too many"),
    (
        4,
        "[[robot]]\nupgrades = [\"plus-die\", \"plus-die\", \"plus-die\", \"plus-die\"]",
        "too many",
    ),
    (4, "reactions = 100000", "not from"),
    (
        4,
        "top = [\"left-claw\", \"right-claw\", \"plus-die\"]",
        "one card too many is known",
    ),
    (
        4,
        "[[robot]]\nweapons = [\"dodge\"]\n[[robot]]\nweapons = [\"dodge\"]",
        "too many",
    ),
    (
        4,
        "pile = { left-claw = 9 }\n[[robot]]\nparts = [\"left-claw\"]",
        "not from 0 to 1",
    ),
    (
        4,
        "market = { top-left = \"left-claw\", top-right = \"left-claw\" }\n[[robot]]\nparts = [\"left-claw\"]",
        "more copies of left-claw",
    ),
];

/// The maximum number is accepted.
#[test]
fn moon_bots_takes_as_much_as_can_be() {
    for (players, text) in [
        (4, "top = [\"left-claw\", \"right-claw\"]"),
        (4, "[[robot]]\nenergy = 18"),
        (
            4,
            "[[robot]]\nupgrades = [\"plus-die\", \"plus-die\", \"plus-die\"]",
        ),
    ] {
        let found = book("moon-bots", players).start_from(text, None);
        assert!(found.is_ok(), "{text}: {:?}", found.err());
    }
}

#[test]
fn moon_bots_refuses_what_cannot_be() {
    let mut wrong = Vec::new();
    for (players, text, reason) in IMPOSSIBLE {
        let flaws = book("moon-bots", *players)
            .start_from(text, None)
            .err()
            .unwrap_or_default();
        let told: Vec<_> = flaws.iter().map(|flaw| flaw.message.as_str()).collect();
        if !told.iter().any(|told| told.contains(reason)) {
            wrong.push(format!("{players} players, {reason}:\n{text}\n{told:?}"));
        }
        for flaw in &flaws {
            assert!(
                text.get(flaw.span.clone()).is_some() && !flaw.help.is_empty(),
                "{flaw:?}"
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Impossible positions of Robot Empire: players, text, and a part of the reason.
const IMPOSSIBLE_EMPIRES: &[(u8, &str, &str)] = &[
    (2, "chest = 5", "so the War Chest does not hold 5"),
    (2, "chest = 80", "so the War Chest does not hold 80"),
    (2, "[[player]]\nvault = 70", "there are"),
    (3, "active = 1\n[[player]]\nout = true", "not out"),
    (
        3,
        "active = 2\n[[player]]\n[[player]]\nout = true",
        "not out",
    ),
    (2, "[[player]]\n[[player]]\nout = true", "not out"),
    (2, "active = 3", "not a player"),
    (
        2,
        "[[player]]\nhand = [\"wire-wolf\", \"wire-wolf\", \"wire-wolf\", \"wire-wolf\"]",
        "there are 4 copies of `wire-wolf`",
    ),
    (2, "deck = 3", "the Depot Deck has"),
    (2, "card = \"sniper\"", "no card is announced"),
    (2, "fighter = \"1A\"", "no fighter is asked"),
    (2, "step = \"cost\"", "1d6"),
    (2, "step = \"siesta\"", "not a step"),
    (2, "turn = 0", "a turn has begun"),
    (2, "step = \"deal\"\nturn = 3", "no turn has begun"),
    (2, "step = \"deal\"\nseat = \"3\"", "not a player"),
    (2, "seat = \"2\"", "no seat is named"),
    (
        2,
        "step = \"first-moon\"\nmoons = [\"helix\", \"helix\", \"ferrous\", \"ferrous\", \"luna-minor\", \"luna-minor\", \"deep-titanium\", \"deep-titanium\"]",
        "no Moon is in the deck",
    ),
    (2, "chance = \"die\"", "do not belong together"),
    (2, "chance = \"choice\"", "do not belong together"),
    (2, "chance = \"draw 3 1\"", "nothing of that kind"),
    (2, "chance = \"defence 1:#1 2\"", "nothing of that kind"),
    (2, "die = 7", "not from"),
    (
        2,
        "effect = \"sniper play_on at 0 of 1:\"",
        "do not belong together",
    ),
    (
        2,
        "effect = \"sniper play_on at 99 of 1:\"",
        "no card effect",
    ),
    (
        2,
        "effect = \"sniper play_on at 0 of 1: 1 2 3 4 5 6 7 8 9 10 11 12 13\"",
        "no card effect",
    ),
    (2, "events = [\"on_lunch 1 told 0\"]", "not an event"),
    (2, "events = [\"on_out 1:#40 told 0\"]", "not an event"),
    (
        2,
        "[[player]]\nunits = [\"gearhound gone\"]",
        "no effect can name it now",
    ),
    (
        2,
        "[[player]]\nunits = [\"9/gearhound\"]",
        "`9` is not a player",
    ),
    (
        2,
        "[[player]]\nunits = [\"gearhound 9/jump-jets\"]",
        "`9` is not a player",
    ),
    (
        2,
        "[[player]]\nunits = [\"gearhound 0/jump-jets\"]",
        "`0` is not a player",
    ),
    (
        2,
        "[[player]]\nunits = [\"gearhound x/jump-jets\"]",
        "`x` is not a player",
    ),
    (
        2,
        "[[player]]\nunits = [\"x/gearhound\"]",
        "not a player of the game",
    ),
    (
        2,
        "step = \"fire\"\nfighter = \"1:#9\"",
        "no fighter is asked",
    ),
    (
        2,
        "step = \"attack\"\nfighter = \"1:#9\"",
        "this card is not on the table",
    ),
    (2, "quiet = 30", "not from"),
    (2, "quiet = -1", "not from"),
    (2, "rounds = 120", "not from"),
    (2, "discarded = 8", "not from"),
    (2, "fought = 1", "neither"),
    (2, "passed = 1", "not a list"),
];

#[test]
fn robot_empire_refuses_what_cannot_be() {
    let mut wrong = Vec::new();
    for (players, text, reason) in IMPOSSIBLE_EMPIRES {
        let flaws = book("robot-empire", *players)
            .start_from(text, None)
            .err()
            .unwrap_or_default();
        let told: Vec<_> = flaws
            .iter()
            .map(|flaw| format!("{}: {}", flaw.message, flaw.help))
            .collect();
        if !told.iter().any(|told| told.contains(reason)) {
            wrong.push(format!("{players} players, {reason}:\n{text}\n{told:?}"));
        }
        for flaw in &flaws {
            assert!(
                text.get(flaw.span.clone()).is_some() && !flaw.help.is_empty(),
                "{flaw:?}"
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A cancelled announcement stays among the announcements until its turn comes, but nobody sees it.
#[test]
fn what_has_lapsed_is_not_shown_as_announced() {
    let book = book("robot-empire", 2);
    let shown = |lapsed: &str| {
        let text = format!(
            "active = \"1\"\nstep = \"fire\"\nwaiting = [\"sniper of 1 at 2:gearhound{lapsed}\", \"sniper of 1 at 2:mint\"]\n\
             discard = [\"sniper\", \"sniper\"]\n[[player]]\n[[player]]\nvault = 2\nhand = [\"field-mechanic\"]\n\
             units = [\"mint\", \"gearhound\"]\n"
        );
        let play = book
            .start_from(&text, None)
            .unwrap_or_else(|flaws| panic!("{flaws:?}"));
        assert_eq!(
            play.position().unwrap().contains("lapsed"),
            !lapsed.is_empty()
        );
        play.view(Viewer::Referee)["waiting"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!((shown(""), shown(" lapsed")), (2, 1));
}

/// Marks that the owner of a chain is still placing are shown neither as marks nor as prevention. The question counts
/// them.
#[test]
fn marks_that_wait_are_no_prevention() {
    let setup = Setup::players(2).option("chain_marks", "stays");
    let book = rulebook("robot-empire", &setup).unwrap();
    let text = "active = \"1\"\nstep = \"attack\"\n[[player]]\nunits = [\"wire-wolf\", \"wire-wolf\", \"scrap-rat\"]\n\
                [[player]]\nunits = [\"sky-leech\"]\n";
    let mut play = book
        .start_from(text, None)
        .unwrap_or_else(|flaws| panic!("{flaws:?}"));
    let give = |play: &mut Box<dyn DynMatch>, action: &str| {
        play.play(action).unwrap();
        let view = play.view(Viewer::Referee);
        let units = view["players"][0]["units"].as_array().unwrap();
        let sum = |key: &str| {
            units
                .iter()
                .map(|unit| unit[key].as_i64().unwrap())
                .sum::<i64>()
        };
        (play.question().text, sum("damage"), sum("prevented"))
    };
    for action in [
        "attack 2",
        "chain with 1:wire-wolf",
        "chain with 1:wire-wolf",
    ] {
        give(&mut play, action);
    }
    let (asked, damage, prevented) = give(&mut play, "block 1:wire-wolf");
    assert!(asked.ends_with("where does the next of 2 go?"), "{asked}");
    assert_eq!((damage, prevented), (0, 0));
    let (asked, damage, prevented) = give(&mut play, "mark 1:scrap-rat");
    assert!(asked.ends_with("where does the last go?"), "{asked}");
    assert_eq!((damage, prevented), (1, 0));
    // While damage is divided, the last named blocker keeps the damage on it.
    let text = "active = \"1\"\nstep = \"attack\"\n[[player]]\nunits = [\"brax-the-strong\"]\n[[player]]\n\
                units = [\"sky-leech prevented=1\", \"wire-wolf\", \"scrap-rat prevented=1\"]\n";
    let mut play = book
        .start_from(text, None)
        .unwrap_or_else(|flaws| panic!("{flaws:?}"));
    for action in [
        "attack 2",
        "block 1:brax-the-strong",
        "block 1:brax-the-strong",
        "block 1:brax-the-strong",
        "next 2:sky-leech",
    ] {
        play.play(action)
            .unwrap_or_else(|error| panic!("{action}: {error}"));
    }
    let view = play.view(Viewer::Referee);
    assert_eq!(
        view["players"][1]["units"][0]["prevented"],
        1,
        "{}",
        play.question().text
    );
}

/// Weapons that stay, their duration, and the memory of cards: read as written, and refused if impossible.
#[test]
fn what_stays_and_what_is_kept_are_read_and_written() {
    let with = |name: &str| {
        let home = format!("tests/rulings/moon-bots/{name}");
        let packs = vec![pack(&folder("cards/moon-bots")), pack(&folder(&home))];
        rulebook(
            "moon-bots",
            &Setup {
                players: 4,
                options: Vec::new(),
                packs,
            },
        )
        .unwrap()
    };
    let (book, remembers) = (with("homebrew"), with("words"));
    let start = |text: &str| match text.contains("words:") {
        true => remembers.start_from(text, None),
        false => book.start_from(text, None),
    };
    let text = |permanents: &[&str], kept: &str| {
        let entry = |one: &&str| format!("{{ robot = \"1\", weapon = \"home:{one} }}");
        let permanents = permanents.iter().map(entry).collect::<Vec<_>>().join(", ");
        format!(
            "active = \"1\"\nstep = \"turn-start\"\npermanents = [{permanents}]\n[[robot]]\n{kept}\n"
        )
    };
    for until in ["leaves", "turn", "turn-end"] {
        let text = text(&[&format!("bomb\", until = \"{until}\", counters = 2")], "");
        let play = start(&text).unwrap_or_else(|flaws| panic!("{flaws:?}"));
        let written = play.position().unwrap();
        let stays = format!(
            "{{ robot = \"1\", weapon = \"home:bomb\", until = \"{until}\", counters = 2 }}"
        );
        assert!(written.contains(&stays), "{written}");
    }
    let grudge = |kept: &str| text(&[], &format!("upgrades = [\"words:grudge\"]\n{kept}"));
    let play = start(&grudge("memory = { upgrade-1 = \"robot 3\" }")).unwrap();
    assert!(
        play.position()
            .unwrap()
            .contains("memory = { upgrade-1 = \"robot 3\" }")
    );
    let six = [
        "shield\"",
        "bomb\"",
        "snag\"",
        "fog\"",
        "salvo\"",
        "clockwork\"",
    ];
    assert!(start(&text(&six, "")).is_ok());
    let seven = [&six[..], &["ambush\""]].concat();
    for (text, reason) in [
        (text(&seven, ""), "one weapon too many stays in play"),
        (
            text(&["bomb\", memory = \"3\""], ""),
            "this card remembers nothing",
        ),
        (text(&["bomb\", counters = 99"], ""), "99 is not from"),
        (
            grudge("counters = { upgrade-1 = 2 }"),
            "this card remembers things",
        ),
        (
            grudge("memory = { upgrade-1 = \"3\" }"),
            "cannot remember this",
        ),
        (
            grudge("memory = { upgrade-2 = \"robot 2\" }"),
            "no card at `upgrade-2`",
        ),
    ] {
        let flaws = start(&text).err().unwrap_or_default();
        let told: Vec<_> = flaws.iter().map(|flaw| flaw.message.as_str()).collect();
        assert!(
            told.iter().any(|told| told.contains(reason)),
            "{text}\n{told:?}"
        );
    }
}

/// Rulings reach states that random games rarely do. Every such state that can be written is read back unchanged.
#[test]
fn every_state_on_the_way_of_a_ruling_is_read_as_it_is_written() {
    let (mut judge, mut written) = (Judge::new(), 0);
    for (file, ruling) in &rulings() {
        let Ok((book, mut play)) = seat(&mut judge, file).reach(ruling) else {
            continue;
        };
        loop {
            if let Some(text) = play.position() {
                let again = book
                    .start_from(&text, None)
                    .unwrap_or_else(|flaws| panic!("{file}: {flaws:?}\n{text}"));
                assert_eq!(again.state(), play.state(), "{file}:\n{text}");
                written += 1;
            }
            if !play.undo() {
                break;
            }
        }
    }
    assert!(written > 1500, "{written}");
}

/// An option that the game does not have is named in the message, and the help says where the options are.
#[test]
fn an_unknown_option_is_named_with_where_the_options_are() {
    for game in ["moon-bots", "robot-empire"] {
        let read = book(game, 2).start_from("options = { zzz = \"yes\" }", None);
        let faults = read.err().unwrap();
        assert!(
            faults.iter().any(|fault| fault.message.contains("zzz")
                && fault.help.ends_with(".md has the options")),
            "{game}: {faults:?}"
        );
    }
}
