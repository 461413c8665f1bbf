//! Writes the files that are generated from code, and checks that they are current.
//!
//! `cargo xtask generate` writes them; `cargo xtask check` names those that differ and fails. `cargo xtask record`
//! records the conformance kit again, see [`conformance`]. `cargo xtask instructions` counts the instructions of a
//! decision, see [`instructions`]. `cargo xtask faults` injects faults and counts how many the tests notice, see
//! [`faults`]. `cargo xtask soak` runs the laws with new seeds, see [`soak`]. `cargo xtask new-game NAME` creates a
//! game, see [`new_game`]. `cargo xtask house` measures the shape of the code, see [`house`]. `cargo xtask dist` builds
//! the release artefacts, see [`dist`].

mod conformance;
mod dist;
mod faults;
mod house;
mod instructions;
mod new_game;
mod pages;
mod picture;
mod program;
mod rulings;
mod soak;

use cardwright_cards::{definitions, pack_schemas, reference, schema};
use cardwright_games::GAMES;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

/// The table of Moon-Bots in the second round, with a card chosen, for the README.
const TABLE: picture::Scene = picture::Scene {
    arguments: &["play", "moon-bots", "--seed", "3", "--seat", "1"],
    keys: &[
        ("Buy a card?", "4\r"),
        ("Roll the dice?", "\r"),
        ("since your action", "\x1b[B\x1b[B"),
    ],
    title: "Moon-Bots at a terminal: the market, four robots, the log, a card and the actions",
};

/// Every generated file: its path, relative to the project, and its text.
fn generated() -> io::Result<Vec<(String, String)>> {
    let program = program::built()?;
    let schemas = cardwright_wire::schemas().into_iter();
    let mut all: Vec<(String, String)> = schemas
        .map(|(name, schema)| (format!("docs/schema/wire/{name}.json"), pretty(&schema)))
        .collect();
    all.push(("docs/reference/wire.md".into(), pages::documents()));
    all.push(("docs/reference/protocol.md".into(), pages::methods()));
    all.push((
        "docs/schema/openrpc.json".into(),
        pretty(&cardwright_wire::rpc::openrpc()),
    ));
    all.push((
        "docs/reference/command-line.md".into(),
        program::command_line(&program)?,
    ));
    all.push((
        "docs/pictures/table.svg".into(),
        picture::svg(&program, &TABLE)?,
    ));
    all.push(("crates/capi/include/cardwright.h".into(), header()?));
    all.extend(of_games());
    all.push((
        "crates/cardwright/src/rules/rulings.jsonl".into(),
        rulings::index(&root())?,
    ));
    all.push((
        "crates/cardwright/src/rules/origins.txt".into(),
        rulings::origins(cardwright::rules::library())?,
    ));
    all.push(("docs/reference/rulings.md".into(), rulings::page(&root())?));
    Ok(all)
}

/// The header of the C interface.
fn header() -> io::Result<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/capi");
    let settings =
        cbindgen::Config::from_file(folder.join("cbindgen.toml")).map_err(io::Error::other)?;
    let made = cbindgen::Builder::new()
        .with_config(settings)
        .with_src(folder.join("src/lib.rs"));
    let mut text = Vec::new();
    made.generate().map_err(io::Error::other)?.write(&mut text);
    String::from_utf8(text).map_err(io::Error::other)
}

/// The files generated from the games.
fn of_games() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for game in GAMES {
        let id = game.info().id;
        files.extend(
            game.questions_page()
                .map(|page| (format!("docs/rules/{id}-questions.md"), page)),
        );
        if let Some(lexicon) = game.lexicon() {
            files.push((format!("docs/reference/{id}-cards.md"), reference(lexicon)));
            files.push((
                format!("docs/schema/{id}-cards.json"),
                pretty(&schema(lexicon)),
            ));
            files.push((format!("docs/schema/{id}.d.rhai"), definitions(lexicon)));
        }
    }
    let lexicons: Vec<_> = GAMES.iter().filter_map(|game| game.lexicon()).collect();
    let packs = pretty(&pack_schemas(&lexicons));
    files.push(("docs/schema/pack.json".into(), packs));
    files
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

/// The generated files that differ from what the code would write now.
fn stale() -> io::Result<Vec<String>> {
    let differs = |path: &str, text: &str| {
        fs::read_to_string(root().join(path)).ok().as_deref() != Some(text)
    };
    let generated = generated()?.into_iter();
    Ok(generated
        .filter(|(path, text)| differs(path, text))
        .map(|(path, _)| path)
        .collect())
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
                if stale.is_empty() {
                    ExitCode::SUCCESS
                } else {
                    ExitCode::FAILURE
                }
            }
            Err(error) => {
                eprintln!("error: cannot make the generated files: {error}");
                ExitCode::FAILURE
            }
        },
        Some("record") => match conformance::record(&root()) {
            Ok(many) => {
                println!("{many} conversations recorded");
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("error: cannot write the conformance kit: {error}");
                ExitCode::FAILURE
            }
        },
        Some("instructions") => instructions::check(&env::args().skip(2).collect::<Vec<_>>()),
        Some("house") => house::command(&root(), &env::args().skip(2).collect::<Vec<_>>()),
        Some("new-game") => new_game::command(&env::args().skip(2).collect::<Vec<_>>()),
        Some("soak") => soak::run(&env::args().skip(2).collect::<Vec<_>>()),
        Some("dist") => dist::command(&root(), &env::args().skip(2).collect::<Vec<_>>()),
        Some("faults") => faults::command(&root(), &env::args().skip(2).collect::<Vec<_>>()),
        _ => {
            eprintln!(
                "usage: cargo xtask generate | check | record | instructions [--release] [PROGRAM] | house [--format text|json] | new-game NAME | faults [OPTIONS] | soak [--minutes N] | dist [OPTIONS]"
            );
            ExitCode::from(2)
        }
    }
}
