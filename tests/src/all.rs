//! One binary runs every file-driven test.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on panics"
)]

mod arguments;
mod arrows;
mod audience;
mod bad_cards;
mod beside;
mod border;
mod bounds;
mod cards;
mod changed;
mod choices;
mod circles;
mod combined;
mod commands;
mod coverage;
mod examples;
mod fuzzed;
mod helped;
mod laws;
mod leaks;
mod lunar_command;
mod mutants;
mod options;
mod own_decks;
mod packs;
mod pages;
mod perft;
mod pinned;
mod playthroughs;
mod positions;
mod preview;
mod robot_empire;
mod round_trip;
mod rulings;
mod saves;
mod schemas;
mod seat;
mod second_player;
mod tallies;
mod texts;
mod trigger_overflow;
mod view_consistency;
mod wire;
mod words;

use proptest::test_runner::{Config, RngSeed};

/// The tests read packs and positions thousands of times: a fifth of their time was the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The folder of every crate below `crates`, in order.
fn crate_folders() -> Vec<std::path::PathBuf> {
    let top = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let below = |folder: &std::path::Path| {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut found: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        found.retain(|path| path.join("Cargo.toml").is_file());
        found.sort();
        found
    };
    [below(&top), below(&top.join("games"))].concat()
}

/// How many random cases a property is tried on: as many as said, the same ones in every run; with `PROPTEST_CASES`
/// set, so many and others each time.
fn cases(usual: u32) -> Config {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    let rng_seed = if asked.is_some() {
        RngSeed::Random
    } else {
        RngSeed::Fixed(0xCA2D)
    };
    Config {
        cases: asked.unwrap_or(usual),
        rng_seed,
        failure_persistence: None,
        ..Config::default()
    }
}

/// The seed that somebody set for this run, with `CARDWRIGHT_SEED`: other games than usual.
///
/// # Panics
/// When it is no number: a run that was to be repeated would be another one.
fn chosen_seed() -> Option<u64> {
    let seed = std::env::var("CARDWRIGHT_SEED").ok()?;
    Some(
        seed.parse().unwrap_or_else(|_| {
            panic!("CARDWRIGHT_SEED={seed} is no seed: write a number below 2^64")
        }),
    )
}

/// The seed of the first game of a test that plays many, one seed after the other: 0 unless a seed is set.
fn first_seed() -> u64 {
    // Far enough from the end that counting on never overflows.
    chosen_seed().unwrap_or(0) >> 8
}
