//! The laws of the kernel over random games of every game, number of players and, for Moon-Bots, edition.

use crate::packs::{folder, pack};
use cardwright::{Setup, games, rulebook};
use proptest::prelude::*;

fn check(game: &str, players: u8, options: &[(&str, &str)], seed: u64) {
    check_with(game, Setup::players(players), options, seed);
}

fn check_with(game: &str, setup: Setup, options: &[(&str, &str)], seed: u64) {
    let players = setup.players;
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let book = rulebook(game, &Setup { options, ..setup }).unwrap_or_else(|error| panic!("{error}"));
    if let Err(broken) = book.check_laws(seed) {
        panic!("{game}, {players} players, seed {seed}: {broken}");
    }
}

/// A small board of Lunar Command; a game on the whole one takes seconds, see [`a_whole_board_obeys_the_laws`].
const SMALL: &[(&str, &str)] = &[
    ("board", "10x9"),
    ("green", "1,1 7,6"),
    ("orange", "7,1 1,6"),
    ("robots", "4,4 5,5 1,4 3,8"),
    ("astronauts", "5,3"),
    ("ufos", "4,7"),
    ("straight", "9"),
    ("square", "9"),
    ("dome", "3"),
    ("target", "3"),
];

#[test]
fn a_whole_board_obeys_the_laws() {
    check("lunar-command", 4, &[], 1);
}

proptest! {
    #![proptest_config(crate::cases(8))]

    #[test]
    fn every_game_obeys_the_laws(seed in any::<u64>()) {
        for game in games() {
            for players in game.players() {
                let options = if game.id == "lunar-command" { SMALL } else { &[] };
                check(game.id, players, options, seed);
            }
        }
    }

    #[test]
    fn robot_empire_obeys_the_laws_under_its_options(
        seed in any::<u64>(),
        players in 2u8..=3,
        ask in prop::sample::select(vec!["when-playable", "when-holding"]),
        more in prop::sample::select(vec![
            ("battery", "choose"), ("moons", "no"), ("ports", "yes"), ("mega", "no"), ("chaining", "no"),
            ("several_blockers", "one-chosen"), ("reactivate", "everybody"), ("instants", "own"),
            ("recharging", "all"), ("emptied_moon", "refilled"), ("emptied_moon", "stays-empty"),
            ("fire_at_batteries", "yes"), ("cancelled_cost", "returned"), ("several_long_range", "sum"),
        ]),
    ) {
        check("robot-empire", players, &[("ask", ask), more], seed);
    }

    #[test]
    fn nobody_learns_from_a_skipped_question(seed in any::<u64>(), players in 2u8..=4) {
        check("moon-bots", players, &[("ask", "when-holding")], seed);
    }

    #[test]
    fn home_made_cards_obey_the_laws(
        seed in any::<u64>(),
        players in 2u8..=4,
        ask in prop::sample::select(vec!["when-playable", "when-holding"]),
        pack_of in prop::sample::select(vec![
            "tests/rulings/moon-bots/words",
            "tests/rulings/moon-bots/homebrew",
            "tests/rulings/moon-bots/sunday",
            "tests/rulings/moon-bots/large-sets",
            "cards/examples/old-grudges",
            "cards/examples/overclock",
            "cards/examples/salvage-yard",
            "cards/examples/stormfront",
        ]),
    ) {
        let cards = pack(&folder(pack_of));
        let setup = Setup { packs: vec![cards], ..Setup::players(players) };
        check_with("moon-bots", setup, &[("ask", ask)], seed);
    }

    #[test]
    fn every_edition_obeys_the_laws(
        seed in any::<u64>(),
        players in 2u8..=4,
        edition in prop::sample::select(vec!["en", "de", "it", "es", "pt", "nl", "ru"]),
    ) {
        check("moon-bots", players, &[("edition", edition)], seed);
    }
}

/// Cards that answer each other, stay and attack out of turn: many games, all of which end.
#[test]
fn games_with_home_made_cards_end() {
    for (players, name) in [
        (2, "words"),
        (2, "homebrew"),
        (3, "homebrew"),
        (4, "words"),
        (4, "homebrew"),
        (2, "sunday"),
        (4, "large-sets"),
        (4, "sunday"),
    ] {
        let packs = vec![pack(&folder(&format!("tests/rulings/moon-bots/{name}")))];
        let setup = Setup { packs, ..Setup::players(players) };
        let book = rulebook("moon-bots", &setup).unwrap_or_else(|error| panic!("{error}"));
        let tally = book.simulate("random", 300..700).unwrap();
        assert_eq!(tally.wins.iter().sum::<u64>() + tally.draws, 400, "{name}, {players} players");
    }
}
