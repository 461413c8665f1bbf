//! Two worlds that differ in hidden hands of up to fourteen cards look the same to a viewer who does not see the hands,
//! at every entry point. Saves and undo work in the middle of waiting announcements.

use crate::audience::{answers, entry_points};
use cardwright::judge::Judge;
use cardwright::{Actor, DynMatch, Match, Referee, Seat, Session, Setup, Viewer, rulebook};

/// Hands of players 2 and 3, and their owners. Player 1 and a spectator cannot tell the worlds apart.
const HANDS: [[&str; 2]; 2] = [
    [
        r#""sniper", "double-agent", "mint", "gearhound", "rockets", "scrap-rat", "emp-burst""#,
        r#""hacker", "pickpocket", "demolition-expert", "wild-mutant", "volt-runner", "power-mine", "tread-legs""#,
    ],
    [
        r#""wild-mutant", "sky-leech", "field-mechanic", "saboteur", "orbital-laser", "titan-torso", "jump-jets""#,
        r#""brax-the-strong", "double-agent", "sniper", "core-overload", "repair-bay", "rust-swarm", "mint""#,
    ],
];

/// The start of the two worlds.
const STEPS: [&str; 4] = ["turn-start", "play", "before-combat", "turn-end"];

fn setup() -> Setup {
    let options = vec![("ask".to_string(), "when-holding".to_string())];
    Setup {
        options,
        ..Setup::players(3)
    }
}

fn position(step: &str, [second, third]: [&str; 2]) -> String {
    format!(
        "active = \"1\"\nstep = \"{step}\"\n[[player]]\nvault = 8\nhand = [\"acid-slug\", \"sniper\"]\n\
         units = [\"long-tom\", \"boulder-ape\", \"mint\"]\n\
         [[player]]\nhand = [{second}]\nunits = [\"volt-runner\", \"base-force-field\", \"scrap-rat\"]\n\
         [[player]]\nhand = [{third}]\nunits = [\"sky-leech\", \"repair-bay\"]\n"
    )
}

/// Actions to ask about, each with its player.
fn lines() -> Vec<String> {
    let agents = [
        "sniper",
        "hacker",
        "saboteur",
        "orbital-laser",
        "pickpocket",
    ];
    let named = ["", " at 1", " at 1:mint", " at 2:scrap-rat"];
    let mut all: Vec<String> = agents
        .iter()
        .flat_map(|id| named.iter().map(move |named| format!("show {id}{named}")))
        .collect();
    for id in [
        "mint",
        "gearhound",
        "wild-mutant",
        "scrap-rat",
        "titan-torso",
        "brax-the-strong",
        "acid-slug",
    ] {
        all.extend(["play", "discard", "draw"].map(|verb| format!("{verb} {id}")));
    }
    let other = [
        "show double-agent",
        "install rockets on 2:volt-runner",
        "instant 2:volt-runner",
        "tap 2:base-force-field for battery",
        "fire 1:long-tom at 2:scrap-rat",
        "pass",
        "done",
        "roll 3",
    ];
    all.extend(other.map(String::from));
    let by = |answer: &String| ["1", "2", "3", "chance"].map(|who| format!("{who}: {answer}"));
    all.iter().flat_map(by).collect()
}

fn begun(
    step: &str,
    hands: [&str; 2],
) -> (std::sync::Arc<dyn cardwright::DynGame>, Box<dyn DynMatch>) {
    let book = rulebook("robot-empire", &setup()).unwrap();
    let play = book.start_from(&position(step, hands), None).unwrap();
    (book, play)
}

