//! A saved match continues unchanged after loading, even in the middle of a card's effect.

use cardwright::{Actor, Match, Setup};

/// Plays at random until a question and its actions are as wanted; `None` if the game ends first.
fn until(seed: u64, wanted: impl Fn(&str, &[String]) -> bool) -> Option<Match> {
    let mut play = Match::new("moon-bots", &Setup::players(4), seed).unwrap();
    while !matches!(play.actor(), Actor::Over(_)) {
        let question = play.question();
        let answers: Vec<_> = question
            .choices
            .iter()
            .map(|choice| choice.action.clone())
            .collect();
        if wanted(&question.text, &answers) {
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
        .lines(cardwright::Viewer::Referee, 0)
        .into_iter()
        .map(|line| line.text)
        .collect();
    (lines, play.fingerprint())
}

#[test]
fn a_match_saved_in_the_middle_of_deflection_goes_on_identically() {
    let halfway = |text: &str, answers: &[String]| {
        text.starts_with("Deflection:") && answers[0].starts_with("choose robot")
    };
    let play = (0..200)
        .find_map(|seed| until(seed, halfway))
        .expect("some game plays Deflection");
    assert!(
        play.position().is_none(),
        "a position cannot say that an effect waits"
    );
    let saved = play.save(Vec::new());
    let loaded = Match::load(&saved).unwrap();
    assert_eq!(loaded.question(), play.question());
    assert_eq!(loaded.fingerprint(), play.fingerprint());
    assert_eq!(rest(loaded), rest(play));
}

#[test]
fn a_save_that_was_cut_anywhere_is_refused() {
    let play = until(3, |text, _| text.starts_with("Robot 3: buy")).unwrap();
    let saved = play.save(Vec::new());
    for cut in (1..saved.trim_end().len())
        .step_by(997)
        .filter(|cut| saved.is_char_boundary(*cut))
    {
        assert!(Match::load(&saved[..cut]).is_err(), "cut after {cut} bytes");
    }
}

/// Each of the 64 bits of a seed affects what is dealt, and a match with the same seed deals the same.
#[test]
fn every_bit_of_a_seed_deals_another_game() {
    let dealt = |seed: u64| {
        let mut play = Match::new("moon-bots", &Setup::players(3), seed).unwrap();
        for _ in 0..30 {
            let Some(answer) = play.question().choices.into_iter().next() else {
                break;
            };
            play.play(&answer.action).unwrap();
        }
        play.notation().to_vec()
    };
    for seed in [0, 0xFFFF_FFFF_FFFF_FFFF, 0x1234_5678_9ABC_DEF0] {
        let first = dealt(seed);
        assert_eq!(dealt(seed), first);
        for bit in 0..64 {
            assert_ne!(dealt(seed ^ 1 << bit), first, "bit {bit} of {seed}");
        }
    }
}

/// A match after this many actions, as a saved document.
fn document(game: &str, players: u8, answers: usize) -> serde_json::Value {
    let mut play = Match::new(game, &Setup::players(players), 0xC0FF_EE00_1234).unwrap();
    while play.actions_played() < answers {
        let Some(answer) = play.ask_bot("random") else {
            break;
        };
        play.play(&answer).unwrap();
    }
    serde_json::from_str(&play.save(Vec::new())).unwrap()
}

fn loads(save: &serde_json::Value) -> bool {
    Match::load(&save.to_string()).is_ok()
}

/// Changes to a save are noticed even if it can be read: a different or missing fingerprint, a different or missing
/// action, dice that the seed does not deal.
#[test]
fn a_save_that_was_edited_anywhere_is_refused() {
    let (mut dice, mut answers) = (0, 0);
    for info in cardwright::games() {
        let save = document(info.id, info.usual, 40);
        assert!(loads(&save), "{}", info.id);
        let prints = save["fingerprints"].as_array().unwrap().len();
        assert!(prints > 0, "{}", info.id);
        for at in 0..prints {
            let mut other = save.clone();
            let print = other["fingerprints"][at][1].as_str().unwrap().to_string();
            let last = if print.ends_with('0') { "1" } else { "0" };
            other["fingerprints"][at][1] = format!("{}{last}", &print[..print.len() - 1]).into();
            assert!(!loads(&other), "{}: fingerprint {at} is another", info.id);
        }
        let mut other = save.clone();
        other["fingerprints"].as_array_mut().unwrap().pop();
        assert!(!loads(&other), "{}: the last fingerprint is gone", info.id);
        let mut other = save.clone();
        other["actions"].as_array_mut().unwrap().pop();
        assert!(!loads(&other), "{}: the last answer is gone", info.id);
        let actions: Vec<String> = save["actions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|action| action.as_str().unwrap().into())
            .collect();
        for at in 0..actions.len() {
            // An action of the same kind, which may well be allowed there too.
            let verb = actions[at].split(' ').next();
            let swap = actions
                .iter()
                .find(|other| **other != actions[at] && other.split(' ').next() == verb);
            let Some(swap) = swap else { continue };
            let mut other = save.clone();
            other["actions"][at] = swap.as_str().into();
            assert!(
                !loads(&other),
                "{}: `{}` instead of `{}`",
                info.id,
                swap,
                actions[at]
            );
            answers += 1;
            dice += usize::from(verb == Some("roll"));
        }
    }
    assert!(answers > 60 && dice > 3, "{answers} answers, {dice} rolls");
}

/// A save after some undone actions equals that of a match in which they were never played.
#[test]
fn a_save_after_an_undo_holds_nothing_of_what_was_taken_back() {
    for info in cardwright::games() {
        for back in [1, 5, 23] {
            let mut play = Match::new(info.id, &Setup::players(info.usual), 5).unwrap();
            let mut saves = Vec::new();
            for _ in 0..60 {
                saves.push(play.save(Vec::new()));
                let Some(answer) = play.ask_bot("random") else {
                    break;
                };
                play.play(&answer).unwrap();
            }
            let undone = (0..back).filter(|_| play.undo()).count();
            assert!(undone > 0, "{}", info.id);
            let saved = play.save(Vec::new());
            let document: serde_json::Value = serde_json::from_str(&saved).unwrap();
            let answered = document["actions"].as_array().unwrap().len() as u64;
            for print in document["fingerprints"].as_array().unwrap() {
                assert!(
                    print[0].as_u64().unwrap() <= answered,
                    "{} after {back}",
                    info.id
                );
            }
            assert!(Match::load(&saved).is_ok(), "{} after {back}", info.id);
            assert!(
                saves.contains(&saved),
                "{} after {back}: as if it had never been given",
                info.id
            );
        }
    }
}
