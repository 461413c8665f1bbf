//! What viewers may know of an action.

use super::toy::{Action, Toy, position};
use crate::*;

/// A match at the question of the first seat after the draws, or later.
fn at(flaw: &'static str, taken: u8, seed: Option<u64>) -> Match<Toy> {
    Match::from_position(Toy::with(flaw), &position([2, 3, 1], taken), seed).unwrap()
}

fn seat(number: u8) -> Viewer {
    Viewer::Seat(Seat(number))
}

/// What follows from an action, in one line.
fn report(play: &Match<Toy>, viewer: Viewer, text: &str) -> String {
    let found = play.consider(viewer, text).unwrap();
    let mut parts: Vec<String> = found
        .lines
        .iter()
        .map(|line| line.event.text.clone())
        .collect();
    parts.extend(found.grounds.facts);
    if let Some(refusal) = found.refusal {
        parts.push(format!("no: {refusal}"));
        parts.extend(refusal.facts);
    }
    let flags = [
        (found.hidden, "hidden"),
        (found.more, "more"),
        (found.chance, "chance"),
    ];
    parts.extend(
        flags
            .iter()
            .filter(|(on, _)| *on)
            .map(|(_, word)| word.to_string()),
    );
    parts.join(", ")
}

#[test]
fn a_report_contains_what_is_the_same_in_every_world() {
    let no = "no: it is not the time for this, the pot is 0";
    for (viewer, text, expected) in [
        (
            seat(0),
            "show 2",
            "player 1: show 2, the pot is 0, card 1 is 2",
        ),
        (seat(1), "show 2", "player 1: show 2, hidden"),
        (Viewer::Spectator, "show 9", "no: no such card"),
        (seat(0), "show 3", &format!("{no}, card 1 is 2")),
        (Viewer::Referee, "show 3", &format!("{no}, card 1 is 2")),
        (seat(1), "raise 1", "player 1: raise 1, the pot is 0"),
        (
            Viewer::Referee,
            "raise 1",
            "player 1: raise 1, the pot is 0, card 1 is 2",
        ),
        (seat(1), "raise 3", no),
    ] {
        assert_eq!(
            report(&at("", 3, None), viewer, text),
            expected,
            "{viewer} {text}"
        );
    }
    assert!(at("", 3, None).consider(seat(0), "jump").is_err());
    // Whether the dealer comes next matters only if there is one.
    assert_eq!(
        report(&at("", 5, Some(1)), seat(1), "pass"),
        "player 3: pass, the pot is 0, chance"
    );
    assert_eq!(
        report(&at("", 5, None), seat(1), "pass"),
        "player 3: pass, the pot is 0"
    );
    // Passing reveals the card of the first seat.
    let told = at("told later", 4, None);
    assert_eq!(
        report(&told, seat(0), "pass"),
        "player 2: pass (2), the pot is 0, card 1 is 2"
    );
    assert_eq!(report(&told, seat(1), "pass"), "the pot is 0, more");
    // In some worlds the action is allowed, in others it is not.
    let leaks = at("list leaks", 3, None);
    assert_eq!(report(&leaks, Viewer::Spectator, "raise 2"), "hidden, more");
}

#[test]
fn an_action_may_be_allowed_later() {
    let later = |taken, by: u8, viewer, text| {
        let found = at("", taken, None).later(Seat(by), text, viewer)?;
        let refusal = found.refusal.map(|refusal| refusal.message);
        Some((found.asked, found.after, refusal, found.hidden))
    };
    let asked = |number| Actor::Seat(Seat(number));
    let no = Some("it is not the time for this".to_string());
    for (taken, by, viewer, text, expected) in [
        (3, 2, seat(2), "show 1", Some((asked(2), None, None, false))),
        (3, 2, seat(0), "show 1", Some((asked(2), None, None, true))),
        (3, 2, seat(0), "raise 7", Some((asked(2), None, no, false))),
        (3, 2, seat(0), "jump", None),
        (
            4,
            0,
            seat(0),
            "raise 1",
            Some((Actor::Chance, None, None, false)),
        ),
        // In the second round nobody may pass.
        (
            7,
            1,
            seat(0),
            "raise 1",
            Some((asked(1), Some("raise 1".into()), None, false)),
        ),
        (7, 1, seat(0), "raise 7", None),
        (7, 2, seat(0), "raise 1", None),
        (6, 0, seat(0), "raise 1", None),
    ] {
        assert_eq!(
            later(taken, by, viewer, text),
            expected,
            "{taken} {by} {viewer} {text}"
        );
    }
    let draws = Match::new(Toy::sound(), None);
    assert_eq!(
        draws.later(Seat(0), "raise 1", seat(0)),
        None,
        "a draw comes first"
    );
    // Passing tells nothing, but whether the raise is allowed depends on cards.
    let leaks = at("list leaks", 3, None);
    assert_eq!(leaks.later(Seat(1), "raise 2", Viewer::Spectator), None);
}

#[test]
fn a_viewer_knows_some_actions() {
    let play = at("", 3, None);
    let open = [Action::Pass, Action::Raise(1), Action::Raise(2)].to_vec();
    let all = [&open[..], &[Action::Show(2)]].concat();
    for (viewer, expected) in [
        (seat(0), (all.clone(), false)),
        (Viewer::Referee, (all, false)),
        (seat(1), (open.clone(), true)),
        (Viewer::Spectator, (open, true)),
    ] {
        assert_eq!(play.known_actions(viewer), expected, "{viewer}");
    }
    assert_eq!(play.known_odds(seat(1)), []);
    let coin = [(Action::Flip(1), 1), (Action::Flip(2), 1)];
    assert_eq!(at("", 6, None).known_odds(seat(1)), coin);
}

#[test]
fn reasons_before_a_seat_is_asked_depend_on_what_the_viewer_knows() {
    let play = at("", 3, None);
    let why = |viewer, text| {
        let refusal = play.refuse_unasked(Seat(1), text, viewer).unwrap();
        refusal.map(|refusal| refusal.message)
    };
    let not_yours = Some("this card is not yours".to_string());
    assert_eq!(why(seat(1), "show 2"), not_yours);
    assert_eq!(why(seat(1), "show 3"), None);
    assert_eq!(why(seat(0), "show 2"), None);
    assert_eq!(why(seat(0), "show 9"), Some("no such card".into()));
    assert_eq!(why(Viewer::Referee, "show 2"), not_yours);
    assert!(play.refuse_unasked(Seat(1), "jump", seat(0)).is_err());
}
