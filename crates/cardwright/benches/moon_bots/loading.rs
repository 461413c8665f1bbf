//! From files to rules.

use crate::{disk, large_pack, one_card};
use cardwright::official_packs;
use cardwright_cards::{PackSource, digest, load};
use cardwright_effects::CardSet;
use cardwright_games::moon_bots::Rulebook;
use cardwright_games::moon_bots::lexicon::LEXICON;
use divan::{Bencher, black_box};

fn loaded(packs: &[PackSource]) -> CardSet {
    load(packs, &LEXICON).expect("the packs load")
}

/// The official pack, its files taken out of the program or read from the disk.
fn official(place: &str) -> Vec<PackSource> {
    match place {
        "embedded" => official_packs("moon-bots"),
        _ => vec![disk::pack("moon-bots")],
    }
}

/// Only getting the bytes of the official pack's files. On the disk they were read before: the system has them ready.
#[divan::bench(args = ["embedded", "disk"])]
fn get_official_pack(bencher: Bencher<'_, '_>, place: &str) {
    bencher.bench_local(|| official(black_box(place)));
}

/// Getting the bytes of the official pack's files, reading, tracing and checking them.
#[divan::bench(args = ["embedded", "disk"])]
fn load_official_pack(bencher: Bencher<'_, '_>, place: &str) {
    let same = digest(&loaded(&official(place))) == digest(&loaded(&official_packs("moon-bots")));
    assert!(
        same,
        "the pack on the disk is another one than the program's"
    );
    bencher.bench_local(|| loaded(&official(black_box(place))));
}

/// Reading, tracing and checking a pack that holds a single card. `plus-die` has no script: what the others take longer
/// is the reading, tracing and checking of theirs. What all have in common is mostly making the engine ready that reads
/// scripts.
#[divan::bench(args = one_card::ids())]
fn trace_card(bencher: Bencher<'_, '_>, id: &str) {
    let pack = one_card::pack(id);
    bencher.bench_local(|| loaded(std::slice::from_ref(black_box(&pack))));
}

/// A rulebook from loaded cards, with what is looked up in play.
#[divan::bench]
fn rulebook(bencher: Bencher<'_, '_>) {
    let cards = loaded(&official("embedded"));
    bencher
        .with_inputs(|| cards.clone())
        .bench_local_values(|cards| Rulebook::new(cards, 4, &[]));
}

/// Reading, tracing and checking ten thousand cards and the official ones.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn load_large_pack(bencher: Bencher<'_, '_>) {
    let packs = large_pack::with_official();
    bencher.bench_local(|| loaded(black_box(&packs)).cards.len());
}
