//! The test programs of the copy, and the time of each test without a fault.

use super::list::Fault;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A test program.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The folder of its package, which is its working directory.
    pub(crate) folder: PathBuf,
    /// The folder of the workspace.
    pub(crate) root: PathBuf,
    /// The program.
    pub(crate) path: PathBuf,
    /// Its name: package and target.
    pub(crate) name: String,
}

/// A test.
#[derive(Clone, Debug)]
pub(crate) struct Test {
    /// The index of its program in the suite.
    program: usize,
    /// Its name.
    name: String,
    /// Its time without a fault.
    seconds: f64,
}

/// Tests that run together.
#[derive(Clone, Debug)]
pub(crate) struct Batch<'a> {
    /// The program.
    pub(crate) program: &'a Program,
    /// Its tests.
    pub(crate) names: Vec<&'a str>,
    /// Their total time without a fault.
    pub(crate) seconds: f64,
}

/// Every test of every program.
pub(crate) struct Suite {
    programs: Vec<Program>,
    tests: Vec<Test>,
    near_only: bool,
}

/// Faster tests run first: these limits divide the tests into groups.
const CLASSES: [f64; 4] = [0.4, 3.0, 15.0, f64::INFINITY];

/// For each package, the packages with tests near its code: its own tests, and those that use it.
pub(crate) fn near_packages(of: &[String]) -> Vec<String> {
    let name = |package: &str| {
        let last = package.rsplit('/').next().unwrap_or(package);
        match last {
            "cardwright" => last.to_owned(),
            _ => format!("cardwright-{last}"),
        }
    };
    let mut all: BTreeSet<String> = of.iter().map(|package| name(package)).collect();
    for package in of {
        let outer = ["server", "mcp", "lsp"].contains(&package.as_str());
        all.insert(name(if outer { "cli" } else { "tests" }));
    }
    all.into_iter().collect()
}

/// Cargo's options for some packages, or for all.
fn chosen(packages: &[String]) -> Vec<&str> {
    match packages.is_empty() {
        true => vec!["--workspace", "--exclude", "xtask"],
        false => packages.iter().flat_map(|name| ["-p", name]).collect(),
    }
}

/// What is built. Benchmarks measure time: they would reveal nothing, and take long to build.
const TESTS: &[&str] = &["--lib", "--bins", "--tests"];

/// The numbers of the faults that do not compile in the copy.
///
/// # Errors
/// When something else does not compile.
pub(crate) fn misfits(
    copy: &Path,
    target: &Path,
    packages: &[String],
) -> Result<BTreeSet<usize>, String> {
    let run = Command::new("cargo")
        // The tests turn on features without which some code is not compiled at all.
        .args(["build", "--keep-going", "--message-format", "json"])
        .args(TESTS)
        .args(chosen(packages))
        .env("CARGO_TARGET_DIR", target)
        .current_dir(copy)
        .stderr(std::process::Stdio::null())
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    let text = String::from_utf8_lossy(&run.stdout);
    let told = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let errors = told.filter(|told| told["message"]["level"] == "error");
    let mut wrong = BTreeSet::new();
    for error in errors {
        let spans = error["message"]["spans"].as_array();
        for mut span in spans.into_iter().flatten() {
            // An error in a macro's output is reported where the macro was called.
            let primary = span["is_primary"] == true;
            while span["expansion"]["span"].is_object() {
                span = &span["expansion"]["span"];
            }
            wrong.extend(planted_at(copy, span, primary));
        }
    }
    match run.status.success() || !wrong.is_empty() {
        true => Ok(wrong),
        false => Err("the copy does not compile, and no fault is to blame".into()),
    }
}

/// The faults in the lines of an error; if there are none, the nearest one before.
fn planted_at(copy: &Path, span: &Value, primary: bool) -> BTreeSet<usize> {
    let Some(file) = span["file_name"].as_str() else {
        return BTreeSet::new();
    };
    let text = fs::read_to_string(copy.join(file)).unwrap_or_default();
    let line = |key: &str| span[key].as_u64().unwrap_or(1) as usize;
    let (from, to) = (line("line_start") - 1, line("line_end"));
    let lines: Vec<&str> = text.lines().collect();
    let of = |lines: &[&str]| -> Vec<usize> {
        let all = lines
            .iter()
            .flat_map(|line| line.split("::fault::on(").skip(1));
        all.filter_map(|rest| rest.split(')').next()?.parse().ok())
            .collect()
    };
    let within = of(lines.get(from..to).unwrap_or_default());
    match within.is_empty() && primary {
        true => of(lines.get(..to).unwrap_or_default())
            .last()
            .copied()
            .into_iter()
            .collect(),
        false => within.into_iter().collect(),
    }
}

