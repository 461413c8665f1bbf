//! Random games for each number of players under every value of every option: nothing panics, the number of coins and
//! cards is constant, and every game ends within its limit.

use crate::packs::{folder, pack};
use cardwright_cards::check;
use cardwright_games::robot_empire::lexicon::LEXICON;
use cardwright_games::robot_empire::questions::QUESTIONS;
use cardwright_games::robot_empire::{Action, Rulebook};
use cardwright_kernel::{Actor, NoLog, Outcome, Rules, below, stream};

/// The options that are not variants of rules, with their values; for a number, both bounds.
const VALUES: &[(&str, &[&str])] = &[
    ("mega", &["yes", "no"]),
    ("chaining", &["yes", "no"]),
    ("ports", &["yes", "no"]),
    ("moons", &["yes", "no"]),
    ("battery", &["20", "choose"]),
    ("ask", &["when-playable", "when-holding"]),
    ("vault", &["0", "6", "20"]),
    ("quiet_rounds", &["1", "30"]),
    ("max_rounds", &["1", "120"]),
    ("decks", &["raiders", "miners", "machines"]),
];

/// Every option with every value.
fn values(game: &Rulebook) -> Vec<(String, String)> {
    let questions = QUESTIONS.iter().map(|question| {
        (
            question.option,
            question
                .variants
                .iter()
                .map(|variant| variant.value)
                .collect::<Vec<_>>(),
        )
    });
    let all: Vec<_> = VALUES
        .iter()
        .map(|(option, values)| (*option, values.to_vec()))
        .chain(questions)
        .collect();
    for option in game.about().options {
        // The official pack has no other composition of the common deck.
        let played = option.name == "deck" || all.iter().any(|(name, _)| *name == option.name);
        assert!(played, "{} is played under no value", option.name);
    }
    all.into_iter()
        .flat_map(|(name, values)| {
            values
                .into_iter()
                .map(move |value| (name.into(), value.into()))
        })
        .collect()
}

/// The results of a number of games.
#[derive(Default)]
struct Sums {
    games: u64,
    answers: u64,
    longest: u32,
    shared: u64,
}

/// Plays one random game and checks it after every action.
fn play(game: &Rulebook, seed: u64, what: &str, sums: &mut Sums) {
    let (mut dealer, mut luck) = (stream(seed, 1), stream(seed, 2));
    let mut state = game.start(&mut NoLog);
    let mut legal: Vec<Action> = Vec::new();
    for answers in 0..=game.max_game_length() {
        let flaws = game.check_invariants(&state);
        assert!(
            flaws.is_empty(),
            "{what}, seed {seed}, after {answers} answers: {flaws:?}"
        );
        let action = match game.actor(&state) {
            Actor::Over(Outcome { winners }) => {
                assert!(
                    winners.iter().next().is_some(),
                    "{what}, seed {seed}: nobody wins"
                );
                sums.games += 1;
                sums.answers += u64::from(answers);
                sums.longest = sums.longest.max(answers);
                sums.shared += u64::from(winners.iter().count() > 1);
                return;
            }
            Actor::Chance => game.deal(&state, &mut dealer),
            Actor::Seat(_) => {
                legal.clear();
                game.legal(&state, &mut legal);
                assert!(
                    !legal.is_empty(),
                    "{what}, seed {seed}: asked without an answer"
                );
                legal[below(&mut luck, legal.len() as u32) as usize]
            }
        };
        game.apply_unchecked(&mut state, action, &mut NoLog);
    }
    panic!(
        "{what}, seed {seed}: goes on after {} answers",
        game.max_game_length()
    );
}

#[test]
fn random_games_under_every_option_end_with_all_coins_and_cards() {
    let (cards, found) = check(&[pack(&folder("cards/robot-empire"))], &LEXICON);
    assert!(found.list.is_empty(), "{}", found.render());
    let cards = cards.unwrap();
    let usual = Rulebook::new(cards.clone(), 2, &[]).unwrap();
    for (option, value) in values(&usual) {
        for players in 2..=3 {
            let what = format!("{players} players, {option} = {value}");
            let game = Rulebook::new(cards.clone(), players, &[(option.clone(), value.clone())]);
            if (players, what.ends_with("vault = 20")) == (3, true) {
                assert!(game.is_err(), "80 coins are not enough");
                continue;
            }
            let game = game.unwrap();
            let mut sums = Sums::default();
            (0..crate::games(2)).for_each(|seed| play(&game, seed, &what, &mut sums));
            println!(
                "{what}: {} games, {:.0} answers a game, {} in the longest, {} shared",
                sums.games,
                sums.answers as f64 / sums.games as f64,
                sums.longest,
                sums.shared
            );
        }
    }
}