#[test]
fn fourteen_hidden_cards_change_nothing_that_a_viewer_is_told() {
    let lines = lines();
    let viewers = [Viewer::Seat(Seat(0)), Viewer::Spectator];
    let mut asked = 0;
    for step in STEPS {
        for start in 0..2 {
            let (book, first) = begun(step, HANDS[0]);
            let mut plays = [first, begun(step, HANDS[1]).1];
            for turn in start..start + 12 {
                for viewer in viewers {
                    let [one, other] =
                        [0, 1].map(|game| entry_points(&*book, &*plays[game], viewer, &lines));
                    assert!(
                        one == other,
                        "{viewer}, after {:?}: {}",
                        plays[0].notation(),
                        apart(&format!("{one:#?}"), &format!("{other:#?}"))
                    );
                    asked += 1;
                }
                if matches!(plays[0].actor(), Actor::Over(_)) {
                    break;
                }
                let given = answers(&plays, turn);
                // If only one world can play the action, it is no longer hidden, and the worlds diverge.
                let shown = given[0] != given[1];
                plays
                    .iter_mut()
                    .zip(&given)
                    .for_each(|(play, action)| play.play(action).unwrap());
                if shown {
                    break;
                }
            }
        }
        let [one, other] = HANDS.map(|hands| {
            let (book, play) = begun(step, hands);
            entry_points(&*book, &*play, Viewer::Seat(Seat(2)), &lines)
        });
        assert_ne!(one, other, "its own hand");
    }
    assert!(asked > 40, "{asked}");
}

/// The first line that differs between two texts, for a message.
fn apart(one: &str, other: &str) -> String {
    let pairs = one.lines().zip(other.lines());
    pairs
        .filter(|(one, other)| one != other)
        .take(1)
        .map(|(one, other)| format!("{one}\n{other}"))
        .collect()
}

/// Everything that a referee's session shows a viewer.
fn told_by_a_referee(hands: [&str; 2], entered: &[&str], viewer: Viewer) -> String {
    let mut host = Referee::new("robot-empire", setup(), Some(position("play", hands))).unwrap();
    entered
        .iter()
        .for_each(|line| drop(host.enter(line).unwrap()));
    crate::audience::told_of(&host, lines().into_iter(), viewer)
}

#[test]
fn a_referee_tells_a_viewer_nothing_of_fourteen_hidden_cards() {
    for entered in [
        &[][..],
        &["1: play acid-slug"],
        &["1: show sniper at 2:scrap-rat"],
    ] {
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
            let [one, other] = HANDS.map(|hands| told_by_a_referee(hands, entered, viewer));
            assert!(
                one == other,
                "{viewer}, after {entered:?}: {}",
                apart(&one, &other)
            );
        }
        let [one, other] =
            HANDS.map(|hands| told_by_a_referee(hands, entered, Viewer::Seat(Seat(1))));
        assert!(one != other, "its own hand");
    }
}

/// A place on the table contains a colon, like the player's number before an action. Only a colon after the first word
/// belongs to the action.
#[test]
fn a_referee_reads_places_with_and_without_who_answers() {
    let entered = |line: &str| {
        let mut table =
            Referee::new("robot-empire", setup(), Some(position("play", HANDS[0]))).unwrap();
        table.enter(line).map(|_| format!("{:?}", table.log()))
    };
    let named = entered("1: show sniper at 2:scrap-rat").unwrap();
    for line in [
        "show sniper at 2:scrap-rat",
        "player 1: show sniper at 2:scrap-rat",
    ] {
        assert_eq!(entered(line).unwrap(), named, "{line}");
    }
    assert!(named.contains("Sniper at"), "{named}");
    for (line, refused) in [
        ("player 9: pass", "there is no player `player 9`"),
        ("first: pass", "there is no player `first`"),
        ("1:", "there is no action after the colon"),
    ] {
        assert_eq!(entered(line).unwrap_err().message, refused, "{line}");
    }
}

/// What a ruling shows a viewer.
fn told_by_a_judge(hands: [&str; 2], play: &str, viewer: Viewer) -> String {
    let text = format!(
        "# A ruling\n\n- id: two-worlds\n- game: robot-empire\n- players: 3\n- status: house\n- source: a test\n\
         - options: ask = when-holding\n\n## Position\n\n```toml\n{}```\n\n## Play\n\n```text\n{play}```\n\n\
         ## Outcome\n\n```text\nplayer 3 has a Sniper\n```\n\n\
         ## Offered\n\n```text\nasked: player 1\nnot offered: play mint\n```\n\n\
         ## Why 3: show sniper at 1:long-tom\n\n```toml\nallowed = false\n```\n",
        position("play", hands)
    );
    serde_json::to_string_pretty(&Judge::new().account(&text, viewer)).unwrap()
}

