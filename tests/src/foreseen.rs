//! What a viewer is told that would follow does follow, as far as it is told, and no card that the viewer does not see is
//! guessed: in random games, for every allowed action and every viewer.

use crate::packs::{folder, pack};
use cardwright::judge::why_for;
use cardwright::{Actor, DynGame, DynMatch, Setup, Viewer, rulebook};

/// How many forecasts were compared, and how many of them stopped before something hidden.
#[derive(Default, Debug)]
struct Compared {
    all: usize,
    cut: usize,
}

/// Compares what each viewer is told of each action that the question allows.
fn compare(book: &dyn DynGame, play: &dyn DynMatch, compared: &mut Compared) {
    let Actor::Seat(seat) = play.actor() else { return };
    let viewers: Vec<Viewer> = (0..book.about().players)
        .map(|seat| Viewer::Seat(cardwright::Seat(seat)))
        .chain([Viewer::Spectator])
        .collect();
    for choice in play.question().choices.iter().take(12) {
        let mut after = play.copied();
        after.play(&choice.action).unwrap();
        for viewer in &viewers {
            let why = why_for(book, play, &format!("{seat}: {}", choice.action), *viewer).unwrap();
            let so_far = || format!("{viewer}, {}\n{}", choice.action, play.notation().join("\n"));
            assert!(why.legal || why.hidden, "{} is allowed: {why:?}\n{}", choice.action, so_far());
            let real = after.lines(*viewer, play.lines(*viewer, 0).len());
            let real: Vec<&str> = real.iter().map(|line| line.text.as_str()).collect();
            let told: Vec<&str> = why.follows.iter().map(|said| said.text.as_str()).collect();
            assert!(real.starts_with(&told), "told: {told:#?}\nreal: {real:#?}\n{}", so_far());
            compared.all += 1;
            compared.cut += usize::from(why.more);
        }
    }
}

/// Compares along random games, from the opening lay-out or a position.
fn games(
    game: &str,
    packs: &[&str],
    players: u8,
    from: Option<&str>,
    seeds: std::ops::Range<u64>,
) -> Compared {
    let setup =
        Setup { packs: packs.iter().map(|path| pack(&folder(path))).collect(), ..Setup::players(players) };
    let book = rulebook(game, &setup).unwrap();
    let mut compared = Compared::default();
    for seed in seeds {
        let seed = Some(crate::first_seed() + seed);
        let mut play = match from {
            None => book.start(seed),
            Some(position) => book.start_from(position, seed).unwrap(),
        };
        for turn in 0.. {
            let Some(answer) = play.ask_bot("random") else { break };
            if turn % 7 == 0 {
                compare(&*book, &*play, &mut compared);
            }
            play.play(&answer).unwrap();
        }
    }
    compared
}

#[test]
fn what_is_foreseen_of_official_cards_comes_true() {
    for (game, players) in [("moon-bots", 2), ("moon-bots", 4), ("robot-empire", 2), ("robot-empire", 3)] {
        let compared = games(game, &[], players, None, 0..3);
        assert!(compared.all > 300, "{game}, {players}: {compared:?}");
    }
}

#[test]
fn what_is_foreseen_of_cards_that_lay_hands_open_comes_true() {
    let position = "active = \"1\"\nstep = \"turn-start\"\n[[robot]]\nweapons = [\"large-sets:fire-drill\"]\n[[robot]]\n\
                    weapons = [\"dodge\", \"spy\"]\n[[robot]]\nweapons = [\"trick\", \"rest\"]\n[[robot]]\n\
                    weapons = [\"deflection\", \"energy-stock\"]\n";
    let large = "tests/rulings/moon-bots/large-sets";
    for (game, path, players, from) in
        [("moon-bots", large, 4, Some(position)), ("robot-empire", "tests/packs/clean", 2, None)]
    {
        let compared = games(game, &[path], players, from, 0..6);
        assert!(compared.all > 300 && compared.cut > 0, "{game}, {players}: {compared:?}");
    }
}