/// Builds the tests of some packages of the copy, or of all, and the examples that one of the tests runs.
pub(crate) fn build(
    copy: &Path,
    target: &Path,
    packages: &[String],
) -> Result<Vec<Program>, String> {
    let of = chosen(packages);
    built(copy, target, &[&["build", "--examples"][..], &of].concat())?;
    let words = [
        &["test"][..],
        &of,
        TESTS,
        &["--no-run"],
        &["--message-format", "json-render-diagnostics"],
    ];
    let text = built(copy, target, &words.concat())?;
    let programs = text
        .lines()
        .filter_map(|line| program(copy, &serde_json::from_str(line).ok()?));
    Ok(programs
        .filter(|program| program.name != COUNTS_ALLOCATIONS)
        .collect())
}

/// The output of a cargo build of the copy.
fn built(copy: &Path, target: &Path, words: &[&str]) -> Result<String, String> {
    let run = Command::new("cargo")
        .args(words)
        .env("CARGO_TARGET_DIR", target)
        .current_dir(copy)
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    match run.status.success() {
        true => Ok(String::from_utf8_lossy(&run.stdout).into_owned()),
        false => Err("a planted fault does not compile: mend the list".into()),
    }
}

/// The switch allocates memory when it is first read, so a test that counts allocations would catch every fault.
const COUNTS_ALLOCATIONS: &str = "cardwright/allocations";

fn program(copy: &Path, told: &Value) -> Option<Program> {
    let path = told.get("executable")?.as_str()?;
    told.get("profile")?
        .get("test")?
        .as_bool()
        .filter(|test| *test)?;
    let manifest = Path::new(told.get("manifest_path")?.as_str()?).to_path_buf();
    let folder = manifest.parent()?.to_path_buf();
    let target = told.get("target")?;
    let kind = target.get("kind")?.get(0)?.as_str()?;
    let package = folder.file_name()?.to_string_lossy().into_owned();
    (kind != "bench").then(|| Program {
        name: format!(
            "{package}/{}",
            target
                .get("name")
                .and_then(Value::as_str)
                .unwrap_or_default()
        ),
        root: copy.to_path_buf(),
        path: path.into(),
        folder,
    })
}

