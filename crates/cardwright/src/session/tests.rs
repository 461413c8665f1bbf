//! Tests of sessions without a frontend.

use super::*;
use crate::{Actor, Line, MatchError, Question, Seat, Setup, Viewer};

fn session(seats: [&str; 2], seed: u64) -> Session {
    let seats = seats.map(String::from).to_vec();
    Session::begin("robotory", &Setup::players(2), seed, seats).unwrap()
}

fn texts(lines: &[Line]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

#[test]
fn seats_are_as_many_as_players_and_known() {
    let begin = |seats: &[&str]| {
        let seats = seats.iter().map(|who| who.to_string()).collect();
        Session::begin("robotory", &Setup::players(2), 1, seats)
            .map(drop)
            .map_err(|error| error.to_string())
    };
    assert_eq!(begin(&["human", "random"]), Ok(()));
    assert_eq!(
        begin(&["human", "search:2"]),
        Ok(()),
        "a bot may have a strength of its own"
    );
    assert_eq!(
        begin(&["human", "search:9"]),
        Err("robotory has no bot `search:9`".into())
    );
    assert_eq!(
        begin(&["human"]),
        Err("there is 1 seat for 2 players".into())
    );
    assert_eq!(
        begin(&["human", "gredy"]),
        Err("robotory has no bot `gredy`".into())
    );
}

#[test]
fn bots_answer_until_a_person_is_asked_and_to_the_end_where_there_is_none() {
    let mut session = session(["random", "human"], 3);
    assert_eq!(session.next(), Next::Bot(Seat(0)));
    assert!(session.play_bots().unwrap() > 0);
    assert_eq!(session.next(), Next::Person(Seat(1)));
    assert_eq!(session.play_bot(), Ok(None));
    let mut bots = self::session(["random", "random"], 3);
    bots.play_bots().unwrap();
    assert!(matches!(bots.next(), Next::Over(_)));
}

#[test]
fn each_viewer_is_told_each_line_once() {
    let mut session = session(["human", "random"], 5);
    session.play("place white a1").unwrap();
    session.play_bots().unwrap();
    let first = session.news(Viewer::Seat(Seat(0)));
    assert!(texts(&first).contains(&"light places white on a1"));
    assert!(session.news(Viewer::Seat(Seat(0))).is_empty());
    assert_eq!(
        session.news(Viewer::Spectator),
        first,
        "another viewer has not been told yet"
    );
    session.skip(Viewer::Referee, 1);
    assert_eq!(session.news(Viewer::Referee).len(), 1);
}

#[test]
fn undo_takes_back_actions_of_people_and_is_told_anew() {
    let mut session = session(["human", "random"], 5);
    let start = session.save();
    session.play("1").unwrap();
    session.play_bots().unwrap();
    let one = session.save();
    session.play("1").unwrap();
    session.play_bots().unwrap();
    let two = session.news(Viewer::Seat(Seat(0)));
    assert_eq!(session.undo(1), 1);
    assert_eq!(session.save(), one);
    session.play("2").unwrap();
    session.play_bots().unwrap();
    let again = session.news(Viewer::Seat(Seat(0)));
    assert!(!again.is_empty() && texts(&two) != texts(&again));
    assert_eq!(session.undo(99), 2);
    assert_eq!(session.save(), start);
    assert_eq!(session.undo(1), 0);
    assert_eq!(session.save(), start);
}

#[test]
fn where_bots_began_there_is_nothing_to_take_back_at_first() {
    let mut session = session(["random", "human"], 3);
    session.play_bots().unwrap();
    let before = session.save();
    assert_eq!(session.undo(1), 0);
    assert_eq!(session.save(), before);
    assert_eq!(session.next(), Next::Person(Seat(1)));
}

#[test]
fn a_session_goes_on_from_its_text_as_it_would_have() {
    let mut session = session(["human", "greedy"], 9);
    for _ in 0..4 {
        session.play("1").unwrap();
        session.play_bots().unwrap();
    }
    let mut again = Session::load(&session.save()).unwrap();
    assert_eq!((again.seats(), again.seed()), (session.seats(), Some(9)));
    for one in [&mut session, &mut again] {
        one.play("2").unwrap();
        one.play_bots().unwrap();
    }
    assert_eq!(again.save(), session.save());
    assert_eq!(again.undo(5), 5);
    assert!(Session::load("{").is_err());
}

#[test]
fn an_answer_that_is_refused_or_unreadable_changes_nothing() {
    let mut session = session(["human", "random"], 5);
    let before = session.save();
    assert!(matches!(session.play("0"), Err(MatchError::Notation(_))));
    assert!(matches!(
        session.play("pluck"),
        Err(MatchError::Notation(_))
    ));
    assert!(session.play("move red d3-d3").is_err());
    assert!(session.why("1", Viewer::Seat(Seat(0))).unwrap().legal);
    assert!(
        !session
            .why("2: place white a1", Viewer::Seat(Seat(0)))
            .unwrap()
            .legal,
        "the other one is not asked"
    );
    assert!(session.why("99", Viewer::Seat(Seat(0))).is_err());
    assert_eq!(session.save(), before);
}

#[test]
fn what_is_printed_is_understood() {
    let mut session = session(["human", "random"], 5);
    session.play("Place WHITE a1").unwrap();
    let seats = vec!["human".into(); 3];
    let mut session = Session::begin("moon-bots", &Setup::players(3), 3, seats).unwrap();
    let Err(MatchError::Notation(error)) = session.play("buy Nonsense") else {
        panic!("taken")
    };
    assert_eq!(session.names().find("left CLAW").unwrap().id, "left-claw");
    assert!(
        error.to_string().contains("column"),
        "the error is about what was written: {error}"
    );
}

#[test]
fn a_person_may_answer_for_chance() {
    let setup = Setup::players(3);
    let book = crate::rulebook("moon-bots", &setup).unwrap();
    let replay = book.start(None).replay(vec!["human".into(); 3]);
    let mut session = Session::resume(&replay).unwrap();
    assert_eq!((session.next(), session.seed()), (Next::Chance, None));
    while session.next() == Next::Chance {
        let first = session.question().choices[0].action.clone();
        session.play(&first).unwrap();
    }
    assert!(matches!(session.next(), Next::Person(_)));
    assert_eq!(session.undo(1), 1);
    assert_eq!(session.next(), Next::Chance);
}

#[test]
fn a_number_means_what_stands_beside_it_and_never_another_number() {
    let numbered = |actions: &[&str]| {
        let choice = |action: &&str| cardwright_kernel::Choice {
            action: (*action).into(),
            text: String::new(),
        };
        let choices = actions.iter().map(choice).collect();
        numbers(&Question {
            actor: Actor::Chance,
            text: String::new(),
            choices,
        })
    };
    assert_eq!(
        numbered(&["choose 0", "choose 1", "choose 2"]),
        [Some(0), Some(1), Some(2)]
    );
    assert_eq!(
        numbered(&["choose robot 2", "choose robot 4", "choose none"]),
        [Some(2), Some(4), None]
    );
    assert_eq!(
        numbered(&["choose die 3", "choose die 5"]),
        [Some(3), Some(5)]
    );
    assert_eq!(
        numbered(&["choose left-claw", "choose none"]),
        [Some(1), Some(2)]
    );
    assert_eq!(numbered(&["pass", "play dodge"]), [Some(1), Some(2)]);
}

/// A session of Moon-Bots with a person in seat 1 and bots in the other seats.
fn moon_bots(position: &str) -> Session {
    let setup = Setup::players(3);
    let book = crate::rulebook("moon-bots", &setup).unwrap();
    let play = book.start_from(position, Some(7)).unwrap();
    let seats = ["human", "greedy", "greedy"].map(String::from).to_vec();
    Session::resume(&play.replay(seats)).unwrap()
}

#[test]
fn undo_brings_no_dice_back() {
    let mut session =
        moon_bots("active = \"1\"\nstep = \"activate\"\n[[robot]]\n[[robot]]\n[[robot]]\n");
    session.play("activate").unwrap();
    let rolled = session.save();
    assert_eq!(
        (session.undo(1), session.in_the_way()),
        (0, Some(InTheWay::Chance))
    );
    assert_eq!(session.save(), rolled);
    let mut session = session.with_free_undo();
    assert_eq!((session.in_the_way(), session.undo(1)), (None, 1));
    assert!(session.play("activate").is_ok());
    assert_eq!(
        session.save(),
        rolled,
        "at a table that allows it the dice fall as they did"
    );
}

#[test]
fn undo_goes_back_where_nothing_came_to_light() {
    let text = "active = \"1\"\nstep = \"parts\"\ndice = [2]\n[[robot]]\nparts = [\"left-claw\"]\n[[robot]]\n[[robot]]\n";
    let mut session = moon_bots(text);
    let before = session.save();
    session.play("use left-arm 2").unwrap();
    assert_eq!((session.in_the_way(), session.undo(1)), (None, 1));
    assert_eq!(session.save(), before);
}

#[test]
fn undo_takes_back_no_look_at_a_hand() {
    // Robot 2 holds a weapon and is asked about none or one; either would reveal what it holds.
    for weapon in ["dodge", "spy"] {
        let text = format!(
            "active = \"1\"\nstep = \"parts\"\ndice = [2]\n[[robot]]\nparts = [\"left-claw\"]\n[[robot]]\n\
             weapons = [\"{weapon}\"]\n[[robot]]\n"
        );
        let mut session = moon_bots(&text);
        session.play("use left-arm 2").unwrap();
        session.play("left 1 right 0").unwrap();
        session.play_bots().unwrap();
        let after = session.save();
        assert_eq!(session.undo(1), 0, "{weapon}");
        assert!(session.in_the_way().is_some(), "{weapon}");
        assert_eq!(session.save(), after);
    }
    // Only the player who looks at a hand sees it.
    let text = "active = \"1\"\nstep = \"turn-start\"\n[[robot]]\nweapons = [\"spy\"]\n[[robot]]\nweapons = [\"dodge\"]\n[[robot]]\n";
    let mut session = moon_bots(text);
    session.play("play spy").unwrap();
    if session.question().text.contains("which") {
        let first = session.question().choices[0].action.clone();
        session.play(&first).unwrap();
    }
    assert_eq!(
        (session.undo(1), session.in_the_way()),
        (0, Some(InTheWay::Hidden))
    );
}
