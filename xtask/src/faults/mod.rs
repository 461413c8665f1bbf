//! Injects faults (mutation testing) and counts how many the tests notice: `cargo xtask faults`.
//!
//! The list is `tests/faults/*.toml`. Building the tests once for each fault would take days. So all faults are
//! injected at once, each behind a switch, in a copy of the tree under `target/faults`. The copy is built once, and its
//! test programs run once for each fault, with the number of the fault in the environment. The repository itself never
//! contains a switch.
//!
//! With `--random N`, this many faults for each package are drawn from its code instead, see [`random`].

mod caught;
mod list;
mod plant;
mod random;
mod run;
mod suite;

use list::Fault;
use plant::Places;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The share of faults that must be noticed.
const WANTED: u32 = 95;

/// The share of random faults that must be noticed in each package. Some of them change nothing.
const WANTED_AT_RANDOM: usize = 90;

/// The options on the command line.
struct Asked {
    /// Faults whose id, file or kind contains one of these; empty for all.
    only: Vec<String>,
    /// The k-th of n parts of the list, k from 1.
    shard: (usize, usize),
    /// The number of test programs at the same time.
    jobs: usize,
    /// Only tests that take less than this many seconds.
    within: f64,
    /// Only tests near the fault.
    near: bool,
    /// Use the existing copy without building it.
    built: bool,
    /// The folder of the copy.
    target: PathBuf,
    /// List the faults without running the tests.
    list: bool,
    /// Print JSON.
    json: bool,
    /// The number of faults for each package to draw from the code, instead of the list.
    random: Option<usize>,
    /// The seed of the draws.
    seed: u64,
    /// Packages to draw from, such as `server` and `games/robotory`; empty for all.
    packages: Vec<String>,
}

const USAGE: &str = "usage: cargo xtask faults [--only WORD]... [--shard K/N] [--jobs N] [--within SECONDS] [--near] \
                     [--built] [--target DIR] [--list] [--format json]\n       \
                     cargo xtask faults --random N [--seed S] [--package P]... [--only ID]... [--jobs N] [--within SECONDS] \
                     [--near] [--target DIR] [--list] [--format json]";

impl Asked {
    fn read(root: &Path, words: &[String]) -> Result<Asked, String> {
        let target = root.join("target/faults");
        let mut asked = Asked {
            only: vec![],
            shard: (1, 1),
            jobs: 1,
            within: f64::INFINITY,
            near: false,
            built: false,
            target,
            list: false,
            json: false,
            random: None,
            seed: 1,
            packages: vec![],
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || {
                words
                    .next()
                    .cloned()
                    .ok_or_else(|| format!("{word} needs a value\n{USAGE}"))
            };
            match word.as_str() {
                "--only" => asked.only.push(value()?),
                "--shard" => asked.shard = shard(&value()?)?,
                "--jobs" => asked.jobs = value()?.parse().map_err(|_| USAGE.to_string())?,
                "--within" => asked.within = value()?.parse().map_err(|_| USAGE.to_string())?,
                "--target" => asked.target = value()?.into(),
                "--random" => {
                    asked.random = Some(value()?.parse().map_err(|_| USAGE.to_string())?);
                }
                "--seed" => asked.seed = value()?.parse().map_err(|_| USAGE.to_string())?,
                "--package" => asked.packages.push(value()?),
                "--near" => asked.near = true,
                "--built" => asked.built = true,
                "--list" => asked.list = true,
                "--format" if value()? == "json" => asked.json = true,
                _ => return Err(USAGE.into()),
            }
        }
        asked.jobs = asked.jobs.clamp(1, 64);
        Ok(asked)
    }

    fn wants(&self, fault: &Fault) -> bool {
        let (nth, of) = self.shard;
        let named = |word: &String| {
            fault.id.contains(word) || fault.file.contains(word) || fault.kind == *word
        };
        fault.number % of == nth % of && (self.only.is_empty() || self.only.iter().any(named))
    }
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text
        .split_once('/')
        .and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    parts
        .filter(|(k, n)| (1..=*n).contains(k))
        .ok_or_else(|| format!("`{text}` is no share such as 1/4\n{USAGE}"))
}

