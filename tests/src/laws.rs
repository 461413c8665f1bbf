//! The laws of the kernel for every setup, not only for a few random ones: part of a game with each edition, number of
//! players, way of asking and pack, and with each option changed from its default.
//!
//! `CARDWRIGHT_SEED` selects other games than usual. `cargo xtask soak` runs these tests again and again with new
//! seeds.

use crate::packs::{folder, pack};
use cardwright::{Actor, PackSource, Setup, Viewer, editions, games, questions, rulebook};
use cardwright_kernel::{Rng, below, stream};

/// The number of actions in the part of a game that is checked.
const CHECKED: u64 = 10;

/// A part begins after at most this many actions. Games with cards take some hundreds.
const SKIPPED: u32 = 260;

/// The seed of this run.
fn seed() -> u64 {
    crate::chosen_seed().unwrap_or(0xCA2D)
}

/// A small board of Lunar Command. A game on the full board takes seconds: see [`a_whole_board_obeys_the_laws`].
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

/// Further options that a game is played with.
pub(crate) fn board(game: &str) -> &'static [(&'static str, &'static str)] {
    if game == "lunar-command" { SMALL } else { &[] }
}

/// The packs of custom cards for a game: the examples, and those of the tests.
pub(crate) fn example_packs(game: &str) -> Vec<PackSource> {
    let mine = format!("game = {game:?}");
    let of_game = |path: &std::path::PathBuf| {
        std::fs::read_to_string(path.join("pack.toml"))
            .is_ok_and(|text| text.lines().any(|line| line.starts_with(&mine)))
    };
    let list = |path: &str| {
        let entries = std::fs::read_dir(folder(path))
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let mut packs: Vec<_> = entries.filter(of_game).collect();
        packs.sort();
        packs
    };
    let all = list("cards/examples")
        .into_iter()
        .chain(list(&format!("tests/rulings/{game}")));
    all.map(|path| PackSource {
        name: path.display().to_string(),
        ..pack(&path)
    })
    .collect()
}

/// A setup of a game with some options.
fn setup(game: &str, players: u8, options: &[(&str, &str)], packs: &[PackSource]) -> Setup {
    let all = board(game)
        .iter()
        .filter(|(name, _)| options.iter().all(|(own, _)| own != name))
        .chain(options);
    let options = all
        .map(|(name, value)| ((*name).to_string(), (*value).to_string()))
        .collect();
    Setup {
        players,
        options,
        packs: packs.to_vec(),
    }
}

/// Checks a part of a game, starting at some point.
fn part(game: &str, setup: &Setup, luck: &mut Rng) {
    let book =
        rulebook(game, setup).unwrap_or_else(|error| panic!("{game} {:?}: {error}", setup.options));
    let (seed, skip) = (u64::from(luck.bits()), u64::from(below(luck, SKIPPED)));
    if let Err(broken) = book.check_part(seed, skip, CHECKED) {
        let packs: Vec<_> = setup.packs.iter().map(|pack| pack.name.as_str()).collect();
        panic!(
            "{game}, {} players, {:?}, {packs:?}, after {skip}: {broken}",
            setup.players, setup.options
        );
    }
}

/// The option that decides which seats a window asks, in games that have it.
fn asks(game: &str) -> &'static [&'static str] {
    match game {
        "moon-bots" | "robot-empire" => &["when-playable", "when-holding"],
        _ => &[""],
    }
}

#[test]
fn every_game_obeys_the_laws_from_its_beginning_to_its_end() {
    for game in games() {
        for players in game.players() {
            let book = rulebook(game.id, &setup(game.id, players, &[], &[])).unwrap();
            if let Err(broken) = book.check_laws(seed() + u64::from(players)) {
                panic!("{}, {players} players: {broken}", game.id);
            }
        }
    }
}

