//! Builds all release artefacts: `cargo xtask dist`.
//!
//! Prints a plan, builds one artefact after another, and lists each file with its size. An artefact whose tool is
//! missing is skipped with a message; `--strict` makes that an error. `--try DIR` tries the built artefacts, see
//! `xtask/try`.

mod artefacts;
mod packages;

use artefacts::{ARTEFACTS, Build};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

const USAGE: &str = "usage: cargo xtask dist [--out DIR] [--only WHAT,...] [--profile dist|dev] [--plan] [--strict] [--format json]\n       \
                     cargo xtask dist --try DIR [--only WHAT,...]";

/// The options on the command line.
struct Asked {
    /// The output folder.
    out: PathBuf,
    /// The names of artefacts; empty for all.
    only: Vec<String>,
    /// Build as quickly as the tests do, not for release.
    quick: bool,
    /// Print the plan and stop.
    plan: bool,
    /// Fail instead of skipping an artefact.
    strict: bool,
    /// Print JSON.
    json: bool,
    /// Try the artefacts of this folder instead.
    tried: Option<PathBuf>,
}

impl Asked {
    fn read(root: &Path, words: &[String]) -> Result<Asked, String> {
        let mut asked = Asked {
            out: root.join("target/artefacts"),
            only: vec![],
            quick: false,
            plan: false,
            strict: false,
            json: false,
            tried: None,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || {
                let value = words.next().cloned();
                value.ok_or_else(|| format!("{word} needs a value\n{USAGE}"))
            };
            match word.as_str() {
                "--out" => asked.out = value()?.into(),
                "--only" => asked.only.extend(value()?.split(',').map(String::from)),
                "--profile" => asked.quick = quick(&value()?)?,
                "--plan" => asked.plan = true,
                "--strict" => asked.strict = true,
                "--format" if value()? == "json" => asked.json = true,
                "--try" => asked.tried = Some(value()?.into()),
                _ => return Err(format!("`{word}` is not an option\n{USAGE}")),
            }
        }
        let names: Vec<&str> = ARTEFACTS.iter().map(|artefact| artefact.name).collect();
        match asked
            .only
            .iter()
            .find(|name| !names.contains(&name.as_str()))
        {
            Some(name) => Err(format!(
                "there is no artefact `{name}`\n  help: {}",
                names.join(", ")
            )),
            None => Ok(asked),
        }
    }

    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|wanted| wanted == name)
    }
}

fn quick(profile: &str) -> Result<bool, String> {
    match profile {
        "dist" => Ok(false),
        "dev" => Ok(true),
        _ => Err(format!(
            "the profile is `dist` or `dev`, not `{profile}`\n{USAGE}"
        )),
    }
}

/// Runs the command with the arguments after `dist`.
pub(crate) fn command(root: &Path, words: &[String]) -> ExitCode {
    let done = Asked::read(root, words)
        .map_err(|wrong| (2, wrong))
        .and_then(|asked| run(root, &asked).map_err(|wrong| (1, wrong)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err((code, wrong)) => {
            eprintln!("error: {wrong}");
            ExitCode::from(code)
        }
    }
}

fn run(root: &Path, asked: &Asked) -> Result<(), String> {
    if let Some(folder) = &asked.tried {
        return artefacts::tried(root, folder, &asked.only);
    }
    let build = Build::new(root, &asked.out, asked.quick)?;
    eprintln!(
        "cardwright {} for {}, into {}",
        build.version,
        build.target,
        build.out.display()
    );
    let mut chosen = Vec::new();
    let mut skipped = Vec::new();
    for artefact in ARTEFACTS
        .iter()
        .filter(|artefact| asked.wants(artefact.name))
    {
        match (artefact.missing)(&build) {
            None => {
                eprintln!("  {:<10} {}", artefact.name, artefact.what);
                chosen.push(artefact);
            }
            Some(why) => {
                eprintln!("  {:<10} skipped: {why}", artefact.name);
                skipped.push((artefact.name, why));
            }
        }
    }
    if let Some(why) = &build.no_zig {
        eprintln!("  {:<10} skipped: {why}", "old glibc");
        skipped.push(("old glibc", why.clone()));
    }
    let mut made = Vec::new();
    for artefact in chosen.iter().filter(|_| !asked.plan) {
        eprintln!("\n== {}", artefact.name);
        let files =
            (artefact.make)(&build).map_err(|wrong| format!("{}: {wrong}", artefact.name))?;
        for file in files {
            made.push((
                artefact.name,
                described(&file).map_err(|error| format!("{}: {error}", file.display()))?,
            ));
        }
    }
    report(asked, &build, &made, &skipped);
    match skipped.len() {
        0 => Ok(()),
        _ if !asked.strict => Ok(()),
        many => Err(format!(
            "{many} of the artefacts cannot be built here: see `skipped` above"
        )),
    }
}

/// A file in the report.
struct Described {
    file: String,
    bytes: usize,
    sha256: String,
}

fn described(path: &Path) -> io::Result<Described> {
    let bytes = fs::read(path)?;
    let sha256 = Sha256::digest(&bytes)
        .iter()
        .fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
    let file = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    Ok(Described {
        file,
        bytes: bytes.len(),
        sha256,
    })
}

fn report(asked: &Asked, build: &Build, made: &[(&str, Described)], skipped: &[(&str, String)]) {
    if asked.json {
        let made: Vec<Value> = made
            .iter()
            .map(|(name, of)| json!({ "name": name, "file": of.file, "bytes": of.bytes, "sha256": of.sha256 }))
            .collect();
        let skipped: Vec<Value> = skipped
            .iter()
            .map(|(name, why)| json!({ "name": name, "why": why }))
            .collect();
        let folder = build.out.display().to_string();
        println!(
            "{:#}",
            json!({ "version": build.version, "target": build.target, "folder": folder, "artefacts": made, "skipped": skipped })
        );
        return;
    }
    println!();
    for (name, of) in made {
        println!("{name:<10} {:<64} {:>7}", of.file, size(of.bytes));
    }
    for (name, why) in skipped {
        println!("{name:<10} skipped: {why}");
    }
}

/// Bytes for people: kB and MB in powers of 1000.
fn size(bytes: usize) -> String {
    let tenths = |unit: usize| (bytes * 10).div_ceil(unit);
    match bytes {
        0..100_000 => format!("{}.{} kB", tenths(1000) / 10, tenths(1000) % 10),
        100_000..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{}.{} MB", tenths(1_000_000) / 10, tenths(1_000_000) % 10),
    }
}
