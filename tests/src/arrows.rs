//! Which crate may depend on which. The test reads the manifests, so no dependency is added unnoticed.

use std::collections::BTreeMap;
use std::path::Path;

/// The crates that a game may depend on.
const GAME: &[&str] = &[
    "cardwright-kernel",
    "cardwright-bots",
    "cardwright-effects",
    "cardwright-runtime",
];

/// Each crate with the workspace crates that it may depend on; all others are refused. Games are not listed: every
/// crate in the folder of games is one, and the crate with the list of games may depend on each.
const ARROWS: &[(&str, &[&str])] = &[
    ("cardwright-kernel", &[]),
    ("cardwright-bots", &["cardwright-kernel"]),
    ("cardwright-effects", &["cardwright-kernel"]),
    (
        "cardwright-cards",
        &["cardwright-kernel", "cardwright-effects"],
    ),
    (
        "cardwright-runtime",
        &["cardwright-kernel", "cardwright-effects"],
    ),
    (
        "cardwright-games",
        &["cardwright-kernel", "cardwright-runtime"],
    ),
    (
        "cardwright",
        &[
            "cardwright-bots",
            "cardwright-kernel",
            "cardwright-effects",
            "cardwright-cards",
            "cardwright-games",
        ],
    ),
    ("cardwright-wire", &["cardwright"]),
    ("cardwright-lsp", &["cardwright"]),
    ("cardwright-mcp", &["cardwright", "cardwright-wire"]),
    ("cardwright-server", &["cardwright", "cardwright-wire"]),
    (
        "cardwright-cli",
        &[
            "cardwright",
            "cardwright-wire",
            "cardwright-lsp",
            "cardwright-mcp",
            "cardwright-server",
        ],
    ),
    ("cardwright-capi", &["cardwright-wire"]),
    ("cardwright-wasm", &["cardwright-wire"]),
    ("cardwright-python", &["cardwright", "cardwright-wire"]),
];

/// Dependencies that only some crates may have: scripts are for the cards, arguments and terminals for the program.
const KEEPERS: &[(&str, &[&str])] = &[
    ("rhai", &["cardwright-cards"]),
    ("clap", &["cardwright-cli"]),
    ("indicatif", &["cardwright-cli"]),
    (
        "schemars",
        &[
            "cardwright",
            "cardwright-wire",
            "cardwright-kernel",
            "cardwright-runtime",
            "cardwright-lunar-command",
            "cardwright-moon-bots",
            "cardwright-robot-empire",
        ],
    ),
    ("axum", &["cardwright-server"]),
    ("rusqlite", &["cardwright-server"]),
    ("lsp-types", &["cardwright-lsp"]),
    ("wasm-bindgen", &["cardwright-wasm"]),
    ("pyo3", &["cardwright-python"]),
];

/// A manifest's name and the names of its dependencies, without dev-dependencies.
fn manifest(path: &Path) -> (String, Vec<String>) {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (mut name, mut needs, mut section) = (String::new(), Vec::new(), String::new());
    for line in text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
    {
        if let Some(head) = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix(']'))
        {
            section = head.to_string();
            // `[dependencies.name]` is a dependency too.
            needs.extend(
                section
                    .split_once("dependencies.")
                    .filter(|(kind, _)| kept(kind))
                    .map(|(_, name)| name.into()),
            );
        } else if let Some((key, value)) = line.split_once('=') {
            let key = key
                .trim()
                .split('.')
                .next()
                .unwrap_or_default()
                .trim_matches('"');
            match section.strip_suffix("dependencies") {
                _ if section == "package" && key == "name" => {
                    name = value.trim().trim_matches('"').into()
                }
                Some(kind) if kept(kind) => needs.push(key.into()),
                _ => {}
            }
        }
    }
    (name, needs)
}

/// Whether a table of this kind lists dependencies; `kind` is the text before the word `dependencies`.
fn kept(kind: &str) -> bool {
    !kind.ends_with("dev-")
}

