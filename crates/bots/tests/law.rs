//! A bot sees only what its seat may know. In two worlds that the seat cannot tell apart, it plays the same action with
//! the same seed, and no world that it samples contradicts what the seat sees.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use cardwright::{Actor, Learner, Match, Setup, Weighed, parallel, rulebook};

fn check(game: &str, players: u8, bot: &str, (every, most): (u32, u32)) {
    let book = rulebook(game, &Setup::players(players)).unwrap();
    let asked: u32 = (0..4)
        .map(|seed| book.check_bot(bot, seed, every, most))
        .sum::<Result<_, _>>()
        .unwrap();
    assert!(asked > most, "{asked} questions of {game}");
}

#[test]
fn searches_see_what_their_seat_may_know() {
    for players in 2..=4 {
        check("moon-bots", players, "search:30", (4, 12));
    }
    check("robot-empire", 2, "search:30", (7, 12));
    check("robot-empire", 3, "search:30", (7, 12));
    check("lunar-command", 2, "search:4", (30, 2));
    check("robotory", 2, "search:2", (4, 6));
}

#[test]
fn greedy_bots_see_what_their_seat_may_know() {
    check("moon-bots", 4, "greedy", (2, 40));
    check("moon-bots", 3, "learned", (2, 40));
    check("robot-empire", 3, "greedy", (2, 40));
    check("lunar-command", 2, "greedy", (20, 6));
    check("robotory", 2, "greedy", (2, 10));
}

/// The advice names the action that the bot takes, and what it says about an action comes from the games of the search.
#[test]
fn advice_is_the_action_of_the_bot_with_the_games_behind_it() {
    for (game, players) in [("moon-bots", 2), ("robot-empire", 2)] {
        let mut play = Match::new(game, &Setup::players(players), 5).unwrap();
        let mut questions = 0;
        while questions < 12 && matches!(play.actor(), Actor::Seat(_)) {
            let allowed = play.question().choices;
            let advice = play.advice("search:40").unwrap();
            assert_eq!(Some(&advice.action), play.ask_bot("search:40").as_ref());
            let games: u32 = advice.weighed.iter().map(|(_, one)| one.games).sum();
            assert_eq!(allowed.len() > 1, games > 0, "{game}: {advice:?}");
            assert!(games <= 40, "{game}: {advice:?}");
            for (action, one) in &advice.weighed {
                assert!(allowed.iter().any(|choice| choice.action == *action));
                assert!((0.0..=1.0).contains(&one.share), "{game}: {advice:?}");
            }
            let most_first = |pair: &[(String, Weighed)]| pair[0].1.games >= pair[1].1.games;
            assert!(advice.weighed.windows(2).all(most_first), "{advice:?}");
            questions += u32::from(allowed.len() > 1);
            play.play(&advice.action).unwrap();
        }
        assert_eq!(questions, 12);
        assert!(play.advice("greedy").unwrap().weighed.is_empty());
        assert_eq!(play.advice("nobody"), None);
    }
}

/// A bot that uses the whole state is caught if anything is hidden, and only then.
#[test]
fn a_bot_that_peeks_is_caught() {
    let caught = |game: &str, players: u8| {
        let book = rulebook(game, &Setup::players(players)).unwrap();
        (0..8).any(|seed| book.check_bot("peeking", seed, 2, 20).is_err())
    };
    assert!(caught("moon-bots", 3));
    assert!(caught("robot-empire", 2));
    assert!(!caught("robotory", 2));
    assert!(!caught("lunar-command", 2));
}

/// Trees are limited by games, so the number of threads does not matter.
#[test]
fn trees_on_threads_find_the_same() {
    let book = rulebook("moon-bots", &Setup::players(2)).unwrap();
    let digest = |bot: &str, threads: usize| {
        let bots = [bot, "random"];
        let tally = parallel::simulate(&*book, None, &bots, 0..2, threads, &|_| {});
        tally.unwrap().unwrap().digest
    };
    assert_eq!(digest("search:60x3", 1), digest("search:60x3", 4));
    assert_ne!(digest("search:60x3", 1), digest("search:180", 1));
}

/// Every game has the three levels, and each bot obeys the law.
#[test]
fn levels_are_bots() {
    for game in ["moon-bots", "robot-empire", "lunar-command", "robotory"] {
        let book = rulebook(game, &Setup::players(2)).unwrap();
        let bots = book.bots();
        assert_eq!(bots[bots.len() - 3..], ["easy", "medium", "hard"], "{game}");
        assert!(bots.iter().all(|bot| book.has_bot(bot)), "{game}");
        book.check_bot("easy", 1, 8, 4).unwrap();
    }
    let book = rulebook("moon-bots", &Setup::players(2)).unwrap();
    for wrong in [
        "greedy:0",
        "greedy:101",
        "greedy:",
        "greedy:-1",
        "hard:5",
        "harder",
    ] {
        assert!(!book.has_bot(wrong), "{wrong}");
    }
}

/// Recorded once, and the same on every machine.
#[test]
fn a_seed_gives_the_same_actions_on_every_machine() {
    let digest = |game: &str, bots: &[&str]| {
        let book = rulebook(game, &Setup::players(bots.len() as u8)).unwrap();
        let tally = book.simulate_between(None, bots, 0..1).unwrap().unwrap();
        format!("{:016x}", tally.digest)
    };
    let found = [
        digest("moon-bots", &["search:20", "greedy"]),
        digest("robot-empire", &["search:20", "greedy"]),
        digest("lunar-command", &["search:2", "greedy"]),
    ];
    assert_eq!(
        found,
        ["063b857078ff0eb8", "0c8d0dcb8eedfa09", "c2e6debc5d8aeade"]
    );
}

/// Recorded once, and the same on every machine: the weights to the last bit, the surprise, whose logarithm is the
/// machine's, to six digits.
#[test]
fn the_same_games_teach_the_same() {
    let book = rulebook("moon-bots", &Setup::players(2)).unwrap();
    let mut learner = Learner::default();
    let surprises: Vec<f64> = book
        .lessons(5..17)
        .iter()
        .map(|lesson| learner.learn(lesson))
        .collect();
    let sum = learner
        .weights()
        .iter()
        .fold(0u64, |sum, weight| sum.rotate_left(5) ^ weight.to_bits());
    assert_eq!(format!("{sum:016x}"), "b71466fc3685e836");
    assert_eq!(surprises.len(), 12);
    let surprise: f64 = surprises.iter().sum();
    assert_eq!(format!("{surprise:.6}"), "9.236188");
    // A game does not depend on the games before it.
    assert_eq!(book.lessons(5..17)[3..5], book.lessons(8..10));
    assert_ne!(book.lessons(5..6), book.lessons(6..7));
}
