//! Speed of Moon-Bots: play-outs, single operations, loading, the machine that runs effects. `cargo bench` runs it;
//! docs/performance-evidence.md says how the figures are compared.

use cardwright_cards::{PackSource, load};
use cardwright_games::moon_bots::lexicon::LEXICON;
use cardwright_games::moon_bots::{Action, Rulebook, state::State};
use cardwright_kernel::{Actor, NoLog, Rules, below, stream};

#[path = "moon_bots/answers.rs"]
mod answers;
#[path = "moon_bots/disk.rs"]
mod disk;
#[path = "moon_bots/games.rs"]
mod games;
#[path = "moon_bots/large_pack.rs"]
mod large_pack;
#[path = "moon_bots/loading.rs"]
mod loading;
#[path = "moon_bots/machine.rs"]
mod machine;
#[path = "moon_bots/one_card.rs"]
mod one_card;
#[path = "moon_bots/states.rs"]
mod states;

fn main() {
    println!("A state of Moon-Bots takes {} bytes.", size_of::<State>());
    divan::main();
}

/// The rules with the official cards.
fn book(players: u8) -> Rulebook {
    book_with(&cardwright::official_packs("moon-bots"), players)
}

/// The rules with the cards of some packs.
fn book_with(packs: &[PackSource], players: u8) -> Rulebook {
    let cards = load(packs, &LEXICON).expect("the packs load");
    Rulebook::new(cards, players, &[]).expect("the packs make a game")
}

/// Continues random actions until the state is as wanted, through as many games as it takes.
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
        book.apply_unchecked(&mut state, action, &mut NoLog);
    }
    unreachable!("no game comes to the state that was wanted")
}

/// A state in the middle of a game: a player of the eighth turn may buy.
fn middle(book: &Rulebook) -> State {
    reach(book, |state, legal| {
        state.turns == 28 && legal.contains(&Action::NoBuy)
    })
}
