//! Measures the shape of the code: the dependencies on each type, the size of a game's interface, and import cycles.

use proc_macro2::{TokenStream, TokenTree};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};
use syn::visit::{self, Visit};
use syn::{ExprMethodCall, ImplItem, ItemImpl, ItemMod, ItemUse, TraitItemFn, UseTree};

/// One file without its tests: what it defines, imports and calls, and whether its trait methods are required.
#[derive(Default)]
struct Source {
    /// Its path within the crate, such as `play::turn`; empty for `lib.rs`.
    module: String,
    rulebook: usize,
    methods: BTreeSet<String>,
    uses: Vec<String>,
    calls: BTreeSet<String>,
    required: Vec<bool>,
}

impl<'ast> Visit<'ast> for Source {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let named = |path: &syn::TypePath| path.path.is_ident("Rulebook");
        let of_rulebook = matches!(&*item.self_ty, syn::Type::Path(path) if named(path));
        for own in item.items.iter().filter(|_| item.trait_.is_none()) {
            if let ImplItem::Fn(method) = own {
                self.rulebook += usize::from(of_rulebook);
                self.methods.insert(method.sig.ident.to_string());
            }
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_trait_item_fn(&mut self, method: &'ast TraitItemFn) {
        self.required.push(method.default.is_none());
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        paths(&item.tree, "", &mut self.uses);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts = path.segments.iter().map(|part| part.ident.to_string());
        self.uses.push(parts.collect::<Vec<_>>().join("::"));
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.calls.insert(call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }
}

impl Source {
    fn read(root: &Path, file: &Path) -> io::Result<Source> {
        let parsed = syn::parse_file(&fs::read_to_string(file)?)
            .map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
        let within = file.strip_prefix(root).unwrap_or(file).with_extension("");
        let mut parts: Vec<_> = within.iter().map(|part| part.to_string_lossy()).collect();
        parts.retain(|part| part != "mod" && part != "lib");
        let mut source = Source {
            module: parts.join("::"),
            ..Source::default()
        };
        source.visit_file(&parsed);
        Ok(source)
    }

    /// The path from the root of the crate; `None` for a path outside the crate.
    fn absolute(&self, path: &str) -> Option<String> {
        let (first, mut rest) = path.split_once("::")?;
        let mut module = match first {
            "crate" => "",
            "self" => &self.module,
            "super" => parent(&self.module),
            _ => return None,
        };
        while let Some(above) = rest.strip_prefix("super::") {
            (module, rest) = (parent(module), above);
        }
        Some(format!("{module}::{rest}").trim_start_matches("::").into())
    }
}

fn parent(path: &str) -> &str {
    path.rsplit_once("::").map_or("", |(parent, _)| parent)
}

fn paths(tree: &UseTree, before: &str, all: &mut Vec<String>) {
    match tree {
        UseTree::Path(path) => paths(&path.tree, &format!("{before}{}::", path.ident), all),
        UseTree::Group(group) => group.items.iter().for_each(|item| paths(item, before, all)),
        UseTree::Name(name) => all.push(format!("{before}{}", name.ident)),
        UseTree::Rename(_) | UseTree::Glob(_) => all.push(before.trim_end_matches("::").into()),
    }
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.is_symlink() {
            all.extend(files(&path)?);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            all.push(path);
        }
    }
    Ok(all)
}

/// The files of a crate, without tests.
fn sources(root: &Path) -> io::Result<Vec<Source>> {
    let mut all = files(root)?;
    all.retain(|file| !file.ends_with("tests.rs") && file.iter().all(|part| part != "tests"));
    all.iter().map(|file| Source::read(root, file)).collect()
}

/// For each file, the files it imports, by number.
fn by_use(all: &[Source]) -> Vec<BTreeSet<usize>> {
    let file = |path: &str| all.iter().position(|source| source.module == path);
    let file_of = |path: String| {
        let above = std::iter::successors(Some(&path[..]), |path| Some(parent(path)));
        above.take_while(|path| !path.is_empty()).find_map(file)
    };
    let of = |source: &Source| {
        let absolute = source.uses.iter().filter_map(|path| source.absolute(path));
        absolute.filter_map(file_of).collect()
    };
    all.iter().map(of).collect()
}

/// For each file, the files whose methods it calls: those with a name that only one file of the game defines and no
/// lower crate calls.
fn by_call(all: &[Source], below: &BTreeSet<String>) -> Vec<BTreeSet<usize>> {
    let place = |name: &String| {
        let mut places = (0..all.len()).filter(|at| all[*at].methods.contains(name));
        places.next().filter(|_| places.next().is_none())
    };
    let of = |source: &Source| source.calls.difference(below).filter_map(place).collect();
    all.iter().map(of).collect()
}

/// The pairs of folders that import each other. A file beside `lib.rs` counts as a folder.
fn pairs(all: &[Source], arrows: &[BTreeSet<usize>]) -> Vec<String> {
    let folder = |at: usize| all[at].module.split("::").next().unwrap_or_default();
    let mut edges = BTreeSet::new();
    for (from, to) in arrows.iter().enumerate() {
        edges.extend(to.iter().map(|to| (folder(from), folder(*to))));
    }
    let both = edges
        .iter()
        .filter(|(one, other)| one < other && edges.contains(&(*other, *one)));
    both.map(|(one, other)| format!("{one} – {other}"))
        .collect()
}

/// The largest number of files that all reach each other.
fn knot(arrows: &[BTreeSet<usize>]) -> usize {
    let reached = |from: usize| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(at) = next.pop() {
            next.extend(arrows[at].iter().filter(|to| seen.insert(**to)));
        }
        seen
    };
    let all: Vec<_> = (0..arrows.len()).map(reached).collect();
    let knot = |at: usize| all[at].iter().filter(|to| all[**to].contains(&at)).count();
    (0..all.len()).map(knot).max().unwrap_or(0)
}

