//! More reactions than may wait (MB-12.3).

use crate::packs::{folder, pack};
use cardwright::{Actor, DynGame, DynMatch, Setup, Viewer, rulebook};
use cardwright_kernel::{below, stream};
use std::sync::Arc;

fn book(players: u8) -> Arc<dyn DynGame> {
    let setup = Setup {
        packs: vec![pack(&folder("tests/packs/trigger-overflow"))],
        ..Setup::players(players)
    };
    rulebook("moon-bots", &setup).unwrap()
}

/// The number of robots with Gossip among four. Robot 1 plays a weapon that changes everybody's energy.
fn after(gossips: usize, weapon: &str) -> Box<dyn DynMatch> {
    let mut position =
        "active = \"1\"\nstep = \"rolled\"\ndice = [1]\npile = {}\npile_weapons = 0\n".to_owned();
    for robot in 0..4 {
        position += "[[robot]]\nenergy = 10\n";
        position += if robot < gossips {
            "upgrades = [\"trigger-overflow:gossip\"]\n"
        } else {
            ""
        };
        position += if robot == 0 {
            "weapons = [\"trigger-overflow:tremor\", \"trigger-overflow:jolt\"]\n"
        } else {
            ""
        };
    }
    let mut play = book(4).start_from(&position, None).unwrap();
    play.play(&format!("play trigger-overflow:{weapon}"))
        .unwrap();
    play
}

fn counters(play: &dyn DynMatch) -> Vec<u64> {
    let robots = play.view(Viewer::Spectator)["robots"].clone();
    let of = |robot: &serde_json::Value| robot["counters"]["upgrade-1"].as_u64().unwrap_or(0);
    robots.as_array().unwrap().iter().map(of).collect()
}

fn told(play: &dyn DynMatch) -> Vec<String> {
    play.lines(Viewer::Spectator, 0)
        .into_iter()
        .map(|line| format!("{} {:?}", line.text, line.cites))
        .collect()
}

#[test]
fn eight_things_that_wait_are_all_reacted_to() {
    // The losses of each of the four, and the losses of its opponents.
    let play = after(4, "jolt");
    assert_eq!(counters(&*play), [4, 4, 4, 4]);
    assert!(matches!(play.actor(), Actor::Seat(_)), "{:?}", told(&*play));
    // The loss and gain of one, and the gain of each of its three opponents.
    let lines = told(&*after(1, "tremor"));
    assert!(
        !lines.iter().any(|line| line.contains("Endless")),
        "{lines:?}"
    );
}

#[test]
fn a_ninth_thing_that_waits_ends_the_game_shared() {
    let play = after(2, "tremor");
    let lines = told(&*play);
    let Actor::Over(outcome) = play.actor() else {
        panic!("{lines:?}")
    };
    assert_eq!(outcome.winners.iter().count(), 4, "{lines:?}");
    let ends = [
        "Endless loop: trigger-overflow:gossip never ends. [\"MB-12.3\"]",
        "Robot 1 and robot 2 and robot 3 and robot 4 share the game: cards trigger each other without end. [\"MB-12.3\"]",
    ];
    assert_eq!(lines[lines.len() - 2..], ends, "{lines:?}");
}

#[test]
fn whole_games_end_whether_too_much_waits_or_not() {
    let mut endless = 0;
    for (players, seed) in (2..=4).flat_map(|players| (0..30).map(move |seed| (players, seed))) {
        let mut play = book(players).start(Some(seed));
        while let Some(answer) = play.ask_bot("random") {
            play.play(&answer).unwrap();
        }
        assert!(
            matches!(play.actor(), Actor::Over(_)),
            "{players} players, seed {seed}"
        );
        endless += usize::from(
            told(&*play)
                .iter()
                .any(|line| line.starts_with("Endless loop: trigger-overflow:gossip")),
        );
        if seed < 3 {
            book(players).check_laws(seed).unwrap();
        }
    }
    assert!(endless > 10, "{endless} of 90 games");
}

/// Packs add cards to the draw pile. Each draw takes one, however many there are.
#[test]
fn each_draw_takes_one_card_out_of_a_large_pile() {
    let packs = ["tests/rulings/moon-bots/homebrew"];
    let setup = Setup {
        packs: packs.iter().map(|path| pack(&folder(path))).collect(),
        ..Setup::players(4)
    };
    let book = rulebook("moon-bots", &setup).unwrap();
    let pile = |play: &dyn DynMatch| play.view(Viewer::Spectator)["pile"].as_u64().unwrap();
    let mut draws = 0;
    for seed in 0..12 {
        let (mut play, mut rng) = (book.start(None), stream(seed, 5));
        assert!(pile(&*play) > 64);
        for _ in 0..400 {
            let (choices, before) = (play.question().choices, pile(&*play));
            if choices.is_empty() {
                break;
            }
            let action = &choices[below(&mut rng, choices.len() as u32) as usize].action;
            let drawn = play.actor() == Actor::Chance && action.starts_with("draw");
            play.play(action).unwrap();
            if drawn {
                assert_eq!(pile(&*play), before - 1, "seed {seed}: {action}");
                draws += 1;
            }
        }
    }
    assert!(draws > 300, "{draws} draws");
}
