//! The third-party packages in our artefacts: as a list (CycloneDX) and with their licence texts.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The file of licence texts. Tools that pack folders recognise it by the start of its name.
pub(super) const LICENCES: &str = "LICENSE-THIRD-PARTY.txt";

/// A build with cargo: manifest, package, features.
const BUILT: [(&str, &str, &str); 4] = [
    ("Cargo.toml", "cardwright-cli", "full"),
    ("Cargo.toml", "cardwright-capi", ""),
    ("crates/python/Cargo.toml", "cardwright-python", ""),
    ("crates/wasm/Cargo.toml", "cardwright-wasm", ""),
];

struct Package {
    /// An SPDX expression.
    licence: String,
    /// The folder of its files here.
    folder: PathBuf,
    /// SHA-256 of its archive, from the lock file.
    checksum: Option<String>,
    /// The packages that it depends on.
    needs: BTreeSet<Id>,
}

/// The kind of package, its name, its version.
type Id = (&'static str, String, String);

/// All dependencies in the artefacts.
pub(super) struct Packages(BTreeMap<Id, Package>);

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().into()
}

fn parsed(json: &str, what: &str) -> Result<Value, String> {
    serde_json::from_str(json).map_err(|error| format!("{what}: {error}"))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The names of the workspace's packages that may be published, from `cargo metadata`.
pub(super) fn publishable(metadata: &str) -> Result<Vec<String>, String> {
    let metadata = parsed(metadata, "cargo metadata")?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    Ok(packages
        .filter(|package| package["publish"].is_null())
        .map(|package| text(package, "name"))
        .collect())
}

impl Packages {
    /// Reads the lists of cargo and npm; `cargo` returns cargo's output.
    pub(super) fn read(
        root: &Path,
        cargo: &dyn Fn(&[&str]) -> Result<String, String>,
    ) -> Result<Packages, String> {
        let mut all = Packages(BTreeMap::new());
        for (manifest, package, features) in BUILT {
            let checksums = checksums(&read(&root.join(manifest).with_file_name("Cargo.lock"))?);
            let tree = cargo(&[
                "tree",
                "--manifest-path",
                manifest,
                "--package",
                package,
                "--features",
                features,
                "--edges",
                "normal,no-proc-macro",
                "--target",
                "all",
                "--prefix",
                "none",
                "--format",
                "{p}",
            ])?;
            let metadata = cargo(&[
                "metadata",
                "--format-version",
                "1",
                "--manifest-path",
                manifest,
                "--features",
                features,
            ])?;
            all.add_cargo(&tree, &parsed(&metadata, "cargo metadata")?, &checksums);
        }
        all.add_npm(&root.join("web"), None)?;
        all.add_npm(&root.join("editors/vscode"), Some("vscode-languageclient"))?;
        Ok(all)
    }

    /// Adds the packages that `cargo tree` names, with their metadata.
    fn add_cargo(
        &mut self,
        tree: &str,
        metadata: &Value,
        checksums: &BTreeMap<(String, String), String>,
    ) {
        let named = tree.lines().filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((
                words.next()?.to_string(),
                words.next()?.strip_prefix('v')?.to_string(),
            ))
        });
        let named: BTreeSet<(String, String)> = named.collect();
        let of = |package: &Value| (text(package, "name"), text(package, "version"));
        let packages = || metadata["packages"].as_array().into_iter().flatten();
        let others = packages()
            .filter(|package| !package["source"].is_null() && named.contains(&of(package)));
        let ids: BTreeMap<String, Id> = others
            .map(|package| {
                let (name, version) = of(package);
                (text(package, "id"), ("cargo", name, version))
            })
            .collect();
        for package in packages() {
            let Some(id) = ids.get(&text(package, "id")) else {
                continue;
            };
            let nodes = metadata["resolve"]["nodes"].as_array();
            let node = nodes
                .into_iter()
                .flatten()
                .find(|node| node["id"] == package["id"]);
            let needs = node
                .and_then(|node| node["dependencies"].as_array())
                .into_iter()
                .flatten();
            let needs = needs.filter_map(|needed| ids.get(needed.as_str()?).cloned());
            let entry = self.0.entry(id.clone()).or_insert_with(|| Package {
                licence: text(package, "license").replace('/', " OR "),
                folder: Path::new(&text(package, "manifest_path"))
                    .parent()
                    .map(PathBuf::from)
                    .unwrap_or_default(),
                checksum: checksums.get(&of(package)).cloned(),
                needs: BTreeSet::new(),
            });
            entry.needs.extend(needs);
        }
    }

    /// Adds the packages that the lock file in a folder names: the dependencies of `root`, or all but development
    /// tools.
    fn add_npm(&mut self, folder: &Path, root: Option<&str>) -> Result<(), String> {
        let lock = parsed(
            &read(&folder.join("package-lock.json"))?,
            "package-lock.json",
        )?;
        let Some(packages) = lock["packages"].as_object() else {
            return Ok(());
        };
        let names = |package: &Value| -> Vec<String> {
            package["dependencies"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, _)| name.clone())
                .collect()
        };
        // npm searches beside the package and then in the parent folders.
        let find = |from: &str, name: &str| {
            let mut at = from;
            loop {
                let path = format!(
                    "{at}{}node_modules/{name}",
                    if at.is_empty() { "" } else { "/" }
                );
                match (packages.contains_key(&path), at.is_empty()) {
                    (true, _) => return Some(path),
                    (false, true) => return None,
                    (false, false) => {
                        at = at
                            .rsplit_once("node_modules/")
                            .map_or("", |(above, _)| above.trim_end_matches('/'))
                    }
                }
            }
        };
        let id = |path: &str| {
            let name = path
                .rsplit_once("node_modules/")
                .map_or(path, |(_, name)| name);
            ("npm", name.to_string(), text(&packages[path], "version"))
        };
        let mut open: Vec<String> = match root {
            Some(name) => vec![format!("node_modules/{name}")],
            None => names(&lock["packages"][""])
                .iter()
                .filter_map(|name| find("", name))
                .collect(),
        };
        let mut seen = BTreeSet::new();
        while let Some(path) = open.pop() {
            if !packages.contains_key(&path) || !seen.insert(path.clone()) {
                continue;
            }
            let needed: Vec<String> = names(&packages[&path])
                .iter()
                .filter_map(|name| find(&path, name))
                .collect();
            let package = Package {
                licence: text(&packages[&path], "license"),
                folder: folder.join(&path),
                checksum: None,
                needs: needed.iter().map(|path| id(path)).collect(),
            };
            self.0.entry(id(&path)).or_insert(package);
            open.extend(needed);
        }
        Ok(())
    }

    /// The list as CycloneDX 1.5.
    pub(super) fn cyclonedx(&self, version: &str, seconds: &str) -> String {
        let components: Vec<Value> = self
            .0
            .iter()
            .map(|(id, package)| component(id, package))
            .collect();
        let own = format!("cardwright@{version}");
        let needed = |of: &BTreeSet<Id>| of.iter().map(purl).collect::<Vec<_>>();
        let all: BTreeSet<Id> = self.0.keys().cloned().collect();
        let mut graph = vec![json!({ "ref": own, "dependsOn": needed(&all) })];
        graph.extend(
            self.0.iter().map(
                |(id, package)| json!({ "ref": purl(id), "dependsOn": needed(&package.needs) }),
            ),
        );
        // The serial number is derived from the contents, so that the same list is the same file.
        let digest = Sha256::digest(format!("{version} {seconds} {components:?}").as_bytes());
        let hex = digest.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
        let uuid = format!(
            "{}-{}-5{}-8{}-{}",
            &hex[..8],
            &hex[8..12],
            &hex[13..16],
            &hex[17..20],
            &hex[20..32]
        );
        let list = json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "serialNumber": format!("urn:uuid:{uuid}"),
            "version": 1,
            "metadata": { "component": {
                "type": "application", "bom-ref": own, "name": "cardwright", "version": version,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            } },
            "components": components,
            "dependencies": graph,
        });
        format!("{list:#}\n")
    }

    /// Every package with its licence, then every text once, with the packages that have it.
    pub(super) fn licences(&self) -> String {
        let mut page = format!(
            "Cardwright is licensed under MIT or Apache-2.0: LICENSE-MIT, LICENSE-APACHE.\n\n\
             What is handed out holds the {} packages below, or some of them, and Rust's standard library (MIT OR Apache-2.0).\n\
             Each is named with its licence; the texts follow.\n\n",
            self.0.len()
        );
        let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut bare = Vec::new();
        for ((_, name, version), package) in &self.0 {
            let _ = writeln!(page, "{name} {version}: {}", package.licence);
            let found = texts_of(&package.folder);
            if found.is_empty() {
                bare.push(format!("{name} {version}"));
            }
            for text in found {
                texts
                    .entry(text)
                    .or_default()
                    .push(format!("{name} {version}"));
            }
        }
        if !bare.is_empty() {
            let _ = write!(
                page,
                "\nThese carry no text of their licence: {}.\n",
                bare.join(", ")
            );
        }
        let mut texts: Vec<(Vec<String>, String)> =
            texts.into_iter().map(|(text, of)| (of, text)).collect();
        texts.sort();
        for (of, text) in texts {
            let _ = write!(page, "\n{}\n{}\n\n{text}\n", "=".repeat(80), of.join(", "));
        }
        page
    }
}