fn crates() -> BTreeMap<String, Vec<String>> {
    crate::crate_folders()
        .iter()
        .map(|folder| manifest(&folder.join("Cargo.toml")))
        .collect()
}

#[test]
fn every_arrow_points_downward() {
    let games: Vec<String> = crate::crate_folders()
        .iter()
        .filter(|folder| {
            folder
                .components()
                .rev()
                .nth(1)
                .is_some_and(|part| part.as_os_str() == "games")
        })
        .map(|folder| manifest(&folder.join("Cargo.toml")).0)
        .collect();
    assert!(games.len() >= 4, "{games:?}");
    for (name, needs) in crates() {
        let listed = ARROWS.iter().find(|(known, _)| *known == name);
        let allowed = match (listed, games.contains(&name)) {
            (Some((_, allowed)), false) => *allowed,
            (None, true) => GAME,
            _ => panic!("say in tests/src/arrows.rs what {name} may depend on"),
        };
        for need in needs.iter().filter(|need| need.starts_with("cardwright")) {
            let game = name == "cardwright-games" && games.contains(need);
            assert!(
                game || allowed.contains(&need.as_str()),
                "{name} must not depend on {need}"
            );
        }
    }
}

#[test]
fn scripts_and_terminals_have_their_keepers() {
    for (name, needs) in crates() {
        for (kept, keepers) in KEEPERS {
            let knows = needs.iter().any(|need| need == kept);
            assert!(
                !knows || keepers.contains(&name.as_str()),
                "{name} must not know {kept}"
            );
        }
    }
}

#[test]
fn every_form_of_a_dependency_is_seen() {
    let path = std::env::temp_dir().join(format!("cardwright-arrows-{}.toml", std::process::id()));
    let text = "[package]\nname = \"x\"\n[dependencies]\na.workspace = true\nb = { path = \"b\" } # why\n\"c\" = \"1\"\n\
                [dev-dependencies]\nd = \"1\"\n[dependencies.e]\nversion = \"1\"\n[target.'cfg(unix)'.dependencies]\n\
                f = \"1\"\n[build-dependencies]\ng = \"1\"\n[dev-dependencies.h]\nversion = \"1\"\n";
    std::fs::write(&path, text).unwrap();
    let (name, needs) = manifest(&path);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(
        (name.as_str(), needs.join(" ").as_str()),
        ("x", "a b c e f g")
    );
}

/// DESIGN: each game has one entry, and nothing else in the workspace knows its name. The test searches for every form
/// of the name: id, module and type. Comments, examples in them and tests may name games.
#[test]
fn only_the_games_name_games() {
    let names: Vec<String> = cardwright::games()
        .iter()
        .flat_map(|game| {
            let words: Vec<&str> = game.id.split('-').collect();
            let capital = |word: &&str| format!("{}{}", word[..1].to_uppercase(), &word[1..]);
            [
                game.id.into(),
                words.join("_"),
                words.iter().map(capital).collect(),
            ]
        })
        .collect();
    let mut wrong = Vec::new();
    for folder in crate::crate_folders() {
        if !folder.components().any(|part| part.as_os_str() == "games") {
            look_for(&names, &folder.join("src"), &mut wrong);
        }
    }
    // The examples in `--help` are lines that people type.
    wrong.retain(|line| !line.contains("cli/src/help.rs"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn look_for(names: &[String], folder: &Path, wrong: &mut Vec<String>) {
    for path in std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
    {
        if path.is_dir() {
            look_for(names, &path, wrong);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for (number, line) in (1..).zip(code.lines()) {
                let line = line.split("//").next().unwrap_or_default();
                if names.iter().any(|name| line.contains(name.as_str())) {
                    wrong.push(format!("{}:{number}: {}", path.display(), line.trim()));
                }
            }
        }
    }
}
