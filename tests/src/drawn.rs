//! Drawings of tables, and what bots choose, as recorded. A drawing is pinned by its digest: it has too many lines for
//! people to read. To see what changed, draw the table before and after: `cardwright show --svg`.

use crate::laws::board;
use crate::packs::folder;
use cardwright::{Actor, DynGame, DynMatch, Seat, Setup, Viewer, games, rulebook};
use cardwright_kernel::{Room, Sheet};
use std::fmt::Write;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

fn digest(text: &str) -> String {
    format!("{:08x}", xxh3_64(text.as_bytes()) as u32)
}

/// A game for a number of players; Lunar Command on a small board, where random games build stations.
fn book(game: &str, players: u8, more: &[(&str, &str)]) -> Arc<dyn DynGame> {
    let options = board(game).iter().chain(more);
    let options = options.map(|(name, value)| ((*name).to_string(), (*value).to_string()));
    let setup = Setup {
        players,
        options: options.collect(),
        packs: Vec::new(),
    };
    rulebook(game, &setup).unwrap_or_else(|error| panic!("{error}"))
}

/// Every form in which a table is shown to a viewer, with its name.
fn forms(play: &dyn DynMatch, viewer: Viewer) -> Vec<(&'static str, String)> {
    let paint = |tone, text: &str| format!("<{tone:?}|{text}>");
    let narrow = Sheet {
        columns: 46,
        lines: 20,
        paint: &paint,
        ..Sheet::plain()
    };
    let picture = |columns, rows| format!("{:#?}", play.picture(viewer, Room { columns, rows }));
    let scene = play.scene(viewer);
    let (typed, _) = play.typed_for(viewer);
    vec![
        ("svg", scene.map_or(String::new(), |scene| scene.svg())),
        ("narrow", play.draw_on(viewer, &narrow)),
        ("small", picture(46, 14)),
        ("large", picture(118, 40)),
        ("seats", format!("{:#?}", play.seat_lines(viewer))),
        ("actions", format!("{typed:#?}")),
        ("facts", play.facts(viewer).to_string()),
    ]
}

/// Tables of a random game, seen by all.
fn tables(book: &dyn DynGame, players: u8, every: usize, out: &mut String) {
    let mut play = book.start(Some(5));
    let seats = (0..players).map(|seat| Viewer::Seat(Seat(seat)));
    let viewers: Vec<_> = seats.chain([Viewer::Spectator, Viewer::Referee]).collect();
    let mut turn = 0;
    loop {
        let over = matches!(play.actor(), Actor::Over(_));
        if over || play.actions_played() >= turn * every {
            let viewer = viewers[turn % viewers.len()];
            let forms = forms(&*play, viewer).into_iter();
            let forms: Vec<_> = forms
                .map(|(name, text)| format!("{name} {}", digest(&text)))
                .collect();
            let asked = play.actions_played();
            writeln!(out, "{players}, {asked}, {viewer:?}: {}", forms.join(", ")).unwrap();
            turn += 1;
        }
        if over || turn > 16 {
            return;
        }
        let action = play.ask_bot("random").unwrap();
        play.play(&action).unwrap();
    }
}

fn pin(name: &str, text: &str) {
    insta::with_settings!({ snapshot_path => folder("tests/drawn"), prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn tables_are_drawn_as_recorded() {
    for game in games() {
        let mut out = String::new();
        for players in game.players() {
            tables(&*book(game.id, players, &[]), players, 23, &mut out);
        }
        pin(&format!("tables-{}", game.id), &out);
    }
}

/// Pinned in full, so that at least one drawing of this game can be read.
#[test]
fn a_late_table_of_lunar_command_is_drawn_in_full() {
    let book = book("lunar-command", 2, &[("abduction", "yes")]);
    let mut play = book.start(Some(2));
    while play.actions_played() < 120 && !matches!(play.actor(), Actor::Over(_)) {
        let action = play.ask_bot("greedy").unwrap();
        play.play(&action).unwrap();
    }
    pin(
        "lunar-command-late",
        &play.scene(Viewer::Spectator).unwrap().svg(),
    );
}

/// A bot plays a game against itself. Any other choice changes all that follow.
fn chosen(game: &str, players: u8, bot: &str, seed: u64, actions: usize) -> String {
    let mut play = book(game, players, &[]).start(Some(seed));
    let mut chosen = Vec::new();
    while chosen.len() < actions && !matches!(play.actor(), Actor::Over(_)) {
        let action = play.ask_bot(bot).unwrap();
        let asked = matches!(play.actor(), Actor::Seat(_));
        play.play(&action).unwrap();
        if asked {
            chosen.push(action);
        }
    }
    let lines: Vec<_> = chosen.chunks(6).map(|line| line.join("; ")).collect();
    format!("{bot}, seed {seed}:\n  {}\n", lines.join("\n  "))
}

#[test]
fn greedy_bots_choose_as_recorded() {
    for game in games() {
        let of = |seed| chosen(game.id, game.usual, "greedy", seed, 60);
        pin(&format!("greedy-{}", game.id), &[of(0), of(1)].concat());
    }
}

/// With budgets that take little time. That of Robotory cannot be chosen.
#[test]
fn bots_that_search_choose_as_recorded() {
    for game in games().iter().filter(|game| game.id != "robotory") {
        let (bot, actions) = match game.id {
            "lunar-command" => ("search:4", 20),
            _ => ("search:12", 16),
        };
        let searched = chosen(game.id, game.usual, bot, 3, actions);
        pin(&format!("search-{}", game.id), &searched);
    }
}
