//! Everything again, with a step between any two actions that must change nothing: the match is saved and loaded, or
//! copied, or an action is undone and played again. All rulings and complete games of every kind.

use crate::packs::pack;
use cardwright::judge::{Judge, read};
use cardwright::{Actor, DynGame, DynMatch, Replay, Seat, Setup, Viewer, games, rulebook};
use std::path::Path;

/// The step between two actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Between {
    Save,
    Copy,
    Undo,
}

const ALL: [Between; 3] = [Between::Save, Between::Copy, Between::Undo];

/// Everything that a match shows each viewer.
fn told(play: &dyn DynMatch, players: u8) -> String {
    let viewers = (0..players)
        .map(|seat| Viewer::Seat(Seat(seat)))
        .chain([Viewer::Spectator, Viewer::Referee]);
    let each = viewers.map(|viewer| {
        format!(
            "{}\n{}\n{:?}\n",
            play.view(viewer),
            play.draw(viewer),
            play.lines(viewer, 0)
        )
    });
    format!(
        "{:016x} {:?}\n{}",
        play.fingerprint(),
        play.question(),
        each.collect::<String>()
    )
}

/// Plays a record again, with a step between any two actions.
fn again(book: &dyn DynGame, record: &Replay, between: Between, every: usize) -> Box<dyn DynMatch> {
    let mut play = match &record.position {
        Some(position) => book.start_from(position, record.seed).unwrap(),
        None => book.start(record.seed),
    };
    // With a seeded dealer, its events are in the record too.
    while let Some(action) = record.actions.get(play.actions_played()).cloned() {
        if play.actions_played() % every == 0 {
            match between {
                Between::Save => {
                    let text = cardwright::write_replay(&play.replay(Vec::new()));
                    play = book
                        .resume(&cardwright::read_replay(&text).unwrap())
                        .unwrap();
                }
                Between::Copy => play = play.copied(),
                Between::Undo => {
                    let (before, state) = (play.actions_played(), play.state());
                    play.play(&action).unwrap();
                    assert!(play.undo(), "there is an answer to take back");
                    assert_eq!(
                        (play.actions_played(), play.state()),
                        (before, state),
                        "{action}"
                    );
                }
            }
        }
        play.play(&action)
            .unwrap_or_else(|error| panic!("{action}: {error}"));
    }
    play
}

/// Every ruling of a folder, with the packs beside it.
fn rulings(folder: &Path, found: &mut Vec<(std::path::PathBuf, String)>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rulings(&path, found);
        } else if path.extension().is_some_and(|end| end == "md") && !path.ends_with("README.md") {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
}

#[test]
fn every_ruling_holds_with_something_between_any_two_actions() {
    let mut all = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    rulings(&root.join("rulings"), &mut all);
    rulings(&root.join("../cards/examples"), &mut all);
    let (mut judge, mut played, mut packs) = (Judge::new(), 0, None);
    for (path, text) in all {
        let Ok(ruling) = read(&text) else { continue };
        let folder = path
            .ancestors()
            .find(|up| up.ends_with("rulings"))
            .and_then(Path::parent);
        let folder = folder
            .filter(|folder| folder.join("pack.toml").is_file())
            .map(Path::to_path_buf);
        if packs.as_ref() != Some(&folder) {
            judge.set_packs(folder.iter().map(|folder| pack(folder)).collect());
            packs = Some(folder);
        }
        // Rulings about impossible positions are never played.
        let Ok((book, play)) = judge.reach(&ruling) else {
            continue;
        };
        let record = play.replay(Vec::new());
        for between in ALL {
            let other = again(&*book, &record, between, 1);
            assert_eq!(
                told(&*other, ruling.players),
                told(&*play, ruling.players),
                "{between:?} {}",
                path.display()
            );
        }
        played += 1;
    }
    assert!(played > 700, "{played} rulings were played");
}

#[test]
fn every_game_goes_on_with_something_between_any_two_actions() {
    for game in games() {
        for players in game.players() {
            let options = crate::laws::board(game.id);
            let options = options
                .iter()
                .map(|(name, value)| ((*name).into(), (*value).into()))
                .collect();
            let book = rulebook(
                game.id,
                &Setup {
                    players,
                    options,
                    packs: Vec::new(),
                },
            )
            .unwrap();
            for seed in [None, Some(0x5EED_0000_0000_0007)] {
                let mut play = book.start(seed);
                let mut luck = cardwright_kernel::stream(7, 7);
                while !matches!(play.actor(), Actor::Over(_)) && play.actions_played() < 160 {
                    let choices = play.question().choices;
                    let nth = cardwright_kernel::below(&mut luck, choices.len() as u32) as usize;
                    play.play(&choices[nth].action).unwrap();
                }
                let record = play.replay(Vec::new());
                for (between, every) in [(Between::Save, 9), (Between::Copy, 1), (Between::Undo, 1)]
                {
                    let other = again(&*book, &record, between, every);
                    assert_eq!(
                        told(&*other, players),
                        told(&*play, players),
                        "{} {players} {between:?}",
                        game.id
                    );
                    assert_eq!(
                        other.replay(Vec::new()),
                        record,
                        "{} {players} {between:?}",
                        game.id
                    );
                }
            }
        }
    }
}
