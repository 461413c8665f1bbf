//! Converts values of the library to their wire types, field by field. Serializing a value and reading it as the
//! other type would give the same result, which a test checks; but then a module for browsers would contain code
//! for both directions of every type.

use crate::format::Broken;
use cardwright::shapes;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A type of the library with a corresponding type for documents.
pub(crate) trait Wired<T> {
    /// Converts the value to that type.
    fn wired(&self) -> T;
}

/// Marks types that are used unchanged in the documents.
macro_rules! the_same {
    ($($same:ty),*) => { $(impl Wired<$same> for $same {
        fn wired(&self) -> $same {
            self.clone()
        }
    })* };
}

/// Converts between types with the same fields, plus fields that only the document has.
macro_rules! fields {
    ($($from:ty => $to:ident { $($field:ident),* } $($more:ident: $value:expr),*;)*) => { $(impl $crate::wired::Wired<$to> for $from {
        fn wired(&self) -> $to {
            $to { $($field: $crate::wired::Wired::wired(&self.$field),)* $($more: $value,)* }
        }
    })* };
}

/// Converts between enums with the same variants.
macro_rules! words {
    ($($from:ty => $to:ident { $($word:ident),* };)*) => { $(impl $crate::wired::Wired<$to> for $from {
        fn wired(&self) -> $to {
            match self {
                $(<$from>::$word => $to::$word,)*
            }
        }
    })* };
}

pub(crate) use {fields, words};

the_same!(bool, u8, u32, u64, usize, i32, String, Value, Map<String, Value>, BTreeMap<String, String>);

impl<A: Wired<B>, B> Wired<Vec<B>> for Vec<A> {
    fn wired(&self) -> Vec<B> {
        self.iter().map(A::wired).collect()
    }
}

impl<A: Wired<B>, B> Wired<Option<B>> for Option<A> {
    fn wired(&self) -> Option<B> {
        self.as_ref().map(A::wired)
    }
}

impl<A: Wired<C>, B: Wired<D>, C, D> Wired<(C, D)> for (A, B) {
    fn wired(&self) -> (C, D) {
        (self.0.wired(), self.1.wired())
    }
}

impl Wired<shapes::Viewer> for cardwright::Viewer {
    fn wired(&self) -> shapes::Viewer {
        shapes::Viewer(*self)
    }
}

impl Wired<shapes::Actor> for cardwright::Actor {
    fn wired(&self) -> shapes::Actor {
        (*self).into()
    }
}

/// Converts a JSON value that must be an object.
pub(crate) fn object(what: &'static str, value: &Value) -> Result<Map<String, Value>, Broken> {
    match value {
        Value::Object(map) => Ok(map.clone()),
        other => Err(Broken {
            what,
            why: format!("{other} is not an object"),
        }),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::packs::{CardText, Diagnostic};
    use crate::play::{Why, line};
    use crate::reports::{AttackOdds, CardOdds, Number, RobotOdds, number};
    use crate::saves::{Save, copy};
    use crate::scenes::Drawing;
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

    fn alike_itself<T: DeserializeOwned + PartialEq + Debug>(value: &(impl Serialize + Wired<T>)) {
        alike(value, &value.wired());
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
            alike_itself::<Save>(&session.replay(seats));
            for viewer in [Viewer::Referee, Viewer::Spectator, Viewer::Seat(Seat(0))] {
                let scene = session.scene(viewer);
                assert_eq!(
                    scene.is_some(),
                    matches!(info.id, "lunar-command" | "robotory")
                );
                if let Some(scene) = scene {
                    alike_itself::<Drawing>(&scene);
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
                why.iter().for_each(alike_itself::<Why>);
            }
            let theirs = session.seat(Seat(0)).unwrap().copy();
            alike(&theirs, &copy(&theirs).unwrap());
        }
    }

    #[test]
    fn packs_and_rulings_are_written_alike_here_and_in_the_library() {
        for info in games().iter().filter(|game| game.cards) {
            cards(info.id, &[])
                .unwrap()
                .iter()
                .for_each(alike_itself::<CardText>);
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
                alike_itself::<Vec<Diagnostic>>(&checked.found);
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
                    alike_itself::<Verdict>(&judge.judge(&text));
                    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0))] {
                        alike_itself::<Account>(&judge.account(&text, viewer));
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
        alike_itself::<CardOdds>(&card_odds("moon-bots", &first, &setup).unwrap());
        for value in [odds::Value::Damage, odds::Value::Energy, odds::Value::Both] {
            let robot = Robot::Cards(vec![first.clone()]);
            alike_itself::<RobotOdds>(
                &robot_odds("moon-bots", &robot, value, &setup, &mut Work::default()).unwrap(),
            );
        }
        let attackers = vec!["brax-the-strong permanent".into()];
        for goal in [odds::Goal::Battery, odds::Goal::Cards, odds::Goal::Both] {
            let attack = Attack::Cards {
                attackers: attackers.clone(),
                against: Vec::new(),
            };
            alike_itself::<AttackOdds>(
                &attack_odds("robot-empire", &attack, goal, &setup, &mut Work::default()).unwrap(),
            );
        }
        assert_eq!(number(1 << 53), Number::Large("9007199254740992".into()));
        assert_eq!(number(-(1 << 53) + 1), Number::Small(-9007199254740991));
    }
}
