//! Golden playthroughs, one for each game and number of players. Each prints every question with its actions, every
//! event with its citations and, at intervals, what each seat and a spectator may know.

use cardwright::{Actor, DynMatch, Seat, Setup, Viewer, games, rulebook};
use std::fmt::Write;

/// Views are printed after this many actions. Printing them every time would make files that nobody reads.
const VIEWS_EVERY: usize = 40;

/// The number of actions of a question to print. A board of hundreds of cells has thousands.
const LISTED: usize = 60;

/// A game is printed to its end or to this many actions.
const ACTIONS: usize = 400;

fn views(play: &dyn DynMatch, players: u8, out: &mut String) {
    let seats = (0..players).map(|seat| Viewer::Seat(Seat(seat)));
    for viewer in seats.chain([Viewer::Spectator]) {
        writeln!(out, "  {viewer:?}: {}", play.view(viewer)).unwrap();
    }
    writeln!(out, "{}", play.draw(Viewer::Referee)).unwrap();
}

fn lines(play: &dyn DynMatch, from: &mut usize, out: &mut String) {
    for line in play.lines(Viewer::Referee, *from) {
        writeln!(out, "  {} [{}]", line.text, line.cites.join(", ")).unwrap();
        *from += 1;
    }
}

/// Plays a complete random game and prints it.
fn playthrough(game: &str, players: u8, seed: u64) -> String {
    let book = rulebook(game, &Setup::players(players)).unwrap();
    let mut play = book.start(Some(seed));
    let (mut out, mut from) = (String::new(), 0);
    writeln!(out, "{game}, {players} players, seed {seed}, random bots\n").unwrap();
    lines(&*play, &mut from, &mut out);
    while !matches!(play.actor(), Actor::Over(_)) && play.actions_played() < ACTIONS {
        let question = play.question();
        let answers: Vec<_> = question
            .choices
            .iter()
            .take(LISTED)
            .map(|choice| choice.action.as_str())
            .collect();
        let more = match question.choices.len().saturating_sub(LISTED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        writeln!(
            out,
            "{:?}: {} ({}{more})",
            question.actor,
            question.text,
            answers.join(" | ")
        )
        .unwrap();
        let answer = play.ask_bot("random").unwrap();
        writeln!(out, "> {answer}").unwrap();
        let asked = play.actions_played();
        play.play(&answer).unwrap();
        lines(&*play, &mut from, &mut out);
        if asked / VIEWS_EVERY != play.actions_played() / VIEWS_EVERY {
            views(&*play, players, &mut out);
        }
    }
    views(&*play, players, &mut out);
    writeln!(
        out,
        "{:?} after {} answers, fingerprint {:016x}",
        play.actor(),
        play.actions_played(),
        play.fingerprint()
    )
    .unwrap();
    out
}

#[test]
fn every_game_and_number_of_players_plays_as_recorded() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../playthroughs");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| {
        for game in games() {
            for players in game.players() {
                let name = format!("{}-{players}", game.id);
                insta::assert_snapshot!(name, playthrough(game.id, players, 7));
            }
        }
    });
}
