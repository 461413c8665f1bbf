//! A preview comes true as far as it goes, and does not guess cards that the viewer does not see: in random games, for
//! every allowed action and every viewer.

use crate::packs::{folder, pack};
use cardwright::judge::why_for;
use cardwright::{Actor, DynGame, DynMatch, Seat, Setup, Viewer, cards, rulebook};

/// The number of previews compared, and how many of them stopped before something hidden.
#[derive(Default, Debug)]
struct Compared {
    all: usize,
    cut: usize,
}

/// Compares each viewer's preview of each allowed action and of other lines with what happens.
fn compare(book: &dyn DynGame, play: &dyn DynMatch, others: &[String], compared: &mut Compared) {
    let Actor::Seat(seat) = play.actor() else {
        return;
    };
    let seats = (0..book.about().players).map(|seat| Viewer::Seat(Seat(seat)));
    // Each with the number of lines that it has received.
    let viewers: Vec<(Viewer, usize)> = seats
        .chain([Viewer::Spectator])
        .map(|viewer| (viewer, play.lines(viewer, 0).len()))
        .collect();
    let choices = play
        .question()
        .choices
        .into_iter()
        .map(|choice| choice.action)
        .take(12);
    for action in choices.chain(others.iter().cloned()) {
        let line = format!("{seat}: {action}");
        let Ok(truth) = why_for(book, play, &line, Viewer::Referee) else {
            continue;
        };
        let mut after = play.copied();
        assert_eq!(after.play(&action).is_ok(), truth.legal, "{line}");
        for (viewer, received) in &viewers {
            let why = why_for(book, play, &line, *viewer).unwrap();
            let so_far = || format!("{viewer}, {line}\n{why:?}\n{}", play.notation().join("\n"));
            assert!(
                why.hidden || why.legal == truth.legal,
                "allowed: {}: {}",
                truth.legal,
                so_far()
            );
            // What a preview shows is true.
            let guessed: Vec<_> = why
                .facts
                .iter()
                .filter(|fact| !truth.facts.contains(fact))
                .collect();
            let alike = why.legal == truth.legal && why.message == truth.message;
            assert!(
                !alike || guessed.is_empty(),
                "{guessed:?}, and looked at is {:?}: {}",
                truth.facts,
                so_far()
            );
            if truth.legal {
                let real = after.lines(*viewer, *received);
                let real: Vec<&str> = real.iter().map(|line| line.text.as_str()).collect();
                let told: Vec<&str> = why.follows.iter().map(|said| said.text.as_str()).collect();
                assert!(
                    real.starts_with(&told),
                    "told: {told:#?}\nreal: {real:#?}\n{}",
                    so_far()
                );
            }
            compared.all += 1;
            compared.cut += usize::from(why.more);
        }
    }
}

/// Compares previews throughout random games, from the setup or from a position.
fn games(
    game: &str,
    packs: &[&str],
    players: u8,
    from: Option<&str>,
    seeds: std::ops::Range<u64>,
) -> Compared {
    let setup = Setup {
        packs: packs.iter().map(|path| pack(&folder(path))).collect(),
        ..Setup::players(players)
    };
    let book = rulebook(game, &setup).unwrap();
    let mut compared = Compared::default();
    for seed in seeds {
        let seed = Some(crate::first_seed() + seed);
        let mut play = match from {
            None => book.start(seed),
            Some(position) => book.start_from(position, seed).unwrap(),
        };
        let mut others: Vec<String> = Vec::new();
        for turn in 0.. {
            let Some(answer) = play.ask_bot("random") else {
                break;
            };
            if turn % 7 == 0 {
                compare(&*book, &*play, &others, &mut compared);
            }
            if !others.contains(&answer) {
                others.truncate(5);
                others.insert(0, answer.clone());
            }
            play.play(&answer).unwrap();
        }
    }
    compared
}

/// The usual games contain enough previews. Games of another seed may not, but are compared all the same.
fn assert_enough(enough: bool, compared: &Compared) {
    assert!(enough || crate::chosen_seed().is_some(), "{compared:?}");
}

#[test]
fn previews_of_official_cards_come_true() {
    for (game, players) in [
        ("moon-bots", 2),
        ("moon-bots", 4),
        ("robot-empire", 2),
        ("robot-empire", 3),
    ] {
        let compared = games(game, &[], players, None, 0..3);
        assert_enough(compared.all > 300, &compared);
    }
    // All weapons are in hands.
    let hands = [
        r#""spy", "dodge", "look-closer", "energy-stock""#,
        r#""rest", "trick", "deflection", "stronger""#,
        r#""black-market", "shock-absorber", "adjustment", "energy-pump""#,
        r#""supermarket", "computer-virus", "technological-advance", "extra-upgrade""#,
    ];
    for first in 1..=4 {
        let mut position =
            format!("active = \"{first}\"\nstep = \"turn-start\"\npile_weapons = 0\n");
        for hand in hands {
            position += &format!("[[robot]]\nweapons = [{hand}]\nupgrades = [\"plus-die\"]\n");
        }
        let compared = games("moon-bots", &[], 4, Some(&position), 0..1);
        assert_enough(compared.all > 300, &compared);
    }
}

#[test]
fn previews_of_cards_that_lay_hands_open_come_true() {
    let position = "active = \"1\"\nstep = \"turn-start\"\n[[robot]]\nweapons = [\"large-sets:fire-drill\"]\n[[robot]]\n\
                    weapons = [\"dodge\", \"spy\"]\n[[robot]]\nweapons = [\"trick\", \"rest\"]\n[[robot]]\n\
                    weapons = [\"deflection\", \"energy-stock\"]\n";
    let large = "tests/rulings/moon-bots/large-sets";
    for (game, path, players, from) in [
        ("moon-bots", large, 4, Some(position)),
        ("robot-empire", "tests/packs/clean", 2, None),
    ] {
        let compared = games(game, &[path], players, from, 0..6);
        assert_enough(compared.all > 300 && compared.cut > 0, &compared);
    }
}

/// With an empty deck, any hidden card may still be in any hidden hand.
#[test]
fn with_the_deck_used_up_hidden_cards_may_still_be_anywhere_hidden() {
    let book = rulebook("robot-empire", &Setup::players(2)).unwrap();
    let hands = ["boulder-ape", "sniper"];
    let all = cards("robot-empire", &[]).unwrap();
    let rest = all.iter().filter(|card| card.kind != "moon").map(|card| {
        let left = usize::from(card.copies) - hands.iter().filter(|held| **held == card.id).count();
        format!("\"{} {left}\"", card.id)
    });
    let rest: Vec<_> = rest.filter(|entry| !entry.ends_with(" 0\"")).collect();
    let text = format!(
        "active = \"1\"\nstep = \"play\"\ndiscard = [{}]\n[[player]]\nhand = [\"boulder-ape\"]\n[[player]]\nhand = [\"sniper\"]\n",
        rest.join(", ")
    );
    let play = book
        .start_from(&text, None)
        .unwrap_or_else(|flaws| panic!("{flaws:?}"));
    let why = |line: &str, viewer| why_for(&*book, &*play, line, viewer).unwrap();
    for (line, may) in [("1: play boulder-ape", true), ("1: play mint", false)] {
        let told = why(line, Viewer::Spectator);
        assert_eq!(told.hidden, may, "{told:?}");
        assert!(
            may || told
                .facts
                .iter()
                .any(|fact| fact.starts_with("every copy is in the open")),
            "{told:?}"
        );
    }
    assert!(why("1: play boulder-ape", Viewer::Referee).legal);
}
