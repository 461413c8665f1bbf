//! A player's entry point and a client that tries every request. The seat gets the same answers in worlds that it
//! cannot tell apart. It answers for nobody else, and never sees a seed, a state, a position with hidden cards, or a
//! record.

use cardwright::{Actor, Match, Seat, SeatError, SeatMatch, Session, Setup, Viewer, rulebook};
use std::sync::Arc;

/// Hands of robots 2, 3 and 4 that robot 1 and a spectator cannot tell apart.
const HANDS: [[&str; 3]; 2] = [
    [
        r#""dodge", "spy""#,
        r#""trick""#,
        r#""deflection", "energy-stock""#,
    ],
    [
        r#""trick", "energy-stock""#,
        r#""dodge""#,
        r#""spy", "deflection""#,
    ],
];

/// The starts of the compared games: the table, robot 1, and the hands of robots 2, 3 and 4 in two worlds that robot 1
/// and a spectator cannot tell apart. In the first of each pair of hands, other robots may play cards than in the
/// second. In the others, the hands hold cards for the same windows.
const STARTS: [(&str, &str, [[&str; 3]; 2]); 6] = [
    (
        "active = \"1\"\nstep = \"turn-start\"",
        "parts = [\"left-claw\"]\nweapons = [\"extra-upgrade\"]",
        HANDS,
    ),
    (
        "active = \"1\"\nstep = \"buy\"",
        "parts = [\"left-claw\"]\nweapons = [\"dodge\"]",
        [
            [
                r#""spy", "bad-luck""#,
                r#""energy-pump""#,
                r#""look-closer""#,
            ],
            [
                r#""look-closer", "bad-luck""#,
                r#""spy""#,
                r#""energy-pump""#,
            ],
        ],
    ),
    (
        "active = \"1\"\nstep = \"turn-start\"",
        "parts = [\"left-hammer\"]\nweapons = [\"stronger\"]",
        [
            [r#""dodge""#, r#""deflection""#, r#""shock-absorber""#],
            [r#""deflection""#, r#""shock-absorber""#, r#""dodge""#],
        ],
    ),
    (
        "active = \"2\"\nstep = \"turn-start\"",
        "weapons = [\"stronger\", \"dodge\"]",
        [
            [r#""bad-luck""#, r#""shock-absorber""#, r#""deflection""#],
            [r#""bad-luck""#, r#""deflection""#, r#""shock-absorber""#],
        ],
    ),
    (
        "active = \"3\"\nstep = \"buy\"",
        "weapons = []",
        [
            [r#""bad-luck""#, r#""dodge""#, r#""shock-absorber""#],
            [r#""bad-luck""#, r#""shock-absorber""#, r#""dodge""#],
        ],
    ),
    (
        "active = \"4\"\nstep = \"turn-start\"",
        "weapons = [\"look-closer\", \"rest\"]",
        [
            [r#""dodge", "spy""#, r#""deflection""#, r#""energy-stock""#],
            [r#""deflection", "energy-stock""#, r#""dodge""#, r#""spy""#],
        ],
    ),
];

/// A table of four people, without bots.
fn table(hands: [&str; 3], ask: &str) -> Session {
    let (begins, first, _) = STARTS[0];
    table_from(begins, first, hands, ask)
}

fn table_from(begins: &str, first: &str, hands: [&str; 3], ask: &str) -> Session {
    let setup = Setup::players(4).option("ask", ask);
    let book = rulebook("moon-bots", &setup).unwrap();
    let [second, third, fourth] = hands;
    let position = format!(
        "{begins}\n[[robot]]\n{first}\n[[robot]]\nweapons = [{second}]\n[[robot]]\nweapons = [{third}]\n\
         [[robot]]\nweapons = [{fourth}]\n"
    );
    let play = Match::start_from(Arc::clone(&book), &position, None).unwrap();
    Session::new(play, vec!["human".into(); 4]).unwrap()
}

/// Whoever has looked at a hand cannot take that back, whichever weapon it was.
#[test]
fn what_an_action_has_shown_cannot_be_taken_back() {
    let weapons = [
        "adjustment",
        "bad-luck",
        "black-market",
        "computer-virus",
        "deflection",
        "dodge",
        "energy-pump",
        "energy-stock",
        "extra-upgrade",
        "look-closer",
        "rest",
        "shock-absorber",
        "stronger",
        "supermarket",
        "technological-advance",
        "trick",
    ];
    for weapon in weapons {
        let hand = format!("\"{weapon}\"");
        let begins = "active = \"1\"\nstep = \"turn-start\"";
        let first = "weapons = [\"spy\"]";
        let mut session = table_from(begins, first, [&hand, "", ""], "when-playable");
        let play = |session: &mut Session, action: &str| {
            while session.actor() != Actor::Seat(Seat(0)) {
                session.play("pass").unwrap();
            }
            session.play(action).unwrap();
        };
        play(&mut session, "play spy");
        play(&mut session, "choose robot 2");
        assert_eq!(session.undo(1), 0, "{weapon}");
    }
}

/// Lines that a client may send: its own actions and others', allowed and not.
fn lines() -> Vec<String> {
    let weapons = [
        "dodge",
        "spy",
        "trick",
        "deflection",
        "energy-stock",
        "extra-upgrade",
        "rest",
        "nothing",
    ];
    let verbs = ["play", "get", "pick", "choose"];
    let named = weapons
        .iter()
        .flat_map(|id| verbs.map(|verb| format!("{verb} {id}")));
    let other = [
        "pass",
        "activate",
        "skip",
        "stop",
        "buy nothing",
        "choose robot 3",
        "roll 3",
        "1",
        "2",
        "99",
        "",
        "Dodge",
    ];
    let plain: Vec<String> = named.chain(other.map(String::from)).collect();
    let addressed = ["2: ", "4: ", "chance: "]
        .into_iter()
        .flat_map(|who| plain.iter().map(move |line| format!("{who}{line}")));
    let addressed: Vec<String> = addressed.collect();
    plain.into_iter().chain(addressed).collect()
}

/// Everything that a client learns through its entry points.
fn learned(mut endpoint: SeatMatch<&mut Session>) -> Vec<String> {
    let viewer = endpoint.viewer();
    let mut all = vec![
        format!(
            "{viewer:?} {:?} {:?} {:?} {}",
            endpoint.about().options,
            endpoint.seats(),
            endpoint.actor(),
            endpoint.is_asked()
        ),
        format!("{:?}", endpoint.question()),
        format!("{:?} {:?}", endpoint.asking(), endpoint.typed()),
        endpoint.view().to_string(),
        endpoint.draw(),
        endpoint.standing(),
        format!("{:?}", endpoint.lines(0)),
        format!("{:?}", endpoint.news()),
        endpoint.copy().save(),
    ];
    all.extend(
        lines()
            .iter()
            .map(|line| format!("{line}: {:?}", endpoint.why(line))),
    );
    all
}

/// The entry points of a table: those of all seats, and the spectator's.
fn learned_by(session: &mut Session, viewer: Viewer) -> Vec<String> {
    match viewer {
        Viewer::Seat(seat) => learned(session.seat(seat).unwrap()),
        _ => learned(session.spectator()),
    }
}

/// Plays two tables alike and compares the output of every entry point until the tables diverge. Returns the number of
/// turns, and in how many of them another seat was asked than the one that looks.
fn compared(start: usize, luck: usize, ask: &str) -> (usize, usize) {
    let (begins, first, hands) = STARTS[start];
    let mut tables = hands.map(|hands| table_from(begins, first, hands, ask));
    let mut others = 0;
    for turn in 0..25 {
        let asked = tables.each_ref().map(|table| table.actor());
        // If only players who can act are asked, the question shows what they hold, and the tables diverge. A table
        // that asks every holder continues identically.
        if asked[0] != asked[1] && ask == "when-playable" {
            return (turn, others);
        }
        others += usize::from(asked[0] != Actor::Seat(Seat(0)));
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
            let [one, other] = &mut tables;
            let [one, other] = [one, other].map(|table| learned_by(table, viewer));
            for (one, other) in one.iter().zip(&other) {
                assert_eq!(one, other, "{viewer}, {ask}, start {start}, turn {turn}");
            }
        }
        let [one, other] = tables.each_ref().map(|table| {
            table
                .question()
                .choices
                .into_iter()
                .map(|choice| choice.action)
                .collect::<Vec<_>>()
        });
        let common: Vec<_> = one
            .into_iter()
            .filter(|action| other.contains(action))
            .collect();
        let Some(action) = common.get((turn * 7 + luck) % common.len().max(1)) else {
            return (turn + 1, others);
        };
        tables
            .iter_mut()
            .for_each(|table| table.play(action).unwrap());
    }
    (25, others)
}

#[test]
fn an_entry_point_reveals_no_more_than_its_seat_may_know() {
    for (ask, least) in [("when-playable", 75), ("when-holding", 120)] {
        let found: Vec<(usize, usize)> = (0..STARTS.len())
            .map(|start| compared(start, 3 * (start % 2), ask))
            .collect();
        let turns: usize = found.iter().map(|(turns, _)| turns).sum();
        let others: usize = found.iter().map(|(_, others)| others).sum();
        assert!(
            turns >= least && others >= least / 3,
            "{ask}: too little was compared: {found:?}"
        );
        assert!(
            found.iter().all(|(turns, _)| *turns > 0),
            "{ask}: a start compares nothing: {found:?}"
        );
    }
}

#[test]
fn a_refusal_at_a_seat_endpoint_tells_nothing_hidden() {
    for line in lines() {
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
            let told = HANDS.map(|hands| {
                let mut table = table(hands, "when-holding");
                let mut endpoint = match viewer {
                    Viewer::Seat(seat) => table.seat(seat).unwrap(),
                    _ => table.spectator(),
                };
                let answer = endpoint
                    .play(&line)
                    .map_err(|error| serde_json::to_string(&error).unwrap());
                format!("{answer:?}")
            });
            assert_eq!(told[0], told[1], "{viewer}: {line}");
        }
    }
}

/// With two players, a line may name a robot of the other player.
#[test]
fn a_refusal_about_anothers_robot_tells_nothing_hidden() {
    let book = rulebook("moon-bots", &Setup::players(2)).unwrap();
    let table = |hands: [&str; 2]| {
        let [left, right] = hands;
        let position = format!(
            "active = \"1L\"\nstep = \"turn-start\"\n[[robot]]\nweapons = [\"extra-upgrade\"]\n[[robot]]\n\
             [[robot]]\nweapons = [\"{left}\"]\n[[robot]]\nweapons = [\"{right}\"]\n"
        );
        let play = Match::start_from(Arc::clone(&book), &position, None).unwrap();
        let mut table = Session::new(play, vec!["human".into(); 2]).unwrap();
        while table.actor() != Actor::Seat(Seat(0)) {
            table.play("pass").unwrap();
        }
        table
    };
    let weapons = [
        "dodge",
        "deflection",
        "energy-stock",
        "spy",
        "extra-upgrade",
        "rest",
    ];
    let robots = ["1L", "1R", "2L", "2R", "3", ""];
    let lines = weapons
        .iter()
        .flat_map(|id| robots.map(|robot| format!("play {id} {robot}")));
    for line in lines {
        let told = [["dodge", "deflection"], ["deflection", "dodge"]].map(|hands| {
            let mut table = table(hands);
            let answer = table.seat(Seat(0)).unwrap().play(line.trim());
            format!(
                "{:?}",
                answer.map_err(|error| serde_json::to_string(&error).unwrap())
            )
        });
        assert_eq!(told[0], told[1], "{line}");
    }
}

#[test]
fn a_seat_answers_for_nobody_else() {
    let people = vec!["human".into(); 4];
    let mut session = Session::begin("moon-bots", &Setup::players(4), 7, people).unwrap();
    for _ in 0..30 {
        let Actor::Seat(asked) = session.actor() else {
            break;
        };
        let action = session.question().choices[0].action.clone();
        let before = session.save();
        for seat in (0..4).map(Seat).filter(|seat| *seat != asked) {
            let mut endpoint = session.seat(seat).unwrap();
            assert!(!endpoint.is_asked());
            assert!(
                matches!(endpoint.play(&action), Err(SeatError::NotAsked { .. })),
                "{seat} for {asked}"
            );
            assert!(matches!(
                endpoint.play(&format!("{asked}: {action}")),
                Err(SeatError::NotAsked { .. })
            ));
        }
        assert!(matches!(
            session.spectator().play(&action),
            Err(SeatError::NotAsked { .. })
        ));
        assert_eq!(session.save(), before, "a refused answer changes nothing");
        assert!(session.seat(asked).unwrap().is_asked());
        session.seat(asked).unwrap().play(&action).unwrap();
    }
    assert!(session.actions_played() > 5);
    assert!(session.seat(Seat(4)).is_none() && session.seat(Seat(200)).is_none());
}

#[test]
fn an_entry_point_shows_only_the_own_hand() {
    let mut session = table(HANDS[0], "when-holding");
    let own = ["extra-upgrade", "dodge", "trick", "deflection"];
    for seat in 0..4u8 {
        let endpoint = session.seat(Seat(seat)).unwrap();
        let (view, copy) = (endpoint.view(), endpoint.copy().save());
        for (robot, card) in own.iter().enumerate() {
            let known = view["robots"][robot]["known_weapons"].as_array().unwrap();
            let mine = robot == usize::from(seat);
            assert_eq!(
                known.iter().any(|id| id == card),
                mine,
                "{seat} sees {card}: {view}"
            );
        }
        assert_eq!(
            copy.matches("\"weapons\": 2").count(),
            2,
            "how many others hold is open"
        );
        for word in ["\"seed\"", "\"actions\"", "\"fingerprints\"", "\"state\""] {
            assert!(!copy.contains(word), "{word}");
        }
    }
    let view = session.spectator().view();
    for robot in 0..4 {
        assert_eq!(
            view["robots"][robot]["known_weapons"]
                .as_array()
                .unwrap()
                .len(),
            0
        );
    }
}

/// With two players, a robot that has won its duel is switched off and keeps its cards. Only its owner sees them, like
/// those of every other robot, in worlds that the other player and a spectator cannot tell apart.
#[test]
fn a_robot_that_is_switched_off_shows_its_cards_to_its_owner_alone() {
    let book = rulebook("moon-bots", &Setup::players(2)).unwrap();
    let table = |off: &str| {
        let position = format!(
            "active = \"1R\"\nstep = \"turn-start\"\n[[robot]]\nstatus = \"switched-off\"\nweapons = [\"{off}\"]\n\
             [[robot]]\nweapons = [\"trick\"]\n[[robot]]\nweapons = [\"rest\"]\n[[robot]]\nstatus = \"out\"\n"
        );
        let play = Match::start_from(Arc::clone(&book), &position, None).unwrap();
        Session::new(play, vec!["human".into(); 2]).unwrap()
    };
    let mut tables = ["spy", "dodge"].map(table);
    let seen = |view: &serde_json::Value, robot: usize| {
        view["robots"][robot]["known_weapons"]
            .as_array()
            .unwrap()
            .len()
    };
    let all = tables[0].view(Viewer::Referee);
    let views = [0, 1].map(|seat| tables[0].view(Viewer::Seat(Seat(seat))));
    let spectator = tables[0].view(Viewer::Spectator);
    for robot in 0..3 {
        assert_eq!(seen(&all, robot), 1);
        assert_eq!(
            views.iter().map(|view| seen(view, robot)).sum::<usize>(),
            1,
            "robot {robot} has one owner"
        );
        assert_eq!(seen(&spectator, robot), 0);
    }
    let owner = views.iter().position(|view| seen(view, 0) == 1).unwrap() as u8;
    for viewer in [Viewer::Seat(Seat(1 - owner)), Viewer::Spectator] {
        let [one, other] = &mut tables;
        assert_eq!(
            learned_by(one, viewer),
            learned_by(other, viewer),
            "{viewer}"
        );
    }
    let owner = Viewer::Seat(Seat(owner));
    assert_ne!(tables[0].view(owner), tables[1].view(owner));
}

/// Each viewer gets its own news once, and again after an undone action.
#[test]
fn each_entry_point_gets_each_line_once() {
    let setup = Setup::players(4);
    let mut session = Session::begin("moon-bots", &setup, 77, vec!["human".into(); 4])
        .unwrap()
        .with_free_undo();
    let viewers: Vec<Viewer> = (0..4)
        .map(|seat| Viewer::Seat(Seat(seat)))
        .chain([Viewer::Spectator, Viewer::Referee])
        .collect();
    let mut told = vec![Vec::new(); viewers.len()];
    for turn in 0..120 {
        if matches!(session.actor(), Actor::Over(_)) {
            break;
        }
        let choices = session.question().choices;
        session
            .play(&choices[turn * 5 % choices.len()].action)
            .unwrap();
        // Some viewers listen after every action, some rarely.
        for (at, viewer) in viewers
            .iter()
            .enumerate()
            .filter(|(at, _)| turn % (at + 1) == 0)
        {
            told[at].extend(session.news(*viewer).into_iter().map(|line| line.text));
        }
        if turn % 10 == 9 {
            let before: Vec<usize> = viewers
                .iter()
                .map(|viewer| session.lines(*viewer, 0).len())
                .collect();
            assert_eq!(session.undo(1), 1);
            for (at, viewer) in viewers.iter().enumerate() {
                let left = session.lines(*viewer, 0).len();
                assert!(left <= before[at]);
                told[at].truncate(left);
            }
        }
    }
    for (at, viewer) in viewers[..5].iter().enumerate() {
        let own = session.lines(*viewer, 3);
        let endpoint = match *viewer {
            Viewer::Seat(seat) => session.seat(seat).unwrap(),
            _ => session.spectator(),
        };
        assert_eq!(endpoint.lines(3), own, "{viewer}");
        assert!(
            at < 4 || own.len() < session.lines(Viewer::Referee, 3).len(),
            "nothing was hidden"
        );
    }
    for (at, viewer) in viewers.iter().enumerate() {
        told[at].extend(session.news(*viewer).into_iter().map(|line| line.text));
        let all: Vec<_> = session
            .lines(*viewer, 0)
            .into_iter()
            .map(|line| line.text)
            .collect();
        assert_eq!(told[at], all, "{viewer}");
    }
    // A spectator's lines are part of everybody's, and the referee sees all of them.
    let count = |viewer| session.lines(viewer, 0).len();
    assert!(
        count(Viewer::Spectator) < count(Viewer::Seat(Seat(0)))
            || count(Viewer::Spectator) < count(Viewer::Referee)
    );
    assert!(
        viewers
            .iter()
            .all(|viewer| count(*viewer) <= count(Viewer::Referee))
    );
}