#[test]
fn a_judge_tells_a_viewer_nothing_of_fourteen_hidden_cards() {
    let refused: String = lines().iter().map(|line| format!("! {line}\n")).collect();
    let plays = [
        "",
        "! 3: show sniper at 1:mint\n",
        "1: play acid-slug\n",
        &refused,
    ];
    for play in plays {
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
            let [one, other] = HANDS.map(|hands| told_by_a_judge(hands, play, viewer));
            assert!(
                one == other,
                "{viewer}, after {play}: {}",
                apart(&one, &other)
            );
        }
    }
    let [one, other] = HANDS.map(|hands| told_by_a_judge(hands, "", Viewer::Seat(Seat(2))));
    assert!(one != other, "its own hand");
}

/// Plays at random until the table is as wanted; `None` if the game ends first.
fn until(seed: u64, players: u8, wanted: impl Fn(&Match) -> bool) -> Option<Match> {
    let mut play = Match::new("robot-empire", &Setup::players(players), seed).unwrap();
    while !matches!(play.actor(), Actor::Over(_)) {
        if wanted(&play) {
            return Some(play);
        }
        let answer = play.ask_bot("random").unwrap();
        play.play(&answer).unwrap();
    }
    None
}

/// Plays to the end at random. Returns everything that happened, and the last state.
fn rest(mut play: Match) -> (Vec<String>, u64) {
    while !matches!(play.actor(), Actor::Over(_)) {
        let answer = play.ask_bot("random").unwrap();
        play.play(&answer).unwrap();
    }
    let lines = play
        .lines(Viewer::Referee, 0)
        .into_iter()
        .map(|line| line.text)
        .collect();
    (lines, play.fingerprint())
}

/// The number of waiting announcements, and the start of the question.
fn stands(play: &Match, waiting: usize, question: &str) -> bool {
    let view = play.view(Viewer::Referee);
    view["waiting"].as_array().unwrap().len() >= waiting && play.question().text.contains(question)
}

#[test]
fn a_match_saved_while_things_wait_goes_on_identically() {
    type Moment<'a> = (&'a str, &'a dyn Fn(&Match) -> bool);
    let moments: [Moment<'_>; 3] = [
        ("two announcements", &|play| stands(play, 2, "")),
        ("an attack", &|play| {
            play.question()
                .choices
                .iter()
                .any(|one| one.action.starts_with("block"))
        }),
        ("an order", &|play| {
            play.question()
                .choices
                .iter()
                .any(|one| one.action.starts_with("next"))
        }),
    ];
    for (name, wanted) in moments {
        for players in 2..=3 {
            let play = (0..100).find_map(|seed| until(seed, players, wanted));
            let play = play.unwrap_or_else(|| panic!("no game has {name}"));
            let loaded = Match::load(&play.save(Vec::new())).unwrap();
            assert_eq!(loaded.question(), play.question(), "{name}");
            assert_eq!(loaded.fingerprint(), play.fingerprint(), "{name}");
            assert_eq!(rest(loaded), rest(play), "{name}");
        }
    }
}

#[test]
fn undo_brings_the_same_table_back_and_no_card_that_was_drawn() {
    let seats = || vec!["human".to_string(); 2];
    let play = Match::from_position(
        "robot-empire",
        &Setup::players(2),
        "step = \"play\"\n[[player]]\nvault = 20\nhand = [\"sniper\", \"mint\"]\n[[player]]\nhand = [\"double-agent\"]\nunits = [\"scrap-rat\"]\n",
        Some(5),
    )
    .unwrap();
    let mut session = Session::new(play, seats()).unwrap();
    let before = (session.question(), session.fingerprint());
    session.play("play mint").unwrap();
    assert_eq!(session.undo(1), 1);
    assert_eq!((session.question(), session.fingerprint()), before);
    session.play("show sniper at 2:scrap-rat").unwrap();
    session.play("pass").unwrap();
    // Player 2 has passed, which reveals that nothing was shown, so the action cannot be undone.
    assert_eq!(session.undo(1), 0);
    let mut session = session.with_free_undo();
    assert_eq!(session.undo(2), 2);
    assert_eq!((session.question(), session.fingerprint()), before);
}
