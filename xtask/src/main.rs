//! Writes the files that are generated from code, and checks that they are current.
//!
//! `cargo xtask generate` writes them; `cargo xtask check` names those that differ and fails. `cargo xtask instructions`
//! counts the instructions of a decision, see [`instructions`].

mod instructions;

use cardwright_cards::{definitions, pack_schema, reference, schema};
use cardwright_games::lunar_command;
use cardwright_games::moon_bots::{lexicon::LEXICON, questions};
use cardwright_games::robot_empire;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

/// Every generated file: its path from the project's folder, and its text.
fn generated() -> Vec<(&'static str, String)> {
    vec![
        ("docs/rules/lunar-command-questions.md", lunar_command::questions::markdown()),
        ("docs/rules/moon-bots-questions.md", questions::markdown()),
        ("docs/reference/moon-bots-cards.md", reference(&LEXICON)),
        ("docs/schema/moon-bots-cards.json", pretty(&schema(&LEXICON))),
        ("docs/schema/pack.json", pretty(&pack_schema(&LEXICON))),
        ("docs/schema/moon-bots.d.rhai", definitions(&LEXICON)),
        ("docs/rules/robot-empire-questions.md", robot_empire::questions::markdown()),
        ("docs/reference/robot-empire-cards.md", reference(&robot_empire::lexicon::LEXICON)),
        ("docs/schema/robot-empire-cards.json", pretty(&schema(&robot_empire::lexicon::LEXICON))),
        ("docs/schema/robot-empire.d.rhai", definitions(&robot_empire::lexicon::LEXICON)),
    ]
}

fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn generate() -> io::Result<()> {
    for (path, text) in generated() {
        let path = root().join(path);
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// The generated files that are not what the code would write now.
fn stale() -> Vec<&'static str> {
    let differs =
        |path: &str, text: &str| fs::read_to_string(root().join(path)).ok().as_deref() != Some(text);
    generated().into_iter().filter(|(path, text)| differs(path, text)).map(|(path, _)| path).collect()
}

fn main() -> ExitCode {
    match env::args().nth(1).as_deref() {
        Some("generate") => match generate() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: cannot write the generated files: {error}");
                ExitCode::FAILURE
            }
        },
        Some("check") => {
            let stale = stale();
            for path in &stale {
                eprintln!("error: {path} is not current\n  help: run `cargo xtask generate`");
            }
            if stale.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Some("instructions") => instructions::check(env::args().nth(2)),
        _ => {
            eprintln!("usage: cargo xtask generate | check | instructions [PROGRAM]");
            ExitCode::from(2)
        }
    }
}