fn of_game(folder: &Path, below: &BTreeSet<String>) -> io::Result<Value> {
    let all = sources(&folder.join("src"))?;
    let uses = by_use(&all);
    let mut calls = by_call(&all, below);
    for (calls, uses) in calls.iter_mut().zip(&uses) {
        calls.extend(uses);
    }
    Ok(json!({
        "methods of Rulebook": all.iter().map(|source| source.rulebook).sum::<usize>(),
        "files with methods of Rulebook": all.iter().filter(|source| source.rulebook > 0).count(),
        "folders that use each other": pairs(&all, &uses),
        "folders that use or call each other": pairs(&all, &calls),
        "files in the largest knot by use": knot(&uses),
        "files in the largest knot by use or call": knot(&calls),
    }))
}

fn measured(root: &Path) -> io::Result<Value> {
    let (mut below, mut games, mut tokens, mut robotory) = (BTreeSet::new(), Map::new(), 0, 0);
    for name in ["kernel", "effects", "runtime", "cards"] {
        let all = sources(&root.join("crates").join(name).join("src"))?;
        below.extend(all.into_iter().flat_map(|source| source.calls));
    }
    let folder = root.join("crates/games");
    for game in cardwright_games::GAMES.iter().map(|game| game.info().id) {
        games.insert(game.into(), of_game(&folder.join(game), &below)?);
    }
    for file in files(&folder)? {
        let text = fs::read_to_string(&file)?;
        let own = usize::from(file.starts_with(folder.join("robotory/src")));
        robotory += own * text.lines().count();
        tokens += count(syn::parse_str(&text).map_err(io::Error::other)?);
    }
    let kernel = root.join("crates/kernel/src");
    let all = Source::read(&kernel, &kernel.join("game.rs"))?.required;
    let required = all.iter().filter(|required| **required);
    Ok(json!({
        "games": games,
        "methods of a game": all.len(),
        "required methods of a game": required.count(),
        "tokens of crates/games, tests included": tokens,
        "lines of Robotory, tests included": robotory,
    }))
}

fn count(tokens: TokenStream) -> usize {
    let of = |token| match token {
        TokenTree::Group(group) => 2 + count(group.stream()),
        _ => 1,
    };
    tokens.into_iter().map(of).sum()
}

/// Prints the measures, as text or with `--format json` as JSON.
pub(crate) fn command(root: &Path, arguments: &[String]) -> ExitCode {
    let text = measured(root).and_then(|house| match &arguments.join(" ")[..] {
        "--format json" => Ok(format!("{house:#}")),
        "" | "--format text" => {
            Ok(format!("{house:#}").replace(['"', '{', '}', '[', ']', ','], ""))
        }
        _ => Err(io::Error::other(
            "usage: cargo xtask house [--format text|json]",
        )),
    });
    match &text {
        Ok(text) => println!("{}", text.trim_matches('\n')),
        Err(error) => eprintln!("error: {error}"),
    }
    ExitCode::from(if text.is_ok() { 0 } else { 2 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest number of files of a game that may all reach each other.
    const MAX_KNOT: u64 = 3;

    /// By imports and by method calls.
    #[test]
    fn arrows_in_games_point_downward() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let house = measured(&root).unwrap();
        for (game, measures) in house["games"].as_object().unwrap() {
            let pairs = &measures["folders that use or call each other"];
            assert_eq!(pairs, &json!([]), "{game}");
            let knot = &measures["files in the largest knot by use or call"];
            assert!(knot.as_u64().unwrap() <= MAX_KNOT, "{game}: {knot} files");
        }
    }
}
