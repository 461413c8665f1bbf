//! The pages of the guide are correct: the test writes every file that a page shows, runs every command, and compares
//! the output with the page.
//!
//! A block marked ```` ```toml my-pack/parts.toml ```` is that file; with `+my-pack/parts.toml`, it is appended. In a
//! block marked `console`, a line `$ cardwright …` is a command (`< FILE` is its input), and the lines after it are its
//! output. There, `…` alone on a line stands for omitted lines, and `[1]` at the end for an exit code other than 0.
//! `INSTA_UPDATE=always` updates the page.

use crate::bench::{Bench, words};
use std::fmt::Write;
use std::fs;
use std::path::Path;

const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide");

#[test]
fn the_pages_of_the_guide_are_true() {
    let mut wrong = String::new();
    for file in fs::read_dir(GUIDE).unwrap() {
        let file = file.unwrap().path();
        let page = fs::read_to_string(&file).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let (new, differences) = follow(&page, &Bench::new(&format!("guide-{name}")));
        if std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always") {
            accept(&file, &page, &new);
        } else {
            wrong += &differences.into_iter().fold(String::new(), |all, text| {
                all + name.as_str() + text.as_str()
            });
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn accept(file: &Path, old: &str, new: &str) {
    if old != new {
        fs::write(file, new).unwrap();
    }
}

/// Follows a page. Returns the corrected page and its errors.
fn follow(page: &str, bench: &Bench) -> (String, Vec<String>) {
    let (mut new, mut wrong) = (String::new(), Vec::new());
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        writeln!(new, "{line}").unwrap();
        let info = line.trim_start_matches('`');
        let fence = &line[..line.len() - info.len()];
        if fence.len() < 3 {
            continue;
        }
        let block: Vec<&str> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| *line != fence)
            .collect();
        let shown = match words(info).as_slice() {
            ["console"] => converse(&block, bench, number + 2, &mut wrong),
            [_, file] => {
                keep(file, &block, bench);
                block.join("\n")
            }
            _ => block.join("\n"),
        };
        writeln!(new, "{}\n{fence}", shown.trim_end_matches('\n')).unwrap();
    }
    (new, wrong)
}

/// Writes the file that a block shows.
fn keep(file: &str, block: &[&str], bench: &Bench) {
    let text = block.join("\n") + "\n";
    match file.strip_prefix('+') {
        Some(file) => bench.write(file, &(bench.read(file) + "\n" + text.as_str())),
        None => bench.write(file, &text),
    }
}

/// Runs the commands of a block. Returns the corrected block.
fn converse(block: &[&str], bench: &Bench, first: usize, wrong: &mut Vec<String>) -> String {
    let mut new = String::new();
    let mut at = 0;
    while at < block.len() {
        let next = (at + 1..block.len())
            .find(|place| block[*place].starts_with("$ "))
            .unwrap_or(block.len());
        let said = &block[at + 1..next];
        let told = run(block[at], bench);
        let same = fits(said, &told.lines().collect::<Vec<_>>());
        if !same {
            wrong.push(format!(
                ".md:{}: {}\nprints\n{told}\n",
                first + at,
                block[at]
            ));
        }
        let shown = if same {
            said.join("\n")
        } else {
            told.trim_end().to_string()
        };
        writeln!(new, "{}\n{shown}", block[at]).unwrap();
        at = next;
    }
    new
}

fn run(command: &str, bench: &Bench) -> String {
    let (command, input) = match command.split_once(" < ") {
        Some((command, file)) => (command, bench.read(file)),
        None => (command, String::new()),
    };
    let args = command
        .strip_prefix("$ cardwright ")
        .expect("the guide runs `cardwright` alone");
    let told = bench.run(&words(args), &input);
    let (printed, code) = told
        .trim_end()
        .rsplit_once("= ")
        .expect("the bench says how a command ended");
    let printed = printed
        .split_once('\n')
        .map_or("", |(_, printed)| printed)
        .trim_end();
    if code == "0" {
        printed.to_string()
    } else {
        format!("{printed}\n[{code}]")
    }
}

/// Whether the output matches a page in which `…` stands for any number of lines. Blank lines at the end are ignored.
fn fits(said: &[&str], told: &[&str]) -> bool {
    let bare = |lines: &[&str]| {
        lines
            .iter()
            .rposition(|line| !line.trim().is_empty())
            .map_or(0, |last| last + 1)
    };
    let (said, told) = (&said[..bare(said)], &told[..bare(told)]);
    match said {
        [] => told.is_empty(),
        ["…", rest @ ..] => (0..=told.len()).any(|skipped| fits(rest, &told[skipped..])),
        [first, rest @ ..] => {
            told.first().is_some_and(|line| line.trim_end() == *first) && fits(rest, &told[1..])
        }
    }
}

#[test]
fn a_page_that_is_not_true_is_found() {
    let page = "# A page\n\n```toml a/pack.toml\nid = 1\n```\n\n```console\n$ cardwright explain E-NOTHING\n…\n[2]\n\
                $ cardwright games\nnothing\n```\n";
    let bench = Bench::new("guide-itself");
    let (new, wrong) = follow(page, &bench);
    assert_eq!(bench.read("a/pack.toml"), "id = 1\n");
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert!(
        wrong[0].starts_with(".md:11: $ cardwright games\nprints\nid "),
        "{wrong:?}"
    );
    assert!(
        follow(&new, &Bench::new("guide-again")).1.is_empty(),
        "{new}"
    );
}
