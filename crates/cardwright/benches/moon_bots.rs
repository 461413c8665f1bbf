//! Speed of Moon-Bots: play-outs, single operations, loading. `cargo bench` runs it; docs/performance.md says how the
//! figures are compared.

use cardwright_cards::load;
use cardwright_effects::CardSet;
use cardwright_games::moon_bots::lexicon::LEXICON;
use cardwright_games::moon_bots::{Action, Greedy, Rulebook, state::State};
use cardwright_kernel::{
    Actor, Bot, Game, NoLog, RandomBot, Seat, Viewer, below, fingerprint, playout, stream,
};
use divan::{Bencher, black_box};

#[path = "moon_bots/large_pack.rs"]
mod large_pack;

fn main() {
    println!("A state of Moon-Bots takes {} bytes.", size_of::<State>());
    divan::main();
}

fn official() -> CardSet {
    load(&cardwright::official_packs("moon-bots"), &LEXICON).expect("the official pack loads")
}

fn book(players: u8) -> Rulebook {
    Rulebook::new(official(), players, &[]).expect("the official pack makes a game")
}

/// Goes on with random answers until the state is as wanted, through as many games as it takes.
fn reach(book: &Rulebook, wanted: impl Fn(&State, &[Action]) -> bool) -> State {
    let (mut dealer, mut luck, mut legal) = (stream(3, 0), stream(3, 1), Vec::new());
    let mut state = book.start(&mut NoLog);
    for _ in 0..1_000_000 {
        legal.clear();
        book.legal(&state, &mut legal);
        if wanted(&state, &legal) {
            return state;
        }
        let action = match book.actor(&state) {
            Actor::Chance => book.deal(&state, &mut dealer),
            Actor::Seat(_) => legal[below(&mut luck, legal.len() as u32) as usize],
            Actor::Over(_) => {
                state = book.start(&mut NoLog);
                continue;
            }
        };
        book.apply_listed(&mut state, action, &mut NoLog);
    }
    unreachable!("no game comes to the state that was wanted")
}

/// A state in the middle of a game: a player of the eighth turn may buy.
fn middle(book: &Rulebook) -> State {
    reach(book, |state, legal| state.turns == 28 && legal.contains(&Action::NoBuy))
}

/// Whole games of a bot, each from the opening.
fn games(bencher: Bencher<'_, '_>, book: &Rulebook, mut bot: impl Bot<Rulebook>) {
    let (opening, mut legal, mut seed) = (book.start(&mut NoLog), Vec::new(), 0);
    bencher.bench_local(|| {
        seed += 1;
        let mut state = opening.clone();
        playout(book, &mut state, &mut bot, &mut stream(seed, 0), &mut stream(seed, 1), &mut legal)
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
    let cards = load(&large_pack::with_official(), &LEXICON).expect("the large pack loads");
    games(bencher, &Rulebook::new(cards, players, &[]).expect("it makes a game"), RandomBot);
}

/// One answer of each kind, carried out up to the next question.
#[divan::bench(args = [
    "no-buy", "buy", "activate", "skip", "keep", "reroll", "use", "stop", "split", "pass", "play", "choose", "roll",
    "draw",
])]
fn answer(bencher: Bencher<'_, '_>, kind: &str) {
    let book = book(4);
    let named = |action: &Action| kind_of(*action) == kind;
    let chance = |state: &State| {
        let mut odds = Vec::new();
        book.odds(state, &mut odds);
        odds.into_iter().map(|(action, _)| action).find(named)
    };
    let state = reach(&book, |state, legal| legal.iter().any(named) || chance(state).is_some());
    let mut legal = Vec::new();
    book.legal(&state, &mut legal);
    let action =
        legal.into_iter().find(named).or_else(|| chance(&state)).expect("the state has such an answer");
    bencher
        .with_inputs(|| state.clone())
        .bench_local_refs(|state| book.apply_listed(state, action, &mut NoLog));
}

fn kind_of(action: Action) -> &'static str {
    match action {
        Action::NoBuy => "no-buy",
        Action::Buy { .. } => "buy",
        Action::Activate => "activate",
        Action::Skip => "skip",
        Action::Keep => "keep",
        Action::Reroll { .. } => "reroll",
        Action::Use { .. } => "use",
        Action::Stop => "stop",
        Action::Split { .. } => "split",
        Action::Pass => "pass",
        Action::Play { .. } => "play",
        Action::Choose { .. } | Action::ChooseNone => "choose",
        Action::Roll { .. } => "roll",
        Action::Draw { .. } | Action::DrawWeapon => "draw",
        Action::Get { .. } => "get",
        Action::Pick { .. } => "pick",
    }
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

/// A state as a written position.
#[divan::bench]
fn save_position(bencher: Bencher<'_, '_>) {
    let book = book(4);
    let state = middle(&book);
    bencher.bench_local(|| book.write_position(black_box(&state)).expect("a quiet state can be written"));
}

/// A written position as a state.
#[divan::bench]
fn load_position(bencher: Bencher<'_, '_>) {
    let book = book(4);
    let text = book.write_position(&middle(&book)).expect("a quiet state can be written");
    bencher.bench_local(|| book.read_position(black_box(&text)).expect("what was written can be read"));
}

/// The list of allowed answers.
#[divan::bench(args = ["buy", "use", "split", "reroll", "play", "choose"])]
fn list_answers(bencher: Bencher<'_, '_>, kind: &str) {
    let book = book(4);
    let state = reach(&book, |_, legal| legal.iter().any(|action| kind_of(*action) == kind));
    let mut legal = Vec::new();
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
    bencher.bench_local(|| book.view(black_box(&state), Viewer::Seat(Seat(0))));
}

/// Reading, tracing and checking the official pack.
#[divan::bench]
fn load_official_pack(bencher: Bencher<'_, '_>) {
    let packs = cardwright::official_packs("moon-bots");
    bencher.bench_local(|| load(black_box(&packs), &LEXICON).expect("the official pack loads"));
}

/// A rulebook from loaded cards, with what is looked up in play.
#[divan::bench]
fn rulebook(bencher: Bencher<'_, '_>) {
    let cards = official();
    bencher.with_inputs(|| cards.clone()).bench_local_values(|cards| Rulebook::new(cards, 4, &[]));
}

/// Reading, tracing and checking ten thousand cards and the official ones.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn load_large_pack(bencher: Bencher<'_, '_>) {
    let packs = large_pack::with_official();
    bencher.bench_local(|| load(black_box(&packs), &LEXICON).expect("the large pack loads").cards.len());
}
