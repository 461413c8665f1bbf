//! Compares Moon-Bots with a reference implementation in random games, at every decision. The reference shares no rule
//! with the engine. If the two differ, one of them has a rule wrong.

mod cards;
mod crowded;
mod table;

use cardwright::{Actor, DynMatch, Setup, Viewer, rulebook};
use cardwright_games::moon_bots::questions::QUESTIONS;
use cardwright_kernel::{Rng, below, stream};
use std::collections::BTreeMap;
use table::{Answers, End, MarketCard, Status, Table, Who};

/// The engine's match, and the random choices.
struct Beside {
    engine: Box<dyn DynMatch>,
    rng: Rng,
    what: String,
}

impl Beside {
    /// The engine's table must show the same as the reference's.
    fn compare(&self, table: &Table) {
        let view = self.engine.view(Viewer::Referee);
        let so_far = || format!("{}\n{}", self.what, self.engine.notation().join("\n"));
        for (robot, shown) in table.robots.iter().zip(view["robots"].as_array().unwrap()) {
            let status = match robot.status {
                Status::Playing => "in-play",
                Status::Off => "switched-off",
                Status::Out => "out",
            };
            assert_eq!(
                shown["energy"],
                robot.energy,
                "energy of {}: {}",
                shown["robot"],
                so_far()
            );
            assert_eq!(shown["status"], status, "{}: {}", shown["robot"], so_far());
            let mut hand = robot.hand.clone();
            hand.sort_unstable();
            let mut known: Vec<&str> = shown["known_weapons"]
                .as_array()
                .unwrap()
                .iter()
                .map(|id| id.as_str().unwrap())
                .collect();
            known.sort_unstable();
            assert_eq!(known, hand, "hand of {}: {}", shown["robot"], so_far());
            let parts = shown["parts"].as_object().unwrap();
            for (slot, id) in parts {
                assert_eq!(
                    id.as_str(),
                    robot.parts.get(slot.as_str()).copied(),
                    "{slot}: {}",
                    so_far()
                );
            }
            assert_eq!(
                shown["upgrades"],
                serde_json::json!(robot.upgrades),
                "{}",
                so_far()
            );
        }
        let lies = table.market.iter().map(|lies| match lies {
            None => None,
            Some(MarketCard::Weapon) => Some("weapon"),
            Some(MarketCard::Open(card)) => Some(*card),
        });
        for (lies, (place, shown)) in lies.zip(view["market"].as_object().unwrap()) {
            assert_eq!(shown.as_str(), lies, "{place}: {}", so_far());
        }
        if let Some(pending) = table.pending() {
            assert_eq!(view["pending"], serde_json::json!(pending), "{}", so_far());
        }
        assert_eq!(view["pile"], table.pile(), "{}", so_far());
        assert_eq!(view["dice"], serde_json::json!(table.dice), "{}", so_far());
        assert_eq!(view["round"], table.rounds + 1, "{}", so_far());
    }
}

impl Answers for Beside {
    fn answer(&mut self, table: &Table, who: Who, answers: &[String]) -> usize {
        let question = self.engine.question();
        let so_far = || {
            format!(
                "{}\n{}\n{}",
                self.what,
                self.engine.notation().join("\n"),
                question.text
            )
        };
        let asked = match question.actor {
            Actor::Seat(seat) => Some(Who::Player(seat.index())),
            Actor::Chance => Some(Who::Chance),
            Actor::Over(_) => None,
        };
        let mut engine: Vec<&str> = question
            .choices
            .iter()
            .map(|choice| choice.action.as_str())
            .collect();
        engine.sort_unstable();
        let mut here: Vec<&str> = answers.iter().map(String::as_str).collect();
        here.sort_unstable();
        assert_eq!(
            asked,
            Some(who),
            "who is asked: {}\nhere: {here:?}\nengine: {engine:?}",
            so_far()
        );
        assert_eq!(engine, here, "the answers: {}", so_far());
        if who != Who::Chance {
            self.compare(table);
        }
        let nth = below(&mut self.rng, answers.len() as u32) as usize;
        self.engine.play(&answers[nth]).unwrap();
        nth
    }
}

/// The start of a game.
#[derive(Clone, Copy, Debug)]
enum From {
    LayOut,
    /// Late in the game, with many cards on the table.
    Crowded,
}

/// Plays random games of one setup in both.
fn play(from: From, players: u8, options: &[(&str, &str)], seeds: std::ops::Range<u64>) {
    let mut setup = Setup::players(players);
    setup.options = options
        .iter()
        .map(|(name, value)| ((*name).into(), (*value).into()))
        .collect();
    let book = rulebook("moon-bots", &setup).unwrap();
    let said: BTreeMap<String, String> = book
        .about()
        .options
        .iter()
        .map(|used| (used.name.clone(), used.value.clone()))
        .collect();
    for seed in seeds {
        let mut table = Table::new(players.into(), said.clone());
        let what = format!("{players} players, {options:?}, seed {seed}");
        let (engine, what) = match from {
            From::LayOut => (book.start(None), what),
            From::Crowded => {
                let position = crowded::lay(&mut table, stream(seed, 78));
                let engine = book.start_from(&position, None);
                let what = format!("{what}\n{position}");
                (
                    engine.unwrap_or_else(|error| panic!("{what}\n{error:?}")),
                    what,
                )
            }
        };
        let mut beside = Beside {
            engine,
            rng: stream(seed, 77),
            what,
        };
        let End(winners) = table.play(&mut beside);
        let Actor::Over(outcome) = beside.engine.actor() else {
            panic!(
                "the engine goes on: {}\n{}",
                beside.what,
                beside.engine.notation().join("\n")
            )
        };
        let engine: Vec<usize> = outcome.winners.iter().map(|seat| seat.index()).collect();
        assert_eq!(
            engine,
            winners,
            "{}\n{}",
            beside.what,
            beside.engine.notation().join("\n")
        );
    }
}

/// The seeds of the games for each setup, or for a part of them.
fn seeds(part: u64) -> std::ops::Range<u64> {
    let games = crate::games(60);
    crate::first_seed()..crate::first_seed() + games / part
}

#[test]
fn every_edition_is_played_alike_by_a_second_player() {
    for edition in ["fr", "en", "de", "it", "es", "pt", "nl", "ru"] {
        for players in 2..=4 {
            play(From::LayOut, players, &[("edition", edition)], seeds(1));
            play(From::Crowded, players, &[("edition", edition)], seeds(2));
        }
    }
}

#[test]
fn who_is_asked_for_a_hand_alone_is_asked_alike() {
    for players in 2..=4 {
        play(From::LayOut, players, &[("ask", "when-holding")], seeds(2));
        play(From::Crowded, players, &[("ask", "when-holding")], seeds(1));
    }
}

#[test]
fn every_option_is_played_alike_by_a_second_player() {
    for question in QUESTIONS {
        for variant in question.variants {
            for players in 2..=4 {
                play(
                    From::LayOut,
                    players,
                    &[(question.option, variant.value)],
                    seeds(4),
                );
                play(
                    From::Crowded,
                    players,
                    &[(question.option, variant.value)],
                    seeds(4),
                );
            }
        }
    }
}
