//! What a host can rely on: complete views, machine-readable questions and actions, sampled worlds for searches, and
//! bots that can be stopped.

use crate::packs::{folder, pack};
use cardwright::{Actor, DynMatch, Match, Seat, Setup, Viewer, games};
use cardwright_wire::rpc::{BOT_ACTIONS, Service, WAITING, codes};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Where a view has a key of a written position under another name, or why it does not need it.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("moon-bots", "robot", "`robots`"),
    ("moon-bots", "shown", "`shown_weapons`"),
    (
        "moon-bots",
        "pile_weapons",
        "`pile` counts every card: which are weapons nobody knows",
    ),
    (
        "moon-bots",
        "boxed",
        "of the host alone: all weapons but those in hands, shown or in the pile",
    ),
    ("robotory", "light", "`supplies`"),
    ("robotory", "dark", "`supplies`"),
    ("robotory", "white", "`robots`"),
    ("robotory", "black", "`robots`"),
    ("robotory", "red", "`robots`"),
    ("lunar-command", "straight", "`pieces`"),
    ("lunar-command", "square", "`pieces`"),
    ("lunar-command", "dome", "`pieces`"),
    ("lunar-command", "airlock", "`pieces`"),
    ("lunar-command", "antenna", "`pieces`"),
    ("lunar-command", "won", "`stations`"),
    ("lunar-command", "waiting", "`stations`"),
    ("robot-empire", "player", "`players`"),
    (
        "robot-empire",
        "step",
        "`question`, and `kind` of the question",
    ),
    ("robot-empire", "card", "`question`"),
    ("robot-empire", "fighter", "`question`"),
    ("robot-empire", "next", "`next_is_moon`"),
    ("robot-empire", "seat", "`actor`"),
    (
        "robot-empire",
        "die",
        "the event that told it; what is asked of it is the `question`",
    ),
    (
        "robot-empire",
        "effect",
        "`question`: the registers of a card's program are nothing that players speak of",
    ),
    ("robot-empire", "chance", "`question`"),
    (
        "robot-empire",
        "events",
        "what has happened was told; what reacts to it is on the cards",
    ),
    (
        "robot-empire",
        "shown",
        "the card that the running effect has shown: its event names it",
    ),
    (
        "robot-empire",
        "heard",
        "how far the cards have been asked, which react by themselves",
    ),
    (
        "robot-empire",
        "discarded",
        "`question`, and `kind` of the question",
    ),
];

/// Plays some matches of every game for every number of players, and calls `look` after each action.
fn random_games(seeds: u64, mut look: impl FnMut(&str, u8, &Match)) {
    for info in games() {
        for players in info.players() {
            for seed in 0..seeds {
                let mut play = Match::new(info.id, &Setup::players(players), seed).unwrap();
                while let Actor::Seat(_) = play.actor() {
                    if info.cards || play.actions_played().is_multiple_of(17) {
                        look(info.id, players, &play);
                    }
                    let answer = play.ask_bot("random").unwrap();
                    play.play(&answer).unwrap();
                }
            }
        }
    }
}

fn is_nothing(value: &Value) -> bool {
    value.is_null() || value.as_array().is_some_and(Vec::is_empty) || *value == 0
}

/// A written position has every value that matters. The facts of a viewer are the part that the viewer may know, and
/// the view contains them too.
#[test]
fn views_hold_what_positions_hold() {
    let mut missing = BTreeSet::new();
    random_games(1, |game, players, play| {
        let seats = (0..players).map(|seat| Viewer::Seat(Seat(seat)));
        for viewer in seats.chain([Viewer::Spectator, Viewer::Referee]) {
            let (facts, view) = (play.facts(viewer), play.view(viewer));
            for (key, value) in facts.as_object().unwrap() {
                let known = ELSEWHERE
                    .iter()
                    .any(|(of, name, _)| *of == game && name == key);
                match view.get(key) {
                    // The rulebook knows the options. A missing value is nothing.
                    None if known || key == "options" || is_nothing(value) => {}
                    None => drop(missing.insert(format!("{game}: {key}"))),
                    Some(seen) if value.is_null() => {
                        assert!(is_nothing(seen) || *seen == false, "{game}: {key}: {seen}");
                    }
                    Some(seen) if value.is_boolean() || (value.is_number() && seen.is_number()) => {
                        assert_eq!(seen, value, "{game}: {key} after {}", play.actions_played());
                    }
                    Some(_) => {}
                }
            }
        }
    });
    assert!(missing.is_empty(), "views lack: {missing:?}");
}

