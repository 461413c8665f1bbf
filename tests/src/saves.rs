//! A match that is saved and loaded goes on as if nothing had happened, also half-way through a card's effect.

use cardwright::{Actor, Match, Setup};

/// Plays at random until a question and its answers are as wanted; nothing if the game ends before.
fn until(seed: u64, wanted: impl Fn(&str, &[String]) -> bool) -> Option<Match> {
    let mut play = Match::new("moon-bots", &Setup::players(4), seed).unwrap();
    while !matches!(play.actor(), Actor::Over(_)) {
        let question = play.question();
        let answers: Vec<_> = question.choices.iter().map(|choice| choice.action.clone()).collect();
        if wanted(&question.text, &answers) {
            return Some(play);
        }
        let answer = play.ask_bot("random").unwrap();
        play.play(&answer).unwrap();
    }
    None
}

/// Plays to the end at random; everything that happened, and the last state.
fn rest(mut play: Match) -> (Vec<String>, u64) {
    while !matches!(play.actor(), Actor::Over(_)) {
        let answer = play.ask_bot("random").unwrap();
        play.play(&answer).unwrap();
    }
    let lines = play.lines(cardwright::Viewer::Referee, 0).into_iter().map(|line| line.text).collect();
    (lines, play.fingerprint())
}

#[test]
fn a_match_saved_in_the_middle_of_deflection_goes_on_identically() {
    let halfway = |text: &str, answers: &[String]| {
        text.starts_with("Deflection:") && answers[0].starts_with("choose robot")
    };
    let play = (0..200).find_map(|seed| until(seed, halfway)).expect("some game plays Deflection");
    assert!(play.position().is_none(), "a position cannot say that an effect waits");
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
    for cut in (1..saved.trim_end().len()).step_by(997).filter(|cut| saved.is_char_boundary(*cut)) {
        assert!(Match::load(&saved[..cut]).is_err(), "cut after {cut} bytes");
    }
}

/// Each of the 64 bits of a seed decides what is dealt, and a match begun anew deals the same.
#[test]
fn every_bit_of_a_seed_deals_another_game() {
    let dealt = |seed: u64| {
        let mut play = Match::new("moon-bots", &Setup::players(3), seed).unwrap();
        for _ in 0..30 {
            let Some(answer) = play.question().choices.into_iter().next() else { break };
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
