//! `cargo xtask soak`: checks the laws in new games until the time is up or one is broken.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// The tests that play other games with another seed: laws, reference implementations, totals, and previews.
const TESTS: [&str; 6] = [
    "laws::",
    "second_player::",
    "lunar_command::",
    "robot_empire::",
    "tallies::",
    "preview::",
];

/// How the tests are built and run: with the whole workspace, so that the build of `cargo test --workspace` is used.
const CARGO: [&str; 5] = ["test", "--workspace", "--test", "all", "--"];

/// Runs until the time is up. Exit code 0: no law is broken; 1: a law is broken; 2: wrong usage.
pub(crate) fn run(words: &[String]) -> ExitCode {
    let minutes = match words {
        [] => Some(10),
        [flag, minutes] if flag == "--minutes" => minutes.parse().ok(),
        _ => None,
    };
    let Some(minutes) = minutes.filter(|minutes| (1..=100_000).contains(minutes)) else {
        eprintln!("usage: cargo xtask soak [--minutes N]");
        return ExitCode::from(2);
    };
    let until = Instant::now() + Duration::from_secs(60 * minutes);
    let mut runs = 0;
    while runs == 0 || Instant::now() < until {
        // The standard library's own seeds come from the operating system.
        let seed = RandomState::new().build_hasher().finish() >> 1;
        let again = format!(
            "CARDWRIGHT_SEED={seed} cargo {} {}",
            CARGO.join(" "),
            TESTS.join(" ")
        );
        println!("{again}");
        let status = Command::new("cargo")
            .args(CARGO)
            .args(TESTS)
            .env("CARDWRIGHT_SEED", seed.to_string())
            .status();
        match status {
            Ok(status) if status.success() => runs += 1,
            Ok(_) => {
                eprintln!("error: a law is broken\n  help: repeat it with `{again}`");
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("error: cannot run cargo: {error}");
                return ExitCode::from(2);
            }
        }
    }
    println!("{runs} runs, nothing found");
    ExitCode::SUCCESS
}
