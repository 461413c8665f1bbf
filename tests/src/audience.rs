//! Two games that differ only in hands which a viewer does not see look the same to that viewer, byte for byte, at
//! every entry point and throughout the game. `laws.rs` tests the same with random games.

use crate::packs::{folder, pack};
use cardwright::judge::{Judge, Why, WhyError, why_for};
use cardwright::{Actor, DynMatch, Match, Referee, Seat, SeatCopy, Setup, Viewer, rulebook};

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

fn setup(packs: &[&str]) -> Setup {
    let options = vec![("ask".to_string(), "when-holding".to_string())];
    Setup {
        options,
        packs: packs.iter().map(|path| pack(&folder(path))).collect(),
        ..Setup::players(4)
    }
}

fn position(hands: [&str; 3]) -> String {
    let [second, third, fourth] = hands;
    format!(
        "active = \"1\"\nstep = \"turn-start\"\n[[robot]]\nparts = [\"left-claw\"]\nweapons = [\"extra-upgrade\"]\n\
         [[robot]]\nweapons = [{second}]\n[[robot]]\nweapons = [{third}]\n[[robot]]\nweapons = [{fourth}]\n"
    )
}

fn begun(
    packs: &[&str],
    hands: [&str; 3],
) -> (std::sync::Arc<dyn cardwright::DynGame>, Box<dyn DynMatch>) {
    let book = rulebook("moon-bots", &setup(packs)).unwrap();
    let play = book.start_from(&position(hands), None).unwrap();
    (book, play)
}

/// Everything that a viewer may learn: texts, and the answer about each line.
type Learned = (Vec<String>, Vec<Result<Why, WhyError>>);

/// Everything that a viewer may learn. `lines` are actions to ask about, each with its player.
pub(crate) fn entry_points(
    book: &dyn cardwright::DynGame,
    play: &dyn DynMatch,
    viewer: Viewer,
    lines: &[String],
) -> Learned {
    let (question, hides) = play.question_for(viewer);
    let texts = vec![
        format!(
            "{} {hides} {}",
            serde_json::to_string(&question).unwrap(),
            play.standing()
        ),
        play.view(viewer).to_string(),
        play.draw(viewer),
        format!("{:?}", play.lines(viewer, 0)),
        play.facts(viewer).to_string(),
        format!("{:?}", play.known_position(viewer)),
        SeatCopy::of(book, play, viewer).save(),
    ];
    let asked = lines.iter().map(|line| why_for(book, play, line, viewer));
    (texts, asked.collect())
}

/// Actions of Moon-Bots to ask about, each with its player.
fn asked_about() -> Vec<String> {
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
    let plays = weapons
        .iter()
        .flat_map(|id| ["play", "get", "choose", "pick"].map(|verb| format!("{verb} {id}")));
    let others = [
        "pass",
        "activate",
        "skip",
        "stop",
        "keep",
        "buy nothing",
        "buy top-left",
        "choose robot 3",
        "roll 3",
    ];
    let by =
        |answer: String| ["1", "2", "3", "4", "5", "chance"].map(|who| format!("{who}: {answer}"));
    plays.chain(others.map(String::from)).flat_map(by).collect()
}

/// An action that both games allow; if the actions themselves are hidden, one for each game.
pub(crate) fn answers(plays: &[Box<dyn DynMatch>; 2], turn: usize) -> [String; 2] {
    let [one, other] = [0, 1].map(|game| {
        plays[game]
            .question()
            .choices
            .into_iter()
            .map(|choice| choice.action)
            .collect::<Vec<_>>()
    });
    let common: Vec<_> = one.iter().filter(|action| other.contains(action)).collect();
    match common.get(turn * 7 % common.len().max(1)) {
        Some(action) => [(*action).clone(), (*action).clone()],
        None => [one[0].clone(), other[0].clone()],
    }
}

