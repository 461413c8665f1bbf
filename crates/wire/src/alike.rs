//! Documents that are types of their own are written as the library writes its values, and all are read as they are written.

use crate::packs::diagnostics;
use crate::play::{Why, line};
use crate::saves::copy;
use crate::verdicts::{Account, Verdict};
use cardwright::judge::{Judge, is_ruling};
use cardwright::odds::{self, Attack, Robot, Work, attack_odds, card_odds, robot_odds};
use cardwright::{
    Match, PackSource, Seat, Session, Setup, Viewer, cards, check_packs, games, starter,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// A value of the library, as it is serialized, must read as the wire type.
fn alike<T: DeserializeOwned + PartialEq + Debug>(value: &impl Serialize, wired: &T) {
    let read: T = serde_json::from_value(serde_json::to_value(value).unwrap()).unwrap();
    assert_eq!(read, *wired);
}

fn alike_itself<'v, T: DeserializeOwned + PartialEq + Debug + From<&'v V>, V: Serialize>(
    value: &'v V,
) {
    alike(value, &T::from(value));
}

/// What is written must be read as the same.
fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    alike(value, value);
}

#[test]
fn matches_are_written_alike_here_and_in_the_library() {
    for info in games() {
        let play = Match::new(info.id, &Setup::players(info.usual), 3).unwrap();
        let seats = vec!["random".into(); usize::from(info.usual)];
        let mut session = Session::new(play, seats.clone()).unwrap();
        for _ in 0..40 {
            session.play_bot().unwrap();
        }
        reads_back(&session.replay(seats));
        for viewer in [Viewer::Referee, Viewer::Spectator, Viewer::Seat(Seat(0))] {
            let scene = session.scene(viewer);
            assert_eq!(
                scene.is_some(),
                matches!(info.id, "lunar-command" | "robotory")
            );
            if let Some(scene) = scene {
                reads_back(&scene);
            }
            for told in session.lines(viewer, 0) {
                alike(&told, &line(&told).unwrap());
            }
            let action = session
                .question_for(viewer)
                .0
                .choices
                .first()
                .map(|choice| choice.action.clone());
            let why = session.why(&action.unwrap_or_default(), viewer);
            why.iter().for_each(alike_itself::<Why, _>);
        }
        let theirs = session.seat(Seat(0)).unwrap().copy();
        alike(&theirs, &copy(&theirs).unwrap());
    }
}

#[test]
fn packs_and_rulings_are_written_alike_here_and_in_the_library() {
    for info in games().iter().filter(|game| game.cards) {
        cards(info.id, &[]).unwrap().iter().for_each(reads_back);
        let files = starter(info.id, "My Pack").unwrap();
        let pack = |change: &dyn Fn(&str, &str) -> String| {
            let changed = files
                .iter()
                .map(|(path, text)| (path.clone(), change(path, text)));
            PackSource::from_texts("mine", changed)
        };
        let whole = pack(&|_, text| text.into());
        // Unknown words, broken grammar, and a warning with a second place: both types must be written alike
        // for each.
        for (word, instead) in [
            ("me", "mee"),
            ("}", ""),
            ("fn ", "fn unused() { }\nfn "),
            ("kind", "kinds"),
        ] {
            let broken = pack(&|path, text| match path.ends_with(".md") {
                true => text.into(),
                false => text.replacen(word, instead, 3),
            });
            let checked = check_packs(&[broken]).unwrap();
            assert!(!checked.found.list.is_empty(), "{word}");
            alike(&checked.found, &diagnostics(&checked.found));
        }
        let rulings: Vec<&String> = files
            .iter()
            .filter(|(path, _)| is_ruling(path))
            .map(|(_, text)| text)
            .collect();
        assert!(!rulings.is_empty());
        for text in rulings {
            let mut judge = Judge::new().with_packs(vec![whole.clone()]);
            for text in [
                text.clone(),
                text.replace("asked:", "told:"),
                text.replace("id:", "ID:"),
            ] {
                alike_itself::<Verdict, _>(&judge.judge(&text));
                for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0))] {
                    alike_itself::<Account, _>(&judge.account(&text, viewer));
                }
            }
        }
    }
}

#[test]
fn odds_are_written_alike_here_and_in_the_library() {
    let setup = Setup::players(2);
    let first = cards("moon-bots", &[])
        .unwrap()
        .into_iter()
        .find(|card| card.kind == "part")
        .unwrap()
        .id;
    reads_back(&card_odds("moon-bots", &first, &setup).unwrap());
    for value in [odds::Value::Damage, odds::Value::Energy, odds::Value::Both] {
        let robot = Robot::Cards(vec![first.clone()]);
        reads_back(&robot_odds("moon-bots", &robot, value, &setup, &mut Work::default()).unwrap());
    }
    let attackers = vec!["brax-the-strong permanent".into()];
    for goal in [odds::Goal::Battery, odds::Goal::Cards, odds::Goal::Both] {
        let attack = Attack::Cards {
            attackers: attackers.clone(),
            against: Vec::new(),
        };
        reads_back(
            &attack_odds("robot-empire", &attack, goal, &setup, &mut Work::default()).unwrap(),
        );
    }
}
