//! A card asks for one kind of choice, and no word of another kind is accepted: for every kind, in every form of
//! writing, with two and with four players.

use crate::packs::{folder, pack};
use cardwright::{DynMatch, Setup, rulebook};

/// The weapons of the pack, one for each kind of choice, with the kinds as the test knows them.
const KINDS: [(&str, Kind, &str); 10] = [
    ("robot", Kind::Robot, "which robot"),
    ("player", Kind::Player, "which player"),
    ("number", Kind::Number, "how many points"),
    ("least", Kind::Number, "how many points"),
    ("face", Kind::Face, "which face of a die"),
    ("place", Kind::Place, "which card of the market"),
    ("card", Kind::Card, "which card"),
    ("weapon", Kind::Weapon, "which secret weapon"),
    ("slot", Kind::Slot, "which slot"),
    ("mode", Kind::Mode, "what"),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Robot,
    Player,
    Number,
    Face,
    Place,
    Card,
    Weapon,
    Slot,
    Mode,
}

/// Player 1 has played the weapon of a kind and is asked.
fn asked(players: u8, weapon: &str) -> Box<dyn DynMatch> {
    let setup = Setup {
        packs: vec![pack(&folder("tests/packs/choices"))],
        ..Setup::players(players)
    };
    let active = if players == 2 { "1L" } else { "1" };
    let hand: Vec<_> = KINDS
        .iter()
        .map(|(id, ..)| format!("\"choices:{id}\""))
        .collect();
    let position = format!(
        "active = \"{active}\"\nstep = \"rolled\"\ndice = [1, 2]\nmarket = {{ bottom-left = \"left-mortar\", \
         bottom-right = \"left-hammer\", top-left = \"weapon\" }}\n[[robot]]\nenergy = 15\nparts = [\"left-claw\", \"right-claw\"]\n\
         upgrades = [\"plus-die\", \"re-roll\"]\nweapons = [\"dodge\", \"spy\", {}]\n",
        hand.join(", ")
    );
    let mut play = rulebook("moon-bots", &setup)
        .unwrap()
        .start_from(&position, None)
        .unwrap();
    play.play(&format!("play choices:{weapon}")).unwrap();
    play
}

/// Everything that a player might write: the actions of every question, numbers, and numbers and names of every kind,
/// with their kind.
fn dictionary(players: u8) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (weapon, ..) in KINDS {
        words.extend(
            asked(players, weapon)
                .question()
                .choices
                .into_iter()
                .map(|choice| choice.action),
        );
    }
    for number in -2..=9 {
        words.push(format!("choose {number}"));
        for kind in [
            "robot", "player", "die", "face", "number", "mode", "slot", "card", "weapon", "place",
        ] {
            words.push(format!("choose {kind} {number}"));
        }
    }
    for name in [
        "1L",
        "1R",
        "2L",
        "2R",
        "left-claw",
        "left-hammer",
        "left-arm",
        "dodge",
        "fist",
        "none",
        "top-left",
        "plus-die",
    ] {
        words.push(format!("choose {name}"));
        for kind in [
            "robot", "player", "die", "number", "mode", "slot", "part", "card", "upgrade",
            "weapon", "place",
        ] {
            words.push(format!("choose {kind} {name}"));
        }
    }
    words.extend(
        [
            "choose robot 3 4",
            "choose 2 points",
            "choose none none",
            "choose",
        ]
        .map(String::from),
    );
    words
}

/// Whether a text may be accepted as an action of the question: it is that action, or says the same with fewer or more
/// words.
fn means(kind: Kind, text: &str, answer: &str) -> bool {
    let short = |word: &str| {
        answer
            .strip_prefix(word)
            .is_some_and(|rest| text == format!("choose {rest}"))
    };
    let long = |words: &[&str]| {
        answer.strip_prefix("choose ").is_some_and(|rest| {
            words
                .iter()
                .any(|word| text == format!("choose {word} {rest}"))
        })
    };
    text == answer
        || match kind {
            Kind::Robot => short("choose robot "),
            Kind::Player => short("choose player "),
            Kind::Face => short("choose die ") || text == answer.replace("die", "face"),
            Kind::Number => long(&["number"]),
            Kind::Place => {
                long(&["place", "card"])
                    || text.ends_with(" left-hammer") && answer == "choose bottom-right"
            }
            Kind::Card => long(&["card", "upgrade"]),
            Kind::Weapon => long(&["weapon"]),
            Kind::Slot => long(&["slot", "part"]),
            // The modes of the test in their order.
            Kind::Mode => {
                (text, answer) == ("choose mode 1", "choose 2")
                    || (text, answer) == ("choose mode 3", "choose robot-3")
                    || (text, answer) == ("choose mode 7", "choose dodge")
            }
        }
}

