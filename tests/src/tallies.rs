//! Totals over many games add up, for any winners and ties.

use crate::packs::folder;
use cardwright::{Setup, Tally, editions, games, rulebook};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

type Book = Arc<dyn cardwright::DynGame>;

fn book(game: &str, players: u8, options: &[(&str, &str)]) -> Book {
    let all = crate::laws::board(game).iter().chain(options);
    let options = all
        .map(|(name, value)| ((*name).to_string(), (*value).to_string()))
        .collect();
    rulebook(
        game,
        &Setup {
            players,
            options,
            packs: Vec::new(),
        },
    )
    .unwrap_or_else(|error| panic!("{error}"))
}

fn sum(one: &Tally, other: &Tally) -> Tally {
    let mut sum = one.clone();
    sum.add(other);
    sum
}

#[test]
fn shares_of_the_seeds_add_up_to_the_whole() {
    for game in games() {
        for players in game.players() {
            let book = book(game.id, players, &[]);
            let first = crate::first_seed();
            let run = |seeds: std::ops::Range<u64>| {
                book.simulate("random", first + seeds.start..first + seeds.end)
                    .unwrap()
            };
            let (whole, one, other) = (run(0..24), run(0..9), run(9..24));
            assert_eq!(sum(&one, &other), whole, "{} {players}", game.id);
            assert_eq!(sum(&other, &one), whole, "{} {players}", game.id);
            assert_eq!((one.games, whole.games), (9, 24));
            // Each field is non-zero in both parts.
            for tally in [&one, &other] {
                assert!(
                    tally.decisions > tally.games && tally.turns >= tally.games,
                    "{tally:?}"
                );
            }
            assert_ne!(whole.digest, one.digest ^ other.digest);
        }
    }
}

#[test]
fn bots_that_are_named_seat_by_seat_play_the_same_games() {
    for game in games() {
        for players in game.players() {
            let book = book(game.id, players, &[]);
            let named = vec!["random"; usize::from(players)];
            let seeds = crate::first_seed() + 3..crate::first_seed() + 12;
            let between = book.simulate_between(None, &named, seeds.clone()).unwrap();
            assert_eq!(
                between,
                book.simulate("random", seeds),
                "{} {players}",
                game.id
            );
        }
    }
}

#[test]
fn every_game_is_won_once_or_is_shared() {
    for game in games() {
        for players in game.players() {
            let book = book(game.id, players, &[]);
            let first = crate::first_seed() + 50;
            let tally = book.simulate("random", first..first + 40).unwrap();
            // A win counts for each seat of its side.
            let seats = |side| {
                (0..players)
                    .filter(|seat| book.side(cardwright::Seat(*seat)) == side)
                    .count() as u64
            };
            let won: u64 = (0..players)
                .map(|seat| {
                    tally.wins[usize::from(seat)] * 60 / seats(book.side(cardwright::Seat(seat)))
                })
                .sum();
            assert_eq!(
                won / 60 + tally.draws,
                tally.games,
                "{} {players}: {tally:?}",
                game.id
            );
        }
    }
}

/// Rounds are limited, so that several robots remain and many games are shared.
#[test]
fn shared_games_are_nobodys_wins() {
    for players in 2..=4 {
        let book = book("moon-bots", players, &[("max_rounds", "1")]);
        let tally = book.simulate("random", 0..200).unwrap();
        let won: u64 = tally.wins.iter().sum();
        assert_eq!(won + tally.draws, 200, "{tally:?}");
        assert!(tally.draws > 10, "{tally:?}");
        let shared = (0..200).filter(|seed| {
            let one = book.simulate("random", *seed..seed + 1).unwrap();
            assert_eq!(one.wins.iter().sum::<u64>() + one.draws, 1, "{one:?}");
            one.draws == 1
        });
        assert_eq!(shared.count() as u64, tally.draws);
    }
}