fn check(packs: &[&str], viewers: &[Viewer]) {
    let mut asked = 0;
    let lines = asked_about();
    for start in 0..3 {
        let (book, first) = begun(packs, HANDS[0]);
        let mut plays = [first, begun(packs, HANDS[1]).1];
        for turn in start..start + 40 {
            for viewer in viewers {
                let [one, other] =
                    [0, 1].map(|game| entry_points(&*book, &*plays[game], *viewer, &lines));
                assert_eq!(one, other, "{viewer}, after {:?}", plays[0].notation());
                asked += 1;
            }
            if matches!(plays[0].actor(), Actor::Over(_)) {
                break;
            }
            // Chance events have another form: any outcome that both games accept.
            let given = if plays[0].actor() == Actor::Chance {
                let drawn = [
                    "roll 3",
                    "draw right-claw",
                    "draw left-hammer",
                    "draw plus-die",
                    "draw weapon",
                    "get rest",
                    "get dodge",
                ];
                let fits = |action: &&str| {
                    plays
                        .iter()
                        .all(|play| matches!(play.why_not(action), Ok(None)))
                };
                match drawn
                    .into_iter()
                    .cycle()
                    .skip(turn)
                    .take(drawn.len())
                    .find(fits)
                {
                    Some(action) => [action.to_string(), action.to_string()],
                    None => break,
                }
            } else {
                answers(&plays, turn)
            };
            // If only one game can play the action, it is no longer hidden, and the games diverge.
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
    assert!(asked > 20, "{asked}");
}

#[test]
fn what_a_viewer_does_not_see_changes_nothing_it_is_told() {
    let seat = Viewer::Seat(Seat(0));
    check(&[], &[seat, Viewer::Spectator]);
    check(
        &["cards/examples/overclock", "cards/examples/salvage-yard"],
        &[seat],
    );
    check(
        &[
            "cards/examples/stormfront",
            "tests/rulings/moon-bots/homebrew-1",
        ],
        &[seat],
    );
    check(
        &[
            "cards/examples/old-grudges",
            "tests/rulings/moon-bots/large-sets",
        ],
        &[seat],
    );
    check(
        &["tests/rulings/moon-bots/words"],
        &[seat, Viewer::Spectator],
    );
}

/// Actions to ask about, to enter and to have refused, each with its player.
fn lines() -> impl Iterator<Item = String> {
    let weapons = [
        "dodge",
        "spy",
        "trick",
        "deflection",
        "energy-stock",
        "extra-upgrade",
        "rest",
    ];
    let named = weapons
        .iter()
        .flat_map(|id| ["play", "get", "pick", "choose"].map(|verb| format!("{verb} {id}")));
    let other = [
        "pass",
        "activate",
        "skip",
        "get ?",
        "roll 3",
        "choose robot 3",
        "activate; roll 3",
        "pass; pass",
    ];
    let answers = named.chain(other.map(String::from)).collect::<Vec<_>>();
    ["", "1: ", "2: ", "3: ", "4: ", "5: ", "chance: "]
        .into_iter()
        .flat_map(move |who| {
            answers
                .clone()
                .into_iter()
                .map(move |answer| format!("{who}{answer}"))
        })
}

/// Everything that a referee's session shows a viewer.
fn told_by_a_referee(hands: [&str; 3], entered: &[&str], viewer: Viewer) -> String {
    let mut host = Referee::new("moon-bots", setup(&[]), Some(position(hands))).unwrap();
    entered
        .iter()
        .for_each(|line| drop(host.enter(line).unwrap()));
    told_of(&host, lines(), viewer)
}

/// Everything that a referee's session shows a viewer who asks and enters these lines.
pub(crate) fn told_of(
    host: &Referee,
    lines: impl Iterator<Item = String>,
    viewer: Viewer,
) -> String {
    let mut table = Referee::load(&host.save()).unwrap().for_viewer(viewer);
    let mut all = vec![
        format!("{} {}", table.standing(), table.holds_secrets()),
        table.draw(),
        table.view().to_string(),
        format!("{:?} {:?}", table.news(), table.log()),
        serde_json::to_string(&table.asked()).unwrap(),
        format!("{:?}", table.possible()),
        table.copy().save(),
    ];
    for line in lines {
        let why = match table.why(&line) {
            Ok(why) => serde_json::to_string(&why).unwrap(),
            Err(refused) => serde_json::to_string(&refused).unwrap(),
        };
        all.push(format!("{line}: {why}"));
        all.push(format!("{:?}", table.enter(&line)));
    }
    all.join("\n")
}

#[test]
fn a_session_of_a_referee_tells_a_viewer_what_it_may_know() {
    for entered in [
        &[][..],
        &["activate"],
        &["activate", "roll 2", "use left-arm 2", "left 1 right 0"],
    ] {
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
            let [one, other] = HANDS.map(|hands| told_by_a_referee(hands, entered, viewer));
            assert_eq!(one, other, "{viewer}, after {entered:?}");
            assert!(one.contains("may not see"), "{one}");
            // At questions about dice, nobody can play anything.
            assert!(
                one.contains("\"hidden\":true") || entered.len() == 1,
                "{one}"
            );
        }
        let [one, other] =
            HANDS.map(|hands| told_by_a_referee(hands, entered, Viewer::Seat(Seat(2))));
        assert_ne!(one, other, "its own hand");
    }
}

#[test]
fn a_players_own_record_takes_what_that_player_sees() {
    let begin = || {
        let position = position([r#""dodge""#, r#""?""#, r#""?", "?""#]);
        let table = Referee::new("moon-bots", setup(&[]), Some(position)).unwrap();
        table.for_viewer(Viewer::Seat(Seat(1)))
    };
    let mut table = begin();
    // Robot 1's weapon is public in the position, so it is not part of this player's record.
    assert!(table.holds_secrets() && table.enter("pass").is_err());
    let text = position([r#""dodge""#, r#""?""#, r#""?", "?""#]).replace("extra-upgrade", "?");
    let mut table = Referee::new("moon-bots", setup(&[]), Some(text))
        .unwrap()
        .for_viewer(Viewer::Seat(Seat(1)));
    assert!(!table.holds_secrets());
    table.enter("3: play spy").unwrap();
    assert!(table.enter("choose robot 2").is_ok());
    assert!(table.why("2: play dodge").is_ok());
    assert_eq!(table.undo(2), 2);
}

/// Everything that a ruling shows a viewer.
fn told_by_a_judge(hands: [&str; 3], play: &str, viewer: Viewer) -> String {
    let text = format!(
        "# A ruling\n\n- id: two-worlds\n- game: moon-bots\n- players: 4\n- status: house\n- source: a test\n\
         - options: ask = when-holding\n\n## Position\n\n```toml\n{}```\n\n## Play\n\n```text\n{play}```\n\n\
         ## Outcome\n\n```text\nRobot 3 has Spy.\n```\n\n## After\n\n```toml\n[robot.3]\nweapons = [\"spy\"]\n```\n\n\
         ## Offered\n\n```text\nasked: player 2\nnot offered: play dodge\n```\n\n\
         ## Why 3: play spy\n\n```toml\nallowed = false\n```\n\n\
         ## Seen by player 3\n\n```toml\n[robot.3]\nweapons = [\"spy\"]\n```\n",
        position(hands)
    );
    serde_json::to_string_pretty(&Judge::new().account(&text, viewer)).unwrap()
}

#[test]
fn a_ruling_tells_a_viewer_what_it_may_know() {
    let mut refused: String = lines()
        .map(|line| format!("! {line}\n"))
        .filter(|line| line.contains(": "))
        .collect();
    refused.push_str("1: pass\n2: pass\n3: pass\n4: pass\n1: activate\nchance: roll 3\n");
    let plays = [
        "",
        "! 3: play spy\n",
        "! 3: play dodge\n1: pass\n",
        &refused,
        "1: pass\n4: play nothing\n",
    ];
    for play in plays {
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
            let [one, other] = HANDS.map(|hands| told_by_a_judge(hands, play, viewer));
            assert_eq!(one, other, "{viewer}, after {play}");
        }
    }
    let [one, other] = HANDS.map(|hands| told_by_a_judge(hands, "", Viewer::Seat(Seat(2))));
    assert_ne!(one, other, "its own hand");
}

/// A seeded match just before a roll.
fn before_a_roll() -> Match {
    let mut play = Match::new("moon-bots", &Setup::players(4), 7).unwrap();
    while !matches!(play.why_not("activate"), Ok(None)) {
        let answer = play.ask_bot("greedy").unwrap();
        play.play(&answer).unwrap();
    }
    play
}

#[test]
fn nobody_is_told_what_the_dealer_will_roll() {
    let play = before_a_roll();
    let Actor::Seat(seat) = play.actor() else {
        panic!()
    };
    for viewer in [Viewer::Seat(seat), Viewer::Spectator, Viewer::Referee] {
        let why = why_for(
            &**play.rulebook(),
            &*play,
            &format!("{seat}: activate"),
            viewer,
        )
        .unwrap();
        assert!(why.legal && why.follows.is_empty(), "{why:?}");
        assert!(
            why.facts
                .contains(&"a roll or a draw comes next".to_string()),
            "{why:?}"
        );
    }
}

#[test]
fn a_copy_is_read_asked_and_holds_no_dealer() {
    let play = before_a_roll();
    let Actor::Seat(seat) = play.actor() else {
        panic!()
    };
    let text = play.copy_for(Viewer::Seat(seat)).save();
    for word in ["\"seed\"", "\"actions\"", "\"fingerprints\""] {
        assert!(!text.contains(word), "{word}");
    }
    assert!(cardwright::is_copy(&text) && !cardwright::is_copy(&play.save(Vec::new())));
    let copy = SeatCopy::load(&text).unwrap();
    assert_eq!(copy.viewer().unwrap(), Viewer::Seat(seat));
    let (book, reached) = copy.reach().unwrap();
    let asked = why_for(
        &*book,
        &*reached,
        &format!("{seat}: activate"),
        Viewer::Seat(seat),
    )
    .unwrap();
    assert!(asked.legal, "{asked:?}");
    assert!(
        play.save(Vec::new())
            .contains("the dealer and every hidden card")
    );
}

#[test]
fn a_copy_that_was_cut_or_edited_is_refused() {
    let text = before_a_roll().copy_for(Viewer::Spectator).save();
    assert!(SeatCopy::load(&text[..text.len() / 2]).is_err());
    assert!(SeatCopy::load(&text.replace("\"seat_copy\": 2", "\"seat_copy\": 9")).is_err());
    let players = 4;
    for (viewer, is_there) in [
        (players, true),
        (players + 1, false),
        (7, false),
        (0, false),
    ] {
        let edited = text.replace(
            "\"viewer\": \"spectator\"",
            &format!("\"viewer\": \"{viewer}\""),
        );
        assert_eq!(
            SeatCopy::load(&edited).unwrap().viewer().is_ok(),
            is_there,
            "{viewer} of {players}"
        );
    }
    let broken = text.replace("step = ", "stop = ");
    assert!(SeatCopy::load(&broken).unwrap().reach().is_err());
}
