//! Counts the instructions of a decision in random play with callgrind, and fails if there are more than the limit.
//! Unlike time, the count is the same on a busy machine.

use std::process::{Command, ExitCode};

/// The maximum number of instructions per decision, by number of players: with the profile `dist`, and with `release`,
/// which `.ci/run` builds anyway. `dist` is the number measured at first plus 5 %, `release` the measured number plus 2 %.
const BOUNDS: [(u8, u64, u64); 3] = [(2, 335, 482), (3, 337, 492), (4, 335, 473)];
/// The number of games to count, beside the one that is subtracted for loading and starting.
const GAMES: u64 = 500;

/// Counts for every number of players, with the arguments `[--release] [PROGRAM]`. Without valgrind, it counts nothing
/// and reports that.
pub(crate) fn check(words: &[String]) -> ExitCode {
    let (profile, words) = match words {
        [option, words @ ..] if option == "--release" => ("release", words),
        words => ("dist", words),
    };
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("valgrind is not installed: instructions are not counted");
        return ExitCode::SUCCESS;
    }
    let program = match words {
        [program, ..] => program.clone(),
        [] => format!("target/{profile}/cardwright"),
    };
    let mut good = true;
    for (players, dist, release) in BOUNDS {
        let bound = if profile == "dist" { dist } else { release };
        match a_decision(&program, players) {
            Ok(count) => {
                println!("{players} players: {count} instructions a decision, at most {bound}");
                good &= count <= bound;
            }
            Err(error) => {
                eprintln!(
                    "error: {error}\n  help: run `cargo build --profile {profile}`, or name the program"
                );
                return ExitCode::FAILURE;
            }
        }
    }
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The instructions per decision, without loading and starting.
fn a_decision(program: &str, players: u8) -> Result<u64, String> {
    let (many, decisions) = count(program, players, GAMES + 1)?;
    let (one, first) = count(program, players, 1)?;
    Ok(many.saturating_sub(one) / decisions.saturating_sub(first).max(1))
}

/// The instructions of a whole run, and its decisions.
fn count(program: &str, players: u8, games: u64) -> Result<(u64, u64), String> {
    let simulate = format!(
        "simulate moon-bots --players {players} --games {games} --seed 5 --threads 1 --format json"
    );
    let run = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            program,
        ])
        .args(simulate.split(' '))
        .output()
        .map_err(|error| format!("cannot run valgrind: {error}"))?;
    let (answer, told) = (
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr),
    );
    let tally: serde_json::Value = serde_json::from_str(&answer)
        .map_err(|_| format!("`{program}` does not simulate: {told}"))?;
    let counted = told
        .lines()
        .find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    let decisions = tally.get("decisions").and_then(serde_json::Value::as_u64);
    counted
        .zip(decisions)
        .ok_or_else(|| format!("no count of instructions in: {told}"))
}
