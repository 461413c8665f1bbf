//! Who is told what: two games that differ only in hands which somebody does not see are one game to that viewer, byte for
//! byte, at every door by which a viewer learns something, and as they are played on. The laws of the kernel ask the same
//! of random games; see `laws.rs`.

use crate::packs::{folder, pack};
use cardwright::judge::why_for;
use cardwright::{Actor, DynMatch, Match, Seat, SeatCopy, Setup, Viewer, rulebook};

/// Hands of robots 2, 3 and 4 that robot 1 and a spectator cannot tell apart.
const HANDS: [[&str; 3]; 2] = [
    [r#""dodge", "spy""#, r#""trick""#, r#""deflection", "energy-stock""#],
    [r#""trick", "energy-stock""#, r#""dodge""#, r#""spy", "deflection""#],
];

fn setup(packs: &[&str]) -> Setup {
    let options = vec![("ask".to_string(), "when-holding".to_string())];
    Setup { options, packs: packs.iter().map(|path| pack(&folder(path))).collect(), ..Setup::players(4) }
}

fn begun(packs: &[&str], hands: [&str; 3]) -> (std::sync::Arc<dyn cardwright::DynGame>, Box<dyn DynMatch>) {
    let [second, third, fourth] = hands;
    let position = format!(
        "active = \"1\"\nstep = \"turn-start\"\n[[robot]]\nparts = [\"left-claw\"]\nweapons = [\"extra-upgrade\"]\n\
         [[robot]]\nweapons = [{second}]\n[[robot]]\nweapons = [{third}]\n[[robot]]\nweapons = [{fourth}]\n"
    );
    let book = rulebook("moon-bots", &setup(packs)).unwrap();
    let play = book.start_from(&position, None).unwrap();
    (book, play)
}

/// Everything that a viewer may be told, as text.
fn doors(book: &dyn cardwright::DynGame, play: &dyn DynMatch, viewer: Viewer) -> String {
    let (question, hides) = play.question_for(viewer);
    let mut all = vec![
        format!("{} {hides} {}", serde_json::to_string(&question).unwrap(), play.standing()),
        play.view(viewer).to_string(),
        play.draw(viewer),
        format!("{:?}", play.lines(viewer, 0)),
        play.facts(viewer).to_string(),
        format!("{:?}", play.known_position(viewer)),
        SeatCopy::of(book, play, viewer).save(),
    ];
    let weapons = ["dodge", "spy", "trick", "deflection", "energy-stock", "extra-upgrade", "rest", "nothing"];
    let plays =
        weapons.iter().flat_map(|id| ["play", "get", "choose", "pick"].map(|verb| format!("{verb} {id}")));
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
    for answer in plays.chain(others.map(String::from)) {
        for who in ["1", "2", "3", "4", "5", "chance"] {
            let why = why_for(book, play, &format!("{who}: {answer}"), viewer);
            all.push(match why {
                Ok(why) => serde_json::to_string(&why).unwrap(),
                Err(error) => error.to_string(),
            });
        }
    }
    all.join("\n")
}

/// An answer that both games allow; where the answers themselves are hidden, one of each.
fn answers(plays: &[Box<dyn DynMatch>; 2], turn: usize) -> [String; 2] {
    let [one, other] = [0, 1].map(|game| {
        plays[game].question().choices.into_iter().map(|choice| choice.action).collect::<Vec<_>>()
    });
    let common: Vec<_> = one.iter().filter(|action| other.contains(action)).collect();
    match common.get(turn * 7 % common.len().max(1)) {
        Some(action) => [(*action).clone(), (*action).clone()],
        None => [one[0].clone(), other[0].clone()],
    }
}

fn check(packs: &[&str], viewers: &[Viewer]) {
    let mut asked = 0;
    for start in 0..3 {
        let (book, first) = begun(packs, HANDS[0]);
        let mut plays = [first, begun(packs, HANDS[1]).1];
        for turn in start..start + 40 {
            for viewer in viewers {
                let [one, other] = [0, 1].map(|game| doors(&*book, &*plays[game], *viewer));
                assert_eq!(one, other, "{viewer}, after {:?}", plays[0].notation());
                asked += 1;
            }
            if matches!(plays[0].actor(), Actor::Over(_)) {
                break;
            }
            // Chance's answers come in another form: any that both take.
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
                let fits = |action: &&str| plays.iter().all(|play| matches!(play.why_not(action), Ok(None)));
                match drawn.into_iter().cycle().skip(turn).take(drawn.len()).find(fits) {
                    Some(action) => [action.to_string(), action.to_string()],
                    None => break,
                }
            } else {
                answers(&plays, turn)
            };
            // What one plays and the other cannot is no longer hidden; so is where they part.
            let shown = given[0] != given[1];
            plays.iter_mut().zip(&given).for_each(|(play, action)| play.play(action).unwrap());
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
    check(&[], &[seat, Viewer::Onlooker]);
    check(&["cards/examples/overclock", "cards/examples/salvage-yard"], &[seat]);
    check(&["cards/examples/stormfront", "tests/rulings/moon-bots/sunday"], &[seat]);
    check(&["cards/examples/old-grudges", "tests/rulings/moon-bots/large-sets"], &[seat]);
    check(&["tests/rulings/moon-bots/words"], &[seat, Viewer::Onlooker]);
}

/// A seeded match that stands before a roll.
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
    let Actor::Seat(seat) = play.actor() else { panic!() };
    for viewer in [Viewer::Seat(seat), Viewer::Onlooker, Viewer::Referee] {
        let why = why_for(&**play.rulebook(), &*play, &format!("{seat}: activate"), viewer).unwrap();
        assert!(why.legal && why.follows.is_empty(), "{why:?}");
        assert!(why.facts.contains(&"dice or a draw come next".to_string()), "{why:?}");
    }
}

#[test]
fn a_copy_is_read_asked_and_holds_no_dealer() {
    let play = before_a_roll();
    let Actor::Seat(seat) = play.actor() else { panic!() };
    let text = play.copy_for(Viewer::Seat(seat)).save();
    for word in ["\"seed\"", "\"actions\"", "\"fingerprints\""] {
        assert!(!text.contains(word), "{word}");
    }
    assert!(cardwright::is_copy(&text) && !cardwright::is_copy(&play.save(Vec::new())));
    let copy = SeatCopy::load(&text).unwrap();
    assert_eq!(copy.viewer().unwrap(), Viewer::Seat(seat));
    let (book, reached) = copy.reach().unwrap();
    let asked = why_for(&*book, &*reached, &format!("{seat}: activate"), Viewer::Seat(seat)).unwrap();
    assert!(asked.legal, "{asked:?}");
    assert!(play.save(Vec::new()).contains("the dealer and every hidden card"));
}

#[test]
fn a_copy_that_was_cut_or_edited_is_refused() {
    let text = before_a_roll().copy_for(Viewer::Onlooker).save();
    assert!(SeatCopy::load(&text[..text.len() / 2]).is_err());
    assert!(SeatCopy::load(&text.replace("\"seat_copy\": 1", "\"seat_copy\": 9")).is_err());
    let nobody = text.replace("\"viewer\": \"spectator\"", "\"viewer\": \"7\"");
    assert!(SeatCopy::load(&nobody).unwrap().viewer().is_err());
    let broken = text.replace("step = ", "stop = ");
    assert!(SeatCopy::load(&broken).unwrap().reach().is_err());
}
