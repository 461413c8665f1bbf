//! Undo, and replays that cannot be followed.

use super::toy::{Toy, position};
use crate::*;

fn played(flaw: &'static str, seed: Option<u64>, lines: &str) -> Match<Toy> {
    let mut play = Match::new(Toy::with(flaw), seed);
    for line in lines.split(", ").filter(|line| !line.is_empty()) {
        play.play_text(line).unwrap();
    }
    play
}

#[test]
fn undo_takes_back_a_player_and_the_dice_that_followed() {
    let fresh = played("", Some(3), "");
    let mut play = played("", Some(3), "pass, raise 1, raise 2");
    assert_eq!(play.actions_played(), 7, "three draws and a coin");
    let end = (play.state().clone(), play.replay(Vec::new()));
    assert!(play.undo());
    assert_eq!((play.actions_played(), play.lines().len()), (5, 1 + 6 + 2));
    play.play_text("raise 2").unwrap();
    assert_eq!((play.state(), &play.replay(Vec::new())), (&end.0, &end.1));
    assert!(play.undo() && play.undo() && play.undo());
    // Only the opening draws are left. They are drawn again, and are the same.
    assert!(!play.undo());
    assert_eq!(play.notation(), fresh.notation());
    assert_eq!(play.lines(), fresh.lines());
    assert_eq!(play.actor(), Actor::Seat(Seat(0)));
    let mut by_hand = played("", None, "draw 1");
    assert!(by_hand.undo() && !by_hand.undo());
    assert_eq!((by_hand.actions_played(), by_hand.lines().len()), (0, 1));
}

#[test]
fn the_last_action_is_the_last_one_of_a_player() {
    let last = |flaw, seed, lines| {
        let last = played(flaw, seed, lines).last_action()?;
        Some((last.seat.map(|seat| seat.0), last.chance, last.hidden))
    };
    for (seed, lines, expected) in [
        (None, "", None),
        (Some(3), "", None),
        (None, "draw 1", Some((None, false, false))),
        (Some(3), "pass", Some((Some(0), false, false))),
        (Some(3), "pass, pass", Some((Some(1), false, false))),
        (Some(3), "pass, pass, pass", Some((Some(2), true, false))),
        (
            None,
            "draw 1, draw 2, draw 3, pass, pass, pass",
            Some((Some(2), false, false)),
        ),
        (
            None,
            "draw 1, draw 2, draw 3, pass, pass, pass, flip 1",
            Some((None, false, false)),
        ),
    ] {
        assert_eq!(last("", seed, lines), expected, "{lines}");
    }
    // Here passing reveals the first seat's card, which this seat knew.
    assert_eq!(
        last("told later", Some(3), "pass"),
        Some((Some(0), false, false))
    );
    assert_eq!(
        last("told later", Some(3), "pass, pass"),
        Some((Some(1), false, true))
    );
    assert_eq!(
        last("told later", Some(3), "pass, pass, pass"),
        Some((Some(2), true, true))
    );
}

#[test]
fn a_position_starts_a_match() {
    let play = Match::from_position(Toy::sound(), &position([1, 2, 3], 10), Some(1)).unwrap();
    assert!(
        matches!(play.actor(), Actor::Over(_)),
        "the coin has fallen"
    );
    assert!(play.replay(Vec::new()).position.is_some());
    let errors = Match::from_position(Toy::sound(), &position([1, 2, 3], 12), None).unwrap_err();
    assert_eq!(errors[0].message, "too many actions");
}

#[test]
fn a_changed_replay_is_refused_where_it_differs() {
    let replay = played("", Some(3), "pass, raise 1, raise 2, raise 1, raise 1").replay(Vec::new());
    assert_eq!(replay.fingerprints.len(), 1);
    assert_eq!(replay.fingerprints[0].0, 9);
    Match::from_replay(Toy::sound(), &replay).unwrap();
    let draw = replay.actions[1].clone();
    let other = if draw == "draw 1" { "draw 2" } else { "draw 1" };
    let coin = replay.actions[6].clone();
    type Change<'a> = &'a dyn Fn(&mut Replay);
    let changes: [(Change<'_>, String); 14] = [
        (
            &|it| it.format = 1,
            "the replay has format 1; this version reads format 2".into(),
        ),
        (
            &|it| it.game = "chess".into(),
            "the replay needs another rulebook: the game is chess in the file and toy here".into(),
        ),
        (
            &|it| it.players = 4,
            "the number of players is 4 in the file and 3 here".into(),
        ),
        (
            &|it| it.options[0].1 = "1".into(),
            "the set of options is calls=1 in the file and calls=0 here".into(),
        ),
        (
            &|it| {
                let [id, version, digest] = ["a", "1", "b"].map(String::from);
                it.packs = vec![PackUse {
                    id,
                    version,
                    digest,
                    files: Vec::new(),
                }];
            },
            "the set of packs is a b in the file and  here".into(),
        ),
        (
            &|it| it.actions.truncate(7),
            "the replay ends after 7 actions but its last fingerprint is for 9".into(),
        ),
        (
            &|it| it.fingerprints.clear(),
            "its last fingerprint is for 0".into(),
        ),
        (
            &|it| it.actions[3] = "jump".into(),
            "action 4 `jump`: column 1: this is no action".into(),
        ),
        (
            &|it| it.actions[8] = "pass".into(),
            "action 9 `pass` is not allowed: it is not the time for this".into(),
        ),
        (
            &|it| it.actions[8] = "raise 2".into(),
            "the game differs after action 9".into(),
        ),
        (
            &|it| it.fingerprints.insert(0, (1, "0".into())),
            "the game differs after action 1:".into(),
        ),
        (
            &|it| it.actions[1] = other.into(),
            format!(
                "after action 2: the state has the fingerprint {draw}, but the file says {other}"
            ),
        ),
        (
            &|it| {
                it.actions.truncate(6);
                it.fingerprints = vec![(6, String::new())];
                let short = played(
                    "",
                    None,
                    &format!("{}, pass, raise 1, raise 2", it.actions[..3].join(", ")),
                );
                it.fingerprints = short.replay(Vec::new()).fingerprints;
            },
            format!(
                "after action 7: the state has the fingerprint {coin}, but the file says the end"
            ),
        ),
        (
            &|it| it.position = Some(position([1, 2, 3], 12)),
            "the position that the replay starts from is not possible: too many actions".into(),
        ),
    ];
    for (change, expected) in changes {
        let mut changed = replay.clone();
        change(&mut changed);
        let error = Match::from_replay(Toy::sound(), &changed)
            .unwrap_err()
            .to_string();
        assert!(error.contains(&expected), "{error}\nis not\n{expected}");
    }
}