#[test]
fn a_whole_board_obeys_the_laws() {
    let book = rulebook("lunar-command", &Setup::players(4)).unwrap();
    book.check_laws(seed())
        .unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn every_edition_number_of_players_and_way_of_asking_obeys_the_laws() {
    let mut luck = stream(seed(), 1);
    let mut parts = 0;
    for game in games() {
        let editions = editions(game.id);
        for edition in editions
            .iter()
            .copied()
            .chain(editions.is_empty().then_some(""))
        {
            for (players, ask) in game
                .players()
                .flat_map(|n| asks(game.id).iter().map(move |ask| (n, *ask)))
            {
                let options = [("edition", edition), ("ask", ask)];
                let options: Vec<_> = options
                    .into_iter()
                    .filter(|(_, value)| !value.is_empty())
                    .collect();
                part(game.id, &setup(game.id, players, &options, &[]), &mut luck);
                parts += 1;
            }
        }
    }
    assert!(parts >= 60, "{parts}");
}

#[test]
fn every_pack_obeys_the_laws_in_every_edition() {
    let mut luck = stream(seed(), 2);
    let (packs, editions) = (example_packs("moon-bots"), editions("moon-bots"));
    assert!(packs.len() >= 8, "{}", packs.len());
    for pack in &packs {
        for (nth, edition) in editions.iter().enumerate() {
            // Every edition with every pack, cycling through the numbers of players and the ways of asking.
            for turn in 0..2 {
                let (players, ask) = (2 + (nth + turn) as u8 % 3, asks("moon-bots")[turn]);
                let setup = setup(
                    "moon-bots",
                    players,
                    &[("edition", edition), ("ask", ask)],
                    std::slice::from_ref(pack),
                );
                part("moon-bots", &setup, &mut luck);
            }
        }
    }
}

#[test]
fn every_variant_of_every_question_obeys_the_laws() {
    let mut luck = stream(seed(), 3);
    for game in games() {
        for question in questions(game.id) {
            let others = question
                .variants
                .iter()
                .filter(|variant| variant.value != question.default);
            for variant in others {
                for players in game.players() {
                    let ask = asks(game.id)[luck.bits() as usize % asks(game.id).len()];
                    let options = [(question.option, variant.value), ("ask", ask)];
                    let options: Vec<_> = options
                        .into_iter()
                        .filter(|(_, value)| !value.is_empty())
                        .collect();
                    part(game.id, &setup(game.id, players, &options, &[]), &mut luck);
                }
            }
        }
    }
}

/// Cards that react to each other, stay in play and attack out of turn: many games, all of which end.
#[test]
fn games_with_home_made_cards_end() {
    for (game, most) in [("moon-bots", 4), ("robot-empire", 3_u8)] {
        let packs = example_packs(game);
        assert!(!packs.is_empty(), "{game}");
        for (nth, pack) in packs.into_iter().enumerate() {
            let players = 2 + nth as u8 % (most - 1);
            let name = pack.name.clone();
            let book = rulebook(game, &setup(game, players, &[], &[pack])).unwrap();
            let tally = book.simulate("random", 300..500).unwrap();
            assert_eq!(
                tally.wins.iter().sum::<u64>() + tally.draws,
                200,
                "{name}, {players} players"
            );
        }
    }
}

#[test]
fn home_made_cards_of_robot_empire_obey_the_laws() {
    let mut luck = stream(seed(), 4);
    for pack in example_packs("robot-empire") {
        for players in 2..=3 {
            for ask in asks("robot-empire") {
                for _ in 0..6 {
                    let setup = setup(
                        "robot-empire",
                        players,
                        &[("ask", ask)],
                        std::slice::from_ref(&pack),
                    );
                    part("robot-empire", &setup, &mut luck);
                }
            }
        }
    }
}

/// MB-2.3: a decision with one possible action is not asked. Neither is one whose actions all have the same effect and
/// text.
#[test]
fn some_answer_of_every_question_differs_from_the_others() {
    let (mut luck, mut compared) = (stream(seed(), 5), 0);
    for edition in editions("moon-bots") {
        for players in 2..=4 {
            let options = [("edition", edition)];
            let book = rulebook("moon-bots", &setup("moon-bots", players, &options, &[])).unwrap();
            for _ in 0..3 {
                let mut play = book.start(Some(u64::from(luck.bits())));
                while let (Actor::Seat(_), true) = (play.actor(), play.actions_played() < 300) {
                    let choices = play.question().choices;
                    let told = play.lines(Viewer::Referee, 0).len();
                    let mut first = None;
                    let differs = choices.iter().any(|choice| {
                        play.play(&choice.action).unwrap();
                        let lines = play.lines(Viewer::Referee, told).into_iter();
                        let texts: Vec<String> = lines.map(|line| line.text).collect();
                        let after = (play.fingerprint(), texts);
                        assert!(play.undo());
                        *first.get_or_insert_with(|| after.clone()) != after
                    });
                    assert!(
                        differs,
                        "{edition}, {players} players: {}\n{:?}",
                        play.question_text(),
                        play.notation()
                    );
                    compared += 1;
                    let nth = below(&mut luck, choices.len() as u32) as usize;
                    play.play(&choices[nth].action).unwrap();
                }
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}
