//! Imports between the files of a crate: no cycle of more than two files, so that every file can be read after those it
//! depends on.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A module by its path within the crate, such as `play::turn`.
type Module = Vec<String>;

/// The maximum number of files that may import each other in a cycle: a type and its builder.
const MAX_CIRCLE: usize = 2;

/// One crate: the text of each module and the names it imports.
#[derive(Default)]
struct House {
    text: BTreeMap<Module, String>,
    uses: BTreeMap<Module, Vec<Import>>,
}

/// A name that `use` imports, and its path as written.
#[derive(Clone, Debug, PartialEq)]
struct Import {
    path: Vec<String>,
    name: String,
}

impl House {
    fn of(source: &Path) -> House {
        let mut house = House::default();
        house.read(source, &mut Vec::new());
        house.uses = house
            .text
            .iter()
            .map(|(module, text)| (module.clone(), imports(text)))
            .collect();
        house
    }

    fn read(&mut self, folder: &Path, at: &mut Module) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "tests" && name != "snapshots" {
                at.push(name);
                self.read(&path, at);
                at.pop();
            } else if path.extension().is_some_and(|kind| kind == "rs") && name != "tests" {
                let face = ["mod", "lib", "main"].contains(&name.as_str());
                let module = at.iter().cloned().chain((!face).then_some(name)).collect();
                self.text.insert(
                    module,
                    without_tests(&std::fs::read_to_string(&path).unwrap()),
                );
            }
        }
    }

    /// The path from the root of the crate; `None` for a path outside the crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let from = |start: &[String], rest: &[String]| Some([start, rest].concat());
        match first.as_str() {
            "crate" => from(&[], rest),
            "self" => from(module, rest),
            "super" => {
                let up = path.iter().take_while(|step| *step == "super").count();
                from(module.get(..module.len().checked_sub(up)?)?, &path[up..])
            }
            _ => {
                let child = [module.as_slice(), std::slice::from_ref(first)].concat();
                self.text
                    .contains_key(&child)
                    .then(|| [child.as_slice(), rest].concat())
            }
        }
    }

    /// The file that defines what a path names. Re-exports are followed.
    fn file_of(&self, path: &Module, steps: u8) -> Option<Module> {
        let depth = (0..=path.len())
            .rev()
            .find(|depth| self.text.contains_key(&path[..*depth]))?;
        let (module, rest) = (path[..depth].to_vec(), &path[depth..]);
        let handed = rest.first().and_then(|name| {
            let import = self.uses[&module]
                .iter()
                .find(|import| import.name == *name)?;
            self.absolute(&module, &import.path)
        });
        match handed {
            Some(to) if steps > 0 && to != *path => {
                self.file_of(&[&to, &rest[1..]].concat(), steps - 1)
            }
            _ => Some(module),
        }
    }

    /// For each file, the files it imports from.
    fn arrows(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let of = |module: &Module| {
            let named = self.uses[module].iter().map(|import| import.path.clone());
            let paths = named.chain(inline(&self.text[module]));
            let absolute = paths.filter_map(|path| self.absolute(module, &path));
            absolute
                .filter_map(|path| self.file_of(&path, 6))
                .filter(|to| to != module)
                .collect()
        };
        self.text
            .keys()
            .map(|module| (module.clone(), of(module)))
            .collect()
    }
}

/// The text without comments and test-only code.
fn without_tests(text: &str) -> String {
    let bare: String = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let mut out = String::new();
    let mut rest = bare.as_str();
    while let Some((before, after)) = rest.split_once("#[cfg(test)]") {
        out.push_str(before);
        let (semicolon, brace) = (after.find(';'), after.find('{'));
        rest = match (semicolon, brace) {
            (Some(end), open) if open.is_none_or(|open| end < open) => &after[end + 1..],
            (_, Some(open)) => &after[closing(after, open)..],
            _ => "",
        };
    }
    out + rest
}

/// The position after the brace that closes the one at `open`.
fn closing(text: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, letter) in text[open..].char_indices() {
        depth += match letter {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if depth == 0 {
            return open + at + 1;
        }
    }
    text.len()
}

fn imports(text: &str) -> Vec<Import> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("use ") {
        let apart = text[..at]
            .chars()
            .last()
            .is_none_or(|before| !before.is_alphanumeric() && before != '_');
        if let Some((tree, _)) = text[at + 4..].split_once(';').filter(|_| apart) {
            expand(
                &tree.split_whitespace().collect::<Vec<_>>().join(" "),
                "",
                &mut found,
            );
        }
    }
    found
}

