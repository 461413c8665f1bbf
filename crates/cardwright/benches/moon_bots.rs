//! Speed of Moon-Bots: play-outs, single operations, loading. `cargo bench` runs it; docs/performance.md says how the
//! figures are compared.

use cardwright_cards::load;
use cardwright_games::moon_bots::lexicon::LEXICON;
use cardwright_games::moon_bots::{Greedy, Rulebook, state::State};
use cardwright_kernel::{Actor, Game, NoLog, RandomBot, Viewer, fingerprint, playout, simulate, stream};
use divan::{Bencher, black_box};

fn main() {
    println!("A state of Moon-Bots takes {} bytes.", size_of::<State>());
    divan::main();
}

fn book(players: u8) -> Rulebook {
    let cards = load(&cardwright::official_packs("moon-bots"), &LEXICON).expect("the official pack loads");
    Rulebook::new(cards, players, &[]).expect("the official pack makes a game")
}

/// A state in the middle of a game.
fn middle(book: &Rulebook) -> State {
    let (mut state, mut legal) = (book.start(&mut NoLog), Vec::new());
    let (mut dealer, mut luck) = (stream(3, 0), stream(3, 1));
    for _ in 0..120 {
        let action = match book.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance => book.deal(&state, &mut dealer),
            Actor::Seat(_) => {
                legal.clear();
                book.legal(&state, &mut legal);
                legal[cardwright_kernel::below(&mut luck, legal.len() as u32) as usize]
            }
        };
        book.apply_listed(&mut state, action, &mut NoLog);
    }
    state
}

/// One random game from start to end.
#[divan::bench(args = [2, 3, 4])]
fn random_game(bencher: Bencher<'_, '_>, players: u8) {
    let book = book(players);
    let (opening, mut legal, mut seed) = (book.start(&mut NoLog), Vec::new(), 0);
    bencher.bench_local(|| {
        seed += 1;
        let mut state = opening.clone();
        playout(&book, &mut state, &mut RandomBot, &mut stream(seed, 0), &mut stream(seed, 1), &mut legal)
    });
}

/// One game of greedy bots from start to end.
#[divan::bench(args = [2, 3, 4])]
fn greedy_game(bencher: Bencher<'_, '_>, players: u8) {
    let (book, mut seed) = (book(players), 0);
    bencher.bench_local(|| {
        seed += 1;
        simulate(&book, &mut Greedy, seed..seed + 1)
    });
}

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

/// The list of allowed answers.
#[divan::bench]
fn list_answers(bencher: Bencher<'_, '_>) {
    let book = book(4);
    let (state, mut legal) = (middle(&book), Vec::new());
    bencher.bench_local(|| {
        legal.clear();
        book.legal(black_box(&state), &mut legal);
        legal.len()
    });
}

/// The view of a seat.
#[divan::bench]
fn view_state(bencher: Bencher<'_, '_>) {
    let book = book(4);
    let state = middle(&book);
    bencher.bench_local(|| book.view(black_box(&state), Viewer::Seat(cardwright_kernel::Seat(0))));
}

/// Reading, tracing and checking the official pack.
#[divan::bench]
fn load_official_pack(bencher: Bencher<'_, '_>) {
    let packs = cardwright::official_packs("moon-bots");
    bencher.bench_local(|| load(black_box(&packs), &LEXICON).expect("the official pack loads"));
}