fn check(players: u8) {
    let words = dictionary(players);
    for (weapon, kind, asks) in KINDS {
        let mut play = asked(players, weapon);
        let question = play.question();
        assert!(
            question.text.contains(&format!(": {asks} does robot 1")),
            "{}",
            question.text
        );
        for choice in &question.choices {
            play.play(&choice.action).unwrap();
            assert_eq!(play.notation().last(), Some(&choice.action), "{weapon}");
            play.undo();
        }
        for text in &words {
            let before = play.fingerprint();
            match play.why_not(text) {
                Ok(None) => {
                    play.play(text).unwrap();
                    let answer = play.notation().last().unwrap().clone();
                    assert!(
                        means(kind, text, &answer),
                        "{weapon}: `{text}` is taken for `{answer}`"
                    );
                    play.undo();
                }
                Ok(Some(refusal)) => {
                    assert!(
                        !refusal.cites.is_empty() && !refusal.help.is_empty(),
                        "{weapon}: {text}"
                    );
                    let echoed = refusal.message.starts_with('`');
                    assert!(
                        !echoed
                            || ["the question asks for a", " is not from ", " is not among "]
                                .iter()
                                .any(|why| refusal.message.contains(why)),
                        "{}",
                        refusal.message
                    );
                }
                Err(error) => assert!(!error.message.is_empty()),
            }
            assert_eq!(play.fingerprint(), before, "{weapon}: {text}");
        }
    }
}

#[test]
fn with_four_players_no_word_answers_a_question_of_another_kind() {
    check(4);
}

#[test]
fn with_two_players_no_word_answers_a_question_of_another_kind() {
    check(2);
}

#[track_caller]
fn refused(players: u8, weapon: &str, text: &str, message: &str) {
    let refusal = asked(players, weapon).why_not(text).unwrap().unwrap();
    assert_eq!(refusal.message, message);
}

#[test]
fn the_refusal_says_what_was_given_and_what_is_asked() {
    refused(
        4,
        "number",
        "choose robot 3",
        "`robot 3` is a robot; the question asks for a number",
    );
    refused(
        4,
        "place",
        "choose 2",
        "`2` is a number; the question asks for a card of the market",
    );
    refused(
        2,
        "player",
        "choose robot 1R",
        "`robot 1R` is a robot; the question asks for a player",
    );
    refused(
        2,
        "robot",
        "choose player 2",
        "`player 2` is a player; the question asks for a robot",
    );
    refused(
        2,
        "robot",
        "choose 2",
        "`2` is a number; the question asks for a robot",
    );
    refused(
        4,
        "card",
        "choose spy",
        "`spy` is a secret weapon; the question asks for a card",
    );
}

#[test]
fn modes_that_are_called_alike_go_by_their_number() {
    let choices = asked(4, "mode").question().choices;
    let written: Vec<_> = choices
        .iter()
        .map(|choice| choice.action.as_str())
        .collect();
    let wanted = [
        "choose 2",
        "choose mode 2",
        "choose robot-3",
        "choose mode 4",
        "choose mode 5",
    ];
    assert_eq!(written[..5], wanted);
    assert_eq!(written[5..], ["choose mode 6", "choose dodge"]);
}

/// Two swapped neighbouring letters are one typing error, even in a word so short that two errors would make it another
/// word.
#[test]
fn swapped_letters_are_helped() {
    assert_eq!(
        cardwright::meant("dei", &["die", "roll"]),
        "did you mean `die`?"
    );
    assert_eq!(
        cardwright::meant("dxy", &["die", "roll"]),
        "write one of die, roll"
    );
}