/// Every path of a tree such as `a::{b, c as d}`.
fn expand(tree: &str, before: &str, found: &mut Vec<Import>) {
    let Some((head, inner)) = tree.split_once('{') else {
        let (path, name) = match tree.split_once(" as ") {
            Some((path, name)) => (path.trim(), Some(name.trim())),
            None => (tree.trim(), None),
        };
        let path: Vec<String> = format!("{before}{path}")
            .split("::")
            .map(|step| step.trim().to_string())
            .collect();
        let name = name
            .unwrap_or(path.last().map_or("", String::as_str))
            .to_string();
        found.push(Import { path, name });
        return;
    };
    let inner = inner.rsplit_once('}').map_or(inner, |(inner, _)| inner);
    let (mut depth, mut from) = (0, 0);
    let before = format!("{before}{}", head.trim());
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(inner[from..at].trim(), &before, found);
                from = at + 1;
            }
            _ => {}
        }
    }
    if !inner[from..].trim().is_empty() {
        expand(inner[from..].trim(), &before, found);
    }
}

/// Paths within expressions, such as `crate::rules::END`.
fn inline(text: &str) -> Vec<Vec<String>> {
    let word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let words = text.split(|letter| !word(letter));
    let starts = |path: &&str| {
        ["crate::", "super::", "self::"]
            .iter()
            .any(|start| path.starts_with(start))
    };
    let paths = words
        .filter(starts)
        .map(|path| path.trim_end_matches(':').split("::").map(str::to_string));
    // The path before a brace, as in `use crate::{a, b}`, is no file: imports are read separately.
    paths
        .map(Iterator::collect::<Vec<_>>)
        .filter(|path| path.len() > 1)
        .collect()
}

/// Everything that can be reached from a file.
fn reached<'a>(
    from: &'a Module,
    arrows: &'a BTreeMap<Module, BTreeSet<Module>>,
) -> BTreeSet<&'a Module> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(next) = open.pop() {
        for to in &arrows[next] {
            if seen.insert(to) {
                open.push(to);
            }
        }
    }
    seen
}

fn circles(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Vec<&Module>> {
    let all: BTreeMap<&Module, BTreeSet<&Module>> = arrows
        .keys()
        .map(|from| (from, reached(from, arrows)))
        .collect();
    let round = |from: &&Module| all[from].contains(from);
    let with = |from: &Module| {
        all[from]
            .iter()
            .copied()
            .filter(|to| all[to].contains(from))
            .collect()
    };
    all.keys().copied().filter(round).map(with).collect()
}

#[test]
fn no_circle_of_imports_has_more_than_two_files() {
    let (mut large, mut read) = (Vec::new(), 0);
    for path in crate::crate_folders() {
        let arrows = House::of(&path.join("src")).arrows();
        read += arrows.values().map(BTreeSet::len).sum::<usize>();
        let said = |circle: Vec<&Module>| {
            let name = |module: &Module| format!("{}.rs", module.join("/"));
            let files: Vec<_> = circle
                .iter()
                .map(|module| {
                    let own = arrows.get(*module).into_iter().flatten();
                    let within: Vec<_> = own.filter(|to| circle.contains(to)).map(&name).collect();
                    format!("\n  {} uses {}", name(module), within.join(" "))
                })
                .collect();
            format!(
                "{}: {}",
                path.file_name().unwrap().to_string_lossy(),
                files.join(", ")
            )
        };
        large.extend(
            circles(&arrows)
                .into_iter()
                .filter(|circle| circle.len() > MAX_CIRCLE)
                .map(said),
        );
    }
    assert!(read > 500, "{read} imports were read");
    assert!(
        large.is_empty(),
        "circles of imports:\n{}",
        large.join("\n")
    );
}

#[test]
fn imports_are_read_in_every_form() {
    let text = "use crate::a::{b, c::{D, e as f}};\npub(crate) use super::x::*;\n// use crate::no;\n#[cfg(test)]\nmod tests { use crate::never; }\nfn g() { crate::h::i() }";
    let bare = without_tests(text);
    let paths: Vec<_> = imports(&bare)
        .into_iter()
        .map(|it| format!("{} {}", it.path.join("::"), it.name))
        .collect();
    assert_eq!(
        paths,
        [
            "crate::a::b b",
            "crate::a::c::D D",
            "crate::a::c::e f",
            "super::x::* *"
        ]
    );
    assert!(inline(&bare).contains(&vec!["crate".into(), "h".into(), "i".into()]));
}

#[test]
fn a_circle_is_found() {
    let module = |name: &str| vec![name.to_string()];
    let to = |names: &[&str]| {
        names
            .iter()
            .map(|name| module(name))
            .collect::<BTreeSet<_>>()
    };
    let arrows = BTreeMap::from([
        (module("a"), to(&["b"])),
        (module("b"), to(&["c"])),
        (module("c"), to(&["a", "d"])),
        (module("d"), to(&[])),
    ]);
    assert_eq!(
        circles(&arrows).iter().map(Vec::len).collect::<Vec<_>>(),
        [3]
    );
}