fn purl((kind, name, version): &Id) -> String {
    format!("pkg:{kind}/{}@{version}", name.replace('@', "%40"))
}

fn component(id: &Id, package: &Package) -> Value {
    let (_, name, version) = id;
    let mut component = json!({
        "type": "library", "bom-ref": purl(id), "name": name, "version": version, "purl": purl(id),
        "licenses": [{ "expression": package.licence }],
    });
    if let Some(sum) = &package.checksum {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    component
}

/// The licence texts and notices in a package's folder.
fn texts_of(folder: &Path) -> Vec<String> {
    const NAMES: [&str; 6] = [
        "LICENSE",
        "LICENCE",
        "COPYING",
        "COPYRIGHT",
        "NOTICE",
        "UNLICENSE",
    ];
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let named = |path: &PathBuf| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        NAMES.iter().any(|begin| name.starts_with(begin))
    };
    let texts = paths
        .iter()
        .filter(|path| named(path))
        .filter_map(|path| fs::read_to_string(path).ok());
    texts
        .map(|text| text.replace("\r\n", "\n").trim().to_string())
        .filter(|text| !text.is_empty())
        .collect()
}

/// The checksums of a lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let mut sums = BTreeMap::new();
    for package in lock.split("[[package]]") {
        let value = |key: &str| {
            package.lines().find_map(|line| {
                line.strip_prefix(key)?
                    .strip_prefix(" = \"")?
                    .strip_suffix('"')
            })
        };
        if let (Some(name), Some(version), Some(sum)) =
            (value("name"), value("version"), value("checksum"))
        {
            sums.insert((name.into(), version.into()), sum.into());
        }
    }
    sums
}