#[test]
fn quiet_rounds_the_last_duel_and_tricks_ban_are_in_views() {
    let position = "active = \"1L\"\nstep = \"turn-start\"\nquiet = 4\nlast_duel = true\npile = {}\npile_weapons = 0\n\
                    [[robot]]\nweapons = [\"trick\"]\n[[robot]]\nstatus = \"out\"\n[[robot]]\n[[robot]]\nstatus = \"out\"\n";
    let mut play =
        Match::from_position("moon-bots", &Setup::players(2), position, Some(1)).unwrap();
    play.play("play trick").unwrap();
    play.play("choose player 2").unwrap();
    for viewer in [
        Viewer::Seat(Seat(0)),
        Viewer::Seat(Seat(1)),
        Viewer::Spectator,
        Viewer::Referee,
    ] {
        let view = play.view(viewer);
        assert_eq!(
            (&view["quiet"], &view["last_duel"]),
            (&json!(4), &json!(true)),
            "{view}"
        );
        assert_eq!(view["forbidden"]["re_roll"], json!([2]), "{view}");
    }
}

#[test]
fn the_last_purchase_is_in_views() {
    let pack = pack(&folder("tests/rulings/moon-bots/pacts"));
    let setup = Setup {
        packs: vec![pack],
        ..Setup::players(3)
    };
    let position = "active = \"1\"\nstep = \"buy\"\nmarket = { top-left = \"left-claw\" }\npile = {}\npile_weapons = 0\n\
                    [[robot]]\nenergy = 9\n[[robot]]\n[[robot]]\n";
    let mut play = Match::from_position("moon-bots", &setup, position, Some(1)).unwrap();
    play.play("buy top-left").unwrap();
    let bought = json!({ "robot": "1", "card": "left-claw", "price": 2 });
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Referee] {
        assert_eq!(play.facts(viewer)["purchase"], bought);
        assert_eq!(play.view(viewer)["purchase"], bought);
    }
}

/// Every action of a seat has a number that leads back to it in one step or two, and chance outcomes have weights.
#[test]
fn answers_are_numbered_and_chance_is_weighed() {
    random_games(1, |game, _, play| {
        let actions = cardwright_wire::actions(play);
        let question = cardwright_wire::question(play, Viewer::Referee).unwrap();
        let written = serde_json::to_value(&question).unwrap();
        assert_eq!(
            serde_json::from_value::<cardwright_wire::Question>(written).unwrap(),
            question,
            "{game}: a field is lost when it is written"
        );
        let listed: Vec<_> = play
            .question()
            .choices
            .into_iter()
            .map(|choice| choice.action)
            .collect();
        for (choice, action) in question.choices.iter().zip(&listed) {
            let step = choice
                .step
                .unwrap_or_else(|| panic!("{game}: `{action}` has no number"));
            assert!((step as usize) < actions.steps.len(), "{game}: `{action}`");
            if actions.whole {
                assert_eq!(
                    (&actions.steps[step as usize], choice.rank),
                    (action, 0),
                    "{game}"
                );
            }
            let of_step = question
                .choices
                .iter()
                .filter(|other| other.step == Some(step));
            let back = of_step.clone().nth(choice.rank as usize).unwrap();
            assert_eq!(
                &back.action, action,
                "{game}: step {step}, rank {}",
                choice.rank
            );
        }
        assert!(
            !question.kind.is_empty() && !question.clause.is_empty(),
            "{game}: {question:?}"
        );
    });
    for info in games() {
        let book = cardwright::rulebook(info.id, &Setup::players(info.usual)).unwrap();
        let mut play = Match::start(book, None);
        let mut weighed = 0;
        for turn in 0..60 {
            let question = cardwright_wire::question(&play, Viewer::Referee).unwrap();
            if question.choices.is_empty() {
                break;
            }
            let chance = question.actor == cardwright_wire::Actor::Chance;
            for choice in &question.choices {
                assert_eq!(
                    choice.weight.is_some_and(|weight| weight > 0),
                    chance,
                    "{}: {choice:?}",
                    info.id
                );
                assert_eq!(choice.step.is_some(), !chance, "{}: {choice:?}", info.id);
            }
            weighed += usize::from(chance);
            play.play(&question.choices[turn % question.choices.len()].action)
                .unwrap();
        }
        // Robotory has neither dice nor cards.
        assert_eq!(weighed > 0, info.id != "robotory", "{}", info.id);
    }
}

/// A player who is asked by a card learns which card asks.
#[test]
fn questions_name_the_card_that_asks() {
    let mut asked = BTreeSet::new();
    random_games(4, |game, _, play| {
        let question = cardwright_wire::question(play, Viewer::Referee).unwrap();
        if question
            .choices
            .iter()
            .any(|choice| choice.action.starts_with("choose "))
        {
            assert!(
                question.card.is_some() && question.about.is_some(),
                "{game}: {question:?}"
            );
            asked.insert((game.to_string(), question.card));
        }
    });
    assert!(asked.len() > 5, "{asked:?}");
}

