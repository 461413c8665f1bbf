//! Writes the files that are generated from code, and checks that they are current.
//!
//! `cargo xtask generate` writes them; `cargo xtask check` names those that differ and fails. `cargo xtask instructions`
//! counts the instructions of a decision, see [`instructions`].

mod instructions;
mod picture;
mod program;

use cardwright_cards::{definitions, pack_schema, reference, schema};
use cardwright_games::lunar_command;
use cardwright_games::moon_bots::{lexicon::LEXICON, questions};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

/// The table of Moon-Bots in the second round, with a card chosen, for the README.
const TABLE: picture::Scene = picture::Scene {
    arguments: &["play", "moon-bots", "--seed", "3", "--seat", "1"],
    keys: &[("buy a card?", "4\r"), ("roll the dice?", "\r"), ("round 2", "\x1b[B\x1b[B")],
    title: "Moon-Bots at a terminal: the market, four robots, the log, a card and the actions",
};

/// Every generated file: its path from the project's folder, and its text.
fn generated() -> io::Result<Vec<(&'static str, String)>> {
    let program = program::built()?;
    Ok(vec![
        ("docs/reference/command-line.md", program::command_line(&program)?),
        ("docs/pictures/table.svg", picture::svg(&program, &TABLE)?),
        ("docs/rules/lunar-command-questions.md", lunar_command::questions::markdown()),
        ("docs/rules/moon-bots-questions.md", questions::markdown()),
        ("docs/reference/moon-bots-cards.md", reference(&LEXICON)),
        ("docs/schema/moon-bots-cards.json", pretty(&schema(&LEXICON))),
        ("docs/schema/pack.json", pretty(&pack_schema(&LEXICON))),
        ("docs/schema/moon-bots.d.rhai", definitions(&LEXICON)),
    ])
}

fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn generate() -> io::Result<()> {
    for (path, text) in generated()? {
        let path = root().join(path);
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// The generated files that are not what the code would write now.
fn stale() -> io::Result<Vec<&'static str>> {
    let differs =
        |path: &str, text: &str| fs::read_to_string(root().join(path)).ok().as_deref() != Some(text);
    let generated = generated()?.into_iter();
    Ok(generated.filter(|(path, text)| differs(path, text)).map(|(path, _)| path).collect())
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
        Some("check") => match stale() {
            Ok(stale) => {
                for path in &stale {
                    eprintln!("error: {path} is not current\n  help: run `cargo xtask generate`");
                }
                if stale.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
            }
            Err(error) => {
                eprintln!("error: cannot make the generated files: {error}");
                ExitCode::FAILURE
            }
        },
        Some("instructions") => instructions::check(env::args().nth(2)),
        _ => {
            eprintln!("usage: cargo xtask generate | check | instructions [PROGRAM]");
            ExitCode::from(2)
        }
    }
}