/// Runs every test once without a fault. The times are stored in a file, so that the next share of the list need not
/// measure again. For a rebuilt program, only new tests run.
///
/// # Errors
/// When a test fails without a fault.
pub(crate) fn measure(programs: Vec<Program>, kept: &Path) -> Result<Suite, String> {
    let mut known: BTreeMap<String, BTreeMap<String, f64>> = fs::read_to_string(kept)
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    let (mut tests, mut wrong) = (Vec::new(), Vec::new());
    for (place, program) in programs.iter().enumerate() {
        let times = known
            .entry(program.path.to_string_lossy().into_owned())
            .or_default();
        let names = listed(program)?;
        times.retain(|name, _| names.contains(name));
        let new: Vec<&str> = names
            .iter()
            .map(String::as_str)
            .filter(|name| !times.contains_key(*name))
            .collect();
        if !new.is_empty() {
            eprintln!("measuring {}: {} tests", program.name, new.len());
            let (found, failed) = measured(program, &new)?;
            times.extend(found);
            wrong.extend(failed);
        }
        let of = times.iter();
        tests.extend(of.map(|(name, seconds)| Test {
            program: place,
            name: name.clone(),
            seconds: *seconds,
        }));
        let text = serde_json::to_string(&known).map_err(|error| error.to_string())?;
        fs::write(kept, text).map_err(|error| error.to_string())?;
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    Ok(Suite {
        programs,
        tests,
        near_only: false,
    })
}

impl Suite {
    /// The suite without tests that take this many seconds or more and, if only near tests are wanted, without those
    /// that are not near the fault.
    pub(crate) fn within(mut self, seconds: f64, near_only: bool) -> Suite {
        self.tests.retain(|test| test.seconds < seconds);
        self.near_only = near_only;
        self
    }

    /// Every test in its order for a fault: first the ones that are likely to catch it, each alone; then fast tests
    /// before slow ones. Tests near the fault count as faster than they are.
    pub(crate) fn order(&self, fault: &Fault, likely: &[(String, String)]) -> Vec<Batch<'_>> {
        let is = |test: &Test, (program, name): &(String, String)| {
            test.name == *name && self.programs[test.program].name == *program
        };
        let first = likely
            .iter()
            .filter_map(|likely| self.tests.iter().find(|test| is(test, likely)));
        let mut batches: Vec<Batch<'_>> = first.map(|test| self.batch(&[test])).collect();
        let near = Near::of(fault);
        let mut groups: BTreeMap<(usize, bool, usize), Vec<&Test>> = BTreeMap::new();
        for test in self
            .tests
            .iter()
            .filter(|test| !likely.iter().any(|likely| is(test, likely)))
        {
            let far = !near.is(&self.programs[test.program].name, &test.name);
            let rank = CLASSES
                .iter()
                .position(|most| test.seconds < *most)
                .unwrap_or(CLASSES.len());
            if !(far && self.near_only) {
                groups
                    .entry((rank + 2 * usize::from(far), far, test.program))
                    .or_default()
                    .push(test);
            }
        }
        batches.extend(groups.values().map(|tests| self.batch(tests)));
        batches
    }

    /// The time of a test without a fault.
    pub(crate) fn seconds(&self, program: &Program, name: &str) -> f64 {
        let is =
            |test: &&Test| test.name == name && self.programs[test.program].path == program.path;
        self.tests.iter().find(is).map_or(0.0, |test| test.seconds)
    }

    fn batch<'a>(&'a self, tests: &[&'a Test]) -> Batch<'a> {
        Batch {
            program: &self.programs[tests[0].program],
            names: tests.iter().map(|test| &*test.name).collect(),
            seconds: tests.iter().map(|test| test.seconds).sum(),
        }
    }
}

/// What makes a test near a fault: the same package, or the game or file in its name; for the library, also the package
/// of tests.
struct Near {
    packages: Vec<String>,
    words: Vec<String>,
}

/// The packages that the package of tests is about, as `crates/` names them.
const ENGINE: [&str; 7] = [
    "kernel",
    "effects",
    "runtime",
    "cards",
    "games",
    "cardwright",
    "wire",
];

impl Near {
    fn of(fault: &Fault) -> Near {
        let parts: Vec<&str> = fault.file.trim_end_matches(".rs").split('/').collect();
        let (package, folder) = match parts[..] {
            ["crates", "games", game, "src", ..] => (game, "games"),
            ["crates", package, ..] => (package, package),
            _ => ("tests", "tests"),
        };
        let tests = ENGINE.contains(&folder).then_some("tests");
        // The tests of the server commands in the program are named after the server.
        let served = ["server", "mcp", "lsp"].contains(&package);
        let game = match parts[..] {
            ["crates", "games", game, "src", ..] | ["cards", game, _, ..] => {
                Some(game.replace('-', "_"))
            }
            _ => None,
        };
        let file = parts
            .last()
            .filter(|file| file.len() > 3)
            .map(|file| (*file).to_owned());
        let packages = [package]
            .into_iter()
            .chain(tests)
            .map(str::to_owned)
            .collect();
        Near {
            packages,
            words: game
                .into_iter()
                .chain(file)
                .chain(served.then(|| package.to_owned()))
                .collect(),
        }
    }

    fn is(&self, program: &str, test: &str) -> bool {
        let package = program.split('/').next().unwrap_or_default();
        self.packages.iter().any(|near| near == package)
            || self.words.iter().any(|word| test.contains(&**word))
    }
}

/// The output of a test program with these arguments, without a fault.
fn said(program: &Program, words: &[&str]) -> Result<(bool, String), String> {
    let run = Command::new(&program.path)
        .args(words)
        .env("RUSTC_BOOTSTRAP", "1")
        .env_remove("CARDWRIGHT_FAULT")
        .env("INSTA_WORKSPACE_ROOT", &program.root)
        .current_dir(&program.folder)
        .output()
        .map_err(|error| format!("cannot run {}: {error}", program.path.display()))?;
    Ok((
        run.status.success(),
        String::from_utf8_lossy(&run.stdout).into_owned(),
    ))
}

/// The tests of a program that are not ignored.
fn listed(program: &Program) -> Result<BTreeSet<String>, String> {
    let tests = |words: &[&str]| -> Result<BTreeSet<String>, String> {
        let (_, text) = said(program, words)?;
        Ok(text
            .lines()
            .filter_map(|line| line.strip_suffix(": test"))
            .map(str::to_owned)
            .collect())
    };
    let ignored = tests(&["--list", "--ignored"])?;
    Ok(tests(&["--list"])?
        .into_iter()
        .filter(|name| !ignored.contains(name))
        .collect())
}

/// The seconds that each of these tests takes, and the program's output if one fails.
fn measured(
    program: &Program,
    names: &[&str],
) -> Result<(BTreeMap<String, f64>, Option<String>), String> {
    let words = [
        &["-Z", "unstable-options", "--report-time", "--exact"],
        names,
    ]
    .concat();
    let (good, text) = said(program, &words)?;
    let failed = (!good).then(|| format!("{} fails without a fault:\n{text}", program.name));
    let time = |line: &str| {
        let (name, rest) = line.strip_prefix("test ")?.split_once(" ... ok <")?;
        Some((
            name.to_owned(),
            rest.trim_end().strip_suffix("s>")?.parse().ok()?,
        ))
    };
    Ok((text.lines().filter_map(time).collect(), failed))
}

impl Batch<'_> {
    /// The time after which a test counts as hanging.
    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs_f64((self.seconds * 8.0).max(60.0))
    }
}
