//! The test programs of the copy, and how long each test takes without a fault.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, iter};

/// A program of tests.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The folder of its package, in which it runs.
    pub(crate) folder: PathBuf,
    /// The program.
    pub(crate) path: PathBuf,
    /// What it is called: package and target.
    pub(crate) name: String,
}

/// Tests that run together.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    /// The program.
    pub(crate) program: Program,
    /// Its tests.
    pub(crate) names: Vec<String>,
    /// How long they take one after the other without a fault.
    pub(crate) seconds: f64,
}

/// Every test, the quick ones first.
pub(crate) struct Suite {
    /// What runs, in this order.
    pub(crate) batches: Vec<Batch>,
}

/// Tests that take less run first, then those that take less than the next, and so on.
const CLASSES: [f64; 4] = [0.4, 3.0, 15.0, f64::INFINITY];

/// Builds the tests of the copy.
pub(crate) fn build(copy: &Path, target: &Path) -> Result<Vec<Program>, String> {
    let run = Command::new("cargo")
        .args([
            "test",
            "--workspace",
            "--exclude",
            "xtask",
            "--no-run",
            "--message-format",
            "json-render-diagnostics",
        ])
        .env("CARGO_TARGET_DIR", target)
        .current_dir(copy)
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !run.status.success() {
        return Err("a planted fault does not compile: mend the list".into());
    }
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    Ok(text.lines().filter_map(|line| program(&serde_json::from_str(line).ok()?)).collect())
}

fn program(told: &Value) -> Option<Program> {
    let path = told.get("executable")?.as_str()?;
    told.get("profile")?.get("test")?.as_bool().filter(|test| *test)?;
    let manifest = Path::new(told.get("manifest_path")?.as_str()?).to_path_buf();
    let folder = manifest.parent()?.to_path_buf();
    let target = told.get("target")?;
    let kind = target.get("kind")?.get(0)?.as_str()?;
    let package = folder.file_name()?.to_string_lossy().into_owned();
    // Benches count time: nothing to learn from.
    (kind != "bench").then(|| Program {
        name: format!("{package}/{}", target.get("name").and_then(Value::as_str).unwrap_or_default()),
        path: path.into(),
        folder,
    })
}

/// Runs every test once without a fault, and sorts them by time. The times are kept in a file, so that the next share
/// of the list need not measure again; it is written anew when the programs are others.
///
/// # Errors
/// When a test fails without a fault.
pub(crate) fn measure(programs: Vec<Program>, kept: &Path) -> Result<Suite, String> {
    let mut known: BTreeMap<String, BTreeMap<String, f64>> =
        fs::read_to_string(kept).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let mut batches = Vec::new();
    for program in programs {
        let key = program.path.to_string_lossy().into_owned();
        if !known.contains_key(&key) {
            eprintln!("measuring {}", program.name);
            known.insert(key.clone(), times(&program)?);
            let text = serde_json::to_string(&known).map_err(|error| error.to_string())?;
            fs::write(kept, text).map_err(|error| error.to_string())?;
        }
        batches.extend(classes(&program, &known[&key]));
    }
    let class = |batch: &Batch| CLASSES.iter().position(|most| batch.seconds < *most);
    batches.sort_by_key(|batch| (slowest(batch), class(batch)));
    Ok(Suite { batches })
}

/// The class of a batch is written in front of its tests' times.
fn slowest(batch: &Batch) -> usize {
    let mean = batch.seconds / batch.names.len().max(1) as f64;
    CLASSES.iter().position(|most| mean < *most).unwrap_or(CLASSES.len())
}

fn classes(program: &Program, times: &BTreeMap<String, f64>) -> Vec<Batch> {
    let least = iter::once(0.0).chain(CLASSES);
    let batches = least.zip(CLASSES).map(|(least, most)| {
        let within: Vec<_> = times.iter().filter(|(_, time)| (least..most).contains(*time)).collect();
        Batch {
            program: program.clone(),
            names: within.iter().map(|(name, _)| (*name).clone()).collect(),
            seconds: within.iter().map(|(_, time)| **time).sum(),
        }
    });
    batches.filter(|batch| !batch.names.is_empty()).collect()
}

/// How many seconds each test of a program takes.
fn times(program: &Program) -> Result<BTreeMap<String, f64>, String> {
    let run = Command::new(&program.path)
        .args(["-Z", "unstable-options", "--report-time"])
        .env("RUSTC_BOOTSTRAP", "1")
        .env_remove("CARDWRIGHT_FAULT")
        .current_dir(&program.folder)
        .output()
        .map_err(|error| format!("cannot run {}: {error}", program.path.display()))?;
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    if !run.status.success() {
        return Err(format!("{} fails without a fault:\n{text}", program.name));
    }
    let time = |line: &str| {
        let (name, rest) = line.strip_prefix("test ")?.split_once(" ... ok <")?;
        Some((name.to_owned(), rest.trim_end().strip_suffix("s>")?.parse().ok()?))
    };
    Ok(text.lines().filter_map(time).collect())
}

impl Batch {
    /// How long it may take before it counts as hanging.
    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs_f64((self.seconds * 8.0).max(60.0))
    }
}