#[test]
fn a_position_that_is_not_there_says_why() {
    let mut without = 0;
    random_games(1, |game, _, play| {
        for viewer in [Viewer::Referee, Viewer::Seat(Seat(0)), Viewer::Spectator] {
            let position = cardwright_wire::position(play, viewer);
            assert_eq!(
                position.position.is_none(),
                position.why.is_some(),
                "{game}"
            );
            without += usize::from(position.position.is_none());
        }
    });
    assert!(without > 0);
}

fn send(service: &mut Service, id: u32, method: &str, params: Value) -> Vec<Value> {
    let line =
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string();
    read(service.begin(line.as_bytes()))
}

fn read(lines: Vec<String>) -> Vec<Value> {
    lines
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn ids(replies: &[Value]) -> Vec<u64> {
    replies
        .iter()
        .map(|reply| reply["id"].as_u64().unwrap())
        .collect()
}

#[test]
fn bots_answer_one_by_one_and_can_be_stopped() {
    let mut service = Service::new(1);
    let new = json!({ "game": "moon-bots", "seed": 3, "seats": ["random", "random", "random", "random"] });
    assert!(
        send(&mut service, 1, "match/new", new).is_empty(),
        "bots have not answered yet"
    );
    assert!(service.is_busy());
    for _ in 0..5 {
        assert!(service.work().is_empty());
    }
    // Requests about the match wait, others do not, and stopping does not.
    assert!(send(&mut service, 2, "match/view", json!({ "match": "m1" })).is_empty());
    assert_eq!(
        ids(&send(
            &mut service,
            3,
            "match/new",
            json!({ "game": "robotory", "seed": 1 })
        )),
        [3]
    );
    let stopped = send(&mut service, 4, "match/cancel", json!({ "match": "m1" }));
    assert_eq!(stopped[0]["result"]["cancelled"], true);
    let told = read(service.work());
    assert_eq!(ids(&told), [1, 2], "in the order in which they came");
    assert_eq!(told[0]["error"]["code"], codes::CANCELLED);
    assert_eq!(told[0]["error"]["data"]["match"], "m1");
    let answered = told[1]["result"]["actions_played"].as_u64().unwrap();
    assert!(
        answered >= 5,
        "the match stands where it was stopped: {answered}"
    );
    assert!(!service.is_busy());
    // The bot can then continue.
    assert!(send(&mut service, 5, "match/bots", json!({ "match": "m1" })).is_empty());
    let mut told = Vec::new();
    while service.is_busy() {
        told.extend(read(service.work()));
    }
    assert_eq!(told[0]["result"]["actor"]["kind"], "over");
    assert_eq!(
        send(&mut service, 6, "match/cancel", json!({ "match": "m1" }))[0]["result"]["cancelled"],
        false
    );
    // The end of the service waits for earlier requests.
    send(
        &mut service,
        7,
        "match/new",
        json!({ "game": "robotory", "seed": 3, "seats": ["random", "random"] }),
    );
    let last = send(&mut service, 8, "shutdown", json!({}));
    assert_eq!(ids(&last), [7, 8]);
    const { assert!(BOT_ACTIONS >= 10_000, "no game of bots is cut") };
}

#[test]
fn only_so_many_requests_wait_for_bots() {
    let mut service = Service::new(1);
    send(
        &mut service,
        1,
        "match/new",
        json!({ "game": "robotory", "seed": 3, "seats": ["random", "random"] }),
    );
    for id in 0..WAITING as u32 {
        assert!(
            send(
                &mut service,
                10 + id,
                "match/view",
                json!({ "match": "m1" })
            )
            .is_empty()
        );
    }
    let refused = send(&mut service, 999, "match/view", json!({ "match": "m1" }));
    assert_eq!(refused[0]["error"]["code"], codes::LIMIT);
    let mut told = Vec::new();
    while service.is_busy() {
        told.extend(read(service.work()));
    }
    assert_eq!(
        ids(&told),
        [vec![1], (10..10 + WAITING as u64).collect()].concat()
    );
}

/// A sampled world: the actions of the real match are allowed in it, its hidden cards differ, and the real match does
/// not change.
#[test]
fn worlds_are_searched_over_lines() {
    let mut service = Service::new(1);
    let mut call = |method: &str, params: Value| -> Value {
        let line =
            json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
        let reply = read(service.handle(line.as_bytes())).remove(0);
        reply.get("result").or(reply.get("error")).cloned().unwrap()
    };
    call("match/new", json!({ "game": "robot-empire", "seed": 3 }));
    let question = |call: &mut dyn FnMut(&str, Value) -> Value, of: &str, seat: Value| {
        call("match/question", json!({ "match": of, "seat": seat }))["choices"].clone()
    };
    let before = call("match/save", json!({ "match": "m1" }));
    let hands = |table: &Value| -> Vec<Value> {
        table["view"]["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(|player| player["hand"].clone())
            .collect()
    };
    let real = hands(&call("match/view", json!({ "match": "m1" })));
    let asked = question(&mut call, "m1", json!(1));
    let mut others = BTreeSet::new();
    for luck in 0..8 {
        let world = call(
            "match/world",
            json!({ "match": "m1", "seat": 1, "luck": luck }),
        );
        let of = world["match"].as_str().unwrap().to_string();
        assert_eq!(question(&mut call, &of, json!(1)), asked);
        let seen = hands(&call("match/view", json!({ "match": of })));
        assert_eq!(seen[0], real[0], "what the seat holds is what it holds");
        others.insert(seen[1].to_string());
        let saved = call("match/save", json!({ "match": of }));
        assert_eq!(saved["data"]["kind"], "load", "{saved}");
        call("match/close", json!({ "match": of }));
    }
    assert!(others.len() > 4, "hidden hands lie somehow: {others:?}");
    let other = call(
        "match/world",
        json!({ "match": "m1", "seat": 2, "luck": 5 }),
    );
    let seen = hands(&call("match/view", json!({ "match": other["match"] })));
    assert_eq!(
        (seen[1] == real[1], seen[0] == real[0]),
        (true, false),
        "the second seat's hand is its own"
    );
    call("match/close", json!({ "match": other["match"] }));
    assert_eq!(call("match/save", json!({ "match": "m1" })), before);
    let played = json!({ "match": "m1", "seat": 1, "luck": 1, "action": "done", "seats": ["greedy", "greedy"] });
    let action = asked[0]["action"].clone();
    let played = call(
        "match/world",
        json!({ "match": "m1", "seat": 1, "action": action, "seats": played["seats"] }),
    );
    assert_eq!(played["actor"]["kind"], "over", "{played}");
    for (wrong, kind) in [
        (json!({ "match": "m1", "seat": "spectator" }), "params"),
        (json!({ "match": "m1", "seat": 7 }), "no-seat"),
        (
            json!({ "match": "m1", "seat": 1, "action": "fly" }),
            "unreadable",
        ),
        (
            json!({ "match": "m1", "seat": 1, "seats": ["greedy"] }),
            "setup",
        ),
        (json!({ "match": "m9", "seat": 1 }), "no-match"),
    ] {
        assert_eq!(
            call("match/world", wrong.clone())["data"]["kind"],
            kind,
            "{wrong}"
        );
    }
}

/// Everything that a library user keeps, sends and compares is data: every error and report.
#[test]
fn errors_and_reports_are_data() {
    fn is<T: Clone + std::fmt::Debug + serde::Serialize + Send + Sync + 'static>() {}
    fn fails<T: Clone + std::error::Error + serde::Serialize + Send + Sync + 'static>() {}
    fails::<cardwright::SetupError>();
    fails::<cardwright::MatchError>();
    fails::<cardwright::NotationError>();
    fails::<cardwright::PositionError>();
    fails::<cardwright::LoadError>();
    fails::<cardwright::ReplayError>();
    fails::<cardwright::SessionError>();
    fails::<cardwright::BeginSessionError>();
    fails::<cardwright::SessionLoadError>();
    fails::<cardwright::SeatError>();
    fails::<cardwright::CopyError>();
    fails::<cardwright::StarterError>();
    fails::<cardwright::BeginError>();
    fails::<cardwright::RecordError>();
    fails::<cardwright::EntryError>();
    fails::<cardwright::odds::OddsError>();
    fails::<cardwright::judge::WhyError>();
    is::<cardwright::Refusal>();
    is::<cardwright::TextError>();
    is::<cardwright::Checked>();
    is::<cardwright::Diagnostics>();
    is::<cardwright::Question>();
    is::<cardwright::Typed>();
    is::<cardwright::Line>();
    is::<cardwright::Next>();
    is::<cardwright::Preview>();
    is::<cardwright::Tally>();
    is::<cardwright::Rejudged>();
    is::<cardwright::CardInfo>();
    is::<cardwright::SeatCopy>();
    is::<cardwright::judge::Why>();
    is::<cardwright::judge::Verdict>();
    is::<cardwright::odds::CardOdds>();
    is::<cardwright::odds::RobotOdds>();
    fn copied<T: Clone + std::fmt::Debug + Send>() {}
    copied::<Match>();
    copied::<cardwright::Session>();
    copied::<cardwright::World>();
    copied::<Box<dyn DynMatch>>();
}