/// Runs the command. Exit code 0: enough faults were noticed; 1: they were not; 2: wrong usage, a list that does not fit
/// the code, or a copy that does not build.
pub(crate) fn command(root: &Path, words: &[String]) -> ExitCode {
    match work(root, words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn work(root: &Path, words: &[String]) -> Result<bool, String> {
    let asked = Asked::read(root, words)?;
    if let Some(many) = asked.random {
        return at_random(root, &asked, many);
    }
    let (faults, placed) = listed(root)?;
    let wanted: Vec<&Fault> = faults.iter().filter(|fault| asked.wants(fault)).collect();
    if asked.list {
        wanted
            .iter()
            .for_each(|fault| println!("{:4} {:40} {}", fault.number, fault.id, fault.why));
        println!("{} faults", wanted.len());
    }
    if asked.list {
        return Ok(true);
    }
    let copy = asked.target.join("tree");
    if !asked.built {
        // Injected in a separate folder, then copied over the earlier build: unchanged files need not be built again.
        let planted = asked.target.join("planted");
        plant::copy(root, &planted)?;
        plant::plant(&planted, &faults, placed)?;
        plant::copy(&planted, &copy)?;
    }
    let programs = suite::build(&copy, &asked.target.join("build"), &[])?;
    let suite = suite::measure(programs, &asked.target.join("times.json"))?
        .within(asked.within, asked.near);
    let mut known = caught::Caught::read(asked.target.join("caught.json"));
    let found = run::all(&suite, &wanted, &mut known, asked.jobs)?;
    report(&wanted, &found, asked.json);
    if asked.within.is_finite() || asked.near {
        eprintln!("not all tests were run: what survives these may still be caught");
    }
    let caught = found.iter().filter(|outcome| outcome.is_some()).count() as u32;
    Ok(caught * 100 >= WANTED * wanted.len() as u32)
}

/// The list and the place of each fault in the code. None is left out silently: a share of a list that no longer fits
/// the code means nothing.
fn listed(root: &Path) -> Result<(Vec<Fault>, Places), String> {
    let faults = list::read(&root.join("tests/faults"))?;
    let (places, wrong) = plant::places(root, &faults);
    if wrong.is_empty() {
        return Ok((faults, places));
    }
    let mut told = String::new();
    for (number, error) in &wrong {
        let Fault {
            listed, id, file, ..
        } = &faults[number - 1];
        told += &format!("{listed}: the fault `{id}` does not fit {file}: {error}\n");
    }
    Err(told + "bring `find` and `after` of these faults up to date")
}

/// Draws faults from the code, leaves out those that do not compile, and counts how many the tests notice.
fn at_random(root: &Path, asked: &Asked, many: usize) -> Result<bool, String> {
    let packages = match asked.packages.is_empty() {
        true => random::packages(root)?,
        false => asked.packages.clone(),
    };
    // Some do not compile.
    let (faults, mut places) = random::draw(root, &packages, many + many / 2 + 2, asked.seed)?;
    if asked.list {
        faults
            .iter()
            .for_each(|fault| println!("{:24} {:48} {}", fault.id, fault.listed, fault.why));
        return Ok(true);
    }
    let (copy, build) = (asked.target.join("tree"), asked.target.join("build"));
    let planted = asked.target.join("planted");
    let of = suite::near_packages(&packages);
    // Those that did not compile in an earlier run.
    let kept = asked.target.join("misfits.json");
    let mut misfits: BTreeSet<String> = std::fs::read_to_string(&kept)
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    let key = |number: &usize| {
        let Fault { listed, why, .. } = &faults[number - 1];
        format!("{listed} {why}")
    };
    loop {
        places
            .values_mut()
            .for_each(|spans| spans.retain(|(_, number)| !misfits.contains(&key(number))));
        plant::copy(root, &planted)?;
        plant::plant(&planted, &faults, places.clone())?;
        plant::copy(&planted, &copy)?;
        let wrong = suite::misfits(&copy, &build, &of)?;
        if wrong.is_empty() {
            break;
        }
        eprintln!("{} faults do not compile and are left out", wrong.len());
        misfits.extend(wrong.iter().map(key));
        let text = serde_json::to_string_pretty(&misfits).map_err(|error| error.to_string())?;
        std::fs::write(&kept, text).map_err(|error| error.to_string())?;
    }
    let programs = suite::build(&copy, &build, &of)?;
    let suite = suite::measure(programs, &asked.target.join("times.json"))?
        .within(asked.within, asked.near);
    let compiles = numbers(&places);
    let wanted: Vec<&Fault> = packages
        .iter()
        .flat_map(|package| {
            let own = faults.iter().filter(move |fault| fault.kind == *package);
            own.filter(|fault| compiles.contains(&fault.number))
                .take(if asked.only.is_empty() {
                    many
                } else {
                    usize::MAX
                })
        })
        .filter(|fault| asked.only.is_empty() || asked.only.contains(&fault.id))
        .collect();
    let mut known = caught::Caught::read(asked.target.join("caught.json"));
    let found = run::all(&suite, &wanted, &mut known, asked.jobs)?;
    report(&wanted, &found, asked.json);
    let caught = |package: &str| {
        let of = wanted
            .iter()
            .zip(&found)
            .filter(|(fault, _)| fault.kind == package);
        let (all, caught): (Vec<_>, Vec<_>) = of.map(|(_, by)| ((), by.is_some())).unzip();
        (caught.iter().filter(|caught| **caught).count(), all.len())
    };
    for package in &packages {
        let (caught, all) = caught(package);
        eprintln!("{package}: {caught} of {all} caught");
    }
    Ok(packages.iter().all(|package| {
        let (caught, all) = caught(package);
        caught * 100 >= WANTED_AT_RANDOM * all
    }))
}

/// The place of a surviving fault.
fn place(fault: &Fault) -> &str {
    match fault.after.is_empty() && fault.listed.starts_with(&fault.file) {
        true => &fault.listed,
        false => &fault.file,
    }
}

fn numbers(places: &Places) -> BTreeSet<usize> {
    let all = places.values().flatten();
    all.map(|(_, number)| *number).collect()
}

fn report(faults: &[&Fault], found: &[Option<String>], json: bool) {
    let caught = found.iter().flatten().count();
    if json {
        let faults: Vec<_> = faults
            .iter()
            .zip(found)
            .map(|(fault, by)| serde_json::json!({"id": fault.id, "kind": fault.kind, "file": fault.file, "caught_by": by}))
            .collect();
        println!(
            "{:#}",
            serde_json::json!({"planted": faults.len(), "caught": caught, "faults": faults})
        );
        return;
    }
    for (fault, _) in faults.iter().zip(found).filter(|(_, by)| by.is_none()) {
        println!("SURVIVED {}: {}\n  {}", fault.id, fault.why, place(fault));
    }
    let share = 100.0 * caught as f64 / faults.len().max(1) as f64;
    println!("{caught} of {} faults caught: {share:.1} %", faults.len());
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_fits_the_code() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        if let Err(wrong) = super::listed(&root) {
            panic!("{wrong}");
        }
    }
}