/// The players decide who wins, not the seats: the better bot wins on any seat.
#[test]
fn each_bot_plays_for_its_own_seat() {
    for (game, better) in [("robotory", "search"), ("moon-bots", "greedy")] {
        let book = book(game, 2, &[]);
        let games = if better == "search" { 0..8 } else { 0..60 };
        for seat in 0..2usize {
            let mut bots = ["random"; 2];
            bots[seat] = better;
            let tally = book
                .simulate_between(None, &bots, games.clone())
                .unwrap()
                .unwrap();
            assert!(
                tally.wins[seat] > 2 * tally.wins[1 - seat],
                "{game} {bots:?}: {tally:?}"
            );
        }
    }
}

/// Forty games under each set of rules. A fact of a card or an option that is read but ignored shows here.
#[test]
fn games_come_out_so_under_every_edition_option_and_deck() {
    let beside = folder("tests/changed");
    insta::with_settings!({ snapshot_path => beside, prepend_module_to_snapshot => false, omit_expression => true }, {
        for game in games() {
            let mut out = String::new();
            for (players, option) in rules(game) {
                let options: Vec<_> = option.iter().copied().collect();
                let tally = book(game.id, players, &options).simulate("random", 0..40).unwrap();
                let (name, value) = option.unwrap_or(("as usual", ""));
                writeln!(
                    out,
                    "{players} {name} {value}: {} turns, {} decisions, wins {:?}, {} draws",
                    tally.turns, tally.decisions, tally.wins, tally.draws
                )
                .unwrap();
            }
            insta::assert_snapshot!(format!("tallies-{}", game.id), out);
        }
    });
}

/// The usual rules and each edition for every number of players, and each non-default option for the usual number.
fn rules(game: &cardwright::GameInfo) -> Vec<(u8, Option<(&'static str, &'static str)>)> {
    let mut rules = Vec::new();
    for players in game.players() {
        rules.push((players, None));
        let editions = editions(game.id).into_iter();
        rules.extend(editions.map(|edition| (players, Some(("edition", edition)))));
    }
    let others = crate::options::others().into_iter();
    let own = others.filter(|(of, ..)| *of == game.id);
    rules.extend(own.map(|(_, name, value)| (game.usual, Some((name, value)))));
    rules
}

/// Every number in a row for machine learning is about something that can happen.
#[test]
fn every_number_about_a_robot_and_the_table_is_sometimes_more_than_0() {
    let of_what = |name: &str| match name.split('/').collect::<Vec<_>>()[..] {
        ["robot", _, what] => Some(what.to_owned()),
        [what] | ["dice", what] => Some(format!("the table's {what}")),
        _ => None,
    };
    let (mut all, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for pack in [
        "tests/rulings/moon-bots/words",
        "cards/examples/old-grudges",
    ] {
        let setup = Setup {
            packs: vec![crate::packs::pack(&folder(pack))],
            ..Setup::players(2)
        };
        let mut batch = rulebook("moon-bots", &setup).unwrap().batch(40).unwrap();
        let names: Vec<_> = batch.features().iter().map(|name| of_what(name)).collect();
        all.extend(names.iter().flatten().cloned());
        batch.reset(crate::first_seed());
        let (mut rows, mut mask, mut seats) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..4000 {
            batch.observe(&mut rows, &mut mask, &mut seats);
            for row in rows.chunks(names.len()) {
                let more = names.iter().zip(row).filter(|(_, number)| **number > 0);
                seen.extend(more.filter_map(|(name, _)| name.clone()));
            }
            let steps = batch.sample();
            batch.step(&steps, 2000).unwrap();
        }
    }
    let never: Vec<_> = all.difference(&seen).collect();
    assert!(never.is_empty(), "{never:?}");
}

/// How many numbers a bot learns from; `cardwright_bots::FEATURES`.
const NUMBERS: usize = 24;

/// The numbers that bots learn from, at the last moment of a recorded game.
#[test]
fn the_numbers_that_bots_learn_from_are_as_recorded() {
    let mut out = String::new();
    for game in games() {
        let players = game.players().last().unwrap_or(2);
        for lesson in book(game.id, players, &[]).lessons(3..4) {
            writeln!(out, "{}, {players} players", game.id).unwrap();
            let last = lesson
                .features
                .len()
                .saturating_sub(NUMBERS * usize::from(players));
            for some in lesson.features[last..].chunks(NUMBERS) {
                writeln!(out, "{some:.2?}").unwrap();
            }
        }
    }
    insta::assert_snapshot!(out);
}
