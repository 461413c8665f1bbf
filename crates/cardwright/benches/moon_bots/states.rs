//! What is done with a state and with a match, beside playing on.

use crate::{book, middle};
use cardwright::{Match, Setup, read_replay};
use cardwright_kernel::{Hidden, Positions, Seat, Viewer, fingerprint};
use divan::{Bencher, black_box};

/// A copy of a state.
#[divan::bench]
fn clone_state(bencher: Bencher<'_, '_>) {
    let state = middle(&book(4));
    bencher.bench_local(|| black_box(&state).clone());
}

/// The fingerprint of a state.
#[divan::bench]
fn fingerprint_state(bencher: Bencher<'_, '_>) {
    let state = middle(&book(4));
    bencher.bench_local(|| fingerprint(black_box(&state)));
}

/// The view of a seat.
#[divan::bench]
fn view_state(bencher: Bencher<'_, '_>) {
    let book = book(4);
    let state = middle(&book);
    bencher.bench_local(|| book.view(black_box(&state), Viewer::Seat(Seat(0))));
}

/// A state as a written position.
#[divan::bench]
fn save_position(bencher: Bencher<'_, '_>) {
    let book = book(4);
    let state = middle(&book);
    bencher.bench_local(|| {
        book.write_position(black_box(&state))
            .expect("a quiet state can be written")
    });
}

/// A written position as a state.
#[divan::bench]
fn load_position(bencher: Bencher<'_, '_>) {
    let book = book(4);
    let text = book
        .write_position(&middle(&book))
        .expect("a quiet state can be written");
    bencher.bench_local(|| {
        book.read_position(black_box(&text))
            .expect("what was written can be read")
    });
}

/// A whole random game of four.
fn played() -> Match {
    let mut play = Match::new("moon-bots", &Setup::players(4), 1).expect("the game is there");
    while let Some(action) = play.ask_bot("random") {
        play.play(&action).expect("the bot's action is allowed");
    }
    play
}

/// A whole match as the text of a file, the cards among it.
#[divan::bench]
fn save_match(bencher: Bencher<'_, '_>) {
    let play = played();
    bencher.bench_local(|| black_box(&play).save(Vec::new()));
}

/// The text of a file as a match: its cards are traced and its actions are played again.
#[divan::bench]
fn load_match(bencher: Bencher<'_, '_>) {
    let text = played().save(Vec::new());
    bencher.bench_local(|| Match::load(black_box(&text)).expect("what was saved can be loaded"));
}

/// The same where the rulebook is there already: the text is read and its actions are played again.
#[divan::bench]
fn load_match_with_its_rulebook(bencher: Bencher<'_, '_>) {
    let play = played();
    let (text, book) = (play.save(Vec::new()), play.rulebook());
    bencher.bench_local(|| {
        let replay = read_replay(black_box(&text)).expect("what was saved can be read");
        Match::resume_with(book.clone(), &replay).expect("what was played can be played again")
    });
}
