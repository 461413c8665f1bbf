//! Single actions: carrying them out, and listing the allowed ones.

use crate::{book, book_with, disk, reach};
use cardwright_games::moon_bots::{Action, Rulebook, state::State};
use cardwright_kernel::{NoLog, Rules};
use divan::{Bencher, black_box};

/// One action of each kind, carried out up to the next question.
#[divan::bench(args = [
    "no-buy", "buy", "activate", "skip", "keep", "reroll", "use", "stop", "split", "pass", "play", "choose", "roll",
    "draw", "get", "pick",
])]
fn answer(bencher: Bencher<'_, '_>, kind: &str) {
    let book = book_for(kind);
    let named = |action: &Action| kind_of(*action) == kind;
    let chance = |state: &State| {
        let mut odds = Vec::new();
        book.chance_outcomes(state, &mut odds);
        odds.into_iter().map(|(action, _)| action).find(named)
    };
    let state = reach(&book, |state, legal| {
        legal.iter().any(named) || chance(state).is_some()
    });
    let mut legal = Vec::new();
    book.legal(&state, &mut legal);
    let action = legal
        .into_iter()
        .find(named)
        .or_else(|| chance(&state))
        .expect("the state has such an answer");
    bencher
        .with_inputs(|| state.clone())
        .bench_local_refs(|state| book.apply_unchecked(state, action, &mut NoLog));
}

/// The list of allowed actions.
#[divan::bench(args = ["buy", "activate", "use", "split", "reroll", "play", "choose"])]
fn list_answers(bencher: Bencher<'_, '_>, kind: &str) {
    let book = book(4);
    let state = reach(&book, |_, legal| {
        legal.iter().any(|action| kind_of(*action) == kind)
    });
    let mut legal = Vec::new();
    bencher.bench_local(|| {
        legal.clear();
        book.legal(black_box(&state), &mut legal);
        legal.len()
    });
}

/// The rules of a game in which the action is taken. No official card takes a weapon out of a hand by chance.
fn book_for(kind: &str) -> Rulebook {
    let mut packs = cardwright::official_packs("moon-bots");
    if kind == "pick" {
        packs.push(disk::pack("examples/salvage-yard"));
    }
    book_with(&packs, 4)
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
