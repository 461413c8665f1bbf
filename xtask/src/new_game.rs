//! Creates a game: `cargo xtask new-game NAME`. Copies the game in `xtask/skeleton`, which is built and tested like
//! every other crate, and adds the new name to the lists of games.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Sorted lists of features that name every game: the file, and the entry for a game `{}`.
const FEATURES: &[(&str, &str)] = &[
    ("crates/games/Cargo.toml", "cardwright-{}/schema"),
    ("crates/cardwright/Cargo.toml", "cardwright-games/{}"),
    ("crates/wire/Cargo.toml", "cardwright/{}"),
];

/// Runs the command in the project of the current folder.
pub(crate) fn command(arguments: &[String]) -> ExitCode {
    let [name] = arguments else {
        eprintln!(
            "usage: cargo xtask new-game NAME   (small letters, digits and hyphens, such as moon-race)"
        );
        return ExitCode::from(2);
    };
    let here = std::env::current_dir().unwrap_or_default();
    let project = |folder: &&Path| folder.join("xtask/skeleton").is_dir();
    let Some(root) = here.ancestors().find(project) else {
        eprintln!(
            "error: this is no folder of the project\n  help: go to the folder of its Cargo.toml"
        );
        return ExitCode::FAILURE;
    };
    match write(root, name) {
        Ok(written) => {
            written.iter().for_each(|path| println!("{path}"));
            println!("\nNext: cargo fmt --all && cargo run -- play {name}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes everything and returns the paths of the written files.
///
/// # Errors
/// If the name is no name for a game, is taken, or a file cannot be read or written.
fn write(root: &Path, name: &str) -> Result<Vec<String>, String> {
    let words: Vec<&str> = name.split('-').collect();
    let good = |word: &&str| {
        let mut letters = word.bytes();
        letters
            .next()
            .is_some_and(|first| first.is_ascii_lowercase())
            && letters.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    if !words.iter().all(good) || name.len() > 40 {
        return Err(format!(
            "`{name}` is no name for a game\n  help: write small letters, digits and hyphens, such as moon-race"
        ));
    }
    let home = format!("crates/games/{name}");
    if root.join(&home).exists() || name == "skeleton" || ["src", "tests"].contains(&name) {
        return Err(format!(
            "the name `{name}` is taken\n  help: choose another"
        ));
    }
    let names = Names::of(&words, |prefix| is_free(root, prefix))?;
    let mut written = Vec::new();
    let skeleton = root.join("xtask/skeleton");
    for (folder, to) in [
        ("src", format!("{home}/src")),
        ("rulings", format!("tests/rulings/{name}")),
    ] {
        for file in files(&skeleton.join(folder))? {
            copy(
                root,
                &format!("xtask/skeleton/{folder}/{file}"),
                &format!("{to}/{file}"),
                &names,
                &mut written,
            )?;
        }
    }
    copy(
        root,
        "xtask/skeleton/Cargo.toml",
        &format!("{home}/Cargo.toml"),
        &names,
        &mut written,
    )?;
    copy(
        root,
        "xtask/skeleton/rules.md",
        &format!("docs/rules/{name}.md"),
        &names,
        &mut written,
    )?;
    for (path, change) in lists(name) {
        let text = read(root, &path)?;
        let changed =
            change(&text).ok_or_else(|| format!("{path} does not list the games as expected"))?;
        save(root, &path, &changed, &mut written)?;
    }
    Ok(written)
}

/// The replacements for the skeleton's names.
struct Names {
    /// `moon-race`.
    id: String,
    /// `Moon Race`.
    title: String,
    /// `MoonRace`.
    ident: String,
    /// `MR`, the prefix of its clauses.
    prefix: String,
}

impl Names {
    fn of(words: &[&str], free: impl Fn(&str) -> bool) -> Result<Self, String> {
        let capital = |word: &&str| format!("{}{}", word[..1].to_uppercase(), &word[1..]);
        let capitals: Vec<String> = words.iter().map(capital).collect();
        let letters: String = words
            .concat()
            .to_uppercase()
            .chars()
            .filter(char::is_ascii_uppercase)
            .collect();
        let initials: String = words.iter().map(|word| word[..1].to_uppercase()).collect();
        let first = Some(initials).filter(|initials| initials.len() > 1);
        let others = (1..letters.len()).map(|at| format!("{}{}", &letters[..1], &letters[at..=at]));
        let prefix = first.into_iter().chain(others).find(|prefix| free(prefix));
        Ok(Names {
            id: words.join("-"),
            title: capitals.join(" "),
            ident: capitals.concat(),
            prefix: prefix.ok_or("no two letters of the name are free as a prefix of clauses")?,
        })
    }

    fn put_into(&self, text: &str) -> String {
        // These apply only to the skeleton: it is never published, and its titles are Rust identifiers in two places.
        text.replace("publish = false\n", "")
            .replace("SkeletonAction", &format!("{}Action", self.ident))
            .replace("as \"Skeleton\"", &format!("as \"{}\"", self.ident))
            .replace("Skeleton", &self.title)
            .replace(
                "this game is a skeleton",
                "this game was begun as a skeleton",
            )
            .replace("skeleton\"", &format!("{}\"", self.id))
            .replace("rules/skeleton.md", &format!("rules/{}.md", self.id))
            .replace("game: skeleton", &format!("game: {}", self.id))
            .replace("SK-", &format!("{}-", self.prefix))
    }
}

/// Whether the prefix is unused in all rules.
fn is_free(root: &Path, prefix: &str) -> bool {
    let rules = files(&root.join("docs/rules")).unwrap_or_default();
    let taken = format!("**{prefix}-");
    let has = |file: &String| {
        read(root, &format!("docs/rules/{file}")).is_ok_and(|text| text.contains(&taken))
    };
    !rules.iter().any(has)
}

type Change = Box<dyn Fn(&str) -> Option<String>>;

/// The files that list the games, and the change of each.
fn lists(name: &str) -> Vec<(String, Change)> {
    let (name, module) = (name.to_string(), name.replace('-', "_"));
    let package = format!("cardwright-{name}");
    let mut all: Vec<(String, Change)> = Vec::new();
    let line = format!(
        "{package} = {{ path = \"crates/games/{name}\", version = \"0.1.0\", default-features = false }}\n"
    );
    let optimised = format!("{package} = {{ opt-level = 3 }}\n");
    all.push((
        "Cargo.toml".into(),
        Box::new(move |text| {
            let text = before(text, "cardwright-games = { path", &line)?;
            before(&text, "cardwright-runtime = { opt-level = 3 }", &optimised)
        }),
    ));
    for (path, switch) in FEATURES {
        let switch = switch.replace(
            "{}",
            &if path.contains("games/") {
                format!("{name}?")
            } else {
                name.clone()
            },
        );
        let own = match *path {
            "crates/games/Cargo.toml" => format!("{name} = [\"dep:{package}\"]\n"),
            _ => format!("{name} = [\"{switch}\"]\n"),
        };
        let (name, package, path) = (name.clone(), package.clone(), (*path).to_string());
        let listed = path.clone();
        all.push((
            path,
            Box::new(move |text| {
                let text = within(text, "default = [", &name)?;
                let text = after_line(&text, "robotory = [", &own)?;
                if listed != "crates/games/Cargo.toml" {
                    return Some(text);
                }
                let text = after_line(
                    &text,
                    "    \"cardwright-robotory?/schema\",",
                    &format!("    \"{switch}\",\n"),
                )?;
                let needs = format!("{package} = {{ workspace = true, optional = true }}\n");
                before(&text, "cardwright-runtime.workspace", &needs)
            }),
        ));
    }
    let word = name.clone();
    all.push((
        "crates/cli/Cargo.toml".into(),
        Box::new(move |text| within(text, "cardwright-wire = {", &word)),
    ));
    all.push((
        "crates/games/src/lib.rs".into(),
        Box::new(move |text| {
            let uses = format!(
                "#[cfg(feature = \"{name}\")]\npub use {} as {module};\n",
                package.replace('-', "_")
            );
            let text = before(text, "pub use cardwright_runtime::{module", &uses)?;
            let (head, list) = text.split_once("pub static GAMES")?;
            let entry = format!("    #[cfg(feature = \"{name}\")]\n    &{module}::Module,\n");
            // The list is sorted by id.
            let later = list
                .match_indices("    #[cfg(feature = \"")
                .find(|(at, mark)| {
                    list[at + mark.len()..]
                        .split('"')
                        .next()
                        .is_some_and(|other| other > name.as_str())
                });
            let at = later.map(|(at, _)| at).or_else(|| list.find("];"))?;
            Some(format!(
                "{head}pub static GAMES{}{entry}{}",
                &list[..at],
                &list[at..]
            ))
        }),
    ));
    all
}

/// The text with an insertion before the first line with this start.
fn before(text: &str, begins: &str, more: &str) -> Option<String> {
    let at = text.find(&format!("\n{begins}"))? + 1;
    Some(format!("{}{more}{}", &text[..at], &text[at..]))
}

/// The text with an insertion after the first line with this start.
fn after_line(text: &str, begins: &str, more: &str) -> Option<String> {
    let at = text.find(&format!("\n{begins}"))? + 1;
    let end = at + text[at..].find('\n')? + 1;
    Some(format!("{}{more}{}", &text[..end], &text[end..]))
}

/// The text with a word added, in order, to the list of features in the first line with this start.
fn within(text: &str, begins: &str, word: &str) -> Option<String> {
    let at = text.find(&format!("\n{begins}"))? + 1;
    let end = at + text[at..].find('\n')?;
    let open = at + text[at..end].rfind('[')? + 1;
    let close = at + text[at..end].rfind(']')?;
    let mut words: Vec<String> = text[open..close].split(", ").map(String::from).collect();
    words.push(format!("\"{word}\""));
    words.sort();
    Some(format!(
        "{}{}{}",
        &text[..open],
        words.join(", "),
        &text[close..]
    ))
}

fn files(folder: &Path) -> Result<Vec<String>, String> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.path().is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn copy(
    root: &Path,
    from: &str,
    to: &str,
    names: &Names,
    written: &mut Vec<String>,
) -> Result<(), String> {
    let text = read(root, from)?;
    save(root, to, &names.put_into(&text), written)
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("cannot read {path}: {error}"))
}

fn save(root: &Path, path: &str, text: &str, written: &mut Vec<String>) -> Result<(), String> {
    let target = root.join(path);
    let failed = |error: std::io::Error| format!("cannot write {path}: {error}");
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(&target, text).map_err(failed)?;
    written.push(path.into());
    Ok(())
}
