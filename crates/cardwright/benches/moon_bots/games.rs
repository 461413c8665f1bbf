//! Whole games.

use crate::{book, book_with, large_pack};
use cardwright_games::moon_bots::{Greedy, Rulebook};
use cardwright_kernel::{Bot, NoLog, RandomBot, Rules, playout, stream};
use divan::Bencher;

/// Whole games of a bot, each from the opening.
fn games(bencher: Bencher<'_, '_>, book: &Rulebook, mut bot: impl Bot<Rulebook>) {
    let (opening, mut legal, mut seed) = (book.start(&mut NoLog), Vec::new(), 0);
    bencher.bench_local(|| {
        seed += 1;
        let mut state = opening.clone();
        playout(
            book,
            &mut state,
            &mut bot,
            &mut stream(seed, 0),
            &mut stream(seed, 1),
            &mut legal,
        )
    });
}

/// One random game from start to end.
#[divan::bench(args = [2, 3, 4])]
fn random_game(bencher: Bencher<'_, '_>, players: u8) {
    games(bencher, &book(players), RandomBot);
}

/// One game of greedy bots from start to end.
#[divan::bench(args = [2, 3, 4])]
fn greedy_game(bencher: Bencher<'_, '_>, players: u8) {
    games(bencher, &book(players), Greedy);
}

/// One random game while ten thousand further cards are known of which none is in the deck.
#[divan::bench(args = [4])]
fn random_game_beside_a_large_pack(bencher: Bencher<'_, '_>, players: u8) {
    games(
        bencher,
        &book_with(&large_pack::with_official(), players),
        RandomBot,
    );
}
